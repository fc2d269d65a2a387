//! The woven text and its parts say the same, and edits of one are edits of the other.

use crate::html::soup;
use crate::support::{edits_of, open, woven};
use proptest::prelude::*;
use scumble_files::{FileKind, Holds, Woven};
use scumble_span::{Edit, Span, apply, check};

type Picks = Vec<(usize, usize, String)>;

fn picks() -> impl Strategy<Value = Picks> {
    prop::collection::vec((0usize..6, 0usize..9, "[a-zé<&]{0,4}"), 0..6)
}

fn record() -> impl Strategy<Value = Woven> {
    prop::collection::vec("[aé\n]{0,6}", 0..5)
        .prop_map(|texts| Woven::of_texts(texts.into_iter().map(|text| ("field".to_owned(), text))))
}

/// Edits of a whole text, which may reach over the edges of its parts or insert text.
fn edits_anywhere(text: &str, picks: &Picks) -> Vec<Edit> {
    let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let mut edits = Vec::new();
    let mut at = 0;
    for (skip, length, replacement) in picks {
        let (start, end) = (at + skip, at + skip + length);
        let (Some(&from), Some(&to)) = (places.get(start), places.get(end)) else { break };
        edits.push(Edit { span: Span::new(from, to), replacement: replacement.clone() });
        at = end;
    }
    edits
}

proptest! {
    #[test]
    fn parts_cover_the_text_and_language_comes_first(page in soup()) {
        let opened = open(FileKind::Html, page.as_str());
        let text = opened.text();
        for part in &text.parts {
            let own = &opened.parts()[part.number];
            prop_assert_eq!((part.name.as_str(), part.holds, part.span.of(&text.text)), (own.name, own.holds, own.text));
            prop_assert_eq!(part.holds == Holds::Code, part.span.start > text.prose);
            prop_assert!(text.breaks.contains(&part.span.start));
        }
        prop_assert!(text.breaks.is_sorted());
        let between: usize = text.parts.windows(2).map(|pair| pair[1].span.start - pair[0].span.end).sum();
        let own: usize = opened.parts().iter().map(|part| part.text.len()).sum();
        prop_assert_eq!(text.text.len(), own + between);
    }

    #[test]
    fn without_edits_a_plain_text_keeps_every_byte(text in "\u{feff}?\\PC{0,40}\n{0,2}") {
        let opened = open(FileKind::Text, text.as_str());
        prop_assert_eq!(opened.rewrite(&[]).unwrap().bytes, text.into_bytes());
    }

    #[test]
    fn a_plain_text_takes_all_edits(text in "[aé\n\0&<]{0,20}", picks in picks()) {
        let opened = open(FileKind::Text, text.as_str());
        let edits = edits_anywhere(&text, &picks);
        prop_assert_eq!(opened.rewrite(&edits).unwrap().bytes, apply(&text, &edits).into_bytes());
    }

    #[test]
    fn edits_of_parts_are_edits_of_the_text(record in record(), picks in picks()) {
        let texts = record.part_texts(&[]);
        let edits: Vec<Vec<Edit>> = texts.iter().map(|text| edits_anywhere(text, &picks)).collect();
        let whole = woven(&record, &edits);
        prop_assert_eq!(check(&record.text, &whole), Ok(()));
        let expected: Vec<String> = texts.iter().zip(&edits).map(|(text, edits)| apply(text, edits)).collect();
        prop_assert_eq!(record.part_texts(&whole), expected.clone());
        prop_assert_eq!(apply(&record.text, &whole), expected.join("\n\n"));
    }

    #[test]
    fn edits_over_edges_remove_exactly_their_bytes(record in record(), picks in picks()) {
        let mut edits = edits_anywhere(&record.text, &picks);
        for edit in &mut edits {
            edit.replacement.clear();
        }
        let gone = |at: usize| edits.iter().any(|edit| edit.span.range().contains(&at));
        let expected: Vec<String> = record
            .parts
            .iter()
            .map(|part| part.span.of(&record.text).char_indices().filter(|(at, _)| !gone(part.span.start + at)).map(|(_, c)| c).collect())
            .collect();
        prop_assert_eq!(record.part_texts(&edits), expected);
        for edit in &mut edits {
            edit.replacement = "#".to_owned();
        }
        let touches = |edit: &&Edit| {
            record.parts.iter().any(|part| {
                let (start, end) = (part.span.start.max(edit.span.start), part.span.end.min(edit.span.end));
                start < end || edit.span.is_empty() && start == end
            })
        };
        let replacements = record.part_texts(&edits).concat().matches('#').count();
        prop_assert_eq!(replacements, edits.iter().filter(touches).count());
    }

    #[test]
    fn edits_of_the_woven_page_read_back(page in soup(), picks in picks()) {
        let opened = open(FileKind::Html, page.replace("data:", "").as_str());
        // Names, comments and styles cannot hold every character.
        let exact = |name: &str| matches!(name, "body" | "title" | "attributes" | "scripts");
        let mut edits = edits_of(&opened.text().text, &picks);
        edits.retain(|edit| exact(opened.parts()[opened.text().place(edit.span).0].name));
        let expected = opened.text().part_texts(&edits);
        let again = open(FileKind::Html, opened.rewrite(&edits).unwrap().bytes);
        let read: Vec<String> = again.parts().iter().map(|part| part.text.to_owned()).collect();
        prop_assert_eq!(read, expected);
    }

    #[test]
    fn a_span_is_found_again_by_its_part(page in soup()) {
        let opened = open(FileKind::Html, page.as_str());
        let text = opened.text();
        for (at, character) in text.text.char_indices() {
            let span = Span::new(at, at + character.len_utf8());
            let (number, local) = text.place(span);
            match text.span_in(number, local) {
                Some(found) => prop_assert_eq!(found, span),
                None => prop_assert!(text.parts.iter().all(|part| at < part.span.start || part.span.end <= at)),
            }
        }
    }
}
