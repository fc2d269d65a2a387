#![no_main]
use scumble_files::{Kind, Limits, Opened};
use scumble_text::{Edit, Span};

const KINDS: [Kind; 5] = [Kind::Text, Kind::Html, Kind::Docx, Kind::Pdf, Kind::Mail];

// The first byte chooses the kind. Whatever opens is rewritten with an edit in each part, and what was written opens again.
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Some((first, bytes)) = bytes.split_first() else { return };
    let kind = KINDS[usize::from(*first) % KINDS.len()];
    let limits = Limits { unpacked: 1 << 22, ..Limits::default() };
    let Ok(opened) = Opened::open(kind, bytes.to_vec(), &limits) else { return };
    let edit = |text: &str| {
        let end = text.chars().next()?.len_utf8();
        Some(Edit { span: Span::new(0, end), replacement: "<&\"'>".to_owned() })
    };
    let edits: Vec<Vec<Edit>> = opened.parts().iter().map(|part| edit(&part.text).into_iter().collect()).collect();
    if let Ok(written) = opened.rewrite(&edits) {
        let limits = Limits { unpacked: 1 << 26, ..limits };
        assert!(Opened::open(kind, written.bytes, &limits).is_ok());
    }
});
