//! `benchbook record`: rounds in order, kept whatever comes of them, and read by a build.

#![cfg(unix)]

use std::os::unix::process::CommandExt as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::{Site, check_codes};

/// What wrk prints, written by hand in its format, with a rate that tells the round.
const WRK: &str = "Running 10s test @ http://127.0.0.1:8080/\n  1 threads and 2 connections\n  \
    Thread Stats   Avg      Stdev     Max   +/- Stdev\n    Latency     1.00ms  100.00us   5.00ms   90.00%\n    \
    Req/Sec     2.00k    50.00     2.10k    70.00%\n  20000 requests in 10.00s, 2.00MB read\n\
    Requests/sec:   {rate}\nTransfer/sec:    204.80KB\n";

fn site() -> Site {
    let site = Site::empty();
    site.write("benchbook.toml", "title = \"Example\"\n");
    for (name, rate) in [("alpha-1", "1000.00"), ("alpha-2", "1100.00"), ("beta-1", "2000.00"), ("beta-2", "2100.00")] {
        site.write(&format!("out/{name}.txt"), WRK.replace("{rate}", rate));
    }
    site
}

const TWO: [&str; 6] = [
    "record",
    "--suite=data/load",
    "--rounds=2",
    "--color=never",
    "--command=alpha=cat out/alpha-{round}.txt",
    "--command=beta=cat out/{name}-{round}.txt",
];

fn rounds(record: &Value) -> Vec<String> {
    let list = record["rounds"].as_array().expect("a list");
    let text = |round: &Value| {
        let mark = |key: &str, mark: &'static str| if round[key] == true { mark } else { "" };
        format!(
            "{}{}{}{}",
            round["name"].as_str().expect("a name"),
            round["round"],
            mark("warm_up", "w"),
            mark("failed", "!")
        )
    };
    list.iter().map(text).collect()
}

#[test]
fn rounds_alternate_and_a_build_knows_them() {
    let site = site();
    let run = site.run(&TWO);
    run.success();
    for says in
        ["run    1 of 4: `alpha`, round 1\n", "run    4 of 4: `beta`, round 2, about 1 s left\n", " s: wrk text, "]
    {
        assert!(run.stderr.contains(says), "{says}: {}", run.stderr);
    }
    let record = site.json("data/load/record.json");
    assert_eq!(rounds(&record), ["alpha1", "beta1", "alpha2", "beta2"]);
    let first = &record["rounds"][1];
    assert_eq!(first["command"], serde_json::json!(["sh", "-c", "cat out/beta-1.txt"]));
    assert_eq!((&first["exit_status"], &first["outputs"][0]["format"]), (&0.into(), &"wrk".into()));
    assert_eq!((&record["order"], &record["commands"][0]["name"]), (&"alternate".into(), &"alpha".into()));
    assert!(
        first["started"].as_str() <= first["ended"].as_str()
            && first["ended"].as_str() <= record["rounds"][2]["started"].as_str()
    );
    assert!(record["machine"]["architecture"].is_string(), "{record}");
    assert_eq!(site.read("data/load/raw/beta-r2.txt"), site.read("out/beta-2.txt"));
    let lock = site.read("data/load/evidence.lock");
    let names: Vec<&str> = lock.lines().skip(1).filter_map(|line| line.split(' ').nth(2)).collect();
    assert_eq!(names, ["raw/alpha-r1.txt", "raw/alpha-r2.txt", "raw/beta-r1.txt", "raw/beta-r2.txt", "record.json"]);
    let page = "+++\ntitle = \"Load\"\nsuite = \"load\"\n+++\n\n[2,050](<= median(rps[beta])>) and [1,000](<= rps[alpha, round = 1]>)\n";
    site.write("content/load.md", page);
    site.build().success();
    site.run(&["verify"]).success();
}

#[test]
fn a_second_recording_goes_on_and_writes_nothing_over() {
    let site = site();
    site.run(&TWO).success();
    let (record, first) = (site.read("data/load/record.json"), site.read("data/load/raw/alpha-r1.txt"));
    site.write("data/load/suite.toml", site.read("data/load/suite.toml") + "# mine\n");
    for name in ["alpha", "beta"] {
        for round in [3, 4] {
            site.write(&format!("out/{name}-{round}.txt"), WRK.replace("{rate}", "3000.00"));
        }
    }
    site.run(&TWO).success();
    assert_eq!((site.read("data/load/record.json"), site.read("data/load/raw/alpha-r1.txt")), (record, first));
    assert!(site.read("data/load/suite.toml").ends_with("# mine\n"));
    assert_eq!(rounds(&site.json("data/load/record-2.json")), ["alpha3", "beta3", "alpha4", "beta4"]);
    assert_eq!(site.read("data/load/evidence.lock").lines().count(), 1 + 8 + 2);
    let check = site.run(&["check", "--quiet"]);
    assert_eq!(check.code, 0, "{}", check.stderr);
}

