//! What a build leaves behind: when it fails, when it is killed, when it is repeated.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Instant;

use crate::folder::{Folder, said, tree};

/// A site of several suites and pages, so large that a build takes a while.
fn large(name: &str, pages: usize) -> Folder {
    let folder = Folder::new(&format!("builds/{name}"));
    folder.write("benchbook.toml", "title = \"Example\"\n");
    let mut csv = String::from("route,framework,rps,p99\n");
    for row in 0..160 {
        writeln!(csv, "route{},framework{},{}.5,{}.25", row / 8, row % 8, 1000 + row, row).expect("it is a string");
    }
    let suite = "title = \"Runs\"\n[[evidence]]\nfiles = \"results.csv\"\n[evidence.table]\n\
                 dimensions = { route = \"route\", framework = \"framework\" }\n\
                 metrics = { rps = \"rps\", p99 = { column = \"p99\", unit = \"ms\" } }\n\
                 [conditions]\nload = \"closed\"\nrounds = 1\n";
    for page in 0..pages {
        folder.write(&format!("data/suite{page}/results.csv"), &csv);
        folder.write(&format!("data/suite{page}/suite.toml"), suite);
        let text = format!(
            "+++\ntitle = \"Report {page}\"\nsuite = \"suite{page}\"\n+++\n\n\
             First: [1,000.5](<= rps[route0, framework0]>).\n\n\
             ```table\nrows = [\"route\", \"framework\"]\ncolumns = [\"rps\", \"p99\"]\n```\n\n\
             ```chart\nkind = \"bars\"\nvalue = \"rps\"\ngroups = \"route\"\nseries = \"framework\"\nwhere = {{ framework = \"framework1\" }}\n```\n"
        );
        folder.write(&format!("content/report{page}.md"), text);
    }
    assert!(folder.run(&["lock"]).status.success());
    folder
}

fn public(folder: &Folder) -> BTreeMap<String, Vec<u8>> {
    tree(&folder.0.join("public"))
}

/// What lies in the site's folder beside what the site was made of.
fn left_over(folder: &Folder) -> Vec<String> {
    let names = std::fs::read_dir(&folder.0)
        .expect("the site is there")
        .map(|entry| entry.expect("it can be listed").file_name());
    let own = ["benchbook.toml", "content", "data", "public"];
    names.map(|name| name.to_string_lossy().into_owned()).filter(|name| !own.contains(&name.as_str())).collect()
}

#[test]
fn a_failed_build_leaves_the_previous_one() {
    let folder = large("failed", 2);
    assert!(folder.run(&["build"]).status.success());
    let before = public(&folder);
    folder.write(
        "content/report1.md",
        "+++\ntitle = \"Report\"\nsuite = \"suite1\"\n+++\n\n[2,000](<= rps[route0, framework0]>)\n",
    );
    let failed = folder.run(&["build"]);
    assert_eq!(failed.status.code(), Some(1), "{}", said(&failed));
    assert!(public(&folder) == before, "the previous build is as it was");
    assert_eq!(left_over(&folder), Vec::<String>::new());
}

#[test]
fn threads_and_repetition_change_nothing() {
    let folder = large("threads", 4);
    let build = |threads: &str, out: &str| {
        let output = folder.run(&["build", "--threads", threads, "--out", out]);
        assert!(output.status.success(), "{}", said(&output));
        tree(&folder.0.join(out))
    };
    let one = build("1", "one");
    assert!(one.len() > 20);
    assert!(one == build("2", "two"), "threads make no difference");
    assert!(one == build("2", "two"), "a repetition makes no difference");
}

#[test]
fn a_killed_build_leaves_a_whole_site() {
    let folder = large("killed", 4);
    assert!(folder.run(&["build"]).status.success());
    let before = public(&folder);
    // From here on each build makes another site, so that the two can be told apart.
    folder.write("benchbook.toml", "title = \"Another\"\n");
    let begun = Instant::now();
    let reference = Folder::new("builds/killed-reference");
    assert!(folder.run(&["build", "--out", "../killed-reference"]).status.success());
    let whole = begun.elapsed();
    let after = tree(&reference.0);
    assert!(after != before && after.len() == before.len());
    let mut killed = 0;
    for part in 1..=9 {
        let mut child = folder.command(&["build", "--quiet"]).spawn().expect("it starts");
        std::thread::sleep(whole * part / 10);
        child.kill().expect("it can be killed, or has ended");
        let found = public(&folder);
        match child.wait().expect("it has ended").success() {
            true => assert!(found == after, "a build that ended was put in place"),
            false => {
                killed += 1;
                assert!(found == before || found == after, "killed after {part} tenths: `public` is whole");
            }
        }
    }
    assert!(killed > 0, "at least one build was killed");
    let next = folder.run(&["build"]);
    assert!(next.status.success(), "{}", said(&next));
    assert_eq!(left_over(&folder), Vec::<String>::new(), "the next build cleans up");
    assert!(public(&folder) == after);
}

