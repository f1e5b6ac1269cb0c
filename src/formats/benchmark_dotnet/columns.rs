//! The columns of BenchmarkDotNet's tables: names and parameters first, then what was measured, with a unit in each cell
//! or in the head.
//!
//! `Error` is half of the interval of 99.9%. Ratios, ranks and `Op/s` follow from the rest and are not read; a column of
//! another name is a metric of that name where it holds numbers. A kilobyte has 1,024 bytes. `-` stands for a number
//! that is zero, or nearly, `NA` for none.

use super::FAILED;
use crate::formats::arrays::OF_ITERATIONS;
use crate::formats::benchmarks::{Part, benchmark, median, percentile, set, set_parameter, time, word};
use crate::formats::grid::{amount, name_and_unit};
use crate::formats::json::collector::{Collector, Measure};
use crate::formats::scribe::suffix;
use crate::formats::transcript;
use crate::model::{Percentile, Statistic};
use crate::units::Unit;

const PER_THOUSAND: &str = "collections in a thousand operations";
const ALLOCATED: &str = "allocated in one operation";
const NOTHING: &str = "BenchmarkDotNet printed `-`, for none or next to none";

/// What helps where .NET printed in a language with a decimal comma.
pub(super) const BEHIND_COMMA: &str =
    "let BenchmarkDotNet write `JsonExporter.Full`, or print in the invariant culture";

/// Columns that follow from others, or order the rows.
const DERIVED: [&str; 11] = [
    "Ratio",
    "RatioSD",
    "Alloc Ratio",
    "Rank",
    "Baseline",
    "Op/s",
    "Skewness",
    "Kurtosis",
    "MValue",
    "LogicalGroup",
    "Iterations",
];

/// A cell: what it says, and where its text is.
pub(super) struct Cell<'a> {
    /// The name of its column.
    pub(super) head: &'a str,
    /// The text, without marks of emphasis.
    pub(super) part: Part<'a>,
}

/// Whether a table has such columns.
pub(super) fn are(heads: &[&str]) -> bool {
    let has = |name: &str| heads.iter().any(|head| name_and_unit(head).0 == name);
    has("Method") && has("Mean") && ["Error", "StdDev", "Median", "Ratio", "Allocated"].into_iter().any(has)
}

