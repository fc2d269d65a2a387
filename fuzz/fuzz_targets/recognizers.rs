#![no_main]
libfuzzer_sys::fuzz_target!(|toml: &str| {
    if let Ok(own) = scumble_text::entity::Recognizers::with(toml) {
        own.find("Born on 10 December 1815, no. 19124/02.");
    }
});
