//! Little's law: how many clients were busy on average, from the rate and the mean time of a run.

use super::Suite;
use crate::model::{Kind, Statistic};
use crate::number;
use crate::units::Unit;

/// How many requests of a run were in flight on average, and how many clients there were to send them.
#[derive(Debug, Clone, PartialEq)]
pub struct Flight {
    /// The place of the rate among the observations.
    pub rate: usize,
    /// The place of the mean time.
    pub mean: usize,
    /// Requests in flight: rate times mean time.
    pub busy: f64,
    /// How many clients there were.
    pub clients: f64,
    /// What they are: "connections", "virtual users".
    pub of: &'static str,
}

/// What clients are called in dimensions, in what files tell, and in `[conditions]`.
const CLIENTS: [(&str, &str); 3] =
    [("connections", "connections"), ("vus", "virtual users"), ("virtual_users", "virtual users")];

impl Flight {
    /// That of a run; none where a rate, a mean or the number of clients is not known.
    pub fn of(suite: &Suite, run: usize) -> Option<Self> {
        let (requests, rate) = value(suite, run, "rps", Statistic::Rate, "req/s")?;
        let (time, mean) = value(suite, run, "latency", Statistic::Mean, "s")?;
        let (clients, of) = CLIENTS.iter().find_map(|(name, words)| Some((clients(suite, run, name)?, *words)))?;
        Some(Self { rate, mean, busy: requests * time, clients, of })
    }

    /// Whether one client sends one request at a time; a virtual user may send several.
    pub fn is_single(&self) -> bool {
        self.of == "connections"
    }

    /// The share of clients that were busy.
    pub fn share(&self) -> f64 {
        self.busy / self.clients
    }
}

fn value(suite: &Suite, run: usize, metric: &str, statistic: Statistic, unit: &str) -> Option<(f64, usize)> {
    suite.places_of_run(run).find_map(|place| {
        let observation = &suite.data[place].observation;
        let is_known = matches!(observation.kind, Kind::Measured | Kind::Transcribed);
        let fits = is_known && *observation.metric == *metric && observation.statistic == statistic;
        Some((fits.then(|| observation.quantity().to(Unit::named(unit))).flatten()?.value, place))
    })
}

/// How many clients a run had: as a dimension, as the file says, else as the manifest says for its dimensions.
fn clients(suite: &Suite, run: usize, name: &str) -> Option<f64> {
    let run = suite.runs.get(run);
    let dimension = run.dimensions.get(name).map(ToString::to_string);
    let told = || run.facts.iter().find(|fact| fact.name == name).map(|fact| fact.value.to_string());
    let stated = || {
        let part: Vec<_> = run.dimensions.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        suite.manifest.conditions_for(&part).get(name).map(|text| (*text).to_owned())
    };
    let text = dimension.or_else(told).or_else(stated)?;
    // A text with several numbers says that there were several settings.
    match &number::read(&text).numbers[..] {
        [one] if one.value > 0.0 => Some(one.value),
        _ => None,
    }
}
