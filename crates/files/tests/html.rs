//! Pages: what is read, what is written, and that nothing else changes.

use crate::support::{edits_of, mutated, open, replace, text, woven};
use proptest::prelude::*;
use scumble_files::{Error, FileKind, Images, Limits, Opened};
use scumble_span::apply;

const PAGE: &str = r##"<!DOCTYPE html>
<html><head><title>Ada &amp; Co</title><meta name=author content='Ada Lovelace'>
<script type="application/ld+json">{"name": "by\nAda Love\u006cace"}</script><style>.ada { color: red }</style></head>
<body class=ada onload="f('Ada')"><!-- by Ada --><p>Dear A<b>d</b>a,&nbsp;caf&eacute; <a href="mailto:ada%20l@x.org?a=1&b=2" title="Ada">here</a></p>
<img alt="Ada at home" src=ada.png><ada@x.org> a < b & c Ad&shy;a</body></html>"##;

fn rewritten(page: &str, word: &str, with: &str) -> String {
    let opened = open(FileKind::Html, page);
    String::from_utf8(opened.rewrite(&replace(&opened, word, with)).expect("rewritten").bytes).expect("UTF-8")
}

#[test]
fn text_is_found_wherever_it_is() {
    let opened = open(FileKind::Html, PAGE);
    assert!(text(&opened, "body").contains("Dear Ada,\u{a0}café here"));
    assert!(text(&opened, "body").contains("a < b & c Ada"));
    assert_eq!(text(&opened, "title"), "Ada & Co");
    for value in ["Ada Lovelace", "mailto:ada l@x.org?a=1&b=2", "Ada at home", "ada.png", "f('Ada')"] {
        assert!(text(&opened, "attributes").lines().any(|line| line == value), "{value}");
    }
    assert!(text(&opened, "scripts").contains("Ada Lovelace"));
    assert!(text(&opened, "styles").contains(".ada"));
    assert_eq!(text(&opened, "comments"), " by Ada ");
    assert_eq!(text(&opened, "layout attributes"), "ada");
    assert_eq!(text(&opened, "unknown tags"), "ada@x.org");
    assert_eq!(opened.warnings().len(), 1);
}

#[test]
fn a_removed_word_is_nowhere_left() {
    let opened = open(FileKind::Html, rewritten(PAGE, "Ada", "[X]"));
    let opened = open(FileKind::Html, opened.rewrite(&replace(&opened, "ada", "x y")).expect("rewritten").bytes);
    for part in opened.parts() {
        assert!(!part.text.to_lowercase().contains("ada"), "{}", part.name);
    }
    assert!(text(&opened, "attributes").contains("mailto:x y l@x.org?a=1&b=2"));
    assert!(text(&opened, "attributes").contains("x y.png"));
}

#[test]
fn replacements_are_escaped_for_their_place() {
    let hostile = "<i> & \"'--> </script> %";
    let opened = open(FileKind::Html, rewritten(PAGE, "Ada", hostile));
    assert!(text(&opened, "body").contains(&format!("Dear {hostile},")));
    assert!(text(&opened, "attributes").contains(&format!("{hostile} Lovelace")));
    assert!(text(&opened, "scripts").contains(&format!("{hostile} Lovelace")));
    assert_eq!(text(&opened, "title"), format!("{hostile} & Co"));
}

#[test]
fn a_value_without_quotes_never_swallows_its_neighbour() {
    assert_eq!(rewritten("<a title=Ada name=b>", "Ada", ""), "<a title=\"\" name=b>");
    assert_eq!(rewritten("<a title=Ada>", "Ada", "x y"), "<a title=\"x y\">");
}

#[test]
fn what_was_apart_is_not_completed_by_an_edit() {
    assert_eq!(rewritten("a & xlt; b", " x", ""), "a &amp;lt; b");
    assert_eq!(rewritten("a < xb> c", " x", ""), "a &lt;b> c");
}

