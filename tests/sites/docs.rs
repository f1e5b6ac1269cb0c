//! The documentation below `content/docs/`: what is written from the program is current, every command and example
//! does what its page says.

mod console;
mod examples;
mod guides;
mod reference;
mod settings;

use std::path::Path;

use crate::support::bless;

/// The text of a page of the documentation, by its path below `content/docs/`.
#[expect(clippy::disallowed_methods, reason = "a test may read what it likes")]
fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("content/docs").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Fails unless the part of the page between `<!-- begin PART -->` and `<!-- end PART -->` is this text;
/// with `BENCHBOOK_BLESS` it is rewritten.
#[track_caller]
fn is_current(name: &str, part: &str, text: &str) {
    let page = page(name);
    let (begin, end) = (format!("<!-- begin {part} -->\n"), format!("<!-- end {part} -->"));
    let start = page.find(&begin).unwrap_or_else(|| panic!("{name} has no `{part}`")) + begin.len();
    let stop = page.find(&end).unwrap_or_else(|| panic!("`{part}` of {name} has no end"));
    let text = format!("\n{}\n\n", text.trim());
    if bless(&format!("../content/docs/{name}"), &format!("{}{text}{}", &page[..start], &page[stop..])) {
        return;
    }
    assert_eq!(&page[start..stop], text, "run the test with BENCHBOOK_BLESS=1 to write {name} anew");
}

/// A text as a cell of a Markdown table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
