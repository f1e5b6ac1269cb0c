//! `section` of a page: the heading that it stands under on the start page.

use crate::support::Site;

fn site() -> Site {
    let site = Site::empty();
    site.write("benchbook.toml", "title = \"Site\"\n[rules]\nBB207 = \"allow\"\n");
    site.write("data/demo/runs.csv", "server,memory\nred,12\nblue,9\n");
    site.write(
        "data/demo/suite.toml",
        "title = \"Demo\"\n[conditions]\nload = \"open\"\n[[evidence]]\nfiles = \"*.csv\"\n\
         [evidence.table]\ndimensions = { server = \"server\" }\nmetrics = { memory = { column = \"memory\", unit = \"MB\" } }\n",
    );
    let page = |name: &str, front: &str| {
        site.write(&format!("content/{name}.md"), format!("+++\ntitle = \"The {name}\"\n{front}+++\n\nText.\n"));
    };
    page("report", "suite = \"demo\"\ndate = \"2026-01-02\"\n");
    page("z-gallery", "suite = \"demo\"\nsection = \"Galleries\"\norder = 20\nnavigation = \"Gallery\"\n");
    page("gallery", "suite = \"demo\"\nsection = \"Galleries\"\norder = 21\ndate = \"2026-03-04\"\n");
    page(
        "old-guide",
        "language = \"de\"\ndescription = \"Alt.\"\nsection = \"Guides & more\"\norder = 3\ndate = \"2025-01-01\"\n",
    );
    page("new-guide", "section = \"Guides & more\"\norder = 3\ndate = \"2026-01-01\"\n");
    page("plain", "");
    site
}

#[test]
fn the_start_page_lists_reports_and_sections_apart() {
    let site = site();
    site.run(&["build", "--no-minify"]).success();
    let html = site.read("public/index.html");
    let places = [
        "id=\"reports\">Reports<",
        ">The report<",
        ">Guides &amp; more</h2>",
        ">The new-guide<",
        ">The old-guide<",
        ">Galleries</h2>",
        ">The z-gallery<",
        ">The gallery<",
    ]
    .map(|text| html.find(text).unwrap_or_else(|| panic!("there is no `{text}` in {html}")));
    assert!(places.is_sorted(), "sections by the first place, pages by theirs, then the latest first: {places:?}");
    for part in ["<h3 lang=\"de\"><a href=\"old-guide/index.html\">", "<p lang=\"de\">Alt.</p>"] {
        assert!(html.contains(part), "{part}\n{html}");
    }
    assert_eq!(html.matches(" lang=\"de\"").count(), 2, "only what is in another language says so");
    assert!(!html.contains("The plain"), "a page without suite and section is not listed");
    assert_eq!(html.matches("The gallery").count(), 1, "a page stands in one list");
}

/// A heading is in the language of its pages, where they have one.
#[test]
fn a_section_in_another_language_says_so() {
    let site = site();
    for (name, language) in [("eins", "de"), ("zwei", "de"), ("one", "en")] {
        let section = if language == "de" { "Anleitungen" } else { "Notes" };
        let front = format!("title = \"{name}\"\nlanguage = \"{language}\"\nsection = \"{section}\"\n");
        site.write(&format!("content/{name}.md"), format!("+++\n{front}+++\n\nText.\n"));
    }
    site.run(&["build", "--no-minify"]).success();
    let html = site.read("public/index.html");
    let heading = |title: &str| {
        let before = html.split(&format!(">{title}</h2>")).next().expect("there is a heading");
        before.rsplit('<').next().unwrap_or_default().to_owned()
    };
    assert!(heading("Anleitungen").ends_with(" lang=\"de\""), "{}", heading("Anleitungen"));
    for title in ["Notes", "Guides &amp; more"] {
        assert!(!heading(title).contains("lang="), "{}", heading(title));
    }
    let id = heading("Anleitungen").split("id=\"").nth(1).and_then(|rest| rest.split('"').next()).map(str::to_owned);
    let id = id.expect("a heading has an id");
    assert!(html.contains(&format!("aria-labelledby=\"{id}\"")), "the list is called by its heading");
}

#[test]
fn a_page_of_a_section_is_no_page_of_the_reports() {
    let site = site();
    site.run(&["build", "--no-minify"]).success();
    let current = |page: &str| -> Vec<String> {
        let html = site.read(&format!("public/{page}/index.html"));
        let links = html.split(" aria-current=\"page\">").skip(1);
        links.filter_map(|rest| Some(rest.split_once('<')?.0.to_owned())).collect()
    };
    assert_eq!(current("report"), ["Reports"]);
    assert_eq!(current("z-gallery"), ["Gallery"]);
    assert!(current("gallery").is_empty());
    let pages = site.json("public/benchbook.json");
    let section = |path: &str| {
        let page = pages["pages"].as_array().expect("a list").iter().find(|page| page["path"] == path);
        page.expect("the page is listed")["section"].clone()
    };
    assert_eq!((section("gallery/"), section("report/")), ("Galleries".into(), serde_json::Value::Null));
    assert!(site.read("public/feed.xml").contains("The gallery"), "what is dated and has figures is news all the same");
}

#[test]
fn a_section_without_a_name_and_one_of_the_start_page_are_errors() {
    let site = site();
    site.write("content/plain.md", "+++\ntitle = \"Plain\"\nsection = \" \"\n+++\n\nText.\n");
    site.write("content/index.md", "+++\ntitle = \"Start\"\nsection = \"Guides\"\n+++\n\nText.\n");
    let run = site.run(&["check", "--color", "never"]);
    assert_eq!(run.code, 1);
    for said in [
        "the section has no name\n --> content/plain.md:3:11",
        "the start page lists the sections, and stands in none\n --> content/index.md:3:11",
    ] {
        assert!(run.stderr.contains(said), "{}", run.stderr);
    }
}