#[test]
fn embedded_data_goes_or_the_page_is_refused() {
    let page = "<img src=\"data:image/png;base64,iVBORw0KGgo=\"><div style='background:url(data:image/gif;base64,R0lG)'>x</div>";
    let opened = open(FileKind::Html, page);
    let again = opened.rewrite(&[]).expect("rewritten");
    assert_eq!(again.bytes, b"<img src=\"data:,\"><div style='background:url(data:,)'>x</div>");
    assert_eq!(again.dropped, ["embedded data (data: addresses): 2"]);
    let limits = Limits { images: Images::Refuse, ..Limits::default() };
    assert!(matches!(Opened::open(FileKind::Html, page.into(), &limits), Err(Error::Refused(_))));
}

#[test]
fn damaged_pages_never_panic() {
    for seed in 0..3000 {
        if let Ok(opened) = Opened::open(FileKind::Html, mutated(PAGE.as_bytes(), seed), &Limits::default()) {
            let _ = opened.rewrite(&replace(&opened, "a", "<&>"));
        }
    }
}

pub(crate) fn soup() -> impl Strategy<Value = String> {
    let bits = prop::sample::select(vec![
        "<p>",
        "</p>",
        "<b>",
        "</b>",
        "<br/>",
        "Ada",
        " ",
        "é",
        "&eacute;",
        "&lt",
        "&",
        "<",
        ">",
        "<!--",
        "-->",
        "<a title='",
        "'",
        "\"",
        "<a href=\"x%20",
        "<img alt=Ada ",
        "=",
        "lt;",
        "#65;",
        "<script>",
        "</script>",
        "<title>",
        "</title>",
        "<style>",
        "</style>",
        "\\u0041",
        "\n",
        "\u{ad}",
        "<!doctype",
        "</",
        "<x@y.z>",
        "&#x41;",
        "/",
        "data:a/b,c",
    ]);
    prop::collection::vec(bits, 0..40).prop_map(|bits| bits.concat())
}

proptest! {
    #[test]
    fn without_edits_nothing_changes(page in soup()) {
        let page = page.replace("data:", "");
        let opened = open(FileKind::Html, page.as_str());
        prop_assert_eq!(opened.rewrite(&[]).unwrap().bytes, page.into_bytes());
    }

    #[test]
    fn edits_of_the_body_read_back(
        page in soup(),
        picks in prop::collection::vec((0usize..6, 1usize..5, "[a-z<>&;#\"' é]{0,4}"), 0..5),
    ) {
        let opened = open(FileKind::Html, page.as_str());
        let edits = edits_of(opened.parts()[0].text, &picks);
        let expected = apply(opened.parts()[0].text, &edits);
        let again = open(FileKind::Html, opened.rewrite(&woven(opened.text(), &[edits])).unwrap().bytes);
        prop_assert_eq!(again.parts()[0].text, &expected);
        prop_assert_eq!(again.parts().len(), opened.parts().len());
    }

    #[test]
    fn edits_of_all_parts_read_back(
        page in soup(),
        picks in prop::collection::vec((0usize..4, 1usize..5, "[a-z<>&;#\"' é%]{0,4}"), 0..4),
    ) {
        let opened = open(FileKind::Html, page.replace("data:", "").as_str());
        // Names, comments and styles cannot say everything.
        let exact = |name: &str| matches!(name, "body" | "title" | "attributes" | "scripts");
        let edits: Vec<_> = opened
            .parts()
            .iter()
            .map(|part| if exact(part.name) { edits_of(part.text, &picks) } else { Vec::new() })
            .collect();
        let again = open(FileKind::Html, opened.rewrite(&woven(opened.text(), &edits)).unwrap().bytes);
        for (at, part) in opened.parts().iter().enumerate() {
            prop_assert_eq!(again.parts()[at].name, part.name);
            prop_assert_eq!(again.parts()[at].text, &apply(part.text, &edits[at]));
        }
    }

    #[test]
    fn bytes_outside_of_edits_stay(
        words in prop::collection::vec("[a-z]{1,5}", 1..8),
        tags in prop::collection::vec(prop::sample::select(vec!["<p>", "</b>", " <i>", "<br>", "&amp; ", "é", "<!--c-->"]), 8),
    ) {
        let page: String = words.iter().zip(&tags).map(|(word, tag)| format!("{tag}QQ{word}")).collect();
        prop_assert_eq!(rewritten(&page, "QQ", "[X]"), page.replace("QQ", "[X]"));
    }
}
