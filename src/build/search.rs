//! The index of the search: scripts that a page loads when a reader first opens it, since a page that was opened from a
//! disk may read no other file. `pages.js` and those after it have what every page is about, `figures-N.js` the figures.

mod shelf;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::value::RawValue;

use super::narratives::Finished;
use super::{Sink, Site};
use crate::address;
use crate::compose::{Caption, Composed};
use crate::diagnostic::Diagnostic;
use crate::figure::Figure;
use crate::model::Kind;
use crate::number;
use crate::render::view;
use crate::suite::Suite;
use crate::words::Voice;

/// The folder of the index.
const FOLDER: &str = "assets/search/";

/// The most bytes of a part before compression, but for a page that has more by itself.
const PART: usize = 64 << 10;

/// The most bytes of all parts of a kind before compression: what the pages that come last have is left out.
const MOST: usize = 1 << 20;

/// The most values of a dimension that are named of a figure that follows from several.
const VALUES: usize = 3;

/// What a page can be found by besides its title and description.
#[derive(Debug)]
pub(super) struct Findable {
    /// Its headings.
    headings: Vec<view::Heading>,
    /// The captions of its tables and charts.
    captions: Vec<Caption>,
    /// What was measured on it, in words.
    subjects: Vec<String>,
    /// Its figures, the same one once.
    figures: Vec<Found>,
}

/// A figure as it is found.
#[derive(Debug)]
struct Found {
    /// Its id on the page.
    id: String,
    /// What is shown of it.
    shown: Shown,
}

/// What is shown of a figure; two of which the same is shown are one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Shown {
    /// The text, with its unit.
    text: String,
    /// The statistic in words.
    statistic: String,
    /// Which values of which dimensions it is of: `Kruda · JSON`.
    what: String,
    /// What is to be said of it, `estimated` or `contradicted`; empty when it was measured and stands.
    state: &'static str,
}

impl Findable {
    /// What a composed page can be found by.
    pub(super) fn new(suite: Option<&Suite>, composed: &Composed, voice: Voice<'_>) -> Self {
        let figures = &composed.figures.list;
        Self {
            headings: composed.headings.clone(),
            captions: composed.captions.clone(),
            subjects: suite.map(|suite| subjects(suite, figures)).unwrap_or_default(),
            figures: suite.map(|suite| found(suite, figures, voice)).unwrap_or_default(),
        }
    }
}

fn found(suite: &Suite, figures: &[Figure], voice: Voice<'_>) -> Vec<Found> {
    let mut seen = BTreeSet::new();
    let all = figures.iter().map(|figure| Found { id: figure.id.clone(), shown: shown(suite, figure, voice) });
    all.filter(|found| seen.insert(found.shown.clone())).collect()
}

fn shown(suite: &Suite, figure: &Figure, voice: Voice<'_>) -> Shown {
    let is_withdrawn = figure.inputs.iter().any(|input| suite.withdrawn(*input).is_some());
    let state = match (&figure.verdict, figure.kind) {
        _ if is_withdrawn => "withdrawn",
        (Some(verdict), _) if !figure.claimed.is_empty() => verdict.class(),
        (_, Kind::Measured) => "",
        (_, kind) => kind.name(),
    };
    Shown { text: text(figure), statistic: voice.say(&figure.statistic), what: what(suite, figure), state }
}

/// A figure as the page prints it, with the unit that the head of its column may say.
fn text(figure: &Figure) -> String {
    let text = if figure.claimed.is_empty() { &figure.text } else { &figure.claimed };
    let is_bare = !text.chars().any(|c| c.is_alphabetic() || matches!(c, '%' | '×'));
    if is_bare { number::with_unit(text, figure.unit) } else { text.clone() }
}

/// The values that a figure is of: those that its inputs share, and a few that they differ in.
fn what(suite: &Suite, figure: &Figure) -> String {
    let vocabulary = &suite.vocabulary;
    let words = vocabulary.dimensions.iter().filter(|dimension| !dimension.repeat).filter_map(|dimension| {
        let mut values: Vec<&str> = Vec::new();
        for input in &figure.inputs {
            let value =
                suite.dimensions(*input).get(&dimension.name).map(|value| vocabulary.label(&dimension.name, value));
            values.extend(value.filter(|value| values.len() <= VALUES && !values.contains(value)));
        }
        let is_number = |value: &&str| value.parse::<f64>().is_ok();
        let name =
            if values.iter().all(is_number) { format!("{} ", dimension.label.to_lowercase()) } else { String::new() };
        (1..=VALUES).contains(&values.len()).then(|| name + &values.join(" / "))
    });
    words.collect::<Vec<_>>().join(" · ")
}

