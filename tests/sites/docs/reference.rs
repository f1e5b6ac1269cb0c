//! The parts of the reference that are written from the program.

#[cfg(feature = "serve")]
use std::fmt::Write;

use benchbook::expression::{Function, Shape};
use benchbook::formats::READERS;

use super::{cell, is_current};

/// The definition of a function in words for authors: names in place of links into the source.
fn definition(function: Function) -> String {
    let text = function.definition().trim().replace(": see [`crate::statistics::bootstrap`]", "");
    let named = Function::all()
        .fold(text, |text, other| text.replace(&format!("[`Self::{other:?}`]"), &format!("`{}`", other.name())));
    assert!(!named.contains("[`"), "{named}");
    cell(&named)
}

/// How a function is called.
fn call(function: Function) -> String {
    let arguments = match function.shape() {
        Shape::Reduce | Shape::Interval => "x",
        Shape::Share => "x, 10%",
        Shape::Between => "x, 5 ms, 10 ms",
        Shape::Pool => "p99[…]",
        Shape::PoolBetween => "time[…], 5 ms, 10 ms",
        Shape::Singles => "time[…]",
        Shape::Two => "a, b",
        Shape::Three if function == Function::WeightedQuantile => "x, n, 99%",
        Shape::Three => "a, b, 1%",
        Shape::Any => "…, …",
        Shape::Formula => unreachable!("authors do not write it"),
    };
    format!("`{}({arguments})`", function.name())
}

#[test]
fn functions_are_current() {
    let rows = Function::all().map(|function| format!("| {} | {} |\n", call(function), definition(function)));
    let text = format!("| Function | Value |\n| --- | --- |\n{}", rows.collect::<String>());
    is_current("reference/expressions.md", "functions", &text);
}

#[test]
fn formats_are_current() {
    let mut readers: Vec<_> = READERS.iter().map(|reader| (reader.title(), reader.name())).collect();
    readers.sort_by_key(|(title, _)| title.to_lowercase());
    let rows = readers.iter().map(|(title, name)| format!("| {} | `{name}` |\n", cell(title)));
    let text = format!("| What it is | Name |\n| --- | --- |\n{}", rows.collect::<String>());
    is_current("reference/formats.md", "formats", &text);
}

/// The option or argument as it is written: `--out <OUT>`, `-o`.
#[cfg(feature = "serve")]
fn written(argument: &clap::Arg) -> String {
    let value = argument.get_value_names().and_then(<[_]>::first).map(|name| format!(" {name}")).unwrap_or_default();
    let value = if argument.get_action().takes_values() { value } else { String::new() };
    match (argument.get_long(), argument.get_short()) {
        (Some(long), Some(short)) => format!("`--{long}{value}`, `-{short}`"),
        (Some(long), None) => format!("`--{long}{value}`"),
        _ => format!("`{}`", value.trim()),
    }
}

/// What an argument is, with its values and what holds without it.
#[cfg(feature = "serve")]
fn meaning(argument: &clap::Arg) -> String {
    let mut text = argument.get_help().map(ToString::to_string).unwrap_or_default();
    let takes = argument.get_action().takes_values();
    let values: Vec<String> =
        argument.get_possible_values().iter().map(|value| format!("`{}`", value.get_name())).collect();
    if takes && !values.is_empty() {
        write!(text, "; one of {}", values.join(", ")).expect("a string can be written to");
    }
    let given: Vec<_> = argument.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    if takes && !given.is_empty() {
        write!(text, " [default: {}]", given.join(" ")).expect("a string can be written to");
    }
    cell(&text)
}

#[cfg(feature = "serve")]
fn arguments<'a>(all: impl Iterator<Item = &'a clap::Arg>) -> String {
    let own = all.filter(|argument| !["help", "version"].contains(&argument.get_id().as_str()));
    let rows: String = own.map(|argument| format!("| {} | {} |\n", written(argument), meaning(argument))).collect();
    if rows.is_empty() { rows } else { format!("| Argument | Meaning |\n| --- | --- |\n{rows}\n") }
}

#[cfg(feature = "serve")]
#[test]
fn commands_are_current() {
    use clap::CommandFactory;
    let mut program = benchbook::cli::Cli::command();
    program.build();
    let mut text = String::new();
    for command in program.get_subcommands_mut() {
        let usage = command.render_usage().to_string().replace("Usage: ", "");
        let name = command.get_name();
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        let own = arguments(command.get_arguments().filter(|argument| !argument.is_global_set()));
        write!(text, "## `benchbook {name}` {{#{name}}}\n\n{about}.\n\n```text\n{usage}\n```\n\n{own}")
            .expect("a string can be written to");
        if let Some(more) = command.get_after_long_help() {
            write!(text, "```text\n{more}\n```\n\n").expect("a string can be written to");
        }
    }
    let everywhere = arguments(program.get_arguments().filter(|argument| argument.is_global_set()));
    is_current("reference/commands.md", "commands", &format!("{text}## Everywhere\n\n{everywhere}"));
}

/// The settings of a kind of chart that a row of the page names.
fn chart_settings(row: &str) -> Option<(&str, Vec<&str>)> {
    let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
    let [kind, _, settings] = cells[..] else { return None };
    Some((
        kind.strip_prefix('`')?.strip_suffix('`')?,
        settings.split(", ").map(|text| text.trim_matches('`')).collect(),
    ))
}

/// A misspelt kind or setting is an error of its own: none of those on the page is one.
#[test]
fn charts_take_the_settings_of_the_page() {
    let page = super::page("reference/blocks.md");
    let part = page.split("## Charts").nth(1).expect("a part about charts");
    let kinds: Vec<_> = part.lines().filter_map(chart_settings).collect();
    assert_eq!(kinds.len(), 15, "{kinds:?}");
    for (kind, settings) in kinds {
        let lines: String = settings.iter().map(|name| format!("{name} = \"rps\"\n")).collect();
        let block = format!("```chart\nkind = \"{kind}\"\n{lines}wrong = 1\n```\n");
        let case: toml::Table = [("page".to_owned(), toml::Value::String(block))].into_iter().collect();
        let run = crate::honesty::site(&case).run(&["check", "--color", "never"]);
        let unknown: Vec<_> = run.stderr.lines().filter(|line| line.contains("[BB102]")).collect();
        assert_eq!(unknown, ["error[BB102]: the `chart` block has no setting `wrong`"], "{kind}: {}", run.stderr);
        assert!(!run.stderr.contains("is no kind of chart"), "{}", run.stderr);
    }
}

/// Each expression of the page, but for the calls that are only sketched, is understood and has a value.
#[test]
fn expressions_of_the_page_have_values() {
    let page = super::page("reference/expressions.md");
    let own = page.split("## Functions").next().expect("a part before the functions");
    let written: Vec<&str> =
        own.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` |")).map(|(code, _)| code).collect();
    assert!(written.len() > 15, "{written:?}");
    let comparing = own.find("## Comparing").expect("a part about comparing");
    let bound = written.iter().map(|code| {
        let is_statement = own.find(code).is_some_and(|at| at > comparing);
        format!("[{}](<= {code}>)\n\n", if is_statement { "It is so" } else { "" })
    });
    let site = crate::support::Site::copy("sites/expressions/site");
    let front = "+++\ntitle = \"Page\"\nsuite = \"demo\"\ndisclosure = false\n+++\n\n";
    site.write("content/page.md", format!("{front}{}", bound.collect::<String>()));
    let run = site.build();
    run.success();
    let figures = site.json("public/page/figures.json");
    assert_eq!(figures["figures"].as_array().map(Vec::len), Some(written.len()));
}
