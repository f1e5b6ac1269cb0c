//! The page that `ab -w` writes: the rows of the text as a table in HTML, without percentiles.

use std::borrow::Cow;

use super::Report;
use crate::formats::lines;
use crate::formats::scribe::{Begins, Printer};
use crate::model::LoadModel;

/// The reader of what `ab -w` writes.
pub struct AbPage;

impl Printer for AbPage {
    const NAME: &'static str = "ab-html";
    const TITLE: &'static str = "ApacheBench page (HTML)";
    const TOOL: &'static str = "ab";
    const LOAD: LoadModel = LoadModel::Closed;
    const HINTS: &'static [&'static str] = &["This is ApacheBench, Version "];
    // The text begins with the same words, with its signs as they are.
    const BEGINS: &'static [Begins] =
        &[|lines| lines[0].trim_start().starts_with("This is ApacheBench, Version ") && lines[0].contains("&lt;")];
    const END: &'static str = "its last row, `Total`";
    type Output<'a> = Report<'a>;

    fn shown(text: &str) -> Cow<'_, str> {
        let mut bytes = lines::shown(text).into_owned().into_bytes();
        bytes.split_mut(|byte| *byte == b'\n').for_each(blank_tags);
        Cow::Owned(String::from_utf8(bytes).expect("whole tags were replaced by blanks"))
    }
}

/// Blanks `<td>` and the like.
fn blank_tags(line: &mut [u8]) {
    let mut from = 0;
    while let Some(start) = memchr::memchr(b'<', &line[from..]).map(|at| from + at) {
        let Some(end) = memchr::memchr(b'>', &line[start..]).map(|at| start + at + 1) else { return };
        line[start..end].fill(b' ');
        from = end;
    }
}
