//! Pages for printing, made here.

use crate::support::{mutated, open, replace, text};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use scumble_files::{Error, FileKind, Images, Limits, Opened};
use std::io::Write;

pub(crate) const HELVETICA: &str = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>";

pub(crate) fn stream(entries: &str, content: &[u8]) -> Vec<u8> {
    let mut out = format!("<< /Length {} {entries} >>\nstream\n", content.len()).into_bytes();
    out.extend(content);
    out.extend(b"\nendstream");
    out
}

pub(crate) fn packed(content: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content).expect("written");
    stream("/Filter /FlateDecode", &encoder.finish().expect("packed"))
}

pub(crate) fn assemble(objects: &[Vec<u8>], trailer: &str) -> Vec<u8> {
    let mut out = b"%PDF-1.7\n".to_vec();
    let mut places = Vec::new();
    for (at, object) in objects.iter().enumerate() {
        places.push(out.len());
        out.extend(format!("{} 0 obj\n", at + 1).into_bytes());
        out.extend(object);
        out.extend(b"\nendobj\n");
    }
    let table = out.len();
    out.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).into_bytes());
    for place in places {
        out.extend(format!("{place:010} 00000 n \n").into_bytes());
    }
    let size = objects.len() + 1;
    out.extend(format!("trailer\n<< /Size {size} /Root 1 0 R {trailer} >>\nstartxref\n{table}\n%%EOF\n").into_bytes());
    out
}

/// A file of one page. The font is object 5; more objects are numbered from 7 on.
pub(crate) fn page(content: Vec<u8>, font: &str, resources: &str, more: &[Vec<u8>]) -> Vec<u8> {
    let mut objects = vec![
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 600 800] >>".to_vec(),
        format!("<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F 5 0 R >> {resources} >> >>")
            .into(),
        content,
        font.into(),
        b"<< /Author (Ada Lovelace) >>".to_vec(),
    ];
    objects.extend_from_slice(more);
    assemble(&objects, "/Info 6 0 R")
}

pub(crate) fn shows(content: &str) -> Vec<u8> {
    page(packed(content.as_bytes()), HELVETICA, "", &[])
}

fn refused(bytes: Vec<u8>) -> bool {
    matches!(Opened::open(FileKind::Pdf, bytes, &Limits::default()), Err(Error::Refused(_)))
}

#[test]
fn lines_columns_and_words_are_told_by_place() {
    let content = "BT /F 10 Tf 50 700 Td [(De) 20 (ar A) -10 (da) -300 (and) -278 (Bob)] TJ 0 -12 Td (caf\\351 \\(here\\)) Tj \
        200 0 Td (column) Tj -200 -12 Td (Lon-) Tj 0 -12 Td (don and Well-) Tj T* (Known) Tj ET";
    let opened = open(FileKind::Pdf, shows(content));
    assert_eq!(text(&opened, "page 1"), "Dear Ada and Bob\ncafé (here)\tcolumn\nLondon and Well-\nKnown");
}

#[test]
fn a_removed_word_is_in_no_byte() {
    let opened = open(
        FileKind::Pdf,
        shows("BT /F 10 Tf 50 700 Td (From A) Tj (da to ) Tj 0 -12 Td (Lon-) Tj 0 -12 Td (don.) Tj ET"),
    );
    let first = opened.rewrite(&replace(&opened, "Ada", "[X]")).expect("rewritten");
    assert!(first.dropped.iter().any(|dropped| dropped.contains("properties")));
    let again = open(FileKind::Pdf, first.bytes);
    assert_eq!(text(&again, "page 1"), "From [X] to \nLondon.");
    let second = again.rewrite(&replace(&again, "London", "(Y)")).expect("rewritten").bytes;
    assert_eq!(text(&open(FileKind::Pdf, second.clone()), "page 1"), "From [X] to \n(Y)-\n.");
    let raw = String::from_utf8_lossy(&second).into_owned();
    for word in ["Ada", "Lovelace", "Lon", "don", "FlateDecode", "Info"] {
        assert!(!raw.contains(word), "{word}");
    }
}

