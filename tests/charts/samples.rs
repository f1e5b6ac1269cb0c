//! Charts of samples: histograms, steps, boxes, outlines of density; and runs over time.

use benchbook::chart::{
    Aside, Bin, Chart, Content, Lane, Manner, Mark, Origin, Pane, Plot, Reference, Row, Rows, Stack, StepSeries, Steps,
    Tile, Trace,
};
use benchbook::units::Unit;

use crate::cases::{Dice, LONG, chart, mark, printed, reference};
use crate::lines::spot;

/// Charts with a golden file.
pub(crate) fn all() -> Vec<Chart<'static>> {
    vec![
        histogram(),
        histograms(),
        lonely("histogram-one", histogram_of),
        steps(),
        steps_of_many(),
        lonely("ecdf-one", steps_of),
        boxes(),
        boxes_hard(),
        violins(),
        timeline(),
        heat_over_time(),
    ]
}

/// Charts that nobody chose, and of values that are hard to draw.
pub(crate) fn unforeseen() -> Vec<Chart<'static>> {
    let mut dice = Dice(29);
    let mut charts = Vec::new();
    let hard: [(&str, Vec<f64>); 5] = [
        ("equal", vec![7.0; 12]),
        ("negative", vec![-5.0, -4.0, -1.5, 0.0, 3.0]),
        ("wide", vec![1e-3, 1.0, 1e3, 1e6]),
        ("unknown", vec![f64::NAN, f64::INFINITY]),
        ("none", Vec::new()),
    ];
    for (name, values) in hard {
        charts.push(histogram_of(&format!("{name}-histogram"), &[("A", values.clone())], false));
        charts.push(steps_of(&format!("{name}-steps"), &[("A", values.clone())], name == "wide"));
        charts.push(rows(&format!("{name}-boxes"), Manner::Boxes, vec![box_lane("A", 1, &values)]));
        charts.push(rows(&format!("{name}-violins"), Manner::Violins, vec![violin_lane("A", 1, &values)]));
    }
    for index in 0..24 {
        let names: Vec<String> = (0..1 + dice.roll(12)).map(|_| dice.name()).collect();
        let decades = dice.roll(4);
        let groups: Vec<(&str, Vec<f64>)> = names
            .iter()
            .map(|name| (name.as_str(), (0..dice.roll(40)).map(|_| dice.value(decades)).collect()))
            .collect();
        let id = format!("samples-{index}");
        let mut chart = match index % 4 {
            0 => histogram_of(&id, &groups, false),
            1 => steps_of(&id, &groups, false),
            manner => {
                let of = if manner == 2 { box_lane } else { violin_lane };
                let lanes = groups.iter().enumerate().map(|(at, (name, values))| of(name, at + 1, values)).collect();
                rows(&id, if manner == 2 { Manner::Boxes } else { Manner::Violins }, lanes)
            }
        };
        chart.references = (0..dice.roll(4)).map(|_| reference(dice.value(decades), &dice.name())).collect();
        if let Some(first) = chart.references.first_mut() {
            first.to = Some(first.value * 1.5);
        }
        charts.push(chart);
    }
    charts
}

/// The marks of a stack.
pub(crate) fn of_stack(data: &Stack) -> Vec<f64> {
    let of = |pane: &Pane| match &pane.content {
        Content::Bins(bins) => bins.iter().map(|bin| bin.mark.value).collect::<Vec<_>>(),
        Content::Traces(traces) => traces
            .iter()
            .flat_map(|trace| trace.spots.iter().filter_map(|(_, mark)| Some(mark.as_ref()?.value)))
            .collect(),
        Content::Tiles(_, tiles) => tiles.iter().map(|tile| tile.mark.value).collect(),
    };
    data.panes.iter().flat_map(of).collect()
}

