//! The block `compare`: what changed from one release to another, with the verdicts of the command `compare`.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::legend;
use super::measure::{Measure, single};
use super::releases::{Column, change_of, figure, needed, value};
use crate::comparison::{self, Comparison, Mean, Row, Settings, Side, Verdict};
use crate::compose::Desk;
use crate::compose::html::escape;
use crate::diagnostic::Code;
use crate::expression::{Expression, Function, Node, Operator, Selection};
use crate::figure::Format;
use crate::metrics::MetricStatistic;
use crate::model::Dimensions;
use crate::number;
use crate::render::view;
use crate::settings::{Context, Keys};
use crate::source::Span;
use crate::suite::Suite;
use crate::units::{Quantity, Unit};
use crate::words::{Message, Voice, say};

/// Two releases of a part of a suite.
struct Pair<'s> {
    suite: &'s Suite,
    dimension: Arc<str>,
    /// The earlier and the later release.
    releases: [Arc<str>; 2],
    /// What else holds.
    fixed: Dimensions,
    /// Where the block stands.
    span: Span,
}

/// By what the releases are judged.
struct Judged {
    settings: Settings,
    /// Conditions that may be unlike, each with its place.
    accepted: Vec<(String, Span)>,
    /// The metrics that are shown; none where all are.
    wanted: Option<BTreeSet<MetricStatistic>>,
}

/// Renders the block: `from` is the release before where none is given, `to` the one that holds, or else the latest.
pub(super) fn render(desk: &mut Desk<'_>, suite: &Suite, context: &Context, keys: Keys<'_>) -> String {
    let mut fixed = super::block_where(desk, suite, &keys);
    let caption = escape(&keys.string("caption").unwrap_or_default());
    let (span, wanted) = (keys.span("from"), metrics(suite, context, &keys));
    let settings = settings(context, &keys);
    let accepted = keys.strings("accept");
    let named = ["from", "to"].map(|key| keys.text(key).map(|word| (word, keys.span(key))));
    keys.finish();
    let Some(dimension) = needed(suite, context, span) else { return String::new() };
    let here = fixed.remove(&dimension);
    let [from, to] = named.map(|named| named.map(|(word, span)| release(context, suite, &dimension, &word, span)));
    let (Some(from), Some(to)) =
        (from.map_or(Some(None), |known| known.map(Some)), to.map_or(Some(None), |known| known.map(Some)))
    else {
        return String::new();
    };
    let Some(to) = to.or(here).or_else(|| suite.latest_release().cloned()) else { return String::new() };
    let id = desk.anchor("changes");
    let label = |name: &str| suite.vocabulary.label(&dimension, name).to_owned();
    let mut view = view::Changes {
        id,
        caption,
        from: String::new(),
        to: label(&to),
        moved: Vec::new(),
        counts: Vec::new(),
        rows: Vec::new(),
        means: Vec::new(),
        level: desk.notation.rewrite(&percent(settings.level)),
        least: desk.notation.rewrite(&percent(settings.least)),
        legend: view::Legend::default(),
    };
    if let Some(from) = from.or_else(|| suite.release_before(&to).cloned()) {
        view.from = label(&from);
        view.moved = suite.moved([&from, &to], &fixed);
        let pair = Pair { suite, dimension, releases: [from, to], fixed, span };
        let judged = Judged { settings, accepted, wanted };
        fill(desk, context, &pair, &judged, &mut view);
    }
    desk.template("blocks/compare.html", "changes", view)
}

/// The metrics that the block names; none where it names none.
fn metrics(suite: &Suite, context: &Context, keys: &Keys<'_>) -> Option<BTreeSet<MetricStatistic>> {
    let named = keys.strings("metrics");
    let mut wanted = BTreeSet::new();
    for (text, span) in &named {
        let metric = MetricStatistic::parse(text);
        let known = |known: &MetricStatistic| {
            known.metric == metric.metric && (metric.statistic.is_none() || known.statistic == metric.statistic)
        };
        let found: Vec<MetricStatistic> = suite.metrics().filter(known).collect();
        if found.is_empty() {
            let names: BTreeSet<String> = suite.metrics().map(|metric| metric.name()).collect();
            let help = crate::suggest::help(text, names.iter().map(String::as_str));
            let message = format!("the suite `{}` has no metric `{text}`", suite.name);
            context.error(Code::UnknownMetric, *span, message, help);
        }
        wanted.extend(found);
    }
    (!named.is_empty()).then_some(wanted)
}

