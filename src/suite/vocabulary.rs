//! The names of a suite: its dimensions, their values, labels and aliases, and what a word means.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::columns::DimensionsRef;
use super::manifest::{Dimension, Manifest, Value};

/// Dimensions with their values, in the order in which they are shown.
#[derive(Debug, Default)]
pub struct Vocabulary {
    /// The dimensions.
    pub dimensions: Vec<Dimension>,
    /// The place of each dimension and, in it, of each value.
    places: Places,
    /// What a word (in lower case) can mean: dimension and value.
    words: BTreeMap<String, BTreeSet<(usize, usize)>>,
}

/// The place of each dimension and, in it, of each value.
type Places = BTreeMap<Arc<str>, (usize, BTreeMap<Arc<str>, usize>)>;

/// What a bare word in a selection means.
#[derive(Debug, PartialEq)]
pub enum Meaning {
    /// No value has this name.
    Unknown,
    /// A value of one dimension.
    Value(Arc<str>, Arc<str>),
    /// Values of several dimensions, by the dimensions' names.
    Several(Vec<Arc<str>>),
}

impl Vocabulary {
    /// The vocabulary of a manifest and of the dimensions that the evidence has, each with its values.
    pub fn new<'a>(manifest: &Manifest, evidence: impl Iterator<Item = (&'a Arc<str>, &'a [Arc<str>])>) -> Self {
        let mut found: BTreeMap<Arc<str>, BTreeSet<Arc<str>>> = BTreeMap::new();
        for (name, values) in evidence {
            found.entry(Arc::clone(name)).or_default().extend(values.iter().cloned());
        }
        let mut dimensions = manifest.dimensions.clone();
        if !manifest.sessions.is_empty() {
            merge_sessions(&mut dimensions, manifest);
        }
        for (name, values) in found {
            let at = dimensions.iter().position(|dimension| dimension.name == name).unwrap_or_else(|| {
                dimensions.push(Dimension { label: capitalized(&name), name, ..Dimension::default() });
                dimensions.len() - 1
            });
            add_values(&mut dimensions[at], values);
        }
        if let Some(releases) = &manifest.releases
            && let Some(dimension) = dimensions.iter_mut().find(|dimension| dimension.name == releases.dimension)
        {
            releases.sort(&mut dimension.values);
        }
        Self { words: words(&dimensions), places: places(&dimensions), dimensions }
    }

    /// The dimension of that name or label.
    pub fn dimension(&self, name: &str) -> Option<&Dimension> {
        let by_label = || self.dimensions.iter().find(|dimension| dimension.label.eq_ignore_ascii_case(name));
        self.places.get(name).map(|(place, _)| &self.dimensions[*place]).or_else(by_label)
    }

    /// Whether the values of a dimension are repetitions.
    pub fn is_repeat(&self, name: &str) -> bool {
        self.dimension(name).is_some_and(|dimension| dimension.repeat)
    }

    /// What a word means by itself.
    pub fn meaning(&self, word: &str) -> Meaning {
        let Some(places) = self.words.get(&word.to_lowercase()) else { return Meaning::Unknown };
        match places.iter().collect::<Vec<_>>()[..] {
            [(d, v)] => {
                let dimension = &self.dimensions[*d];
                Meaning::Value(Arc::clone(&dimension.name), Arc::clone(&dimension.values[*v].name))
            }
            _ => {
                let mut names: Vec<_> = places.iter().map(|(d, _)| Arc::clone(&self.dimensions[*d].name)).collect();
                names.dedup();
                Meaning::Several(names)
            }
        }
    }

    /// The value of a dimension that a word means.
    pub fn value_of(&self, dimension: &str, word: &str) -> Option<Arc<str>> {
        let at = self.dimensions.iter().position(|d| *d.name == *dimension)?;
        let places = self.words.get(&word.to_lowercase())?;
        let (_, value) = places.iter().find(|(d, _)| *d == at)?;
        Some(Arc::clone(&self.dimensions[at].values[*value].name))
    }

    /// What the vocabulary says of a value.
    pub fn value(&self, dimension: &str, value: &str) -> Option<&Value> {
        let (place, values) = self.places.get(dimension)?;
        values.get(value).map(|value| &self.dimensions[*place].values[*value])
    }

    /// The label of a value.
    pub fn label<'a>(&'a self, dimension: &str, value: &'a str) -> &'a str {
        self.value(dimension, value).map_or(value, |known| known.label.as_str())
    }

    /// The place of a value in its dimension's order.
    pub fn rank(&self, dimension: &str, value: &str) -> usize {
        self.places.get(dimension).and_then(|(_, values)| values.get(value)).copied().unwrap_or(usize::MAX)
    }

    /// Compares dimensions by the order of their values, those of the manifest's first dimension first.
    pub fn compare<'a>(&self, a: impl Into<DimensionsRef<'a>>, b: impl Into<DimensionsRef<'a>>) -> Ordering {
        let (a, b) = (a.into(), b.into());
        self.order_key(a).cmp(&self.order_key(b)).then_with(|| a.iter().cmp(b.iter()))
    }

    /// What dimensions are sorted by: the places of their values.
    pub fn order_key<'a>(&self, of: impl Into<DimensionsRef<'a>>) -> Vec<usize> {
        let of = of.into();
        let rank = |d: &Dimension| of.get(&d.name).map_or(usize::MAX, |value| self.rank(&d.name, value));
        self.dimensions.iter().map(rank).collect()
    }

    /// Values in words: "Kruda · JSON · round 3".
    pub fn words_for<'a>(&self, dimensions: impl Into<DimensionsRef<'a>>) -> String {
        let dimensions = dimensions.into();
        let known = self.dimensions.iter().filter_map(|d| Some((d, dimensions.get(&d.name)?)));
        let words = known.map(|(d, value)| {
            let label = self.label(&d.name, value);
            if label.chars().all(|c| c.is_ascii_digit()) {
                format!("{} {label}", d.label.to_lowercase())
            } else {
                label.to_owned()
            }
        });
        let second = self.second_of(dimensions).map(|second| format!("second {second}"));
        words.chain(second).collect::<Vec<_>>().join(" · ")
    }

    /// The second of a run's time that is meant: a slice of time is no value of a dimension.
    pub fn second_of<'d>(&self, dimensions: impl Into<DimensionsRef<'d>>) -> Option<&'d Arc<str>> {
        dimensions.into().get(super::SECOND).filter(|_| self.dimension(super::SECOND).is_none())
    }

    /// Every word that means a value.
    pub fn all_words(&self) -> impl Iterator<Item = &str> {
        let values = self.dimensions.iter().filter(|d| !d.repeat).flat_map(|d| d.values.iter());
        values.map(|value| &*value.name)
    }
}

