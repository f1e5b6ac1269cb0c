//! What addresses say of requests: how they came to the server, and what they asked for.

use std::collections::BTreeSet;

use super::{Suite, Testimony};
use crate::words::{Message, say};

/// Formats of tools that speak one version of HTTP only, by the beginning of their titles.
const VERSIONS: [(&str, &str); 4] =
    [("wrk text", "HTTP/1.1"), ("wrk2 text", "HTTP/1.1"), ("autocannon ", "HTTP/1.1"), ("ApacheBench ", "HTTP/1.0")];

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
    // A host alone tells of no scheme.
    let all = |is: fn(&Address<'_>) -> bool| !addresses.is_empty() && !told.tells("host") && addresses.iter().all(is);
    let tls = match () {
        () if all(|address| address.scheme == "http") => Some(say("without_tls")),
        () if all(|address| address.scheme == "https") => Some(say("with_tls")),
        () => None,
    };
    let hosts: Vec<&str> = told.all("host").chain(addresses.iter().map(|address| address.host)).collect();
    let loopback = !hosts.is_empty() && hosts.into_iter().all(is_loopback);
    let parts = version(suite).map(Message::from).into_iter().chain(tls).chain(loopback.then(|| say("over_loopback")));
    let parts: Vec<Message> = parts.collect();
    (!parts.is_empty()).then(|| Message::joined("comma", parts))
}

/// The version of HTTP that the tools of all files speak; notes beside them say nothing of it.
fn version(suite: &Suite) -> Option<&'static str> {
    let of = |title: &str| VERSIONS.iter().find(|(start, _)| title.starts_with(start)).map(|(_, version)| *version);
    let results = suite.files.iter().filter(|file| file.is_read());
    let versions: Option<BTreeSet<&str>> = results.map(|file| of(&file.format)).collect();
    versions.filter(|versions| versions.len() == 1)?.pop_first()
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
