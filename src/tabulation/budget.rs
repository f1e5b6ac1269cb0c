//! As many rows as a number of bytes has room for, the most important first; the rest is counted.

use std::collections::BTreeMap;

use super::cells;
use crate::comparison::Verdict;

/// What the rows that are left out are called: "and 4,310 more rows: 2 worse, …".
pub(super) fn rest(left: &BTreeMap<Verdict, usize>) -> String {
    let counts: Vec<(Verdict, usize)> = left.iter().map(|(verdict, count)| (*verdict, *count)).collect();
    let all: usize = left.values().sum();
    let rows = if all == 1 { "row" } else { "rows" };
    format!("and {} more {rows}: {}", cells::whole(all), super::tally(&counts))
}

/// How many of the rows fit; an error when not even the frame does. `wrapped` is the line about the rest.
pub(super) fn fit(
    frame: usize,
    rows: &[(Verdict, String)],
    wrapped: impl Fn(&str) -> String,
    most: Option<usize>,
) -> Result<usize, usize> {
    let all: usize = rows.iter().map(|(_, text)| text.len()).sum();
    let Some(most) = most.filter(|most| frame + all > *most) else { return Ok(rows.len()) };
    // The line about all rows is at least as long as that about some of them.
    let needed = frame + wrapped(&rest(&left(rows))).len();
    let mut room = most.checked_sub(needed).ok_or(needed)?;
    let mut count = 0;
    for (_, row) in rows {
        let Some(left) = room.checked_sub(row.len()) else { break };
        (room, count) = (left, count + 1);
    }
    Ok(count)
}

/// How many rows there are of each verdict.
pub(super) fn left(rows: &[(Verdict, String)]) -> BTreeMap<Verdict, usize> {
    let mut left = BTreeMap::new();
    for (verdict, _) in rows {
        *left.entry(*verdict).or_default() += 1;
    }
    left
}
