//! The built-in themes, embedded: this repository's own `templates/` and `static/`, and below `themes/` the files that
//! another theme has in place of those of the same name.

use std::collections::BTreeMap;

macro_rules! embedded {
    ($folder:literal: $($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../", $folder, "/", $name)))),*]
    };
}

/// A built-in theme: its own files by name, over those of the default one.
#[derive(Debug)]
pub struct Theme {
    /// What settings and the command line call it.
    pub name: &'static str,
    /// Whether its reports are also written as files that stand alone.
    pub stands_alone: bool,
    templates: &'static [(&'static str, &'static str)],
    static_files: &'static [(&'static str, &'static str)],
}

/// The built-in themes; the first is the one of a site that names none.
pub const THEMES: [Theme; 2] = [
    Theme { name: "default", stands_alone: false, templates: &[], static_files: &[] },
    Theme { name: "compact", stands_alone: true, templates: COMPACT_TEMPLATES, static_files: COMPACT_STATIC },
];

/// The names of the built-in themes.
pub const NAMES: [&str; THEMES.len()] = [THEMES[0].name, THEMES[1].name];

/// The built-in theme of that name.
pub fn find(name: &str) -> Option<&'static Theme> {
    static ALL: [Theme; THEMES.len()] = THEMES;
    ALL.iter().find(|theme| theme.name == name)
}

impl Theme {
    /// Its templates by name, with the default ones that it has no other of.
    pub fn templates(&self) -> BTreeMap<&'static str, &'static str> {
        TEMPLATES.iter().chain(self.templates).copied().collect()
    }

    /// Its static files by address, with the default ones that it has no other of.
    pub fn static_files(&self) -> BTreeMap<&'static str, &'static str> {
        STATIC.iter().chain(self.static_files).copied().collect()
    }
}

/// Templates by name.
const TEMPLATES: &[(&str, &str)] = embedded!["templates":
    "404.html",
    "base.html",
    "blocks/badges.html",
    "blocks/chart-page.html",
    "blocks/chart.html",
    "blocks/compare.html",
    "blocks/corrections.html",
    "blocks/disclosure.html",
    "blocks/evidence.html",
    "blocks/limitations.html",
    "blocks/obligations.html",
    "blocks/releases.html",
    "blocks/sessions.html",
    "blocks/table.html",
    "corrections.html",
    "evidence-index.html",
    "evidence.html",
    "feed.xml",
    "headers.txt",
    "index.html",
    "latest.html",
    "page.html",
    "parts/alone.html",
    "parts/claims.html",
    "parts/contents.html",
    "parts/files.html",
    "parts/footer.html",
    "parts/head.html",
    "parts/header.html",
    "parts/headlines.html",
    "parts/lead.html",
    "parts/legend.html",
    "parts/lineage.html",
    "parts/listed.html",
    "parts/mark.svg",
    "parts/printed.html",
    "parts/release.html",
    "parts/seal.html",
    "parts/sessions.html",
    "parts/tail.html",
    "parts/title.html",
    "report.html",
    "sitemap.xml",
];

/// Static files by address.
const STATIC: &[(&str, &str)] = embedded!["static":
    "assets/benchbook.css",
    "assets/benchbook.js",
    "assets/chart.css",
    "assets/mark.svg",
    "assets/search.js",
];

/// What the compact theme has in place of the default one's.
const COMPACT_TEMPLATES: &[(&str, &str)] = embedded!["themes/compact/templates":
    "page.html",
    "parts/alone.html",
    "parts/listed.html",
];

/// The style sheet of the compact theme, which is added to the default one's.
const COMPACT_STATIC: &[(&str, &str)] = embedded!["themes/compact/static":
    "assets/theme.css",
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::diagnostic::Diagnostics;
    use crate::files;
    use crate::words::LOCALES;

    /// Every file of the two folders is embedded, or a build elsewhere would miss it.
    #[test]
    fn the_whole_theme_is_embedded() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        for (folder, embedded) in [
            ("templates", TEMPLATES),
            ("static/assets", STATIC),
            ("locales", LOCALES),
            ("themes/compact/templates", COMPACT_TEMPLATES),
            ("themes/compact/static/assets", COMPACT_STATIC),
        ] {
            let mut found = Diagnostics::new();
            let on_disk = files::walk(root, folder, &mut found);
            let on_disk: BTreeSet<String> = on_disk.iter().map(|file| file.path.to_string()).collect();
            let names = embedded.iter().map(|(name, _)| name.trim_start_matches("assets/").to_owned());
            assert_eq!(names.collect::<BTreeSet<_>>(), on_disk, "{folder}");
        }
    }

    /// What a theme has under a name that nothing asks for would never be seen.
    #[test]
    fn a_theme_has_files_in_place_of_default_ones() {
        let default: BTreeSet<&str> = TEMPLATES.iter().map(|(name, _)| *name).collect();
        assert!(COMPACT_TEMPLATES.iter().all(|(name, _)| default.contains(name)));
        assert!(COMPACT_STATIC.iter().all(|(name, _)| *name == "assets/theme.css"));
        let compact = find("compact").expect("it is built in");
        assert_eq!(compact.templates().len(), TEMPLATES.len());
        assert_ne!(compact.templates()["page.html"], THEMES[0].templates()["page.html"]);
        assert_eq!(compact.templates()["base.html"], THEMES[0].templates()["base.html"]);
    }
}
