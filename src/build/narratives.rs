//! Narratives to pages: composed, rendered and written in parallel, links checked when all are known.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::{Sink, Site, alone, cards, page_view, write_page};
use super::{consequences, corrections, lineage, printed, releases, search};
use crate::claim::Verdict;
use crate::compose::{Composed, Headline, OutsideLink, PageLink, block, compose};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::figure::{Figure, Record, Role};
use crate::honesty;
use crate::model::Dimensions;
use crate::page::Page;
use crate::render::view;
use crate::suggest;
use crate::suite::{Suite, load};
use crate::words::{Message, Voice};

/// What is kept of a page when it is written.
#[derive(Debug)]
pub(super) struct Finished {
    /// Its title.
    pub title: String,
    /// Its description.
    pub description: String,
    /// Its date.
    pub date: String,
    /// Its address.
    pub address: String,
    /// Its language, when it is not the site's.
    pub language: Option<String>,
    /// Its suite.
    pub suite: Option<String>,
    /// The heading that it stands under on the start page, and its place there.
    pub section: Option<(String, usize)>,
    /// The release that it is the page of.
    pub release: Option<std::sync::Arc<str>>,
    /// Whether it is the start page, with its body kept for the index.
    pub start: Option<String>,
    /// How many figures it has.
    pub figures: usize,
    /// How many evidence files they rest on.
    pub files: usize,
    /// How many claims.
    pub claims: usize,
    /// How many of them hold.
    pub holding: usize,
    /// The figures of its badges; each leads to its anchor on the page.
    pub headlines: Vec<view::Headline>,
    /// What it can be found by.
    pub findable: search::Findable,
    /// Its figures by evidence file (an index into the suite's files).
    pub citations: BTreeMap<usize, Vec<Citation>>,
    /// How many charts it has.
    pub charts: usize,
    /// Its links to other hosts.
    pub outside: Vec<OutsideLink>,
}

/// A figure that cites an evidence file.
#[derive(Debug, Clone)]
pub(super) struct Citation {
    /// The figure's id.
    pub figure: String,
    /// The figure as printed.
    pub text: String,
    /// Its statistic in words.
    pub statistic: Message,
    /// The cited line.
    pub line: u32,
}

/// Makes all narratives.
pub(super) fn make(site: &Site, sink: &Sink, found: &mut Diagnostics) -> Vec<Finished> {
    let made: Vec<_> = site.pages.par_iter().map(|page| make_one(site, sink, page)).collect();
    let mut finished = Vec::new();
    let mut anchors: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut links = Vec::new();
    let mut told = Vec::new();
    for ((page, of_page, of_links, wrong), of) in made.into_iter().zip(&site.pages) {
        told.push((of, wrong));
        anchors.insert(page.address.clone(), of_page);
        links.extend(of_links);
        finished.push(page);
    }
    found.append(releases::told_once(&told));
    check_links(&anchors, links, found);
    finished
}

fn make_one(site: &Site, sink: &Sink, page: &Page) -> (Finished, BTreeSet<String>, Vec<PageLink>, Diagnostics) {
    let mut found = Diagnostics::new();
    let suite = page.suite.as_ref().and_then(|name| suite_of(site, page, name, &mut found));
    let language = page.language.as_deref().unwrap_or(&site.config.language);
    let (mut composed, wrong) = compose(page, language, suite, &site.templates, &site.targets);
    found.append(wrong);
    let links = std::mem::take(&mut composed.links);
    composed.anchors.extend(composed.figures.list.iter().map(|figure| figure.id.clone()));
    let anchors = std::mem::take(&mut composed.anchors);
    let told = suite.iter().flat_map(|suite| honesty::check_page(&page.source, suite, &composed.figures, language));
    // The page of a withdrawn release says so at its top.
    let is_withdrawn = suite.is_some_and(|suite| releases::is_withdrawn(suite, page));
    found.extend(told.filter(|diagnostic| !is_withdrawn || diagnostic.code != Code::WithdrawnUsed));
    let finished = finished(page, suite, &composed, site.voice(page.language.as_deref()));
    found.extend(write(site, sink, page, suite, &composed, &finished).err().map(|diagnostic| *diagnostic));
    let cause = page.suite.as_ref().and_then(|name| site.causes.get(name));
    let found = match cause {
        Some(cause) => consequences::told_once(found, cause),
        None => found,
    };
    (finished, anchors, links, found)
}

