//! Settings with the place of every key and value: TOML files, YAML or TOML front matter, blocks.
//!
//! A [`Keys`] reads a table key by key and, when it is done, reports each key that nobody asked
//! for. All that is wrong with a file is found in one go.

pub mod parse;

use std::cell::RefCell;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{Source, Span};
use crate::suggest;

/// A value and where it stands.
#[derive(Debug, Clone)]
pub struct Setting {
    /// The bytes of the value.
    pub span: Span,
    /// The value.
    pub item: Item,
}

/// What a [`Setting`] holds.
#[derive(Debug, Clone)]
pub enum Item {
    /// A string; also a date, and a YAML scalar that is no number.
    String(String),
    /// A number, with its text.
    Number(f64, String),
    /// `true` or `false`
    Bool(bool),
    /// A list.
    List(Vec<Setting>),
    /// A table.
    Table(Table),
}

/// A table, in the order of the file.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// The entries.
    pub entries: Vec<Entry>,
}

/// A key with its value.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// Where the key stands.
    pub span: Span,
    /// The value.
    pub value: Setting,
}

/// The file that settings are read from, and what was found wrong in it.
pub struct Context {
    /// The file.
    pub source: Arc<Source>,
    /// What is wrong so far.
    pub found: RefCell<Diagnostics>,
}

/// A table that is being read.
pub struct Keys<'a> {
    context: &'a Context,
    table: &'a Table,
    /// What the table is, for messages: "`[[evidence]]`".
    what: &'a str,
    /// Where the table stands, when it is not at the top of its file.
    place: Option<Span>,
    asked: RefCell<Vec<&'a str>>,
}

impl Item {
    /// What kind of value it is, for messages.
    fn kind(&self) -> &'static str {
        match self {
            Self::String(_) => "a string",
            Self::Number(..) => "a number",
            Self::Bool(_) => "true or false",
            Self::List(_) => "a list",
            Self::Table(_) => "a table",
        }
    }
}

impl Setting {
    /// The text of a string or number.
    pub fn text(&self) -> Option<&str> {
        match &self.item {
            Item::String(text) | Item::Number(_, text) => Some(text),
            _ => None,
        }
    }
}

impl Context {
    /// A context for that file.
    pub fn new(source: Arc<Source>) -> Self {
        Self { source, found: RefCell::default() }
    }

    /// Where a text stands within the quotes of its string; the whole string when something is escaped in it.
    pub fn within(&self, string: Span, text: &str) -> Span {
        let at = self.source.slice(string).find(text);
        at.map_or(string, |at| Span::new(at, at + text.len()).shifted(string.start as usize))
    }

    /// Adds what is wrong.
    pub fn report(&self, diagnostic: Diagnostic) {
        self.found.borrow_mut().push(diagnostic);
    }

    /// Adds an error at a place in the file.
    pub fn error(&self, code: Code, span: Span, message: impl Into<String>, help: Option<String>) {
        self.report(Diagnostic::error(code, message).at(&self.source, span).help_if(help));
    }

    /// Whether the text there is not well-formed, so that what it was read as means nothing.
    fn is_broken(&self, span: Span) -> bool {
        let overlaps = |other: Span| other.start <= span.end && span.start <= other.end;
        let is_within = |wrong: &Diagnostic| wrong.place.as_ref().is_some_and(|place| overlaps(place.span));
        self.found.borrow().iter().any(|wrong| wrong.code == Code::Syntax && is_within(wrong))
    }

    fn wrong_type(&self, key: &str, setting: &Setting, wanted: &str) {
        if self.is_broken(setting.span) {
            return;
        }
        let found = match &setting.item {
            Item::Number(_, text) => format!("`{text}`"),
            other => other.kind().to_owned(),
        };
        let message = format!("`{key}` takes {wanted}, not {found}");
        self.report(Diagnostic::error(Code::WrongType, message).at(&self.source, setting.span));
    }
}

impl<'a> Keys<'a> {
    /// Begins to read a table.
    pub fn new(context: &'a Context, table: &'a Table, what: &'a str) -> Self {
        Self { context, table, what, place: None, asked: RefCell::default() }
    }

    /// The same, with where the table stands: what is missing is reported there.
    #[must_use]
    pub fn standing_at(self, place: Span) -> Self {
        Self { place: Some(place), ..self }
    }

    /// The value of a key, if it is there.
    pub fn get(&self, key: &'a str) -> Option<&'a Setting> {
        let mut asked = self.asked.borrow_mut();
        if !asked.contains(&key) {
            asked.push(key);
            #[cfg(test)]
            asked::note(self.what, key);
        }
        self.table.entries.iter().find(|entry| entry.key == key).map(|entry| &entry.value)
    }

    /// Whether the key is there.
    pub fn has(&self, key: &'a str) -> bool {
        self.get(key).is_some()
    }

    fn typed<T>(&self, key: &'a str, wanted: &str, take: impl Fn(&'a Setting) -> Option<T>) -> Option<T> {
        let setting = self.get(key)?;
        let taken = take(setting);
        if taken.is_none() {
            self.context.wrong_type(key, setting, wanted);
        }
        taken
    }

