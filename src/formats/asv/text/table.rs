//! The table of a benchmark with parameters, as slices of the text.

/// A table: a column for each of the first parameters, and one for the values, or for each combination of the others.
#[derive(Debug)]
pub(super) struct Table<'a> {
    /// The names of the parameters that have columns of their own.
    names: Vec<&'a str>,
    /// What the other parameters are in each column of values, in the order of the columns.
    across: Vec<Vec<(&'a str, &'a str)>>,
    /// The cells of each row.
    rows: Vec<Vec<&'a str>>,
}

/// Whether a text is a row of that sign, in parts.
pub(super) fn is_rule(text: &str, sign: char) -> bool {
    let text = text.trim();
    !text.is_empty() && text.contains(sign) && text.chars().all(|c| c == sign || c == ' ')
}

impl<'a> Table<'a> {
    /// The table whose first line is the first of these, and how many it takes; none where it has no end.
    pub(super) fn read(lines: &[&'a str]) -> Option<(Self, usize)> {
        let is_across = lines.get(1)?.trim_start().starts_with("-- ");
        let rules = (1..lines.len()).filter(|at| is_rule(lines[*at], '='));
        let inner = rules.clone().next()?;
        let end = if is_across { rules.take(2).nth(1)? } else { inner };
        let columns = columns(lines[end]);
        let head = if is_across { 3 } else { 1 };
        let ruled = lines.get(2).is_some_and(|line| is_rule(line, '-'));
        if !ruled || is_across && inner != 4 || lines[1..end].iter().any(|line| line.trim().is_empty()) {
            return None;
        }
        let head = cells(lines[head], &columns);
        let first = if is_across { inner + 1 } else { 3 };
        let rows = lines[first..end].iter().map(|line| cells(line, &columns)).collect();
        // Of the rule below the names the first part is over the parameters that have columns of their own.
        let end_of_own = self::columns(lines[2]).first().map_or(0, |(_, end)| *end);
        let own = match is_across {
            true => columns.iter().filter(|(start, _)| *start < end_of_own).count(),
            false => columns.len() - 1,
        };
        let (names, values) = head.split_at(own.min(head.len()));
        let across = match is_across {
            true => values
                .iter()
                .map(|values| pairs(lines[1].trim_start().trim_start_matches("--").trim(), values))
                .collect(),
            false => vec![Vec::new()],
        };
        Some((Self { names: names.to_vec(), across, rows }, end + 1))
    }

    /// Each value with the parameters that it is of.
    pub(super) fn values(&self) -> impl Iterator<Item = (Vec<(&'a str, &'a str)>, &'a str)> {
        self.rows.iter().flat_map(move |row| {
            let (own, values) = row.split_at(self.names.len().min(row.len()));
            let own: Vec<_> = self.names.iter().copied().zip(own.iter().copied()).collect();
            self.across.iter().zip(values).map(move |(across, value)| ([&own[..], across].concat(), *value))
        })
    }
}

/// Where the parts of a rule begin and end, in characters.
fn columns(rule: &str) -> Vec<(usize, usize)> {
    let mut columns: Vec<(usize, usize)> = Vec::new();
    for (at, _) in rule.chars().enumerate().filter(|(_, c)| *c != ' ') {
        match columns.last_mut().filter(|(_, end)| *end == at) {
            Some((_, end)) => *end = at + 1,
            None => columns.push((at, at + 1)),
        }
    }
    columns
}

/// What stands in each column of a line.
fn cells<'a>(line: &'a str, columns: &[(usize, usize)]) -> Vec<&'a str> {
    let bytes: Vec<usize> = line.char_indices().map(|(at, _)| at).chain([line.len()]).collect();
    let byte = |column: usize| bytes.get(column).copied().unwrap_or(line.len());
    columns.iter().map(|(start, end)| line[byte(*start)..byte(*end)].trim()).collect()
}

/// The parameters of a column of values. Where a value holds the sign that parts them they stay together.
fn pairs<'a>(names: &'a str, values: &'a str) -> Vec<(&'a str, &'a str)> {
    let parts = |text: &'a str| text.split(" / ").map(str::trim).collect::<Vec<_>>();
    let (each, of_each) = (parts(names), parts(values));
    if each.len() == of_each.len() { each.into_iter().zip(of_each).collect() } else { vec![(names, values)] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn gives(text: &str, expected: &[(&[(&str, &str)], &str)]) {
        let lines: Vec<&str> = text.lines().collect();
        let (table, length) = Table::read(&lines).expect("a table");
        let values: Vec<_> = table.values().collect();
        let expected: Vec<_> = expected.iter().map(|(parameters, value)| (parameters.to_vec(), *value)).collect();
        assert_eq!((values, length), (expected, lines.len()));
    }

    #[test]
    fn parameters_stand_before_the_values_and_above_them() {
        gives(
            "x ==== ========\n   n            \n  ---- --------\n   ä    1±0μs  \n   b     n/a   \n  ==== ========",
            &[(&[("n", "ä")], "1±0μs"), (&[("n", "b")], "n/a")],
        );
        gives(
            "==== ==== ===== =====\n--           k / l   \n--------- -----------\n n    m   1 / p 2 / q\n==== ==== ===== =====\n \
             1    2     5     6  \n==== ==== ===== =====",
            &[
                (&[("n", "1"), ("m", "2"), ("k", "1"), ("l", "p")], "5"),
                (&[("n", "1"), ("m", "2"), ("k", "2"), ("l", "q")], "6"),
            ],
        );
    }

    #[test]
    fn a_table_without_an_end_is_none() {
        let text = "==== ====\n--    k  \n---- ----\n n    1  \n==== ====\n 1    5  \n==== ====";
        let lines: Vec<&str> = text.lines().collect();
        assert!(Table::read(&lines).is_some());
        assert!((1..lines.len()).all(|end| Table::read(&lines[..end]).is_none()));
        assert!(Table::read(&[&lines[..3], &lines[4..]].concat()).is_none(), "its head is lost");
    }

    #[test]
    fn values_that_hold_the_sign_between_them_stay_together() {
        assert_eq!(pairs("a / b", "1 / 2"), [("a", "1"), ("b", "2")]);
        assert_eq!(pairs("a / b", "x / y / z"), [("a / b", "x / y / z")]);
    }
}
