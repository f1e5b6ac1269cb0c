//! Sites built with the binary as a user would, and what comes out of them.

mod add;
mod charts;
mod claims;
mod expressions;
mod honesty;
mod lint;
mod mapping;
mod new;
mod notation;
mod packed;
mod samples;
#[cfg(feature = "serve")]
mod serve;
mod support;
mod zero;
