//! Every kind of chart on one page: its marks, where they lead, its data and its words.

use crate::samples::site;
use crate::support::Site;

/// The page and the pictures of the sample site, built.
struct Page {
    html: String,
    site: Site,
}

impl Page {
    fn built() -> Self {
        let site = Site::copy("sites/charts/site");
        site.build().success();
        Self { html: site.read("public/sweep/index.html"), site }
    }

    /// The block of a chart: picture, caption and data.
    fn block(&self, number: usize) -> &str {
        let begin = format!("<figure class=\"chart\" id=\"chart-{number}\">");
        let (_, rest) = self.html.split_once(&begin).unwrap_or_else(|| panic!("there is a chart {number}"));
        rest.split("</figure>").next().expect("the block ends")
    }

    #[track_caller]
    fn has(&self, number: usize, texts: &[&str]) {
        let block = self.block(number);
        for text in texts {
            assert!(block.contains(text), "chart {number} has no {text:?}");
        }
        let file = self.site.read(&format!("public/sweep/chart-{number}.svg"));
        assert!(file.starts_with("<svg xmlns="), "{file}");
    }
}

// The expected numbers are read off `runs.csv` by eye: of three rounds, the one in the middle.
#[test]
fn charts_show_what_the_evidence_gives() {
    let page = Page::built();
    // Lines: red at 64 has the rounds 24660, 24940, 24734; blue was not run at 256; green's is an estimate in line 65.
    page.has(
        1,
        &[
            "<title>Red · connections 64: 24,734\u{a0}req/s, median of 3 rounds' requests per second, derived</title>",
            "#L65\" aria-label=\"Green · connections 256: 15,428\u{a0}req/s",
            "no data: Blue at 256",
            "<path class=\"guess\"",
            "Hollow marks were estimated or claimed, not measured.",
            "3 lines of requests per second over connections. Highest is Red at connections 64 with 24,734\u{a0}req/s, lowest \
             Green at connections 1 with 1,518\u{a0}req/s; the ratio is 16.29.",
            ">24,660–24,940\u{a0}req/s</a><span class=\"sign derived\"",
        ],
    );
    // Dots: the rounds of red in 1.0 are in lines 2 to 4; sorted by their medians, the best release of blue above green.
    page.has(
        2,
        &[
            "#L2\" aria-label=\"Red · 1.0 · round 1: 20,236\u{a0}req/s, requests per second\"",
            "#L3\" aria-label=\"Red · 1.0 · round 2: 20,444\u{a0}req/s",
            "11 dots of requests per second. Highest is 2.0 · Red with 25,853\u{a0}req/s, lowest 1.0 · Green with \
             13,189\u{a0}req/s; the ratio is 1.96.",
            "<th scope=\"col\" class=\"num\">single rounds</th>",
        ],
    );
    // A caption that is no sentence becomes one: what follows is one of its own. Its frame has the same.
    page.has(3, &["p99 with 64 connections.</span>"]);
    let frame = page.site.read("public/sweep/chart-3.html");
    assert!(frame.contains("<b>p99 with 64 connections.</b>") && frame.contains("<title>p99 with 64 connections – "));
    // A smaller p99 is better: red, blue, green.
    page.has(3, &["p99, ms (axis starts at 4, not at zero)", "<path class=\"break\"", "<path class=\"span\""]);
    let lanes = ["Red", "Blue", "Green"].map(|name| page.block(3).find(&format!(">{name}</text>")));
    assert!(lanes.is_sorted(), "{lanes:?}");
    // Before and after: (24734 − 20377) / 20377 is 21.4 %, (15476 − 13189) / 13189 is 17.3 %.
    page.has(
        4,
        &[
            ">+21.4%*</text></a>",
            ">+17.3%*</text></a>",
            "no data for one of the two",
            "largest for Red with +21.4%, smallest for Green",
        ],
    );
    // A ratio: 2080 / 1518 is 1.370; the last one divides by an estimate.
    page.has(
        5,
        &[
            ": 1.37, ratio of ",
            "Of 5 ratios 5 are above 1 and 0 below.",
            "Hollow marks were estimated or claimed, not measured.",
            "Red / Green; 1 is no difference",
        ],
    );
    // Releases: (25853 − 20793) / 20793 is 24.3 %; red's rounds of 1.0 and 1.1 overlap, so nothing is printed between them.
    page.has(
        6,
        &[
            ">+24.3%*</text></a>",
            "aria-label=\"Red · 2.0, change from 1.1: +24.3%",
            "no data: Blue at 1.0",
            "Changes are printed where the ranges of two neighbours do not overlap",
        ],
    );
    assert!(!page.block(6).contains("Red · 1.1, change"));
    // One against the other: no mark has both a higher rate and a lower p99 than one of those joined.
    page.has(
        7,
        &[
            "aria-label=\"Red · connections 64, req/s 24,734\u{a0}req/s, p99: 5.22\u{a0}ms, median of 3 rounds' p99, derived\"",
            "<path class=\"frontier\"",
            "p99, ms · lower is better",
            "requests per second, req/s · higher is better",
            "14 marks of p99 against requests per second. By p99: Highest is Green · connections 256 with 37.8\u{a0}ms, lowest \
             Red · connections 1 with 0.61\u{a0}ms; the ratio is 61.97.",
        ],
    );
    // Cells: 37.80 is an estimate and the largest; blue was not run at 256.
    page.has(
        8,
        &[
            "<text class=\"value middle\"",
            ">37.8≈</text></a>",
            "<path class=\"hole\"",
            ">no data</text>",
            "p99 in 3 rows and 5 columns. Highest is Green at 256 with 37.8\u{a0}ms, lowest Red at 1 with 0.61\u{a0}ms",
        ],
    );
    // A plot for each server, all up to the 40 that green's estimate needs; blue has a gap.
    page.has(
        9,
        &[
            "p99, ms; all plots have the same axis",
            ">no data at 256</text>",
            "aria-label=\"connections 256: 37.8\u{a0}ms",
            "<th scope=\"row\">Blue · 64</th>",
        ],
    );
    assert_eq!(page.block(9).matches(">40</text>").count(), 3);
    // Sorted bars of red: 2.0, 2.1, 1.1, 1.0; blue has no 1.0.
    page.has(10, &[">no data</text>", "<th scope=\"row\">Red · 2.0</th>"]);
    let bars = ["2.0: 25,853", "2.1: 24,734", "1.1: 20,793", "1.0: 20,377"].map(|bar| page.block(10).find(bar));
    assert!(bars.iter().all(Option::is_some) && bars.is_sorted(), "{bars:?}");
}

