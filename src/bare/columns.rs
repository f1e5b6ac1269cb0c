//! Names beside each other: which of their words vary together, as the columns of a table do.

use std::collections::{BTreeMap, BTreeSet};

use super::token::{Sense, Token};
use super::words;

/// Names with more words than this are not laid into columns: their words are one value.
const MOST: usize = 6;

/// A value of more words than this stays in pieces.
const PASSES: usize = 8;

/// A name in parts, each word with its column.
pub(super) type Name = Vec<(Token, Option<usize>)>;

/// Gives each word that varies a column. A word that all names have is none; words that only ever
/// stand together are one (`actix-web` beside `fiber`).
pub(super) fn lay_out(names: Vec<Vec<Token>>) -> Vec<Name> {
    let common = common_words(&names);
    let mut names: Vec<Name> = names.into_iter().map(|tokens| mark(tokens, &common)).collect();
    for _ in 0..PASSES {
        let pairs = pairs_to_join(&names);
        if pairs.is_empty() {
            break;
        }
        names.iter_mut().for_each(|name| join(name, &pairs));
    }
    while join_rare(&mut names) {}
    let most = names.iter().map(width).max().unwrap_or(0);
    if most > MOST {
        names.iter_mut().for_each(join_all);
    }
    let most = most.min(names.iter().map(width).max().unwrap_or(0));
    let known = known_values(&names, most);
    names.iter_mut().filter(|name| width(name) < most).for_each(|name| place(name, &known));
    join_confounded(&mut names, most);
    names
}

fn is_word(token: &Token) -> bool {
    matches!(token.sense, Sense::Word | Sense::Number)
}

/// How many columns a name fills.
fn width(name: &Name) -> usize {
    name.iter().filter(|(_, column)| column.is_some()).count()
}

/// The words that every name has once.
fn common_words(names: &[Vec<Token>]) -> BTreeSet<String> {
    let once = |tokens: &Vec<Token>| -> BTreeSet<String> {
        let words = || tokens.iter().filter(|token| is_word(token)).map(|token| token.value.clone());
        words().filter(|word| words().filter(|other| other == word).count() == 1).collect()
    };
    let mut sets = names.iter().map(once);
    let first = sets.next().unwrap_or_default();
    sets.fold(first, |common, set| common.intersection(&set).cloned().collect())
}

/// The words that vary, each in a column of its own.
fn mark(tokens: Vec<Token>, common: &BTreeSet<String>) -> Name {
    let mut next = 0;
    let column = |token: &Token| {
        let varies = is_word(token) && !common.contains(&token.value);
        varies.then(|| {
            next += 1;
            next - 1
        })
    };
    let columns: Vec<Option<usize>> = tokens.iter().map(column).collect();
    tokens.into_iter().zip(columns).collect()
}

/// Neighbours in columns, as texts.
fn neighbours(name: &Name) -> impl Iterator<Item = (&str, &str)> {
    name.windows(2).filter_map(|pair| {
        let [(first, Some(_)), (second, Some(_))] = pair else { return None };
        let are_words = first.sense == Sense::Word && second.sense == Sense::Word;
        are_words.then_some((first.value.as_str(), second.value.as_str()))
    })
}

/// The words that should be one with the word after them: the two never stand apart, in names that
/// are longer than others. Of pairs that share a word the likelier is joined first.
fn pairs_to_join(names: &[Name]) -> BTreeMap<String, String> {
    let shortest = names.iter().map(width).min().unwrap_or(0);
    let mut words: BTreeMap<&str, usize> = BTreeMap::new();
    let mut pairs: BTreeMap<(&str, &str), (usize, bool)> = BTreeMap::new();
    for name in names {
        for (token, _) in name.iter().filter(|(_, column)| column.is_some()) {
            *words.entry(&token.value).or_default() += 1;
        }
        for pair in neighbours(name) {
            let (count, longer) = pairs.entry(pair).or_insert((0, true));
            *count += 1;
            *longer &= width(name) > shortest;
        }
    }
    let fits = |(pair, (count, longer)): &(&(&str, &str), &(usize, bool))| {
        *longer && pair.0 != pair.1 && words[pair.0] == *count && words[pair.1] == *count
    };
    let mut fitting: Vec<(&str, &str)> = pairs.iter().filter(fits).map(|(pair, _)| *pair).collect();
    fitting.sort_by_key(|(first, second)| std::cmp::Reverse(likeness(first, second)));
    let mut taken: BTreeSet<&str> = BTreeSet::new();
    fitting.retain(|(first, second)| {
        let is_free = !taken.contains(first) && !taken.contains(second);
        taken.extend([*first, *second].into_iter().filter(|_| is_free));
        is_free
    });
    fitting.into_iter().map(|(first, second)| (first.to_owned(), second.to_owned())).collect()
}

