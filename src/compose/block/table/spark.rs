//! A column of small lines: `sparklines = { value = "rps", over = "release" }`.

use std::sync::Arc;

use super::grid::Grid;
use crate::chart::sparkline;
use crate::compose::Desk;
use crate::compose::block::legend::Provenance;
use crate::compose::block::measure::{Measure, single};
use crate::compose::block::named_dimension;
use crate::compose::html::{Marks, escape};
use crate::diagnostic::Code;
use crate::evaluate::Outcome;
use crate::figure::{Draft, Format, Role};
use crate::model::Dimensions;
use crate::render::view;
use crate::settings::{Context, Item, Keys};
use crate::suite::Suite;

/// What the lines are of.
pub(super) struct Sparklines {
    measure: Measure,
    over: Arc<str>,
    label: Option<String>,
}

/// The values of a row, each with its key; a place that has none is a gap.
type Course = Vec<(Dimensions, Option<Outcome>)>;

impl Sparklines {
    /// Understands the setting; none where there is none, and where it is wrong.
    pub(super) fn read(context: &Context, suite: &Suite, keys: &Keys<'_>) -> Option<Self> {
        let setting = keys.get("sparklines")?;
        let Item::Table(table) = &setting.item else {
            let help = Some("write `{ value = \"rps\", over = \"release\" }`".to_owned());
            context.error(Code::WrongType, setting.span, "sparklines are a table", help);
            return None;
        };
        let own = Keys::new(context, table, "the sparklines");
        let over = own.required("over", setting.span);
        own.required("value", setting.span);
        let measure = own.get("value").and_then(|value| Measure::read(context, value));
        let label = own.string("label");
        let over = over.and_then(|name| named_dimension(context, suite, &name, own.span("over")));
        own.finish();
        Some(Self { measure: measure?, over: over?, label })
    }

    /// The head of the column.
    pub(super) fn head(&self, grid: &Grid<'_>) -> view::Column {
        let measure = self.measure.label(grid.suite);
        let label = self.label.clone().unwrap_or_else(|| {
            format!("{measure} over {}", super::text::dimension_label(grid, &self.over).to_lowercase())
        });
        view::Column { label, unit: String::new(), better: String::new(), statistic: String::new() }
    }

    /// The cell of a row: the line, the last value as a figure, and in words what the line shows.
    pub(super) fn cell(&self, desk: &mut Desk<'_>, context: &Context, grid: &Grid<'_>, row: &Dimensions) -> view::Cell {
        let course = self.course(context, grid, row);
        let known: Vec<(&Dimensions, &Outcome)> =
            course.iter().filter_map(|(key, outcome)| Some((key, outcome.as_ref()?))).collect();
        let Some((key, last)) = known.last() else {
            return view::Cell {
                missing: Provenance::Nothing.word().to_owned(),
                best: false,
                html: String::new(),
                bar: None,
            };
        };
        let format = self.measure.format(grid.suite, last);
        let values: Vec<Option<f64>> =
            course.iter().map(|(_, outcome)| single(outcome.as_ref()?, format.unit)).collect();
        let words = self.words(desk, grid, &known, format);
        let text = desk.notation.rewrite(&format.text(grid.suite, last));
        let html = escape(&text);
        let expression = self.measure.expression_for(grid.suite, &with(&grid.plan.fixed, row, key));
        let (verdict, claimed, reason, outcome) = (None, String::new(), String::new(), (*last).clone());
        let draft = Draft { role: Role::Value, text, outcome, expression, unit: format.unit, verdict, claimed, reason };
        let figure = desk.figures.add(grid.suite, draft);
        let link = desk.figure_html(grid.suite, figure, &html, Marks { best: false, again: false });
        let html = format!("{} {link}<span class=\"sr\"> {}</span>", sparkline(&values), escape(&words));
        view::Cell { missing: String::new(), best: false, html, bar: None }
    }

    fn course(&self, context: &Context, grid: &Grid<'_>, row: &Dimensions) -> Course {
        // Also where the rest of the table is of one place only.
        let mut fixed = grid.plan.fixed.clone();
        fixed.remove(&self.over);
        let mut places: Vec<Dimensions> =
            self.measure.keys(grid.suite, &fixed, &[Arc::clone(&self.over)]).into_iter().collect();
        places.sort_by(|a, b| grid.suite.vocabulary.compare(a, b));
        let value = |key: Dimensions| {
            let outcome = match self.measure.evaluate(grid.suite, context, &with(&grid.plan.fixed, row, &key)) {
                Ok(outcome) => Some(outcome),
                Err(diagnostic) => {
                    if !self.measure.is_gap(grid.suite, &diagnostic) {
                        context.report(*diagnostic);
                    }
                    None
                }
            };
            (key, outcome)
        };
        places.into_iter().map(value).collect()
    }

    /// "at 2.1; 1.0: 20,377 req/s, lowest 20,377 req/s at 1.0, highest 25,853 req/s at 2.0".
    fn words(&self, desk: &Desk<'_>, grid: &Grid<'_>, known: &[(&Dimensions, &Outcome)], format: Format) -> String {
        let text = |outcome: &Outcome| desk.notation.rewrite(&format.text(grid.suite, outcome));
        let place = |key: &Dimensions| grid.suite.vocabulary.label(&self.over, &key[&self.over]).to_owned();
        let value = |outcome: &Outcome| single(outcome, format.unit).unwrap_or(f64::NAN);
        let least = known.iter().min_by(|a, b| value(a.1).total_cmp(&value(b.1)));
        let most = known.iter().max_by(|a, b| value(a.1).total_cmp(&value(b.1)));
        match (known, least, most) {
            ([first, .., last], Some(least), Some(most)) => format!(
                "at {}, from {} at {}; lowest {} at {}, highest {} at {}",
                place(last.0),
                text(first.1),
                place(first.0),
                text(least.1),
                place(least.0),
                text(most.1),
                place(most.0)
            ),
            ([only], ..) => format!("at {}, the only value", place(only.0)),
            _ => String::new(),
        }
    }
}

/// What holds in a row at a place.
fn with(fixed: &Dimensions, row: &Dimensions, place: &Dimensions) -> Dimensions {
    let all = fixed.iter().chain(row).chain(place);
    all.map(|(name, value)| (Arc::clone(name), Arc::clone(value))).collect()
}
