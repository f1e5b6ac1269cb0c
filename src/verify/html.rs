//! HTML and SVG, read far enough to find ids, links and figures; minified or not.

use std::collections::{BTreeMap, BTreeSet};

use crate::source::Span;

/// A document.
#[derive(Debug, Default)]
pub(super) struct Document {
    /// The language of the page.
    pub(super) language: String,
    /// The links that are figures.
    pub(super) anchors: Vec<Anchor>,
    ids: BTreeMap<String, usize>,
    parts: Vec<Part>,
    /// The elements that are open and may set the language of what stands in them, each with its language.
    settings: Vec<(String, String)>,
}

/// A link that is a figure.
#[derive(Debug, Default)]
pub(super) struct Anchor {
    /// `data-fig`
    pub(super) id: String,
    /// Where it leads.
    pub(super) href: String,
    /// Its text, without tags.
    pub(super) text: String,
    /// Whether it is a mark of a picture.
    pub(super) in_picture: bool,
    /// The language that it stands in; empty where a picture does not say.
    pub(super) language: String,
    /// Its tag.
    pub(super) span: Span,
}

#[derive(Debug)]
enum Part {
    /// A start tag, with where it leads when it is a link.
    Open {
        name: String,
        id: Option<String>,
        href: Option<String>,
        is_empty: bool,
    },
    Close(String),
}

/// Elements without an end tag.
const EMPTY: [&str; 13] =
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"];

/// Elements that set the language of what stands in them, and have end tags even when minified.
const LANGUAGES: [&str; 9] = ["div", "section", "article", "aside", "blockquote", "figure", "details", "span", "main"];

impl Document {
    pub(super) fn read(text: &str) -> Self {
        let mut document = Self::default();
        let (mut at, mut pictures, mut is_open) = (0, 0_usize, false);
        while let Some(found) = text[at..].find('<') {
            document.add_text(&text[at..at + found], is_open);
            let start = at + found;
            let tag = Tag::at(text, start);
            at = tag.end;
            match tag.name.strip_prefix('/') {
                Some(name) => {
                    is_open &= name != "a";
                    pictures -= usize::from(name == "svg" && pictures > 0);
                    if let Some(last) = document.settings.iter().rposition(|(open, _)| open == name) {
                        document.settings.truncate(last);
                    }
                    document.parts.push(Part::Close(name.to_owned()));
                }
                None if tag.name.is_empty() => {}
                None => {
                    pictures += usize::from(tag.name == "svg");
                    is_open = document.open(&tag, Span::new(start, at), pictures > 0) || is_open && tag.name != "a";
                    at = if matches!(&*tag.name, "script" | "style") { end_of(text, at, &tag.name) } else { at };
                }
            }
        }
        document.add_text(&text[at..], is_open);
        document
    }

    pub(super) fn has_id(&self, id: &str) -> bool {
        self.ids.contains_key(id)
    }

    fn add_text(&mut self, text: &str, is_open: bool) {
        if let Some(anchor) = self.anchors.last_mut().filter(|_| is_open) {
            anchor.text += &decoded(text);
        }
    }

    /// Takes a start tag; gives whether it begins a figure.
    fn open(&mut self, tag: &Tag, span: Span, in_picture: bool) -> bool {
        let get = |name: &str| tag.attributes.get(name).cloned();
        if tag.name == "html" {
            self.language = get("lang").unwrap_or_default();
        }
        let around = self.settings.last().map_or(&self.language, |(_, language)| language).clone();
        if LANGUAGES.contains(&&*tag.name) && !tag.is_closed {
            self.settings.push((tag.name.clone(), get("lang").unwrap_or_else(|| around.clone())));
        }
        let id = get("id");
        if let Some(id) = &id {
            self.ids.entry(id.clone()).or_insert(self.parts.len());
        }
        let href = if tag.name == "a" { get("href").or_else(|| get("xlink:href")) } else { None };
        let figure = get("data-fig").filter(|_| tag.name == "a");
        let is_figure = figure.is_some();
        if let Some(id) = figure {
            let href = href.clone().unwrap_or_default();
            self.anchors.push(Anchor { id, href, text: String::new(), in_picture, language: around, span });
        }
        let is_empty = tag.is_closed || EMPTY.contains(&&*tag.name);
        self.parts.push(Part::Open { name: tag.name.clone(), id, href, is_empty });
        is_figure
    }

