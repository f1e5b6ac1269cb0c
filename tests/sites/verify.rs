//! `benchbook verify`: what is changed in a built site is found, and named.

#![expect(clippy::disallowed_methods, reason = "a test may read and remove what it likes")]

use std::fs;

use crate::support::{Site, check_codes, tests};

/// The text of wrk, with the numbers that figures rest on.
fn wrk(rate: &str, mean: &str) -> String {
    format!(
        "Running 10s test @ http://127.0.0.1:8080/\n  1 threads and 2 connections\n  \
         Thread Stats   Avg      Stdev     Max   +/- Stdev\n    Latency     {mean}  100.00us   5.00ms   90.00%\n    \
         Req/Sec     2.00k    50.00     2.10k    70.00%\n  20000 requests in 10.00s, 2.00MB read\n\
         Requests/sec:   {rate}\nTransfer/sec:    204.80KB\n"
    )
}

const SUITE: &str = "title = \"Load\"\n[[evidence]]\nfiles = \"raw/{server}-r{round}.txt\"\n\
    [[evidence]]\nfiles = \"{server}.txt.gz\"\n[[evidence]]\nfiles = \"{server}.json.zst\"\n\
    [[evidence]]\nfiles = \"sizes.csv\"\n[evidence.table]\ndimensions = { server = \"name\" }\n\
    metrics = { size = { column = \"size\", unit = \"kB\" } }\n\
    [dimensions.round]\nrepeat = true\n[conditions]\nload = \"closed\"\n";

const PAGE: &str = "+++\ntitle = \"Page\"\nsuite = \"load\"\n+++\n\n\
    Beta is [2.0×](<= median(rps[beta]) / median(rps[alpha])>) as fast, from [](<= min(rps[alpha])>) on; \
    [it always led](<= rps[beta, round = *] above rps[alpha, round = *]>). Of [](<= latency.mean[alpha, round = 1]>) \
    and [9 kB](<= size[beta]>), [10 kB](<= size[beta]> \"contradicted: a guess\"), [1,000–1,200](<= range(rps[alpha])>). \
    Packed: [](<= rps[red]>), [](<= rps[blue]>).\n\n\
    ```chart\nkind = \"bars\"\nvalue = \"rps\"\ngroups = \"server\"\n```\n";

fn site() -> Site {
    let site = Site::empty();
    site.write("benchbook.toml", "title = \"Example\"\n");
    site.write("data/load/suite.toml", SUITE);
    for (name, rate, mean) in [
        ("alpha-r1", "1000.00", "344.00us"),
        ("alpha-r2", "1200.00", "1.00ms"),
        ("beta-r1", "2100.00", "1.00ms"),
        ("beta-r2", "2300.00", "1.00ms"),
    ] {
        site.write(&format!("data/load/raw/{name}.txt"), wrk(rate, mean));
    }
    site.write("data/load/sizes.csv", "name,size\nalpha,\"1,008\"\nbeta,9\n");
    for (name, file) in [("red.txt.gz", "wrk.txt.gz"), ("blue.json.zst", "oha.json.zst")] {
        let bytes = fs::read(tests().join("fixtures/packed").join(file)).expect("the fixture is there");
        site.write(&format!("data/load/{name}"), bytes);
    }
    site.write("content/page.md", PAGE);
    site.run(&["build", "--no-minify", "--color", "never"]).success();
    // Only the built site is looked at.
    fs::remove_dir_all(site.root.join("data")).expect("it is there");
    fs::remove_dir_all(site.root.join("content")).expect("it is there");
    site
}

impl Site {
    pub(crate) fn verify(&self) -> crate::support::Run {
        self.run(&["verify", "--color", "never"])
    }

    /// Replaces a text that stands in a file of the built site.
    #[track_caller]
    pub(crate) fn tamper(&self, path: &str, was: &str, now: &str) {
        let text = self.read(&format!("public/{path}"));
        assert!(text.contains(was), "{path} holds no {was}:\n{text}");
        self.write(&format!("public/{path}"), text.replacen(was, now, 1));
    }
}

