//! What `benchbook new` makes builds as it is, and takes the place of nothing.

use crate::support::Site;

#[test]
fn a_new_site_builds_without_a_word() {
    let site = Site::empty();
    site.run(&["new", "docs"]).success();
    let build = site.run(&["build", "docs", "--quiet"]);
    assert_eq!((build.code, build.stderr.as_str()), (0, ""));
    assert_eq!(site.read("docs/.gitignore"), "/public/\n");
    assert!(site.read("docs/data/.gitattributes").ends_with("\n* -text\n"));
    // Medians by eye: 19873.00, 20041.20, 20115.50 and 15987.10, 16054.40, 16120.80.
    let figures = site.json("docs/public/reports/example/figures.json");
    let figures = figures["figures"].as_array().expect("there are figures");
    let shown = |text: &str| figures.iter().any(|figure| figure["text"] == text);
    assert!(shown("1.25×") && shown("29% lower") && shown("Alpha was the fastest"), "{figures:?}");
    assert!(figures.iter().any(|figure| figure["value"] == 16054.4), "{figures:?}");
    let evidence = site.read("docs/public/evidence/example/raw/alpha-r1.txt");
    assert!(evidence.starts_with("# An example in wrk's format, written by hand"), "{evidence}");
}

#[test]
fn nothing_is_written_over() {
    let site = Site::empty();
    site.write("content/index.md", "mine");
    site.write(".gitignore", "/target\n");
    let refused = site.run(&["new", ".", "--color", "never"]);
    assert_eq!(refused.code, 1);
    assert!(refused.stderr.starts_with("error[BB007]: `./content/index.md` is there already\n"), "{}", refused.stderr);
    assert!(!site.root.join("benchbook.toml").exists(), "all or nothing");

    std::fs::remove_file(site.root.join("content/index.md")).expect("it is there");
    let made = site.run(&["new", "."]);
    made.success();
    assert!(made.stderr.contains("add `/public/` to `.gitignore`"), "{}", made.stderr);
    assert_eq!(site.read(".gitignore"), "/target\n");
}

#[test]
fn a_site_is_not_made_within_another() {
    let site = Site::empty();
    site.run(&["new", "."]).success();
    let again = site.run(&["new", ".", "--color", "never"]);
    assert_eq!(again.code, 1);
    let expected = "error[BB007]: `.` is a site already: it has a `benchbook.toml`\n |\n = help: add to it with `--suite NAME` or `--report NAME`, or choose another folder\n\n1 error\n";
    assert_eq!(again.stderr, expected);
}

#[test]
fn suites_and_reports_of_a_site() {
    let site = Site::empty();
    assert_eq!(site.run(&["new", "--suite", "load"]).code, 1, "a folder without a site has no suites");
    assert_eq!(site.run(&["new"]).code, 2);
    site.write("benchbook.toml", "title = \"Example\"\n");
    site.run(&["new", "--suite", "load", "--report", "load"]).success();
    assert!(site.read("content/reports/load.md").contains("\nsuite = \"load\"\n"));
    site.run(&["new", "--report", "again"]).success();
    assert!(site.read("content/reports/again.md").contains("\nsuite = \"load\"\n"), "there is one to choose");
    site.run(&["new", "--suite", "more"]).success();
    site.run(&["new", "--report", "third"]).success();
    assert!(site.read("content/reports/third.md").contains("\n# suite = \"…\" # one of: load, more\n"));
    let check = site.run(&["check", "--quiet"]);
    assert_eq!((check.code, check.stderr.as_str()), (0, ""));
    assert_eq!(site.run(&["new", "--suite", "load"]).code, 1, "it is there already");
    for name in ["../x", "a/b", "", ".hidden", "a b"] {
        assert_eq!(site.run(&["new", "--suite", name]).code, 1, "{name}");
    }
}
