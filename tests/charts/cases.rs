//! The charts that are looked at.

use benchbook::chart::{At, Bar, Bars, Chart, Mark, PercentileSeries, Percentiles, Plot, Reference};
use benchbook::model::Percentile;
use benchbook::units::Unit;
use benchbook::words::Voice;

/// A name that fits nowhere.
pub(crate) const LONG: &str = "An experimental framework with a connection pool, HTTP pipelining and a very long name";

/// All charts with a golden file.
pub(crate) fn all() -> Vec<Chart<'static>> {
    vec![
        altair(),
        kruda(),
        many("twelve-series", 12),
        many("thirty-series", 30),
        many("forty-series", 40),
        spectrum(),
        forty_groups(),
        one_bar(),
        missing(),
        long_names(),
        names_alike(),
        upright_reference(),
        single_point(),
    ]
}

/// Charts of values that are hard to draw.
pub(crate) fn extremes() -> Vec<Chart<'static>> {
    let values: [(&str, &[f64]); 10] = [
        ("equal", &[7.0, 7.0, 7.0, 7.0]),
        ("zeros", &[0.0, 0.0, 0.0, 0.0]),
        ("a-zero", &[0.0, 1.0, 100.0, 1e6]),
        ("huge", &[1e12, 2e12, 5e12, 9e12]),
        ("tiny", &[1e-9, 2e-9, 3e-9, 9e-9]),
        ("wide", &[1e-9, 1.0, 1e6, 1e12]),
        ("largest", &[1.0, 1e300, f64::MAX, f64::MAX]),
        ("negative", &[-5.0, -1.0, 2.0, 3.0]),
        ("not-a-number", &[1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY]),
        ("none", &[]),
    ];
    let lines = values.map(|(id, values)| percentiles(id, "ms", vec![line("A", 1, values)], &[]));
    let bars = values.map(|(id, values)| {
        let groups = values
            .iter()
            .enumerate()
            .map(|(g, v)| (format!("group {g}"), vec![Some(bar(g, *v, Some((*v, v * 1.1)))); 2]));
        bar_chart(&format!("{id}-bars"), "B", &["A", "B"], groups.collect())
    });
    lines.into_iter().chain(bars).chain([wide_values()]).collect()
}

/// Few groups leave bars far apart from their neighbours' groups, but not from their own.
fn wide_values() -> Chart<'static> {
    let groups = ["one", "two"].map(|name| {
        let bars = [117_088.25, 117_035.75, 104_199.5].iter().enumerate();
        (name.to_owned(), bars.map(|(i, value)| Some(bar(i, *value, None))).collect())
    });
    bar_chart("wide-values", "req/s", &["A", "B", "C"], groups.into())
}

/// Charts that nobody chose: the same ones each time.
pub(crate) fn unforeseen() -> Vec<Chart<'static>> {
    let mut dice = Dice(7);
    (0..80).map(|index| dice.chart(index)).collect()
}

/// Numbers that look random (Knuth's MMIX generator).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// A number from 0 to `below`.
    pub(crate) fn roll(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }

    pub(crate) fn value(&mut self, decades: usize) -> f64 {
        let power = self.roll(decades + 1) as i32 - decades as i32 / 2;
        self.roll(1000) as f64 / 10.0 * 10_f64.powi(power)
    }

    pub(crate) fn name(&mut self) -> String {
        let from = self.roll(40);
        LONG[from..from + 1 + self.roll(LONG.len() - from - 1)].trim().to_owned() + "."
    }

    fn chart(&mut self, index: usize) -> Chart<'static> {
        let id = format!("unforeseen-{index}");
        let decades = self.roll(5);
        let mut chart = if index.is_multiple_of(2) { self.lines(&id, decades) } else { self.bars(&id, decades) };
        chart.references = (0..self.roll(4)).map(|_| reference(self.value(decades), &self.name())).collect();
        chart
    }

    fn lines(&mut self, id: &str, decades: usize) -> Chart<'static> {
        let count = 1 + self.roll(38);
        let series = (1..=count).map(|colour| {
            let values: Vec<f64> = (0..self.roll(5)).map(|_| self.value(decades)).collect();
            line(&self.name(), colour, &values)
        });
        percentiles(id, "ms", series.collect(), &[])
    }

    fn bars(&mut self, id: &str, decades: usize) -> Chart<'static> {
        let names: Vec<String> = (0..1 + self.roll(4)).map(|_| self.name()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let most = [6, 100][self.roll(2)];
        let count = 1 + self.roll(most);
        let groups = (0..count).map(|_| {
            let bars = names.iter().enumerate().map(|(i, _)| {
                let value = self.value(decades);
                (self.roll(6) > 0).then(|| bar(i, value, (value > 5.0).then_some((value * 0.9, value * 1.2))))
            });
            let bars = bars.collect();
            (self.name(), bars)
        });
        let groups = groups.collect();
        bar_chart(id, "req/s", &names, groups)
    }
}

