//! See `benchbook_fuzz::expressions`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| benchbook_fuzz::expressions(data));
