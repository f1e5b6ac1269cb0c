//! Every mark of a plot, whatever its kind.

use super::plot::{Aside, Content, Lane, LineSeries, Mark, Plot, Row, Spot};

impl Plot {
    /// Its marks, to be changed once all of the chart is known.
    pub fn marks_mut(&mut self) -> Vec<&mut Mark> {
        match self {
            Self::Percentiles(plot) => {
                plot.series.iter_mut().flat_map(|series| &mut series.points).map(|(_, mark)| mark).collect()
            }
            Self::Bars(plot) => {
                let bars = plot.groups.iter_mut().flat_map(|(_, bars)| bars).flatten();
                bars.map(|bar| &mut bar.mark).collect()
            }
            Self::Lines(plot) => plot.series.iter_mut().flat_map(of_line).collect(),
            Self::Rows(plot) => plot.rows.iter_mut().filter_map(lane).flat_map(of_lane).collect(),
            Self::Scatter(plot) => plot.points.iter_mut().map(|point| &mut point.spot.mark).collect(),
            Self::Heat(plot) => plot.rows.iter_mut().flat_map(|(_, spots)| spots_of(spots)).collect(),
            Self::Panels(plot) => plot.panels.iter_mut().flat_map(|(_, plot)| plot.marks_mut()).collect(),
            Self::Steps(plot) => {
                plot.series.iter_mut().flat_map(|series| &mut series.marks).map(|(_, mark)| mark).collect()
            }
            Self::Stack(plot) => plot.panes.iter_mut().flat_map(|pane| of_pane(&mut pane.content)).collect(),
        }
    }
}

fn spots_of(spots: &mut [Option<Spot>]) -> impl Iterator<Item = &mut Mark> {
    spots.iter_mut().flatten().map(|spot| &mut spot.mark)
}

fn of_line(line: &mut LineSeries) -> impl Iterator<Item = &mut Mark> {
    spots_of(&mut line.spots).chain(line.changes.iter_mut().map(|(_, mark)| mark))
}

fn lane(row: &mut Row) -> Option<&mut Lane> {
    if let Row::Lane(lane) = row { Some(lane) } else { None }
}

fn of_lane(lane: &mut Lane) -> impl Iterator<Item = &mut Mark> {
    let aside = if let Aside::Figure(mark) = &mut lane.aside { Some(&mut **mark) } else { None };
    spots_of(&mut lane.spots).chain(&mut lane.repeats).chain(aside)
}

fn of_pane(content: &mut Content) -> Vec<&mut Mark> {
    match content {
        Content::Bins(bins) => bins.iter_mut().map(|bin| &mut bin.mark).collect(),
        Content::Tiles(_, tiles) => tiles.iter_mut().map(|tile| &mut tile.mark).collect(),
        Content::Traces(traces) => {
            traces.iter_mut().flat_map(|trace| &mut trace.spots).filter_map(|(_, mark)| mark.as_mut()).collect()
        }
    }
}
