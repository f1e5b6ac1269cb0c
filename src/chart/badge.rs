//! Badges: a label and a figure as a small picture that carries its own colours.

use std::fmt::Write;

use super::backend::escape;
use super::text::{bold_width, width};

/// The height, in pixels.
const HEIGHT: f64 = 20.0;
/// The font size.
const SIZE: f64 = 11.0;
/// The room on each side of a text.
const PAD: f64 = 6.0;
/// The ground of the label, of the figure, and the ink on both.
const COLOURS: [&str; 3] = ["#3d4450", "#0b5cad", "#ffffff"];
/// Fonts that our widths hold for.
const FONTS: &str = "Inter,Verdana,'DejaVu Sans',sans-serif";

/// A badge as a file, which may also stand in a page.
pub fn badge(label: &str, value: &str) -> String {
    let [of_label, of_value, ink] = COLOURS;
    let left = (width(label, SIZE) + 2.0 * PAD).ceil();
    let right = (bold_width(value, SIZE) + 2.0 * PAD).ceil();
    let whole = left + right;
    let (mut label_text, mut value_text) = (String::new(), String::new());
    escape(&mut label_text, label);
    escape(&mut value_text, value);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"badge\" role=\"img\" \
         aria-label=\"{label_text}: {value_text}\" viewBox=\"0 0 {whole} {HEIGHT}\" width=\"{whole}\" height=\"{HEIGHT}\">\
         <title>{label_text}: {value_text}</title>"
    );
    // The label's ground has round corners at its left only, the figure's at its right only.
    let grounds = [
        (of_label, format!("M{left} 0H3a3 3 0 0 0-3 3v14a3 3 0 0 0 3 3H{left}z")),
        (of_value, format!("M{left} 0H{0}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H{left}z", whole - 3.0)),
    ];
    for (colour, path) in grounds {
        let _ = write!(out, "<path fill=\"{colour}\" d=\"{path}\"/>");
    }
    let _ = write!(
        out,
        "<g fill=\"{ink}\" font-family=\"{FONTS}\" font-size=\"{SIZE}\" text-anchor=\"middle\">\
         <text x=\"{}\" y=\"14\">{label_text}</text>\
         <text x=\"{}\" y=\"14\" font-weight=\"600\">{value_text}</text></g></svg>",
        left / 2.0,
        left + right / 2.0
    );
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The relative luminance of `#rrggbb`, as WCAG 2 defines it.
    fn luminance(colour: &str) -> f64 {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).expect("a colour")) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    #[test]
    fn text_stands_out_from_its_ground() {
        let [label, value, ink] = COLOURS.map(luminance);
        for ground in [label, value] {
            assert!((ink + 0.05) / (ground + 0.05) >= 4.5, "{ground}");
        }
    }

    #[test]
    fn grounds_are_as_wide_as_their_texts() {
        let svg = badge("p99", "12.5");
        // 620 + 2 × 645 thousandths of 11, and 12: 33.01. (3 × 645 + 290) × 1.16 thousandths of 11, and 12: 40.39.
        assert!(svg.contains("viewBox=\"0 0 75 20\" width=\"75\""), "{svg}");
        assert!(svg.contains("<text x=\"17\"") && svg.contains("<text x=\"54.5\""), "{svg}");
    }

    #[test]
    fn texts_are_escaped() {
        let svg = badge("a<b", "\"1\" & 2");
        assert!(svg.contains("<title>a&lt;b: &quot;1&quot; &amp; 2</title>"), "{svg}");
    }
}
