//! The preview: a site from memory, rebuilt when a file changes, with the browser following.

mod preview;
mod respond;
mod subject;
mod watch;

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use http_body_util::channel::Channel;
use http_body_util::{Either, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::sync::watch::{Receiver, Sender, channel};

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::printer::{Printer, counted};
use preview::Preview;
use respond::{Answer, answer};
use subject::Subject;
use watch::{Change, Snapshot, Watch};

/// The port of a preview that asks for none.
const PORT: u16 = 4000;
/// How many ports are tried from there on.
const PORTS: u16 = 100;
/// How often a stream without news says that it is there.
const ALIVE: Duration = Duration::from_secs(15);

/// What to serve, and where.
#[derive(Debug, Clone)]
pub struct Options {
    /// The folder of the site, or a folder or file of outputs.
    pub root: PathBuf,
    /// The address to listen at.
    pub host: IpAddr,
    /// The port; without one, the first that is free from 4000 on.
    pub port: Option<u16>,
    /// Whether to open the start page in a browser.
    pub open: bool,
    /// Whether to look at files every so often, where the system gives no notices.
    pub poll: bool,
}

type Body = Either<Full<Bytes>, Channel<Bytes>>;

/// Serves a site, or the report on outputs, until Ctrl-C.
pub fn serve(options: &Options, printer: &Printer) -> Result<(), Box<Diagnostic>> {
    let listener = listen(options)?;
    let address = listener.local_addr().map_err(|error| cannot_serve(options, &error))?;
    let subject = Subject::new(&options.root);
    let scope = Arc::new(subject.scope());
    // Watching begins before the first build reads, so that no change is missed.
    let (watch, why) = Watch::new(&scope, options.poll);
    let before = Snapshot::take(&scope);
    let started = Instant::now();
    let built = subject.build()?;
    let (first, found) = Preview::new(Ok(built), 0, &Preview::default());
    report(&subject, &first, &found, &[], started.elapsed(), printer);
    if let Some(why) = why {
        printer.status(&format!("the system gives no notices of changes ({why}): files are looked at instead"));
    }
    let (sender, receiver) = channel(Arc::new(first));
    let url = format!("http://{address}/{}", subject.start());
    let follower = Arc::new(Follower { subject, sender, has_ended: Mutex::default(), printer: *printer });
    let following = Arc::clone(&follower);
    std::thread::spawn(move || following.follow(watch, before));
    printer.status(&format!("serving {url} until Ctrl-C"));
    if !options.host.is_loopback() {
        printer.status("whoever reaches this machine by network can read the site");
    }
    if options.open {
        open(&url, printer);
    }
    run(listener, receiver).map_err(|error| cannot_serve(options, &error))?;
    follower.end();
    printer.status("stopped");
    Ok(())
}

fn listen(options: &Options) -> Result<TcpListener, Box<Diagnostic>> {
    let bind = |port: u16| TcpListener::bind(SocketAddr::new(options.host, port));
    let bound = match options.port {
        Some(port) => bind(port),
        None => {
            let mut tried = (PORT..PORT + PORTS).map(bind);
            let taken = |bound: &io::Result<TcpListener>| {
                bound.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::AddrInUse)
            };
            tried.find(|bound| !taken(bound)).unwrap_or_else(|| bind(PORT))
        }
    };
    bound.map_err(|error| cannot_serve(options, &error))
}

fn cannot_serve(options: &Options, error: &io::Error) -> Box<Diagnostic> {
    let address = SocketAddr::new(options.host, options.port.unwrap_or(PORT));
    let why = match error.kind() {
        io::ErrorKind::AddrInUse => "another program listens there".to_owned(),
        _ => error.to_string(),
    };
    let diagnostic = Diagnostic::error(Code::CannotServe, format!("cannot serve at `{address}`: {why}"));
    Box::new(diagnostic.help("choose another port with `--port`, or leave it out and the next free one is taken"))
}

/// Rebuilds whenever files changed.
struct Follower {
    subject: Subject,
    sender: Sender<Arc<Preview>>,
    /// Held while it builds.
    has_ended: Mutex<bool>,
    printer: Printer,
}

impl Follower {
    fn follow(&self, mut watch: Watch, mut before: Snapshot) {
        for number in 1.. {
            let now = watch.wait(&before);
            let changes = now.since(&before);
            before = now;
            let Ok(has_ended) = self.has_ended.lock() else { return };
            if *has_ended {
                return;
            }
            let last = Arc::clone(&self.sender.borrow());
            let started = Instant::now();
            let (next, found) = Preview::new(self.subject.build(), number, &last);
            report(&self.subject, &next, &found, &changes, started.elapsed(), &self.printer);
            self.sender.send_replace(Arc::new(next));
        }
    }

    /// Ends it before the program does. Of outputs a build that is under way is waited for, and the last preview let
    /// go of, so that their temporary folders are removed.
    fn end(&self) {
        if self.subject.is_outputs()
            && let Ok(mut has_ended) = self.has_ended.lock()
        {
            *has_ended = true;
            self.sender.send_replace(Arc::default());
        }
    }
}