/// The block of a chart on the page of samples.
fn sample_block(html: &str, number: usize) -> &str {
    let (_, rest) = html.split_once(&format!("<figure class=\"chart\" id=\"chart-{number}\">")).expect("the chart");
    rest.split("</figure>").next().expect("the block ends")
}

// Times in order, without the cache: 12 14 15 15 16 17 18 20 21 40; with it: 10 11 13 14 14 15 15 16 19 30.
#[test]
fn samples_are_counted_ranked_and_spread() {
    let site = Site::copy("sites/charts/site");
    site.build().success();
    let html = site.read("public/spread/index.html");
    let has = |number: usize, texts: &[&str]| {
        let block = sample_block(&html, number);
        texts.iter().for_each(|text| assert!(block.contains(text), "chart {number} has no {text:?}: {block}"));
    };
    // The quartiles are 4.5 and 2.5 apart; 2 · 4.5 / 10^(1/3) = 4.18 and 2 · 2.5 / 10^(1/3) = 2.32, between them 3.25:
    // of 2 and 5, 5 is nearer in ratio.
    has(
        1,
        &[
            "aria-label=\"Without, 15 to below 20\u{a0}ms: 5, number of 10 runs' elapsed from 15 ms up to 20 ms\"",
            "in 7 bars. Without: most, 5 of 10, from 15 to below 20\u{a0}ms. With: most, 5 of 10, from 10 to below 15\u{a0}ms.",
            "<path class=\"zone\"",
            ">budget</text>",
            ">objective</text>",
        ],
    );
    assert!(
        site.read("public/spread/figures.json")
            .contains("count_between([$0, $1, $2, $3, $4, $5, $6, $7, $8, $9], 0.015, 0.02)")
    );
    has(2, &["half at or below", "share of samples at or below", "#L2\" aria-label=\"Without · run 1: 12\u{a0}ms"]);
    // Quartiles lie at the places 2.25 and 6.75: 15 and 19.5, 13.25 and 15.75. Whiskers end at the last time within
    // 1.5 · 4.5 and 1.5 · 2.5 of them; 40 and 30 lie beyond.
    has(
        3,
        &[
            "aria-label=\"Without, upper quartile: 19.50\u{a0}ms, 75 % quantile (Hyndman–Fan type 7) of 10 runs' elapsed, derived\"",
            "aria-label=\"With, lower quartile: 13.25\u{a0}ms",
            "aria-label=\"upper whisker: Without · run 9: 21.00\u{a0}ms",
            "aria-label=\"upper whisker: With · run 10: 19.00\u{a0}ms",
            "#L11\" aria-label=\"Without · run 10: 40.00\u{a0}ms",
            "Highest is Without with 16.50\u{a0}ms, lowest With with 14.50\u{a0}ms; the ratio is 1.14.",
            "The quartiles are furthest apart for Without.",
        ],
    );
    assert_eq!(sample_block(&html, 3).matches("<circle class=\"repeat\"").count(), 2);
    has(4, &["Silverman", "<path class=\"band\""]);
    assert_eq!(sample_block(&html, 4).matches("<circle class=\"repeat\"").count(), 20);
    // Only run 9 became slower, 21 to 30; run 3 took 15 both times.
    has(5, &["It rose in 1, fell in 8 and stayed the same in 1.", "aria-label=\"With · run 9: 30\u{a0}ms"]);
    has(
        6,
        &[
            "Highest is second 3 with 510\u{a0}req/s, lowest second 4 with 20\u{a0}req/s; the ratio is 25.50.",
            ">warm-up</text>",
            "time, s →",
        ],
    );
    // Second 6 has no rate.
    assert_eq!(sample_block(&html, 6).matches("requests per second\"").count(), 7);
}

