//! A stand-in for the platform's interface: comments of a pull request, over HTTP on the loopback.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::{Value, json};

/// A comment.
#[derive(Debug, Clone)]
pub(super) struct Comment {
    pub(super) id: u64,
    pub(super) author: String,
    pub(super) body: String,
}

#[derive(Debug, Default)]
struct State {
    comments: Vec<Comment>,
    requests: Vec<String>,
}

/// A server that answers until the tests end.
pub(super) struct Api {
    pub(super) address: String,
    state: Arc<Mutex<State>>,
}

struct Request {
    method: String,
    path: String,
    authorization: String,
    body: Value,
}

impl Api {
    pub(super) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
        let address = format!("http://{}", listener.local_addr().expect("it has an address"));
        let state = Arc::new(Mutex::new(State::default()));
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                serve(&stream, &mut shared.lock().expect("no thread panicked"));
            }
        });
        Self { address, state }
    }

    pub(super) fn add(&self, id: u64, author: &str, body: &str) {
        let comment = Comment { id, author: author.to_owned(), body: body.to_owned() };
        self.state.lock().expect("no thread panicked").comments.push(comment);
    }

    pub(super) fn comments(&self) -> Vec<Comment> {
        self.state.lock().expect("no thread panicked").comments.clone()
    }

    /// Each request as its method, its path and how it authorised itself.
    pub(super) fn requests(&self) -> Vec<String> {
        self.state.lock().expect("no thread panicked").requests.clone()
    }
}

fn serve(mut stream: &TcpStream, state: &mut State) {
    let request = read(stream);
    state.requests.push(format!("{} {} {}", request.method, request.path, request.authorization));
    let (status, answer) = answer(&request, &mut state.comments);
    let text = answer.to_string();
    let head = format!("HTTP/1.1 {status} Status\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", text.len());
    stream.write_all((head + &text).as_bytes()).expect("the client listens");
}

fn read(stream: &TcpStream) -> Request {
    let mut reader = BufReader::new(stream);
    let mut first = String::new();
    reader.read_line(&mut first).expect("there is a request");
    let (mut length, mut authorization) = (0, String::new());
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).expect("there are headers");
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        match name.to_lowercase().as_str() {
            "content-length" => length = value.parse().expect("a length"),
            "authorization" => authorization = value.to_owned(),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("there is a body");
    let mut words = first.split(' ').map(str::to_owned);
    let mut word = || words.next().unwrap_or_default();
    Request { method: word(), path: word(), authorization, body: serde_json::from_slice(&body).unwrap_or_default() }
}

fn answer(request: &Request, comments: &mut Vec<Comment>) -> (u16, Value) {
    let body = || request.body["body"].as_str().expect("a comment has a body").to_owned();
    match request.method.as_str() {
        "GET" if request.path.contains("/pulls?") => (200, json!([{ "number": 7, "head": { "sha": "c0ffee" } }])),
        "GET" => (200, comments.iter().map(shown).collect()),
        _ if request.authorization.ends_with("reads-only") => (403, json!({ "message": "not accessible" })),
        "POST" => {
            let id = comments.last().map_or(1, |comment| comment.id + 1);
            comments.push(Comment { id, author: "github-actions[bot]".to_owned(), body: body() });
            (201, json!({ "html_url": "https://example.org/7" }))
        }
        "PATCH" => {
            let id = request.path.rsplit('/').next().and_then(|id| id.parse().ok()).unwrap_or(0);
            let comment = comments.iter_mut().find(|comment: &&mut Comment| comment.id == id);
            comment.expect("it is there").body = body();
            (200, json!({ "html_url": "https://example.org/7" }))
        }
        _ => (405, Value::Null),
    }
}

fn shown(comment: &Comment) -> Value {
    json!({ "id": comment.id, "user": { "login": comment.author }, "body": comment.body })
}
