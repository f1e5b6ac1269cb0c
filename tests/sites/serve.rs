//! The preview: pages from memory, rebuilt when files change, closed to strangers.

#![expect(clippy::disallowed_methods, reason = "a test may read what it likes")]

mod edits;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::support::{Site, tests};

/// A server, ended with the test.
pub(crate) struct Server {
    child: Child,
    port: u16,
    said: Arc<Mutex<String>>,
}

/// A site with one page that says so.
fn site(text: &str) -> Site {
    let site = Site::empty();
    site.write("benchbook.toml", "title = \"Example\"\n");
    site.write("content/page.md", page(text));
    site.write("static/notes.txt", "notes");
    site
}

fn page(text: &str) -> String {
    format!("+++\ntitle = \"Page\"\n+++\n\n{text}\n")
}

impl Server {
    /// Starts the server, and waits until it says where it listens.
    pub(crate) fn start(site: &Site, arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_benchbook"));
        command.args(["serve", "--color", "never"]).args(arguments).current_dir(&site.root).stderr(Stdio::piped());
        // What a preview of outputs needs for itself can be looked at, and goes with the test.
        command.env("TMPDIR", site.root.join("tmp"));
        let mut child = command.spawn().expect("the program starts");
        let stderr = BufReader::new(child.stderr.take().expect("standard error is a pipe"));
        let said = Arc::new(Mutex::new(String::new()));
        let into = Arc::clone(&said);
        std::thread::spawn(move || {
            for line in stderr.lines().map_while(Result::ok) {
                *into.lock().expect("no thread panics while it holds the text") += &format!("{line}\n");
            }
        });
        let mut server = Self { child, port: 0, said };
        let said = server.says("until Ctrl-C");
        let url = said.split("serving http://127.0.0.1:").nth(1).expect("it says where");
        server.port = url.split('/').next().expect("it ends").parse().expect("it is a port");
        server
    }

