//! See `benchbook_fuzz::markdown`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| benchbook_fuzz::markdown(data));
