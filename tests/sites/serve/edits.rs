//! A thousand edits, faster than builds are: in the end the preview shows what a clean build makes.

use std::fs;
use std::time::{Duration, Instant};

use super::Server;
use crate::compare::wrk;
use crate::support::Site;

const EDITS: u32 = 1_000;
const PAGES: u64 = 8;
const FILES: u64 = 4;

/// Edits by a fixed seed: xorshift64* of Vigna.
struct Author {
    state: u64,
}

impl Author {
    fn number(&mut self, below: u64) -> u64 {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        (self.state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % below
    }

    /// A file of the site and what it may hold; some contents are errors.
    fn file(&mut self) -> (String, String) {
        let number = self.number(1_000);
        match self.number(10) {
            0 => ("benchbook.toml".into(), settings(number)),
            1 => ("templates/404.html".into(), format!("not found {number:03}")),
            2 => (format!("static/notes-{}.txt", self.number(4)), format!("notes {number:03}")),
            3 => (format!("content/page-{}.md", self.number(PAGES)), page("Leads [nowhere](gone.md).")),
            4 | 5 => {
                let name = self.number(FILES);
                (evidence(name), wrk(8, 1_000.0 + number as f64, 2.0))
            }
            6 => (format!("content/more-{number}/deep/page.md"), page("In a folder of its own.")),
            _ => {
                let text = format!("Text {number:03} with [](<= rps[f{}]>).", self.number(FILES));
                (format!("content/page-{}.md", self.number(PAGES)), page(&text))
            }
        }
    }

    /// Writes a file in place or by renaming a new one, or removes it.
    fn edit(&mut self, site: &Site) {
        let (path, text) = self.file();
        match self.number(8) {
            0 if path != "benchbook.toml" => {
                // A folder that is removed with its file, or only the file; it may not be there.
                let parent = path.starts_with("content/more-").then(|| path.replace("/deep/page.md", ""));
                let removed = parent.map_or_else(
                    || fs::remove_file(site.root.join(&path)),
                    |folder| fs::remove_dir_all(site.root.join(folder)),
                );
                removed.unwrap_or_default();
            }
            1 | 2 => {
                let new = format!("{path}.new~");
                site.write(&new, text);
                fs::rename(site.root.join(new), site.root.join(path)).expect("a file can be renamed");
            }
            _ => site.write(&path, text),
        }
    }
}

fn settings(number: u64) -> String {
    format!("title = \"Example {number:03}\"\n[rules]\nBB207 = \"allow\"\n")
}

fn page(text: &str) -> String {
    format!("+++\ntitle = \"Page\"\nsuite = \"runs\"\n+++\n\n{text}\n")
}

fn evidence(name: u64) -> String {
    format!("data/runs/f{name}.txt")
}

/// The first file that the preview does not show as a build wrote it, but for the script that follows builds.
fn differs(server: &Server, site: &Site) -> Option<String> {
    let public = site.root.join("public");
    let files = walkdir::WalkDir::new(&public).sort_by_file_name().into_iter().filter_map(Result::ok);
    // The list by which a build knows its own files is no part of a site, and the page for what is not found leads
    // from the top in a preview.
    let own = |entry: &walkdir::DirEntry| [".benchbook", "404.html"].iter().any(|name| entry.file_name() == *name);
    let files: Vec<_> = files.filter(|entry| entry.file_type().is_file() && !own(entry)).collect();
    assert!(files.len() > 30, "the site has {} files", files.len());
    files.iter().find_map(|entry| {
        let path = entry.path().strip_prefix(&public).expect("it is below").to_string_lossy().into_owned();
        let response = server.get(&format!("/{path}"));
        let body = response.split_once("\r\n\r\n").map(|(_, body)| body).unwrap_or_default();
        let shown = match body.split_once("<script src=\"/__benchbook/live.js\"") {
            Some((before, after)) => before.to_owned() + after.split_once("</script>").map_or("", |(_, rest)| rest),
            None => body.to_owned(),
        };
        let built = String::from_utf8_lossy(&fs::read(entry.path()).expect("it can be read")).into_owned();
        (shown != built).then_some(path)
    })
}

#[test]
fn a_thousand_edits_end_as_a_clean_build() {
    let site = Site::empty();
    site.write("data/runs/suite.toml", "title = \"Runs\"\ndate = 2026-11-30\n[[evidence]]\nfiles = \"{file}.txt\"\n");
    site.write("benchbook.toml", settings(0));
    (0..FILES).for_each(|name| site.write(&evidence(name), wrk(8, 2_000.0 + name as f64, 2.0)));
    (0..PAGES).for_each(|number| site.write(&format!("content/page-{number}.md"), page("Good [](<= rps[f1]>).")));
    let server = Server::start(&site, &["--port", "0"]);
    let mut author = Author { state: 7 };
    for edit in 0..EDITS {
        author.edit(&site);
        // Mostly faster than anything can follow, at times with a pause in which it can.
        let pause = if edit % 50 == 0 { 150 } else { author.number(3) };
        std::thread::sleep(Duration::from_millis(pause));
    }
    // What is an error is mended, and the other edits stay as they are.
    for number in 0..PAGES {
        let path = format!("content/page-{number}.md");
        if fs::read_to_string(site.root.join(&path)).is_ok_and(|text| text.contains("gone.md")) {
            fs::remove_file(site.root.join(path)).expect("it can be removed");
        }
    }
    (0..FILES).filter(|name| !site.root.join(evidence(*name)).exists()).for_each(|name| {
        site.write(&evidence(name), wrk(8, 3_000.0, 2.0));
    });
    site.build().success();
    let begun = Instant::now();
    while let Some(path) = differs(&server, &site) {
        assert!(begun.elapsed() < Duration::from_secs(20), "{path} is not as a build makes it");
        std::thread::sleep(Duration::from_millis(100));
    }
}
