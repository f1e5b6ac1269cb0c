//! Releases: their order, a page for each, the list of all, and what changes when one is added.

#![expect(clippy::disallowed_methods, reason = "a test may read what it likes")]

use std::collections::BTreeMap;

use crate::support::{Site, check_codes};

/// Five rounds of each release; the medians are 1000, 1100 and 1045, in the order of versions.
const RUNS: [(&str, [u32; 5]); 3] = [
    ("1.0.0", [1000, 1010, 990, 1005, 995]),
    ("1.10.0", [1045, 1055, 1035, 1050, 1040]),
    ("1.2.0", [1100, 1110, 1090, 1105, 1095]),
];

const MANIFEST: &str = r#"title = "Demo"
date = 2026-09-01
[[evidence]]
files = "{release}.csv"
[evidence.table]
dimensions = { round = "round" }
[evidence.table.metrics]
rps = "rps"
[dimensions.round]
repeat = true
[conditions]
connections = 16
load = "closed"
rounds = 5
"#;

const LISTED: &str = r#"[releases]
headline = "rps"
[[release]]
name = "1.0.0"
date = 2026-06-01
[[release]]
name = "1.2.0"
date = 2026-07-01
commit = "abc1234"
notes = "Faster JSON."
[[release]]
name = "1.10.0"
date = 2026-08-01
"#;

const TEMPLATE: &str = "+++\ntitle = \"Demo {release}\"\nsuite = \"demo\"\n+++\n\n\
    Demo {release} gives [](<= rps>), a change of [](<= change(rps, rps[previous]) as %>).\n";

fn runs(rounds: &[u32]) -> String {
    let lines = rounds.iter().enumerate().map(|(round, rps)| format!("{},{rps}\n", round + 1));
    format!("round,rps\n{}", lines.collect::<String>())
}

fn site(manifest: &str, template: &str) -> Site {
    let site = Site::empty();
    site.write("benchbook.toml", "title = \"Releases\"\n[rules]\nBB207 = \"allow\"\n");
    for (release, rounds) in RUNS {
        site.write(&format!("data/demo/{release}.csv"), runs(&rounds));
    }
    site.write("data/demo/suite.toml", format!("{MANIFEST}{manifest}"));
    site.write("content/demo/_release.md", template);
    site.write("content/index.md", "+++\ntitle = \"Start\"\n+++\n\nWelcome.\n");
    site.run(&["lock"]);
    site
}

/// The figures of a page, by their expressions.
fn figures(site: &Site, page: &str) -> BTreeMap<String, String> {
    let record = site.json(&format!("public/{page}figures.json"));
    let figures = record["figures"].as_array().expect("figures").iter();
    let pair = |figure: &serde_json::Value| {
        let of = |key: &str| figure[key].as_str().unwrap_or_default().replace('\u{a0}', " ");
        (of("expression"), of("text"))
    };
    figures.map(pair).collect()
}

#[track_caller]
fn error(manifest: &str, template: &str) -> String {
    let run = site(manifest, template).build();
    assert_eq!(run.code, 1, "{}", run.stderr);
    run.stderr
}

#[test]
fn each_release_has_a_page_with_its_own_numbers() {
    let site = site(LISTED, TEMPLATE);
    site.build().success();
    let pages = ["1.0.0", "1.2.0", "1.10.0"].map(|name| site.read(&format!("public/releases/demo/{name}/index.html")));
    assert!(pages[0].contains("no earlier release"), "the first has none before it");
    assert!(
        pages
            .iter()
            .zip(["1.0.0", "1.2.0", "1.10.0"])
            .all(|(page, name)| page.contains(&format!("<h1>Demo {name}</h1>")))
    );
    // 1100 / 1000 - 1, and 1045 / 1100 - 1: 1.2.0 is before 1.10.0.
    let second = figures(&site, "releases/demo/1.2.0/");
    assert_eq!(second["change(rps, rps[release = 1.0.0])"], "10%");
    let third = figures(&site, "releases/demo/1.10.0/");
    assert_eq!(third["rps"], "1,045 req/s");
    assert_eq!(third["change(rps, rps[release = 1.2.0])"], "−5%");
}

