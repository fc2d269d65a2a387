//! Entry points for fuzzing: the readers of the index's sources, fed with anything.

/// Text, JSON lines, a dump and its markup, and every packing.
pub fn sources(bytes: &[u8]) {
    crate::index::source::feed(bytes);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn anything_can_be_fed(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            super::sources(&bytes);
        }

        #[test]
        fn pieces_of_markup_can_be_fed(
            pieces in prop::collection::vec(
                prop::sample::select(vec![
                    "<mediawiki>", "<page>", "</page>", "<text>", "</text>", "<ns>0</ns>", "{{", "}}", "[[", "]]", "|", "{|", "|}",
                    "<ref>", "</ref>", "<!--", "-->", "''", "=", "é", "\n", "&lt;", "&x;", "__", "[http://a b]", "File:", "<", "/>",
                ]),
                0..40,
            ),
        ) {
            let text = pieces.concat();
            super::sources(text.as_bytes());
            super::sources(format!("<mediawiki><page><ns>0</ns><text>{text}</text></page></mediawiki>").as_bytes());
            super::sources(serde_json::json!({"text": text}).to_string().as_bytes());
        }
    }
}
