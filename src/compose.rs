//! A narrative with its figures: Markdown to HTML, each bound number resolved, each block rendered.

mod badges;
pub mod block;
pub mod bound;
mod card;
pub mod corrections;
pub mod html;
mod language;
mod lint;
pub mod markdown;
mod stray;

use std::collections::{BTreeMap, BTreeSet};

use self::language::Languages;
use crate::address;
use crate::config::Pictures;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::figure::Figures;
use crate::model::Dimensions;
use crate::number::Notation;
use crate::page::Page;
use crate::render::template::Templates;
use crate::render::view;
use crate::source::{Place, Source, Span};
use crate::suite::{Suite, part};
use crate::words::{Message, Voice};

/// A page with everything on it resolved.
#[derive(Debug)]
pub struct Composed {
    /// The body, as HTML.
    pub body: String,
    /// The disclosure at the top, as HTML; empty when there is none.
    pub disclosure: String,
    /// The headings.
    pub headings: Vec<view::Heading>,
    /// The captions of its tables and charts.
    pub captions: Vec<Caption>,
    /// The badges.
    pub headlines: Vec<Headline>,
    /// Every anchor of the page.
    pub anchors: BTreeSet<String>,
    /// The figures.
    pub figures: Figures,
    /// How many claims are shown that cannot be checked.
    pub unchecked: usize,
    /// Files that stand beside the page: `table-1.csv`, `chart-1.svg`, `badge-p99.svg`.
    pub files: Vec<(String, Vec<u8>)>,
    /// The card that is shown where the address of the page is shared; none when there is none.
    pub card: Option<view::Card>,
    /// Links to be checked when all pages are known.
    pub links: Vec<PageLink>,
    /// Links to other hosts.
    pub outside: Vec<OutsideLink>,
}

/// A link to another host.
#[derive(Debug, Clone)]
pub struct OutsideLink {
    /// `https://…`, with what follows `#`.
    pub url: String,
    /// Where it stands.
    pub place: Place,
}

impl OutsideLink {
    /// A link that is written somewhere in a stretch of a file; none when it does not lead to a web server.
    pub fn within(source: &std::sync::Arc<Source>, span: Span, url: &str) -> Option<Self> {
        let is_web = ["https://", "http://"].iter().any(|scheme| url.starts_with(scheme));
        let at = source.slice(span).find(url).map(|at| span.start as usize + at);
        let span = at.map_or(span, |at| Span::new(at, at + url.len()));
        is_web.then(|| Self { url: url.to_owned(), place: source.place(span) })
    }
}

/// The caption of a table or chart.
#[derive(Debug, Clone)]
pub struct Caption {
    /// The anchor of the table or chart: `table-1`.
    pub id: String,
    /// The caption, as text.
    pub text: String,
}

/// A badge of the page with its figure.
#[derive(Debug, Clone)]
pub struct Headline {
    /// What the figure is called.
    pub label: String,
    /// Its anchor on the page: `badge-p99`.
    pub anchor: String,
    /// Its place among the figures of the page.
    pub figure: usize,
}

/// A link to another page of the site, or to an anchor.
#[derive(Debug)]
pub struct PageLink {
    /// The address of the page: ``, `reports/altair/`.
    pub page: String,
    /// The anchor; empty for none.
    pub anchor: String,
    /// Where the link stands.
    pub place: Place,
}

/// What a page may need of the rest of the site: what links can lead to besides anchors, and what was corrected.
#[derive(Debug, Default)]
pub struct Targets {
    /// Pages by the path of their Markdown file.
    pub pages: BTreeMap<String, String>,
    /// Other files of the site by address: static files, evidence.
    pub files: BTreeSet<String>,
    /// Corrections and withdrawn values of all suites, by suite, the latest first.
    pub corrections: Vec<corrections::Corrected>,
    /// Which pictures are written besides.
    pub pictures: Pictures,
    /// The site's title, for its cards.
    pub site: String,
    /// The colour of links in the light, for its cards.
    pub accent: String,
    /// The day on which the site stands, `2026-12-01`; empty when it states none.
    pub today: String,
}

