//! Names in the layout of a document: what people named is read or numbered anew, what the program named is vocabulary.

use crate::docx::{unzipped, zipped};
use crate::support::{open, replace, text, woven};
use proptest::prelude::*;
use scumble_files::{Error, FileKind, Limits, Opened};
use scumble_span::{Edit, Span, apply};

/// Parts by the names of their files (the ending `.xml` is added), the types of their contents, and their contents.
type Files<'a> = &'a [(&'a str, &'a str, &'a str)];

const WORD: &str = "vnd.openxmlformats-officedocument.wordprocessingml.";
const NAME: &str = "quackenbush";

/// A package of these parts. The first is its body.
fn package(files: Files<'_>) -> Vec<u8> {
    let types: String = files
        .iter()
        .map(|(name, kind, _)| {
            let kind = kind.strip_prefix("w.").map_or((*kind).to_owned(), |kind| format!("{WORD}{kind}"));
            format!("<Override PartName=\"/word/{name}.xml\" ContentType=\"application/{kind}+xml\"/>")
        })
        .collect();
    let relations = "<Relationships><Relationship Id=\"rId1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/\
        relationships/officeDocument\" Target=\"word/document.xml\"/></Relationships>";
    let mut all = vec![
        ("[Content_Types].xml".to_owned(), format!("<Types>{types}</Types>")),
        ("_rels/.rels".to_owned(), relations.to_owned()),
    ];
    all.extend(files.iter().map(|(name, _, content)| (format!("word/{name}.xml"), (*content).to_owned())));
    zipped(&all.iter().map(|(name, content)| (name.as_str(), content.as_str())).collect::<Vec<_>>())
}

fn body(content: &str) -> String {
    format!("<w:document><w:body>{content}</w:body></w:document>")
}

/// All files of the rewritten package as one text.
fn written(opened: &Opened, edits: &[Edit]) -> String {
    let bytes = opened.rewrite(edits).expect("rewritten").bytes;
    unzipped(&bytes).into_iter().map(|(name, content)| format!("{name}\n{content}\n")).collect()
}

#[test]
fn ids_of_custom_styles_are_numbered_wherever_they_stand() {
    let document = body(
        "<w:p><w:pPr><w:pStyle w:val=\"DeloitteBody\"/></w:pPr><w:r><w:rPr><w:rStyle w:val=\"quackenbushmark\"/></w:rPr>\
        <w:t>text</w:t></w:r></w:p><w:tbl><w:tblPr><w:tblStyle w:val=\"Deloitte_Table\"/></w:tblPr></w:tbl>",
    );
    // LibreOffice marks no style as custom.
    let styles = "<w:styles><w:style w:styleId=\"Heading1\"><w:name w:val=\"heading 1\"/><w:link w:val=\"Heading1Char\"/></w:style>\
        <w:style w:styleId=\"Heading1Char\" w:customStyle=\"1\"><w:name w:val=\"Heading 1 Char\"/></w:style>\
        <w:style w:styleId=\"DeloitteBody\"><w:name w:val=\"Deloitte Body\"/><w:aliases w:val=\"DTT\"/><w:basedOn w:val=\"Normal\"/>\
        <w:next w:val=\"DeloitteBody\"/><w:link w:val=\"quackenbushmark\"/></w:style>\
        <w:style w:styleId=\"quackenbushmark\"><w:name w:val=\"Mark\"/></w:style>\
        <w:style w:styleId=\"Style1\"><w:name w:val=\"Style1\"/></w:style>\
        <w:latentStyles><w:lsdException w:name=\"List Bullet 2\"/><w:lsdException w:name=\"Quackenbush List\"/></w:latentStyles></w:styles>";
    let numbering = "<w:numbering><w:abstractNum><w:styleLink w:val=\"DeloitteList\"/><w:numStyleLink w:val=\"DeloitteList\"/>\
        <w:lvl><w:pStyle w:val=\"DeloitteBody\"/></w:lvl></w:abstractNum></w:numbering>";
    let settings = "<w:settings><w:clickAndTypeStyle w:val=\"DeloitteBody\"/><w:defaultTableStyle w:val=\"Deloitte_Table\"/></w:settings>";
    let opened = open(
        FileKind::Docx,
        package(&[
            ("document", "w.document.main", &document),
            ("styles", "w.styles", styles),
            ("numbering", "w.numbering", numbering),
            ("settings", "w.settings", settings),
        ]),
    );
    assert_eq!(text(&opened, "styles: attributes"), "Deloitte Body\nDTT\nMark\nQuackenbush List");
    let all = written(&opened, &[]);
    for (id, count) in [("Style2", 5), ("Style3", 3), ("Style4", 2), ("Style5", 2), ("Style1", 2), ("Heading1Char", 2)]
    {
        assert_eq!(all.matches(&format!("\"{id}\"")).count(), count, "{id}: {all}");
    }
    assert!(
        !all.contains("DeloitteB")
            && !all.contains("Deloitte_")
            && !all.contains("DeloitteL")
            && !all.contains("quackenbushm")
    );
}

#[test]
fn names_of_themes_and_fonts_are_read_unless_they_come_with_the_program() {
    let theme = |theme: &str, colors: &str, font: &str| {
        format!(
            "<a:theme name=\"{theme}\"><a:clrScheme name=\"{colors}\"/><a:fontScheme name=\"{colors}\"><a:majorFont>\
            <a:latin typeface=\"{font}\"/><a:font script=\"Jpan\" typeface=\"ＭＳ 明朝\"/></a:majorFont></a:fontScheme>\
            <a:fmtScheme name=\"{colors}\"/></a:theme>"
        )
    };
    let fonts =
        |font: &str| format!("<w:fonts><w:font w:name=\"{font}\"><w:altName w:val=\"{font}\"/></w:font></w:fonts>");
    let document =
        |font: &str| body(&format!("<w:p><w:r><w:rPr><w:rFonts w:ascii=\"{font}\"/></w:rPr><w:t>a</w:t></w:r></w:p>"));
    let file = |name: &str, colors: &str, font: &str| {
        let (document, fonts, theme) = (document(font), fonts(font), theme(name, colors, font));
        package(&[
            ("document", "w.document.main", &document),
            ("fontTable", "w.fontTable", &fonts),
            ("theme1", "vnd.openxmlformats-officedocument.theme", &theme),
        ])
    };
    let plain = open(FileKind::Docx, file("Office Theme", "Office", "Calibri Light"));
    assert_eq!(plain.parts().len(), 1, "{:?}", plain.parts());
    let own = open(FileKind::Docx, file("Deloitte Theme", "Quackenbush", "DeloitteSans"));
    assert_eq!(text(&own, "theme: attributes"), "Deloitte Theme\nQuackenbush\nQuackenbush\nDeloitteSans\nQuackenbush");
    assert_eq!(text(&own, "fonts: attributes"), "DeloitteSans\nDeloitteSans");
    assert_eq!(text(&own, "body: layout"), "DeloitteSans");
}

#[test]
fn nothing_in_the_xml_passes_unread() {
    let document = "<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" xmlns:q=\"http://quackenbush.example/1\">\
        <w:body><w:p><w:customXml w:element=\"Quackenbush\" w:uri=\"urn:quackenbush\"><w:customXmlPr><w:attr w:name=\"quackenbush\" w:val=\"x\"/>\
        </w:customXmlPr><w:r><w:t>kept</w:t></w:r></w:customXml><w:smartTag w:element=\"Quackenbush\"><w:r><w:t> too</w:t></w:r></w:smartTag></w:p>\
        <w:p><w:pPr><w:jc w:val=\"quackenbush\"/><w:shd w:val=\"clear\" w:fill=\"Quackenbush\"/></w:pPr><q:mark q:quackenbush=\"1\"/>\
        <w:quackenbushData/><w:bookmarkStart w:id=\"1\" w:name=\"QuackenbushAddress\"/><w:bookmarkStart w:id=\"2\" w:name=\"_Quackenbush\"/>\
        <w:bookmarkStart w:id=\"3\" w:name=\"_Toc4866\"/><w:hyperlink w:anchor=\"QuackenbushAddress\"/>\
        <w:sdt><w:sdtPr><w:placeholder><w:docPart w:val=\"QuackenbushBlock\"/></w:placeholder><w:dataBinding w:xpath=\"/quackenbush\"/></w:sdtPr></w:sdt>\
        <w:r><w:instrText> HYPERLINK \"http://a.example/Jane%20Quackenbush\" </w:instrText></w:r>\
        <v:shape style=\"position:absolute;font-family:Quackenbush\" id=\"Quackenbush\"/><c:numFmt formatCode=\"&quot;Quackenbush&quot;0.0\"/>\
        <wp:align>quackenbush</wp:align></w:p></w:body></w:document>";
    let opened = open(FileKind::Docx, package(&[("document", "w.document.main", document)]));
    assert_eq!(text(&opened, "body"), "kept too\n\n");
    assert!(text(&opened, "body: field codes").contains("Jane Quackenbush"));
    let mut edits = replace(&opened, "Quackenbush", "Pers1");
    edits.extend(replace(&opened, NAME, "Pers1"));
    edits.sort_by_key(|edit| edit.span);
    let bytes = opened.rewrite(&edits).expect("rewritten").bytes;
    let again = open(FileKind::Docx, bytes.clone());
    assert_eq!(again.text().text, apply(&opened.text().text, &edits));
    for (name, content) in unzipped(&bytes) {
        assert!(!content.to_lowercase().contains(NAME), "{name}: {content}");
    }
}

#[test]
fn lists_of_the_package_hold_nothing_else() {
    let main = format!("application/{WORD}document.main+xml");
    let types = format!(
        "<Types><!-- Quackenbush --><Default Extension=\"xml\" ContentType=\"application/xml\" quackenbush=\"1\"/><Default \
        Extension=\"quackenbush\" ContentType=\"x/quackenbush\"/><Override PartName=\"/word/quackenbush.xml\" ContentType=\"{main}\"/>\
        <Override PartName=\"/word/document.xml\" ContentType=\"{main}\"/>Quackenbush</Types>"
    );
    let relations = |target: &str| {
        format!(
            "<Relationships><!-- Quackenbush --><Relationship Id=\"rId1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/\
            relationships/officeDocument\" Target=\"{target}\" q=\"Quackenbush\"/></Relationships>"
        )
    };
    let body = body("<w:p/>");
    let opened = open(
        FileKind::Docx,
        zipped(&[
            ("[Content_Types].xml", &types),
            ("_rels/.rels", &relations("word/document.xml")),
            ("word/document.xml", &body),
        ]),
    );
    let all = written(&opened, &[]);
    assert!(!all.to_lowercase().contains(NAME) && all.contains("/word/document.xml"), "{all}");
    let odd = [
        ("[Content_Types].xml", types.as_str()),
        ("_rels/.rels", &relations("quackenbush/../word/document.xml")),
        ("word/document.xml", &body),
    ];
    assert!(matches!(Opened::open(FileKind::Docx, zipped(&odd), &Limits::default()), Err(Error::Refused(_))));
    let odd = [("[Content_Types].xml", types.as_str()), ("word/quackenbush.xml", &body)];
    assert!(matches!(Opened::open(FileKind::Docx, zipped(&odd), &Limits::default()), Err(Error::Refused(_))));
}

#[test]
fn symbols_that_are_letters_are_text() {
    let symbols: String =
        "Quackenbush".bytes().map(|byte| format!("<w:sym w:font=\"Arial\" w:char=\"00{byte:02X}\"/>")).collect();
    let document =
        body(&format!("<w:p><w:r><w:t>Mr </w:t>{symbols}<w:sym w:font=\"Wingdings\" w:char=\"F0FC\"/></w:r></w:p>"));
    let opened = open(FileKind::Docx, package(&[("document", "w.document.main", &document)]));
    assert_eq!(text(&opened, "body"), "Mr Quackenbush\n");
    let edits = replace(&opened, "Quackenbush", "Pers<1");
    let bytes = opened.rewrite(&edits).expect("rewritten").bytes;
    let again = open(FileKind::Docx, bytes.clone());
    assert_eq!(text(&again, "body"), "Mr Pers<1\n");
    let back = again.rewrite(&replace(&again, "Pers<1", "Quackenbush")).expect("restored").bytes;
    assert_eq!(open(FileKind::Docx, back).text(), opened.text());
    let all = unzipped(&bytes).concat_content();
    assert_eq!(all.matches("<w:sym").count(), 1, "the picture stays: {all}");
    assert!(written(&opened, &[]).contains(&symbols), "nothing changes without an edit");
}

trait Content {
    fn concat_content(&self) -> String;
}

impl Content for Vec<(String, String)> {
    fn concat_content(&self) -> String {
        self.iter().map(|(_, content)| content.as_str()).collect()
    }
}

#[test]
fn ids_of_sessions_and_copies_go() {
    let document = "<w:document><w:body><w:p w:rsidR=\"00AB12CD\" w:rsidRDefault=\"00AB12CE\" w14:paraId=\"1A2B3C4D\" w14:textId=\"77777777\">\
        <w:r w:rsidRPr=\"00AB12CF\"><w:t>a</w:t><w:drawing><wp:anchor wp14:anchorId=\"5E5E5E5E\" wp14:editId=\"6F6F6F6F\">\
        <a16:creationId id=\"{ABCDEF01-2345-4678-9ABC-DEF012345678}\"/></wp:anchor></w:drawing></w:r></w:p>\
        <w:sdt><w:sdtPr><w:id w:val=\"-1854013440\"/></w:sdtPr></w:sdt></w:body></w:document>";
    let comments = "<w:comments><w:comment w:id=\"1\"><w:p w14:paraId=\"2B3C4D5E\"><w:r><w:t>c</w:t></w:r></w:p></w:comment></w:comments>";
    let threads = "<w15:commentsEx><w15:commentEx w15:paraId=\"2B3C4D5E\" w15:done=\"0\"/></w15:commentsEx>";
    let settings = "<w:settings><w:rsids><w:rsidRoot w:val=\"00AB12CD\"/><w:rsid w:val=\"00AB12CE\"/></w:rsids>\
        <w14:docId w14:val=\"0A1B2C3D\"/><w15:docId w15:val=\"{12345678-9ABC-4DEF-8123-456789ABCDEF}\"/>\
        <w:documentProtection w:edit=\"readOnly\" w:hash=\"aGFzaA==\" w:salt=\"c2FsdA==\"/></w:settings>";
    let numbering = "<w:numbering><w:abstractNum><w:nsid w:val=\"3D4E5F60\"/><w:tmpl w:val=\"4E5F6071\"/>\
        <w:lvl w:ilvl=\"0\" w:tplc=\"5F607182\"/></w:abstractNum></w:numbering>";
    let glossary = "<w:glossaryDocument><w:docParts><w:docPart><w:docPartPr><w:name w:val=\"E5B1C2D3E5B1C2D3E5B1C2D3E5B1C2D3\"/>\
        <w:guid w:val=\"{22345678-9ABC-4DEF-8123-456789ABCDEF}\"/></w:docPartPr></w:docPart></w:docParts></w:glossaryDocument>";
    let opened = open(
        FileKind::Docx,
        package(&[
            ("document", "w.document.main", document),
            ("comments", "w.comments", comments),
            ("commentsExtended", "w.commentsExtended", threads),
            ("settings", "w.settings", settings),
            ("numbering", "w.numbering", numbering),
            ("glossary/document", "w.document.glossary", glossary),
        ]),
    );
    let bytes = opened.rewrite(&[]).expect("rewritten").bytes;
    let all = unzipped(&bytes).concat_content();
    for id in [
        "00AB12",
        "1A2B3C4D",
        "77777777",
        "5E5E5E5E",
        "6F6F6F6F",
        "ABCDEF01",
        "1854013440",
        "2B3C4D5E",
        "0A1B2C3D",
        "12345678",
        "aGFz",
        "c2Fs",
        "3D4E5F60",
        "4E5F6071",
        "5F607182",
        "E5B1C2D3",
        "22345678",
        "rsid",
        "docId",
    ] {
        assert!(!all.contains(id), "{id}: {all}");
    }
    assert_eq!(all.matches("paraId=\"00000001\"").count(), 2, "a comment and its thread: {all}");
    let again = open(FileKind::Docx, bytes.clone());
    assert!(
        opened.dropped().iter().any(|dropped| dropped.starts_with("id of an editing session")),
        "{:?}",
        opened.dropped()
    );
    assert!(again.dropped().is_empty(), "{:?}", again.dropped());
    assert_eq!(again.rewrite(&[]).expect("rewritten").bytes, bytes);
}

#[test]
fn text_is_read_in_the_order_in_which_it_is_seen() {
    let document = body(
        "<w:p><w:r><w:t>\u{202e}Quacken\u{202c}bush\u{202d} &#x202E;x</w:t></w:r><w:bdo w:val=\"rtl\"><w:r><w:t>y</w:t></w:r></w:bdo></w:p>",
    );
    let opened = open(FileKind::Docx, package(&[("document", "w.document.main", &document)]));
    assert_eq!(text(&opened, "body"), "Quackenbush xy\n");
    let all = written(&opened, &replace(&opened, "bush", "Pers1"));
    assert!(!all.contains(['\u{202d}', '\u{202e}']) && !all.contains("x202E") && !all.contains("bdo"), "{all}");
    assert!(all.contains("Quacken\u{202c}Pers1 x"), "{all}");
}

#[test]
fn many_attributes_are_read_and_edited() {
    let attributes: String = (0..200_000).map(|number| format!(" w:a{number}=\"Ada {number}\"")).collect();
    let document = body(&format!("<w:p{attributes}/>"));
    let opened = open(FileKind::Docx, package(&[("document", "w.document.main", &document)]));
    let edits = replace(&opened, "Ada", "Pers1");
    assert_eq!(edits.len(), 200_000);
    assert!(opened.rewrite(&edits).is_ok());
    let page = open(FileKind::Html, format!("<p{}>", attributes.replace("w:", "data-")));
    assert!(page.rewrite(&replace(&page, "Ada", "Pers1")).is_ok());
}

/// Values, some of them vocabulary, for attributes of all classes.
fn value() -> impl Strategy<Value = String> {
    let known = [
        "center",
        "Heading1",
        "heading 1",
        "Heading 1 Char",
        "Office Theme",
        "Office",
        "Calibri",
        "Times New Roman",
        "en-US",
        "rId5",
        "Picture 1",
        "FF0000",
        "12.5",
        "%1.",
        "o",
        "•",
        "_Toc123",
        "DefaultPlaceholder_-12",
        "General",
        "1A2B3C4D",
        "Jpan",
        "{ABCDEF01-2345-4678-9ABC-DEF012345678}",
        "width:12pt;height:3pt",
        "Ada",
        "Ada Lovelace",
        "AdaBody",
        "ada_body",
        "Björn Å",
        "a &amp; b",
        "x",
        "Office of Ada",
        "heading Ada",
        "_Ada",
        "%1 Ada",
        "Ada Sans",
        "12 Ada",
        "http://ada.example/x y",
    ];
    prop::sample::select(known.to_vec()).prop_map(str::to_owned)
}

fn element() -> impl Strategy<Value = String> {
    let tags = [
        "<w:jc w:val=\"@\"/>",
        "<w:pStyle w:val=\"@\"/>",
        "<w:style w:styleId=\"@\"><w:name w:val=\"@\"/></w:style>",
        "<w:aliases w:val=\"@\"/>",
        "<w:lsdException w:name=\"@\"/>",
        "<a:theme name=\"@\"/>",
        "<a:clrScheme name=\"@\"/>",
        "<w:font w:name=\"@\"/>",
        "<w:altName w:val=\"@\"/>",
        "<w:rFonts w:ascii=\"@\" w:cs=\"@\"/>",
        "<a:majorFont><a:latin typeface=\"@\"/></a:majorFont>",
        "<a:font script=\"@\" typeface=\"@\"/>",
        "<w:bookmarkStart w:name=\"@\"/>",
        "<w:hyperlink w:anchor=\"@\" w:tooltip=\"@\"/>",
        "<wp:docPr name=\"@\" descr=\"@\"/>",
        "<w:docPart w:val=\"@\"/>",
        "<w:docPartPr><w:name w:val=\"@\"/></w:docPartPr>",
        "<w:lvlText w:val=\"@\"/>",
        "<w:lang w:val=\"@\"/>",
        "<w:shd odd=\"@\"/>",
        "<v:shape style=\"@\" id=\"@\" alt=\"@\"/>",
        "<a:ext uri=\"@\"/>",
        "<dgm:pt modelId=\"@\"/>",
        "<x:y r:id=\"@\"/>",
        "<c:v>@</c:v>",
        "<wp:align>@</wp:align>",
        "<c:formatCode>@</c:formatCode>",
        "<w:r><w:instrText>@</w:instrText></w:r>",
        "<w:r><w:t>@</w:t></w:r>",
        "<w:p w:rsidR=\"@\" w14:paraId=\"@\"/>",
    ];
    (prop::sample::select(tags.to_vec()), prop::collection::vec(value(), 3)).prop_map(|(tag, values)| {
        let mut values = values.into_iter();
        tag.split('@')
            .map(str::to_owned)
            .reduce(|all, rest| all + &values.next().unwrap_or_default() + &rest)
            .unwrap_or_default()
    })
}

proptest! {
    /// What is read from a rewritten document has the same parts in the same order as what was read from the original.
    #[test]
    fn whatever_was_read_is_read_again(
        elements in prop::collection::vec(element(), 1..12),
        picks in prop::collection::vec((0usize..7, prop::sample::select(vec!["Pers1", "Misc12", "[REDACTED]", "███", "Org3 Sans"])), 1..30),
    ) {
        let document = body(&elements.concat());
        let opened = open(FileKind::Docx, package(&[("document", "w.document.main", &document)]));
        let mut picks = picks.iter().cycle();
        let edits: Vec<Vec<Edit>> = opened.parts().iter().map(|part| {
            let words = scumble_span::word_spans(part.text);
            words.filter_map(|span| {
                let (choice, replacement) = picks.next()?;
                (*choice < 4).then(|| Edit { span: Span::new(span.start, span.end), replacement: (*replacement).to_owned() })
            }).collect()
        }).collect();
        let again = open(FileKind::Docx, opened.rewrite(&woven(opened.text(), &edits)).unwrap().bytes);
        let expected: Vec<(String, String)> = opened.parts().iter().zip(&edits)
            .map(|(part, edits)| (part.name.to_owned(), apply(part.text, edits))).collect();
        let read: Vec<(String, String)> = again.parts().iter().map(|part| (part.name.to_owned(), part.text.to_owned())).collect();
        prop_assert_eq!(read, expected);
    }
}
