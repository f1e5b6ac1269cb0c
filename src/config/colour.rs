//! Colours as style sheets write them, and how well they can be read.

/// A colour: red, green and blue from 0 to 255.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colour(pub [u8; 3]);

/// The paper of the built-in theme in the light.
pub const LIGHT: Colour = Colour([0xff, 0xff, 0xff]);
/// The paper of the built-in theme in the dark.
pub const DARK: Colour = Colour([0x10, 0x12, 0x16]);
/// The least contrast of text that WCAG 2.2 asks for (level AA).
pub const LEAST: f64 = 4.5;

const WHITE: Colour = Colour([255; 3]);
const BLACK: Colour = Colour([0; 3]);

impl Colour {
    /// Reads `#0a58e0` or `#05e`.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#').filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))?;
        let wide = match digits.len() {
            3 => digits.chars().flat_map(|digit| [digit, digit]).collect(),
            6 => digits.to_owned(),
            _ => return None,
        };
        let part = |at: usize| u8::from_str_radix(&wide[at..at + 2], 16).ok();
        Some(Self([part(0)?, part(2)?, part(4)?]))
    }

    /// Relative luminance from 0 to 1, as WCAG 2.2 defines it.
    fn luminance(self) -> f64 {
        let linear = self.0.map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    /// The contrast ratio of two colours, from 1 to 21.
    pub fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// The nearest shade that can be read on that paper: mixed with black or white, whichever helps.
    pub fn readable_on(self, paper: Self) -> Self {
        let towards = if paper.luminance() > 0.5 { BLACK } else { WHITE };
        let shades = (0..=100).map(|percent| self.mixed(towards, percent));
        shades.into_iter().find(|shade| shade.contrast(paper) >= LEAST).unwrap_or(towards)
    }

    fn mixed(self, other: Self, percent: u32) -> Self {
        let mix = |a: u8, b: u8| (u32::from(a) * (100 - percent) + u32::from(b) * percent).div_ceil(100);
        let part = |at: usize| u8::try_from(mix(self.0[at], other.0[at])).unwrap_or(u8::MAX);
        Self([part(0), part(1), part(2)])
    }
}

impl std::fmt::Display for Colour {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_and_written() {
        assert_eq!(Colour::parse("#0a58e0"), Some(Colour([10, 88, 224])));
        assert_eq!(Colour::parse("#05E").map(|colour| colour.to_string()).as_deref(), Some("#0055ee"));
        for wrong in ["0a58e0", "#0a58e", "blue", "#ggg", "#é1", ""] {
            assert_eq!(Colour::parse(wrong), None, "{wrong}");
        }
    }

    /// Two pairs that the explanation of the WCAG criterion is often shown with: `#767676` on white is
    /// 4.54 and passes, `#777777` is 4.48 and fails.
    #[test]
    fn contrast_is_that_of_wcag() {
        assert!((WHITE.contrast(BLACK) - 21.0).abs() < 1e-9);
        assert!((Colour([0x76; 3]).contrast(WHITE) - 4.54).abs() < 0.005);
        assert!((Colour([0x77; 3]).contrast(WHITE) - 4.48).abs() < 0.005);
    }

    #[test]
    fn a_shade_that_can_be_read_is_found_on_either_paper() {
        let yellow = Colour([0xff, 0xcc, 0x00]);
        assert!(yellow.contrast(LIGHT) < LEAST && yellow.readable_on(LIGHT).contrast(LIGHT) >= LEAST);
        assert_eq!(yellow.readable_on(DARK), yellow, "what can be read stays");
        let navy = Colour([0x00, 0x20, 0x60]);
        assert!(navy.readable_on(DARK).contrast(DARK) >= LEAST);
    }
}
