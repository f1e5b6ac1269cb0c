//! Requests to responses: a file of the site, with the script that loads it anew when it changed.

use std::path::PathBuf;

use hyper::header::{self, HeaderName};
use hyper::{HeaderMap, Method, StatusCode, Uri};

use super::preview::Preview;
use crate::address;
use crate::output::Content;

/// Where the preview's own files are.
const OWN: &str = "__benchbook/";
const SCRIPT: &str = include_str!("live.js");
const STYLE: &str = include_str!("live.css");

/// A response before it is sent.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// A status, a type and the content.
    Content(StatusCode, &'static str, Vec<u8>),
    /// A type and a file that is sent from the disk.
    File(&'static str, PathBuf),
    /// Another address of this server.
    Elsewhere(String),
    /// The stream that tells of builds.
    Events,
}

/// Answers a request.
pub(super) fn answer(method: &Method, uri: &Uri, headers: &HeaderMap, preview: &Preview) -> Answer {
    if !is_for_us(uri, headers) {
        let text =
            "This address belongs to a preview of Benchbook, which answers to `localhost` and IP addresses only.\n";
        return plain(StatusCode::FORBIDDEN, text);
    }
    if !matches!(*method, Method::GET | Method::HEAD) {
        return plain(StatusCode::METHOD_NOT_ALLOWED, "Only GET and HEAD are answered.\n");
    }
    match wanted(uri.path()) {
        Some(path) => look_up(&path, uri, preview),
        None => plain(StatusCode::BAD_REQUEST, "The path leads outside of the site.\n"),
    }
}

/// Whether the request names this machine by what no stranger's name server can give out: a page of
/// another site could otherwise read the preview by making its own name mean 127.0.0.1.
fn is_for_us(uri: &Uri, headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|value| value.to_str().ok());
    host.is_some_and(is_local_name) && uri.authority().is_none_or(|authority| is_local_name(authority.as_str()))
}

fn is_local_name(host: &str) -> bool {
    let without_port = match host.strip_prefix('[') {
        Some(rest) => rest.split_once(']').map_or("", |(address, _)| address),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    let name = without_port.trim_end_matches('.').to_ascii_lowercase();
    name == "localhost" || name.ends_with(".localhost") || name.parse::<std::net::IpAddr>().is_ok()
}

/// The address that a request's path names; none when it tries to leave the site.
fn wanted(path: &str) -> Option<String> {
    let path = address::decoded(path.strip_prefix('/')?)?;
    let leaves = |part: &str| matches!(part, "." | "..") || part.contains(['\\', '\0']);
    (!path.split('/').any(leaves)).then_some(path)
}

fn look_up(path: &str, uri: &Uri, preview: &Preview) -> Answer {
    match path.strip_prefix(OWN) {
        Some("events") => return Answer::Events,
        Some("live.js") => return Answer::Content(StatusCode::OK, media_type("live.js", b""), SCRIPT.into()),
        Some("live.css") => return Answer::Content(StatusCode::OK, media_type("live.css", b""), STYLE.into()),
        _ => {}
    }
    if preview.files.is_empty() {
        return Answer::Content(StatusCode::SERVICE_UNAVAILABLE, HTML, nothing_yet(preview));
    }
    let in_folder = if path.is_empty() || path.ends_with('/') { format!("{path}index.html") } else { path.to_owned() };
    if let Some(Content::OnDisk(path)) = preview.files.get(&in_folder) {
        // What is so large is a stream of measurements, which is text.
        return Answer::File(media_type(&in_folder, b""), path.clone());
    }
    if let Some(Content::Bytes(bytes)) = preview.files.get(&in_folder) {
        let kind = media_type(&in_folder, bytes);
        // Evidence is served as it is, even when it is HTML.
        let is_page = kind == HTML && !preview.files.contains_key(&format!("{in_folder}.html"));
        let bytes = if is_page { with_live(bytes, preview) } else { bytes.clone() };
        return Answer::Content(StatusCode::OK, kind, bytes);
    }
    if preview.files.contains_key(&format!("{path}/index.html")) {
        let query = uri.query().map_or(String::new(), |query| format!("?{query}"));
        return Answer::Elsewhere(format!("/{}/{query}", address::encoded(path)));
    }
    not_found(preview)
}

fn not_found(preview: &Preview) -> Answer {
    let Some(Content::Bytes(page)) = preview.files.get("404.html") else {
        return plain(StatusCode::NOT_FOUND, "Not found.\n");
    };
    Answer::Content(StatusCode::NOT_FOUND, HTML, with_live(page, preview))
}

const HTML: &str = "text/html; charset=utf-8";
const TEXT: &str = "text/plain; charset=utf-8";

fn plain(status: StatusCode, text: &str) -> Answer {
    Answer::Content(status, TEXT, text.into())
}

/// A page with the script, and with the errors of the last build over it.
fn with_live(page: &[u8], preview: &Preview) -> Vec<u8> {
    let end = memchr::memmem::rfind(page, b"</body>").unwrap_or(page.len());
    let live = live(preview, "the last version without errors is shown");
    [&page[..end], live.as_bytes(), &page[end..]].concat()
}

/// The page before the first build without errors.
fn nothing_yet(preview: &Preview) -> Vec<u8> {
    let live = live(preview, "nothing can be shown yet");
    let head = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Benchbook</title></head>";
    format!("{head}<body>{live}</body></html>\n").into_bytes()
}

fn live(preview: &Preview, what: &str) -> String {
    let script = format!("<script src=\"/{OWN}live.js\" data-version=\"{}\"></script>", preview.version);
    if preview.errors.is_empty() {
        return script;
    }
    let errors = preview.errors.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<link rel=\"stylesheet\" href=\"/{OWN}live.css\">\
         <section id=\"benchbook-errors\" role=\"alert\"><p><strong>{}: {what}</strong> \
         <button id=\"benchbook-hide\" type=\"button\">Hide</button></p><pre>{errors}</pre></section>{script}",
        preview.count
    )
}

