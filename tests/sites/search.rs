//! The index of the search: scripts beside the pages that hold what can be found, with links that lead there.

use serde_json::Value;

use crate::support::Site;

fn site() -> Site {
    let site = Site::empty();
    site.write("benchbook.toml", "title = \"Site\"\n[rules]\nBB207 = \"allow\"\n");
    site.write("data/demo/runs.csv", "server,route,rps\nred,json,1234\nblue,json,900\nred,text,4000\nblue,text,3000\n");
    site.write(
        "data/demo/suite.toml",
        "title = \"Demo\"\n[conditions]\nload = \"closed\"\n[dimensions.server]\nvalues = { red = { label = \"Red <one>\" }, blue = {} }\n[[evidence]]\nfiles = \"*.csv\"\n\
         [evidence.table]\ndimensions = { server = \"server\", route = \"route\" }\nmetrics = { rps = \"rps\" }\n",
    );
    let text = "+++\ntitle = \"Older\"\ndate = \"2026-01-02\"\nsuite = \"demo\"\n+++\n\n[](<= rps[red, json]>) and \
                [1.37](<= rps[red, json] / rps[blue, json]>), [1.5](<= rps[red, json] / rps[blue, json]> \"contradicted: a guess\").\n\n\
                ## What “it” means\n\n```table\nrows = [\"route\", \"server\"]\ncolumns = \"rps\"\ncaption = \"Rates & routes\"\n```\n\n\
                ```chart\nkind = \"bars\"\nvalue = \"rps\"\ngroups = \"route\"\nseries = \"server\"\ncaption = \"A chart\"\n```\n";
    site.write("content/old report.md", text);
    site.write(
        "content/new.md",
        "+++\ntitle = \"Newer\"\ndate = \"2026-02-03\"\nsuite = \"demo\"\n+++\n\n[](<= rps[blue, text]>)\n",
    );
    site.write(
        "content/method.md",
        "+++\ntitle = \"Method\"\ndescription = \"How it was done.\"\n+++\n\n## A part\n\nText.\n",
    );
    site
}