fn merge_sessions(dimensions: &mut Vec<Dimension>, manifest: &Manifest) {
    let at = dimensions.iter().position(|d| *d.name == *super::SESSION).unwrap_or_else(|| {
        let name = super::SESSION.into();
        dimensions.push(Dimension { name, label: "Session".to_owned(), ..Dimension::default() });
        dimensions.len() - 1
    });
    for session in &manifest.sessions {
        let values = &mut dimensions[at].values;
        match values.iter_mut().find(|value| *value.name == *session.name) {
            Some(value) => value.label.clone_from(&session.label),
            None => values.push(Value {
                name: session.name.as_str().into(),
                label: session.label.clone(),
                ..Value::default()
            }),
        }
    }
}

/// Adds values of the evidence that the manifest does not name, numbers in the order of numbers.
fn add_values(dimension: &mut Dimension, values: BTreeSet<Arc<str>>) {
    let known: BTreeSet<Arc<str>> = dimension.values.iter().map(|value| Arc::clone(&value.name)).collect();
    let mut new: Vec<Arc<str>> = values.into_iter().filter(|value| !known.contains(value)).collect();
    new.sort_by(|a, b| natural(a, b));
    dimension.values.extend(new.into_iter().map(|name| Value { label: name.to_string(), name, ..Value::default() }));
}

/// The order in which people sort: `r2` before `r10`, `sort[10]` before `sort[100]`.
pub fn natural(a: &str, b: &str) -> Ordering {
    let whole = |text: &str| text.replacen('\u{2212}', "-", 1).parse::<i64>().ok();
    match (whole(a), whole(b)) {
        (Some(a), Some(b)) if a.min(b) < 0 => a.cmp(&b),
        _ => numbered(a).cmp(numbered(b)).then_with(|| a.cmp(b)),
    }
}

/// The words of a text, each with the number after it.
fn numbered(mut text: &str) -> impl Iterator<Item = (&str, Option<u64>)> {
    std::iter::from_fn(move || {
        let start = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
        let (word, rest) = text.split_at(start);
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (number, after) = rest.split_at(end);
        let is_there = !text.is_empty();
        text = after;
        is_there.then(|| (word, number.parse().ok()))
    })
}

