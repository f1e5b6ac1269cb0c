//! The readers of oha.

use super::{Content, Reader, Reading};

/// The reader.
pub struct Oha;
impl Reader for Oha {
    fn name(&self) -> &'static str {
        "Oha"
    }
    fn title(&self) -> &'static str {
        "Oha"
    }
    fn recognises(&self, _: &Content<'_>) -> bool {
        false
    }
    fn read(&self, _: &Content<'_>) -> Reading {
        Reading::default()
    }
}
