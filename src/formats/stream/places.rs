//! The few places that are told of: looked up again when the whole file is gathered.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::gather::Gather;
use super::records::records;
use super::{observe, sliced};
use crate::source::Source;

/// Places by their byte in the file.
pub type Places = BTreeMap<u64, Placed>;

/// How many lines are kept on each side of a place.
const AROUND: usize = 3;

/// How many lines are kept of the beginning and of the end.
pub(in crate::formats) const HEAD: usize = 20;

/// Where something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placed {
    /// The byte in the text that is kept.
    pub at: usize,
    /// The record, from 1.
    pub row: u32,
}

/// A part of a file: from a mark to the next.
struct Part {
    /// The byte at which it begins, and the records and line feeds before it.
    mark: [u64; 3],
    /// The byte at which it ends.
    end: u64,
    /// The bytes of it that are told of.
    wanted: BTreeSet<u64>,
}

/// The places in a text that is kept whole.
pub fn in_text(text: &str, gathered: &Gather, quoted: bool) -> Places {
    let mut places = Places::new();
    for part in parts(gathered, by_part(gathered)) {
        let own = &text[part.mark[0] as usize..part.end as usize];
        for (at, row, _) in part.look_up(own, quoted) {
            places.insert(at, Placed { at: at as usize, row });
        }
    }
    places
}

/// The places in an excerpt of a file: its first lines, its last, and those about each place. `fetch`
/// gives the text between two bytes again.
pub fn in_excerpt<E>(
    path: &str,
    gathered: &Gather,
    quoted: bool,
    mut fetch: impl FnMut(u64, u64) -> Result<String, E>,
) -> Result<(Arc<Source>, Places), E> {
    // Each line by its number, with the byte at which it begins.
    let mut lines: BTreeMap<u64, (u64, String)> = BTreeMap::new();
    let mut rows = Vec::new();
    // What is told of a slice of time stands without the lines about it: there are many.
    let told = observe::told(gathered);
    let mut wanted = by_part(gathered);
    let last = gathered.marks.len().saturating_sub(1);
    wanted.entry(0).or_default();
    wanted.entry(last).or_default();
    for part in parts(gathered, wanted) {
        let [from, _, line] = part.mark;
        let text = fetch(from, part.end)?;
        let starts: Vec<usize> = std::iter::once(0)
            .chain(memchr::memchr_iter(b'\n', text.as_bytes()).map(|end| end + 1))
            .filter(|start| *start < text.len())
            .collect();
        let mut keep = |index: usize| {
            let end = starts.get(index + 1).copied().unwrap_or(text.len());
            lines.insert(line + index as u64, (from + starts[index] as u64, text[starts[index]..end].to_owned()));
        };
        if gathered.marks.first() == Some(&part.mark) {
            (0..starts.len().min(HEAD)).for_each(&mut keep);
        }
        if part.end == gathered.end[0] {
            (starts.len().saturating_sub(HEAD)..starts.len()).for_each(&mut keep);
        }
        for (at, row, byte) in part.look_up(&text, quoted) {
            let index = starts.partition_point(|start| *start <= byte) - 1;
            let around = if told.contains(&at) { AROUND } else { 0 };
            (index.saturating_sub(around)..starts.len().min(index + around + 1)).for_each(&mut keep);
            rows.push((at, row, line + index as u64));
        }
    }
    Ok(assembled(path, gathered.end, &lines, &rows))
}

/// The excerpt of these lines, and the places in it.
fn assembled(
    path: &str,
    end: [u64; 3],
    lines: &BTreeMap<u64, (u64, String)>,
    rows: &[(u64, u32, u64)],
) -> (Arc<Source>, Places) {
    let mut parts: Vec<(u32, String)> = Vec::new();
    let mut starts: BTreeMap<u64, usize> = BTreeMap::new();
    let (mut at, mut next) = (0, u64::MAX);
    for (number, (_, text)) in lines {
        match parts.last_mut() {
            Some((_, part)) if next == *number => part.push_str(text),
            _ => parts.push((narrow(number + 1), text.clone())),
        }
        starts.insert(*number, at);
        at += text.len();
        next = number + 1;
    }
    let place = |(byte, row, line): &(u64, u32, u64)| {
        let at = starts[line] + (byte - lines[line].0) as usize;
        (*byte, Placed { at, row: *row })
    };
    let places = rows.iter().map(place).collect();
    (Arc::new(Source::excerpt(path, &parts, narrow(end[2]))), places)
}

/// The bytes that are told of, by the mark before them.
fn by_part(gathered: &Gather) -> BTreeMap<usize, BTreeSet<u64>> {
    let mut wanted: BTreeMap<usize, BTreeSet<u64>> = BTreeMap::new();
    for at in observe::told(gathered).into_iter().chain(sliced::told(gathered)) {
        let mark = gathered.marks.partition_point(|[from, ..]| *from <= at).saturating_sub(1);
        wanted.entry(mark).or_default().insert(at);
    }
    wanted
}

/// The parts of which something is wanted, in the order of the file.
fn parts(gathered: &Gather, wanted: BTreeMap<usize, BTreeSet<u64>>) -> impl Iterator<Item = Part> {
    wanted.into_iter().filter_map(|(mark, wanted)| {
        let end = gathered.marks.get(mark + 1).map_or(gathered.end[0], |[at, ..]| *at);
        Some(Part { mark: *gathered.marks.get(mark)?, end, wanted })
    })
}

impl Part {
    /// The record of each byte that is wanted, and the byte in the text of this part.
    fn look_up(&self, text: &str, quoted: bool) -> Vec<(u64, u32, usize)> {
        let [from, mut row, _] = self.mark;
        let mut found = Vec::new();
        let mut wanted = self.wanted.iter().map(|at| (*at, (at - from) as usize)).peekable();
        for (start, record) in records(text, quoted) {
            if wanted.peek().is_none() {
                break;
            }
            row += u64::from(!(quoted && record.is_empty()));
            while let Some((at, byte)) = wanted.next_if(|(_, byte)| *byte <= start + record.len()) {
                found.push((at, narrow(row), byte));
            }
        }
        found
    }
}

fn narrow(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
