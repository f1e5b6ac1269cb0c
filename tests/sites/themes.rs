//! `theme = "compact"`: another built-in theme for the same pages, and the order in which a site's files are looked for.

use crate::support::{Site, check_codes};

/// A site with one report, with those lines in its settings.
fn site(settings: &str) -> Site {
    let site = Site::empty();
    site.write("benchbook.toml", format!("title = \"Site\"\n{settings}\n[rules]\nBB207 = \"allow\"\n"));
    site.write("data/demo/runs.csv", "server,rps\nred,1234\nblue,900\n");
    site.write(
        "data/demo/suite.toml",
        "title = \"Demo\"\n[conditions]\nload = \"closed\"\nrounds = 1\n[[evidence]]\nfiles = \"*.csv\"\n[evidence.table]\n\
         dimensions = { server = \"server\" }\nmetrics = { rps = \"rps\" }\n",
    );
    site.write(
        "content/a.md",
        "+++\ntitle = \"Page\"\nsuite = \"demo\"\n+++\n\nTwice: [1.37](<= rps[red] / rps[blue]>).\n\n## One\n\n\
         ```table\nrows = \"server\"\ncolumns = \"rps\"\n```\n\n```evidence\n```\n",
    );
    site
}

#[test]
fn a_theme_changes_the_looks_and_nothing_that_programs_read() {
    let (plain, compact) = (site(""), site("theme = \"compact\""));
    plain.build().success();
    compact.build().success();
    for file in ["a/figures.json", "benchbook.json", "a/table-1.csv", "evidence/SHA256SUMS"] {
        assert_eq!(plain.read(&format!("public/{file}")), compact.read(&format!("public/{file}")), "{file}");
    }
    assert!(plain.read("public/a/index.html").contains("class=\"layout\""));
    assert!(!compact.read("public/a/index.html").contains("class=\"layout\""));
    for built in [&plain, &compact] {
        let page = built.read("public/a/index.html");
        assert!(page.contains("<section class=\"printed\">"), "on paper both list the evidence");
    }
    let (default, own) = (plain.read("public/assets/benchbook.css"), compact.read("public/assets/benchbook.css"));
    assert!(own.starts_with(&default) && own.len() > default.len(), "its style is added to that of the default one");
    assert!(!compact.root.join("public/assets/theme.css").exists(), "a page asks for one style sheet");
    for built in [plain, compact] {
        built.run(&["verify", "public"]).success();
    }
}

#[test]
fn its_reports_stand_alone_and_hold_their_evidence() {
    let site = site("[theme]\nname = \"compact\"\naccent = \"#7a1fa2\"");
    site.build().success();
    let html = site.read("public/a/self-contained.html");
    assert!(!html.contains("<link") && !html.contains(" src="), "nothing is loaded");
    assert!(html.contains(".enclosed") && html.contains("--accent:#7a1fa2"), "its style, and what the site sets");
    // `base64` of the file, by coreutils.
    let data =
        "href=\"data:application/octet-stream;base64,c2VydmVyLHJwcwpyZWQsMTIzNApibHVlLDkwMAo=\" download=\"runs.csv\"";
    assert!(html.contains(data));
    assert!(html.contains("<li id=\"evidence-1-L2\">"));
    assert!(
        html.contains("href=\"#evidence-1\" aria-label=\"runs.csv, raw\""),
        "a link to the file leads to where it is"
    );
}

#[test]
fn evidence_beyond_the_limit_is_linked_beside_the_file() {
    let site = site("theme = \"compact\"\nbase_url = \"https://example.org/\"");
    let padding = "x".repeat(1 << 20);
    site.write("data/demo/more/large.csv", format!("server,rps,note\ngreen,7,{padding}\n"));
    site.write("data/demo/suite.toml", site.read("data/demo/suite.toml").replace("\"*.csv\"", "\"**/*.csv\""));
    site.write("content/a.md", site.read("content/a.md") + "\n[](<= rps[green]>)\n");
    site.build().success();
    let html = site.read("public/a/self-contained.html");
    assert!(
        html.contains("<a href=\"../evidence/demo/more/large.csv\">data/<wbr>demo/<wbr>more/<wbr>large.<wbr>csv</a> (not in this file)")
    );
    assert!(html.contains("download=\"runs.csv\"") && html.len() < 400_000, "{}", html.len());
    assert!(site.root.join("public/evidence/demo/more/large.csv").exists());
    site.run(&["verify", "public"]).success();
}

#[test]
fn the_command_line_goes_before_the_settings() {
    let site = site("theme = \"compact\"");
    site.run(&["build", "--theme", "default"]).success();
    assert!(site.read("public/a/index.html").contains("class=\"layout\""));
    assert!(!site.root.join("public/a/self-contained.html").exists());
    let run = site.run(&["build", "--theme", "compakt"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("[possible values: default, compact]"), "{}", run.stderr);
}

#[test]
fn a_report_on_a_bare_folder_takes_a_theme() {
    let site = Site::empty();
    site.write("results/run.csv", "name,value,unit\nparse,12.5,ms\n");
    site.run(&["build", "--theme", "compact", "results"]).success();
    assert!(site.read("benchbook-report/report/self-contained.html").contains(".enclosed"));
}

#[test]
fn files_of_a_site_go_before_those_of_its_theme() {
    let site = site("theme = \"compact\"");
    site.write("templates/parts/contents.html", "<p>Ours.</p>\n");
    site.write("static/assets/theme.css", "/* ours */");
    site.build().success();
    let html = site.read("public/a/index.html");
    assert!(html.contains("<p>Ours.</p>") && !html.contains("class=\"layout\""));
    let sheet = site.read("public/assets/benchbook.css");
    assert!(
        sheet.trim_end().ends_with("/* ours */") && !sheet.contains(".enclosed"),
        "it takes the place of the theme's"
    );
}

#[test]
fn a_theme_that_is_not_there_is_told_with_those_that_are() {
    for (settings, help) in
        [("theme = \"compakt\"", "did you mean `compact`?"), ("[theme]\nname = \"dark\"", "`compact`")]
    {
        let run = site(settings).build();
        assert_eq!((run.code, check_codes(&run.stderr)), (1, vec!["BB105".to_owned()]), "{}", run.stderr);
        assert!(run.stderr.contains("there is no theme `") && run.stderr.contains(help), "{}", run.stderr);
        assert!(run.stderr.contains("benchbook.toml:"), "{}", run.stderr);
    }
    let run = site("theme = 3").build();
    assert!(run.stderr.contains("`theme` takes a name or a table, not `3`"), "{}", run.stderr);
}
