//! A page for each release: a template among the narratives, made once for each release of its suite, with a list
//! of all and the way to the latest.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use super::narratives::Finished;
use super::{Sink, Site, page_view, write_page};
use crate::address;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::page::Page;
use crate::render::view;
use crate::source::{Source, Span};
use crate::suggest;
use crate::suite::Suite;

/// The name of a template: `content/kruda/_release.md`.
pub(super) const TEMPLATE: &str = "_release.md";

/// What stands for the name of the release in a template.
const WORD: &str = "{release}";

/// The way from one release to another.
fn beside(release: &str) -> String {
    format!("../{}index.html", address::encoded(&address::release_folder(release)))
}

/// The address that leads to the latest release.
fn latest_address(suite: &str) -> String {
    format!("{}latest/", address::of_releases(suite))
}

/// The pages of the releases of all templates.
pub(super) fn pages(
    root: &Path,
    templates: &[String],
    suites: &BTreeMap<String, Suite>,
    found: &mut Diagnostics,
) -> Vec<Page> {
    let mut pages = Vec::new();
    for path in templates {
        match crate::files::read_text(root, path) {
            Ok(source) => pages.extend(of_template(&Arc::new(source), suites, found)),
            Err(diagnostic) => found.push(*diagnostic),
        }
    }
    pages
}

fn of_template(source: &Arc<Source>, suites: &BTreeMap<String, Suite>, found: &mut Diagnostics) -> Vec<Page> {
    let (template, wrong) = Page::read(Arc::clone(source));
    let suite = match suite_of(&template, suites) {
        Ok(suite) => suite,
        Err(diagnostic) => {
            found.append(wrong);
            found.push(*diagnostic);
            return Vec::new();
        }
    };
    let dimension = suite.release_dimension().map(ToString::to_string).unwrap_or_default();
    let mut pages = Vec::new();
    for release in suite.releases() {
        let text = source.text().replace(WORD, suite.vocabulary.label(&dimension, release));
        let (mut page, wrong) = Page::read(Arc::new(Source::new(source.path(), text)));
        // What is wrong with the front matter is wrong on every page.
        if pages.is_empty() {
            found.append(wrong);
        }
        page.address = address::of_release(&suite.name, release);
        page.fixed.push((dimension.clone(), release.to_string(), Span::new(0, 0)));
        let date = suite.release(release).map(|known| known.date.clone()).unwrap_or_default();
        page.date = if date.is_empty() { page.date } else { date };
        page.navigation = None;
        page.release = Some(Arc::clone(release));
        pages.push(page);
    }
    let list = list(suite, source, newest(&pages));
    pages.push(Page { section: template.section, ..list });
    pages
}

fn newest(pages: &[Page]) -> String {
    pages.iter().map(|page| page.date.clone()).max().unwrap_or_default()
}

/// The suite of a template, which has releases.
fn suite_of<'s>(template: &Page, suites: &'s BTreeMap<String, Suite>) -> Result<&'s Suite, Box<Diagnostic>> {
    let fail = |message: String| Diagnostic::error(Code::NoSuite, message).at(&template.source, template.suite_span);
    let Some(name) = &template.suite else {
        let help = "add `suite = \"…\"` to the front matter";
        return Err(Box::new(fail("a template for releases names no suite".to_owned()).help(help)));
    };
    let Some(suite) = suites.get(name) else {
        let help = suggest::help(name, suites.keys().map(String::as_str));
        return Err(Box::new(fail(format!("there is no suite `{name}`")).help_if(help)));
    };
    if suite.releases().next().is_none() {
        let help = "add `[releases]` with `dimension = \"…\"` to its `suite.toml`";
        return Err(Box::new(fail(format!("the suite `{name}` has no releases")).help(help)));
    }
    Ok(suite)
}

/// The page that lists the releases, as its author would write it.
fn list(suite: &Suite, template: &Source, date: String) -> Page {
    let title = suite.manifest.title.replace(['"', '\\'], "");
    let text = format!(
        "+++\ntitle = \"Releases: {title}\"\nsuite = \"{}\"\ndisclosure = false\n+++\n\n```releases\n```\n",
        suite.name
    );
    let (mut page, _) = Page::read(Arc::new(Source::new(template.path(), text)));
    page.address = address::of_releases(&suite.name);
    page.date = date;
    page
}

/// Leaves out the list that is made where an author wrote one.
pub(super) fn give_way(pages: &mut Vec<Page>) {
    let written: BTreeSet<String> =
        pages.iter().filter(|page| !is_made(page)).map(|page| page.address.clone()).collect();
    pages.retain(|page| page.release.is_some() || !is_made(page) || !written.contains(&page.address));
}

/// Whether a page was made from a template.
fn is_made(page: &Page) -> bool {
    page.source.path().rsplit('/').next() == Some(TEMPLATE)
}

/// The addresses that links can lead to besides those of the pages' own files.
pub(super) fn targets<'a>(pages: &'a [Page]) -> impl Iterator<Item = String> + 'a {
    let made = pages.iter().filter(|page| is_made(page));
    made.flat_map(|page| {
        let latest = page.suite.as_deref().filter(|_| page.release.is_none()).map(latest_address);
        let own = std::iter::once(page.address.clone()).chain(latest);
        own.map(|address| format!("{address}index.html"))
    })
}

