//! Marks of tables and charts: how a number came about, what is said of it, and the legend of both.

use crate::support::{Site, check_codes};

const MANIFEST: &str = r#"title = "Demo"
[[evidence]]
files = "runs.csv"
[evidence.table]
dimensions = { route = "route", server = "server" }
kind = "kind"
metrics = { rps = "rps", p99 = { column = "p99", unit = "ms" } }
[conditions]
load = "closed"
rounds = 1
"#;

const ROWS: &str = "route,server,rps,p99,kind\n\
    text,red,1000,150,measured\ntext,blue,900,200,measured\ntext,green,800,250,measured\n\
    json,red,500,90,measured\njson,blue,600,220,transcribed\njson,green,9999,1,claimed\n";

fn site(blocks: &str) -> Site {
    let site = Site::empty();
    site.write("benchbook.toml", "title = \"Site\"\n[rules]\nBB207 = \"allow\"\n");
    site.write("data/demo/suite.toml", MANIFEST);
    site.write("data/demo/runs.csv", ROWS);
    site.write("content/page.md", format!("+++\ntitle = \"Page\"\nsuite = \"demo\"\n+++\n\n{blocks}"));
    site
}

fn table(settings: &str) -> String {
    format!("```table\nrows = [\"route\", \"server\"]\ncolumns = [\"rps\", \"p99\"]\n{settings}```\n")
}

fn page(blocks: &str) -> String {
    let site = site(blocks);
    site.run(&["build", "--color", "never", "--no-minify"]).success();
    site.read("public/page/index.html")
}

/// The cell of a figure, with what stands before and behind it.
fn cell<'a>(page: &'a str, text: &str) -> &'a str {
    let at = page.find(&format!(">{text}</a>")).unwrap_or_else(|| panic!("{text}"));
    let from = page[..at].rfind("<td").expect("a figure stands in a cell");
    &page[from..at + page[at..].find("</td>").expect("a cell ends")]
}

fn legends(page: &str) -> Vec<&str> {
    let parts = page.split("<dl class=\"legend\">").skip(1);
    parts.map(|part| &part[..part.find("</dl>").expect("a legend ends")]).collect()
}

#[test]
fn the_best_is_bold_and_said_and_what_was_not_measured_never_ranks() {
    let page = page(&table(""));
    let best = cell(&page, "1,000");
    assert!(best.starts_with("<td class=\"best\"><b>") && best.contains("<span class=\"sr\"> best</span>"), "{best}");
    // 9,999 is claimed: 600 is the best rate of the route, and is transcribed.
    assert!(cell(&page, "600").contains("<span class=\"sr\"> best, transcribed</span>"));
    assert!(cell(&page, "9,999").contains("</a><span class=\"sr\"> claimed</span>"), "{}", cell(&page, "9,999"));
    assert!(!page.contains("worst") && !page.contains("objective"));
    assert!(!cell(&page, "900").contains("class=\"sr\""));
}

#[test]
fn a_legend_names_the_marks_that_occur() {
    let of = |blocks: &str| {
        let page = page(blocks);
        let all = legends(&page).concat();
        ["†", "≈", "‡", "<b>measured</b>", "<b>best</b>", "<b>worst</b>"].map(|mark| all.contains(mark))
    };
    assert_eq!(of(&table("")), [true, false, true, true, true, false]);
    assert_eq!(of(&table("where = { route = \"text\" }\n")), [false, false, false, false, true, false]);
    assert_eq!(of(&table("best = false\nwhere = { route = \"text\" }\n")), [false; 6]);
    let chart = "```chart\nkind = \"bars\"\nvalue = \"rps\"\ngroups = \"server\"\nwhere = { route = \"json\" }\n```\n";
    assert_eq!(of(chart), [true, false, true, true, false, false]);
    // In the picture the sign stands behind the number, and the kind is part of what is read aloud.
    let page = page(chart);
    assert!(page.contains("aria-label=\"green: 9,999\u{a0}req/s, requests per second, claimed\""));
    assert!(page.contains("9,999\u{a0}req/s‡") && page.contains("500\u{a0}req/s<"), "{page}");
}

/// Two rounds of `red`, one of `blue` without a p99, and nothing of `green` but a p99.
const MIXED: &str = "server,round,rps,p99\nred,1,1000,150\nred,2,1010,152\nblue,1,900,\ngreen,1,,250\n";

fn mixed(blocks: &str) -> String {
    let site = site(blocks);
    let manifest = MANIFEST.replace("route = \"route\", server = \"server\"", "server = \"server\", round = \"round\"");
    let manifest = manifest.replace("kind = \"kind\"\n", "").replace("rounds = 1\n", "");
    site.write("data/demo/suite.toml", manifest + "[dimensions.round]\nrepeat = true\n");
    site.write("data/demo/runs.csv", MIXED);
    site.run(&["build", "--color", "never", "--no-minify"]).success();
    site.read("public/page/index.html")
}

