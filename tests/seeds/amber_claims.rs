//! The claims M1 to M26 of the published page, each from the original files where they are to be had.
//!
//! M23 and M24 are sums of printed numbers alone: `tests/own_site.rs` has them.

use serde_json::Value;

use super::amber::built;
use crate::{Seed, assert_claims, is_here, original, printed, shown, text};

const HOLDS: &str = "holds";
const ROUNDED: &str = "holds after rounding";

#[test]
fn claims_get_their_verdicts() {
    let Some(seed) = built("amber-verdicts") else { return };
    the_schema_contract(&seed);
    the_website_and_the_sockets(&seed);
    the_mixed_application(&seed);
    the_router(&seed);
    let counts = PAGES.map(|page| as_printed(&seed.figures(page), page));
    assert_eq!(counts, [16, 3, 15]);
}

const PAGES: [&str; 3] = ["schema", "website", "router"];

/// Finds the printed figures of a page's tables in the site made of the original files; says how many.
fn as_printed(figures: &[Value], page: &str) -> usize {
    let mut count = 0;
    for row in printed("amber") {
        if let Some(expression) = expression(&row, page) {
            assert_eq!(text(shown(figures, &expression), "text"), &row[5], "{page}: {expression}");
            count += 1;
        }
    }
    count
}

/// What a printed figure is on a page that is made of the original files; none when it is not on it.
fn expression(row: &csv::StringRecord, page: &str) -> Option<String> {
    let lookup = |routes: &str, lookup: &str| match &row[2] {
        "amber_router 0.4.4" => format!("lookups[Old, lookup = {lookup}, routes = {routes}]"),
        "Amber 2.0.0-beta.4" => format!("lookups[New, lookup = {lookup}, routes = {routes}]"),
        _ => format!(
            "median(paired(lookups[New, lookup = {lookup}, routes = {routes}], lookups[Old, lookup = {lookup}, routes = {routes}]))"
        ),
    };
    let scenario = match (page, &row[1], &row[2]) {
        ("schema", "Generic JSON decode, no schema", "Amber 2.0.0-beta.5") => "scenario = json_decode_only",
        ("schema", "Schema-validated JSON", "Amber 2.0.0-beta.5") => "scenario = validated_json",
        ("schema", "Schema-validated CBOR", "Amber 2.0.0-beta.5") => "scenario = validated_cbor",
        ("schema", "Bidirectional COSE", "Amber 2.0.0-beta.5") => "scenario = validated_cose",
        ("website", "Complete 26,271-byte homepage", _) => "path = full_homepage, result = website",
        ("website", "Rendered /index.json", _) => "path = rendered_json, result = website",
        ("website", "Static /llms.txt", _) => "path = static_agent_index, result = website",
        ("router", "100 routes, Fixed", _) => return Some(lookup("100", "fixed")),
        ("router", "100 routes, Variable", _) => return Some(lookup("100", "variable")),
        ("router", "100 routes, Glob", _) => return Some(lookup("100", "glob")),
        ("router", "100 routes, Not found", _) => return Some(lookup("100", "notfound")),
        ("router", "10,000 routes, Unique glob", _) => return Some(lookup("10000", "glob")),
        _ => return None,
    };
    match &row[4] {
        "median of 7 runs" | "median of 5 trials" => Some(format!("rps[{scenario}]")),
        "min–max of 7 runs" => Some(format!("range(rps[{scenario}])")),
        "median of per-run p50" => Some(format!("p50[{scenario}]")),
        "median of per-run p99" => Some(format!("p99[{scenario}]")),
        _ => None,
    }
}

