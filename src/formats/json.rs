//! JSON with the place of every value: serde_json parses, spans come from where its slices lie.
//!
//! A level is parsed by asking serde_json for its members as raw text, so that each value is a
//! slice of the document. Levels are few in what tools write, so reading a level twice is cheap.

pub mod collector;
pub mod mapping;

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::source::Span;

/// Values may be nested this deep. serde_json skips raw values without recursion, and so without a limit.
const MAX_DEPTH: usize = 96;

/// A JSON value and the bytes it stands in.
#[derive(Debug, Clone, PartialEq)]
pub struct Node<'a> {
    /// The exact text, from the first to the last character of the value.
    pub text: &'a str,
    /// The same as bytes of the document.
    pub span: Span,
    /// The value.
    pub value: Value<'a>,
}

/// What a [`Node`] holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Value<'a> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number; its text is kept in the node.
    Number(f64),
    /// A string, unescaped.
    String(Cow<'a, str>),
    /// An array.
    Array(Vec<Node<'a>>),
    /// An object, in the order of the document.
    Object(Vec<(Cow<'a, str>, Node<'a>)>),
}

/// Why a text is not a JSON document.
#[derive(Debug, Clone, PartialEq)]
pub struct JsonError {
    /// What is wrong, as a fragment.
    pub message: String,
    /// Where.
    pub span: Span,
    /// Whether the document ends before it is complete.
    pub truncated: bool,
    /// Whether more follows after a complete value, as in JSON Lines.
    pub trailing: bool,
    /// Whether it is JSON all the same, and only cannot be taken: a key stands twice, a number is too large.
    pub well_formed: bool,
}

impl<'a> Node<'a> {
    /// The member of that name, when this is an object.
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.members().iter().find(|(name, _)| name == key).map(|(_, node)| node)
    }

    /// The value at a path of member names.
    pub fn at(&self, path: &[&str]) -> Option<&Self> {
        path.iter().try_fold(self, |node, key| node.get(key))
    }

    /// The members, when this is an object; none otherwise.
    pub fn members(&self) -> &[(Cow<'a, str>, Self)] {
        match &self.value {
            Value::Object(members) => members,
            _ => &[],
        }
    }

    /// The items, when this is an array; none otherwise.
    pub fn items(&self) -> &[Self] {
        match &self.value {
            Value::Array(items) => items,
            _ => &[],
        }
    }

    /// The number, when this is one.
    pub fn number(&self) -> Option<f64> {
        match self.value {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The string, when this is one.
    pub fn string(&self) -> Option<&str> {
        match &self.value {
            Value::String(string) => Some(string),
            _ => None,
        }
    }

    /// Whether this is an object.
    pub fn is_object(&self) -> bool {
        matches!(self.value, Value::Object(_))
    }
}

/// Appends a member name to an RFC 6901 pointer.
pub fn pointer(parent: &str, key: &str) -> String {
    format!("{parent}/{}", key.replace('~', "~0").replace('/', "~1"))
}

/// What an RFC 6901 pointer leads to.
pub fn find<'n, 't>(node: &'n Node<'t>, pointer: &str) -> Option<&'n Node<'t>> {
    let steps = pointer.split('/').skip(1).map(|step| step.replace("~1", "/").replace("~0", "~"));
    steps.into_iter().try_fold(node, |node, step| match node.value {
        Value::Array(_) => node.items().get(step.parse::<usize>().ok()?),
        _ => node.get(&step),
    })
}

/// Parses a text that is one JSON value.
pub fn parse(text: &str) -> Result<Node<'_>, JsonError> {
    let raw: &RawValue = serde_json::from_str(text).map_err(|error| at_error(text, &error))?;
    node(raw.get(), text, 0)
}

fn node<'a>(raw: &'a str, whole: &'a str, depth: usize) -> Result<Node<'a>, JsonError> {
    let span = Span::of(raw, whole);
    let fail = |message: String| JsonError { message, span, truncated: false, trailing: false, well_formed: true };
    if depth > MAX_DEPTH {
        return Err(fail(format!("the JSON is nested more than {MAX_DEPTH} levels deep")));
    }
    let shape = |error: serde_json::Error| fail(error.to_string());
    let value = match raw.as_bytes().first() {
        Some(b'{') => {
            let members: Members<'a> = serde_json::from_str(raw).map_err(shape)?;
            Value::Object(object(members.0, whole, depth)?)
        }
        Some(b'[') => {
            let items: Vec<&'a RawValue> = serde_json::from_str(raw).map_err(shape)?;
            let items = items.into_iter().map(|item| node(item.get(), whole, depth + 1));
            Value::Array(items.collect::<Result<_, _>>()?)
        }
        Some(b'"') => {
            let Key(string) = serde_json::from_str(raw).map_err(shape)?;
            Value::String(string)
        }
        Some(b't') => Value::Bool(true),
        Some(b'f') => Value::Bool(false),
        Some(b'n') => Value::Null,
        _ => match raw.parse::<f64>() {
            Ok(number) if number.is_finite() => Value::Number(number),
            _ => return Err(fail(format!("`{raw}` is out of the range of numbers"))),
        },
    };
    Ok(Node { text: raw, span, value })
}

type MemberList<'a> = Vec<(Cow<'a, str>, &'a RawValue)>;

fn object<'a>(
    members: MemberList<'a>,
    whole: &'a str,
    depth: usize,
) -> Result<Vec<(Cow<'a, str>, Node<'a>)>, JsonError> {
    let mut names: Vec<&str> = members.iter().map(|(name, _)| name.as_ref()).collect();
    names.sort_unstable();
    if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]) {
        let second = members.iter().rposition(|(name, _)| name == twice).expect("the name is among the members");
        let span = Span::of(members[second].1.get(), whole);
        let message = format!("the key `{twice}` stands twice in one object");
        return Err(JsonError { message, span, truncated: false, trailing: false, well_formed: true });
    }
    members.into_iter().map(|(name, raw)| Ok((name, node(raw.get(), whole, depth + 1)?))).collect()
}

