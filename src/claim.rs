//! Claims: does the text that an author wrote agree with what the evidence gives?

mod difference;

use crate::evaluate::{Element, Outcome, Truth};
use crate::number::{self, Direction, Notation, Printed, Qualifier};
use crate::units::{Quantity, Unit};
use crate::words::{Message, say};

/// What the evidence says of a claim.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// The printed number is the value, digit for digit, or the statement is true.
    Holds,
    /// The printed number is the value rounded to the digits printed.
    HoldsAfterRounding,
    /// It holds, and a value that it follows from was estimated or claimed, not measured.
    OnEstimates,
    /// It agrees with a value that was only ever claimed: nothing is offered to check that by.
    OnClaims,
    /// It holds for some of the values that it speaks of.
    InPart {
        /// The parts for which it holds.
        holding: Vec<String>,
        /// The parts for which it does not, with what the evidence gives.
        failing: Vec<String>,
    },
    /// The evidence gives something else.
    Contradicted {
        /// What the evidence gives.
        failing: Vec<String>,
    },
    /// Nothing in the evidence speaks of it.
    NotCheckable,
}

/// Why a text and an outcome cannot be compared at all.
#[derive(Debug, Clone, PartialEq)]
pub enum Mismatch {
    /// The text holds no number, and the outcome is no statement.
    NoNumber,
    /// The text holds several numbers that match nothing.
    Numbers(usize),
    /// The unit printed does not fit the unit of the value.
    Unit(Unit, Unit),
    /// A number is not written as the page's language writes numbers.
    Notation,
    /// The text says percentage points, and the expression is no difference of shares.
    Points,
    /// The text says percent, and the expression gives percentage points.
    Percent,
}

impl Verdict {
    /// Whether the text agrees with what the evidence gives.
    pub fn holds(&self) -> bool {
        matches!(self, Self::Holds | Self::HoldsAfterRounding | Self::OnEstimates | Self::OnClaims)
    }

    /// The verdict in words, as `figures.json` writes it.
    pub fn words(&self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::HoldsAfterRounding => "holds after rounding",
            Self::OnEstimates => "rests on estimates",
            Self::OnClaims => "no evidence offered",
            Self::InPart { .. } => "holds in part",
            Self::Contradicted { .. } => "contradicted",
            Self::NotCheckable => "not checkable",
        }
    }

    /// The verdict in words for readers.
    pub fn message(&self) -> Message {
        say(format!("verdict_{}", self.words().replace(' ', "_")))
    }

    /// The class that pages mark it with.
    pub fn class(&self) -> &'static str {
        match self {
            Self::Holds | Self::HoldsAfterRounding => "holds",
            Self::OnEstimates => "estimates",
            Self::OnClaims => "claims",
            Self::InPart { .. } => "partly",
            Self::Contradicted { .. } => "contradicted",
            Self::NotCheckable => "uncheckable",
        }
    }

    /// What an author writes before the colon to acknowledge it: `"contradicted: why"`.
    pub fn acknowledged_by(&self, word: &str) -> bool {
        match self {
            Self::Holds | Self::HoldsAfterRounding => false,
            Self::OnEstimates => word == "estimated",
            Self::OnClaims => matches!(word, "claimed" | "estimated"),
            Self::InPart { .. } => word == "partly",
            Self::Contradicted { .. } => word == "contradicted",
            Self::NotCheckable => word == "not checkable",
        }
    }
}

/// The words that acknowledge a verdict.
pub const ACKNOWLEDGEMENTS: [&str; 5] = ["contradicted", "partly", "estimated", "claimed", "not checkable"];

/// Compares a text with an outcome; `shown` is the unit in which pages show such values.
pub fn check(text: &str, outcome: &Outcome, shown: Unit, notation: Notation) -> Result<Verdict, Mismatch> {
    if let Outcome::Truths(truths) = outcome {
        return Ok(statement(truths));
    }
    let prose = number::read_in(text, notation);
    kinds_fit(&prose.numbers, outcome)?;
    let comparison = Comparison { shown };
    match (outcome, &prose.numbers[..]) {
        (_, []) => Err(Mismatch::NoNumber),
        (Outcome::Range(ends), [low, high]) if high.ends_range => {
            let parts = [(low, ends.0.quantity, "low end"), (high, ends.1.quantity, "high end")];
            let parts = parts.map(|(printed, quantity, label)| comparison.end(printed, quantity, label));
            Ok(sum_up(parts.into_iter().collect::<Result<_, _>>()?))
        }
        (Outcome::Range(ends), [one]) => {
            let parts = [(ends.0.quantity, "low end"), (ends.1.quantity, "high end")];
            let parts = parts.map(|(quantity, label)| comparison.end(one, quantity, label));
            Ok(sum_up(parts.into_iter().collect::<Result<_, _>>()?))
        }
        (Outcome::Values(elements), [one]) => comparison.each(elements, |_| (one, one)),
        (Outcome::Values(elements), [low, high]) if high.ends_range => comparison.each(elements, |_| (low, high)),
        (Outcome::Values(elements), numbers) if numbers.len() == elements.len() => {
            comparison.each(elements, |index| (&numbers[index], &numbers[index]))
        }
        (_, numbers) => Err(Mismatch::Numbers(numbers.len())),
    }
}

