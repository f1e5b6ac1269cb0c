//! What a file says of results that lie in other files.
//!
//! Some tools spread what they know of a result over several files: the numbers in one, their units, or the single
//! measurements, in another. Here is which tool keeps what where. A reader reads its file by itself, and what the file
//! beside it says is put in by those who have both. A number always leads into the file that it stands in.

use std::collections::BTreeMap;
use std::fmt;

use super::{Content, Problem, Reading, asv, criterion};
use crate::diagnostic::Code;
use crate::model::{Dimensions, Kind, Run};
use crate::source::{Source, Span};

/// A kind of file that says more of results in other files.
#[derive(Debug)]
pub struct Beside {
    /// The tool of whose results it speaks.
    pub tool: &'static str,
    /// Its name, without folders.
    pub name: &'static str,
    /// The name of the files of results, without folders, where it is always the same.
    results: Option<&'static str>,
    /// How many folders above the results it lies.
    above: usize,
    /// What it is called where it is read with its results.
    pub title: &'static str,
    /// The results that it is read with, in words.
    pub with: &'static str,
    /// What it adds to them, in words.
    pub adds: &'static str,
    /// Whether it holds single measurements.
    pub measures: bool,
    /// What it says, when it is such a file.
    read: fn(&Content<'_>) -> Option<Told>,
}

/// What a file says of results in other files.
#[derive(Default)]
pub struct Told {
    /// Numbers and single measurements that stand in the file itself, as the one run that each run beside it takes
    /// them from; and what is wrong with them.
    pub reading: Reading,
    /// What it says of the runs beside it, where it says something.
    pub describes: Option<Box<dyn Describe>>,
    /// What the results are of, where their folders spell it.
    pub names: Option<Names>,
}

/// The names of results that lie in folders which are made from them, such as `a_b` from `a/b`.
#[derive(Debug)]
pub struct Names {
    /// Those folders: `a_b/c`.
    pub folders: String,
    /// The names as the tool was given them.
    pub dimensions: Dimensions,
}

/// Something that knows what runs read from other files are.
pub trait Describe {
    /// Completes a run; why not, when it is not described and lacks something for it.
    fn describe(&self, run: &mut Run) -> Result<(), String>;
}

/// Every kind of file that is read with others.
const ALL: &[Beside] = &[
    Beside {
        tool: "asv",
        name: "benchmarks.json",
        results: None,
        above: 1,
        title: "asv benchmarks",
        with: "the results in the folders beside it",
        adds: "units and the names of parameters",
        measures: false,
        read: asv::described::read,
    },
    Beside {
        tool: criterion::TOOL,
        name: "benchmark.json",
        results: Some(criterion::ESTIMATES),
        above: 0,
        title: "Criterion benchmark",
        with: "the `estimates.json` beside it",
        adds: "the names of the benchmark, and what one iteration handles",
        measures: false,
        read: criterion::benchmark,
    },
    Beside {
        tool: criterion::TOOL,
        name: "sample.json",
        results: Some(criterion::ESTIMATES),
        above: 0,
        title: "Criterion samples",
        with: "the `estimates.json` beside it",
        adds: "the single measurements",
        measures: true,
        read: criterion::samples,
    },
];

/// A file beside results, by its number, and the numbers of the files of results that it may speak of.
pub struct Pair {
    /// What it is.
    pub beside: &'static Beside,
    /// Its number.
    pub file: usize,
    /// Those of the results.
    pub results: Vec<usize>,
}

/// Which of the files, by their paths, lie beside which others.
pub fn pairs<'p>(paths: impl Iterator<Item = &'p str> + Clone) -> Vec<Pair> {
    let named = (0..).zip(paths.clone()).filter_map(|(file, path)| Some((path, (file, by_name(path)?))));
    let named: BTreeMap<&str, (usize, &'static Beside)> = named.collect();
    if named.is_empty() {
        return Vec::new();
    }
    let mut pairs: BTreeMap<usize, Pair> = BTreeMap::new();
    for (result, path) in paths.enumerate() {
        for wanted in ALL.iter().filter_map(|beside| beside.path(path)) {
            if let Some((file, beside)) = named.get(&*wanted).filter(|(file, _)| *file != result) {
                let pair = pairs.entry(*file).or_insert_with(|| Pair { beside, file: *file, results: Vec::new() });
                pair.results.push(result);
            }
        }
    }
    pairs.into_values().collect()
}

/// The kind of file that is named so.
pub fn by_name(path: &str) -> Option<&'static Beside> {
    let name = path.rsplit('/').next().unwrap_or(path);
    ALL.iter().find(|beside| beside.name == name)
}

/// The paths at which there may be files that say more of results.
pub fn paths(results: &str) -> impl Iterator<Item = (&'static Beside, String)> {
    ALL.iter().filter_map(move |beside| Some((beside, beside.path(results)?)))
}

impl Beside {
    /// Where it would lie for a file of results.
    fn path(&self, results: &str) -> Option<String> {
        let (mut folder, name) = results.rsplit_once('/').unwrap_or(("", results));
        if self.results.is_some_and(|own| own != name) {
            return None;
        }
        for _ in 0..self.above {
            if folder.is_empty() {
                return None;
            }
            folder = folder.rsplit_once('/').map_or("", |(above, _)| above);
        }
        let is_root = folder.is_empty() && !results.starts_with('/');
        Some(if is_root { self.name.to_owned() } else { format!("{folder}/{}", self.name) })
    }

