//! `[theme]` of `benchbook.toml`: colours, fonts, a logo, a footer and links, on every page.

use crate::support::{Site, check_codes};

fn site(theme: &str) -> Site {
    let site = Site::empty();
    site.write("benchbook.toml", format!("title = \"Site\"\n[theme]\n{theme}"));
    site.write("content/a/method.md", "+++\ntitle = \"Method\"\n+++\n\nText.\n");
    site.write("static/our logo.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    site
}

#[test]
fn what_a_theme_sets_is_on_every_page() {
    let site = site(
        "accent = \"#7a1fa2\"\nfonts = \"\\\"Source Serif 4\\\", serif\"\nfonts_mono = \"Menlo\"\nlogo = \"our logo.svg\"\n\
         footer = \"Measured by <us>.\"\nnavigation = [{ title = \"How & why\", href = \"a/method/\" }, \
         { title = \"Away\", href = \"https://example.org/?a&b\" }]\n",
    );
    site.build().success();
    let sheet = site.read("public/assets/benchbook.css");
    let (_, own) = sheet.rsplit_once(":root{--accent:#7a1fa2;").expect("the accent is the last word");
    assert!(own.starts_with("--sans:\"Source Serif 4\", serif;--mono:Menlo;}"), "{own}");
    let dark = own.split("(prefers-color-scheme:dark){:root{--accent:#").nth(1).expect("there is one for the dark");
    // Luminance by hand would be long; what counts is that it is lighter than what was given.
    assert!(dark[..2] > *"7a", "{dark}");
    for (page, root) in [("index.html", ""), ("a/method/index.html", "../../"), ("evidence/index.html", "../")] {
        let html = site.read(&format!("public/{page}"));
        assert!(html.contains(&format!("<img class=\"logo\" src=\"{root}our%20logo.svg\" alt=\"\">")), "{page}");
        assert!(html.contains("<p>Measured by &lt;us&gt;.</p>"), "{page}");
        assert!(html.contains(&format!("<a href=\"{root}a/method/index.html\"")), "{page}");
        assert!(html.contains("How &amp; why</a>"), "{page}");
        assert!(html.contains("<a href=\"https://example.org/?a&amp;b\">Away</a>"), "{page}");
    }
    assert!(site.read("public/a/method/index.html").contains("method/index.html\" aria-current=\"page\">How"));
}

#[test]
fn a_colour_that_is_hard_to_read_is_a_warning_that_a_site_may_allow() {
    let hard = "accent = \"#777\"\naccent_dark = \"#222\"\n";
    let run = site(hard).build();
    run.success();
    assert_eq!(check_codes(&run.stderr), ["BB510", "BB510"]);
    // 4.48 to 1, by the formula of WCAG 2.2.
    assert!(run.stderr.contains("contrast of 4.4:1 on the light paper"), "{}", run.stderr);
    let run = site(&format!("{hard}[rules]\nBB510 = \"allow\"\n")).build();
    run.success();
    assert_eq!(check_codes(&run.stderr), [""; 0]);
    let run = site("accent = \"#767676\"\n").build();
    assert_eq!(check_codes(&run.stderr), [""; 0], "{}", run.stderr);
}

#[test]
fn a_site_without_a_theme_keeps_the_built_in_look() {
    let site = site("");
    site.build().success();
    let sheet = site.read("public/assets/benchbook.css");
    assert!(!sheet.contains(":root{"), "nothing is added to the theme's sheet");
    assert!(site.read("public/index.html").contains("<svg class=\"mark\""));
}
