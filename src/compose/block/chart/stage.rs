//! Where a chart is made: the page, the suite, and how figures become marks.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::chart::{Mark, Spot};
use crate::compose::Desk;
use crate::compose::block::legend::Provenance;
use crate::compose::block::measure::{Measure, changed, report_unlike, single};
use crate::compose::block::named_dimension;
use crate::compose::html::href;
use crate::diagnostic::{Code, Diagnostic};
use crate::evaluate::{Element, Outcome, Term};
use crate::expression::{Expression, Function, Node};
use crate::figure::{Draft, Format, Role};
use crate::model::{Dimensions, Kind};
use crate::number;
use crate::settings::{Context, Keys};
use crate::suite::{SECOND, Suite};
use crate::units::{Quantity, Unit};
use crate::words::{Message, say};

/// What the marks of a chart have in common, and the page that they are made for.
pub(super) struct Stage<'s, 'd> {
    pub(super) desk: &'s mut Desk<'d>,
    pub(super) suite: &'s Suite,
    pub(super) context: &'s Context,
    /// What holds for the whole block.
    pub(super) whole: Dimensions,
    /// What holds for the plot that is made: more, where the block is split into several.
    pub(super) fixed: Dimensions,
    /// The format of the first of several plots that stand beside each other, which all have.
    pub(super) shared: Option<OnceCell<Format>>,
}

/// A mark's figure: its place in the page's list, the mark for the picture, and what it is of.
pub(super) struct Drawn {
    pub(super) figure: usize,
    pub(super) mark: Mark,
    pub(super) outcome: Outcome,
    /// Both ends, where the evidence gives a range in place of a value.
    pub(super) spans: Option<(f64, f64)>,
}

/// A range over repeats: its ends in the unit of the chart, and its figure.
pub(super) struct Spread {
    pub(super) ends: (f64, f64),
    pub(super) figure: usize,
}

/// What to do where a mark would be of a range.
const RANGES: &str = "draw it with `kind = \"bars\"` or `kind = \"dots\"`, or take one of its ends, `latency.high`";

/// What to do where a mark would be of several values.
const SEVERAL: &str = "give the dimension as `groups` or `series` instead of `*`";

