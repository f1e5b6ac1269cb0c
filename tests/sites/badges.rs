//! Badges: figures of the front matter as pictures beside the page.

use crate::support::{Site, check_codes};

const ROWS: &str = "route,server,rps,p99\njson,red,1000,117.8\njson,blue,800,150\n";

fn site(front: &str, base: &str) -> Site {
    let site = Site::empty();
    site.write("benchbook.toml", format!("title = \"Site\"\n{base}[rules]\nBB207 = \"allow\"\n"));
    site.write(
        "data/demo/suite.toml",
        "title = \"Demo\"\n[[evidence]]\nfiles = \"runs.csv\"\n[evidence.table]\n\
         dimensions = { route = \"route\", server = \"server\" }\n\
         metrics = { rps = \"rps\", p99 = { column = \"p99\", unit = \"ms\" } }\n\
         [conditions]\nload = \"closed\"\nrounds = 1\n",
    );
    site.write("data/demo/runs.csv", ROWS);
    site.write("content/reports/a.md", format!("+++\ntitle = \"A\"\nsuite = \"demo\"\n{front}+++\n\nText.\n"));
    site
}

fn built(site: &Site) -> String {
    site.run(&["build", "--color", "never", "--no-minify"]).success();
    site.read("public/reports/a/index.html")
}

#[test]
fn a_badge_is_a_bound_figure_and_a_file() {
    let site = site("badges = [{ label = \"p99 (red)\", value = \"p99[red]\" }]\n", "");
    let page = built(&site);
    let figures = site.json("public/reports/a/figures.json");
    let figure = &figures["figures"][0];
    // Three digits of what the evidence has.
    assert_eq!((figure["text"].as_str(), figure["kind"].as_str()), (Some("118\u{a0}ms"), Some("value")));
    assert_eq!(figure["inputs"][0]["raw"], "117.8");
    assert!(page.contains("<details class=\"data badges\">\n<summary>Badges</summary>"), "{page}");
    let link =
        "<a class=\"fig\" id=\"f1\" data-fig=\"f1\" href=\"../../evidence/demo/runs.csv.html#L2\">118\u{a0}ms</a>";
    assert!(page.contains(link), "{page}");
    let markdown = "<code>[![p99 (red) 118\u{a0}ms](badge-p99-red.svg)](#badge-p99-red)</code>";
    assert!(page.contains(markdown) && page.contains("<li id=\"badge-p99-red\">"), "{page}");
    let svg = site.read("public/reports/a/badge-p99-red.svg");
    assert!(svg.contains("role=\"img\"") && svg.contains("<title>p99 (red): 118\u{a0}ms</title>"), "{svg}");
    // The policy of the page forbids styles of its own.
    assert!(!svg.contains("style="), "{svg}");
}

#[test]
fn a_site_with_an_address_gives_markdown_for_other_places() {
    let front = "[[badges]]\nlabel = \"faster\"\nvalue = \"change(rps[red], rps[blue]) as %\"\n";
    let site = site(front, "base_url = \"https://bench.example/\"\n");
    let page = built(&site);
    // 1000 / 800 − 1.
    let own = "https:&#x2F;&#x2F;bench.example&#x2F;reports&#x2F;a&#x2F;";
    let address = |text: &str| format!("]({own}{text})").replace("&#x2F;", "/");
    let page = page.replace("&#x2F;", "/");
    assert!(page.contains(&address("badge-faster.svg")) && page.contains(&address("#badge-faster")), "{page}");
    assert_eq!(site.json("public/reports/a/figures.json")["figures"][0]["text"], "25%");
    site.run(&["verify", "public"]).success();
}

#[test]
fn badges_without_a_value_are_errors_at_their_place() {
    let wrong = |front: &str| {
        let run = site(front, "").run(&["build", "--color", "never"]);
        assert_eq!(run.code, 1, "{}", run.stderr);
        (check_codes(&run.stderr), run.stderr)
    };
    let (_, text) = wrong("badges = [{ label = \"p99\", value = \"p99[green]\" }]\n");
    assert!(text.contains("content/reports/a.md:4:41") && text.contains("green"), "{text}");
    let (codes, _) = wrong("badges = [{ label = \"p99\" }]\n");
    assert_eq!(codes, ["BB104"]);
    let (codes, text) =
        wrong("badges = [{ label = \"a b\", value = \"p99[red]\" }, { label = \"A-B\", value = \"rps[red]\" }]\n");
    assert_eq!(codes, ["BB105"]);
    assert!(text.contains("an earlier badge of the page is `badge-a-b.svg` too"), "{text}");
    let (codes, _) = wrong("badges = [{ label = \" \", value = \"p99[red]\" }]\n");
    assert_eq!(codes, ["BB105"]);
    let (codes, _) = wrong("badges = [{ label = \"x\", value = \"exempt\" }]\n");
    assert_eq!(codes.len(), 1);
    let site = site("badges = [{ label = \"p99\", value = \"p99[red]\" }]\n", "");
    let text = site.read("content/reports/a.md").replace("Text.", "## Badge p99\n\nText.");
    site.write("content/reports/a.md", text);
    let run = site.run(&["build", "--color", "never"]);
    assert!(run.stderr.contains("error[BB105]: the page has an anchor `#badge-p99` already"), "{}", run.stderr);
}

#[test]
fn the_start_page_lists_them_beside_the_report() {
    let front =
        "badges = [{ label = \"p99 (red)\", value = \"p99[red]\" }, { label = \"red\", value = \"rps[red]\" }]\n";
    let site = site(front, "");
    site.write(
        "data/demo/suite.toml",
        site.read("data/demo/suite.toml").replace("[evidence.table]", "kind = \"estimated\"\n[evidence.table]"),
    );
    built(&site);
    let html = site.read("public/index.html");
    let link = "<span>p99 (red) <a class=\"number\" href=\"reports/a/index.html#badge-p99-red\">118\u{a0}ms</a> ";
    assert!(html.contains(&format!("{link}<span class=\"kind estimated\">estimated</span></span>")), "{html}");
    assert!(
        html.contains("<span>red <a class=\"number\" href=\"reports/a/index.html#badge-red\">1,000\u{a0}req/s</a>"),
        "{html}"
    );
    site.run(&["verify", "public"]).success();
}
