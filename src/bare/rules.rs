//! Which files are read, and how: the `[[evidence]]` of a suite, proved against its own patterns.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::names;
use super::runs::{Output, Runs};
use crate::model::Dimensions;
use crate::suite::pattern::Pattern;

/// The folder of the evidence below the suite.
pub(super) const RAW: &str = "raw";

/// One `[[evidence]]`.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Rule {
    /// Patterns of its files.
    pub(super) files: Vec<String>,
    /// Patterns of files that it does not read.
    pub(super) leave_out: Vec<String>,
    /// The pattern of headings.
    pub(super) sections: Option<String>,
    /// The fields by which records are divided.
    pub(super) by: Vec<String>,
    /// Dimensions that nothing else gives.
    pub(super) set: BTreeMap<String, String>,
}

/// What outputs of one rule share.
type Group<'a> = (Option<&'a String>, &'a [String], &'a BTreeMap<String, String>);

/// The rules by which exactly the outputs are read, each with the dimensions that its path tells.
/// `all` are the paths of all files.
pub(super) fn plan(runs: &Runs<'_>, all: &[&str]) -> Vec<Rule> {
    let mut groups: BTreeMap<Group<'_>, BTreeSet<&str>> = BTreeMap::new();
    for output in &runs.outputs {
        groups.entry((output.sections.as_ref(), output.by, &output.set)).or_default().insert(&output.told.pattern);
    }
    let rule = |((sections, by, set), patterns): (Group<'_>, BTreeSet<&str>)| Rule {
        files: in_order(patterns),
        sections: sections.cloned(),
        by: by.to_vec(),
        set: set.clone(),
        leave_out: Vec::new(),
    };
    let mut rules: Vec<Rule> = groups.into_iter().map(rule).collect();
    rules.sort_by_key(|rule| std::cmp::Reverse(rule.files.iter().map(|pattern| weight(pattern)).max()));
    // Files that a pattern misreads have one with a value written out, or are named by themselves, before all patterns.
    for narrow in [narrower, single] {
        let patterns = Patterns::of(&rules);
        let mistaken = runs.outputs.iter().filter(|output| !is_read_as_told(&rules, &patterns, output));
        let mut narrow: Vec<Rule> = mistaken.map(narrow).collect();
        narrow.dedup();
        rules = narrow.into_iter().chain(rules).collect();
    }
    drop_unused(&mut rules, &runs.outputs);
    leave_out(&mut rules, runs, all);
    rules
}

/// Patterns with more literal text come first: they match less.
fn in_order(patterns: BTreeSet<&str>) -> Vec<String> {
    let mut patterns: Vec<String> = patterns.into_iter().map(str::to_owned).collect();
    patterns.sort_by_key(|pattern| std::cmp::Reverse(weight(pattern)));
    patterns
}

/// How much of a pattern is literal, and how many names it has.
fn weight(pattern: &str) -> (usize, usize) {
    let names = pattern.matches('{').count();
    let within: usize = pattern.split('{').skip(1).filter_map(|rest| rest.find('}')).sum();
    (names, pattern.len() - within)
}

/// The patterns of rules, in order.
struct Patterns(Vec<(usize, String, Option<Pattern>)>);

impl Patterns {
    fn of(rules: &[Rule]) -> Self {
        let all = rules.iter().enumerate().flat_map(|(at, rule)| rule.files.iter().map(move |text| (at, text.clone())));
        let parsed = |text: &str| if text.contains(['{', '*']) { Pattern::parse(text).ok() } else { None };
        Self(all.map(|(at, text)| (at, text.clone(), parsed(&text))).collect())
    }

    /// The rule and pattern that match a path first, and what they tell.
    fn first(&self, path: &str) -> Option<(usize, &str, Dimensions)> {
        self.0.iter().find_map(|(at, text, pattern)| {
            let told = match pattern {
                Some(pattern) => pattern.matches(path)?,
                None => (text == path).then(Dimensions::new)?,
            };
            Some((*at, text.as_str(), told))
        })
    }
}

fn is_read_as_told(rules: &[Rule], patterns: &Patterns, output: &Output<'_>) -> bool {
    patterns.first(output.path).is_some_and(|(at, _, told)| {
        let rule = &rules[at];
        let all = |told: &Dimensions, set: &BTreeMap<String, String>| -> BTreeMap<String, String> {
            let told = told.iter().map(|(name, value)| (name.to_string(), value.to_string()));
            told.chain(set.clone()).collect()
        };
        all(&told, &rule.set) == all(&output.told.dimensions, &output.set)
            && rule.sections == output.sections
            && rule.by == output.by
    })
}

fn single(output: &Output<'_>) -> Rule {
    rule_of(output, names::literal(output.path), &output.told.dimensions)
}

/// The pattern of an output with the value of one dimension written out, where that is read as its name tells.
fn narrower(output: &Output<'_>) -> Rule {
    let told = &output.told;
    let (rounds, others): (Vec<_>, Vec<_>) = told.dimensions.iter().partition(|(name, _)| ***name == *names::ROUND);
    let written = others.into_iter().chain(rounds).find_map(|(name, value)| {
        let text = told.pattern.replace(&format!("{{{name}}}"), &names::literal(value));
        let own = Dimensions::from([(Arc::clone(name), Arc::clone(value))]);
        let mut matched = Pattern::parse(&text).ok()?.matches(output.path)?;
        matched.extend(own.clone());
        (matched == told.dimensions).then_some((text, own))
    });
    let (text, own) = written.unwrap_or_else(|| (names::literal(output.path), told.dimensions.clone()));
    rule_of(output, text, &own)
}

/// A rule for files like an output, whose pattern does not tell some of its dimensions.
fn rule_of(output: &Output<'_>, files: String, untold: &Dimensions) -> Rule {
    let mut set = output.set.clone();
    set.extend(untold.iter().chain(output.named()).map(|(name, value)| (name.to_string(), value.to_string())));
    let (sections, by) = (output.sections.clone(), output.by.to_vec());
    Rule { files: vec![files], sections, by, set, leave_out: Vec::new() }
}

/// Drops patterns by which no output is read.
fn drop_unused(rules: &mut Vec<Rule>, outputs: &[Output<'_>]) {
    let patterns = Patterns::of(rules);
    let first = |output: &Output<'_>| patterns.first(output.path).map(|(at, pattern, _)| (at, pattern.to_owned()));
    let used: BTreeSet<(usize, String)> = outputs.iter().filter_map(first).collect();
    for (at, rule) in rules.iter_mut().enumerate() {
        rule.files.retain(|pattern| used.contains(&(at, pattern.clone())));
    }
    rules.retain(|rule| !rule.files.is_empty());
}

/// Leaves out what the patterns match and is not read.
fn leave_out(rules: &mut [Rule], runs: &Runs<'_>, all: &[&str]) {
    let read: BTreeSet<&str> = runs.outputs.iter().map(|output| output.path).collect();
    for rule in rules {
        let patterns = Patterns::of(std::slice::from_ref(rule));
        let matches = |path: &&str| patterns.first(path).is_some();
        let mut left: Vec<&str> = all.iter().copied().filter(|path| !read.contains(path)).filter(matches).collect();
        for usual in ["**/*warmup*", "**/*warm-up*", "**/*warm_up*"] {
            let Ok(pattern) = Pattern::parse(usual) else { continue };
            let fits = |path: &&str| pattern.matches(path).is_some();
            if left.iter().any(fits) && !read.iter().any(fits) {
                left.retain(|path| !fits(path));
                rule.leave_out.push(usual.to_owned());
            }
        }
        rule.leave_out.extend(left.into_iter().map(names::literal));
    }
}
