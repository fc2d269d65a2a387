//! The words of the layout: what stands in a document without anybody having written it.
//!
//! A value is vocabulary if all of its words are: the words of the names and enumerations of Office Open XML
//! (`layout.txt`), the built-in styles of Word and LibreOffice (`styles.txt`), the themes, colour and font schemes of
//! Office (`themes.txt`), and common fonts (`fonts.txt`). Everything else was named by somebody, and is read.
//!
//! No label, mask or other replacement is vocabulary. So a value that was read once is read again after an edit, and the
//! parts of a rewritten document are those of its original.

use std::collections::HashSet;
use std::sync::LazyLock;

static LAYOUT: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| include_str!("vocabulary/layout.txt").split_ascii_whitespace().collect());

static STYLES: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let names = include_str!("vocabulary/styles.txt").lines().map(letters);
    names.flat_map(|name| [name.trim_end_matches("accent").to_owned(), name]).collect()
});

static THEMES: LazyLock<HashSet<String>> =
    LazyLock::new(|| include_str!("vocabulary/themes.txt").lines().map(letters).collect());

static FONTS: LazyLock<HashSet<String>> =
    LazyLock::new(|| include_str!("vocabulary/fonts.txt").lines().map(letters).collect());

/// Words that follow the name of a font's family.
const CUTS: &str = "\
    baltic bk black bold book bt caps ce com compressed cond condensed cyr demi demibold display ext extended extra \
    extrabold extralight gr greek heavy hv it italic itc light lt math md med medium mono ms mt narrow neue next normal nova \
    oblique office ot pro ps regular roman rounded sans sc semi semibold semilight serif std subset text thin tur ui \
    ultra ultralight unicode var variable wide";

/// Scripts for which a theme names a font (ISO 15924).
const SCRIPTS: &str = "\
    Arab Armn Beng Bopo Bugi Cans Cher Cyrl Deva Ethi Geor Goth Grek Gujr Guru Hang Hans Hant Hebr Java Jpan Khmr Knda Kore \
    Laoo Latn Lisu Mlym Mong Mymr Nkoo Olck Orya Osma Phag Phagspa Sinh Sora Syre Syrc Syrj Syrn Tale Taml Talu Telu Tfng \
    Thaa Thai Tibt Uigh Viet Yiii";

/// Whether this is the name of a script.
pub(super) fn is_script(name: &str) -> bool {
    is_listed(SCRIPTS, name)
}

/// A name reduced to its letters in lower case: `List Bullet 2` and `ListBullet2` are the same.
fn letters(name: &str) -> String {
    let narrow = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        c => c,
    };
    name.chars().map(narrow).filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect()
}

fn is_listed(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|listed| listed == word)
}

/// Whether a value is made of the words of the layout, numbers and colours.
pub(super) fn is_layout(value: &str) -> bool {
    let bytes = value.as_bytes();
    let foreign = |c: char| !c.is_ascii() && (c.is_alphanumeric() || c == '\u{2588}');
    let mail = bytes.windows(2).any(|pair| pair[0] == b'@' && pair[1].is_ascii_alphabetic());
    let initial = bytes.len() == 2 && bytes[0].is_ascii_uppercase() && bytes[1].is_ascii_lowercase();
    !mail && !initial && !value.contains(foreign) && value.split(|c: char| !c.is_ascii_alphanumeric()).all(is_token)
}

/// Whether a word could be a label: `Pers1`, `Title12`.
fn is_label(word: &str) -> bool {
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let mut bytes = letters.bytes();
    letters.len() < word.len()
        && !word[letters.len()..].starts_with('0')
        && bytes.next().is_some_and(|byte| byte.is_ascii_uppercase())
        && !letters[1..].is_empty()
        && bytes.all(|byte| byte.is_ascii_lowercase())
}

/// Letters and digits without a gap: a hexadecimal number, or words of the layout written together.
fn is_token(token: &str) -> bool {
    if is_label(token) {
        return false;
    }
    is_hexadecimal(token)
        || token
            .split(|c: char| c.is_ascii_digit())
            .flat_map(humps)
            .all(|word| word.len() < 3 || LAYOUT.contains(word) || LAYOUT.contains(word.to_ascii_lowercase().as_str()))
        || LAYOUT.contains(token.to_ascii_lowercase().as_str())
}

/// A colour or another number in hexadecimal digits. `Ada` and `decade` are words.
fn is_hexadecimal(token: &str) -> bool {
    let uniform =
        !token.bytes().any(|byte| byte.is_ascii_lowercase()) || !token.bytes().any(|b| b.is_ascii_uppercase());
    token.bytes().all(|byte| byte.is_ascii_hexdigit())
        && (token.bytes().any(|byte| byte.is_ascii_digit()) || uniform && token.len() == 6 && !is_word(token))
}

fn is_word(token: &str) -> bool {
    // Words of six letters that are hexadecimal digits, too.
    is_listed("accede beaded decade deeded deface efface facade", &token.to_ascii_lowercase())
}

