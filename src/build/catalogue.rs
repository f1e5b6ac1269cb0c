//! What lists the site: start page, navigation, feed, sitemap, `benchbook.json`, and static files.

use std::collections::BTreeMap;

use serde::Serialize;

use super::narratives::Finished;
use super::outline::navigation;
use super::{Sink, Site, corrections, page_view, releases, search, write_page};
use crate::address;
use crate::compose::corrections::Corrected;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::Dimensions;
use crate::render::view;
use crate::suite::disclosure::{self, Answered};
use crate::suite::manifest::Session;
use crate::suite::{EvidenceFile, Suite};

/// One of the things that list the site.
type Step = fn(&Site, &Sink, &[Finished]) -> Result<(), Box<Diagnostic>>;

/// Makes the start page, feeds and static files, and gives how many pages.
pub(super) fn make(site: &Site, sink: &Sink, finished: &[Finished], found: &mut Diagnostics) -> usize {
    let steps: [Step; 9] = [
        start_page,
        not_found,
        corrections::make,
        releases::latest,
        feeds,
        machine_readable,
        search::make,
        headers,
        static_files,
    ];
    for step in steps {
        found.extend(step(site, sink, finished).err().map(|diagnostic| *diagnostic));
    }
    let start = usize::from(!finished.iter().any(|page| page.address.is_empty()));
    1 + start + usize::from(!site.targets.corrections.is_empty())
}

/// Pages about suites, the latest first.
fn reports(finished: &[Finished]) -> Vec<&Finished> {
    let mut reports: Vec<&Finished> =
        finished.iter().filter(|page| page.suite.is_some() && !page.address.is_empty()).collect();
    reports.sort_by(|a, b| b.date.cmp(&a.date).then_with(|| a.title.cmp(&b.title)));
    reports
}

fn start_page(site: &Site, sink: &Sink, finished: &[Finished]) -> Result<(), Box<Diagnostic>> {
    let own = finished.iter().find(|page| page.address.is_empty());
    let title = own.map_or(&site.config.title, |page| &page.title);
    let description =
        own.map(|page| &page.description).filter(|text| !text.is_empty()).unwrap_or(&site.config.description);
    let plain = page_view(site, "", own.and_then(|page| page.language.as_deref()), title, description);
    let written = site.pages.iter().find(|page| page.address.is_empty());
    let corrected = written.and_then(|page| corrections::notice(site, page, &plain.root));
    let page = view::Page { corrected, ..plain };
    let reports = reports(finished).into_iter().filter(|page| is_listed(page) && page.section.is_none());
    let view = view::Index {
        body: own.and_then(|page| page.start.clone()).unwrap_or_default(),
        reports: reports.map(|report| listed(site, report, &page.language)).collect(),
        sections: sections(site, finished, &page.language),
    };
    write_page(site, sink, "index.html", &page, "index", &view, "index.html")
}

/// Single releases are to be found from the page that lists them.
fn is_listed(page: &Finished) -> bool {
    page.release.is_none()
}

/// The further lists of the start page: pages by their places, those of one place the latest first; sections by their first page.
fn sections(site: &Site, finished: &[Finished], around: &str) -> Vec<view::Section> {
    let placed = finished.iter().filter(|page| is_listed(page)).filter_map(|page| {
        let (title, order) = page.section.as_ref()?;
        Some((order, title.as_str(), page))
    });
    let mut pages: Vec<(&usize, &str, &Finished)> = placed.collect();
    pages.sort_by(|(order, _, page), (other_order, _, other)| {
        order.cmp(other_order).then_with(|| other.date.cmp(&page.date)).then_with(|| page.title.cmp(&other.title))
    });
    let mut sections: Vec<view::Section> = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, title, page) in pages {
        let place = *places.entry(title).or_insert_with(|| {
            sections.push(view::Section { title: title.to_owned(), language: String::new(), pages: Vec::new() });
            sections.len() - 1
        });
        sections[place].pages.push(listed(site, page, around));
    }
    for section in &mut sections {
        let mut languages = section.pages.iter().map(|page| &page.language);
        let first = languages.next().cloned().unwrap_or_default();
        section.language = if languages.all(|other| *other == first) { first } else { String::new() };
    }
    sections
}

