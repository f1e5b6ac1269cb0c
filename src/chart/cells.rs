//! The cells of a heat map with two axes: their colours, and the legend that gives the counts of these.

use plotters_backend::DrawingBackend;
use plotters_backend::text_anchor::HPos;

use super::backend::{Canvas, Painted, Svg, units};
use super::caption::Caption;
use super::frame::{Frame, draw_on};
use super::legend::Sign;
use super::role::Role;
use super::{Content, Pane, Tile};
use crate::number;
use crate::words::Voice;

/// The first and the last colour of the scale that is used: paler ones could not be told from the paper.
const COLOURS: [usize; 2] = [3, 7];

/// Counts by colour, as even on a logarithmic scale as round numbers allow.
pub(super) struct Ramp {
    /// The least count of each colour, from the first on.
    least: Vec<f64>,
    most: f64,
}

impl Ramp {
    /// The colours of all cells of several plots.
    pub(super) fn of(panes: &[Pane]) -> Self {
        let counts = panes.iter().flat_map(|pane| tiles(&pane.content)).map(|tile| tile.mark.value);
        Self::up_to(counts.fold(0.0, f64::max))
    }

    fn up_to(most: f64) -> Self {
        let colours = (COLOURS[1] - COLOURS[0] + 1) as f64;
        let mut least: Vec<f64> = Vec::new();
        for step in 0..colours as usize {
            let even = most.max(1.0).powf(step as f64 / colours);
            let digit = if even < 20.0 { 1.0 } else { 10_f64.powf(even.log10().floor()) };
            let rounded = (even / digit).round() * digit;
            let next = least.last().map_or(1.0, |last| last + 1.0);
            least.push(rounded.max(next));
        }
        least.retain(|least| *least <= most);
        Self { least, most }
    }

    /// The colour of a count.
    fn colour(&self, count: f64) -> usize {
        // With few counts the colours lie apart, with one it is the darkest.
        let step = self.least.iter().rposition(|least| *least <= count).unwrap_or(0);
        COLOURS[1] + step + 1 - self.least.len()
    }

    /// What the colours stand for: what is counted, then the counts of each.
    pub(super) fn legend(&self, counted: &str, voice: Voice<'_>) -> Vec<(Sign, Caption)> {
        let caption = |text: String| Caption::new(Role::Title, text, HPos::Left, (0.0, 0.0));
        let written = |count: f64| voice.notation().rewrite(&number::format(count, 0));
        let ends = self.least.iter().zip(self.least.iter().skip(1).map(|next| next - 1.0).chain([self.most]));
        let colour = |(least, most): (&f64, f64)| {
            let counts =
                if *least >= most { written(*least) } else { format!("{}–{}", written(*least), written(most)) };
            (Sign::Colour(self.colour(*least)), caption(counts))
        };
        let entries: Vec<(Sign, Caption)> = ends.map(colour).collect();
        let head = (!entries.is_empty()).then(|| (Sign::Nothing, caption(counted.to_owned())));
        head.into_iter().chain(entries).collect()
    }
}

fn tiles(content: &Content) -> &[Tile] {
    if let Content::Tiles(_, tiles) = content { tiles } else { &[] }
}

/// Draws cells that touch, those of a colour together.
pub(super) fn draw(canvas: &Canvas<'_>, frame: &Frame, ramp: &Ramp, cells: &[Tile]) -> Painted {
    for colour in COLOURS[0]..=COLOURS[1] {
        let own: Vec<&Tile> = cells.iter().filter(|tile| ramp.colour(tile.mark.value) == colour).collect();
        if own.is_empty() {
            continue;
        }
        let points = own.iter().flat_map(|tile| [(tile.left, tile.high), (tile.right, tile.low)]).collect();
        draw_on(&frame.plot(canvas), points, |points, svg| {
            svg.group(&format!("cell h{colour}"), |svg| {
                let mut corners = own.iter().zip(points.chunks_exact(2));
                corners.try_for_each(|(tile, corners)| draw_tile(tile, corners[0], corners[1], svg))
            })
        })?;
    }
    Ok(())
}

fn draw_tile(tile: &Tile, from: (i32, i32), to: (i32, i32), svg: &mut Svg<'_>) -> super::backend::Drawn {
    // A hair of paper between cells that are not tiny.
    let hair = |length: i32| if length > units(4.0) { units(0.5) } else { 0 };
    let to = (to.0 - hair(to.0 - from.0), to.1 - hair(to.1 - from.1));
    svg.link(&tile.mark, |svg| svg.draw_rect(from, to, &Role::Tile.colour(), true))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_even_by_their_logarithm() {
        // The fifth root of 1,000 is 3.98: 1, 3.98, 15.8, 63.1, 251.
        assert_eq!(Ramp::up_to(1_000.0).least, [1.0, 4.0, 16.0, 60.0, 300.0]);
        let ramp = Ramp::up_to(1_000.0);
        assert_eq!([1.0, 3.0, 4.0, 299.0, 300.0, 1_000.0].map(|count| ramp.colour(count)), [3, 3, 4, 6, 7, 7]);
    }

    #[test]
    fn few_counts_have_a_colour_each() {
        assert_eq!(Ramp::up_to(3.0).least, [1.0, 2.0, 3.0]);
        assert_eq!([1.0, 2.0, 3.0].map(|count| Ramp::up_to(3.0).colour(count)), [5, 6, 7]);
        assert_eq!(Ramp::up_to(1.0).colour(1.0), 7);
        assert!(Ramp::up_to(0.0).least.is_empty());
    }
}
