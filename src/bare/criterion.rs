//! Criterion's folders: the name of a benchmark is in the path, and each run is kept for the next to compare with.

use std::collections::{BTreeMap, BTreeSet};

use super::names::{self, Told};

/// The parts of the name of a benchmark, by how many folders it has.
const NAMES: [&[&str]; 3] = [&["benchmark"], &["group", "benchmark"], &["group", "benchmark", "parameter"]];

/// Those of two folders where the second is a number.
const WITH_NUMBER: &[&str] = &["benchmark", "parameter"];

/// The dimension of baselines with names of their own.
const BASELINE: &str = "variant";

/// Where the estimates of a benchmark lie.
struct Place<'a> {
    /// The folders above its name.
    above: &'a [&'a str],
    /// Its name; nothing where its content tells it.
    name: &'a [&'a str],
    /// How many folders spell a name that its content tells.
    untold: usize,
    /// `new`, or the name of a baseline.
    baseline: &'a str,
}

/// Estimates of the run before, or of the change since, where the run itself is there: each with the reason
/// why it is no result.
pub(super) fn earlier<'p>(paths: &BTreeSet<&'p str>) -> BTreeMap<&'p str, &'static str> {
    let reasons = [
        ("base/estimates.json", "is what Criterion keeps to compare its next run with"),
        ("change/estimates.json", "is Criterion's comparison with the run before"),
    ];
    let why = |path: &&'p str| {
        let (folder, why) = reasons.iter().find_map(|(end, why)| Some((path.strip_suffix(end)?, *why)))?;
        paths.contains(&*format!("{folder}new/estimates.json")).then_some((*path, why))
    };
    paths.iter().filter_map(why).collect()
}