#[test]
fn a_round_that_fails_is_kept_and_marked() {
    let site = site();
    let script = "cat out/alpha-1.txt; if [ {round} = 2 ]; then echo refused >&2; exit 3; fi";
    let run = site.run(&[
        "record",
        "--suite=data/load",
        "--rounds=3",
        "--warm-up=1",
        "--order=given",
        "--color=never",
        &format!("--command=a={script}"),
    ]);
    assert_eq!((run.code, check_codes(&run.stderr)), (1, vec!["BB009".to_owned()]), "{}", run.stderr);
    assert!(run.stderr.contains("round 2 of `a` failed: it ended with exit status 3\n"), "{}", run.stderr);
    assert!(run.stderr.contains("its last words: refused"), "{}", run.stderr);
    let record = site.json("data/load/record.json");
    assert_eq!(rounds(&record), ["a1w", "a1", "a2!", "a3"]);
    assert_eq!(
        (&record["rounds"][2]["exit_status"], &record["rounds"][2]["why"]),
        (&3.into(), &"it ended with exit status 3".into())
    );
    assert_eq!(site.read("data/load/failed/a-r2.txt"), site.read("out/alpha-1.txt"));
    assert_eq!(site.read("data/load/failed/a-r2.stderr.txt"), "refused\n");
    assert!(site.root.join("data/load/raw/a-r3.txt").exists() && !site.root.join("data/load/raw/a-r2.txt").exists());
    assert!(site.root.join("data/load/warm-up/a-r1.txt").exists());
    // Its number is not given again, and nobody reads it.
    let page = "+++\ntitle = \"Load\"\nsuite = \"load\"\n+++\n\n[2](<= count(rps[a, round = *])>) rounds\n";
    site.write("content/load.md", page);
    site.build().success();
    site.run(&["record", "--suite=data/load", "--command=a=cat out/alpha-1.txt"]).success();
    assert_eq!(rounds(&site.json("data/load/record-2.json")), ["a4"]);
}

#[test]
fn half_an_output_is_a_failed_round() {
    let site = site();
    site.write("out/half.txt", &WRK[..WRK.find("Requests/sec").expect("it is there")]);
    let run = site.run(&["record", "--suite=s", "--color=never", "--name=half", "--", "cat", "out/half.txt"]);
    assert_eq!(check_codes(&run.stderr), ["BB009"], "{}", run.stderr);
    assert!(site.root.join("s/failed/half-r1.txt").exists());
}

#[test]
fn files_that_a_command_writes_are_kept() {
    let site = site();
    site.write("out/old.csv", "name,value,unit\na,1,s\n");
    let script = "echo 'progress'; cp out/alpha-1.txt {out}.txt; cp out/old.csv out/new-{round}.csv; cp out/old.csv {out}_more.csv; echo log > {out}.log";
    let run = site.run(&["record", "--suite=data/load", "--rounds=2", "--keep=out/*.csv", "--", "sh", "-c", script]);
    run.success();
    let record = site.json("data/load/record.json");
    let paths: Vec<&str> =
        record["rounds"][1]["outputs"].as_array().expect("a list").iter().filter_map(|o| o["path"].as_str()).collect();
    // Several that are read are told apart by a dimension; what was there before is not taken.
    let expected =
        ["logs/sh-r2.log", "raw/sh-r2.txt", "raw/more/sh-r2.csv", "raw/out-new-2/sh-r2.csv", "logs/sh-r2.txt"];
    assert_eq!(paths, expected, "{record}");
    assert_eq!(site.read("data/load/logs/sh-r2.txt"), "progress\n");
    assert!(record["rounds"][1]["command"][2].as_str().expect("a text").contains("cp out/alpha-1.txt {out}.txt"));
}

#[test]
fn an_interrupted_recording_keeps_what_was_done() {
    let site = site();
    let arguments = [
        "record",
        "--suite=data/load",
        "--rounds=9",
        "--command=a=cat out/alpha-1.txt; if [ {round} = 2 ]; then sleep 20; fi",
    ];
    let mut program = Command::new(env!("CARGO_BIN_EXE_benchbook"));
    let mut child = program
        .args(arguments)
        .current_dir(&site.root)
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .expect("it starts");
    let started = Instant::now();
    while !site.root.join("data/load/record.json").exists() && started.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(300));
    // As a terminal does at Ctrl-C: the command is told too.
    let told = Command::new("kill").args(["-INT", "--", &format!("-{}", child.id())]).status();
    assert!(told.expect("`kill` starts").success());
    let ended = child.wait().expect("it ends");
    assert_eq!(ended.code(), Some(1));
    assert!(started.elapsed() < Duration::from_secs(15));
    let record = site.json("data/load/record.json");
    assert_eq!(rounds(&record), ["a1", "a2!"]);
    assert_eq!(record["rounds"][1]["why"], "it was interrupted");
    assert!(site.root.join("data/load/suite.toml").exists());
    let check = site.run(&["check", "--quiet"]);
    assert_eq!(check.code, 0, "{}", check.stderr);
}

#[test]
fn wrong_usage_runs_nothing() {
    let site = site();
    for (arguments, says) in [
        (&["--command=cat out/alpha-1.txt"][..], "`cat out/alpha-1.txt` gives a command no name"),
        (&["--command=a=true", "--command=a=false"], "two commands are called `a`"),
        (&["--name=../a", "--", "true"], "`../a` cannot be the name"),
        (&["--cooldown=-1", "--command=a=true"], "`-1` is no time to wait"),
        (&["--", "there-is-no-such-program"], "`there-is-no-such-program` does not start"),
    ] {
        let run = site.run(&[&["record", "--suite=data/load", "--color=never"], arguments].concat());
        assert!(run.code == 1 && run.stderr.contains(says), "{says}: {}", run.stderr);
    }
    assert!(!site.root.join("data").exists());
    assert_eq!(site.run(&["record"]).code, 2);
}
