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
pub mod settings;
pub mod pipeline;
pub mod files;
pub mod packed;
pub mod private;
pub mod machine;
pub mod units;
pub mod samples;
pub mod model;
pub mod metrics;
pub mod formats;
pub mod number;
pub mod words;
pub mod chart;
pub mod raster;
pub mod policy;
pub mod checklist;
pub mod config;
pub mod suite;
pub mod statistics;
pub mod expression;
pub mod evaluate;
pub mod claim;
pub mod binding;
pub mod figure;
pub mod honesty;
pub mod address;
pub mod output;
pub mod bare;
pub mod comparison;
pub mod page;
pub mod render;
pub mod compose;
pub mod build;
pub mod verify;
#[cfg(feature = "external")]
pub mod external;
pub mod notation;
pub mod printer;
pub mod tabulation;
#[cfg(feature = "serve")]
pub mod serve;
pub mod record;
pub mod schema;
pub mod scaffold;
pub mod cli;
pub mod commands;
