//! Text that is not drawn as it is read is put together by its places.

use crate::pdf::{HELVETICA, page, shows, stream};
use crate::support::{open, replace, text};
use proptest::prelude::*;
use scumble_files::{FileKind, Opened};

fn read(content: &str) -> String {
    text(&open(FileKind::Pdf, shows(content)), "page 1").to_owned()
}

/// The widths of some letters in thousandths of their size.
fn width(letter: char) -> f64 {
    match letter {
        'm' | 'M' => 0.833,
        'i' | 'j' | 'l' => 0.222,
        'c' | 'k' | 's' => 0.5,
        't' | 'f' | ' ' | 'I' => 0.278,
        'r' => 0.333,
        'Q' => 0.778,
        _ => 0.556,
    }
}

/// Where each letter of a text stands, at a size of 10.
fn places(text: &str) -> Vec<(char, f64)> {
    let mut at = 50.0;
    let place = |letter: char| {
        let here = at;
        at += width(letter) * 10.0;
        (letter, here)
    };
    text.chars().map(place).collect()
}

fn letter((letter, at): (char, f64)) -> String {
    format!("1 0 0 1 {at} 700 Tm ({letter}) Tj ")
}

#[test]
fn glyphs_may_be_drawn_from_the_right() {
    let drawn: String = places("Mr Quackenbush").into_iter().rev().map(letter).collect();
    assert_eq!(read(&format!("BT /F 10 Tf {drawn} ET")), "Mr Quackenbush");
    // Each twice, to look bold.
    let bold = |(character, at): (char, f64)| letter((character, at)) + &letter((character, at + 0.3));
    let drawn: String = places("Quackenbush").into_iter().map(bold).collect();
    assert_eq!(read(&format!("BT /F 10 Tf {drawn} ET")), "Quackenbush");
}

#[test]
fn a_word_may_be_drawn_in_two_pieces() {
    let content = "BT /F 10 Tf 1 0 0 1 50 700 Tm (Signed by Mr Quack) Tj 1 0 0 1 50 600 Tm (Page 3) Tj \
        1 0 0 1 140.59 700 Tm (enbush today) Tj ET";
    let opened = open(FileKind::Pdf, shows(content));
    assert_eq!(text(&opened, "page 1"), "Signed by Mr Quackenbush today\nPage 3");
    let again = opened.rewrite(&replace(&opened, "Quackenbush", "Pers1")).expect("rewritten").bytes;
    assert_eq!(text(&open(FileKind::Pdf, again), "page 1"), "Signed by Mr Pers1 today\nPage 3");
}

#[test]
fn lines_may_be_drawn_from_the_bottom_up() {
    let content = "BT /F 10 Tf 1 0 0 1 50 676 Tm (went home after lunch.) Tj 1 0 0 1 50 688 Tm (bush saw Dr Lovelace and) Tj \
        1 0 0 1 50 700 Tm (Yesterday Mr Quacken-) Tj ET";
    assert_eq!(read(content), "Yesterday Mr Quackenbush saw Dr Lovelace and\nwent home after lunch.");
}

#[test]
fn columns_and_cells_stay_apart() {
    // Two columns, one after the other; their lines stand on the same heights.
    let content = "BT /F 10 Tf 1 0 0 1 50 700 Tm (Left one) Tj 1 0 0 1 50 688 Tm (left two) Tj \
        1 0 0 1 110 700 Tm (Right one) Tj 1 0 0 1 110 688 Tm (right two) Tj ET";
    assert_eq!(read(content), "Left one\nleft two\nRight one\nright two");
    // Cells, row by row.
    let content = "BT /F 10 Tf 1 0 0 1 50 700 Tm (Name) Tj 1 0 0 1 110 700 Tm (City) Tj \
        1 0 0 1 50 688 Tm (Ada) Tj 1 0 0 1 110 688 Tm (London) Tj ET";
    assert_eq!(read(content), "Name\tCity\nAda\tLondon");
}

#[test]
fn accents_of_their_own_belong_to_their_letters() {
    let font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FirstChar 1 /Widths [500 750 333] \
        /Encoding << /BaseEncoding /WinAnsiEncoding /Differences [1 /dieresis /ring /acute /dotlessi] >> >>";
    let accented = |content: &str| {
        let bytes = page(stream("", content.as_bytes()), font, "", &[]);
        text(&open(FileKind::Pdf, bytes), "page 1").to_owned()
    };
    // As TeX sets them: the accent, back by its width and more, and the letter.
    assert_eq!(accented("BT /F 10 Tf 50 700 Td [(Bj) (\\001) 528 (orn)] TJ ET"), "Björn");
    // Over a capital, the accent is raised.
    let capital = "BT /F 10 Tf 50 700 Td (\\002) Tj 0.4 -1.5 Td (Astr) Tj 19 0 Td (\\001) Tj -0.28 0 Td (om) Tj ET";
    assert_eq!(accented(capital).replace(' ', ""), "Åström");
    assert_eq!(accented("BT /F 10 Tf 50 700 Td [(Garc) (\\003) 305 (\\004) (a)] TJ ET"), "García");
    // What stands beside a letter stays what it is.
    assert_eq!(accented("BT /F 10 Tf 50 700 Td (a \\003 b) Tj ET"), "a ´ b");
}