#[test]
fn rewriting_without_edits_is_stable() {
    let opened = open(
        FileKind::Pdf,
        shows("BT /F 10 Tf 50 700 Td (From Ada) Tj 200 0 Td (column) Tj -200 -12 Td (to Bob.) Tj ET"),
    );
    let first = opened.rewrite(&[]).expect("rewritten").bytes;
    let again = open(FileKind::Pdf, first.clone());
    assert_eq!(again.text(), opened.text());
    assert_eq!(again.rewrite(&[]).expect("rewritten").bytes, first);
}

#[test]
fn the_length_of_a_removed_word_does_not_show() {
    let without = |name: &str| {
        let content = format!("BT /F 10 Tf 50 700 Td [(From {name}) -250 (to) -250 (Bob)] TJ 300 0 Td (column) Tj ET");
        let opened = open(FileKind::Pdf, shows(&content));
        opened.rewrite(&replace(&opened, name, "[X]")).expect("rewritten").bytes
    };
    assert_eq!(without("Ed"), without("Wilhelmina"));
}

#[test]
fn composite_fonts_are_read_by_their_table() {
    let font = "<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /ToUnicode 7 0 R /DescendantFonts [8 0 R] >>";
    let table = b"begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange 2 beginbfrange <0001> <0003> <0391> \
        <0010> <0011> [<00410064> <D83DDE00>] endbfrange 1 beginbfchar <0020> <FB01> endbfchar endcmap";
    let descendant = b"<< /Type /Font /Subtype /CIDFontType2 /DW 600 /W [1 [500 500 500] 16 17 900] >>".to_vec();
    let content = stream("", b"BT /F 10 Tf 50 700 Td <000100020003> Tj <00100011> Tj <0020> Tj ET");
    let opened = open(FileKind::Pdf, page(content, font, "", &[packed(table), descendant]));
    assert_eq!(text(&opened, "page 1"), "ΑΒΓAd😀fi");
    assert_eq!(opened.warnings().len(), 1);
    let again = opened.rewrite(&replace(&opened, "Β", "Ж")).expect("rewritten");
    assert_eq!(text(&open(FileKind::Pdf, again.bytes), "page 1"), "ΑЖΓAd😀fi");
}

#[test]
fn differences_name_their_characters() {
    let font = "<< /Type /Font /Subtype /Type1 /BaseFont /ABC+X /FontDescriptor << /Flags 4 >> \
        /Encoding << /Differences [1 /A /d.alt /uni0061 40 /eacute /f_i] >> >>";
    let content = stream("", b"BT /F 10 Tf 50 700 Td <0102032829> Tj ET");
    assert_eq!(text(&open(FileKind::Pdf, page(content, font, "", &[])), "page 1"), "Adaéfi");
}

#[test]
fn fonts_may_carry_their_table_in_their_program() {
    let font = "<< /Type /Font /Subtype /Type1 /BaseFont /ABC+X /FontDescriptor << /Flags 4 /FontFile 7 0 R >> >>";
    let program = b"%!PS\n/Encoding 256 array\n0 1 255 {1 index exch /.notdef put} for\ndup 1 /A put\ndup 2 /d put\nreadonly def\n\
        currentfile eexec";
    let content = stream("", b"BT /F 10 Tf 50 700 Td <010201> Tj ET");
    assert_eq!(text(&open(FileKind::Pdf, page(content, font, "", &[packed(program)])), "page 1"), "AdA");
}

#[test]
fn fonts_without_meaning_are_refused() {
    let font = "<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [] >>";
    let content = stream("", b"BT /F 10 Tf 50 700 Td <00010002> Tj ET");
    assert!(refused(page(content.clone(), font, "", &[])));
    let font = "<< /Type /Font /Subtype /TrueType /BaseFont /ABC+X /FontDescriptor << /Flags 4 >> >>";
    assert!(refused(page(content, font, "", &[])));
}

