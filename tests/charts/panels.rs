//! Several plots with one axis.

use benchbook::chart::{Bar, Bars, Chart, LineSeries, Lines, Panels, Plot};
use benchbook::units::Unit;

use crate::cases::{self, Dice, chart, mark};
use crate::lines;

/// Charts with a golden file.
pub(crate) fn all() -> Vec<Chart<'static>> {
    vec![of_lines(), of_bars(), of_percentiles()]
}

/// Charts that nobody chose: the same ones each time.
pub(crate) fn unforeseen() -> Vec<Chart<'static>> {
    let mut dice = Dice(23);
    let all: Vec<Chart<'static>> = cases::unforeseen().into_iter().chain(lines::unforeseen()).collect();
    let chosen = (0..30).map(|index| {
        let first = &all[dice.roll(all.len())];
        let same = |chart: &&Chart| std::mem::discriminant(&chart.plot) == std::mem::discriminant(&first.plot);
        let alike: Vec<&Chart> = all.iter().filter(same).collect();
        let panels = (0..1 + dice.roll(7)).map(|_| (dice.name(), alike[dice.roll(alike.len())].plot.clone())).collect();
        let series = (0..dice.roll(9)).map(|colour| (dice.name(), colour + 1)).collect();
        let mut chart = panel_chart(&format!("unforeseen-panels-{index}"), "latency", "ms", series, panels);
        chart.references.clone_from(&first.references);
        chart
    });
    chosen.collect()
}

/// The plots of a chart with several, or its only one.
pub(crate) fn plots<'a>(chart: &'a Chart<'_>) -> Vec<&'a Plot> {
    match &chart.plot {
        Plot::Panels(data) => data.panels.iter().map(|(_, plot)| plot).collect(),
        plot => vec![plot],
    }
}

fn panel_chart(
    id: &str,
    quantity: &str,
    unit: &str,
    series: Vec<(String, usize)>,
    panels: Vec<(String, Plot)>,
) -> Chart<'static> {
    let data = Panels { quantity: quantity.to_owned(), unit: Unit::named(unit), series, panels };
    chart(id, Plot::Panels(data), &[])
}

fn of_lines() -> Chart<'static> {
    let whole = lines::concurrency();
    let Plot::Lines(data) = whole.plot else { panic!("a chart of lines") };
    let part = |factor: f64| {
        let scaled = |series: &LineSeries| {
            let mut series = series.clone();
            for spot in series.spots.iter_mut().flatten() {
                spot.mark.value *= factor;
                spot.range = spot.range.map(|(low, high)| (low * factor, high * factor));
            }
            series
        };
        Plot::Lines(Lines { series: data.series.iter().map(scaled).collect(), ..data.clone() })
    };
    let series = data.series.iter().map(|series| (series.label.clone(), series.colour)).collect();
    let panels = [("Text", 1.0), ("JSON", 0.8), ("Five parameters", 0.45)];
    let panels = panels.into_iter().map(|(name, factor)| (name.to_owned(), part(factor))).collect();
    panel_chart("panels-lines", "requests per second", "req/s", series, panels)
}

fn of_bars() -> Chart<'static> {
    let series = vec![("wrk".to_owned(), 1), ("oha".to_owned(), 2)];
    let part = |factor: f64| {
        let groups = [("Rust", 61_000.0), ("Node", 24_500.0), ("Python", 31_200.0)];
        let bar = |value: f64, index: usize| {
            let value = (value * factor * (1.0 - 0.1 * index as f64)).round();
            Some(Bar { mark: mark(index, value), range: Some((value * 0.93, value * 1.05)), spans: false })
        };
        let groups = groups.iter().map(|(name, value)| ((*name).to_owned(), vec![bar(*value, 0), bar(*value, 1)]));
        Plot::Bars(Bars {
            quantity: "requests per second".to_owned(),
            unit: Unit::named("req/s"),
            series: series.clone(),
            groups: groups.collect(),
        })
    };
    let panels = vec![("/text".to_owned(), part(1.0)), ("/json".to_owned(), part(0.62))];
    panel_chart("panels-bars", "requests per second", "req/s", series, panels)
}

fn of_percentiles() -> Chart<'static> {
    let plot = cases::altair().plot;
    let Plot::Percentiles(data) = &plot else { panic!("a chart of percentiles") };
    let series = data.series.iter().map(|series| (series.label.clone(), series.colour)).collect();
    let panels = ["write", "read", "mixed", "bulk"].map(|name| (name.to_owned(), plot.clone())).into();
    let mut chart = panel_chart("panels-percentiles", "latency", "ms", series, panels);
    chart.references = vec![cases::reference(200.0, "200 ms objective")];
    chart
}
