//! Locust's statistics: a row a request, and one for all.

use super::{begins, place, request, take};
use crate::diagnostic::Code;
use crate::formats::json::collector::{Measure, Range};
use crate::formats::table::rows::{Row, Table};
use crate::formats::table::sheet;
use crate::formats::transcript::{Transcript, printed};
use crate::formats::{Content, Problem, Reader, Reading};
use crate::model::{LoadModel, Percentile, Statistic, Within};
use crate::units::Unit;

/// The reader of `…_stats.csv`.
pub struct Stats;

/// Locust counts times as two digits from 100 ms on, so that 105 counts as 100 or as 110.
pub(super) const ROUNDED: Within = Within { share: 0.05, words: "from times that Locust rounded" };
pub(super) const NO_REQUEST: &str = "no request was answered";

/// The columns that count, as Locust names them since 1.0 and as it named them before.
const REQUESTS: [&str; 2] = ["Request Count", "# requests"];
const FAILURES: [&str; 2] = ["Failure Count", "# failures"];

impl Reader for Stats {
    fn name(&self) -> &'static str {
        "locust-stats"
    }

    fn title(&self) -> &'static str {
        "Locust statistics CSV"
    }

    fn recognises(&self, content: &Content<'_>) -> bool {
        begins(content, &["Type", "Name", REQUESTS[0], FAILURES[0]])
            || begins(content, &["Type", "Name", REQUESTS[1], FAILURES[1]])
            || begins(content, &["Method", "Name", REQUESTS[1], FAILURES[1]])
    }

    fn read(&self, content: &Content<'_>) -> Reading {
        let mut table = sheet::read(content.text);
        let mut transcript = Transcript::new(content.text, content.text);
        transcript.problems.append(&mut table.problems);
        transcript.run.load = Some(LoadModel::Closed);
        let is_total = |row: &&Row<'_>| matches!(&*text(&table, row, "Name"), "Aggregated" | "Total");
        if let Some(total) = table.rows.iter().rfind(is_total) {
            read_row(&table, total, "", &mut transcript);
        } else {
            let message = "the row `Aggregated`, with which the statistics end, is not there";
            let problem = Problem::new(Code::Truncated, table.rows.last().map_or(table.header, place), message);
            transcript
                .problems
                .push(problem.help("take the file after the run has ended, or leave it out with `leave_out`"));
        }
        for row in table.rows.iter().filter(|row| !is_total(row)) {
            let method = text(&table, row, &table.columns[0]);
            let of = format!("{{{}}}", request(&method, &text(&table, row, "Name")));
            read_row(&table, row, &of, &mut transcript);
        }
        let run = transcript.end_run();
        transcript.finish("Locust", vec![run])
    }
}

/// Reads a row; `of` is the request in braces, or empty for the total.
fn read_row(table: &Table<'_>, row: &Row<'_>, of: &str, transcript: &mut Transcript<'_>) {
    let index = table.index();
    let measure = |name: &str, statistic, unit| Measure::new(&format!("{name}{of}"), statistic, Unit::named(unit));
    let count = |name| measure(name, Statistic::Count, "req").range(Range::Whole);
    let requests = column(table, &REQUESTS).map(|column| text(table, row, column));
    let is_answered = requests.as_deref().and_then(printed).is_none_or(|requests| requests.value > 0.0);
    let plain = [
        (&REQUESTS[..], count("requests")),
        (&FAILURES[..], count("errors")),
        (&["Requests/s"][..], measure("rps", Statistic::Rate, "req/s")),
        (&["Failures/s"][..], measure("errors", Statistic::Rate, "req/s")),
        (&["Average Content Size"][..], measure("response_size", Statistic::Mean, "B")),
    ];
    for (names, measure) in plain {
        if let Some(column) = column(table, names) {
            take(transcript, row, &index, column, &measure);
        }
    }
    for (column, statistic, within) in times(table) {
        let mut measure = measure("latency", statistic, "ms");
        measure.within = within;
        match is_answered {
            true => take(transcript, row, &index, column, &measure),
            false => transcript.absent(&measure, NO_REQUEST),
        }
    }
}

/// The columns that hold times. `100%` is the largest time, rounded, which has its own column.
fn times<'t>(table: &'t Table<'_>) -> Vec<(&'t str, Statistic, Option<&'static Within>)> {
    let of_column = |name: &'t str| {
        let statistic = match &*name.to_ascii_lowercase() {
            "average response time" => Statistic::Mean,
            "min response time" => Statistic::Min,
            "max response time" => Statistic::Max,
            "median response time" => Statistic::Percentile(Percentile::parse("50")?),
            "100%" => return None,
            percent => Statistic::Percentile(Percentile::parse(percent.strip_suffix('%')?)?),
        };
        let is_rounded = matches!(statistic, Statistic::Percentile(_));
        Some((name, statistic, is_rounded.then_some(&ROUNDED)))
    };
    table.columns.iter().filter_map(|name| of_column(name)).collect()
}

/// The column that has one of these names, in whatever case.
fn column<'t>(table: &'t Table<'_>, names: &[&str]) -> Option<&'t str> {
    let has_name = |column: &&str| names.iter().any(|name| column.eq_ignore_ascii_case(name));
    table.columns.iter().map(|column| &**column).find(has_name)
}

fn text<'a>(table: &Table<'a>, row: &Row<'a>, column: &str) -> std::borrow::Cow<'a, str> {
    row.cell(column, &table.index()).map_or_else(Default::default, |cell| cell.text)
}