#[test]
fn drawings_within_drawings_are_read() {
    let form = stream("/Subtype /Form /Matrix [1 0 0 1 10 10]", b"BT /F 10 Tf (inner Ada) Tj ET");
    let opened = open(FileKind::Pdf, page(stream("", b"/X Do"), HELVETICA, "/XObject << /X 7 0 R >>", &[form]));
    assert_eq!(text(&opened, "page 1"), "inner Ada");
}

#[test]
fn scanned_and_encrypted_pages_are_refused() {
    let image = stream("/Subtype /Image /Width 1 /Height 1", b"x");
    let resources = "/XObject << /X 7 0 R >>";
    assert!(refused(page(stream("", b"/X Do"), HELVETICA, resources, std::slice::from_ref(&image))));
    let both = page(stream("", b"/X Do BT /F 9 Tf (text) Tj ET"), HELVETICA, resources, &[image]);
    let opened = open(FileKind::Pdf, both.clone());
    assert!(opened.dropped().contains(&"image: 1".to_owned()));
    let limits = Limits { images: Images::Refuse, ..Limits::default() };
    assert!(matches!(Opened::open(FileKind::Pdf, both, &limits), Err(Error::Refused(_))));
    let objects = [b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(), b"<< /Type /Pages /Kids [] /Count 0 >>".to_vec()];
    let encrypt = "/Encrypt << /Filter /Standard /V 1 /R 2 /O (x) /U (x) /P -4 >> /ID [(a) (b)]";
    assert!(Opened::open(FileKind::Pdf, assemble(&objects, encrypt), &Limits::default()).is_err());
}

#[test]
fn bombs_are_refused() {
    let limits = Limits { unpacked: 1 << 20, ..Limits::default() };
    let large = page(packed(&vec![b' '; 50 << 20]), HELVETICA, "", &[]);
    assert!(large.len() < 100_000);
    assert!(matches!(Opened::open(FileKind::Pdf, large, &limits), Err(Error::TooLarge(_))));
    let forms: Vec<Vec<u8>> = (0..20)
        .map(|at| {
            let next = format!("/Subtype /Form /Resources << /XObject << /X {} 0 R >> >>", 8 + at % 19);
            stream(&next, b"/X Do /X Do /X Do /X Do")
        })
        .collect();
    let bomb = page(stream("", b"/X Do"), HELVETICA, "/XObject << /X 7 0 R >>", &forms);
    assert!(matches!(Opened::open(FileKind::Pdf, bomb, &limits), Err(Error::TooLarge(_))));
}

#[test]
fn damaged_files_never_panic() {
    let table = b"begincmap 1 beginbfrange <41> <5A> <0061> endbfrange endcmap";
    let font = "<< /Type /Font /Subtype /Type1 /BaseFont /X /FirstChar 65 /Widths [500 600] /ToUnicode 7 0 R \
        /Encoding << /BaseEncoding /MacRomanEncoding /Differences [65 /A /B] >> >>";
    let content = b"q 1 0 0 1 5 5 cm BT /F 10 Tf 50 700 Td [(ABC) -300 (def)] TJ T* (x) ' ET Q /X Do";
    let whole = page(
        stream("", content),
        font,
        "/XObject << /X 8 0 R >>",
        &[stream("", table), stream("/Subtype /Form", b"BT /F 1 Tf (in) Tj ET")],
    );
    for length in (0..whole.len() - 40).step_by(11) {
        let _ = Opened::open(FileKind::Pdf, whole[..length].to_vec(), &Limits::default());
    }
    for seed in 0..3000 {
        if let Ok(opened) = Opened::open(FileKind::Pdf, mutated(&whole, seed), &Limits::default()) {
            let _ = opened.rewrite(&replace(&opened, "a", "(\\")).expect("rewritten");
        }
    }
}
