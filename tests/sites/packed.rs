//! Evidence that is compressed or in UTF-16: published as it is, read and cited as the text that it gives.

#![expect(clippy::disallowed_methods, reason = "a test may read what it likes")]

use std::fs;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::support::{Site, tests};

const SUITE: &str = "title = \"Runs\"\n[[evidence]]\nfiles = \"{server}.txt.gz\"\n[[evidence]]\nfiles = \"{server}.json.zst\"\n\
                     [conditions]\nload = \"closed\"\n";

fn fixture(name: &str) -> Vec<u8> {
    fs::read(tests().join("fixtures").join(name)).expect("the fixture is there")
}

fn site(evidence: &[(&str, &[u8])]) -> Site {
    let site = Site::empty();
    site.write("benchbook.toml", "title = \"Packed\"\n");
    site.write("data/runs/suite.toml", SUITE);
    for (path, bytes) in evidence {
        site.write(&format!("data/runs/{path}"), bytes);
    }
    site
}

#[test]
fn places_are_in_the_text_and_hashes_of_the_file() {
    let (gz, zst) = (fixture("packed/wrk.txt.gz"), fixture("packed/oha.json.zst"));
    let site = site(&[("red.txt.gz", &gz), ("blue.json.zst", &zst), ("kept.gz", &fixture("packed/two-members.gz"))]);
    let text = "[24,604 req/s](<= rps[red]>), [](<= rps[blue]>)";
    site.write("content/page.md", format!("+++\ntitle = \"Page\"\nsuite = \"runs\"\n+++\n\n{text}\n"));
    site.build().success();
    let figures = site.json("public/page/figures.json");
    let unpacked = String::from_utf8(fixture("wrk/gen-wrk-latency.txt")).expect("it is text");
    let (line, place) = (1..).zip(unpacked.lines()).find(|(_, line)| line.starts_with("Requests/sec")).expect("a rate");
    let raw = place.split_whitespace().nth(1).expect("a number");
    let input = &figures["figures"][0]["inputs"][0];
    assert_eq!((&input["raw"], &input["line"]), (&raw.into(), &line.into()), "{input}");
    let column = 1 + place.find(raw).expect("it is there");
    assert_eq!(input["locator"], format!("L{line}:C{column}"));
    // `sha256sum tests/fixtures/packed/wrk.txt.gz`
    assert_eq!(input["sha256"], SHA256);
    assert_eq!(figures["figures"][1]["inputs"][0]["locator"], "/summary/requestsPerSec");
    let public = |path: &str| fs::read(site.root.join("public/evidence/runs").join(path)).expect("it is published");
    assert_eq!((public("red.txt.gz"), public("blue.json.zst")), (gz, zst));
    let viewer = site.read("public/evidence/runs/red.txt.gz.html");
    assert!(viewer.contains("compressed with gzip") && viewer.contains("wrk text, gzip"), "{viewer}");
    assert!(viewer.contains("Thread Stats") && viewer.contains(&format!("id=\"L{line}\"")), "{viewer}");
    // A file that no rule reads is shown too.
    assert!(site.read("public/evidence/runs/kept.gz.html").contains("Thread Stats"));
}

const SHA256: &str = "7f0de38a80807b1e82cfce0ddc19829b45febbfb374b0b5b23dfbfa1b9ae965e";

