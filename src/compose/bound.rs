//! Bound figures in prose: `[29.45% lower](<= 1 - p99[json, kruda] / p99[json, fiber]>)`.

mod report;
mod retired;
mod stale;

use super::Desk;
use super::html::{Marks, escape, href};
use crate::claim::{self, ACKNOWLEDGEMENTS, Verdict};
use crate::diagnostic::{Code, Diagnostic};
use crate::evaluate::{Evaluated, Outcome, Scope, evaluate, relative};
use crate::expression::{self, Expression, Function, Node};
use crate::figure::{Draft, Format, Role};
use crate::metrics::MetricStatistic;
use crate::model::Kind;
use crate::number;
use crate::source::Span;
use crate::suggest;
use crate::suite::Suite;
use crate::units::Unit;
use crate::words::{Message, say};

/// A bound figure as it stands in the Markdown.
pub(super) struct Bound<'a> {
    /// The text of the link, as plain text.
    pub(super) text: &'a str,
    /// The text of the link, as HTML.
    pub(super) html: &'a str,
    /// The title of the link: an acknowledgement, or empty.
    pub(super) title: &'a str,
    /// The whole link.
    pub(super) span: Span,
    /// The expression, without `=` and what stands after `as`.
    pub(super) expression: Span,
    /// The unit after `as`.
    pub(super) unit: Option<&'a str>,
}

/// The expression that says that nothing in the evidence speaks of a claim.
const UNKNOWN: &str = "unknown";

/// The expression that says that a number needs no evidence.
const EXEMPT: &str = "exempt";

/// The expression that says that a text no longer stands: it is struck out, with the reason.
const WITHDRAWN: &str = "withdrawn";

