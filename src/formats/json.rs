//! JSON with the place of every value. A text is walked through once; where the walk does not go on, serde_json says
//! what is wrong and where.

pub mod collector;
pub mod mapping;

use std::borrow::Cow;

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

    /// The text of a member that is a string; empty where there is none.
    pub fn string_of(&self, key: &str) -> &str {
        self.get(key).and_then(Self::string).unwrap_or_default()
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
    let mut walk = Walk { whole: text, at: 0, items: Vec::new(), members: Vec::new() };
    let read = walk.document();
    let rest = Span::new(walk.at.min(text.len()), text.len());
    read.map_err(|stop| {
        // What cannot be taken is told of JSON only.
        let is_json: Result<&RawValue, _> = serde_json::from_str(text);
        match (is_json, stop) {
            (Err(error), _) => at_error(text, &error),
            (Ok(_), Stop::Bounds(error)) => *error,
            // The two do not differ, as a test says; if they did, it would be refused.
            (Ok(_), Stop::Syntax) => JsonError { well_formed: false, ..out_of_bounds(rest, "it is no JSON".into()) },
        }
    })
}

/// The JSON value with which a text begins, whatever follows it.
pub fn leading(text: &str) -> Result<&str, JsonError> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
    match values.next() {
        Some(Ok(raw)) => Ok(raw.get()),
        Some(Err(error)) => Err(at_error(text, &error)),
        None => Ok(""),
    }
}

/// The way through a text.
struct Walk<'a> {
    whole: &'a str,
    /// The next byte.
    at: usize,
    /// The items of arrays that are not closed yet, so that a list is made once and of the right size.
    items: Vec<Node<'a>>,
    /// The members of objects that are not closed yet.
    members: Vec<(Cow<'a, str>, Node<'a>)>,
}

/// Why a walk does not go on.
enum Stop {
    /// The text is no JSON.
    Syntax,
    /// As far as it was walked through it is, but it cannot be taken.
    Bounds(Box<JsonError>),
}