#[test]
fn what_is_derived_or_not_there_has_its_sign_word_and_entry_beside_others() {
    let table = "```table\nrows = [\"server\"]\ncolumns = [\"rps\"]\nbest = false\n```\n";
    let page = mixed(table);
    // 1,005 is the median of 1,000 and 1,010; 900 stands in the file.
    let derived = cell(&page, "1,005");
    let behind =
        "1,005</a><span class=\"sign derived\" aria-hidden=\"true\">*</span><span class=\"sr\"> derived</span>";
    assert!(derived.contains(behind), "{derived}");
    assert!(cell(&page, "900").contains("900</a><svg"), "{}", cell(&page, "900"));
    let all = legends(&page).concat();
    assert!(all.contains("aria-hidden=\"true\">*</span> <b>derived</b> computed from several values"), "{all}");
    assert!(all.contains("<b>measured</b> without a mark"), "{all}");

    let page = mixed(&table.replace("[\"rps\"]", "[\"rps\", \"p99\"]"));
    let gap = "<td class=\"none\"><span class=\"sign\" aria-hidden=\"true\">○</span> no data</td>";
    assert_eq!(page.matches(gap).count(), 2, "blue has no p99, green no rate: {page}");
    assert!(legends(&page).concat().contains("○</span> <b>no data</b> no evidence gives a value: unknown, not zero"));
    // In a cell of two values the one that is not there says so.
    let wide = "```table\nrows = [\"round\"]\nacross = \"server\"\ncell = [\"rps\", \"p99\"]\n```\n";
    let page = mixed(wide);
    let half = "900</a> / <span class=\"none\"><span class=\"sign no\" aria-hidden=\"true\">○</span> no data</span>";
    assert!(page.contains(half), "{page}");
}

#[test]
fn what_is_all_of_one_kind_has_no_signs() {
    for (server, text) in [("red", "1,005"), ("blue", "900")] {
        let fixed = format!("where = {{ server = \"{server}\" }}\n");
        let table = format!("```table\nrows = [\"server\"]\ncolumns = [\"rps\"]\nbest = false\n{fixed}```\n");
        let chart = format!("```chart\nkind = \"bars\"\nvalue = \"rps\"\ngroups = \"server\"\n{fixed}```\n");
        let page = mixed(&(table + &chart));
        assert!(page.contains(&format!("{text}</a><svg")) && legends(&page).is_empty(), "{page}");
        assert!(!page.contains("derived"), "{page}");
    }
}

#[test]
fn a_chart_marks_what_is_derived_and_names_its_gaps() {
    for (kind, settings) in [("bars", "groups = \"server\""), ("dots", "rows = [\"server\"]")] {
        let page = mixed(&format!("```chart\nkind = \"{kind}\"\nvalue = \"rps\"\n{settings}\n```\n"));
        assert!(page.contains("1,005\u{a0}req/s*") && page.contains(">900\u{a0}req/s<"), "{kind}: {page}");
        assert!(page.contains("requests per second, derived\""), "{kind}: {page}");
        assert!(page.contains("1,005\u{a0}req/s</a><span class=\"sign derived\""), "{kind}: {page}");
        let all = legends(&page).concat();
        assert!(["<b>derived</b>", "<b>measured</b>"].iter().all(|word| all.contains(word)), "{kind}: {all}");
    }
    let heat = "```chart\nkind = \"heat\"\nvalue = \"rps\"\nrows = \"server\"\ncolumns = \"round\"\n```\n";
    let page = mixed(heat);
    // Of `blue` there is no second round.
    assert!(page.contains("○</span> no data</span></td>"), "{page}");
    let all = legends(&page).concat();
    assert!(all.contains("<b>no data</b>") && all.contains("<b>measured</b>") && !all.contains("derived"), "{all}");
}

#[test]
fn the_worst_is_marked_when_asked_for() {
    let page = page(&table("verdicts = [\"worst\"]\n"));
    let worst = cell(&page, "800");
    assert!(worst.contains("<span class=\"sign worst\" aria-hidden=\"true\">▽</span> <a"), "{worst}");
    assert!(worst.contains("<span class=\"sr\"> worst</span>") && !page.contains("class=\"best\""));
    // Of the measured rates of `json` 500 is the lower one.
    assert!(cell(&page, "500").contains("worst") && !cell(&page, "600").contains("worst"));
    assert!(legends(&page).concat().contains("<b>worst</b> per route"));
}

#[test]
fn values_are_held_against_an_objective() {
    let page = page(&table("best = false\nobjective = { p99 = \"0.2 s\", rps = \"900 req/s\" }\n"));
    // p99 is better when lower, a rate when higher; both limits are met where they are reached.
    for (text, met) in [("150", true), ("200", true), ("250", false), ("1,000", true), ("900", true), ("800", false)] {
        let (sign, word) = if met { ("✓", "within objective") } else { ("✗", "outside objective") };
        let cell = cell(&page, text);
        assert!(cell.contains(sign) && cell.contains(word), "{cell}");
    }
    let legend = legends(&page).concat();
    assert!(
        legend.contains("<b>within objective</b> rps at least 900 req/s, p99 at most 0.2 s")
            || legend.contains("req/s at least 900 req/s, p99 at most 0.2 s"),
        "{legend}"
    );
}

#[test]
fn objectives_and_verdicts_that_mean_nothing_are_errors() {
    for (settings, code, said) in [
        ("verdicts = [\"bets\"]\n", "BB105", "did you mean `best`?"),
        ("objective = { p9 = \"1 ms\" }\n", "BB503", "did you mean `p99`?"),
        ("objective = { p99 = \"soon\" }\n", "BB105", "`soon` is no value"),
        ("objective = { p99 = \"3 req/s\" }\n", "BB307", "the objective is in"),
        ("objective = \"1 ms\"\n", "BB103", "takes a table"),
    ] {
        let run = site(&table(settings)).build();
        assert_eq!((run.code, check_codes(&run.stderr)), (1, vec![code.to_owned()]), "{settings}{}", run.stderr);
        assert!(run.stderr.contains(said), "{}", run.stderr);
    }
}
