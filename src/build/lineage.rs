//! How each derived figure of a page follows: what its lineage entries say.

use std::collections::BTreeMap;

use crate::claim::{Verdict, shown_value};
use crate::compose::{Composed, html};
use crate::evaluate::{Element, Outcome, Truth};
use crate::figure::Figure;
use crate::number;
use crate::render::view;
use crate::suite::Suite;
use crate::words::{Message, Voice, say};

/// One entry for each derived figure; figures that share an entry are the same.
pub(super) fn entries(suite: &Suite, composed: &Composed, root: &str, voice: Voice<'_>) -> Vec<view::Lineage> {
    let mut entries: BTreeMap<usize, &Figure> = BTreeMap::new();
    for figure in &composed.figures.list {
        if let Some(entry) = figure.lineage {
            entries.entry(entry).or_insert(figure);
        }
    }
    entries.into_iter().map(|(number, figure)| entry(suite, number, figure, (root, voice))).collect()
}

fn entry(suite: &Suite, number: usize, figure: &Figure, (root, voice): (&str, Voice<'_>)) -> view::Lineage {
    let verdict = figure.verdict.as_ref();
    view::Lineage {
        id: html::lineage_anchor(number),
        figure: figure.id.clone(),
        text: figure.text.clone(),
        claimed: figure.claimed.clone(),
        value: voice.say(&Message::joined("semicolon", values(figure))),
        unit: String::new(),
        statistic: voice.say(&figure.statistic),
        expression: figure.expression.clone(),
        verdict: verdict.map(|verdict| voice.say(&verdict.message())).unwrap_or_default(),
        verdict_class: verdict.map_or("", Verdict::class).to_owned(),
        reason: figure.reason.clone(),
        inputs: figure.inputs.iter().map(|input| input_view(suite, *input, root)).collect(),
    }
}

/// The values of a figure in full, each with what it is the value of.
fn values(figure: &Figure) -> Vec<Message> {
    let full =
        |element: &Element| Message::Number(shown_value(element.quantity.to(figure.unit).unwrap_or(element.quantity)));
    match &figure.outcome {
        Outcome::Values(elements) => elements.iter().map(|element| labelled(&element.label, full(element))).collect(),
        Outcome::Range(ends) => vec![full(&ends.0), full(&ends.1)],
        Outcome::Truths(truths) => truths.iter().map(truth).collect(),
    }
}

fn truth(truth: &Truth) -> Message {
    let holds = say(if truth.holds { "true" } else { "false" });
    let value = |quantity| Message::Number(shown_value(quantity));
    let sides = truth.sides.map(|(a, b)| say("one_against_other").with("a", value(a)).with("b", value(b)));
    labelled(
        &truth.label,
        match sides {
            Some(sides) => say("label_within").with("label", holds).with("part", sides),
            None => holds,
        },
    )
}

fn labelled(label: &str, value: Message) -> Message {
    if label.is_empty() { value } else { say("labelled").with("label", label).with("of", value) }
}

fn input_view(suite: &Suite, input: usize, root: &str) -> view::Input {
    let datum = &suite.data[input];
    let file = &suite.files[datum.file()];
    let observation = &datum.observation;
    let text = number::with_unit(suite.raw(input), observation.unit);
    view::Input {
        text,
        what: suite.vocabulary.words_for(suite.dimensions(input)),
        file: file.name.rsplit('/').next().unwrap_or(&file.name).to_owned(),
        locator: observation.locator.to_string(),
        line: file.source().map_or(0, |source| source.position(observation.span.start).line),
        href: html::evidence_href(suite, root, input),
        kind: observation.kind.name().to_owned(),
        withdrawn: suite.withdrawn(input).map_or_else(String::new, |withdrawn| withdrawn.why.clone()),
    }
}
