//! Where labels go so that they hide nothing and nothing hides them.

/// A rectangle in pixels; `top` is the smaller y.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Area {
    /// Smaller x.
    pub(super) left: f64,
    /// Smaller y.
    pub(super) top: f64,
    /// Larger x.
    pub(super) right: f64,
    /// Larger y.
    pub(super) bottom: f64,
}

/// A point in pixels.
pub(super) type Point = (f64, f64);

impl Area {
    /// The rectangle around a point, reaching so far to each side.
    pub(super) fn around((x, y): Point, across: f64, down: f64) -> Self {
        Self { left: x - across, top: y - down, right: x + across, bottom: y + down }
    }

    /// The rectangle with so much more on each side.
    pub(super) fn grown(self, by: f64) -> Self {
        Self { left: self.left - by, top: self.top - by, right: self.right + by, bottom: self.bottom + by }
    }

    /// Whether the two have a point in common, edges not counted.
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    /// How far a point is from the rectangle; 0 inside.
    pub(super) fn distance(&self, (x, y): Point) -> f64 {
        let across = (self.left - x).max(x - self.right).max(0.0);
        let down = (self.top - y).max(y - self.bottom).max(0.0);
        across.hypot(down)
    }

    /// Whether the straight line between two points touches the rectangle.
    pub(super) fn is_crossed(&self, from: Point, to: Point) -> bool {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let sides = [
            (-dx, from.0 - self.left),
            (dx, self.right - from.0),
            (-dy, from.1 - self.top),
            (dy, self.bottom - from.1),
        ];
        // The part of the line, from 0 to 1, that is on the inner side of all four edges.
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        for (towards, distance) in sides {
            let at = distance / towards;
            match towards {
                0.0 if distance < 0.0 => return false,
                0.0 => {}
                t if t < 0.0 => enter = enter.max(at),
                _ => leave = leave.min(at),
            }
        }
        enter <= leave
    }
}

/// What a label must keep clear of.
#[derive(Debug, Default)]
pub(super) struct Obstacles {
    /// Marks, bars and other labels.
    pub(super) areas: Vec<Area>,
    /// Lines.
    pub(super) segments: Vec<(Point, Point)>,
}

impl Obstacles {
    /// Whether nothing is in the way of the rectangle.
    pub(super) fn leave(&self, area: &Area) -> bool {
        !self.areas.iter().any(|a| a.overlaps(area)) && !self.segments.iter().any(|(a, b)| area.is_crossed(*a, *b))
    }

    /// Finds room for a label above or below a horizontal line at `y`, as far right as possible.
    pub(super) fn room_along(&self, y: f64, frame: &Area, (width, height): (f64, f64)) -> Option<Area> {
        let steps = ((frame.right - frame.left - width) / STEP).floor().max(-1.0) as i64;
        let candidates = (0..=steps).flat_map(|step| {
            let right = frame.right - step as f64 * STEP;
            [y - height - GAP, y + GAP].map(|top| Area { left: right - width, top, right, bottom: top + height })
        });
        let inside = |a: &Area| a.top >= frame.top && a.bottom <= frame.bottom;
        candidates.into_iter().find(|area| inside(area) && self.leave(&area.grown(GAP / 2.0)))
    }
}

/// How far apart the places are that are tried for a label, in pixels.
const STEP: f64 = 6.0;

/// Between a line and its label, in pixels.
const GAP: f64 = 3.0;

/// Moves labels as little as possible so that they are `gap` apart and between `low` and `high`.
/// The answer is in the order of `wanted`; none when there is not enough room.
pub(super) fn spread(wanted: &[f64], gap: f64, low: f64, high: f64) -> Option<Vec<f64>> {
    let room = high - low - gap * wanted.len().saturating_sub(1) as f64;
    if room < 0.0 {
        return None;
    }
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|a, b| wanted[*a].total_cmp(&wanted[*b]));
    // With the gaps taken out, labels may touch but not pass each other: a block of labels that
    // want to pass sits at the mean of their wishes.
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    for (rank, index) in order.iter().enumerate() {
        let mut block = (wanted[*index] - rank as f64 * gap, 1);
        while let Some(before) = blocks.pop_if(|before| before.0 > block.0) {
            let count = before.1 + block.1;
            block = ((before.0 * before.1 as f64 + block.0 * block.1 as f64) / count as f64, count);
        }
        blocks.push(block);
    }
    let places = blocks.iter().flat_map(|(place, count)| std::iter::repeat_n(*place, *count));
    let mut moved = vec![0.0; wanted.len()];
    for (rank, (index, place)) in order.iter().zip(places).enumerate() {
        moved[*index] = place.clamp(low, low + room) + rank as f64 * gap;
    }
    Some(moved)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_with_room_stay() {
        assert_eq!(spread(&[50.0, 10.0], 16.0, 0.0, 100.0), Some(vec![50.0, 10.0]));
        assert_eq!(spread(&[], 16.0, 0.0, 0.0), Some(vec![]));
    }

    #[test]
    fn crowded_labels_share_the_shift() {
        // Both want 50; 16 apart, they end 8 to each side.
        assert_eq!(spread(&[50.0, 50.0], 16.0, 0.0, 100.0), Some(vec![42.0, 58.0]));
        // At an edge the frame holds them.
        assert_eq!(spread(&[100.0, 100.0], 16.0, 0.0, 100.0), Some(vec![84.0, 100.0]));
        assert_eq!(spread(&[1.0, 2.0, 3.0], 60.0, 0.0, 100.0), None);
    }

    #[test]
    fn lines_cross_boxes() {
        let area = Area { left: 10.0, top: 10.0, right: 20.0, bottom: 20.0 };
        assert!(area.is_crossed((0.0, 0.0), (30.0, 30.0)));
        assert!(area.is_crossed((12.0, 12.0), (13.0, 13.0)));
        assert!(area.is_crossed((0.0, 15.0), (30.0, 15.0)));
        assert!(!area.is_crossed((0.0, 25.0), (30.0, 25.0)));
        assert_eq!([area.distance((15.0, 12.0)), area.distance((23.0, 24.0))], [0.0, 5.0]);
        // Past the corner.
        assert!(!area.is_crossed((0.0, 15.0), (15.0, 30.1)));
        assert!(!area.is_crossed((0.0, 0.0), (9.0, 9.0)));
    }

    #[test]
    fn a_label_keeps_off_marks() {
        let frame = Area { left: 0.0, top: 0.0, right: 200.0, bottom: 100.0 };
        let free = Obstacles::default().room_along(50.0, &frame, (60.0, 14.0)).expect("room");
        assert_eq!((free.left, free.bottom), (140.0, 47.0));
        let blocked = Obstacles { areas: vec![Area::around((180.0, 45.0), 8.0, 8.0)], segments: vec![] };
        let below = blocked.room_along(50.0, &frame, (60.0, 14.0)).expect("room");
        assert!(below.right < 172.0 || below.top > 53.0, "{below:?}");
        let full = Obstacles { areas: vec![frame], segments: vec![] };
        assert_eq!(full.room_along(50.0, &frame, (60.0, 14.0)), None);
    }
}
