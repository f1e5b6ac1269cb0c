//! The build: phases in order, each a function over values, timed.

pub mod inventory;
mod alone;
mod cards;
mod catalogue;
mod consequences;
mod corrections;
mod lineage;
mod narratives;
mod outline;
mod printed;
mod releases;
mod search;
mod sources;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::address;
use crate::compose::{OutsideLink, Targets};
use crate::config::{Config, Pictures};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::honesty;
use crate::output::{Files, Sink, Staging};
use crate::page::Page;
use crate::policy::Policy;
use crate::render::minify;
use crate::render::template::Templates;
use crate::render::theme::Theme;
use crate::render::view;
use crate::suite::{Suite, load};
use crate::words::{Voice, Words};

use inventory::Inventory;

/// What to build, and where to.
#[derive(Debug, Clone)]
pub struct Options {
    /// The folder of the site.
    pub root: PathBuf,
    /// The output folder; none for a check that writes nothing.
    pub out: Option<PathBuf>,
    /// Whether pages are minified.
    pub minify: bool,
    /// Whether each report is written once more as a file that stands alone.
    pub self_contained: bool,
    /// The built-in theme, in place of the one that the site names.
    pub theme: Option<String>,
    /// The day on which the site stands, `2026-12-01`; when none is given, the newest that it states.
    pub today: Option<String>,
    /// The mark of the outputs that the site is a report on; none when it is a site of its own.
    pub made_from: Option<String>,
}

/// What a build read and made.
#[derive(Debug, Clone, Default)]
pub struct Summary {
    /// Suites, evidence files, bytes of evidence, observations, narratives.
    pub read: Read,
    /// Pages, figures and claims.
    pub made: Made,
    /// Files and bytes written.
    pub written: (usize, u64),
    /// Links to other hosts, and what the site decides about rules, for who checks them.
    pub outside: (Vec<OutsideLink>, Policy),
    /// How long each phase took.
    pub phases: Vec<(&'static str, Duration)>,
}

/// What a build read.
#[derive(Debug, Clone, Default)]
pub struct Read {
    /// How many suites.
    pub suites: usize,
    /// How many evidence files.
    pub files: usize,
    /// Of how many bytes.
    pub bytes: u64,
    /// How many numbers.
    pub observations: usize,
    /// How many narratives.
    pub narratives: usize,
}

/// What a build made.
#[derive(Debug, Clone, Default)]
pub struct Made {
    /// How many pages, evidence pages too.
    pub pages: usize,
    /// How many figures.
    pub figures: usize,
    /// How many claims were checked.
    pub claims: usize,
    /// How many of them hold.
    pub holding: usize,
}

/// What all pages of a site have in common.
struct Site {
    /// The folder of the site.
    root: PathBuf,
    config: Config,
    suites: BTreeMap<String, Suite>,
    /// The first error of each suite that keeps something from its figures.
    causes: BTreeMap<String, String>,
    pages: Vec<Page>,
    templates: Templates,
    targets: Targets,
    /// What every page shows of the others.
    outline: outline::Outline,
    /// Static files by address.
    static_files: BTreeMap<String, Vec<u8>>,
    minify: bool,
    self_contained: bool,
}

impl Summary {
    /// Whether there was a site to read.
    pub fn has_read(&self) -> bool {
        !self.phases.is_empty()
    }
}

impl Site {
    /// The words of a language; of that of the site when none is named.
    fn voice(&self, language: Option<&str>) -> Voice<'_> {
        self.templates.words().voice(language.unwrap_or(&self.config.language))
    }

    /// The language of a page that names it or not, where that is not the one around; else empty.
    fn language_within(&self, around: &str, own: Option<&str>) -> String {
        let own = own.unwrap_or(&self.config.language);
        if own == around { String::new() } else { own.to_owned() }
    }

    /// What the site and its pages decide about rules.
    fn policy(&self) -> Policy {
        let mut policy = self.config.policy.clone();
        for page in &self.pages {
            policy.allow(&page.source.path().into(), &page.allowed);
        }
        policy
    }
}

