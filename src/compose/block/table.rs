//! The block `table`: figures by dimensions, in long form (row spans) or wide form (a column a value).

mod grid;
mod plan;
mod spark;
mod text;
mod verdict;
mod view;

use crate::compose::Desk;
use crate::settings::{Context, Keys};
use crate::suite::Suite;

use grid::Grid;
use plan::Plan;

/// Renders the block.
pub(super) fn render(desk: &mut Desk<'_>, suite: &Suite, context: &Context, keys: Keys<'_>) -> String {
    let Some(plan) = Plan::read(desk, suite, context, keys) else { return String::new() };
    let rows = plan.row_keys(suite);
    // Where the evidence has no value there is no column across its dimension either.
    if rows.is_empty() || plan.columns.is_empty() {
        plan.report_no_rows(suite, context);
        return String::new();
    }
    let mut grid = Grid::compute(suite, context, &plan, rows);
    plan.verdicts.check(&grid, context);
    grid.sort();
    desk.tables += 1;
    let number = desk.tables;
    let file = format!("table-{number}.csv");
    desk.files.push((file.clone(), text::csv(&grid).into_bytes()));
    let table = view::table(desk, context, &grid, number, file);
    desk.captioned(&table.id, &grid.plan.caption);
    desk.template("blocks/table.html", "table", table)
}
