//! Parts of a suite as authors name them: `where = { session = "reference" }`.

use std::sync::Arc;

use super::Suite;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::Dimensions;
use crate::source::{Source, Span};
use crate::suggest;

/// Names and values of a `where`, understood in the words of a suite.
pub fn understand_where(
    suite: &Suite,
    source: &Arc<Source>,
    pairs: &[(String, String, Span)],
    found: &mut Diagnostics,
) -> Dimensions {
    let vocabulary = &suite.vocabulary;
    let mut fixed = Dimensions::new();
    for (name, word, span) in pairs {
        let Some(dimension) = vocabulary.dimension(name) else {
            let message = format!("the suite `{}` has no dimension `{name}`", suite.name);
            let help = suggest::help(name, vocabulary.dimensions.iter().map(|d| &*d.name));
            found.push(Diagnostic::error(Code::UnknownDimension, message).at(source, *span).help_if(help));
            continue;
        };
        match vocabulary.value_of(&dimension.name, word) {
            Some(value) => {
                fixed.insert(Arc::clone(&dimension.name), value);
            }
            None => {
                let message = format!("`{name}` has no value `{word}`");
                let help = suggest::help(word, dimension.values.iter().map(|value| &*value.name));
                found.push(Diagnostic::error(Code::UnknownValue, message).at(source, *span).help_if(help));
            }
        }
    }
    fixed
}
