//! The built-in themes: their templates load, show what the views hold, and keep the promises that the
//! content security policy and HTML rest on.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;

use benchbook::render::view::*;
use benchbook::render::{breaks, say, theme};
use benchbook::words::Words;
use serde::Serialize;
use tera::{Context, Tera};

/// The templates of a built-in theme.
fn theme_of(name: &str) -> Tera {
    let mut tera = Tera::new();
    say::teach(&Words::new(Vec::new()).0, &mut tera);
    breaks::teach(&mut tera);
    tera.add_raw_templates(theme::find(name).unwrap().templates()).unwrap();
    tera
}

/// The templates of the default theme.
fn theme() -> Tera {
    theme_of("default")
}

fn block(template: &str, name: &'static str, value: &impl Serialize) -> String {
    let mut context = Context::new();
    context.insert(name, value);
    theme().render(template, &context).unwrap_or_else(|error| panic!("{error}"))
}

fn page(template: &str, title: &str, name: &'static str, value: &impl Serialize) -> String {
    page_of(&theme(), template, title, name, value)
}

fn page_of(theme: &Tera, template: &str, title: &str, name: &'static str, value: &impl Serialize) -> String {
    let mut context = Context::new();
    context.insert("site", &site());
    context.insert("page", &front(title));
    context.insert(name, value);
    theme.render(template, &context).unwrap_or_else(|error| panic!("{error}"))
}

fn text(text: &str) -> String {
    text.to_owned()
}

fn link(title: &str, href: &str) -> Link {
    Link { title: text(title), href: text(href), current: false, language: String::new() }
}

fn site() -> Site {
    Site {
        title: text("Speed & size"),
        description: text("What we measured"),
        language: text("en"),
        base_url: text("https://bench.example.org/"),
        repository: text("https://example.org/code"),
        generator: text("0.1.0"),
        logo: String::new(),
        footer: text("Measured <at home>."),
        search_shortcut: true,
    }
}

fn correction() -> Correction {
    let [id, date, was, why] = ["c", "2026-08-13", "55.7×", "a <bug>"].map(text);
    Correction { id, date, was, now: String::new(), why }
}

fn comparison() -> Comparison {
    let setting = |label: &str, change: &str, from: &str, to: &str| ComparedSetting {
        label: text(label),
        change: text(change),
        from: text(from),
        to: text(to),
    };
    let settings = vec![
        setting("Client", "changed", "<code>a</code>", "b"),
        setting("Database", "unknown", "", "c"),
        setting("Load", "same", "closed", "closed"),
    ];
    Comparison { from: text("First"), to: text("Second"), changed: 1, unknown: 1, same: 1, settings }
}

fn front(title: &str) -> Page {
    Page {
        missing: false,
        title: text(title),
        description: text("Two <frameworks>"),
        language: text("en"),
        root: text("../../"),
        path: text("reports/one/"),
        date: text("2026-09-12"),
        navigation: vec![link("Evidence", "../../evidence/index.html")],
        inline: None,
        card: None,
        crumbs: vec![link("Reports", "../../index.html")],
        corrected: Some(Notice { latest: correction(), others: 1, href: text("../../corrections/index.html#c") }),
        outdated: vec![OldVersion { subject: text("Kruda"), measured: text("1.7.2"), latest: text("1.8.0") }],
    }
}

fn cell(html: &str) -> Cell {
    Cell { html: text(html), best: false, bar: None, missing: String::new() }
}

fn head(label: &str, span: usize, series: usize) -> RowHead {
    RowHead { label: text(label), note: String::new(), span, series }
}

fn sign(sign: &str, word: &str, meaning: &str) -> LegendMark {
    LegendMark { sign: text(sign), class: text(word), word: text(word), meaning: text(meaning) }
}

