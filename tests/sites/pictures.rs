//! Charts and cards as PNG, which a site has when it asks for them.

use crate::support::{Site, check_codes};

/// A site with a report of a chart, named `title`, of two servers, the second called `second`.
fn site(output: &str, title: &str, second: &str) -> Site {
    let site = Site::empty();
    site.write(
        "benchbook.toml",
        format!("title = \"Site\"\nbase_url = \"https://bench.example/b/\"\n[rules]\nBB207 = \"allow\"\n{output}"),
    );
    site.write(
        "data/demo/suite.toml",
        format!(
            "title = \"Demo\"\n[[evidence]]\nfiles = \"runs.csv\"\n[evidence.table]\ndimensions = {{ server = \"server\" }}\n\
             metrics = {{ rps = \"rps\", p99 = {{ column = \"p99\", unit = \"ms\" }} }}\n\
             [dimensions.server.values]\nred = \"Café\"\nblue = \"{second}\"\n[conditions]\nload = \"closed\"\nrounds = 1\n"
        ),
    );
    site.write("data/demo/runs.csv", "server,rps,p99\nred,1000,117.8\nblue,800,150\n");
    site.write(
        "content/reports/a.md",
        format!(
            "+++\ntitle = \"{title}\"\nsuite = \"demo\"\ndate = \"2026-09-12\"\n\
             badges = [{{ label = \"p99 of red\", value = \"p99[red]\" }}]\n+++\n\n\
             ```chart\nkind = \"bars\"\nvalue = \"rps\"\ngroups = \"server\"\ncaption = \"Rates\"\n```\n"
        ),
    );
    site
}

#[test]
fn a_site_that_asks_for_no_pictures_has_none() {
    let site = site("", "A", "Blue");
    site.build().success();
    let pictures = ["chart-1.png", "card.png"].map(|name| site.root.join("public/reports/a").join(name));
    assert!(pictures.iter().all(|picture| !picture.exists()));
    let page = site.read("public/reports/a/index.html");
    assert!(!page.contains("og:image") && !page.contains(">PNG</a>"), "{page}");
}

#[cfg(not(feature = "card"))]
#[test]
fn a_program_that_draws_none_says_so_once() {
    let site = site("[output]\npng = true\ncards = true\n", "A", "Blue");
    let run = site.run(&["build", "--color", "never"]);
    run.success();
    assert_eq!(check_codes(&run.stderr), ["BB509"]);
    assert!(run.stderr.contains("benchbook.toml:6:7") && run.stderr.contains("--features card"), "{}", run.stderr);
    let page = site.read("public/reports/a/index.html");
    assert!(!page.contains("og:image") && !page.contains(">PNG</a>"), "{page}");
}

#[cfg(feature = "card")]
mod drawn {
    use super::*;

    const ASKED: &str = "[output]\npng = true\ncards = true\n";

    #[expect(clippy::disallowed_methods, reason = "a test may read what it likes")]
    fn bytes(site: &Site, name: &str) -> Vec<u8> {
        std::fs::read(site.root.join("public/reports/a").join(name)).expect("the picture is there")
    }

    /// The width and height that the head of a PNG states.
    fn size(png: &[u8]) -> (u32, u32) {
        assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n");
        let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
        (number(16), number(20))
    }

    #[test]
    fn charts_are_twice_as_dense_and_cards_as_large_as_is_asked_for() {
        let site = site(ASKED, "A", "Blue");
        let run = site.run(&["build", "--color", "never", "--no-minify"]);
        run.success();
        assert_eq!(check_codes(&run.stderr), [""; 0], "accents are in the font");
        let svg = site.read("public/reports/a/chart-1.svg");
        let of = |name: &str| {
            let rest = svg.split(&format!(" {name}=\"")).nth(1).expect("the SVG has a size");
            rest.split('"').next().expect("it ends").parse::<u32>().expect("a number")
        };
        assert_eq!(size(&bytes(&site, "chart-1.png")), (2 * of("width"), 2 * of("height")));
        assert_eq!(size(&bytes(&site, "card.png")), (1200, 630));
        let page = site.read("public/reports/a/index.html").replace("&#x2F;", "/");
        for expected in [
            "<a href=\"chart-1.png\">PNG</a>",
            "<meta property=\"og:image\" content=\"https://bench.example/b/reports/a/card.png\">",
            "<meta property=\"og:image:alt\" content=\"A; p99 of red 118\u{a0}ms\">",
            "<meta name=\"twitter:card\" content=\"summary_large_image\">",
        ] {
            assert!(page.contains(expected), "no {expected} in {page}");
        }
        site.run(&["verify", "public"]).success();
    }

    #[test]
    fn threads_and_repetition_change_no_byte() {
        let site = site(ASKED, "A", "Blue");
        let build = |threads: &str| {
            site.run(&["build", "--threads", threads]).success();
            ["chart-1.png", "card.png"].map(|name| bytes(&site, name))
        };
        let first = build("1");
        assert!(first == build("2") && first == build("1"));
    }

    // The picture has boxes where the font has no letters; who builds the site is told which.
    #[test]
    fn letters_that_the_font_lacks_are_told() {
        let site = site(ASKED, "測定", "漢字");
        let run = site.run(&["build", "--color", "never"]);
        run.success();
        assert_eq!(check_codes(&run.stderr), ["BB509", "BB509"]);
        for expected in
            ["`card.png` is not written: its font does not have `定測`", "`chart-1.png` shows boxes in place of `字漢`"]
        {
            assert!(run.stderr.contains(expected), "{}", run.stderr);
        }
        assert!(run.stderr.contains("content/reports/a.md:8:1"), "{}", run.stderr);
        assert!(site.read("public/reports/a/chart-1.svg").contains("漢字"));
        assert!(!site.root.join("public/reports/a/card.png").exists());
        // A page that knows of it may say so.
        let narrative = site.read("content/reports/a.md");
        site.write(
            "content/reports/a.md",
            narrative.replacen("+++\n", "+++\nallow = { BB509 = \"the SVG is shown\" }\n", 1),
        );
        let run = site.run(&["build", "--color", "never"]);
        run.success();
        assert_eq!(check_codes(&run.stderr), [""; 0], "{}", run.stderr);
    }
}
