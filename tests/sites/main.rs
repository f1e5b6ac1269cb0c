//! Sites built with the binary as a user would, and what comes out of them.

mod expressions;
mod honesty;
mod mapping;
mod packed;
mod support;
mod zero;
