//! The words of the interface in the language of a page: `locales/*.toml`, built in, and a site's own over them.
//!
//! Templates take them with `say(key="skip")`, and days with `day(date=page.date)`. What a language
//! does not have is said in English.

mod plural;
mod read;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use tera::{Error, Function, Kwargs, State, Tera, TeraResult};

use self::plural::Form;
use self::read::{Text, Texts};
use super::theme::LOCALES;
use crate::diagnostic::Diagnostics;
use crate::number::{self, Notation};
use crate::source::Source;

/// What is filled into a text, by name.
type Filling<'a> = [(&'a str, String)];

/// The words of a site.
#[derive(Debug, Clone, Default)]
pub struct Words {
    /// The site's own, by language tag in lower case.
    own: BTreeMap<String, Texts>,
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

    /// Gives templates the functions `say` and `day`.
    pub fn teach(self: &Arc<Self>, tera: &mut Tera) {
        tera.register_function("say", Say(Arc::clone(self)));
        tera.register_function("day", Day(Arc::clone(self)));
    }

    /// A text in that language, plain; nothing for a key that is not there.
    pub fn plain(&self, language: &str, key: &str) -> String {
        self.find(language, key).map_or("", |text| text.form(Form::Other)).replace('*', "")
    }

    /// A day, `2026-09-12`, as the language writes it; what is no day stays as it is.
    pub fn day(&self, language: &str, date: &str) -> String {
        let parts: Vec<&str> = date.split('-').collect();
        let [year, month, day] = parts[..] else { return date.to_owned() };
        let short = |part: &str| part.trim_start_matches('0').to_owned();
        let filling = [("y", year.to_owned()), ("mm", month.to_owned()), ("dd", day.to_owned())];
        let short = [("m", short(month)), ("d", short(day))];
        fill(&self.plain(language, "date"), &[&filling[..], &short[..]].concat())
    }

    /// What the style sheet says for pages in those languages: the words of the marks.
    pub fn style<'a>(&self, languages: impl IntoIterator<Item = &'a str>) -> String {
        let word = |language: &str, name: &str| {
            let text = self.plain(language, &format!("mark_{name}")).replace('\\', "\\\\").replace('"', "\\\"");
            format!("--{name}:\"{text}\";")
        };
        let rule = |language: &str| {
            let words = ["partly", "contradicted", "uncheckable"].map(|name| word(language, name)).concat();
            format!(":root:lang({language}){{{words}}}")
        };
        let is_tag = |language: &&str| language.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        let languages = languages.into_iter().filter(is_tag);
        languages.filter(|language| !language.starts_with("en") || self.own.contains_key("en")).map(rule).collect()
    }

    /// The text of a key: the site's own for the tag or its language, the built-in one, or the English ones.
    fn find(&self, language: &str, key: &str) -> Option<&Text> {
        let tag = tag(language);
        let base = base(&tag);
        let own = |tag: &str| self.own.get(tag).and_then(|texts| texts.get(key));
        let built_in = |language: &str| built_in(language).and_then(|texts| texts.get(key));
        own(&tag).or_else(|| own(base)).or_else(|| built_in(base)).or_else(|| own("en")).or_else(|| built_in("en"))
    }
}

/// `de-at` of `de_AT`.
fn tag(language: &str) -> String {
    language.to_ascii_lowercase().replace('_', "-")
}

/// `de` of `de-at`.
fn base(tag: &str) -> &str {
    tag.split('-').next().unwrap_or_default()
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
fn fill(text: &str, filling: &Filling<'_>) -> String {
    let mut filled = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        filled.push_str(filling.iter().find(|(own, _)| *own == name).map_or("", |(_, value)| value));
        rest = after;
    }
    filled + rest
}

/// A text as HTML, with what stands between `*` in bold.
fn as_html(text: &str) -> String {
    let parts = tera_escaped(text);
    let bold = |(index, part): (usize, &str)| if index % 2 == 1 { format!("<b>{part}</b>") } else { part.to_owned() };
    parts.split('*').enumerate().map(bold).collect()
}

/// Text as it may stand in HTML and in attributes.
fn tera_escaped(text: &str) -> String {
    let mut escaped = Vec::with_capacity(text.len());
    tera::escape_html(text, &mut escaped).expect("writing to memory does not fail");
    String::from_utf8(escaped).expect("escaping keeps UTF-8")
}

/// `say(key="table_number", n=3)`
struct Say(Arc<Words>);

impl Function<TeraResult<String>> for Say {
    fn call(&self, kwargs: Kwargs, state: &State<'_>) -> TeraResult<String> {
        let key = kwargs.must_get::<&str>("key")?;
        let language = language(state)?;
        let text = self.0.find(&language, key).ok_or_else(|| Error::message(format!("there are no words `{key}`")))?;
        let counted = kwargs.get::<u64>("n").ok().flatten();
        let form = counted.map_or(Form::Other, |n| Form::of(base(&tag(&language)), n));
        let notation = Notation::of_language(&language);
        let mut filling = Vec::new();
        for name in text.blanks() {
            let value = match kwargs.get::<u64>(name) {
                Ok(Some(number)) => notation.rewrite(&number::format(number as f64, 0)),
                _ => kwargs.get::<&str>(name)?.unwrap_or_default().replace('*', "∗"),
            };
            filling.push((name, value));
        }
        Ok(as_html(&fill(text.form(form), &filling)))
    }

    fn is_safe(&self) -> bool {
        true
    }
}

/// `day(date="2026-09-12")`
struct Day(Arc<Words>);

impl Function<TeraResult<String>> for Day {
    fn call(&self, kwargs: Kwargs, state: &State<'_>) -> TeraResult<String> {
        Ok(self.0.day(&language(state)?, kwargs.must_get::<&str>("date")?))
    }
}

/// The language of what is being rendered.
fn language(state: &State<'_>) -> TeraResult<String> {
    Ok(state.get::<String>("language")?.unwrap_or_else(|| "en".to_owned()))
}

#[cfg(test)]
mod tests;
