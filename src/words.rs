//! What the program itself says to readers, in the language of the page: `locales/*.toml`, built in, and a
//! site's own over them.
//!
//! What says something gives a [`Message`]: the key of a text, and what is filled into it. It knows no
//! language. Where the page's language is known, a [`Voice`] says the message: with the plural forms of
//! that language, its numbers, and English for what it has no words for.

mod message;
mod plural;
mod read;
pub mod terms;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use self::plural::{Form, Rule};
use self::read::{Text, Texts};
use crate::diagnostic::Diagnostics;
use crate::number::{self, Notation};
use crate::source::Source;

pub use self::message::{Message, say};

macro_rules! locales {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../locales/", $name)))),*]
    };
}

/// The built-in texts by language; a constant, since its length is that of a list.
pub const LOCALES: &[(&str, &str)] =
    locales!["ar.toml", "de.toml", "en.toml", "es.toml", "fr.toml", "ja.toml", "zh.toml"];

/// The words that the style sheet writes beside claims and kinds of numbers.
const MARKS: [&str; 7] = [
    "mark_partly",
    "mark_contradicted",
    "mark_uncheckable",
    "mark_withdrawn",
    "mark_transcribed",
    "mark_estimated",
    "mark_claimed",
];

/// The words of a site.
#[derive(Debug, Clone, Default)]
pub struct Words {
    /// The site's own, by language tag in lower case.
    own: BTreeMap<String, Texts>,
}

/// The words of a site in one language.
#[derive(Debug, Clone, Copy)]
pub struct Voice<'a> {
    /// Where texts are looked up: the site's own for the tag and for its language, the built-in ones.
    texts: [Option<&'a Texts>; 3],
    /// What stands in for what is not there: the site's own English.
    english: Option<&'a Texts>,
    plural: Rule,
    notation: Notation,
}

impl Words {
    /// The built-in words, with the site's own files over them.
    pub fn new(own: Vec<Source>) -> (Arc<Self>, Diagnostics) {
        let mut words = Self::default();
        let mut found = Diagnostics::new();
        for source in own {
            let name = source.path().rsplit('/').next().unwrap_or_default();
            let tag = tag(name.strip_suffix(".toml").unwrap_or(name));
            let (texts, wrong) = read::read(Arc::new(source), english());
            found.append(wrong);
            words.own.insert(tag, texts);
        }
        (Arc::new(words), found)
    }

    /// The words in a language such as `de-AT`.
    pub fn voice(&self, language: &str) -> Voice<'_> {
        let tag = tag(language);
        let base = tag.split('-').next().unwrap_or_default();
        Voice {
            texts: [self.own.get(&tag), self.own.get(base), built_in(base)],
            english: self.own.get("en"),
            plural: Rule::of(base),
            notation: Notation::of_language(&tag),
        }
    }

    /// What the style sheet says for pages in those languages: the words of the marks.
    pub fn style<'a>(&self, languages: impl IntoIterator<Item = &'a str>) -> String {
        let word = |language: &str, key: &'static str| {
            let text = self.voice(language).word(key).replace('\\', "\\\\").replace('"', "\\\"");
            format!("--{}:\"{text}\";", key.trim_start_matches("mark_"))
        };
        let rule =
            |language: &str| format!(":root:lang({language}){{{}}}", MARKS.map(|key| word(language, key)).concat());
        let is_tag = |language: &&str| language.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        let languages = languages.into_iter().filter(is_tag);
        languages.filter(|language| !language.starts_with("en") || self.own.contains_key("en")).map(rule).collect()
    }
}

impl Voice<'static> {
    /// English as it is built in: what programs read, whatever a site makes of its pages.
    pub fn english() -> Self {
        Voice {
            texts: [None, None, Some(english())],
            english: None,
            plural: Rule::of("en"),
            notation: Notation::default(),
        }
    }
}

