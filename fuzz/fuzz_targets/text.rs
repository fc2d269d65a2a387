#![no_main]
libfuzzer_sys::fuzz_target!(|text: &str| {
    let document = scumble_text::Document::read(text);
    let mut end = 0;
    for token in document.tokens() {
        assert!(text[end..token.span.start].chars().all(char::is_whitespace));
        end = token.span.end;
    }
    document.tokens().iter().for_each(|token| drop(document.lemma(token)));
    document.entities().iter().for_each(|entity| assert!(!entity.span.of(text).is_empty()));
});
