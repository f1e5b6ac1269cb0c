//! Interval logs of HdrHistogram (`.hlog`): a histogram a line, as base64 of zlib data.
//!
//! The text that they decode to has the histograms of each tag added up, a row for each bucket that
//! has measurements: the lowest and the highest value that it stands for, how many fell into it, and
//! how many into it and those before. Values are the whole numbers that were recorded.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Read;

use flate2::read::ZlibDecoder;

use crate::files::LARGEST;

/// The first line of the decoded text.
pub const HEADER: &str = "#[Decoded from an HdrHistogram interval log: the histograms of a tag are added up]";
/// The head of the rows of a tag.
pub const COLUMNS: &str = "From,To,Count,TotalCount";
/// How the legend of a log begins.
pub const LEGEND: &str = "\"StartTimestamp\",";

/// With what a log says by how much its largest values were divided.
const DIVISOR: &str = "#[MaxValueDivisor:";

/// The bits of a cookie that tell how wide counts are; version 2 writes them as variable lengths.
const WIDTH: u32 = 0xf0;
/// No histogram of up to four digits is longer.
const LONGEST: u64 = 4 << 20;

/// Why a line is no interval: the part of the text that is wrong, and what is wrong with it.
pub struct Wrong<'a> {
    /// The part.
    pub part: &'a str,
    /// What it is, as a fragment that follows "the line".
    pub why: &'static str,
}

/// How many measurements fell into the bucket of an index, where any did.
type Counts = Vec<(u32, u64)>;

/// The intervals of one tag, added up.
struct Sum {
    intervals: u64,
    scale: Scale,
    counts: BTreeMap<u32, u64>,
}

/// How a histogram is written.
#[derive(Clone, Copy, PartialEq)]
enum Version {
    V0,
    V1,
    V2,
}

/// How the index of a bucket and its values belong together.
#[derive(Clone, Copy, PartialEq)]
struct Scale {
    digits: u32,
    unit: u32,
    half: u32,
}

/// Whether bytes are a log with compressed histograms.
pub fn is_log(bytes: &[u8]) -> bool {
    let head = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let begins = head.starts_with(b"#[") || head.starts_with(LEGEND.as_bytes());
    let mut lines = head.split(|byte| *byte == b'\n');
    begins
        && lines.find(|line| is_interval(line)).is_some_and(|line| {
            let payload = line.rsplit(|byte| *byte == b',').next().unwrap_or_default();
            let cookie = payload.get(..6).and_then(|start| base64(std::str::from_utf8(start).ok()?));
            cookie.and_then(|bytes| Version::of_compressed(number(&bytes)?.0)).is_some()
        })
}

fn is_interval(line: &[u8]) -> bool {
    !line.trim_ascii().is_empty() && !line.starts_with(b"#") && !line.starts_with(b"\"")
}

/// The text that a log decodes to.
pub fn decode(text: &str) -> Result<String, Wrong<'_>> {
    let mut sums: BTreeMap<&str, Sum> = BTreeMap::new();
    let mut out = format!("{HEADER}\n");
    let (mut left, mut divisor) = (LARGEST, None);
    for line in text.trim_start_matches('\u{feff}').lines() {
        if line.starts_with('#') {
            divisor = divisor.or_else(|| line.strip_prefix(DIVISOR)?.trim_end().strip_suffix(']')?.trim().parse().ok());
            out += line.trim_end();
            out.push('\n');
        } else if is_interval(line.as_bytes()) {
            add(line, &mut sums, divisor, &mut left).map_err(|why| Wrong { part: line, why })?;
        }
    }
    for (tag, sum) in &sums {
        sum.write(tag, &mut out);
    }
    Ok(out)
}

/// Adds the histogram in a line, of `left` bytes that all may have. Where the log says by what its largest values
/// were divided, that of the line is one of the histogram's last bucket.
fn add<'a>(
    line: &'a str,
    sums: &mut BTreeMap<&'a str, Sum>,
    divisor: Option<f64>,
    left: &mut u64,
) -> Result<(), &'static str> {
    let (tag, rest) = match line.strip_prefix("Tag=") {
        Some(tagged) => tagged.split_once(',').ok_or("is cut off")?,
        None => ("", line),
    };
    let cells: Vec<&str> = rest.trim_end().splitn(4, ',').collect();
    let [start, length, max, payload] = cells[..] else { return Err("is cut off") };
    if [start, length, max].iter().any(|cell| cell.parse::<f64>().is_err()) {
        return Err("has no start, length and largest value");
    }
    let histogram = inflate(payload, left)?;
    let (scale, counts) = histogram_of(&histogram)?;
    let last = counts.last().and_then(|(index, _)| scale.values(*index)).unwrap_or_default();
    if divisor.is_some_and(|divisor| !is_of(max, divisor, last)) {
        return Err("has a largest value that is not that of its histogram");
    }
    let sum = sums.entry(tag).or_insert_with(|| Sum { intervals: 0, scale, counts: BTreeMap::new() });
    if sum.scale != scale {
        return Err("has a histogram of another precision than those before it");
    }
    sum.intervals += 1;
    for (index, count) in counts {
        let own = sum.counts.entry(index).or_default();
        *own = own.checked_add(count).ok_or("has more measurements than can be counted")?;
    }
    Ok(())
}