#[test]
fn the_list_and_the_latest_lead_to_the_pages() {
    let site = site(LISTED, TEMPLATE);
    site.build().success();
    let list = site.read("public/releases/demo/index.html");
    let at = |name: &str| list.find(&format!("../../releases/demo/{name}/index.html")).expect("a link");
    assert!(at("1.10.0") < at("1.2.0") && at("1.2.0") < at("1.0.0"), "the latest is first");
    let latest = site.read("public/releases/demo/latest/index.html");
    assert!(latest.contains("0; url=../1.10.0/index.html") && latest.contains("rel=\"canonical\""), "{latest}");
    let catalogue = site.json("public/benchbook.json");
    let listed: Vec<_> = catalogue["releases"].as_array().expect("releases").iter().collect();
    assert_eq!(
        listed.iter().map(|one| one["name"].as_str().expect("a name")).collect::<Vec<_>>(),
        ["1.0.0", "1.2.0", "1.10.0"]
    );
    assert_eq!(listed[2]["path"], "releases/demo/1.10.0/");
    assert_eq!((&listed[1]["latest"], &listed[2]["latest"]), (&false.into(), &true.into()));
    assert!(site.read("public/sitemap.xml").contains("releases/demo/1.2.0/"));
    assert!(site.read("public/feed.xml").contains("releases/demo/1.2.0/"));
    // The start page lists the list, not each release.
    let start = site.read("public/index.html");
    assert!(start.contains("releases/demo/index.html") && !start.contains("releases/demo/1.2.0/"));
}

#[test]
fn a_withdrawn_release_is_shown_and_passed_over() {
    let gone = LISTED.replace("notes = \"Faster JSON.\"", "withdrawn = \"measured on a laptop\"");
    let site = site(&gone, TEMPLATE);
    let run = site.build();
    run.success();
    assert!(!run.stderr.contains("withdrawn"), "{}", run.stderr);
    // 1045 / 1000 - 1: the release between them does not stand.
    assert_eq!(figures(&site, "releases/demo/1.10.0/")["change(rps, rps[release = 1.0.0])"], "4.50%");
    assert!(site.read("public/releases/demo/1.2.0/index.html").contains("measured on a laptop"));
    assert!(site.read("public/releases/demo/index.html").contains("withdrawn: measured on a laptop"));
    assert_eq!(site.json("public/benchbook.json")["releases"][1]["withdrawn"], "measured on a laptop");
}

#[test]
fn an_order_that_cannot_be_is_reported() {
    let more = LISTED.to_owned() + "[[release]]\nname = \"1.2.0\"\n";
    assert!(error(&more, TEMPLATE).contains("the release `1.2.0` is listed twice"));
    let unknown = LISTED.to_owned() + "[[release]]\nname = \"1.3.0\"\n";
    let told = error(&unknown, TEMPLATE);
    assert!(told.contains("the evidence has no release `1.3.0`") && told.contains("suite.toml:"), "{told}");
    let told = error("[releases]\norder = \"listed\"\n[[release]]\nname = \"1.0.0\"\n", TEMPLATE);
    assert!(told.contains("the release `1.10.0` is not listed"), "{told}");
    let told = error("[releases]\norder = \"date\"\n", TEMPLATE);
    assert!(told.contains("the release `1.0.0` has no date"), "{told}");
    assert!(error("[releases]\norder = \"semvar\"\n", TEMPLATE).contains("did you mean `semver`?"));
    assert!(error("[releases]\ndimension = \"relase\"\n", TEMPLATE).contains("the evidence has no dimension `relase`"));
    assert!(error("", TEMPLATE).contains("the suite `demo` has no releases"));
}

