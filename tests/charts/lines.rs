//! Charts of lines over numbers and releases.

use benchbook::chart::{Across, Chart, LineSeries, Lines, Plot, Ranges, Spot};
use benchbook::units::Unit;

use crate::cases::{Dice, LONG, chart, mark};

/// Charts with a golden file.
pub(crate) fn all() -> Vec<Chart<'static>> {
    vec![concurrency(), sizes(), cut(), offsets(), lonely(), releases()]
}

/// Charts that nobody chose: the same ones each time.
pub(crate) fn unforeseen() -> Vec<Chart<'static>> {
    let mut dice = Dice(11);
    (0..40).map(|index| dice_chart(&mut dice, index)).collect()
}

/// A spot; the range reaches so far around its value, in parts of it.
pub(crate) fn spot(index: usize, value: f64, around: f64) -> Spot {
    let range = (around > 0.0).then_some((value * (1.0 - around), value * (1.0 + around)));
    Spot { mark: mark(index, value), range, firm: true, spans: false }
}

fn series(label: &str, colour: usize, values: &[f64], around: f64) -> LineSeries {
    let spot = |(index, value): (usize, &f64)| (!value.is_nan()).then(|| spot(index, *value, around));
    LineSeries {
        label: label.to_owned(),
        colour,
        spots: values.iter().enumerate().map(spot).collect(),
        changes: Vec::new(),
    }
}

fn lines(unit: &str, across: Across, series: Vec<LineSeries>) -> Lines {
    let quantity = if unit == "ms" { "p99" } else { "requests per second" };
    Lines {
        quantity: quantity.to_owned(),
        unit: Unit::named(unit),
        across,
        from_zero: true,
        ranges: Ranges::Bands,
        series,
        breaks: Vec::new(),
    }
}

fn across(title: &str, log: bool, places: &[(f64, &str)]) -> Across {
    let places = places.iter().map(|(at, label)| (*at, (*label).to_owned())).collect();
    Across { title: title.to_owned(), log, places }
}

/// Rates that level off, over connections on a logarithmic scale, with bands, a gap and an estimate.
pub(crate) fn concurrency() -> Chart<'static> {
    let places = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512].map(|n| (f64::from(n), n.to_string()));
    let places: Vec<(f64, &str)> = places.iter().map(|(at, label)| (*at, label.as_str())).collect();
    let nan = f64::NAN;
    let rust = [9120.0, 17_800.0, 34_100.0, 61_900.0, 98_300.0, 121_000.0, 128_400.0, 127_900.0, 126_100.0, 119_500.0];
    let node = [4210.0, 8120.0, 15_900.0, 28_700.0, 41_200.0, 46_800.0, nan, nan, 45_100.0, 43_900.0];
    let python = [5130.0, 9700.0, 17_700.0, 25_100.0, 31_900.0, 33_300.0, 33_800.0, 32_700.0, 31_000.0, 28_400.0];
    let mut series =
        vec![series("Rust", 3, &rust, 0.06), series("Node", 1, &node, 0.08), series("Python", 2, &python, 0.11)];
    for spot in series[0].spots.iter_mut().skip(8).flatten() {
        spot.firm = false;
        spot.range = None;
    }
    let data = lines("req/s", across("connections", true, &places), series);
    chart("lines-concurrency", Plot::Lines(data), &[(100_000.0, "100,000 req/s objective")])
}

/// Whiskers over body sizes on a linear scale.
fn sizes() -> Chart<'static> {
    let places = [(0.0, "0"), (256.0, "256 B"), (1024.0, "1 KiB"), (4096.0, "4 KiB"), (16384.0, "16 KiB")];
    let mut data = lines(
        "ms",
        across("body", false, &places),
        vec![
            series("identity", 1, &[0.61, 0.64, 0.71, 0.98, 2.31], 0.07),
            series("gzip", 2, &[0.63, 0.82, 0.99, 1.4, 3.02], 0.1),
        ],
    );
    data.ranges = Ranges::Whiskers;
    chart("lines-sizes", Plot::Lines(data), &[])
}

/// An axis that does not start at zero.
fn cut() -> Chart<'static> {
    let places = [(100.0, "100"), (200.0, "200"), (300.0, "300"), (400.0, "400")];
    let one = series("", 1, &[117_088.0, 116_035.5, 114_199.0, 113_870.0], 0.004);
    let mut data = lines("req/s", across("payload", false, &places), vec![one]);
    data.from_zero = false;
    chart("lines-cut", Plot::Lines(data), &[])
}

/// Places before zero, one of them without a value.
fn offsets() -> Chart<'static> {
    let places = [(-100.0, "-100"), (-50.0, "-50"), (0.0, "0"), (50.0, "50"), (100.0, "100")];
    let one = series("-1 ms", 2, &[9.1, f64::NAN, 4.2, 5.9, 9.4], 0.05);
    chart("lines-offsets", Plot::Lines(lines("ms", across("offset", false, &places), vec![one])), &[])
}

/// One place, and a series without any value.
fn lonely() -> Chart<'static> {
    let some = series(LONG, 4, &[12.5], 0.2);
    let data = lines("ms", across("clients", true, &[(8.0, "8")]), vec![some, series("nothing", 5, &[f64::NAN], 0.0)]);
    chart("lines-lonely", Plot::Lines(data), &[])
}

/// Releases in their order, with changes that stand out and a release that was not measured.
fn releases() -> Chart<'static> {
    let names = ["1.0", "1.1", "1.2-rc.1", "1.2", "2.0", "2.1", "2.2"];
    let places: Vec<(f64, &str)> = names.iter().enumerate().map(|(at, name)| (at as f64, *name)).collect();
    let kruda = [377_100.0, 381_900.0, f64::NAN, 402_450.0, 446_200.0, 441_800.0, 443_050.0];
    let fiber = [431_700.0, 433_050.0, 434_900.0, 433_800.0, 401_250.0, 449_300.0, 452_870.0];
    let mut all = vec![series("Kruda", 1, &kruda, 0.011), series("Fiber", 2, &fiber, 0.012)];
    for (index, place, change) in [(0, 3, 5.4), (0, 4, 10.9), (1, 4, -7.5), (1, 5, 12.0)] {
        let mut mark = mark(20 + place, change);
        mark.text = format!("{change:+.1}%");
        all[index].changes.push((place, mark));
    }
    let mut data = lines("req/s", across("release", false, &places), all);
    data.ranges = Ranges::Whiskers;
    chart("trend", Plot::Lines(data), &[])
}

fn dice_chart(dice: &mut Dice, index: usize) -> Chart<'static> {
    let count = 1 + dice.roll(12);
    let labels: Vec<String> = (0..count).map(|_| dice.name()).collect();
    let places: Vec<(f64, &str)> =
        labels.iter().enumerate().map(|(i, label)| ((1 << i) as f64, label.as_str())).collect();
    let decades = dice.roll(4);
    let series = (1..2 + dice.roll(20)).map(|colour| {
        let values: Vec<f64> =
            (0..count).map(|_| if dice.roll(7) == 0 { f64::NAN } else { dice.value(decades) }).collect();
        series(&dice.name(), colour, &values, dice.roll(3) as f64 / 10.0)
    });
    let series = series.collect();
    let id = format!("unforeseen-lines-{index}");
    let mut data = lines("ms", across(&dice.name(), dice.roll(2) == 0, &places), series);
    data.from_zero = dice.roll(2) == 0;
    data.ranges = [Ranges::Bands, Ranges::Whiskers][dice.roll(2)];
    let value = dice.value(decades);
    chart(&id, Plot::Lines(data), &[(value, "objective")])
}
