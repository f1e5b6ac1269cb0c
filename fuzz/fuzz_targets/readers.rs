//! See `benchbook_fuzz::readers`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| benchbook_fuzz::readers(data));
