//! `suite.toml`: what the evidence of a suite is, and what held while it was measured.

pub mod disclosure;
mod json;
mod naming;
pub mod releases;
pub mod sessions;
mod sheet;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::pattern::Pattern;
use crate::diagnostic::{Code, Diagnostics};
use crate::formats::json::mapping as pointers;
use crate::formats::stream::Asked;
use crate::formats::{self, table};
use crate::metrics::{self, Better, MetricStatistic};
use crate::model::{Dimensions, Kind};
use crate::settings::{Context, Entry, Item, Keys, Setting, Table, parse};
use crate::source::{Source, Span};
use crate::units::Unit;

pub use disclosure::{Condition, Disclosure};
pub(crate) use naming::{check_label, one_name, percentile};
pub use releases::{Release, Releases};
pub use sessions::{Correction, Obligation, Session, Withdrawn};

/// What `suite.toml` says.
#[derive(Debug, Default)]
pub struct Manifest {
    /// The suite's title.
    pub title: String,
    /// When it was measured, `2026-09-12`; empty when not said.
    pub date: String,
    /// Which files are read, and how.
    pub evidence: Vec<Rule>,
    /// Dimensions that the manifest says something about, in its order.
    pub dimensions: Vec<Dimension>,
    /// How metrics are shown.
    pub metrics: Vec<Shown>,
    /// What was measured: versions, commits, links, by dimension value.
    pub subjects: Vec<Subject>,
    /// Sessions, in the order of the file.
    pub sessions: Vec<Session>,
    /// What held while measuring.
    pub conditions: Vec<Condition>,
    /// What else the author discloses.
    pub disclosure: Disclosure,
    /// What the figures do not establish.
    pub limitations: Vec<String>,
    /// What was corrected.
    pub corrections: Vec<Correction>,
    /// Values of the evidence that no longer stand.
    pub withdrawn: Vec<Withdrawn>,
    /// Releases of what is measured; none when it says nothing of them.
    pub releases: Option<Releases>,
    /// What is to be measured again.
    pub obligations: Vec<Obligation>,
    /// Why claims may rest on estimates; empty when not said.
    pub estimates: String,
}

/// Which files are read, and how.
#[derive(Debug)]
pub struct Rule {
    /// Patterns of paths below the suite, and where they stand in the manifest.
    pub files: Vec<(Pattern, Span)>,
    /// The reader, when the content does not tell.
    pub format: Option<String>,
    /// Patterns of paths and headings that are kept as evidence and not read.
    pub leave_out: Vec<Pattern>,
    /// The pattern of the headings of a collection of logs.
    pub sections: Option<Pattern>,
    /// Dimensions that all of it has.
    pub set: Dimensions,
    /// What the files say of their runs that becomes a dimension: `connections`, `url`.
    pub facts: Vec<String>,
    /// The fields by which single measurements are divided into runs; each becomes a dimension.
    pub by: Vec<String>,
    /// Metrics of a stream that are read beside latency and failures.
    pub metrics: Vec<String>,
    /// How its numbers came about, when not by measuring.
    pub kind: Option<Kind>,
    /// How a table is read.
    pub table: Option<table::Mapping>,
    /// How a JSON document of no known format is read.
    pub json: Option<pointers::Mapping>,
}

impl Rule {
    /// What is asked of a stream.
    pub fn asked(&self) -> Asked<'_> {
        Asked { by: &self.by, metrics: &self.metrics }
    }

    /// A key of the rule that is about streams only.
    pub fn key_of_streams(&self) -> Option<&'static str> {
        let keys = [("by", &self.by), ("metrics", &self.metrics)];
        keys.into_iter().find(|(_, asked)| !asked.is_empty()).map(|(key, _)| key)
    }
}

/// What the manifest says of a dimension.
#[derive(Debug, Clone, Default)]
pub struct Dimension {
    /// Its name.
    pub name: Arc<str>,
    /// Its label; the name when none is given.
    pub label: String,
    /// Whether its values are repetitions: aggregated, never ranked.
    pub repeat: bool,
    /// Its values in the order in which they are shown.
    pub values: Vec<Value>,
    /// Where it is named; nowhere when only the evidence has it.
    pub span: Span,
}

/// What the manifest says of a value of a dimension.
#[derive(Debug, Clone, Default)]
pub struct Value {
    /// The value.
    pub name: Arc<str>,
    /// Its label; the value when none is given.
    pub label: String,
    /// A smaller line below the label.
    pub note: String,
    /// What evidence and authors call it too.
    pub aliases: Vec<String>,
}

/// How a metric, or one of its statistics, is shown.
#[derive(Debug, Clone)]
pub struct Shown {
    /// Which.
    pub metric: MetricStatistic,
    /// The label in the head of a table.
    pub label: Option<String>,
    /// The unit on pages.
    pub unit: Option<Unit>,
    /// How many decimals.
    pub digits: Option<usize>,
    /// Which way is better.
    pub better: Option<Better>,
    /// Where it is named, and where its unit stands.
    pub spans: [Span; 2],
}

