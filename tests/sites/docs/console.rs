//! The tutorial, followed step by step in an empty folder: files are written where the text says so, commands are run,
//! and what they print is compared. Its load tool is a script that prints outputs written by hand.

use std::path::Path;
use std::process::Command;

use super::page;
use crate::support::Site;

/// A fenced block, with the line of text before it.
struct Fence {
    before: String,
    language: String,
    body: String,
}

/// The fenced blocks of a page, in order.
fn fences(text: &str) -> Vec<Fence> {
    let (mut found, mut before) = (Vec::new(), String::new());
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let ticks = line.len() - line.trim_start_matches('`').len();
        if ticks >= 3 {
            let end = "`".repeat(ticks);
            let body: Vec<&str> = lines.by_ref().take_while(|line| **line != end).collect();
            let body = body.join("\n") + "\n";
            found.push(Fence { before: before.clone(), language: line[ticks..].to_owned(), body });
        } else if !line.is_empty() {
            line.clone_into(&mut before);
        }
    }
    found
}

/// Writes what a block holds into the file that the sentence before it names last.
fn write(site: &Site, fence: &Fence) {
    let path = fence.before.rsplit('`').nth(1).expect("a sentence names a file");
    assert!(fence.before.ends_with(&format!("`{path}`:")), "{}", fence.before);
    let sentence = fence.before.rsplit(". ").next().expect("there is a sentence");
    let kept = if sentence.starts_with("Add to the end of") { site.read(path) + "\n" } else { String::new() };
    assert!(!kept.is_empty() || sentence.starts_with("Replace"), "{sentence}");
    site.write(path, kept + &fence.body);
}

/// The commands of a block, each with the lines that it prints.
fn commands(body: &str) -> Vec<(String, Vec<&str>)> {
    let mut found: Vec<(String, Vec<&str>)> = Vec::new();
    for line in body.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            found.push((command.to_owned(), Vec::new()));
            continue;
        }
        let (command, printed) = found.last_mut().expect("a block begins with a command");
        match line.strip_prefix("> ") {
            Some(more) => *command += &format!("\n{more}"),
            None => printed.push(line),
        }
    }
    found
}

/// Whether a line is as expected; `…` stands for any text.
fn is_alike(line: &str, expected: &str) -> bool {
    let mut parts = expected.split('…');
    let Some(mut rest) = line.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    for part in parts {
        match rest.find(part) {
            Some(_) if part.is_empty() => rest = "",
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.is_empty()
}

/// Whether lines are as expected; a line that is only `…` stands for any number of lines.
fn are_alike(lines: &[&str], expected: &[&str]) -> bool {
    match expected {
        [] => lines.is_empty(),
        ["…", rest @ ..] => (0..=lines.len()).any(|skipped| are_alike(&lines[skipped..], rest)),
        [first, rest @ ..] => {
            lines.split_first().is_some_and(|(line, below)| is_alike(line, first) && are_alike(below, rest))
        }
    }
}

/// Runs a command line in the folder, and gives what it prints.
fn run(site: &Site, command: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_benchbook")).parent().expect("the program lies in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{}:{path}", site.root.join("bin").display(), program.display());
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("exec 2>&1; {command}")]).current_dir(&site.root).env("PATH", path);
    let output = shell.output().expect("there is a shell");
    String::from_utf8(output.stdout).expect("output is text")
}

/// A script in place of the load tool: it prints the next of the outputs, and refuses what no wrk would take.
#[cfg(unix)]
fn load_tool(site: &Site) {
    use std::os::unix::fs::PermissionsExt;
    let raw = Path::new(env!("CARGO_MANIFEST_DIR")).join("scaffold/site/data/example/raw");
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in *-d10s*--latency\\ http://*) ;; *) exit 2;; esac\necho x >> calls\n\
         set -- beta-r1 beta-r2 beta-r3 alpha-r1 alpha-r2 alpha-r3\nshift $(($(wc -l < calls) - 1))\n\
         cat '{}'/$1.txt\n",
        raw.display()
    );
    site.write("bin/wrk", script);
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(site.root.join("bin/wrk"), mode).expect("a script can be made to run");
}

#[cfg(unix)]
#[test]
fn the_tutorial_does_what_it_says() {
    let site = Site::empty();
    load_tool(&site);
    let mut count = 0;
    for fence in fences(&page("tutorial.md")) {
        if fence.language != "console" {
            write(&site, &fence);
            continue;
        }
        for (command, expected) in commands(&fence.body) {
            let printed = run(&site, &command);
            let lines: Vec<&str> = printed.lines().map(str::trim_end).collect();
            assert!(are_alike(&lines, &expected), "$ {command}\n{printed}");
            count += 1;
        }
    }
    assert!(count >= 8, "{count} commands");
    // What runs until it is ended stands in sentences: the folders that it names are shown.
    #[cfg(feature = "serve")]
    site.write("tmp/here", "");
    #[cfg(feature = "serve")]
    for (folder, path, shown) in [("results", "/report/", "Requests per second"), ("site", "/report/", "25% more")] {
        assert!(page("tutorial.md").contains(&format!("`benchbook serve {folder}`")), "{folder}");
        let answer = crate::serve::Server::start(&site, &["--port", "0", folder]).get(path);
        assert!(answer.starts_with("HTTP/1.1 200 OK") && answer.contains(shown), "{answer}");
    }
    assert!(site.read("site/public/report/index.html").contains("25% more"));
}

#[test]
fn wild_cards_stand_for_any_text_and_no_other_does() {
    assert!(is_alike("took   61 ms", "took   … ms") && !is_alike("took   61 s", "took   … ms"));
    assert!(is_alike("a", "a") && !is_alike("ab", "a") && is_alike("ab", "a…"));
    assert!(are_alike(&["a", "b", "c"], &["…", "c"]) && are_alike(&["c"], &["…", "c"]));
    assert!(!are_alike(&["a", "b"], &["…", "c"]) && !are_alike(&["a"], &[]));
}
