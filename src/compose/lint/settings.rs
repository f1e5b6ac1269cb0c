//! Numbers that need no evidence: settings that the suite declares, and what the page exempts.

use std::collections::BTreeSet;

use super::{counts, same};
use crate::model::Dimensions;
use crate::number::{self, Notation, Printed};
use crate::page::Page;
use crate::suite::Suite;
use crate::units::{Quantity, Unit};

/// The numbers that need no evidence on a page, and the units of its suite.
pub(super) struct Settings {
    /// With units.
    quantities: Vec<Quantity>,
    /// Without one: any counted thing may be meant.
    counts: Vec<f64>,
    /// Units that the suite's evidence has and prose would not be known for: `VUs`, `connections`.
    units: BTreeSet<&'static str>,
}

impl Settings {
    pub(super) fn new(suite: &Suite, page: &Page, notation: Notation) -> Self {
        let conditions = suite.manifest.conditions.iter().map(|condition| condition.value.as_str());
        let disclosed = suite.manifest.disclosure.answers.iter().map(|(_, said)| said.text());
        let said = suite.testimony(&Dimensions::new());
        let told: BTreeSet<&str> = conditions.chain(disclosed).chain(said.settings()).collect();
        let declared = told.into_iter().flat_map(|value| number::read(value).numbers);
        let exempt = page.exempt.iter().flat_map(|(text, _)| number::read_in(text, notation).numbers);
        let mut last = None;
        let units = suite.told().iter().map(|datum| datum.observation.unit);
        let units = units.filter(|unit| last.replace(*unit) != Some(*unit));
        let units = units.filter(|unit| counts(*unit) && !Unit::is_known(unit.symbol())).map(Unit::symbol).collect();
        let mut settings = Self { quantities: Vec::new(), counts: Vec::new(), units };
        for printed in declared.chain(exempt) {
            match printed.unit {
                Some(unit) => settings.quantities.push(Quantity { value: printed.value, unit }),
                None => settings.counts.push(printed.value),
            }
        }
        let values = suite.vocabulary.dimensions.iter().flat_map(|dimension| &dimension.values);
        let sizes = values
            .flat_map(|value| number::read(&value.name).numbers)
            .filter_map(|printed| Some(Quantity { value: printed.value, unit: printed.unit? }));
        settings.quantities.extend(sizes);
        settings
    }

    /// Whether a number needs no evidence.
    pub(super) fn declares(&self, printed: &Printed) -> bool {
        let Some(unit) = printed.unit else { return false };
        let quantity = Quantity { value: printed.value, unit };
        // 85 % is no setting because 0.85× is one.
        let alike = |declared: &Quantity| !unit.is_plain() || declared.unit.symbol() == unit.symbol();
        self.quantities.iter().any(|declared| alike(declared) && same(*declared, quantity))
            || counts(unit) && self.counts.iter().any(|count| same(Quantity { value: *count, unit }, quantity))
    }

    /// The unit of the suite's own that stands there in a text, and where it ends.
    pub(super) fn own_unit(&self, text: &str, at: usize) -> Option<(Unit, usize)> {
        let after = &text[at..];
        let word = after.trim_start_matches([' ', '\u{a0}', '\u{202f}']);
        let start = at + after.len() - word.len();
        let length = word.find(|c: char| !c.is_alphanumeric()).unwrap_or(word.len());
        let word = &word[..length];
        (start > at && self.units.contains(word)).then(|| (Unit::named(word), start + length))
    }
}
