//! Interval logs of HdrHistogram: cited as the text that they decode to, and verified from the raw log.

#![expect(clippy::disallowed_methods, reason = "a test may read what it likes")]

use std::fs;
use std::io::Write as _;

use benchbook::packed::Packing;
use flate2::Compression;
use flate2::write::ZlibEncoder;

use crate::support::{Site, tests};

const SUITE: &str = "title = \"Runs\"\n[[evidence]]\nfiles = \"*.hlog\"\n[conditions]\nload = \"closed\"\n";

/// What hdr-histogram-js says of `tags.hlog`: see the README of the fixtures.
const EXPECTED: [(&str, [&str; 11]); 2] = [
    (
        "",
        [
            "600",
            "1067",
            "17973247",
            "3096695.2916666665",
            "2211839",
            "4288511",
            "7159807",
            "9551871",
            "12378111",
            "17973247",
            "17973247",
        ],
    ),
    (
        "write",
        [
            "900",
            "13336",
            "82903039",
            "11754383.897777777",
            "8146943",
            "16556031",
            "26296319",
            "35192831",
            "52494335",
            "82903039",
            "82903039",
        ],
    ),
];
const STATISTICS: [&str; 11] = ["count", "min", "max", "mean", "p50", "p75", "p90", "p95", "p99", "p99.9", "p99.99"];

fn fixture() -> Vec<u8> {
    fs::read(tests().join("fixtures/hdrhistogram/tags.hlog")).expect("the fixture is there")
}

fn site(bytes: &[u8]) -> Site {
    let site = Site::empty();
    site.write("benchbook.toml", "title = \"Logs\"\n");
    site.write("data/runs/suite.toml", SUITE);
    site.write("data/runs/tags.hlog", bytes);
    site
}

#[test]
fn statistics_are_those_of_the_library() {
    let source = Packing::of(&fixture()).expect("it is a log").unpack("tags.hlog", &fixture()).expect("it decodes");
    let content = benchbook::formats::Content::new(source.text());
    let reader = benchbook::formats::recognise(&content).expect("it is recognised");
    let reading = benchbook::formats::read(reader, &content);
    assert_eq!(
        (reader.name(), &*reading.tool, reading.problems.len()),
        ("hdrhistogram-log", "hdr-histogram-js 3.0.1", 0)
    );
    let tag = |run: &benchbook::model::Run| run.dimensions.get("tag").map(ToString::to_string).unwrap_or_default();
    let tags: Vec<String> = reading.runs.iter().map(tag).collect();
    assert_eq!(tags, ["", "idle", "write"]);
    for (own, values) in EXPECTED {
        let run = reading.runs.iter().find(|run| tag(run) == own).expect("the tag is there");
        for (statistic, value) in STATISTICS.iter().zip(values) {
            let found = run.observations.iter().find(|o| o.statistic.name() == *statistic).expect("it is read");
            let raw = &source.text()[found.span.range()];
            assert_eq!((raw, found.quantity.value), (value, value.parse().expect("a number")), "{own} {statistic}");
        }
    }
    let idle = &reading.runs[1];
    assert_eq!((idle.observations.len(), idle.absent.len()), (1, 10), "of nothing only the count is known: {idle:?}");
}

#[test]
fn figures_lead_to_the_decoded_text() {
    let site = site(&fixture());
    let text = "[](<= latency.p99[write]>), [](<= latency.p99[write] / latency.p50[write]>)";
    site.write("content/page.md", format!("+++\ntitle = \"Page\"\nsuite = \"runs\"\n+++\n\n{text}\n"));
    site.build().success();
    let input = &site.json("public/page/figures.json")["figures"][0]["inputs"][0];
    assert_eq!(input["raw"], "52494335");
    let line = input["line"].as_u64().expect("a line");
    let viewer = site.read("public/evidence/runs/tags.hlog.html");
    assert!(
        viewer.contains("The histograms in the file are compressed") && viewer.contains(&format!("id=\"L{line}\""))
    );
    assert_eq!(fs::read(site.root.join("public/evidence/runs/tags.hlog")).expect("it is published"), fixture());
    site.run(&["verify"]).success();
}

/// A log of one line with that payload.
fn log(payload: &[u8]) -> String {
    let mut text = String::new();
    let signs: Vec<char> = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain(['+', '/']).collect();
    for chunk in payload.chunks(3) {
        let bits = (0..3).fold(0_usize, |bits, at| bits << 8 | usize::from(*chunk.get(at).unwrap_or(&0)));
        text.extend((0..=chunk.len()).map(|at| signs[bits >> (18 - 6 * at) & 63]));
    }
    format!("\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"\n0,1,2,{text}\n")
}

/// A compressed histogram of version 2 with those bytes in it.
fn histogram(inside: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(inside).expect("memory can be written to");
    let data = encoder.finish().expect("memory can be written to");
    let length = u32::try_from(data.len()).expect("it is short");
    [&[0x1c, 0x84, 0x93, 0x14][..], &length.to_be_bytes(), &data].concat()
}

/// The head of a histogram of `digits` with so many bytes of counts, and the counts.
fn plain(digits: u8, counts: &[u8]) -> Vec<u8> {
    let length = u32::try_from(counts.len()).expect("it is short");
    let head = [&[0x1c, 0x84, 0x93, 0x13][..], &length.to_be_bytes(), &[0; 4], &[0, 0, 0, digits]].concat();
    [&head[..], &1_u64.to_be_bytes(), &2_u64.to_be_bytes(), &1.0_f64.to_be_bytes(), counts].concat()
}

#[test]
fn damaged_logs_are_told_with_their_line() {
    let said = |text: &str| {
        let run = site(text.as_bytes()).run(&["check", "--color", "never"]);
        assert_eq!(run.code, 1, "{text}: {}", run.stderr);
        run.stderr
    };
    // Two measurements at 0 (a zigzag 2 is 4), a gap of one (1), one at 2.
    let good = log(&histogram(&plain(1, &[4, 1, 2])));
    let decoded = Packing::of(good.as_bytes()).expect("a log").unpack("a", good.as_bytes()).expect("it decodes");
    assert!(
        decoded.text().contains("0,0,2,2\n2,2,1,3\n#[Mean = 0.6666666666666666, Total count = 3]"),
        "{}",
        decoded.text()
    );
    let cases: [(String, &str); 6] = [
        (good[..good.len() - 9].to_owned(), "the line is cut off"),
        (good.replace(",2,HISTFA", ",2,HISTFA*"), "that is no base64"),
        (log(&histogram(&plain(9, &[4]))), "a precision that there is not"),
        (log(&histogram(&plain(1, &[0x84]))), "whose counts are damaged"),
        (log(&histogram(&[0; 60])), "of another version than 2"),
        (log(&histogram(&vec![0; 5 << 20])), "decodes to more than a log can have"),
    ];
    for (text, expected) in cases {
        let said = said(&text);
        assert!(said.contains(expected), "{expected}: {said}");
    }
    let old = said(&good.replace("HISTFA", "HISTiQ"));
    assert!(old.contains("error[BB201]: the log has no compressed histogram of version 2"), "{old}");
}

#[test]
fn no_changed_byte_makes_a_log_panic() {
    let bytes = fixture();
    let mut state = 12345_usize;
    for _ in 0..400 {
        let mut changed = bytes.clone();
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let at = (state >> 20) % changed.len();
        changed[at] = b"A/9,=\nTzx\"#"[(state >> 50) % 11];
        if let Some(packing) = Packing::of(&changed) {
            // A damaged payload is told; one that decodes gives whole numbers.
            drop(packing.unpack("tags.hlog", &changed));
        }
    }
}