fn the_schema_contract(seed: &Seed) {
    let expected: [(&str, &str, &[f64]); 16] = [
        ("M1", ROUNDED, &[1.0 - 19_487.98 / 20_728.42]),
        ("M2", ROUNDED, &[21_742.26 / 19_487.98 - 1.0]),
        ("M3", ROUNDED, &[1.0 - 14_443.21 / 19_487.98]),
        ("M4, JSON", HOLDS, &[257.0]),
        ("M4, CBOR", HOLDS, &[223.0]),
        ("M4, change", ROUNDED, &[-0.1323]),
        ("M5", HOLDS, &[7_974_608.0]),
        ("M6", HOLDS, &[28.0]),
        ("M7", ROUNDED, &[17_395_712.0 / 1_048_576.0]),
        ("M8, generic", ROUNDED, &[20_728.42 / 13_888.74 - 1.0]),
        ("M8, validated", ROUNDED, &[19_487.98 / 12_986.64 - 1.0]),
        ("M8, CBOR", ROUNDED, &[21_742.26 / 14_886.00 - 1.0]),
        ("M8, COSE", ROUNDED, &[14_443.21 / 10_380.78 - 1.0]),
        ("M8, ranges", HOLDS, &[]),
        ("M8, highest before", ROUNDED, &[10_728.6]),
        ("M8, lowest after", ROUNDED, &[10_961.8]),
    ];
    let found = seed.claims("schema");
    assert_claims(&found, &expected);
    assert_eq!(found.len(), expected.len());
    let figures = seed.figures("schema");
    let words = |expression: &str| text(shown(&figures, expression), "statistic").to_owned();
    assert_eq!(
        words("1 - rps[validated] / rps[generic]"),
        "relative difference of median of 7 runs' requests per second"
    );
    let total = shown(&figures, "sum(status_200[*])");
    assert_eq!((total["value"].as_f64(), total["inputs"].as_array().map(Vec::len)), (Some(7_974_608.0), Some(28)));
}

/// M4 and M5 from the files that the site does not read.
#[test]
fn the_payloads_and_the_errors_of_the_schema_contract() {
    if !is_here("amber") {
        return;
    }
    let held = |name: &str| original("amber", &format!("raw/schema-contract-r27-evidence/{name}"));
    assert_eq!(held("request.json").len(), 257);
    assert_eq!(held("request.cbor.hex").split_whitespace().map(str::len).sum::<usize>(), 2 * 223);
    assert!(held("target-service-accounting.txt").contains("\nMemoryPeak=17395712\n"));
    let mut runs = 0;
    for scenario in ["json_decode_only", "validated_json", "validated_cbor", "validated_cose"] {
        for run in 1..=7 {
            let text = original("amber", &format!("raw/schema-contract-r27/{scenario}_r{run}.json"));
            let output: Value = serde_json::from_str(&text).expect("JSON");
            assert_eq!(output["errorDistribution"], serde_json::json!({}), "{scenario} {run}");
            assert_eq!(output["statusCodeDistribution"].as_object().map(serde_json::Map::len), Some(1));
            runs += 1;
        }
    }
    assert_eq!(runs, 28);
}

fn the_website_and_the_sockets(seed: &Seed) {
    let expected: [(&str, &str, &[f64]); 13] = [
        ("M9, website", HOLDS, &[2_184_248.0]),
        ("M9, WebSockets", HOLDS, &[760_039.0]),
        ("M9, together", HOLDS, &[2_944_287.0]),
        ("M9, as the total says", HOLDS, &[]),
        ("M10", HOLDS, &[2_600.0]),
        ("M10, errors", HOLDS, &[0.0]),
        ("M11", ROUNDED, &[8_057.74]),
        ("M12", HOLDS, &[]),
        ("M13, homepage", ROUNDED, &[5_906.72]),
        ("M13, JSON", ROUNDED, &[9_354.58]),
        ("M13, static", ROUNDED, &[14_084.87]),
        ("M25", HOLDS, &[469_236.0]),
        ("M26", ROUNDED, &[5_906.72]),
    ];
    let found = seed.claims("website");
    assert_claims(&found, &expected);
    assert_eq!(found.len(), expected.len());
    // Within 0.06 % is not enough for a count.
    let figures = seed.figures("website");
    let total = shown(&figures, "sum(responses[website, path = *]) + sum(responses[websocket, stage = *])");
    assert_eq!(total["value"].as_f64(), Some(2_944_287.0));
}

