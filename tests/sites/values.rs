//! Values that are no single exact number: ranges, approximations, words, and none at all.

use crate::support::{Site, check_codes};

const MANIFEST: &str = r#"title = "Printed"
[[evidence]]
files = "printed.csv"
[evidence.table]
value = "value"
metric = "metric"
statistic = "statistic"
unit = "unit"
units = { "% lower" = "%" }
dimensions = { stack = "stack" }
decimal_comma = true
kind = "mark"
kinds = { said = "claimed", guessed = "estimated" }
[evidence.table.names]
"latency" = "p95"
"saving" = "saving"
"lost" = "lost"
"rate" = "rate"
[conditions]
load = "closed"
rounds = 1
hardware = "h"
protocol = "p"
duration = "d"
workload = "w"
"#;

const PRINTED: &str = "stack,metric,statistic,value,unit,mark
comma,latency,p95,\"8,5\",ms,measured
about,latency,p95,~12,ms,measured
range,latency,p95,9–80,ms,measured
guess,latency,p95,~7,ms,guessed
none,latency,p95,,ms,measured
range,saving,,20–40,% lower,measured
all,lost,,,ms,measured
all,rate,,eighteen hundred,req/s,said
";

fn site(body: &str) -> Site {
    let site = Site::empty();
    site.write("benchbook.toml", "title = \"Printed\"\n");
    site.write("data/printed/suite.toml", MANIFEST);
    site.write("data/printed/printed.csv", PRINTED);
    site.write("content/page.md", format!("+++\ntitle = \"Page\"\nsuite = \"printed\"\n+++\n\n{body}\n"));
    site.run(&["lock"]).success();
    site
}

