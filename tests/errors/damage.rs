//! Fixtures of which something was lost or is there twice: what is still read is what the text says.
//!
//! A number is *silently different* when nothing is reported and it is not the one at its place: its
//! raw text must give its value, and after a cut it must be the one that the whole file gives.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::{Duration, Instant};

use benchbook::formats::logged::Logged;
use benchbook::formats::{self, Content, READERS, Reader, Reading, number};
use benchbook::model::{Locator, Observation, Run};
use benchbook::packed::Packing;
use rayon::prelude::*;

use crate::folder::tree;
use crate::mutations::Dice;

/// More than a hundred times what the slowest fixture takes on a slow machine without optimisation.
const LONGEST: Duration = Duration::from_secs(10);

/// What identifies a number: the run's heading and dimensions, the metric, the statistic.
type Key = (String, String);

fn key(run: &Run, observation: &Observation) -> Key {
    let heading = run.heading.as_ref().map_or("", |(heading, _)| heading);
    // Whether a benchmark has rounds is known only when the second is there.
    let dimensions: Vec<_> = run.dimensions.iter().filter(|(name, _)| ***name != *"round").collect();
    (format!("{heading} {dimensions:?}"), format!("{} {}", observation.metric, observation.statistic.name()))
}

/// The numbers of a reading, all values that are given for each.
fn values(reading: &Reading) -> BTreeMap<Key, Vec<f64>> {
    let mut values: BTreeMap<Key, Vec<f64>> = BTreeMap::new();
    for run in &reading.runs {
        for observation in &run.observations {
            values.entry(key(run, observation)).or_default().push(observation.value);
        }
    }
    values
}

/// Whether a text says that number: alone, grouped, as a percentage, in thousands or millions (`1.25k`), with decimals
/// behind a comma, or as a time in parts (`1m30s`).
fn says(raw: &str, value: f64) -> bool {
    let close = |number: f64| (number - value).abs() <= 1e-9 * value.abs().max(1e-300);
    let alone = raw.trim_matches(['"', '\'']).trim_start_matches(['~', '≈', '<', '>']);
    let scaled = |number: f64| close(number) || close(number / 100.0);
    number::leading(alone).is_some_and(|(number, _)| scaled(number))
        || number::leading_in_either(alone).is_some_and(|(number, _)| scaled(number))
        || number::behind_comma(alone).is_some_and(close)
        || [("k", 1e3), ("M", 1e6)].iter().any(|(suffix, factor)| {
            alone.strip_suffix(suffix).and_then(number::leading).is_some_and(|(number, _)| close(number * factor))
        })
        || in_parts(alone).is_some_and(|seconds| [1.0, 1e3, 1e6, 1e9].iter().any(|scale| close(seconds * scale)))
}

/// The seconds of `1h2m3.5s`.
fn in_parts(text: &str) -> Option<f64> {
    let (mut rest, mut seconds) = (text, 0.0);
    while !rest.is_empty() {
        let (value, length) = number::leading(rest)?;
        let unit = rest[length..].chars().take_while(|c| c.is_alphabetic()).collect::<String>();
        let scale = match &*unit {
            "h" => 3600.0,
            "m" => 60.0,
            "s" => 1.0,
            "ms" => 1e-3,
            "us" | "µs" | "μs" => 1e-6,
            "ns" => 1e-9,
            _ => return None,
        };
        seconds += value * scale;
        rest = &rest[length + unit.len()..];
    }
    Some(seconds)
}

/// Reads a text with the reader that recognises it, and checks what holds for every text.
fn read(name: &str, text: &str) -> Option<Reading> {
    let started = Instant::now();
    let logged = Logged::new(text);
    let content = logged.content();
    let reading = formats::read(reader_of(name, &content)?, &content);
    assert!(started.elapsed() < LONGEST, "{name}: {:?} for {} bytes", started.elapsed(), text.len());
    let taken: usize = reading.runs.iter().map(|run| run.observations.len() + run.spectrum.len()).sum();
    // No number stands in less than a byte, and few are read more than once.
    assert!(taken <= 4 * text.len(), "{name}: {taken} numbers in {} bytes", text.len());
    for observation in reading.runs.iter().flat_map(|run| &run.observations) {
        let raw = text.get(observation.span.range()).unwrap_or_else(|| panic!("{name}: {observation:?}"));
        // What is computed of many records stands nowhere.
        let is_computed = observation.computed().is_some();
        let value = observation.value;
        let is_said = match observation.locator {
            Locator::Difference(..) => raw.split_once('\t').is_some_and(|(less, of)| {
                let of = of.parse::<f64>().ok().zip(less.parse::<f64>().ok()).map(|(of, less)| of - less);
                of == Some(value)
            }),
            _ => says(raw, value),
        };
        assert!(is_computed || is_said, "{name}: `{raw}` is not {observation:?}");
    }
    Some(reading)
}

