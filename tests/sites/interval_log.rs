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
            assert_eq!((raw, found.value), (value, value.parse().expect("a number")), "{own} {statistic}");
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
        (log(&histogram(&[0; 60])), "of another version than 0, 1 or 2"),
        (log(&histogram(&vec![0; 5 << 20])), "decodes to more than a log can have"),
    ];
    for (text, expected) in cases {
        let said = said(&text);
        assert!(said.contains(expected), "{expected}: {said}");
    }
    let other = said(&good.replace("HISTFA", "HISTzz"));
    assert!(other.contains("error[BB201]: the log has no compressed histogram"), "{other}");
}

/// A histogram of version 0 or 1 with counts of so many bytes.
fn older(version: u8, width: u8, counts: &[i64]) -> Vec<u8> {
    let cookie = [0x1c, 0x84, 0x93, [0x08, 0x01][usize::from(version)] | width << 4];
    let counts = counts.iter().flat_map(|count| count.to_be_bytes()[8 - usize::from(width)..].to_vec());
    let counts: Vec<u8> = counts.collect();
    let length = u32::try_from(counts.len()).expect("it is short");
    let values = [1_u64.to_be_bytes(), 2_u64.to_be_bytes()].concat();
    match version {
        0 => [&cookie[..], &[0, 0, 0, 1], &values, &3_u64.to_be_bytes(), &counts].concat(),
        _ => {
            let ratio = 1.0_f64.to_be_bytes();
            [&cookie[..], &length.to_be_bytes(), &[0; 4], &[0, 0, 0, 1], &values, &ratio, &counts].concat()
        }
    }
}

/// What a log says that is made of a compressed histogram with these last bytes of its cookie.
fn decoded(inside: &[u8], cookie: u8) -> Result<String, String> {
    let mut packed = histogram(inside);
    packed[3] = cookie;
    let text = log(&packed);
    let packing = Packing::of(text.as_bytes()).expect("a log");
    packing.unpack("a", text.as_bytes()).map(|source| source.text().to_owned()).map_err(|wrong| wrong.message)
}

#[test]
fn older_versions_hold_plain_counts() {
    for (version, cookie) in [(0, 0x09), (1, 0x02)] {
        for width in [2, 4, 8] {
            let text = decoded(&older(version, width, &[2, 0, 1]), cookie | width << 4).expect("it decodes");
            let buckets = "0,0,2,2\n2,2,1,3\n#[Mean = 0.6666666666666666, Total count = 3]";
            assert!(text.contains(buckets), "{version} {width}: {text}");
        }
        let mut half = older(version, 4, &[2, 1]);
        half.pop();
        for wrong in [older(version, 4, &[2, -1]), older(version, 6, &[2]), half] {
            let said = decoded(&wrong, cookie).expect_err("it is damaged");
            let short = version == 1 && said.contains("too short");
            assert!(short || said.contains("counts are damaged"), "{version}: {said}");
        }
    }
}

#[test]
fn old_logs_of_the_library_have_its_numbers() {
    let Some(corpus) = crate::support::shared("corpus/hdrhistogram") else {
        return println!("skipped: no corpus beside the repository");
    };
    // The library's reader adds these up in finer buckets of 1048576 and finds 1510998015 and 1829765119 at 99.9 %,
    // 1569718271 and 1888485375 at most: the first such part of the buckets of 8388608 that the logs have.
    let expected = [
        ("pub-jHiccup-2.0.1.logV0.hlog", ["61256", "1518338047", "1577058303"]),
        ("pub-jHiccup-2.0.6.logV1.hlog", ["65964", "1837105151", "1895825407"]),
    ];
    for (name, values) in expected {
        let bytes = fs::read(corpus.join(name)).expect("it is in the corpus");
        let site = site(&bytes);
        site.write("content/page.md", "+++\ntitle = \"Page\"\nsuite = \"runs\"\n+++\n\n[](<= latency.count>) [](<= latency.p99.9>) [](<= latency.max>)\n");
        site.build().success();
        let figures = site.json("public/page/figures.json");
        let raws = [0, 1, 2].map(|figure| figures["figures"][figure]["inputs"][0]["raw"].clone());
        assert_eq!(raws, values, "{name}");
        site.run(&["verify"]).success();
    }
}

#[test]
fn the_largest_value_of_a_line_is_that_of_its_histogram() {
    // The last bucket is 2; divided by 10 and rounded to a decimal that is 0.2.
    let good = log(&histogram(&plain(1, &[4, 1, 2]))).replace("0,1,2,", "0,1,0.2,");
    let with = |divisor: &str, max: &str| {
        let text = format!("#[MaxValueDivisor: {divisor}]\n{}", good.replace("0,1,0.2,", &format!("0,1,{max},")));
        let packing = Packing::of(text.as_bytes()).expect("a log");
        packing.unpack("a", text.as_bytes()).map(|_| ()).map_err(|wrong| wrong.message)
    };
    assert_eq!(with("10", "0.2"), Ok(()));
    assert_eq!(with("100", "0.02"), Ok(()));
    assert_eq!(with("1000", "0.00"), Ok(()), "what was rounded away");
    for (divisor, max) in [("10", "2"), ("10", "0.3"), ("1", "0.2")] {
        let said = with(divisor, max).expect_err("it is another value");
        assert_eq!(said, "the line has a largest value that is not that of its histogram", "{divisor} {max}");
    }
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
