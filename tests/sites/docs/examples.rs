//! Diagnostics in the reference: every code with its explanation, and for checks of honesty an example that is
//! accused and one that is not, both run.

use std::collections::BTreeMap;
use std::fmt::Write;

use benchbook::diagnostic::Code;
use toml::{Table, Value};

use super::is_current;
use crate::cases_c::site;
use crate::honesty::HEAD;
use crate::support::check_codes;

/// The classes of codes, by their first digit.
const CLASSES: [(char, &str); 8] = [
    ('0', "Files and output"),
    ('1', "Settings"),
    ('2', "Evidence"),
    ('3', "Expressions"),
    ('4', "Claims"),
    ('5', "Pages and templates"),
    ('6', "Honesty"),
    ('7', "A built site"),
];

/// The two sides of an example, by code.
fn examples() -> BTreeMap<String, [Table; 2]> {
    let all: Table = include_str!("examples.toml").parse().expect("the examples are TOML");
    let side = |example: &Value, name: &str| example[name].as_table().expect("a side is a table").clone();
    all.iter().map(|(code, example)| (code.clone(), ["bad", "mended"].map(|name| side(example, name)))).collect()
}

/// What an author would write for a setting of an example.
fn shown(key: &str, value: &Value) -> String {
    let text = value.as_str().unwrap_or_default();
    match key {
        "rows" => {
            let rows = value.as_array().expect("rows are a list").iter().map(|row| row.as_str().expect("a row"));
            format!("```csv\n{HEAD}\n{}\n```", rows.collect::<Vec<_>>().join("\n"))
        }
        "conditions" => format!("```toml\n[conditions]\n{}\n```", text.trim()),
        "subject" => format!("```toml\n[subjects.red]\n{}\n```", text.trim()),
        "replace" => format!("```toml\n{}\n```", value[1].as_str().expect("a text").trim()),
        "manifest" => format!("```toml\n{}\n```", text.trim()),
        "text" => {
            let file = |(name, text): (&String, &Value)| {
                format!("`{name}`:\n\n```json\n{}\n```", text.as_str().expect("a file is text").trim())
            };
            value.as_table().expect("files are a table").iter().map(file).collect::<Vec<_>>().join("\n\n")
        }
        "disclosure" => "The page has no disclosure at its top (`disclosure = false`).".to_owned(),
        "page" => format!("```markdown\n{text}\n```"),
        other => panic!("`{other}` has no place on the page"),
    }
}

/// What one side says that the other does not, as blocks of code.
fn differing(side: &Table, other: &Table) -> String {
    let own = side.iter().filter(|(key, value)| other.get(*key) != Some(*value));
    own.map(|(key, value)| shown(key, value)).collect::<Vec<_>>().join("\n\n")
}

/// The level of a code: as the example finds it, else by what it is.
fn level(code: Code, example: Option<&[Table; 2]>) -> &'static str {
    match example {
        Some([bad, _]) if site(bad).run(&["check"]).code == 0 => "warning",
        Some(_) => "error",
        None if matches!(code, Code::EvidenceUnlocked | Code::Overlooked | Code::Unbound) => "warning",
        None => "error",
    }
}

fn section(code: Code, example: Option<&[Table; 2]>) -> String {
    let id = code.id();
    let own = format!(
        "### {id}: {} {{#{}}}\n\n*{}.* {}\n\n",
        code.title(),
        id.to_lowercase(),
        if level(code, example) == "error" { "Error" } else { "Warning" },
        code.explanation()
    );
    let Some([bad, mended]) = example else { return own };
    let both: Vec<String> = bad
        .iter()
        .filter(|(key, value)| mended.get(*key) == Some(*value))
        .map(|(key, value)| shown(key, value))
        .collect();
    let both = if both.is_empty() { String::new() } else { format!("Where this holds:\n\n{}\n\n", both.join("\n\n")) };
    format!("{own}{both}Reported:\n\n{}\n\nMended:\n\n{}\n\n", differing(bad, mended), differing(mended, bad))
}

#[test]
fn every_check_of_honesty_has_an_example() {
    let examples = examples();
    let missing: Vec<_> = (Code::ALL.iter().map(|code| code.id()))
        .filter(|id| id.starts_with("BB6") && !examples.contains_key(*id))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn each_bad_example_is_accused_of_its_code_alone_and_each_mended_one_of_nothing() {
    for (id, [bad, mended]) in examples() {
        let found = |side: &Table| {
            let mut found = check_codes(&site(side).run(&["check", "--color", "never"]).stderr);
            found.dedup();
            found
        };
        assert_eq!(found(&bad), [id.as_str()], "the bad example of {id}");
        assert!(found(&mended).is_empty(), "the mended example of {id}: {:?}", found(&mended));
    }
}

#[test]
fn diagnostics_are_current() {
    let examples = examples();
    let mut text = String::new();
    for (digit, title) in CLASSES {
        write!(text, "## {title}\n\n").expect("a string can be written to");
        let own = Code::ALL.iter().filter(|code| code.id().chars().nth(2) == Some(digit));
        text.extend(own.map(|code| section(*code, examples.get(code.id()))));
    }
    is_current("reference/diagnostics.md", "diagnostics", &text);
}