#[test]
fn spaced_letters_are_words() {
    let spread = |word: &str| word.chars().map(|letter| format!("({letter}) -416 ")).collect::<String>();
    let line = format!("[{} ( ) -416 {}] TJ", spread("Mr"), spread("Quackenbush"));
    let opened = open(FileKind::Pdf, shows(&format!("BT /F 24 Tf 50 700 Td {line} 0 -30 Td (a b c d) Tj ET")));
    assert_eq!(text(&opened, "page 1"), "Mr Quackenbush\na b c d");
    let again = opened.rewrite(&replace(&opened, "Quackenbush", "Pers1")).expect("rewritten").bytes;
    assert_eq!(text(&open(FileKind::Pdf, again), "page 1"), "Mr Pers1\na b c d");
    // A wider gap is a space.
    let line = format!("[{} -600 {}] TJ", spread("Jane"), spread("Roe"));
    assert_eq!(read(&format!("BT /F 24 Tf 50 700 Td {line} ET")), "Jane Roe");
}

/// A page of lines with some sizes, gaps and heights.
fn lines() -> impl Strategy<Value = String> {
    let word =
        prop::sample::select(vec!["Ada", "saw", "Bob", "in", "Loxley", "(twice)", "a", "ij", "Wilhelmina", "x-ray"]);
    let piece = (prop::collection::vec(word, 1..5), 0_u8..5, 0_u8..6, 0_u8..3);
    let line = prop::collection::vec(piece, 1..4);
    prop::collection::vec((line, 8_u8..16), 1..12).prop_map(|lines| {
        let mut out = String::from("BT ");
        let mut y = 780.0;
        for (pieces, size) in lines {
            y -= f64::from(size) * 1.2;
            let mut x = 40.0;
            for (words, gap, rise, small) in pieces {
                let size = if small == 2 { f64::from(size) * 0.6 } else { f64::from(size) };
                let rise = if rise == 5 { size * 0.4 } else { 0.0 };
                let text = words.join(" ");
                let escaped = text.replace('(', "\\(").replace(')', "\\)");
                out.push_str(&format!("/F {size} Tf 1 0 0 1 {x} {} Tm ({escaped}) Tj ", y + rise));
                let wide: f64 = text.chars().map(width).sum();
                x += size * (wide + [0.0, 0.25, 0.4, 2.2, 5.0][usize::from(gap)]);
            }
        }
        out + "ET"
    })
}

/// The letters of each part: blanks are places on the page, and move with what is written between them.
fn parts(opened: &Opened) -> Vec<String> {
    opened.parts().iter().map(|part| without_blanks(part.text)).collect()
}

fn without_blanks(text: &str) -> String {
    text.split_whitespace().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    /// What is read from a released file has the same labels at the same places.
    #[test]
    fn labels_are_found_again(content in lines()) {
        let opened = open(FileKind::Pdf, shows(&content));
        let same = open(FileKind::Pdf, opened.rewrite(&[]).expect("rewritten").bytes);
        prop_assert_eq!(parts(&same), parts(&opened));
        for (word, label) in [("Wilhelmina", "Pers1"), ("Ada", "Person12345"), ("Loxley", "█████"), ("a", "[Misc7]")] {
            let edits = replace(&opened, word, label);
            let released = open(FileKind::Pdf, opened.rewrite(&edits).expect("rewritten").bytes);
            let expected: Vec<String> = opened.text().part_texts(&edits).iter().map(|text| without_blanks(text)).collect();
            prop_assert_eq!(parts(&released), expected);
            let restored = open(FileKind::Pdf, released.rewrite(&replace(&released, label, word)).expect("rewritten").bytes);
            prop_assert_eq!(parts(&restored), parts(&opened));
        }
    }
}

#[test]
fn two_readings_agree() {
    let opened = open(FileKind::Pdf, page(stream("", b"BT /F 9 Tf (One 2 three) Tj ET"), HELVETICA, "", &[]));
    assert_eq!(opened.letters_found(), Some(9));
    assert_eq!(open(FileKind::Html, "<p>x</p>").letters_found(), None);
}

#[test]
fn drawn_lines_divide_cells() {
    // A table with borders, whose cells are nearly full.
    let content = "45 695 45 15 re S 90 695 60 15 re S BT /F 10 Tf 47 700 Td (Jane Roe) Tj 46 0 Td (London) Tj ET";
    let opened = open(FileKind::Pdf, shows(content));
    assert_eq!(text(&opened, "page 1"), "Jane Roe\tLondon");
    for label in ["Pers1", "Person12345"] {
        let released =
            open(FileKind::Pdf, opened.rewrite(&replace(&opened, "Jane Roe", label)).expect("rewritten").bytes);
        assert_eq!(text(&released, "page 1"), format!("{label}\tLondon"));
    }
    // A line through a word divides nothing.
    assert_eq!(read("60 690 m 60 720 l S BT /F 10 Tf 47 700 Td (Jane Roe) Tj ET"), "Jane Roe");
}

#[test]
fn blocks_end_where_the_layout_says_so() {
    let content = "BT /F 16 Tf 1 0 0 1 50 700 Tm (Discharge) Tj /F 10 Tf 1 0 0 1 50 680 Tm (Dr Zebulon) Tj \
        1 0 0 1 50 668 Tm (Pike came.) Tj 1 0 0 1 50 640 Tm (Next) Tj 1 0 0 1 200 700 Tm (Column) Tj ET";
    let opened = open(FileKind::Pdf, shows(content));
    let woven = opened.text();
    assert_eq!(woven.text, "Discharge\nDr Zebulon\nPike came.\nNext\nColumn");
    let blocks: Vec<&str> = woven.breaks.iter().map(|&place| woven.text[place..].trim_start()).collect();
    assert_eq!(
        blocks.iter().map(|rest| rest.split('\n').next().unwrap_or_default()).collect::<Vec<_>>(),
        ["Discharge", "Dr Zebulon", "Next", "Column"]
    );
}
