//! A runner's folders: a bare repository, a workspace cloned from it, an event, an output and a summary.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::support::{Run, Site};

/// The folder of the scripts.
pub(super) fn scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("ci")
}

/// `origin.git`, `work/`, `runner/` and `temp/` in a temporary folder.
pub(super) struct Runner {
    pub(super) site: Site,
}

impl Runner {
    pub(super) fn new() -> Self {
        let runner = Self { site: Site::empty() };
        for folder in ["runner", "temp", "home"] {
            fs::create_dir_all(runner.site.root.join(folder)).expect("a folder can be made");
        }
        runner.git(".", &["init", "--quiet", "--bare", "--initial-branch=main", "origin.git"]);
        runner.git(".", &["clone", "--quiet", "origin.git", "work"]);
        runner.git("work", &["switch", "--quiet", "--orphan", "main"]);
        runner
    }

    fn command(&self, program: &str, folder: &str) -> Command {
        let mut command = Command::new(program);
        let at = |path: &str| self.site.root.join(path);
        command.current_dir(at(folder)).env_clear().env("HOME", at("home"));
        command.env("PATH", std::env::var_os("PATH").expect("there is a PATH"));
        for who in ["AUTHOR", "COMMITTER"] {
            command.env(format!("GIT_{who}_NAME"), "A").env(format!("GIT_{who}_EMAIL"), "a@example.org");
        }
        command.env("GIT_CONFIG_NOSYSTEM", "1").env("LC_ALL", "C.UTF-8");
        command
    }

    #[track_caller]
    pub(super) fn git(&self, folder: &str, arguments: &[&str]) -> String {
        let output = self.command("git", folder).args(arguments).output().expect("git starts");
        let run = Run::from(output);
        run.success();
        run.stdout
    }

    /// Runs the program in the workspace.
    pub(super) fn benchbook(&self, arguments: &[&str]) -> Run {
        let mut command = self.command(env!("CARGO_BIN_EXE_benchbook"), "work");
        command.args(arguments).output().expect("the program starts").into()
    }

    /// Runs a script in the workspace with a fresh summary and output.
    pub(super) fn script(&self, name: &str, env: &[(&str, &str)]) -> Run {
        let at = |path: &str| self.site.root.join(path);
        let mut command = self.command("bash", "work");
        command.arg(scripts().join(name)).env("BENCHBOOK", env!("CARGO_BIN_EXE_benchbook"));
        for (variable, file) in [("OUTPUT", "output"), ("STEP_SUMMARY", "summary")] {
            fs::write(at("runner").join(file), "").expect("it can be written");
            command.env(format!("GITHUB_{variable}"), at("runner").join(file));
        }
        command.env("GITHUB_EVENT_PATH", at("runner/event.json")).env("GITHUB_REPOSITORY", "acme/app");
        command.env("RUNNER_TEMP", at("temp")).envs(env.iter().copied());
        command.output().expect("bash starts").into()
    }

    /// Writes a file of the workspace.
    pub(super) fn write(&self, path: &str, text: &str) {
        self.site.write(&format!("work/{path}"), text);
    }

    pub(super) fn read(&self, path: &str) -> String {
        self.site.read(path)
    }

    /// Commits the workspace and pushes it.
    pub(super) fn commit(&self, message: &str) {
        self.git("work", &["add", "--all"]);
        self.git("work", &["commit", "--quiet", "--message", message]);
        self.git("work", &["push", "--quiet", "origin", "HEAD"]);
    }

    /// Commits the workspace on a branch, and tells of a pull request from a repository.
    pub(super) fn pull_request(&self, from: &str) {
        self.git("work", &["switch", "--quiet", "--create", "change"]);
        self.commit("change");
        self.event(from);
    }

    /// The event of pull request 7, whose title and branch are hostile.
    pub(super) fn event(&self, from: &str) {
        let base = self.git("work", &["rev-parse", "main"]);
        let head = json!({ "repo": { "full_name": from }, "ref": "$(touch pwned)" });
        let pull_request =
            json!({ "number": 7, "title": "`touch pwned`", "head": head, "base": { "sha": base.trim() } });
        self.tell(&json!({ "pull_request": pull_request }));
    }

    /// The event of a run that ended, of a branch of somebody else's repository.
    pub(super) fn run_event(&self, owner: &str, branch: &str, commit: &str) {
        let repository = json!({ "owner": { "login": owner } });
        let run = json!({ "head_sha": commit, "head_branch": branch, "head_repository": repository });
        self.tell(&json!({ "workflow_run": run }));
    }

    fn tell(&self, event: &Value) {
        self.site.write("runner/event.json", event.to_string());
    }

    /// Puts the merge of the pull request into the workspace as CI does: one commit, without those before it.
    /// The base has moved on since the event, and the branch is not in the clone.
    pub(super) fn merge_shallowly(&self) {
        self.git("work", &["switch", "--quiet", "main"]);
        self.write("other.txt", "since then\n");
        self.commit("main moves on");
        self.git("work", &["switch", "--quiet", "--detach"]);
        self.git("work", &["merge", "--quiet", "--no-ff", "--message", "merge", "change"]);
        self.git("work", &["push", "--quiet", "origin", "HEAD:refs/pull/7/merge"]);
        fs::remove_dir_all(self.site.root.join("work")).expect("there is a workspace");
        let origin = format!("file://{}/origin.git", self.site.root.display());
        self.git(".", &["init", "--quiet", "work"]);
        self.git("work", &["remote", "add", "origin", &origin]);
        self.git("work", &["fetch", "--quiet", "--depth=1", "origin", "refs/pull/7/merge"]);
        self.git("work", &["checkout", "--quiet", "FETCH_HEAD"]);
    }

    /// A release for every system, whose program is a script.
    pub(super) fn release(&self, tag: &str) {
        let folder = format!("releases/{tag}");
        let root = self.site.root.join(&folder);
        self.site.write(&format!("{folder}/benchbook"), "#!/bin/sh\necho stand-in 9.9.9\n");
        let script = "chmod +x benchbook && for system in x86_64-unknown-linux-musl aarch64-unknown-linux-musl \
            aarch64-apple-darwin x86_64-apple-darwin; do tar -czf \"benchbook-$1-$system.tar.gz\" benchbook; done && \
            { sha256sum ./*.gz || shasum -a 256 ./*.gz; } | sed 's|\\./||' >SHA256SUMS";
        let mut command = self.command("bash", &folder);
        let run = Run::from(command.args(["-c", script, "-", tag]).output().expect("bash starts"));
        run.success();
        assert!(root.join("SHA256SUMS").exists());
    }
}