#[test]
fn a_site_that_was_not_touched_is_verified() {
    let site = site();
    let run = site.verify();
    run.success();
    let figures = site.json("public/page/figures.json")["figures"].as_array().expect("a list").len();
    assert!(figures > 9, "the marks of the chart too: {figures}");
    assert_eq!(run.stderr, format!("verified {figures} figures on 1 page against 7 files\n"));
    site.run(&["verify", "public"]).success();
}

#[test]
fn numbers_are_read_back_in_the_language_of_the_page() {
    let site = Site::empty();
    site.write("benchbook.toml", "title = \"Beispiel\"\nlanguage = \"de\"\n");
    site.write("data/load/suite.toml", "title = \"Last\"\n[[evidence]]\nfiles = \"{server}.txt\"\n");
    site.write("data/load/a.txt", wrk("12345.50", "1.25ms"));
    site.write("content/a.md", "+++\ntitle = \"A\"\nsuite = \"load\"\n+++\n\n[12.345,5 req/s](<= rps[a]>), [](<= rps[a]>), [1,25 ms](<= latency.mean[a]>)\n");
    site.build().success();
    site.verify().success();
    site.tamper("a/figures.json", "12.345,5 req/s", "12.345,6 req/s");
    let codes = check_codes(&site.verify().stderr);
    assert!(!codes.is_empty() && codes.iter().all(|code| code == "BB705"), "{codes:?}");
}

#[test]
fn decimals_behind_a_comma_are_read_where_the_input_says_so() {
    let site = Site::empty();
    site.write("benchbook.toml", "title = \"Example\"\n");
    site.write("data/sort/suite.toml", "title = \"Sort\"\n[[evidence]]\nfiles = \"jmh.txt\"\n");
    let table = fs::read(tests().join("fixtures/jmh/comma.txt")).expect("the fixture is there");
    site.write("data/sort/jmh.txt", table);
    let claims = "[12.5 ms](<= time[size = 64, mode = avgt]>), [2.04375 s](<= time[size = 1024]>)";
    site.write("content/page.md", format!("+++\ntitle = \"Page\"\nsuite = \"sort\"\n+++\n\n{claims}\n"));
    site.run(&["build", "--no-minify", "--color", "never"]).success();
    crate::samples::both_verify(&site);
    let figures = site.json("public/page/figures.json");
    let input = &figures["figures"][0]["inputs"][0];
    assert_eq!((&input["raw"], &input["decimal"]), (&"12,500".into(), &",".into()));
    site.tamper("page/figures.json", "\"decimal\":\",\",", "");
    let run = site.verify();
    assert!(run.stderr.contains("figure `f1`: `12,500` is 12500, and the input says 12.5"), "{}", run.stderr);
}

#[test]
fn a_site_of_another_program_is_verified() {
    // Made by hand for the other verifier: formulas with `range(…)`, lists in comparisons, a direct value without one.
    let site = Site::copy("verify/good");
    let run = site.verify();
    run.success();
    assert_eq!(run.stderr, "verified 12 figures on 1 page against 4 files\n");
}

#[test]
fn a_digit_in_the_evidence_is_found_by_its_hash_and_by_its_figures() {
    let site = site();
    site.tamper("evidence/load/raw/alpha-r1.txt", "1000.00", "1000.01");
    let run = site.verify();
    assert_eq!(run.code, 1);
    let codes = check_codes(&run.stderr);
    assert!(codes.len() > 1 && codes.iter().filter(|code| *code == "BB702").count() == 1, "{codes:?}");
    for says in [
        "`evidence/load/raw/alpha-r1.txt` is not what it was when the site was built",
        "figure `f1` of page/: `1000.00` is not what stands here",
    ] {
        assert!(run.stderr.contains(says), "{says}: {}", run.stderr);
    }
    // A figure of another line of the file is not spoken of.
    assert!(!run.stderr.contains("figure `f4`"), "{}", run.stderr);
}

