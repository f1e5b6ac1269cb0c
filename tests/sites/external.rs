//! Links to other hosts, asked for at a server in this test; `BENCHBOOK_BLESS=1` rewrites what is expected.

#![expect(clippy::disallowed_methods, reason = "a test may read what it likes")]

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::support::{Run, Site, bless, tests};

/// A server on the loopback that remembers what it was asked for.
struct Server {
    /// `127.0.0.1:40000`.
    host: String,
    requests: Arc<Mutex<Vec<String>>>,
    /// The most requests that were under way at once.
    most: Arc<AtomicUsize>,
}

impl Server {
    fn start() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("there is a free port");
        let host = listener.local_addr().expect("it has an address").to_string();
        let server = Self { host, requests: Arc::default(), most: Arc::default() };
        let (requests, most) = (Arc::clone(&server.requests), Arc::clone(&server.most));
        let now = Arc::new(AtomicUsize::new(0));
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (requests, most, now) = (Arc::clone(&requests), Arc::clone(&most), Arc::clone(&now));
                std::thread::spawn(move || {
                    most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    std::thread::sleep(Duration::from_millis(20));
                    let request = first_line(&stream);
                    requests.lock().expect("no thread panics while it holds the list").push(request.clone());
                    now.fetch_sub(1, Ordering::SeqCst);
                    respond(stream, &request);
                });
            }
        });
        server
    }

    /// How often it was asked that.
    fn times(&self, request: &str) -> usize {
        self.requests.lock().expect("no thread panics").iter().filter(|one| *one == request).count()
    }

    /// A site whose links lead to this server.
    fn site(&self) -> Site {
        let site = Site::empty();
        for path in
            ["benchbook.toml", "data/load/suite.toml", "data/load/kruda.csv", "content/page.md", "content/other.md"]
        {
            let text = std::fs::read_to_string(tests().join("sites/external/site").join(path)).expect("it is there");
            site.write(path, text.replace("HOST", &self.host));
        }
        site
    }
}

/// The method and path of a request.
fn first_line(stream: &TcpStream) -> String {
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let first = lines.next().unwrap_or_default();
    lines.find(String::is_empty);
    first.trim_end_matches(" HTTP/1.1").to_owned()
}

fn respond(mut stream: TcpStream, request: &str) {
    let (method, path) = request.split_once(' ').unwrap_or_default();
    let (status, location) = match path {
        "/head-403" if method == "HEAD" => ("403 Forbidden", ""),
        "/head-405" if method == "HEAD" => ("405 Method Not Allowed", ""),
        "/head-501?a=b" if method == "HEAD" => ("501 Not Implemented", ""),
        "/ok" | "/head-403" | "/head-405" | "/head-501?a=b" | "/%C3%BC" => ("200 OK", ""),
        "/found" => ("302 Found", "/ok"),
        "/moved" => ("301 Moved Permanently", "ok"),
        "/moved/then/found" => ("308 Permanent Redirect", "../../found"),
        "/moved/and-gone" => ("301 Moved Permanently", "/gone"),
        "/loop" => ("302 Found", "/loop"),
        "/astray" => ("302 Found", "ftp://127.0.0.1/"),
        "/gone" => ("410 Gone", ""),
        "/forbidden" => ("403 Forbidden", ""),
        "/busy" => ("503 Service Unavailable", ""),
        "/slow" => return std::thread::sleep(Duration::from_secs(5)),
        "/cut" => return,
        _ => ("404 Not Found", ""),
    };
    let location = if location.is_empty() { String::new() } else { format!("Location: {location}\r\n") };
    let response = format!("HTTP/1.1 {status}\r\n{location}Content-Length: 0\r\nConnection: close\r\n\r\n");
    // A client that has gone away asks for nothing more.
    stream.write_all(response.as_bytes()).unwrap_or_default();
}

/// Runs the program, without a proxy between it and the server.
fn run(site: &Site, arguments: &[&str]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_benchbook"));
    for name in ["ALL_PROXY", "HTTP_PROXY", "HTTPS_PROXY"] {
        command.env_remove(name).env_remove(name.to_lowercase());
    }
    command.args(arguments).current_dir(&site.root).output().expect("the program starts").into()
}

#[test]
fn links_to_other_hosts_are_asked_for() {
    let server = Server::start();
    let site = server.site();
    let arguments = ["check", "--external", "--timeout", "1", "--color", "never"];
    let checked = run(&site, &arguments);
    assert_eq!(checked.code, 1, "{}", checked.stderr);
    // As long as the port, so that carets stay where they are.
    let (name, port) = server.host.split_once(':').expect("it has a port");
    let shown = |text: &str| text.replace(&server.host, &format!("{name}:{}", &"PORT_"[..port.len()]));
    let told = |text: &str| -> String {
        shown(text).lines().filter(|line| !line.starts_with("took")).map(|line| format!("{line}\n")).collect()
    };
    let text = told(&checked.stderr);
    bless("sites/external/expected.txt", &text);
    let expected = std::fs::read_to_string(tests().join("sites/external/expected.txt")).expect("it is there");
    assert!(text == expected, "{text}");
    for (request, times) in [
        ("HEAD /head-405", 1),
        ("GET /head-405", 1),
        ("GET /head-403", 1),
        ("GET /head-501?a=b", 1),
        // Its own link, and where three others lead.
        ("HEAD /ok", 4),
        ("GET /ok", 0),
        ("HEAD /missing", 1),
        ("GET /missing", 0),
        ("HEAD /code", 0),
        ("HEAD /%C3%BC", 1),
    ] {
        assert_eq!(server.times(request), times, "{request}: {:?}", server.requests);
    }
    assert!(server.most.load(Ordering::SeqCst) <= 2, "no more than two at a time");
    // The answers come in any order, what is said does not.
    assert_eq!(told(&run(&site, &arguments).stderr), text);
}

#[test]
fn nothing_is_asked_for_unasked() {
    let server = Server::start();
    let site = server.site();
    for arguments in [&["check"][..], &["check", "--fix"], &["build"]] {
        run(&site, arguments).success();
    }
    assert!(server.requests.lock().expect("no thread panics").is_empty(), "{:?}", server.requests);
}

#[test]
fn rules_of_the_site_hold() {
    let server = Server::start();
    let site = server.site();
    let rules = "\n[rules]\nBB506 = \"warning\"\nBB507 = \"allow\"\nBB508 = \"error\"\n";
    site.write("benchbook.toml", site.read("benchbook.toml") + rules);
    let checked = run(&site, &["check", "--external", "--timeout", "1", "--format", "json", "--quiet"]);
    let told: serde_json::Value = serde_json::from_str(&checked.stdout).expect("it is JSON");
    let list = told.as_array().expect("a list");
    let count = |code: &str, severity: &str| {
        list.iter().filter(|one| one["code"] == code && one["severity"] == severity).count()
    };
    assert_eq!((count("BB506", "error"), count("BB508", "warning")), (0, 0), "{told}");
    assert!(count("BB506", "warning") > 5 && count("BB508", "error") == 3, "{told}");
    assert!(!checked.stdout.contains("BB507"), "{}", checked.stdout);
}
