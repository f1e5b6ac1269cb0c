//! How fast streams of single measurements are read, beside DuckDB: a JMeter result log and k6 points of
//! 1 GB each, made by a generator with a fixed seed and kept in `target/samples`.
//!
//! ```console
//! $ cargo bench --bench samples                        # DuckDB of the `python3` on the path, if it has one
//! $ PYTHON=env/bin/python cargo bench --bench samples -- 200     # 200 MB each
//! ```
//!
//! Both sides read the file whole from the page cache with two threads and give the same numbers of each scenario
//! (of a label of JMeter) and status: how many, how many failed, mean, extremes, percentiles. Benchbook also computes
//! the SHA-256 of the file, looks for what is private, divides the run in slices of time, and keeps the place of
//! every measurement that it tells of. DuckDB is told the columns, so that it need not guess them.

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]
#![expect(clippy::disallowed_methods, reason = "a benchmark writes files of its own")]

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

const ROUNDS: usize = 3;

fn main() {
    let megabytes = std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(1000);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("target/samples/{megabytes}"));
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has_duckdb = duckdb(&python, "import duckdb").is_some();
    if !has_duckdb {
        println!("DuckDB: skipped, `{python}` cannot import duckdb");
    }
    let cases: [(_, Generate, _, _); 2] =
        [("log.jtl", jtl, JTL, ["label", "responseCode"]), ("points.ndjson", points, POINTS, ["scenario", "status"])];
    for (name, generate, query, by) in cases {
        let site = folder.join(format!("{}-by", name.replace('.', "-")));
        let file = site.join("data/runs").join(name);
        if fs::metadata(&file).map_or(0, |metadata| metadata.len()) < megabytes * 1_000_000 {
            prepare(&site, &file, megabytes * 1_000_000, (generate, by));
        }
        let size = fs::metadata(&file).expect("it was made").len() as f64;
        println!("\n{name}, {:.0} MB", size / 1e6);
        // One round to warm the page cache, which is not counted.
        benchbook(&site);
        let rounds: Vec<_> = (0..ROUNDS).map(|_| benchbook(&site)).collect();
        let own = median(rounds.iter().map(|(seconds, _)| *seconds).collect());
        let peak = rounds.iter().map(|(_, peak)| peak.as_str()).max().unwrap_or_default();
        println!("Benchbook  median {own:.2} s of {ROUNDS}, {:.0} MB/s, {peak}", size / 1e6 / own);
        if has_duckdb {
            let script = query.replace("FILE", &file.to_string_lossy());
            let rounds = (0..ROUNDS).map(|_| duckdb(&python, &script).expect("the query runs"));
            let rounds: Vec<String> = rounds.collect();
            // Seconds and megabytes come last: a bar of progress may stand before them.
            let told = |text: &String| text.split_whitespace().rev().nth(1).and_then(|s| s.parse::<f64>().ok());
            let other = median(rounds.iter().filter_map(told).collect());
            let peak = rounds[0].split_whitespace().last().unwrap_or_default();
            println!("DuckDB     median {other:.2} s of {ROUNDS}, peak {peak} MB of memory");
            println!("ratio      {:.2} (Benchbook / DuckDB)", own / other);
        }
    }
}

type Generate = fn(&mut Numbers, u64, &mut String);

/// Reads the site's evidence and gives the seconds of that phase and the peak of memory.
fn benchbook(site: &Path) -> (f64, String) {
    let out = site.join("public");
    let program = env!("CARGO_BIN_EXE_benchbook");
    let arguments = ["build", "--timings", "--threads", "2", "--color", "never", "--out"];
    let output = Command::new(program).args(arguments).arg(&out).arg(site).output().expect("the program starts");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{text}");
    let line = |what: &str| text.lines().find(|line| line.contains(what)).unwrap_or_default().trim().to_owned();
    let milliseconds = line("read evidence").split_whitespace().next().and_then(|number| number.parse::<f64>().ok());
    (milliseconds.expect("the phase is told") / 1e3, line("peak"))
}

/// What Python prints; none where it fails.
fn duckdb(python: &str, script: &str) -> Option<String> {
    let output = Command::new(python).args(["-c", script]).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

fn median(mut seconds: Vec<f64>) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds[seconds.len() / 2]
}

/// The time is that of the query alone, without starting Python.
const JTL: &str = r#"
import duckdb, resource, time
con = duckdb.connect(); con.execute("SET threads = 2"); con.execute("SET enable_progress_bar = false")
names = "timeStamp elapsed label responseCode responseMessage threadName dataType success failureMessage bytes sentBytes grpThreads allThreads URL Latency IdleTime Connect".split()
numbers = "timeStamp elapsed bytes sentBytes grpThreads allThreads Latency IdleTime Connect".split()
columns = "{" + ", ".join(f"'{n}': '{'BIGINT' if n in numbers else 'VARCHAR'}'" for n in names) + "}"
start = time.perf_counter()
con.execute(f"""SELECT label, responseCode, count(*), count(*) FILTER (success = 'false'), avg(elapsed), min(elapsed), max(elapsed),
  quantile_disc(elapsed, [.5, .9, .95, .99, .999, .9999]), min(timeStamp), max(timeStamp + elapsed)
  FROM read_csv('FILE', header = true, auto_detect = false, delim = ',', quote = '"', columns = {columns})
  WHERE NOT starts_with(responseMessage, 'Number of samples in transaction') GROUP BY label, responseCode""").fetchall()
print(time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1000)
"#;

