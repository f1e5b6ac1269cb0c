//! A part of a suite: what a `where` fixes, in the words of the suite.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{RunRef, Suite};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::Dimensions;
use crate::source::{Source, Span};
use crate::suggest;

/// Names and values of a `where`, understood in the words of a suite; what is unknown is reported.
pub fn understand(
    suite: &Suite,
    source: &Arc<Source>,
    pairs: &[(String, String, Span)],
    found: &mut Diagnostics,
) -> Dimensions {
    let mut fixed = Dimensions::new();
    for pair in pairs {
        match understood(suite, pair) {
            Ok((name, value)) => drop(fixed.insert(name, value)),
            Err(unknown) => found.push(unknown.at(source, pair.2)),
        }
    }
    fixed
}

/// The same of pairs that may give a dimension several values: what is fixed, and of which dimensions some values are
/// meant, each with the place of one.
pub fn choose(
    suite: &Suite,
    source: &Arc<Source>,
    pairs: &[(String, String, Span)],
    found: &mut Diagnostics,
) -> (Dimensions, Choices) {
    let mut all = Choices::new();
    for pair in pairs {
        match understood(suite, pair) {
            Ok((name, value)) => drop(all.entry(name).or_insert_with(|| (BTreeSet::new(), pair.2)).0.insert(value)),
            Err(unknown) => found.push(unknown.at(source, pair.2)),
        }
    }
    let (fixed, several): (Choices, Choices) = all.into_iter().partition(|(_, (values, _))| values.len() == 1);
    let fixed = fixed.into_iter().filter_map(|(name, (values, _))| Some((name, values.into_iter().next()?)));
    (fixed.collect(), several)
}

/// Values of dimensions, and where one of them is given.
pub type Choices = BTreeMap<Arc<str>, (BTreeSet<Arc<str>>, Span)>;

fn understood(
    suite: &Suite,
    (name, word, _): &(String, String, Span),
) -> Result<(Arc<str>, Arc<str>), Box<Diagnostic>> {
    let vocabulary = &suite.vocabulary;
    let dimension = vocabulary.dimension(name).ok_or_else(|| {
        let message = format!("the suite `{}` has no dimension `{name}`", suite.name);
        let help = suggest::help(name, vocabulary.dimensions.iter().map(|d| &*d.name));
        Box::new(Diagnostic::error(Code::UnknownDimension, message).help_if(help))
    })?;
    let value = vocabulary.value_of(&dimension.name, word).ok_or_else(|| {
        let help = suggest::help(word, dimension.values.iter().map(|value| &*value.name));
        Box::new(Diagnostic::error(Code::UnknownValue, format!("`{name}` has no value `{word}`")).help_if(help))
    })?;
    Ok((Arc::clone(&dimension.name), value))
}

/// Checks the `where` of every condition, and writes its values as the evidence does.
pub(super) fn settle_conditions(suite: &mut Suite, found: &mut Diagnostics) {
    // The conditions of one `[[conditions.when]]` share its pairs: each is looked at once.
    let mut settled: BTreeMap<Span, Option<[String; 2]>> = BTreeMap::new();
    let mut conditions = std::mem::take(&mut suite.manifest.conditions);
    for pair in conditions.iter_mut().flat_map(|condition| &mut condition.when) {
        let own = settled.entry(pair.2).or_insert_with(|| {
            let fixed = understand(suite, &suite.source, std::slice::from_ref(pair), found);
            fixed.into_iter().next().map(|(name, value)| [name.to_string(), value.to_string()])
        });
        if let Some([name, value]) = own {
            (pair.0, pair.1) = (name.clone(), value.clone());
        }
    }
    suite.manifest.conditions = conditions;
    found.extend(of_no_run(suite));
}

/// A part that conditions are stated for, and that no run is of, although the suite knows its names: each once.
fn of_no_run(suite: &Suite) -> Vec<Diagnostic> {
    let parts = suite.manifest.conditions.iter().map(|condition| condition.when.as_slice());
    let parts: BTreeSet<&[(String, String, Span)]> = parts.filter(|part| !part.is_empty()).collect();
    let has = |run: &RunRef<'_>, (name, value, _): &(String, String, Span)| {
        run.dimensions.get(name).is_some_and(|own| **own == **value)
    };
    let is_known = |(name, value, _): &(String, String, Span)| suite.vocabulary.value_of(name, value).is_some();
    let is_empty = |part: &&[(String, String, Span)]| {
        part.iter().all(is_known) && !suite.runs.iter().any(|run| part.iter().all(|pair| has(&run, pair)))
    };
    let told = parts.into_iter().filter(|_| !suite.runs.is_empty()).filter(is_empty).map(|part| {
        let words: Vec<String> = part.iter().map(|(name, value, _)| format!("{name} = {value}")).collect();
        let message = format!("conditions are stated for `{}`, and no run is of it", words.join(", "));
        let span = part.last().map(|(.., span)| *span).unwrap_or_default();
        let told = Diagnostic::warning(Code::UnknownValue, message).at(&suite.source, span);
        told.help("correct the part, or take it out until it is measured")
    });
    told.collect()
}
