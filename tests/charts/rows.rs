//! Charts of rows: dots, pairs, intervals.

use benchbook::chart::{Aside, Chart, Lane, Manner, Origin, Plot, Row, Rows};
use benchbook::units::Unit;

use crate::cases::{Dice, LONG, chart, mark};
use crate::lines::spot;

/// Charts with a golden file.
pub(crate) fn all() -> Vec<Chart<'static>> {
    vec![dots(), rounds(), pairs(), intervals(), wide_intervals()]
}

/// Charts that nobody chose: the same ones each time.
pub(crate) fn unforeseen() -> Vec<Chart<'static>> {
    let mut dice = Dice(13);
    (0..40).map(|index| dice_chart(&mut dice, index)).collect()
}

/// All marks of a chart of rows.
pub(crate) fn values(data: &Rows) -> Vec<f64> {
    let mut values = Vec::new();
    for row in &data.rows {
        if let Row::Lane(lane) = row {
            values.extend(lane.spots.iter().flatten().map(|spot| spot.mark.value));
            values.extend(lane.repeats.iter().map(|mark| mark.value));
            if let Aside::Figure(mark) = &lane.aside {
                values.push(mark.value);
            }
        }
    }
    values
}

fn lane(label: &str, colour: usize, value: f64, around: f64) -> Lane {
    let spot = (!value.is_nan()).then(|| spot(colour, value, around));
    let text = spot.as_ref().map_or(String::new(), |spot| spot.mark.text.clone());
    Lane {
        label: label.to_owned(),
        colour,
        spots: vec![spot],
        repeats: Vec::new(),
        outline: Vec::new(),
        aside: Aside::Text(text),
    }
}

fn rows(id: &str, unit: &str, origin: Origin, manner: Manner, rows: Vec<Row>) -> Chart<'static> {
    let quantity = if origin == Origin::One { "rps[a] / rps[b]" } else { "requests per second" }.to_owned();
    chart(id, Plot::Rows(Rows { quantity, unit: Unit::named(unit), origin, manner, rows }), &[])
}

fn heading(name: &str) -> Row {
    Row::Heading(name.to_owned())
}

/// Dots below headings, with ranges, a gap and an estimate.
fn dots() -> Chart<'static> {
    let mut guess = lane("Python", 2, 31_000.0, 0.0);
    guess.spots[0].as_mut().expect("a spot").firm = false;
    let lanes = vec![
        heading("Text"),
        Row::Lane(lane("Rust", 3, 98_300.0, 0.08)),
        Row::Lane(lane("Node", 1, 41_200.0, 0.15)),
        Row::Lane(guess),
        heading("JSON"),
        Row::Lane(lane("Rust", 3, 91_700.0, 0.05)),
        Row::Lane(lane("Node", 1, 37_400.0, 0.2)),
        Row::Lane(lane("Python", 2, f64::NAN, 0.0)),
    ];
    let mut chart = rows("dots", "req/s", Origin::Zero, Manner::Dots, lanes);
    chart.references = vec![crate::cases::reference(60_000.0, "60,000 req/s objective")];
    chart
}

/// Every round as a small mark, on an axis that does not start at zero.
fn rounds() -> Chart<'static> {
    let of = |label: &str, colour: usize, value: f64, rounds: [f64; 5]| {
        let mut lane = lane(label, colour, value, 0.0);
        lane.repeats = rounds.iter().map(|round| mark(colour, *round)).collect();
        let (low, high) = (rounds.iter().copied().fold(f64::MAX, f64::min), rounds.iter().copied().fold(0.0, f64::max));
        lane.spots[0].as_mut().expect("a spot").range = Some((low, high));
        Row::Lane(lane)
    };
    let lanes = vec![
        of("Kruda 1.7.2", 1, 816_411.0, [813_022.0, 815_200.0, 816_411.0, 822_800.0, 831_506.0]),
        of("Fiber 3.5.0", 2, 816_650.0, [807_902.0, 811_100.0, 816_650.0, 818_300.0, 819_004.0]),
        of("Actix Web 4.15.0", 3, 783_866.0, [780_340.0, 782_000.0, 783_866.0, 784_100.0, 786_922.0]),
    ];
    rows("dots-rounds", "req/s", Origin::Fitted, Manner::Dots, lanes)
}

