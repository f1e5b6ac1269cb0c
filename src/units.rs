//! Units: what they measure, how they convert, and the algebra of `*` and `/`.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{LazyLock, Mutex};

/// What a unit is made of: time, data, or a counted thing such as requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Base {
    Second,
    Byte,
    /// A counted thing, by name (`req`, `op`).
    Counted(&'static str),
}

/// A unit's definition; equal definitions share one address.
#[derive(Debug, PartialEq)]
struct Definition {
    symbol: &'static str,
    /// How many of the base units one of these is.
    scale: f64,
    /// Exponents of the base units, sorted, none of them 0.
    bases: Vec<(Base, i32)>,
}

/// A unit of measurement such as `ms`, `req/s` or `MiB`; the empty one is a plain number.
#[derive(Clone, Copy)]
pub struct Unit(&'static Definition);

/// A value with its unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quantity {
    /// The value, in `unit`.
    pub value: f64,
    /// The unit.
    pub unit: Unit,
}

/// Symbols, their scale and their bases. The first symbol is the one printed.
type KnownUnit = (&'static [&'static str], f64, &'static [(Base, i32)]);

const KNOWN: &[KnownUnit] = &[
    (&[""], 1.0, &[]),
    (&["%"], 0.01, &[]),
    (&["×", "x"], 1.0, &[]),
    (&["ps", "picosecond", "picoseconds"], 1e-12, &[(Base::Second, 1)]),
    (&["ns", "nanosecond", "nanoseconds"], 1e-9, &[(Base::Second, 1)]),
    // U+00B5 and U+03BC are two characters that look alike; tools write either.
    (&["µs", "μs", "us", "microsecond", "microseconds"], 1e-6, &[(Base::Second, 1)]),
    (&["ms", "millisecond", "milliseconds"], 1e-3, &[(Base::Second, 1)]),
    (&["s", "sec", "secs", "second", "seconds"], 1.0, &[(Base::Second, 1)]),
    (&["min", "m", "minute", "minutes"], 60.0, &[(Base::Second, 1)]),
    (&["h", "hour", "hours"], 3600.0, &[(Base::Second, 1)]),
    (&["B", "byte", "bytes"], 1.0, &[(Base::Byte, 1)]),
    (&["kB", "KB"], 1e3, &[(Base::Byte, 1)]),
    (&["MB"], 1e6, &[(Base::Byte, 1)]),
    (&["GB"], 1e9, &[(Base::Byte, 1)]),
    (&["TB"], 1e12, &[(Base::Byte, 1)]),
    (&["PB"], 1e15, &[(Base::Byte, 1)]),
    (&["KiB"], 1024.0, &[(Base::Byte, 1)]),
    (&["MiB"], 1_048_576.0, &[(Base::Byte, 1)]),
    (&["GiB"], 1_073_741_824.0, &[(Base::Byte, 1)]),
    (&["TiB"], 1_099_511_627_776.0, &[(Base::Byte, 1)]),
    (&["PiB"], 1_125_899_906_842_624.0, &[(Base::Byte, 1)]),
    (&["req", "requests", "request"], 1.0, &[(Base::Counted("req"), 1)]),
    (&["kreq"], 1e3, &[(Base::Counted("req"), 1)]),
    (&["Mreq"], 1e6, &[(Base::Counted("req"), 1)]),
    (&["req/s", "requests/s", "rps", "requests/sec", "reqs/s"], 1.0, &[(Base::Second, -1), (Base::Counted("req"), 1)]),
    (&["kreq/s"], 1e3, &[(Base::Second, -1), (Base::Counted("req"), 1)]),
    (&["Mreq/s"], 1e6, &[(Base::Second, -1), (Base::Counted("req"), 1)]),
    (&["op", "ops"], 1.0, &[(Base::Counted("op"), 1)]),
    (&["op/s", "ops/s"], 1.0, &[(Base::Second, -1), (Base::Counted("op"), 1)]),
];

/// What tools count with the prefix of a power of ten before its name (`Mitem/s`), by all of its names, and how
/// many of the base one is. In prose these words are words, so that they are no units of [`KNOWN`].
const COUNTED: &[(&[&str], f64, Base)] = &[
    (&["items", "item"], 1.0, Base::Counted("items")),
    (&["elements", "element", "elem", "elems"], 1.0, Base::Counted("elements")),
    (&["chars", "char"], 1.0, Base::Counted("chars")),
    (&["cycles", "cycle"], 1.0, Base::Counted("cycles")),
    (&["ops", "op"], 1.0, Base::Counted("op")),
    (&["bits", "bit"], 0.125, Base::Byte),
];

const PREFIXES: &[(&str, f64)] = &[("k", 1e3), ("K", 1e3), ("M", 1e6), ("G", 1e9), ("T", 1e12), ("P", 1e15)];

/// Units that are not in [`KNOWN`], made as they are met. A site names a handful, so they are
/// kept for the life of the process.
static MADE: LazyLock<Mutex<BTreeMap<String, Unit>>> = LazyLock::new(Mutex::default);

