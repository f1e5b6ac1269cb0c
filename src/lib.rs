//! Benchbook turns committed benchmark outputs and Markdown narratives into a static site in which
//! every figure can be followed to the byte it came from.
//!
//! ```text
//! evidence files ─▶ formats ─▶ observations ─▶ suite ─▶ figures ─▶ pages ─▶ templates ─▶ public/
//! ```
//!
//! Data flows down the list of modules below; a module uses those above it and never one below.

pub mod source;
pub mod diagnostic;
pub mod suggest;
pub mod units;
pub mod model;
pub mod metrics;
pub mod formats;
pub mod chart;
pub mod render {
    //! Pages to HTML.
    pub mod evidence;
    pub mod view;
}
