//! Which number at the end of a name is that of the processors that Go used (GOMAXPROCS), and not the name's own.
//!
//! Go writes `-8` after a name, and nothing where it used one processor; `size-8` may be a name itself. What shows
//! it: names that are printed alone before their results (`-v`, `-json`), which never have the number; the name of a
//! function, which has no hyphen; a value, as in `n=100-8`; the same names with and without numbers, of `-cpu 1,2`.
//! Where nothing does, a name is left as it is.

use std::collections::BTreeSet;

/// How the names of a file tell processors.
#[derive(Debug, Default)]
pub(super) struct Processors<'a> {
    /// All names of results.
    names: BTreeSet<&'a str>,
    /// Names that are printed alone.
    alone: BTreeSet<&'a str>,
    /// The numbers of processors that are shown, `1` for names without one.
    known: BTreeSet<&'a str>,
}

/// The number of processors of a name without one.
const ONE: &str = "1";

impl<'a> Processors<'a> {
    /// What the names of results show, and those that are printed alone.
    pub(super) fn new(results: impl IntoIterator<Item = &'a str>, alone: impl IntoIterator<Item = &'a str>) -> Self {
        let mut found =
            Self { names: results.into_iter().collect(), alone: alone.into_iter().collect(), known: BTreeSet::new() };
        let is_alone = |name: &str| found.alone.contains(name);
        if !found.names.iter().all(|name| is_alone(name) || ending(name).is_some_and(|(base, _)| is_alone(base))) {
            found.alone.clear();
        }
        found.known = if found.alone.is_empty() {
            found.of_functions().or_else(|| found.of_values()).or_else(|| found.of_lists()).unwrap_or_default()
        } else {
            found.names.iter().map(|name| found.after_alone(name).1).collect()
        };
        found
    }

    /// The name that a benchmark has, and the number of processors where there are several in the file.
    pub(super) fn split(&self, name: &'a str) -> (&'a str, Option<&'a str>) {
        let (base, processors) = self.parts(name);
        (base, Some(processors).filter(|_| self.known.len() > 1))
    }

    fn parts(&self, name: &'a str) -> (&'a str, &'a str) {
        if !self.alone.is_empty() {
            return self.after_alone(name);
        }
        match ending(name).filter(|(_, number)| self.known.contains(number)) {
            // Where names without a number are of one processor, those with one have the same without.
            Some((base, number)) if !self.known.contains(ONE) || self.names.contains(base) => (base, number),
            _ => (name, ONE),
        }
    }

    fn after_alone(&self, name: &'a str) -> (&'a str, &'a str) {
        let of = ending(name).filter(|(base, _)| !self.alone.contains(name) && self.alone.contains(base));
        of.unwrap_or((name, ONE))
    }

    /// The numbers of functions, which hold for all that is below them.
    fn of_functions(&self) -> Option<BTreeSet<&'a str>> {
        let functions = self.names.iter().filter(|name| !name.contains('/'));
        let numbers: BTreeSet<_> = functions.map(|name| ending(name).map_or(ONE, |(_, number)| number)).collect();
        Some(numbers).filter(|numbers| !numbers.is_empty())
    }

    /// The number with which all names end, where it stands behind a value.
    fn of_values(&self) -> Option<BTreeSet<&'a str>> {
        let ends: Option<Vec<_>> = self.names.iter().map(|name| ending(name)).collect();
        let ends = ends?;
        let (_, first) = ends.first()?;
        let is_value = |base: &str| base.rsplit('/').next().is_some_and(|part| part.contains('='));
        let is_shown = ends.iter().all(|(_, number)| number == first) && ends.iter().any(|(base, _)| is_value(base));
        is_shown.then(|| BTreeSet::from([*first]))
    }

    /// The numbers of a list that begins with 1, with which each name without a number comes again.
    fn of_lists(&self) -> Option<BTreeSet<&'a str>> {
        let again = |name: &&'a str| ending(name).filter(|(base, _)| self.names.contains(base));
        let numbers: BTreeSet<_> = self.names.iter().filter_map(again).map(|(_, number)| number).collect();
        let mut bases = self.names.iter().filter(|name| again(name).is_none());
        let has_all = |base: &&str| numbers.iter().all(|number| self.names.contains(&*format!("{base}-{number}")));
        (!numbers.is_empty() && bases.all(has_all)).then(|| numbers.into_iter().chain([ONE]).collect())
    }
}

/// A name without the number after its last hyphen, and that number.
fn ending(name: &str) -> Option<(&str, &str)> {
    let (base, number) = name.rsplit_once('-')?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some((base, number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn splits(names: &[&'static str], alone: &[&'static str], expected: &[(&str, Option<&str>)]) {
        let processors = Processors::new(names.iter().copied(), alone.iter().copied());
        assert_eq!(names.iter().map(|name| processors.split(name)).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_number_that_nothing_shows_to_be_processors_is_the_name_s_own() {
        splits(&["Sort/size-10", "Copy/size-10"], &[], &[("Sort/size-10", None), ("Copy/size-10", None)]);
        splits(&["Sort/size-10", "Sort"], &[], &[("Sort/size-10", None), ("Sort", None)]);
        splits(&["Sort/size-10"], &["Sort", "Sort/size-10"], &[("Sort/size-10", None)]);
    }

    #[test]
    fn functions_values_and_names_alone_show_processors() {
        splits(&["Sort/size-10-8", "Sort-8"], &[], &[("Sort/size-10", None), ("Sort", None)]);
        splits(&["Sort/n=10-8", "Copy/a-8"], &[], &[("Sort/n=10", None), ("Copy/a", None)]);
        splits(&["Sort/a-8"], &["Sort/a"], &[("Sort/a", None)]);
    }

    #[test]
    fn lists_of_processors_tell_benchmarks_apart() {
        splits(&["A-2", "A-4", "A/x-4-4"], &[], &[("A", Some("2")), ("A", Some("4")), ("A/x-4", Some("4"))]);
        let of_one = ["A/x-2", "A/x-2-2", "A", "A-2"];
        splits(&of_one, &[], &[("A/x-2", Some("1")), ("A/x-2", Some("2")), ("A", Some("1")), ("A", Some("2"))]);
        splits(&["A/x", "A/x-2"], &[], &[("A/x", Some("1")), ("A/x", Some("2"))]);
        splits(&["A/x", "A/x-2", "A/y"], &[], &[("A/x", None), ("A/x-2", None), ("A/y", None)]);
    }
}
