//! Sites built with the binary as a user would, and what comes out of them.

mod add;
mod cases_c;
mod alone;
mod badges;
mod charts;
#[cfg(unix)]
mod ci;
mod claims;
mod compare;
mod disclosure;
mod expressions;
mod honesty;
mod interval_log;
mod languages;
mod lint;
mod look;
mod mapping;
mod marks;
mod new;
mod notation;
mod packed;
mod record;
mod reference;
mod schema;
mod samples;
#[cfg(feature = "serve")]
mod serve;
mod shell;
mod standing;
mod support;
mod tables;
mod verify;
mod values;
mod zero;