pub(crate) fn altair() -> Chart<'static> {
    let series = vec![
        line("Fiber", 1, &[94.3, 131.7, 171.5, 242.4]),
        line("Altair", 2, &[101.3, 117.8, 145.9, 201.5]),
        line("Express", 3, &[232.1, 302.8, 1036.8, 2067.8]),
    ];
    let mut chart = percentiles("altair", "ms", series, &[(200.0, "200 ms objective")]);
    chart.title = "Write latency by percentile".to_owned();
    if let Plot::Percentiles(data) = &mut chart.plot {
        data.series[2].points[3].1.href = "#figure-12".to_owned();
    }
    chart
}

fn kruda() -> Chart<'static> {
    // Median, least and most of the rounds, in thousands.
    let rounds = [
        [[441.22, 433.1, 447.9], [452.87, 449.01, 455.3], [498.64, 471.2, 507.35]],
        [[389.41, 385.22, 392.1], [389.53, 380.05, 394.8], [433.9, 429.7, 436.12]],
        [[372.05, 369.9, 374.3], [201.73, 195.41, 214.9], [305.6, 301.3, 309.99]],
    ];
    let thousands = |value: f64| (value * 1000.0).round();
    let groups = ["Plaintext", "JSON", "Five parameters"].iter().zip(rounds).map(|(name, rounds)| {
        let bars = rounds.map(|round| round.map(thousands)).into_iter().enumerate();
        let bars = bars.map(|(i, [value, low, high])| Some(bar(i, value, Some((low, high)))));
        ((*name).to_owned(), bars.collect())
    });
    let mut chart = bar_chart("kruda", "req/s", &["Kruda 1.7.2", "Fiber 3.5.0", "Actix Web 4.15.0"], groups.collect());
    chart.title = "Throughput by route".to_owned();
    chart
}

/// Lines that start close together and end in pairs.
fn many(id: &str, count: usize) -> Chart<'static> {
    let series = (0..count).map(|i| {
        let base = 40.0 + 9.0 * i as f64 + 6.0 * (i % 4) as f64;
        let tail = 1.3 + (i * 7 % 11) as f64 / 4.0;
        let values = [base, base * tail.sqrt(), base * tail, base * tail * 1.4];
        line(&format!("framework {}", i + 1), i + 1, &values.map(|value| (value * 10.0).round() / 10.0))
    });
    percentiles(id, "ms", series.collect(), &[(100.0, "100 ms objective")])
}

fn spectrum() -> Chart<'static> {
    let latency = |percent: f64| 2.0 + 1.5 * -(1.0 - percent / 100.0_f64).log10() + (percent / 100.0).powi(40) * 4.0;
    let fine = [
        0.0, 10.0, 25.0, 50.0, 62.5, 75.0, 81.0, 87.5, 90.0, 93.75, 95.0, 96.9, 98.0, 98.4, 99.0, 99.2, 99.6, 99.8,
        99.9,
    ];
    let mut series = vec![line("Actix Web", 3, &[0.0; 0]), line("Kruda", 4, &[0.0; 0])];
    for (index, series) in series.iter_mut().enumerate() {
        let factor = 1.0 + 0.4 * index as f64;
        series.spectrum = fine.iter().map(|p| (*p, latency(*p) * factor)).collect();
        let marked = ["50", "75", "90", "95", "99", "99.9"]
            .map(|p| (At::Percentile(Percentile::parse(p).expect(p)), latency(p.parse().expect(p)) * factor));
        let points = marked.into_iter().chain([(At::Max, 14.2 * factor)]).enumerate();
        series.points = points.map(|(i, (at, value))| (at, mark(i, (value * 100.0).round() / 100.0))).collect();
    }
    percentiles("spectrum", "ms", series, &[(10.0, "10 ms objective")])
}

fn forty_groups() -> Chart<'static> {
    let groups = (0..40)
        .map(|i| (format!("scenario {}", i + 1), vec![Some(bar(i, 1200.0 + 431.0 * (i * 17 % 40) as f64, None))]));
    bar_chart("forty-groups", "op/s", &["main"], groups.collect())
}

fn one_bar() -> Chart<'static> {
    bar_chart("one-bar", "MiB", &["memory"], vec![("Kruda".to_owned(), vec![Some(bar(0, 18.4, Some((17.9, 19.6))))])])
}

fn missing() -> Chart<'static> {
    let groups = ["read", "write", "mixed"].iter().enumerate().map(|(g, name)| {
        let bars = (0..3).map(|s| ((g + s) % 3 != 1).then(|| bar(s, 120.0 + 40.0 * (g * 2 + s) as f64, None)));
        ((*name).to_owned(), bars.collect())
    });
    bar_chart("missing-values", "req/s", &["SQLite", "PostgreSQL", "MariaDB"], groups.collect())
}

