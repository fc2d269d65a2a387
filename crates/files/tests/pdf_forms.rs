//! All the forms that a PDF may legally have are read; what cannot be read is refused with its page, and never emptied.

use crate::pdf::{HELVETICA, assemble, packed, page, shows, stream};
use crate::support::{open, text};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use lopdf::encryption::crypt_filters::{Aes128CryptFilter, Aes256CryptFilter, CryptFilter};
use lopdf::{Document, EncryptionState, EncryptionVersion, Permissions};
use scumble_files::{Error, FileKind, Limits, Opened};
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

const SHOWN: &[u8] = b"BT /F 10 Tf 50 700 Td (From Ada to Bob) Tj ET";

fn zipped(content: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content).expect("written");
    encoder.finish().expect("packed")
}

fn hexadecimal(content: &[u8]) -> Vec<u8> {
    let digits: String = content.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{digits}>").into_bytes()
}

fn refusal(bytes: Vec<u8>) -> String {
    Opened::open(FileKind::Pdf, bytes, &Limits::default()).expect_err("refused").to_string()
}

#[test]
fn filters_are_read_in_every_legal_form() {
    let zip = zipped(SHOWN);
    let both = hexadecimal(&zip);
    // Each row of this content begins with the number of its filter: 0 leaves the row as it is.
    let rows: Vec<u8> = SHOWN.chunks(5).flat_map(|row| [&[0_u8][..], row].concat()).collect();
    let (flate, list, columns) = (b"/FlateDecode".to_vec(), b"[8 0 R]".to_vec(), b"5".to_vec());
    let settings = b"<< /Predictor 12 /Columns 9 0 R >>".to_vec();
    for (entries, content, more) in [
        ("/Filter 7 0 R", &zip, vec![flate.clone()]),
        ("/Filter 7 0 R", &zip, vec![list, flate.clone()]),
        ("/Filter [/ASCIIHexDecode 7 0 R]", &both, vec![flate.clone()]),
        ("/Filter [/AHx /Fl]", &both, vec![]),
        ("/Filter [/Crypt /FlateDecode] /DecodeParms [null null]", &zip, vec![]),
        ("/Filter [] /DecodeParms null", &SHOWN.to_vec(), vec![]),
        ("/Filter 7 0 R /DecodeParms [8 0 R]", &zipped(&rows), vec![flate, settings, columns]),
    ] {
        let opened = open(FileKind::Pdf, page(stream(entries, content), HELVETICA, "", &more));
        assert_eq!(text(&opened, "page 1"), "From Ada to Bob", "{entries}");
        assert_eq!(opened.letters_found(), Some(12));
    }
}

#[test]
fn a_page_whose_content_cannot_be_read_is_refused_by_its_number() {
    for (entries, content) in [
        ("/Filter /NoSuchFilter", SHOWN.to_vec()),
        ("/Filter 99 0 R", zipped(SHOWN)),
        ("/Filter /FlateDecode", vec![b'x'; 400]),
        ("", zipped(SHOWN)),
        ("/F (other.pdf)", SHOWN.to_vec()),
        ("", b"BT /G 10 Tf 50 700 Td (no such font) Tj ET".to_vec()),
    ] {
        let error = refusal(page(stream(entries, &content), HELVETICA, "", &[]));
        assert!(error.contains("page 1"), "{entries}: {error}");
    }
    let objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>".to_vec(),
        b"<< /Type /Page /Parent 2 0 R /Contents 9 0 R >>".to_vec(),
    ];
    assert!(refusal(assemble(&objects, "")).contains("page 1"));
    let objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Count 2 /Kids [3 0 R 9 0 R] >>".to_vec(),
        b"<< /Type /Page /Parent 2 0 R >>".to_vec(),
    ];
    assert!(refusal(assemble(&objects, "")).contains("qpdf"));
}

#[test]
fn an_empty_page_and_a_page_of_drawings_stay() {
    assert_eq!(text(&open(FileKind::Pdf, shows("")), "page 1"), "");
    let drawn = open(FileKind::Pdf, shows("0 0 m 100 100 l S"));
    assert_eq!(drawn.warnings(), ["page 1: only drawings, which are dropped"]);
}

#[test]
fn contents_may_be_cut_anywhere() {
    let parts = [&b"BT /F 10 T"[..], b"f 50 700 Td (Quack", b"enbush) Tj 0 -12 Td", b"(here) Tj ET"];
    let mut objects = vec![
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 600 800] >>".to_vec(),
        b"<< /Type /Page /Parent 2 0 R /Contents 5 0 R /Resources << /Font << /F 4 0 R >> >> >>".to_vec(),
        HELVETICA.into(),
        b"[6 0 R 7 0 R 8 0 R 9 0 R]".to_vec(),
    ];
    objects.extend(parts.iter().map(|part| packed(part)));
    assert_eq!(text(&open(FileKind::Pdf, assemble(&objects, "")), "page 1"), "Quackenbush\nhere");
}