impl<'a> Walk<'a> {
    fn document(&mut self) -> Result<Node<'a>, Stop> {
        self.space();
        let node = self.node(0)?;
        self.space();
        if self.at == self.whole.len() { Ok(node) } else { Err(Stop::Syntax) }
    }

    /// The value that begins here.
    fn node(&mut self, depth: usize) -> Result<Node<'a>, Stop> {
        let start = self.at;
        if depth > MAX_DEPTH {
            let mut rest = serde_json::Deserializer::from_str(&self.whole[start..]).into_iter::<&RawValue>();
            self.at += rest.next().and_then(Result::ok).map_or(0, |raw| raw.get().len());
            return Err(self.wrong(start, format!("the JSON is nested more than {MAX_DEPTH} levels deep")));
        }
        let value = match self.byte() {
            b'{' => Value::Object(self.object(depth)?),
            b'[' => Value::Array(self.array(depth)?),
            b'"' => Value::String(self.string()?),
            b't' => self.word("true", Value::Bool(true))?,
            b'f' => self.word("false", Value::Bool(false))?,
            b'n' => self.word("null", Value::Null)?,
            _ => Value::Number(self.number()?),
        };
        let span = Span::new(start, self.at);
        Ok(Node { text: &self.whole[span.range()], span, value })
    }

    fn array(&mut self, depth: usize) -> Result<Vec<Node<'a>>, Stop> {
        let own = self.items.len();
        let mut goes_on = self.opens(b']');
        while goes_on {
            let item = self.node(depth + 1)?;
            self.items.push(item);
            goes_on = self.goes_on(b']')?;
        }
        Ok(self.items.drain(own..).collect())
    }

    fn object(&mut self, depth: usize) -> Result<Vec<(Cow<'a, str>, Node<'a>)>, Stop> {
        let own = self.members.len();
        let mut goes_on = self.opens(b'}');
        while goes_on {
            let name = self.string()?;
            self.space();
            self.expect(b':')?;
            self.space();
            let value = self.node(depth + 1)?;
            self.members.push((name, value));
            goes_on = self.goes_on(b'}')?;
        }
        match twice(&self.members[own..]) {
            None => Ok(self.members.drain(own..).collect()),
            Some(error) => Err(Stop::Bounds(Box::new(error))),
        }
    }

    /// Goes past the bracket that opens to the first item or member, or past the bracket that closes at once.
    fn opens(&mut self, close: u8) -> bool {
        self.at += 1;
        self.space();
        let is_closed = self.byte() == close;
        self.at += usize::from(is_closed);
        !is_closed
    }

    /// Goes on from an item or member to the next, or past the bracket that closes.
    fn goes_on(&mut self, close: u8) -> Result<bool, Stop> {
        self.space();
        if self.byte() == close {
            self.at += 1;
            return Ok(false);
        }
        self.expect(b',')?;
        self.space();
        Ok(true)
    }

    fn string(&mut self) -> Result<Cow<'a, str>, Stop> {
        let start = self.at;
        self.expect(b'"')?;
        let mut is_plain = true;
        loop {
            match self.byte() {
                b'"' => break,
                // Control characters, and the end.
                ..b' ' => return Err(Stop::Syntax),
                b'\\' => {
                    is_plain = false;
                    self.at += 1;
                    // What is escaped.
                    self.whole.as_bytes().get(self.at).ok_or(Stop::Syntax)?;
                }
                _ => {}
            }
            self.at += 1;
        }
        self.at += 1;
        if is_plain {
            return Ok(Cow::Borrowed(&self.whole[start + 1..self.at - 1]));
        }
        let string: Result<String, _> = serde_json::from_str(&self.whole[start..self.at]);
        string.map(Cow::Owned).map_err(|error| self.wrong(start, error.to_string()))
    }

    fn number(&mut self) -> Result<f64, Stop> {
        let start = self.at;
        self.at += usize::from(self.byte() == b'-');
        match self.byte() {
            b'0' => self.at += 1,
            _ => self.digits()?,
        }
        if self.byte() == b'.' {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.byte(), b'e' | b'E') {
            self.at += 1;
            self.at += usize::from(matches!(self.byte(), b'+' | b'-'));
            self.digits()?;
        }
        let text = &self.whole[start..self.at];
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ => Err(self.wrong(start, format!("`{text}` is out of the range of numbers"))),
        }
    }

    /// At least one digit.
    fn digits(&mut self) -> Result<(), Stop> {
        let start = self.at;
        while self.byte().is_ascii_digit() {
            self.at += 1;
        }
        if self.at > start { Ok(()) } else { Err(Stop::Syntax) }
    }

    fn word(&mut self, word: &str, value: Value<'a>) -> Result<Value<'a>, Stop> {
        let is_it = self.whole[self.at..].starts_with(word);
        self.at += word.len();
        if is_it { Ok(value) } else { Err(Stop::Syntax) }
    }

    fn space(&mut self) {
        while matches!(self.byte(), b' ' | b'\n' | b'\r' | b'\t') {
            self.at += 1;
        }
    }

    fn expect(&mut self, byte: u8) -> Result<(), Stop> {
        let is_it = self.byte() == byte;
        self.at += usize::from(is_it);
        if is_it { Ok(()) } else { Err(Stop::Syntax) }
    }

    /// The next byte; 0, which no JSON has, at the end.
    fn byte(&self) -> u8 {
        self.whole.as_bytes().get(self.at).copied().unwrap_or_default()
    }

    /// What cannot be taken, from a place to this one.
    fn wrong(&self, start: usize, message: String) -> Stop {
        Stop::Bounds(Box::new(out_of_bounds(Span::new(start, self.at), message)))
    }
}

/// The beginning of a JSON value, closed after its last whole part, so that it can be seen what it is of; none of a
/// text that is no such beginning.
pub fn closed(beginning: &str) -> Option<String> {
    let (mut open, mut kept, mut in_string, mut is_escaped) = (Vec::new(), None, false, false);
    for (at, byte) in beginning.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_string => is_escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'{' => open.push('}'),
            b'[' => open.push(']'),
            b'}' | b']' => drop(open.pop()),
            _ => {}
        }
        // What is open stays so up to the next of these: a value ends before a comma.
        match byte {
            _ if in_string => {}
            b',' => kept = Some(at),
            b'{' | b'[' | b'}' | b']' => kept = Some(at + 1),
            _ => {}
        }
    }
    let whole = &beginning[..kept?];
    Some(whole.chars().chain(open.into_iter().rev()).collect())
}