static TABLE: LazyLock<BTreeMap<&'static str, Unit>> = LazyLock::new(|| {
    let mut table = BTreeMap::new();
    for (symbols, scale, bases) in KNOWN {
        let mut bases = bases.to_vec();
        bases.sort_unstable();
        let unit = Unit(Box::leak(Box::new(Definition { symbol: symbols[0], scale: *scale, bases })));
        table.extend(symbols.iter().map(|symbol| (*symbol, unit)));
    }
    table
});

impl Unit {
    /// The unit of a plain number.
    pub fn none() -> Self {
        Self::named("")
    }

    /// Percent: hundredths of a plain number.
    pub fn percent() -> Self {
        Self::named("%")
    }

    /// The unit of that symbol. One that is not known is a counted thing (`VUs`), or one per
    /// another unit when it holds a `/` (`lookups/s`, `MiB/s`).
    pub fn named(symbol: &str) -> Self {
        let symbol = symbol.trim();
        if let Some(unit) = TABLE.get(symbol) {
            return *unit;
        }
        if let Some(unit) = made().get(symbol) {
            return *unit;
        }
        let (scale, bases) = match symbol.rsplit_once('/') {
            Some((above, below)) if !above.is_empty() && !below.is_empty() => {
                Self::named(above).combined(Self::named(below), -1)
            }
            _ if let Some((scale, base)) = counted(symbol) => (scale, vec![(base, 1)]),
            _ => (1.0, vec![(Base::Counted(Box::leak(symbol.to_owned().into_boxed_str())), 1)]),
        };
        make(symbol.to_owned(), scale, bases)
    }

    /// Whether the symbol is one that Benchbook knows how to convert.
    pub fn is_known(symbol: &str) -> bool {
        match symbol.rsplit_once('/') {
            _ if TABLE.contains_key(symbol) => true,
            Some((above, below)) => Self::is_known(above) && Self::is_known(below),
            None => false,
        }
    }

    /// The unit in words, for messages: "`ms`", or "a plain number".
    pub fn words(self) -> String {
        if self.symbol().is_empty() { "a plain number".to_owned() } else { format!("`{}`", self.symbol()) }
    }

    /// How the unit is written.
    pub fn symbol(self) -> &'static str {
        self.0.symbol
    }

    /// How many base units (seconds, bytes, plain numbers) one of these is.
    pub fn base_scale(self) -> f64 {
        self.0.scale
    }

    /// Whether it is a plain number, in whatever scale (`""`, `%`, `×`).
    pub fn is_plain(self) -> bool {
        self.0.bases.is_empty()
    }

    /// Whether it is a time.
    pub fn is_time(self) -> bool {
        self.0.bases == [(Base::Second, 1)]
    }

    /// Whether it counts things (`req`, `VUs`), as against a time, a size or a rate.
    pub fn is_count(self) -> bool {
        matches!(self.0.bases[..], [] | [(Base::Counted(_), 1)])
    }

    /// Whether values of the two can be added and compared.
    pub fn fits(self, other: Self) -> bool {
        self.0.bases == other.0.bases
    }

    /// The factor by which a value in this unit is multiplied to be in `other`.
    pub fn factor_to(self, other: Self) -> Option<f64> {
        self.fits(other).then(|| self.0.scale / other.0.scale)
    }

    /// The unit of a product.
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        self.with(other, 1)
    }

    /// The unit of a quotient.
    #[must_use]
    pub fn per(self, other: Self) -> Self {
        self.with(other, -1)
    }

    fn with(self, other: Self, sign: i32) -> Self {
        let (scale, bases) = self.combined(other, sign);
        if bases.is_empty() && scale == 1.0 {
            return Self::none();
        }
        let known = TABLE.values().find(|u| u.0.scale == scale && u.0.bases == bases && u.symbol() != "×");
        if let Some(unit) = known {
            return *unit;
        }
        let symbol = match (self.symbol(), other.symbol(), sign) {
            (own, "", _) => own.to_owned(),
            ("", other, 1) => other.to_owned(),
            ("", other, _) => format!("1/{other}"),
            (own, other, 1) => format!("{own}·{other}"),
            (own, other, _) => format!("{own}/{other}"),
        };
        let made = made().get(&symbol).copied();
        made.unwrap_or_else(|| make(symbol, scale, bases))
    }

    fn combined(self, other: Self, sign: i32) -> (f64, Vec<(Base, i32)>) {
        let mut bases: BTreeMap<Base, i32> = self.0.bases.iter().copied().collect();
        for (base, exponent) in &other.0.bases {
            *bases.entry(*base).or_default() += sign * exponent;
        }
        bases.retain(|_, exponent| *exponent != 0);
        let scale = if sign > 0 { self.0.scale * other.0.scale } else { self.0.scale / other.0.scale };
        (scale, bases.into_iter().collect())
    }
}

/// How many of which base one of a counted thing is, with a prefix or without.
fn counted(symbol: &str) -> Option<(f64, Base)> {
    let of =
        |name: &str| COUNTED.iter().find(|(names, ..)| names.contains(&name)).map(|(_, scale, base)| (*scale, *base));
    let prefixed =
        |(prefix, factor): &(&str, f64)| of(symbol.strip_prefix(prefix)?).map(|(scale, base)| (scale * factor, base));
    of(symbol).or_else(|| PREFIXES.iter().find_map(prefixed))
}