fn places(dimensions: &[Dimension]) -> Places {
    let values = |dimension: &Dimension| {
        dimension.values.iter().enumerate().map(|(place, value)| (Arc::clone(&value.name), place)).collect()
    };
    let dimensions = dimensions.iter().enumerate();
    dimensions.map(|(place, dimension)| (Arc::clone(&dimension.name), (place, values(dimension)))).collect()
}

fn words(dimensions: &[Dimension]) -> BTreeMap<String, BTreeSet<(usize, usize)>> {
    let mut words: BTreeMap<String, BTreeSet<(usize, usize)>> = BTreeMap::new();
    for (d, dimension) in dimensions.iter().enumerate() {
        for (v, value) in dimension.values.iter().enumerate() {
            let names = [&*value.name, value.label.as_str(), value.note.as_str()].into_iter();
            for word in names.chain(value.aliases.iter().map(String::as_str)).filter(|word| !word.is_empty()) {
                words.entry(word.to_lowercase()).or_default().insert((d, v));
            }
        }
    }
    words
}

fn capitalized(name: &str) -> String {
    let mut characters = name.chars();
    let first = characters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    (first + characters.as_str()).replace('_', " ")
}

/// The canonical value for what the evidence calls it: by name, alias or label.
pub(super) fn canonical(manifest: &Manifest, dimension: &str, value: &Arc<str>) -> Arc<str> {
    let Some(known) = manifest.dimensions.iter().find(|d| *d.name == *dimension) else { return Arc::clone(value) };
    let by_name = known.values.iter().find(|v| v.name == *value);
    let same = |text: &String| text.eq_ignore_ascii_case(value);
    let by_alias = || known.values.iter().find(|v| v.aliases.iter().any(same) || same(&v.label));
    by_name.or_else(by_alias).map_or_else(|| Arc::clone(value), |v| Arc::clone(&v.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Dimensions;

    #[test]
    fn numbers_are_in_order_wherever_they_stand() {
        let ordered = ["1.9", "1.10", "a", "a2", "a10", "sort[10]", "sort[1000]", "sort[1000]/b", "z"];
        let mut sorted = ordered;
        sorted.reverse();
        sorted.sort_by(|a, b| natural(a, b));
        assert_eq!(sorted, ordered);
    }

    fn vocabulary() -> Vocabulary {
        let value = |name: &str, label: &str| Value { name: name.into(), label: label.to_owned(), ..Value::default() };
        let manifest = Manifest {
            dimensions: vec![Dimension {
                name: "framework".into(),
                label: "Framework".to_owned(),
                values: vec![value("kruda", "Kruda 1.7"), value("actix", "Actix Web")],
                ..Dimension::default()
            }],
            ..Manifest::default()
        };
        let framework: [Arc<str>; 4] = ["kruda", "actix", "fiber", "2"].map(Arc::from);
        let round: [Arc<str>; 3] = ["10", "2", "1"].map(Arc::from);
        let evidence = [("framework".into(), &framework[..]), ("round".into(), &round[..])];
        Vocabulary::new(&manifest, evidence.iter().map(|(name, values)| (name, *values)))
    }

    #[test]
    fn words_are_names_and_labels_in_any_case() {
        let vocabulary = vocabulary();
        assert_eq!(vocabulary.meaning("actix web"), Meaning::Value("framework".into(), "actix".into()));
        assert_eq!(vocabulary.meaning("Fiber"), Meaning::Value("framework".into(), "fiber".into()));
        assert_eq!(vocabulary.meaning("2"), Meaning::Several(vec!["framework".into(), "round".into()]));
        assert_eq!(vocabulary.meaning("gin"), Meaning::Unknown);
    }

    #[test]
    fn values_keep_the_manifests_order_and_numbers_theirs() {
        let vocabulary = vocabulary();
        let names = |d: &str| -> Vec<String> {
            vocabulary.dimension(d).expect("known").values.iter().map(|v| v.name.to_string()).collect()
        };
        assert_eq!(names("round"), ["1", "2", "10"]);
        assert_eq!(names("framework")[..2], ["kruda", "actix"]);
        let dimensions: Dimensions = [("framework".into(), "kruda".into()), ("round".into(), "3".into())].into();
        assert_eq!(vocabulary.words_for(&dimensions), "Kruda 1.7 · round 3");
    }
}