fn table() -> Table {
    let best = Cell { best: true, bar: Some(87.5), ..cell("<a class=\"fig\" href=\"#x\">17,088</a>") };
    let none = Cell { missing: text("not run"), ..cell("") };
    let column = |label: &str, unit: &str, better: &str| Column {
        label: text(label),
        unit: text(unit),
        better: text(better),
        statistic: text("median of 5"),
    };
    Table {
        number: 3,
        id: text("table-3"),
        caption: text("A <em>caption</em>."),
        heads: vec![text("Workload"), text("Framework")],
        columns: vec![column("Throughput", "req/s", "higher"), column("p99", "ms", "lower")],
        rows: vec![
            Row {
                heads: vec![head("Write", 2, 0), head("<Fiber>", 1, 1)],
                cells: vec![best, cell("1")],
                first_of_group: true,
            },
            Row { heads: vec![head("Altair", 1, 2)], cells: vec![cell("2"), none], first_of_group: false },
            Row {
                heads: vec![head("Read", 1, 0), head("Fiber", 1, 1)],
                cells: vec![cell("3"), cell("4")],
                first_of_group: true,
            },
        ],
        notes: vec![text("Medians & so on.")],
        legend: Legend {
            kinds: vec![sign("≈", "estimated", "by its author")],
            verdicts: vec![sign("", "best", "in bold per <workload>"), sign("▽", "worst", "")],
        },
        csv: text("table-3.csv"),
        grouped: true,
    }
}

fn narrative() -> Narrative {
    let input = Input {
        text: text("344.00 µs"),
        what: text("Kruda · JSON"),
        file: text("json.txt"),
        locator: text("L6:C16"),
        line: 6,
        href: text("../../evidence/kruda/json.txt.html#L6"),
        kind: text("estimated"),
        withdrawn: text("the clock was stepped"),
    };
    let entry = Lineage {
        figure: "f1".to_owned(),
        claimed: String::new(),
        id: text("f7"),
        text: text("0.77×"),
        value: text("0.770541"),
        unit: String::new(),
        statistic: text("ratio"),
        expression: text("rps[a] / rps[b]"),
        verdict: text("contradicted"),
        verdict_class: text("contradicted"),
        reason: text("as published"),
        inputs: vec![input],
    };
    let seal = Seal {
        figures: 46,
        files: 1,
        claims: 9,
        holding: 8,
        acknowledged: 1,
        evidence: text("#evidence"),
        figures_json: text("figures.json"),
    };
    let session = Session {
        label: text("First"),
        date: text("2026-08-01"),
        reference: true,
        superseded_by: text("Second"),
        declines: false,
        why: String::new(),
        note: text("the ramp was measured"),
    };
    Narrative {
        contents: vec![Heading { id: text("results"), title: text("Results"), level: 2 }],
        body: text("<h2 id=\"results\">Results</h2><p>Fast.</p>"),
        disclosure: text("<dl class=\"disclosure\"></dl>"),
        seal: Some(seal),
        lineage: vec![entry],
        printed: Vec::new(),
        sessions: vec![session],
        compared: vec![comparison()],
        release: None,
    }
}

fn entry() -> EvidenceEntry {
    EvidenceEntry {
        path: text("raw/json.txt"),
        href: text("raw/json.txt.html"),
        raw: text("raw/json.txt"),
        format: text("wrk text"),
        figures: 4,
        size: text("3.9 kB"),
        sha256: "ab01".repeat(16),
    }
}

fn evidence() -> EvidencePage {
    let figure = CitingFigure { text: text("344"), statistic: text("p99"), href: text("../p/index.html#f1"), line: 6 };
    EvidencePage {
        suite: text("Kruda"),
        path: text("data/kruda/raw/json.txt"),
        name: text("json.txt"),
        raw: text("json.txt"),
        format: text("wrk text"),
        size: text("3.9 kB"),
        lines: 1,
        sha256: "ab01".repeat(16),
        permalink: text("https://example.org/code/blob/1e35d17/data/kruda/raw/json.txt"),
        text: text("<span class=\"line\" id=\"L1\"><a href=\"#L1\">1</a>x</span>\n"),
        notes: vec![text("A part is shown.")],
        cited_by: vec![Citing {
            title: text("One"),
            language: text("de"),
            href: text("../p/index.html"),
            figures: vec![figure],
        }],
    }
}

fn headline(label: &str, kind: &str, withdrawn: bool) -> Headline {
    let [text, href] = ["117.8 ms", "reports/one/index.html#badge-p99"].map(text);
    Headline { label: label.to_owned(), text, href, kind: kind.to_owned(), withdrawn }
}