/// Before and after, with the change as a figure of its own.
fn pairs() -> Chart<'static> {
    let pair = |label: &str, colour: usize, before: f64, after: f64| {
        let mut lane = lane(label, colour, before, 0.0);
        lane.spots.push((!after.is_nan()).then(|| spot(colour, after, 0.0)));
        let change = (after / before - 1.0) * 100.0;
        lane.aside = if after.is_nan() {
            Aside::Text("no data for one of the two".to_owned())
        } else {
            let mut mark = mark(9, change);
            mark.text = format!("{change:+.1}%");
            Aside::Figure(Box::new(mark))
        };
        Row::Lane(lane)
    };
    let lanes = vec![
        pair("GET /text", 1, 41_200.0, 52_800.0),
        pair("GET /json", 2, 37_400.0, 36_900.0),
        pair("POST /items", 3, 9100.0, 12_250.0),
        pair("GET /users/:id/posts", 4, 15_050.0, f64::NAN),
    ];
    let manner = Manner::Pairs("1.8 (May)".to_owned(), "2.0 (September)".to_owned());
    rows("dumbbell", "req/s", Origin::Zero, manner, lanes)
}

fn ratio(label: &str, value: f64, low: f64, high: f64) -> Row {
    let mut lane = lane(label, 1, value, 0.0);
    lane.spots[0].as_mut().expect("a spot").range = Some((low, high));
    lane.aside = Aside::Text(format!("{value} [{low}–{high}]"));
    Row::Lane(lane)
}

/// Ratios close to one.
fn intervals() -> Chart<'static> {
    let lanes = vec![
        ratio("parse", 1.21, 1.16, 1.25),
        ratio("render", 1.02, 0.97, 1.06),
        ratio("hash", 0.88, 0.85, 0.93),
        ratio("sort", 1.0, 0.99, 1.02),
    ];
    rows("forest", "", Origin::One, Manner::Intervals, lanes)
}

/// Ratios far from one are on a logarithmic scale.
fn wide_intervals() -> Chart<'static> {
    let lanes = vec![
        heading("Cold"),
        ratio("lookup", 0.31, 0.22, 0.44),
        ratio("insert", 2.6, 2.2, 3.1),
        heading("Warm"),
        ratio("lookup", 11.4, 9.8, 12.9),
    ];
    rows("forest-wide", "", Origin::One, Manner::Intervals, lanes)
}

fn dice_chart(dice: &mut Dice, index: usize) -> Chart<'static> {
    let manner =
        [Manner::Dots, Manner::Intervals, Manner::Pairs(LONG.to_owned(), "after".to_owned())][dice.roll(3)].clone();
    let origin = [Origin::Zero, Origin::Fitted, Origin::One][dice.roll(3)];
    let decades = dice.roll(5);
    let mut lanes = Vec::new();
    for _ in 0..dice.roll(30) {
        if dice.roll(5) == 0 {
            lanes.push(Row::Heading(dice.name()));
        }
        let value = if dice.roll(6) == 0 { f64::NAN } else { dice.value(decades) };
        let mut lane = lane(&dice.name(), 1 + dice.roll(20), value, dice.roll(4) as f64 / 10.0);
        if matches!(manner, Manner::Pairs(..)) {
            let other = dice.value(decades);
            lane.spots.push((dice.roll(4) > 0).then(|| spot(2, other, 0.0)));
            lane.aside =
                if dice.roll(2) == 0 { Aside::Figure(Box::new(mark(3, other))) } else { Aside::Text(dice.name()) };
        }
        lane.repeats = (0..dice.roll(4)).map(|i| mark(i, dice.value(decades))).collect();
        lanes.push(Row::Lane(lane));
    }
    let id = format!("unforeseen-rows-{index}");
    let value = dice.value(decades);
    let mut chart = rows(&id, "ms", origin, manner, lanes);
    chart.references = vec![crate::cases::reference(value, &dice.name())];
    chart
}
