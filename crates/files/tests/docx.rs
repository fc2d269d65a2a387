//! Documents of word processors, made here.

use crate::support::{edits_of, mutated, open, replace, text, woven};
use proptest::prelude::*;
use scumble_files::{Error, FileKind, Images, Limits, Opened};
use scumble_span::apply;
use std::io::{Cursor, Read, Write};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

const OFFICE: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const RELATION: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

pub(crate) fn zipped(files: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        writer.start_file(*name, SimpleFileOptions::default()).expect("started");
        writer.write_all(content.as_bytes()).expect("written");
    }
    writer.finish().expect("finished").into_inner()
}

pub(crate) fn unzipped(bytes: &[u8]) -> Vec<(String, String)> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).expect("an archive");
    let mut files = Vec::new();
    for at in 0..archive.len() {
        let mut file = archive.by_index(at).expect("a file");
        let mut content = String::new();
        file.read_to_string(&mut content).expect("UTF-8");
        files.push((file.name().expect("a name").into_owned(), content));
    }
    files
}

fn types() -> String {
    let part = |name: &str, kind: &str| {
        format!("<Override PartName=\"/word/{name}.xml\" ContentType=\"{OFFICE}.{kind}+xml\"/>")
    };
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Types><Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
        <Default Extension=\"png\" ContentType=\"image/png\"/>{}{}{}{}{}<Override PartName=\"/docProps/core.xml\" \
        ContentType=\"application/vnd.openxmlformats-package.core-properties+xml\"/></Types>",
        part("document", "document.main"),
        part("header1", "header"),
        part("comments", "comments"),
        part("settings", "settings"),
        part("styles", "styles"),
    )
}

fn document(body: &str) -> Vec<u8> {
    let body =
        format!("<?xml version=\"1.0\"?><w:document xmlns:w=\"w\" xmlns:r=\"r\"><w:body>{body}</w:body></w:document>");
    let relation = |id: &str, kind: &str, target: &str, mode: &str| {
        format!("<Relationship Id=\"{id}\" Type=\"{RELATION}/{kind}\" Target=\"{target}\"{mode}/>")
    };
    let root = format!(
        "<Relationships>{}{}</Relationships>",
        relation("rId1", "officeDocument", "word/document.xml", ""),
        relation("rId2", "metadata/core-properties", "docProps/core.xml", "")
    );
    let own = format!(
        "<Relationships>{}{}{}{}</Relationships>",
        relation("rId1", "header", "header1.xml", ""),
        relation("rId2", "image", "media/image1.png", ""),
        relation("rId3", "hyperlink", "mailto:ada%20x@y.org", " TargetMode=\"External\""),
        relation("rId4", "attachedTemplate", "file:///C:/Users/ada/x.dotm", " TargetMode=\"External\"")
    );
    zipped(&[
        ("[Content_Types].xml", &types()),
        ("_rels/.rels", &root),
        ("docProps/core.xml", "<cp:coreProperties><dc:creator>Ada Lovelace</dc:creator></cp:coreProperties>"),
        ("word/header1.xml", "<w:hdr><w:p><w:r><w:t>Ada's header</w:t></w:r></w:p></w:hdr>"),
        ("word/document.xml", &body),
        ("word/_rels/document.xml.rels", &own),
        (
            "word/comments.xml",
            "<w:comments><w:comment w:id=\"1\" w:author=\"Ada\" w:date=\"2020-01-01T00:00:00Z\" w:initials=\"AL\"><w:p><w:r><w:t>ask Ada</w:t></w:r></w:p></w:comment></w:comments>",
        ),
        (
            "word/settings.xml",
            "<w:settings><!-- Ada --><w:docVars><w:docVar w:name=\"n\" w:val=\"Ada\"/></w:docVars><w:zoom w:percent=\"100\"/></w:settings>",
        ),
        (
            "word/styles.xml",
            "<w:styles><w:style w:styleId=\"Heading1\"><w:name w:val=\"heading 1\"/></w:style>\
            <w:style w:customStyle=\"1\" w:styleId=\"AdaStyle\"><w:name w:val=\"Ada style\"/></w:style></w:styles>",
        ),
        ("word/media/image1.png", "PNG Ada"),
    ])
}

fn run(text: &str) -> String {
    format!("<w:r><w:rPr><w:b/></w:rPr><w:t>{text}</w:t></w:r>")
}

#[test]
fn words_split_over_runs_are_one() {
    let bytes = document(&format!("<w:p>{}{}{}</w:p>", run("Dear A"), run("d"), run("a &amp; Co,")));
    let opened = open(FileKind::Docx, bytes);
    assert_eq!(text(&opened, "body"), "Dear Ada & Co,\n");
    let rewritten = opened.rewrite(&replace(&opened, "Ada", "Pers1 ")).expect("rewritten");
    let files = unzipped(&rewritten.bytes);
    let body = &files.iter().find(|(name, _)| name == "word/document.xml").expect("a body").1;
    assert!(body.contains("<w:t xml:space=\"preserve\">Dear Pers1 </w:t>"), "{body}");
    assert!(body.contains("<w:t xml:space=\"preserve\"></w:t>"));
    assert!(body.contains("<w:t xml:space=\"preserve\"> &amp; Co,</w:t>"));
}