fn index() -> Index {
    let report = Report {
        language: String::new(),
        title: text("One <report>"),
        description: text("About it"),
        date: text("2026-09-12"),
        href: text("reports/one/index.html"),
        figures: 1,
        files: 2,
        claims: 3,
        holding: 2,
        headlines: vec![headline("p99", "estimated", false), headline("max", "measured", true)],
    };
    let plain = Report {
        language: String::new(),
        title: text("A <guide>"),
        description: text("How to"),
        date: String::new(),
        href: text("guide/index.html"),
        figures: 0,
        files: 0,
        claims: 0,
        holding: 0,
        headlines: vec![],
    };
    let guides = Section { title: text("Guides & \"more\""), language: text("pt"), pages: vec![plain] };
    Index { body: text("<p>Hello.</p>"), reports: vec![report], sections: vec![guides] }
}

fn pages(theme: &Tera) -> Vec<(&'static str, String)> {
    let suite = SuiteEvidence { title: text("Kruda"), id: text("kruda"), files: vec![entry()] };
    let plain = Narrative {
        contents: vec![],
        disclosure: String::new(),
        seal: None,
        lineage: vec![],
        sessions: vec![],
        ..narrative()
    };
    vec![
        ("report.html", page_of(theme, "report.html", "One", "narrative", &narrative())),
        ("page.html", page_of(theme, "page.html", "Method", "narrative", &plain)),
        ("index.html", page_of(theme, "index.html", "Speed & size", "index", &index())),
        ("evidence.html", page_of(theme, "evidence.html", "json.txt", "evidence", &evidence())),
        (
            "evidence-index.html",
            page_of(theme, "evidence-index.html", "Evidence", "evidence", &EvidenceIndex { suites: vec![suite] }),
        ),
        ("404.html", page_of(theme, "404.html", "Not found", "nothing", &())),
    ]
}

/// The values of an attribute, in order.
fn attributes<'a>(html: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!(" {name}=\"");
    html.split(start.as_str()).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn every_page_of_every_theme_keeps_the_policy_and_the_rules_of_html() {
    let all = theme::NAMES.map(|name| pages(&theme_of(name)));
    for (name, html) in all.into_iter().flatten() {
        assert!(html.starts_with("<!doctype html>\n<html lang=\"en\">"), "{name}");
        assert!(html.contains("default-src 'none'; style-src 'self'; script-src 'self'"), "{name}");
        assert!(!html.contains(" style=") && !html.contains("<style") && !html.contains(" onclick="), "{name}");
        assert_eq!(html.matches("<script").count(), 1, "{name}: only the theme's own script");
        assert_eq!(html.matches("<h1").count(), 1, "{name}");
        assert_eq!(html.matches("<main").count(), 1, "{name}");
        let ids = attributes(&html, "id");
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{name}: {ids:?}");
        for target in attributes(&html, "aria-labelledby") {
            assert!(ids.contains(&target), "{name}: nothing is called `{target}`");
        }
        assert!(
            html.contains("Two &lt;frameworks&gt;") && html.contains("Speed &amp; size"),
            "{name}: text is escaped"
        );
    }
}

/// Another theme may place it elsewhere, and leaves nothing of it out.
#[test]
fn a_theme_shows_all_that_the_default_one_does() {
    let words = |html: &str| -> BTreeSet<String> {
        let texts = html.split('<').filter_map(|part| part.split_once('>')).map(|(_, text)| text);
        texts.flat_map(str::split_whitespace).map(str::to_owned).collect()
    };
    let (default, compact) = (pages(&theme()), pages(&theme_of("compact")));
    for ((name, default), (_, compact)) in default.into_iter().zip(compact) {
        // A list of reports tells how many files there are; the compact one leads to them.
        let missing: Vec<String> = words(&default)
            .difference(&words(&compact))
            .filter(|word| !matches!(word.as_str(), "evidence" | "files"))
            .cloned()
            .collect();
        assert!(missing.is_empty(), "{name}: {missing:?}");
        assert!(attributes(&default, "id").iter().all(|id| attributes(&compact, "id").contains(id)), "{name}");
        assert_eq!(compact == default, !matches!(name, "report.html" | "page.html" | "index.html"), "{name}");
    }
}