impl Desk<'_> {
    /// A bound figure as HTML; what is wrong is reported, and the text stays as it is.
    pub(super) fn bound(&mut self, bound: &Bound<'_>) -> String {
        self.figures.at = bound.span;
        let plain = bound.html.to_owned();
        if self.page.source.slice(bound.expression).trim() == EXEMPT {
            return self.exempt(bound);
        }
        if self.page.source.slice(bound.expression).trim() == WITHDRAWN {
            return self.retired(bound);
        }
        let Some(suite) = self.suite else {
            self.without_suite("a figure is bound on a page that names no suite", bound.span);
            return plain;
        };
        if self.page.source.slice(bound.expression).trim() == UNKNOWN {
            return self.uncheckable(bound);
        }
        let parsed = match expression::parse(&self.page.source, bound.expression) {
            Ok(parsed) => parsed,
            Err(diagnostic) => {
                self.found.push(*diagnostic);
                return plain;
            }
        };
        let fixed = self.fixed.clone();
        let scope = Scope { suite, source: &self.page.source, fixed: &fixed };
        let parsed = match relative::settled(&scope, &parsed) {
            Ok(parsed) => parsed,
            Err(none) if none.code == Code::NoObservation && bound.text.trim().is_empty() => {
                let none = self.voice().element(&say("no_earlier_release"));
                return format!("<span class=\"missing\">{none}</span>");
            }
            Err(diagnostic) => {
                self.found.push(*diagnostic);
                return plain;
            }
        };
        match evaluate(&scope, &parsed).and_then(|outcome| self.in_unit(bound, outcome)) {
            Ok(outcome) if bound.text.trim().is_empty() => self.filled(suite, bound, &parsed, outcome),
            Ok(outcome) => self.claimed(suite, bound, &parsed, &outcome),
            Err(diagnostic) => {
                self.found.push(*diagnostic);
                plain
            }
        }
    }

    /// The outcome, when it can be shown in the unit after `as`.
    fn in_unit(&self, bound: &Bound<'_>, outcome: Outcome) -> Evaluated {
        let Some(unit) = bound.unit else { return Ok(outcome) };
        if Unit::is_known(unit) && Unit::named(unit).fits(outcome.unit()) {
            return Ok(outcome);
        }
        let message = format!("the value is in {}, which cannot be shown as `{unit}`", outcome.unit().words());
        let diagnostic = Diagnostic::error(Code::UnitMismatch, message).at(&self.page.source, bound.span);
        Err(Box::new(diagnostic.help("write a unit of the same kind after `as`, or none")))
    }

    /// A figure without a text: the value is filled in.
    fn filled(&mut self, suite: &Suite, bound: &Bound<'_>, parsed: &Expression, outcome: Outcome) -> String {
        if matches!(outcome, Outcome::Truths(_)) {
            self.found.push(
                Diagnostic::error(Code::ClaimNoNumber, "a statement has no value to fill in")
                    .at(&self.page.source, bound.span)
                    .help("write the statement as the text of the link"),
            );
            return String::new();
        }
        let format = format_of(suite, parsed, &outcome, bound.unit);
        let text = self.notation.rewrite(&format.text(suite, &outcome));
        let html = escape(&text);
        let draft = Draft {
            role: Role::Value,
            text,
            outcome,
            expression: parsed.to_string(),
            unit: format.unit,
            verdict: None,
            claimed: String::new(),
            reason: String::new(),
        };
        let index = self.figures.add(suite, draft);
        self.figure_html(suite, index, &html, Marks::default())
    }

    /// A figure with a text: the text is checked.
    fn claimed(&mut self, suite: &Suite, bound: &Bound<'_>, parsed: &Expression, outcome: &Outcome) -> String {
        let format = format_of(suite, parsed, outcome, bound.unit);
        let verdict = match claim::check(bound.text, outcome, format.unit, self.notation) {
            Ok(verdict) if verdict.holds() => match outcome.kind(suite) {
                Kind::Claimed => Verdict::OnClaims,
                Kind::Estimated => Verdict::OnEstimates,
                Kind::Measured | Kind::Transcribed => verdict,
            },
            Ok(verdict) => verdict,
            Err(mismatch) => {
                self.found.push(report::mismatched(&mismatch, bound).at(&self.page.source, bound.span));
                return bound.html.to_owned();
            }
        };
        let reason = self.acknowledgement(suite, bound, &verdict, outcome, format);
        let draft = |text: String, claimed: &str, reason| Draft {
            role: Role::Claim,
            text,
            outcome: outcome.clone(),
            expression: parsed.to_string(),
            unit: format.unit,
            verdict: Some(verdict.clone()),
            claimed: claimed.to_owned(),
            reason,
        };
        if verdict.holds() {
            let index = self.figures.add(suite, draft(bound.text.to_owned(), "", reason.clone()));
            let html = self.figure_html(suite, index, bound.html, Marks::default());
            // What the whole page says is not said again beside each claim.
            let beside = || format!(" {}", self.verdict_html(&verdict, &reason, None));
            return if bound.title.is_empty() { html } else { html + &beside() };
        }
        // What the evidence gives is the figure; what the author wrote is shown beside it.
        let is_number = !matches!(outcome, Outcome::Truths(_));
        let printed = self.in_words_of(bound.text, outcome, format);
        let text =
            if is_number { self.notation.rewrite(&printed.text(suite, outcome)) } else { self.say(&failing(&verdict)) };
        let index = self.figures.add(suite, draft(text.clone(), bound.text, reason.clone()));
        let lineage = escape(&href(suite, &self.root, &self.figures.list[index]));
        let given = self.figure_html(suite, index, &escape(&text), Marks::default());
        format!(
            "<a class=\"claim {class}\" href=\"{lineage}\">{html}</a> {beside}",
            class = verdict.class(),
            html = bound.html,
            beside = self.verdict_html(&verdict, &reason, Some(&given)),
        )
    }

    /// The author's reason for a claim that does not hold or rests on estimates; an error when there is none.
    fn acknowledgement(
        &mut self,
        suite: &Suite,
        bound: &Bound<'_>,
        verdict: &Verdict,
        outcome: &Outcome,
        format: Format,
    ) -> String {
        let source = &self.page.source;
        let (word, reason) = bound.title.split_once(':').unwrap_or((bound.title, ""));
        let (word, reason) = (word.trim(), reason.trim());
        if bound.title.is_empty() {
            let stated = [&self.page.estimates, &suite.manifest.estimates].into_iter().find(|text| !text.is_empty());
            return match verdict {
                Verdict::OnEstimates | Verdict::OnClaims if let Some(stated) = stated => stated.clone(),
                Verdict::OnEstimates | Verdict::OnClaims => {
                    self.found.push(report::on_estimates(suite, outcome).at(source, bound.span));
                    String::new()
                }
                verdict if verdict.holds() => String::new(),
                _ => {
                    let diagnostic = report::contradiction(
                        suite,
                        bound,
                        verdict,
                        outcome,
                        self.in_words_of(bound.text, outcome, format),
                    );
                    let edit = stale::edit(source, bound, outcome, format, self.notation);
                    self.found.push(diagnostic.at(source, bound.span).edit_if(edit));
                    String::new()
                }
            };
        }
        let problem = if !ACKNOWLEDGEMENTS.contains(&word) {
            let help = suggest::help(word, ACKNOWLEDGEMENTS);
            Some((format!("`{word}` acknowledges nothing"), help))
        } else if !verdict.acknowledged_by(word) {
            let message = format!("the claim is acknowledged as `{word}`, but the verdict is `{}`", verdict.words());
            Some((message, Some("remove or correct the title of the link".to_owned())))
        } else if reason.is_empty() {
            Some(("the acknowledgement gives no reason".to_owned(), Some(format!("write `\"{word}: why\"`"))))
        } else {
            None
        };
        if let Some((message, help)) = problem {
            self.found.push(Diagnostic::error(Code::ClaimAcknowledged, message).at(source, bound.span).help_if(help));
        }
        reason.to_owned()
    }

    /// What the evidence gives, in the unit that the author wrote: −50.7 % against `−53 %`.
    fn in_words_of(&self, claimed: &str, outcome: &Outcome, format: Format) -> Format {
        let printed = number::read_in(claimed, self.notation).numbers.iter().find_map(|printed| printed.unit);
        let fits = |unit: &Unit| match outcome {
            Outcome::Values(elements) => elements.iter().all(|element| element.quantity.unit.fits(*unit)),
            Outcome::Range(ends) => ends.0.quantity.unit.fits(*unit),
            Outcome::Truths(_) => false,
        };
        match printed.filter(|unit| *unit != format.unit).filter(fits) {
            Some(unit) => Format { unit, decimals: None },
            None => format,
        }
    }

    /// A number that needs no evidence: its text, and no figure.
    fn exempt(&mut self, bound: &Bound<'_>) -> String {
        if bound.title.trim().is_empty() {
            self.found.push(
                Diagnostic::error(Code::ClaimAcknowledged, "a number that needs no evidence needs a reason")
                    .at(&self.page.source, bound.span)
                    .help("give it as the link's title: `[85 %](<= exempt> \"why\")`"),
            );
        }
        bound.html.to_owned()
    }

    /// A claim that nothing in the evidence speaks of: shown with its verdict, and no figure.
    fn uncheckable(&mut self, bound: &Bound<'_>) -> String {
        let reason = bound.title.strip_prefix("not checkable:").map(str::trim).filter(|reason| !reason.is_empty());
        let Some(reason) = reason else {
            self.found.push(
                Diagnostic::error(Code::ClaimAcknowledged, "a claim that cannot be checked needs a reason")
                    .at(&self.page.source, bound.span)
                    .help("give it as the link's title: `\"not checkable: why\"`"),
            );
            return bound.html.to_owned();
        };
        self.unchecked += 1;
        format!(
            "<span class=\"claim uncheckable\">{}</span> {}",
            bound.html,
            self.verdict_html(&Verdict::NotCheckable, reason, None)
        )
    }

    /// A verdict beside its claim, with the reason that its author gives, and the figure that the evidence gives.
    fn verdict_html(&self, verdict: &Verdict, reason: &str, given: Option<&str>) -> String {
        let (voice, class) = (self.voice(), verdict.class());
        let said = voice.html(&say("labelled").with("label", verdict.message()).with("of", reason));
        let given = given.map(|given| voice.markup("the_evidence_gives", &[("verdict", &said), ("given", given)]));
        format!("<span class=\"verdict {class}\">{}</span>", given.unwrap_or(said))
    }
}