/// How many further releases are named beside the first that shows a problem.
const NAMED: usize = 3;

/// Each problem of a template once, with the releases that show it.
pub(super) fn told_once(made: &[(&Page, Diagnostics)]) -> Diagnostics {
    let mut told = Diagnostics::new();
    let mut shared: BTreeMap<_, (Diagnostic, Vec<String>)> = BTreeMap::new();
    for (page, diagnostic) in made.iter().flat_map(|(page, found)| found.iter().map(move |one| (page, one))) {
        let Some(release) = &page.release else {
            told.push(diagnostic.clone());
            continue;
        };
        let line = diagnostic.place.as_ref().map(|place| place.source.position(place.span.start).line);
        let key = (page.source.path(), line, diagnostic.code, diagnostic.message.clone());
        shared.entry(key).or_insert_with(|| (diagnostic.clone(), Vec::new())).1.push(format!("`{release}`"));
    }
    for (diagnostic, releases) in shared.into_values() {
        let (first, others) = releases.split_first().expect("a problem is of a release");
        let note = match others.len() {
            0 => format!("on the page of the release {first}"),
            few if few <= NAMED => format!("on the page of the release {first}, and of {}", others.join(", ")),
            many => format!("on the page of the release {first}, and of {many} others"),
        };
        // The text of the template is not that of the page: nothing of it is replaced.
        told.push(diagnostic.edit_if(None).note(note));
    }
    told
}

/// Whether a page is of a release whose values no longer stand.
pub(super) fn is_withdrawn(suite: &Suite, page: &Page) -> bool {
    let known = page.release.as_ref().and_then(|name| suite.release(name));
    known.is_some_and(|known| !known.withdrawn.is_empty())
}

/// What a page says of its release.
pub(super) fn shown(suite: &Suite, page: &Page) -> Option<view::Release> {
    let name = page.release.as_ref()?;
    let known = suite.release(name).cloned().unwrap_or_default();
    let label = |name: &str| suite.release_dimension().map_or(name, |of| suite.vocabulary.label(of, name)).to_owned();
    let previous = suite.release_before(name);
    let moved = previous.map(|previous| suite.moved([previous, name], &Default::default())).unwrap_or_default();
    Some(view::Release {
        label: label(name),
        date: known.date,
        commit: known.commit,
        url: known.url,
        machine: known.machine,
        notes: known.notes,
        withdrawn: known.withdrawn,
        remeasured: known.remeasured,
        moved,
        previous: previous.map(|previous| view::Link {
            title: label(previous),
            href: beside(previous),
            current: false,
            language: String::new(),
        }),
    })
}

/// Makes the way to the latest release of each suite that has pages of releases.
pub(super) fn latest(site: &Site, sink: &Sink, finished: &[Finished]) -> Result<(), Box<Diagnostic>> {
    for suite in with_pages(site, finished) {
        let Some(release) = suite.latest_release() else { continue };
        let to = address::of_release(&suite.name, release);
        let Some(of) = finished.iter().find(|page| page.address == to) else { continue };
        let page = page_view(site, &latest_address(&suite.name), of.language.as_deref(), &of.title, &of.description);
        let page = view::Page { path: to.clone(), ..page };
        let (title, language) = (of.title.clone(), String::new());
        let link = view::Link { title, href: beside(release), current: false, language };
        write_page(
            site,
            sink,
            "latest.html",
            &page,
            "to",
            &link,
            &format!("{}index.html", latest_address(&suite.name)),
        )?;
    }
    Ok(())
}

/// The suites that have pages of releases.
fn with_pages<'s>(site: &'s Site, finished: &[Finished]) -> Vec<&'s Suite> {
    let named: BTreeSet<&str> =
        finished.iter().filter(|page| page.release.is_some()).filter_map(|page| page.suite.as_deref()).collect();
    named.into_iter().filter_map(|name| site.suites.get(name)).collect()
}

/// A release in `benchbook.json`; `path` is empty where it has no page.
#[derive(Serialize)]
pub(super) struct Listed<'a> {
    suite: &'a str,
    name: &'a str,
    date: &'a str,
    commit: &'a str,
    path: String,
    latest: bool,
    withdrawn: &'a str,
    remeasured: &'a str,
}

/// The releases of all suites, those of a suite in their order.
pub(super) fn listed<'a>(site: &'a Site, finished: &[Finished]) -> Vec<Listed<'a>> {
    let addresses: BTreeSet<&str> =
        finished.iter().filter(|page| page.release.is_some()).map(|page| page.address.as_str()).collect();
    let of_suite = |suite: &'a Suite| {
        let addresses = &addresses;
        suite
            .releases()
            .map(move |name| {
                let known = suite.release(name);
                let text =
                    |of: fn(&crate::suite::manifest::Release) -> &String| known.map_or("", |known| of(known).as_str());
                Listed {
                    suite: &suite.name,
                    name,
                    date: text(|known| &known.date),
                    commit: text(|known| &known.commit),
                    path: Some(address::of_release(&suite.name, name))
                        .filter(|path| addresses.contains(path.as_str()))
                        .unwrap_or_default(),
                    latest: suite.latest_release() == Some(name),
                    withdrawn: text(|known| &known.withdrawn),
                    remeasured: text(|known| &known.remeasured),
                }
            })
            .collect::<Vec<_>>()
    };
    site.suites.values().flat_map(of_suite).collect()
}