/// Builds a site. Without errors the output folder is replaced whole; with errors it stays as it was.
pub fn build(options: &Options) -> (Summary, Diagnostics) {
    let mut summary = Summary::default();
    let mut found = Diagnostics::new();
    if !is_site(&options.root) {
        found.push(not_a_site(&options.root));
        return (summary, found);
    }
    let staging = options.out.as_ref().map(|out| Staging::begin(out, options.made_from.clone())).transpose();
    let sink = match staging {
        Ok(staging) => staging.map_or(Sink::Nowhere, Sink::Folder),
        Err(diagnostic) => {
            found.push(*diagnostic);
            Sink::Nowhere
        }
    };
    let refused = found.has_errors();
    fill(options, &sink, &mut summary, &mut found);
    if let Sink::Folder(staging) = sink {
        summary.written = staging.amount();
        let started = Instant::now();
        let ended = if found.has_errors() || refused { staging.abandon() } else { staging.finish() };
        found.extend(ended.err().map(|diagnostic| *diagnostic));
        summary.phases.push(("put in place", started.elapsed()));
    }
    (summary, found)
}

/// Builds a site in memory, its pages as the templates give them; an error when the folder is no site.
pub fn build_in_memory(root: &Path) -> Result<(Files, Diagnostics), Box<Diagnostic>> {
    if !is_site(root) {
        return Err(Box::new(not_a_site(root)));
    }
    let mut found = Diagnostics::new();
    let options = Options {
        root: root.to_owned(),
        out: None,
        minify: false,
        self_contained: false,
        theme: None,
        today: None,
        made_from: None,
    };
    let sink = Sink::Memory(Mutex::default());
    fill(&options, &sink, &mut Summary::default(), &mut found);
    let Sink::Memory(files) = sink else { return Ok((Files::new(), found)) };
    Ok((files.into_inner().expect("no thread panics while it holds the files"), found))
}

/// Makes all files of a site.
fn fill(options: &Options, sink: &Sink, summary: &mut Summary, found: &mut Diagnostics) {
    if let Some(site) = prepare(options, summary, found) {
        make(&site, sink, summary, found);
        summary.outside.1 = site.policy();
        *found = summary.outside.1.apply(std::mem::take(found));
        // What was read may take seconds to free, and nobody waits for that.
        rayon::spawn(move || drop(site));
    }
}

/// Whether a folder is that of a site.
pub fn is_site(root: &Path) -> bool {
    root.join(crate::config::FILE).is_file()
}

/// Does the work of a phase, and keeps how long it took.
fn timed<T>(summary: &mut Summary, phase: &'static str, work: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let done = work();
    summary.phases.push((phase, started.elapsed()));
    done
}

/// Reads everything.
fn prepare(options: &Options, summary: &mut Summary, found: &mut Diagnostics) -> Option<Site> {
    let inventory = timed(summary, "find", || inventory::take(&options.root, found))?;
    let (suites, causes) = timed(summary, "read evidence", || read_suites(options, &inventory, found));
    summary.read = Read {
        suites: suites.len(),
        files: suites.values().map(|suite| suite.files.len()).sum(),
        bytes: suites.values().flat_map(|suite| &suite.files).map(crate::suite::EvidenceFile::size).sum(),
        observations: suites.values().map(|suite| suite.told().len()).sum(),
        narratives: inventory.content.len(),
    };
    timed(summary, "check evidence", || check_suites(&suites, &inventory.config, found));
    Some(timed(summary, "read narratives", || read_narratives(options, &inventory, suites, causes, found)))
}

/// What evidence says of itself, and what its authors owe its readers.
fn check_suites(suites: &BTreeMap<String, Suite>, config: &Config, found: &mut Diagnostics) {
    let checked: Vec<Diagnostics> = suites.par_iter().map(|(_, suite)| honesty::check_suite(suite)).collect();
    checked.into_iter().for_each(|wrong| found.append(wrong));
    found.extend(suites.values().flat_map(|suite| honesty::check_disclosure(suite, &config.required)));
}

