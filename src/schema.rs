//! JSON Schemas (2020-12) of the files that authors write and programs read. `static/schema/` holds them; a test
//! compares their keys with those that the readers ask for, both ways.

/// The schemas: what they are of, and their text.
pub const SCHEMAS: [(&str, &str); 5] = [
    ("benchbook.toml", include_str!("../static/schema/benchbook.toml.json")),
    ("suite.toml", include_str!("../static/schema/suite.toml.json")),
    ("front-matter", include_str!("../static/schema/front-matter.json")),
    ("results", include_str!("../static/schema/results.json")),
    ("figures.json", include_str!("../static/schema/page-figures.json")),
];

/// The schema of that name.
pub fn find(name: &str) -> Option<&'static str> {
    SCHEMAS.iter().find(|(own, _)| *own == name).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    use std::sync::Arc;

    use serde_json::Value;

    use super::*;
    use crate::diagnostic::{Code, Diagnostics};
    use crate::page::Page;
    use crate::settings::asked;
    use crate::source::Source;
    use crate::{config, suite};

    /// Keys by what their table is called.
    type Tables = BTreeMap<String, BTreeSet<String>>;

    /// A value that has every key of a schema, and of each table that may hold any key one that is called `any`,
    /// or the first of those that it may hold.
    fn sample(schema: &Value) -> Value {
        let first = |key: &str| schema[key].as_array().and_then(|list| list.first()).cloned();
        let branches = schema["oneOf"].as_array();
        if let Some(table) = branches.and_then(|all| all.iter().find(|branch| branch["type"] == "object")) {
            return sample(table);
        }
        if let Some(given) = first("examples").or_else(|| first("enum")).or_else(|| branches.map(|all| sample(&all[0])))
        {
            return given;
        }
        match schema["type"].as_str().or_else(|| schema["type"][0].as_str()) {
            Some("object") => {
                let own = schema["properties"].as_object().into_iter().flatten();
                let mut table: serde_json::Map<String, Value> =
                    own.map(|(key, schema)| (key.clone(), sample(schema))).collect();
                if schema["additionalProperties"].is_object() {
                    let name = schema["propertyNames"]["enum"][0].as_str().unwrap_or("any");
                    table.insert(name.to_owned(), sample(&schema["additionalProperties"]));
                }
                Value::Object(table)
            }
            Some("array") => Value::Array(vec![sample(&schema["items"])]),
            Some("boolean") => true.into(),
            Some("integer") => 1.into(),
            _ => "x".into(),
        }
    }

    /// A value in TOML, tables in braces.
    fn toml(value: &Value) -> String {
        let pair = |(key, value): (&String, &Value)| format!("\"{key}\" = {}", toml(value));
        match value {
            Value::Object(table) => format!("{{ {} }}", table.iter().map(pair).collect::<Vec<_>>().join(", ")),
            Value::Array(items) => format!("[{}]", items.iter().map(toml).collect::<Vec<_>>().join(", ")),
            other => other.to_string(),
        }
    }

    fn tables(schema: &Value, into: &mut Tables) {
        if let (Some(title), Some(own)) = (schema["title"].as_str(), schema["properties"].as_object()) {
            into.entry(title.to_owned()).or_default().extend(own.keys().cloned());
        }
        let inner = schema.as_object().into_iter().flatten().filter(|(key, _)| *key != "examples");
        for (_, value) in inner {
            match value {
                Value::Array(items) => items.iter().for_each(|item| tables(item, into)),
                value => tables(value, into),
            }
        }
    }

    #[track_caller]
    fn keys_are_those_of_the_reader(name: &str, read: impl Fn(Arc<Source>) -> Diagnostics) {
        let schema: Value = serde_json::from_str(find(name).expect("there is one")).expect("it is JSON");
        let all = sample(&schema);
        let lines = all.as_object().expect("a table").iter().map(|(key, value)| format!("{key} = {}\n", toml(value)));
        let text = lines.collect::<String>();
        let text = if name == "front-matter" { format!("+++\n{text}+++\n") } else { text };
        asked::take();
        let found = read(Arc::new(Source::new("content/a.md", text.clone())));
        let unknown: Vec<_> =
            found.iter().filter(|d| matches!(d.code, Code::UnknownKey | Code::Syntax | Code::WrongType)).collect();
        assert!(unknown.is_empty(), "{text}\n{unknown:?}");
        let mut of_schema = Tables::new();
        tables(&schema, &mut of_schema);
        let mut of_reader = asked::take();
        // Its keys are the columns of a table.
        of_reader.remove("`only`");
        assert_eq!(of_reader, of_schema, "{text}");
    }

    #[test]
    fn every_key_that_a_reader_takes_is_in_its_schema_and_no_other() {
        keys_are_those_of_the_reader("benchbook.toml", |source| config::read(source).1);
        keys_are_those_of_the_reader("suite.toml", |source| suite::manifest::read(source).1);
        keys_are_those_of_the_reader("front-matter", |source| Page::read(source).1);
    }
}
