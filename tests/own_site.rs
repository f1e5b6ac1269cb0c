//! This repository's own site: it builds, its claims stand as they are acknowledged, and what its
//! pages say of their figures reads well.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

mod own_site {
    mod hard;
    mod omission;
    mod verdicts;
}

/// The folder of the built site, built once.
fn built() -> &'static Path {
    static BUILT: LazyLock<PathBuf> = LazyLock::new(|| {
        let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("own-site/built");
        let mut command = Command::new(env!("CARGO_BIN_EXE_benchbook"));
        let run = command.args(["build", "--no-minify", env!("CARGO_MANIFEST_DIR"), "--out"]).arg(&out).output();
        let run = run.expect("the binary runs");
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        out
    });
    &BUILT
}

#[expect(clippy::disallowed_methods, reason = "a test may read what it likes")]
fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Whether committed evidence, by its path below `data/`, is what its program writes; written anew when that is asked for.
#[expect(clippy::disallowed_methods, reason = "a test may write what it is asked to")]
#[track_caller]
fn is_committed(files: &[(&str, String)]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    for (name, text) in files {
        let path = folder.join(name);
        if std::env::var_os("BENCHBOOK_BLESS").is_some() {
            std::fs::write(&path, text).expect("the evidence can be written");
        }
        assert!(read(&path) == *text, "{name} is not what this program writes");
    }
}

/// Of this site, `static/` holds the theme itself: as the site's own files, they must still become one sheet.
#[test]
fn an_overridden_style_sheet_still_styles_charts() {
    let out = built();
    let sheet = read(&out.join("assets/benchbook.css"));
    assert!(sheet.contains("\n.chart .line {") && sheet.contains("--paper: #fff"));
    assert!(!out.join("assets/chart.css").exists());
}

/// Pictures for other places are part of the site, where this program draws them.
#[cfg(feature = "card")]
#[test]
fn each_report_has_a_card_and_each_chart_a_picture() {
    let is_drawn = |path: PathBuf| path.metadata().is_ok_and(|file| file.len() > 1_000);
    for report in ["kruda", "loopback", "amber"] {
        let folder = built().join("reports").join(report);
        let page = read(&folder.join("index.html"));
        assert!(is_drawn(folder.join("card.png")), "{report}");
        assert!(page.contains(&format!("content=\"https://benchbook.example/reports/{report}/card.png\"")), "{report}");
        let charts = page.matches("<figure class=\"chart").count();
        assert!((1..=charts).all(|number| is_drawn(folder.join(format!("chart-{number}.png")))), "{report}: {charts}");
    }
}

#[test]
fn printed_ranges_keep_their_digits_and_words() {
    let page = read(&built().join("reports/kruda/index.html"));
    for text in [">813,022.98–831,506.23<", ">0.621–0.644<"] {
        assert!(page.contains(text), "{text}");
    }
    for words in ["range of requests per second, min–max of 5 rounds", "range of p99, min–max of 5 rounds"] {
        assert!(page.contains(words), "{words}");
    }
}

#[test]
fn a_disclosure_says_what_failed_and_keeps_the_order_of_its_manifest() {
    let page = read(&built().join("reports/kruda/index.html"));
    let places =
        ["<dt>Tool", "<dt>Runtimes", "<dt>Encoders", "<dt>Errors", "responses outside 2xx and 3xx, ", "socket errors"];
    let places = places.map(|text| page.find(text).unwrap_or_else(|| panic!("{text}")));
    assert!(places.is_sorted(), "{places:?}");
}