/// Something that was measured.
#[derive(Debug, Clone, Default)]
pub struct Subject {
    /// The value of the dimension it is.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The latest version that there is; empty when not said.
    pub latest: String,
    /// Its commit.
    pub commit: String,
    /// Where it is to be found.
    pub url: String,
    /// Where that stands.
    pub url_span: Span,
    /// Where it is named.
    pub span: Span,
    /// Where its version stands.
    pub version_span: Span,
}

/// Reads a manifest; what is wrong is reported and left out.
pub fn read(source: Arc<Source>) -> (Manifest, Diagnostics) {
    let context = Context::new(source);
    let root = parse::toml_file(&context);
    let keys = Keys::new(&context, &root, "`suite.toml`");
    let releases = releases::releases(&context, &keys);
    let manifest = Manifest {
        title: keys.required("title", keys.span("title")).unwrap_or_default(),
        date: keys.date("date").unwrap_or_default(),
        evidence: keys.tables("evidence").into_iter().map(|(table, span)| rule(&context, table, span)).collect(),
        dimensions: dimensions(&context, keys.table("dimensions")),
        metrics: shown_metrics(&context, keys.table("metrics")),
        subjects: subjects(&context, keys.table("subjects")),
        sessions: sessions::sessions(&context, &keys),
        conditions: disclosure::conditions(&context, keys.table("conditions")),
        disclosure: disclosure::disclosure(&context, &keys),
        limitations: keys
            .tables("limitations")
            .into_iter()
            .map(|(table, span)| limitation(&context, table, span))
            .collect(),
        corrections: sessions::corrections(&context, &keys),
        withdrawn: sessions::withdrawn(&context, &keys)
            .into_iter()
            .chain(releases.iter().flat_map(releases::withdrawn))
            .collect(),
        releases,
        obligations: sessions::obligations(&context, &keys),
        estimates: keys.string("estimates").unwrap_or_default(),
    };
    keys.finish();
    (manifest, context.found.into_inner())
}

fn rule(context: &Context, table: &Table, span: Span) -> Rule {
    let keys = Keys::new(context, table, "`[[evidence]]`");
    if !keys.has("files") {
        context.error(Code::MissingKey, span, "`[[evidence]]` has no `files`", Some("add `files = \"…\"`".to_owned()));
    }
    let kind = keys.string("kind").and_then(|name| {
        let kind = Kind::parse(&name);
        if kind.is_none() {
            unknown_value(context, keys.span("kind"), "kind", &name, Kind::ALL.map(Kind::name));
        }
        kind
    });
    let format = keys.string("format").filter(|name| {
        let known = formats::by_name(name).is_some();
        if !known {
            unknown_value(
                context,
                keys.span("format"),
                "format",
                name,
                formats::READERS.iter().map(|reader| reader.name()),
            );
        }
        known
    });
    let rule = Rule {
        files: patterns(context, &keys, "files"),
        format,
        leave_out: patterns(context, &keys, "leave_out").into_iter().map(|(pattern, _)| pattern).collect(),
        sections: patterns(context, &keys, "sections").pop().map(|(pattern, _)| pattern),
        set: keys.pairs("set").into_iter().map(|(name, value, _)| (name.into(), value.into())).collect(),
        facts: keys.strings("facts").into_iter().map(|(name, _)| name).collect(),
        by: keys.strings("by").into_iter().map(|(name, _)| name).collect(),
        metrics: keys.strings("metrics").into_iter().map(|(name, _)| name).collect(),
        kind,
        table: keys.table("table").map(|table| sheet::mapping(context, table, kind.unwrap_or_default())),
        json: keys
            .table("json")
            .map(|table| json::mapping(context, table, keys.span("json"), kind.unwrap_or_default())),
    };
    keys.finish();
    rule
}

fn unknown_value<'a>(context: &Context, span: Span, key: &str, value: &str, known: impl IntoIterator<Item = &'a str>) {
    let help = crate::suggest::help(value, known);
    context.error(Code::BadValue, span, format!("`{value}` is no `{key}`"), help);
}

fn patterns(context: &Context, keys: &Keys<'_>, key: &'static str) -> Vec<(Pattern, Span)> {
    let mut patterns = Vec::new();
    // The key is known to `keys` whatever its lifetime: it is a literal.
    for (text, span) in keys.strings(key) {
        match Pattern::parse(&text) {
            Ok(pattern) => patterns.push((pattern, span)),
            Err(why) => {
                let help = "a pattern is a path below the folder of `suite.toml`, such as `raw/{route}-{round}.txt`";
                context.error(Code::BadValue, span, format!("`{text}` is no pattern: {why}"), Some(help.to_owned()));
            }
        }
    }
    patterns
}

fn dimensions(context: &Context, table: Option<&Table>) -> Vec<Dimension> {
    let entries = table.map(|table| table.entries.as_slice()).unwrap_or_default();
    entries.iter().filter_map(|entry| dimension(context, entry)).collect()
}