fn suite_of<'a>(site: &'a Site, page: &Page, name: &str, found: &mut Diagnostics) -> Option<&'a Suite> {
    let suite = site.suites.get(name);
    if suite.is_none() {
        let near = || suggest::help(name, site.suites.keys().map(String::as_str));
        let help = load::without_manifest(&site.root, name).or_else(near);
        let message = format!("there is no suite `{name}`");
        found.push(Diagnostic::error(Code::NoSuite, message).at(&page.source, page.suite_span).help_if(help));
    }
    suite
}

fn finished(page: &Page, suite: Option<&Suite>, composed: &Composed, voice: Voice<'_>) -> Finished {
    let mut citations: BTreeMap<usize, Vec<Citation>> = BTreeMap::new();
    for figure in &composed.figures.list {
        for input in suite.iter().flat_map(|suite| figure.inputs.iter().map(|input| (*suite, *input))) {
            let (suite, input) = input;
            let datum = &suite.data[input];
            let source = suite.files[datum.file()].source();
            let line = source.map_or(0, |source| source.position(datum.observation.span.start).line);
            citations.entry(datum.file()).or_default().push(Citation {
                figure: figure.id.clone(),
                text: figure.text.clone(),
                statistic: figure.statistic.clone(),
                line,
            });
        }
    }
    let claims: Vec<&Figure> = composed.figures.list.iter().filter(|figure| figure.role == Role::Claim).collect();
    // What only agrees with another claim is not counted among what holds.
    let holds = |figure: &&&Figure| {
        figure.verdict.as_ref().is_some_and(|verdict| verdict.holds() && *verdict != Verdict::OnClaims)
    };
    Finished {
        title: page.title.clone(),
        description: page.description.clone(),
        date: page.date.clone(),
        address: page.address.clone(),
        language: page.language.clone(),
        suite: page.suite.clone(),
        section: page.section.clone().map(|section| (section, page.order)),
        release: page.release.clone(),
        start: page.address.is_empty().then(|| composed.body.clone()),
        figures: composed.figures.list.len(),
        files: citations.len(),
        claims: claims.len() + composed.unchecked,
        holding: claims.iter().filter(holds).count(),
        headlines: suite.map(|suite| headlines(suite, composed)).unwrap_or_default(),
        findable: search::Findable::new(suite, composed, voice),
        citations,
        charts: composed.files.iter().filter(|(name, _)| is_frame(name)).count(),
        outside: composed.outside.clone(),
    }
}

/// Whether a file beside a page is a chart to be framed.
fn is_frame(name: &str) -> bool {
    name.starts_with("chart-") && name.ends_with(".html")
}

/// The figures of the page's badges.
fn headlines(suite: &Suite, composed: &Composed) -> Vec<view::Headline> {
    let headline = |headline: &Headline| {
        let figure = composed.figures.list.get(headline.figure)?;
        Some(view::Headline {
            label: headline.label.clone(),
            text: figure.text.clone(),
            href: format!("#{}", crate::address::encoded(&headline.anchor)),
            kind: figure.kind.name().to_owned(),
            withdrawn: figure.inputs.iter().any(|input| suite.withdrawn(*input).is_some()),
        })
    };
    composed.headlines.iter().filter_map(headline).collect()
}

fn write(
    site: &Site,
    sink: &Sink,
    page: &Page,
    suite: Option<&Suite>,
    composed: &Composed,
    finished: &Finished,
) -> Result<(), Box<Diagnostic>> {
    // The start page is written with the index, which lists the reports.
    if !page.address.is_empty() {
        let view = page_view(site, &page.address, page.language.as_deref(), &page.title, &page.description);
        let outer = view::Page {
            date: page.date.clone(),
            corrected: corrections::notice(site, page, &view.root),
            outdated: corrections::outdated(suite),
            card: composed.card.clone(),
            ..view
        };
        let voice = site.voice(page.language.as_deref());
        let narrative = narrative(page, suite, composed, finished, (&outer.root, voice));
        let template = if page.is_report() { "report.html" } else { "page.html" };
        write_page(site, sink, template, &outer, "narrative", &narrative, &format!("{}index.html", page.address))?;
        if let Some(suite) = suite.filter(|_| site.self_contained) {
            let inline = alone::inline(site, &page.address, suite, &composed.figures, finished);
            let outer = view::Page { inline: Some(inline.clone()), crumbs: Vec::new(), ..outer };
            let html = site.templates.page(template, &outer, "narrative", &narrative)?;
            let html = alone::relinked(&String::from_utf8_lossy(&html), site, &page.address, suite, &inline);
            sink.write(&format!("{}{}", page.address, alone::FILE), html.as_bytes())?;
        }
    }
    for (name, bytes) in &composed.files {
        sink.write(&format!("{}{name}", page.address), bytes)?;
    }
    if let Some(suite) = suite {
        let record = Record::new(&page.address, suite, &composed.figures);
        let json = serde_json::to_vec(&record).expect("a record has only keys that are strings");
        sink.write(&format!("{}figures.json", page.address), &json)?;
        let voice = site.voice(page.language.as_deref());
        if let Some(script) = cards::script(suite, &composed.figures, voice) {
            sink.write(&format!("{}{}", page.address, cards::FILE), script.as_bytes())?;
        }
    }
    Ok(())
}

