//! Mails, made here.

use crate::support::{mutated, open, replace, text};
use scumble_files::{Error, FileKind, Limits, Opened};

const MAIL: &str = "Received: from ada.example (10.0.0.1)\r\nMessage-ID: <1.Ada@x>\r\nFrom: =?utf-8?Q?Ada_Lovelac=C3=A9?=\r\n <ada@x.org>\r\n\
Subject: About Ada\r\nX-Mailer: AdaMail\r\nContent-Type: multipart/mixed; boundary=\"bb\"\r\n\r\npreamble of Ada\r\n--bb\r\n\
Content-Type: multipart/alternative; boundary=cc\r\n\r\n--cc\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\
Content-Transfer-Encoding: quoted-printable\r\n\r\nDear A=\r\nda, caf=E9 = 5\r\n\r\nbye\r\n--cc\r\nContent-Type: text/html\r\n\
Content-Transfer-Encoding: base64\r\n\r\nPHA+SSBhbSBBPGI+ZGE8L2I+LjwvcD4=\r\n--cc--\r\n--bb\r\n\
Content-Type: application/pdf; name=\"Ada.pdf\"\r\n\r\nAda\r\n--bb--\r\n";

#[test]
fn headers_and_texts_are_parts() {
    let opened = open(FileKind::Mail, MAIL);
    assert_eq!(text(&opened, "headers"), "From: Ada Lovelacé <ada@x.org>\nSubject: About Ada");
    assert_eq!(text(&opened, "body"), "Dear Ada, café = 5\r\n\r\nbye");
    assert_eq!(text(&opened, "text 2: body"), "\nI am Ada.\n");
    assert_eq!(
        opened.dropped(),
        ["header that traces the way or the programs: 3", "attachment: 1", "text outside of the parts: 1"]
    );
}

#[test]
fn a_removed_word_is_nowhere_left() {
    let opened = open(FileKind::Mail, MAIL);
    let first = open(FileKind::Mail, opened.rewrite(&replace(&opened, "Ada", "[é]")).expect("rewritten").bytes);
    assert_eq!(text(&first, "headers"), "From: [é] Lovelacé <ada@x.org>\nSubject: About [é]");
    assert_eq!(text(&first, "text 2: body"), "\nI am [é].\n");
    let second = first.rewrite(&replace(&first, "ada", "x")).expect("rewritten");
    assert!(!String::from_utf8_lossy(&second.bytes).to_lowercase().contains("ada"));
    assert!(second.dropped.is_empty());
    let again = open(FileKind::Mail, second.bytes);
    assert_eq!(text(&again, "body"), "Dear [é], café = 5\r\n\r\nbye");
}

#[test]
fn rewriting_without_edits_is_stable() {
    let opened = open(FileKind::Mail, MAIL);
    let first = opened.rewrite(&[]).expect("rewritten").bytes;
    let again = open(FileKind::Mail, first.clone());
    assert_eq!(again.text(), opened.text());
    assert_eq!(again.rewrite(&[]).expect("rewritten").bytes, first);
}

#[test]
fn a_replacement_cannot_add_headers() {
    let opened = open(FileKind::Mail, MAIL);
    let again =
        open(FileKind::Mail, opened.rewrite(&replace(&opened, "Ada", "x\r\nBcc: y@z")).expect("rewritten").bytes);
    assert!(!text(&again, "headers").contains("\nBcc"));
}

#[test]
fn what_cannot_be_read_is_refused() {
    for mail in ["", "no mail", "From: a\r\nContent-Type: text/plain; charset=klingon\r\n\r\nx"] {
        assert!(Opened::open(FileKind::Mail, mail.into(), &Limits::default()).is_err(), "{mail}");
    }
    let encrypted = "From: a\r\nContent-Type: multipart/encrypted; boundary=b\r\n\r\n";
    assert!(matches!(Opened::open(FileKind::Mail, encrypted.into(), &Limits::default()), Err(Error::Refused(_))));
}

#[test]
fn damaged_mails_never_panic() {
    for seed in 0..3000 {
        if let Ok(opened) = Opened::open(FileKind::Mail, mutated(MAIL.as_bytes(), seed), &Limits::default()) {
            let written = opened.rewrite(&replace(&opened, "a", "=?é\r\n")).expect("rewritten");
            assert!(Opened::open(FileKind::Mail, written.bytes, &Limits::default()).is_ok());
        }
    }
}