#[test]
fn a_digit_in_the_evidence_is_found_when_all_hashes_were_changed_too() {
    let site = site();
    let was = hash(&site);
    site.tamper("evidence/load/raw/alpha-r1.txt", "1000.00", "1000.01");
    let now = hash(&site);
    for path in ["evidence/SHA256SUMS", "benchbook.json", "page/figures.json"] {
        let path = format!("public/{path}");
        site.write(&path, site.read(&path).replace(&was, &now));
    }
    let run = site.verify();
    assert_eq!(run.code, 1);
    assert!(check_codes(&run.stderr).iter().all(|code| code == "BB703"), "{}", run.stderr);
    let place = "figure `f1` of page/: `1000.00` is not what stands here\n --> evidence/load/raw/alpha-r1.txt:7:17\n";
    assert!(run.stderr.contains(place), "{}", run.stderr);
}

/// The hash that the program itself gives the file.
fn hash(site: &Site) -> String {
    site.write("data/load/suite.toml", "title = \"x\"\n");
    site.write("data/load/a.txt", site.read("public/evidence/load/raw/alpha-r1.txt"));
    site.run(&["lock"]).success();
    let lock = site.read("data/load/evidence.lock");
    lock.lines().find(|line| line.ends_with(" a.txt")).expect("it is locked")[..64].to_owned()
}

#[test]
fn what_is_changed_is_named() {
    for (path, was, now, code, says) in [
        (
            "page/figures.json",
            "\"value\":2.0,",
            "\"value\":2.1,",
            "BB704",
            "figure `f1`: its inputs give 2, and its value is 2.1",
        ),
        ("page/figures.json", "(median($", "(mean($", "", ""),
        ("page/figures.json", "(median($", "(max($", "BB704", "figure `f1`: its inputs give "),
        (
            "page/figures.json",
            "(median($",
            "(odd($",
            "BB704",
            "figure `f1`: the formula calls `odd`, which is no function",
        ),
        ("page/figures.json", "\"raw\":\"344.00\"", "\"raw\":\"34\"", "BB703", "`34` is not what stands here"),
        (
            "page/figures.json",
            "\"value\":344.0,\"unit\":\"µs\"",
            "\"value\":344.0,\"unit\":\"ms\"",
            "BB704",
            "its inputs give 344, and its value is 0.344",
        ),
        ("page/figures.json", "\"line\":7", "\"line\":6", "BB703", "is on line 7, not 6"),
        (
            "page/figures.json",
            "\"sha256\":\"",
            "\"sha256\":\"0",
            "BB703",
            "figure `f1`: the SHA-256 is not that of `data/load/",
        ),
        ("page/figures.json", "\"R3:C2\"", "\"R4:C2\"", "BB703", "there is no row 4"),
        (
            "page/figures.json",
            "\"value\":true",
            "\"value\":false",
            "BB704",
            "its inputs give true, and its value is false",
        ),
        (
            "page/figures.json",
            "\"claimed\":\"10 kB\"",
            "\"claimed\":\"9 kB\"",
            "BB705",
            "`9 kB` is called `contradicted`",
        ),
        (
            "page/figures.json",
            "\"text\":\"1,000–1,200\"",
            "\"text\":\"1,000–1,300\"",
            "BB705",
            "does not state its value",
        ),
        (
            "page/figures.json",
            "\"id\":\"f2\"",
            "\"id\":\"f999\"",
            "BB706",
            "figure `f2` has no entry in `figures.json`",
        ),
        ("page/index.html", ">2.0×<", ">2.9×<", "BB705", "figure `f1` is shown as `2.9×`, and its entry says `2.0×`"),
        ("page/index.html", "alpha-r1.txt.html#L4", "alpha-r1.txt.html#L5", "BB706", ""),
        ("evidence/load/raw/alpha-r1.txt.html", "id=\"L4\"", "id=\"X4\"", "BB706", "rests on line 4 of"),
        ("page/chart-1.svg", "data-fig=\"", "data-fig=\"x", "BB706", "has no entry in `figures.json`"),
        (
            "evidence/SHA256SUMS",
            "load/sizes.csv",
            "load/prices.csv",
            "BB702",
            "`evidence/load/prices.csv` is listed, and is not there",
        ),
        (
            "index.html",
            "</body>",
            "<a data-fig=\"f7\" href=\"x\">9</a></body>",
            "BB706",
            "the figure `f7` is in no `figures.json`",
        ),
    ] {
        let site = site();
        site.tamper(path, was, now);
        let run = site.verify();
        let codes = check_codes(&run.stderr);
        if code.is_empty() {
            // The mean and the median of two values are one.
            assert_eq!(run.code, 0, "{now}: {}", run.stderr);
            continue;
        }
        assert_eq!(run.code, 1, "{now}");
        assert!(codes.iter().any(|found| found == code) && run.stderr.contains(says), "{now}: {}", run.stderr);
        let is_of_evidence = path.starts_with("evidence/load") || says.ends_with("stands here");
        assert!(run.stderr.contains(path) || is_of_evidence, "{now}: {}", run.stderr);
    }
}