/// What a script hands to `benchbookSearch.METHOD`.
fn handed(site: &Site, name: &str) -> Value {
    let text = site.read(&format!("public/assets/search/{name}.js"));
    let method = name.split('-').next().expect("a name");
    let json = text.strip_prefix(&format!("benchbookSearch.{method}(")).and_then(|rest| rest.strip_suffix(");\n"));
    serde_json::from_str(json.expect("one call")).expect("its argument is JSON")
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

#[test]
fn pages_are_listed_with_what_they_are_about() {
    let site = site();
    site.build().success();
    let index = handed(&site, "pages");
    let pages = index["pages"].as_array().expect("a list");
    let titles: Vec<&str> = pages.iter().filter_map(|page| page["title"].as_str()).collect();
    assert_eq!(titles, ["Newer", "Older", "Method"], "reports first, the newest first");
    assert_eq!(["more", "parts", "left_out"].map(|key| index[key].as_u64()), [Some(0), Some(1), Some(0)]);
    let older = &pages[1];
    assert_eq!(older["href"], "old%20report/index.html");
    assert_eq!(texts(&older["subjects"]), ["Red <one>", "blue"]);
    assert_eq!(older["headings"], serde_json::json!([["what-it-means", "What “it” means"]]));
    assert_eq!(older["captions"], serde_json::json!([["table-1", "Rates & routes"], ["chart-1", "A chart"]]));
    assert_eq!(pages[2]["description"], "How it was done.");
    assert_eq!(texts(&pages[0]["subjects"]), ["blue"], "of the figures that it has");
}

/// What is found of the older report: text, values, state.
fn figures(part: &Value) -> Vec<(String, String, String)> {
    let words = texts(&part["words"]);
    let word = |place: &Value| {
        words[place.as_u64().and_then(|place| usize::try_from(place).ok()).expect("a place")].to_owned()
    };
    let of_page = part["figures"].as_array().into_iter().flatten().filter(|figure| figure[0] == 1);
    of_page
        .map(|figure| (figure[2].as_str().unwrap_or_default().to_owned(), word(&figure[3][1]), word(&figure[3][2])))
        .collect()
}

#[test]
fn figures_are_listed_once_with_what_they_are_of_and_lead_to_the_page() {
    let site = site();
    site.build().success();
    let part = handed(&site, "figures-1");
    let entry = |text: &str, what: &str, state: &str| (text.to_owned(), what.to_owned(), state.to_owned());
    let found = figures(&part);
    assert_eq!(
        found.iter().filter(|(text, ..)| text == "1,234\u{a0}req/s").count(),
        1,
        "in text, table and chart: {found:?}"
    );
    assert!(found.contains(&entry("1,234\u{a0}req/s", "Red <one> · json", "")), "{found:?}");
    assert!(found.contains(&entry("1.37", "Red <one> / blue · json", "")), "{found:?}");
    assert!(
        found.contains(&entry("1.5", "Red <one> / blue · json", "contradicted")),
        "as the page prints it: {found:?}"
    );
    let pages = handed(&site, "pages");
    for figure in part["figures"].as_array().expect("a list") {
        let page = &pages["pages"][usize::try_from(figure[0].as_u64().expect("a place")).expect("a place")];
        let path = page["href"].as_str().expect("an address").replace("%20", " ");
        let id = figure[1].as_str().expect("an id");
        assert!(site.read(&format!("public/{path}")).contains(&format!(" id=\"{id}\"")), "{path}#{id}");
    }
}

#[test]
fn pages_ask_for_the_index_only_when_a_reader_does() {
    let site = site();
    site.build().success();
    let html = site.read("public/old report/index.html");
    assert!(
        !html.contains("search.js") && !html.contains("<button") && !html.contains("<input"),
        "nothing without a script"
    );
    assert!(html.contains("<div class=\"find\" data-root=\"../\""));
    let first = [site.read("public/assets/search/pages.js"), site.read("public/assets/search/figures-1.js")];
    site.run(&["build", "--threads", "1"]).success();
    assert_eq!(first, [site.read("public/assets/search/pages.js"), site.read("public/assets/search/figures-1.js")]);
}

#[test]
fn many_pages_are_in_parts_and_each_is_somewhere() {
    const PAGES: usize = 300;
    let site = Site::empty();
    site.write("benchbook.toml", "title = \"Site\"\n");
    for number in 0..PAGES {
        let parts: String =
            (0..10).map(|part| format!("## Part {part} of {number}, with a heading\n\nText.\n\n")).collect();
        site.write(&format!("content/page{number}.md"), format!("+++\ntitle = \"Page {number}\"\n+++\n\n{parts}"));
    }
    site.build().success();
    let first = handed(&site, "pages");
    let more = first["more"].as_u64().expect("a number");
    assert!(more > 1, "{more}");
    let others = (2..more + 2).map(|part| format!("pages-{part}"));
    let mut found = std::collections::BTreeSet::new();
    for name in std::iter::once("pages".to_owned()).chain(others) {
        let path = format!("public/assets/search/{name}.js");
        assert!(site.read(&path).len() < (64 << 10) + 100, "{path}");
        let part = handed(&site, &name);
        assert_eq!(part.get("parts").is_some(), name == "pages", "the first tells of the others");
        for page in part["pages"].as_array().expect("a list") {
            assert_eq!(page["headings"].as_array().map(Vec::len), Some(10));
            found.insert(page["title"].as_str().expect("a title").to_owned());
        }
    }
    assert_eq!(found.len(), PAGES);
    assert!(!site.root.join(format!("public/assets/search/pages-{}.js", more + 2)).exists());
}

#[test]
fn a_site_may_have_no_key_that_opens_the_search() {
    let site = site();
    site.run(&["build", "--no-minify"]).success();
    assert!(site.read("public/new/index.html").contains(" data-shortcut=\"Open with the key /\""));
    site.write("benchbook.toml", "title = \"Site\"\n[rules]\nBB207 = \"allow\"\n[search]\nshortcut = false\n");
    site.run(&["build", "--no-minify"]).success();
    let html = site.read("public/new/index.html");
    assert!(html.contains("<div class=\"find\"") && !html.contains("data-shortcut"), "{html}");
}
