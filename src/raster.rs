//! Pictures as PNG, drawn with a font that is built in, so that they are the same on every machine.

#[cfg(feature = "card")]
mod painter;

use std::collections::BTreeSet;

/// A picture.
pub struct Picture {
    /// The PNG file.
    pub png: Vec<u8>,
    /// The characters of its texts that the font does not have, each drawn as an empty box.
    pub missing: BTreeSet<char>,
}

/// Draws an SVG of our own making, `density` pixels of the picture for each of its own; an error says what is wrong
/// with the SVG. None where the program was built without the feature `card`, and so without a painter.
#[cfg(feature = "card")]
pub fn picture(svg: &str, density: u8) -> Option<Result<Picture, String>> {
    Some(painter::picture(svg, density))
}

/// Draws nothing: the program was built without the feature `card`, and so without a painter.
#[cfg(not(feature = "card"))]
pub fn picture(_: &str, _: u8) -> Option<Result<Picture, String>> {
    None
}
