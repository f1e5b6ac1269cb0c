//! What oha prints for people: seconds and a success rate of 0 to 1 before 1.0, since then a unit
//! that fits and percent. The load model is not recorded, as in the JSON.

use crate::formats::hey::summary::{self, Summary};
use crate::formats::scribe::{Begins, Printer};
use crate::model::LoadModel;

/// The reader of oha's text.
pub struct OhaText;

impl Printer for OhaText {
    const NAME: &'static str = "oha-text";
    const TITLE: &'static str = "oha text";
    const TOOL: &'static str = "oha";
    const LOAD: LoadModel = LoadModel::Unknown;
    const HINTS: &'static [&'static str] = &["Success rate:"];
    const BEGINS: &'static [Begins] = &[|lines| summary::begins(lines, "Success rate")];
    const END: &'static str = "its `Status code distribution`";
    type Output<'a> = Summary<'a, true>;
}
