//! How long a build takes, by phase, and how it grows: generated sites of 100, 1,000 and 10,000 reports,
//! each with six evidence files (k6, wrk and oha), three tables and two charts, on one thread and on two.
//!
//! ```console
//! $ cargo bench --bench site             # 100 and 1,000 reports
//! $ cargo bench --bench site -- 10000
//! $ cargo bench --bench site -- write FOLDER 1000     # only writes such a site, for other measurements
//! ```

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]
#![expect(clippy::disallowed_methods, reason = "a benchmark writes and removes a site of its own")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

fn main() {
    // Cargo adds `--bench` behind them.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [write, folder, size] = &arguments[..]
        && write == "write"
    {
        return generate(Path::new(folder), size.parse().expect("the number of reports"));
    }
    let sizes: Vec<usize> = arguments.iter().filter_map(|argument| argument.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![100, 1_000] } else { sizes };
    for size in sizes {
        let root = std::env::temp_dir().join(format!("benchbook-bench-{}-{size}", std::process::id()));
        generate(&root, size);
        println!("\n{size} reports, {} evidence files", size * 6);
        // One round to warm the page cache, which is not counted.
        build(&root, 2);
        for threads in [1, 2] {
            let rounds: Vec<(f64, String)> = (0..3).map(|_| build(&root, threads)).collect();
            let mut seconds: Vec<f64> = rounds.iter().map(|(seconds, _)| *seconds).collect();
            seconds.sort_by(f64::total_cmp);
            let files = size as f64 * 6.0 / seconds[1];
            println!(
                "{threads} thread(s): median {:.2} s of 3 ({:.2}–{:.2}), {files:.0} evidence files/s",
                seconds[1], seconds[0], seconds[2]
            );
            print!("{}", rounds[1].1);
        }
        fs::remove_dir_all(&root).expect("the generated site can be removed");
    }
}

/// Builds the site and gives the seconds it took and what it says of its phases.
fn build(root: &Path, threads: usize) -> (f64, String) {
    let out = root.join("public");
    fs::remove_dir_all(&out).unwrap_or_default();
    let started = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_benchbook"))
        .args(["build", "--timings", "--color", "never", "--threads", &threads.to_string()])
        .arg(root)
        .output()
        .expect("the program starts");
    let seconds = started.elapsed().as_secs_f64();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{text}");
    (seconds, text)
}

/// Numbers that look measured, the same in every run.
struct Numbers(u64);