#[test]
fn everything_that_names_a_person_is_a_part_or_goes() {
    let body = format!(
        "<w:p><w:pPr><w:pStyle w:val=\"AdaStyle\"/></w:pPr>{}<w:del w:id=\"1\" w:author=\"Ada\"><w:r><w:delText>Ada Smith</w:delText></w:r></w:del>\
        <w:ins w:id=\"2\" w:author=\"Ada\" w:date=\"2020-01-01T00:00:00Z\">{}</w:ins>\
        <w:hyperlink r:id=\"rId3\" w:tooltip=\"Ada's mail\">{}</w:hyperlink>\
        <w:r><w:instrText>HYPERLINK \"http://a/Ada\"</w:instrText></w:r>\
        <w:r><w:drawing><wp:docPr id=\"1\" name=\"Picture 1\" descr=\"Ada at home\"/><a:blip r:embed=\"rId2\"/></w:drawing></w:r>\
        <w:r><w:drawing><wp:docPr id=\"2\" name=\"Box\" descr=\"Ada's box\"/><w:txbxContent><w:p>{}</w:p></w:txbxContent></w:drawing></w:r>\
        <w:r><w:pict><v:shape o:gfxdata=\"QWRh\"><v:textpath string=\"DRAFT by Ada\"/><c:v>030 &amp; 12</c:v></v:shape></w:pict></w:r>{}</w:p>",
        run("before"),
        run("inserted Ada"),
        run("mail"),
        run("boxed Ada"),
        run("after")
    );
    let opened = open(FileKind::Docx, document(&body));
    assert_eq!(text(&opened, "body"), "beforeinserted Adamailafter\nboxed Ada\n");
    assert_eq!(text(&opened, "body: links"), "mailto:ada x@y.org");
    assert_eq!(text(&opened, "body: field codes"), "HYPERLINK \"http://a/Ada\"");
    assert_eq!(text(&opened, "body: attributes"), "Ada's mail\nAda's box\nDRAFT by Ada");
    assert_eq!(text(&opened, "body: other text"), "030 & 12");
    assert_eq!(text(&opened, "body: layout"), "", "the ids of styles are numbers");
    assert_eq!(text(&opened, "styles: attributes"), "Ada style");
    assert_eq!(text(&opened, "header 1"), "Ada's header\n");
    assert_eq!(text(&opened, "comments"), "ask Ada\n");

    let first = opened.rewrite(&replace(&opened, "Ada", "[X]")).expect("rewritten");
    let again = open(FileKind::Docx, first.bytes.clone());
    let second = again.rewrite(&replace(&again, "ada", "x")).expect("rewritten");
    for (name, content) in unzipped(&second.bytes) {
        let content = content.to_lowercase();
        for left in ["ada", "smith", "lovelace", "2020", "image1", "gfxdata", "core.xml", "template", "rid2"] {
            assert!(
                !content.contains(left) && !name.contains(left) || name == "_rels/.rels",
                "{left} in {name}: {content}"
            );
        }
    }
    assert!(again.dropped().is_empty() && second.dropped.is_empty(), "{:?}", again.dropped());
    for reason in [
        "file of properties",
        "tracked deletion",
        "image or sound: 1",
        "author of",
        "document variables",
        "XML comment",
    ] {
        assert!(first.dropped.iter().any(|dropped| dropped.contains(reason)), "{reason}: {:?}", first.dropped);
    }
    assert_eq!(first.bytes, opened.rewrite(&replace(&opened, "Ada", "[X]")).expect("rewritten").bytes);
}

#[test]
fn files_that_nothing_touches_keep_their_bytes() {
    let bytes = document(&format!("<w:p>{}</w:p>", run("plain")));
    let opened = open(FileKind::Docx, bytes.clone());
    let after = unzipped(&opened.rewrite(&[]).expect("rewritten").bytes);
    let before = unzipped(&bytes);
    for name in ["word/document.xml", "word/header1.xml"] {
        let find = |files: &[(String, String)]| {
            files.iter().find(|(file, _)| file == name).map(|(_, content)| content.clone())
        };
        assert_eq!(find(&before), find(&after));
    }
}

#[test]
fn rewriting_without_edits_is_stable() {
    let body = format!("<w:p>{}<w:r><w:instrText>x &amp; y</w:instrText></w:r></w:p>", run("Ada &#65; Co"));
    let opened = open(FileKind::Docx, document(&body));
    let first = opened.rewrite(&[]).expect("rewritten").bytes;
    let again = open(FileKind::Docx, first.clone());
    assert_eq!(again.text(), opened.text());
    assert_eq!(again.rewrite(&[]).expect("rewritten").bytes, first);
}

#[test]
fn images_may_be_a_reason_to_refuse() {
    let limits = Limits { images: Images::Refuse, ..Limits::default() };
    assert!(matches!(Opened::open(FileKind::Docx, document(""), &limits), Err(Error::Refused(_))));
}

