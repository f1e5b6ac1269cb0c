//! TOML and YAML into [`Table`]s, spans counted in the whole file.

use saphyr::{LoadableYamlNode, MarkedYaml, Scalar, YamlData};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Context, Entry, Item, Setting, Table};
use crate::diagnostic::Code;
use crate::source::{Source, Span};

/// The TOML in those bytes of the file; what is wrong is reported and left out.
pub fn toml(context: &Context, range: Span) -> Table {
    let offset = range.start as usize;
    let (table, errors) = DeTable::parse_recoverable(context.source.slice(range));
    for error in errors {
        let span = error.span().map_or(Span::new(0, 0), Span::from).shifted(offset);
        let message = match error.message() {
            "duplicate key" => format!("the key `{}` stands twice", context.source.slice(span)),
            other => other.to_owned(),
        };
        context.error(Code::Syntax, span, message, None);
    }
    toml_table(table.get_ref(), offset)
}

fn toml_table(table: &DeTable<'_>, offset: usize) -> Table {
    let mut entries: Vec<Entry> = table
        .iter()
        .map(|(key, value)| Entry {
            key: key.get_ref().to_string(),
            span: Span::from(key.span()).shifted(offset),
            value: toml_value(value, offset),
        })
        .collect();
    entries.sort_by_key(|entry| entry.span);
    Table { entries }
}

fn toml_value(value: &Spanned<DeValue<'_>>, offset: usize) -> Setting {
    let item = match value.get_ref() {
        DeValue::String(text) => Item::String(text.to_string()),
        DeValue::Integer(number) => {
            let text = number.as_str();
            let value = i64::from_str_radix(text, number.radix()).map_or(f64::NAN, |n| n as f64);
            Item::Number(value, text.to_owned())
        }
        DeValue::Float(number) => Item::Number(number.as_str().parse().unwrap_or(f64::NAN), number.as_str().to_owned()),
        DeValue::Boolean(value) => Item::Bool(*value),
        DeValue::Datetime(date) => Item::String(date.to_string()),
        DeValue::Array(items) => Item::List(items.iter().map(|item| toml_value(item, offset)).collect()),
        DeValue::Table(table) => Item::Table(toml_table(table, offset)),
    };
    Setting { span: Span::from(value.span()).shifted(offset), item }
}

/// The YAML in those bytes of the file; what is wrong is reported and left out.
pub fn yaml(context: &Context, range: Span) -> Table {
    let offset = range.start as usize;
    let text = context.source.slice(range);
    let bytes = CharBytes::new(text);
    match MarkedYaml::load_from_str(text) {
        Err(error) => {
            let at = bytes.at(error.marker().index()) + offset;
            context.error(Code::Syntax, Span::new(at, at), error.info().to_owned(), None);
            Table::default()
        }
        Ok(documents) => match documents.first().map(|document| yaml_value(document, &bytes, offset)) {
            Some(Setting { item: Item::Table(table), .. }) => table,
            None | Some(Setting { item: Item::Bool(false), .. }) => Table::default(),
            Some(other) => {
                let help = Some("write lines such as `title: …`".to_owned());
                context.error(Code::Syntax, other.span, "front matter is not a mapping of keys to values", help);
                Table::default()
            }
        },
    }
}

fn yaml_value(node: &MarkedYaml<'_>, bytes: &CharBytes, offset: usize) -> Setting {
    let span = Span::new(bytes.at(node.span.start.index()), bytes.at(node.span.end.index())).shifted(offset);
    let item = match &node.data {
        YamlData::Value(Scalar::Boolean(value)) => Item::Bool(*value),
        YamlData::Value(Scalar::Integer(value)) => Item::Number(*value as f64, value.to_string()),
        YamlData::Value(Scalar::FloatingPoint(value)) => Item::Number(value.into_inner(), value.to_string()),
        YamlData::Value(Scalar::String(text)) => Item::String(text.to_string()),
        YamlData::Representation(text, ..) => Item::String(text.to_string()),
        YamlData::Sequence(items) => Item::List(items.iter().map(|item| yaml_value(item, bytes, offset)).collect()),
        YamlData::Mapping(map) => {
            let entry = |(key, value): (&MarkedYaml<'_>, &MarkedYaml<'_>)| {
                let key = yaml_value(key, bytes, offset);
                let name = key.text().map(str::to_owned)?;
                Some(Entry { key: name, span: key.span, value: yaml_value(value, bytes, offset) })
            };
            Item::Table(Table { entries: map.iter().filter_map(entry).collect() })
        }
        YamlData::Tagged(_, inner) => return yaml_value(inner, bytes, offset),
        YamlData::Value(Scalar::Null) | YamlData::Alias(_) | YamlData::BadValue => Item::String(String::new()),
    };
    Setting { span, item }
}

