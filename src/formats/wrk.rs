//! The readers of wrk.

use super::{Content, Reader, Reading};

/// The reader.
pub struct Wrk;
impl Reader for Wrk {
    fn name(&self) -> &'static str {
        "Wrk"
    }
    fn title(&self) -> &'static str {
        "Wrk"
    }
    fn recognises(&self, _: &Content<'_>) -> bool {
        false
    }
    fn read(&self, _: &Content<'_>) -> Reading {
        Reading::default()
    }
}

/// The reader.
pub struct Wrk2;
impl Reader for Wrk2 {
    fn name(&self) -> &'static str {
        "Wrk2"
    }
    fn title(&self) -> &'static str {
        "Wrk2"
    }
    fn recognises(&self, _: &Content<'_>) -> bool {
        false
    }
    fn read(&self, _: &Content<'_>) -> Reading {
        Reading::default()
    }
}