/// Times of a command in ms, by a generator: a bulk around 40 and a second, smaller one around 55.
fn times(seed: u64, count: usize, shift: f64) -> Vec<f64> {
    let mut dice = Dice(seed);
    (0..count)
        .map(|index| {
            let spread = (0..6).map(|_| dice.roll(100) as f64).sum::<f64>() / 60.0 - 5.0;
            let bulk = if index % 7 == 0 { 55.0 } else { 40.0 };
            ((bulk + shift + spread) * 100.0).round() / 100.0
        })
        .collect()
}

type Groups<'a> = [(&'a str, Vec<f64>)];

fn histogram_of(id: &str, groups: &Groups<'_>, log: bool) -> Chart<'static> {
    let width = 2.0;
    let pane = |(index, (label, values)): (usize, &(&str, Vec<f64>))| {
        let mut bins: Vec<Bin> = Vec::new();
        let finite: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
        let mut edges: Vec<f64> = finite.iter().map(|value| (value / width).floor() * width).collect();
        edges.sort_by(f64::total_cmp);
        edges.dedup();
        for low in edges {
            let count = finite.iter().filter(|value| (low..low + width).contains(*value)).count();
            bins.push(Bin { low, high: low + width, mark: mark(index, count as f64) });
        }
        let quantity = "number of samples".to_owned();
        Pane {
            label: (*label).to_owned(),
            quantity,
            unit: Unit::none(),
            colour: index + 1,
            content: Content::Bins(bins),
        }
    };
    let panes = groups.iter().enumerate().map(pane).collect();
    let data = Stack { quantity: "time".to_owned(), unit: Unit::named("ms"), log, alike: true, panes };
    chart(id, Plot::Stack(data), &[])
}

fn histogram() -> Chart<'static> {
    let mut chart = histogram_of("histogram", &[("", times(3, 120, 0.0))], false);
    chart.references = vec![band(36.0, 44.0, "budget"), reference(50.0, "50 ms objective")];
    chart
}

fn histograms() -> Chart<'static> {
    let names = ["main", LONG, "漢字の名前がとても長いベンチマーク", "اختبار الأداء"];
    let groups: Vec<(&str, Vec<f64>)> =
        names.iter().enumerate().map(|(at, name)| (*name, times(at as u64, 60, 3.0 * at as f64))).collect();
    histogram_of("histograms", &groups, false)
}

fn lonely(id: &str, of: fn(&str, &Groups<'_>, bool) -> Chart<'static>) -> Chart<'static> {
    of(id, &[("", vec![41.5])], false)
}

fn band(from: f64, to: f64, label: &str) -> Reference {
    Reference { to: Some(to), ..reference(from, label) }
}

fn steps_of(id: &str, groups: &Groups<'_>, log: bool) -> Chart<'static> {
    let series = |(index, (label, values)): (usize, &(&str, Vec<f64>))| {
        let mut sorted: Vec<f64> = values.clone();
        sorted.sort_by(f64::total_cmp);
        let share = |at: usize| (at + 1) as f64 / sorted.len() as f64;
        let curve: Vec<(f64, f64)> = sorted.iter().enumerate().map(|(at, value)| (*value, share(at))).collect();
        let marks = curve.iter().step_by(4).map(|(value, share)| (*share, mark(index, *value))).collect();
        StepSeries { label: (*label).to_owned(), colour: index + 1, curve, marks }
    };
    let series = groups.iter().enumerate().map(series).collect();
    chart(id, Plot::Steps(Steps { quantity: "time".to_owned(), unit: Unit::named("ms"), log, series }), &[])
}

fn steps() -> Chart<'static> {
    let groups = [("main", times(3, 40, 0.0)), ("with cache", times(4, 40, -6.0)), ("debug", times(5, 25, 9.0))];
    let mut chart = steps_of("ecdf", &groups, false);
    chart.references = vec![reference(50.0, "50 ms objective"), band(30.0, 35.0, "budget")];
    chart
}

