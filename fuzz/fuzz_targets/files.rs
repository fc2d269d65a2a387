#![no_main]
use scumble_files::{FileKind, Limits, Opened};
use scumble_span::{Edit, Span};

// The first byte chooses the kind. Whatever opens is rewritten with an edit in each part, and what was written opens again.
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Some((first, bytes)) = bytes.split_first() else { return };
    let kind = FileKind::ALL[usize::from(*first) % FileKind::ALL.len()];
    let limits = Limits { unpacked: 1 << 22, ..Limits::default() };
    let Ok(opened) = Opened::open(kind, bytes.to_vec(), &limits) else { return };
    let woven = opened.text();
    let edits: Vec<Edit> = woven
        .parts
        .iter()
        .filter_map(|part| {
            let first = part.span.of(&woven.text).chars().next()?;
            let span = Span::new(part.span.start, part.span.start + first.len_utf8());
            Some(Edit { span, replacement: "<&\"'>".to_owned() })
        })
        .collect();
    if let Ok(written) = opened.rewrite(&edits) {
        let limits = Limits { unpacked: 1 << 26, ..limits };
        assert!(Opened::open(kind, written.bytes, &limits).is_ok());
    }
});