/// How likely two words are one: a known name in two words, or two words that mean nothing apart.
fn likeness(first: &str, second: &str) -> usize {
    match () {
        () if words::is_known(&format!("{first}-{second}")) => 2,
        () => usize::from(!words::is_known(first) && !words::is_known(second)),
    }
}

/// Joins the first pair of a name: another may have made it as short as the others.
fn join(name: &mut Name, pairs: &BTreeMap<String, String>) {
    let is_pair = |pair: &[(Token, Option<usize>)]| {
        let is_word = pair[0].1.is_some() && pair[1].1.is_some();
        is_word && pairs.get(&pair[0].0.value).is_some_and(|second| *second == pair[1].0.value)
    };
    if let Some(at) = name.windows(2).position(is_pair) {
        join_at(name, at);
    }
}

/// Joins the last words of the names that have more words than most names have; whether it did.
fn join_rare(names: &mut [Name]) -> bool {
    let most = names.iter().map(width).max().unwrap_or(0);
    let widest = names.iter().filter(|name| width(name) == most);
    let places: Option<Vec<usize>> = widest.map(last_pair).collect();
    let Some(places) = places.filter(|places| most > 1 && places.len() * 2 < names.len()) else { return false };
    names.iter_mut().filter(|name| width(name) == most).zip(places).for_each(|(name, at)| join_at(name, at));
    true
}

/// Where the last two words of a name that stand beside each other begin.
fn last_pair(name: &Name) -> Option<usize> {
    let is_word = |(token, column): &(Token, Option<usize>)| column.is_some() && token.sense == Sense::Word;
    name.windows(2).rposition(|pair| pair.iter().all(is_word))
}

/// Makes the part at `at` and the next one a single one, in the column of the first.
fn join_at(name: &mut Name, at: usize) {
    let (second, gone) = name.remove(at + 1);
    let first = &mut name[at].0;
    first.value += &(second.lead + &second.value + &second.tail);
    first.sense = Sense::Word;
    let is_open = first.value.matches('(').count() > first.value.matches(')').count();
    if let Some((next, _)) = name.get_mut(at + 1).filter(|(next, _)| is_open && next.lead.starts_with(')')) {
        next.lead.remove(0);
        name[at].0.value.push(')');
    }
    for (_, column) in name.iter_mut().skip(at + 1) {
        *column = column.map(|column| column - usize::from(gone.is_some()));
    }
}

/// Joins all neighbours.
fn join_all(name: &mut Name) {
    while let Some(at) = name.windows(2).position(|pair| pair[0].1.is_some() && pair[1].1.is_some()) {
        join_at(name, at);
    }
}

/// The values of each column, from the names that fill all of them.
fn known_values(names: &[Name], most: usize) -> Vec<BTreeSet<String>> {
    let mut known = vec![BTreeSet::new(); most];
    for name in names.iter().filter(|name| width(name) == most) {
        for (token, column) in name {
            if let Some(values) = column.and_then(|column| known.get_mut(column)) {
                values.insert(token.value.clone());
            }
        }
    }
    known
}

/// Places the words of a name that has too few in the columns that know them, in order.
fn place(name: &mut Name, known: &[BTreeSet<String>]) {
    let words: Vec<String> =
        name.iter().filter(|(_, column)| column.is_some()).map(|(token, _)| token.value.clone()).collect();
    let mut best: (usize, Vec<usize>) = (0, (0..words.len()).collect());
    for columns in choices(known.len(), words.len()) {
        let score = words.iter().zip(&columns).filter(|(word, column)| known[**column].contains(*word)).count();
        if score > best.0 {
            best = (score, columns);
        }
    }
    let mut columns = best.1.into_iter();
    for (_, column) in name.iter_mut().filter(|(_, column)| column.is_some()) {
        *column = columns.next();
    }
}

/// Every way to choose `count` of the first `of` numbers, in order.
fn choices(of: usize, count: usize) -> Vec<Vec<usize>> {
    let sets = (0_usize..1 << of).filter(|bits| bits.count_ones() as usize == count);
    sets.map(|bits| (0..of).filter(|at| bits >> at & 1 == 1).collect()).collect()
}

