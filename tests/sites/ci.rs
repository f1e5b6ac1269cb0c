//! The scripts of `ci/`, run as a runner would: a workspace cloned from a bare repository, files for what the
//! platform reads and writes, and a server in place of its interface.

#![expect(clippy::disallowed_methods, reason = "a test may read and write what it likes")]

mod api;
mod runner;

use std::fs;
use std::process::Command;

use crate::ci::api::Api;
use crate::ci::runner::{Runner, scripts};
use crate::compare::go_bench;

const SLOW: &[f64] = &[1500.0, 1510.0, 1490.0, 1505.0];
const FAST: &[f64] = &[1000.0, 1010.0, 990.0, 1005.0];

/// Whether the scripts can run here; says so where they cannot.
fn can_run() -> bool {
    let runs =
        |program: &str| Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
    let missing: Vec<&str> = ["bash", "git", "jq", "curl"].into_iter().filter(|program| !runs(program)).collect();
    if !missing.is_empty() {
        say_skipped(&missing.join(", "));
    }
    missing.is_empty()
}

#[expect(clippy::print_stdout, reason = "`./test` shows what was skipped")]
fn say_skipped(missing: &str) {
    println!("skipped: the scripts of ci/ take {missing}");
}

/// A workspace in which `results/` was slow on the base and is fast on the pull request, or the other way round.
fn changed(before: &[f64], after: &[f64]) -> Runner {
    let runner = Runner::new();
    runner.write("results/bench.txt", &go_bench(&[("Sort", before), ("Find", FAST)]));
    runner.commit("base");
    runner.write("results/bench.txt", &go_bench(&[("Sort", after), ("Find", FAST)]));
    runner.pull_request("acme/app");
    runner
}

const REGRESSION: [(&str, &str); 2] = [("SITE", "results"), ("FAIL_ON", "regression")];

#[test]
fn a_regression_fails_the_step_with_3_and_is_in_the_summary() {
    if !can_run() {
        return;
    }
    let runner = changed(FAST, SLOW);
    let run = runner.script("compare.sh", &REGRESSION);
    assert_eq!(run.code, 3, "{}", run.stderr);
    let summary = runner.read("runner/summary");
    // Medians by hand: 1002.5 ns and 1502.5 ns, which is 49.875 % more.
    assert!(
        summary.starts_with("<!-- benchbook:benchbook -->\n# Benchmarks\n") && summary.contains("+49.9%"),
        "{summary}"
    );
    assert!(summary.contains("**1 worse, 1 no difference shown"), "{summary}");
    assert!(!summary.contains(&*runner.site.root.to_string_lossy()), "no path of the runner: {summary}");
    let outputs = runner.read("runner/output");
    assert!(outputs.contains("code=3\n") && outputs.contains("reports="), "{outputs}");
    // The baseline's worktree is gone again.
    assert_eq!(runner.git("work", &["worktree", "list"]).lines().count(), 1);
}

#[test]
fn an_improvement_passes_and_without_a_baseline_there_is_only_a_word() {
    if !can_run() {
        return;
    }
    let runner = changed(SLOW, FAST);
    runner.script("compare.sh", &REGRESSION).success();
    assert!(runner.read("runner/summary").contains("**1 better"));
    fs::remove_file(runner.site.root.join("runner/event.json")).expect("there is an event");
    runner.script("compare.sh", &REGRESSION).success();
    assert!(runner.read("temp/benchbook-reports/comment.md").contains("There is no baseline to compare with."));
}

#[test]
fn the_base_is_the_first_parent_of_the_merge_even_in_a_shallow_clone() {
    if !can_run() {
        return;
    }
    let runner = changed(FAST, SLOW);
    runner.merge_shallowly();
    let run = runner
        .script("compare.sh", &[("SITE", "results"), ("FAIL_ON", "regression"), ("GITHUB_REF", "refs/pull/7/merge")]);
    assert_eq!(run.code, 3, "{}", run.stderr);
}

