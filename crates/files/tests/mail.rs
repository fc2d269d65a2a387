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
fn addresses_stay_addresses() {
    let mail = "From: =?utf-8?Q?Zo=C3=AB_M=C3=BCller?= <zoe@x.org>\r\nTo: \"R\u{f6}\u{e9}, Jane\" <jane@y.org>,\r\n \
                b@z.org\r\nCc: =?utf-8?B?UsO2w6ksIEJv?= <bo@y.org>, \"Roe, Ann\" <ann@y.org>\r\nSubject: caf\u{e9}\r\n\r\nHi\r\n";
    let opened = open(FileKind::Mail, mail);
    let headers = "From: Zoë Müller <zoe@x.org>\nTo: \"Röé, Jane\" <jane@y.org>, b@z.org\nCc: \"Röé, Bo\" <bo@y.org>, \"Roe, Ann\" \
                   <ann@y.org>\nSubject: café";
    assert_eq!(text(&opened, "headers"), headers);
    let written = opened.rewrite(&replace(&opened, "Jane", "Pers1")).expect("rewritten").bytes;
    let plain = String::from_utf8(written.clone()).expect("ASCII");
    assert!(plain.is_ascii(), "{plain}");
    for address in ["<zoe@x.org>", "<jane@y.org>", "b@z.org", "<bo@y.org>", "\"Roe, Ann\" <ann@y.org>"] {
        assert!(plain.contains(address), "{address}: {plain}");
    }
    let again = open(FileKind::Mail, written);
    let restored = again.rewrite(&replace(&again, "Pers1", "Jane")).expect("rewritten").bytes;
    assert_eq!(text(&open(FileKind::Mail, restored), "headers"), headers);
}

#[test]
fn headers_of_eight_bits_are_read() {
    for (mail, subject) in [
        (&b"From: Zo\xeb <z@x.org>\nSubject: M\xfcller \x80\n\nHi"[..], "Müller €"),
        ("From: Zoë <z@x.org>\nSubject: Müller €\n\nHi".as_bytes(), "Müller €"),
    ] {
        let opened = open(FileKind::Mail, mail);
        assert_eq!(text(&opened, "headers"), format!("From: Zoë <z@x.org>\nSubject: {subject}"));
    }
    // Neither does a text without a character set become unreadable.
    assert_eq!(text(&open(FileKind::Mail, &b"From: a@b\n\ncaf\xe9\n"[..]), "body"), "café\r\n");
}

#[test]
fn names_of_headers_are_vocabulary() {
    let opened = open(FileKind::Mail, MAIL);
    let words: Vec<&str> = opened.text().vocabulary.iter().map(|span| span.of(&opened.text().text)).collect();
    assert_eq!(words, ["From: ", "Subject: "]);
}

#[test]
fn what_is_written_reads_as_what_was_read() {
    let parameters = "From: a@b\nContent-Type: multipart/mixed;\n boundary*0=\"x;\"; boundary*1*=%79\n\n--x;y\n\nOne\n--x;y\n\
                      Content-Type: text/plain; charset*=us-ascii'en'iso-8859-1\n\ncaf\u{e9}\n--x;y--\n";
    for mail in [
        "From: a@b\nSubject: a  double   blank\n\nline\nends \n\n.\r\n\r=\n",
        "From: a@b\nSubject: =?utf-8?q?a=09tab=00?=\nContent-Transfer-Encoding: base64\n\nSGkKCkRlYXIK\n",
        parameters,
        "To: undisclosed-recipients:;\nFrom: \"a\\\"b\" <a@b>\nContent-Type: text/html\n\n<p>Hi\n there</p>\n",
    ] {
        let opened = open(FileKind::Mail, mail);
        let again = open(FileKind::Mail, opened.rewrite(&[]).expect("rewritten").bytes);
        assert_eq!(again.text().text, opened.text().text, "{mail}");
    }
    assert_eq!(text(&open(FileKind::Mail, parameters), "body"), "One");
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