/// How sure a change has to be and how large, as the options of the command say it.
fn settings(context: &Context, keys: &Keys<'_>) -> Settings {
    let read = |key, parse: fn(&str) -> Option<f64>, example: &str| {
        let text = keys.text(key)?;
        let value = parse(&text);
        if value.is_none() {
            let message = format!("`{text}` is no `{key}`");
            context.error(Code::BadValue, keys.span(key), message, Some(format!("write `{key} = {example}`")));
        }
        value
    };
    let usual = Settings::default();
    Settings {
        level: read("level", comparison::level, "0.01").unwrap_or(usual.level),
        least: read("least", comparison::share, "\"1%\"").unwrap_or(usual.least),
        noise: read("noise", comparison::share, "\"5%\"").unwrap_or(usual.noise),
        threshold: read("threshold", comparison::share, "\"10%\""),
        accepted: keys.strings("accept").into_iter().map(|(name, _)| name).collect(),
    }
}

/// The release that a block names; an unknown one is reported.
fn release(context: &Context, suite: &Suite, dimension: &str, word: &str, span: Span) -> Option<Arc<str>> {
    let known = suite.vocabulary.value_of(dimension, word).filter(|value| suite.releases().any(|name| name == value));
    if known.is_none() {
        let help = crate::suggest::help(word, suite.releases().map(|name| &**name));
        context.error(Code::UnknownValue, span, format!("there is no release `{word}`"), help);
    }
    known
}

/// Compares the two releases.
fn fill(desk: &mut Desk<'_>, context: &Context, pair: &Pair<'_>, judged: &Judged, view: &mut view::Changes) {
    let sides = pair.keys().each_ref().map(|key| Side::of_part(pair.suite, key));
    let mut compared = comparison::compare(&sides, judged.settings.clone());
    for (name, span) in judged.accepted.iter().filter(|(name, _)| !compared.conditions.contains(name)) {
        let help = crate::suggest::help(name, compared.conditions.iter().map(String::as_str));
        context.error(Code::BadValue, *span, format!("the evidence tells of no condition `{name}`"), help);
    }
    if let Some(wanted) = &judged.wanted {
        compared.rows.retain(|row| wanted.contains(&row.metric));
        compared.means.retain(|mean| wanted.contains(&mean.metric));
    }
    view.counts = compared
        .counts()
        .into_iter()
        .map(|(verdict, count)| desk.say(&say("counted_as").with("n", count).with("of", verdict.message())))
        .collect();
    let first = desk.figures.list.len();
    for row in &compared.rows {
        view.rows.push(pair.row(desk, context, row));
    }
    for mean in &compared.means {
        view.means.extend(pair.mean(desk, context, &compared, mean));
    }
    let (voice, figures) = (desk.voice(), &desk.figures.list[first..]);
    let given: BTreeSet<Verdict> = compared.rows.iter().map(|row| row.verdict).collect();
    let verdicts = given.into_iter().map(|verdict| mark(voice, verdict, &judged.settings)).collect();
    view.legend = view::Legend { verdicts, ..legend::of_kinds(voice, pair.suite, figures) };
}

/// A share as a percentage, with the digits that it has.
fn percent(share: f64) -> String {
    number::with_unit(&((share * 1e6).round() / 1e4).to_string(), Unit::percent())
}

/// The class of a verdict, and the sign that the style sheet draws before its words.
fn class(verdict: Verdict) -> (&'static str, &'static str) {
    match verdict {
        Verdict::Better => ("better", "✓"),
        Verdict::Worse => ("worse", "✗"),
        _ => ("open", ""),
    }
}