/// What was measured, of what the figures follow from.
fn subjects(suite: &Suite, figures: &[Figure]) -> Vec<String> {
    let Some(subject) = suite.subject_dimension() else { return Vec::new() };
    let inputs: BTreeSet<usize> = figures.iter().flat_map(|figure| figure.inputs.iter().copied()).collect();
    let values = inputs.into_iter().filter_map(|input| suite.dimensions(input).get(&subject));
    let labels: BTreeSet<&str> = values.map(|value| suite.vocabulary.label(&subject, value)).collect();
    labels.into_iter().map(str::to_owned).collect()
}

/// `pages.js`, and `pages-2.js` and so on, which have nothing but pages.
#[derive(Serialize)]
struct Pages {
    pages: Vec<Box<RawValue>>,
    #[serde(flatten)]
    others: Option<Others>,
}

/// What the first part says of the others.
#[derive(Serialize)]
struct Others {
    /// How many more parts of pages there are.
    more: usize,
    /// How many parts of figures there are.
    parts: usize,
    /// Of how many pages something is in no part.
    left_out: usize,
    /// The language of pages that name none.
    language: String,
}

#[derive(Serialize)]
struct PageEntry<'a> {
    href: String,
    title: &'a str,
    /// The language of the page, where it is not that of the site.
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<&'a str>,
    description: &'a str,
    subjects: &'a [String],
    /// Anchor and text of each heading, and of each caption.
    headings: Vec<(&'a str, &'a str)>,
    captions: Vec<(&'a str, &'a str)>,
}

impl PageEntry<'_> {
    /// The same with its title alone.
    fn brief(&self) -> Self {
        Self {
            href: self.href.clone(),
            description: "",
            subjects: &[],
            headings: Vec::new(),
            captions: Vec::new(),
            ..*self
        }
    }
}

/// `figures-N.js`: words that occur often stand once, and are meant by their place.
#[derive(Serialize, Default)]
struct Part<'a> {
    words: Vec<&'a str>,
    /// The page by its place in `pages.js`; id and text; the places of statistic, values and state.
    figures: Vec<(usize, &'a str, &'a str, [usize; 3])>,
    #[serde(skip)]
    places: BTreeMap<&'a str, usize>,
    /// About how many bytes it has.
    #[serde(skip)]
    size: usize,
}

impl<'a> Part<'a> {
    fn place(&mut self, word: &'a str) -> usize {
        let next = self.words.len();
        let place = *self.places.entry(word).or_insert(next);
        if place == next {
            self.words.push(word);
            self.size += word.len() + 3;
        }
        place
    }

    fn add(&mut self, page: usize, figure: &'a Found) {
        let shown = &figure.shown;
        let words = [&shown.statistic, &shown.what, shown.state].map(|word| self.place(word));
        self.size += figure.id.len() + shown.text.len() + 24;
        self.figures.push((page, &figure.id, &shown.text, words));
    }
}

