//! The evidence that a built site carries: its hashes, and its text.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::arrays::{self, Items};
use super::locate::{Located, Locations};
use super::samples::{self, Asked, Measured, Over, Questions, Which};
use super::site::Site;
use super::stream::{self, Pass, Records};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::files;
use crate::formats::asv;
use crate::formats::json::{self, Node};
use crate::formats::stream::BLOCK;
use crate::packed::{self, Packing};
use crate::source::{Source, Span};
use crate::suite::lock;

const SUMS: &str = "evidence/SHA256SUMS";
const LIST: &str = "benchbook.json";

/// A file of more bytes stays on the disk when all that is asked of it is in its records.
const LARGE: u64 = 8 << 20;

/// The evidence files of a site, by the name that figures call them by: `data/load/raw/a.txt`.
pub(super) struct Evidence {
    hashes: BTreeMap<String, String>,
    asked: Asked,
    /// The files that were reported to be changed or missing.
    reported: BTreeSet<String>,
    /// What was found in files that stay on the disk.
    passed: BTreeMap<String, Result<Pass, String>>,
    read: BTreeMap<String, Result<File, String>>,
}

/// An evidence file that a figure cites.
pub(super) struct File {
    /// The SHA-256 of its bytes.
    pub(super) sha256: String,
    content: Content,
    sets: BTreeMap<Which, Result<Measured, String>>,
}

enum Content {
    /// Its text, unpacked when it is compressed.
    Held(Arc<Source>, Box<Locations>),
    /// Records of a file that stays on the disk.
    Records(Records),
}

impl File {
    /// The text that is there of it.
    pub(super) fn source(&self) -> &Arc<Source> {
        match &self.content {
            Content::Held(source, _) => source,
            Content::Records(records) => &records.source,
        }
    }

    /// What stands at a locator.
    pub(super) fn locate(&mut self, locator: &str) -> Result<Located, String> {
        match &mut self.content {
            Content::Held(source, locations) => locations.find(source.text(), locator),
            Content::Records(records) => {
                let (record, field) = samples::place(locator).ok_or("the locator is of no record")?;
                records.locate(record, &field)
            }
        }
    }

    /// The measurements of a choice.
    pub(super) fn measured(&mut self, which: &Which) -> Result<&Measured, String> {
        if let (Over::Buckets(pointer), false) = (&which.over, self.sets.contains_key(which)) {
            let buckets = self.buckets(pointer, which);
            self.sets.insert(which.clone(), buckets);
        }
        if let (Over::Items(items), false) = (&which.over, self.sets.contains_key(which)) {
            let measured = self.items(items, which);
            self.sets.insert(which.clone(), measured);
        }
        let measured = self.sets.get(which).ok_or("the measurements were not looked for")?;
        measured.as_ref().map_err(String::clone)
    }

    fn items(&mut self, items: &Items, which: &Which) -> Result<Measured, String> {
        let (array, ends) = self.array(items)?;
        let iterations = which.iterations.as_ref().map(|items| self.array(items)).transpose()?;
        let iterations = iterations.as_ref().map(|(array, ends)| (array.as_str(), ends));
        let measured = arrays::measured(which, (&array, &ends), iterations)?;
        let first = self.locate(&items.first())?.span.start;
        let line = self.source().position(first).line.into();
        Ok(Measured { line, ..measured })
    }

    /// The text of an array, and the steps in it to the ends of a range.
    fn array(&mut self, items: &Items) -> Result<(String, [Vec<usize>; 2]), String> {
        let (locator, ends) = items.array()?;
        let place = self.locate(&locator)?;
        Ok((asv::masked(self.source().slice(place.span)).into_owned(), ends))
    }

    fn buckets(&mut self, pointer: &str, which: &Which) -> Result<Measured, String> {
        let place = self.locate(pointer)?;
        let node = json::parse(self.source().slice(place.span)).map_err(|error| error.message)?;
        which.of_buckets(&node).ok_or_else(|| format!("`{pointer}` has no buckets of whole counts"))
    }
}

