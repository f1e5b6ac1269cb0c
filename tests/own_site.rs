//! This repository's own site: it builds, its claims stand as they are acknowledged, and what its
//! pages say of their figures reads well.

use std::path::{Path, PathBuf};
use std::process::Command;

mod own_site {
    mod omission;
    mod verdicts;
}

/// Builds the site into a folder of its own.
fn built(name: &str) -> PathBuf {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("own-site").join(name);
    let root = env!("CARGO_MANIFEST_DIR");
    let run =
        Command::new(env!("CARGO_BIN_EXE_benchbook")).args(["build", "--no-minify", root, "--out"]).arg(&out).output();
    let run = run.expect("the binary runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    out
}

#[expect(clippy::disallowed_methods, reason = "a test may read what it likes")]
fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Of this site, `static/` holds the theme itself: as the site's own files, they must still become one sheet.
#[test]
fn an_overridden_style_sheet_still_styles_charts() {
    let out = built("style");
    let sheet = read(&out.join("assets/benchbook.css"));
    assert!(sheet.contains("\n.chart .line {") && sheet.contains("--paper: #fff"));
    assert!(!out.join("assets/chart.css").exists());
}

#[test]
fn printed_ranges_keep_their_digits_and_words() {
    let page = read(&built("ranges").join("reports/kruda/index.html"));
    for text in [">813,022.98–831,506.23<", ">0.621–0.644<"] {
        assert!(page.contains(text), "{text}");
    }
    for words in ["range of requests per second, min–max of 5 rounds", "range of p99, min–max of 5 rounds"] {
        assert!(page.contains(words), "{words}");
    }
}

#[test]
fn a_disclosure_says_what_failed_and_keeps_the_order_of_its_manifest() {
    let page = read(&built("disclosure").join("reports/kruda/index.html"));
    let places =
        ["<dt>Tool", "<dt>Runtimes", "<dt>Encoders", "<dt>Errors", "responses outside 2xx and 3xx, ", "socket errors"];
    let places = places.map(|text| page.find(text).unwrap_or_else(|| panic!("{text}")));
    assert!(places.is_sorted(), "{places:?}");
}