/// What a verdict means.
fn mark(voice: Voice<'_>, verdict: Verdict, settings: &Settings) -> view::LegendMark {
    let (class, sign) = class(verdict);
    let meaning = say(format!("means_{}", verdict.words().replace(' ', "_")));
    let meaning = meaning.with("noise", Message::Number(percent(settings.noise)));
    legend::mark(voice, (sign, class), &verdict.message(), &meaning)
}

impl Pair<'_> {
    /// What holds for each release.
    fn keys(&self) -> [Dimensions; 2] {
        self.releases.each_ref().map(|release| {
            let mut key = self.fixed.clone();
            key.insert(Arc::clone(&self.dimension), Arc::clone(release));
            key
        })
    }

    /// The value of a row, of either release.
    fn measure(&self, row: &Row) -> (Measure, [Dimensions; 2]) {
        let selection = Selection { metric: row.metric.clone(), metric_span: self.span, items: Vec::new() };
        let measure = Measure::of(Expression { span: self.span, node: Node::Selection(selection) });
        let keys = self.keys().map(|mut key| {
            key.extend(row.dimensions.clone());
            key
        });
        (measure, keys)
    }

    fn row(&self, desk: &mut Desk<'_>, context: &Context, row: &Row) -> view::ChangedRow {
        let (measure, keys) = self.measure(row);
        let column = Column { measure, context: Context::new(Arc::clone(&context.source)) };
        let mut at = |side: usize| {
            row.samples[side].as_ref().and_then(|_| value(desk, self.suite, &column, &keys[side])).unwrap_or_default()
        };
        let [old, new] = [at(0), at(1)];
        let change = row.change.and_then(|_| change_of(desk, self.suite, &column, [&keys[0], &keys[1]]));
        view::ChangedRow {
            metric: desk.say(&self.suite.shown(&row.metric, row.unit).label),
            of: row.words.clone(),
            old,
            new,
            change: change.unwrap_or_default(),
            class: class(row.verdict).0.to_owned(),
            verdict: desk.say(&row.why),
        }
    }

    /// The geometric mean of the changes of a metric, as a figure.
    fn mean(
        &self,
        desk: &mut Desk<'_>,
        context: &Context,
        compared: &Comparison,
        mean: &Mean,
    ) -> Option<view::ChangedMean> {
        let suite = self.suite;
        let node = |node| Expression { span: self.span, node };
        let is_member =
            |row: &&Row| row.metric == mean.metric && row.verdict.is_compared() && row.change.is_some_and(|c| c > -1.0);
        let members = compared.rows.iter().filter(|row| row.verdict != Verdict::NotJudged).filter(is_member);
        let ratio = |row: &Row| {
            let (measure, [old, new]) = self.measure(row);
            let [old, new] = [old, new].map(|key| Box::new(measure.at(suite, &key).expression));
            node(Node::Binary(Operator::Divide, new, old))
        };
        let each = node(Node::Call(Function::Each, members.map(ratio).collect()));
        let whole = Box::new(node(Node::Call(Function::Geomean, vec![each])));
        let one = Box::new(node(Node::Number(Quantity { value: 1.0, unit: Unit::none() })));
        let change = Measure::of(node(Node::Binary(Operator::Subtract, whole, one)));
        let outcome = change.evaluate(suite, context, &Dimensions::new()).ok()?;
        let sign = if single(&outcome, Unit::percent())? > 0.0 { "+" } else { "" };
        let text = Format { unit: Unit::percent(), decimals: Some(1) }.text(suite, &outcome);
        let shown = (outcome, change.expression.to_string(), Unit::percent());
        Some(view::ChangedMean {
            metric: desk.say(&suite.shown(&mean.metric, Unit::none()).label),
            change: figure(desk, suite, &format!("{sign}{text}"), shown),
            members: mean.members,
            left_out: mean.left_out,
        })
    }
}