impl Voice<'_> {
    /// A message as plain text.
    pub fn say(&self, message: &Message) -> String {
        self.said(message, |pattern| pattern.replace('*', ""), |text| text)
    }

    /// A text that nothing is filled into, plain; nothing for a key that is not there.
    pub fn word(&self, key: &'static str) -> String {
        self.say(&say(key))
    }

    /// A message as HTML: what stands between `*` in bold, what is filled in as it is.
    pub fn html(&self, message: &Message) -> String {
        self.said(message, as_html, |text| escaped(&text))
    }

    /// A message as HTML, which says so where it is English for want of words.
    pub fn element(&self, message: &Message) -> String {
        let html = self.html(message);
        match message {
            Message::Text(key, _) if !self.has(key) => format!("<span lang=\"en\">{html}</span>"),
            _ => html,
        }
    }

    /// A text as HTML with HTML filled in.
    pub fn markup(&self, key: &str, parts: &[(&str, &str)]) -> String {
        let pattern = self.find(key).map_or_else(String::new, |(text, _)| as_html(text.form(Form::Other)));
        let part = |name: &str| parts.iter().find(|(own, _)| *own == name).map(|(_, html)| (*html).to_owned());
        fill(&pattern, |name| part(name).unwrap_or_default())
    }

    /// A day, `2026-09-12`, as the language writes it; what is no day stays as it is.
    pub fn day(&self, date: &str) -> String {
        let parts: Vec<&str> = date.split('-').collect();
        let [year, month, day] = parts[..] else { return date.to_owned() };
        let short = |part: &str| part.trim_start_matches('0').to_owned();
        let written = say("date").with("y", year).with("mm", month).with("dd", day);
        self.say(&written.with("m", short(month)).with("d", short(day)))
    }

    /// How the language writes numbers.
    pub fn notation(&self) -> Notation {
        self.notation
    }

    /// Whether the language itself has words for a key.
    pub fn has(&self, key: &str) -> bool {
        self.texts.iter().flatten().any(|texts| texts.contains_key(key))
    }

    /// What is filled into the text of a key, by name; none where there is no such key.
    pub fn blanks(&self, key: &str) -> Option<BTreeSet<&str>> {
        self.find(key).map(|(text, _)| text.blanks())
    }

    fn said(&self, message: &Message, pattern: impl Fn(&str) -> String, filled: impl Fn(String) -> String) -> String {
        let (key, filling) = match message {
            Message::Verbatim(text) => return filled(text.clone()),
            Message::Number(text) => return filled(self.notation.rewrite(text)),
            Message::Count(count) => return filled(self.notation.rewrite(&number::format(*count as f64, 0))),
            Message::Text(key, filling) => (key, filling),
        };
        let Some((text, plural)) = self.find(key) else { return String::new() };
        let form = message.count().map_or(Form::Other, |n| plural.form(n));
        let value = |name: &str| filling.iter().find(|(own, _)| *own == name).map(|(_, value)| self.say(value));
        fill(&pattern(text.form(form)), |name| value(name).map_or_else(String::new, &filled))
    }

    /// The text of a key and the rule for its plural forms: that of the language, or else the English one.
    fn find(&self, key: &str) -> Option<(&Text, Rule)> {
        let own = self.texts.iter().flatten().find_map(|texts| texts.get(key)).map(|text| (text, self.plural));
        own.or_else(|| {
            let text = self.english.and_then(|texts| texts.get(key)).or_else(|| english().get(key))?;
            Some((text, Rule::of("en")))
        })
    }
}

/// `de-at` of `de_AT`.
fn tag(language: &str) -> String {
    language.to_ascii_lowercase().replace('_', "-")
}

fn english() -> &'static Texts {
    static READ: OnceLock<Texts> = OnceLock::new();
    let (_, text) = LOCALES.iter().find(|(name, _)| *name == "en.toml").expect("English is built in");
    READ.get_or_init(|| read::english(Arc::new(Source::new("(built-in) locales/en.toml", (*text).to_owned()))))
}

/// The built-in words of a language, read when they are first asked for.
fn built_in(language: &str) -> Option<&'static Texts> {
    static READ: [OnceLock<Texts>; LOCALES.len()] = [const { OnceLock::new() }; LOCALES.len()];
    if language == "en" {
        return Some(english());
    }
    let at = LOCALES.iter().position(|(name, _)| name.strip_suffix(".toml") == Some(language))?;
    let source = || Source::new(format!("(built-in) locales/{language}.toml"), LOCALES[at].1.to_owned());
    Some(READ[at].get_or_init(|| read::read(Arc::new(source()), english()).0))
}

/// A text with its blanks filled in.
fn fill(text: &str, value: impl Fn(&str) -> String) -> String {
    let mut filled = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        filled.push_str(&value(name));
        rest = after;
    }
    filled + rest
}

/// A text as HTML, with what stands between `*` in bold.
fn as_html(text: &str) -> String {
    let parts = escaped(text);
    let bold = |(index, part): (usize, &str)| if index % 2 == 1 { format!("<b>{part}</b>") } else { part.to_owned() };
    parts.split('*').enumerate().map(bold).collect()
}

/// Text as it may stand in HTML and in attributes.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        let entity = match c {
            '&' => "&amp;",
            '<' => "&lt;",
            '>' => "&gt;",
            '"' => "&quot;",
            '\'' => "&#39;",
            _ => {
                escaped.push(c);
                continue;
            }
        };
        escaped.push_str(entity);
    }
    escaped
}

#[cfg(test)]
mod tests;
