//! Locust's history: every second a row for the run, and with `--csv-full-history` one for each request.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::stats::ROUNDED;
use super::{begins, request, take};
use crate::formats::history::History as Told;
use crate::formats::json::collector::{Measure, Range};
use crate::formats::table::rows::{Index, Row, Table};
use crate::formats::table::sheet;
use crate::formats::transcript::{Transcript, printed};
use crate::formats::{Content, Reader, Reading};
use crate::model::{LoadModel, Observation, Percentile, Statistic};
use crate::units::Unit;

/// The reader of `…_stats_history.csv`.
pub struct History;

const SECOND: i64 = 1_000_000_000;

/// Over how long Locust's rates and percentiles of a moment are.
const TRAILING: i64 = 10 * SECOND;
const OF_LATEST: &str = "over about the ten seconds before";
const SO_FAR: &str = "from the start to this moment";

const REQUESTS: &str = "Total Request Count";
const RATES: [&str; 2] = ["Requests/s", "Failures/s"];

impl Reader for History {
    fn name(&self) -> &'static str {
        "locust-history"
    }

    fn title(&self) -> &'static str {
        "Locust history CSV"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        begins(content, &["Timestamp", "User Count", "Type", "Name"])
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let mut table = sheet::read(content.text);
        let mut transcript = Transcript::new(content.text, content.text);
        transcript.problems.append(&mut table.problems);
        let index = table.index();
        let rateless = rateless(&table, &index);
        let mut columns: BTreeMap<String, Vec<Column<'_>>> = BTreeMap::new();
        let mut told = Told::default();
        for row in &table.rows {
            let time = text(row, "Timestamp", &index);
            let Some(at) = time.parse::<i64>().ok().and_then(|at| at.checked_mul(SECOND)) else {
                transcript.wrong(row.cell("Timestamp", &index).map_or("", |cell| cell.raw), NO_TIME);
                continue;
            };
            let of = of_row(row, &index);
            let columns = columns.entry(of).or_insert_with_key(|of| columns_of(&table, of));
            let is_rateless = rateless.contains(&*time);
            told.add(at, read_row(row, &index, columns, is_rateless, &mut transcript));
        }
        transcript.run.load = Some(LoadModel::Closed);
        transcript.run.slices = told.start().map_or(Vec::new(), |start| told.slices(start, Some(TRAILING)));
        let run = transcript.end_run();
        transcript.finish("Locust", vec![run])
    }
}

const NO_TIME: &str = "this is no time: whole seconds since 1970 stand there";

/// What a column of the rows of a request measures.
struct Column<'t> {
    name: &'t str,
    measure: Measure,
    when: When,
}

/// When a column has a value.
#[derive(Clone, Copy, PartialEq)]
enum When {
    Always,
    /// Once the window is there that it is over.
    WithRates,
    /// Once there are times in that window.
    WithTimes,
    /// Once there was a request.
    WithRequests,
}

fn columns_of<'t>(table: &'t Table<'_>, of: &str) -> Vec<Column<'t>> {
    let measure = |metric: &str, so_far: &str, statistic, unit| {
        let part = [of, so_far].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
        let metric = if part.is_empty() { metric.to_owned() } else { format!("{metric}{{{part}}}") };
        Measure::new(&metric, statistic, Unit::named(unit))
    };
    let latest = |metric, statistic, unit| measure(metric, "", statistic, unit).described(OF_LATEST);
    let total = |metric, statistic, unit| measure(metric, "total", statistic, unit).described(SO_FAR);
    let median = || Percentile::parse("50").map(Statistic::Percentile);
    let column = |name: &'t str| {
        let (when, measure) = match name {
            // Each row says it again.
            "User Count" if of.is_empty() => {
                (When::Always, measure("users", "", Statistic::Value, "users").range(Range::Whole))
            }
            "Requests/s" => (When::WithRates, latest("rps", Statistic::Rate, "req/s")),
            "Failures/s" => (When::WithRates, latest("errors", Statistic::Rate, "req/s")),
            REQUESTS => (When::Always, total("requests", Statistic::Count, "req").range(Range::Whole)),
            "Total Failure Count" => (When::Always, total("errors", Statistic::Count, "req").range(Range::Whole)),
            "Total Median Response Time" => {
                (When::WithRequests, Measure { within: Some(&ROUNDED), ..total("latency", median()?, "ms") })
            }
            "Total Average Response Time" => (When::WithRequests, total("latency", Statistic::Mean, "ms")),
            "Total Min Response Time" => (When::WithRequests, total("latency", Statistic::Min, "ms")),
            "Total Max Response Time" => (When::WithRequests, total("latency", Statistic::Max, "ms")),
            "Total Average Content Size" => (When::WithRequests, total("response_size", Statistic::Mean, "B")),
            percent => {
                let percentile = Percentile::parse(percent.strip_suffix('%')?)?;
                let latest = latest("latency", Statistic::Percentile(percentile), "ms");
                (When::WithTimes, Measure { within: Some(&ROUNDED), ..latest })
            }
        };
        Some(Column { name, measure, when })
    };
    table.columns.iter().filter_map(|name| column(name)).collect()
}

/// The request that a row is of, or nothing for the run.
fn of_row(row: &Row<'_>, index: &Index<'_>) -> String {
    match &*text(row, "Name", index) {
        "Aggregated" | "Total" => String::new(),
        name => request(&text(row, "Type", index), name),
    }
}

/// The times at which the run has requests and no rate: Locust counts one without the last two seconds, and
/// writes 0 until there is something before them.
fn rateless(table: &Table<'_>, index: &Index<'_>) -> BTreeSet<String> {
    let is_rateless = |row: &&Row<'_>| {
        of_row(row, index).is_empty() && is_zero(row, RATES[0], index) && !is_zero(row, REQUESTS, index)
    };
    table.rows.iter().filter(is_rateless).map(|row| text(row, "Timestamp", index).into_owned()).collect()
}

fn read_row(
    row: &Row<'_>,
    index: &Index<'_>,
    columns: &[Column<'_>],
    is_rateless: bool,
    transcript: &mut Transcript<'_>,
) -> Vec<Observation> {
    let has_requests = !is_zero(row, REQUESTS, index);
    // Where it has no times to tell of, Locust writes 0 for each percentile.
    let percentiles = || columns.iter().filter(|column| column.when == When::WithTimes);
    let has_times = has_requests && percentiles().any(|column| !is_zero(row, column.name, index));
    for column in columns {
        let is_there = match column.when {
            When::Always => true,
            When::WithRates => !is_rateless,
            When::WithTimes => has_times,
            When::WithRequests => has_requests,
        };
        // The largest of rounded times is no percentile.
        if is_there && column.name != "100%" {
            take(transcript, row, index, column.name, &column.measure);
        }
    }
    transcript.end_run().observations
}

fn is_zero(row: &Row<'_>, column: &str, index: &Index<'_>) -> bool {
    row.cell(column, index).and_then(|cell| Some(printed(cell.raw)?.value == 0.0)).unwrap_or_default()
}

fn text<'a>(row: &Row<'a>, column: &str, index: &Index<'_>) -> Cow<'a, str> {
    row.cell(column, index).map_or_else(Default::default, |cell| cell.text)
}