#[test]
fn bombs_and_tricks_are_refused() {
    let open = |bytes, limits: &Limits| Opened::open(FileKind::Docx, bytes, limits);
    let large = document(&run(&"a".repeat(10_000_000)));
    assert!(large.len() < 100_000);
    let limits = Limits { unpacked: 1 << 20, ..Limits::default() };
    assert!(matches!(open(large, &limits), Err(Error::TooLarge(_))));
    let limits = Limits { entries: 3, ..Limits::default() };
    assert!(matches!(open(document(""), &limits), Err(Error::TooLarge(_))));
    let deep = document(&format!("{}{}", "<w:p>".repeat(5000), "</w:p>".repeat(5000)));
    assert!(matches!(open(deep, &Limits::default()), Err(Error::TooLarge(_))));
    for body in ["<!DOCTYPE x [<!ENTITY a \"b\">]>", "&a;", "</w:body>", "<w:p a=b>"] {
        assert!(open(document(body), &Limits::default()).is_err(), "{body}");
    }
    for name in ["../x", "/x", "a\\b", "[content_types].XML"] {
        assert!(open(zipped(&[("[Content_Types].xml", &types()), (name, "")]), &Limits::default()).is_err(), "{name}");
    }
    let whole = document(&run("text"));
    for length in (0..whole.len()).step_by(7) {
        assert!(open(whole[..length].to_vec(), &Limits::default()).is_err());
    }
}

#[test]
fn damaged_documents_never_panic() {
    let whole = document(&format!("<w:p>{}</w:p>", run("Ada &amp; &#65; Co")));
    let files = unzipped(&whole);
    for seed in 0..2000 {
        let mut bytes = mutated(&whole, seed);
        if seed % 2 == 0 {
            // Damage within the archive, where its checksums do not find it.
            let damaged: Vec<(String, String)> = files
                .iter()
                .enumerate()
                .map(|(at, (name, content))| {
                    (
                        name.clone(),
                        String::from_utf8_lossy(&mutated(content.as_bytes(), seed * 16 + at as u64)).into_owned(),
                    )
                })
                .collect();
            bytes =
                zipped(&damaged.iter().map(|(name, content)| (name.as_str(), content.as_str())).collect::<Vec<_>>());
        }
        if let Ok(opened) = Opened::open(FileKind::Docx, bytes, &Limits::default()) {
            let _ = opened.rewrite(&replace(&opened, "a", "<&>"));
        }
    }
}

proptest! {
    #[test]
    fn edits_of_all_parts_read_back(
        picks in prop::collection::vec((0usize..5, 1usize..6, "[a-z<>&;\"' é%]{0,4}"), 0..5),
    ) {
        let body = "<w:p><w:hyperlink r:id=\"rId3\" w:tooltip=\"Ada&apos;s mail\"><w:r><w:t>m</w:t></w:r></w:hyperlink><w:r>\
            <w:instrText>HYPERLINK &quot;http://a/Ada&quot;</w:instrText></w:r><wp:docPr name=\"Box 1\" descr=\"Ada's box\"/></w:p>";
        let opened = open(FileKind::Docx, document(body));
        let edits: Vec<_> = opened.parts().iter().map(|part| edits_of(part.text, &picks)).collect();
        let again = open(FileKind::Docx, opened.rewrite(&woven(opened.text(), &edits)).unwrap().bytes);
        // A name that became too short to be one is not a part any more.
        for (part, edits) in opened.parts().iter().zip(&edits) {
            let expected = apply(part.text, edits);
            if matches!(part.name, "body" | "header 1" | "comments" | "body: links" | "body: field codes") {
                prop_assert_eq!(text(&again, part.name), expected);
            }
        }
    }

    #[test]
    fn edits_read_back(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "<w:r><w:t>A</w:t></w:r>", "<w:r><w:t xml:space=\"preserve\"> da &amp;</w:t></w:r>", "</w:p><w:p>", "<w:r><w:tab/></w:r>",
            "<w:r><w:t>&#233;t\u{e9}</w:t></w:r>", "<w:del><w:r><w:delText>x</w:delText></w:r></w:del>", "<w:r><w:t><![CDATA[<c>]]></w:t></w:r>",
            "<w:ins w:author=\"B\"><w:r><w:t>in</w:t></w:r></w:ins>", "<w:r><w:txbxContent><w:p><w:r><w:t>box</w:t></w:r></w:p></w:txbxContent></w:r>",
        ]), 0..15),
        picks in prop::collection::vec((0usize..4, 1usize..6, "[a-z<>&;\"' é]{0,4}"), 0..5),
    ) {
        let opened = open(FileKind::Docx, document(&format!("<w:p>{}</w:p>", pieces.concat())));
        let body = opened.parts()[0].text;
        let mut edits = edits_of(&body.replace('\t', "\n"), &picks);
        edits.retain(|edit| !edit.span.is_empty());
        let expected = apply(body, &edits);
        let again = open(FileKind::Docx, opened.rewrite(&woven(opened.text(), &[edits])).unwrap().bytes);
        prop_assert_eq!(again.parts()[0].text, &expected);
    }
}