/// The state of a page while it is composed.
pub struct Desk<'a> {
    page: &'a Page,
    suite: Option<&'a Suite>,
    templates: &'a Templates,
    targets: &'a Targets,
    /// The way to the site's root.
    root: String,
    /// What holds here: the page's `where` and the section's.
    fixed: Dimensions,
    /// What holds for the whole page.
    page_fixed: Dimensions,
    figures: Figures,
    files: Vec<(String, Vec<u8>)>,
    tables: usize,
    charts: usize,
    links: Vec<PageLink>,
    outside: Vec<OutsideLink>,
    headings: Vec<view::Heading>,
    captions: Vec<Caption>,
    headlines: Vec<Headline>,
    anchors: BTreeSet<String>,
    /// How the language of this place writes numbers.
    notation: Notation,
    /// The elements around this place that may be in another language.
    languages: Languages,
    /// How many claims the page shows that cannot be checked.
    unchecked: usize,
    /// What holds from a byte of the file on, in the order of the file.
    scopes: Vec<(u32, Dimensions)>,
    /// What the sections around this place fix, with the levels of their headings.
    sections: Vec<(u8, Dimensions)>,
    /// Whether the page placed its own disclosure.
    disclosed: bool,
    found: Diagnostics,
}

/// Composes a page in that language.
pub fn compose(
    page: &Page,
    language: &str,
    suite: Option<&Suite>,
    templates: &Templates,
    targets: &Targets,
) -> (Composed, Diagnostics) {
    let mut found = Diagnostics::new();
    let page_fixed =
        suite.map(|suite| part::understand(suite, &page.source, &page.fixed, &mut found)).unwrap_or_default();
    let mut desk = Desk {
        page,
        suite,
        templates,
        targets,
        root: address::root_of(&page.address),
        fixed: page_fixed.clone(),
        page_fixed,
        figures: Figures::default(),
        files: Vec::new(),
        tables: 0,
        charts: 0,
        links: Vec::new(),
        outside: Vec::new(),
        headings: Vec::new(),
        captions: Vec::new(),
        headlines: Vec::new(),
        anchors: BTreeSet::new(),
        notation: Notation::of_language(language),
        languages: Languages::new(language),
        unchecked: 0,
        scopes: Vec::new(),
        sections: Vec::new(),
        disclosed: false,
        found,
    };
    let mut body = markdown::render(&mut desk);
    if let Some(suite) = suite {
        body += &block::closing(&mut desk, suite);
    }
    let (badges, headlines) = badges::render(&mut desk);
    body += &badges;
    let card = card::write(&mut desk, &headlines);
    let disclosure = match suite {
        Some(suite) if page.disclosure && !desk.disclosed => {
            desk.fixed = desk.page_fixed.clone();
            desk.figures.at = page.suite_span;
            block::disclosure::render(&mut desk, suite, page.checklist)
        }
        _ => String::new(),
    };
    // What lists the figures of the page comes last, when all of them are known.
    let body = block::evidence::fill(&mut desk, body);
    let composed = Composed {
        body,
        disclosure,
        headings: desk.headings,
        captions: desk.captions,
        headlines: desk.headlines,
        anchors: desk.anchors,
        figures: desk.figures,
        unchecked: desk.unchecked,
        files: desk.files,
        card,
        links: desk.links,
        outside: desk.outside,
    };
    (composed, desk.found)
}

impl<'a> Desk<'a> {
    /// The words of the language of this place.
    fn voice(&self) -> Voice<'a> {
        self.templates.words().voice(self.languages.tag())
    }

    /// A message in the language of this place.
    fn say(&self, message: &Message) -> String {
        self.voice().say(message)
    }

    /// Reports what cannot be shown without a suite, unless the page names one that is not there.
    fn without_suite(&mut self, message: impl Into<String>, span: Span) {
        if self.page.suite.is_none() {
            let diagnostic = Diagnostic::error(Code::NoSuite, message).at(&self.page.source, span);
            self.found.push(diagnostic.help("add `suite = \"…\"` to the front matter"));
        }
    }

    /// Goes across a piece of HTML, which may begin or end a part in another language.
    fn pass(&mut self, html: &str, span: Span) {
        self.outside.extend(html::addresses(html).filter_map(|url| OutsideLink::within(&self.page.source, span, url)));
        self.languages.pass(html);
        self.notation = self.languages.notation();
    }

    /// Notes a table or chart of the page that links can lead to.
    fn captioned(&mut self, id: &str, caption: &str) {
        self.anchors.insert(id.to_owned());
        if !caption.is_empty() {
            self.captions.push(Caption { id: id.to_owned(), text: caption.to_owned() });
        }
    }

    /// Renders a block's template; what goes wrong is reported.
    fn template(&mut self, name: &str, key: &str, view: impl serde::Serialize) -> String {
        match self.templates.block(name, key, &view, (self.page.source.path(), self.languages.tag())) {
            Ok(html) => html,
            Err(diagnostic) => {
                self.found.push(*diagnostic);
                String::new()
            }
        }
    }
}