#[test]
fn a_baseline_is_a_branch_or_a_folder_and_what_is_neither_is_said() {
    if !can_run() {
        return;
    }
    let runner = changed(FAST, SLOW);
    runner.write("before/bench.txt", &go_bench(&[("Sort", FAST), ("Find", FAST)]));
    for baseline in ["before", "main"] {
        let run =
            runner.script("compare.sh", &[("SITE", "results"), ("FAIL_ON", "regression"), ("BASELINE", baseline)]);
        assert_eq!(run.code, 3, "{baseline}: {}", run.stderr);
    }
    for baseline in ["no-such-branch", "--upload-pack=touch pwned"] {
        let run = runner.script("compare.sh", &[("SITE", "results"), ("BASELINE", baseline)]);
        assert_eq!(run.code, 2, "{baseline}: {}", run.stderr);
        assert!(run.stderr.contains(baseline), "{}", run.stderr);
    }
    let run = runner.script("compare.sh", &[("SITE", "results"), ("FAIL_ON", "regresion")]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(runner.read("runner/summary").contains("    error"), "what is wrong is in the summary");
}

#[test]
fn suites_that_changed_are_compared_and_the_failed_one_stands_first() {
    if !can_run() {
        return;
    }
    let runner = Runner::new();
    let suite = |name: &str| {
        format!("title = \"{name}\"\n\n[[evidence]]\nfiles = \"raw/bench.txt\"\n[dimensions.round]\nrepeat = true\n")
    };
    runner.write("benchbook.toml", "title = \"t\"\n");
    for name in ["a", "b", "c", "d"] {
        runner.write(&format!("data/{name}/suite.toml"), &suite(name));
        runner.write(&format!("data/{name}/raw/bench.txt"), &go_bench(&[("Sort", FAST)]));
    }
    runner.commit("base");
    runner.write("data/a/raw/bench.txt", &go_bench(&[("Sort", &[900.0, 910.0, 890.0, 905.0])]));
    runner.write("data/b/raw/bench.txt", &go_bench(&[("Sort", SLOW)]));
    fs::remove_dir_all(runner.site.root.join("work/data/d")).expect("there is a suite d");
    runner.pull_request("acme/app");
    let run = runner.script("compare.sh", &[("FAIL_ON", "regression")]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    let summary = runner.read("runner/summary");
    let headings: Vec<&str> = summary.lines().filter(|line| line.starts_with("## ")).collect();
    assert_eq!(headings, ["## `data/b`", "## `data/a`", "## `data/d`"], "{summary}");
    assert!(summary.contains("Gone: the baseline has it") && summary.ends_with("\nUnchanged: `data/c`\n"), "{summary}");
    let run = runner
        .script("compare.sh", &[("FAIL_ON", "missing"), ("COMPARE", "data/d\n\n  data/c  "), ("GITHUB_RUN_ID", "42")]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(runner.read("runner/summary").contains("(https://github.com/acme/app/actions/runs/42)"));
}

#[test]
fn two_parts_of_a_suite_are_compared_without_a_baseline() {
    if !can_run() {
        return;
    }
    let runner = Runner::new();
    let rule = "files = \"raw/{release}/bench.txt\"\n[dimensions.round]\nrepeat = true\n";
    runner.write("benchbook.toml", "title = \"t\"\n");
    runner.write("data/api/suite.toml", &format!("title = \"API\"\n\n[[evidence]]\n{rule}"));
    for (release, times) in [("v1", FAST), ("v2", SLOW)] {
        runner.write(&format!("data/api/raw/{release}/bench.txt"), &go_bench(&[("Sort", times)]));
    }
    let parts = "api:release=v1 .. api:release=v2";
    let run = runner.script("compare.sh", &[("COMPARE", parts), ("FAIL_ON", "time>40%")]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    let summary = runner.read("runner/summary");
    assert!(summary.contains(&format!("## `{parts}`")) && summary.contains("+49.9%"), "{summary}");
}

#[test]
fn one_comment_is_written_and_then_brought_up_to_date() {
    if !can_run() {
        return;
    }
    let runner = changed(FAST, SLOW);
    let api = Api::start();
    // What somebody else wrote is left alone, whatever it begins with.
    api.add(3, "mallory", "<!-- benchbook:benchbook --> mine");
    let more = [("GITHUB_API_URL", api.address.as_str()), ("TOKEN", "t0ken")];
    assert_eq!(runner.script("compare.sh", &REGRESSION).code, 3);
    runner.script("comment.sh", &more).success();
    runner.write("results/bench.txt", &go_bench(&[("Sort", FAST), ("Find", FAST)]));
    runner.script("compare.sh", &REGRESSION).success();
    runner.script("comment.sh", &more).success();
    let comments = api.comments();
    assert_eq!(comments.len(), 2, "{comments:?}");
    assert_eq!(comments[0].body, "<!-- benchbook:benchbook --> mine");
    assert!(
        !comments[1].body.contains("worse") && comments[1].body.contains("Unchanged: the evidence"),
        "{comments:?}"
    );
    let page = "/repos/acme/app/issues/7/comments?per_page=100&page=1";
    let list = format!("GET {page} Bearer t0ken");
    let expected = [
        &list,
        "POST /repos/acme/app/issues/7/comments Bearer t0ken",
        &list,
        "PATCH /repos/acme/app/issues/comments/4 Bearer t0ken",
    ];
    assert_eq!(api.requests(), expected);
}

#[test]
fn a_fork_has_the_summary_and_no_call_is_made() {
    if !can_run() {
        return;
    }
    let runner = changed(FAST, SLOW);
    let api = Api::start();
    runner.event("mallory/app");
    assert_eq!(runner.script("compare.sh", &REGRESSION).code, 3);
    assert!(runner.read("runner/summary").contains("+49.9%"));
    for token in ["", "t0ken"] {
        let run = runner.script("comment.sh", &[("GITHUB_API_URL", &api.address), ("TOKEN", token)]);
        run.success();
        assert!(run.stderr.contains("no comment: the pull request comes from a fork"), "{}", run.stderr);
    }
    runner.event("acme/app");
    runner.script("comment.sh", &[("GITHUB_API_URL", &api.address), ("TOKEN", "")]).success();
    assert!(api.requests().is_empty(), "{:?}", api.requests());
    // A token that only reads, as that of a dependency's update.
    let run = runner.script("comment.sh", &[("GITHUB_API_URL", &api.address), ("TOKEN", "reads-only")]);
    run.success();
    assert!(run.stderr.contains("status 403") && api.comments().is_empty(), "{}", run.stderr);
}

#[test]
fn the_companion_finds_the_pull_request_by_branch_and_commit() {
    if !can_run() {
        return;
    }
    let runner = changed(FAST, SLOW);
    let api = Api::start();
    runner.script("compare.sh", &[("SITE", "results")]).success();
    let comment = runner.read("temp/benchbook-reports/comment.md") + "\n@everyone\n";
    fs::write(runner.site.root.join("temp/benchbook-reports/comment.md"), comment).expect("it can be written");
    // The stand-in knows one open pull request, 7, at the commit `c0ffee`.
    let more = [("GITHUB_API_URL", api.address.as_str()), ("TOKEN", "t0ken")];
    runner.run_event("mallory", "x&state=all$(touch pwned)", "0ld");
    let run = runner.script("comment.sh", &more);
    run.success();
    assert!(run.stderr.contains("there is no open pull request") && api.comments().is_empty(), "{}", run.stderr);
    runner.run_event("mallory", "x&state=all$(touch pwned)", "c0ffee");
    runner.script("comment.sh", &more).success();
    let asked = &api.requests()[0];
    assert!(asked.to_lowercase().contains("head=mallory%3ax%26state%3dall%24%28touch"), "{asked}");
    let comments = api.comments();
    assert!(comments[0].body.contains("+49.9%") && comments[0].body.contains("@\u{200b}everyone"), "{comments:?}");
    assert!(!runner.site.root.join("work/pwned").exists());
}

#[test]
fn five_thousand_rows_stay_within_both_limits_and_begin_with_the_worst() {
    if !can_run() {
        return;
    }
    let names: Vec<String> = (0..5000).map(|case| format!("Case{case:04}")).collect();
    let times = |case: usize, side: f64| -> Vec<f64> {
        let factor = if case == 4321 {
            3.0
        } else if case.is_multiple_of(50) {
            1.1
        } else {
            1.0
        };
        FAST.iter().map(|time| time * if side > 0.0 { factor } else { 1.0 }).collect()
    };
    let text = |side: f64| -> String {
        names.iter().enumerate().map(|(case, name)| go_bench(&[(name, &times(case, side))])).collect()
    };
    let runner = Runner::new();
    runner.write("results/bench.txt", &text(0.0));
    runner.commit("base");
    runner.write("results/bench.txt", &text(1.0));
    runner.pull_request("acme/app");
    let run = runner.script("compare.sh", &REGRESSION);
    assert_eq!(run.code, 3, "{}", run.stderr);
    let summary = runner.read("runner/summary");
    let comment = runner.read("temp/benchbook-reports/comment.md");
    assert!(summary.len() < 1 << 20 && comment.chars().count() < 65_536, "{} {}", summary.len(), comment.len());
    assert!(comment.len() > 30_000 && summary.len() > 3 * comment.len(), "{} {}", summary.len(), comment.len());
    for text in [&summary, &comment] {
        let first = text.lines().find(|line| line.contains("Case")).expect("cases are named");
        assert!(first.contains("Case4321") && first.contains("+200"), "{first}");
    }
}

#[test]
fn what_is_wrong_becomes_annotations_and_fails_with_1() {
    if !can_run() {
        return;
    }
    let runner = Runner::new();
    assert_eq!(runner.benchbook(&["new", "site"]).code, 0);
    let env = [("SITE", "site")];
    runner.script("check.sh", &env).success();
    let index = runner.read("temp/benchbook-reports/site/index.html");
    assert!(index.contains("<html") && runner.read("runner/output").contains("site="), "{index}");
    runner.script("check.sh", &[("SITE", "site"), ("THEME", "compact")]).success();
    runner.read("temp/benchbook-reports/site/reports/example/self-contained.html");
    let path = "site/content/index.md";
    let text = runner.read(&format!("work/{path}"));
    runner.write(path, &format!("{text}\n[9,999 requests](<= 1 + 1>)\n"));
    let run = runner.script("check.sh", &env);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stdout.contains("::error file=site/content/index.md,line="), "{}", run.stdout);
    let run = runner.script("check.sh", &[("SITE", "site"), ("NOTATION", "junit")]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(runner.read("temp/benchbook-reports/check.junit").contains("<failure"));
}

#[test]
fn a_release_is_taken_only_with_the_hash_that_it_must_have() {
    if !can_run() {
        return;
    }
    let runner = Runner::new();
    runner.release("v9.9.9");
    let releases = format!("file://{}/releases", runner.site.root.display());
    let get = |more: &[(&str, &str)]| {
        let mut env = vec![("RELEASES", releases.as_str()), ("VERSION", "v9.9.9")];
        env.extend(more);
        runner.script("get.sh", &env)
    };
    let run = get(&[]);
    run.success();
    assert!(
        run.stdout.contains("stand-in 9.9.9") && runner.read("runner/output").contains("binary="),
        "{}",
        run.stdout
    );
    let run = get(&[("SHA256", &"0".repeat(64))]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("the SHA-256 of benchbook-v9.9.9-"), "{}", run.stderr);
    assert_eq!(get(&[("VERSION", "../v9.9.9")]).code, 2);
    assert_eq!(get(&[("BINARY", env!("CARGO_BIN_EXE_benchbook"))]).code, 0);
}

#[test]
fn a_release_gets_its_evidence_and_its_page_once() {
    if !can_run() {
        return;
    }
    let runner = Runner::new();
    let rule = "files = \"raw/{release}/{part}/bench.txt\"\n[dimensions.round]\nrepeat = true\n";
    runner.write("benchbook.toml", "title = \"t\"\n");
    runner.write("data/api/suite.toml", &format!("title = \"API\"\n\n[[evidence]]\n{rule}"));
    runner.write("data/api/raw/v1.0.0/cpu/bench.txt", &go_bench(&[("Sort", FAST)]));
    let page = "+++\ntitle = \"{release}\"\nsuite = \"api\"\n+++\n\nIt took [](<= median(time[{release}])>).\n";
    runner.write("release.md", page);
    assert_eq!(runner.benchbook(&["lock"]).code, 0);
    runner.commit("base");
    runner.site.write("outputs/cpu/bench.txt", go_bench(&[("Sort", SLOW)]));
    let outputs = runner.site.root.join("outputs");
    let env = [
        ("RELEASE", "v1.1.0"),
        ("SUITE", "api"),
        ("OUTPUTS", outputs.to_str().expect("it is UTF-8")),
        ("TEMPLATE", "release.md"),
    ];
    for _ in 0..2 {
        runner.script("release.sh", &env).success();
        runner.script("check.sh", &[]).success();
        runner.script("commit.sh", &env).success();
    }
    // The median of 1500, 1510, 1490 and 1505 ns is 1502.5 ns.
    let html = runner.read("temp/benchbook-reports/site/releases/v1.1.0/index.html");
    assert!(html.contains("<dd class=\"number\">1502.5"), "{html}");
    let log = runner.git("origin.git", &["log", "--format=%s", "main"]);
    assert_eq!(log, "data: benchmarks of v1.1.0\nbase\n");
    let files = runner.git("origin.git", &["show", "--format=", "--name-only", "main"]);
    let expected = ["content/releases/v1.1.0.md", "data/api/evidence.lock", "data/api/raw/v1.1.0/cpu/bench.txt"];
    assert!(expected.iter().all(|path| files.contains(path)), "{files}");
    let hostile = runner.script("release.sh", &[("RELEASE", "../$(touch pwned)"), ("SUITE", "api")]);
    assert_eq!(hostile.code, 2, "{}", hostile.stderr);
}

#[test]
fn no_text_of_others_becomes_part_of_a_script() {
    for file in
        ["action.yml", "comment/action.yml", ".github/workflows/benchmark-pages.yml", ".github/workflows/release.yml"]
    {
        let text = fs::read_to_string(scripts().join("..").join(file)).expect("the action is there");
        let runs: Vec<&str> = text.lines().filter(|line| line.trim_start().starts_with("run:")).collect();
        assert!(!runs.is_empty() && runs.iter().all(|line| !line.contains("${{")), "{file}: {runs:?}");
    }
}