/// The claims of the Amber report, M1 to M26, as far as its printed numbers go: what does not follow from them
/// is shown as not checkable, and M18 and M19 hold in part.
#[test]
fn the_amber_report_gives_each_claim_its_verdict() {
    let out = built();
    let json: serde_json::Value = serde_json::from_str(&read(&out.join("reports/amber/figures.json"))).expect("JSON");
    let claims: Vec<&serde_json::Value> =
        json["figures"].as_array().expect("figures").iter().filter(|figure| figure["kind"] == "claim").collect();
    let rounded = [
        ("M1", "6.0 %", 1.0 - 19_488.0 / 20_728.0),
        ("M2", "11.6 % faster", 21_742.0 / 19_488.0 - 1.0),
        ("M3", "25.9 % slower", 1.0 - 14_443.0 / 19_488.0),
        ("M4", "13.2 % less", 34.0 / 257.0),
        ("M8", "+49.2 %", 20_728.0 / 13_889.0 - 1.0),
        ("M8", "+50.1 %", 19_488.0 / 12_987.0 - 1.0),
        ("M8", "+46.1 %", 21_742.0 / 14_886.0 - 1.0),
        ("M8", "+39.1 %", 14_443.0 / 10_381.0 - 1.0),
        ("M21", "25,480", 18_728_053.0 / 735.0),
        ("M26", "near 5,900", 5_907.0),
    ];
    let exact = [
        ("M4", "257", 257.0),
        ("M4", "223", 223.0),
        ("M5", "7,974,608", 7_974_608.0),
        ("M6", "28", 28.0),
        ("M7", "16.6 MiB", 16.6),
        ("M9", "2,944,287", 2_944_287.0),
        ("M10", "2,600", 2_600.0),
        ("M11", "8,058", 8_058.0),
        ("M14", "1.89x", 1.89),
        ("M15", "84", 84.0),
        ("M17", "168", 168.0),
        ("M22", "21,795", 21_795.0),
        ("M23", "100 %", 100.0),
        ("M25", "469,236 KiB", 469_236.0),
    ];
    let rounded = rounded.map(|claim| (claim, "holds after rounding"));
    let exact = exact.map(|claim| (claim, "holds"));
    // M24 and the headline: the page states what they start from.
    let stated = [("M24", "100", 100.0), ("retired", "55.7x", 55.7)].map(|claim| (claim, "no evidence offered"));
    for ((name, text, value), verdict) in rounded.into_iter().chain(exact).chain(stated) {
        let mut found = claims.iter().filter(|claim| claim["text"] == text && claim["verdict"] == verdict);
        let near = |claim: &&&serde_json::Value| {
            claim["value"].as_f64().is_some_and(|found| (found - value).abs() <= 1e-12 * value)
        };
        assert!(found.any(|claim| near(&claim)), "{name}: {text}");
    }
    let part: Vec<&str> = claims
        .iter()
        .filter(|claim| claim["verdict"] == "holds in part")
        .filter_map(|claim| claim["text"].as_str())
        .collect();
    assert_eq!(part, ["it for 2 of 5", "it for 1 of 5"]);
    assert!(claims.iter().all(|claim| claim["verdict"] != "contradicted"));
    let page = read(&out.join("reports/amber/index.html"));
    for words in [
        "not checkable: the page prints the median, and no trial of this round was published",
        "not checkable: the variants were not published",
        "not checkable: the page prints five of the twelve",
        "not checkable: the page prints no interval",
    ] {
        assert!(page.contains(words), "{words}");
    }
    // The headline is retired in the open, with its reason.
    assert!(page.contains("55.7x</del>") || page.contains("55.7x</s>"));
    assert!(page.contains("only five effective URL shapes"));
}

/// The five results share no condition that is not true of each.
#[test]
fn the_five_results_of_amber_each_say_how_they_were_measured() {
    let page = read(&built().join("reports/amber/index.html"));
    let disclosures: Vec<&str> = page.split("<dt>Workload").skip(1).collect();
    let loads =
        ["table of 4,096 requests", "own website", "join one channel", "response validated", "lookups in a table"];
    assert_eq!(disclosures.len(), loads.len());
    for (disclosure, load) in disclosures.iter().zip(loads) {
        let end = disclosure.find("</dl>").expect("the end of the list");
        assert!(disclosure[..end].contains(load) && !disclosure[..end].contains("not disclosed"), "{load}");
    }
}

/// With `minify` the pages are those that are published: the reader of pages must cope with both.
#[test]
fn all_figures_of_the_site_are_verified_from_its_own_evidence() {
    let root = env!("CARGO_MANIFEST_DIR");
    for minified in [true, false] {
        let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("own-site").join("verified");
        let mut build = Command::new(env!("CARGO_BIN_EXE_benchbook"));
        build.args(["build", "--quiet", root, "--out"]).arg(&out).args((!minified).then_some("--no-minify"));
        assert!(build.status().expect("the binary runs").success());
        let run = Command::new(env!("CARGO_BIN_EXE_benchbook")).arg("verify").arg(&out).output();
        let run = run.expect("the binary runs");
        let said = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success() && said.starts_with("verified "), "{said}");
    }
}
