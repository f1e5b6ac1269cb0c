//! The settings of files, from their schemas.

use std::fmt::Write;

use benchbook::schema::SCHEMAS;
use serde_json::Value;

use super::{cell, is_current};

/// What a setting takes, in words.
fn takes(schema: &Value) -> String {
    if let Some(values) = schema["enum"].as_array() {
        let words: Vec<String> = values.iter().map(|value| format!("`{}`", value.as_str().expect("a word"))).collect();
        return words.join(", ");
    }
    if let Some(branches) = schema["oneOf"].as_array() {
        return branches.iter().map(takes).collect::<Vec<_>>().join(", or ");
    }
    let word = |kind: &str| match kind {
        "string" => "text",
        "integer" => "a whole number",
        "number" => "a number",
        "boolean" => "`true` or `false`",
        "array" => "a list",
        "object" => "a table",
        other => panic!("no words for `{other}`"),
    };
    match &schema["type"] {
        Value::Array(kinds) => {
            kinds.iter().map(|kind| word(kind.as_str().expect("a word"))).collect::<Vec<_>>().join(" or ")
        }
        kind => word(kind.as_str().unwrap_or_else(|| panic!("{schema}"))).to_owned(),
    }
}

/// A setting as a row of a table.
fn row(schema: &Value, key: &str, own: &Value) -> String {
    let is_required = schema["required"].as_array().is_some_and(|keys| keys.iter().any(|required| required == key));
    let must = if is_required { "; required" } else { "" };
    let about = own["description"].as_str().or(own["items"]["description"].as_str()).unwrap_or_default();
    format!("| `{key}` | {}{must} | {} |\n", cell(&takes(own)), cell(about))
}

/// The tables within a setting, each with its heading.
fn inner(schema: &Value, path: &str, is_list: bool, text: &mut String) {
    if let Some(branches) = schema["oneOf"].as_array() {
        branches.iter().for_each(|branch| inner(branch, path, is_list, text));
    }
    if schema["items"].is_object() {
        inner(&schema["items"], path, true, text);
    }
    if schema["properties"].is_object() {
        let heading = if is_list { format!("[[{path}]]") } else { format!("[{path}]") };
        table(schema, &heading, path, text);
    }
    if schema["additionalProperties"].is_object() {
        inner(&schema["additionalProperties"], &format!("{path}.NAME"), false, text);
    }
}

/// A table of settings, and after it those within.
fn table(schema: &Value, heading: &str, path: &str, text: &mut String) {
    let about = schema["description"].as_str().map(|about| format!("{about}\n\n")).unwrap_or_default();
    let own = schema["properties"].as_object().expect("a table has settings");
    let named: String = own.iter().map(|(key, setting)| row(schema, key, setting)).collect();
    let others = &schema["additionalProperties"];
    let is_open = others["type"].is_string() || others["type"].is_array();
    let rows = if is_open { format!("{named}| any other | {} | |\n", cell(&takes(others))) } else { named };
    let level = if path.is_empty() { "##" } else { "###" };
    let head = "| Setting | Takes | Meaning |\n| --- | --- | --- |";
    write!(text, "{level} `{heading}`\n\n{about}{head}\n{rows}\n").expect("a string can be written to");
    for (key, setting) in own {
        let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        inner(setting, &path, false, text);
    }
}

#[test]
fn settings_are_current() {
    let mut text = String::new();
    let written = SCHEMAS.iter().filter(|(name, _)| ["benchbook.toml", "suite.toml", "front-matter"].contains(name));
    for (name, schema) in written {
        let schema: Value = serde_json::from_str(schema).expect("a schema is JSON");
        table(&schema, name, "", &mut text);
    }
    is_current("reference/settings.md", "settings", &text);
}
