//! Markdown to HTML: headings with anchors, bound figures, blocks, footnotes, links checked.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use pulldown_cmark::{
    Alignment, BlockQuoteKind, CodeBlockKind, CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd, html,
};

use super::bound::Bound;
use super::html::escape;
use super::{Desk, block};
use crate::address;
use crate::diagnostic::{Code, Diagnostic};
use crate::number::{self, Notation};
use crate::render::view;
use crate::source::{Source, Span};
use crate::suite::part;

/// What of Markdown is understood.
fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_DEFINITION_LIST
        | Options::ENABLE_GFM
}

/// The body of a page as HTML.
pub(super) fn render(desk: &mut Desk<'_>) -> String {
    let source = std::sync::Arc::clone(&desk.page.source);
    let text = &source.text()[desk.page.body..];
    let offset = desk.page.body;
    let events: Vec<_> = Parser::new_ext(text, options())
        .into_offset_iter()
        .map(|(event, range)| (event, range.start + offset..range.end + offset))
        .collect();
    super::stray::report(desk, &events);
    let stretches = super::lint::stretches(desk, &events);
    let mut writer =
        Writer { desk, events, at: 0, out: Vec::new(), notes: Footnotes::default(), tables: BTreeMap::new() };
    writer.blocks();
    let Writer { out, .. } = writer;
    let mut body = String::with_capacity(text.len() * 2);
    html::push_html(&mut body, out.into_iter());
    super::lint::report(desk, &stretches);
    super::corrections::report(desk, &stretches);
    body
}

/// Footnotes in the order in which they are first referred to.
#[derive(Default)]
struct Footnotes {
    numbers: BTreeMap<String, usize>,
    references: BTreeMap<String, usize>,
}

impl Footnotes {
    fn number(&mut self, label: &str) -> usize {
        let next = self.numbers.len() + 1;
        *self.numbers.entry(label.to_owned()).or_insert(next)
    }
}

struct Writer<'d, 's, 'e> {
    desk: &'d mut Desk<'s>,
    events: Vec<(Event<'e>, Range<usize>)>,
    at: usize,
    out: Vec<Event<'e>>,
    notes: Footnotes,
    /// How often each label of a table was given.
    tables: BTreeMap<String, usize>,
}

impl<'e> Writer<'_, '_, 'e> {
    fn next(&mut self) -> Option<(Event<'e>, Range<usize>)> {
        let (event, range) = self.events.get_mut(self.at)?;
        self.at += 1;
        Some((std::mem::replace(event, Event::SoftBreak), range.clone()))
    }

    fn html(&mut self, html: impl Into<CowStr<'e>>) {
        self.out.push(Event::Html(html.into()));
    }

    fn inline(&mut self, html: impl Into<CowStr<'e>>) {
        self.out.push(Event::InlineHtml(html.into()));
    }

    fn blocks(&mut self) {
        while let Some((event, range)) = self.next() {
            self.event(event, range);
        }
    }

