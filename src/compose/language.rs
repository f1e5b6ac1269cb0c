//! The language of a part of a page: `<div lang="fr">` around Markdown.

use crate::number::Notation;

/// Elements that an author may put around Markdown.
const ELEMENTS: [&str; 9] = ["div", "section", "article", "aside", "blockquote", "figure", "details", "p", "span"];

/// The language at a place of a page.
#[derive(Debug, Clone)]
pub(super) struct Languages {
    /// That of the page.
    page: String,
    /// The elements around the place, each with its language.
    open: Vec<(String, String)>,
}

impl Languages {
    /// At the beginning of a page.
    pub(super) fn new(page: &str) -> Self {
        Self { page: page.to_owned(), open: Vec::new() }
    }

    /// The language here, such as `fr`.
    pub(super) fn tag(&self) -> &str {
        self.open.last().map_or(&self.page, |(_, language)| language)
    }

    /// How numbers are written here.
    pub(super) fn notation(&self) -> Notation {
        Notation::of_language(self.tag())
    }

    /// Goes across a piece of HTML.
    pub(super) fn pass(&mut self, html: &str) {
        for tag in html.split('<').skip(1) {
            let tag = &tag[..tag.find('>').unwrap_or(tag.len())];
            let (closes, tag) = tag.strip_prefix('/').map_or((false, tag), |name| (true, name));
            let name = tag[..tag.find(|c: char| !c.is_alphanumeric()).unwrap_or(tag.len())].to_ascii_lowercase();
            if !ELEMENTS.contains(&name.as_str()) {
                continue;
            }
            if !closes {
                let language = language(&tag[name.len()..]).unwrap_or(self.tag()).to_owned();
                self.open.push((name, language));
            } else if let Some(at) = self.open.iter().rposition(|(open, _)| *open == name) {
                self.open.truncate(at);
            }
        }
    }
}

/// The value of `lang` among the attributes of a tag.
fn language(attributes: &str) -> Option<&str> {
    let (_, rest) = attributes.split_once(" lang=")?;
    match rest.strip_prefix(['"', '\'']) {
        Some(quoted) => quoted.split(['"', '\'']).next(),
        None => rest.split_ascii_whitespace().next(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_holds_inside_its_element() {
        let mut languages = Languages::new("en");
        let mut after = |html: &str| {
            languages.pass(html);
            languages.notation()
        };
        assert_eq!(after("<div class=\"note\" lang=\"fr\">\n"), Notation::Space);
        assert_eq!(after("<div><br><img alt=x>"), Notation::Space);
        assert_eq!(after("<div lang='de'>"), Notation::Comma);
        assert_eq!(after("</div></div>"), Notation::Space);
        assert_eq!(after("</div>"), Notation::Point);
        assert_eq!(after("</div></section>"), Notation::Point);
        assert_eq!(after("<span lang=fr>"), Notation::Space);
        assert_eq!(after("</span>"), Notation::Point);
    }
}
