//! Values by two dimensions, printed in cells whose colour says how large they are.

use plotters_backend::DrawingBackend;
use plotters_backend::text_anchor::HPos;

use super::backend::{Canvas, FONT_SIZE, Painted, Svg, paint, units};
use super::caption::Caption;
use super::frame::{GAP, Room, WIDTH, draw_captions, missing, nothing_at, printed, with_unit};
use super::labels::Area;
use super::legend::ROW;
use super::role::Role;
use super::{Heat, Spot, text};
use crate::words::Voice;

/// The height of a cell, the widest it gets, and the room between cells, in pixels.
const CELL: f64 = 30.0;
const WIDEST: f64 = 150.0;
const BETWEEN: f64 = 2.0;

/// The most room for the name of a row, in pixels.
const NAME: f64 = 190.0;

/// How many steps the colour scale has, and the size of a step in the legend, in pixels.
const STEPS: usize = 7;
const STEP: (f64, f64) = (20.0, 10.0);

/// The ratio of largest to smallest value from which colours are logarithmic.
const WIDE: f64 = 12.0;

/// A heat map with everything in its place.
pub(super) struct Layout<'a> {
    cells: Vec<Cell<'a>>,
    scale: Vec<Area>,
    captions: Vec<Caption>,
    /// The height of the picture, in pixels.
    pub(super) height: f64,
}

/// A cell in its place.
struct Cell<'a> {
    area: Area,
    /// The value with its step of the scale, from 1.
    spot: Option<(&'a Spot, usize)>,
    text: Option<Caption>,
}

impl<'a> Layout<'a> {
    /// Puts everything in its place.
    pub(super) fn new(data: &'a Heat, room: &Room<'_>) -> Self {
        let scale = Scale::of(data);
        let left = data.rows.iter().map(|(name, _)| row_name(name, (0.0, 0.0)).width()).fold(0.0, f64::max) + GAP;
        let pitch = ((WIDTH - left - 1.0) / data.columns.len().max(1) as f64).min(WIDEST);
        let top = 3.0 * ROW + GAP / 2.0;
        let mut cells = Vec::new();
        let mut captions = vec![title(data, &scale, room.voice)];
        for (row, (name, spots)) in data.rows.iter().enumerate() {
            let y = top + row as f64 * CELL;
            captions.push(row_name(name, (left - GAP, y + CELL / 2.0)));
            for column in 0..data.columns.len() {
                let x = left + column as f64 * pitch;
                let area = Area { left: x, top: y, right: x + pitch - BETWEEN, bottom: y + CELL - BETWEEN };
                cells.push(cell(data, spots.get(column).and_then(Option::as_ref), &scale, (area, room.voice)));
            }
        }
        for (column, name) in data.columns.iter().enumerate() {
            let x = left + (column as f64 + 0.5) * pitch - BETWEEN / 2.0;
            captions.push(Caption::short(Role::Tick, name, pitch - 4.0, HPos::Center, (x, top - ROW / 2.0)));
        }
        captions.push(Caption::short(
            Role::Title,
            &format!("{} →", data.across),
            WIDTH - left - 2.0,
            HPos::Left,
            (left, 1.5 * ROW),
        ));
        captions.extend(cells.is_empty().then(|| nothing_at(WIDTH, top - ROW / 2.0, room.voice)));
        let (scale, ends) = legend(data);
        captions.extend(ends);
        Self { cells, scale, captions, height: top + data.rows.len().max(1) as f64 * CELL + 2.0 }
    }

    /// Draws it.
    pub(super) fn draw(&self, canvas: &Canvas<'_>) -> Painted {
        draw_captions(canvas, &self.captions)?;
        for (step, area) in self.scale.iter().enumerate() {
            let [from, to] = corners(area);
            paint(canvas, |svg| {
                svg.group(&classes(step + 1), |svg| svg.draw_rect(from, to, &Role::Tile.colour(), true))
            })?;
        }
        self.cells.iter().try_for_each(|cell| cell.draw(canvas))
    }
}

impl Cell<'_> {
    fn draw(&self, canvas: &Canvas<'_>) -> Painted {
        let [from, to] = corners(&self.area);
        let Some((spot, step)) = self.spot else {
            paint(canvas, |svg| svg.draw_rect(from, to, &Role::Hole.colour(), true))?;
            return draw_captions(canvas, &self.text);
        };
        paint(canvas, |svg| {
            svg.group(&classes(step), |svg| {
                let tile = |svg: &mut Svg<'_>| {
                    svg.draw_rect(from, to, &Role::Tile.colour(), true)?;
                    svg.draw_rect(from, to, &Role::Hit.colour(), true)
                };
                match &self.text {
                    Some(text) => svg.link_text(&spot.mark, |svg| tile(svg).and_then(|()| svg.caption(text))),
                    None => svg.link(&spot.mark, tile),
                }
            })
        })
    }
}

/// The classes of a step of the scale.
fn classes(step: usize) -> String {
    format!("cell h{step}")
}

