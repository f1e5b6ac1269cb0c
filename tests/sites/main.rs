//! Sites built with the binary as a user would, and what comes out of them.

mod add;
mod cases_c;
mod charts;
mod claims;
mod expressions;
mod honesty;
mod lint;
mod mapping;
mod new;
mod notation;
mod packed;
#[cfg(feature = "serve")]
mod serve;
mod standing;
mod support;
mod zero;
