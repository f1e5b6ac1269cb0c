//! Sessions, corrections, withdrawn values and promises: what pages, feeds and checks say of them.

use crate::support::{Site, check_codes};

const RUNS: &str = "server,session,rps,p99_ms\nred,old,1000,20\nblue,old,900,30\nred,new,1100,19\nblue,new,950,29\n";

const MANIFEST: &str = r#"title = "Two servers"
date = 2026-09-01
[[evidence]]
files = "runs.csv"
[evidence.table]
dimensions = { server = "server", session = "session" }
[evidence.table.metrics]
rps = "rps"
"latency.p99" = { column = "p99_ms", unit = "ms" }
[subjects.red]
[[sessions]]
name = "old"
label = "First"
superseded_by = "new"
why = "the client ran beside the server"
[[sessions]]
name = "new"
label = "Second"
reference = true
date = 2026-09-01
[conditions]
connections = 16
load = "closed"
rounds = 1
[[conditions.when]]
where = { session = "old" }
client = "beside the server"
[[conditions.when]]
where = { session = "new" }
client = "a machine of its own"
database = "2 CPUs"
"#;

const PROMISE: &str = "[[obligations]]\ntext = \"measure the general release\"\ndue = 2026-11-30\n";

fn site(more: &str, page: &str) -> Site {
    let site = Site::empty();
    site.write("benchbook.toml", "title = \"Standing\"\n[rules]\nBB207 = \"allow\"\n");
    site.write("data/demo/runs.csv", RUNS);
    site.write("data/demo/suite.toml", format!("{MANIFEST}{more}"));
    let front = "+++\ntitle = \"Page\"\nsuite = \"demo\"\ndate = \"2026-09-01\"\n+++\n";
    site.write("content/reports/page.md", format!("{front}\n{page}\n"));
    site.write("content/index.md", "+++\ntitle = \"Start\"\n+++\n\nWelcome.\n");
    site
}

#[track_caller]
fn codes(site: &Site, arguments: &[&str]) -> Vec<String> {
    let run = site.run(&[&["check", "--color", "never"], arguments].concat());
    let mut found = check_codes(&run.stderr);
    found.sort();
    found
}

#[test]
fn a_superseded_value_is_told_unless_it_is_set_against_its_successor() {
    for (page, expected) in [
        ("[](<= rps[red]>)", vec![]),
        ("[](<= rps[red, old]>)", vec!["BB611"]),
        ("[](<= rps[red, old] / rps[blue, old]>)", vec!["BB611"]),
        ("[](<= change(rps[red, new], rps[red, old])>)", vec![]),
        // Not the same server: nothing is compared with its successor, something old is inside, and the two
        // sessions are unlike conditions.
        ("[](<= rps[red, new] / rps[blue, old]>)", vec!["BB611", "BB613"]),
    ] {
        assert_eq!(codes(&site("", page), &[]), expected, "{page}");
    }
}

#[test]
fn a_successor_is_another_session_and_the_way_ends() {
    let replaced = |with: &str| {
        let site = site("", "");
        site.write("data/demo/suite.toml", MANIFEST.replace("superseded_by = \"new\"", with));
        site.run(&["check", "--color", "never"])
    };
    let run = replaced("superseded_by = \"nex\"");
    assert!(run.stderr.contains("`nex` is no `superseded_by`") && run.stderr.contains("did you mean `new`?"));
    let run = replaced("superseded_by = \"old\"");
    assert!(run.stderr.contains("the session `old` supersedes itself"), "{}", run.stderr);
    assert!(run.stderr.contains("--> data/demo/suite.toml:14:17"), "{}", run.stderr);
}

#[test]
fn the_settings_of_sessions_stand_beside_each_other() {
    let site = site("", "```sessions\nbetween = [\"First\", \"new\"]\n```");
    site.run(&["build", "--no-minify", "--color", "never"]).success();
    let page = site.read("public/reports/page/index.html");
    let (head, body) = page.split_once("<div class=\"body\">").expect("the page has a body");
    for text in ["1 changed, 1 unknown, 3 the same", "superseded by Second: the client ran beside the server"] {
        assert!(head.contains(text), "{text}\n{head}");
    }
    let row = |label: &str| {
        let start = body.find(&format!("<th scope=\"row\">{label}</th>")).unwrap_or_else(|| panic!("{label}\n{body}"));
        body[start..].split("</tr>").next().expect("a row ends").to_owned()
    };
    let client = row("Client");
    assert!(client.contains("changed") && client.contains("<td>beside the server</td><td>a machine of its own</td>"));
    let database = row("Database");
    assert!(database.contains("unknown") && database.contains("not stated</span></td><td>2 CPUs</td>"), "{database}");
    assert!(row("Connections").contains(">same</span></td><td colspan=\"2\">16</td>"));
}

#[test]
fn a_block_of_sessions_names_two_that_there_are() {
    let run = site("", "```sessions\nbetween = [\"old\", \"newer\"]\n```").run(&["check", "--color", "never"]);
    assert!(run.stderr.contains("there is no session `newer`"), "{}", run.stderr);
    assert_eq!(check_codes(&run.stderr), ["BB304"]);
    let run = site("", "```sessions\nbetween = [\"old\"]\n```").run(&["check", "--color", "never"]);
    assert_eq!(check_codes(&run.stderr), ["BB105"], "{}", run.stderr);
}

const CORRECTION: &str = "[[corrections]]\ndate = 2026-10-05\nwas = \"55.7x\"\nnow = \"1.16x\"\n\
    why = \"microseconds were read as milliseconds\"\npages = [\"index.md\"]\n\
    [[withdrawn]]\ndate = 2026-10-04\nwhere = { server = \"blue\", session = \"new\" }\nmetric = \"p99\"\nwhy = \"the clock was stepped\"\n";

