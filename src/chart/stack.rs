//! Small plots below each other with one x axis: histograms of several series, or a run over time.

use plotters_backend::text_anchor::HPos;
use plotters_backend::{BackendCoord, DrawingBackend};

use super::axis::Axis;
use super::backend::{Canvas, Drawn, FONT_SIZE, Painted, Svg, units};
use super::caption::Caption;
use super::cells::{self, Ramp};
use super::field::notes_above;
use super::frame::{
    Ends, Frame, GAP, LINE, Room, WIDTH, all_ends, axis_title, draw_captions, draw_grid, draw_line, draw_on,
    draw_upright, finite, left_ticks, lying_axis, nothing_at, place_title, tick_width, ticks_at, values_of,
};
use super::labels::Area;
use super::legend::{Legend, ROW, Sign};
use super::role::Role;
use super::{Bin, Content, Mark, Pane, Reference, Stack, Tile, Trace, marker, text};
use crate::words::Voice;

/// A plot with its data.
type Placed<'a> = (Frame, &'a Pane);

/// Plots with everything in their places.
pub(super) struct Layout<'a> {
    panes: Vec<Placed<'a>>,
    captions: Vec<Caption>,
    references: Vec<Ends>,
    /// Where the lines of references begin.
    top: f64,
    legend: Legend,
    ramp: Ramp,
    /// The height of the picture, in pixels.
    pub(super) height: f64,
}

impl<'a> Layout<'a> {
    /// Puts everything in its place.
    pub(super) fn new(data: &'a Stack, references: &[Reference], room: &Room<'_>) -> Self {
        let references = finite(references);
        let mut frames = frames(data, &references, room);
        let ramp = Ramp::of(&data.panes);
        let legend = room.legend(entries(data, &ramp, room.voice), Vec::new());
        let mut captions = Vec::new();
        let (notes, rows) =
            frames.first().map_or_else(Default::default, |frame| notes_above(frame, WIDTH, &references));
        // The title of the first plot stands between the labels of references and the plot.
        let (head, mut top) = (legend.height() + rows + GAP, legend.height() + rows + GAP);
        captions.extend(notes.into_iter().map(|note| Caption { y: note.y + head, ..note }));
        for (index, (frame, pane)) in frames.iter_mut().zip(&data.panes).enumerate() {
            // What all have alike is said once.
            captions.push(title(pane, &frame.y, index == 0 || !data.alike, (top + ROW / 2.0, room.voice)));
            top += ROW + GAP;
            let height = frame.area.bottom;
            frame.lower(top);
            captions.extend(left_ticks(frame));
            top += height + GAP;
        }
        match frames.last() {
            Some(last) if !last.x.ticks.is_empty() => captions.extend(below(data, last, room.voice)),
            _ => captions.push(nothing_at(WIDTH, top + ROW / 2.0, room.voice)),
        }
        let height = captions.iter().map(|caption| caption.y).fold(top, f64::max) + LINE / 2.0 + 2.0;
        let panes = frames.into_iter().zip(&data.panes).collect();
        Self { panes, captions, references: all_ends(&references), top: head, legend, ramp, height }
    }

    /// Draws it.
    pub(super) fn draw(&self, canvas: &Canvas<'_>) -> Painted {
        self.legend.draw(canvas, 0.0)?;
        if let Some((last, _)) = self.panes.last() {
            draw_upright(canvas, last, &self.references, self.top)?;
        }
        for (frame, pane) in &self.panes {
            let plot = frame.plot(canvas);
            draw_grid(&plot, Role::Grid, Role::Guide)?;
            match &pane.content {
                Content::Bins(bins) => draw_bins(canvas, frame, pane.colour, bins)?,
                Content::Traces(traces) => traces.iter().try_for_each(|trace| draw_trace(canvas, frame, trace))?,
                Content::Tiles(_, tiles) => cells::draw(canvas, frame, &self.ramp, tiles)?,
            }
            let Area { left, right, .. } = frame.area;
            let foot = frame.at(0.0, 0.0).1;
            draw_line(canvas, Role::Axis, (left, foot), (right, foot))?;
        }
        draw_captions(canvas, &self.captions)
    }
}