/// Narratives, templates and static files, with what all pages have in common.
fn read_narratives(
    options: &Options,
    inventory: &Inventory,
    suites: BTreeMap<String, Suite>,
    causes: BTreeMap<String, String>,
    found: &mut Diagnostics,
) -> Site {
    let pages = read_pages(options, inventory, &suites, found);
    let config = inventory.config.clone();
    let (words, wrong) = Words::new(inventory.locales(&options.root, found));
    found.append(wrong);
    let languages: BTreeSet<&str> =
        pages.iter().filter_map(|page| page.language.as_deref()).chain([config.language.as_str()]).collect();
    let look = config.theme.style() + &words.style(languages);
    let own = inventory.templates(&options.root, found);
    let theme = inventory::theme(options.theme.as_deref(), &config.theme, found);
    let (templates, wrong) = Templates::new(&site_view(&config), theme, words, own);
    found.append(wrong);
    let static_files = static_files(theme, inventory.own_files(&options.root, found), &look);
    let mut targets = inventory.targets(&pages, &suites, &static_files);
    inventory::check_theme(&config.theme, &targets, found);
    targets.today = options.today.clone().unwrap_or_else(|| newest_day(&pages, &suites));
    targets.pictures = config.pictures.clone();
    targets.site = config.title.clone();
    targets.accent = config.theme.accent();
    targets.corrections = corrections::all(suites.values());
    found.extend(no_painter(&config.pictures));
    corrections::check_pages(suites.values(), &pages, found);
    suites.values().for_each(|suite| found.append(honesty::check_obligations(suite, &targets.today)));
    Site {
        root: options.root.clone(),
        outline: outline::Outline::new(&pages),
        config,
        suites,
        causes,
        pages,
        templates,
        targets,
        static_files,
        minify: options.minify,
        self_contained: options.self_contained || theme.stands_alone,
    }
}

/// What is said where pictures are asked for of a program that draws none.
fn no_painter(pictures: &Pictures) -> Option<Diagnostic> {
    let place = pictures.place.clone().filter(|_| !cfg!(feature = "card"))?;
    let message = "no PNG is written: this Benchbook was built without the feature `card`";
    let help = "build it with `cargo build --release --features card`, or take `png` and `cards` out of `[output]`";
    Some(Diagnostic::warning(Code::Picture, message).at_place(place).help(help))
}

/// The newest day that pages and suites state; empty when there is none.
fn newest_day(pages: &[Page], suites: &BTreeMap<String, Suite>) -> String {
    let of_suite = |suite: &Suite| {
        let manifest = &suite.manifest;
        let sessions = manifest.sessions.iter().map(|session| session.date.clone());
        let corrections = manifest.corrections.iter().map(|correction| correction.date.clone());
        let withdrawn = manifest.withdrawn.iter().map(|withdrawn| withdrawn.date.clone());
        sessions.chain(corrections).chain(withdrawn).chain([manifest.date.clone()]).max()
    };
    let pages = pages.iter().map(|page| page.date.clone());
    pages.chain(suites.values().filter_map(of_suite)).max().unwrap_or_default()
}

/// The suites by name, and the first error of each that keeps something from its figures.
fn read_suites(
    options: &Options,
    inventory: &Inventory,
    found: &mut Diagnostics,
) -> (BTreeMap<String, Suite>, BTreeMap<String, String>) {
    let loaded: Vec<_> = inventory.suites.par_iter().map(|folder| load::load(&options.root, folder)).collect();
    let (mut suites, mut causes) = (BTreeMap::new(), BTreeMap::new());
    for (folder, (suite, wrong)) in inventory.suites.iter().zip(loaded) {
        causes.extend(consequences::cause(&wrong).map(|cause| (folder.name.to_string(), cause)));
        found.append(wrong);
        suites.extend(suite.map(|suite| (suite.name.to_string(), suite)));
    }
    (suites, causes)
}

fn read_pages(
    options: &Options,
    inventory: &Inventory,
    suites: &BTreeMap<String, Suite>,
    found: &mut Diagnostics,
) -> Vec<Page> {
    let read: Vec<_> = inventory
        .content
        .par_iter()
        .map(|path| {
            let source = crate::files::read_text(&options.root, path)?;
            Ok::<_, Box<Diagnostic>>(Page::read(std::sync::Arc::new(source)))
        })
        .collect();
    let mut pages: Vec<Page> = Vec::new();
    for page in read {
        match page {
            Ok((page, wrong)) => {
                found.append(wrong);
                pages.push(page);
            }
            Err(diagnostic) => found.push(*diagnostic),
        }
    }
    pages.extend(releases::pages(&options.root, &inventory.releases, suites, found));
    releases::give_way(&mut pages);
    inventory::check_addresses(&pages, found);
    pages
}