/// Whether a number that was divided and rounded to its decimals is of a bucket.
fn is_of(text: &str, divisor: f64, (low, high): (u64, u64)) -> bool {
    let decimals = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let rounding = 0.5 * divisor * 10_f64.powi(-i32::try_from(decimals).unwrap_or(i32::MAX));
    // Binary fractions are a little beside decimal ones.
    let (value, slack) = (text.parse().unwrap_or(f64::NAN) * divisor, rounding * 1.000_001);
    (low as f64 - slack..=high as f64 + slack).contains(&value)
}

/// The histogram in a payload.
fn inflate(payload: &str, left: &mut u64) -> Result<Vec<u8>, &'static str> {
    let bytes = base64(payload).ok_or("has a histogram that is no base64")?;
    let (cookie, rest) = number(&bytes).ok_or("is cut off")?;
    let (length, data) = number(rest).ok_or("is cut off")?;
    if Version::of_compressed(cookie).is_none() {
        return Err("has no compressed histogram of version 0, 1 or 2");
    }
    let data = data.get(..length as usize).ok_or("is cut off")?;
    let mut out = Vec::new();
    let most = LONGEST.min(*left);
    let read = ZlibDecoder::new(data).take(most + 1).read_to_end(&mut out);
    read.map_err(|_| "has a histogram whose zlib data are damaged")?;
    if out.len() as u64 > most {
        return Err("decodes to more than a log can have");
    }
    *left -= out.len() as u64;
    Ok(out)
}

/// The first four bytes as a number, the highest first, and the rest.
fn number(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let (first, rest) = bytes.split_first_chunk::<4>()?;
    Some((u32::from_be_bytes(*first), rest))
}

fn wide(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let (first, rest) = bytes.split_first_chunk::<8>()?;
    Some((u64::from_be_bytes(*first), rest))
}

/// The scale of a histogram and the counts of its buckets.
fn histogram_of(bytes: &[u8]) -> Result<(Scale, Counts), &'static str> {
    const SHORT: &str = "has a histogram that is too short";
    let (cookie, rest) = number(bytes).ok_or(SHORT)?;
    let version = Version::of_plain(cookie).ok_or("has a histogram of another version than 0, 1 or 2")?;
    let (length, rest) = match version {
        Version::V0 => (None, rest),
        Version::V1 | Version::V2 => {
            let (length, rest) = number(rest).ok_or(SHORT)?;
            // How counts were turned round in memory; they are written in the order of their values.
            let (_turn, rest) = number(rest).ok_or(SHORT)?;
            (Some(length as usize), rest)
        }
    };
    let (digits, rest) = number(rest).ok_or(SHORT)?;
    let (lowest, rest) = wide(rest).ok_or(SHORT)?;
    let (_highest, rest) = wide(rest).ok_or(SHORT)?;
    // Version 0 has the number of measurements in place of the ratio.
    let (ratio, rest) = wide(rest).ok_or(SHORT)?;
    let counts = rest.get(..length.unwrap_or(rest.len())).ok_or(SHORT)?;
    // The JavaScript library writes the ratio of 1 as a whole number, not as a decimal one.
    if version != Version::V0 && ratio > 1 && f64::from_bits(ratio) != 1.0 {
        return Err("has a histogram of decimal values, which are not read");
    }
    let scale = Scale::new(digits, lowest).ok_or("has a histogram of a precision that there is not")?;
    let counts = match version {
        Version::V0 | Version::V1 => fixed_counts(counts, (cookie & WIDTH) as usize >> 4 & 0xe, scale),
        Version::V2 => counts_of(counts, scale),
    };
    Ok((scale, counts.ok_or("has a histogram whose counts are damaged")?))
}

/// Counts of so many bytes each, the highest first, in the order of the buckets.
fn fixed_counts(bytes: &[u8], width: usize, scale: Scale) -> Option<Counts> {
    if !matches!(width, 2 | 4 | 8) || !bytes.len().is_multiple_of(width) {
        return None;
    }
    let mut counts = Counts::new();
    for (index, bytes) in (0..).zip(bytes.chunks_exact(width)) {
        let count = bytes.iter().fold(0, |count, byte| count << 8 | u64::from(*byte));
        // The highest bit is a sign, and counts have none.
        if count >> (8 * width - 1) != 0 {
            return None;
        }
        if count > 0 {
            scale.values(index)?;
            counts.push((index, count));
        }
    }
    Some(counts)
}