/// Thirty series over nine orders of magnitude.
fn steps_of_many() -> Chart<'static> {
    let names: Vec<String> = (1..=30).map(|index| format!("framework {index}")).collect();
    let groups: Vec<(&str, Vec<f64>)> = names
        .iter()
        .enumerate()
        .map(|(at, name)| {
            (name.as_str(), times(at as u64, 9, 0.0).iter().map(|v| v * 1e-4 * 2.0_f64.powi(at as i32)).collect())
        })
        .collect();
    steps_of("ecdf-thirty", &groups, true)
}

fn rows(id: &str, manner: Manner, lanes: Vec<Row>) -> Chart<'static> {
    let data =
        Rows { quantity: "time".to_owned(), unit: Unit::named("ms"), origin: Origin::Fitted, manner, rows: lanes };
    chart(id, Plot::Rows(data), &[])
}

fn lane(label: &str, colour: usize, spots: &[f64], repeats: &[f64]) -> Lane {
    let text = spots.get(spots.len() / 2).map_or(String::new(), |value| printed(*value));
    Lane {
        label: label.to_owned(),
        colour,
        spots: spots.iter().map(|value| Some(spot(colour, *value, 0.0))).collect(),
        repeats: repeats.iter().map(|value| mark(colour, *value)).collect(),
        outline: Vec::new(),
        aside: Aside::Text(format!("{text}, n = {}", repeats.len())),
    }
}

/// Five values of sorted ones, by their places; what lies beyond 55 is outside the whiskers.
fn box_lane(label: &str, colour: usize, values: &[f64]) -> Row {
    let mut sorted: Vec<f64> = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (outside, inside): (Vec<f64>, Vec<f64>) = sorted.into_iter().partition(|value| *value > 55.0);
    let at = |quarter: usize| inside.get((inside.len().saturating_sub(1)) * quarter / 4).copied();
    let five: Vec<f64> = (0..5).filter_map(at).collect();
    Row::Lane(lane(label, colour, &five, &outside))
}

fn boxes() -> Chart<'static> {
    let lanes = vec![
        Row::Heading("release 1".to_owned()),
        box_lane("main", 1, &times(3, 40, 0.0)),
        box_lane("with cache", 2, &times(4, 40, -6.0)),
        Row::Heading("release 2".to_owned()),
        box_lane("main", 1, &times(5, 40, -1.0)),
    ];
    let mut chart = rows("box", Manner::Boxes, lanes);
    chart.references = vec![band(33.0, 36.0, "budget")];
    chart
}

fn boxes_hard() -> Chart<'static> {
    let lanes = vec![
        box_lane("one", 1, &[41.5]),
        box_lane("all equal", 2, &[40.0; 9]),
        box_lane(LONG, 3, &[-5.0, -4.0, -1.0, 0.0, 12.0, 80.0]),
        box_lane("اختبار الأداء", 4, &[]),
    ];
    rows("box-hard", Manner::Boxes, lanes)
}

fn violin_lane(label: &str, colour: usize, values: &[f64]) -> Row {
    let mut sorted: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.get(sorted.len() / 2).copied();
    let mut lane = lane(label, colour, middle.as_slice(), values);
    let (low, high) = (sorted.first().copied().unwrap_or(0.0), sorted.last().copied().unwrap_or(0.0));
    if high > low {
        // Two hills of known shape.
        let hill = |part: f64, at: f64| (-((part - at) / 0.15).powi(2)).exp();
        let share = |part: f64| hill(part, 0.3) + 0.4 * hill(part, 0.8);
        lane.outline =
            (0..=40).map(|step| f64::from(step) / 40.0).map(|p| (low + p * (high - low), share(p))).collect();
    }
    Row::Lane(lane)
}

fn violins() -> Chart<'static> {
    let lanes = vec![
        violin_lane("main", 1, &times(3, 60, 0.0)),
        violin_lane("with cache", 2, &times(4, 30, -6.0)),
        violin_lane("one", 3, &[41.5]),
        violin_lane("none", 4, &[]),
    ];
    rows("violin", Manner::Violins, lanes)
}

