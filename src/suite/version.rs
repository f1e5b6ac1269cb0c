//! Versions in their order: `1.7.2` before `1.8.0-rc.1` before `1.8.0`.

use std::cmp::Ordering;

/// A version as its author wrote it, read for comparing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version<'a> {
    numbers: Vec<u64>,
    /// What stands after `-`; none for a release.
    before: Option<Vec<&'a str>>,
}

impl<'a> Version<'a> {
    /// Reads a version; a `v` before it and a build after `+` say nothing of its order.
    pub fn parse(text: &'a str) -> Option<Self> {
        let text = text.trim();
        let text = text.strip_prefix(['v', 'V']).unwrap_or(text);
        let text = text.split('+').next().unwrap_or(text);
        let (release, before) = text.split_once('-').map_or((text, None), |(release, rest)| (release, Some(rest)));
        let mut numbers = release.split('.').map(|part| part.parse().ok()).collect::<Option<Vec<u64>>>()?;
        while numbers.last() == Some(&0) {
            numbers.pop();
        }
        Some(Self { numbers, before: before.map(|text| text.split('.').collect()) })
    }
}

impl PartialOrd for Version<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Version<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.numbers.cmp(&other.numbers).then_with(|| match (&self.before, &other.before) {
            (None, None) => Ordering::Equal,
            (None, Some(_)) => Ordering::Greater,
            (Some(_), None) => Ordering::Less,
            (Some(own), Some(others)) => prerelease(own, others),
        })
    }
}

/// Parts one by one: numbers by value and before words, the shorter first when the rest is equal.
fn prerelease(own: &[&str], others: &[&str]) -> Ordering {
    let part = |a: &str, b: &str| match (a.parse::<u64>(), b.parse::<u64>()) {
        (Ok(a), Ok(b)) => a.cmp(&b),
        (Ok(_), Err(_)) => Ordering::Less,
        (Err(_), Ok(_)) => Ordering::Greater,
        (Err(_), Err(_)) => a.cmp(b),
    };
    let differing = own.iter().zip(others).map(|(a, b)| part(a, b)).find(|order| order.is_ne());
    differing.unwrap_or_else(|| own.len().cmp(&others.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The order that semver.org gives as its example, and what it does not speak of.
    #[test]
    fn versions_have_the_order_of_semantic_versioning() {
        let ordered = [
            "0.9",
            "1.0.0-alpha",
            "1.0.0-alpha.1",
            "1.0.0-alpha.beta",
            "1.0.0-beta",
            "1.0.0-beta.2",
            "1.0.0-beta.11",
            "1.0.0-rc.1",
            "1.0.0",
            "1.0.1",
            "1.2",
            "1.10",
            "2",
        ];
        let read: Vec<_> = ordered.iter().map(|text| Version::parse(text).expect("a version")).collect();
        assert!(read.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(Version::parse("v1.2"), Version::parse("1.2.0+build.7"));
        for wrong in ["", "latest", "1.x", "1..2", "v", "-1"] {
            assert_eq!(Version::parse(wrong), None, "{wrong}");
        }
    }
}