/// The reader that recognises a text, or that its author would have to name.
fn reader_of(name: &str, content: &Content<'_>) -> Option<&'static dyn Reader> {
    let named = name.starts_with("streams/pgbench.log").then_some("pgbench-log");
    formats::recognise(content).or_else(|| formats::by_name(named?))
}

/// A text, its name, and what is read from it.
type Whole = (String, String, Reading);

/// The fixtures that a reader recognises, as text, with what is read from them.
fn fixtures() -> Vec<Whole> {
    let files = tree(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures"));
    let texts = files.into_iter().filter_map(|(name, bytes)| Some((unpacked(&name, bytes)?, name)));
    let read = texts.filter_map(|(text, name)| {
        let text = text.trim_start_matches('\u{feff}').to_owned();
        let reading = read(&name, &text)?;
        Some((name, text, reading))
    });
    let fixtures: Vec<_> = read.collect();
    assert!(fixtures.len() > 100, "the fixtures are there");
    fixtures
}

fn unpacked(name: &str, bytes: Vec<u8>) -> Option<String> {
    match Packing::of(&bytes) {
        Some(packing) => packing.unpack(name, &bytes).ok().map(|source| source.text().to_owned()),
        None => String::from_utf8(bytes).ok(),
    }
}

/// Outputs as a log holds them, behind a time, and twice in one file where they are JSON.
fn in_logs() -> Vec<Whole> {
    let stamped =
        |text: &str| text.split_inclusive('\n').map(|line| format!("Jan  1 00:00:07 {line}")).collect::<String>();
    let wrapped = fixtures().into_iter().flat_map(|(name, text, _)| {
        let content = Content::new(&text);
        let is_stream = reader_of(&name, &content).is_some_and(|reader| reader.stream().is_some());
        let log = (!is_stream).then(|| (format!("{name} in a log"), stamped(&text)));
        let twice = content.document().map(|_| (format!("{name} twice"), format!("run 1\n{text}\nrun 2\n{text}\n")));
        log.into_iter().chain(twice).collect::<Vec<_>>()
    });
    let read = wrapped.filter_map(|(name, text)| {
        let reading = read(&name, &text)?;
        Some((name, text, reading))
    });
    let all: Vec<_> = read.collect();
    assert!(all.len() > 100, "{} were read", all.len());
    all
}

#[test]
fn every_reader_and_every_folder_has_something_to_damage() {
    let all = fixtures();
    let readers: BTreeSet<&str> =
        all.iter().filter_map(|(name, text, _)| Some(reader_of(name, &Logged::new(text).content())?.name())).collect();
    let without: Vec<_> = READERS.iter().map(|reader| reader.name()).filter(|name| !readers.contains(name)).collect();
    assert_eq!(without, [""; 0], "readers without a fixture that they recognise");
    // Tables are read by a mapping of their author's alone.
    let folders = tree(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures"));
    let folder = |name: &str| name.split('/').next().unwrap_or_default().to_owned();
    let known: BTreeSet<String> = all.iter().map(|(name, ..)| folder(name)).chain(["table".to_owned()]).collect();
    let unknown: BTreeSet<String> =
        folders.keys().map(|name| folder(name)).filter(|name| !known.contains(name)).collect();
    assert_eq!(unknown, BTreeSet::new(), "folders of fixtures of which none is recognised");
}

/// Where a text is cut: at each kilobyte, and at that many other places.
fn cuts(text: &str, others: usize) -> Vec<usize> {
    let mut dice = Dice::new(text.len() as u64);
    let steps = (1024..text.len()).step_by(1024);
    let some = (0..others).map(|_| dice.below(text.len())).collect::<Vec<_>>();
    steps.chain(some).filter(|at| text.is_char_boundary(*at)).collect()
}

/// What is read of a text that is cut off, and is not what the whole one gives.
fn told_wrongly<'a>((name, text, whole): &'a Whole, others: usize) -> impl Iterator<Item = String> + 'a {
    let expected = values(whole);
    cuts(text, others).into_iter().filter_map(move |at| {
        let reading = read(name, &text[..at])?;
        // Records that end are all that a stream says of its length.
        if is_stream(&reading) && text[..at].ends_with('\n') {
            return None;
        }
        let other = differing(&expected, &reading).filter(|_| reading.problems.is_empty())?;
        Some(format!("{name} cut at {at} of {}: {other}", text.len()))
    })
}

#[test]
fn a_file_that_is_cut_off_gives_no_other_numbers() {
    let wrong: Vec<String> = fixtures().par_iter().flat_map_iter(|whole| told_wrongly(whole, 24)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_log_or_a_series_that_is_cut_off_gives_no_other_numbers() {
    let wrong: Vec<String> = in_logs().par_iter().flat_map_iter(|whole| told_wrongly(whole, 8)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_compressed_file_that_is_cut_off_is_an_error() {
    let files = tree(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/packed"));
    let packed = files.iter().filter_map(|(name, bytes)| Some((name, bytes, Packing::of(bytes)?)));
    let mut count = 0;
    for (name, bytes, packing) in packed {
        let whole = packing.unpack(name, bytes).unwrap_or_else(|_| panic!("{name} unpacks"));
        // After its first bytes, which tell what it is.
        for end in 4..bytes.len() {
            let cut = packing.unpack(name, &bytes[..end]);
            // A member that ends may be all.
            let is_member = bytes[end..].starts_with(&bytes[..4]);
            assert!(cut.is_err() || is_member, "{name} cut at {end} of {}", bytes.len());
            assert!(cut.is_err() || cut.is_ok_and(|cut| whole.text().starts_with(cut.text())), "{name} cut at {end}");
            count += 1;
        }
    }
    assert!(count > 1_000, "{count} cuts");
}

/// Whether the numbers are of single records, and not of arrays, which end.
fn is_stream(reading: &Reading) -> bool {
    let of_records = reading.runs.iter().filter(|run| run.measurements.is_empty());
    of_records.flat_map(|run| &run.observations).any(|observation| observation.basis.is_some())
}

/// A number that the whole file does not give.
fn differing(expected: &BTreeMap<Key, Vec<f64>>, reading: &Reading) -> Option<String> {
    values(reading).into_iter().find_map(|(key, found)| {
        let known = expected.get(&key);
        let other = found.into_iter().find(|value| !known.is_some_and(|known| known.contains(value)))?;
        Some(format!("{key:?} is {other}, not {known:?}"))
    })
}

/// Loses and doubles lines; what is read is still said by the text.
fn shuffle((name, text, _): &Whole, most: usize) {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut dice = Dice::new(text.len() as u64);
    // Every line of a short file; of a long one as many.
    let places = (0..lines.len().min(most)).map(|at| if lines.len() > most { dice.below(lines.len()) } else { at });
    for at in places {
        let without = [&lines[..at], &lines[at + 1..]].concat().concat();
        let doubled = [&lines[..=at], &lines[at..]].concat().concat();
        read(name, &without);
        read(name, &doubled);
    }
}

/// Changes bytes; what is read is still said by the text.
fn garble((name, text, _): &Whole, times: usize) {
    let mut dice = Dice::new(text.len() as u64);
    for _ in 0..times {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..=dice.below(3) {
            let at = dice.below(bytes.len());
            bytes[at] ^= 1 << dice.below(8);
        }
        read(name, &String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn lines_that_are_lost_or_doubled_change_no_number_silently() {
    fixtures().par_iter().for_each(|whole| shuffle(whole, 40));
    in_logs().par_iter().for_each(|whole| shuffle(whole, 8));
}

#[test]
fn bytes_that_are_changed_change_no_number_silently() {
    fixtures().par_iter().for_each(|whole| garble(whole, 24));
    in_logs().par_iter().for_each(|whole| garble(whole, 8));
}
