//! Pages of streams in another language than English.

use std::fmt::Write as _;

use crate::languages::{english_unlike, is_english, told};
use crate::samples::both_verify;
use crate::slices::{HEADER, START};
use crate::support::Site;

/// What has no words of its own: names of formats, of tools and of what the evidence calls its metrics.
const NAMES: [&str; 3] = ["JMeter", "requests", "errors"];

/// English words that say something of a stream or of its time.
const ENGLISH: [&str; 16] = [
    "of what",
    "began",
    "ended",
    "second",
    "seconds",
    "nearest",
    "rank",
    "samples",
    "slice",
    "slices",
    "from the",
    "known to",
    "within",
    "whisker",
    "histogram of",
    "measurements",
];

fn site(language: &str, count: u64) -> Site {
    let mut rows = HEADER.to_owned();
    for request in 0..count {
        let success = request % 50 != 7;
        writeln!(rows, "{},{},Home,200,OK,{success}", START + request * 10, 10 + request % 100)
            .expect("it is a string");
    }
    let chart = |kind: &str, more: &str| format!("```chart\nkind = \"{kind}\"\n{more}\n```\n\n");
    let of_runs = "value = \"latency\"\nrows = \"serveur\"";
    let of_series = "value = \"latency\"\nseries = \"serveur\"";
    let page = [
        "[](<= rps>) [](<= requests>) [](<= p90>) [](<= latency.mean>) [](<= pooled(p90)>)\n\n[](<= p90[second = 2]>) [](<= rps[second = 2]>) \
         [](<= errors[second = 2]>) [](<= max(latency.max[second = *])>)\n\n"
            .to_owned(),
        chart("timeline", ""),
        chart("heat", ""),
        chart("box", of_runs),
        chart("violin", of_runs),
        chart("ecdf", of_series),
        chart("histogram", of_series),
        chart("percentiles", "series = \"serveur\""),
        chart("bars", "value = \"rps\"\ngroups = \"serveur\""),
    ];
    let site = Site::empty();
    site.write("benchbook.toml", format!("title = \"Banc\"\nlanguage = \"{language}\"\n"));
    let suite = "title = \"Suite\"\n[conditions]\nload = \"closed\"\n[[evidence]]\nfiles = \"{serveur}.jtl\"\n";
    site.write("data/runs/suite.toml", suite);
    site.write("data/runs/rouge.jtl", rows);
    site.write("content/page.md", format!("+++\ntitle = \"Page\"\nsuite = \"runs\"\n+++\n\n{}", page.concat()));
    site
}

#[test]
fn a_page_of_a_stream_has_no_english_left() {
    for language in ["de", "fr"] {
        let site = site(language, 500);
        site.build().success();
        both_verify(&site);
        let english = english_unlike(language);
        let files = ["index.html".to_owned()].into_iter().chain((1..=8).map(|number| format!("chart-{number}.svg")));
        for file in files {
            for text in told(&site.read(&format!("public/page/{file}"))) {
                let text = NAMES.iter().fold(text, |text, name| text.replace(name, ""));
                let found = english.iter().find(|(_, english)| is_english(&text, english));
                assert_eq!(found, None, "{language} {file}: {text}");
                let words = text.split(|c: char| !c.is_alphanumeric()).collect::<Vec<_>>().join(" ");
                let word = ENGLISH.iter().find(|word| format!(" {words} ").contains(&format!(" {word} ")));
                assert_eq!(word, None, "{language} {file}: {text}");
            }
        }
        let page = site.read("public/page/index.html");
        let said: &[&str] = match language {
            "de" => &[
                "p90, von 100 Messwerten, nächster Rang, von dem, was von Sekunde 2 bis 3 begann",
                "vom Beginn der ersten Anfrage bis zum Ende der letzten",
            ],
            _ => &[
                "du début de la première requête à la fin de la dernière",
                "de ce qui a commencé entre les secondes 2 et 3",
            ],
        };
        for said in said {
            assert!(page.contains(said), "{language}: no {said:?} in {page}");
        }
        // What programs read is in English, whatever the page is in.
        let figures = site.read("public/page/figures.json");
        assert!(figures.contains("of what began from second 2 to 3"), "{figures}");
    }
}