/// How high one of so many plots is, in pixels.
fn pane_height(panes: &[Pane]) -> f64 {
    if let Some(Pane { content: Content::Tiles(..), .. }) = panes.first() {
        return [260.0, 180.0, 180.0, 120.0][panes.len().clamp(1, 4) - 1];
    }
    match panes.len() {
        0 | 1 => 220.0,
        2 | 3 => 120.0,
        4..=8 => 84.0,
        _ => 52.0,
    }
}

/// The plots, each with its top at 0.
fn frames(data: &Stack, references: &[&Reference], room: &Room<'_>) -> Vec<Frame> {
    let height = pane_height(&data.panes);
    let all: Vec<f64> = data.panes.iter().flat_map(heights).collect();
    let axis = |pane: &Pane| {
        let own = heights(pane);
        let of = if data.alike { &all } else { &own };
        let mut axis = match pane.content {
            Content::Tiles(..) => Axis::lying(of, true, height, 32.0),
            _ => Axis::from_zero(of, height, 32.0),
        };
        if matches!(pane.content, Content::Bins(_)) {
            axis.ticks.retain(|tick| tick.at.fract() == 0.0);
        }
        axis.in_notation(room.voice.notation())
    };
    let axes: Vec<Axis> = data.panes.iter().map(axis).collect();
    let left = axes.iter().map(tick_width).fold(0.0, f64::max) + GAP + 1.0;
    let wide: Vec<f64> = data.panes.iter().flat_map(places).chain(values_of(references)).collect();
    let x = lying_axis(WIDTH - left - GAP, room.voice, |length, spacing| Axis::lying(&wide, data.log, length, spacing));
    let right = WIDTH - (tick_width(&x) / 2.0 + 1.0).max(GAP);
    let frame = |y| Frame { area: Area { left, top: 0.0, right, bottom: height }, x: x.clone(), y, downwards: false };
    axes.into_iter().map(frame).collect()
}

/// What the y axis of a plot must span.
fn heights(pane: &Pane) -> Vec<f64> {
    match &pane.content {
        Content::Bins(bins) => bins.iter().map(|bin| bin.mark.value).collect(),
        Content::Traces(traces) => traces.iter().flat_map(drawable).map(|(_, mark)| mark.value).collect(),
        Content::Tiles(_, tiles) => tiles.iter().flat_map(|Tile { low, high, .. }| [*low, *high]).collect(),
    }
}

/// What the x axis of a plot must span.
fn places(pane: &Pane) -> Vec<f64> {
    match &pane.content {
        Content::Bins(bins) => bins.iter().flat_map(|bin| [bin.low, bin.high]).collect(),
        Content::Traces(traces) => traces.iter().flat_map(drawable).map(|(at, _)| at).collect(),
        Content::Tiles(_, tiles) => tiles.iter().flat_map(|Tile { left, right, .. }| [*left, *right]).collect(),
    }
}

fn drawable(trace: &Trace) -> impl Iterator<Item = (f64, &Mark)> {
    let known = trace.spots.iter().filter_map(|(at, mark)| Some((*at, mark.as_ref()?)));
    known.filter(|(at, mark)| at.is_finite() && mark.value.is_finite())
}

