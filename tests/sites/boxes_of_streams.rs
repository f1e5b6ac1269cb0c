//! Boxes and densities of the single measurements of streams: `kind = "box"` with `value = "latency"`.

use std::fmt::Write as _;

use crate::samples::{both_verify, site};
use crate::slices::{HEADER, START};
use crate::support::Site;

const BOXES: &str = "```chart\nkind = \"box\"\ncaption = \"Boxes\"\nvalue = \"latency\"\nrows = \"tool\"\n```\n\n\
    ```chart\nkind = \"violin\"\ncaption = \"Densities\"\nvalue = \"latency\"\nrows = \"tool\"\n```\n";

/// Of each hundredth part of the requests one takes as many ms more than 200; every 150th takes 3 s and a little.
fn stream(count: u64) -> String {
    let mut rows = HEADER.to_owned();
    for request in 0..count {
        let usual = 200 + request * 7_919 % count * 100 / count;
        let elapsed = if request % 150 == 149 { 3_000 + request % 13 } else { usual };
        writeln!(rows, "{},{elapsed},Home,200,OK,true", START + request).expect("it is a string");
    }
    rows
}

fn built(suite: &str, files: &[(&str, &str)], page: &str) -> Site {
    let site = site(suite, files, page);
    site.build().success();
    both_verify(&site);
    site
}

#[test]
fn boxes_are_those_that_another_program_computes() {
    // By nearest rank, in Python: of 300 and of 30,000 sorted values the quartiles, the first at or above `q1 - 1.5 *
    // (q3 - q1)` and the last at or below `q3 + 1.5 * (q3 - q1)`, and the share of that rank.
    for (count, five, whisker) in [
        (300, "200,225,250,275,299,3006", "p99.333333 of 300 samples of 1 run, nearest rank"),
        (30_000, "200,225,250,275,299,3012", "p99.333333 of 30000 samples of 1 run, nearest rank, within 0.1 %"),
    ] {
        let rows = stream(count);
        let site = built("[[evidence]]\nfiles = \"{tool}.jtl\"", &[("red.jtl", &rows)], BOXES);
        let csv = site.read("public/page/chart-1.csv");
        let row = csv.lines().nth(1).expect("a row");
        assert_eq!(row, format!("red,{count},{five}"), "{csv}");
        let page = site.read("public/page/index.html");
        assert!(page.contains(whisker), "no {whisker:?} in {page}");
        let is_bucketed = count > 10_000;
        assert_eq!(
            page.contains("a histogram of three digits is kept, and they lie within 0.1 %."),
            is_bucketed,
            "{page}"
        );
        assert_eq!(page.contains("Percentiles are by nearest rank of all measurements."), !is_bucketed, "{page}");
        // Five values of a box and what is furthest beyond it; a median and the two ends of a density.
        let svg = |number: u32| site.read(&format!("public/page/chart-{number}.svg"));
        assert_eq!([1, 2].map(|number| svg(number).matches("class=\"fig\"").count()), [6, 3]);
        assert!(svg(2).contains("class=\"band\""), "there is a density");
    }
}

#[test]
fn rounds_of_a_row_are_taken_together() {
    let suite = "[[evidence]]\nfiles = \"{tool}-{round}.jtl\"\n[dimensions.round]\nrepeat = true";
    let rows = stream(300);
    let files = [("red-1.jtl", rows.as_str()), ("red-2.jtl", rows.as_str()), ("blue-1.jtl", rows.as_str())];
    let site = built(suite, &files, BOXES);
    let csv = site.read("public/page/chart-1.csv");
    // Of the same measurements twice the values are the same.
    assert!(
        csv.contains("red,600,200,225,250,275,299,3006") && csv.contains("blue,300,200,225,250,275,299,3006"),
        "{csv}"
    );
}

#[test]
fn a_box_of_too_few_measurements_is_refused() {
    let page = built("[[evidence]]\nfiles = \"{tool}.jtl\"", &[("red.jtl", &stream(40))], BOXES);
    assert_eq!(page.read("public/page/chart-1.svg").matches("class=\"fig\"").count(), 5);
    let site = site("[[evidence]]\nfiles = \"{tool}.jtl\"", &[("red.jtl", &stream(12))], BOXES);
    let run = site.build();
    assert!(run.code == 1 && run.stderr.contains("fewer than ten of 12 measurements lie beyond p50"), "{}", run.stderr);
}
