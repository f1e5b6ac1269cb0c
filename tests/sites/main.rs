//! Sites built with the binary as a user would, and what comes out of them.

mod claims;
mod expressions;
mod honesty;
mod lint;
mod support;
