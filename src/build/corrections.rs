//! What was corrected anywhere on the site: the page that lists it, and what other pages say of it.

use super::narratives::Finished;
use super::{Sink, Site, page_view, write_page};
use crate::address;
use crate::compose::corrections::{Corrected, of_page, of_suite};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::page::Page;
use crate::render::view;
use crate::suite::Suite;

/// The address of the page that lists them.
pub(super) const ADDRESS: &str = "corrections/";

/// Those of all suites, the latest first.
pub(super) fn all<'a>(suites: impl Iterator<Item = &'a Suite>) -> Vec<Corrected> {
    let mut all: Vec<Corrected> = suites.flat_map(of_suite).collect();
    all.sort_by(|a, b| b.shown.date.cmp(&a.shown.date));
    all
}

/// Reports corrections that name a page that is not there.
pub(super) fn check_pages<'a>(suites: impl Iterator<Item = &'a Suite>, pages: &[Page], found: &mut Diagnostics) {
    let below = |page: &Page| page.source.path().trim_start_matches("content/").to_owned();
    let known: Vec<String> = pages.iter().map(below).collect();
    for suite in suites {
        let named = suite.manifest.corrections.iter().flat_map(|correction| &correction.pages);
        for (path, span) in named.filter(|(path, _)| !known.contains(path)) {
            let help = crate::suggest::help(path, known.iter().map(String::as_str));
            let message = format!("there is no page `content/{path}`");
            found.push(Diagnostic::error(Code::BrokenLink, message).at(&suite.source, *span).help_if(help));
        }
    }
}

/// What a page says of the corrections that concern it.
pub(super) fn notice(site: &Site, page: &Page, root: &str) -> Option<view::Notice> {
    // A release that was withdrawn says so itself, and the others were not corrected.
    if page.release.is_some() {
        return None;
    }
    let concerning = of_page(&site.targets.corrections, page.suite.as_deref(), page.source.path());
    let latest = concerning.first()?;
    let href = format!("{root}{ADDRESS}index.html#{}", latest.shown.id);
    Some(view::Notice { latest: latest.shown.clone(), others: concerning.len() - 1, href })
}

/// Subjects of a page of which a later version is out.
pub(super) fn outdated(suite: Option<&Suite>) -> Vec<view::OldVersion> {
    let subjects = suite.into_iter().flat_map(|suite| suite.manifest.subjects.iter().map(move |own| (suite, own)));
    let old = subjects.filter(|(_, subject)| subject.is_outdated());
    let label = |suite: &Suite, name: &str| {
        let of = suite
            .subject_dimension()
            .and_then(|dimension| Some((suite.vocabulary.value_of(&dimension, name)?, dimension)));
        of.map_or(name.to_owned(), |(value, dimension)| suite.vocabulary.label(&dimension, &value).to_owned())
    };
    old.map(|(suite, subject)| view::OldVersion {
        subject: label(suite, &subject.name),
        measured: subject.version.clone(),
        latest: subject.latest.clone(),
    })
    .collect()
}

/// Makes the page that lists all corrections; none when nothing was corrected.
pub(super) fn make(site: &Site, sink: &Sink, finished: &[Finished]) -> Result<(), Box<Diagnostic>> {
    if site.targets.corrections.is_empty() {
        return Ok(());
    }
    let words = |key| site.voice(None).word(key);
    let page = page_view(site, ADDRESS, None, &words("corrections_title"), &words("corrections_lede"));
    let items = site.targets.corrections.iter().map(|corrected| view::SiteCorrection {
        correction: corrected.shown.clone(),
        suite: site.suites.get(&corrected.suite).map_or(&corrected.suite, |suite| &suite.manifest.title).clone(),
        pages: pages_of(site, corrected, finished, &page.root),
    });
    let view = view::AllCorrections { items: items.collect() };
    write_page(site, sink, "corrections.html", &page, "corrections", &view, &format!("{ADDRESS}index.html"))
}

/// The pages that tell of a correction.
fn pages_of(site: &Site, corrected: &Corrected, finished: &[Finished], root: &str) -> Vec<view::Link> {
    let one = std::slice::from_ref(corrected);
    let tells = |page: &&Page| !of_page(one, page.suite.as_deref(), page.source.path()).is_empty();
    let addresses = site.pages.iter().filter(tells).map(|page| page.address.as_str());
    let pages = addresses.filter_map(|wanted| finished.iter().find(|page| page.address == wanted));
    pages
        .map(|page| view::Link {
            title: page.title.clone(),
            href: format!("{root}{}index.html", address::encoded(&page.address)),
            current: false,
            language: site.language_within(&site.config.language, page.language.as_deref()),
        })
        .collect()
}