/// The byte of each character: YAML's markers count characters.
struct CharBytes(Vec<usize>);

impl CharBytes {
    fn new(text: &str) -> Self {
        Self(text.char_indices().map(|(byte, _)| byte).chain([text.len()]).collect())
    }

    fn at(&self, character: usize) -> usize {
        self.0[character.min(self.0.len() - 1)]
    }
}

/// The front matter of a Markdown file: its table, and the byte at which the text begins.
pub fn front_matter(context: &Context) -> (Table, usize) {
    let text = context.source.text();
    let mark = text.len() - text.trim_start_matches('\u{feff}').len();
    for (fence, parse) in [("+++", toml as fn(&Context, Span) -> Table), ("---", yaml)] {
        let Some(first) = line_at(text, mark).filter(|line| text[line.range()].trim_end() == fence) else { continue };
        let start = next_line(text, first);
        return match closing(text, start, fence) {
            Some(close) => (parse(context, Span::new(start, close.start as usize)), next_line(text, close)),
            None => {
                let help = Some(format!("end it with a line `{fence}`"));
                context.error(Code::Syntax, first, format!("front matter begins with `{fence}` and never ends"), help);
                (Table::default(), text.len())
            }
        };
    }
    (Table::default(), mark)
}

fn closing(text: &str, start: usize, fence: &str) -> Option<Span> {
    let mut at = start;
    while let Some(line) = line_at(text, at) {
        if text[line.range()].trim_end() == fence {
            return Some(line);
        }
        at = next_line(text, line);
    }
    None
}

/// The line that begins at a byte, without its line break; none at the end of the text.
fn line_at(text: &str, start: usize) -> Option<Span> {
    let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
    Some(Span::new(start, start + rest.find('\n').unwrap_or(rest.len())))
}

fn next_line(text: &str, line: Span) -> usize {
    (line.end as usize + 1).min(text.len())
}

/// A file of TOML, read whole.
pub fn toml_file(context: &Context) -> Table {
    let text = context.source.text();
    let mark = text.len() - text.trim_start_matches('\u{feff}').len();
    toml(context, Span::new(mark, text.len()))
}

/// A context with the front matter read, for tests and callers that hold only text.
pub fn context_of(path: &str, text: &str) -> Context {
    Context::new(std::sync::Arc::new(Source::new(path, text.to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(text: &str) -> (Vec<(String, String, String)>, String, usize) {
        let context = context_of("a.md", text);
        let (table, body) = front_matter(&context);
        let shown = |entry: &Entry| {
            let value = entry.value.text().unwrap_or("…").to_owned();
            (entry.key.clone(), value, context.source.slice(entry.value.span).to_owned())
        };
        let all = table.entries.iter().map(shown).collect();
        let wrong = context.found.borrow_mut().is_empty();
        (all, text[body..].to_owned(), usize::from(!wrong))
    }

    #[test]
    fn toml_and_yaml_give_the_same_table() {
        let owned = |a: &str, b: &str, c: &str| (a.to_owned(), b.to_owned(), c.to_owned());
        let toml = entries("+++\ntitle = \"Größe µ\"\nn = 3\n+++\nText\n");
        assert_eq!(
            toml,
            (vec![owned("title", "Größe µ", "\"Größe µ\""), owned("n", "3", "3")], "Text\n".to_owned(), 0)
        );
        let yaml = entries("---\ntitle: Größe µ\nn: 3\n---\r\nText\n");
        assert_eq!(yaml, (vec![owned("title", "Größe µ", "Größe µ"), owned("n", "3", "3")], "Text\n".to_owned(), 0));
    }

    #[test]
    fn front_matter_must_end() {
        assert_eq!(entries("+++\ntitle = 1\n").2, 1);
        assert_eq!(entries("no front matter\n+++\n"), (vec![], "no front matter\n+++\n".to_owned(), 0));
    }
}
