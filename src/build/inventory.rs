//! What a site's folder holds, found once.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use crate::address;
use crate::compose::Targets;
use crate::config::{self, Config, Theme};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::files;
use crate::page::Page;
use crate::render::theme;
use crate::source::{Source, Span};
use crate::suggest;
use crate::suite::Suite;
use crate::suite::load::{self, Folder};

/// What a site's folder holds.
#[derive(Debug)]
pub struct Inventory {
    /// The settings.
    pub config: Config,
    /// Narratives: `content/reports/a.md`.
    pub content: Vec<String>,
    /// Templates of a page for each release: `content/kruda/_release.md`.
    pub releases: Vec<String>,
    /// Templates: `templates/base.html`.
    pub template_files: Vec<String>,
    /// Words of the interface: `locales/fr.toml`.
    pub locale_files: Vec<String>,
    /// Static files: `static/CNAME`.
    pub static_files: Vec<String>,
    /// Suites.
    pub suites: Vec<Folder>,
}

/// Looks through the folder; none when its settings cannot be read.
pub fn take(root: &Path, found: &mut Diagnostics) -> Option<Inventory> {
    let source = match files::read_text(root, config::FILE) {
        Ok(source) => Arc::new(source),
        Err(diagnostic) => {
            found.push(*diagnostic);
            return None;
        }
    };
    let (config, wrong) = config::read(source);
    found.append(wrong);
    let mut below = |folder: &str| -> Vec<String> {
        let files = files::walk(root, folder, found);
        files.into_iter().map(|file| format!("{folder}/{}", file.path)).collect()
    };
    // A file whose name begins with `_` is a template for pages, not a page.
    let is_page =
        |path: &String| path.ends_with(".md") && !path.rsplit('/').next().is_some_and(|name| name.starts_with('_'));
    let content = below("content");
    let is_release = |path: &&String| path.rsplit('/').next() == Some(super::releases::TEMPLATE);
    let releases = content.iter().filter(is_release).cloned().collect();
    let content = content.into_iter().filter(is_page).collect();
    let (template_files, static_files) = (below("templates"), below("static"));
    let is_words = |path: &String| path.ends_with(".toml");
    let locale_files = below("locales").into_iter().filter(is_words).collect();
    let suites = load::discover(root, found);
    Some(Inventory { config, content, releases, template_files, locale_files, static_files, suites })
}

/// Two pages with one address, or a page where Benchbook's own files go.
pub fn check_addresses(pages: &[Page], found: &mut Diagnostics) {
    const OWN: [&str; 3] = ["evidence/", "assets/", "corrections/"];
    let mut seen: BTreeMap<&str, &Page> = BTreeMap::new();
    for page in pages {
        let fail = |message: String| Diagnostic::error(Code::DuplicateId, message).at(&page.source, Span::new(0, 0));
        if let Some(first) = seen.insert(&page.address, page) {
            let message = format!("two pages have the address `/{}`", page.address);
            found
                .push(fail(message).note(format!("the other is `{}`", first.source.path())).help("rename one of them"));
        }
        if OWN.iter().any(|own| page.address.starts_with(own)) {
            found.push(
                fail(format!("the address `/{}` is kept for Benchbook's own files", page.address))
                    .help("rename the page"),
            );
        }
    }
}

/// The built-in theme that a site is built with: the one that is asked for, else the one that its settings name.
pub fn theme(asked: Option<&str>, settings: &Theme, found: &mut Diagnostics) -> &'static theme::Theme {
    let named = settings.name.as_ref().and_then(|(name, place)| {
        let built_in = theme::find(name);
        if built_in.is_none() {
            let known = theme::NAMES.map(|name| format!("`{name}`")).join(", ");
            let help = suggest::help(name, theme::NAMES).unwrap_or_else(|| format!("there are {known}"));
            let message = format!("there is no theme `{name}`");
            found.push(Diagnostic::error(Code::BadValue, message).at_place(place.clone()).help(help));
        }
        built_in
    });
    asked.and_then(theme::find).or(named).unwrap_or(&theme::THEMES[0])
}

/// A logo or a link of `[theme]` that leads nowhere.
pub fn check_theme(theme: &Theme, targets: &Targets, found: &mut Diagnostics) {
    let known = || targets.files.iter().chain(targets.pages.values()).map(String::as_str);
    let inside = theme.navigation.iter().filter(|entry| !entry.is_outside());
    let links = inside.map(|entry| (entry.href.trim_start_matches('/'), &entry.place));
    for (address, place) in links.chain(theme.logo.iter().map(|(address, place)| (address.as_str(), place))) {
        if !known().any(|known| known == address) {
            let message = format!("the site has nothing at `{address}`");
            let help = suggest::help(address, known().filter(|known| !known.is_empty()));
            found.push(Diagnostic::error(Code::BrokenLink, message).at_place(place.clone()).help_if(help));
        }
    }
}

fn read_all(root: &Path, paths: &[String], found: &mut Diagnostics) -> Vec<Source> {
    let mut sources = Vec::new();
    for path in paths {
        match files::read_text(root, path) {
            Ok(source) => sources.push(source),
            Err(diagnostic) => found.push(*diagnostic),
        }
    }
    sources
}

impl Inventory {
    /// The site's own templates.
    pub fn templates(&self, root: &Path, found: &mut Diagnostics) -> Vec<Source> {
        read_all(root, &self.template_files, found)
    }

    /// The site's own words of the interface.
    pub fn locales(&self, root: &Path, found: &mut Diagnostics) -> Vec<Source> {
        read_all(root, &self.locale_files, found)
    }

    /// The site's own static files, by address.
    pub fn own_files(&self, root: &Path, found: &mut Diagnostics) -> Vec<(String, Vec<u8>)> {
        let mut own = Vec::new();
        for path in &self.static_files {
            let address = path.strip_prefix("static/").unwrap_or(path).to_owned();
            match files::read(root, path) {
                Ok(bytes) => own.push((address, bytes)),
                Err(diagnostic) => found.push(*diagnostic),
            }
        }
        own
    }

    /// What links can lead to.
    pub fn targets(
        &self,
        pages: &[Page],
        suites: &BTreeMap<String, Suite>,
        static_files: &BTreeMap<String, Vec<u8>>,
    ) -> Targets {
        let own =
            ["feed.xml", "sitemap.xml", "benchbook.json", "404.html", "evidence/index.html", "evidence/SHA256SUMS"];
        let mut files: BTreeSet<String> = own.iter().map(|name| (*name).to_owned()).collect();
        files.extend(static_files.keys().cloned());
        files.extend(super::releases::targets(pages));
        for suite in suites.values() {
            let manifest = &suite.manifest;
            if !manifest.corrections.is_empty() || !manifest.withdrawn.is_empty() {
                files.insert("corrections/index.html".to_owned());
            }
            for file in &suite.files {
                files.insert(address::of_raw(&suite.name, &file.name));
                files.insert(address::of_evidence(&suite.name, &file.name));
            }
        }
        Targets {
            pages: pages.iter().map(|page| (page.source.path().to_owned(), page.address.clone())).collect(),
            files,
            ..Targets::default()
        }
    }
}