impl<'s> Stage<'s, '_> {
    /// The measure that a chart of that kind needs under `key`.
    pub(super) fn measure(&self, keys: &Keys<'_>, key: &'static str, example: &str) -> Option<Measure> {
        let kind = keys.string("kind").unwrap_or_default();
        match keys.get(key) {
            Some(setting) => Measure::read(self.context, setting),
            None => {
                let help = Some(format!("add `{key} = \"{example}\"`"));
                let message = format!("a chart of the kind `{kind}` needs `{key}`");
                self.context.error(Code::MissingKey, keys.span("kind"), message, help);
                None
            }
        }
    }

    /// A dimension that the block names under `key`.
    pub(super) fn dimension(&self, keys: &Keys<'_>, key: &'static str) -> Option<Arc<str>> {
        let name = keys.string(key)?;
        named_dimension(self.context, self.suite, &name, keys.span(key))
    }

    /// Keys of a dimension in its order; one empty key when no dimension is given.
    pub(super) fn keys_of(&self, measure: &Measure, dimension: Option<&Arc<str>>) -> Vec<Dimensions> {
        match dimension {
            Some(dimension) => self.keys_by(measure, &[Arc::clone(dimension)]),
            None => vec![Dimensions::new()],
        }
    }

    /// Keys of dimensions in their order: those of the whole block, so that plots beside each other have the same.
    pub(super) fn keys_by(&self, measure: &Measure, by: &[Arc<str>]) -> Vec<Dimensions> {
        let keys: BTreeSet<Dimensions> = measure.keys(self.suite, &self.whole, by);
        let mut keys: Vec<Dimensions> = keys.into_iter().collect();
        keys.sort_by(|a, b| self.suite.vocabulary.compare(a, b));
        keys
    }

    /// A message in the language of the page.
    pub(super) fn say(&self, message: &Message) -> String {
        self.desk.say(message)
    }

    /// What a measure is called, in the language of the page.
    pub(super) fn name(&self, measure: &Measure) -> String {
        self.say(&measure.label(self.suite))
    }

    /// What an axis of a measure shows, in the language of the page.
    pub(super) fn quantity(&self, measure: &Measure) -> String {
        self.say(&measure.quantity(self.suite))
    }

    /// What a reader calls a key.
    pub(super) fn label(&self, key: &Dimensions) -> String {
        let vocabulary = &self.suite.vocabulary;
        let Some(second) = vocabulary.second_of(key) else { return vocabulary.words_for(key) };
        let mut own = key.clone();
        own.remove(SECOND);
        let words = [vocabulary.words_for(&own), self.say(&say("second_of_run").with("second", &**second))];
        words.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(" · ")
    }

    /// The label of a dimension, to stand at the head of its values.
    pub(super) fn head(&self, dimension: Option<&Arc<str>>) -> String {
        let known = dimension.and_then(|name| self.suite.vocabulary.dimension(name));
        known.map_or(String::new(), |dimension| dimension.label.clone())
    }

    /// The number of a series' colour: that of the subject where the series are subjects, or where there
    /// is no series and all is of one subject.
    pub(super) fn colour(&self, key: &Dimensions, index: usize) -> usize {
        let subject = self.suite.subject_dimension();
        let key = if key.is_empty() { &self.fixed } else { key };
        let of_subject = key.iter().find(|(name, _)| subject.as_ref() == Some(*name));
        of_subject.map_or(index + 1, |(name, value)| self.suite.colour(name, value))
    }

    /// The format of all values, in which the first that there is is shown.
    pub(super) fn format(&self, measure: &Measure, keys: impl IntoIterator<Item = Dimensions>) -> Option<Format> {
        if let Some(format) = self.shared.as_ref().and_then(OnceCell::get) {
            return Some(*format);
        }
        let format = self.own_format(measure, keys)?;
        Some(*self.shared.as_ref().map_or(&format, |shared| shared.get_or_init(|| format)))
    }

    fn own_format(&self, measure: &Measure, keys: impl IntoIterator<Item = Dimensions>) -> Option<Format> {
        let mut failed: Option<Diagnostic> = None;
        for key in keys {
            match measure.evaluate(self.suite, self.context, &self.within(&key)) {
                Ok(outcome) => return Some(measure.format(self.suite, &outcome)),
                Err(diagnostic) => failed = Some(*diagnostic),
            }
        }
        let missing = || {
            Diagnostic::error(Code::UnknownBlock, "the chart has no values")
                .at(&self.context.source, measure.expression.span)
        };
        let failed = failed.or_else(|| self.not_there(measure));
        self.context.report(failed.unwrap_or_else(missing));
        None
    }

    /// What the evidence lacks of a measure that has no keys: its metric, or the statistic that is meant.
    fn not_there(&self, measure: &Measure) -> Option<Diagnostic> {
        let wrong = measure.evaluate(self.suite, self.context, &self.within(&Dimensions::new())).err();
        wrong.map(|wrong| *wrong).filter(|wrong| matches!(wrong.code, Code::NoObservation | Code::UnknownMetric))
    }

    /// What holds for a mark.
    pub(super) fn within(&self, key: &Dimensions) -> Dimensions {
        let mut fixed = self.fixed.clone();
        fixed.extend(key.clone());
        fixed
    }

    /// What a measure gives for a key; none where the evidence has a gap, and where it is wrong.
    pub(super) fn evaluate(&self, measure: &Measure, key: &Dimensions) -> Option<Outcome> {
        match measure.evaluate(self.suite, self.context, &self.within(key)) {
            Ok(outcome) => Some(outcome),
            Err(diagnostic) if measure.is_gap(self.suite, &diagnostic) => None,
            Err(diagnostic) => {
                self.context.report(*diagnostic);
                None
            }
        }
    }

    /// What a measure gives for a key, where it can be shown in the unit of the chart.
    pub(super) fn evaluate_in(&self, measure: &Measure, key: &Dimensions, unit: Unit) -> Option<Outcome> {
        let outcome = self.evaluate(measure, key)?;
        self.fits(measure, outcome.unit(), unit).then_some(outcome)
    }

    /// Whether a unit fits that of the chart; reports that it does not.
    pub(super) fn fits(&self, measure: &Measure, own: Unit, unit: Unit) -> bool {
        let fits = own.fits(unit);
        if !fits {
            report_unlike(self.context, measure, "chart", [unit, own]);
        }
        fits
    }

    /// The single values that a measure gives for a key; none where the evidence has a gap, and where it is wrong.
    pub(super) fn samples(&self, measure: &Measure, key: &Dimensions) -> Vec<Element> {
        match measure.samples(self.suite, self.context, &self.within(key)) {
            Ok(elements) => elements,
            Err(diagnostic) => {
                if !measure.is_gap(self.suite, &diagnostic) {
                    self.context.report(*diagnostic);
                }
                Vec::new()
            }
        }
    }

    /// Makes a figure of the page and a mark of what a measure gives for a key.
    pub(super) fn draw(&mut self, measure: &Measure, key: &Dimensions, format: Format, words: &str) -> Option<Drawn> {
        let outcome = self.evaluate_in(measure, key, format.unit)?;
        let Some(value) = single(&outcome, format.unit) else {
            let (message, help) = match outcome {
                Outcome::Range(_) => ("a mark needs one value, and the evidence gives a range", RANGES),
                _ => ("a mark needs one value, and the expression gives several", SEVERAL),
            };
            self.context.error(Code::UnknownBlock, measure.expression.span, message, Some(help.to_owned()));
            return None;
        };
        Some(self.drawn(measure, key, format, words, (outcome, value)))
    }

    /// The same for a kind of chart that can draw a range where the evidence gives no single value.
    pub(super) fn draw_wide(
        &mut self,
        measure: &Measure,
        key: &Dimensions,
        format: Format,
        words: &str,
    ) -> Option<Drawn> {
        // Only what is selected can be a range of the evidence; a mistake in it is reported once.
        let is_selection = matches!(measure.expression.node, Node::Selection(_));
        let fixed = self.within(key);
        let outcome = is_selection.then(|| measure.evaluate(self.suite, self.context, &fixed).ok()).flatten();
        match outcome.and_then(|outcome| Some((ends(&outcome, format.unit)?, outcome))) {
            Some((spans, outcome)) => {
                let drawn = self.drawn(measure, key, format, words, (outcome, spans.0));
                Some(Drawn { spans: Some(spans), ..drawn })
            }
            None => self.draw(measure, key, format, words),
        }
    }

    fn drawn(
        &mut self,
        measure: &Measure,
        key: &Dimensions,
        format: Format,
        words: &str,
        (outcome, value): (Outcome, f64),
    ) -> Drawn {
        let expression = measure.expression_for(self.suite, &self.within(key));
        let figure = self.figure(Role::Mark, outcome.clone(), expression, format);
        Drawn { figure, mark: self.mark(figure, value, words), outcome, spans: None }
    }

    /// Adds a figure to the page.
    pub(super) fn figure(&mut self, role: Role, outcome: Outcome, expression: String, format: Format) -> usize {
        let text = self.desk.notation.rewrite(&format.text(self.suite, &outcome));
        self.add(role, text, outcome, expression, format.unit)
    }

    fn add(&mut self, role: Role, text: String, outcome: Outcome, expression: String, unit: Unit) -> usize {
        let (verdict, claimed, reason) = (None, String::new(), String::new());
        self.desk.figures.add(self.suite, Draft { role, text, outcome, expression, unit, verdict, claimed, reason })
    }

    /// By how much a measure changed from one key to another, as a figure and a mark.
    pub(super) fn change(
        &mut self,
        measure: &Measure,
        before: &Dimensions,
        after: &Dimensions,
        words: &str,
    ) -> Option<(usize, Mark)> {
        let change = changed(self.suite, measure, [&self.within(before), &self.within(after)]);
        let outcome = self.evaluate(&change, &Dimensions::new())?;
        let value = single(&outcome, Unit::percent())?;
        let format = Format { unit: Unit::percent(), decimals: Some(1) };
        let text = self.desk.notation.rewrite(&format.text(self.suite, &outcome));
        let text = if value > 0.0 { format!("+{text}") } else { text };
        let figure = self.add(Role::Mark, text, outcome, change.expression.to_string(), format.unit);
        Some((figure, self.mark(figure, value, words)))
    }

    /// A figure as a mark.
    pub(super) fn mark(&self, figure: usize, value: f64, words: &str) -> Mark {
        let known = &self.desk.figures.list[figure];
        let title = say("labelled").with("label", &*number::signed(words)).with("of", &known.text);
        let kind = Provenance::Kind(known.kind);
        let title = Message::joined("comma", [title, known.statistic.clone()].into_iter().chain(kind.word_behind()));
        let withdrawn = known.inputs.iter().find_map(|input| self.suite.withdrawn(*input));
        let withdrawn = withdrawn.map(|withdrawn| say("withdrawn_why").with("why", &withdrawn.why));
        let title = Message::joined("semicolon", std::iter::once(title).chain(withdrawn));
        Mark {
            figure: known.id.clone(),
            href: href(self.suite, &self.desk.root, known),
            value,
            title: self.say(&title),
            text: known.text.clone(),
            sign: kind.sign(),
            is_anchor: false,
        }
    }

    /// A drawn figure as a spot, with a range over repeats.
    pub(super) fn spot(&self, drawn: Drawn, range: Option<(f64, f64)>) -> Spot {
        let firm = !matches!(drawn.outcome.kind(self.suite), Kind::Estimated | Kind::Claimed);
        Spot { mark: drawn.mark, range, firm, spans: drawn.spans.is_some() }
    }

    /// The range of what a mark is of: what an expression gives, or from the smallest to the
    /// largest of the repeats that the mark is the median of.
    pub(super) fn spread(
        &mut self,
        given: Option<&Measure>,
        measure: &Measure,
        key: &Dimensions,
        drawn: &Drawn,
        format: Format,
    ) -> Option<Spread> {
        let (outcome, expression) = match given {
            Some(given) => (self.evaluate(given, key)?, given.expression_for(self.suite, &self.within(key))),
            None => {
                let expression = Expression {
                    span: measure.expression.span,
                    node: Node::Call(Function::Range, vec![measure.expression.clone()]),
                };
                let range = Measure::of(expression);
                (
                    of_repeats(self.suite, &drawn.outcome, format.unit)?,
                    range.expression_for(self.suite, &self.within(key)),
                )
            }
        };
        let ends = ends(&outcome, format.unit);
        if let (None, Some(given)) = (ends, given) {
            let message = "this gives no range, or none in the unit of the chart";
            let help = Some("for example `range(rps)`, or `range(rps.low, rps.high)`".to_owned());
            self.context.error(Code::UnknownBlock, given.expression.span, message, help);
        }
        Some(Spread { ends: ends?, figure: self.figure(Role::Value, outcome, expression, format) })
    }
}

