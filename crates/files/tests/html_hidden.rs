//! Text that a page holds where one does not look, or spells in another way.

use crate::support::{open, replace, text, woven};
use proptest::prelude::*;
use scumble_files::{FileKind, Opened};
use scumble_span::{Edit, Span, apply};

fn page(source: &str) -> Opened {
    open(FileKind::Html, source)
}

/// The page with one word in place of another, wherever it is read.
fn without(source: &str, word: &str) -> String {
    let opened = page(source);
    String::from_utf8(opened.rewrite(&replace(&opened, word, "Pers1")).expect("rewritten").bytes).expect("UTF-8")
}

#[test]
fn closed_attributes_are_read_unless_the_standard_has_their_value() {
    for key in [
        "target",
        "rel",
        "role",
        "type",
        "lang",
        "property",
        "autocomplete",
        "align",
        "color",
        "media",
        "charset",
        "dir",
        "width",
    ] {
        let source = format!("<a {key}=\"quackenbush\">x</a>");
        assert_eq!(text(&page(&source), "attributes"), "quackenbush", "{key}");
        assert_eq!(without(&source, "quackenbush"), format!("<a {key}=\"Pers1\">x</a>"));
    }
    let plain = page(
        "<html lang=en-GB><link rel='stylesheet preload' type=text/css media='screen and (max-width: 60em)'><a target=_blank role=button \
        rel='nofollow noopener'>x</a><input type=email autocomplete='home tel'><td align=center width=50% bgcolor=#ff0000>",
    );
    assert_eq!(plain.parts().len(), 1, "{:?}", plain.parts());
}

#[test]
fn what_a_script_spells_in_another_way_is_read_and_written_so() {
    for (source, expected) in [
        ("<script>f('%51uackenbush%20x')</script>", "<script>f('Pers1%20x')</script>"),
        ("<script>f('%u0051uackenbush')</script>", "<script>f('Pers1')</script>"),
        ("<script>f('\\x51uackenbu\\u0073h')</script>", "<script>f('Pers1')</script>"),
        ("<script>f('\\121uackenbush')</script>", "<script>f('Pers1')</script>"),
        ("<script>atob('UXVhY2tlbmJ1c2g=')</script>", "<script>atob('UGVyczE=')</script>"),
        (
            "<script>String.fromCharCode(81,117,97,99,107,101,110,98,117,115,104)</script>",
            "<script>String.fromCharCode(80,101,114,115,49)</script>",
        ),
        ("<style>a:after{content:\"\\51 \\75 ackenb\\75 sh\"}</style>", "<style>a:after{content:\"Pers1\"}</style>"),
        ("<p style='--x:\"\\51 uackenbush\"'>", "<p style='--x:\"Pers1\"'>"),
        ("<p onclick=\"f('\\x51uackenbush')\">", "<p onclick=\"f('Pers1')\">"),
        ("<p data-n='%51uackenbush'>", "<p data-n='Pers1'>"),
        ("<p data-n='\\u0051uackenbush'>", "<p data-n='Pers1'>"),
        ("<p data-n='UXVhY2tlbmJ1c2g='>", "<p data-n='UGVyczE='>"),
        ("<a href='/%51uackenbush'>", "<a href='/Pers1'>"),
        ("<a href=\"javascript:f('%51uackenbush')\">", "<a href=\"javascript:f('Pers1')\">"),
    ] {
        assert_eq!(without(source, "Quackenbush"), expected, "{source}");
        let opened = page(source);
        let released = page(expected);
        let back = released.rewrite(&replace(&released, "Pers1", "Quackenbush")).expect("restored").bytes;
        assert_eq!(open(FileKind::Html, back).text(), opened.text(), "{source}");
        assert_eq!(opened.rewrite(&[]).expect("rewritten").bytes, source.as_bytes());
    }
}

#[test]
fn embedded_data_is_not_read() {
    let opened = page(
        "<script>f('data:text/plain,Quackenbush', 'kept')</script><p style='a:url(data:image/png;base64,UXVhY2s=)'>",
    );
    assert_eq!(text(&opened, "scripts"), "f('data:,', 'kept')");
    assert_eq!(text(&opened, "layout attributes"), "a:url(data:,)");
    let again = open(FileKind::Html, opened.rewrite(&[]).expect("rewritten").bytes);
    assert_eq!(again.text(), opened.text());
}

#[test]
fn text_is_read_in_the_order_in_which_it_is_seen() {
    let source = "<p>a<bdo dir=rtl title=x>hsub</bdo> \u{202e}b&#x202E;c&#8237;</p><style>p{unicode-bidi: bidi-override}</style><p \
        style=\"unicode-bidi:isolate-override\" title='d\u{202d}e'>";
    let opened = page(source);
    assert_eq!(text(&opened, "body").trim(), "ahsub bc");
    let written = opened.rewrite(&[]).expect("rewritten");
    assert_eq!(
        String::from_utf8(written.bytes.clone()).expect("UTF-8"),
        "<p>ahsub bc</p><style>p{unicode-bidi: normal}</style><p style=\"unicode-bidi:normal\" title='de'>"
    );
    assert_eq!(written.dropped, ["override of the direction of text: 8"]);
    assert_eq!(open(FileKind::Html, written.bytes).text(), opened.text());
}

fn value() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "_blank",
        "nofollow",
        "text/css",
        "en-GB",
        "100%",
        "#ff0000",
        "quackenbush",
        "Ada Lovelace",
        "%41da",
        "\\u0041da",
        "QWRhIExvdmVsYWNl",
        "f('\\x41da')",
        "content:\"\\41 da\"",
        "a &amp; Ada",
        "data:image/png;base64,QWRh",
        "x y",
        "12",
        "Ada\u{202e}",
        "C:\\nora\\ada",
    ])
}

proptest! {
    /// What is read from a rewritten page has the same parts in the same order as what was read from the original.
    #[test]
    fn whatever_was_read_is_read_again(
        tags in prop::collection::vec((prop::sample::select(vec![
            "target", "rel", "type", "lang", "width", "color", "style", "onclick", "href", "title", "class", "data-x", "property", "media",
        ]), value()), 1..10),
        codes in prop::collection::vec((prop::sample::select(vec!["script", "style", "p", "title"]), value()), 0..5),
        picks in prop::collection::vec((0usize..7, prop::sample::select(vec!["Pers1", "Misc12", "[REDACTED]", "Org3"])), 1..30),
    ) {
        let tags: String = tags.iter().map(|(key, value)| format!("<a {key}='{}'>", value.replace('\'', "&#39;"))).collect();
        let codes: String = codes.iter().map(|(name, value)| format!("<{name}>{value}</{name}>")).collect();
        let opened = page(&(tags + &codes));
        let mut picks = picks.iter().cycle();
        let edits: Vec<Vec<Edit>> = opened.parts().iter().map(|part| {
            scumble_span::word_spans(part.text).filter_map(|span| {
                let (choice, replacement) = picks.next()?;
                let data = part.text[..span.start].ends_with("data:");
                (*choice < 4 && !data).then(|| Edit { span: Span::new(span.start, span.end), replacement: (*replacement).to_owned() })
            }).collect()
        }).collect();
        let again = open(FileKind::Html, opened.rewrite(&woven(opened.text(), &edits)).unwrap().bytes);
        let expected: Vec<(String, String)> = opened.parts().iter().zip(&edits)
            .map(|(part, edits)| (part.name.to_owned(), apply(part.text, edits))).collect();
        let read: Vec<(String, String)> = again.parts().iter().map(|part| (part.name.to_owned(), part.text.to_owned())).collect();
        prop_assert_eq!(read, expected);
    }
}