/// Long names of lines are in `altair`'s kind of chart; here are long groups and series.
pub(crate) fn long_names() -> Chart<'static> {
    let groups = [
        LONG,
        "GET /users/:id/posts/:post/comments/:comment?expand=author",
        "漢字の名前がとても長いベンチマーク",
        "short",
    ];
    let groups = groups
        .iter()
        .enumerate()
        .map(|(g, name)| ((*name).to_owned(), vec![Some(bar(g, 1000.0 * (g + 1) as f64, None)); 2]));
    let mut chart = bar_chart("long-names", "req/s", &["main", LONG], groups.collect());
    chart.references = vec![reference(3500.0, "what the objective of the project asks for")];
    chart
}

/// Names that differ only behind a long common beginning.
fn names_alike() -> Chart<'static> {
    let groups = ["6ef8deb3-5c74", "9ae58a82-f232", "70cbdc03-db12"].iter().enumerate();
    let name = |own: &str| format!("GET /charts/cost_over_time?building_id={own}&tab=usage");
    let mut groups: Vec<_> = groups.map(|(g, own)| (name(own), vec![Some(bar(g, 10.0 + g as f64, None))])).collect();
    groups.push(("GET /logout".to_owned(), vec![Some(bar(3, 80.0, None))]));
    bar_chart("names-alike", "req/s", &["requests"], groups)
}

fn upright_reference() -> Chart<'static> {
    let groups = ["128 B", "1 KiB", "16 KiB", "256 KiB", "1 MiB", "16 MiB"].iter().enumerate();
    let groups =
        groups.map(|(g, name)| ((*name).to_owned(), vec![Some(bar(g, [0.4, 0.9, 2.1, 3.3, 3.9, 4.2][g], None))]));
    let mut chart = bar_chart("upright-reference", "GB/s", &["codec"], groups.collect());
    chart.references = vec![reference(4.0, "memory bandwidth of one channel"), reference(1.0, "network")];
    chart
}

fn single_point() -> Chart<'static> {
    let mut series = line(LONG, 5, &[]);
    series.points = vec![(At::Percentile(Percentile::parse("99").expect("a percentile")), mark(0, 0.344))];
    percentiles("single-point", "ms", vec![series], &[])
}

fn line(label: &str, colour: usize, values: &[f64]) -> PercentileSeries {
    let at = ["95", "99", "99.9"].map(|p| At::Percentile(Percentile::parse(p).expect(p)));
    let points = at.into_iter().chain([At::Max]).zip(values).enumerate();
    let points = points.map(|(i, (at, value))| (at, mark(i, *value))).collect();
    PercentileSeries { label: label.to_owned(), colour, points, spectrum: Vec::new() }
}

fn bar(index: usize, value: f64, range: Option<(f64, f64)>) -> Bar {
    Bar { mark: mark(index, value), range, spans: false }
}

pub(crate) fn mark(index: usize, value: f64) -> Mark {
    Mark {
        figure: format!("figure-{index}"),
        href: "../../evidence/suite/write.json.html#L214".to_owned(),
        value,
        text: printed(value),
        sign: "",
        is_anchor: false,
        title: format!("p99: {value} & \"more\", write.json"),
    }
}

/// A number with thousands separators, as the pages print it.
pub(crate) fn printed(value: f64) -> String {
    let text = if value.abs() < 1e15 { format!("{value}") } else { format!("{value:e}") };
    let (whole, rest) = text.split_once('.').map_or((text.as_str(), String::new()), |(w, r)| (w, format!(".{r}")));
    if !whole.bytes().all(|b| b.is_ascii_digit()) {
        return text;
    }
    let groups: Vec<&str> =
        whole.as_bytes().rchunks(3).rev().map(|g| std::str::from_utf8(g).expect("digits")).collect();
    groups.join(",") + &rest
}

fn percentiles(id: &str, unit: &str, series: Vec<PercentileSeries>, references: &[(f64, &str)]) -> Chart<'static> {
    let data = Percentiles { quantity: "latency".to_owned(), unit: Unit::named(unit), series };
    chart(id, Plot::Percentiles(data), references)
}

fn bar_chart(id: &str, unit: &str, series: &[&str], groups: Vec<(String, Vec<Option<Bar>>)>) -> Chart<'static> {
    let series = series.iter().enumerate().map(|(i, name)| ((*name).to_owned(), i + 1)).collect();
    let data = Bars { quantity: "throughput".to_owned(), unit: Unit::named(unit), series, groups };
    chart(id, Plot::Bars(data), &[])
}

pub(crate) fn chart(id: &str, plot: Plot, references: &[(f64, &str)]) -> Chart<'static> {
    Chart {
        id: id.to_owned(),
        title: format!("Case <{id}>"),
        description: "What the picture shows, in words.".to_owned(),
        plot,
        references: references.iter().map(|(value, label)| reference(*value, label)).collect(),
        voice: Voice::english(),
    }
}

pub(crate) fn reference(value: f64, label: &str) -> Reference {
    Reference { value, to: None, label: label.to_owned() }
}
