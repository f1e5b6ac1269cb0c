//! Measurements by when they were: a small set for each slice of time, of bounded memory however long the
//! measurement is.
//!
//! Slices begin as tenths of a second, at whole multiples of their width on the clock of the records. When
//! there would be too many, each becomes as wide as several were (`WIDTHS`), so that what is gathered does
//! not depend on the order of the records, nor on when the slices became wider.

use std::collections::VecDeque;

use super::{Sample, SampleSet};
use crate::units::Unit;

/// A run has at most so many slices while it is gathered.
pub const MOST: usize = 1_500;

const SECOND: i64 = 1_000_000_000;

/// How wide slices can be, in nanoseconds, each a multiple of the one before; beyond the last they double.
const WIDTHS: [i64; 12] = [
    SECOND / 10,
    SECOND / 5,
    SECOND,
    2 * SECOND,
    10 * SECOND,
    20 * SECOND,
    60 * SECOND,
    120 * SECOND,
    600 * SECOND,
    1_200 * SECOND,
    3_600 * SECOND,
    7_200 * SECOND,
];

/// How wide slices are shown, in seconds; beyond the last they double.
const SHOWN: [i64; 14] = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200];

/// A run is shown in at most so many slices.
const MOST_SHOWN: i64 = 150;

/// And a file in so many, where it does not have more runs than that.
const MOST_OF_FILE: i64 = 600;

/// Slices of a run.
#[derive(Debug, Clone)]
pub struct Slices {
    unit: Unit,
    scale: u64,
    /// How wide a slice is, in nanoseconds.
    width: i64,
    /// The number of the first slice: its start in widths.
    first: i64,
    slices: VecDeque<Slice>,
    /// From the earliest to the latest time of a record, in nanoseconds.
    ends: Option<[i64; 2]>,
}

/// What a slice of time holds.
#[derive(Debug, Clone)]
pub struct Slice {
    /// The measurements.
    pub set: SampleSet,
    /// Where the first and the last record are, of any kind.
    pub ends: [u64; 2],
    /// How many failed.
    pub failed: u64,
    /// Where the first and the last record are that tell of success or failure only.
    pub verdicts: Option<[u64; 2]>,
    /// How many such records there are.
    pub judged: u64,
}

/// What a record adds to its slice.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// When it was, in nanoseconds.
    pub time: i64,
    /// Where its number is.
    pub at: u64,
    /// The measurement; none where it tells of success or failure only.
    pub ticks: Option<u64>,
    /// Whether it failed.
    pub failed: bool,
}

impl Slice {
    /// Whether no record is in it.
    pub fn is_empty(&self) -> bool {
        self.ends[0] > self.ends[1]
    }
}

/// A slice as it is shown.
#[derive(Debug, Clone)]
pub struct Shown {
    /// When it begins and ends on the axis, in nanoseconds from the beginning of all.
    pub axis: [i64; 2],
    /// From when until before when its records were, in nanoseconds: of the first slice from the first
    /// record on, of the last to the last.
    pub window: [i64; 2],
    /// What it holds.
    pub slice: Slice,
}

impl Slice {
    fn new(unit: Unit, scale: u64) -> Self {
        Self { set: SampleSet::coarse(unit, scale), ends: [u64::MAX, 0], failed: 0, verdicts: None, judged: 0 }
    }

    fn add(&mut self, entry: Entry) {
        let Entry { at, ticks, failed, .. } = entry;
        self.failed += u64::from(failed);
        self.ends = [self.ends[0].min(at), self.ends[1].max(at)];
        match ticks {
            Some(ticks) => self.set.add(Sample { ticks, at }),
            None => {
                self.judged += 1;
                let ends = self.verdicts.get_or_insert([at; 2]);
                *ends = [ends[0].min(at), ends[1].max(at)];
            }
        }
    }

    fn absorb(&mut self, other: &Self) {
        self.set.absorb(&other.set);
        self.ends = [self.ends[0].min(other.ends[0]), self.ends[1].max(other.ends[1])];
        self.failed += other.failed;
        self.judged += other.judged;
        self.verdicts = match (self.verdicts, other.verdicts) {
            (Some([a, b]), Some([c, d])) => Some([a.min(c), b.max(d)]),
            (own, others) => own.or(others),
        };
    }
}