/// What has no translation is said in English, in an element that says so; no element can stand in an attribute.
#[test]
fn a_language_without_words_leaves_attributes_whole() {
    for name in theme::NAMES {
        let mut context = Context::new();
        context.insert("site", &site());
        context.insert("page", &Page { language: text("it"), ..front("Uno") });
        context.insert("language", "it");
        context.insert("narrative", &narrative());
        let html = theme_of(name).render("report.html", &context).unwrap();
        assert!(html.contains("<span lang=\"en\">"), "{html}");
        assert!(html.contains(" data-search=\"Search\"") && !html.contains("\"<span"), "{html}");
    }
}

#[test]
fn pages_of_a_section_stand_under_its_heading_after_the_reports() {
    for name in theme::NAMES {
        let html = page_of(&theme_of(name), "index.html", "Speed & size", "index", &index());
        let heading = "<h2 class=\"label\" id=\"section-1\" lang=\"pt\">Guides &amp; ";
        let (reports, guides) = html.split_once(heading).unwrap();
        assert!(reports.contains("reports/one/index.html") && !reports.contains("guide/index.html"), "{html}");
        assert!(guides.contains("<a href=\"guide/index.html\">A &lt;guide&gt;</a>"), "{html}");
        assert!(!guides.contains("reports/one/") && !guides.contains("0 figures"), "{name}: {guides}");
        assert!(html.contains(" aria-labelledby=\"section-1\""), "{html}");
    }
}

#[test]
fn a_list_of_reports_shows_their_headlines_and_what_is_to_be_said_of_them() {
    for name in theme::NAMES {
        let html = page_of(&theme_of(name), "index.html", "Speed & size", "index", &index());
        let link = "<a class=\"number\" href=\"reports/one/index.html#badge-p99\">117.8 ms</a>";
        assert!(
            html.contains(&format!("<span>p99 {link} <span class=\"kind estimated\">estimated</span></span>")),
            "{html}"
        );
        assert!(
            html.contains(&format!("<span>max {link} <span class=\"verdict withdrawn\">withdrawn</span></span>")),
            "{html}"
        );
    }
}

#[test]
fn links_of_the_frame_lead_from_the_page_to_the_root() {
    let html = page("404.html", "Not found", "nothing", &());
    for target in ["assets/benchbook.css", "assets/benchbook.js", "assets/mark.svg", "feed.xml", "index.html"] {
        assert!(html.contains(&format!("=\"../../{target}\"")), "{target}");
    }
    for href in attributes(&html, "href") {
        assert!(href.starts_with("../../") || href.starts_with("https://") || href.starts_with('#'), "{href}");
    }
}

#[test]
fn a_table_groups_its_rows_and_marks_the_best() {
    let html = block("blocks/table.html", "table", &table());
    assert_eq!(html.matches("<tbody>").count(), 2);
    assert_eq!(html.matches("</tbody>").count(), 2);
    assert!(
        html.contains("<caption id=\"table-3-caption\"><span><b>Table 3.</b> A <em>caption</em>.</span></caption>")
    );
    assert!(html.contains("<th scope=\"rowgroup\" rowspan=\"2\">Write</th><th scope=\"row\" class=\"s1\"><i class=\"dot\"></i>&lt;Fiber&gt;</th>"));
    assert!(html.contains("<td class=\"best\"><b><a class=\"fig\" href=\"#x\">17,088</a></b><svg class=\"bar\" aria-hidden=\"true\"><rect width=\"87.5%\""));
    assert!(html.contains("<td class=\"none\"><span class=\"sign\" aria-hidden=\"true\">○</span> not run</td>"));
    assert!(html.contains("<dt>Kinds of numbers</dt><dd><span class=\"sign estimated\" aria-hidden=\"true\">≈</span> <b>estimated</b> by its author</dd>"));
    assert!(
        html.contains(
            "<dt>Verdicts</dt><dd><b>best</b> in bold per &lt;workload&gt;</dd><dd><span class=\"sign worst\""
        )
    );
    assert!(html.contains(
        "Throughput <small>req/s <span aria-hidden=\"true\">↑</span><span class=\"sr\"> higher is better</span></small>"
    ));
    assert!(html.contains("<a href=\"table-3.csv\">CSV</a>"));
}

