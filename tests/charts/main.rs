//! Charts as SVG: golden files beside this one, and rules that must hold for every chart.
//!
//! `BENCHBOOK_BLESS=1` rewrites the golden files; look at them in a browser before committing.

mod cases;
mod heat;
mod lines;
mod panels;
mod picture;
mod rows;
mod samples;
mod scatter;

use std::path::Path;

use benchbook::chart::{self, Chart, Plot};

use crate::picture::Picture;

#[test]
#[expect(clippy::disallowed_methods, reason = "golden files are read and written here only")]
fn charts_are_as_they_were_looked_at() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/charts");
    let bless = std::env::var_os("BENCHBOOK_BLESS").is_some();
    for chart in looked_at() {
        let file = folder.join(format!("{}.svg", chart.id));
        let drawn = chart::standalone(&chart);
        if bless {
            std::fs::write(&file, &drawn).expect("the folder of golden files can be written to");
        }
        let golden = std::fs::read_to_string(&file).expect("a golden file for each case");
        assert!(drawn == golden, "`{}` is drawn differently; look at it and set BENCHBOOK_BLESS=1", chart.id);
    }
}

/// How many marks of a chart can be drawn.
fn marks(chart: &Chart<'_>) -> usize {
    panels::plots(chart).into_iter().map(marks_of).sum()
}

fn marks_of(plot: &Plot) -> usize {
    let values: Vec<f64> = match plot {
        Plot::Percentiles(data) => data.series.iter().flat_map(|s| s.points.iter().map(|(_, m)| m.value)).collect(),
        Plot::Bars(data) => {
            data.groups.iter().flat_map(|(_, bars)| bars.iter().flatten().map(|b| b.mark.value)).collect()
        }
        Plot::Lines(data) => {
            let spots = data.series.iter().flat_map(|s| s.spots.iter().flatten().map(|s| s.mark.value));
            spots.chain(data.series.iter().flat_map(|s| s.changes.iter().map(|(_, mark)| mark.value))).collect()
        }
        Plot::Rows(data) => rows::values(data),
        Plot::Heat(data) => data.rows.iter().flat_map(|(_, s)| s.iter().flatten().map(|s| s.mark.value)).collect(),
        Plot::Panels(_) => Vec::new(),
        Plot::Steps(data) => samples::of_steps(data),
        Plot::Stack(data) => samples::of_stack(data),
        Plot::Scatter(data) => data.points.iter().map(|point| point.spot.mark.value + point.x.0).collect(),
    };
    values.into_iter().filter(|value| value.is_finite()).count()
}

/// All charts with a golden file.
fn looked_at() -> impl Iterator<Item = Chart<'static>> {
    cases::all()
        .into_iter()
        .chain(lines::all())
        .chain(rows::all())
        .chain(scatter::all())
        .chain(heat::all())
        .chain(panels::all())
        .chain(samples::all())
}

/// All charts that rules are checked on.
fn every() -> impl Iterator<Item = Chart<'static>> {
    looked_at()
        .chain(cases::extremes())
        .chain(cases::unforeseen())
        .chain(lines::unforeseen())
        .chain(rows::unforeseen())
        .chain(scatter::unforeseen())
        .chain(heat::unforeseen())
        .chain(panels::unforeseen())
        .chain(samples::unforeseen())
}

#[test]
fn each_mark_is_a_link() {
    for chart in every() {
        let svg = chart::svg(&chart);
        assert_eq!(svg.matches("<a class=\"fig\" data-fig=\"").count(), marks(&chart), "{}", chart.id);
        // A cell of a heat map with axes can be pointed at itself.
        let can_be_hit = |link: &str| link.contains("class=\"hit\"") || link.contains("class=\"tile\"");
        let mut links = svg.split("<a class=\"fig\"").skip(1).filter_map(|rest| rest.split("</a>").next());
        assert!(links.all(can_be_hit), "{}", chart.id);
    }
}

#[test]
fn nothing_leaks_and_numbers_are_short() {
    for chart in every() {
        let svg = chart::svg(&chart);
        assert!(!svg.contains("class=\"raw") && !svg.contains("NaN") && !svg.contains("inf"), "{}", chart.id);
        for number in picture::coordinates(&svg) {
            let decimals = number.split_once('.').map_or("", |(_, decimals)| decimals);
            assert!(decimals.len() <= 1, "{}: {number}", chart.id);
        }
    }
}