const TABLE: &str = "```table
caption = \"Sorted\"
rows = [\"stack\"]
columns = [\"p95\"]
sort = \"p95\"
```
";

/// What was measured comes first, a range by its worse end, then estimates, then what is not known.
#[test]
fn a_table_sorts_ranges_and_gaps_without_inventing_numbers() {
    let site = site(TABLE);
    site.build().success();
    let csv = site.read("public/page/table-1.csv");
    assert_eq!(csv, "Stack,p95 (ms)\ncomma,8.5\nabout,~12\nrange,9–80\nguess,~7\nnone,\n");
    let html = site.read("public/page/index.html");
    for text in [">8.5</a>", ">~12</a>", ">9–80</a>", "○</span> no data</td>", "~ approximate in its source."] {
        assert!(html.contains(text), "{text}: {html}");
    }
    // 8.5 is the best whatever the range turns out to be.
    assert_eq!(html.matches("class=\"best\"").count(), 1);
}

#[test]
fn nothing_is_best_where_a_range_could_be_better() {
    let site = site(TABLE);
    site.write("data/printed/printed.csv", PRINTED.replace("9–80", "8–80"));
    site.run(&["lock"]).success();
    site.build().success();
    assert!(!site.read("public/page/index.html").contains("class=\"best\""));
}

#[test]
fn bars_and_dots_reach_from_end_to_end_and_leave_gaps() {
    let bars = "```chart\nkind = \"bars\"\ncaption = \"Bars\"\nvalue = \"p95\"\ngroups = \"stack\"\n```\n";
    let dots = "```chart\nkind = \"dots\"\ncaption = \"Dots\"\nvalue = \"p95\"\nrows = \"stack\"\n```\n";
    let site = site(&format!("{bars}\n{dots}"));
    site.build().success();
    for chart in ["public/page/chart-1.svg", "public/page/chart-2.svg"] {
        let svg = site.read(chart);
        assert!(svg.contains("9–80") && svg.contains("~12") && svg.contains("no data"), "{chart}: {svg}");
        // (9 + 80) / 2
        assert!(!svg.contains("44.5"), "{chart}");
    }
    assert!(site.read("public/page/index.html").contains("both of its ends are drawn, and nothing between them"));
    let figures = site.json("public/page/figures.json");
    let range =
        figures["figures"].as_array().and_then(|all| all.iter().find(|figure| figure["text"] == "9–80\u{a0}ms"));
    assert_eq!(range.expect("the range is a mark")["value"], serde_json::json!([9.0, 80.0]));
}

#[test]
fn a_range_is_computed_with_by_its_ends_only() {
    let fine = "[9–80 ms](<= p95[range]>) [](<= p95[about]>) [8.5 ms](<= p95[comma]>) \
                [1.5×](<= p95[about] / 8 ms as ×>) [5.1–6.8 ms](<= range(p95[comma] * (1 - saving.high), p95[comma] * (1 - saving.low))>) \
                [below all of it](<= p95[comma] below latency.low[range]>)";
    let fine = site(fine);
    fine.write("benchbook.toml", "title = \"Printed\"\n[rules]\nBB614 = \"allow\"\n");
    fine.build().success();
    assert!(fine.read("public/page/index.html").contains(">~12\u{a0}ms</a>"));
    for wrong in ["[9 ms](<= p95[range] * 2>)", "[8.5 ms](<= min(p95[*])>)", "[so](<= p95[comma] below p95[others]>)"] {
        let run = site(wrong).build();
        assert_eq!(check_codes(&run.stderr), ["BB308"], "{wrong}: {}", run.stderr);
        assert!(run.stderr.contains("is a range: 9–80") && run.stderr.contains("latency.low[…]"), "{}", run.stderr);
    }
}

#[test]
fn a_value_that_is_lost_everywhere_is_a_row_without_data() {
    let site = site("```table\ncaption = \"Lost\"\nrows = [\"stack\"]\ncolumns = [\"lost\"]\n```\n");
    site.build().success();
    assert_eq!(site.read("public/page/table-1.csv"), "Stack,lost\nall,\n");
    let run = self::site("[](<= lost>)").build();
    assert!(run.stderr.contains("its cell is empty") && run.stderr.contains("not 0 but unknown"), "{}", run.stderr);
}

#[test]
fn numbers_in_words_are_evidence_and_claims() {
    let claim = "[eighteen hundred](<= rate> \"claimed: no run is shown\")";
    let site = site(claim);
    site.build().success();
    let figure = site.json("public/page/figures.json")["figures"][0].clone();
    assert_eq!((&figure["value"], &figure["verdict"]), (&1800.0.into(), &"no evidence offered".into()));
    assert_eq!(figure["inputs"][0]["raw"], "eighteen hundred");
    let html = site.read("public/page/index.html");
    assert!(html.contains("<span class=\"verdict claims\">no evidence offered: no run is shown</span>"), "{html}");
    let wrong = self::site(&claim.replace("eighteen", "nineteen")).build();
    assert!(wrong.stderr.contains("the verdict is `contradicted`"), "{}", wrong.stderr);
}

/// A block in French reads and writes numbers as French does, and what follows it as English does.
#[test]
fn a_block_may_be_in_another_language() {
    let french = "<div lang=\"fr\">\n\n[8,5 ms](<= p95[comma]>), [](<= p95[comma]>)\n\n</div>\n";
    let site = site(&format!("{french}\n[8.5 ms](<= p95[comma]>) [](<= p95[comma]>)"));
    site.build().success();
    let figures = site.json("public/page/figures.json");
    let texts: Vec<&str> = (0..4).filter_map(|index| figures["figures"][index]["text"].as_str()).collect();
    assert_eq!(texts, ["8,5 ms", "8,5\u{a0}ms", "8.5 ms", "8.5\u{a0}ms"]);
    // An English point in the French block is no number, and a loose French number is one.
    let wrong = self::site("<div lang=\"fr\">\n\n[8.5 ms](<= p95[comma]>)\n\n</div>").build();
    assert_eq!(check_codes(&wrong.stderr), ["BB404"], "{}", wrong.stderr);
    let loose = self::site("<div lang=\"fr\">\n\nIl prend 3,25 ms.\n\n</div>").build();
    assert!(loose.stderr.contains("`3,25 ms` is bound to no evidence"), "{}", loose.stderr);
}

#[test]
fn a_median_of_two_is_rounded_away_from_zero_at_the_precision_of_its_sources() {
    let site = Site::empty();
    site.write("benchbook.toml", "title = \"Site\"\n");
    site.write(
        "data/demo/suite.toml",
        "title = \"Demo\"\n[[evidence]]\nfiles = \"runs.csv\"\n[evidence.table]\n\
         dimensions = { server = \"server\", round = \"round\" }\n\
         metrics = { rps = \"rps\", p50 = { column = \"p50\", unit = \"ms\" } }\n\
         [dimensions.round]\nrepeat = true\n[conditions]\nload = \"closed\"\n",
    );
    site.write("data/demo/runs.csv", "server,round,rps,p50\nred,1,1502,16\nred,2,1503,17\n");
    site.write(
        "content/page.md",
        "+++\ntitle = \"Page\"\nsuite = \"demo\"\n+++\n\n[](<= rps[red]>), [](<= p50[red]>), [1,503](<= rps[red]>)\n",
    );
    site.run(&["build", "--color", "never", "--no-minify"]).success();
    let page = site.read("public/page/index.html");
    assert!(page.contains(">1,503\u{a0}req/s</a>") && page.contains(">17\u{a0}ms</a>"), "{page}");
    assert!(site.read("public/page/figures.json").contains("\"value\":1502.5"));
    site.run(&["verify", "public"]).success();
}
