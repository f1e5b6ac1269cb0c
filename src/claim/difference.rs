//! What kind of difference a term is, and which way it counts.

use crate::evaluate::Term;
use crate::expression::Operator;
use crate::number::Direction;

/// Whether a term takes one share from another, so that the rest counts percentage points.
pub(super) fn is_of_shares(term: &Term) -> bool {
    match term {
        Term::Binary(Operator::Subtract, left, right) => has_inputs(left) && has_inputs(right),
        Term::Call(_, terms) => terms.iter().all(is_of_shares) && !terms.is_empty(),
        Term::Negative(inner) => is_of_shares(inner),
        Term::Input(_) | Term::Number(_) | Term::Binary(..) => false,
    }
}

/// What a relative difference is above 0 for: `a / b - 1` for what is higher, `1 - a / b` for what is lower.
pub(super) fn goes(term: &Term) -> Option<Direction> {
    match term {
        Term::Binary(Operator::Subtract, left, right) => match (&**left, &**right) {
            (Term::Number(_), Term::Binary(Operator::Divide, ..)) => Some(Direction::Down),
            (Term::Binary(Operator::Divide, ..), Term::Number(_)) => Some(Direction::Up),
            _ => None,
        },
        Term::Binary(Operator::Divide, difference, base) => match &**difference {
            Term::Binary(Operator::Subtract, _, old) if old == base => Some(Direction::Up),
            Term::Binary(Operator::Subtract, old, _) if old == base => Some(Direction::Down),
            _ => None,
        },
        Term::Negative(inner) => match goes(inner)? {
            Direction::Up => Some(Direction::Down),
            Direction::Down => Some(Direction::Up),
            Direction::Either => None,
        },
        _ => None,
    }
}

fn has_inputs(term: &Term) -> bool {
    let mut inputs = Vec::new();
    term.collect_inputs(&mut inputs);
    !inputs.is_empty()
}