/// Headers that every response has.
pub(super) const HEADERS: [(HeaderName, &str); 3] = [
    (header::CACHE_CONTROL, "no-store"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// The media type of a file, from its name; without a known one, text is text.
fn media_type(path: &str, bytes: &[u8]) -> &'static str {
    let name = path.rsplit('/').next().unwrap_or(path);
    match name.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase().as_str() {
        "html" | "htm" => HTML,
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json",
        "xml" => "application/xml",
        "csv" => "text/csv; charset=utf-8",
        "tsv" => "text/tab-separated-values; charset=utf-8",
        "md" => "text/markdown; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/x-icon",
        "woff" => "font/woff",
        "woff2" => "font/woff2",
        "pdf" => "application/pdf",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        "gz" => "application/gzip",
        "zip" => "application/zip",
        _ if std::str::from_utf8(bytes).is_ok_and(|text| !text.contains('\0')) => TEXT,
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use super::*;

    fn preview(errors: &str) -> Preview {
        let file = |path: &str, text: &str| (path.to_owned(), Content::Bytes(text.as_bytes().to_vec()));
        Preview {
            version: "7-1".to_owned(),
            files: Arc::new(BTreeMap::from([
                file("index.html", "<body>start</body>"),
                file("404.html", "<head></head><body>no page</body>"),
                file("reports/a/index.html", "<body>a</body>"),
                file("evidence/s/page.html", "<body>raw</body>"),
                file("evidence/s/page.html.html", "<body>viewer</body>"),
                file("evidence/SHA256SUMS", "00"),
                ("evidence/s/large.jtl".to_owned(), Content::OnDisk("data/s/large.jtl".into())),
            ])),
            errors: errors.to_owned(),
            count: "1 error".to_owned(),
            inferred: None,
        }
    }

    fn get(path: &str, preview: &Preview) -> (u16, String) {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, header::HeaderValue::from_static("127.0.0.1:4000"));
        match answer(&Method::GET, &path.parse().expect("it is a path"), &headers, preview) {
            Answer::Content(status, _, bytes) => (status.as_u16(), String::from_utf8(bytes).expect("it is text")),
            Answer::File(_, path) => (200, path.display().to_string()),
            Answer::Elsewhere(address) => (302, address),
            Answer::Events => (200, "events".to_owned()),
        }
    }

    #[test]
    fn names_that_a_name_server_could_give_out_are_refused() {
        for name in ["localhost", "LOCALHOST:4000", "a.localhost:1", "127.0.0.1:4000", "[::1]:4000", "10.0.0.3"] {
            assert!(is_local_name(name), "{name}");
        }
        for name in ["", "example.org", "example.org:4000", "localhost.example.org", "127.0.0.1.example.org", "[::1"] {
            assert!(!is_local_name(name), "{name}");
        }
    }

    #[test]
    fn pages_have_the_script_and_evidence_has_not() {
        let script = "<script src=\"/__benchbook/live.js\" data-version=\"7-1\"></script>";
        let preview = preview("");
        assert_eq!(get("/?a", &preview), (200, format!("<body>start{script}</body>")));
        assert_eq!(get("/reports/a", &preview), (302, "/reports/a/".to_owned()));
        assert_eq!(get("/reports/a/", &preview).1, format!("<body>a{script}</body>"));
        assert_eq!(get("/evidence/s/page.html", &preview).1, "<body>raw</body>");
        assert_eq!(get("/evidence/s/page.html.html", &preview).1, format!("<body>viewer{script}</body>"));
        assert_eq!(get("/evidence/s/large.jtl", &preview), (200, "data/s/large.jtl".to_owned()));
        let missing = get("/reports/b", &preview);
        assert_eq!(missing, (404, format!("<head></head><body>no page{script}</body>")));
    }

    #[test]
    fn nothing_outside_of_the_site_is_looked_up() {
        let preview = preview("");
        for path in ["/../secret", "/reports/../../secret", "/%2e%2e/secret", "/a%5c..%5csecret", "/a/./b"] {
            assert_eq!(get(path, &preview).0, 400, "{path}");
        }
        assert_eq!(get("//etc/passwd", &preview).0, 404);
    }

    #[test]
    fn errors_lie_over_the_page_as_text() {
        let (_, page) = get("/", &preview("error: <b> & c"));
        assert!(page.contains("<pre>error: &lt;b> &amp; c</pre>") && page.contains("start<link"), "{page}");
        let empty = Preview { files: Arc::default(), ..preview("error: x") };
        assert_eq!(get("/any", &empty).0, 503);
    }
}
