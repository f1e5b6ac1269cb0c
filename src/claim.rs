//! Claims: does the text that an author wrote agree with what the evidence gives?

use crate::evaluate::{Element, Outcome, Truth};
use crate::number::{self, Printed, Prose};
use crate::units::{Quantity, Unit};

/// What the evidence says of a claim.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// The printed number is the value, digit for digit, or the statement is true.
    Holds,
    /// The printed number is the value rounded to the digits printed.
    HoldsAfterRounding,
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
}

impl Verdict {
    /// Whether the claim may stand without an acknowledgement.
    pub fn holds(&self) -> bool {
        matches!(self, Self::Holds | Self::HoldsAfterRounding)
    }

    /// The verdict in words, as pages and `figures.json` write it.
    pub fn words(&self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::HoldsAfterRounding => "holds after rounding",
            Self::InPart { .. } => "holds in part",
            Self::Contradicted { .. } => "contradicted",
            Self::NotCheckable => "not checkable",
        }
    }

    /// The class that pages mark it with.
    pub fn class(&self) -> &'static str {
        match self {
            Self::Holds | Self::HoldsAfterRounding => "holds",
            Self::InPart { .. } => "partly",
            Self::Contradicted { .. } => "contradicted",
            Self::NotCheckable => "uncheckable",
        }
    }

    /// What an author writes before the colon to acknowledge it: `"contradicted: why"`.
    pub fn acknowledged_by(&self, word: &str) -> bool {
        match self {
            Self::Holds | Self::HoldsAfterRounding => false,
            Self::InPart { .. } => word == "partly",
            Self::Contradicted { .. } => word == "contradicted",
            Self::NotCheckable => word == "not checkable",
        }
    }
}

/// The words that acknowledge a verdict.
pub const ACKNOWLEDGEMENTS: [&str; 3] = ["contradicted", "partly", "not checkable"];

/// Compares a text with an outcome; `shown` is the unit in which pages show such values.
pub fn check(text: &str, outcome: &Outcome, shown: Unit) -> Result<Verdict, Mismatch> {
    if let Outcome::Truths(truths) = outcome {
        return Ok(statement(truths));
    }
    let prose = number::read(text);
    let comparison = Comparison { prose: &prose, shown };
    match (outcome, &prose.numbers[..]) {
        (_, []) => Err(Mismatch::NoNumber),
        (Outcome::Range(ends), [low, high]) if high.ends_range => {
            let parts = [(low, ends.0.quantity, "low end"), (high, ends.1.quantity, "high end")];
            let parts = parts.map(|(printed, quantity, label)| comparison.part(printed, printed, quantity, label));
            Ok(sum_up(parts.into_iter().collect::<Result<_, _>>()?))
        }
        (Outcome::Range(ends), [one]) => {
            let parts = [(ends.0.quantity, "low end"), (ends.1.quantity, "high end")];
            let parts = parts.map(|(quantity, label)| comparison.part(one, one, quantity, label));
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

struct Comparison<'a> {
    prose: &'a Prose,
    shown: Unit,
}

impl Comparison<'_> {
    fn each<'a>(
        &self,
        elements: &[Element],
        printed: impl Fn(usize) -> (&'a Printed, &'a Printed),
    ) -> Result<Verdict, Mismatch> {
        let part = |(index, element): (usize, &Element)| {
            let (low, high) = printed(index);
            self.part(low, high, element.quantity, &element.label)
        };
        Ok(sum_up(elements.iter().enumerate().map(part).collect::<Result<_, _>>()?))
    }

    /// Whether a value lies between two printed numbers, both ends rounded as they are printed.
    fn part(&self, low: &Printed, high: &Printed, quantity: Quantity, label: &str) -> Result<Part, Mismatch> {
        let unit = high.unit.unwrap_or(self.shown);
        let value = convert(quantity, unit).ok_or(Mismatch::Unit(unit, quantity.unit))?;
        let about = self.prose.about;
        let agrees =
            value.value >= low.value - low.tolerance(about) && value.value <= high.value + high.tolerance(about);
        let near = |printed: &Printed| (value.value - printed.value).abs() <= 1e-12 * printed.value.abs();
        let inside = low.value < value.value && value.value < high.value;
        let given = shown_value(value);
        let label = if label.is_empty() { given } else { format!("{label}: {given}") };
        Ok(Part { label, agrees, exact: inside || near(low) || near(high) })
    }
}

/// A count of requests may be printed as a plain number, and the other way round.
fn convert(quantity: Quantity, unit: Unit) -> Option<Quantity> {
    let counts =
        quantity.unit.is_count() && unit.is_count() && (quantity.unit.symbol().is_empty() || unit.symbol().is_empty());
    quantity.to(unit).or(counts.then_some(Quantity { unit, ..quantity }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::Term;
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
        let found = check(text, &values(numbers, unit), Unit::named(unit));
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
        let found = check("12 ms", &values(&[12.0], "req/s"), Unit::named("req/s"));
        assert_eq!(found, Err(Mismatch::Unit(Unit::named("ms"), Unit::named("req/s"))));
        assert_eq!(check("a lot", &values(&[12.0], "ms"), Unit::named("ms")), Err(Mismatch::NoNumber));
        assert_eq!(check("1 of 2", &values(&[1.0], ""), Unit::none()), Err(Mismatch::Numbers(2)));
    }
}
