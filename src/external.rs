//! Links to other hosts, asked for one by one. Only on demand: nothing else of Benchbook uses a network.

mod ask;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use crate::compose::OutsideLink;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};

use ask::{Answer, Asker};

/// How many requests are under way at a time.
const AT_ONCE: usize = 16;
/// How many of them to one host.
const TO_A_HOST: usize = 2;

/// What was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked {
    /// How many addresses, each once however many links lead to it.
    pub addresses: usize,
    /// On how many hosts.
    pub hosts: usize,
}

/// Asks for every address that links lead to, each for at most that long; reports the links that are dead, that
/// gave no answer, or that have moved for good.
pub fn check(links: &[OutsideLink], patience: Duration) -> (Asked, Diagnostics) {
    // What follows `#` is for the browser alone.
    let addresses: BTreeSet<&str> = links.iter().map(|link| without_anchor(&link.url)).collect();
    let mut hosts: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for address in &addresses {
        hosts.entry(host(address)).or_default().push(address);
    }
    let asked = Asked { addresses: addresses.len(), hosts: hosts.len() };
    let answers = ask_all(&hosts, patience);
    let mut found = Diagnostics::new();
    found.extend(links.iter().filter_map(|link| report(link, answers.get(without_anchor(&link.url))?)));
    (asked, found)
}

fn without_anchor(url: &str) -> &str {
    url.split_once('#').map_or(url, |(address, _)| address)
}

/// The host and port of an address.
fn host(address: &str) -> String {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    rest.split(['/', '?']).next().unwrap_or(rest).to_ascii_lowercase()
}

/// The answers by address. Which comes first makes no difference.
fn ask_all<'a>(hosts: &BTreeMap<String, Vec<&'a str>>, patience: Duration) -> BTreeMap<&'a str, Answer> {
    let lane = |addresses: &Vec<&'a str>, number: usize| -> Vec<&'a str> {
        addresses.iter().skip(number).step_by(TO_A_HOST).copied().collect()
    };
    let lanes = hosts.values().flat_map(|addresses| (0..TO_A_HOST).map(move |number| lane(addresses, number)));
    let lanes: Vec<Vec<&str>> = lanes.filter(|lane| !lane.is_empty()).collect();
    let workers = lanes.len().min(AT_ONCE);
    let (lanes, answers) = (Mutex::new(lanes.into_iter()), Mutex::new(BTreeMap::new()));
    let asker = Asker::new(patience);
    let next = || lanes.lock().expect("no thread panics while it takes from the list").next();
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(lane) = next() {
                    for address in lane {
                        let answer = asker.ask(address);
                        let mut answers = answers.lock().expect("no thread panics while it adds an answer");
                        answers.insert(address, answer);
                    }
                }
            });
        }
    });
    answers.into_inner().expect("no thread panicked")
}

fn report(link: &OutsideLink, answer: &Answer) -> Option<Diagnostic> {
    let url = &link.url;
    let diagnostic = match answer {
        Answer::Fine => return None,
        Answer::Moved(to) => Diagnostic::warning(Code::ExternalMoved, format!("`{url}` has moved for good"))
            .help(format!("write `{to}`")),
        Answer::Dead(why) => Diagnostic::error(Code::ExternalDead, format!("`{url}` is dead: {why}"))
            .help("correct the address, lead to an archived copy, or take the link out"),
        Answer::Unsure(why) => {
            Diagnostic::warning(Code::ExternalUnanswered, format!("`{url}` could not be checked: {why}"))
                .help("open it in a browser; where it works, allow this check on the page with the reason")
        }
    };
    Some(diagnostic.at_place(link.place.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_told_apart_by_name_and_port() {
        let hosts = ["https://A.example/x?y", "https://a.example", "http://a.example:8080/", "https://b.example?q=/"];
        assert_eq!(hosts.map(host), ["a.example", "a.example", "a.example:8080", "b.example"]);
    }
}