/// The title of a plot: what it is of, and what its y axis shows.
fn title(pane: &Pane, y: &Axis, whole: bool, (at, voice): (f64, Voice<'_>)) -> Caption {
    let quantity = if whole { axis_title(&pane.quantity, pane.unit, y, voice) } else { String::new() };
    let room = WIDTH - GAP - text::width(&quantity, FONT_SIZE);
    if pane.label.is_empty() {
        return Caption::short(Role::Title, &quantity, WIDTH - 2.0, HPos::Left, (1.0, at));
    }
    let mut caption = Caption::short(Role::Name, &pane.label, (room / 1.1).max(80.0), HPos::Left, (1.0, at));
    caption.spans.extend((!quantity.is_empty()).then_some((Role::Value, quantity)));
    caption
}

/// Tick labels and the title of the x axis.
fn below(data: &Stack, last: &Frame, voice: Voice<'_>) -> Vec<Caption> {
    let Area { left, bottom, .. } = last.area;
    let mut captions = ticks_at(last, bottom + ROW / 2.0 + 3.0);
    let title = place_title((&data.quantity, data.unit), &last.x, WIDTH - left, voice);
    captions.push(Caption::new(Role::Title, title, HPos::Left, (left, bottom + 1.5 * ROW + GAP)));
    captions
}

/// The series of all plots, where there are several; of heat maps their colours.
fn entries(data: &Stack, ramp: &Ramp, voice: Voice<'_>) -> Vec<(Sign, Caption)> {
    let mut entries: Vec<(Sign, Caption)> = Vec::new();
    let traces = match data.panes.first().map(|pane| &pane.content) {
        Some(Content::Tiles(counted, _)) => return ramp.legend(counted, voice),
        Some(Content::Traces(traces)) => traces,
        _ => return entries,
    };
    for trace in traces.iter().filter(|_| traces.len() > 1) {
        let caption = Caption::short(Role::Title, &trace.label, WIDTH / 3.0, HPos::Left, (0.0, 0.0));
        entries.push((Sign::Series(trace.colour, Role::Full), caption));
    }
    entries
}

/// Bars that touch but for a hair.
fn draw_bins(canvas: &Canvas<'_>, frame: &Frame, colour: usize, bins: &[Bin]) -> Painted {
    let points = bins.iter().flat_map(|bin| [(bin.low, 0.0), (bin.high, bin.mark.value)]).collect();
    let top = units(frame.area.top);
    draw_on(&frame.plot(canvas), points, |points, svg| {
        svg.group(&format!("series {}", marker::classes(colour)), |svg| {
            let corners = points.chunks_exact(2);
            bins.iter().zip(corners).try_for_each(|(bin, corners)| draw_bin(bin, corners[0], corners[1], top, svg))
        })
    })
}

fn draw_bin(bin: &Bin, from: BackendCoord, to: BackendCoord, top: i32, svg: &mut Svg<'_>) -> Drawn {
    let hair = if to.0 - from.0 > units(3.0) { units(0.5) } else { 0 };
    svg.link(&bin.mark, |svg| {
        svg.draw_rect((from.0, top), (to.0, from.1), &Role::Hit.colour(), true)?;
        svg.draw_rect((from.0 + hair, from.1), (to.0 - hair, to.1), &Role::Bar.colour(), true)
    })
}

/// The radius of a mark of a trace, and of the area around it that can be pointed at, in pixels.
const DOT: f64 = 2.5;
const HIT: f64 = 6.0;

/// The most marks of a trace that have the shape of their series.
const FEW: usize = 40;

/// A line over its places; a gap in the values is a gap in the line.
fn draw_trace(canvas: &Canvas<'_>, frame: &Frame, trace: &Trace) -> Painted {
    let is_known =
        |(at, mark): &(f64, Option<Mark>)| at.is_finite() && mark.as_ref().is_some_and(|mark| mark.value.is_finite());
    let class = format!("series {}", marker::classes(trace.colour));
    for run in trace.spots.split(|spot| !is_known(spot)).filter(|run| !run.is_empty()) {
        let marks: Vec<&Mark> = run.iter().filter_map(|(_, mark)| mark.as_ref()).collect();
        let points = run.iter().zip(&marks).map(|((at, _), mark)| (*at, mark.value)).collect();
        draw_on(&frame.plot(canvas), points, |points, svg| {
            svg.group(&class, |svg| {
                if points.len() > 1 {
                    svg.draw_path(points.iter().copied(), &Role::Line.colour())?;
                }
                points.iter().zip(&marks).try_for_each(|(at, mark)| {
                    svg.link(mark, |svg| {
                        svg.draw_circle(*at, units(HIT).unsigned_abs(), &Role::Hit.colour(), true)?;
                        if trace.spots.len() <= FEW {
                            return marker::draw(svg, Role::Full, trace.colour, *at);
                        }
                        svg.draw_circle(*at, units(DOT).unsigned_abs(), &Role::Repeat.colour(), true)
                    })
                })
            })
        })?;
    }
    Ok(())
}
