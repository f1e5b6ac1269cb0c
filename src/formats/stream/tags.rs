//! Lines of XML on each of which a tag stands, as JMeter writes them.
//!
//! A reader of whole documents would hold them, and tells of no attribute where it stands; of a start tag on one
//! line both are found by looking for its quotes.

use std::borrow::Cow;

/// What a line of a result log is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tag<'t> {
    /// The start of a sample.
    Start(Start<'t>),
    /// The end of one, with its name.
    End(&'t str),
    /// Something with the tag of a sample in it that is neither.
    Broken,
    /// Anything else.
    Other,
}

/// The start tag of a sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Start<'t> {
    /// Its name.
    pub name: &'t str,
    attributes: &'t str,
    /// Whether nothing is in it: `/>`.
    pub is_whole: bool,
}

/// The names of samples.
const NAMES: [&str; 2] = ["httpSample", "sample"];

impl<'t> Tag<'t> {
    /// What a line is.
    pub fn of(line: &'t str) -> Self {
        let text = line.trim();
        // Text between tags holds no `<`, so most lines of it are done with here.
        let Some(inner) = text.strip_prefix('<') else { return Self::unless(is_within(text), Self::Other) };
        if let Some(name) = inner.strip_prefix('/').map(|rest| rest.trim_end_matches('>').trim_end()) {
            let is_end = NAMES.contains(&name);
            return Self::unless(!is_end && is_within(text), if is_end { Self::End(name) } else { Self::Other });
        }
        let Some((name, rest)) = named(inner) else { return Self::unless(is_within(text), Self::Other) };
        let inside = rest.strip_suffix('>').map(|rest| (rest.strip_suffix('/').unwrap_or(rest), rest.ends_with('/')));
        let start = inside.map(|(attributes, is_whole)| Start { name, attributes, is_whole });
        // Every attribute is read once, so that none is cut short by a `>`, a quote or an end of the line.
        start.filter(|start| start.attributes().all(|attribute| attribute.is_some())).map_or(Self::Broken, Self::Start)
    }

    fn unless(is_broken: bool, tag: Self) -> Self {
        if is_broken { Self::Broken } else { tag }
    }
}

/// The name of a sample with which a text begins, and what follows.
fn named(text: &str) -> Option<(&str, &str)> {
    let name = NAMES.into_iter().find(|name| text.starts_with(name))?;
    let (name, rest) = text.split_at(name.len());
    let is_end = rest.is_empty() || rest.starts_with(|next: char| next.is_whitespace() || matches!(next, '/' | '>'));
    is_end.then_some((name, rest))
}

/// Whether the tag of a sample is somewhere in a text.
fn is_within(text: &str) -> bool {
    memchr::memchr_iter(b'<', text.as_bytes()).any(|at| named(text[at + 1..].trim_start_matches('/')).is_some())
}

impl<'t> Start<'t> {
    /// Its attributes with their values as they are written; none in place of what is no attribute, after which there
    /// are no more.
    fn attributes(self) -> impl Iterator<Item = Option<(&'t str, &'t str)>> {
        let mut rest = self.attributes.trim();
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let found = rest.split_once("=\"").and_then(|(name, after)| {
                let (value, after) = after.split_once('"')?;
                let is_name = !name.is_empty() && !name.contains(['<', '>', '"', '\'', '=', ' ', '\t']);
                let is_next = after.is_empty() || after.starts_with([' ', '\t']);
                (is_name && is_next && !value.contains('<')).then_some((name, value, after.trim_start()))
            });
            rest = found.map_or("", |(.., after)| after);
            Some(found.map(|(name, value, _)| (name, value)))
        })
    }

    /// The names of its attributes.
    pub fn names(self) -> impl Iterator<Item = &'t str> {
        self.attributes().flatten().map(|(name, _)| name)
    }

    /// An attribute as it is written.
    pub fn raw(self, name: &str) -> Option<&'t str> {
        self.attributes().flatten().find(|(own, _)| *own == name).map(|(_, value)| value)
    }

    /// The value of an attribute; none too when it holds an entity that XML has not.
    pub fn value(self, name: &str) -> Option<Cow<'t, str>> {
        decoded(self.raw(name)?)
    }
}

