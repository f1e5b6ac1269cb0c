//! What the names of files tell: a pattern for each, and the dimensions that it gives.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::columns::{self, Name};
use super::token::{self, Sense, Token};
use super::words;
use crate::model::Dimensions;

/// What one name tells.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Told {
    /// The pattern that matches it: `{workload}-{framework}-r{round}.txt`.
    pub(super) pattern: String,
    /// The dimensions that the pattern gives.
    pub(super) dimensions: Dimensions,
    /// Whether it says that the run was a warm-up.
    pub(super) is_warm_up: bool,
}

/// A folder of a path, or its last part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Folder(usize),
    Last,
}

/// The names as they are taken apart.
struct Reading {
    /// The parts of each name, in order, with what follows the last token of each.
    names: Vec<BTreeMap<Part, (Name, String)>>,
    /// The dimension of each column.
    columns: BTreeMap<(Part, usize), String>,
}

/// The repeat dimension.
pub(super) const ROUND: &str = "round";

/// What paths tell.
pub(super) fn of_paths(paths: &[&str]) -> Vec<Told> {
    let split = |path: &&str| -> BTreeMap<Part, (Vec<Token>, String)> {
        let (folders, last) = path.rsplit_once('/').map_or((None, *path), |(folders, last)| (Some(folders), last));
        let folders = folders.into_iter().flat_map(|folders| folders.split('/')).enumerate();
        let mut parts: BTreeMap<_, _> =
            folders.map(|(depth, folder)| (Part::Folder(depth), token::tokens(folder))).collect();
        let (stem, extension) = split_extension(last);
        let (tokens, rest) = token::tokens(stem);
        parts.insert(Part::Last, (tokens, rest + extension));
        parts
    };
    Reading::new(&paths.iter().map(split).collect::<Vec<_>>()).told()
}

/// What headings tell.
pub(super) fn of_headings(headings: &[&str]) -> Vec<Told> {
    let names = headings.iter().map(|heading| BTreeMap::from([(Part::Last, token::tokens(heading))]));
    Reading::new(&names.collect::<Vec<_>>()).told()
}

/// A name and what follows it: `.json`, `.txt.gz`; a number is no extension.
fn split_extension(name: &str) -> (&str, &str) {
    let before = |name: &str| -> usize {
        let is_extension = |after: &str| after.starts_with(|c: char| c.is_ascii_alphabetic()) && after.len() <= 10;
        let plain = |after: &str| after.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let dot = name.rfind('.').filter(|dot| *dot > 0);
        dot.filter(|dot| is_extension(&name[dot + 1..]) && plain(&name[dot + 1..])).unwrap_or(name.len())
    };
    let mut at = before(name);
    if [".gz", ".zst"].contains(&&name[at..]) {
        at = before(&name[..at]);
    }
    name.split_at(without_kind(&name[..at]).len())
}

/// A name without what Locust adds for each of the files that it writes of a run.
pub(super) fn without_kind(stem: &str) -> &str {
    let kinds = ["_stats_history", "_stats", "_failures", "_exceptions"];
    kinds.iter().find_map(|kind| stem.strip_suffix(kind)).filter(|run| !run.is_empty()).unwrap_or(stem)
}

impl Reading {
    fn new(split: &[BTreeMap<Part, (Vec<Token>, String)>]) -> Self {
        let parts: BTreeSet<Part> = split.iter().flat_map(|name| name.keys().copied()).collect();
        let mut names: Vec<BTreeMap<Part, (Name, String)>> = split.iter().map(|_| BTreeMap::new()).collect();
        for part in parts {
            // A name without that folder has no words there, so that no word is common to all.
            let tokens = |name: &BTreeMap<Part, (Vec<Token>, String)>| {
                name.get(&part).map(|(tokens, _)| tokens.clone()).unwrap_or_default()
            };
            let laid = columns::lay_out(split.iter().map(tokens).collect());
            for ((name, laid), split) in names.iter_mut().zip(laid).zip(split) {
                if let Some((_, rest)) = split.get(&part) {
                    name.insert(part, closed(laid, rest));
                }
            }
        }
        let mut reading = Self { names, columns: BTreeMap::new() };
        reading.columns = reading.named_columns();
        reading
    }

