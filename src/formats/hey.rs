//! What hey prints for people. Its CSV is a stream of single measurements: see [`csv`].
//!
//! `Requests/sec` counts requests that failed too, so there is none where all of them did. Times are
//! printed in steps of 0.1 ms. Each worker waits for its answer, also with `-q`: a closed loop.
//! Beside `DNS+dialup` hey prints the fastest and slowest whole request, which are not taken.

pub mod csv;
pub mod summary;

use super::scribe::{Begins, Printer};
use crate::model::LoadModel;
use summary::Summary;

/// The reader of hey's output.
pub struct Hey;

impl Printer for Hey {
    const NAME: &'static str = "hey";
    const TITLE: &'static str = "hey text";
    const TOOL: &'static str = "hey";
    const LOAD: LoadModel = LoadModel::Closed;
    const HINTS: &'static [&'static str] = &["Summary:"];
    const BEGINS: &'static [Begins] = &[|lines| summary::begins(lines, "Total")];
    const END: &'static str = "its `Status code distribution`";
    type Output<'a> = Summary<'a, false>;
}
