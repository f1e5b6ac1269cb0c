//! The built-in theme: this repository's own `templates/` and `static/`, embedded.

macro_rules! embedded {
    ($folder:literal: $($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../", $folder, "/", $name)))),*]
    };
}

/// Templates by name.
pub const TEMPLATES: &[(&str, &str)] = embedded!["templates":
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
    "parts/contents.html",
    "parts/files.html",
    "parts/footer.html",
    "parts/head.html",
    "parts/header.html",
    "parts/legend.html",
    "parts/lineage.html",
    "parts/mark.svg",
    "parts/printed.html",
    "parts/release.html",
    "parts/seal.html",
    "parts/sessions.html",
    "parts/title.html",
    "report.html",
    "sitemap.xml",
];

/// Static files by address.
pub const STATIC: &[(&str, &str)] = embedded!["static":
    "assets/benchbook.css",
    "assets/benchbook.js",
    "assets/chart.css",
    "assets/mark.svg",
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
        for (folder, embedded) in [("templates", TEMPLATES), ("static/assets", STATIC), ("locales", LOCALES)] {
            let mut found = Diagnostics::new();
            let on_disk = files::walk(root, folder, &mut found);
            let on_disk: BTreeSet<String> = on_disk.iter().map(|file| file.path.to_string()).collect();
            let names = embedded.iter().map(|(name, _)| name.trim_start_matches("assets/").to_owned());
            assert_eq!(names.collect::<BTreeSet<_>>(), on_disk, "{folder}");
        }
    }
}