    /// What it says, with places in the file; nothing when it is another kind of file of that name.
    pub fn read(&self, source: &Source) -> Result<Option<Told>, Problem> {
        let text = source.text().trim_start_matches('\u{feff}');
        let mark = source.text().len() - text.len();
        let content = Content::new(text);
        if let Some(problem) = broken(&content) {
            return Err(Problem { span: problem.span.shifted(mark), ..problem });
        }
        let mut told = (self.read)(&content);
        if let Some(told) = told.as_mut().filter(|_| mark > 0) {
            told.reading.shift(mark);
        }
        Ok(told)
    }

    /// Whether it may speak of a run: the tool that wrote it wrote the run.
    pub fn is_of(&self, run: &Run) -> bool {
        let mut tools = run.facts.iter().filter(|fact| fact.name == "tool");
        tools.any(|fact| fact.value.split(' ').next() == Some(self.tool))
    }
}

impl Told {
    /// Completes a run, and gives what is to be added to it from the file itself.
    pub fn tell(&self, run: &mut Run) -> Result<Option<Run>, String> {
        if let Some(describes) = &self.describes {
            describes.describe(run)?;
        }
        let kind = run.observations.first().map(|observation| observation.kind);
        let mut own = self.reading.runs.first().cloned();
        for observation in own.iter_mut().flat_map(Run::all_observations) {
            // What holds for the results holds for what is said beside them: who measured, and when.
            observation.kind = kind.filter(|_| observation.kind == Kind::Measured).unwrap_or(observation.kind);
        }
        Ok(own)
    }
}

impl Names {
    /// Where the folders stand in the path of results: their first byte, and the one after them.
    fn place(&self, results: &str) -> Option<(usize, usize)> {
        let (above, _) = results.rsplit_once('/')?.0.rsplit_once('/')?;
        let start = above.len() - above.strip_suffix(&*self.folders).map(|_| self.folders.len())?;
        (start == 0 || above[..start].ends_with('/')).then_some((start, above.len()))
    }

    /// How many of the folders in the path of results they are, if they are there.
    pub fn depth(&self, results: &str) -> Option<usize> {
        self.place(results).map(|_| self.folders.split('/').count())
    }

    /// Where results of other names would lie. Who reads those in the same way has no names for any.
    pub fn elsewhere(&self, results: &str) -> Option<String> {
        let (start, end) = self.place(results)?;
        let others = self.folders.replace('/', "~/") + "~";
        Some(format!("{}{others}{}", &results[..start], &results[end..]))
    }
}

impl fmt::Debug for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Told").field("reading", &self.reading).field("names", &self.names).finish_non_exhaustive()
    }
}

/// Why a text is no JSON.
fn broken(content: &Content<'_>) -> Option<Problem> {
    match &content.json {
        Some(Ok(_)) => None,
        Some(Err(error)) => {
            let code = if error.truncated { Code::Truncated } else { Code::Malformed };
            let what = if error.truncated { "cut off" } else { "not JSON" };
            Some(Problem::new(code, error.span, format!("it is {what}: {}", error.message)))
        }
        None => Some(Problem::new(Code::Malformed, Span::default(), "it is not JSON")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_paired_with_results() {
        let files = [
            "a/new/benchmark.json",
            "a/new/estimates.json",
            "a/new/sample.json",
            "benchmarks.json",
            "box/1.json",
            "box/2.json",
            "deep/box/1.json",
            "new.json",
        ];
        let pairs = pairs(files.into_iter());
        let found: Vec<_> = pairs.iter().map(|pair| (pair.beside.tool, pair.file, &pair.results[..])).collect();
        assert_eq!(found, [("Criterion", 0, &[1][..]), ("Criterion", 2, &[1][..]), ("asv", 3, &[4, 5][..])]);
    }

    #[test]
    fn names_are_found_in_the_folders_made_from_them() {
        let names = Names { folders: "a_b/c".to_owned(), dimensions: Dimensions::new() };
        assert_eq!(names.elsewhere("v1/a_b/c/new/estimates.json").as_deref(), Some("v1/a_b~/c~/new/estimates.json"));
        assert_eq!(names.elsewhere("a_b/c/new/estimates.json").as_deref(), Some("a_b~/c~/new/estimates.json"));
        assert_eq!(names.depth("v1/a_b/c/new/estimates.json"), Some(2));
        for other in ["xa_b/c/new/estimates.json", "a_b/new/estimates.json", "a_b/c/estimates.json", "estimates.json"] {
            assert_eq!(names.depth(other), None, "{other}");
        }
    }

    #[test]
    fn paths_are_relative_to_results_as_those_are_given() {
        let of = |results| paths(results).map(|(_, path)| path).collect::<Vec<_>>();
        assert_eq!(of("results/box/a.json"), ["results/benchmarks.json"]);
        assert_eq!(of("box/a.json"), ["benchmarks.json"]);
        assert_eq!(of("/box/a.json"), ["/benchmarks.json"]);
        assert_eq!(of("a.json"), [""; 0]);
        assert_eq!(of("new/estimates.json"), ["benchmarks.json", "new/benchmark.json", "new/sample.json"]);
        assert_eq!(of("estimates.json"), ["benchmark.json", "sample.json"]);
    }
}