fn corners(area: &Area) -> [(i32, i32); 2] {
    [(units(area.left), units(area.top)), (units(area.right), units(area.bottom))]
}

/// The name of a row, at a place.
fn row_name(name: &str, at: (f64, f64)) -> Caption {
    Caption::short(Role::Group, name, NAME, HPos::Right, at)
}

fn drawable(spot: &Spot) -> bool {
    spot.mark.value.is_finite()
}

/// A cell with its value, where the text fits.
fn cell<'a>(data: &Heat, spot: Option<&'a Spot>, scale: &Scale, (area, voice): (Area, Voice<'_>)) -> Cell<'a> {
    let spot = spot.filter(|spot| drawable(spot)).map(|spot| (spot, scale.step(spot.mark.value)));
    let room = area.right - area.left - 4.0;
    let middle = ((area.left + area.right) / 2.0, (area.top + area.bottom) / 2.0);
    let fits = |text: &String| text::width(text, FONT_SIZE) <= room;
    let text = match spot {
        Some((spot, _)) => Some(value_text(data, spot)).filter(fits).map(|text| (Role::Value, text)),
        None => [missing(voice), "–".to_owned()].into_iter().find(fits).map(|text| (Role::Missing, text)),
    };
    Cell { area, spot, text: text.map(|(role, text)| Caption::new(role, text, HPos::Center, middle)) }
}

/// A value without its unit, which the title names; what was not measured is marked.
fn value_text(data: &Heat, spot: &Spot) -> String {
    let text = printed(&spot.mark);
    let number = text.trim_end_matches(['†', '≈', '‡']);
    let sign = &text[number.len()..];
    let bare = number.strip_suffix(data.unit.symbol()).unwrap_or(number).trim_end();
    if spot.firm || !sign.is_empty() { format!("{bare}{sign}") } else { format!("≈ {bare}") }
}

fn title(data: &Heat, scale: &Scale, voice: Voice<'_>) -> Caption {
    let quantity = with_unit(&data.quantity, data.unit, voice);
    let log = if scale.log { format!(" {}", voice.word("colours_log")) } else { String::new() };
    Caption::short(Role::Title, &(quantity + &log), WIDTH / 2.0 - GAP, HPos::Left, (1.0, ROW / 2.0))
}

/// The steps of the scale between the smallest and the largest value, right-aligned.
fn legend(data: &Heat) -> (Vec<Area>, Vec<Caption>) {
    let spots = || data.rows.iter().flat_map(|(_, spots)| spots.iter().flatten()).filter(|spot| drawable(spot));
    let least = spots().min_by(|a, b| a.mark.value.total_cmp(&b.mark.value));
    let most = spots().max_by(|a, b| a.mark.value.total_cmp(&b.mark.value));
    let (Some(least), Some(most)) = (least, most) else { return (Vec::new(), Vec::new()) };
    let y = ROW / 2.0;
    let high = Caption::new(Role::Tick, value_text(data, most), HPos::Right, (WIDTH - 1.0, y));
    let right = WIDTH - 1.0 - high.width() - 6.0;
    let left = right - STEPS as f64 * STEP.0;
    let low = Caption::new(Role::Tick, value_text(data, least), HPos::Right, (left - 6.0, y));
    let tile = |step: usize| {
        let x = left + step as f64 * STEP.0;
        Area { left: x, top: y - STEP.1 / 2.0, right: x + STEP.0, bottom: y + STEP.1 / 2.0 }
    };
    ((0..STEPS).map(tile).collect(), vec![low, high])
}

/// From values to steps.
struct Scale {
    low: f64,
    high: f64,
    log: bool,
}

impl Scale {
    fn of(data: &Heat) -> Self {
        let spots = data.rows.iter().flat_map(|(_, spots)| spots.iter().flatten()).filter(|spot| drawable(spot));
        let (low, high) = spots.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), spot| {
            (low.min(spot.mark.value), high.max(spot.mark.value))
        });
        Self { low, high, log: low > 0.0 && high / low > WIDE }
    }

    /// The step of a value, from 1; the middle one when all are the same.
    fn step(&self, value: f64) -> usize {
        let at = |value: f64| if self.log { value.log10() } else { value };
        // Halved, so that the distance of extremes stays finite.
        let part = (at(value) / 2.0 - at(self.low) / 2.0) / (at(self.high) / 2.0 - at(self.low) / 2.0);
        if part.is_nan() { STEPS.div_ceil(2) } else { ((part * STEPS as f64) as usize).min(STEPS - 1) + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_even() {
        let scale = Scale { low: 0.0, high: 70.0, log: false };
        assert_eq!([0.0, 9.0, 11.0, 35.0, 69.0, 70.0].map(|value| scale.step(value)), [1, 1, 2, 4, 7, 7]);
        let scale = Scale { low: 1.0, high: 1e7, log: true };
        assert_eq!([1.0, 50.0, 5e6].map(|value| scale.step(value)), [1, 2, 7]);
        assert_eq!(Scale { low: 3.0, high: 3.0, log: false }.step(3.0), 4);
    }
}