#[test]
fn exit_codes_and_the_summary() {
    let folder = large("codes", 1);
    let fine = folder.run(&["build"]);
    assert_eq!(fine.status.code(), Some(0));
    let text = said(&fine);
    assert!(text.contains("read   1 suite, 1 evidence file (0.0 MB), 320 numbers, 1 narrative\n"), "{text}");
    // Start page, report, evidence page, evidence index and the page for what is not found.
    assert!(text.contains("made   5 pages, ") && text.contains("1 of 1 claim holds"), "{text}");
    assert_eq!(folder.run(&["build", "--unknown"]).status.code(), Some(2));
    assert_eq!(folder.run(&["bulid"]).status.code(), Some(2));
    assert_eq!(folder.run(&["explain", "BB999"]).status.code(), Some(2));
    assert_eq!(folder.run(&["explain", "604"]).stdout, folder.run(&["explain", "BB604"]).stdout);
    let explained = folder.run(&["explain", "bb604"]);
    let explained = String::from_utf8_lossy(&explained.stdout);
    assert!(explained.starts_with("BB604: the load generator was idle\n\nRate times"), "{explained}");
    assert!(explained.ends_with("\n\nMore: `docs/reference/diagnostics/#bb604` of the documentation\n"), "{explained}");
    assert_eq!(folder.run(&["build", "nowhere"]).status.code(), Some(1));
    assert!(folder.run(&["build", "--quiet"]).stderr.is_empty());
}

#[test]
fn a_check_writes_nothing() {
    let folder = large("check", 1);
    let before = tree(&folder.0);
    assert_eq!(folder.run(&["check"]).status.code(), Some(0));
    folder.write("content/report0.md", "[gone](gone.md)\n");
    let failed = folder.run(&["check", "--color", "never"]);
    assert_eq!(failed.status.code(), Some(1));
    assert!(said(&failed).contains("error[BB501]"), "{}", said(&failed));
    let after = tree(&folder.0);
    assert_eq!(after.keys().collect::<Vec<_>>(), before.keys().collect::<Vec<_>>());
}

#[test]
fn marks_and_carriage_returns_move_no_place() {
    let folder = Folder::new("builds/places");
    folder.write("benchbook.toml", "\u{feff}title = \"Example\"\r\n");
    let suite = "\u{feff}title = \"Runs\"\r\n[[evidence]]\r\nfiles = \"*.json\"\r\n";
    folder.write("data/runs/suite.toml", suite);
    let k6 = "\u{feff}{\r\n  \"metrics\": {\r\n    \"http_reqs\": {\"count\": 1200, \"rate\": 119.75},\r\n    \
              \"iterations\": {\"count\": 1200, \"rate\": 119.75}\r\n  },\r\n  \"root_group\": {\"name\": \"\", \"path\": \"\", \
              \"id\": \"d41d8cd98f00b204e9800998ecf8427e\", \"groups\": {}, \"checks\": {}}\r\n}\r\n";
    folder.write("data/runs/k6.json", k6);
    folder.write(
        "content/report.md",
        "\u{feff}+++\r\ntitle = \"Größe\"\r\nsuite = \"runs\"\r\n+++\r\n\r\nServed [119.75 req/s](<= rps>).\r\n",
    );
    let output = folder.run(&["build"]);
    assert!(output.status.success(), "{}", said(&output));
    let public = public(&folder);
    let figures: serde_json::Value = serde_json::from_slice(&public["report/figures.json"]).expect("it is JSON");
    let input = &figures["figures"][0]["inputs"][0];
    assert_eq!(input["locator"], "/metrics/http_reqs/rate");
    assert_eq!((&input["raw"], &input["line"]), (&"119.75".into(), &3.into()));
    assert_eq!(public["evidence/runs/k6.json"], k6.as_bytes(), "evidence is served as it is");
}
