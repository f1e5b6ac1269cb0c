//! The reference of what templates may see: written from the documentation of the view types, and current.
//! `BENCHBOOK_BLESS=1` rewrites the page.

#![expect(clippy::disallowed_methods, reason = "a test may read and write what it likes")]

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Where the view types are written, each file with what it is about.
const SOURCES: [(&str, &str); 5] = [
    ("view.rs", "Pages and blocks"),
    ("view/evidence.rs", "Evidence"),
    ("view/standing.rs", "Sessions, corrections, obligations"),
    ("view/beside.rs", "Beside the page"),
    ("view/alone.rs", "A page that stands alone"),
];

/// The templates that are rendered by themselves: name, variable, its type.
const TEMPLATES: [(&str, &str, &str); 16] = [
    ("report.html", "narrative", "Narrative"),
    ("page.html", "narrative", "Narrative"),
    ("index.html", "index", "Index"),
    ("evidence.html", "evidence", "EvidencePage"),
    ("evidence-index.html", "evidence", "EvidenceIndex"),
    ("corrections.html", "corrections", "AllCorrections"),
    ("blocks/badges.html", "badges", "Badges"),
    ("blocks/chart.html", "chart", "Chart"),
    ("blocks/chart-page.html", "chart", "ChartPage"),
    ("blocks/corrections.html", "corrections", "Corrections"),
    ("blocks/disclosure.html", "disclosure", "Disclosure"),
    ("blocks/evidence.html", "list", "EvidenceList"),
    ("blocks/limitations.html", "limitations", "Limitations"),
    ("blocks/obligations.html", "obligations", "Obligations"),
    ("blocks/sessions.html", "sessions", "Sessions"),
    ("blocks/table.html", "table", "Table"),
];

const INTRODUCTION: &str = "+++\ntitle = \"What templates may see\"\n\
    description = \"Every variable of the built-in templates, with its type and meaning.\"\n+++\n\n\
    A file `templates/NAME` of a site takes the place of the built-in template of that name; the others stay as they are.\n\
    A name is looked for in the site's own folder, then in its built-in theme (`theme = \"compact\"`, see\n\
    [one file a report](guides/publishing.md#one-file)), then in the default one; files of `static/` are found in the same order.\n\
    `static/assets/theme.css` is added to the style sheet of every page: a few rules there change the look without a copy of all of it.\n\n\
    Templates are written for [Tera](https://keats.github.io/tera/). Every page has `site` ([Site](#site)), `page`\n\
    ([Page](#page)) and `language`; a block has `site` and `language`. `say(key=\"…\")` gives a text of the program in that\n\
    language, with `plain=true` for an attribute, and `day(date=\"…\")` a day. Links are relative to the page, and HTML is passed on with `| safe`.\n\n";

/// A documented type.
struct View {
    name: String,
    doc: String,
    /// Name, type and documentation of each field.
    fields: Vec<[String; 3]>,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The types of a source file, in its order.
fn views(text: &str) -> Vec<View> {
    let (mut views, mut doc) = (Vec::<View>::new(), String::new());
    for line in text.lines().map(str::trim) {
        if let Some(more) = line.strip_prefix("/// ") {
            doc = format!("{doc} {more}").trim().to_owned();
        } else if let Some(name) = line.strip_prefix("pub struct ") {
            let name = name.trim_end_matches(" {").to_owned();
            views.push(View { name, doc: std::mem::take(&mut doc), fields: Vec::new() });
        } else if let Some((name, of)) = line.strip_prefix("pub ").and_then(|field| field.split_once(": ")) {
            let field = [name.to_owned(), of.trim_end_matches(',').to_owned(), std::mem::take(&mut doc)];
            views.last_mut().expect("a field stands in a type").fields.push(field);
        }
    }
    views
}

/// A type in words: `Vec<Link>` is "list of Link", with a link.
fn in_words(of: &str) -> String {
    let inner = |of: &str, around: &str| of.strip_prefix(around).and_then(|rest| rest.strip_suffix('>')).map(in_words);
    if let Some(inner) = inner(of, "Vec<") {
        return format!("list of {inner}");
    }
    if let Some(inner) = inner(of, "Option<") {
        return format!("{inner} or none");
    }
    match of {
        "String" => "text".to_owned(),
        "bool" => "true or false".to_owned(),
        "usize" | "u8" | "u32" | "u64" => "whole number".to_owned(),
        "f64" => "number".to_owned(),
        view => format!("[{view}](#{})", view.to_lowercase()),
    }
}

fn written() -> String {
    let mut page = format!("{INTRODUCTION}## Templates\n\n| template | variable |\n| --- | --- |\n");
    for (template, variable, of) in TEMPLATES {
        writeln!(page, "| `{template}` | `{variable}`: {} |", in_words(of)).expect("a text can be written to");
    }
    for (file, about) in SOURCES {
        write!(page, "\n## {about}\n").expect("a text can be written to");
        for view in views(&read(&root().join("src/render").join(file))) {
            let head = "| field | type | meaning |\n| --- | --- | --- |";
            write!(page, "\n### {}\n\n{}\n\n{head}\n", view.name, view.doc).expect("a text can be written to");
            for [name, of, doc] in view.fields {
                let doc = doc.replace('|', "\\|");
                writeln!(page, "| `{name}` | {} | {doc} |", in_words(&of)).expect("a text can be written to");
            }
        }
    }
    page
}

#[test]
fn the_reference_of_templates_is_current() {
    let (path, written) = (root().join("content/docs/templates.md"), written());
    if std::env::var_os("BENCHBOOK_BLESS").is_some() {
        fs::write(&path, &written).expect("the page can be written");
    }
    assert!(read(&path) == written, "`content/docs/templates.md` is not current: run this test with BENCHBOOK_BLESS=1");
}

#[test]
fn every_file_of_views_is_in_the_reference_and_every_field_is_documented() {
    let folder = fs::read_dir(root().join("src/render/view")).expect("a folder of views");
    let files = folder.map(|file| format!("view/{}", file.expect("an entry").file_name().to_string_lossy()));
    assert!(files.into_iter().all(|file| SOURCES.iter().any(|(name, _)| *name == file)));
    for (file, _) in SOURCES {
        for view in views(&read(&root().join("src/render").join(file))) {
            assert!(!view.doc.is_empty() && !view.fields.is_empty(), "{}", view.name);
            assert!(view.fields.iter().all(|[.., doc]| !doc.is_empty()), "{}", view.name);
        }
    }
}

#[test]
fn templates_use_the_variables_that_the_reference_names() {
    for (template, variable, _) in TEMPLATES {
        let text = read(&root().join("templates").join(template));
        let uses = text.contains(&format!("{variable}.")) || text.contains("{% extends");
        assert!(uses, "{template} does not use `{variable}`");
    }
}
