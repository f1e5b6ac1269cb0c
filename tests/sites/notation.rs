//! Diagnostics for programs, compared with files that hold what is expected; `BENCHBOOK_BLESS=1` rewrites them.

use crate::support::{Site, bless};

#[test]
fn diagnostics_for_programs() {
    let site = Site::copy("sites/notation");
    for (notation, file) in [("json", "json"), ("github", "txt"), ("sarif", "sarif"), ("junit", "xml")] {
        let run = site.run(&["check", "docs", "--quiet", "--format", notation]);
        assert_eq!((run.code, run.stderr.as_str()), (1, ""), "{notation}");
        // The version of the program is in the log.
        let own = format!("\"semanticVersion\": \"{}\"", env!("CARGO_PKG_VERSION"));
        let text = run.stdout.replace(&own, "\"semanticVersion\": \"VERSION\"");
        bless(&format!("sites/notation/expected.{file}"), &text);
        assert!(text == site.read(&format!("expected.{file}")), "{notation}:\n{}", run.stdout);
    }
    let inside = site.run(&["build", "docs", "--format", "json"]);
    assert!(inside.stderr.contains("nothing was written"), "{}", inside.stderr);
    assert!(inside.stdout.contains("\"docs/content/page.md\""), "{}", inside.stdout);
}

#[test]
fn a_site_without_faults_in_every_notation() {
    let site = Site::empty();
    site.write("benchbook.toml", "title = \"Example\"\n");
    let check = |notation: &str| site.run(&["check", "--quiet", "--format", notation]).stdout;
    assert_eq!(check("json"), "[]\n");
    assert_eq!(check("github"), "");
    assert_eq!(check("text"), "");
    assert!(check("junit").contains("tests=\"1\" failures=\"0\""), "a report without tests would be an error for some");
    assert!(check("sarif").contains("\"results\": []"));
    assert_eq!(site.run(&["check", "--format", "xml"]).code, 2);
}
