//! See `benchbook_fuzz::settings`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| benchbook_fuzz::settings(data));