#[test]
fn small_lines_in_tables_have_words() {
    let site = Site::copy("sites/charts/site");
    site.build().success();
    let html = site.read("public/sweep/index.html");
    // Red's medians: 20377, 20793, 25853, 24734.
    assert!(html.contains(
        "<span class=\"sr\"> at 2.1, from 20,377\u{a0}req/s at 1.0; lowest 20,377\u{a0}req/s at 1.0, highest \
         25,853\u{a0}req/s at 2.0</span>"
    ));
    assert!(html.contains("<th scope=\"col\" class=\"num\">req/s over release</th>"));
}

// Medians and extremes of three rounds, as in `runs.csv`; green at 256 is one estimate, and blue has nothing there.
#[test]
fn the_data_of_a_chart_is_a_file_with_all_digits() {
    let page = Page::built();
    page.has(1, &["<a href=\"chart-1.csv\">CSV</a>"]);
    let of = |number: usize| page.site.read(&format!("public/sweep/chart-{number}.csv"));
    assert_eq!(
        of(1).lines().filter(|line| !line.starts_with("4,") && !line.starts_with("16,")).collect::<Vec<_>>(),
        [
            "Connections,Red (req/s),\"Red, range (req/s)\",Green (req/s),\"Green, range (req/s)\",Blue (req/s),\
             \"Blue, range (req/s)\"",
            "1,2080,2037–2140,1518,1483–1543,1786,1748–1827",
            "64,24734,24660–24940,15476,15454–16223,18342,17770–18453",
            "256,23606,23397–24616,15428,,,",
        ]
    );
    // Single rounds of a cell stand in one field.
    assert!(of(2).contains("\nRed · 1.0,20377,20236–20444,20236 20444 20377\n"), "{}", of(2));
    // Two measures have two units; what the page prints as `5.22` is all that the evidence has.
    assert!(of(7).starts_with("Server · Connections,req/s (req/s),p99 (ms)\n"), "{}", of(7));
    assert!(of(7).contains("\nRed · connections 64,24734,5.22\n"), "{}", of(7));
    // (25853 − 20793) / 20793, as the page prints it with one decimal.
    let change = of(6);
    let change = change.lines().find(|line| line.starts_with("2.0,")).expect("a row of 2.0");
    assert!(change.contains(",24.335"), "{change}");
}

#[test]
fn a_number_before_zero_has_a_minus_in_all_charts_and_a_hyphen_in_the_data() {
    let rows = "tool,offset,p99_ms\ngzip -9,-100,5\ngzip -9,20,4\n-2,-100,3\n-2,20,9\n";
    let chart = |keys: &str| format!("```chart\nvalue = \"p99\"\ncaption = \"p99\"\n{keys}\n```\n\n");
    let charts = [
        "kind = \"lines\"\nx = \"offset\"\nseries = \"tool\"",
        "kind = \"bars\"\ngroups = \"offset\"\nseries = \"tool\"",
        "kind = \"dots\"\nrows = [\"offset\", \"tool\"]",
        "kind = \"heat\"\nrows = \"tool\"\ncolumns = \"offset\"",
    ];
    let page: String = charts.iter().map(|keys| chart(keys)).collect();
    let suite = "[[evidence]]\nfiles = \"runs.csv\"\n[evidence.table]\n\
         dimensions = { tool = \"tool\", offset = \"offset\" }\nmetrics = { p99 = { column = \"p99_ms\", unit = \"ms\" } }";
    let site = site(suite, &[("runs.csv", rows)], &page);
    site.build().success();
    for number in 1..=charts.len() {
        let svg = site.read(&format!("public/page/chart-{number}.svg"));
        assert!(svg.contains(">\u{2212}100<") && !svg.contains(">-100<"), "chart {number}: {svg}");
        assert!(svg.contains("gzip -9") && !svg.contains(">-2<"), "chart {number}: {svg}");
        assert!(!site.read(&format!("public/page/chart-{number}.csv")).contains('\u{2212}'), "chart {number}");
    }
}

