//! Known ways to mislead, caught while building.
//!
//! Checks of runs look at evidence alone; checks of pages look at the figures that readers see.
//! Each has a code of its own, and can be raised, lowered or allowed with a reason.

mod alike;
mod beside;
mod disclosed;
mod durations;
mod load;
mod mixtures;
mod pages;
mod private;
mod rounds;
mod runs;
mod standing;
mod subjects;
mod together;

pub use disclosed::check_disclosure;
pub use pages::check_page;

use rayon::prelude::*;

use crate::diagnostic::Diagnostics;
use crate::suite::Suite;

/// Checks all evidence of a suite.
pub fn check_suite(suite: &Suite) -> Diagnostics {
    let of_runs = (0..suite.runs.len()).into_par_iter().flat_map_iter(|run| runs::check(suite, run));
    let of_files = suite.files.par_iter().flat_map_iter(private::check);
    let mut found = Diagnostics::new();
    found.extend(together::together(of_runs.collect()));
    found.extend(of_files.collect::<Vec<_>>());
    found.extend(alike::check(suite));
    found.extend(subjects::check(suite));
    found
}

/// Checks what a suite owes on that day, `2026-12-01`.
pub fn check_obligations(suite: &Suite, today: &str) -> Diagnostics {
    let mut found = Diagnostics::new();
    found.extend(standing::overdue(suite, today));
    found
}