/// A token cut before each capital that begins a word: `noBreakHyphen`, `HTMLCode`.
fn humps(token: &str) -> impl Iterator<Item = &str> {
    let bytes = token.as_bytes();
    let begins = move |at: usize| {
        bytes[at].is_ascii_uppercase()
            && (bytes[at - 1].is_ascii_lowercase() || bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase))
    };
    let mut start = 0;
    std::iter::from_fn(move || {
        if start >= token.len() {
            return None;
        }
        let end = (start + 1..token.len()).find(|&at| begins(at)).unwrap_or(token.len());
        let hump = &token[start..end];
        start = end;
        Some(hump)
    })
}

/// Whether a style of this name or id comes with the program. A character style that belongs to a paragraph style has its
/// name and `Char`, in whatever language.
pub(super) fn is_style(name: &str) -> bool {
    let mut base = letters(name);
    let digits = name.chars().filter(char::is_ascii_digit).count();
    let plain =
        |c: char| c.is_alphabetic() || c.is_ascii_digit() || matches!(c, ' ' | '-' | '_' | '(' | ')' | '/' | '.');
    let numbered = || is_listed("heading style index contents table caption list figure", &base);
    if digits > 5 || !name.chars().all(plain) || is_label(name) && !numbered() {
        return false;
    }
    while let Some(shorter) = ["char", "car", "zchn"].iter().find_map(|end| base.strip_suffix(end)) {
        base = shorter.to_owned();
    }
    base.chars().nth(1).is_none() || STYLES.contains(&base)
}

/// Whether a theme, or a scheme of its colours, fonts or effects, comes with the program.
pub(super) fn is_theme(name: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '\'' | '\u{2019}');
    let digits = name.chars().filter(char::is_ascii_digit).count();
    name.chars().all(plain) && digits <= 8 && THEMES.contains(&letters(name)) || is_font(name)
}

/// Whether all fonts of a list are common ones.
pub(super) fn is_font(names: &str) -> bool {
    names.split([';', ',']).all(|name| {
        let name = name.trim().trim_start_matches('@');
        if !name.chars().all(|c| c.is_alphanumeric() || " -_.()+".contains(c)) {
            return false;
        }
        let words: Vec<&str> = name.split([' ', '-', '_']).filter(|word| !word.is_empty()).collect();
        let is_cut = |word: &&str| {
            let number = word.bytes().all(|byte| byte.is_ascii_digit()) && word.len() < 4;
            number
                || is_listed(CUTS, &word.to_ascii_lowercase())
                || humps(word).all(|hump| is_listed(CUTS, &hump.to_ascii_lowercase()))
        };
        let of_theme = name.starts_with('+') && is_layout(name);
        let known =
            |length: usize| FONTS.contains(&letters(&words[..length].concat())) && words[length..].iter().all(is_cut);
        words.is_empty() || of_theme || (1..=words.len()).rev().any(known)
    })
}

/// Whether a bookmark was set by the program: `_Toc486691589`, `_GoBack`.
pub(super) fn is_bookmark(name: &str) -> bool {
    let bare = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let kind = bare.strip_prefix('_').map(str::to_ascii_lowercase);
    kind.is_some_and(|kind| {
        is_listed("edn ednref enref ftn ftnref goback hlk hlt mon picturebullets ref toc top", &kind)
    })
}

/// Whether a field code refers to a bookmark of the program's, and to nothing else: ` PAGEREF _Toc486691589 \h `. A piece of a code
/// without its bookmark is read, for the rest may stand in the next run.
pub(super) fn is_field_code(code: &str) -> bool {
    const FIELDS: &str = "PAGEREF REF NOTEREF TOC HYPERLINK MERGEFORMAT ARABIC CHARFORMAT";
    let is_switch = |word: &str| word.strip_prefix('\\').is_some_and(|rest| rest.chars().count() == 1);
    let known = |word: &str| is_switch(word) || is_listed(FIELDS, word) || is_bookmark(word.trim_matches('"'));
    let words = || code.split_whitespace();
    words().any(|word| is_bookmark(word.trim_matches('"'))) && words().all(known)
}

/// Whether a file of a package has a name of the format: `word/charts/chart1.xml`, `/word/Header2.xml`.
pub(super) fn is_file(name: &str) -> bool {
    name.split('/').all(|step| {
        let small = step.get(..1).map(str::to_ascii_lowercase).unwrap_or_default() + step.get(1..).unwrap_or_default();
        is_layout(&small)
    })
}