/// JSON that cannot be taken all the same.
fn out_of_bounds(span: Span, message: String) -> JsonError {
    JsonError { message, span, truncated: false, trailing: false, well_formed: true }
}

/// A key that stands twice.
fn twice(members: &[(Cow<'_, str>, Node<'_>)]) -> Option<JsonError> {
    let mut names: Vec<&str> = members.iter().map(|(name, _)| name.as_ref()).collect();
    names.sort_unstable();
    let twice = names.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])?;
    let (_, second) = members.iter().rfind(|(name, _)| name == twice)?;
    Some(out_of_bounds(second.span, format!("the key `{twice}` stands twice in one object")))
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
    fn values_of_every_kind_are_walked_through() {
        let text = "[ [], {} ,{\"a\\\"]\": [ null,true , false\t]}, \"\\\\\", \"\\u00e9}\",\r\n-0.5E+1 ]\n";
        let root = parse(text).expect("it is JSON");
        let texts: Vec<&str> = root.items().iter().map(|item| item.text).collect();
        assert_eq!(texts, ["[]", "{}", "{\"a\\\"]\": [ null,true , false\t]}", "\"\\\\\"", "\"\\u00e9}\"", "-0.5E+1"]);
        let words: Vec<&Value<'_>> = root.items()[2].members()[0].1.items().iter().map(|item| &item.value).collect();
        assert_eq!(words, [&Value::Null, &Value::Bool(true), &Value::Bool(false)]);
        assert_eq!(root.items()[2].members()[0].0, "a\"]");
        assert_eq!((root.items()[3].string(), root.items()[4].string()), (Some("\\"), Some("é}")));
        assert_eq!(root.items()[5].number(), Some(-5.0));
        assert!(parse("\"\\ud800\"").expect_err("half a character").well_formed);
    }

    #[test]
    fn it_takes_for_json_what_serde_json_does() {
        const TEXT: &str =
            r#" {"a\u00e9\n": [1, -0.5e+3, 0, 10 , {}, [ ] ,{"b":true,"c" : false}], "d": null,"e\"":"é/"} "#;
        let agree = |text: &str| {
            let is_json = serde_json::from_str::<&RawValue>(text).is_ok();
            let own = parse(text).map_or_else(|error| error.well_formed, |_| true);
            assert_eq!(own, is_json, "{text:?}");
            usize::from(is_json)
        };
        assert_eq!(agree(TEXT), 1);
        let others = [
            "", " ", "\0", "01", "-", "1.", ".5", "1e", "1e+", "tru", "truE", "nulll", "\"\\", "\"\\x\"", "\"\t\"",
            "[1,]", "{,}",
        ];
        assert_eq!(others.into_iter().map(agree).sum::<usize>(), 0);
        let places = || TEXT.char_indices().map(|(at, _)| at);
        let mut taken = 0;
        for at in places() {
            let (before, after) = TEXT.split_at(at);
            let rest = after.chars().next().map_or("", |c| &after[c.len_utf8()..]);
            taken += agree(before) + agree(&format!("{before}{rest}")) + agree(&format!("{before}{after}{after}"));
            for other in "{}[]\",:\\ \n\t\u{1}0-.eE+tfnu/1é".chars() {
                taken += agree(&format!("{before}{other}{rest}")) + agree(&format!("{before}{other}{after}"));
            }
        }
        assert!(taken > 500, "{taken}");
    }

    #[test]
    fn beginnings_are_closed() {
        let of = |text: &str| closed(text).expect("it is the beginning of a value");
        assert_eq!(of("{\"a\": {\"b\": [1, 2], \"c\": 3, \"d"), "{\"a\": {\"b\": [1, 2], \"c\": 3}}");
        assert_eq!(of("[{\"a,\\\"]\": \"x"), "[{}]");
        assert_eq!(of("{\"a\": [1, 2]"), "{\"a\": [1, 2]}");
        assert_eq!(closed("12"), None);
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