    /// A string.
    pub fn string(&self, key: &'a str) -> Option<String> {
        self.typed(key, "a string", |setting| match &setting.item {
            Item::String(text) => Some(text.clone()),
            _ => None,
        })
    }

    /// A string or a number, as text.
    pub fn text(&self, key: &'a str) -> Option<String> {
        self.typed(key, "a string or a number", |setting| setting.text().map(str::to_owned))
    }

    /// A string that must be there.
    pub fn required(&self, key: &'a str, span: Span) -> Option<String> {
        if self.get(key).is_none() {
            let message = format!("{} has no `{key}`", self.what);
            self.context.error(Code::MissingKey, span, message, Some(format!("add `{key} = \"…\"`")));
        }
        self.string(key)
    }

    /// A day, `2026-09-12`; a time after it is passed over.
    pub fn date(&self, key: &'a str) -> Option<String> {
        let text = self.string(key)?;
        let day = text.split(['T', ' ']).next().unwrap_or_default();
        if is_day(day) {
            return Some(day.to_owned());
        }
        let help = Some("write the day as `2026-09-12`".to_owned());
        self.context.error(Code::BadValue, self.span(key), format!("`{text}` is no day"), help);
        None
    }

    /// `true` or `false`.
    pub fn bool(&self, key: &'a str) -> Option<bool> {
        self.typed(key, "true or false", |setting| match setting.item {
            Item::Bool(value) => Some(value),
            _ => None,
        })
    }

    /// A whole number from 0.
    pub fn whole(&self, key: &'a str) -> Option<usize> {
        self.typed(key, "a whole number", |setting| match &setting.item {
            Item::Number(_, text) => text.parse().ok(),
            _ => None,
        })
    }

    /// A number of decimals.
    pub fn digits(&self, key: &'a str) -> Option<usize> {
        const MOST: usize = 12;
        let digits = self.whole(key)?;
        if digits > MOST {
            let message = format!("`{key}` is at most {MOST}");
            self.context.error(Code::BadValue, self.span(key), message, None);
        }
        (digits <= MOST).then_some(digits)
    }

    /// A string, or a list of strings.
    pub fn strings(&self, key: &'a str) -> Vec<(String, Span)> {
        let one = |setting: &Setting| setting.text().map(|text| (text.to_owned(), setting.span));
        let many = self.typed(key, "a string or a list of strings", |setting| match &setting.item {
            Item::List(items) => items.iter().map(one).collect(),
            _ => one(setting).map(|text| vec![text]),
        });
        many.unwrap_or_default()
    }

    /// A list of any values, or a single one.
    pub fn list(&self, key: &'a str) -> &'a [Setting] {
        match self.get(key) {
            None => &[],
            Some(Setting { item: Item::List(items), .. }) => items,
            Some(one) => std::slice::from_ref(one),
        }
    }

    /// A table.
    pub fn table(&self, key: &'a str) -> Option<&'a Table> {
        self.typed(key, "a table", |setting| match &setting.item {
            Item::Table(table) => Some(table),
            _ => None,
        })
    }

    /// A table, or a name with its place that stands for one.
    pub fn name_or_table(&self, key: &'a str) -> (Option<(String, Span)>, Option<&'a Table>) {
        let taken = self.typed(key, "a name or a table", |setting| match &setting.item {
            Item::String(name) => Some((Some((name.clone(), setting.span)), None)),
            Item::Table(table) => Some((None, Some(table))),
            _ => None,
        });
        taken.unwrap_or_default()
    }

    /// A list of tables, each with the place where it begins.
    pub fn tables(&self, key: &'a str) -> Vec<(&'a Table, Span)> {
        let of = |setting: &'a Setting| match &setting.item {
            Item::Table(table) => Some((table, setting.span)),
            _ => None,
        };
        match self.get(key) {
            None => Vec::new(),
            Some(Setting { item: Item::List(items), .. }) if items.iter().all(|item| of(item).is_some()) => {
                items.iter().filter_map(of).collect()
            }
            Some(setting) => {
                let message = format!("`{key}` takes a list of tables, not {}", setting.item.kind());
                let help = Some(format!("write `[[{key}]]` above each of them"));
                self.context.error(Code::WrongType, setting.span, message, help);
                Vec::new()
            }
        }
    }

    /// A table of strings, in the order of the file, each with the place of its value.
    pub fn pairs(&self, key: &'a str) -> Vec<(String, String, Span)> {
        let Some(table) = self.table(key) else { return Vec::new() };
        let mut pairs = Vec::new();
        for entry in &table.entries {
            match entry.value.text() {
                Some(text) => pairs.push((entry.key.clone(), text.to_owned(), entry.value.span)),
                None => self.context.wrong_type(&entry.key, &entry.value, "a string or a number"),
            }
        }
        pairs
    }

    /// The same where a value may be a list of strings: one name several times.
    pub fn choices(&self, key: &'a str) -> Vec<(String, String, Span)> {
        let Some(table) = self.table(key) else { return Vec::new() };
        let mut pairs = Vec::new();
        for entry in &table.entries {
            let each = match &entry.value.item {
                Item::List(items) => items.as_slice(),
                _ => std::slice::from_ref(&entry.value),
            };
            for value in each {
                match value.text() {
                    Some(text) => pairs.push((entry.key.clone(), text.to_owned(), value.span)),
                    None => self.context.wrong_type(&entry.key, value, "a string or a number, or a list of them"),
                }
            }
        }
        pairs
    }

    /// Where a key's value stands; where the table stands, or its first key, when it is not there.
    pub fn span(&self, key: &str) -> Span {
        let entries = &self.table.entries;
        let value = entries.iter().find(|entry| entry.key == key).map(|entry| entry.value.span);
        let begin = || entries.first().map(|entry| Span { end: entry.span.start, ..entry.span });
        value.or(self.place).or_else(begin).unwrap_or_default()
    }

    /// Ends the reading: reports each key that nobody asked for, with the nearest known one.
    pub fn finish(self) {
        let asked = self.asked.into_inner();
        for entry in self.table.entries.iter().filter(|entry| !asked.contains(&entry.key.as_str())) {
            let message = format!("{} has no setting `{}`", self.what, entry.key);
            let help = suggest::help(&entry.key, asked.iter().copied());
            self.context.error(Code::UnknownKey, entry.span, message, help);
        }
    }
}

/// Whether a text is a day as it is written everywhere, `2026-09-12`.
pub fn is_day(text: &str) -> bool {
    text.parse::<chrono::NaiveDate>().is_ok_and(|day| day.to_string() == text)
}

/// What was asked for in this thread, for the test that compares schemas with readers.
#[cfg(test)]
pub(crate) mod asked {
    use std::cell::RefCell;
    use std::collections::{BTreeMap, BTreeSet};