/// Two neighbouring columns whose words determine each other are one, unless both say what they are.
fn join_confounded(names: &mut [Name], most: usize) {
    let mut column = 0;
    while column + 1 < most {
        let pairs: Option<Vec<(usize, String, String)>> = names.iter().map(|name| beside(name, column)).collect();
        match pairs.filter(|pairs| is_one_to_one(pairs)) {
            Some(pairs) => names.iter_mut().zip(pairs).for_each(|(name, (at, ..))| join_at(name, at)),
            None => column += 1,
        }
    }
}

/// The words of a name in a column and the next, when they stand beside each other, and where.
fn beside(name: &Name, column: usize) -> Option<(usize, String, String)> {
    let at = name.windows(2).position(|pair| pair[0].1 == Some(column) && pair[1].1 == Some(column + 1))?;
    let (first, second) = (&name[at].0, &name[at + 1].0);
    let are_words = first.sense == Sense::Word && is_word(second);
    are_words.then(|| (at, first.value.clone(), second.value.clone()))
}

fn is_one_to_one(pairs: &[(usize, String, String)]) -> bool {
    let distinct: BTreeSet<(&str, &str)> = pairs.iter().map(|(_, a, b)| (a.as_str(), b.as_str())).collect();
    let firsts: BTreeSet<&str> = distinct.iter().map(|(a, _)| *a).collect();
    let seconds: BTreeSet<&str> = distinct.iter().map(|(_, b)| *b).collect();
    let known = |words: &BTreeSet<&str>| words.iter().all(|word| words::is_known(word));
    let are_numbers = seconds.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    let is_one_to_one = firsts.len() == distinct.len() && seconds.len() == distinct.len();
    is_one_to_one && !are_numbers && !(known(&firsts) && known(&seconds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bare::token::tokens;

    /// The columns of names, `·` where a name has no word in a column.
    #[track_caller]
    fn laid(names: &[&str], expected: &[&str]) {
        let names = lay_out(names.iter().map(|name| tokens(name).0).collect());
        let most = names.iter().flatten().filter_map(|(_, column)| *column).max().map_or(0, |last| last + 1);
        let row = |name: &Name| -> String {
            let cell =
                |column| name.iter().find(|(_, own)| *own == Some(column)).map_or("·", |(t, _)| t.value.as_str());
            (0..most).map(cell).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names.iter().map(row).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn words_that_vary_have_columns() {
        laid(
            &["json-kruda-r1", "json-fiber-r1", "plaintext-kruda-r2"],
            &["json kruda", "json fiber", "plaintext kruda"],
        );
        laid(&["wrk-a-results", "wrk-b-results"], &["a", "b"]);
        laid(&["run-1", "run-2"], &["", ""]);
        laid(&["x"], &[""]);
    }

    #[test]
    fn words_that_stand_together_are_one() {
        laid(&["json-actix-web", "db-actix-web", "json-fiber"], &["json actix-web", "db actix-web", "json fiber"]);
        laid(&["json-fiber", "db-fiber", "text-actix-web"], &["json fiber", "db fiber", "text actix-web"]);
        laid(&["red-fox", "blue-hen"], &["red-fox", "blue-hen"]);
        laid(&["json-fiber", "db-gin"], &["json fiber", "db gin"]);
        laid(&["München Süd", "Zürich 2"], &["München Süd", "Zürich 2"]);
        laid(&["red 1", "blue 2"], &["red 1", "blue 2"]);
    }

    #[test]
    fn a_name_with_fewer_words_is_placed_by_what_the_others_say() {
        laid(
            &["json-gin-tls", "db-gin-h2", "json-chi-h2", "gin-tls"],
            &["json gin tls", "db gin h2", "json chi h2", "· gin tls"],
        );
        laid(&["a", "a-b"], &["·", "b"]);
        laid(&["ag", "grep", "git-grep"], &["ag", "grep", "git-grep"]);
        laid(&["get users-r1", "get size (small)-r1"], &["users", "size (small)"]);
    }

    #[test]
    fn names_of_many_words_are_values_as_they_are() {
        laid(&["a-b-c-d-e-f-g", "h-i-j-k-l-m-n"], &["a-b-c-d-e-f-g", "h-i-j-k-l-m-n"]);
    }
}
