//! The lines of a scrape: which metrics there are, and the samples of each.

use std::collections::BTreeMap;

use super::composite::Composite;
use super::sample::Sample;
use crate::formats::transcript::Transcript;

/// What a metric is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MetricType {
    Histogram,
    Summary,
}

/// The samples of a scrape as lines by the names that they begin with, each with its number.
pub(super) struct Scrape<'a>(BTreeMap<&'a str, Vec<(usize, &'a str)>>);

/// The metrics of these types in lines such as `# TYPE name histogram`, in the order of the text.
pub(super) fn metrics(text: &str) -> impl Iterator<Item = (&str, MetricType)> {
    text.lines().filter_map(declared)
}

fn declared(line: &str) -> Option<(&str, MetricType)> {
    let (name, of_type) = line.trim().strip_prefix("# TYPE ")?.trim().split_once(' ')?;
    match of_type.trim() {
        "histogram" => Some((name, MetricType::Histogram)),
        "summary" => Some((name, MetricType::Summary)),
        _ => None,
    }
}

impl<'a> Scrape<'a> {
    /// The samples of a text.
    pub(super) fn new(text: &'a str) -> Self {
        let mut by_name: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (number, line) in text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.starts_with('#')) {
            by_name.entry(line.split(['{', ' ']).next().unwrap_or_default()).or_default().push((number, line));
        }
        Self(by_name)
    }

    /// Whether there is a sample of a metric of that type.
    pub(super) fn has(&self, name: &str, of_type: MetricType) -> bool {
        let is_composite = |line| Sample::parse(line).is_some_and(|sample| Composite::parse(sample.value).is_some());
        let end = match of_type {
            MetricType::Histogram => "_bucket",
            MetricType::Summary => "_count",
        };
        !self.lines(name, &[end]).is_empty() || self.lines(name, &[""]).iter().any(|(_, _, line)| is_composite(line))
    }

    /// The samples of a metric whose names have one of these ends, with that end.
    pub(super) fn samples(
        &self,
        name: &str,
        ends: &[&'static str],
        transcript: &mut Transcript<'_>,
    ) -> Vec<(&'static str, Sample<'a>)> {
        let mut samples = Vec::new();
        for (_, end, line) in self.lines(name, ends) {
            match Sample::parse(line) {
                Some(sample) => samples.push((end, sample)),
                None => transcript.wrong(line, "the line is no sample of a metric"),
            }
        }
        samples
    }

    /// The lines of a metric, with their numbers and the ends of their names, in the order of the text.
    fn lines(&self, name: &str, ends: &[&'static str]) -> Vec<(usize, &'static str, &'a str)> {
        let of_end = |end: &&'static str| {
            let lines = self.0.get(&*format!("{name}{end}")).map(Vec::as_slice).unwrap_or_default();
            lines.iter().map(|(number, line)| (*number, *end, *line)).collect::<Vec<_>>()
        };
        let mut lines: Vec<_> = ends.iter().flat_map(of_end).collect();
        lines.sort_unstable();
        lines
    }
}
