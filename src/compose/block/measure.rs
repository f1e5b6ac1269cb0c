//! What a table's column or a chart's axis measures: an expression, with how it is shown.

mod combinations;

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::compose::bound::{format_of, shown_metric};
use crate::diagnostic::{Code, Diagnostic};
use crate::evaluate::{self, Element, Evaluated, Outcome, Scope, evaluate, relative};
use crate::expression::{self, Expression, Function, Node, Pick, Values};
use crate::figure::Format;
use crate::metrics::{self, Better, MetricStatistic};
use crate::model::{Dimensions, Kind};
use crate::settings::{Context, Item, Keys, Setting};
use crate::source::Span;
use crate::suite::manifest::check_label;
use crate::suite::{SECOND, Suite};
use crate::units::Unit;
use crate::words::{Message, say, terms};
use combinations::Combinations;

/// An expression that is evaluated for each row of a table or mark of a chart.
#[derive(Debug, Clone)]
pub(super) struct Measure {
    pub(super) expression: Expression,
    /// The label; none where the metric's own is meant.
    label: Option<String>,
    unit: Option<Unit>,
    digits: Option<usize>,
    better: Option<Better>,
}

impl Measure {
    /// Understands `"p99"`, `"range(rps)"`, or `{ value = "p99", label = "…", unit = "s", digits = 1 }`.
    pub(super) fn read(context: &Context, setting: &Setting) -> Option<Self> {
        let Item::Table(table) = &setting.item else {
            return Self::parse(context, setting.span, setting.text()?);
        };
        let keys = Keys::new(context, table, "the column");
        let value = keys.required("value", setting.span).unwrap_or_default();
        let mut measure = Self::parse(context, keys.span("value"), &value);
        let label = keys.string("label").inspect(|label| check_label(context, label, &value, keys.span("label")));
        let unit = keys.string("unit").map(|unit| Unit::named(&unit));
        let digits = keys.digits("digits");
        let better = keys.string("better").and_then(|word| match word.as_str() {
            "higher" => Some(Better::Higher),
            "lower" => Some(Better::Lower),
            "neither" => Some(Better::Neither),
            _ => {
                let help = Some("`higher`, `lower` or `neither`".to_owned());
                context.error(Code::BadValue, keys.span("better"), format!("`{word}` is no way to be better"), help);
                None
            }
        });
        if let Some(measure) = &mut measure {
            (measure.label, measure.unit, measure.digits, measure.better) = (label, unit, digits, better);
        }
        keys.finish();
        measure
    }

    /// Understands an expression that stands at a span, in quotes or not.
    pub(super) fn parse(context: &Context, span: Span, text: &str) -> Option<Self> {
        match expression::parse(&context.source, context.within(span, text)) {
            Ok(expression) => Some(Self { expression, label: None, unit: None, digits: None, better: None }),
            Err(diagnostic) => {
                context.report(*diagnostic);
                None
            }
        }
    }

    /// A measure of a plain metric.
    pub(super) fn of(expression: Expression) -> Self {
        Self { expression, label: None, unit: None, digits: None, better: None }
    }

    /// The value for these dimensions.
    pub(super) fn evaluate(&self, suite: &Suite, context: &Context, fixed: &Dimensions) -> Evaluated {
        let outcome = evaluate(&Scope { suite, source: &context.source, fixed }, &self.expression)?;
        self.fitting(context, outcome)
    }

    /// The single values for these dimensions, each repeat by itself.
    pub(super) fn samples(&self, suite: &Suite, context: &Context, fixed: &Dimensions) -> Evaluated<Vec<Element>> {
        let samples = evaluate::samples(&Scope { suite, source: &context.source, fixed }, &self.expression)?;
        match self.fitting(context, Outcome::Values(samples))? {
            Outcome::Values(samples) => Ok(samples),
            _ => Ok(Vec::new()),
        }
    }

    /// An outcome, when its unit is of the kind that the column is to be in.
    fn fitting(&self, context: &Context, outcome: Outcome) -> Evaluated {
        let given = outcome.unit();
        match self.unit.filter(|unit| !unit.fits(given)) {
            Some(unit) => {
                let message = format!("the column is to be in `{unit}`, and its values are in {}", given.words());
                let diagnostic =
                    Diagnostic::error(Code::UnitMismatch, message).at(&context.source, self.expression.span);
                Err(Box::new(diagnostic.help("give a `unit` of the same kind, or leave it out")))
            }
            None => Ok(outcome),
        }
    }

