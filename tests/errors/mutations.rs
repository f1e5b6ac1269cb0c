//! Fixtures cut off and with bytes changed: a reader may complain, and never panics.

use std::path::Path;

use benchbook::formats::{self, Content, Reading, table};
use benchbook::metrics::MetricStatistic;

use crate::folder::tree;

/// Bytes that mean something to a parser, and some that are no text.
const TELLING: &[u8] = b"\"{}[]:,.-+eE0919 \n\r\tNn%\xef\xff\0";

/// A sequence of numbers that is the same on every run (an xorshift).
pub(crate) struct Dice(u64);

impl Dice {
    /// The sequence of that seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(2).wrapping_add(1))
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % end.max(1) as u64).expect("it is below a usize")
    }
}

fn mapping() -> table::Mapping {
    let column =
        |name: &str| table::MetricColumn { column: name.to_owned(), metric: MetricStatistic::parse(name), unit: None };
    table::Mapping {
        dimensions: vec![("framework".into(), "framework".to_owned())],
        metrics: vec![column("rps")],
        ..table::Mapping::default()
    }
}

/// Reads the text as every reader would, whether it recognises the text or not.
fn read_by_all(text: &str) {
    let content = Content::new(text);
    let recognised = formats::recognise(&content).map(|reader| reader.read(&content).unfold());
    for reader in formats::READERS {
        check(text, &reader.read(&content).unfold());
    }
    check(text, &table::read(text, &mapping()));
    recognised.iter().for_each(|reading| check(text, reading));
}

/// Every number is finite, and every place lies in the text on a character's boundary.
fn check(text: &str, reading: &Reading) {
    for observation in reading.runs.iter().flat_map(|run| &run.observations) {
        assert!(observation.value.is_finite(), "{observation:?}");
        let raw = text.get(observation.span.range()).expect("the number is in the text");
        assert!(raw.contains(|c: char| c.is_ascii_digit()) || raw.chars().all(char::is_alphabetic), "{raw:?}");
    }
    for problem in &reading.problems {
        assert!(text.get(problem.span.range()).is_some(), "{problem:?}");
    }
}

#[test]
fn no_mutation_makes_a_reader_panic() {
    let fixtures = tree(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures"));
    assert!(fixtures.len() > 20, "the fixtures are there");
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    for bytes in fixtures.values() {
        for _ in 0..6 {
            let cut = dice.below(bytes.len());
            read_by_all(&String::from_utf8_lossy(&bytes[..cut]));
        }
        for _ in 0..12 {
            let mut changed = bytes.clone();
            for _ in 0..=dice.below(3) {
                let at = dice.below(changed.len());
                let wanted = TELLING[dice.below(TELLING.len())];
                if let Some(byte) = changed.get_mut(at) {
                    *byte = if dice.below(4) == 0 { *byte ^ (1 << dice.below(8)) } else { wanted };
                }
            }
            read_by_all(&String::from_utf8_lossy(&changed));
        }
    }
}