fn trace(label: &str, colour: usize, values: &[f64]) -> Trace {
    let spot = |(at, value): (usize, &f64)| (at as f64, (!value.is_nan()).then(|| mark(colour, *value)));
    Trace { label: label.to_owned(), colour, spots: values.iter().enumerate().map(spot).collect() }
}

fn pane(quantity: &str, unit: &str, traces: Vec<Trace>) -> Pane {
    let (label, quantity, unit) = (String::new(), quantity.to_owned(), Unit::named(unit));
    Pane { label, quantity, unit, colour: 1, content: Content::Traces(traces) }
}

/// A run of thirty seconds with a warm-up, a stall and a gap.
fn timeline() -> Chart<'static> {
    let rate = |at: i32| match at {
        0..=4 => 400.0 * f64::from(at + 1),
        18..=20 => 150.0,
        _ => 2000.0 + f64::from(at % 5) * 31.0,
    };
    let rates: Vec<f64> = (0..30).map(rate).collect();
    let slow: Vec<f64> = rates.iter().map(|rate| (20_000.0 / rate).round()).collect();
    let mut errors: Vec<f64> = rates.iter().map(|rate| if *rate < 200.0 { 40.0 } else { 0.0 }).collect();
    errors[10] = f64::NAN;
    let both = |of: &[f64]| {
        vec![trace("main", 1, of), trace("with cache", 2, &of.iter().map(|v| v * 0.8).collect::<Vec<_>>())]
    };
    let panes = vec![
        pane("requests per second", "req/s", both(&rates)),
        pane("p95", "ms", both(&slow)),
        pane("errors", "1/s", both(&errors)),
    ];
    let data = Stack { quantity: "time".to_owned(), unit: Unit::named("s"), log: false, alike: false, panes };
    let mut chart = chart("timeline", Plot::Stack(data), &[]);
    chart.references = vec![band(0.0, 5.0, "warm-up"), band(18.0, 20.0, "stall"), reference(25.0, "deploy")];
    chart
}

/// Two runs of twenty seconds, one with a pause after which answers are late: counts from 1 to 900.
fn heat_over_time() -> Chart<'static> {
    let pane = |(colour, label): (usize, &str)| {
        let tile = |second: u32, row: u32, count: u32| {
            let low = 2_f64.powf(f64::from(row) / 2.0);
            let mark = mark(colour, f64::from(count));
            Tile { left: f64::from(second), right: f64::from(second + 1), low, high: low * 2_f64.sqrt(), mark }
        };
        let paused = |second: u32| colour == 2 && (9..11).contains(&second);
        let usual = (0..20)
            .filter(|second| !paused(*second))
            .flat_map(|second| (2..9).map(move |row| tile(second, row, 1 + 900 / (1 + row * row * 7 + second % 5))));
        let late = (11..13).filter(|_| colour == 2).flat_map(|second| (12..20).map(move |row| tile(second, row, row)));
        Pane {
            label: label.to_owned(),
            quantity: "latency".to_owned(),
            unit: Unit::named("ms"),
            colour,
            content: Content::Tiles("number of samples".to_owned(), usual.chain(late).collect()),
        }
    };
    let panes = [(1, "Steady"), (2, LONG)].map(pane).to_vec();
    let data = Stack { quantity: "time".to_owned(), unit: Unit::named("s"), log: false, alike: true, panes };
    let mut chart = chart("heat-over-time", Plot::Stack(data), &[]);
    chart.references = vec![band(9.0, 11.0, "pause")];
    chart
}

/// The marks of steps.
pub(crate) fn of_steps(data: &Steps) -> Vec<f64> {
    let marks = data.series.iter().flat_map(|series| &series.marks);
    marks.map(|(_, mark): &(f64, Mark)| mark.value).collect()
}
