//! bars
