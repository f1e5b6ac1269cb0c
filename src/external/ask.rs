//! One address: asked for its head, then for the whole where a server refuses that, along its redirections.

use std::time::Duration;

use ureq::Agent;
use ureq::http::header::LOCATION;
use ureq::http::{StatusCode, Uri};

/// So many redirections lead nowhere.
const MOST_REDIRECTIONS: usize = 10;

/// What became of an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Answer {
    /// It is there.
    Fine,
    /// It is there, and has another address for good.
    Moved(String),
    /// It is not there, and why.
    Dead(String),
    /// Nobody can tell from here, and why.
    Unsure(String),
}

/// Asks for addresses.
pub(super) struct Asker {
    agent: Agent,
    patience: Duration,
}

/// What a server said: its status, and where it leads on to.
struct Said {
    status: StatusCode,
    location: Option<String>,
}

impl Asker {
    /// One that waits at most so long for each answer.
    pub(super) fn new(patience: Duration) -> Self {
        // Redirections are followed here, since it matters which of them are for good.
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_global(Some(patience))
            .user_agent(concat!("benchbook/", env!("CARGO_PKG_VERSION"), " (checks links)"))
            .build();
        Self { agent: config.into(), patience }
    }

    /// Asks for an address.
    pub(super) fn ask(&self, address: &str) -> Answer {
        let Some(mut at) = as_ascii(address) else {
            return Answer::Unsure("its host is not written in ASCII".to_owned());
        };
        let mut moved = None;
        let mut for_good = true;
        for _ in 0..=MOST_REDIRECTIONS {
            let said = match self.say(&at) {
                Ok(said) => said,
                Err(error) => return self.failed(&error),
            };
            let Some(location) = said.location else { return judged(said.status, moved) };
            let Some(next) = joined(&at, &location) else {
                return Answer::Dead(format!("it leads on to `{location}`, which is no address"));
            };
            for_good &= matches!(said.status, StatusCode::MOVED_PERMANENTLY | StatusCode::PERMANENT_REDIRECT);
            if for_good {
                moved = Some(next.clone());
            }
            at = without_anchor(next);
        }
        Answer::Dead(format!("it leads on more than {MOST_REDIRECTIONS} times"))
    }

    /// What the server says of one address.
    fn say(&self, at: &str) -> Result<Said, ureq::Error> {
        let mut response = self.agent.head(at).call()?;
        let refuses_heads = matches!(
            response.status(),
            StatusCode::FORBIDDEN | StatusCode::METHOD_NOT_ALLOWED | StatusCode::NOT_IMPLEMENTED
        );
        if refuses_heads {
            response = self.agent.get(at).call()?;
        }
        let status = response.status();
        let location = response.headers().get(LOCATION).filter(|_| status.is_redirection());
        Ok(Said { status, location: location.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned()) })
    }

    fn failed(&self, error: &ureq::Error) -> Answer {
        use std::io::ErrorKind;
        match error {
            ureq::Error::HostNotFound => Answer::Dead("there is no host of that name".to_owned()),
            ureq::Error::BadUri(_) | ureq::Error::Http(_) => Answer::Dead("it is no address".to_owned()),
            ureq::Error::Timeout(_) => Answer::Unsure(format!("no answer within {} s", self.patience.as_secs())),
            ureq::Error::Io(error) => match error.kind() {
                ErrorKind::ConnectionRefused => Answer::Dead("the host refuses the connection".to_owned()),
                ErrorKind::ConnectionReset | ErrorKind::UnexpectedEof => {
                    Answer::Unsure("the host ended the connection without an answer".to_owned())
                }
                _ => Answer::Unsure(error.to_string()),
            },
            other => Answer::Unsure(other.to_string()),
        }
    }
}

