//! Charts and cards as PNG, where the site asks for them and this program can draw them.

use crate::chart::{self, Chart};
use crate::compose::Desk;
use crate::diagnostic::{Code, Diagnostic};
use crate::raster;
use crate::source::Span;

/// Pixels of a PNG for each of a chart's own: sharp on dense screens and in print.
const DENSITY: u8 = 2;

/// A picture that is to be drawn.
pub(in crate::compose) struct Wanted {
    /// The name of its file, beside the page.
    pub(in crate::compose) name: String,
    /// What it shows.
    pub(in crate::compose) svg: String,
    /// How many of its pixels there are for each of the SVG's.
    pub(in crate::compose) density: u8,
    /// Where it is asked for.
    pub(in crate::compose) at: Span,
    /// Whether it is still of use where the font lacks letters of it.
    pub(in crate::compose) with_gaps: bool,
    /// What to do where the font lacks letters of it.
    pub(in crate::compose) help: &'static str,
}

/// Writes a chart as PNG; gives its name, which is empty where the site asks for none.
pub(super) fn of_chart(desk: &mut Desk<'_>, chart: &Chart) -> String {
    if !desk.targets.pictures.png {
        return String::new();
    }
    let wanted = Wanted {
        name: format!("{}.png", chart.id),
        svg: chart::flat(chart),
        density: DENSITY,
        at: desk.figures.at,
        with_gaps: true,
        help: "use the SVG where these letters matter: it is drawn with the fonts of its reader",
    };
    draw(desk, wanted)
}

/// Draws a picture, and tells of what the font lacks; gives the name of the file, which is empty where there is none.
/// That there is no painter is told by the build, once.
pub(in crate::compose) fn draw(desk: &mut Desk<'_>, wanted: Wanted) -> String {
    let Wanted { name, svg, density, at, with_gaps, help } = wanted;
    let Some(drawn) = raster::picture(&svg, density) else { return String::new() };
    let picture = match drawn {
        Ok(picture) => picture,
        Err(why) => {
            let message = format!("`{name}` cannot be drawn: {why}");
            desk.found.push(Diagnostic::error(Code::Picture, message).at(&desk.page.source, at));
            return String::new();
        }
    };
    if !picture.missing.is_empty() {
        let told: String = picture.missing.iter().take(MOST).collect();
        let more = if picture.missing.len() > MOST { " and others" } else { "" };
        let message = match with_gaps {
            true => format!("`{name}` shows boxes in place of `{told}`{more}, which its font does not have"),
            false => format!("`{name}` is not written: its font does not have `{told}`{more}"),
        };
        desk.found.push(Diagnostic::warning(Code::Picture, message).at(&desk.page.source, at).help(help));
        if !with_gaps {
            return String::new();
        }
    }
    desk.files.push((name.clone(), picture.png));
    name
}

/// The most missing letters that are told.
const MOST: usize = 12;