fn made() -> std::sync::MutexGuard<'static, BTreeMap<String, Unit>> {
    MADE.lock().expect("no thread panics while it holds the table of units")
}

fn make(symbol: String, scale: f64, bases: Vec<(Base, i32)>) -> Unit {
    let mut units = made();
    // Another thread may have made it in between.
    if let Some(unit) = units.get(&symbol) {
        return *unit;
    }
    let leaked = Box::leak(symbol.clone().into_boxed_str());
    let unit = Unit(Box::leak(Box::new(Definition { symbol: leaked, scale, bases })));
    units.insert(symbol, unit);
    unit
}

impl PartialEq for Unit {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0) || self.0 == other.0
    }
}

impl fmt::Debug for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.symbol())
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.symbol())
    }
}

impl Quantity {
    /// A plain number.
    pub fn plain(value: f64) -> Self {
        Self { value, unit: Unit::none() }
    }

    /// The same quantity in another unit, if the two fit.
    pub fn to(self, unit: Unit) -> Option<Self> {
        if self.unit == unit {
            return Some(self);
        }
        let value = match self.unit.factor_to(unit)? {
            // Dividing by 1,000 rounds once where multiplying by 0.001 rounds twice.
            factor if factor < 1.0 => self.value / (1.0 / factor).round_to_whole(),
            factor => self.value * factor.round_to_whole(),
        };
        Some(Self { value, unit })
    }
}

/// Conversion factors that are whole numbers come out of a division a hair off.
trait RoundToWhole {
    fn round_to_whole(self) -> f64;
}

impl RoundToWhole for f64 {
    fn round_to_whole(self) -> f64 {
        let whole = self.round();
        if (self - whole).abs() < 1e-9 * self.abs() { whole } else { self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn convert(value: f64, from: &str, to: &str) -> Option<f64> {
        Quantity { value, unit: Unit::named(from) }.to(Unit::named(to)).map(|q| q.value)
    }

    #[test]
    fn a_power_stays_a_power_however_high() {
        let second = Unit::named("s");
        let all = (1..256).fold(second, |unit, _| unit.times(second));
        assert!(!all.fits(Unit::none()), "256 factors of a second are no plain number");
        assert!((0..255).fold(all, |unit, _| unit.per(second)).fits(second));
    }

    #[test]
    fn times_and_sizes_convert() {
        assert_eq!(convert(344.0, "us", "ms"), Some(0.344));
        assert_eq!(convert(0.00012727, "s", "ms"), Some(0.12727));
        assert_eq!(convert(1.0, "m", "s"), Some(60.0));
        assert_eq!(convert(2.0, "MiB", "KiB"), Some(2048.0));
        assert_eq!(convert(1.5, "MB", "kB"), Some(1500.0));
        assert_eq!(convert(1.0, "ms", "req/s"), None);
        assert_eq!(convert(1.0, "VUs", "ms"), None);
    }

    #[test]
    fn counted_things_convert_whatever_their_prefix() {
        assert_eq!(convert(1.5, "Gitem/s", "Mitem/s"), Some(1500.0));
        assert_eq!(convert(846.9, "Kitem/s", "items/s"), Some(846_900.0));
        assert_eq!(convert(2.0, "kops/s", "op/s"), Some(2000.0));
        assert_eq!(convert(8.0, "Gbit/s", "GB/s"), Some(1.0));
        assert_eq!(convert(1.0, "PiB", "TiB"), Some(1024.0));
        assert_eq!(convert(1.0, "Mitem/s", "Mchar/s"), None);
        // These begin like a prefix and are none.
        assert_eq!(convert(1.0, "Kites", "ites"), None);
        assert_eq!((Unit::named("Gitem/s").symbol(), Unit::is_known("items")), ("Gitem/s", false));
    }

    #[test]
    fn both_micro_signs_are_one_unit() {
        assert_eq!(Unit::named("\u{b5}s"), Unit::named("\u{3bc}s"));
        assert_eq!(Unit::named("us").symbol(), "\u{b5}s");
    }

    #[test]
    fn quotients_cancel_and_combine() {
        let [rps, req, s, ms] = ["req/s", "req", "s", "ms"].map(Unit::named);
        assert_eq!(req.per(s), rps);
        assert!(rps.per(rps).is_plain());
        assert_eq!(rps.times(s), req);
        // 1,000 req/s over 2 ms is 2 requests, whatever the scale between.
        let product = Quantity { value: 1000.0 * 2.0, unit: rps.times(ms) };
        assert_eq!(product.to(req).map(|q| q.value), Some(2.0));
    }

    #[test]
    fn unknown_names_are_counted_things() {
        assert!(Unit::named("lookups/s").fits(Unit::named("lookups").per(Unit::named("s"))));
        assert!(!Unit::named("lookups").fits(Unit::named("req")));
        assert!(Unit::is_known("MiB/s") && !Unit::is_known("lookups/s"));
    }
}