/// Reads a row, of whose names those pass for dimensions that do.
pub(super) fn read(cells: &[Cell<'_>], is_dimension: impl Fn(&str) -> bool) -> Collector {
    let first = cells.iter().position(|cell| statistic(name_and_unit(cell.head).0).is_some()).unwrap_or(cells.len());
    let (names, measured) = cells.split_at(first);
    let mut collector = named(names, is_dimension);
    for cell in measured {
        read_cell(cell, &mut collector);
    }
    collector
}

/// A collector with the names of a row.
fn named(names: &[Cell<'_>], is_dimension: impl Fn(&str) -> bool) -> Collector {
    let text = |name: &str| names.iter().find(|cell| cell.head == name).map(|cell| unescaped(cell.part.text));
    let parts: Vec<String> = ["Namespace", "Type", "Method"].into_iter().filter_map(text).collect();
    let mut collector = benchmark(&parts.join("."));
    let others = names.iter().filter(|cell| !["Namespace", "Type", "Method", "Categories"].contains(&cell.head));
    for cell in others.filter(|cell| is_dimension(cell.head) && cell.part.text != "?") {
        let value = unescaped(cell.part.text);
        match cell.head {
            "Job" => set(&mut collector, "job", &value),
            name => set_parameter(&mut collector, name, &value),
        }
    }
    collector
}

/// The statistic of the times that a column holds.
fn statistic(name: &str) -> Option<Measure> {
    let of_iterations = |statistic| time(statistic, "ns").described(OF_ITERATIONS);
    Some(match name {
        "Mean" => time(Statistic::Mean, "ns"),
        "Error" => Measure::new("time{mean, 99.9% error}", Statistic::Value, Unit::named("ns")),
        "StdErr" => Measure::new("time{mean, standard error}", Statistic::Value, Unit::named("ns")),
        "StdDev" => of_iterations(Statistic::StdDev),
        "Median" => of_iterations(median()),
        "Min" => of_iterations(Statistic::Min),
        "Max" => of_iterations(Statistic::Max),
        "Q1" => of_iterations(percentile(25)),
        "Q3" => of_iterations(percentile(75)),
        // The ends and the median have columns of their own names too.
        "P0" => of_iterations(Statistic::Min),
        "P100" => of_iterations(Statistic::Max),
        _ => of_iterations(Statistic::Percentile(name.strip_prefix('P').and_then(Percentile::parse)?)),
    })
}

/// What a column holds.
struct Meaning {
    measure: Measure,
    /// The units that stand behind its numbers.
    unit: fn(&str) -> Option<Unit>,
    /// Whether it is BenchmarkDotNet's own and holds nothing but numbers.
    is_own: bool,
}

fn meaning(name: &str) -> Meaning {
    let plain_measure = |metric: &str| Measure::new(metric, Statistic::Mean, Unit::none());
    let generation = name.strip_prefix("Gen").map(|name| name.trim_start().split('/').next().unwrap_or_default());
    if let Some(measure) = statistic(name) {
        Meaning { measure, unit: transcript::time, is_own: true }
    } else if name.starts_with("Allocated") {
        let measure = Measure { unit: Unit::named("B"), ..plain_measure("memory") }.described(ALLOCATED);
        Meaning { measure, unit: bytes, is_own: true }
    } else if let Some(generation @ ("0" | "1" | "2")) = generation.map(str::trim) {
        let measure = plain_measure(&format!("gen{generation}_collections_per_1000")).described(PER_THOUSAND);
        Meaning { measure, unit: plain, is_own: true }
    } else {
        Meaning { measure: plain_measure(&word(name)), unit: any, is_own: false }
    }
}

fn read_cell(cell: &Cell<'_>, collector: &mut Collector) {
    let (name, head_unit) = name_and_unit(cell.head);
    if DERIVED.contains(&name) || cell.part.text.is_empty() {
        return;
    }
    let Meaning { measure, unit, is_own } = meaning(name);
    match cell.part.text {
        "NA" | "?" => collector.absent(&measure, FAILED),
        "-" => collector.absent(&measure, NOTHING),
        text => match with_unit(text, head_unit).and_then(|(number, name)| Some((number, unit(name)?))) {
            Some((number, unit)) => cell.part.within(number).take(&Measure { unit, ..measure }, collector),
            None if is_own => collector.problems.push(cell.part.without_unit(&measure.metric)),
            // What authors add may be text.
            None => {}
        },
    }
}

/// A number, and its unit: behind it, or else in the head.
fn with_unit<'a>(text: &'a str, head_unit: Option<&'a str>) -> Option<(&'a str, &'a str)> {
    let (number, suffix) = amount(text)?;
    Some((number, if suffix.is_empty() { head_unit.unwrap_or_default() } else { suffix }))
}

/// The cell of a row that shows its decimals to stand behind a comma: `684,6 ns`, `0,143 ns`, `1.234,5 ns`.
pub(super) fn behind_comma<'c, 'a>(cells: &'c [Cell<'a>]) -> Option<&'c Part<'a>> {
    let is_it = |cell: &&Cell<'_>| {
        let text = cell.part.text;
        let groups =
            |text: &str| text.starts_with("0,") || text.split_once(',').is_some_and(|(whole, _)| whole.contains('.'));
        statistic(name_and_unit(cell.head).0).is_some()
            && amount(text).is_some_and(|(_, rest)| groups(text) || rest.starts_with(','))
    };
    cells.iter().find(is_it).map(|cell| &cell.part)
}

/// Sizes, of which a kilobyte has 1,024 bytes.
fn bytes(suffix: &str) -> Option<Unit> {
    suffix::binary(suffix).map(Unit::named)
}

fn plain(suffix: &str) -> Option<Unit> {
    suffix.is_empty().then(Unit::none)
}

/// A time, a size or a plain number.
fn any(suffix: &str) -> Option<Unit> {
    transcript::time(suffix).or_else(|| bytes(suffix)).or_else(|| plain(suffix))
}

/// A name without the quotes around one that has blanks, and without entities.
fn unescaped(text: &str) -> String {
    const ENTITIES: [(&str, &str); 6] =
        [("&#39;", "'"), ("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("\\|", "|"), ("&amp;", "&")];
    let plain = ENTITIES.iter().fold(text.to_owned(), |text, (entity, character)| text.replace(entity, character));
    let bare = plain.strip_prefix('\'').and_then(|plain| plain.strip_suffix('\''));
    bare.unwrap_or(&plain).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Locator;
    use crate::source::Span;

    #[test]
    fn names_lose_what_formats_add() {
        assert_eq!(unescaped("&#39;Read &lt;a&gt; &amp;lt;&#39;"), "Read <a> &lt;");
        assert_eq!(unescaped("a\\|b"), "a|b");
    }

    #[test]
    fn the_unit_behind_a_number_counts_before_that_of_the_head() {
        assert_eq!(with_unit("1.5", Some("us")), Some(("1.5", "us")));
        assert_eq!(with_unit("1.5 ms", Some("us")), Some(("1.5", "ms")));
        assert_eq!((with_unit("1.5", None), with_unit("fast", None)), (Some(("1.5", "")), None));
    }

    #[test]
    fn a_comma_before_decimals_is_seen() {
        let shows = |text: &'static str| {
            let part = Part { text, span: Span::default(), locator: Locator::Text(1, 1) };
            behind_comma(&[Cell { head: "Mean", part }]).is_some()
        };
        assert!(shows("684,6 ns") && shows("0,143 ns") && shows("1.234,5 ns"));
        assert!(!shows("1,234.5 ns") && !shows("1,234 ns") && !shows("NA"));
    }
}