    /// Whether a value is only missing in one place: one that the evidence has nowhere was not exported.
    pub(super) fn is_gap(&self, suite: &Suite, diagnostic: &Diagnostic) -> bool {
        let is_of_slices = |metric: &MetricStatistic| {
            suite.statistics_of_slices(&metric.metric).any(|statistic| metric.statistic.is_none_or(|s| s == statistic))
        };
        let is_there = |metric: &MetricStatistic| suite.places_of(metric).next().is_some() || is_of_slices(metric);
        diagnostic.code == Code::NoObservation
            && self.expression.selections().iter().all(|selection| is_there(&selection.metric))
    }

    /// How an outcome of it is shown.
    pub(super) fn format(&self, suite: &Suite, outcome: &Outcome) -> Format {
        let format = format_of(suite, &self.expression, outcome, self.unit.map(Unit::symbol));
        Format { decimals: self.digits.or(format.decimals), ..format }
    }

    /// The label for readers.
    pub(super) fn label(&self, suite: &Suite) -> Message {
        let own = self.label.as_ref().map(Message::from);
        own.unwrap_or_else(|| match shown_metric(suite, &self.expression) {
            Some(metric) => {
                let label = suite.shown(&metric, Unit::none()).label;
                if matches!(self.expression.node, Node::Call(..)) {
                    say("label_within").with("label", label).with("part", function_words(&self.expression))
                } else {
                    label
                }
            }
            None => self.expression.to_string().into(),
        })
    }

    /// What an axis of it shows, in words: "requests per second".
    pub(super) fn quantity(&self, suite: &Suite) -> Message {
        let metric = shown_metric(suite, &self.expression).filter(|_| self.label.is_none());
        let known = metric.and_then(|metric| metrics::find(&metric.metric)).filter(|known| known.name != "latency");
        known.map_or_else(|| self.label(suite), terms::quantity)
    }

    /// Which way it is better.
    pub(super) fn better(&self, suite: &Suite, unit: Unit) -> Better {
        let of_metric = || shown_metric(suite, &self.expression).map(|metric| suite.shown(&metric, unit).better);
        self.better.or_else(of_metric).unwrap_or(Better::Neither)
    }

    /// The keys of a table or chart: which combinations of values of these dimensions the evidence has, of which
    /// [`SECOND`] can be one where runs have slices of time.
    pub(super) fn keys(&self, suite: &Suite, fixed: &Dimensions, by: &[Arc<str>]) -> BTreeSet<Dimensions> {
        let is_second = |name: &&Arc<str>| ***name == *SECOND && suite.is_told_in_time();
        let (seconds, by): (Vec<&Arc<str>>, Vec<&Arc<str>>) = by.iter().partition(is_second);
        let mut keys = BTreeSet::new();
        for selection in self.expression.selections() {
            let combinations = Combinations::of(suite, selection, fixed, &by);
            match seconds[..] {
                [second, ..] => keys.extend(combinations.in_time(second)),
                [] => combinations.add_to(&mut keys),
            }
        }
        keys
    }

    /// The same with the dimensions that hold for a value.
    pub(super) fn at(&self, suite: &Suite, key: &Dimensions) -> Self {
        Self { expression: with_dimensions(&self.settled(suite, key), key), ..self.clone() }
    }

    /// The expression with the dimensions that hold for a value, as a reader can repeat it.
    pub(super) fn expression_for(&self, suite: &Suite, key: &Dimensions) -> String {
        with_dimensions(&self.settled(suite, key), key).to_string()
    }

    /// The expression with `previous` and the like by name.
    fn settled(&self, suite: &Suite, fixed: &Dimensions) -> Expression {
        let scope = Scope { suite, source: &suite.source, fixed };
        relative::settled(&scope, &self.expression).unwrap_or_else(|_| self.expression.clone())
    }
}