/// Why serde_json gave up, with its place.
fn at_error(text: &str, error: &serde_json::Error) -> JsonError {
    let full = error.to_string();
    let reason = full.split(" at line ").next().unwrap_or(&full);
    let trailing = reason.contains("trailing characters");
    let truncated = error.is_eof();
    let end = text.trim_end().len();
    let span = if truncated { Span::new(end, end) } else { word_at(text, error.line(), error.column()) };
    JsonError { message: in_words(reason, &text[span.range()]), span, truncated, trailing, well_formed: false }
}

/// serde_json's reason in plain words.
fn in_words(reason: &str, word: &str) -> String {
    match reason.strip_prefix("EOF while parsing ") {
        Some(unfinished) => format!("it ends within {unfinished}"),
        None if reason == "expected value" => format!("`{word}` is no JSON value"),
        None => reason.replace("`,` or", "a comma or"),
    }
}

/// The word or character at serde_json's line and column, which counts bytes from 1.
fn word_at(text: &str, line: usize, column: usize) -> Span {
    let line_start = match line {
        0 | 1 => 0,
        line => memchr::memchr_iter(b'\n', text.as_bytes()).nth(line - 2).map_or(text.len(), |end| end + 1),
    };
    let mut start = (line_start + column.saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let rest = &text[start..];
    let word = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
    let character = rest.chars().next().map_or(0, char::len_utf8);
    Span::new(start, start + word.max(character))
}

/// The members of an object, in order, doubles included.
struct Members<'a>(MemberList<'a>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visit;
        impl<'de> Visitor<'de> for Visit {
            type Value = Members<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some((Key(name), raw)) = map.next_entry::<Key<'de>, &'de RawValue>()? {
                    members.push((name, raw));
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Visit)
    }
}

/// A string that borrows from the document where nothing is escaped.
struct Key<'a>(Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Key<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visit;
        impl<'de> Visitor<'de> for Visit {
            type Value = Key<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }
            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Key(Cow::Borrowed(text)))
            }
            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Key(Cow::Owned(text.to_owned())))
            }
        }
        deserializer.deserialize_str(Visit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_knows_its_bytes() {
        let text = " {\n \"a\\/b\": [1, 2.50],\n \"p(99)\": {\"v\": -3e2}}\n";
        let root = parse(text).expect("it is JSON");
        let item = &root.get("a/b").expect("a member").items()[1];
        assert_eq!((item.text, &text[item.span.range()], item.number()), ("2.50", "2.50", Some(2.5)));
        assert_eq!(root.at(&["p(99)", "v"]).map(|n| n.text), Some("-3e2"));
    }

    #[test]
    fn pointers_escape_as_rfc_6901_says() {
        assert_eq!(pointer(&pointer("", "a/b"), "m~n"), "/a~1b/m~0n");
    }

    #[track_caller]
    fn fails(text: &str, message: &str, at: &str, truncated: bool) {
        let error = parse(text).expect_err("it is wrong");
        assert!(error.message.contains(message), "{error:?}");
        assert_eq!((&text[error.span.range()], error.truncated), (at, truncated), "{error:?}");
    }

    #[test]
    fn errors_have_a_place() {
        fails("{\"a\": 1, \"b\": {\"a\": 1, \"a\": 2}}", "stands twice", "2", false);
        fails("{\"a\": NaN}", "`NaN` is no JSON value", "NaN", false);
        fails("{\"a\": 1e999}", "out of the range", "1e999", false);
        fails("{\"a\": [1, 2\n", "it ends within", "", true);
        fails(&"[".repeat(100_000), "it ends within", "", true);
        fails(&format!("{}{}", "[".repeat(100), "]".repeat(100)), "levels deep", "[[[]]]", false);
        let deep = parse(&format!("{}{}", "[".repeat(100_000), "]".repeat(100_000))).expect_err("too deep");
        assert!(deep.message.contains("levels deep"), "{}", deep.message);
        assert!(parse("{} {}").expect_err("two values").trailing);
    }
}