fn site_view(config: &Config) -> view::Site {
    view::Site {
        title: config.title.clone(),
        description: config.description.clone(),
        language: config.language.clone(),
        base_url: config.base_url.clone(),
        repository: config.repository.clone(),
        generator: env!("CARGO_PKG_VERSION").to_owned(),
        logo: config.theme.logo.as_ref().map(|(address, _)| address::encoded(address)).unwrap_or_default(),
        footer: config.theme.footer.clone(),
        search_shortcut: config.search_shortcut,
    }
}

/// Makes every page and file.
fn make(site: &Site, sink: &Sink, summary: &mut Summary, found: &mut Diagnostics) {
    let finished = timed(summary, "narratives", || narratives::make(site, sink, found));
    for page in &finished {
        summary.made.figures += page.figures;
        summary.made.claims += page.claims;
        summary.made.holding += page.holding;
    }

    let evidence = timed(summary, "evidence pages", || sources::make(site, sink, &finished, found));
    let others = timed(summary, "index and feeds", || catalogue::make(site, sink, &finished, found));
    summary.made.pages = finished.len() + evidence + others;
    summary.outside.0 = outside(site, &finished);
}

/// Links to other hosts: of narratives, to the repository, of the navigation, and of what suites are about.
fn outside(site: &Site, finished: &[narratives::Finished]) -> Vec<OutsideLink> {
    let of_pages = finished.iter().flat_map(|page| page.outside.iter().cloned());
    let place = site.config.repository_place.as_ref();
    let repository = place.and_then(|place| OutsideLink::within(&place.source, place.span, &site.config.repository));
    let navigation = site.config.theme.navigation.iter();
    let navigation =
        navigation.filter_map(|entry| OutsideLink::within(&entry.place.source, entry.place.span, &entry.href));
    let of_suites = site.suites.values().flat_map(|suite| {
        let addresses = suite.manifest.addresses();
        addresses.filter_map(|(url, span)| OutsideLink::within(&suite.source, span, url))
    });
    of_pages.chain(repository).chain(navigation).chain(of_suites).collect()
}

/// Renders a page and writes it.
fn write_page<V: serde::Serialize>(
    site: &Site,
    sink: &Sink,
    template: &str,
    page: &view::Page,
    key: &'static str,
    view: &V,
    path: &str,
) -> Result<(), Box<Diagnostic>> {
    let html = site.templates.page(template, page, key, view)?;
    let html = if site.minify { minify::minify(html) } else { html };
    sink.write(path, &html)
}

/// What the outer template needs for a page at that address.
fn page_view(site: &Site, address: &str, language: Option<&str>, title: &str, description: &str) -> view::Page {
    let root = address::root_of(address);
    let language = language.unwrap_or(&site.config.language);
    view::Page {
        title: title.to_owned(),
        description: description.to_owned(),
        language: language.to_owned(),
        navigation: outline::navigation(site, language, address, &root),
        crumbs: outline::crumbs(site, language, address, &root),
        path: address.to_owned(),
        missing: false,
        date: String::new(),
        inline: None,
        card: None,
        corrected: None,
        outdated: Vec::new(),
        root,
    }
}

/// What is said of a folder that is no site.
pub fn not_a_site(root: &Path) -> Diagnostic {
    let (folder, file) = (crate::diagnostic::shown(root), crate::config::FILE);
    let message = match root {
        root if root.is_dir() => format!("`{folder}` is no site: it has no `{file}`"),
        root if root.exists() => format!("`{folder}` is a file, and not the folder of a site"),
        _ => format!("there is no folder `{folder}`"),
    };
    let help =
        format!("give the folder of raw outputs, or of a site: one with a file `{file}` that says `title = \"…\"`");
    Diagnostic::error(Code::NotASite, message).help(help)
}

/// The static files of a site: the theme's, with the site's own in place of those of the same address.
/// A page asks for one style sheet, so that of the charts, of the theme and what the site sets are joined to it.
fn static_files(theme: &Theme, own: Vec<(String, Vec<u8>)>, look: &str) -> BTreeMap<String, Vec<u8>> {
    let built_in = theme.static_files().into_iter().map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
    let mut files: BTreeMap<String, Vec<u8>> = built_in.chain(own).collect();
    for joined in ["assets/chart.css", "assets/theme.css"] {
        if let Some(style) = files.remove(joined) {
            let sheet = files.entry("assets/benchbook.css".to_owned()).or_default();
            sheet.push(b'\n');
            sheet.extend(style);
        }
    }
    files.entry("assets/benchbook.css".to_owned()).or_default().extend(look.bytes());
    files
}