    fn event(&mut self, event: Event<'e>, range: Range<usize>) {
        match event {
            Event::Start(Tag::Heading { level, id, attrs, .. }) => self.heading(level, id.as_deref(), &attrs, range),
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) if block::is_known(&info) => {
                let body = self.code_text();
                let html = block::render(self.desk, &info, body, Span::from(range));
                self.html(html);
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(ref info))) => {
                self.desk.misspelt_block(info, Span::from(range));
                self.out.push(event);
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                self.link(link_type, dest_url, title, id, range);
            }
            Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                let dest_url = self.desk.link(&dest_url, Span::from(range)).into();
                self.out.push(Event::Start(Tag::Image { link_type, dest_url, title, id }));
            }
            Event::Start(Tag::Table(alignments)) => self.table(&alignments),
            Event::Start(Tag::BlockQuote(Some(kind))) => self.alert(kind),
            Event::End(TagEnd::BlockQuote(Some(_))) => self.html("</div>\n"),
            Event::Start(Tag::FootnoteDefinition(label)) => {
                let number = self.notes.number(&label);
                self.html(format!("<div class=\"footnote\" id=\"note-{number}\" role=\"note\"><span class=\"footnote-number\">{number}</span>\n"));
            }
            Event::End(TagEnd::FootnoteDefinition) => self.html("</div>\n"),
            Event::FootnoteReference(label) => self.reference(&label),
            Event::Html(ref html) | Event::InlineHtml(ref html) => {
                self.desk.pass(html, Span::from(range));
                self.out.push(event);
            }
            other => self.out.push(other),
        }
    }

    /// The text of a code block, as bytes of the file; the events up to its end are taken.
    fn code_text(&mut self) -> Span {
        let mut span: Option<Span> = None;
        while let Some((event, range)) = self.next() {
            match event {
                Event::End(TagEnd::CodeBlock) => break,
                _ => {
                    let start = span.map_or(range.start, |span| span.start as usize);
                    span = Some(Span::new(start, range.end));
                }
            }
        }
        span.unwrap_or_default()
    }

    fn heading(
        &mut self,
        level: HeadingLevel,
        id: Option<&str>,
        attributes: &[(CowStr<'e>, Option<CowStr<'e>>)],
        range: Range<usize>,
    ) {
        let start = self.out.len();
        let mut title = String::new();
        while let Some((event, inner)) = self.next() {
            match &event {
                Event::End(TagEnd::Heading(_)) => break,
                Event::Text(text) | Event::Code(text) => title += text,
                _ => {}
            }
            self.event(event, inner);
        }
        let content: Vec<Event<'e>> = self.out.drain(start..).collect();
        let anchor = self.desk.anchor(&id.map_or_else(|| address::slug(&title), str::to_owned));
        if let Some(id) = id.filter(|id| escape(id) != anchor) {
            self.desk.doubled_id(id, Span::from(range.clone()));
        }
        self.desk.section(level as u8, attributes, Span::from(range));
        // The page's title is its only heading of the first level.
        let level = (level as u8).max(2);
        if level <= 3 {
            self.desk.headings.push(view::Heading { id: anchor.clone(), title, level });
        }
        self.html(format!("<h{level} id=\"{anchor}\">"));
        self.out.extend(content);
        self.html(format!(
            "<a class=\"anchor\" href=\"#{anchor}\" aria-label=\"Link to this section\">#</a></h{level}>\n"
        ));
    }

    fn link(&mut self, kind: LinkType, dest: CowStr<'e>, title: CowStr<'e>, id: CowStr<'e>, range: Range<usize>) {
        let Some(expression) = dest.strip_prefix('=') else {
            let dest_url = if kind == LinkType::Email { dest } else { self.desk.link(&dest, Span::from(range)).into() };
            self.out.push(Event::Start(Tag::Link { link_type: kind, dest_url, title, id }));
            return;
        };
        let start = self.out.len();
        let (around, mut is_foreign) = (self.desk.notation, false);
        let mut text = String::new();
        while let Some((event, inner)) = self.next() {
            match &event {
                Event::End(TagEnd::Link) => break,
                Event::Text(part) | Event::Code(part) => {
                    is_foreign |= reads_otherwise(part, [self.desk.notation, around]);
                    text += part;
                }
                Event::SoftBreak | Event::HardBreak => text.push(' '),
                _ => {}
            }
            self.event(event, inner);
        }
        let mut inner = String::new();
        html::push_html(&mut inner, self.out.drain(start..));
        let (expression, unit) = self.expression(expression, &range);
        let span = Span::from(range);
        if is_foreign {
            self.desk.found.push(foreign(&self.desk.page.source, span));
        }
        let bound = Bound { text: &text, html: &inner, title: &title, span, expression, unit: unit.as_deref() };
        let html = self.desk.bound(&bound);
        self.inline(html);
    }

    /// Where the expression stands in the file, and the unit after `as`.
    fn expression(&self, expression: &str, range: &Range<usize>) -> (Span, Option<String>) {
        let link = &self.desk.page.source.text()[range.clone()];
        let (body, unit) = match expression.rsplit_once(" as ") {
            Some((body, unit)) if !unit.contains([')', ']']) => (body, Some(unit.trim().to_owned())),
            _ => (expression, None),
        };
        // Markdown may have unescaped something; then the whole link is what can be pointed at.
        let span = match link.rfind(&format!("={expression}")) {
            Some(at) => Span::new(range.start + at + 1, range.start + at + 1 + body.len()),
            None => Span::from(range.clone()),
        };
        (span, unit)
    }

    /// What tells a Markdown table from the others of its page: its heads, and its number where they come again.
    fn table_label(&mut self) -> String {
        let mut heads: Vec<String> = Vec::new();
        for (event, _) in &self.events[self.at..] {
            match event {
                Event::End(TagEnd::TableHead) => break,
                Event::Start(Tag::TableCell) => heads.push(String::new()),
                Event::Text(text) | Event::Code(text) => {
                    if let Some(head) = heads.last_mut() {
                        head.push_str(text);
                    }
                }
                _ => {}
            }
        }
        heads.retain(|head| !head.is_empty());
        let label = if heads.is_empty() { "Table".to_owned() } else { format!("Table: {}", heads.join(", ")) };
        let count = self.tables.entry(label.clone()).or_default();
        *count += 1;
        if *count == 1 { label } else { format!("{label} ({count})") }
    }

    /// A Markdown table: alignment as a class, since a style attribute breaks a strict policy.
    fn table(&mut self, alignments: &[Alignment]) {
        let label = escape(&self.table_label());
        self.html(format!(
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{label}\"><table class=\"plain\">\n"
        ));
        let (mut column, mut head) = (0, false);
        while let Some((event, range)) = self.next() {
            match event {
                Event::End(TagEnd::Table) => break,
                Event::Start(Tag::TableHead) => {
                    (column, head) = (0, true);
                    self.html("<thead><tr>");
                }
                Event::End(TagEnd::TableHead) => {
                    head = false;
                    self.html("</tr></thead>\n<tbody>\n");
                }
                Event::Start(Tag::TableRow) => {
                    column = 0;
                    self.html("<tr>");
                }
                Event::End(TagEnd::TableRow) => self.html("</tr>\n"),
                Event::Start(Tag::TableCell) => {
                    let class = match alignments.get(column) {
                        Some(Alignment::Right) => " class=\"end\"",
                        Some(Alignment::Center) => " class=\"center\"",
                        _ => "",
                    };
                    column += 1;
                    self.html(if head { format!("<th scope=\"col\"{class}>") } else { format!("<td{class}>") });
                }
                Event::End(TagEnd::TableCell) => self.html(if head { "</th>" } else { "</td>" }),
                other => self.event(other, range),
            }
        }
        self.html("</tbody></table></div>\n");
    }

    fn alert(&mut self, kind: BlockQuoteKind) {
        let (class, title) = match kind {
            BlockQuoteKind::Note => ("note", "Note"),
            BlockQuoteKind::Tip => ("tip", "Tip"),
            BlockQuoteKind::Important => ("important", "Important"),
            BlockQuoteKind::Warning => ("warning", "Warning"),
            BlockQuoteKind::Caution => ("caution", "Caution"),
        };
        self.html(format!("<div class=\"alert {class}\" role=\"note\"><p class=\"alert-title\">{title}</p>\n"));
    }

    fn reference(&mut self, label: &str) {
        let number = self.notes.number(label);
        let count = self.notes.references.entry(label.to_owned()).or_insert(0);
        *count += 1;
        let id = if *count == 1 { format!("ref-{number}") } else { format!("ref-{number}-{count}") };
        self.inline(format!(
            "<sup class=\"footnote-reference\" id=\"{id}\"><a href=\"#note-{number}\">{number}</a></sup>"
        ));
    }
}