/// A page as the start page lists it, whose language is `around`.
fn listed(site: &Site, report: &Finished, around: &str) -> view::Report {
    let href = format!("{}index.html", address::encoded(&report.address));
    let headline = |own: &view::Headline| view::Headline { href: format!("{href}{}", own.href), ..own.clone() };
    view::Report {
        title: report.title.clone(),
        language: site.language_within(around, report.language.as_deref()),
        description: report.description.clone(),
        date: report.date.clone(),
        figures: report.figures,
        files: report.files,
        claims: report.claims,
        holding: report.holding,
        headlines: report.headlines.iter().map(headline).collect(),
        href,
    }
}

fn not_found(site: &Site, sink: &Sink, _: &[Finished]) -> Result<(), Box<Diagnostic>> {
    let plain = page_view(site, "", None, &site.voice(None).word("not_found_title"), "");
    let root = top(site, sink);
    let navigation = navigation(site, &plain.language, "404.html", &root);
    let page = view::Page { navigation, root, missing: true, ..plain };
    write_page(site, sink, "404.html", &page, "nothing", &(), "404.html")
}

/// The way to the site's root from any address of its host, since that is where this page is shown; relative, and right
/// at the top alone, when the site does not say where it is published.
fn top(site: &Site, sink: &Sink) -> String {
    let base = match sink {
        Sink::Memory(_) => return "/".to_owned(),
        Sink::Folder(_) | Sink::Nowhere => &site.config.base_url,
    };
    let path = base.split_once("://").map(|(_, rest)| rest.find('/').map_or("/", |at| &rest[at..]));
    path.unwrap_or_default().to_owned()
}

#[derive(Serialize)]
struct FeedEntry {
    title: String,
    url: String,
    id: String,
    updated: String,
    summary: String,
    /// Empty where it is that of the site.
    language: String,
}

/// Corrections as news: whoever read the old text may read of it here.
fn correction_entries(site: &Site) -> impl Iterator<Item = FeedEntry> {
    let base = &site.config.base_url;
    let dated = site.targets.corrections.iter().map(|corrected| &corrected.shown).filter(|one| !one.date.is_empty());
    dated.map(move |one| {
        let now = if one.now.is_empty() { "withdrawn" } else { &one.now };
        let page = if base.is_empty() { "corrections/index.html" } else { "corrections/" };
        let id = if base.is_empty() { "urn:benchbook:corrections/".to_owned() } else { format!("{base}corrections/") };
        FeedEntry {
            title: format!("Correction: {} → {now}", one.was),
            url: format!("{base}{page}#{}", one.id),
            id: format!("{id}#{}", one.id),
            updated: format!("{}T00:00:00Z", one.date),
            summary: one.why.clone(),
            language: String::new(),
        }
    })
}

#[derive(Serialize)]
struct MapEntry {
    loc: String,
    lastmod: String,
}

