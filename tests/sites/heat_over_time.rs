//! A heat map of a stream of measurements over time: `kind = "heat"` without rows and columns.

use std::fmt::Write as _;

use crate::samples::{both_verify, site};
use crate::slices::{HEADER, START, log, text};
use crate::support::{Site, check_codes};

const SUITE: &str = "[[evidence]]\nfiles = \"a.jtl\"";

const CHART: &str = "```chart\nkind = \"heat\"\ncaption = \"The run\"\nvalue = \"latency\"\n\
    bands = [{ from = \"2 s\", to = \"4 s\", label = \"stall\" }]\n```\n";

/// Of each second 10 to 109 ms once. The bounds of rows are 2^23 ns, 8.389 ms, and four to each power of two from there.
const FAST: [u64; 15] = [1, 2, 2, 2, 4, 5, 4, 4, 8, 9, 8, 9, 16, 17, 9];

fn built(rows: &str, page: &str) -> Site {
    let site = site(SUITE, &[("a.jtl", rows)], page);
    site.build().success();
    both_verify(&site);
    site
}

/// The rows of a CSV file below its head.
fn cells(csv: &str) -> Vec<Vec<&str>> {
    csv.lines().skip(1).map(|row| row.split(',').collect()).collect()
}

#[test]
fn each_cell_counts_what_began_in_a_second_and_took_so_long() {
    let page = format!(
        "[34](<= pooled_between(latency[second = 0], 33.554432 ms, 67.108864 ms)>) and \
         [68](<= pooled_between(latency[second = 0..2], 33.554432 ms, 67.108864 ms)>) and \
         [0](<= pooled_between(latency[second = 3], 33.554432 ms, 67.108864 ms)>)\n\n{CHART}"
    );
    let rows = log("OK");
    // The same rows with 20 kB each stay on the disk.
    for rows in [rows, log(&"m".repeat(20_000))] {
        let site = built(&text(&rows), &page);
        // Five seconds of 15 cells, one of which has a request of 1.5 s in place of one of 109 ms.
        assert_eq!(site.read("public/page/chart-1.svg").matches("class=\"fig\"").count(), 5 * 15 + 1);
        let csv = site.read("public/page/chart-1.csv");
        let cells = cells(&csv);
        assert_eq!(cells.len(), 6, "{csv}");
        let fast = FAST.map(|count| count.to_string());
        for (second, row) in cells.iter().enumerate().filter(|(second, _)| ![2, 3].contains(second)) {
            assert_eq!(
                (row[0], &row[1..16]),
                (&*format!("{second} to {} s", second + 1), &fast.each_ref().map(|s| &**s)[..])
            );
        }
        assert_eq!((cells[2][15], *cells[2].last().expect("a cell")), ("8", "1"), "{csv}");
        assert!(cells[3][1..].iter().all(|cell| cell.is_empty()), "nothing began then: {csv}");
        let page = site.read("public/page/index.html");
        for shown in [
            "latency over time as a heat map of 6 columns and 30 rows. latency: most in one cell are 17, 83.9 to below 101\u{a0}ms, from 5 to 6 s; \
             the slowest are 1, 1,342 to below 1,611\u{a0}ms, from 2 to 3 s.",
            "<title>5 to 6 s, 83.9 to below 101\u{a0}ms: 17, number of 100 samples of 1 time slice from 83.88608 ms up to 100.663296 ms</title>",
            "Each mark is of the measurements that began within 1 s, counted from the first.",
            "The table sums 6 columns and 30 rows up; the CSV file has each cell.",
            ">10–17<",
        ] {
            assert!(page.contains(shown), "no {shown:?} in {page}");
        }
        // The table sums four rows up: 10 to 16 ms, 17 to 33, 34 to 67 and 68 to 109.
        let row =
            page.split("<th scope=\"row\">0 to 1 s</th>").nth(1).expect("a row").split("</tr>").next().expect("a row");
        let numbers: Vec<&str> =
            row.split("</a>").filter_map(|part| part.rsplit_once('>').map(|(_, text)| text)).collect();
        assert_eq!(numbers[..4], ["7", "17", "34", "42"], "{row}");
    }
}

#[test]
fn a_count_that_was_changed_is_found() {
    let site = built(&text(&log("OK")), CHART);
    site.tamper("page/figures.json", "\"value\":16", "\"value\":15");
    let run = site.verify();
    assert!(run.code == 1 && check_codes(&run.stderr).iter().any(|code| code == "BB704"), "{}", run.stderr);
}

