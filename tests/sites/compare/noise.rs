//! Whether what is there is found, and what is not there is not: generated noise, and recordings.

use super::{compare, compared, go_bench, row};
use crate::support::{Site, tests};

/// Generated times: noise of 2 % (a sum of twelve uniform numbers is near to normal), one round in fifteen slowed
/// down by up to a third, as when another program takes the core, and a slow drift of 1 % over the rounds.
struct Noise(u64);

impl Noise {
    /// A number from 0 to 1: xorshift64* of Vigna.
    fn uniform(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn times(&mut self, typical: f64, rounds: u32) -> Vec<f64> {
        let time = |round: u32| {
            let normal = (0..12).map(|_| self.uniform()).sum::<f64>() - 6.0;
            let hit = if self.uniform() < 1.0 / 15.0 { self.uniform() / 3.0 } else { 0.0 };
            let drift = 0.01 * f64::from(round) / f64::from(rounds);
            (typical * (0.02 * normal).exp() * (1.0 + hit + drift) * 100.0).round() / 100.0
        };
        (0..rounds).map(time).collect()
    }
}

/// A comparison of generated rounds of three benchmarks, of which the middle one is slower by that factor.
fn verdicts(seed: u64, factor: f64) -> Vec<String> {
    let mut noise = Noise(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let site = Site::empty();
    for (side, factor) in [("old", 1.0), ("new", factor)] {
        let times = [1_200.0, 85_000.0 * factor, 3_100_000.0].map(|typical| noise.times(typical, 12));
        let named: Vec<(&str, &[f64])> = ["A", "B", "C"].into_iter().zip(times.iter().map(Vec::as_slice)).collect();
        site.write(&format!("{side}/bench.txt"), go_bench(&named));
    }
    let comparison = compared(&site, ["old", "new"], &["--fail-on", "regression"]);
    let verdict = |name| row(&comparison, "time", "mean", name)["verdict"].as_str().expect("a text").to_owned();
    ["A", "B", "C"].map(verdict).to_vec()
}

#[test]
fn a_slowdown_of_a_tenth_is_found_each_time() {
    for seed in 1..=20 {
        let verdicts = verdicts(seed, 1.1);
        assert_eq!(verdicts[1], "worse", "seed {seed}: {verdicts:?}");
        assert!(verdicts[0] != "worse" && verdicts[2] != "worse", "seed {seed}: {verdicts:?}");
    }
}

#[test]
fn the_same_recorded_twice_raises_nothing() {
    for seed in 101..=120 {
        let verdicts = verdicts(seed, 1.0);
        assert!(!verdicts.iter().any(|verdict| verdict == "worse" || verdict == "better"), "seed {seed}: {verdicts:?}");
    }
}

#[test]
fn recordings_of_real_tools_are_judged_right() {
    let site = Site::copy("sites/compare");
    // A sleep of 44 ms against 40 ms: 10 % and the time to start a program.
    for (new, verdict) in [("again", "no_difference_shown"), ("slower", "worse")] {
        let comparison = compared(&site, ["hyperfine/before.json", &format!("hyperfine/{new}.json")], &[]);
        let time = row(&comparison, "time", "p50", "nap");
        assert_eq!((time["verdict"].as_str(), time["new"]["rounds"].as_u64()), (Some(verdict), Some(30)));
        // sorted(json.load(…)["results"][0]["times"])[14:16] of `before.json`, in the middle.
        assert_eq!(time["old"]["median"], 0.041_967_493_500_000_01);
    }
    // The machine was busy: the same twice differs by a quarter, and says nothing.
    let run = compare(&site, ["wrk/before", "wrk/again"], &["--fail-on", "regression"]);
    assert_eq!(run.code, 0, "{}", run.stdout);
    assert!(run.stdout.contains("10 too noisy to tell"), "{}", run.stdout);
    let run = compare(&site, ["wrk/before", "wrk/slower"], &["--fail-on", "rps<-50%", "--fail-on", "p99>100%"]);
    assert_eq!(run.code, 3, "{}", run.stdout);
    assert!(run.stderr.contains("rps<-50%: rps") && run.stderr.contains("p99>100%: p99"), "{}", run.stderr);
}

#[test]
fn real_folders_of_each_tool_compare_with_themselves() {
    let shared = std::env::var_os("BENCHBOOK_SHARED").map_or_else(|| tests().join("../../shared"), Into::into);
    let corpus = shared.join("corpus");
    if !corpus.is_dir() {
        println!("skipped: there is no corpus");
        return;
    }
    let site = Site::empty();
    let files = [
        "criterion/gen",
        "gobench/gen-gobench.txt",
        "gobench/pub-perf-old.txt",
        "hyperfine/gen-1.15-hyperfine-params.json",
        "k6/gen-v22-summary-export.json",
        "wrk/gen-wrk-latency.txt",
        "oha",
        "jmh",
    ];
    for name in files {
        let path = corpus.join(name).to_string_lossy().into_owned();
        let comparison = compared(&site, [&path, &path], &["--fail-on", "regression", "--fail-on", "missing"]);
        assert_eq!(comparison["fired"].as_array().map(Vec::len), Some(0), "{name}");
        let rows = comparison["rows"].as_array().expect("a list");
        assert!(!rows.is_empty() && rows.iter().all(|row| row["change"].as_f64().is_none_or(|c| c == 0.0)), "{name}");
    }
}