#[test]
fn a_name_that_is_no_version_needs_another_order() {
    let site = site("[releases]\n", TEMPLATE);
    site.write("data/demo/nightly.csv", runs(&[1000, 1001, 1002]));
    site.run(&["lock"]);
    let run = site.build();
    assert!(run.stderr.contains("the release `nightly` is no version"), "{}", run.stderr);
    assert!(run.stderr.contains("order = \"listed\""), "{}", run.stderr);
}

#[test]
fn a_claim_holds_for_each_release_or_is_told_once_with_the_release() {
    let claims = TEMPLATE.to_owned() + "\n[1,000 req/s](<= rps>) at least.\n";
    let told = error(LISTED, &claims);
    assert_eq!(check_codes(&told), ["BB401"], "{told}");
    assert!(told.contains("on the page of the release `1.2.0`, and of `1.10.0`"), "{told}");
    assert!(told.contains("content/demo/_release.md:8"), "{told}");
}

/// The files of the built site with what is in them.
fn tree(site: &Site) -> BTreeMap<String, Vec<u8>> {
    let root = site.root.join("public");
    let mut found = BTreeMap::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder of the site") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(&root).expect("below the site").to_string_lossy().into_owned();
                found.insert(name, std::fs::read(&path).expect("a file of the site"));
            }
        }
    }
    found
}

#[test]
fn adding_a_release_adds_files_and_changes_only_what_shows_it() {
    let site = site(LISTED, TEMPLATE);
    site.build().success();
    let before = tree(&site);
    site.write("data/demo/1.11.0.csv", runs(&[1200, 1210, 1190, 1205, 1195]));
    site.write(
        "data/demo/suite.toml",
        format!("{MANIFEST}{LISTED}[[release]]\nname = \"1.11.0\"\ndate = 2026-09-01\n"),
    );
    site.run(&["lock"]).success();
    site.build().success();
    let after = tree(&site);
    let gone: Vec<_> = before.keys().filter(|name| !after.contains_key(*name)).collect();
    assert!(gone.is_empty(), "{gone:?}");
    let added: Vec<_> = after.keys().filter(|name| !before.contains_key(*name)).collect();
    assert_eq!(
        added,
        [
            "evidence/demo/1.11.0.csv",
            "evidence/demo/1.11.0.csv.html",
            "releases/demo/1.11.0/figures.json",
            "releases/demo/1.11.0/index.html",
        ]
    );
    let changed: Vec<_> = before.iter().filter(|(name, bytes)| after[*name] != **bytes).map(|(name, _)| name).collect();
    assert_eq!(
        changed,
        [
            ".benchbook",
            "assets/search/figures-1.js",
            "assets/search/pages.js",
            "benchbook.json",
            "evidence/SHA256SUMS",
            // The release before the new one is evidence of the change to it.
            "evidence/demo/1.10.0.csv.html",
            "evidence/index.html",
            "feed.xml",
            "index.html",
            "releases/demo/figures.json",
            "releases/demo/index.html",
            "releases/demo/latest/index.html",
            "sitemap.xml",
        ]
    );
}

/// Two routes of two releases; each value of the second release is that of the first by the same factor.
fn routes(machine: &str) -> Site {
    let site = Site::empty();
    site.write("benchbook.toml", "title = \"Releases\"\n[rules]\nBB207 = \"allow\"\n");
    let manifest = MANIFEST.replace("\"{release}.csv\"", "\"{release}-{route}.csv\"");
    let machine = if machine.is_empty() { String::new() } else { format!("machine = \"{machine}\"\n") };
    let listed =
        format!("[releases]\n[[release]]\nname = \"1.0\"\nmachine = \"A\"\n[[release]]\nname = \"1.1\"\n{machine}");
    site.write("data/demo/suite.toml", format!("{manifest}{listed}"));
    for (name, base) in [("1.0-json", 1000), ("1.1-json", 1100), ("1.0-db", 400), ("1.1-db", 484)] {
        site.write(&format!("data/demo/{name}.csv"), runs(&[base, base + 2, base - 2, base + 1, base - 1]));
    }
    let page = "+++\ntitle = \"Demo {release}\"\nsuite = \"demo\"\n+++\n\n```compare\n```\n\n\
        ```chart\nkind = \"trend\"\nvalue = \"rps\"\nover = \"release\"\nseries = \"route\"\n```\n";
    site.write("content/demo/_release.md", page);
    site.run(&["lock"]).success();
    site
}

