//! What is to be said, before a language is chosen.

use std::borrow::Cow;

use super::Voice;

/// The key of a text, or the name of what is filled into one.
type Name = Cow<'static, str>;

/// What is to be said, before a language is chosen.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Message {
    /// Words of an author, a tool or a standard, which are the same in every language.
    Verbatim(String),
    /// A number, written as English writes it.
    Number(String),
    /// How many there are of something.
    Count(u64),
    /// A text of the locale files by its key, and what is filled in, by name. What is called `n` chooses the
    /// plural form.
    Text(Name, Vec<(Name, Message)>),
}

/// The text of a key, with nothing filled in yet.
pub fn say(key: impl Into<Name>) -> Message {
    Message::Text(key.into(), Vec::new())
}

impl Message {
    /// The same with something filled in.
    #[must_use]
    pub fn with(mut self, name: impl Into<Name>, value: impl Into<Self>) -> Self {
        if let Self::Text(_, filling) = &mut self {
            filling.push((name.into(), value.into()));
        }
        self
    }

    /// Several as one, joined two by two with the text of a key, which has `{a}` and `{b}`: "a, b, c". None is nothing.
    pub fn joined(key: &'static str, all: impl IntoIterator<Item = Self>) -> Self {
        let join = |a: Self, b: Self| say(key).with("a", a).with("b", b);
        all.into_iter().reduce(join).unwrap_or_else(|| Self::from(""))
    }

    /// The different ones, in the order of their English.
    pub fn distinct(all: impl IntoIterator<Item = Self>) -> Vec<Self> {
        let mut known: Vec<(String, Self)> = all.into_iter().map(|message| (message.english(), message)).collect();
        known.sort();
        known.dedup();
        known.into_iter().map(|(_, message)| message).collect()
    }

    /// The message in English as it is built in, for programs and for the terminal.
    pub fn english(&self) -> String {
        Voice::english().say(self)
    }

    /// What it counts.
    pub(super) fn count(&self) -> Option<u64> {
        let Self::Text(_, filling) = self else { return None };
        filling.iter().find_map(|(name, filled)| match filled {
            Self::Count(n) if name == "n" => Some(*n),
            _ => None,
        })
    }
}

impl From<String> for Message {
    fn from(text: String) -> Self {
        Self::Verbatim(text)
    }
}

impl From<&String> for Message {
    fn from(text: &String) -> Self {
        Self::Verbatim(text.clone())
    }
}

impl From<&str> for Message {
    fn from(text: &str) -> Self {
        Self::Verbatim(text.to_owned())
    }
}

impl From<u64> for Message {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl From<usize> for Message {
    fn from(count: usize) -> Self {
        Self::Count(count as u64)
    }
}