#[test]
fn a_chart_is_a_page_that_can_be_framed() {
    let page = Page::built();
    let frame = page.site.read("public/sweep/chart-1.html");
    page.has(1, &["chart-1.html", ">HTML</a>"]);
    let policy = |html: &str| {
        let from = html.find("default-src").expect("there is a policy");
        html[from..from + html[from..].find('"').expect("it ends")].to_owned()
    };
    assert_eq!(policy(&frame), policy(&page.html));
    assert!(!frame.contains("<script") && !frame.contains("style="), "{frame}");
    assert!(frame.contains("<meta name=\"color-scheme\" content=\"light dark\">"));
    assert!(frame.contains("href=\"index.html#chart-1\" target=\"_top\""), "{frame}");
    // Its marks are those of the page, and lead out of the frame.
    let marks = |html: &str| html.matches("data-fig=").count();
    assert!(frame.contains("<a target=\"_top\" ") && !frame.contains("href=\"#"), "{frame}");
    assert_eq!(marks(&frame), marks(&page.site.read("public/sweep/chart-1.svg")));
    // A figure of the frame that has no entry is found.
    let is_wrong = || page.site.run(&["verify", "public"]).stderr.contains("sweep/chart-1.html");
    assert!(!is_wrong());
    page.site.write("public/sweep/chart-1.html", frame.replacen("data-fig=\"", "data-fig=\"x", 1));
    assert!(is_wrong());
}

// By hand from `results.csv`: 800, 900 and 700 µs are 0.8 ms in the middle; the first plot's unit is that of both.
#[test]
fn plots_beside_each_other_have_one_unit() {
    let site = Site::copy("errors/cases/chart-units");
    let front = "+++\ntitle = \"Report\"\nsuite = \"mixed\"\nwhere = { place = \"hall\" }\n+++\n\n";
    let chart = "```chart\nkind = \"lines\"\nvalue = \"cost\"\nx = \"size\"\nsplit = \"operation\"\n```\n";
    site.write("content/report.md", format!("{front}{chart}"));
    site.build().success();
    let data = site.read("public/report/chart-1.csv");
    let values: Vec<&str> = data.lines().collect();
    assert!(values[0].contains("(ms)"), "{data}");
    assert_eq!(
        values[1..],
        ["parse · 1,1.6,1.5–1.7", "parse · 2,3,", "scan · 1,0.8,0.7–0.9", "scan · 2,1.6,"],
        "{data}"
    );
}

/// A site with one table of times by a dimension `place`.
fn places(rows: &str, block: &str) -> Site {
    let site = Site::empty();
    site.write("benchbook.toml", "title = \"Site\"\n");
    site.write("data/demo/runs.csv", format!("place,time\n{rows}"));
    site.write(
        "data/demo/suite.toml",
        "title = \"Demo\"\n[[evidence]]\nfiles = \"*.csv\"\n[evidence.table]\n\
         dimensions = { place = \"place\" }\nmetrics = { time = { column = \"time\", unit = \"ms\" } }\n",
    );
    let chart = format!("```chart\nkind = \"lines\"\nvalue = \"time\"\nx = \"place\"\n{block}```\n");
    site.write("content/report.md", format!("+++\ntitle = \"Report\"\nsuite = \"demo\"\n+++\n\n{chart}"));
    site.run(&["lock"]).success();
    site.run(&["build", "--no-minify", "--color", "never"]).success();
    site
}

/// A megabyte comes after 64 kilobytes, however people write it.
#[test]
fn places_with_units_stand_in_the_order_of_their_amounts() {
    let site = places("1mb,9\n512,1\n64kb,4\n", "scale = \"log\"\n");
    assert_eq!(site.read("public/report/chart-1.csv"), "Place,time (ms)\n512,1\n64kb,4\n1mb,9\n");
}

/// What a picture is in words has the minus sign that the picture has; files for programs keep what the evidence says.
#[test]
fn a_place_below_zero_has_a_minus_in_words() {
    let site = places("-100,4\n0,2\n100,3\n", "");
    let html = site.read("public/report/index.html");
    let picture = html.split("<figure class=\"chart\"").nth(1).and_then(|rest| rest.split("</figure>").next());
    let picture = picture.expect("there is a chart");
    for text in ["Highest is place \u{2212}100 with 4", "<title>\u{2212}100: 4", "<th scope=\"row\">\u{2212}100</th>"] {
        assert!(picture.contains(text), "there is no {text:?} in {picture}");
    }
    assert!(!picture.contains(">-100") && !picture.contains(" -100 "), "{picture}");
    assert_eq!(site.read("public/report/chart-1.csv"), "Place,time (ms)\n-100,4\n0,2\n100,3\n");
}
