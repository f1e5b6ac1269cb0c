//! Heat maps.

use benchbook::chart::{Chart, Heat, Plot};
use benchbook::units::Unit;

use crate::cases::{Dice, LONG, chart};
use crate::lines::spot;

/// Charts with a golden file.
pub(crate) fn all() -> Vec<Chart<'static>> {
    vec![latencies(), rates()]
}

/// Charts that nobody chose: the same ones each time.
pub(crate) fn unforeseen() -> Vec<Chart<'static>> {
    let mut dice = Dice(19);
    (0..30).map(|index| dice_chart(&mut dice, index)).collect()
}

fn heat(id: &str, quantity: &str, unit: &str, columns: &[&str], rows: &[(&str, Vec<f64>)]) -> Chart<'static> {
    let cell = |value: &f64| (!value.is_nan()).then(|| spot(1, *value, 0.0));
    let rows = rows.iter().map(|(name, values)| ((*name).to_owned(), values.iter().map(cell).collect())).collect();
    let columns = columns.iter().map(|name| (*name).to_owned()).collect();
    let data = Heat {
        quantity: quantity.to_owned(),
        unit: Unit::named(unit),
        across: "connections".to_owned(),
        columns,
        rows,
    };
    chart(id, Plot::Heat(data), &[])
}

/// Three decades: colours on a logarithmic scale; a gap and an estimate.
fn latencies() -> Chart<'static> {
    let rows = [
        ("Rust", vec![0.61, 0.64, 0.71, 0.98, 2.31, 8.9, 31.0]),
        ("Node", vec![0.92, 0.99, 1.24, 2.75, 8.4, 41.2, 160.5]),
        ("Python", vec![0.83, 0.9, 1.31, 3.98, 12.7, f64::NAN, 355.0]),
    ];
    let mut chart = heat("heat", "p99", "ms", &["1", "4", "16", "64", "256", "1024", "4096"], &rows);
    if let Plot::Heat(data) = &mut chart.plot {
        data.rows[2].1[6].as_mut().expect("a cell").firm = false;
    }
    chart
}

/// Two columns, values close together.
fn rates() -> Chart<'static> {
    let rows = [
        ("GET /users/:id/posts/:post/comments", vec![94_310.0, 97_225.0]),
        ("POST /items", vec![89_120.0, 91_400.0]),
        ("GET /text", vec![102_800.0, f64::NAN]),
        (LONG, vec![95_000.0, 95_000.5]),
    ];
    heat("heat-few", "requests per second", "req/s", &["1.8", "2.0"], &rows)
}

fn dice_chart(dice: &mut Dice, index: usize) -> Chart<'static> {
    let columns: Vec<String> = (0..dice.roll(30)).map(|_| dice.name()).collect();
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let decades = dice.roll(5);
    let names: Vec<String> = (0..dice.roll(20)).map(|_| dice.name()).collect();
    let rows: Vec<(&str, Vec<f64>)> = names
        .iter()
        .map(|name| {
            let values = columns.iter().map(|_| if dice.roll(6) == 0 { f64::NAN } else { dice.value(decades) });
            (name.as_str(), values.collect())
        })
        .collect();
    heat(&format!("unforeseen-heat-{index}"), LONG, "ms", &columns, &rows)
}