/// Whether an object has the name that the program gave it: `Picture 1`, `Text Box 12`.
pub(super) fn is_object(name: &str) -> bool {
    const OBJECTS: &str = "\
        arrow autoform bild box canvas chart connector diagram drawing ellipse forme form frame freeform freihandform \
        grafik graphic group grupo gruppe gruppieren image imagen immagine line object objekt oval picture rectangle \
        rechteck shape smartart straight table textfeld text textbox down left right up";
    let words = || name.split([' ', '_', '.']).filter(|word| !word.is_empty());
    let number = |word: &str| word.len() <= 6 && word.bytes().all(|byte| byte.is_ascii_digit());
    words().count() > 0
        && words().all(|word| {
            let bare = word.trim_end_matches(|c: char| c.is_ascii_digit());
            number(word) || word.len() - bare.len() < 5 && is_listed(OBJECTS, &bare.to_lowercase())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_standard_says_is_layout() {
        for value in [
            "center",
            "noBreakHyphen",
            "rId12",
            "FF0000",
            "bfbfbf",
            "w14 w15 w16se wp14",
            "m,l,21600r21600,l21600,xe",
            "position:absolute;margin-left:12.5pt;z-index:-251658240",
            "sum @0 1 2",
            "http://www.w3.org/XML/1998/namespace",
            "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
            "overrideTableStyleFontSizeAndJustification",
            "{28A0092B-C50C-407E-A947-70E740481C1C}",
            "",
            "12.5%",
        ] {
            assert!(is_layout(value), "{value}");
        }
        for value in [
            "Quackenbush",
            "quackenbush",
            "Ada",
            "centerQuackenbush",
            "rIdQuackenbush",
            "Wu",
            "Björn",
            "decade",
            "Ω-12",
            "██",
            "jo@ab.de",
            "Pers1",
            "Misc12",
            "Org3 Sans",
            "Title1",
            "[REDACTED]",
            "http://schemas.microsoft.com/quackenbush",
        ] {
            assert!(!is_layout(value), "{value}");
        }
    }

    #[test]
    fn what_comes_with_the_program_was_named_by_nobody() {
        for style in [
            "heading 1",
            "Heading1",
            "Heading 1 Char",
            "Heading1Char",
            "Light Shading Accent 1",
            "LightShading-Accent1",
            "Normal (Web)",
            "NormalWeb",
            "List Bullet 2",
            "annotation text",
            "CommentText",
            "Text Body",
            "Default Paragraph Font",
            "TableNormal",
            "No List",
            "Style12",
            "a3",
            "TOC Heading",
            "WW8Num1z0",
            "ListLabel 12",
            "Überschrift",
        ] {
            assert!(is_style(style), "{style}");
        }
        for style in [
            "Title1",
            "Date12",
            "DeloitteBody",
            "Deloitte Body",
            "Pers1",
            "Heading 1 Name3",
            "heading 07700900123",
            "Ada Char",
            "[REDACTED]",
            "█ █",
        ] {
            assert!(!is_style(style), "{style}");
        }
        for theme in
            ["Office Theme", "Office", "Larissa", "Тема Office", "Office 2013 - 2022", "Facet", "Calibri-Cambria"]
        {
            assert!(is_theme(theme), "{theme}");
        }
        for theme in ["Deloitte", "Misc3", "Quackenbush Theme", "Office of Quackenbush", "██████"] {
            assert!(!is_theme(theme), "{theme}");
        }
    }

    #[test]
    fn fonts_are_known_by_their_family() {
        for font in [
            "Times New Roman",
            "Arial Narrow",
            "Segoe UI Semibold",
            "Liberation Serif;Times New Roman",
            "@SimSun",
            "ＭＳ 明朝",
            "Helvetica Neue LT Std",
            "Calibri Light",
            "+mn-lt",
            "Arial-BoldMT",
            "宋体",
            "Noto Sans CJK SC Regular",
        ] {
            assert!(is_font(font), "{font}");
        }
        for font in ["Deloitte Sans", "DeloitteSans", "Arial Quackenbush", "Org1 Sans", "Pers1", "██", "██ Sans"]
        {
            assert!(!is_font(font), "{font}");
        }
    }

    #[test]
    fn bookmarks_and_objects() {
        for code in [" PAGEREF _Toc486691589 \\h ", "HYPERLINK \\l \"_Ref12\"", " REF _Ref1 \\* MERGEFORMAT "] {
            assert!(is_field_code(code), "{code}");
        }
        for code in [
            " REF Quackenbush \\h ",
            " AUTHOR ",
            "  ",
            " HYPERLINK ",
            " PAGE ",
            "HYPERLINK \"https://example.org\"",
            "REF _Toc1 Pers1",
        ] {
            assert!(!is_field_code(code), "{code}");
        }
        for bookmark in ["_Toc486691589", "_GoBack", "_top"] {
            assert!(is_bookmark(bookmark), "{bookmark}");
        }
        for file in
            ["word/document.xml", "/word/charts/chart1.xml", "word/Header2.xml", "../word/stylesWithEffects.xml"]
        {
            assert!(is_file(file), "{file}");
        }
        assert!(!is_file("word/quackenbush.xml") && !is_file("Quackenbush/document.xml"));
        assert!(!is_bookmark("_Quackenbush") && !is_bookmark("Toc1") && !is_bookmark("Pers1"));
        for object in ["Picture 1", "Text Box 12", "Grafik 3", "Straight Connector 9", "Image1"] {
            assert!(is_object(object), "{object}");
        }
        for object in ["Ada", "Picture of Ada", "Pers1", "Picture 12345678", ""] {
            assert!(!is_object(object), "{object}");
        }
    }
}