/// Counts in the order of the buckets; a negative one is so many empty buckets.
fn counts_of(mut bytes: &[u8], scale: Scale) -> Option<Counts> {
    let (mut counts, mut index) = (Counts::new(), 0_u32);
    while !bytes.is_empty() {
        let (count, rest) = zigzag(bytes)?;
        bytes = rest;
        let step = if count < 0 { u32::try_from(count.unsigned_abs()).ok()? } else { 1 };
        if count > 0 {
            scale.values(index)?;
            counts.push((index, count.unsigned_abs()));
        }
        index = index.checked_add(step)?;
    }
    Some(counts)
}

/// A signed number in groups of seven bits, the lowest first; the ninth byte has eight.
fn zigzag(bytes: &[u8]) -> Option<(i64, &[u8])> {
    let mut value = 0_u64;
    for (place, byte) in bytes.iter().take(9).enumerate() {
        let is_last = place == 8 || byte & 0x80 == 0;
        let bits = if place == 8 { *byte } else { byte & 0x7f };
        value |= u64::from(bits) << (7 * place);
        if is_last {
            let sign = (value & 1).wrapping_neg();
            return Some((((value >> 1) ^ sign).cast_signed(), &bytes[place + 1..]));
        }
    }
    None
}

/// The bytes of standard base64; the signs that fill it up may be missing.
fn base64(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=');
    let (mut out, mut bits, mut held) = (Vec::with_capacity(text.len() / 4 * 3), 0_u32, 0);
    for byte in text.bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = (bits << 6 | u32::from(value)) & 0xffff;
        held += 6;
        if held >= 8 {
            held -= 8;
            // The mask leaves the byte that is whole.
            out.push((bits >> held & 0xff) as u8);
        }
    }
    (held < 6).then_some(out)
}

impl Version {
    /// The version that the cookie of a compressed histogram tells of.
    fn of_compressed(cookie: u32) -> Option<Self> {
        match cookie & !WIDTH {
            0x1c84_9309 => Some(Self::V0),
            0x1c84_9302 => Some(Self::V1),
            0x1c84_9304 => Some(Self::V2),
            _ => None,
        }
    }

    /// The version that the cookie of a histogram tells of.
    fn of_plain(cookie: u32) -> Option<Self> {
        match cookie & !WIDTH {
            0x1c84_9308 => Some(Self::V0),
            0x1c84_9301 => Some(Self::V1),
            0x1c84_9303 => Some(Self::V2),
            _ => None,
        }
    }
}

impl Scale {
    /// The scale for so many significant digits from the lowest value that is told from 0.
    fn new(digits: u32, lowest: u64) -> Option<Self> {
        if digits > 5 || lowest == 0 {
            return None;
        }
        let buckets = 2 * 10_u64.pow(digits);
        let half = buckets.next_power_of_two().trailing_zeros() - 1;
        Some(Self { digits, unit: lowest.ilog2(), half })
    }

    /// The lowest and the highest value of a bucket.
    fn values(self, index: u32) -> Option<(u64, u64)> {
        let half = 1_u32 << self.half;
        let row = index >> self.half;
        let (shift, place) = match row.checked_sub(1) {
            None => (self.unit, index),
            Some(bucket) => (self.unit.checked_add(bucket)?, (index & (half - 1)) + half),
        };
        // Recorded values are below 2^63.
        let fits = u64::from(place).checked_ilog2().unwrap_or(0) + shift < 63;
        fits.then(|| {
            let low = u64::from(place) << shift;
            (low, low + ((1 << shift) - 1))
        })
    }
}

impl Sum {
    fn write(&self, tag: &str, out: &mut String) {
        let tag = if tag.is_empty() { String::new() } else { format!(", Tag = {tag}") };
        let (intervals, digits) = (self.intervals, self.scale.digits);
        let (mut total, mut middles) = (0_u128, 0_u128);
        let mut rows = String::new();
        for (index, count) in &self.counts {
            let Some((low, high)) = self.scale.values(*index) else { continue };
            total += u128::from(*count);
            // The library's mean has each measurement in the middle of its bucket.
            middles = middles.saturating_add(u128::from(low + (high - low).div_ceil(2)) * u128::from(*count));
            writeln!(rows, "{low},{high},{count},{total}").expect("a string can be written to");
        }
        let mean = if total == 0 { String::new() } else { format!("Mean = {}, ", middles as f64 / total as f64) };
        let head = format!("#[Intervals = {intervals}, Significant digits = {digits}{tag}]");
        write!(out, "{head}\n{COLUMNS}\n{rows}#[{mean}Total count = {total}]\n").expect("a string can be written to");
    }
}