const POINTS: &str = r#"
import duckdb, resource, time
con = duckdb.connect(); con.execute("SET threads = 2"); con.execute("SET enable_progress_bar = false")
start = time.perf_counter()
con.execute("""SELECT scenario, status, count(*) FILTER (d), sum(v) FILTER (metric = 'http_req_failed'), avg(v) FILTER (d), min(v) FILTER (d),
  max(v) FILTER (d), quantile_disc(v, [.5, .9, .95, .99, .999, .9999]) FILTER (d), min(t) FILTER (d), max(t) FILTER (d)
  FROM (SELECT metric, metric = 'http_req_duration' AS d, data.value AS v, data.time AS t,
    data.tags.scenario AS scenario, data.tags.status AS status FROM read_json('FILE',
  format = 'newline_delimited', columns = {metric: 'VARCHAR', type: 'VARCHAR', data: 'STRUCT(time VARCHAR, value DOUBLE, tags STRUCT(scenario VARCHAR, status VARCHAR))'})
  WHERE type = 'Point') GROUP BY scenario, status""").fetchall()
print(time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1000)
"#;

/// A site with that file, of which a page shows the numbers by two of its fields.
fn prepare(site: &Path, file: &Path, size: u64, (generate, by): (Generate, [&str; 2])) {
    let write = |path: &str, text: &str| {
        let path: PathBuf = site.join(path);
        fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("a folder can be made");
        fs::write(path, text).expect("a file can be written");
    };
    write("benchbook.toml", "title = \"Generated\"\n");
    write(
        "data/runs/suite.toml",
        &format!(
            "title = \"Runs\"\n[[evidence]]\nfiles = \"{{run}}.*\"\nby = {by:?}\n[conditions]\nload = \"closed\"\n"
        ),
    );
    let columns = r#"["requests", "errors", "mean", "min", "p50", "p90", "p95", "p99", "p99.9", "max"]"#;
    let table = format!("```table\nrows = {by:?}\ncolumns = {columns}\n```");
    write("content/page.md", &format!("+++\ntitle = \"Page\"\nsuite = \"runs\"\n+++\n\n{table}\n"));
    let mut out = BufWriter::with_capacity(1 << 20, File::create(file).expect("a file can be made"));
    let (mut random, mut written, mut text) = (Numbers(1), 0, String::new());
    for request in 0.. {
        text.clear();
        generate(&mut random, request, &mut text);
        out.write_all(text.as_bytes()).expect("a file can be written");
        written += text.len() as u64;
        if written >= size {
            break;
        }
    }
    out.flush().expect("a file can be written");
}

/// Numbers that look measured, the same in every run.
struct Numbers(u64);

impl Numbers {
    /// A number from 0 to 1 (the multiplier is that of Knuth's MMIX).
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Milliseconds with a long tail: the inverse of a log-logistic distribution about 20 ms.
    fn latency(&mut self) -> f64 {
        let share = self.next().clamp(1e-6, 1.0 - 1e-6);
        20.0 * (share / (1.0 - share)).powf(0.4)
    }
}

fn jtl(random: &mut Numbers, request: u64, out: &mut String) {
    if request == 0 {
        out.push_str("timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect\n");
    }
    let (elapsed, ok) = (random.latency().ceil() as u64, random.next() > 0.01);
    let label = ["Home", "Search", "Login", "Checkout"][(random.next() * 4.0) as usize];
    let (code, message) = if ok { (200, "OK") } else { (500, "Internal Server Error") };
    let (time, thread) = (1_762_951_833_620 + request / 4, request % 64 + 1);
    writeln!(out, "{time},{elapsed},{label},{code},{message},Thread Group 1-{thread},text,{ok},,1192,223,64,64,https://shop.example.com/{label}/{request},{},0,0", elapsed - 1)
        .expect("writing to a string does not fail");
}

/// The points of a request, as k6 2 writes them.
fn points(random: &mut Numbers, request: u64, out: &mut String) {
    let (latency, ok) = (random.latency(), random.next() > 0.01);
    let (nanos, status) = (request * 250_000, if ok { 200 } else { 500 });
    let (minute, second) = (nanos / 60_000_000_000 % 60, nanos / 1_000_000_000 % 60);
    let scenario = ["browse", "search", "buy"][(random.next() * 3.0) as usize];
    let parts = ["blocked", "connecting", "tls_handshaking", "sending", "waiting", "receiving"];
    let parts = parts.map(|part| (format!("http_req_{part}"), latency / 7.0));
    let all = [("http_reqs".to_owned(), 1.0), ("http_req_duration".to_owned(), latency)];
    let failed = ("http_req_failed".to_owned(), f64::from(u8::from(!ok)));
    for (metric, value) in all.into_iter().chain(parts).chain([failed]) {
        let value = (value * 1e6).round() / 1e6;
        writeln!(out, "{{\"metric\":\"{metric}\",\"type\":\"Point\",\"data\":{{\"time\":\"2026-11-30T07:{minute:02}:{second:02}.{:09}Z\",\"value\":{value},\"tags\":{{\"expected_response\":\"{ok}\",\"group\":\"\",\"method\":\"GET\",\"name\":\"http://127.0.0.1:18080/ok\",\"proto\":\"HTTP/1.1\",\"scenario\":\"{scenario}\",\"status\":\"{status}\",\"url\":\"http://127.0.0.1:18080/ok\"}}}}}}", nanos % 1_000_000_000)
            .expect("writing to a string does not fail");
    }
}