fn narrative(
    page: &Page,
    suite: Option<&Suite>,
    composed: &Composed,
    finished: &Finished,
    (root, voice): (&str, Voice<'_>),
) -> view::Narrative {
    view::Narrative {
        contents: composed.headings.clone(),
        body: composed.body.clone(),
        disclosure: composed.disclosure.clone(),
        seal: suite.filter(|_| finished.figures > 0).map(|suite| seal(suite, finished, root)),
        lineage: suite.map(|suite| lineage::entries(suite, composed, root, voice)).unwrap_or_default(),
        printed: suite.map(|suite| printed::evidence(suite, composed)).unwrap_or_default(),
        sessions: suite.map(sessions).filter(|_| page.is_report()).unwrap_or_default(),
        compared: suite.map(|suite| compared(suite, voice)).unwrap_or_default(),
        release: suite.and_then(|suite| releases::shown(suite, page)),
    }
}

fn seal(suite: &Suite, finished: &Finished, root: &str) -> view::Seal {
    view::Seal {
        figures: finished.figures,
        files: finished.files,
        claims: finished.claims,
        holding: finished.holding,
        acknowledged: finished.claims - finished.holding,
        evidence: format!("{root}evidence/index.html#{}", crate::address::slug(&suite.name)),
        figures_json: "figures.json".to_owned(),
    }
}

fn sessions(suite: &Suite) -> Vec<view::Session> {
    let sessions = &suite.manifest.sessions;
    let label = |name: &str| {
        sessions.iter().find(|session| session.name == name).map_or(name.to_owned(), |session| session.label.clone())
    };
    sessions
        .iter()
        .map(|session| view::Session {
            label: session.label.clone(),
            date: session.date.clone(),
            reference: session.reference,
            superseded_by: session.superseded_by.as_deref().map(label).unwrap_or_default(),
            declines: session.declines,
            why: session.why.clone(),
            note: session.note.clone(),
        })
        .collect()
}

/// The settings of the suite's sessions, as far as something is stated of them.
fn compared(suite: &Suite, voice: Voice<'_>) -> Vec<view::Comparison> {
    let pairs = block::sessions::pairs(suite).into_iter();
    let compared = pairs.map(|pair| block::sessions::comparison(suite, pair, &Dimensions::new(), voice));
    compared.filter(|comparison| !comparison.settings.is_empty()).collect()
}

fn check_links(anchors: &BTreeMap<String, BTreeSet<String>>, links: Vec<PageLink>, found: &mut Diagnostics) {
    for link in links.into_iter().filter(|link| !link.anchor.is_empty()) {
        let of_page = anchors.get(&link.page);
        let built_in = ["content", "how-figures-follow"].contains(&link.anchor.as_str());
        if built_in || of_page.is_some_and(|anchors| anchors.contains(&link.anchor)) {
            continue;
        }
        // Figures are numbered anew by each build: nobody means one of them by its name.
        let is_figure = |anchor: &&String| anchor.strip_prefix('f').is_some_and(|rest| rest.parse::<u32>().is_ok());
        let named = of_page.into_iter().flatten().filter(|anchor| !is_figure(anchor));
        let named: Vec<String> = named.map(|anchor| format!("#{anchor}")).collect();
        let wanted = format!("#{}", link.anchor);
        let message = format!("the page has no anchor `{wanted}`");
        let help = suggest::help(&wanted, named.iter().map(String::as_str));
        found.push(Diagnostic::error(Code::BrokenLink, message).at_place(link.place).help_if(help));
    }
}
