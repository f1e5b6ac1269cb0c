//! The figures that a page and its pictures show: each has an entry, shows its text, and leads to its evidence.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::entry::{Entry, Input};
use super::html::{Anchor, Document};
use super::site::Site;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::number::Notation;
use crate::source::Source;

/// A page with its pictures.
pub(super) struct Shown<'a> {
    site: &'a Site,
    /// The page first, then its pictures.
    documents: Vec<(Arc<Source>, Document)>,
}

impl<'a> Shown<'a> {
    /// Reads the pictures beside a page.
    pub(super) fn read(site: &'a Site, folder: &str, page: &Arc<Source>, found: &mut Diagnostics) -> Self {
        let is_picture = |path: &String| {
            path.strip_prefix(folder).is_some_and(|name| is_chart(name, ".svg") || is_chart(name, ".html"))
        };
        let pictures: Vec<String> = site.files().filter(is_picture).collect();
        let pictures = pictures.iter().filter_map(|path| site.text(path, found));
        let read = |source: Arc<Source>| {
            let document = Document::read(source.text());
            (source, document)
        };
        Self { site, documents: std::iter::once(Arc::clone(page)).chain(pictures).map(read).collect() }
    }

    /// How the page writes numbers where it shows a figure.
    pub(super) fn notation(&self, figure: &str) -> Notation {
        let page = &self.page().1;
        let own = page.anchors.iter().find(|anchor| anchor.id == figure).map(|anchor| &anchor.language);
        Notation::of_language(own.filter(|language| !language.is_empty()).unwrap_or(&page.language))
    }

    /// The ids of all figures that the page and its pictures show.
    pub(super) fn ids(&self) -> BTreeSet<&str> {
        self.anchors().map(|(_, anchor)| &*anchor.id).collect()
    }

    /// Checks every figure that is shown.
    pub(super) fn check(&self, entries: &BTreeMap<&str, Entry<'_>>, found: &mut Diagnostics) {
        let lineages = self.lineages();
        let lineages: BTreeSet<&str> = lineages.iter().map(String::as_str).collect();
        let mut viewers = BTreeMap::new();
        for (source, anchor) in self.anchors() {
            let wrong = match entries.get(&*anchor.id) {
                None => Err((Code::FigureAstray, "has no entry in `figures.json`".to_owned())),
                Some(entry) => {
                    text(entry, anchor).and_then(|()| self.leads(entry, source, anchor, &lineages, &mut viewers))
                }
            };
            if let Err((code, what)) = wrong {
                let message = format!("figure `{}` {what}", anchor.id);
                found.push(Diagnostic::error(code, message).at(source, anchor.span));
            }
        }
    }

    fn page(&self) -> &(Arc<Source>, Document) {
        self.documents.first().expect("the page itself is the first document")
    }

    fn anchors(&self) -> impl Iterator<Item = (&Arc<Source>, &Anchor)> {
        self.documents.iter().flat_map(|(source, document)| document.anchors.iter().map(move |anchor| (source, anchor)))
    }

    /// The ids of all lineage entries: what figures lead to on the page itself.
    fn lineages(&self) -> BTreeSet<String> {
        let own = self.page().0.path();
        let targets = self.anchors().filter_map(|(source, anchor)| Site::target(source.path(), &anchor.href));
        targets.filter(|(path, _)| path == own).map(|(_, fragment)| fragment).collect()
    }

    /// Whether a figure leads to its evidence, or to a lineage entry that does.
    fn leads(
        &self,
        entry: &Entry<'_>,
        source: &Arc<Source>,
        anchor: &Anchor,
        lineages: &BTreeSet<&str>,
        viewers: &mut BTreeMap<String, Option<Document>>,
    ) -> Result<(), (Code, String)> {
        let fail = |what: String| (Code::FigureAstray, what);
        let (page, document) = self.page();
        let nowhere = || fail(format!("leads nowhere: `{}`", anchor.href));
        let (path, fragment) = Site::target(source.path(), &anchor.href).ok_or_else(nowhere)?;
        let wanted =
            |input: &Input<'_>| format!("{}.html#L{}", input.evidence.replacen("data/", "evidence/", 1), input.line);
        if path != page.path() {
            let [input] = &entry.inputs[..] else {
                return Err(fail(format!("leads to one place of evidence, and rests on {}", entry.inputs.len())));
            };
            if format!("{path}#{fragment}") != wanted(input) {
                return Err(fail(format!("leads to `{}`, and its evidence is `{}`", anchor.href, wanted(input))));
            }
        } else if !document.has_id(&fragment) {
            return Err(nowhere());
        } else {
            let links = document.links_within(&fragment, lineages).into_iter();
            let linked: BTreeSet<String> = links
                .filter_map(|href| Site::target(page.path(), href))
                .map(|(path, id)| format!("{path}#{id}"))
                .collect();
            if let Some(input) = entry.inputs.iter().find(|input| !linked.contains(&wanted(input))) {
                return Err(fail(format!("leads to `#{fragment}`, which does not link `{}`", wanted(input))));
            }
        }
        for input in &entry.inputs {
            let name = format!("{}.html", input.evidence.replacen("data/", "evidence/", 1));
            let viewer = viewers.entry(name.clone()).or_insert_with(|| {
                let source = self.site.text(&name, &mut Diagnostics::new())?;
                Some(Document::read(source.text()))
            });
            if !viewer.as_ref().is_some_and(|viewer| viewer.has_id(&format!("L{}", input.line))) {
                return Err(fail(format!("rests on line {} of `{name}`, which is not there", input.line)));
            }
        }
        Ok(())
    }
}

/// Whether a file beside a page is a chart of it, as a picture or as a page: `chart-1.svg`, `chart-1.html`.
pub(super) fn is_chart(name: &str, end: &str) -> bool {
    let number = name.strip_prefix("chart-").and_then(|rest| rest.strip_suffix(end));
    number.is_some_and(|number| number.parse::<u32>().is_ok())
}

/// Whether a figure shows the text of its entry; a mark may show less: nothing, or the number without its unit.
fn text(entry: &Entry<'_>, anchor: &Anchor) -> Result<(), (Code, String)> {
    let (shown, own) = (squeezed(&anchor.text), squeezed(entry.text));
    let number = shown.trim_end_matches(['†', '≈', '‡']);
    let is_unit = |rest: &str| !rest.starts_with(['.', ',']) && !rest.contains(|c: char| c.is_ascii_digit());
    let less = || own.strip_prefix(number).is_some_and(is_unit);
    let same = shown == own || anchor.in_picture && (shown.is_empty() || shown.contains(&own) || less());
    if same { Ok(()) } else { Err((Code::TextDiffers, format!("is shown as `{shown}`, and its entry says `{own}`"))) }
}

/// A text with all white space the same.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
