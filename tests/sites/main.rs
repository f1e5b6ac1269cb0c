//! Sites built with the binary as a user would, and what comes out of them.

mod add;
mod charts;
mod claims;
mod compare;
mod disclosure;
mod expressions;
mod honesty;
mod lint;
mod mapping;
mod marks;
mod new;
mod notation;
mod packed;
#[cfg(feature = "serve")]
mod serve;
mod support;
mod tables;
mod zero;