impl Slices {
    /// No slices; `scale` is how many ticks the unit of the measurements is.
    pub fn new(unit: Unit, scale: u64) -> Self {
        Self { unit, scale, width: WIDTHS[0], first: 0, slices: VecDeque::new(), ends: None }
    }

    /// How many there are, those without a record among them.
    pub fn len(&self) -> usize {
        self.slices.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.slices.is_empty()
    }

    /// How wide they are, in nanoseconds.
    pub fn width(&self) -> i64 {
        self.width
    }

    /// Adds a record.
    #[inline]
    pub fn add(&mut self, entry: Entry) {
        let ends = self.ends.get_or_insert([entry.time; 2]);
        *ends = [ends[0].min(entry.time), ends[1].max(entry.time)];
        let place = self.place(entry.time);
        self.slices[place].add(entry);
    }

    /// The place of the slice of a time, which is made when it is not there.
    fn place(&mut self, time: i64) -> usize {
        loop {
            let number = time.div_euclid(self.width);
            let Some(last) = self.slices.len().checked_sub(1) else {
                self.first = number;
                self.slices.push_back(Slice::new(self.unit, self.scale));
                return 0;
            };
            let (first, last) = (self.first.min(number), (self.first + last as i64).max(number));
            // Far apart, they are made wider before there are too many.
            if last.abs_diff(first) >= MOST as u64 {
                self.widen();
                continue;
            }
            while self.first > first {
                self.slices.push_front(Slice::new(self.unit, self.scale));
                self.first -= 1;
            }
            while self.first + (self.slices.len() as i64) <= last {
                self.slices.push_back(Slice::new(self.unit, self.scale));
            }
            // Not negative, and less than `MOST`.
            return (number - self.first) as usize;
        }
    }

    /// Makes them as wide as the next width has it.
    pub fn widen(&mut self) {
        let next = WIDTHS.into_iter().find(|width| *width > self.width).unwrap_or_else(|| self.width.saturating_mul(2));
        let factor = (next / self.width).max(1);
        let first = self.first.div_euclid(factor);
        let mut wider: VecDeque<Slice> = VecDeque::new();
        for (number, slice) in (self.first..).zip(std::mem::take(&mut self.slices)) {
            let place = (number.div_euclid(factor) - first) as usize;
            match wider.get_mut(place) {
                Some(own) => own.absorb(&slice),
                None => wider.push_back(slice),
            }
        }
        (self.width, self.first, self.slices) = (next, first, wider);
    }

    /// Takes the slices as they are shown: counted from an origin on, as wide as said, from the first record to the last.
    pub fn shown(&mut self, [origin, width]: [i64; 2]) -> Vec<Shown> {
        let Some([earliest, latest]) = self.ends else { return Vec::new() };
        let mut shown: Vec<Shown> = Vec::new();
        for (number, slice) in (self.first..).zip(std::mem::take(&mut self.slices)) {
            let start =
                number.saturating_mul(self.width).saturating_sub(origin).div_euclid(width).saturating_mul(width);
            match shown.last_mut() {
                Some(last) if last.axis[0] == start => last.slice.absorb(&slice),
                _ => {
                    let from = origin.saturating_add(start);
                    let until = from.saturating_add(width);
                    let window = [from.max(earliest), until.min(latest.saturating_add(1))];
                    shown.push(Shown { axis: [start, start.saturating_add(width)], window, slice });
                }
            }
        }
        shown.retain(|shown| shown.window[0] < shown.window[1]);
        let in_order = |shown: Shown| Shown { slice: Slice { set: shown.slice.set.finish(), ..shown.slice }, ..shown };
        shown.into_iter().map(in_order).collect()
    }
}

