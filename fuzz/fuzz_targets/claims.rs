//! See `benchbook_fuzz::claims`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| benchbook_fuzz::claims(data));
