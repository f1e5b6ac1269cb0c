//! `benchbook add`: what comes into a suite, and what is said of it.

use crate::support::Site;

const WRK: &str = "Running 10s test @ http://127.0.0.1:8080/\n  1 threads and 2 connections\n  \
    Thread Stats   Avg      Stdev     Max   +/- Stdev\n    Latency     1.00ms  100.00us   5.00ms   90.00%\n    \
    Req/Sec     2.00k    50.00     2.10k    70.00%\n  20000 requests in 10.00s, 2.00MB read\n\
    Requests/sec:   2000.00\nTransfer/sec:    204.80KB\n";

/// A site with one suite, whose evidence is locked, and outputs beside it.
fn site() -> Site {
    let site = Site::empty();
    site.write("benchbook.toml", "title = \"Example\"\n");
    site.write("data/load/suite.toml", "title = \"Load\"\n\n[[evidence]]\nfiles = \"raw/{server}.txt\"\n");
    site.write("data/load/raw/alpha.txt", WRK);
    site.run(&["lock"]).success();
    site.write("out/beta.txt", WRK.replace("2000.00", "1999.00"));
    site.write("out/k6.json", "{\"metrics\": ");
    site.write("out/notes.md", "How it was run.\n");
    site
}

#[test]
fn files_are_copied_recorded_and_locked() {
    let site = site();
    let before = site.read("data/load/evidence.lock");
    let run = site.run(&["add", "load", "out/beta.txt", "out/notes.md", "--date", "2026-09-12"]);
    run.success();
    assert!(run.stderr.contains("added `data/load/raw/beta.txt`: wrk text, "), "{}", run.stderr);
    assert!(run.stderr.contains("added `data/load/raw/notes.md`: kept as it is: no reader"), "{}", run.stderr);
    assert!(!run.stderr.contains("no rule"), "{}", run.stderr);
    assert_eq!(site.read("data/load/raw/beta.txt"), site.read("out/beta.txt"));
    // The hashes are those of `sha256sum out/beta.txt out/notes.md`.
    let record = "# Where the evidence comes from. Made by `benchbook add`.\n\n\
        [[file]]\npath     = \"raw/beta.txt\"\norigin   = \"beta.txt\"\nsha256   = \"BETA\"\nformat   = \"wrk\"\n\
        tool     = \"wrk\"\ndate     = \"2026-09-12\"\n\n\
        [[file]]\npath     = \"raw/notes.md\"\norigin   = \"notes.md\"\nsha256   = \"NOTES\"\ndate     = \"2026-09-12\"\n";
    let beta = "2c8eb1b2792a88c85e58f8cab49466b80b886d8f70ac4e334fbb86e1bfce115f";
    let notes = "c3876302fe3ff678bb443508f8b57a8fd5659bb7ea6c10683969135e7009b132";
    assert_eq!(site.read("data/load/added.toml"), record.replace("BETA", beta).replace("NOTES", notes));
    let lock = site.read("data/load/evidence.lock");
    let (kept, new): (Vec<&str>, Vec<&str>) = lock.lines().partition(|line| before.contains(line));
    assert_eq!(kept.join("\n") + "\n", before, "what was locked stays as it was");
    assert_eq!(new.len(), 3, "{lock}");
    assert!(lock.contains(&format!("\n{notes} 16 raw/notes.md\n")), "{lock}");
    let check = site.run(&["check", "--quiet"]);
    assert_eq!((check.code, check.stderr.as_str()), (0, ""));
}

#[test]
fn evidence_is_never_replaced_and_halves_are_refused() {
    let site = site();
    site.write("out/alpha.txt", "another");
    for (arguments, says) in [
        (["out/alpha.txt", "out/beta.txt"], "error[BB007]: `./data/load/raw/alpha.txt` is there already\n"),
        (["out/beta.txt", "./out/beta.txt"], "error[BB007]: `./data/load/raw/beta.txt` is there already\n"),
        (["out/beta.txt", "out/k6.json"], "error[BB202]: `out/k6.json` is cut off"),
        (["out/beta.txt", "out/gone.txt"], "error[BB001]: cannot read `out/gone.txt`"),
        (["out/beta.txt", "--to=../other"], "error[BB004]: `../other` is no folder below the suite\n"),
        (["out/beta.txt", "--date=12.9.2026"], "error[BB105]: `12.9.2026` is no day\n"),
    ] {
        let run = site.run(&["add", "load", arguments[0], arguments[1], "--color", "never"]);
        assert!(run.code == 1 && run.stderr.starts_with(says), "{arguments:?}: {}", run.stderr);
        assert!(!site.root.join("data/load/raw/beta.txt").exists(), "all or nothing: {arguments:?}");
    }
    let unknown = site.run(&["add", "laod", "out/beta.txt", "--color", "never"]);
    assert!(unknown.stderr.contains("did you mean `load`?"), "{}", unknown.stderr);
    assert_eq!(site.read("data/load/raw/alpha.txt"), WRK);
    site.run(&["check", "--quiet"]).success();
}

