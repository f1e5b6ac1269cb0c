//! Every kind of chart on one page: its marks, where they lead, its data and its words.

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
            "<title>Red · connections 64: 24,734\u{a0}req/s, median of 3 rounds' requests per second</title>",
            "#L65\" aria-label=\"Green · connections 256: 15,428\u{a0}req/s",
            "no data: Blue at 256",
            "<path class=\"guess\"",
            "Hollow marks were estimated or claimed, not measured.",
            "3 lines of requests per second over connections. Highest is Red at connections 64 with 24,734\u{a0}req/s, lowest \
             Green at connections 1 with 1,518\u{a0}req/s; the ratio is 16.29.",
            ">24,660–24,940\u{a0}req/s</a>)",
        ],
    );
}
