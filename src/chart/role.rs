//! What shapes and texts are, as the style sheet knows them.

use plotters::style::RGBColor;
use plotters_backend::BackendColor;

/// What a shape or a text is; its class in the style sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Role {
    /// Lines at the ticks of the value axis.
    Grid,
    /// Lines at the percentiles.
    Guide,
    /// The line at zero.
    Axis,
    /// The line of a series.
    Line,
    /// The shape of a mark.
    Mark,
    /// The unseen area around a mark that can be pointed at.
    Hit,
    /// A bar.
    Bar,
    /// A range over repeats.
    Whisker,
    /// The paper around a whisker.
    Halo,
    /// From the end of a line to its label.
    Leader,
    /// A line across the plot.
    Reference,
    /// The label of a reference.
    Note,
    /// A tick label.
    Tick,
    /// An axis title.
    Title,
    /// The name of a series.
    Name,
    /// The name of a group.
    Group,
    /// A printed value.
    Value,
    /// The words in place of a missing value.
    Missing,
    /// A mark that stands for a measurement, among others that do not.
    Full,
    /// A range over repeats, from mark to mark.
    Band,
    /// A line to what was not measured.
    Guess,
    /// The break of an axis that does not start at zero.
    Break,
    /// A range along a row.
    Span,
    /// A single repeat behind a mark.
    Repeat,
    /// A range of a point, one way or the other.
    Reach,
    /// From the value before to the value after.
    Join,
    /// A cell of a heat map.
    Tile,
    /// A cell without a value.
    Hole,
    /// The line through marks that none other beats.
    Frontier,
    /// A band across the plot.
    Zone,
    /// From the lower to the upper quartile.
    Quartiles,
    /// The line at a median.
    Middle,
}

impl Role {
    const ALL: [Self; 32] = [
        Self::Grid,
        Self::Guide,
        Self::Axis,
        Self::Line,
        Self::Mark,
        Self::Hit,
        Self::Bar,
        Self::Whisker,
        Self::Halo,
        Self::Leader,
        Self::Reference,
        Self::Note,
        Self::Tick,
        Self::Title,
        Self::Name,
        Self::Group,
        Self::Value,
        Self::Missing,
        Self::Full,
        Self::Band,
        Self::Guess,
        Self::Break,
        Self::Span,
        Self::Repeat,
        Self::Reach,
        Self::Join,
        Self::Tile,
        Self::Hole,
        Self::Frontier,
        Self::Zone,
        Self::Quartiles,
        Self::Middle,
    ];

    /// The class in the style sheet.
    pub(super) fn class(self) -> &'static str {
        match self {
            Self::Grid => "grid",
            Self::Guide => "guide",
            Self::Axis => "axis",
            Self::Line => "line",
            Self::Mark => "mark",
            Self::Hit => "hit",
            Self::Bar => "bar",
            Self::Whisker => "whisker",
            Self::Halo => "halo",
            Self::Leader => "leader",
            Self::Reference => "reference",
            Self::Note => "note",
            Self::Tick => "tick",
            Self::Title => "title",
            Self::Name => "name",
            Self::Group => "group",
            Self::Value => "value",
            Self::Missing => "missing",
            Self::Full => "mark full",
            Self::Band => "band",
            Self::Guess => "guess",
            Self::Break => "break",
            Self::Span => "span",
            Self::Join => "join",
            Self::Reach => "reach",
            Self::Repeat => "repeat",
            Self::Tile => "tile",
            Self::Hole => "hole",
            Self::Frontier => "frontier",
            Self::Zone => "zone",
            Self::Quartiles => "quartiles",
            Self::Middle => "middle-line",
        }
    }

    /// The colour that stands for the role on its way through plotters.
    pub(super) fn colour(self) -> RGBColor {
        RGBColor(CODE.0, CODE.1, self as u8)
    }

    /// The class of a shape of that colour; `raw` shows that plotters drew something on its own.
    pub(super) fn class_of(colour: BackendColor) -> &'static str {
        let (red, green, number) = colour.rgb;
        let role = Self::ALL.get(usize::from(number)).filter(|_| (red, green) == CODE);
        role.map_or("raw", |role| role.class())
    }
}

/// The red and green of all roles.
const CODE: (u8, u8) = (7, 77);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_role_has_its_number() {
        for role in Role::ALL {
            let RGBColor(red, green, blue) = role.colour();
            let colour = BackendColor { alpha: 1.0, rgb: (red, green, blue) };
            assert_eq!(Role::class_of(colour), role.class());
        }
        assert_eq!(Role::class_of(BackendColor { alpha: 1.0, rgb: (0, 0, 0) }), "raw");
    }
}
