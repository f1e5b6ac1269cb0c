//! `previous` and `latest` in selections: releases that are named by their place in the order.

use std::sync::Arc;

use super::{Evaluated, Scope};
use crate::diagnostic::{Code, Diagnostic};
use crate::expression::{Expression, Pick, Values};

/// The release before the one that holds here.
const PREVIOUS: &str = "previous";

/// The latest release that was not withdrawn.
const LATEST: &str = "latest";

/// The expression with the releases that it means by their own names. The code is that of a missing observation
/// where the release that holds has none before it.
pub fn settled(scope: &Scope<'_>, expression: &Expression) -> Evaluated<Expression> {
    let Some(dimension) = scope.suite.release_dimension() else { return Ok(expression.clone()) };
    let mut settled = expression.clone();
    let mut wrong = None;
    settled.for_each_pick(&mut |pick| {
        if let Err(diagnostic) = settle(scope, dimension, pick) {
            wrong.get_or_insert(diagnostic);
        }
    });
    wrong.map_or(Ok(settled), Err)
}

fn settle(scope: &Scope<'_>, dimension: &Arc<str>, pick: &mut Pick) -> Evaluated<()> {
    let vocabulary = &scope.suite.vocabulary;
    let is_release = |name: &String| vocabulary.dimension(name).is_some_and(|known| known.name == *dimension);
    let Values::One(word) = &pick.values else { return Ok(()) };
    let named = pick.dimension.as_ref().is_none_or(is_release);
    let is_relative = [PREVIOUS, LATEST].contains(&word.as_str());
    // A value that is called so is meant where the evidence has one.
    if !named || !is_relative || vocabulary.value_of(dimension, word).is_some() {
        return Ok(());
    }
    let fail = |code, message: String| Diagnostic::error(code, message).at(scope.source, pick.span);
    let found = if word == LATEST {
        let none = || Box::new(fail(Code::NoObservation, "every release was withdrawn".to_owned()));
        scope.suite.latest_release().ok_or_else(none)?
    } else {
        let Some(here) = scope.fixed.get(dimension) else {
            let message = format!("no `{dimension}` holds here, so that none is before it");
            let help = format!("name the release, or fix one with `where = {{ {dimension} = \"…\" }}`");
            return Err(Box::new(fail(Code::Ambiguous, message).help(help)));
        };
        let none = || Box::new(fail(Code::NoObservation, format!("no release is before `{here}`")));
        scope.suite.release_before(here).ok_or_else(none)?
    };
    (pick.dimension, pick.values) = (Some(dimension.to_string()), Values::One(found.to_string()));
    Ok(())
}