    /// All that the server said, as soon as it said that.
    #[track_caller]
    fn says(&self, wanted: &str) -> String {
        let begun = Instant::now();
        loop {
            let said = self.said.lock().expect("no thread panics while it holds the text").clone();
            if said.contains(wanted) {
                return said;
            }
            assert!(begun.elapsed() < Duration::from_secs(20), "`{wanted}` was not said:\n{said}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time can be set");
        stream
    }

    /// The whole response to a request with that first line and `Host`.
    fn ask(&self, line: &str, host: &str) -> String {
        let mut stream = self.connect();
        write!(stream, "{line} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").expect("it can be sent");
        let mut response = String::new();
        stream.read_to_string(&mut response).expect("the response is text");
        response
    }

    pub(crate) fn get(&self, path: &str) -> String {
        self.ask(&format!("GET {path}"), &format!("localhost:{}", self.port))
    }

    /// The stream of events, as lines.
    fn events(&self) -> impl Iterator<Item = String> {
        let mut stream = self.connect();
        write!(stream, "GET /__benchbook/events HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("it can be sent");
        let lines = BufReader::new(stream).lines().map(|line| line.expect("an event comes in time"));
        lines.filter_map(|line| line.strip_prefix("data: ").map(str::to_owned))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().unwrap_or_default();
        drop(self.child.wait());
    }
}

#[test]
fn a_change_reaches_the_browser() {
    let site = site("First text.");
    let server = Server::start(&site, &["--port", "0"]);
    let first = server.get("/page/");
    assert!(first.starts_with("HTTP/1.1 200 OK\r\n") && first.contains("First text."), "{first}");
    let mut events = server.events();
    let version = events.next().expect("there is a first event");
    assert!(first.contains(&format!("data-version=\"{version}\"")), "{first}");

    // Some editors write a new file and rename it.
    site.write("content/.page.md.new", page("Second text."));
    std::fs::rename(site.root.join("content/.page.md.new"), site.root.join("content/page.md")).unwrap();
    assert_ne!(events.next().expect("there is another event"), version);
    assert!(server.get("/page/").contains("Second text."));
    server.says("content/page.md changed: built in ");

    site.write("content/more/new.md", page("Third text."));
    events.next().expect("there is an event for a new file");
    assert!(server.get("/more/new/").contains("Third text."));
    std::fs::remove_file(site.root.join("content/more/new.md")).unwrap();
    events.next().expect("there is an event for a file that is gone");
    assert!(server.get("/more/new/").starts_with("HTTP/1.1 404 Not Found\r\n"));
    server.says("content/more/new.md is gone: built in ");

    // A folder that was not there in the beginning.
    site.write("templates/404.html", "own page for what is not found");
    events.next().expect("there is an event for a new folder");
    assert!(server.get("/nothing").contains("own page for what is not found"));
    assert!(!site.root.join("public").exists(), "nothing is written");
}

#[test]
fn errors_lie_over_the_last_good_page() {
    let site = site("Good text.");
    let server = Server::start(&site, &["--port", "0"]);
    let mut events = server.events();
    events.next().expect("there is a first event");
    site.write("content/page.md", page("Broken [link](gone.md)."));
    events.next().expect("there is an event for a failed build");
    let shown = server.get("/page/");
    assert!(shown.contains("Good text.") && !shown.contains("<p>Broken"), "{shown}");
    let overlay = shown.split("<pre>").nth(1).and_then(|rest| rest.split("</pre>").next()).expect("it is there");
    let overlay = overlay.replace("&lt;", "<").replace("&amp;", "&");
    assert!(overlay.starts_with("error[BB501]") && overlay.contains("--> content/page.md:5:"), "{overlay}");
    assert!(server.says("1 error").contains(&overlay), "the terminal shows the same");
    site.write("content/page.md", page("Mended text."));
    events.next().expect("there is an event for a build that is good again");
    let shown = server.get("/page/");
    assert!(shown.contains("Mended text.") && !shown.contains("benchbook-errors"), "{shown}");
}

#[test]
fn files_are_looked_at_where_there_are_no_notices() {
    let site = site("First text.");
    let server = Server::start(&site, &["--port", "0", "--poll"]);
    let mut events = server.events();
    events.next().expect("there is a first event");
    site.write("content/page.md", page("Another text."));
    events.next().expect("there is another event");
    assert!(server.get("/page/").contains("Another text."));
}

#[test]
fn strangers_and_other_folders_get_nothing() {
    let site = site("Text.");
    let server = Server::start(&site, &["--port", "0"]);
    let own = format!("127.0.0.1:{}", server.port);
    for host in ["example.org", &format!("example.org:{}", server.port), "127.0.0.1.example.org"] {
        let refused = server.ask("GET /page/", host);
        assert!(refused.starts_with("HTTP/1.1 403 Forbidden\r\n") && !refused.contains("Text."), "{refused}");
    }
    for path in ["/../benchbook.toml", "/page/../../benchbook.toml", "/%2e%2e/benchbook.toml", "/..%2fbenchbook.toml"] {
        let refused = server.ask(&format!("GET {path}"), &own);
        assert!(refused.starts_with("HTTP/1.1 400 Bad Request\r\n") && !refused.contains("Example"), "{refused}");
    }
    for path in ["/benchbook.toml", "/content/page.md", "//benchbook.toml"] {
        assert!(server.get(path).starts_with("HTTP/1.1 404 Not Found\r\n"), "{path}");
    }
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
        let refused = server.ask(&format!("{method} /page/"), &own);
        assert!(refused.starts_with("HTTP/1.1 405 Method Not Allowed\r\n"), "{refused}");
        assert!(refused.contains("\r\nallow: GET, HEAD\r\n"), "{refused}");
    }
}

#[test]
fn responses_say_what_they_are() {
    let site = site("Text.");
    let server = Server::start(&site, &["--port", "0"]);
    let kinds = [
        ("/", "text/html; charset=utf-8"),
        ("/assets/benchbook.css", "text/css; charset=utf-8"),
        ("/assets/benchbook.js", "text/javascript; charset=utf-8"),
        ("/assets/mark.svg", "image/svg+xml"),
        ("/notes.txt", "text/plain; charset=utf-8"),
        ("/evidence/SHA256SUMS", "text/plain; charset=utf-8"),
        ("/benchbook.json", "application/json"),
        ("/feed.xml", "application/xml"),
    ];
    for (path, kind) in kinds {
        let response = server.get(path);
        assert!(response.contains(&format!("\r\ncontent-type: {kind}\r\n")), "{path}: {response}");
        assert!(response.contains("\r\ncache-control: no-store\r\n"), "{path}: {response}");
    }
    let missing = server.get("/no/such/page");
    assert!(
        missing.contains("href=\"/assets/benchbook.css\"") && missing.contains("href=\"/index.html\""),
        "{missing}"
    );
    let elsewhere = server.get("/page");
    assert!(elsewhere.starts_with("HTTP/1.1 302 Found\r\n") && elsewhere.contains("\r\nlocation: /page/\r\n"));
    let head = server.ask("HEAD /notes.txt", "localhost");
    assert!(head.contains("\r\ncontent-length: 5\r\n") && head.ends_with("\r\n\r\n"), "{head}");
    site.build().success();
    assert!(!site.read("public/page/index.html").contains("__benchbook"), "only the preview has the script");
}

#[test]
fn a_port_that_is_taken() {
    let site = site("Text.");
    let server = Server::start(&site, &["--port", "0"]);
    let port = server.port.to_string();
    let refused = site.run(&["serve", "--color", "never", "--port", &port]);
    assert_eq!(refused.code, 1);
    assert!(refused.stderr.contains("another program listens there"), "{}", refused.stderr);
    assert_eq!(Site::empty().run(&["serve"]).code, 1, "an empty folder is no site");
    let (first, second) = (Server::start(&site, &[]), Server::start(&site, &[]));
    assert!(first.port >= 4000 && second.port > first.port, "{} {}", first.port, second.port);
}

#[cfg(unix)]
#[test]
fn it_ends_well_when_interrupted() {
    let site = site("Text.");
    let mut server = Server::start(&site, &["--port", "0"]);
    let stopped = Command::new("kill").args(["-INT", &server.child.id().to_string()]).status();
    assert!(stopped.expect("there is a program `kill`").success());
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
    server.says("stopped");
}

#[cfg(unix)]
#[test]
fn a_preview_of_outputs_leaves_nothing_behind() {
    let site = outputs();
    let mut server = Server::start(&site, &["bench", "--port", "0"]);
    assert!(files_below(&site, "tmp").contains(&"suite.toml".to_owned()));
    // Perhaps in the middle of a build.
    site.write("bench/json-r3.txt", wrk("24800.00"));
    let stopped = Command::new("kill").args(["-INT", &server.child.id().to_string()]).status();
    assert!(stopped.expect("there is a program `kill`").success());
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
    assert_eq!(files_below(&site, "tmp"), ["other.txt"]);
}

/// A folder `bench` with two rounds of wrk.
fn outputs() -> Site {
    let site = Site::empty();
    site.write("tmp/other.txt", "not ours");
    site.write("bench/json-r1.txt", wrk("24603.97"));
    site.write("bench/json-r2.txt", wrk("24700.00"));
    site
}

/// What wrk writes of a run with so many requests per second.
fn wrk(rate: &str) -> String {
    let text = std::fs::read_to_string(tests().join("fixtures/wrk/gen-wrk-latency.txt")).expect("the fixture is there");
    assert!(text.contains("24603.97"), "{text}");
    text.replace("24603.97", rate)
}

/// The rates that the report shows, in requests per second.
fn rates(server: &Server) -> Vec<f64> {
    let response = server.get("/report/figures.json");
    let (_, body) = response.split_once("\r\n\r\n").expect("the header ends");
    let page: serde_json::Value = serde_json::from_str(body).expect("it is JSON");
    let figures = page["figures"].as_array().expect("a list").iter();
    let rates = figures.filter(|figure| figure["unit"] == "req/s" && figure["kind"] != "mark");
    let mut rates: Vec<f64> = rates.map(|figure| figure["value"].as_f64().expect("a number")).collect();
    rates.dedup();
    rates
}

/// The files below a folder of the site.
fn files_below(site: &Site, folder: &str) -> Vec<String> {
    let all = walkdir::WalkDir::new(site.root.join(folder)).sort_by_file_name().into_iter();
    let files = all.filter_map(Result::ok).filter(|entry| entry.file_type().is_file());
    files.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn outputs_without_a_site_are_previewed() {
    for arguments in [&["bench", "--port", "0"][..], &["bench", "--port", "0", "--poll"]] {
        let site = outputs();
        let server = Server::start(&site, arguments);
        server.says("the report: built in ");
        server.says(" from 2 outputs, no errors");
        assert!(server.says("serving").contains("/report/ until Ctrl-C"), "the address is that of the report");
        let mut events = server.events();
        events.next().expect("there is a first event");
        // The median of two rounds: (24603.97 + 24700.00) / 2 = 24651.985.
        assert_eq!(rates(&server), [24651.985]);
        assert!(server.get("/evidence/results/raw/json-r1.txt").contains("24603.97"));

        // Another round, a change of it, another name: what the names say is inferred anew.
        site.write("bench/json-r3.txt", wrk("24800.00"));
        events.next().expect("there is an event for a new output");
        server.says("bench/json-r3.txt is new: built in ");
        server.says(" from 3 outputs, no errors");
        assert_eq!(rates(&server), [24700.0]);
        site.write("bench/json-r3.txt", wrk("124650.00"));
        events.next().expect("there is an event for a changed output");
        server.says("bench/json-r3.txt changed: built in ");
        assert!(server.get("/evidence/results/raw/json-r3.txt").contains("124650.00"));
        std::fs::rename(site.root.join("bench/json-r3.txt"), site.root.join("bench/plaintext-r1.txt")).unwrap();
        events.next().expect("there is an event for another name");
        assert!(server.get("/report/").contains("plaintext") && rates(&server).contains(&124_650.0));
        std::fs::remove_file(site.root.join("bench/plaintext-r1.txt")).unwrap();
        events.next().expect("there is an event for an output that is gone");
        server.says("bench/plaintext-r1.txt is gone: built in ");
        assert!(!server.get("/report/").contains("plaintext"));

        assert_eq!(files_below(&site, "bench"), ["json-r1.txt", "json-r2.txt"], "nothing is written among the outputs");
        // What a build before needed for itself goes after the new one is shown.
        let begun = Instant::now();
        let kept = || files_below(&site, "tmp").iter().filter(|name| *name == "benchbook.toml").count();
        while kept() != 1 {
            assert!(begun.elapsed() < Duration::from_secs(20), "{} builds keep what they needed", kept());
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

#[test]
fn outputs_that_go_leave_the_last_report() {
    let site = outputs();
    let server = Server::start(&site, &["./bench", "--port", "0"]);
    let mut events = server.events();
    events.next().expect("there is a first event");
    std::fs::rename(site.root.join("bench"), site.root.join("before")).unwrap();
    events.next().expect("there is an event for a folder that is gone");
    let shown = server.get("/report/");
    assert!(shown.contains("there is no file or folder"), "{shown}");
    assert_eq!(rates(&server), [24651.985]);
    // A benchmark that begins with an empty folder.
    site.write("bench/json-r1.txt", wrk("9.00"));
    events.next().expect("there is an event for a folder that came back");
    assert!(!server.get("/report/").contains("benchbook-errors"));
    assert_eq!(rates(&server), [9.0]);
    site.write("bench/json-r1.txt", wrk("8.00"));
    events.next().expect("the new folder is watched");
    assert_eq!(rates(&server), [8.0]);
}

#[test]
fn a_single_output_is_previewed() {
    let site = outputs();
    let server = Server::start(&site, &["bench/json-r1.txt", "--port", "0"]);
    let mut events = server.events();
    events.next().expect("there is a first event");
    assert_eq!(rates(&server), [24603.97]);
    // Others are not asked for, and a site that was made beside it is no output.
    site.write("bench/json-r2.txt", wrk("1.00"));
    site.run(&["build", "bench/json-r1.txt", "--out", "bench/report"]).success();
    site.write("bench/json-r1.txt", wrk("24611.00"));
    events.next().expect("there is an event for a changed output");
    assert_eq!(rates(&server), [24611.0]);
    let said = server.says("\njson-r1.txt changed: built in ");
    assert_eq!(said.matches("built in").count(), 2, "{said}");
}

#[test]
fn what_holds_no_output_is_not_previewed() {
    let site = Site::empty();
    site.write("notes/readme.txt", "nothing");
    let refused = site.run(&["serve", "notes", "--port", "0", "--color", "never"]);
    assert_eq!(refused.code, 1);
    assert!(refused.stderr.contains("error[BB201]: `notes` holds no output that is recognised"), "{}", refused.stderr);
    let refused = site.run(&["serve", "nowhere", "--port", "0", "--color", "never"]);
    assert!(refused.code == 1 && refused.stderr.contains("there is no folder `nowhere`"), "{}", refused.stderr);
}