    /// Where the links inside the element of that id lead. A minified page leaves end tags out, so it also ends
    /// where one of `others`, the ids of its kind, begins.
    pub(super) fn links_within(&self, id: &str, others: &BTreeSet<&str>) -> Vec<&str> {
        let Some(first) = self.ids.get(id) else { return Vec::new() };
        let mut links = Vec::new();
        let (mut depth, mut outer) = (0_usize, "");
        for (index, part) in self.parts.iter().enumerate().skip(*first) {
            match part {
                Part::Open { id: Some(id), .. } if index > *first && others.contains(id.as_str()) => break,
                Part::Open { name, href, is_empty, .. } => {
                    links.extend(href.as_deref());
                    outer = if index == *first { name } else { outer };
                    depth += usize::from(name == outer && !is_empty);
                }
                Part::Close(name) if name == outer => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        break;
                    }
                }
                Part::Close(_) => {}
            }
        }
        links
    }
}

/// A tag; without a name for comments and the like.
#[derive(Default)]
struct Tag {
    name: String,
    attributes: BTreeMap<String, String>,
    is_closed: bool,
    end: usize,
}

impl Tag {
    /// The tag that begins at a byte.
    fn at(text: &str, start: usize) -> Self {
        let rest = &text[start + 1..];
        let until = |end: &str| start + 1 + rest.find(end).map_or(rest.len(), |at| at + end.len());
        if rest.starts_with("!--") {
            return Self { end: until("-->"), ..Self::default() };
        }
        let is_name = |c: char| !c.is_ascii_whitespace() && c != '>' && c != '/';
        let slash = usize::from(rest.starts_with('/'));
        let length = slash + rest[slash..].find(|c| !is_name(c)).unwrap_or(rest.len() - slash);
        let name = rest[..length].to_ascii_lowercase();
        if !name[slash..].starts_with(|c: char| c.is_ascii_alphabetic()) {
            // `<!DOCTYPE …>`, or a sign of less that stands for itself.
            let end = if rest.starts_with(['!', '?']) { until(">") } else { start + 1 };
            return Self { end, ..Self::default() };
        }
        let mut tag = Self { name, ..Self::default() };
        tag.end = start + 1 + length + tag.read_attributes(&rest[length..]);
        tag
    }

    /// Reads attributes up to the end of the tag; gives how many bytes they and the `>` take.
    fn read_attributes(&mut self, text: &str) -> usize {
        let mut rest = text;
        loop {
            self.is_closed = rest.trim_start().starts_with('/');
            rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '/');
            if rest.is_empty() || rest.starts_with('>') {
                return (text.len() - rest.len() + 1).min(text.len());
            }
            let is_end = |c: char| c.is_ascii_whitespace() || matches!(c, '=' | '>' | '/');
            // A stray `=` is taken as a name, so that the reading goes on.
            let length = rest.char_indices().skip(1).find(|(_, c)| is_end(*c)).map_or(rest.len(), |(at, _)| at);
            let (name, after) = rest.split_at(length);
            let (value, after) = match after.trim_start().strip_prefix('=') {
                Some(value) => attribute(value.trim_start()),
                None => ("", after),
            };
            self.attributes.entry(name.to_ascii_lowercase()).or_insert_with(|| decoded(value));
            rest = after;
        }
    }
}

/// The value at the beginning of a text, and what follows it.
fn attribute(text: &str) -> (&str, &str) {
    for quote in ['"', '\''] {
        if let Some(rest) = text.strip_prefix(quote) {
            return rest.split_once(quote).unwrap_or((rest, ""));
        }
    }
    text.split_at(text.find(|c: char| c.is_ascii_whitespace() || c == '>').unwrap_or(text.len()))
}