fn statement(truths: &[Truth]) -> Verdict {
    let part = |truth: &Truth| {
        let sides = truth.sides.map(|(a, b)| format!("{} against {}", shown_value(a), shown_value(b)));
        let label = [truth.label.clone(), sides.unwrap_or_default()].into_iter().filter(|text| !text.is_empty());
        Part { label: label.collect::<Vec<_>>().join(": "), agrees: truth.holds, exact: true }
    };
    sum_up(truths.iter().map(part).collect())
}

/// A value in full, for diagnostics and lineage.
pub fn shown_value(quantity: Quantity) -> String {
    let digits = format!("{}", quantity.value);
    let short = if digits.len() > 14 { format!("{:.6}…", quantity.value) } else { digits };
    number::with_unit(&short, quantity.unit)
}

struct Part {
    label: String,
    agrees: bool,
    exact: bool,
}

fn sum_up(parts: Vec<Part>) -> Verdict {
    let exact = parts.iter().all(|part| part.exact);
    let (holding, failing): (Vec<Part>, Vec<Part>) = parts.into_iter().partition(|part| part.agrees);
    let labels = |parts: Vec<Part>| parts.into_iter().map(|part| part.label).collect();
    match (holding.is_empty(), failing.is_empty()) {
        (_, true) if exact => Verdict::Holds,
        (_, true) => Verdict::HoldsAfterRounding,
        (true, false) => Verdict::Contradicted { failing: labels(failing) },
        (false, false) => Verdict::InPart { holding: labels(holding), failing: labels(failing) },
    }
}

/// Whether the numbers are of the kind that the expression gives: in the notation of the page, a percentage
/// of a relative difference, percentage points of a difference of shares.
fn kinds_fit(numbers: &[Printed], outcome: &Outcome) -> Result<(), Mismatch> {
    if numbers.iter().any(|printed| printed.value.is_nan()) {
        return Err(Mismatch::Notation);
    }
    let of_shares = outcome.unit().is_plain() && outcome.terms().into_iter().all(difference::is_of_shares);
    if !of_shares && numbers.iter().any(|printed| printed.points) {
        return Err(Mismatch::Points);
    }
    if of_shares && numbers.iter().any(|printed| printed.direction.is_some() && !printed.points) {
        return Err(Mismatch::Percent);
    }
    Ok(())
}

/// How texts are compared with values.
struct Comparison {
    shown: Unit,
}

impl Comparison {
    fn each<'a>(
        &self,
        elements: &[Element],
        printed: impl Fn(usize) -> (&'a Printed, &'a Printed),
    ) -> Result<Verdict, Mismatch> {
        let part = |(index, element): (usize, &Element)| {
            let (low, high) = printed(index);
            self.part(low, high, element)
        };
        Ok(sum_up(elements.iter().enumerate().map(part).collect::<Result<_, _>>()?))
    }

    /// A value in the unit that is printed.
    fn value(&self, printed: &Printed, quantity: Quantity) -> Result<Quantity, Mismatch> {
        let unit = printed.unit.unwrap_or(self.shown);
        convert(quantity, unit).ok_or(Mismatch::Unit(unit, quantity.unit))
    }

    /// Whether an end of a range is the number.
    fn end(&self, printed: &Printed, quantity: Quantity, label: &str) -> Result<Part, Mismatch> {
        let value = self.value(printed, quantity)?;
        let label = format!("{label}: {}", shown_value(value));
        Ok(Part { label, agrees: printed.agrees(value.value), exact: is_exact(printed, value.value) })
    }

    /// Whether a value is the number, or lies between two numbers, both ends rounded as they are printed.
    fn part(&self, low: &Printed, high: &Printed, element: &Element) -> Result<Part, Mismatch> {
        let value = self.value(high, element.quantity)?;
        let (agrees, exact) = if std::ptr::eq(low, high) {
            (low.agrees(value.value), is_exact(low, value.value))
        } else {
            let agrees = value.value >= low.value - low.tolerance() && value.value <= high.value + high.tolerance();
            let inside = low.value < value.value && value.value < high.value;
            (agrees, inside || low.is(value.value) || high.is(value.value))
        };
        let goes = high.direction.filter(|_| !high.points).and_then(|_| difference::goes(&element.term));
        let opposite = high.direction.zip(goes).is_some_and(|(said, goes)| said != goes && said != Direction::Either);
        let negative = high.direction.is_some() && value.value < 0.0;
        let given = match goes {
            Some(Direction::Down) if opposite => format!("{} of decrease", shown_value(value)),
            Some(_) if opposite => format!("{} of increase", shown_value(value)),
            _ => shown_value(value),
        };
        let label = if element.label.is_empty() { given } else { format!("{}: {given}", element.label) };
        Ok(Part { label, agrees: agrees && !opposite && !negative, exact })
    }
}

