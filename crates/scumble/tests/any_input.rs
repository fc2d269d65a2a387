//! Readers of files that people edit: whatever they hold, an error or a value, never a panic.

use proptest::prelude::*;
use scumble::document::DecisionsFile;
use scumble::{DocumentPolicy, Policy};

/// Pieces of decision files and policies, in any order.
fn nearly() -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "{",
        "}",
        "[",
        "]",
        "\"decisions\"",
        ":",
        ",",
        "\"start\"",
        "0",
        "-1",
        "1e400",
        "\"end\"",
        "\"documents\"",
        "null",
        "\n",
        "[documents]",
        "hide = ",
        "['a']",
        "[[mask]]",
        "k = 3",
        "[promise]",
        "t = { column = 'a', at_most = 2 }",
        "\u{0}",
        "é",
    ];
    prop::collection::vec(prop::sample::select(PIECES), 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn nothing_panics(text in prop_oneof![any::<String>(), nearly()], lines: bool) {
        let _ = DecisionsFile::parse("d", &text, lines).map(|file| file.of("a").is_some());
        let _ = DocumentPolicy::parse("p", &text);
        let _ = Policy::parse("p", &text);
    }
}
