//! The evidence that a built site carries: its hashes, and its text.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::locate::{Located, Locations};
use super::site::Site;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::files;
use crate::formats::json::{self, Node};
use crate::packed::Packing;
use crate::source::{Source, Span};
use crate::suite::lock;

const SUMS: &str = "evidence/SHA256SUMS";
const LIST: &str = "benchbook.json";

/// The evidence files of a site, by the name that figures call them by: `data/load/raw/a.txt`.
pub(super) struct Evidence {
    hashes: BTreeMap<String, String>,
    /// The files that were reported to be changed or missing.
    reported: BTreeSet<String>,
    read: BTreeMap<String, Result<File, String>>,
}

/// An evidence file that a figure cites.
pub(super) struct File {
    /// The SHA-256 of its bytes.
    pub(super) sha256: String,
    /// Its text, unpacked when it is compressed.
    pub(super) source: Arc<Source>,
    locations: Locations,
}

impl File {
    /// What stands at a locator.
    pub(super) fn locate(&mut self, locator: &str) -> Result<Located, String> {
        self.locations.find(self.source.text(), locator)
    }
}

impl Evidence {
    /// Hashes every file, and compares that with the two lists of the site.
    pub(super) fn check(site: &Site, found: &mut Diagnostics) -> Self {
        let mut hashes = BTreeMap::new();
        for name in site.evidence() {
            match site.bytes(&format!("evidence/{name}")) {
                Ok(bytes) => drop(hashes.insert(format!("data/{name}"), lock::sha256(&bytes))),
                Err(diagnostic) => found.push(*diagnostic),
            }
        }
        let mut evidence = Self { hashes, reported: BTreeSet::new(), read: BTreeMap::new() };
        if let Some(source) = site.text(SUMS, found) {
            let listed = sums(&source);
            evidence.compare(&source, &listed, found);
        }
        if let Some(source) = site.text(LIST, found) {
            match json::parse(source.text()) {
                Ok(node) => evidence.compare(&source, &list(&node), found),
                Err(error) => found.push(Diagnostic::error(Code::Syntax, error.message).at(&source, error.span)),
            }
        }
        evidence
    }

    /// How many files there are.
    pub(super) fn len(&self) -> usize {
        self.hashes.len()
    }

    /// The file that a figure cites, read once; or why it cannot be.
    pub(super) fn file(&mut self, site: &Site, name: &str) -> Result<&mut File, String> {
        let sha256 = self.hashes.get(name).ok_or_else(|| format!("the evidence `{name}` is not in the site"))?;
        let read = || {
            let path = name.replacen("data/", "evidence/", 1);
            let bytes = site.bytes(&path).map_err(|diagnostic| diagnostic.message)?;
            let text = match Packing::of(&bytes) {
                Some(packing) => packing.unpack(&path, &bytes),
                None => files::decode(&path, bytes),
            };
            let source = Arc::new(text.map_err(|diagnostic| diagnostic.message)?);
            Ok(File { sha256: sha256.clone(), source, locations: Locations::default() })
        };
        self.read.entry(name.to_owned()).or_insert_with(read).as_mut().map_err(|why| why.clone())
    }

    /// Whether it was said of a file already that it is not what it was.
    pub(super) fn is_reported(&self, name: &str) -> bool {
        self.reported.contains(name)
    }

    /// Compares the files with a list: names, hashes, and where each stands in the list. What one list says of a
    /// file is not said again of the other.
    fn compare(&mut self, source: &Arc<Source>, listed: &[(String, String, Span)], found: &mut Diagnostics) {
        let fail = |message: String| Diagnostic::error(Code::SumsDiffer, message);
        let path = |name: &str| name.replacen("data/", "evidence/", 1);
        for (name, hash, span) in listed {
            let diagnostic = match self.hashes.get(name) {
                None => fail(format!("`{}` is listed, and is not there", path(name))),
                Some(own) if own != hash => {
                    let message = format!("`{}` is not what it was when the site was built", path(name));
                    fail(message).note(format!("its SHA-256 is {own}"))
                }
                Some(_) => continue,
            };
            if self.reported.insert(name.clone()) {
                found.push(diagnostic.at(source, *span));
            }
        }
        let listed: BTreeSet<&str> = listed.iter().map(|(name, ..)| name.as_str()).collect();
        for name in self.hashes.keys().filter(|name| !listed.contains(name.as_str())) {
            let message = format!("`{}` is not in `{}`", path(name), source.path());
            found.push(fail(message).in_file(path(name)));
        }
    }
}

/// The lines of `SHA256SUMS`.
fn sums(source: &Arc<Source>) -> Vec<(String, String, Span)> {
    let entry = |line: &str| {
        let (hash, name) = line.split_once(' ')?;
        let name = name.strip_prefix([' ', '*'])?;
        Some((format!("data/{name}"), hash.to_owned(), Span::of(line, source.text())))
    };
    source.text().lines().filter_map(entry).collect()
}

/// The evidence that `benchbook.json` lists.
fn list(node: &Node<'_>) -> Vec<(String, String, Span)> {
    let items = node.get("evidence").map(Node::items).unwrap_or_default();
    let text = |item: &Node<'_>, key: &str| item.get(key).and_then(Node::string).map(str::to_owned);
    items.iter().filter_map(|item| Some((text(item, "path")?, text(item, "sha256")?, item.span))).collect()
}