#[test]
fn a_long_run_has_columns_of_several_slices_and_wider_rows() {
    // A request every 100 ms for 25 minutes, of 5 to 104 ms in turn: 150 slices of 10 s.
    let mut rows = HEADER.to_owned();
    for request in 0..15_000_u64 {
        writeln!(rows, "{},{},Home,200,OK,true", START + request * 100, 5 + request % 100).expect("it is a string");
    }
    let site = built(&rows, CHART);
    let csv = site.read("public/page/chart-1.csv");
    let cells = cells(&csv);
    // Columns of 30 s, each with three of every value; slices begin at whole seconds of the clock, so that a little more
    // than a second is left for another one. Rows are so wide that there are no more than 600 cells:
    // 4.2 ms, 6.3 ms, 8.4 ms and so on, two to each power of two.
    assert_eq!(cells.len(), 51, "{csv}");
    assert_eq!(cells[7], ["210 to 240 s", "6", "6", "12", "12", "27", "24", "51", "51", "99", "12"]);
    assert_eq!(site.read("public/page/chart-1.svg").matches("class=\"fig\"").count(), 50 * 10 + 2);
    let figures = site.read("public/page/figures.json");
    assert!(figures.contains("pooled_between(latency[second = 210..240], 67.108864 ms, 100.663296 ms)"), "{figures}");
}

#[test]
fn runs_stand_below_each_other_with_one_scale() {
    let [fast, slow] = [1, 8].map(|times| {
        let rows = (0..500_u64).map(|at| format!("{},{},Home,200,OK,true\n", START + at * 10, times * (10 + at % 7)));
        HEADER.to_owned() + &rows.collect::<String>()
    });
    let chart = CHART.replace("value = ", "series = \"tool\"\nvalue = ");
    let files = [("fast.jtl", fast.as_str()), ("slow.jtl", slow.as_str())];
    let site = site("[[evidence]]\nfiles = \"{tool}.jtl\"", &files, &chart);
    site.build().success();
    both_verify(&site);
    let csv = site.read("public/page/chart-1.csv");
    // The slow run is in the same rows, three powers of two further up: of 100 requests of a second
    // 10 ms; 11 and 12; 13 and 14; 15 and 16 ms.
    let of = |tool: &str| -> Vec<&str> {
        let heads: Vec<&str> = csv.lines().next().expect("a head").split(",\"").skip(1).collect();
        let row = csv.lines().nth(1).expect("a row").split(',').skip(1);
        let told = heads.iter().zip(row).filter(|(head, cell)| head.contains(tool) && !cell.is_empty());
        told.map(|(_, cell)| cell).collect()
    };
    assert_eq!((of("fast"), of("slow")), (vec!["15", "29", "28", "28"], vec!["15", "29", "28", "28"]), "{csv}");
    let page = site.read("public/page/index.html");
    assert!(page.contains("fast: most in one cell are") && page.contains("slow: most in one cell are"), "{page}");
}

#[test]
fn what_cannot_be_drawn_is_said() {
    let rows = text(&log("OK"));
    for (page, says) in [
        (CHART.replace("value = \"latency\"", "value = \"rps\""), "a heat map over time is of single measurements"),
        (
            "[](<= pooled_between(latency[second = 2], 30 ms, 67.108864 ms)>)".to_owned(),
            "take `29.360128 ms` or `30.408704 ms`",
        ),
        ("[](<= pooled_between(latency[second = 2], 1 req/s, 67.108864 ms)>)".to_owned(), "req/s"),
        (
            "[](<= pooled_between(latency[second = 40..50], 33.554432 ms, 67.108864 ms)>)".to_owned(),
            "of seconds 40 to 50",
        ),
    ] {
        let site = site(SUITE, &[("a.jtl", &rows)], &page);
        let run = site.build();
        assert!(run.code == 1 && run.stderr.contains(says), "{page}: {}", run.stderr);
    }
    let files = [("a.jtl", rows.as_str()), ("b.jtl", rows.as_str())];
    let two = site("[[evidence]]\nfiles = \"{tool}.jtl\"", &files, CHART).build();
    assert!(two.code == 1 && two.stderr.contains("tool"), "{}", two.stderr);
    let digest = site("[[evidence]]\nfiles = \"digest.json\"", &[("a.jtl", &rows)], CHART);
    digest.run(&["digest", "data/runs/a.jtl", "--out", "data/runs/digest.json"]).success();
    assert!(digest.build().stderr.contains("the single measurements of this evidence have no times"));
}