/// Where the slices of a file's runs are counted from, and how wide they are shown, in nanoseconds.
pub fn axis<'a>(all: impl IntoIterator<Item = &'a Slices>) -> Option<[i64; 2]> {
    let (mut base, mut spans, mut earliest) = (0, Vec::new(), i64::MAX);
    for slices in all {
        let Some([from, to]) = slices.ends else { continue };
        base = base.max(slices.width);
        earliest = earliest.min(from);
        spans.push(to.saturating_sub(from));
    }
    let origin = earliest.checked_div_euclid(base)?.saturating_mul(base);
    let shown = SHOWN.iter().map(|seconds| seconds * SECOND);
    let doubled = std::iter::successors(Some(2 * SHOWN[13] * SECOND), |width: &i64| width.checked_mul(2));
    let fits = |width: &i64| {
        let counts = || spans.iter().map(|span| span / width + 1);
        let all = counts().fold(0_i64, i64::saturating_add);
        width % base == 0 && counts().all(|count| count <= MOST_SHOWN) && all <= MOST_OF_FILE.max(spans.len() as i64)
    };
    Some([origin, shown.chain(doubled).find(fits)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(millis: i64, at: u64, ticks: u64) -> Entry {
        Entry { time: millis * 1_000_000, at, ticks: Some(ticks), failed: ticks.is_multiple_of(7) }
    }

    fn slices(entries: impl IntoIterator<Item = Entry>) -> Slices {
        let mut slices = Slices::new(Unit::named("ms"), 1_000_000);
        entries.into_iter().for_each(|entry| slices.add(entry));
        slices
    }

    /// Axis, window, measurements, failures and median of a slice.
    type Told = ([i64; 2], [i64; 2], u64, u64, Option<Sample>);

    /// What is shown.
    fn told(slices: &mut Slices) -> Vec<Told> {
        let axis = axis([&*slices]).expect("there are measurements");
        let shown = slices.shown(axis).into_iter();
        shown
            .map(|s| (s.axis, s.window, s.slice.set.count(), s.slice.failed, s.slice.set.nearest(50_000_000)))
            .collect()
    }

    #[test]
    fn seconds_are_counted_from_the_first_measurement() {
        let mut slices = slices([entry(10_250, 0, 3), entry(10_260, 1, 5), entry(11_240, 2, 4), entry(13_000, 3, 7)]);
        let told = told(&mut slices);
        let axis = |second: i64| [second * SECOND, (second + 1) * SECOND];
        assert_eq!(told.iter().map(|told| told.0).collect::<Vec<_>>(), [0, 1, 2].map(axis));
        assert_eq!(told.iter().map(|told| (told.2, told.3)).collect::<Vec<_>>(), [(2, 0), (1, 0), (1, 1)]);
        // Seconds begin at a tenth of the clock; the first is from the first measurement on, the last to the last.
        let windows = [[10_250, 11_200], [11_200, 12_200], [12_200, 13_000]].map(|ends| ends.map(|at| at * 1_000_000));
        assert_eq!(told[..2].iter().map(|told| told.1).collect::<Vec<_>>(), windows[..2]);
        assert_eq!(told[2].1, [windows[2][0], windows[2][1] + 1]);
    }

    #[test]
    fn the_order_of_records_does_not_matter() {
        // Two hours: slices become wider several times.
        let all: Vec<Entry> = (0..20_000_u64).map(|n| entry(360 * n as i64, n, 1 + n * n % 5_000_000)).collect();
        let mut backwards = all.clone();
        backwards.reverse();
        let mut apart: Vec<Entry> = all.iter().step_by(2).copied().collect();
        apart.extend(all.iter().skip(1).step_by(2));
        let [a, b, c] = [all, backwards, apart].map(|entries| told(&mut slices(entries)));
        assert!(a == b && a == c && a.len() <= 150, "{}", a.len());
        assert_eq!(a.iter().map(|told| told.2).sum::<u64>(), 20_000);
    }

    #[test]
    fn a_clock_that_jumps_does_not_take_memory() {
        let mut slices = slices([entry(0, 0, 1), entry(1_700_000_000_000, 1, 2), entry(-9_000_000_000, 2, 3)]);
        assert!(slices.len() <= MOST);
        let told = told(&mut slices);
        assert!(told.len() >= 2);
        assert_eq!(told.iter().map(|told| told.2).sum::<u64>(), 3);
    }

    #[test]
    fn times_at_the_ends_of_what_is_a_time_do_no_harm() {
        let at = |time: i64, at: u64| Entry { time, at, ticks: Some(1), failed: false };
        for times in
            [[i64::MIN, 0, i64::MAX], [i64::MAX, i64::MAX - 1, i64::MAX - 2], [i64::MIN, i64::MIN + 1, i64::MIN]]
        {
            let mut slices = slices(times.into_iter().zip(0..).map(|(time, place)| at(time, place)));
            if let Some(axis) = axis([&slices]) {
                assert!(slices.shown(axis).len() <= 151, "{times:?}");
            }
        }
    }
}
