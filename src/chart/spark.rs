//! Lines as small as a word, for the cells of tables.

use std::fmt::Write;

/// The size of the picture, and how far the line keeps from its edges, in pixels.
const WIDTH: f64 = 88.0;
const HEIGHT: f64 = 20.0;
const EDGE: f64 = 3.0;

/// A line over places that are equally far apart, from the smallest to the largest value; a gap in the values is a
/// gap in the line. It says nothing by itself: words must stand beside it.
pub fn sparkline(values: &[Option<f64>]) -> String {
    let finite = || values.iter().copied().flatten().filter(|value| value.is_finite());
    let (low, high) = (finite().fold(f64::INFINITY, f64::min), finite().fold(f64::NEG_INFINITY, f64::max));
    let across = |index: usize| match values.len() {
        0 | 1 => WIDTH / 2.0,
        many => EDGE + (WIDTH - 2.0 * EDGE) * index as f64 / (many - 1) as f64,
    };
    // Values that are all the same are a line in the middle.
    let share = |value: f64| if high > low { (value / 2.0 - low / 2.0) / (high / 2.0 - low / 2.0) } else { 0.5 };
    let up = |value: f64| HEIGHT - EDGE - (HEIGHT - 2.0 * EDGE) * share(value);
    let mut path = String::new();
    let (mut end, mut drawing) = (None, false);
    for (index, value) in values.iter().enumerate() {
        let Some(value) = value.filter(|value| value.is_finite()) else {
            drawing = false;
            continue;
        };
        let _ = write!(path, "{}{:.1} {:.1}", if drawing { 'L' } else { 'M' }, across(index), up(value));
        // A value between two gaps is a dot: a line of no length with round ends.
        if !drawing {
            path.push_str("h0");
        }
        (end, drawing) = (Some((across(index), up(value))), true);
    }
    let mut svg = format!(
        "<svg class=\"spark\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" aria-hidden=\"true\">"
    );
    if let Some((x, y)) = end {
        let _ = write!(svg, "<path d=\"{path}\"/><circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.5\"/>");
    }
    svg + "</svg>"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_is_a_gap() {
        // 82 pixels in three steps: 3, 30.33, 57.67, 85; from 17 up to 3.
        let svg = sparkline(&[Some(1.0), Some(3.0), None, Some(2.0)]);
        assert!(svg.contains("<path d=\"M3.0 17.0h0L30.3 3.0M85.0 10.0h0\"/><circle cx=\"85.0\" cy=\"10.0\""), "{svg}");
        for values in [&[] as &[Option<f64>], &[None], &[Some(f64::NAN)], &[Some(f64::MAX), Some(f64::MIN)]] {
            assert!(!sparkline(values).contains("NaN") && !sparkline(values).contains("inf"), "{values:?}");
        }
        assert!(sparkline(&[Some(7.0), Some(7.0)]).contains("M3.0 10.0"));
    }
}