#[test]
fn lengths_may_be_wrong_or_elsewhere() {
    let wrong = |length: &str| {
        let mut out = format!("<< /Length {length} >>\nstream\n").into_bytes();
        out.extend(SHOWN);
        out.extend(b"\nendstream");
        page(out, HELVETICA, "", &[SHOWN.len().to_string().into_bytes()])
    };
    for length in ["7 0 R", "3", "99999", "9 0 R"] {
        assert_eq!(text(&open(FileKind::Pdf, wrong(length)), "page 1"), "From Ada to Bob", "{length}");
    }
}

#[test]
fn form_fields_that_show_text_are_read() {
    let look = stream(
        "/Subtype /Form /BBox [0 0 100 20] /Resources << /Font << /F 5 0 R >> >>",
        b"BT /F 10 Tf 2 5 Td (Ada Lovelace) Tj ET",
    );
    let mut objects = vec![
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 600 800] >>".to_vec(),
        b"<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> /Annots [7 0 R 8 0 R] >>"
            .to_vec(),
        stream("", b"BT /F 10 Tf 50 700 Td (Name:) Tj ET"),
        HELVETICA.into(),
        look,
    ];
    for flags in [4, 2] {
        let field = format!("<< /Subtype /Widget /F {flags} /Rect [100 695 200 715] /AP << /N 6 0 R >> >>");
        objects.push(field.into());
    }
    let opened = open(FileKind::Pdf, assemble(&objects, ""));
    assert_eq!(text(&opened, "page 1"), "Name:\tAda Lovelace", "the hidden field does not show");
}

/// The page, encrypted in one of the ways of the standard: RC4 of 40 and of 128 bits, AES of 128 and of 256 bits.
fn encrypted(way: usize, user_password: &str) -> Vec<u8> {
    let bytes = page(packed(SHOWN), HELVETICA, "", &[]);
    let mut document = Document::load_mem(&bytes).expect("loaded");
    let id = lopdf::Object::string_literal("0123456789abcdef");
    document.trailer.set("ID", lopdf::Object::Array(vec![id.clone(), id]));
    let (permissions, owner_password) = (Permissions::all(), "owner");
    let (stream_filter, string_filter) = (b"StdCF".to_vec(), b"StdCF".to_vec());
    let version = match way {
        0 => EncryptionVersion::V1 { document: &document, owner_password, user_password, permissions },
        1 => {
            let key_length = 128;
            EncryptionVersion::V2 { document: &document, owner_password, user_password, key_length, permissions }
        }
        2 => EncryptionVersion::V4 {
            document: &document,
            encrypt_metadata: true,
            crypt_filters: filters(Arc::new(Aes128CryptFilter)),
            stream_filter,
            string_filter,
            owner_password,
            user_password,
            permissions,
        },
        _ => EncryptionVersion::V5 {
            encrypt_metadata: true,
            crypt_filters: filters(Arc::new(Aes256CryptFilter)),
            file_encryption_key: &[7; 32],
            stream_filter,
            string_filter,
            owner_password,
            user_password,
            permissions,
        },
    };
    let state = EncryptionState::try_from(version).expect("a state");
    document.encrypt(&state).expect("encrypted");
    let mut out = Vec::new();
    document.save_to(&mut out).expect("saved");
    out
}

fn filters(filter: Arc<dyn CryptFilter>) -> BTreeMap<Vec<u8>, Arc<dyn CryptFilter>> {
    BTreeMap::from([(b"StdCF".to_vec(), filter)])
}

#[test]
fn encrypted_files_that_open_without_a_password_are_read() {
    for way in 0..4 {
        let opened = open(FileKind::Pdf, encrypted(way, ""));
        assert_eq!(text(&opened, "page 1"), "From Ada to Bob", "{way}");
        assert!(opened.dropped().contains(&"encryption".to_owned()));
        let released = opened.rewrite(&[]).expect("rewritten").bytes;
        assert!(!String::from_utf8_lossy(&released).contains("Encrypt"));
        let locked = Opened::open(FileKind::Pdf, encrypted(way, "secret"), &Limits::default()).expect_err("refused");
        assert!(matches!(&locked, Error::Refused(why) if why.contains("qpdf")), "{way}: {locked}");
    }
}