#[test]
fn nothing_is_outside_the_picture() {
    for chart in every() {
        let picture = Picture::read(&chart::svg(&chart));
        for (what, area) in picture.texts.iter().chain(&picture.shapes) {
            let inside =
                area.left >= 0.0 && area.top >= 0.0 && area.right <= picture.width && area.bottom <= picture.height;
            assert!(inside, "{}: {what} at {area:?} in {}×{}", chart.id, picture.width, picture.height);
        }
    }
}

#[test]
fn texts_do_not_overlap() {
    for chart in every() {
        let picture = Picture::read(&chart::svg(&chart));
        for (index, (one, area)) in picture.texts.iter().enumerate() {
            for (other, second) in &picture.texts[..index] {
                assert!(!area.overlaps(second), "{}: {one} {area:?} and {other} {second:?}", chart.id);
            }
        }
    }
}

#[test]
fn labels_of_references_keep_off_marks() {
    for chart in every() {
        let picture = Picture::read(&chart::svg(&chart));
        for (note, area) in picture.texts.iter().filter(|(what, _)| what.starts_with("note ")) {
            for (mark, second) in
                picture.shapes.iter().filter(|(what, _)| what.starts_with("mark") || what.starts_with("bar"))
            {
                assert!(!area.overlaps(second), "{}: {note} {area:?} and {mark} {second:?}", chart.id);
            }
        }
    }
}

#[test]
fn a_picture_can_be_read_without_seeing_it() {
    for chart in looked_at() {
        let svg = chart::svg(&chart);
        assert!(svg.starts_with("<svg class=\"chart\""));
        assert!(svg.contains("role=\"graphics-document document\""));
        let id = &chart.id;
        assert!(svg.contains(&format!("aria-labelledby=\"{id}-title\" aria-describedby=\"{id}-description\"")));
        assert!(
            svg.contains(&format!("<title id=\"{id}-title\">"))
                && svg.contains(&format!("<desc id=\"{id}-description\">"))
        );
    }
}

#[test]
fn a_file_stands_alone() {
    let chart = cases::altair();
    let (inline, file) = (chart::svg(&chart), chart::standalone(&chart));
    assert!(!inline.contains("<style") && !inline.contains("xmlns"));
    assert!(file.contains("xmlns=\"http://www.w3.org/2000/svg\"") && file.contains("prefers-color-scheme: dark"));
    // The last mark of the case leads to an anchor of its page.
    assert!(inline.contains("href=\"#figure-12\"") && file.contains("href=\"index.html#figure-12\""));
}

#[test]
fn the_same_chart_gives_the_same_bytes() {
    for chart in looked_at() {
        assert_eq!(chart::svg(&chart), chart::svg(&chart.clone()));
    }
}

#[test]
fn long_names_are_whole_in_titles() {
    let svg = chart::svg(&cases::long_names());
    assert!(svg.contains("…"));
    assert!(svg.contains(&format!("<title>{}</title>", cases::LONG)));
}

#[test]
fn colours_stand_out_from_paper() {
    let (light, dark) = chart::STYLE.split_once("@media (prefers-color-scheme: dark)").expect("a dark block");
    for (style, paper) in [(light, "#ffffff"), (dark, "#111317")] {
        let colours = picture::series_colours(style);
        assert_eq!(colours.len(), 8);
        for colour in colours {
            let contrast = picture::contrast(colour, paper);
            assert!(contrast >= 3.0, "{colour} on {paper}: {contrast:.2}");
        }
    }
}

#[test]
fn texts_stand_out_from_cells() {
    let (light, dark) = chart::STYLE.split_once("@media (prefers-color-scheme: dark)").expect("a dark block");
    for style in [light, dark] {
        for step in 1..=7 {
            let value = |name: String| {
                let (_, rest) = style.split_once(&format!("--{name}: ")).unwrap_or_else(|| panic!("no {name}"));
                &rest[..7]
            };
            let (cell, ink) = (value(format!("h{step}")), value(format!("h{step}-ink")));
            let contrast = picture::contrast(ink, cell);
            assert!(contrast >= 4.5, "{ink} on {cell}: {contrast:.2}");
        }
    }
}

#[test]
fn contrast_is_the_one_of_wcag() {
    assert!((picture::contrast("#000000", "#ffffff") - 21.0).abs() < 1e-9);
    // #767676 is known as the lightest grey with 4.5:1 on white.
    assert!((picture::contrast("#767676", "#ffffff") - 4.54).abs() < 0.01);
}
