#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| scumble_data::fuzz::spaces(bytes));
