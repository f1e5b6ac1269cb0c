//! A file of words: `locales/fr.toml`, checked against the English one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::plural::Form;
use crate::diagnostic::{Code, Diagnostics};
use crate::settings::{Context, Item, Keys, Setting, parse};
use crate::source::Source;
use crate::suggest;

/// Texts by their key.
pub(super) type Texts = BTreeMap<String, Text>;

/// A text: one for all, or one for each plural form that the language has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Text {
    forms: BTreeMap<Form, String>,
}

impl Text {
    /// The text for that form; that of `other` when it has none of its own.
    pub(super) fn form(&self, form: Form) -> &str {
        self.forms.get(&form).or_else(|| self.forms.get(&Form::Other)).map_or("", String::as_str)
    }

    /// What is filled in: the names in braces.
    pub(super) fn blanks(&self) -> BTreeSet<&str> {
        self.forms.values().flat_map(|text| blanks(text)).collect()
    }
}

/// The names in braces of a text.
fn blanks(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name)
}

/// The English texts, which say which keys there are.
pub(super) fn english(source: Arc<Source>) -> Texts {
    let context = Context::new(source);
    let table = parse::toml_file(&context);
    let texts = table.entries.iter().filter_map(|entry| Some((entry.key.clone(), text(&context, &entry.value)?)));
    texts.collect()
}

/// The texts of another file; what is wrong is reported and left out, so that English stands in.
pub(super) fn read(source: Arc<Source>, english: &Texts) -> (Texts, Diagnostics) {
    let context = Context::new(source);
    let table = parse::toml_file(&context);
    let what = format!("`{}`", context.source.path());
    let keys = Keys::new(&context, &table, &what);
    let mut texts = Texts::new();
    for (key, model) in english {
        let own = keys.get(key).and_then(|setting| Some((setting, text(&context, setting)?)));
        texts.extend(
            own.filter(|(setting, text)| fits(&context, key, setting, text, model))
                .map(|(_, text)| (key.clone(), text)),
        );
    }
    keys.finish();
    (texts, context.found.into_inner())
}

fn text(context: &Context, setting: &Setting) -> Option<Text> {
    match &setting.item {
        Item::String(text) => Some(Text { forms: [(Form::Other, text.clone())].into() }),
        Item::Table(_) => forms(context, setting),
        _ => {
            let help = Some("write `\"…\"`, or `{ one = \"…\", other = \"…\" }` for a text that counts".to_owned());
            context.error(Code::WrongType, setting.span, "words are a string or a table of plural forms", help);
            None
        }
    }
}

/// `{ one = "{n} file", other = "{n} files" }`
fn forms(context: &Context, setting: &Setting) -> Option<Text> {
    let Item::Table(table) = &setting.item else { return None };
    let keys = Keys::new(context, table, "a table of plural forms");
    let forms = Form::NAMES.iter().filter_map(|(name, form)| Some((*form, keys.string(name)?)));
    let text = Text { forms: forms.collect() };
    if !text.forms.contains_key(&Form::Other) {
        let help = Some("add `other = \"…\"`, which stands in for the forms that are not there".to_owned());
        context.error(Code::MissingKey, setting.span, "the plural forms have no `other`", help);
    }
    keys.finish();
    Some(text).filter(|text| text.forms.contains_key(&Form::Other))
}

/// Whether nothing is to be filled in that the English text does not have.
fn fits(context: &Context, key: &str, setting: &Setting, text: &Text, model: &Text) -> bool {
    let mut known = model.blanks();
    if key == "date" {
        // English writes both with two digits.
        known.extend(["d", "m"]);
    }
    let unknown: Vec<&str> = text.blanks().into_iter().filter(|name| !known.contains(name)).collect();
    for name in &unknown {
        let message = format!("nothing fills `{{{name}}}` in `{key}`");
        let named: Vec<String> = known.iter().map(|name| format!("`{{{name}}}`")).collect();
        let listed = (!named.is_empty()).then(|| format!("it may hold {}", named.join(" and ")));
        let help = suggest::help(name, known.iter().copied()).or(listed);
        context.error(Code::BadValue, setting.span, message, help);
    }
    unknown.is_empty()
}