#[test]
fn a_report_says_what_it_rests_on_and_how_its_figures_follow() {
    let html = page("report.html", "One", "narrative", &narrative());
    assert!(html.contains("<b>46 figures</b>, each linked to its place in <a href=\"#evidence\">1 evidence file</a>"));
    assert!(html.contains("<b>8 of 9</b> claims hold (1 is shown and marked)"));
    assert!(html.contains("<li id=\"f7\">"));
    assert!(html.contains("<span class=\"verdict contradicted\">contradicted</span>"));
    assert!(html.contains("<a class=\"number\" href=\"../../evidence/kruda/json.txt.html#L6\">344.00 µs</a>"));
    assert!(html.contains("<span class=\"kind estimated\">estimated</span>"));
    assert!(html.contains("superseded by Second"));
    assert!(html.contains("<a href=\"#how-figures-follow\">"));
}

#[test]
fn evidence_leads_back_to_the_figures_that_cite_it() {
    let html = page("evidence.html", "json.txt", "evidence", &evidence());
    assert!(html.contains("<pre dir=\"ltr\"><code><span class=\"line\" id=\"L1\">"));
    assert!(html.contains("href=\"#L6\"") && html.contains("href=\"../p/index.html#f1\">344</a>"));
    assert!(html.contains("3.9 kB, 1 line<"));
    let html = block("blocks/evidence.html", "list", &EvidenceList { files: vec![entry()] });
    assert!(html.contains("<code title=\"ab01ab01"));
}

#[test]
fn small_blocks_show_what_is_missing_and_what_was_withdrawn() {
    let fact = |label: &str, html: &str| DisclosedFact { label: text(label), html: text(html) };
    let facts = vec![fact("Hardware", ""), fact("Load", "<code>closed</code>")];
    let html = block("blocks/disclosure.html", "disclosure", &Disclosure { facts, checklist: None });
    assert!(html.contains("<dd class=\"missing\">not disclosed</dd>") && html.contains("<dd><code>closed</code></dd>"));
    let item = correction();
    let html = block(
        "blocks/corrections.html",
        "corrections",
        &Corrections { id: "corrections".to_owned(), items: vec![item] },
    );
    assert!(html.contains("<del>55.7×</del> <em>withdrawn</em>") && html.contains("a &lt;bug&gt;"));
    let html = block(
        "blocks/limitations.html",
        "limitations",
        &Limitations { id: "limitations".to_owned(), items: vec![text("<b>One</b> round.")] },
    );
    assert!(html.contains("<li><b>One</b> round.</li>"));
}

#[test]
fn sessions_and_promises_show_what_changed_and_what_is_owed() {
    let sessions = Sessions { id: text("sessions"), caption: text("Settings"), comparisons: vec![comparison()] };
    let html = block("blocks/sessions.html", "sessions", &sessions);
    for part in
        ["<td><code>a</code></td><td>b</td>", "not stated</span></td><td>c</td>", "<td colspan=\"2\">closed</td>"]
    {
        assert!(html.contains(part), "{part}\n{html}");
    }
    let [due, when, done] = ["2026-12-01", "", ""].map(text);
    let [words, status, class] = ["<b>Again</b>", "past due", "contradicted"].map(text);
    let open = Obligation { text: words, due, when, done, done_on: String::new(), status, class };
    let [status, class] = ["done", "holds"].map(text);
    let on = Obligation { done: text("2026-12-03"), done_on: text("2026-12-03"), status, class, ..open.clone() };
    let how = Obligation { done: text("in session 4"), done_on: String::new(), ..on.clone() };
    let items = vec![open, on, how];
    let html = block("blocks/obligations.html", "obligations", &Obligations { id: text("obligations"), items });
    for part in [
        "<b>Again</b> <span class=\"verdict contradicted\">past due</span>",
        "done:\u{a0}<time datetime=\"2026-12-03\">2026-12-03</time></span>",
        "done: <bdi>in session 4</bdi></span>",
    ] {
        assert!(html.contains(part), "{part}\n{html}");
    }
    let item = SiteCorrection { correction: correction(), suite: text("Two"), pages: vec![link("One", "../one/")] };
    let html = page("corrections.html", "Corrections", "corrections", &AllCorrections { items: vec![item] });
    assert!(html.contains("<li id=\"c\">") && html.contains("Two: <a href=\"../one/\">One</a>"), "{html}");
    assert!(html.contains("This and 1 more") && html.contains("Kruda 1.7.2 was measured, 1.8.0 is out."), "{html}");
}

