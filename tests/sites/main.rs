//! Sites built with the binary as a user would, and what comes out of them.

mod add;
mod cases_c;
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
mod record;
mod schema;
mod samples;
#[cfg(feature = "serve")]
mod serve;
mod shell;
mod standing;
mod streams;
mod support;
mod tables;
mod verify;
mod verify_samples;
mod values;
mod zero;