/// Where the content of a `<script>` or `<style>` ends.
fn end_of(text: &str, at: usize, name: &str) -> usize {
    text[at..].find(&format!("</{name}")).map_or(text.len(), |end| at + end)
}

/// A text with its character references resolved.
fn decoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out += &rest[..at];
        let name = &rest[at + 1..];
        let length = name.find(|c: char| !(c.is_ascii_alphanumeric() || c == '#')).unwrap_or(name.len());
        match reference(&name[..length]) {
            Some(character) => {
                out.push(character);
                rest = &name[length..];
                rest = rest.strip_prefix(';').unwrap_or(rest);
            }
            None => {
                out.push('&');
                rest = name;
            }
        }
    }
    out + rest
}

fn reference(name: &str) -> Option<char> {
    if let Some(digits) = name.strip_prefix('#') {
        let number = match digits.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16),
            None => digits.parse(),
        };
        return number.ok().and_then(char::from_u32);
    }
    let known = [("amp", '&'), ("lt", '<'), ("gt", '>'), ("quot", '"'), ("apos", '\''), ("nbsp", '\u{a0}')];
    known.into_iter().find(|(own, _)| *own == name).map(|(_, character)| character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_found_in_tidy_and_in_minified_pages() {
        for page in [
            "<!DOCTYPE html>\n<html lang=\"de\"><body><p>Hi <a class=\"fig\" data-fig=\"f1\" href=\"a.html#L3\">1&nbsp;&#x3c; <b>ms</b></a> <a href='#x'>no</a></p></body></html>",
            "<!doctypehtml><html lang=de><p>Hi <a class=fig data-fig=f1 href=a.html#L3>1&nbsp;&lt <b>ms</b></a> <a href=#x>no</a>",
        ] {
            let document = Document::read(page);
            let [anchor] = &document.anchors[..] else { panic!("{document:?}") };
            assert_eq!((&*anchor.id, &*anchor.href, &*anchor.text), ("f1", "a.html#L3", "1\u{a0}< ms"));
            assert_eq!((&*document.language, &*anchor.language, anchor.in_picture), ("de", "de", false));
            assert!(page[anchor.span.range()].starts_with("<a class") && page[anchor.span.range()].ends_with('>'));
        }
    }

    #[test]
    fn what_is_no_tag_is_passed_over() {
        let page =
            "<script>if (a<b) '<a data-fig=x>'</script><!-- <a data-fig=y> --><svg><a data-fig='f2'/></svg>1 < 2 <";
        let document = Document::read(page);
        let ids: Vec<_> = document.anchors.iter().map(|anchor| (&*anchor.id, anchor.in_picture)).collect();
        assert_eq!(ids, [("f2", true)]);
    }

    #[test]
    fn links_of_an_element_end_with_it() {
        let page =
            "<ol><li id=a><a href=1>x</a><ul><li><a href=2>y</a></ul><li id=b><a href=3>z</a></ol><a href=4>w</a>";
        let document = Document::read(page);
        let others = BTreeSet::from(["a", "b"]);
        assert_eq!(document.links_within("a", &others), ["1", "2"]);
        let tidy = Document::read("<div id=\"c\"><div><a href=\"1\">x</a></div><br></div><a href=\"2\">y</a>");
        assert_eq!(tidy.links_within("c", &others), ["1"]);
    }

    #[test]
    fn a_part_of_a_page_has_a_language_of_its_own() {
        let document = Document::read(
            "<html lang=en><p><a data-fig=a>1</a><div lang=fr><div><a data-fig=b>2</a></div><a data-fig=c>3</a></div><a data-fig=d>4</a>",
        );
        let languages: Vec<&str> = document.anchors.iter().map(|anchor| &*anchor.language).collect();
        assert_eq!(languages, ["en", "fr", "fr", "en"]);
    }
}