/// What a check says of one file that the suite reads.
fn said(name: &str, bytes: &[u8]) -> String {
    let run = site(&[(name, bytes)]).run(&["check", "--color", "never"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    run.stderr
}

#[test]
fn what_does_not_unpack_is_told() {
    let (gz, zst) = (fixture("packed/wrk.txt.gz"), fixture("packed/oha.json.zst"));
    let cut = said("red.txt.gz", &gz[..gz.len() / 2]);
    assert!(cut.contains("error[BB202]: `data/runs/red.txt.gz` is cut off: its gzip data do not end"), "{cut}");
    let mut broken = gz.clone();
    let middle = broken.len() / 2;
    broken[middle] ^= 0xff;
    let broken = said("red.txt.gz", &broken);
    assert!(
        broken.contains("error[BB203]: `data/runs/red.txt.gz` does not unpack: its gzip data are damaged"),
        "{broken}"
    );
    for length in [5, zst.len() / 2, zst.len() - 1] {
        let cut = said("blue.json.zst", &zst[..length]);
        assert!(cut.contains("error[BB202]: `data/runs/blue.json.zst` is cut off"), "{length}: {cut}");
    }
    let damaged = said("blue.json.zst", &[&zst[..], b"more"].concat());
    assert!(damaged.contains("error[BB203]: `data/runs/blue.json.zst` does not unpack: its zstd data"), "{damaged}");
    let mut binary = GzEncoder::new(Vec::new(), Compression::fast());
    binary.write_all(&[0, 1, 2]).expect("memory can be written to");
    let binary = said("red.txt.gz", &binary.finish().expect("memory can be written to"));
    assert!(binary.contains("error[BB002]: `data/runs/red.txt.gz` is a binary file"), "{binary}");
}

#[test]
fn a_bomb_is_refused() {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    let blank = vec![b' '; 1 << 20];
    for _ in 0..65 {
        encoder.write_all(&blank).expect("memory can be written to");
    }
    let bomb = encoder.finish().expect("memory can be written to");
    assert!(bomb.len() < 1 << 20);
    let said = said("red.txt.gz", &bomb);
    assert!(said.contains("error[BB003]: `data/runs/red.txt.gz` unpacks to more than 64 MiB"), "{said}");
}

/// A text in UTF-16 with a byte order mark.
fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(bytes).collect()
}

#[test]
fn utf16_is_cited_as_its_text() {
    // As PowerShell writes the output of a program: line ends of Windows, and a heading beyond the basic plane.
    let text = String::from_utf8(fixture("wrk/gen-wrk-latency.txt")).expect("it is text").replace('\n', "\r\n");
    let (little, big) = (utf16(&text, u16::to_le_bytes), utf16(&text, u16::to_be_bytes));
    let table = utf16("🚀name,rps\r\nGrün🚀,1234\r\n", u16::to_be_bytes);
    let site = site(&[("red.txt", &little), ("blue.txt", &big), ("t.csv", &table)]);
    site.write(
        "data/runs/suite.toml",
        "title = \"Runs\"\n[[evidence]]\nfiles = \"{server}.txt\"\n[[evidence]]\nfiles = \"t.csv\"\n\
         [evidence.table]\ndimensions = { server = \"🚀name\" }\nmetrics = { \"peak.value\" = \"rps\" }\n[conditions]\nload = \"closed\"\n",
    );
    let page = "[](<= rps[red]>), [](<= rps[blue]>), [](<= peak[server=Grün🚀]>)";
    site.write("content/page.md", format!("+++\ntitle = \"Page\"\nsuite = \"runs\"\n+++\n\n{page}\n"));
    site.build().success();
    let figures = site.json("public/page/figures.json");
    let input = |figure: usize| &figures["figures"][figure]["inputs"][0];
    // `grep -n Requests/sec tests/fixtures/wrk/gen-wrk-latency.txt` prints `12:Requests/sec:  24603.97`.
    for figure in [0, 1] {
        assert_eq!(input(figure)["locator"], "L12:C16", "{}", input(figure));
        assert_eq!(input(figure)["raw"], "24603.97");
    }
    assert_eq!((&input(2)["locator"], &input(2)["raw"]), (&"R2:C2".into(), &"1234".into()));
    let published = fs::read(site.root.join("public/evidence/runs/red.txt")).expect("it is published");
    assert_eq!(published, little);
    let viewer = site.read("public/evidence/runs/red.txt.html");
    assert!(viewer.contains("The file is in UTF-16") && viewer.contains("wrk text, UTF-16"), "{viewer}");
}

#[test]
fn what_is_no_utf16_is_told() {
    let whole = utf16("a\nb🚀c\n", u16::to_le_bytes);
    // The second half of the rocket is gone, and then half of a unit.
    let half = said("red.txt.gz", &[&whole[..10], &whole[12..]].concat());
    assert!(half.contains("error[BB002]: `data/runs/red.txt.gz` is not UTF-16 text"), "{half}");
    assert!(half.contains("character 4, on line 2, is half of a pair"), "{half}");
    let odd = said("red.txt.gz", &whole[..whole.len() - 1]);
    assert!(odd.contains("error[BB202]: `data/runs/red.txt.gz` is cut off: its UTF-16 data do not end"), "{odd}");
    let binary = said("red.txt.gz", &utf16("a\0b", u16::to_be_bytes));
    assert!(binary.contains("is a binary file"), "{binary}");
}

#[test]
fn a_bare_folder_may_be_compressed() {
    let site = Site::empty();
    site.write("bench/json-wrk-r1.txt.gz", fixture("packed/wrk.txt.gz"));
    site.write("bench/json-oha-r1.json.zst", fixture("packed/checked.zst"));
    let run = site.run(&["build", "bench"]);
    run.success();
    assert!(run.stderr.contains("2 outputs of `bench` read\n"), "{}", run.stderr);
    assert!(site.read("benchbook-report/report/table-1.csv").contains("oha"));
}