/// Whether nothing was rounded: the number is the value, or a bound that it keeps.
fn is_exact(printed: &Printed, value: f64) -> bool {
    let bound = !matches!(printed.qualifier, Qualifier::None | Qualifier::About | Qualifier::Almost);
    bound || printed.is(value)
}

/// A count of requests may be printed as a plain number, and the other way round.
fn convert(quantity: Quantity, unit: Unit) -> Option<Quantity> {
    let counts = quantity.unit.is_count() && unit.is_count() && (is_bare(quantity.unit) || is_bare(unit));
    quantity.to(unit).or(counts.then_some(Quantity { unit, ..quantity }))
}

/// Whether a unit says nothing: "3" and "3 times" of a count.
fn is_bare(unit: Unit) -> bool {
    unit.is_plain() && unit.base_scale() == Unit::none().base_scale()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::Term;
    use crate::expression::{Function, Operator};
    use crate::model::Dimensions;

    fn values(numbers: &[f64], unit: &str) -> Outcome {
        let unit = Unit::named(unit);
        let element = |value: &f64| {
            let quantity = Quantity { value: *value, unit };
            Element { key: Dimensions::new(), label: format!("case {value}"), quantity, term: Term::Number(quantity) }
        };
        Outcome::Values(numbers.iter().map(element).collect())
    }

    #[track_caller]
    fn verdict(text: &str, numbers: &[f64], unit: &str, expected: &str) {
        let found = check(text, &values(numbers, unit), Unit::named(unit), Notation::Point);
        assert_eq!(found.as_ref().map(Verdict::words), Ok(expected), "{text}: {found:?}");
    }

    #[test]
    fn claims_are_checked_at_the_precision_they_are_printed_in() {
        // The claims of two real pages, each sum worked out by hand.
        verdict("0.03% lower", &[1.0 - 816_186.87 / 816_411.19], "", "holds after rounding");
        verdict("29.45% lower", &[1.0 - 0.642 / 0.910], "", "holds after rounding");
        verdict("29.46% lower", &[1.0 - 0.642 / 0.910], "", "contradicted");
        verdict("7.23% lower", &[1.0 - 0.642 / 0.692], "", "holds after rounding");
        verdict("~1.8–1.9×", &[1.8104, 1.9074], "", "holds after rounding");
        verdict("~1.8–1.9×", &[2.152, 1.335], "", "contradicted");
        verdict("0.75–0.77×", &[0.984, 0.72], "", "contradicted");
        verdict("0.75–0.77×", &[0.7705, 0.984], "", "holds in part");
        verdict("7x", &[7.106], "", "holds after rounding");
        verdict("~2x", &[2.124, 2.03], "", "holds after rounding");
        verdict("~2x", &[2.124, 1.743], "", "holds after rounding");
        verdict("~2x", &[2.124, 1.49], "", "holds in part");
        verdict("201.5 ms", &[201.467_678], "ms", "holds after rounding");
        verdict("850,894.28", &[850_894.28], "req/s", "holds");
        verdict("0.642 ms", &[642.0], "µs", "holds");
        verdict("zero", &[0.0], "req", "holds");
    }

    #[test]
    fn units_must_fit() {
        let check = |text, outcome: &Outcome, unit| check(text, outcome, unit, Notation::Point);
        let found = check("12 ms", &values(&[12.0], "req/s"), Unit::named("req/s"));
        assert_eq!(found, Err(Mismatch::Unit(Unit::named("ms"), Unit::named("req/s"))));
        assert_eq!(check("a lot", &values(&[12.0], "ms"), Unit::named("ms")), Err(Mismatch::NoNumber));
        assert_eq!(check("1 of 2", &values(&[1.0], ""), Unit::none()), Err(Mismatch::Numbers(2)));
    }

    #[test]
    fn qualifiers_change_the_check() {
        // Number, values for which it holds, values for which it does not.
        let cases: [(&str, &[f64], &[f64]); 12] = [
            ("less than 5 ms", &[4.99, 0.0], &[5.0, 5.01]),
            ("under 5 ms", &[4.99], &[5.0]),
            ("at most 5 ms", &[5.0, 4.0], &[5.01]),
            ("up to 5 ms", &[5.0], &[5.4]),
            ("more than 5 ms", &[5.01, 900.0], &[5.0, 4.99]),
            ("at least 5 ms", &[5.0], &[4.99]),
            ("about 200 ms", &[151.0, 249.0], &[149.0, 251.0]),
            ("roughly 210 ms", &[206.0, 214.0], &[204.0, 216.0]),
            ("near 5 ms", &[4.6, 5.4], &[5.6]),
            ("almost 200 ms", &[151.0, 200.0], &[201.0, 149.0]),
            ("nearly 5 ms", &[4.6, 5.0], &[5.1, 4.4]),
            ("no errors for 0 ms", &[0.4], &[0.6]),
        ];
        for (text, good, bad) in cases {
            let holds = |value: f64| check(text, &values(&[value], "ms"), Unit::named("ms"), Notation::Point);
            assert!(good.iter().all(|value| holds(*value).expect("it is checked").holds()), "{text}");
            assert!(bad.iter().all(|value| !holds(*value).expect("it is checked").holds()), "{text}");
        }
    }

    #[test]
    fn words_are_checked_as_numbers() {
        verdict("half the rate", &[0.46], "", "holds after rounding");
        verdict("half the rate", &[0.56], "", "contradicted");
        verdict("half a second", &[500.0], "ms", "holds");
        verdict("twice as many", &[1.9], "", "holds after rounding");
        verdict("three times", &[3.0], "", "holds");
        verdict("three times", &[3.0], "req", "holds");
        verdict("less than twice", &[2.1], "", "contradicted");
        verdict("none", &[0.0], "req", "holds");
        verdict("no request failed", &[1.0], "req", "contradicted");
        // "None" is not 0.3 % of them.
        verdict("none", &[0.003], "", "contradicted");
    }

    fn term(operator: Operator, left: Term, right: Term) -> Term {
        Term::Binary(operator, Box::new(left), Box::new(right))
    }

    /// `1 - a/b`, `a/b - 1` and `(a - b)/b` of two observations, and `a - b`.
    fn differences() -> [Term; 4] {
        let ratio = || term(Operator::Divide, Term::Input(0), Term::Input(1));
        let one = || Term::Number(Quantity::plain(1.0));
        let difference = || term(Operator::Subtract, Term::Input(0), Term::Input(1));
        [
            term(Operator::Subtract, one(), ratio()),
            term(Operator::Subtract, ratio(), one()),
            term(Operator::Divide, difference(), Term::Input(1)),
            difference(),
        ]
    }

    fn of_term(text: &str, value: f64, term: &Term) -> Result<&'static str, Mismatch> {
        let quantity = Quantity::plain(value);
        let element = Element { key: Dimensions::new(), label: String::new(), quantity, term: term.clone() };
        check(text, &Outcome::Values(vec![element]), Unit::none(), Notation::Point).map(|verdict| verdict.words())
    }

    #[test]
    fn words_of_direction_must_be_those_of_the_difference() {
        let [less, more, change, _] = &differences();
        assert_eq!(of_term("3 % lower", 0.03, less), Ok("holds"));
        assert_eq!(of_term("3 % higher", 0.03, more), Ok("holds"));
        assert_eq!(of_term("3 % more", 0.03, change), Ok("holds"));
        assert_eq!(of_term("3 % faster", 0.03, less), Ok("holds"));
        assert_eq!(of_term("3 % slower", 0.03, change), Ok("holds"));
        assert_eq!(of_term("3 % higher", 0.03, less), Ok("contradicted"));
        assert_eq!(of_term("3 % lower", 0.03, change), Ok("contradicted"));
        assert_eq!(of_term("less than 5 % higher", -0.03, more), Ok("contradicted"));
        assert_eq!(of_term("0 % faster", -0.003, more), Ok("contradicted"));
        let negative = Term::Negative(Box::new(less.clone()));
        assert_eq!(of_term("3 % higher", 0.03, &negative), Ok("holds"));
    }

    #[test]
    fn percent_and_percentage_points_are_two_things() {
        let [less, _, change, points] = &differences();
        assert_eq!(of_term("1.2 pp", 0.012, points), Ok("holds"));
        assert_eq!(of_term("1.2 percentage points higher", 0.012, points), Ok("holds"));
        assert_eq!(of_term("1.2 percentage points", 0.012, less), Err(Mismatch::Points));
        assert_eq!(of_term("1.2 pp", 0.012, change), Err(Mismatch::Points));
        assert_eq!(of_term("1.2 % higher", 0.012, points), Err(Mismatch::Percent));
        let medians = Term::Call(Function::Median, vec![points.clone(), points.clone()]);
        assert_eq!(of_term("1.2 pp", 0.012, &medians), Ok("holds"));
    }
}