impl Evidence {
    /// Hashes every file, and compares that with the two lists of the site.
    pub(super) fn check(site: &Site, asked: Asked, found: &mut Diagnostics) -> Self {
        let (hashes, reported) = (BTreeMap::new(), BTreeSet::new());
        let mut evidence = Self { hashes, asked, reported, passed: BTreeMap::new(), read: BTreeMap::new() };
        for name in site.evidence() {
            let (path, name) = (format!("evidence/{name}"), format!("data/{name}"));
            match evidence.hash(site, &path, &name) {
                Ok(hash) => drop(evidence.hashes.insert(name, hash)),
                Err(diagnostic) => found.push(*diagnostic),
            }
        }
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

    /// The hash of a file, which is read once; of a large stream all that is asked for is found on the way.
    fn hash(&mut self, site: &Site, path: &str, name: &str) -> Result<String, Box<Diagnostic>> {
        let questions = self.asked.of(name).filter(|questions| !questions.sets.is_empty() && !questions.whole);
        // What is compressed as a whole is unpacked on the way, however large; other packings are held.
        let packing = files::head(site.root(), path, 4).ok().and_then(|head| Packing::of(&head));
        let is_stream = match packing {
            Some(packing) => packing.is_compression(),
            None => site.size(path).is_ok_and(|size| size > LARGE),
        };
        let Some(questions) = questions.filter(|_| is_stream) else {
            return lock::sha256_of(site.root(), path).map(|(hash, _)| hash);
        };
        let mut blocks = packed::blocks(packing, site.root(), path, BLOCK, stream::cut(questions))?;
        let next = || match blocks.next(stream::MOST) {
            Ok(block) => Ok(block.map(|(_, bytes)| bytes)),
            Err(diagnostic) => Err(diagnostic.message),
        };
        let pass = stream::pass(path, questions, next);
        let hash = match &pass {
            Ok(pass) if packing.is_none() => pass.sha256.clone(),
            _ => lock::sha256_of(site.root(), path)?.0,
        };
        self.passed.insert(name.to_owned(), pass);
        Ok(hash)
    }

    /// How many files there are.
    pub(super) fn len(&self) -> usize {
        self.hashes.len()
    }

    /// The file that a figure cites, read once; or why it cannot be.
    pub(super) fn file(&mut self, site: &Site, name: &str) -> Result<&mut File, String> {
        let sha256 = self.hashes.get(name).ok_or_else(|| format!("the evidence `{name}` is not in the site"))?;
        let (passed, asked) = (&mut self.passed, self.asked.of(name));
        let read = || match passed.remove(name) {
            Some(pass) => pass.map(|pass| File {
                sha256: sha256.clone(),
                content: Content::Records(pass.records),
                sets: pass.sets.into_iter().map(|(which, measured)| (which, Ok(measured))).collect(),
            }),
            None => held(site, name, sha256, asked),
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

/// A file with its text, and the measurements that are asked of it.
fn held(site: &Site, name: &str, sha256: &str, asked: Option<&Questions>) -> Result<File, String> {
    let path = name.replacen("data/", "evidence/", 1);
    let bytes = site.bytes(&path).map_err(|diagnostic| diagnostic.message)?;
    let text = match Packing::of(&bytes) {
        Some(packing) => packing.unpack(&path, &bytes),
        None => files::decode(&path, bytes),
    };
    let source = Arc::new(text.map_err(|diagnostic| diagnostic.message)?);
    let mut sets = BTreeMap::new();
    if let Some(questions) = asked.filter(|questions| !questions.sets.is_empty()) {
        // The records that numbers stand in are in the text.
        let questions = Questions { sets: questions.sets.clone(), ..Questions::default() };
        let pass = stream::pass(&path, &questions, stream::blocks_of(source.text(), &questions));
        sets.extend(questions.sets.iter().map(|which| {
            let measured = match &pass {
                Ok(pass) => pass.sets.get(which).cloned().ok_or_else(String::new),
                Err(why) => Err(why.clone()),
            };
            (which.clone(), measured)
        }));
    }
    Ok(File { sha256: sha256.to_owned(), content: Content::Held(source, Box::default()), sets })
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