/// What a last status means.
fn judged(status: StatusCode, moved: Option<String>) -> Answer {
    // These ask for something that a browser or its user may have.
    const DEPENDS: [u16; 8] = [401, 402, 403, 406, 407, 408, 425, 429];
    let words = || match status.canonical_reason() {
        Some(reason) => format!("status {} {reason}", status.as_u16()),
        None => format!("status {}", status.as_u16()),
    };
    let told = match &moved {
        Some(to) => format!("{}, at `{to}` where it has moved", words()),
        None => words(),
    };
    match status.as_u16() {
        100..400 => moved.map_or(Answer::Fine, Answer::Moved),
        status @ 400..500 if !DEPENDS.contains(&status) => Answer::Dead(told),
        _ => Answer::Unsure(told),
    }
}

/// An address as it is sent; none when its host is not written in ASCII.
fn as_ascii(address: &str) -> Option<String> {
    let (scheme, rest) = address.split_once("://")?;
    let (host, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    let mut sent = format!("{scheme}://{host}");
    for byte in path.bytes() {
        match byte {
            b' ' | 0x7f.. => sent += &format!("%{byte:02X}"),
            _ => sent.push(char::from(byte)),
        }
    }
    host.is_ascii().then_some(sent)
}

fn without_anchor(mut address: String) -> String {
    address.truncate(address.find('#').unwrap_or(address.len()));
    address
}

/// Where a redirection leads, which may be said relative to where it was met (RFC 3986, section 5.2).
fn joined(at: &str, location: &str) -> Option<String> {
    if location.contains("://") {
        return Some(as_ascii(location)?).filter(|to| to.starts_with("http"));
    }
    let uri: Uri = at.parse().ok()?;
    let (scheme, authority) = (uri.scheme_str()?, uri.authority()?);
    let path = match location.chars().next()? {
        '/' if location.starts_with("//") => return as_ascii(&format!("{scheme}:{location}")),
        '/' => location.to_owned(),
        '?' => format!("{}{location}", uri.path()),
        _ => {
            let folder = uri.path().rsplit_once('/').map_or("", |(folder, _)| folder);
            let (relative, rest) = location.split_at(location.find(['?', '#']).unwrap_or(location.len()));
            format!("{}{rest}", lexical(&format!("{folder}/{relative}")))
        }
    };
    as_ascii(&format!("{scheme}://{authority}{path}"))
}

/// A path with `.` and `..` carried out.
fn lexical(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/').skip(1) {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let ends_in_folder = path.ends_with("/.") || path.ends_with("/..");
    format!("/{}{}", parts.join("/"), if ends_in_folder && !parts.is_empty() { "/" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of RFC 3986, section 5.4, that are not of empty references or other schemes.
    #[test]
    fn redirections_are_joined() {
        let at = "http://a/b/c/d;p?q";
        let cases = [
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("?y", "http://a/b/c/d;p?y"),
            ("g?y", "http://a/b/c/g?y"),
            ("g;x?y", "http://a/b/c/g;x?y"),
            (".", "http://a/b/c/"),
            ("./", "http://a/b/c/"),
            ("..", "http://a/b/"),
            ("../", "http://a/b/"),
            ("../g", "http://a/b/g"),
            ("../..", "http://a/"),
            ("../../g", "http://a/g"),
            ("../../../g", "http://a/g"),
            ("g?y/../x", "http://a/b/c/g?y/../x"),
            ("https://other/x y", "https://other/x%20y"),
        ];
        for (location, wanted) in cases {
            assert_eq!(joined(at, location).as_deref(), Some(wanted), "{location}");
        }
        assert_eq!(joined(at, "ftp://other/"), None);
    }

    #[test]
    fn statuses_are_dead_or_unsure() {
        let of = |status: u16| judged(StatusCode::from_u16(status).expect("a status"), None);
        assert_eq!([200, 204, 304].map(of), [Answer::Fine, Answer::Fine, Answer::Fine]);
        assert_eq!(of(410), Answer::Dead("status 410 Gone".to_owned()));
        assert_eq!(of(429), Answer::Unsure("status 429 Too Many Requests".to_owned()));
        assert_eq!(of(503), Answer::Unsure("status 503 Service Unavailable".to_owned()));
        assert_eq!(of(999), Answer::Unsure("status 999".to_owned()));
    }
}