#[test]
fn a_chart_brings_its_data() {
    let rows = vec![ChartRow { label: text("Fiber"), cells: vec![text("<a class=\"fig\" href=\"#x\">94.3</a>")] }];
    let chart = Chart {
        number: 1,
        id: text("chart-1"),
        caption: text("Latency."),
        svg: text("<svg class=\"chart\"></svg>"),
        file: text("chart-1.svg"),
        png: text(""),
        frame: text("chart-1.html"),
        csv: text("chart-1.csv"),
        table: ChartTable { corner: text("Framework"), columns: vec![text("p95, ms")], rows },
        notes: vec![text("A note.")],
        legend: Legend::default(),
    };
    let html = block("blocks/chart.html", "chart", &chart);
    assert!(html.contains("<svg class=\"chart\"></svg>") && html.contains("<b>Figure 1.</b> Latency."));
    assert!(html.contains("<th scope=\"row\">Fiber</th><td><a class=\"fig\" href=\"#x\">94.3</a></td>"));
}

#[test]
fn languages_written_from_the_right_are_set_so() {
    let mut context = Context::new();
    context.insert("site", &site());
    context.insert("page", &Page { language: text("ar-EG"), ..front("One") });
    assert!(theme().render("404.html", &context).unwrap().contains("<html lang=\"ar-EG\" dir=\"rtl\">"));
}

#[test]
fn the_feed_and_the_sitemap_escape_what_they_hold() {
    #[derive(Serialize)]
    struct Entry(std::collections::BTreeMap<&'static str, &'static str>);
    let entry = Entry(
        [
            ("title", "A & B"),
            ("url", "https://e.org/a/"),
            ("id", "https://e.org/a/"),
            ("updated", "2026-09-12T00:00:00Z"),
            ("summary", "x < y"),
            ("language", "de"),
        ]
        .into(),
    );
    let url = Entry([("loc", "https://e.org/?a&b"), ("lastmod", "")].into());
    let mut context = Context::new();
    context.insert("site", &site());
    context.insert("entries", &[entry]);
    context.insert("urls", &[url]);
    let feed = theme().render("feed.xml", &context).unwrap();
    assert!(feed.starts_with("<?xml") && feed.contains("<title>A &amp; B</title>") && feed.contains("x &lt; y"));
    assert!(feed.contains("<updated>2026-09-12T00:00:00Z</updated>\n<author>"));
    assert!(feed.contains("<entry xml:lang=\"de\">"));
    let map = theme().render("sitemap.xml", &context).unwrap();
    assert!(map.contains("<url><loc>https://e.org/?a&amp;b</loc></url>"));
}

/// Hosts that read `_headers` say the same policy as the page, which cannot say who may frame it.
#[test]
fn headers_say_the_policy_of_the_page() {
    let html = page("404.html", "Not found", "nothing", &());
    let policy =
        html.split("Content-Security-Policy\" content=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    let mut context = Context::new();
    context.insert("frames", &["/*/chart-1.html", "/*/chart-2.html"]);
    let headers = theme().render("headers.txt", &context).unwrap();
    assert!(headers.contains(&format!("  Content-Security-Policy: {policy}; frame-ancestors 'self'\n")), "{policy}");
    // Charts alone are there to be framed by others.
    for path in ["/*/chart-1.html", "/*/chart-2.html"] {
        let own = "  ! Content-Security-Policy\n  Content-Security-Policy: ";
        assert!(headers.contains(&format!("\n{path}\n{own}{policy}; frame-ancestors *\n")), "{headers}");
    }
    assert!(headers.contains("  X-Content-Type-Options: nosniff\n"));
}