#[test]
fn changes_of_other_evidence_are_not_accepted_on_the_way() {
    let site = site();
    site.run(&["add", "load", "out/notes.md"]).success();
    site.write("data/load/raw/alpha.txt", WRK.replace("2000.00", "9000.00"));
    site.run(&["add", "load", "out/beta.txt"]).success();
    let check = site.run(&["check", "--color", "never"]);
    assert!(check.stderr.contains("error[BB206]: `data/load/raw/alpha.txt` changed"), "{}", check.stderr);
    site.write("data/load/added.toml", "# other\n");
    let refused = site.run(&["add", "load", "out/notes.md", "--to", "more", "--color", "never"]);
    assert!(refused.stderr.starts_with("error[BB206]: `data/load/added.toml` changed"), "{}", refused.stderr);
}

#[test]
fn the_machine_is_told_without_names() {
    let site = site();
    site.run(&["add", "load", "out/beta.txt", "--machine"]).success();
    let machine = site.read("data/load/machine.toml");
    assert!(machine.contains("\narchitecture = \""), "{machine}");
    let names = ["HOSTNAME", "USER", "HOME"].into_iter().filter_map(|name| std::env::var(name).ok());
    for name in names.filter(|name| name.len() > 3) {
        assert!(!machine.contains(&name), "{name}: {machine}");
    }
    assert!(site.read("data/load/added.toml").contains("\nmachine  = \"machine.toml\"\n"));
    // Another machine, say: its file is kept, and what it is now goes beside it.
    site.write("data/load/machine.toml", "cpu = \"other\"\n");
    site.run(&["add", "load", "out/notes.md", "--machine"]).success();
    assert_eq!(site.read("data/load/machine-2.toml"), machine);
    assert!(site.read("data/load/added.toml").contains("\nmachine  = \"machine-2.toml\"\n"));
}

#[test]
fn a_suite_without_a_lock_is_locked_whole() {
    let site = site();
    std::fs::remove_file(site.root.join("data/load/evidence.lock")).expect("it is there");
    let run = site.run(&["add", "load", "out/beta.txt", "--to", "elsewhere"]);
    assert!(run.stderr.contains("no rule of `data/load/suite.toml` reads 1 of them"), "{}", run.stderr);
    let check = site.run(&["check", "--quiet"]);
    assert_eq!((check.code, check.stderr.as_str()), (0, ""));
}

#[test]
fn a_site_in_the_place_of_a_suite_and_one_that_is_not_there() {
    let site = site();
    let says = |arguments: &[&str], expected: &str| {
        let run = site.run(&[arguments, &["--color", "never"]].concat());
        assert_eq!((run.code, run.stderr.as_str()), (1, format!("{expected}\n\n1 error\n").as_str()), "{arguments:?}");
    };
    says(
        &["lock", "."],
        "error[BB405]: there is no suite `.`\n |\n = help: `.` is the folder of a site: give it with `--site .`",
    );
    says(&["lock", "laod"], "error[BB405]: there is no suite `laod`\n |\n = help: did you mean `load`?");
    let no_site = |folder: &str| {
        format!(
            "error[BB505]: there is no folder `{folder}`\n |\n = help: give the folder of raw outputs, or of a site: \
             one with a file `benchbook.toml` that says `title = \"…\"`"
        )
    };
    says(&["lock", "load", "--site", "gone"], &no_site("gone"));
    says(&["add", "--site", "gone", "load", "out/beta.txt"], &no_site("gone"));
    says(
        &["add", "load", "out"],
        "error[BB001]: cannot read `out`: it is a folder\n--> out\n = help: give the files in it, such as `out/*`",
    );
}

#[test]
fn a_suite_without_its_manifest() {
    let site = site();
    site.write("content/report.md", "+++\ntitle = \"Report\"\nsuite = \"load\"\n+++\n");
    std::fs::remove_file(site.root.join("data/load/suite.toml")).expect("it is there");
    let run = site.run(&["check", "--color", "never"]);
    let help = " = help: `data/load` has no `suite.toml`: make it with `benchbook new --suite load`\n";
    assert!(run.stderr.contains(help), "{}", run.stderr);
    site.run(&["new", "--suite", "load"]).success();
}