impl Numbers {
    /// A number from 0 to 1 (the multiplier is that of Knuth's MMIX).
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

fn generate(root: &Path, reports: usize) {
    let write = |path: String, text: String| {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("a folder can be made");
        fs::write(path, text).expect("a file can be written");
    };
    write("benchbook.toml".to_owned(), "title = \"Generated\"\nbase_url = \"https://bench.example/\"\n".to_owned());
    let mut numbers = Numbers(1);
    for report in 0..reports {
        let suite = format!("s{report:05}");
        write(format!("data/{suite}/suite.toml"), manifest());
        for server in ["red", "blue"] {
            let scale = 1.0 + numbers.next();
            write(format!("data/{suite}/k6/{server}.json"), k6(&mut numbers, scale));
            write(format!("data/{suite}/wrk/{server}.txt"), wrk(&mut numbers, scale));
            write(format!("data/{suite}/oha/{server}.json"), oha(&mut numbers, scale));
        }
        write(format!("content/reports/{suite}.md"), narrative(&suite, report));
    }
}

fn manifest() -> String {
    r#"title = "Two servers, three tools"
date = 2026-01-02
[[evidence]]
files = ["{tool}/{server}.json", "{tool}/{server}.txt"]
[dimensions.tool]
label = "Tool"
[dimensions.server]
label = "Server"
values = { red = "Red", blue = "Blue" }
[conditions]
workload = "generated"
hardware = "none"
protocol = "HTTP/1.1"
duration = "10 s"
load = "closed"
[[limitations]]
text = "Generated numbers measure nothing."
"#
    .to_owned()
}

fn narrative(suite: &str, report: usize) -> String {
    let mut prose = String::new();
    for paragraph in 0..4 {
        writeln!(prose, "Paragraph {paragraph} of report {report} says in some words what was measured and why, so that the page has prose as pages have: with *emphasis*, `code` and a [link](#results).\n").expect("writing to a string does not fail");
    }
    format!(
        r#"+++
title = "Report {report}"
suite = "{suite}"
date = 2026-01-02
+++

{prose}
## Results

Red answered [](<= rps[wrk, red]>) with wrk and [](<= rps[oha, red]>) with oha; its k6 p95 was [](<= p95[k6, red]>).

```table
caption = "All tools"
rows = ["tool", "server"]
columns = ["rps", "p50", "p99", "max"]
```

```table
caption = "k6"
where = {{ tool = "k6" }}
rows = ["server"]
columns = ["rps", "mean", "p90", "p95", "max", "requests"]
```

```table
caption = "Side by side"
rows = ["tool"]
across = "server"
cell = ["rps", "p99"]
```

```chart
kind = "bars"
caption = "Throughput"
value = "rps"
groups = "tool"
series = "server"
```

```chart
kind = "percentiles"
caption = "Latency with oha"
where = {{ tool = "oha" }}
series = "server"
```

## Method

{prose}
"#
    )
}

fn k6(numbers: &mut Numbers, scale: f64) -> String {
    let mut trend = |name: &str| {
        let base = (5.0 + 20.0 * numbers.next()) * scale;
        format!(
            "    \"{name}\": {{\n      \"avg\": {},\n      \"min\": {},\n      \"med\": {},\n      \"max\": {},\n      \"p(90)\": {},\n      \"p(95)\": {},\n      \"p(99)\": {}\n    }},\n",
            base,
            base * 0.1,
            base * 0.9,
            base * 9.0,
            base * 1.8,
            base * 2.2,
            base * 4.0
        )
    };
    let trends: String =
        ["http_req_duration", "http_req_waiting", "http_req_sending", "http_req_receiving", "iteration_duration"]
            .iter()
            .map(|name| trend(name))
            .collect();
    let count = (10_000.0 * scale) as u64;
    format!(
        "{{\n  \"metrics\": {{\n{trends}    \"http_reqs\": {{\n      \"count\": {count},\n      \"rate\": {}\n    }},\n    \"http_req_failed\": {{\n      \"passes\": 0,\n      \"fails\": {count},\n      \"value\": 0\n    }}\n  }},\n  \"root_group\": {{\n    \"name\": \"\",\n    \"path\": \"\",\n    \"id\": \"d41d8cd98f00b204e9800998ecf8427e\",\n    \"groups\": {{}},\n    \"checks\": {{}}\n  }}\n}}\n",
        count as f64 / 10.0
    )
}

fn wrk(numbers: &mut Numbers, scale: f64) -> String {
    let base = (200.0 + 300.0 * numbers.next()) * scale;
    let requests = (100_000.0 * scale) as u64;
    format!(
        "Running 10s test @ http://127.0.0.1:8080/\n  2 threads and 16 connections\n  Thread Stats   Avg      Stdev     Max   +/- Stdev\n    Latency   {base:.2}us   59.86us   {:.2}ms   85.20%\n    Req/Sec    19.22k     3.07k   23.69k    73.84%\n  Latency Distribution\n     50%  {:.2}us\n     75%  {:.2}us\n     90%  {:.2}us\n     99%  {:.2}us\n  {requests} requests in 10.00s, 15.00MB read\nRequests/sec: {:.2}\nTransfer/sec:      1.50MB\n",
        base / 50.0,
        base * 0.9,
        base * 1.1,
        base * 1.5,
        base * 1.9,
        requests as f64 / 10.0
    )
}

fn oha(numbers: &mut Numbers, scale: f64) -> String {
    let base = (0.0002 + 0.0003 * numbers.next()) * scale;
    let count = (90_000.0 * scale) as u64;
    let percentiles: String = [
        ("p10", 0.5),
        ("p25", 0.7),
        ("p50", 0.9),
        ("p75", 1.2),
        ("p90", 1.6),
        ("p95", 2.0),
        ("p99", 3.5),
        ("p99.9", 7.0),
    ]
    .iter()
    .map(|(name, factor)| format!("    \"{name}\": {},\n", base * factor))
    .collect();
    let percentiles = percentiles.trim_end_matches(",\n");
    let histogram: String =
        (1..=11).map(|bucket| format!("    \"{}\": {},\n", base * f64::from(bucket), count / 11)).collect();
    let histogram = histogram.trim_end_matches(",\n");
    format!(
        "{{\n  \"summary\": {{\n    \"successRate\": 1.0,\n    \"total\": 10.0,\n    \"slowest\": {},\n    \"fastest\": {},\n    \"average\": {base},\n    \"requestsPerSec\": {},\n    \"totalData\": {},\n    \"sizePerRequest\": 9,\n    \"sizePerSec\": {}\n  }},\n  \"responseTimeHistogram\": {{\n{histogram}\n  }},\n  \"latencyPercentiles\": {{\n{percentiles}\n  }},\n  \"statusCodeDistribution\": {{\n    \"200\": {count}\n  }},\n  \"errorDistribution\": {{}}\n}}\n",
        base * 11.0,
        base * 0.2,
        count as f64 / 10.0,
        count * 9,
        count as f64 * 0.9
    )
}
