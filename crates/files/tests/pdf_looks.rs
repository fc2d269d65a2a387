//! How a released page looks: every character can be seen, and sizes and struck-out text stay.

use crate::pdf::shows;
use crate::support::{open, replace, text};
use scumble_files::FileKind;

fn released(content: &str, word: &str, with: &str) -> (String, String) {
    let opened = open(FileKind::Pdf, shows(content));
    let bytes = opened.rewrite(&replace(&opened, word, with)).expect("rewritten").bytes;
    let raw = String::from_utf8_lossy(&bytes).into_owned();
    (raw, text(&open(FileKind::Pdf, bytes), "page 1").to_owned())
}

#[test]
fn characters_beyond_the_plain_font_come_with_their_font() {
    let content = "BT /F 10 Tf 50 700 Td (From Ada to Bob) Tj ET";
    let (plain, _) = released(content, "Ada", "Pers1");
    assert!(!plain.contains("FontFile2"));
    let (bars, read) = released(content, "Ada", "███");
    assert_eq!(read, "From ███ to Bob");
    assert!(bars.contains("/FontFile2") && bars.contains("/CIDFontType2") && bars.contains("<0001> <2588>"));
    // Only what is shown is in the font: one block.
    assert!(bars.len() < plain.len() + 6000, "{} {}", bars.len(), plain.len());
    let (_, read) = released(content, "Ada", "Жанна Őry Ωmega 漢");
    assert_eq!(read, "From Жанна Őry Ωmega 漢 to Bob");
}

#[test]
fn every_run_keeps_its_own_size() {
    let content = "BT /F 6 Tf 1 0 0 1 50 703 Tm (1) Tj /F 12 Tf 1 0 0 1 54 700 Tm (Ada lives here) Tj ET";
    let (raw, read) = released(content, "here", "there");
    assert_eq!(read, "1 Ada lives there".replace("1 ", "1"));
    assert!(raw.contains("6.0000 0.0000 0.0000 6.0000 50.0000 703.0000 Tm"), "{raw}");
    assert!(raw.contains("12.0000 0.0000 0.0000 12.0000") && raw.contains(" 700.0000 Tm"), "{raw}");
}

#[test]
fn struck_out_text_stays_struck_out() {
    // A line through the first word only: as a thin box, and as a stroke.
    for line in ["50 702.8 17 0.6 re f", "0.5 w 50 703 m 67 703 l S"] {
        let content = format!("{line} BT /F 10 Tf 50 700 Td (Ada) Tj 20 0 Td (came home) Tj ET");
        let opened = open(FileKind::Pdf, shows(&content));
        assert_eq!(text(&opened, "page 1"), "Ada came home");
        let released = opened.rewrite(&replace(&opened, "Ada", "Pers1")).expect("rewritten").bytes;
        let raw = String::from_utf8_lossy(&released).into_owned();
        assert_eq!(raw.matches(" l S").count(), 1, "{raw}");
        let again = open(FileKind::Pdf, released);
        assert_eq!(text(&again, "page 1"), "Pers1 came home");
        let twice = again.rewrite(&[]).expect("rewritten").bytes;
        assert_eq!(String::from_utf8_lossy(&twice).matches(" l S").count(), 1);
    }
    // An underline and a rule of a table strike out nothing.
    let content = "50 698.5 17 0.5 re f 50 712 300 0.5 re f BT /F 10 Tf 50 700 Td (Ada came home) Tj ET";
    let (raw, _) = released(content, "home", "back");
    assert!(!raw.contains(" l S"));
}
