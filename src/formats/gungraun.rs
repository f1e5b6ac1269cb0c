//! What gungraun, iai-callgrind before it, and iai print: counted instructions and cache hits, no times.
//!
//! In text, a line that begins at the margin names the benchmark and the indented lines below it hold its
//! counts: this run's first, then the run before or a change, which are not read. With
//! `--output-format=json` each benchmark is a JSON object, on one line or many, among other text; one that
//! is cut off is a problem and does not hide those after it. Cycles are estimated by a model of the caches
//! from the counts, and say so. Rates are in the numbers that the tool writes, without a unit.

mod json;
mod text;

use crate::formats::benchmarks::word;
use crate::formats::json::collector::Measure;
use crate::model::Statistic;
use crate::units::Unit;

pub use json::GungraunJson;
pub use text::Gungraun;

const TOOL: &str = "gungraun";
const BY_MODEL: &str = "estimated from counts by a model of the caches";

/// What text and JSON call the same count, where the names differ by more than their case.
const NAMES: &[(&str, &str, &str)] = &[
    ("Instructions", "Ir", "instructions"),
    ("L1 Hits", "L1hits", "l1_hits"),
    ("L2 Hits", "L2hits", "l2_hits"),
    ("LL Hits", "LLhits", "ll_hits"),
    ("RAM Hits", "RamHits", "ram_hits"),
    ("L1 Hit Rate", "L1HitRate", "l1_hit_rate"),
    ("LL Hit Rate", "LLHitRate", "ll_hit_rate"),
    ("RAM Hit Rate", "RamHitRate", "ram_hit_rate"),
    ("I1 Miss Rate", "I1MissRate", "i1_miss_rate"),
    ("D1 Miss Rate", "D1MissRate", "d1_miss_rate"),
    ("LLi Miss Rate", "LLiMissRate", "lli_miss_rate"),
    ("LLd Miss Rate", "LLdMissRate", "lld_miss_rate"),
    ("LL Miss Rate", "LLMissRate", "ll_miss_rate"),
    ("Total read+write", "TotalRW", "total_read_write"),
    ("Estimated Cycles", "EstimatedCycles", "estimated_cycles"),
];

/// The measure of a count, by its name in text or in JSON.
fn measure(name: &str) -> Measure {
    let known = NAMES.iter().find(|(text, json, _)| *text == name || *json == name);
    let metric = known.map_or_else(|| word(name), |(.., metric)| (*metric).to_owned());
    if metric.ends_with("_rate") {
        return Measure::new(&metric, Statistic::Value, Unit::none());
    }
    let measure = Measure::new(&metric, Statistic::Count, Unit::none());
    if metric == "estimated_cycles" { measure.described(BY_MODEL) } else { measure }
}