#[test]
fn what_changed_has_the_verdicts_of_the_command() {
    let site = routes("A");
    site.build().success();
    let first = site.read("public/releases/demo/1.0/index.html");
    assert!(first.contains("There is no release before 1.0 to compare it with."));
    let page = site.read("public/releases/demo/1.1/index.html");
    // All five rounds are higher: the exact test gives 2 / 252, below 0.05.
    assert!(page.contains("2 better."), "{page}");
    assert_eq!(page.matches("<td class=\"judged better\">better</td>").count(), 2);
    let figures = figures(&site, "releases/demo/1.1/");
    let json = "rps[route = json, release = 1.1]";
    assert!(
        figures.iter().any(|(name, text)| name.contains("change(") && name.contains("json") && text == "+10.0%"),
        "{json}: {figures:?}"
    );
    // The root of 1.1 × 1.21 is 1.15369.
    let mean = figures.iter().find(|(name, _)| name.contains("geomean(")).expect("a geometric mean");
    assert_eq!(mean.1, "+15.4%");
}

#[test]
fn another_machine_breaks_the_line_and_is_not_compared() {
    let site = routes("B");
    site.build().success();
    let page = site.read("public/releases/demo/1.1/index.html");
    assert_eq!(page.matches("not comparable because machine A ≠ B").count(), 2, "{page}");
    assert!(!page.contains("geometric mean of"));
    assert!(page.contains("Line broken at 1.1: machine A → B."), "{page}");
    assert!(!routes("A").build().stderr.contains("error"));
}

#[test]
fn a_block_judges_as_the_options_of_the_command_say() {
    let site = routes("B");
    let block = |settings: &str| {
        let page = format!("+++\ntitle = \"Demo {{release}}\"\nsuite = \"demo\"\n+++\n\n```compare\n{settings}```\n");
        site.write("content/demo/_release.md", page);
        let run = site.build();
        (run.code, run.stderr)
    };
    let page = || site.read("public/releases/demo/1.1/index.html");
    assert_eq!(block("accept = [\"machine\"]\n").0, 0);
    assert!(page().contains("2 better.") && !page().contains("not comparable"), "{}", page());
    // 2 / 252 is 0.0079: above this level, whatever the change.
    assert_eq!(block("accept = [\"machine\"]\nlevel = 0.005\n").0, 0);
    // Counted in the caption, said of two rows, and meant in the legend.
    assert_eq!(page().matches("too few to tell").count(), 4, "{}", page());
    assert_eq!(block("accept = [\"machine\"]\nlevel = 0.005\nthreshold = \"15%\"\n").0, 0);
    // 10 % are within, 21 % beyond.
    assert!(page().contains("better by the threshold") && page().contains("within the threshold"), "{}", page());
    // Both are less than half as much again.
    assert_eq!(block("accept = [\"machine\"]\nleast = \"50%\"\nnoise = \"60%\"\n").0, 0);
    assert!(page().contains("2 no difference shown."), "{}", page());
    for (settings, wanted) in [
        ("accept = [\"machines\"]\n", "the evidence tells of no condition `machines`"),
        ("threshold = 10\n", "`10` is no `threshold`"),
        ("level = 2\n", "`2` is no `level`"),
    ] {
        let (code, told) = block(settings);
        assert!(code == 1 && told.contains(wanted), "{told}");
    }
}