/// What paths of estimates tell; `above` is how many folders at their beginning are no part of a name, and `named` how
/// many spell one that the content tells. Of other paths nothing is told.
pub(super) fn told<'p>(paths: &[&'p str], above: usize, named: &BTreeMap<&'p str, usize>) -> BTreeMap<&'p str, Told> {
    let parts: Vec<(&'p str, Vec<&'p str>)> = paths.iter().map(|path| (*path, path.split('/').collect())).collect();
    let placed = parts.iter().filter_map(|(path, parts)| Some((*path, place(parts, above, named.get(path).copied())?)));
    let (paths, places): (Vec<&'p str>, Vec<Place<'_>>) = placed.unzip();
    let folders: Vec<String> = places.iter().map(|place| place.above.join("/") + "/x").collect();
    let folders = names::of_paths(&folders.iter().map(|path| path.trim_start_matches('/')).collect::<Vec<_>>());
    let named = names_of(&places);
    let tell = |(place, folders): (&Place<'_>, Told)| tell(place, folders, &named);
    paths.into_iter().zip(places.iter().zip(folders).map(tell)).collect()
}

fn place<'a>(parts: &'a [&'a str], above: usize, named: Option<usize>) -> Option<Place<'a>> {
    let [folders @ .., baseline, "estimates.json"] = parts else { return None };
    if let Some(depth) = named {
        let above = folders.get(..folders.len().checked_sub(depth)?)?;
        return Some(Place { above, name: &[], untold: depth, baseline });
    }
    let own = folders.iter().position(|folder| *folder == "criterion").map(|at| at + 1);
    let (above, name) = folders.split_at_checked(own.unwrap_or(above))?;
    (1..=NAMES.len()).contains(&name.len()).then_some(Place { above, name, untold: 0, baseline })
}

/// The dimensions that vary, with the names of two folders.
struct Named {
    of_two: &'static [&'static str],
    varies: BTreeSet<&'static str>,
}

fn names_of(places: &[Place<'_>]) -> Named {
    let is_number = |place: &Place<'_>| place.name[1].parse::<f64>().is_ok();
    let all_numbers = places.iter().filter(|place| place.name.len() == 2).all(is_number);
    let mut named = Named { of_two: if all_numbers { WITH_NUMBER } else { NAMES[1] }, varies: BTreeSet::new() };
    let mut values: BTreeMap<&str, BTreeSet<Option<&str>>> = BTreeMap::new();
    for place in places {
        let own: BTreeMap<&str, &str> = named.of(place).collect();
        for name in [BASELINE, "group", "benchmark", "parameter"] {
            values.entry(name).or_default().insert(own.get(name).copied());
        }
    }
    let all = places.iter().flat_map(|place| named.of(place).map(|(name, _)| name));
    named.varies = all.filter(|name| values[name].len() > 1).collect();
    named
}

impl Named {
    /// The dimensions of a place in the order of its folders.
    fn of<'a>(&self, place: &Place<'a>) -> impl Iterator<Item = (&'static str, &'a str)> {
        let names = match place.name.len() {
            0 => &[],
            2 => self.of_two,
            folders => NAMES[folders - 1],
        };
        let name: Vec<&'a str> = place.name.to_vec();
        names.iter().copied().zip(name).chain([(BASELINE, place.baseline)])
    }
}

fn tell(place: &Place<'_>, folders: Told, named: &Named) -> Told {
    let pattern = folders.pattern.strip_suffix('x').unwrap_or_default().to_owned();
    let mut told = Told { pattern: pattern + &"*/".repeat(place.untold), ..folders };
    for (name, value) in named.of(place) {
        let varies = named.varies.contains(name);
        let apart = if told.dimensions.contains_key(name) { format!("{name}_2") } else { name.to_owned() };
        told.pattern += &if varies { format!("{{{apart}}}") } else { names::literal(value) };
        told.pattern.push('/');
        if varies {
            told.dimensions.insert(apart.into(), value.into());
        }
    }
    told.pattern += "estimates.json";
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn paths(paths: &[&str], expected: &[(&str, &str)]) {
        let told = told(paths, 0, &BTreeMap::new());
        let words = |told: &Told| {
            told.dimensions.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
        };
        let found: Vec<(String, String)> =
            paths.iter().filter_map(|path| told.get(path)).map(|told| (told.pattern.clone(), words(told))).collect();
        let expected: Vec<(String, String)> =
            expected.iter().map(|(pattern, words)| ((*pattern).to_owned(), (*words).to_owned())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn folders_name_a_benchmark() {
        paths(
            &["target/criterion/fib 20/new/estimates.json", "target/criterion/fib 30/new/estimates.json", "x/y.json"],
            &[
                ("target/criterion/{benchmark}/new/estimates.json", "benchmark=fib 20"),
                ("target/criterion/{benchmark}/new/estimates.json", "benchmark=fib 30"),
            ],
        );
        paths(
            &["sort/std/64/new/estimates.json", "sort/radix/64/new/estimates.json"],
            &[
                ("sort/{benchmark}/64/new/estimates.json", "benchmark=std"),
                ("sort/{benchmark}/64/new/estimates.json", "benchmark=radix"),
            ],
        );
        paths(
            &["sort/10/new/estimates.json", "sort/100/new/estimates.json"],
            &[
                ("sort/{parameter}/new/estimates.json", "parameter=10"),
                ("sort/{parameter}/new/estimates.json", "parameter=100"),
            ],
        );
    }

    #[test]
    fn folders_above_and_baselines_tell_runs_apart() {
        paths(
            &["v1.0/criterion/a/b/main/estimates.json", "v1.1/criterion/a/c/pr/estimates.json"],
            &[
                ("{release}/criterion/a/{benchmark}/{variant}/estimates.json", "benchmark=b release=v1.0 variant=main"),
                ("{release}/criterion/a/{benchmark}/{variant}/estimates.json", "benchmark=c release=v1.1 variant=pr"),
            ],
        );
        let paths =
            ["a/base/estimates.json", "a/change/estimates.json", "a/new/estimates.json", "b/base/estimates.json"];
        let earlier = earlier(&paths.into());
        assert_eq!(earlier.keys().copied().collect::<Vec<_>>(), ["a/base/estimates.json", "a/change/estimates.json"]);
    }
}