    /// The value of each name in a column.
    fn values(&self, part: Part, column: usize) -> Vec<Option<&str>> {
        let of = |name: &BTreeMap<Part, (Name, String)>| -> Option<usize> {
            name.get(&part)?.0.iter().position(|(_, own)| *own == Some(column))
        };
        self.names.iter().map(|name| of(name).map(|at| name[&part].0[at].0.value.as_str())).collect()
    }

    /// A name for the dimension of each column that is not the same as an earlier one.
    fn named_columns(&self) -> BTreeMap<(Part, usize), String> {
        let parts = self.names.iter().flat_map(|name| name.iter());
        let keys: BTreeSet<(Part, usize)> = parts
            .flat_map(|(part, (name, _))| name.iter().filter_map(|(_, column)| Some((*part, (*column)?))))
            .collect();
        let mut seen: Vec<Vec<Option<&str>>> = Vec::new();
        let (mut named, mut open) = (BTreeMap::new(), Vec::new());
        let mut used: BTreeSet<String> = self.dimensions_of_tokens();
        for (part, column) in keys {
            let values = self.values(part, column);
            if seen.contains(&values) {
                continue;
            }
            match known_name(&values).filter(|name| !used.contains(*name)) {
                // Numbers that only ever stand beside other words number files.
                Some(ROUND) if !self.separates(part, column) => {
                    named.insert((part, column), String::new());
                }
                Some(name) => {
                    used.insert(name.to_owned());
                    named.insert((part, column), name.to_owned());
                }
                None => open.push((part, column)),
            }
            seen.push(values);
        }
        named.extend(open_names(&open, &used));
        named
    }

    /// Whether two names differ in a column and are else the same.
    fn separates(&self, part: Part, column: usize) -> bool {
        let without = |name: &BTreeMap<Part, (Name, String)>| -> Vec<(Part, String)> {
            let of_part = |(own, (tokens, _)): (&Part, &(Name, String))| {
                let others = tokens.iter().filter(|(_, of)| *own != part || *of != Some(column));
                (*own, others.map(|(token, _)| token.lead.clone() + &token.value + &token.tail + "\0").collect())
            };
            name.iter().map(of_part).collect()
        };
        let distinct: BTreeSet<Vec<(Part, String)>> = self.names.iter().map(without).collect();
        distinct.len() < self.names.len()
    }

    /// The dimensions that tokens name by themselves.
    fn dimensions_of_tokens(&self) -> BTreeSet<String> {
        let tokens = self.names.iter().flat_map(|name| name.values()).flat_map(|(name, _)| name);
        let named = tokens.filter_map(|(token, _)| match &token.sense {
            Sense::Named(name) => Some(name.clone()),
            _ => None,
        });
        named.collect()
    }

    fn told(&self) -> Vec<Told> {
        let all: Vec<Vec<Field<'_>>> = self.names.iter().map(|name| self.fields(name)).collect();
        let constant = constant_dimensions(&all);
        all.iter().map(|fields| told(fields, &constant)).collect()
    }

    /// A name as literal texts and values of dimensions.
    fn fields<'a>(&'a self, name: &'a BTreeMap<Part, (Name, String)>) -> Vec<Field<'a>> {
        let mut fields = Vec::new();
        for (part, (tokens, rest)) in name {
            for (token, column) in tokens {
                let dimension = match (&token.sense, column) {
                    (Sense::Named(name), _) => Some(dimension_name(name)),
                    (_, Some(column)) => Some(self.columns.get(&(*part, *column)).cloned().unwrap_or_default()),
                    _ => None,
                };
                fields.push(Field::Literal(&token.lead));
                fields.push(match dimension {
                    Some(dimension) => Field::Value(dimension, &token.value),
                    None => Field::Literal(&token.value),
                });
                fields.push(Field::Literal(&token.tail));
                if token.sense == Sense::WarmUp {
                    fields.push(Field::WarmUp);
                }
            }
            fields.push(Field::Literal(rest));
            if *part != Part::Last {
                fields.push(Field::Literal("/"));
            }
        }
        fields
    }
}