/// Says what changed, how long the build took and what is wrong.
fn report(
    subject: &Subject,
    preview: &Preview,
    found: &[Diagnostic],
    changes: &[Change],
    took: Duration,
    printer: &Printer,
) {
    printer.list(found);
    let warnings = found.iter().filter(|diagnostic| diagnostic.severity == Severity::Warning).count();
    let read = preview.outputs().map(|outputs| format!(" from {}", counted(outputs, "output"))).unwrap_or_default();
    let wrong = match (preview.errors.is_empty(), warnings) {
        (true, 0) => format!("{read}, no errors"),
        (true, warnings) => format!("{read}, no errors, {}", counted(warnings, "warning")),
        (false, _) => format!(", {}", preview.count),
    };
    printer.status(&format!("{}: built in {:.0} ms{wrong}", told(subject, changes), took.as_secs_f64() * 1e3));
}

/// What changed, in a few words.
fn told(subject: &Subject, changes: &[Change]) -> String {
    match changes {
        [] => subject.name().to_owned(),
        [Change { path, what }] => format!("{path} {what}"),
        [Change { path, what }, others @ ..] => format!("{path} {what}, and {} more", counted(others.len(), "file")),
    }
}

fn run(listener: TcpListener, previews: Receiver<Arc<Preview>>) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        tokio::spawn(accept(listener, previews));
        tokio::signal::ctrl_c().await
    })
}

async fn accept(listener: tokio::net::TcpListener, previews: Receiver<Arc<Preview>>) {
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // Too many open files, say: it passes.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let previews = previews.clone();
        let service = service_fn(move |request| {
            let response = respond(&request, &previews);
            async { Ok::<_, Infallible>(response) }
        });
        let connection = http1::Builder::new().timer(TokioTimer::new()).serve_connection(TokioIo::new(stream), service);
        // A browser that goes away in the middle is no error.
        tokio::spawn(async { connection.await.unwrap_or_default() });
    }
}

fn respond(request: &Request<Incoming>, previews: &Receiver<Arc<Preview>>) -> Response<Body> {
    let preview = Arc::clone(&previews.borrow());
    let content = |bytes: Vec<u8>| Either::Left(Full::new(Bytes::from(bytes)));
    let (status, kind, body, location) = match answer(request.method(), request.uri(), request.headers(), &preview) {
        Answer::Content(status, kind, bytes) => (status, kind, content(bytes), None),
        Answer::File(kind, path) => (StatusCode::OK, kind, Either::Right(from_disk(path)), None),
        Answer::Elsewhere(address) => (StatusCode::FOUND, "text/plain", content(Vec::new()), Some(address)),
        Answer::Events => (StatusCode::OK, "text/event-stream", Either::Right(events(previews.clone())), None),
    };
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.extend(respond::HEADERS.map(|(name, value)| (name, HeaderValue::from_static(value))));
    headers.extend(location.and_then(|address| Some((header::LOCATION, HeaderValue::from_str(&address).ok()?))));
    if status == StatusCode::METHOD_NOT_ALLOWED {
        headers.insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
    }
    response
}

/// A file in parts, each read when the one before was taken.
fn from_disk(path: PathBuf) -> Channel<Bytes> {
    const PART: u64 = 256 << 10;
    let (mut sender, body) = Channel::new(1);
    tokio::spawn(async move {
        for number in 0.. {
            let path = path.clone();
            let part =
                move || crate::files::slice(Path::new(""), &path.to_string_lossy(), number * PART, (number + 1) * PART);
            let Ok(Ok(bytes)) = tokio::task::spawn_blocking(part).await else { return };
            // A browser that goes away in the middle is no error.
            if bytes.is_empty() || sender.send_data(Bytes::from(bytes)).await.is_err() {
                return;
            }
        }
    });
    body
}

/// A stream with the version that is shown, now and whenever there is another.
fn events(mut previews: Receiver<Arc<Preview>>) -> Channel<Bytes> {
    let (mut sender, body) = Channel::new(1);
    tokio::spawn(async move {
        let mut text = format!("retry: 500\n{}", built(&mut previews));
        // When the browser has gone, nothing can be sent.
        while sender.send_data(Bytes::from(text)).await.is_ok() {
            text = match tokio::time::timeout(ALIVE, previews.changed()).await {
                Ok(Ok(())) => built(&mut previews),
                Ok(Err(_)) => return,
                Err(_) => ":\n\n".to_owned(),
            };
        }
    });
    body
}

/// The event of the build that is shown.
fn built(previews: &mut Receiver<Arc<Preview>>) -> String {
    format!("event: built\ndata: {}\n\n", previews.borrow_and_update().version)
}

/// Opens a browser at that address.
fn open(url: &str, printer: &Printer) {
    let (program, before): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = std::process::Command::new(program);
    let quiet = std::process::Stdio::null;
    let started = command.args(before).arg(url).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
    if started.is_err() {
        printer.status(&format!("no browser could be opened: there is no program `{program}`"));
    }
}