fn the_mixed_application(seed: &Seed) {
    let expected: [(&str, &str, &[f64]); 10] = [
        ("M20", HOLDS, &[]),
        ("M20, slowest trial", ROUNDED, &[18_592.03]),
        ("M21", ROUNDED, &[18_728_053.0 / (7.0 * 7.0 * 15.0)]),
        ("M21, above the headline", HOLDS, &[]),
        ("M22", HOLDS, &[21_795.0]),
        ("M22, trials", HOLDS, &[7.0]),
        ("M22, from", ROUNDED, &[18_592.03]),
        ("M22, to", ROUNDED, &[24_083.27]),
        ("M22, mean", ROUNDED, &[21_739.84]),
        ("M22, deviation", ROUNDED, &[1_820.57 / 21_739.84]),
    ];
    let found = seed.claims("hosted");
    assert_claims(&found, &expected);
    assert_eq!(found.len(), expected.len());
    // What nothing speaks of gives no value, and the page shows the verdict.
    let page = seed.page("hosted");
    for verdict in ["not checkable: the variants are not published", "not checkable: no trial is published"] {
        assert!(page.contains(verdict), "{verdict}");
    }
}

fn the_router(seed: &Seed) {
    let expected: [(&str, &str, &[f64]); 21] = [
        ("M14", ROUNDED, &[1.885_73]),
        ("M15", HOLDS, &[84.0]),
        ("M15, of", HOLDS, &[84.0]),
        ("M15, smallest", ROUNDED, &[1.1597]),
        ("M16", HOLDS, &[]),
        ("M16, lowest", ROUNDED, &[1.348]),
        ("M17", HOLDS, &[168.0]),
        ("M18, fixed, paired", ROUNDED, &[1.4434]),
        ("M18, fixed, divided", ROUNDED, &[885_523.0 / 599_440.0]),
        ("M18, not found, paired", ROUNDED, &[2.3131]),
        ("M18, not found, divided", ROUNDED, &[1_628_256.0 / 669_406.0]),
        ("M18, 10,000 globs, paired", ROUNDED, &[4.5444]),
        ("M18, 10,000 globs, divided", ROUNDED, &[310_112.0 / 69_704.0]),
        ("M18, 100 globs, paired", ROUNDED, &[1.582]),
        ("M18, 100 globs, divided", ROUNDED, &[608_145.0 / 384_426.0]),
        ("M18, variable, paired", ROUNDED, &[1.5521]),
        ("M18, variable, divided", "contradicted", &[1_205_931.0 / 796_564.0]),
        ("M19, median", ROUNDED, &[1_628_256.0]),
        ("M19, trial", ROUNDED, &[1_741_922.0]),
        ("M19, all", "holds in part", &[]),
        ("M25", HOLDS, &[480_497_664.0 / 1_024.0]),
    ];
    let found = seed.claims("router");
    assert_claims(&found, &expected);
    assert!(found[expected.len()..].iter().all(|(verdict, _)| verdict == HOLDS));
    let figures = seed.figures("router");
    let part = shown(&figures, "lookups[New, *] above 1000000 lookups/s");
    assert_eq!((text(part, "text"), text(part, "verdict")), ("it for 3 of 12", "holds in part"));
    // The other summary has the visible memory in bytes.
    let bytes: Value = serde_json::from_str(&original("amber", "raw/round22-summary.json")).expect("JSON");
    assert!(text(&bytes["hardware"], "target").contains("480497664 visible memory bytes"));
}

/// M18 as a reader of the printed table meets it: of five rows one divides to the speedup beside it.
#[test]
fn dividing_the_printed_columns_gives_another_figure_in_four_of_five_rows() {
    if !is_here("amber") {
        return;
    }
    let rows = printed("amber");
    let value = |scenario: &str, system: &str| -> f64 {
        let row = rows.iter().find(|row| &row[1] == scenario && &row[2] == system).expect("a printed number");
        row[5].replace(',', "").parse().expect("a number")
    };
    let speedups = rows.iter().filter(|row| &row[4] == "median of 7 paired ratios");
    let agree = speedups.map(|row| {
        let divided = value(&row[1], "Amber 2.0.0-beta.4") / value(&row[1], "amber_router 0.4.4");
        (row[1].to_owned(), format!("{divided:.2}") == row[5])
    });
    let agree: Vec<(String, bool)> = agree.collect();
    assert_eq!(agree.len(), 5);
    let same: Vec<&str> = agree.iter().filter(|(_, same)| *same).map(|(scenario, _)| scenario.as_str()).collect();
    assert_eq!(same, ["100 routes, Glob"]);
}