/// A name with what follows it: a bracket that its last word opens belongs to that.
fn closed(mut name: Name, rest: &str) -> (Name, String) {
    let is_open = |value: &str| value.matches('(').count() > value.matches(')').count();
    if let (Some((last, _)), Some(after)) = (name.last_mut(), rest.strip_prefix(')'))
        && is_open(&last.value)
    {
        last.value.push(')');
        return (name, after.to_owned());
    }
    (name, rest.to_owned())
}

/// A piece of a name.
enum Field<'a> {
    Literal(&'a str),
    /// The value of a dimension; of one that repeats another, the dimension has no name.
    Value(String, &'a str),
    WarmUp,
}

/// Dimensions that all names have with one value: they tell nothing.
fn constant_dimensions(all: &[Vec<Field<'_>>]) -> BTreeSet<String> {
    let mut values: BTreeMap<&str, (BTreeSet<&str>, usize)> = BTreeMap::new();
    for fields in all {
        let mut of_name: BTreeMap<&str, &str> = BTreeMap::new();
        for field in fields {
            if let Field::Value(name, value) = field {
                of_name.entry(name).or_insert(value);
            }
        }
        for (name, value) in of_name {
            let (distinct, count) = values.entry(name).or_default();
            distinct.insert(value);
            *count += 1;
        }
    }
    let constant = values.into_iter().filter(|(_, (distinct, count))| distinct.len() == 1 && *count == all.len());
    constant.map(|(name, _)| name.to_owned()).collect()
}

fn told(fields: &[Field<'_>], constant: &BTreeSet<String>) -> Told {
    let mut told = Told::default();
    for field in fields {
        match field {
            Field::Literal(text) => told.pattern += &literal(text),
            Field::WarmUp => told.is_warm_up = true,
            Field::Value(name, text) if constant.contains(name) => told.pattern += &literal(text),
            Field::Value(name, _) if name.is_empty() || told.dimensions.contains_key(name) => told.pattern.push('*'),
            Field::Value(name, text) => {
                told.pattern += &format!("{{{name}}}");
                told.dimensions.insert(Arc::from(name.as_str()), Arc::from(*text));
            }
        }
    }
    told
}

/// A text in a pattern; what has a meaning there is matched by `*`.
pub(super) fn literal(text: &str) -> String {
    text.replace(['{', '}', '*'], "*")
}

/// A name that a pattern can have: letters, digits, `_`.
fn dimension_name(name: &str) -> String {
    let name: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    if name.is_empty() { "key".to_owned() } else { name }
}

/// The dimension of a column, when its values tell it.
fn known_name(values: &[Option<&str>]) -> Option<&'static str> {
    let values: BTreeSet<&str> = values.iter().flatten().copied().collect();
    let numbers: Option<BTreeSet<u64>> = values.iter().map(|value| value.parse().ok()).collect();
    if let Some(numbers) = numbers {
        return Some(if are_rounds(&numbers) { ROUND } else { "parameter" });
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in values.iter().flat_map(|value| words::dimensions_of(value)) {
        *counts.entry(name).or_default() += 1;
    }
    let most = counts.into_iter().rev().max_by_key(|(_, count)| *count)?;
    (most.1 * 2 >= values.len()).then_some(most.0)
}

/// Whether numbers count from 0 or 1 without a gap.
fn are_rounds(numbers: &BTreeSet<u64>) -> bool {
    let (first, last) = (numbers.first().copied().unwrap_or(0), numbers.last().copied().unwrap_or(0));
    numbers.len() > 1 && first <= 1 && (last - first + 1) as usize == numbers.len()
}

/// Names for columns that tell nothing: the last is what was measured, those before it are groups.
fn open_names(open: &[(Part, usize)], used: &BTreeSet<String>) -> Vec<((Part, usize), String)> {
    let mut names = Vec::new();
    for (index, key) in open.iter().enumerate() {
        let base = if index + 1 == open.len() { "subject" } else { "group" };
        let numbered = (1..).map(|number| if number == 1 { base.to_owned() } else { format!("{base}_{number}") });
        let taken = |name: &String| used.contains(name) || names.iter().any(|(_, other)| other == name);
        let name = numbered.into_iter().find(|name| !taken(name)).unwrap_or_default();
        names.push((*key, name));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn paths(paths: &[&str], expected: &[(&str, &str)]) {
        let told = of_paths(paths);
        let words = |told: &Told| {
            told.dimensions.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
        };
        let found: Vec<(String, String)> = told.iter().map(|told| (told.pattern.clone(), words(told))).collect();
        let expected: Vec<(String, String)> =
            expected.iter().map(|(pattern, words)| ((*pattern).to_owned(), (*words).to_owned())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn parts_that_vary_become_dimensions() {
        let pattern = "{workload}-{framework}-r{round}.txt";
        paths(
            &["json-kruda-r1.txt", "json-fiber-r1.txt", "plaintext-actix-web-r2.txt"],
            &[
                (pattern, "framework=kruda round=1 workload=json"),
                (pattern, "framework=fiber round=1 workload=json"),
                (pattern, "framework=actix-web round=2 workload=plaintext"),
            ],
        );
        paths(
            &["out/v1.2.0/run_64c.json", "out/v1.3.0/run_64c.json"],
            &[("out/{release}/run_64c.json", "release=v1.2.0"), ("out/{release}/run_64c.json", "release=v1.3.0")],
        );
    }

    #[test]
    fn numbers_that_count_are_rounds() {
        let pattern = "bench-{subject}-{round}.txt";
        paths(
            &["bench-red-1.txt", "bench-red-2.txt", "bench-blue-1.txt"],
            &[(pattern, "round=1 subject=red"), (pattern, "round=2 subject=red"), (pattern, "round=1 subject=blue")],
        );
        paths(
            &["n-64.txt", "n-128.txt"],
            &[("n-{parameter}.txt", "parameter=64"), ("n-{parameter}.txt", "parameter=128")],
        );
    }

    #[test]
    fn numbers_of_files_are_no_rounds() {
        paths(
            &["0001_red.json", "0002_blue.json", "0003_green.json"],
            &[
                ("*_{subject}.json", "subject=red"),
                ("*_{subject}.json", "subject=blue"),
                ("*_{subject}.json", "subject=green"),
            ],
        );
        paths(&["run-1.txt", "run-2.txt"], &[("run-{round}.txt", "round=1"), ("run-{round}.txt", "round=2")]);
    }

    #[test]
    fn what_stands_twice_is_named_once() {
        let pattern = "{framework}/*-{workload}.txt";
        paths(
            &["gin/gin-json.txt", "chi/chi-json.txt", "chi/chi-db.txt"],
            &[
                (pattern, "framework=gin workload=json"),
                (pattern, "framework=chi workload=json"),
                (pattern, "framework=chi workload=db"),
            ],
        );
    }

    #[test]
    fn one_file_has_no_dimension() {
        paths(&["results/k6-json-10s.json"], &[("results/k6-json-10s.json", "")]);
        paths(&["a*b{c}.txt"], &[("a*b*c*.txt", "")]);
        assert!(of_paths(&["a/warm-up/x.txt"])[0].is_warm_up);
    }

    #[test]
    fn numbers_are_no_extensions() {
        for (name, stem, extension) in [
            ("a-1.2", "a-1.2", ""),
            ("a.txt", "a", ".txt"),
            ("a.json.gz", "a", ".json.gz"),
            (".a", ".a", ""),
            ("a", "a", ""),
        ] {
            assert_eq!(split_extension(name), (stem, extension));
        }
    }
}