fn failing(verdict: &Verdict) -> Message {
    match verdict {
        Verdict::InPart { holding, failing } => {
            say("it_for_some").with("n", holding.len()).with("all", holding.len() + failing.len())
        }
        _ => say("the_opposite"),
    }
}

/// The unit and digits in which an expression's values are shown.
pub(super) fn format_of(suite: &Suite, parsed: &Expression, outcome: &Outcome, wanted: Option<&str>) -> Format {
    let unit = match outcome {
        Outcome::Values(elements) => elements.first().map(|element| element.quantity.unit),
        Outcome::Range(ends) => Some(ends.0.quantity.unit),
        Outcome::Truths(_) => None,
    };
    let unit = unit.unwrap_or(Unit::none());
    if let Some(wanted) = wanted.map(Unit::named).filter(|wanted| wanted.fits(unit)) {
        return Format { unit: wanted, decimals: None };
    }
    match shown_metric(suite, parsed) {
        Some(metric) => {
            let shown = suite.shown(&metric, unit);
            if shown.unit.fits(unit) {
                Format { unit: shown.unit, decimals: shown.digits }
            } else {
                Format { unit, decimals: None }
            }
        }
        None => Format { unit, decimals: None },
    }
}

/// The metric that an expression is a value of: a selection, or an aggregate of one.
pub(super) fn shown_metric(suite: &Suite, parsed: &Expression) -> Option<MetricStatistic> {
    match &parsed.node {
        Node::Selection(selection) => {
            let only = |metric: &MetricStatistic| match suite.statistics(&metric.metric)[..] {
                [(statistic, _)] => MetricStatistic { statistic: Some(statistic), ..metric.clone() },
                _ => metric.clone(),
            };
            let metric = &selection.metric;
            Some(if metric.statistic.is_none() { only(metric) } else { metric.clone() })
        }
        Node::Call(function, arguments)
            if function.aggregates() && *function != Function::Count
                || matches!(function, Function::Pooled | Function::Samples) =>
        {
            shown_metric(suite, arguments.first()?)
        }
        Node::Negative(inner) | Node::Over(inner, _) => shown_metric(suite, inner),
        _ => None,
    }
}
