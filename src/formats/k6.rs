//! The readers of k6.

use super::{Content, Reader, Reading};

/// The reader.
pub struct SummaryExport;
impl Reader for SummaryExport {
    fn name(&self) -> &'static str {
        "SummaryExport"
    }
    fn title(&self) -> &'static str {
        "SummaryExport"
    }
    fn recognises(&self, _: &Content<'_>) -> bool {
        false
    }
    fn read(&self, _: &Content<'_>) -> Reading {
        Reading::default()
    }
}

/// The reader.
pub struct HandleSummary;
impl Reader for HandleSummary {
    fn name(&self) -> &'static str {
        "HandleSummary"
    }
    fn title(&self) -> &'static str {
        "HandleSummary"
    }
    fn recognises(&self, _: &Content<'_>) -> bool {
        false
    }
    fn read(&self, _: &Content<'_>) -> Reading {
        Reading::default()
    }
}

/// The reader.
pub struct MachineReadable;
impl Reader for MachineReadable {
    fn name(&self) -> &'static str {
        "MachineReadable"
    }
    fn title(&self) -> &'static str {
        "MachineReadable"
    }
    fn recognises(&self, _: &Content<'_>) -> bool {
        false
    }
    fn read(&self, _: &Content<'_>) -> Reading {
        Reading::default()
    }
}