/// Reports that values which stand beside each other, in one column or chart, have units that do not fit.
pub(super) fn report_unlike(context: &Context, measure: &Measure, what: &str, [first, other]: [Unit; 2]) {
    let of = if what == "column" { "table" } else { what };
    let message = format!("one {what} has values in {} and in {}", first.words(), other.words());
    let help = format!("give what has another unit a {of} of its own, with `where`");
    context.error(Code::UnitMismatch, measure.expression.span, message, Some(help));
}

/// The change of a measure from one key to another.
pub(super) fn changed(suite: &Suite, measure: &Measure, [old, new]: [&Dimensions; 2]) -> Measure {
    let [new, old] = [new, old].map(|key| measure.at(suite, key).expression);
    let node = Node::Call(Function::Change, vec![new, old]);
    Measure::of(Expression { span: measure.expression.span, node })
}

fn function_words(expression: &Expression) -> &'static str {
    match &expression.node {
        Node::Call(function, _) => function.name(),
        _ => "",
    }
}

/// Adds what holds around an expression to each of its selections.
fn with_dimensions(expression: &Expression, key: &Dimensions) -> Expression {
    let inner = |expression: &Expression| Box::new(with_dimensions(expression, key));
    let node = match &expression.node {
        Node::Number(quantity) => Node::Number(*quantity),
        Node::Selection(selection) => {
            let mut selection = selection.clone();
            for (name, value) in key {
                if !selection.items.iter().any(|pick| pick.dimension.as_deref() == Some(&**name)) {
                    let dimension = Some(name.to_string());
                    selection.items.push(Pick {
                        dimension,
                        values: Values::One(value.to_string()),
                        span: expression.span,
                    });
                }
            }
            Node::Selection(selection)
        }
        Node::Call(function, arguments) => {
            Node::Call(*function, arguments.iter().map(|argument| with_dimensions(argument, key)).collect())
        }
        Node::Binary(operator, left, right) => Node::Binary(*operator, inner(left), inner(right)),
        Node::Negative(negative) => Node::Negative(inner(negative)),
        Node::Over(of, names) => Node::Over(inner(of), names.clone()),
    };
    Expression { span: expression.span, node }
}

/// The least and the greatest that an outcome may be, in a unit: twice the same for a single value.
pub(super) fn bounds(outcome: &Outcome, unit: Unit) -> Option<(f64, f64)> {
    match outcome {
        Outcome::Range(ends) => Some((ends.0.quantity.to(unit)?.value, ends.1.quantity.to(unit)?.value)),
        _ => single(outcome, unit).map(|value| (value, value)),
    }
}

/// Where a value stands in an order.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rank {
    /// Whether it was not measured: such values come after those that were.
    pub(super) apart: bool,
    /// The least and the greatest that it may be.
    pub(super) bounds: (f64, f64),
}

impl Rank {
    /// The rank of an outcome with a single value or a range.
    pub(super) fn of(suite: &Suite, outcome: &Outcome, unit: Unit) -> Option<Self> {
        Some(Self { apart: outcome.kind(suite) >= Kind::Estimated, bounds: bounds(outcome, unit)? })
    }

    /// The rank of a number.
    pub(super) fn number(value: f64) -> Self {
        Self { apart: false, bounds: (value, value) }
    }

    /// The order of two values, the better first and what is unknown last. A range stands where its worse end
    /// would: it is no worse than that.
    pub(super) fn compare(a: Option<Self>, b: Option<Self>, lower: bool) -> Ordering {
        let worse = |rank: Self| if lower { rank.bounds.1 } else { -rank.bounds.0 };
        let place = |rank: Option<Self>| rank.map_or((true, f64::INFINITY), |rank| (rank.apart, worse(rank)));
        let ((a_apart, a), (b_apart, b)) = (place(a), place(b));
        a_apart.cmp(&b_apart).then(a.total_cmp(&b))
    }
}

/// The single value of an outcome, in a unit: to rank it or draw it.
pub(super) fn single(outcome: &Outcome, unit: Unit) -> Option<f64> {
    match outcome {
        Outcome::Values(elements) => match &elements[..] {
            [Element { quantity, .. }] => quantity.to(unit).map(|quantity| quantity.value),
            _ => None,
        },
        _ => None,
    }
}
