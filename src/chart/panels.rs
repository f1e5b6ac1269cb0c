//! Several plots with one axis, beside each other.

use plotters_backend::text_anchor::HPos;

use super::backend::{Canvas, FONT_SIZE, Painted, paint, units};
use super::caption::Caption;
use super::frame::{Panel, Room, WIDTH, draw_captions, nothing_at, with_unit};
use super::legend::{Legend, ROW, Sign};
use super::role::Role;
use super::{Panels, Picture, Plot, Reference, bars, layout, text};
use crate::words::{Voice, say};

/// Between plots, in pixels.
const BETWEEN: f64 = 24.0;

/// The height of one of several plots of lines, in pixels.
const HEIGHT: f64 = 190.0;

/// Plots with everything in its place.
pub(super) struct Layout<'a> {
    title: Caption,
    legend: Legend,
    nothing: Option<Caption>,
    /// The plots, each with its left upper corner.
    plots: Vec<((f64, f64), Box<dyn Picture + 'a>)>,
    /// The height of the picture, in pixels.
    pub(super) height: f64,
}

impl<'a> Layout<'a> {
    /// Puts everything in its place.
    pub(super) fn new(data: &'a Panels, references: &'a [Reference], room: &Room<'_>) -> Self {
        let columns = columns(data);
        let width = (WIDTH - (columns as f64 - 1.0) * BETWEEN) / columns as f64;
        let values: Vec<f64> = data.panels.iter().flat_map(|(_, plot)| values(plot)).collect();
        let widest = data.panels.iter().map(|(_, plot)| printed(plot, room.voice)).fold(0.0, f64::max);
        let legend = Legend::arrange(entries(data), 1.0, WIDTH - 1.0);
        let mut top = ROW + legend.height() + ROW / 2.0;
        let mut plots: Vec<((f64, f64), Box<dyn Picture + 'a>)> = Vec::new();
        for row in data.panels.chunks(columns) {
            let mut height: f64 = 0.0;
            for (column, (name, plot)) in row.iter().enumerate() {
                let panel = Panel { name: name.clone(), values: values.clone(), widest };
                let room = Room { width, height: HEIGHT, voice: room.voice, panel: Some(panel) };
                let picture = layout(plot, references, &room);
                height = height.max(picture.height());
                plots.push(((column as f64 * (width + BETWEEN), top), picture));
            }
            top += height + ROW;
        }
        let nothing = plots.is_empty().then(|| nothing_at(WIDTH, top, room.voice));
        Self { title: title(data, room.voice), legend, nothing, plots, height: top }
    }

    /// Draws it.
    pub(super) fn draw(&self, canvas: &Canvas<'_>) -> Painted {
        draw_captions(canvas, [&self.title])?;
        draw_captions(canvas, &self.nothing)?;
        self.legend.draw(canvas, ROW)?;
        for ((x, y), plot) in &self.plots {
            paint(canvas, |svg| svg.shift((units(*x), units(*y))))?;
            plot.draw(canvas)?;
        }
        paint(canvas, |svg| svg.shift((0, 0)))
    }
}

/// How many plots stand beside each other.
fn columns(data: &Panels) -> usize {
    let lying = data.panels.iter().any(|(_, plot)| matches!(plot, Plot::Bars(_)));
    match data.panels.len() {
        0 | 1 => 1,
        2 | 4 => 2,
        _ if lying => 2,
        _ => 3,
    }
}

/// All values of a plot that an axis must span.
fn values(plot: &Plot) -> Vec<f64> {
    match plot {
        Plot::Percentiles(data) => {
            let marks = data.series.iter().flat_map(|series| series.points.iter().map(|(_, mark)| mark.value));
            marks.chain(data.series.iter().flat_map(|series| series.spectrum.iter().map(|(_, value)| *value))).collect()
        }
        Plot::Lines(data) => {
            let spots = data.series.iter().flat_map(|series| series.spots.iter().flatten());
            spots
                .flat_map(|spot| {
                    std::iter::once(spot.mark.value).chain(spot.range.into_iter().flat_map(|(a, b)| [a, b]))
                })
                .collect()
        }
        Plot::Bars(data) => bars::all_values(data, &[]),
        _ => Vec::new(),
    }
}

/// The width of the widest value that is printed beside a bar.
fn printed(plot: &Plot, voice: Voice<'_>) -> f64 {
    if let Plot::Bars(data) = plot { bars::value_width(data, voice) } else { 0.0 }
}

fn entries(data: &Panels) -> Vec<(Sign, Caption)> {
    let full = data.panels.iter().any(|(_, plot)| matches!(plot, Plot::Lines(_)));
    let role = if full { Role::Full } else { Role::Mark };
    let entry = |(name, colour): &(String, usize)| {
        (Sign::Series(*colour, role), Caption::short(Role::Title, name, WIDTH / 2.0, HPos::Left, (0.0, 0.0)))
    };
    if data.series.len() > 1 { data.series.iter().map(entry).collect() } else { Vec::new() }
}

fn title(data: &Panels, voice: Voice<'_>) -> Caption {
    let quantity = with_unit(&data.quantity, data.unit, voice);
    let whole = voice.say(&say("axis_of_all_plots").with("quantity", quantity));
    Caption::new(Role::Title, text::shorten(&whole, FONT_SIZE, WIDTH - 2.0), HPos::Left, (1.0, ROW / 2.0))
}