/// Beyond 2^53 binary numbers lie further apart than the last digit that is shown: 3,376,238,873.1228185 s are 512 or
/// 1,024 away from a whole number of nanoseconds, by the order in which a unit is changed.
#[test]
fn numbers_beyond_the_exact_ones_agree_with_what_is_shown_of_them() {
    let site = Site::empty();
    site.write("benchbook.toml", "title = \"Example\"\n");
    let table = "name,time\na,3.3762388731228185E9\nb,3.37651988895058E9\nc,3.376842765688582E9\n";
    site.write("data/load/times.csv", table);
    let suite = "title = \"Load\"\n[[evidence]]\nfiles = \"times.csv\"\n[evidence.table]\n\
        dimensions = { server = \"name\" }\nmetrics = { time = { column = \"time\", unit = \"s\" } }\n";
    site.write("data/load/suite.toml", suite);
    let page = "+++\ntitle = \"Page\"\nsuite = \"load\"\n+++\n\n\
        [3,376,238,873,122,818,600 ns](<= time[a]>), [3,376,519,888,950,580,000 ns](<= time[b]>), \
        [3,376,842,765,688,582,000 ns](<= time[c]>).\n";
    site.write("content/page.md", page);
    site.build().success();
    site.verify().success();
    // A digit that binary numbers can tell apart is still told apart.
    site.write("content/page.md", page.replace("818,600", "918,600"));
    let run = site.build();
    assert!(run.stderr.contains("BB4"), "{}", run.stderr);
}

#[test]
fn evidence_that_is_gone_or_new_is_named() {
    let site = site();
    fs::remove_file(site.root.join("public/evidence/load/sizes.csv")).expect("it is there");
    site.write("public/evidence/load/other.txt", "1\n");
    let run = site.verify();
    assert_eq!(run.code, 1);
    for says in [
        "`evidence/load/sizes.csv` is listed, and is not there",
        "`evidence/load/other.txt` is not in `evidence/SHA256SUMS`",
        "the evidence `data/load/sizes.csv` is not in the site",
    ] {
        assert!(run.stderr.contains(says), "{says}: {}", run.stderr);
    }
    // For programs, on standard output.
    let json = site.run(&["verify", "--format", "json"]);
    assert!(json.stdout.contains("\"BB703\"") && json.code == 1, "{}", json.stdout);
}

#[test]
fn what_is_no_built_site_is_refused() {
    let site = Site::empty();
    for folder in [".", "nowhere"] {
        let run = site.run(&["verify", folder]);
        assert_eq!(check_codes(&run.stderr), ["BB701"], "{}", run.stderr);
        let help = "help: give the output folder of `benchbook build`\n";
        assert!(run.stderr.contains(help), "{}", run.stderr);
        assert_eq!(run.code, 1);
    }
    // The folder of a site is taken for its output easily.
    let site = self::site();
    let run = site.run(&["verify", "."]);
    assert_eq!(check_codes(&run.stderr), ["BB701"], "{}", run.stderr);
    let help = "help: the site is built in `./public`: `benchbook verify ./public`\n";
    assert!(run.stderr.contains(help), "{}", run.stderr);
}