fn feeds(site: &Site, sink: &Sink, finished: &[Finished]) -> Result<(), Box<Diagnostic>> {
    let base = &site.config.base_url;
    let url = |page: &Finished| format!("{base}{}", address::encoded(&page.address));
    let page = page_view(site, "", None, &site.config.title, "");
    let entry = |page: &Finished| FeedEntry {
        title: page.title.clone(),
        url: if base.is_empty() { format!("{}index.html", address::encoded(&page.address)) } else { url(page) },
        id: if base.is_empty() { format!("urn:benchbook:{}", address::encoded(&page.address)) } else { url(page) },
        updated: format!("{}T00:00:00Z", page.date),
        summary: page.description.clone(),
        language: site.language_within(&site.config.language, page.language.as_deref()),
    };
    let dated = reports(finished).into_iter().filter(|report| !report.date.is_empty());
    let mut entries: Vec<FeedEntry> = dated.map(entry).chain(correction_entries(site)).collect();
    entries.sort_by(|a, b| b.updated.cmp(&a.updated));
    sink.write("feed.xml", &site.templates.page("feed.xml", &page, "entries", &entries)?)?;
    let urls: Vec<MapEntry> = std::iter::once(MapEntry { loc: base.clone(), lastmod: String::new() })
        .chain(
            finished
                .iter()
                .filter(|page| !page.address.is_empty())
                .map(|page| MapEntry { loc: url(page), lastmod: page.date.clone() }),
        )
        .chain(std::iter::once(MapEntry { loc: format!("{base}evidence/"), lastmod: String::new() }))
        .chain(site.targets.corrections.first().map(|corrected| MapEntry {
            loc: format!("{base}{}", corrections::ADDRESS),
            lastmod: corrected.shown.date.clone(),
        }))
        .collect();
    sink.write("sitemap.xml", &site.templates.page("sitemap.xml", &page, "urls", &urls)?)
}

/// `benchbook.json`: what the site holds, for programs.
#[derive(Serialize)]
struct Catalogue<'a> {
    generator: Generator,
    title: &'a str,
    base_url: &'a str,
    pages: Vec<CataloguePage<'a>>,
    suites: Vec<CatalogueSuite<'a>>,
    releases: Vec<releases::Listed<'a>>,
    evidence: Vec<CatalogueFile<'a>>,
}

#[derive(Serialize)]
struct Generator {
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
struct CataloguePage<'a> {
    path: &'a str,
    title: &'a str,
    date: &'a str,
    suite: Option<&'a str>,
    section: Option<&'a str>,
    figures: usize,
    claims: usize,
    claims_holding: usize,
}

#[derive(Serialize)]
struct CatalogueSuite<'a> {
    name: &'a str,
    title: &'a str,
    date: &'a str,
    observations: usize,
    disclosure: Vec<CatalogueItem>,
    sessions: Vec<CatalogueSession<'a>>,
    corrections: Vec<CatalogueCorrection<'a>>,
    obligations: Vec<CatalogueObligation<'a>>,
}

/// An item of a suite's checklist: `state` is `stated`, `not stated` or `not applicable`.
#[derive(Serialize)]
struct CatalogueItem {
    item: &'static str,
    state: &'static str,
    text: String,
}

#[derive(Serialize)]
struct CatalogueSession<'a> {
    name: &'a str,
    label: &'a str,
    date: &'a str,
    reference: bool,
    superseded_by: Option<&'a str>,
    why: &'a str,
}

/// `kind` is `correction` of a text, or `withdrawn` for values of the evidence; `id` is an anchor of `corrections/`.
#[derive(Serialize)]
struct CatalogueCorrection<'a> {
    id: &'a str,
    kind: &'static str,
    date: &'a str,
    was: &'a str,
    now: &'a str,
    why: &'a str,
}

#[derive(Serialize)]
struct CatalogueObligation<'a> {
    text: &'a str,
    due: &'a str,
    when: &'a str,
    done: &'a str,
    status: &'static str,
}

#[derive(Serialize)]
struct CatalogueFile<'a> {
    path: &'a str,
    suite: &'a str,
    sha256: &'a str,
    size: u64,
    format: &'a str,
}

fn machine_readable(site: &Site, sink: &Sink, finished: &[Finished]) -> Result<(), Box<Diagnostic>> {
    let catalogue = Catalogue {
        generator: Generator { name: "benchbook", version: env!("CARGO_PKG_VERSION") },
        title: &site.config.title,
        base_url: &site.config.base_url,
        pages: finished.iter().map(catalogue_page).collect(),
        suites: site.suites.values().map(|suite| catalogue_suite(site, suite)).collect(),
        releases: releases::listed(site, finished),
        evidence: site
            .suites
            .values()
            .flat_map(|suite| suite.files.iter().map(|file| catalogue_file(suite, file)))
            .collect(),
    };
    sink.write("benchbook.json", &serde_json::to_vec(&catalogue).expect("a catalogue has only keys that are strings"))
}