#[test]
fn a_correction_reaches_every_page_that_it_concerns() {
    let site = site(CORRECTION, "Red was [55.7x](<= withdrawn>) faster. [](<= p99[blue]>)");
    site.write("content/about.md", "+++\ntitle = \"About\"\n+++\n\nNothing of it.\n");
    site.run(&["build", "--no-minify", "--color", "never"]).success();
    let link = "corrections/index.html#demo-2026-10-05-";
    for (page, told) in [("reports/page/", true), ("", true), ("about/", false)] {
        let html = site.read(&format!("public/{page}index.html"));
        assert_eq!(html.contains("class=\"note corrected\""), told, "{page}");
        assert_eq!(html.contains(link), told, "{page}");
    }
    let page = site.read("public/reports/page/index.html");
    assert!(
        page.contains("<del class=\"withdrawn\">55.7x</del>") && page.contains("corrected to 1.16x</a>: microseconds")
    );
    assert!(page.contains("class=\"fig withdrawn\""), "a withdrawn value is struck out where it is shown");
    let inputs = site.json("public/reports/page/figures.json")["figures"][0]["inputs"].clone();
    assert_eq!((&inputs[0]["raw"], &inputs[0]["withdrawn"]), (&"29".into(), &"the clock was stepped".into()));
    assert!(site.read("public/sitemap.xml").contains("corrections/"));
    let all = site.read("public/corrections/index.html");
    let places =
        ["55.7x", "1.16x", "Two servers", "../index.html", "../reports/page/index.html", "p99 · ", "the clock was"];
    let places = places.map(|text| all.rfind(text).unwrap_or_else(|| panic!("{text}\n{all}")));
    assert!(places[0] < places[5] && places[5] < places[6], "the latest is first: {places:?}");
    let feed = site.read("public/feed.xml");
    assert!(
        feed.contains("<title>Correction: 55.7x → 1.16x</title>") && feed.contains("<updated>2026-10-05T00:00:00Z")
    );
    let corrections = &site.json("public/benchbook.json")["suites"][0]["corrections"];
    assert_eq!((&corrections[0]["was"], &corrections[0]["now"]), (&"55.7x".into(), &"1.16x".into()));
    assert_eq!((&corrections[1]["kind"], &corrections[1]["date"]), (&"withdrawn".into(), &"2026-10-04".into()));
}

#[test]
fn tables_and_charts_say_what_was_withdrawn() {
    let table = "```table\nrows = [\"server\"]\ncolumns = [\"p99\"]\n```\n";
    let chart = "```chart\nkind = \"bars\"\ncaption = \"p99\"\nvalue = \"p99\"\ngroups = \"server\"\n```";
    let site = site(CORRECTION, &format!("{table}\n{chart}"));
    site.run(&["build", "--no-minify", "--color", "never"]).success();
    let page = site.read("public/reports/page/index.html");
    assert!(page.contains("⊘ withdrawn: the clock was stepped."), "the note of the table");
    let svg = site.read("public/reports/page/chart-1.svg");
    let titles: Vec<&str> = svg.split("<title>").skip(1).filter_map(|rest| rest.split("</title>").next()).collect();
    let withdrawn = titles.iter().filter(|title| title.ends_with("; withdrawn: the clock was stepped"));
    assert_eq!(withdrawn.count(), 1, "{titles:?}");
}

#[test]
fn a_page_that_a_correction_names_is_there_and_its_list_has_its_own_address() {
    let site = site(&CORRECTION.replace("index.md", "indx.md"), "");
    site.write("content/corrections.md", "+++\ntitle = \"Corrections\"\n+++\n");
    let run = site.run(&["check", "--color", "never"]);
    assert_eq!(check_codes(&run.stderr).iter().filter(|code| **code == "BB501").count(), 1, "{}", run.stderr);
    assert!(run.stderr.contains("did you mean `index.md`?"), "{}", run.stderr);
    assert!(run.stderr.contains("the address `/corrections/` is kept for Benchbook's own files"), "{}", run.stderr);
}

#[test]
fn a_page_without_figures_may_not_print_what_was_corrected() {
    let site = site(CORRECTION, "");
    site.write("content/about.md", "+++\ntitle = \"About\"\n+++\n\nIt is 55.7x faster, not 155.7x.\n");
    assert_eq!(codes(&site, &[]), ["BB624"]);
}

#[test]
fn a_promise_falls_due_by_the_day_that_is_given_and_never_by_the_clock() {
    let site = site(PROMISE, "");
    assert_eq!(codes(&site, &[]), [""; 0], "the site stands at 2026-09-01");
    assert_eq!(codes(&site, &["--today", "2026-11-30"]), [""; 0], "the last day is still in time");
    assert_eq!(codes(&site, &["--today", "2026-12-01"]), ["BB626"]);
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_benchbook"));
    // 1,796,083,200 s after 1970 is 1 December 2026, 00:00 UTC.
    let command = command.args(["check", "--color", "never"]).current_dir(&site.root);
    let output = command.env("SOURCE_DATE_EPOCH", "1796083200").output().expect("the program starts");
    assert_eq!(check_codes(&String::from_utf8_lossy(&output.stderr)), ["BB626"]);
    site.run(&["build", "--no-minify", "--color", "never", "--today", "2026-12-01"]).success();
    assert!(site.read("public/reports/page/index.html").contains("past due"));
    assert_eq!(site.json("public/benchbook.json")["suites"][0]["obligations"][0]["status"], "past due");
}
