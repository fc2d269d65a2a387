//! Names in the layout of documents and pages: nothing of them is left, and the text comes back.

use crate::support::{Workplace, json, read, with_passphrase};
use std::io::Write as _;
use std::path::Path;

const WORD: &str = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const OFFICE: &str = "application/vnd.openxmlformats-officedocument";

/// A letter whose names stand in its text, and wherever its layout has names.
fn letter() -> Vec<u8> {
    let symbols: String =
        "Quackenbush".bytes().map(|byte| format!("<w:sym w:font=\"Arial\" w:char=\"00{byte:02X}\"/>")).collect();
    let body = format!(
        "<w:document xmlns:w=\"{WORD}\"><w:body><w:p w:rsidR=\"00AB12CD\"><w:pPr><w:pStyle w:val=\"DeloitteBody\"/></w:pPr>\
        <w:bookmarkStart w:id=\"1\" w:name=\"QuackenbushAddress\"/><w:bookmarkEnd w:id=\"1\"/><w:r><w:rPr><w:rStyle w:val=\"Heading1Char\"/>\
        <w:rFonts w:ascii=\"DeloitteSans\"/></w:rPr><w:t>Mr Zebulon Quackenbush of Deloitte wrote to us.</w:t></w:r></w:p>\
        <w:p><w:customXml w:element=\"Quackenbush\"><w:r><w:t>He signed as </w:t>{symbols}</w:r></w:customXml></w:p>\
        <w:p><w:r><w:instrText> REF QuackenbushAddress \\h </w:instrText></w:r></w:p></w:body></w:document>"
    );
    let styles = format!(
        "<w:styles xmlns:w=\"{WORD}\"><w:style w:styleId=\"Heading1Char\" w:customStyle=\"1\"><w:name w:val=\"Heading 1 Char\"/></w:style>\
        <w:style w:styleId=\"DeloitteBody\"><w:name w:val=\"Deloitte Body\"/><w:basedOn w:val=\"Normal\"/></w:style>\
        <w:style w:styleId=\"Normal\"><w:name w:val=\"Normal\"/></w:style></w:styles>"
    );
    let fonts = format!(
        "<w:fonts xmlns:w=\"{WORD}\"><w:font w:name=\"DeloitteSans\"><w:altName w:val=\"Deloitte Sans\"/></w:font></w:fonts>"
    );
    let theme = "<a:theme name=\"Office Theme\"><a:themeElements><a:clrScheme name=\"Deloitte\"/><a:fontScheme name=\"Office\"/>\
        <a:fmtScheme name=\"Deloitte 2020\"/></a:themeElements></a:theme>";
    let settings = format!(
        "<w:settings xmlns:w=\"{WORD}\"><w:rsids><w:rsid w:val=\"00AB12CD\"/></w:rsids><w:clickAndTypeStyle w:val=\"DeloitteBody\"/></w:settings>"
    );
    let part = |name: &str, kind: &str| {
        format!("<Override PartName=\"/word/{name}.xml\" ContentType=\"{OFFICE}.{kind}+xml\"/>")
    };
    let types = format!(
        "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default Extension=\"rels\" \
        ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>{}{}{}{}{}</Types>",
        part("document", "wordprocessingml.document.main"),
        part("styles", "wordprocessingml.styles"),
        part("fontTable", "wordprocessingml.fontTable"),
        part("settings", "wordprocessingml.settings"),
        part("theme1", "theme"),
    );
    let relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument";
    let relations = format!(
        "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"rId1\" Type=\"{relation}\" \
        Target=\"word/document.xml\"/></Relationships>"
    );
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in [
        ("[Content_Types].xml", types.as_str()),
        ("_rels/.rels", &relations),
        ("word/document.xml", &body),
        ("word/styles.xml", &styles),
        ("word/fontTable.xml", &fonts),
        ("word/settings.xml", &settings),
        ("word/theme1.xml", theme),
    ] {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(content.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// All files of a package as one text.
fn unzipped(path: impl AsRef<Path>) -> String {
    let mut zip = zip::ZipArchive::new(std::fs::File::open(path).unwrap()).unwrap();
    (0..zip.len()).map(|at| std::io::read_to_string(zip.by_index(at).unwrap()).unwrap() + "\n").collect()
}

#[test]
fn names_in_the_layout_of_a_document_go() {
    let place = Workplace::new();
    let (input, out) = (place.write("in.docx", letter()), place.path("out.docx"));
    for person in [&[][..], &["--person", "Zebulon Quackenbush"]] {
        let done = json(&[&["sanitize", &input, "-o", &out, "--deny", "Deloitte"], person].concat());
        assert_eq!(done["sanitized"], 1, "{done}");
        let released = unzipped(&out);
        let lower = released.to_lowercase();
        for name in ["quackenbush", "zebulon", "deloitte", "00ab12cd", "w:sym"] {
            assert!(!lower.contains(name), "{name}: {released}");
        }
        for kept in [
            "\"Heading1Char\"",
            "\"Heading 1 Char\"",
            "\"Office Theme\"",
            "name=\"Office\"",
            "\"Normal\"",
            "wrote to us.",
        ] {
            assert!(released.contains(kept), "{kept}: {released}");
        }
        assert_eq!(released.matches("\"Style1\"").count(), 3, "{released}");
    }
}

#[test]
fn a_document_comes_back_with_its_names() {
    let place = Workplace::new();
    let (input, out, key) = (place.write("in.docx", letter()), place.path("out.docx"), place.path("k.key"));
    let back = place.path("back.docx");
    let made = with_passphrase(&["sanitize", &input, "-o", &out, "--key", &key, "--deny", "Deloitte"], "correct horse");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let restored = with_passphrase(&["restore", &out, "--key", &key, "-o", &back], "correct horse");
    assert!(restored.status.success(), "{}", String::from_utf8_lossy(&restored.stderr));
    let text = unzipped(&back);
    for name in [
        "Mr Zebulon Quackenbush of Deloitte wrote to us.",
        "\"Deloitte Body\"",
        "\"DeloitteSans\"",
        "\"Deloitte Sans\"",
        "name=\"Deloitte\"",
        "\"QuackenbushAddress\"",
        " REF QuackenbushAddress ",
    ] {
        assert!(text.contains(name), "{name}: {text}");
    }
}

#[test]
fn pages_hide_nothing_in_attributes_scripts_and_styles() {
    let page = "<html lang=en><head><style>p:after{content:\"\\51 \\75 ackenbush\"}</style></head><body><p>Mr Zebulon Quackenbush wrote.</p>\
        <a target=\"quackenbush\" rel=\"noopener\" href=\"/%51uackenbush\" class=\"quackenbushHeader\">x</a>\
        <script>f('%51uackenbush', atob('UXVhY2tlbmJ1c2g='), '\\x51uackenbush', String.fromCharCode(81,117,97,99,107,101,110,98,117,115,104))\
        </script></body></html>";
    let place = Workplace::new();
    let (input, out, key) = (place.write("in.html", page), place.path("out.html"), place.path("k.key"));
    let person = ["--person", "Zebulon Quackenbush"];
    let made =
        with_passphrase(&[&["sanitize", &input, "-o", &out, "--key", &key], &person[..]].concat(), "correct horse");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let released = read(&out);
    for name in ["quackenbush", "uackenbush", "uxvhy2tlbmj1c2g", "81,117", "\\51"] {
        assert!(!released.to_lowercase().contains(name), "{name}: {released}");
    }
    assert!(released.contains("rel=\"noopener\"") && released.contains("<html lang=en>"), "{released}");
}

#[test]
fn an_encrypted_document_is_refused_with_a_way_out() {
    let mut bytes = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".to_vec();
    bytes.resize(512, 0);
    bytes.extend("EncryptedPackage".bytes().flat_map(|byte| [byte, 0]));
    let place = Workplace::new();
    let input = place.write("in.docx", bytes);
    let refused = with_passphrase(&["sanitize", &input, "-o", &place.path("out.docx")], "");
    assert!(!refused.status.success());
    let message = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(message.contains("encrypted") && message.contains("remove the password"), "{message}");
}
