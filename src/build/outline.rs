//! What every page shows of the others: the navigation, and the way from the start page.

use std::collections::{BTreeMap, BTreeSet};

use super::Site;
use crate::address;
use crate::page::Page;
use crate::render::view;

/// What every page shows of the others, found once.
pub(super) struct Outline {
    /// Pages in the navigation, in their order.
    navigation: Vec<Listed>,
    /// Pages by address.
    pages: BTreeMap<String, Listed>,
    /// Addresses of reports that stand under that heading.
    reports: BTreeSet<String>,
}

/// A page as others name it.
#[derive(Debug, Clone)]
struct Listed {
    title: String,
    /// The language that the page names.
    language: Option<String>,
    address: String,
}

impl Listed {
    fn new(page: &Page, title: &str) -> Self {
        Self { title: title.to_owned(), language: page.language.clone(), address: page.address.clone() }
    }

    /// The way to it, on a page in the language `around`.
    fn link(&self, site: &Site, around: &str, root: &str) -> view::Link {
        view::Link {
            title: self.title.clone(),
            href: format!("{root}{}index.html", address::encoded(&self.address)),
            current: false,
            language: site.language_within(around, self.language.as_deref()),
        }
    }
}

impl Outline {
    /// The outline of a site with these pages.
    pub(super) fn new(pages: &[Page]) -> Self {
        let named = pages.iter().filter_map(|page| Some((page.order, Listed::new(page, page.navigation.as_ref()?))));
        let mut named: Vec<_> = named.collect();
        let key = |(order, page): &(_, Listed)| (*order, page.title.clone(), page.address.clone());
        named.sort_by_key(key);
        let reports = pages.iter().filter(|page| page.is_report() && page.section.is_none());
        Self {
            navigation: named.into_iter().map(|(_, page)| page).collect(),
            pages: pages.iter().map(|page| (page.address.clone(), Listed::new(page, &page.title))).collect(),
            reports: reports.map(|page| page.address.clone()).collect(),
        }
    }
}

/// The links at the top of every page.
pub(super) fn navigation(site: &Site, language: &str, address: &str, root: &str) -> Vec<view::Link> {
    let link = |title: &str, href: String, current: bool| view::Link {
        title: title.to_owned(),
        href,
        current,
        language: String::new(),
    };
    let among_reports = address.is_empty() || site.outline.reports.contains(address);
    let mut links = vec![link(&site.voice(Some(language)).word("reports"), format!("{root}index.html"), among_reports)];
    links.extend(site.outline.navigation.iter().map(|page| {
        let current = page.address == address;
        view::Link { current, ..page.link(site, language, root) }
    }));
    links.extend(site.config.theme.navigation.iter().map(|entry| {
        let own = entry.href.trim_start_matches('/');
        let page = if own.is_empty() || own.ends_with('/') { "index.html" } else { "" };
        let inside = || format!("{root}{}{page}", address::encoded(own));
        let href = if entry.is_outside() { entry.href.clone() } else { inside() };
        view::Link { language: site.language_within(language, None), ..link(&entry.title, href, own == address) }
    }));
    links.push(link(
        &site.voice(Some(language)).word("evidence"),
        format!("{root}evidence/index.html"),
        address.starts_with("evidence/"),
    ));
    links
}

/// The way from the start page to a page, without the page itself.
pub(super) fn crumbs(site: &Site, language: &str, address: &str, root: &str) -> Vec<view::Link> {
    if address.is_empty() {
        return Vec::new();
    }
    let link = |title: String, href: String, language: String| view::Link { title, href, current: false, language };
    let of_site = site.language_within(language, None);
    let mut crumbs = vec![link(site.config.title.clone(), format!("{root}index.html"), of_site)];
    if address.starts_with("evidence/") && address != "evidence/" {
        let title = site.voice(Some(language)).word("evidence");
        crumbs.push(link(title, format!("{root}evidence/index.html"), String::new()));
    }
    let above = address.trim_end_matches('/').match_indices('/').map(|(at, _)| &address[..=at]);
    let pages = above.filter_map(|folder| site.outline.pages.get(folder));
    crumbs.extend(pages.map(|page| page.link(site, language, root)));
    crumbs
}