impl Desk<'_> {
    /// An anchor that no other part of the page has.
    pub(super) fn anchor(&mut self, wanted: &str) -> String {
        let mut anchor = wanted.to_owned();
        let mut count = 1;
        while !self.anchors.insert(anchor.clone()) {
            count += 1;
            anchor = format!("{wanted}-{count}");
        }
        escape(&anchor)
    }

    /// Begins a section: attributes of its heading that name dimensions hold until the next
    /// heading of the same level or above.
    fn section(&mut self, level: u8, attributes: &[(CowStr<'_>, Option<CowStr<'_>>)], span: Span) {
        self.sections.retain(|(other, _)| *other < level);
        if let Some(suite) = self.suite {
            let unquoted = |value: &CowStr<'_>| value.trim_matches('"').replace('_', " ");
            let pairs: Vec<(String, String, Span)> = attributes
                .iter()
                .filter_map(|(name, value)| {
                    let value = value.as_ref()?;
                    let known = suite.vocabulary.value_of(name, value).map(|value| value.to_string());
                    Some((name.to_string(), known.unwrap_or_else(|| unquoted(value)), span))
                })
                .collect();
            let fixed = part::understand(suite, &self.page.source, &pairs, &mut self.found);
            self.sections.push((level, fixed));
        }
        self.fixed = self.page_fixed.clone();
        for (_, fixed) in &self.sections {
            self.fixed.extend(fixed.clone());
        }
        self.scopes.push((span.start, self.fixed.clone()));
    }

    /// A Markdown link's destination as the page writes it; one that leads nowhere is reported.
    pub(super) fn link(&mut self, dest: &str, span: Span) -> String {
        let (path, anchor) = dest.split_once('#').unwrap_or((dest, ""));
        let outside =
            path.contains("://") || path.starts_with("//") || path.starts_with("mailto:") || path.starts_with("data:");
        if outside {
            self.outside.extend(super::OutsideLink::within(&self.page.source, span, dest));
            return dest.to_owned();
        }
        let place = self.page.source.place(span);
        let with_anchor = |href: String| if anchor.is_empty() { href } else { format!("{href}#{anchor}") };
        if path.is_empty() {
            self.links.push(super::PageLink { page: self.page.address.clone(), anchor: anchor.to_owned(), place });
            return dest.to_owned();
        }
        let decoded = address::decoded(path).unwrap_or_default();
        let folder = self.page.source.path().rsplit_once('/').map_or("", |(folder, _)| folder);
        let from = if decoded.starts_with('/') { "" } else { folder };
        let file = address::joined(from, &decoded);
        let candidates = [file.clone(), address::joined("content", &decoded)];
        for file in candidates.iter().flatten() {
            if let Some(page) = self.targets.pages.get(file) {
                self.links.push(super::PageLink { page: page.clone(), anchor: anchor.to_owned(), place });
                return with_anchor(format!("{}{}index.html", self.root, address::encoded(page)));
            }
        }
        let site_path = |file: &String| {
            let evidence = file.strip_prefix("data/").map(|path| format!("evidence/{path}.html"));
            let of_static = file.strip_prefix("static/").map(str::to_owned);
            [evidence, of_static, Some(decoded.trim_start_matches('/').to_owned())]
        };
        for address in file.iter().flat_map(site_path).flatten() {
            if self.targets.files.contains(&address) {
                return with_anchor(format!("{}{}", self.root, address::encoded(&address)));
            }
        }
        let message = format!("the link leads to `{path}`, which the site does not have");
        let help = self.near_target(folder, path);
        self.found.push(Diagnostic::error(Code::BrokenLink, message).at_place(place).help(help));
        dest.to_owned()
    }

    /// What a link that leads nowhere was probably meant to lead to, as the page would write it.
    fn near_target(&self, folder: &str, path: &str) -> String {
        let evidence =
            self.targets.files.iter().filter_map(|file| file.strip_prefix("evidence/")?.strip_suffix(".html"));
        let files = self.targets.pages.keys().cloned().chain(evidence.map(|name| format!("data/{name}")));
        let relative: Vec<String> = files.map(|file| address::relative(folder, &file)).collect();
        match crate::suggest::nearest(path, relative.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "write the way from this file to a page or to evidence, `other.md` or `../data/suite/file`, or put a file below `static/`".to_owned(),
        }
    }

    /// A code block whose name is nearly that of a block.
    fn misspelt_block(&mut self, info: &str, span: Span) {
        if let Some(meant) = block::meant(info) {
            let message = format!("`{}` is no block, so it is shown as code", info.trim());
            let diagnostic = Diagnostic::warning(Code::UnknownBlock, message).at(&self.page.source, span);
            self.found.push(diagnostic.help(format!("did you mean `{meant}`?")));
        }
    }

    fn doubled_id(&mut self, id: &str, span: Span) {
        let message = format!("another part of the page has the id `{id}`");
        let diagnostic = Diagnostic::error(Code::DuplicateId, message).at(&self.page.source, span);
        self.found.push(diagnostic.help("choose another id: links to it would lead to the first"));
    }
}

/// Whether a text holds other numbers in one way to write them than in the other.
fn reads_otherwise(text: &str, notations: [Notation; 2]) -> bool {
    let [one, other] = notations.map(|notation| {
        let numbers = number::read_in(text, notation).numbers;
        numbers.into_iter().map(|printed| printed.value.to_bits()).collect::<Vec<_>>()
    });
    one != other
}

/// The text of a bound figure is read in the language around its link: inside it, another would change the number.
fn foreign(source: &Arc<Source>, link: Span) -> Diagnostic {
    let message = "the bound number stands in an element of another language, which writes numbers otherwise";
    Diagnostic::error(Code::ClaimNoNumber, message)
        .at(source, link)
        .note("a bound text is read in the language around its link")
        .help("put the element around the whole link: `<span lang=\"de\">[1,5 ms](<= …>)</span>`")
}
