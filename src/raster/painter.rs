//! The painter: the SVG drawn with Noto Sans, which has Latin, Greek and Cyrillic letters.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{Options, Tree};
use skrifa::{FontRef, MetadataProvider};

use super::Picture;

/// The faces of the font: regular, and bold for semi-bold too.
const FACES: [&[u8]; 2] = [notosans::REGULAR_TTF, notosans::BOLD_TTF];

/// The family that stands for all others.
const FAMILY: &str = "Noto Sans";

/// What is drawn in place of a character that the font does not have.
const BOX: char = '□';

/// Draws an SVG; an error says what is wrong with it.
pub(super) fn picture(svg: &str, density: u8) -> Result<Picture, String> {
    let (svg, missing) = covered(svg);
    let tree = Tree::from_str(&svg, &options()).map_err(|error| error.to_string())?;
    let size = tree.size().to_int_size();
    let scaled = |length: u32| length.saturating_mul(u32::from(density));
    let mut pixels = Pixmap::new(scaled(size.width()), scaled(size.height())).ok_or("it has no size")?;
    let scale = f32::from(density);
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    let png = pixels.encode_png().map_err(|error| error.to_string())?;
    Ok(Picture { png, missing })
}

/// The SVG with a box in place of each character without a glyph, and those characters.
fn covered(svg: &str) -> (String, BTreeSet<char>) {
    let mut missing = BTreeSet::new();
    let mut out = String::with_capacity(svg.len());
    for piece in svg.split_inclusive('<') {
        // What stands before the first `>` is a tag, and what titles, descriptions and styles hold is not drawn.
        let (tag, text) = piece.split_at(piece.find('>').map_or(0, |end| end + 1));
        out.push_str(tag);
        if ["title", "desc", "style"].iter().any(|unseen| tag.starts_with(unseen)) {
            out.push_str(text);
            continue;
        }
        for c in text.chars() {
            let has = has_glyph(c);
            out.push(if has { c } else { BOX });
            missing.extend((!has).then_some(c));
        }
    }
    (out, missing)
}

/// Whether the font can draw a character.
fn has_glyph(c: char) -> bool {
    static FONT: LazyLock<Option<FontRef<'static>>> = LazyLock::new(|| FontRef::new(FACES[0]).ok());
    c.is_ascii() || FONT.as_ref().is_some_and(|font| font.charmap().map(c).is_some())
}

fn options() -> Options<'static> {
    static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
        let mut fonts = Database::new();
        for face in FACES {
            fonts.load_font_source(Source::Binary(Arc::new(face)));
        }
        fonts.set_sans_serif_family(FAMILY);
        Arc::new(fonts)
    });
    Options { fontdb: Arc::clone(&FONTS), font_family: FAMILY.to_owned(), ..Options::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SVG: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20\" height=\"10\"><title>漢</title>\
                       <text aria-label=\"字\" x=\"1\" y=\"9\" font-size=\"10\">é Ω Ж<title>字</title></text></svg>";

    #[test]
    fn only_what_is_drawn_can_be_missing() {
        assert!(picture(SVG, 1).expect("the SVG is one").missing.is_empty());
        let more = SVG.replace("é", "\u{5d0}漢");
        assert_eq!(picture(&more, 1).expect("the SVG is one").missing, BTreeSet::from(['\u{5d0}', '漢']));
        assert!(covered(&more).0.contains(">□□ Ω Ж<title>字<"));
    }

    #[test]
    fn text_is_drawn() {
        let drawn = picture(SVG, 2).expect("the SVG is one").png;
        let without = picture(&SVG.replace("é Ω Ж", ""), 2).expect("the SVG is one").png;
        assert!(drawn.len() > without.len(), "{} and {}", drawn.len(), without.len());
    }

    #[test]
    fn what_is_no_picture_is_told() {
        assert!(picture("<svg", 1).is_err());
    }
}