/// The ends of a range in a unit.
fn ends(outcome: &Outcome, unit: Unit) -> Option<(f64, f64)> {
    let Outcome::Range(ends) = outcome else { return None };
    Some((ends.0.quantity.to(unit)?.value, ends.1.quantity.to(unit)?.value))
}

/// From the smallest to the largest of the repeats that a median is of.
fn of_repeats(suite: &Suite, outcome: &Outcome, unit: Unit) -> Option<Outcome> {
    let (terms, values) = repeats(suite, outcome, unit)?;
    let end = |function: Function, value: f64| Element {
        key: Dimensions::new(),
        label: String::new(),
        quantity: Quantity { value, unit },
        term: Term::Call(function, terms.to_vec()),
    };
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    Some(Outcome::Range(Box::new((end(Function::Min, low), end(Function::Max, high)))))
}

/// The repeats that a median is of, and their values in a unit.
pub(super) fn repeats<'o>(suite: &Suite, outcome: &'o Outcome, unit: Unit) -> Option<(&'o [Term], Vec<f64>)> {
    let Outcome::Values(elements) = outcome else { return None };
    let [Element { term: Term::Call(Function::Median, terms), .. }] = &elements[..] else { return None };
    let value = |term: &Term| match term {
        Term::Input(input) => Some(suite.data[*input].observation.quantity().to(unit)?.value),
        _ => None,
    };
    Some((terms, terms.iter().map(value).collect::<Option<_>>()?))
}

/// The smallest and largest of the repeats that a median is of, in a unit.
pub(super) fn range_of(suite: &Suite, outcome: &Outcome, unit: Unit) -> Option<(f64, f64)> {
    of_repeats(suite, outcome, unit).and_then(|range| ends(&range, unit))
}
