//! Charts of one measure against another.

use benchbook::chart::{Chart, Dial, Origin, Plot, Point, Scatter};
use benchbook::units::Unit;

use crate::cases::{Dice, LONG, chart, reference};
use crate::lines::spot;

/// Charts with a golden file.
pub(crate) fn all() -> Vec<Chart<'static>> {
    vec![servers(), crowd()]
}

/// Charts that nobody chose: the same ones each time.
pub(crate) fn unforeseen() -> Vec<Chart<'static>> {
    let mut dice = Dice(17);
    (0..40).map(|index| dice_chart(&mut dice, index)).collect()
}

fn dial(quantity: &str, unit: &str, origin: Origin, better: &str) -> Dial {
    Dial { quantity: quantity.to_owned(), unit: Unit::named(unit), origin, better: better.to_owned() }
}

fn point(label: &str, colour: usize, x: f64, y: f64, around: f64) -> Point {
    let range = (around > 0.0).then_some((x * (1.0 - around), x * (1.0 + around)));
    Point { label: label.to_owned(), colour, x: (x, range), spot: spot(colour, y, around * 1.6) }
}

fn servers() -> Chart<'static> {
    let mut points = vec![
        point("Actix Web", 3, 783_866.0, 0.61, 0.02),
        point("Kruda", 1, 816_411.0, 0.642, 0.015),
        point("Fiber", 2, 816_650.0, 0.91, 0.03),
        point("Express", 4, 92_310.0, 3.4, 0.08),
        point("Node", 5, 214_000.0, 1.72, 0.05),
        point("Hono", 6, 188_200.0, 1.9, 0.0),
    ];
    points[5].spot.firm = false;
    let data = Scatter {
        x: dial("requests per second", "req/s", Origin::Zero, "higher is better"),
        y: dial("p99", "ms", Origin::Zero, "lower is better"),
        points,
        frontier: vec![0, 1, 2],
        missing: vec!["Gin".to_owned()],
    };
    chart("scatter", Plot::Scatter(data), &[(2.0, "2 ms objective")])
}

/// Many marks close together, on axes that do not start at zero.
fn crowd() -> Chart<'static> {
    let points = (0..24).map(|i| {
        let x = 40_000.0 + 900.0 * f64::from(i * 7 % 24);
        let y = 5.0 + f64::from(i * 11 % 24) / 16.0;
        point(&format!("round {}", i + 1), 1 + i as usize % 3, x, y, 0.0)
    });
    let data = Scatter {
        x: dial("requests per second", "req/s", Origin::Fitted, ""),
        y: dial("p99", "ms", Origin::Fitted, ""),
        points: points.collect(),
        frontier: Vec::new(),
        missing: Vec::new(),
    };
    chart("scatter-crowd", Plot::Scatter(data), &[])
}

fn dice_chart(dice: &mut Dice, index: usize) -> Chart<'static> {
    let decades = dice.roll(5);
    let points = (0..dice.roll(40)).map(|_| {
        let (x, y) = (dice.value(decades), dice.value(decades));
        point(&dice.name(), 1 + dice.roll(20), x, y, dice.roll(3) as f64 / 10.0)
    });
    let points: Vec<Point> = points.collect();
    let origin = [Origin::Zero, Origin::Fitted][dice.roll(2)];
    let data = Scatter {
        x: dial(LONG, "req/s", origin, "higher is better"),
        y: dial("p99", "ms", origin, "lower is better"),
        frontier: (0..points.len().min(3)).collect(),
        points,
        missing: (0..dice.roll(9)).map(|_| dice.name()).collect(),
    };
    let mut chart = chart(&format!("unforeseen-scatter-{index}"), Plot::Scatter(data), &[]);
    chart.references = (0..dice.roll(3)).map(|_| reference(dice.value(decades), &dice.name())).collect();
    chart
}