/// A text with its entities in place: `&amp;`, `&#xd;`.
fn decoded(raw: &str) -> Option<Cow<'_, str>> {
    if !raw.contains('&') {
        return Some(raw.into());
    }
    let mut parts = raw.split('&');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (entity, after) = part.split_once(';')?;
        let number = |digits: &str, radix| u32::from_str_radix(digits, radix).ok().and_then(char::from_u32);
        text.push(match (entity, entity.strip_prefix("#x"), entity.strip_prefix('#')) {
            (_, Some(digits), _) => number(digits, 16)?,
            (_, _, Some(digits)) => number(digits, 10)?,
            ("amp", ..) => '&',
            ("lt", ..) => '<',
            ("gt", ..) => '>',
            ("quot", ..) => '"',
            ("apos", ..) => '\'',
            _ => return None,
        });
        text.push_str(after);
    }
    Some(text.into())
}

/// The samples that a line is in, while lines are gone through in their order.
#[derive(Debug, Default)]
pub struct Nesting<'t>(Vec<(Start<'t>, bool)>);

impl<'t> Nesting<'t> {
    /// Whether the next sample is none of its own, because one around it counts.
    pub fn is_part(&self) -> bool {
        self.0.last().is_some_and(|(_, counts)| *counts)
    }

    /// Goes into a sample, which counts or is left out.
    pub fn start(&mut self, start: Start<'t>, counts: bool) {
        if !start.is_whole {
            let counts = counts || self.is_part();
            self.0.push((start, counts));
        }
    }

    /// Goes out of the last one; whether it has that name.
    pub fn end(&mut self, name: &str) -> bool {
        self.0.pop().is_some_and(|(start, _)| start.name == name)
    }

    /// The sample that the next line is in.
    pub fn innermost(&self) -> Option<Start<'t>> {
        self.0.last().map(|(start, _)| *start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_of_samples_are_told_from_others() {
        let Tag::Start(start) = Tag::of("  <httpSample t=\"12\" lb=\"a &gt; &quot;b&quot; &#xd;&#233;\" x=\"\">\r")
        else {
            panic!("it is a start tag")
        };
        assert_eq!(
            (start.name, start.is_whole, start.raw("t"), start.raw("x")),
            ("httpSample", false, Some("12"), Some(""))
        );
        assert_eq!(start.value("lb").as_deref(), Some("a > \"b\" \ré"));
        assert_eq!(start.raw("b"), None);
        assert!(matches!(
            Tag::of("<sample t=\"1\" lb=\"a>b/\"/>"),
            Tag::Start(Start { name: "sample", is_whole: true, .. })
        ));
        assert_eq!(Tag::of("</sample>"), Tag::End("sample"));
        for other in
            ["", "<samplerData class=\"java.lang.String\">a</samplerData>", "t=\"1\"", "</samplerData>", "<a>b</a>"]
        {
            assert_eq!(Tag::of(other), Tag::Other, "{other}");
        }
        for broken in [
            "<httpSample",
            "<httpSample t=\"1\"",
            "<httpSample t=\"1\" lb=\"a",
            "<sample t=1/>",
            "<sample t=\"1\"lb=\"\"/>",
            "<sample t=\"1\"/><sample t=\"2\"/>",
            "<sample t=\"1\"></sample>",
            "<testResults><sample t=\"1\"/>",
            "<url>x</url></sample>",
        ] {
            assert_eq!(Tag::of(broken), Tag::Broken, "{broken}");
        }
        for wrong in ["&nbsp;", "a & b", "&#x110000;"] {
            assert_eq!(decoded(wrong), None, "{wrong}");
        }
    }
}