    thread_local! {
        static KEYS: RefCell<BTreeMap<String, BTreeSet<String>>> = const { RefCell::new(BTreeMap::new()) };
    }

    pub(super) fn note(what: &str, key: &str) {
        KEYS.with_borrow_mut(|keys| keys.entry(what.to_owned()).or_default().insert(key.to_owned()));
    }

    /// All keys since the last time, by what their table is called.
    pub(crate) fn take() -> BTreeMap<String, BTreeSet<String>> {
        KEYS.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, read: impl Fn(&Keys<'_>)) -> Vec<String> {
        let context = Context::new(Arc::new(Source::new("a.toml", text.to_owned())));
        let table = parse::toml(&context, Span::new(0, text.len()));
        let keys = Keys::new(&context, &table, "the file");
        read(&keys);
        keys.finish();
        let shown = |d: Diagnostic| {
            let at = d.place.as_ref().map(|p| p.source.slice(p.span).to_owned()).unwrap_or_default();
            format!("{}: {} @{at} ({})", d.code.id(), d.message, d.help.unwrap_or_default())
        };
        context.found.into_inner().sorted().into_iter().map(shown).collect()
    }

    #[test]
    fn unknown_keys_name_the_nearest_known_one() {
        let all = found("titel = \"a\"\ndate = 2026-01-02\n", |keys| {
            assert_eq!(keys.string("title"), None);
            assert_eq!(keys.string("date").as_deref(), Some("2026-01-02"));
        });
        assert_eq!(all, ["BB102: the file has no setting `titel` @titel (did you mean `title`?)"]);
    }

    #[test]
    fn wrong_types_are_told_at_the_value() {
        let all = found("a = [1]\nb = 3\n", |keys| {
            assert_eq!(keys.string("a"), None);
            assert_eq!(keys.bool("b"), None);
        });
        let expected =
            ["BB103: `a` takes a string, not a list @[1] ()", "BB103: `b` takes true or false, not `3` @3 ()"];
        assert_eq!(all, expected);
    }

    #[test]
    fn dates_are_days_that_there_are() {
        let all = found("a = 2026-02-28\nb = \"2026-02-30\"\nc = \"today\"\nd = 2026-09-12T01:21:38Z\n", |keys| {
            assert_eq!(keys.date("a").as_deref(), Some("2026-02-28"));
            assert_eq!((keys.date("b"), keys.date("c")), (None, None));
            assert_eq!(keys.date("d").as_deref(), Some("2026-09-12"));
        });
        let help = "(write the day as `2026-09-12`)";
        let day = format!("BB105: `2026-02-30` is no day @\"2026-02-30\" {help}");
        assert_eq!(all, [day, format!("BB105: `today` is no day @\"today\" {help}")]);
    }

    #[test]
    fn toml_errors_are_all_told() {
        let all = found("a = \nb = 1\nc = ]\n", |keys| assert_eq!(keys.whole("b"), Some(1)));
        assert!(all.iter().filter(|line| line.starts_with("BB101")).count() >= 2, "{all:?}");
    }
}
