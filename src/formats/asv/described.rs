//! What `benchmarks.json` says of the results in the folders beside it: the units of what the author tracks, and the
//! names of parameters.
//!
//! asv describes a benchmark by its name and a version, a hash of its code by default. A result of another version is
//! of other code, to which the description may not apply. asv names parameters `param1`, `param2` and so on where the
//! author does not, and the unit of what it knows no unit of `unit`: those say nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{PARAMETER, TRACK, is_list, parameter};
use crate::formats::beside::{Describe, Told};
use crate::formats::json::Node;
use crate::formats::{Content, Reading};
use crate::model::Run;
use crate::units::Unit;

/// What asv writes where the author names no unit.
const NO_UNIT: &str = "unit";

/// The dimensions that the results have of themselves.
const OWN: [&str; 4] = ["benchmark", "commit", "environment", "machine"];

/// The benchmarks, by name.
struct Benchmarks(BTreeMap<Arc<str>, Benchmark>);

struct Benchmark {
    version: Option<String>,
    unit: Option<Unit>,
    parameters: Vec<String>,
}

/// The benchmarks that a file describes, if it is one that does.
pub fn read(content: &Content<'_>) -> Option<Told> {
    let root = content.document().filter(|root| is_list(root))?;
    let described = root.members().iter().filter(|(_, node)| node.get("param_names").is_some());
    let benchmarks = described.map(|(name, node)| (Arc::from(&**name), Benchmark::of(node))).collect();
    let reading = Reading { tool: "asv".to_owned(), ..Reading::default() };
    Some(Told { reading, describes: Some(Box::new(Benchmarks(benchmarks))), names: None })
}

impl Benchmark {
    fn of(node: &Node<'_>) -> Self {
        let text = |key| node.get(key).and_then(Node::string).map(str::trim).filter(|text| !text.is_empty());
        let names = node.get("param_names").map(Node::items).unwrap_or_default();
        Self {
            version: text("version").map(str::to_owned),
            unit: text("unit").filter(|unit| *unit != NO_UNIT).map(Unit::named),
            parameters: names.iter().map(|name| name.string().unwrap_or_default().trim().to_owned()).collect(),
        }
    }
}

impl Describe for Benchmarks {
    fn describe(&self, run: &mut Run) -> Result<(), String> {
        let Some(title) = run.title.clone() else { return Ok(()) };
        let lacks = run.dimensions.contains_key(PARAMETER) || run.observations.iter().any(|o| *o.metric == *TRACK);
        match self.0.get(&title.name) {
            None if lacks => Err(format!("does not describe `{}`", title.name)),
            Some(benchmark) if !benchmark.is_of(title.version.as_deref()) => match lacks {
                true => Err(format!("describes another version of `{}`", title.name)),
                false => Ok(()),
            },
            Some(benchmark) => {
                benchmark.name_parameters(run);
                benchmark.give_unit(run);
                Ok(())
            }
            None => Ok(()),
        }
    }
}

impl Benchmark {
    /// Whether results of that version are its own. One without a version is as asv was before it wrote any.
    fn is_of(&self, version: Option<&str>) -> bool {
        version.is_none() || self.version.is_none() || version == self.version.as_deref()
    }

    fn name_parameters(&self, run: &mut Run) {
        let own = (1..).map(parameter).zip(&self.parameters).enumerate();
        let named = own.filter(|(at, (_, name))| !name.is_empty() && **name != format!("param{}", at + 1));
        // All are taken out before one is put back: one may have the name that stands for another.
        let values: Vec<_> =
            named.filter_map(|(_, (dimension, name))| Some((name, run.dimensions.remove(&dimension)?))).collect();
        for (name, value) in values {
            // What else has the name, such as a folder, says less of the run than the result itself.
            let is_taken = OWN.contains(&name.as_str());
            let name = if is_taken { format!("{name}_parameter") } else { name.clone() };
            run.dimensions.insert(name.into(), value);
        }
    }

    fn give_unit(&self, run: &mut Run) {
        let Some(unit) = self.unit else { return };
        for observation in run.observations.iter_mut().filter(|o| *o.metric == *TRACK) {
            observation.quantity.unit = unit;
        }
    }
}