fn catalogue_page(page: &Finished) -> CataloguePage<'_> {
    CataloguePage {
        path: &page.address,
        title: &page.title,
        date: &page.date,
        suite: page.suite.as_deref(),
        section: page.section.as_ref().map(|(section, _)| section.as_str()),
        figures: page.figures,
        claims: page.claims,
        claims_holding: page.holding,
    }
}

fn catalogue_suite<'a>(site: &'a Site, suite: &'a Suite) -> CatalogueSuite<'a> {
    let corrections = site.targets.corrections.iter().filter(|corrected| *corrected.suite == *suite.name);
    CatalogueSuite {
        name: &suite.name,
        title: &suite.manifest.title,
        date: &suite.manifest.date,
        observations: suite.told().len(),
        disclosure: disclosure::answers(suite, &Dimensions::new()).into_iter().map(catalogue_item).collect(),
        sessions: suite.manifest.sessions.iter().map(catalogue_session).collect(),
        corrections: corrections.map(catalogue_correction).collect(),
        obligations: suite
            .manifest
            .obligations
            .iter()
            .map(|owed| CatalogueObligation {
                text: &owed.text,
                due: &owed.due,
                when: &owed.when,
                done: &owed.done,
                status: suite.due(owed, &site.targets.today).name(),
            })
            .collect(),
    }
}

fn catalogue_session(session: &Session) -> CatalogueSession<'_> {
    CatalogueSession {
        name: &session.name,
        label: &session.label,
        date: &session.date,
        reference: session.reference,
        superseded_by: session.superseded_by.as_deref(),
        why: &session.why,
    }
}

fn catalogue_correction(corrected: &Corrected) -> CatalogueCorrection<'_> {
    let one = &corrected.shown;
    CatalogueCorrection {
        id: &one.id,
        kind: if corrected.is_text { "correction" } else { "withdrawn" },
        date: &one.date,
        was: &one.was,
        now: &one.now,
        why: &one.why,
    }
}

fn catalogue_item(Answered { item, answer }: Answered) -> CatalogueItem {
    CatalogueItem { item: item.key, state: answer.name(), text: answer.text().english() }
}

fn catalogue_file<'a>(suite: &'a Suite, file: &'a EvidenceFile) -> CatalogueFile<'a> {
    CatalogueFile {
        path: &file.path,
        suite: &suite.name,
        sha256: &file.sha256,
        size: file.size(),
        format: &file.format,
    }
}

/// `_headers`, which hosts of static sites read; the site's own `static/_headers` takes its place.
fn headers(site: &Site, sink: &Sink, finished: &[Finished]) -> Result<(), Box<Diagnostic>> {
    if site.static_files.contains_key("_headers") {
        return Ok(());
    }
    let page = page_view(site, "", None, &site.config.title, "");
    sink.write("_headers", &site.templates.page("headers.txt", &page, "frames", &frames(finished))?)
}

/// What the addresses of pages that others may frame are like. Hosts read one `*` an address, so there is one for each
/// number that a chart of some page has.
fn frames(finished: &[Finished]) -> Vec<String> {
    let of_start = finished.iter().filter(|page| page.address.is_empty()).map(|page| page.charts).max().unwrap_or(0);
    let below = finished.iter().filter(|page| !page.address.is_empty()).map(|page| page.charts).max().unwrap_or(0);
    let numbered = |folder: &str, most: usize| -> Vec<String> {
        (1..=most).map(|number| format!("{folder}chart-{number}.html")).collect()
    };
    [numbered("/", of_start), numbered("/*/", below)].concat()
}

/// The theme's files and the site's own.
fn static_files(site: &Site, sink: &Sink, _: &[Finished]) -> Result<(), Box<Diagnostic>> {
    site.static_files.iter().try_for_each(|(path, bytes)| sink.write(path, bytes))
}
