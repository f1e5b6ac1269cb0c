//! How a comparison is written: for people, for pull requests, for programs.

use std::fmt::Write;

use super::{compare, go_bench, two};
use crate::support::{Run, Site};

/// 5,000 benchmarks of five rounds; the new side of number 4,321 takes twice as long, that of 17 half.
fn many() -> Site {
    let site = Site::empty();
    for (side, worse, better) in [("old", 1.0, 1.0), ("new", 2.0, 0.5)] {
        let mut text = String::new();
        for number in 0..5_000 {
            let factor = if number == 4_321 {
                worse
            } else if number == 17 {
                better
            } else {
                1.0
            };
            for round in 0..5 {
                let time = f64::from(1_000 + number) * factor + f64::from((number * 7 + round * 3) % 11);
                writeln!(text, "BenchmarkCase{number}-2 \t 1000\t {time} ns/op").expect("a string takes it");
            }
        }
        site.write(&format!("{side}/bench.txt"), text);
    }
    site
}

#[track_caller]
fn fits(run: &Run, most: usize) {
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.len() <= most, "{} bytes", run.stdout.len());
    // Nearly all of the room is used.
    assert!(run.stdout.len() > most - 1_000, "{} bytes", run.stdout.len());
    let place = |text: &str| run.stdout.find(text).unwrap_or_else(|| panic!("no `{text}`"));
    assert!(place("Case4321") < place("Case17") && place("Case17") < place("Case0"));
    assert!(run.stdout.contains("more rows: ") && run.stdout.contains("no difference shown"));
}

#[test]
fn five_thousand_rows_fit_a_comment_and_a_summary() {
    let site = many();
    fits(&compare(&site, ["old", "new"], &["--format", "markdown", "--max-bytes", "65536"]), 65_536);
    fits(&compare(&site, ["old", "new"], &["--format", "html", "--max-bytes", "65536"]), 65_536);
    let summary = compare(&site, ["old", "new"], &["--format", "markdown", "--max-bytes", "1048575"]);
    assert!(summary.stdout.len() < 1_048_576 && !summary.stdout.contains("more rows"), "{}", summary.stdout.len());
    let run = compare(&small(), ["old", "new"], &["--format", "markdown", "--max-bytes", "300"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("`--max-bytes` is too small"), "{}", run.stderr);
}

const EVEN: [f64; 5] = [100.0, 101.0, 102.0, 100.5, 101.5];

fn small() -> Site {
    let slow = EVEN.map(|time| time * 1.5);
    two(&[("A|b<i>", &EVEN), ("C", &EVEN)], &[("A|b<i>", &slow), ("C", &EVEN)])
}

#[test]
fn the_terminal_has_an_aligned_table() {
    let run = compare(&small(), ["old", "new"], &[]);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(
        lines[..6],
        [
            "old  old: 10 runs of 1 file",
            "new  new: 10 runs of 1 file",
            "",
            "metric  of         old     new  change          interval  rounds  verdict",
            "time    A|b<i>  101 ns  152 ns  +50.0%  +47.8% to +52.2%       5  worse",
            "time    C       101 ns  101 ns      0%    −1.5% to +1.5%       5  no difference shown",
        ]
    );
    assert!(run.stdout.contains("1 worse, 1 no difference shown, 2 not judged"), "{}", run.stdout);
    let narrow = compare(&small(), ["old", "new"], &["--width", "60"]);
    assert!(narrow.stdout.lines().all(|line| line.chars().count() <= 60), "{}", narrow.stdout);
    let coloured = small().run(&["compare", "old", "new", "--color", "always"]);
    assert!(coloured.stdout.contains("\u{1b}[31mtime    A|b<i>"), "{}", coloured.stdout);
}

#[test]
fn names_are_text_in_markdown_and_html() {
    let markdown = compare(&small(), ["old", "new"], &["--format", "markdown"]).stdout;
    let row = "| time | A\\|b&lt;i> | 101 ns | 152 ns | +50.0% | +47.8% to +52.2% | 5 | **worse** |";
    assert!(markdown.replace('\u{a0}', " ").contains(row), "{markdown}");
    let html = compare(&small(), ["old", "new"], &["--format", "html"]).stdout;
    assert!(html.contains("<td>A|b&lt;i&gt;</td>") && !html.contains("<i>"), "{html}");
    for outside in ["http:", "https:", "<script", "<link", "<img", "url("] {
        assert!(!html.contains(outside), "{outside}");
    }
}

#[test]
fn long_names_of_sides_break_after_their_separators() {
    let site = Site::empty();
    let sides = ["measurements/of-2026-09-12/before.txt", "measurements/of-2026-09-12/after.txt"];
    sides.iter().for_each(|side| site.write(side, go_bench(&[("A", &EVEN)])));
    let html = compare(&site, sides, &["--format", "html"]).stdout;
    let heading = "<h1>measurements/<wbr>of-<wbr>2026-<wbr>09-<wbr>12/<wbr>before.<wbr>txt → measurements/";
    assert!(html.contains(heading) && html.contains("<dd>measurements/<wbr>of-"), "{html}");
    assert!(html.contains("<title>measurements/of-2026-09-12/before.txt → "), "{html}");
}

#[test]
fn csv_has_a_row_for_each_figure() {
    let text = compare(&small(), ["old", "new"], &["--format", "csv"]).stdout;
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let records: Vec<csv::StringRecord> = reader.records().map(|record| record.expect("a record")).collect();
    assert_eq!(records.len(), 4);
    let first: Vec<&str> = records[0].iter().collect();
    assert_eq!(first[..7], ["time", "mean", "benchmark=A|b<i>", "ns", "101", "151.5", "0.5"]);
    // scipy.stats.mannwhitneyu of 5 and 5 that do not overlap: p = 2 / C(10, 5) = 1 / 126.
    assert_eq!((first[11], first[12].parse::<f64>().map(|p| (p - 1.0 / 126.0).abs() < 1e-15)), ("0", Ok(true)));
    assert_eq!((first[13], first[16]), ("worse", "new/bench.txt:2"));
}

#[test]
fn the_same_sides_give_the_same_bytes() {
    let site = Site::empty();
    for side in ["old", "new"] {
        for file in 0..6 {
            let times = EVEN.map(|time| time + f64::from(file));
            site.write(&format!("{side}/f{file}.txt"), go_bench(&[("A", &times), ("B", &times), ("C", &times)]));
        }
    }
    for format in ["terminal", "markdown", "html", "json", "csv"] {
        let run = || compare(&site, ["old", "new"], &["--format", format]).stdout;
        assert_eq!(run(), run(), "{format}");
    }
}
