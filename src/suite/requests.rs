//! What addresses say of requests: how they came to the server, and what they asked for.

use std::collections::BTreeSet;

use super::{Suite, Testimony};
use crate::model::Fact;
use crate::words::{Message, say};

/// Formats of tools that speak one version of HTTP only, by the beginning of their titles.
const VERSIONS: [(&str, &str); 4] =
    [("wrk text", "HTTP/1.1"), ("wrk2 text", "HTTP/1.1"), ("autocannon ", "HTTP/1.1"), ("ApacheBench ", "HTTP/1.0")];

/// Formats of tools that say which version they spoke, by the beginning of their titles, and the fact that tells it.
const TELLING: [(&str, &str); 2] = [("h2load text", PROTOCOL), ("bombardier JSON", "client")];

/// The fact of h2load.
const PROTOCOL: &str = "application_protocol";

/// What tools call a version of HTTP: by its name in TLS, or by the client that they speak it with.
const SPOKEN: [(&str, &str); 7] = [
    ("http/1.0", "HTTP/1.0"),
    ("http/1.1", "HTTP/1.1"),
    ("h2", "HTTP/2"),
    (CLEARTEXT, "HTTP/2"),
    ("h3", "HTTP/3"),
    ("fasthttp", "HTTP/1.1"),
    ("net/http.v1", "HTTP/1.1"),
];

/// HTTP/2 without TLS.
const CLEARTEXT: &str = "h2c";

/// More routes than this are no line.
const MOST_ROUTES: usize = 5;

/// An address in parts, as far as requests follow from it.
struct Address<'a> {
    scheme: &'a str,
    host: &'a str,
    /// Without the query, which may hold what is nobody's business.
    path: &'a str,
}

impl<'a> Address<'a> {
    /// The parts of `http://user@localhost:3000/json?n=1`.
    fn parse(text: &'a str) -> Option<Self> {
        let (scheme, rest) = text.split_once("://")?;
        let (authority, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
        let place = authority.rsplit_once('@').map_or(authority, |(_, place)| place);
        let host = match place.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((host, _)) => host,
            None => place.split(':').next().unwrap_or(place),
        };
        let path = path.split(['?', '#']).next().filter(|path| !path.is_empty()).unwrap_or("/");
        Some(Self { scheme, host, path })
    }
}

fn is_loopback(host: &str) -> bool {
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// The version of HTTP that the tools speak, whether with TLS, and whether over the loopback, as far as all files say it.
pub(super) fn network(suite: &Suite, told: &Testimony) -> Option<Message> {
    let addresses: Option<Vec<Address<'_>>> = told.all("url").map(Address::parse).collect();
    let addresses = addresses?;
    let hosts: Vec<&str> = told.all("host").chain(addresses.iter().map(|address| address.host)).collect();
    let loopback = !hosts.is_empty() && hosts.into_iter().all(is_loopback) && all_tell(suite, &["url", "host"]);
    let parts = version(suite, told).map(Message::from).into_iter();
    let parts = parts.chain(tls(suite, told, &addresses)).chain(loopback.then(|| say("over_loopback")));
    let parts: Vec<Message> = parts.collect();
    (!parts.is_empty()).then(|| Message::joined("comma", parts))
}

/// The version of HTTP that a tool calls so.
fn spoken(text: &str) -> Option<&'static str> {
    SPOKEN.iter().find(|(own, _)| *own == text).map(|(_, version)| *version)
}

/// The version of HTTP that the tools of all files speak; notes beside them say nothing of it.
fn version(suite: &Suite, told: &Testimony) -> Option<&'static str> {
    let of = |title: &str| -> Option<Vec<&'static str>> {
        if let Some((_, fact)) = TELLING.iter().find(|(start, _)| title.starts_with(start)) {
            return told.all(fact).map(spoken).collect();
        }
        VERSIONS.iter().find(|(start, _)| title.starts_with(start)).map(|(_, version)| vec![*version])
    };
    let results = suite.files.iter().filter(|file| file.is_read());
    let versions: Option<Vec<Vec<&str>>> = results.map(|file| of(&file.format)).collect();
    let versions: BTreeSet<&str> = versions?.into_iter().flatten().collect();
    versions.first().copied().filter(|_| versions.len() == 1)
}

/// Whether all requests were sent with TLS, or all without it. A host alone tells of neither.
fn tls(suite: &Suite, told: &Testimony, addresses: &[Address<'_>]) -> Option<Message> {
    let is_cleartext = |run: &[Fact]| run.iter().any(|fact| fact.name == PROTOCOL && *fact.value == *CLEARTEXT);
    let all = |scheme: &str| addresses.iter().all(|address| address.scheme == scheme);
    if told.tells("tls") {
        return (all_tell(suite, &["tls"]) && all("https")).then(|| say("with_tls"));
    }
    if told.all(PROTOCOL).any(|protocol| protocol == CLEARTEXT) {
        let is_without = suite.runs.iter().all(|run| is_cleartext(&run.said.facts)) && all("http");
        return is_without.then(|| say("without_tls"));
    }
    match !addresses.is_empty() && all_tell(suite, &["url"]) {
        true if all("http") => Some(say("without_tls")),
        true if all("https") => Some(say("with_tls")),
        _ => None,
    }
}

/// Whether each run tells one of these.
fn all_tell(suite: &Suite, names: &[&str]) -> bool {
    suite.runs.iter().all(|run| run.said.facts.iter().any(|fact| names.contains(&fact.name)))
}

/// The routes that were asked for: "requests to `/json`".
pub(super) fn workload(told: &Testimony) -> Option<Message> {
    let of_addresses = told.all("url").filter_map(Address::parse).map(|address| address.path);
    let routes: BTreeSet<&str> = of_addresses.chain(told.all("path")).collect();
    let routes: Vec<String> =
        routes.into_iter().filter(|route| !route.contains('`')).map(|route| format!("`{route}`")).collect();
    (1..=MOST_ROUTES).contains(&routes.len()).then(|| say("requests_to").with("routes", routes.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::READERS;

    #[test]
    fn an_address_has_a_scheme_a_host_and_a_path() {
        let parts = |text| Address::parse(text).map(|Address { scheme, host, path }| (scheme, host, path));
        assert_eq!(parts("http://127.0.0.1:3000/json?key=secret"), Some(("http", "127.0.0.1", "/json")));
        assert_eq!(parts("https://me:word@[::1]:8443"), Some(("https", "::1", "/")));
        assert_eq!(parts("/json"), None);
    }

    #[test]
    fn the_versions_are_of_formats_that_are_read() {
        for (start, _) in VERSIONS {
            assert!(READERS.iter().any(|reader| reader.title().starts_with(start)), "no format is called `{start}`");
        }
    }

    #[test]
    fn this_machine_is_the_loopback() {
        assert!(["localhost", "127.0.0.1", "127.1.2.3", "::1"].into_iter().all(is_loopback));
        assert!(!["localhost.example", "10.0.0.1", "0.0.0.0", ""].into_iter().any(is_loopback));
    }
}
