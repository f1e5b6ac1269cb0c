//! The JSON objects of gungraun, among other text.

use serde_json::value::RawValue;

use super::{TOOL, measure};
use crate::diagnostic::Code;
use crate::formats::benchmarks::{benchmark, gather, in_text, number_rounds, on_line, set};
use crate::formats::json;
use crate::formats::json::collector::{Collector, Measure, Spot};
use crate::formats::lines::Places;
use crate::formats::{Content, Problem, Reader, Reading};
use crate::source::Span;

/// The reader of what gungraun prints with `--output-format=json`.
pub struct GungraunJson;

const NO_NEW_RUN: &str = "the object tells of the run before only";

impl Reader for GungraunJson {
    fn name(&self) -> &'static str {
        "gungraun-json"
    }

    fn title(&self) -> &'static str {
        "gungraun JSON"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        let text = content.text;
        let is_likely = ["\"module_path\"", "\"profiles\"", "\"benchmark_exe\""].iter().all(|key| text.contains(key));
        is_likely && values(text).any(|(_, value)| value.is_ok_and(is_summary))
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let places = Places::new(content.text);
        let mut benchmarks = Vec::new();
        let mut problems = Vec::new();
        for (start, value) in values(content.text) {
            let text = match value {
                Ok(text) => text,
                Err(line) => {
                    problems.push(cut_off(Span::of(line, content.text)));
                    continue;
                }
            };
            let Ok(summary) = json::parse(text) else { continue };
            if summary.get("profiles").is_none() {
                continue;
            }
            let collector = read_summary(&Spot::root(&summary));
            let line = content.text[..start].matches('\n').count() + 1;
            benchmarks.push(match u32::try_from(line) {
                Ok(line) if !text.contains('\n') => on_line(collector, line, start),
                _ => in_text(collector, start, &places),
            });
        }
        let mut reading = gather(TOOL, benchmarks);
        reading.problems.extend(problems);
        number_rounds(&mut reading);
        reading
    }
}

fn cut_off(span: Span) -> Problem {
    let message = "the object that begins here is cut off";
    Problem::new(Code::Truncated, span, message).help("take the whole output, or leave the file out with `leave_out`")
}

fn is_summary(text: &str) -> bool {
    json::parse(text).is_ok_and(|root| root.get("profiles").is_some() && root.get("module_path").is_some())
}

/// The objects that begin a line, with the byte where they begin; of one that is no JSON, its first line.
fn values(text: &str) -> impl Iterator<Item = (usize, Result<&str, &str>)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < text.len() {
            let start = at;
            let line = text[start..].lines().next().unwrap_or_default();
            at += text[start..].find('\n').map_or(text.len() - start, |end| end + 1);
            if !line.starts_with('{') {
                continue;
            }
            let mut stream = serde_json::Deserializer::from_str(&text[start..]).into_iter::<&RawValue>();
            let Some(Ok(value)) = stream.next() else { return Some((start, Err(line))) };
            let end = start + value.get().len();
            at = text[end..].find('\n').map_or(text.len(), |next| end + next + 1);
            return Some((start, Ok(&text[start..end])));
        }
        None
    })
}

fn read_summary(summary: &Spot<'_, '_>) -> Collector {
    let string = |key: &str| summary.node.string_of(key);
    let mut collector = benchmark(string("module_path"));
    let parameter = [string("id"), string("details")].join(":");
    set(&mut collector, "parameter", parameter.trim_matches(':'));
    for profile in summary.get("profiles").iter().flat_map(Spot::items) {
        let total = profile.at(&["summaries", "total", "summary"]);
        for (_, metrics) in total.iter().flat_map(Spot::members) {
            for (name, metric) in metrics.members() {
                read_metric(&metric, &measure(name), &mut collector);
            }
        }
    }
    collector
}

/// Takes this run's value: `Left`, or the first of `Both`; `Right` is the run before.
fn read_metric(metric: &Spot<'_, '_>, measure: &Measure, collector: &mut Collector) {
    let Some(metrics) = metric.get("metrics") else { return };
    let both = || metrics.get("Both").and_then(|both| both.items().next());
    match metrics.get("Left").or_else(both) {
        Some(value) => value.members().for_each(|(_, number)| collector.take(&number, measure)),
        None => collector.absent(measure, NO_NEW_RUN),
    }
}