#[test]
fn a_block_says_what_its_verdicts_mean_and_by_which_settings() {
    let site = routes("A");
    let page = |settings: &str| {
        let page = format!("+++\ntitle = \"Demo {{release}}\"\nsuite = \"demo\"\n+++\n\n```compare\n{settings}```\n");
        site.write("content/demo/_release.md", page);
        site.run(&["build", "--no-minify"]).success();
        site.read("public/releases/demo/1.1/index.html")
    };
    let usual = page("");
    let better = "<span class=\"sign better\" aria-hidden=\"true\">✓</span> <b>better</b> a difference that counts";
    assert!(usual.contains(better) && !usual.contains("<b>worse</b>"), "{usual}");
    assert!(usual.contains("at the 5% level") && usual.contains("beyond 1%."), "{usual}");
    let strict = page("level = 0.025\nleast = \"50%\"\nnoise = \"60.5%\"\n");
    assert!(
        strict.contains("<b>no difference shown</b>") && strict.contains("one of more than 60.5% is excluded"),
        "{strict}"
    );
    assert!(
        strict.contains("at the 2.5% level") && strict.contains("beyond 50%.") && !strict.contains(better),
        "{strict}"
    );
}

#[test]
fn values_of_releases_that_were_not_measured_have_a_legend() {
    let measured = site(LISTED, TEMPLATE);
    measured.run(&["build", "--no-minify"]).success();
    assert!(!measured.read("public/releases/demo/index.html").contains("<dl class=\"legend\">"));
    let manifest = MANIFEST.replace("files =", "kind = \"estimated\"\nfiles =");
    measured.write("data/demo/suite.toml", manifest + LISTED);
    measured.run(&["build", "--no-minify"]);
    let page = measured.read("public/releases/demo/index.html");
    assert!(page.contains("≈</span> <b>estimated</b> by its author, not measured"), "{page}");
}

#[test]
fn an_unknown_release_of_a_block_is_reported() {
    let block = TEMPLATE.to_owned() + "\n```compare\nfrom = \"1.0.1\"\n```\n";
    let told = error(LISTED, &block);
    assert!(told.contains("there is no release `1.0.1`") && told.contains("did you mean"), "{told}");
    let told = error(LISTED, &(TEMPLATE.to_owned() + "\n[](<= rps[release = 1.0.1]>)\n"));
    assert!(told.contains("`release` has no value `1.0.1`"), "{told}");
}

#[test]
fn releases_are_in_the_order_that_is_asked_for() {
    let names = |site: &Site| -> Vec<String> {
        let catalogue = site.json("public/benchbook.json");
        let listed = catalogue["releases"].as_array().expect("releases").iter();
        listed.map(|one| one["name"].as_str().expect("a name").to_owned()).collect()
    };
    let by_date = "[releases]\norder = \"date\"\n[[release]]\nname = \"1.0.0\"\ndate = 2026-03-01\n[[release]]\n\
        name = \"1.2.0\"\ndate = 2026-01-01\n[[release]]\nname = \"1.10.0\"\ndate = 2026-02-01\n";
    let dated = site(by_date, TEMPLATE);
    dated.build().success();
    assert_eq!(names(&dated), ["1.2.0", "1.10.0", "1.0.0"]);
    let listed = site(&by_date.replace("\"date\"", "\"listed\""), TEMPLATE);
    listed.build().success();
    assert_eq!(names(&listed), ["1.0.0", "1.2.0", "1.10.0"]);
    // The latest by date is 1.0.0, whose median is 1000.
    dated.write(
        "content/latest.md",
        "+++\ntitle = \"Latest\"\nsuite = \"demo\"\n+++\n\n[1,000 req/s](<= rps[latest]>)\n",
    );
    dated.build().success();
    assert_eq!(figures(&dated, "latest/")["rps[release = 1.0.0]"], "1,000 req/s");
    dated.write("content/latest.md", "+++\ntitle = \"Latest\"\nsuite = \"demo\"\n+++\n\n[](<= rps[previous]>)\n");
    let run = dated.build();
    assert!(run.stderr.contains("no `release` holds here, so that none is before it"), "{}", run.stderr);
}
