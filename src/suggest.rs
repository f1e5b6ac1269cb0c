//! The nearest known name to a misspelt one.

/// The candidate that is nearest to `name`, if it is near enough to have been meant.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = name.to_lowercase();
    let mut limit = (wanted.chars().count() / 3).max(1);
    let mut nearest = None;
    for candidate in candidates {
        if let Some(distance) = distance(&wanted, &candidate.to_lowercase(), limit)
            && (nearest.is_none() || distance < limit)
        {
            (limit, nearest) = (distance, Some(candidate));
        }
    }
    nearest
}

/// "did you mean `…`?", or the whole list when nothing is near and the list is short.
pub fn help<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    match nearest(name, candidates.iter().copied()) {
        Some(candidate) => Some(format!("did you mean `{candidate}`?")),
        None if candidates.is_empty() => None,
        None => Some(format!("there is {}", listed(&candidates))),
    }
}

/// Names in back-ticks, separated by commas; after a dozen the rest is counted.
pub fn listed(names: &[&str]) -> String {
    const SHOWN: usize = 12;
    let shown: Vec<String> = names.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    match names.len().checked_sub(SHOWN) {
        Some(rest) if rest > 0 => format!("{} and {rest} more", shown.join(", ")),
        _ => shown.join(", "),
    }
}

/// Edits (insert, delete, replace, swap of neighbours) that turn one word into the other:
/// the optimal string alignment distance. None when it is more than `most`, which most words show early.
fn distance(a: &str, b: &str, most: usize) -> Option<usize> {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > most {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replace = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replace.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        // A swap looks two rows back, so both must be too far.
        if row.iter().chain(&last).all(|edits| *edits > most) {
            return None;
        }
        before = std::mem::replace(&mut last, row);
    }
    (last[b.len()] <= most).then_some(last[b.len()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let names = ["framework", "profile", "round"];
        assert_eq!(nearest("framwork", names), Some("framework"));
        assert_eq!(nearest("Profiel", names), Some("profile"));
        assert_eq!(nearest("session", names), None);
        assert_eq!(help("x", names).as_deref(), Some("there is `framework`, `profile`, `round`"));
    }

    #[test]
    fn distances_are_right() {
        // Worked out by hand: one swap, one deletion, all replaced.
        for (a, b, edits) in [("ab", "ba", 1), ("round", "rond", 1), ("abc", "xyz", 3), ("", "ab", 2)] {
            assert_eq!(distance(a, b, 3), Some(edits), "{a} {b}");
            assert_eq!(distance(a, b, edits - 1), None, "{a} {b}");
        }
    }
}