/// The parts, and which pages have figures in none: the first pages have theirs in the first parts.
fn parts<'a>(pages: &[&'a Findable]) -> (Vec<Part<'a>>, BTreeSet<usize>) {
    let (mut parts, mut left_out, mut room) = (Vec::<Part<'_>>::new(), BTreeSet::new(), MOST);
    for (number, page) in pages.iter().enumerate().filter(|(_, page)| !page.figures.is_empty()) {
        let mut own = Part::default();
        page.figures.iter().for_each(|figure| own.add(number, figure));
        if own.size > room {
            left_out.insert(number);
            continue;
        }
        match parts.last_mut().filter(|part| part.size + own.size <= PART) {
            Some(part) => {
                let before = part.size;
                page.figures.iter().for_each(|figure| part.add(number, figure));
                room -= part.size - before;
            }
            None => {
                room -= own.size;
                parts.push(own);
            }
        }
    }
    (parts, left_out)
}

/// Writes the index: the newest pages first, those of single releases after all others.
pub(super) fn make(site: &Site, sink: &Sink, finished: &[Finished]) -> Result<(), Box<Diagnostic>> {
    let mut pages: Vec<&Finished> = finished.iter().collect();
    pages.sort_by(|a, b| {
        let key = |page: &Finished| (page.release.is_some(), page.suite.is_none());
        key(a).cmp(&key(b)).then_with(|| b.date.cmp(&a.date)).then_with(|| a.address.cmp(&b.address))
    });
    let entries: Vec<PageEntry<'_>> = pages.iter().map(|page| entry(site, page)).collect();
    let shelf::Shelved { parts: shelved, listed, brief } = shelf::shelve(&entries, PART, MOST);
    let findable: Vec<&Findable> = pages.iter().take(listed).map(|page| &page.findable).collect();
    let (parts, without_figures) = parts(&findable);
    let left_out = pages.len() - listed + brief.union(&without_figures).count();
    let mut others =
        Some(Others { more: shelved.len() - 1, parts: parts.len(), left_out, language: site.config.language.clone() });
    for (number, pages) in shelved.into_iter().enumerate() {
        let name = if number == 0 { "pages".to_owned() } else { format!("pages-{}", number + 1) };
        write(sink, &name, &Pages { pages, others: others.take() })?;
    }
    parts.iter().enumerate().try_for_each(|(number, part)| write(sink, &format!("figures-{}", number + 1), part))
}

fn entry<'a>(site: &'a Site, page: &'a Finished) -> PageEntry<'a> {
    let title = if page.title.is_empty() { &site.config.title } else { &page.title };
    PageEntry {
        href: format!("{}index.html", address::encoded(&page.address)),
        title,
        language: page.language.as_deref().filter(|own| *own != site.config.language),
        description: &page.description,
        subjects: &page.findable.subjects,
        headings: page.findable.headings.iter().map(|one| (one.id.as_str(), one.title.as_str())).collect(),
        captions: page.findable.captions.iter().map(|one| (one.id.as_str(), one.text.as_str())).collect(),
    }
}

/// A script that hands data to the search: `benchbookSearch.pages({…})`.
fn write(sink: &Sink, name: &str, data: &impl Serialize) -> Result<(), Box<Diagnostic>> {
    let json = serde_json::to_string(data).expect("an index has only keys that are strings");
    let method = name.split('-').next().unwrap_or(name);
    sink.write(&format!("{FOLDER}{name}.js"), format!("benchbookSearch.{method}({json});\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page with so many figures, each of them another.
    fn page(figures: usize) -> Findable {
        let figure = |number: usize| {
            let [text, statistic, what] = [format!("{number} ms"), "p99".to_owned(), "Kruda · JSON".to_owned()];
            Found { id: format!("f{number}"), shown: Shown { text, statistic, what, state: "" } }
        };
        let figures = (1..=figures).map(figure).collect();
        Findable { headings: Vec::new(), captions: Vec::new(), subjects: Vec::new(), figures }
    }

    fn length(part: &Part<'_>) -> usize {
        serde_json::to_string(part).expect("it is JSON").len()
    }

    #[test]
    fn parts_hold_whole_pages_and_stay_small() {
        let pages: Vec<Findable> = (0..40).map(|number| page(if number % 4 == 3 { 0 } else { 300 })).collect();
        let (parts, left_out) = parts(&pages.iter().collect::<Vec<_>>());
        assert!(left_out.is_empty());
        assert_eq!(parts.iter().map(|part| part.figures.len()).sum::<usize>(), 9_000);
        assert!(
            parts.len() > 1 && parts.iter().all(|part| length(part) <= PART),
            "{:?}",
            parts.iter().map(length).collect::<Vec<_>>()
        );
        for (before, after) in parts.iter().zip(&parts[1..]) {
            assert!(before.figures.last().map(|figure| figure.0) < after.figures.first().map(|figure| figure.0));
        }
        assert_eq!(parts[0].words, ["p99", "Kruda · JSON", ""], "a word stands once");
    }

    #[test]
    fn what_is_beyond_the_limit_is_counted() {
        let pages: Vec<Findable> = (0..100).map(|_| page(1_000)).collect();
        let (parts, left_out) = parts(&pages.iter().collect::<Vec<_>>());
        assert!(parts.iter().map(length).sum::<usize>() <= MOST);
        let held: BTreeSet<usize> = parts.iter().flat_map(|part| part.figures.iter().map(|figure| figure.0)).collect();
        assert_eq!(left_out, (held.len()..100).collect::<BTreeSet<_>>(), "those that come last are left out");
    }
}
