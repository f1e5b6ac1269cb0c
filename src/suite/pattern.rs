//! Path patterns: `raw/{profile}/{route}-{framework}-r{round}.txt`, each `{name}` a dimension.

use std::sync::Arc;

use regex_lite::Regex;

use crate::model::Dimensions;

/// A pattern for the whole of a path or heading.
#[derive(Debug)]
pub struct Pattern {
    regex: Regex,
    names: Vec<Arc<str>>,
    /// What every path that it matches begins and ends with.
    ends: [String; 2],
}

impl Pattern {
    /// Understands `{name}` (a part of a name, without `/`), `*` (the same, not kept) and `**` (any depth).
    /// The error says what is wrong.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.starts_with('/') || text.split('/').any(|part| part == "..") {
            return Err("a pattern stays inside the suite's folder: no `..` and no leading `/`".to_owned());
        }
        let mut regex = String::from("^");
        let mut names: Vec<Arc<str>> = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '*']) {
            regex += &regex_lite::escape(&rest[..at]);
            rest = &rest[at..];
            if let Some(after) = rest.strip_prefix("**/") {
                regex += "(?:.*/)?";
                rest = after;
            } else if let Some(after) = rest.strip_prefix("**") {
                regex += ".*";
                rest = after;
            } else if let Some(after) = rest.strip_prefix('*') {
                regex += "[^/]*";
                rest = after;
            } else {
                let end = rest.find('}').ok_or("a `{` without its `}`")?;
                let name = &rest[1..end];
                check_name(name, &names)?;
                names.push(name.into());
                regex += "([^/]+?)";
                rest = &rest[end + 1..];
            }
        }
        regex += &regex_lite::escape(rest);
        regex.push('$');
        let regex = Regex::new(&regex).map_err(|error| error.to_string())?;
        let ends = [text.find(['{', '*']).map_or(text, |at| &text[..at]), rest].map(str::to_owned);
        Ok(Self { regex, names, ends })
    }

    /// Whether the other is written alike.
    pub fn is_same(&self, other: &Self) -> bool {
        self.regex.as_str() == other.regex.as_str() && self.names == other.names
    }

    /// The dimensions that the path gives, if it matches.
    pub fn matches(&self, path: &str) -> Option<Dimensions> {
        // Of thousands of rules nearly all are told apart by this, which costs a hundredth of the rest.
        let [first, last] = &self.ends;
        if !path.starts_with(first) || !path.ends_with(last) {
            return None;
        }
        let captures = self.regex.captures(path)?;
        let value = |index: usize| captures.get(index + 1).map_or("", |m| m.as_str());
        Some(self.names.iter().enumerate().map(|(index, name)| (Arc::clone(name), value(index).into())).collect())
    }
}

fn check_name(name: &str, earlier: &[Arc<str>]) -> Result<(), String> {
    let plain = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    if name.is_empty() || !name.chars().all(plain) {
        return Err(format!("`{{{name}}}` is no name for a dimension"));
    }
    if earlier.iter().any(|other| **other == *name) {
        return Err(format!("`{{{name}}}` stands twice"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matched(pattern: &str, path: &str) -> Option<String> {
        let dimensions = Pattern::parse(pattern).expect("a pattern").matches(path)?;
        Some(dimensions.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn names_take_parts_of_a_path() {
        let pattern = "raw/{profile}/{route}-{framework}-r{round}.txt";
        let found = matched(pattern, "raw/latency/json-kruda-r3.txt");
        assert_eq!(found.as_deref(), Some("framework=kruda profile=latency round=3 route=json"));
        assert_eq!(matched(pattern, "raw/latency/x/json-kruda-r3.txt"), None);
        // The first name takes as little as it can.
        let found = matched("{a}-{b}.txt", "x-y-z.txt");
        assert_eq!(found.as_deref(), Some("a=x b=y-z"));
    }

    #[test]
    fn stars_match_and_are_not_kept() {
        assert_eq!(matched("*-warmup.txt", "a-warmup.txt").as_deref(), Some(""));
        assert_eq!(matched("**/*.json", "a/b/c.json").as_deref(), Some(""));
        assert_eq!(matched("**/*.json", "c.json").as_deref(), Some(""));
        assert_eq!(matched("a.txt", "abtxt"), None);
        assert_eq!(matched("a*a", "a"), None);
        assert_eq!(matched("a**", "a").as_deref(), Some(""));
        assert_eq!(matched("**/a.txt", "a.txt").as_deref(), Some(""));
    }

    #[test]
    fn wrong_patterns_are_told() {
        for (pattern, part) in [
            ("../x", "stays inside"),
            ("/x", "stays inside"),
            ("{a", "without"),
            ("{a}{a}", "twice"),
            ("{}", "no name"),
        ] {
            let error = Pattern::parse(pattern).expect_err("it is wrong");
            assert!(error.contains(part), "{pattern}: {error}");
        }
    }
}