fn dimension(context: &Context, entry: &Entry) -> Option<Dimension> {
    let Entry { key: name, value: setting, .. } = entry;
    let Item::Table(table) = &setting.item else {
        let help = Some(format!("write `[dimensions.{name}]` and its settings below"));
        context.error(Code::WrongType, setting.span, format!("`{name}` is no table"), help);
        return None;
    };
    let keys = Keys::new(context, table, "the dimension");
    let values = keys.table("values").map(|table| table.entries.as_slice()).unwrap_or_default();
    let dimension = Dimension {
        name: name.as_str().into(),
        span: entry.span,
        label: keys.string("label").unwrap_or_else(|| name.to_owned()),
        repeat: keys.bool("repeat").unwrap_or(false),
        values: values.iter().map(|entry| value(context, &entry.key, &entry.value)).collect(),
    };
    keys.finish();
    Some(dimension)
}

fn value(context: &Context, name: &str, setting: &Setting) -> Value {
    let plain = |label: &str| Value { name: name.into(), label: label.to_owned(), ..Value::default() };
    let Item::Table(table) = &setting.item else { return plain(setting.text().unwrap_or(name)) };
    let keys = Keys::new(context, table, "the value");
    let value = Value {
        note: keys.string("note").unwrap_or_default(),
        aliases: keys.strings("aliases").into_iter().map(|(alias, _)| alias).collect(),
        ..plain(&keys.string("label").unwrap_or_else(|| name.to_owned()))
    };
    keys.finish();
    value
}

fn shown_metrics(context: &Context, table: Option<&Table>) -> Vec<Shown> {
    let mut shown = Vec::new();
    for entry in table.map(|table| table.entries.as_slice()).unwrap_or_default() {
        let Item::Table(inner) = &entry.value.item else {
            let help = Some(format!("write `[metrics.{}]` and its settings below", entry.key));
            context.error(Code::WrongType, entry.value.span, format!("`{}` is no table", entry.key), help);
            continue;
        };
        let keys = Keys::new(context, inner, "the metric");
        let better = keys.string("better").and_then(|word| match word.as_str() {
            "higher" => Some(Better::Higher),
            "lower" => Some(Better::Lower),
            "neither" => Some(Better::Neither),
            _ => {
                unknown_value(context, keys.span("better"), "better", &word, ["higher", "lower", "neither"]);
                None
            }
        });
        shown.push(Shown {
            metric: shown_metric(&entry.key),
            label: keys.string("label").inspect(|label| check_label(context, label, &entry.key, keys.span("label"))),
            unit: keys.string("unit").map(|symbol| Unit::named(&symbol)),
            digits: keys.digits("digits"),
            better,
            spans: [entry.span, keys.span("unit")],
        });
        keys.finish();
    }
    shown
}

/// What a name under `[metrics]` speaks of: `rps` of all its statistics, `latency.p99` of this one.
fn shown_metric(name: &str) -> MetricStatistic {
    match metrics::find(name) {
        Some(known) => MetricStatistic { metric: known.name.into(), statistic: None },
        None => MetricStatistic::parse(name),
    }
}

fn subjects(context: &Context, table: Option<&Table>) -> Vec<Subject> {
    let mut subjects = Vec::new();
    for entry in table.map(|table| table.entries.as_slice()).unwrap_or_default() {
        let Item::Table(inner) = &entry.value.item else {
            let help = Some(format!("write `[subjects.{}]` and its settings below", entry.key));
            context.error(Code::WrongType, entry.value.span, format!("`{}` is no table", entry.key), help);
            continue;
        };
        let keys = Keys::new(context, inner, "the subject");
        let text = |key| keys.text(key).unwrap_or_default();
        subjects.push(Subject {
            name: entry.key.clone(),
            version: text("version"),
            latest: text("latest"),
            commit: text("commit"),
            url: text("url"),
            url_span: keys.span("url"),
            span: entry.span,
            version_span: keys.span("version"),
        });
        keys.finish();
    }
    subjects
}

fn limitation(context: &Context, table: &Table, span: Span) -> String {
    let keys = Keys::new(context, table, "`[[limitations]]`");
    let text = keys.required("text", span).unwrap_or_default();
    keys.finish();
    text
}

impl Manifest {
    /// Where subjects and releases are to be found, as written, each with its place in the file.
    pub fn addresses(&self) -> impl Iterator<Item = (&str, Span)> {
        let subjects = self.subjects.iter().map(|subject| (subject.url.as_str(), subject.url_span));
        subjects.chain(
            self.releases
                .iter()
                .flat_map(|releases| &releases.listed)
                .map(|release| (release.url.as_str(), release.url_span)),
        )
    }

    /// The conditions that hold for a part of the suite: later overrides win.
    pub fn conditions_for(&self, part: &[(String, String)]) -> BTreeMap<&str, &str> {
        let is_given = |(name, value): (&str, &str)| part.iter().any(|pair| (&*pair.0, &*pair.1) == (name, value));
        let holds = |condition: &&Condition| condition.when.iter().all(|(name, value, _)| is_given((name, value)));
        let holding = self.conditions.iter().filter(holds);
        holding.map(|condition| (condition.name.as_str(), condition.value.as_str())).collect()
    }
}
