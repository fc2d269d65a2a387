//! Characters that are drawn from a font by their number: `<w:sym w:font="Arial" w:char="0051"/>` is a Q.

use super::xml::{Attribute, local};

/// Fonts whose glyphs are pictures, whatever the number of the character.
const PICTURES: &[&str] = &["wingdings", "webdings", "dingbats", "marlett", "mtextra", "opensymbol", "starsymbol"];

/// Letters of the font Symbol, from `A` to `Z` and from `a` to `z`.
const GREEK: &str = "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖαβχδεφγηιϕκλμνοπθρστυϖωξψζ";

/// The letter or digit that a symbol shows; `None` if it shows something else.
pub(super) fn letter(source: &str, attributes: &[Attribute]) -> Option<String> {
    let value = |key: &str| {
        let found = attributes.iter().find(|attribute| local(&source[attribute.name.clone()]) == key)?;
        Some(&source[found.value.clone()])
    };
    let font: String = value("font").unwrap_or_default().chars().filter(|c| *c != ' ').collect();
    let font = font.to_ascii_lowercase();
    if PICTURES.iter().any(|pictures| font.contains(pictures)) {
        return None;
    }
    let code = u32::from_str_radix(value("char")?, 16).ok()?;
    // Fonts of symbols number their characters from F000 on.
    let character = char::from_u32(if (0xf020..=0xf0ff).contains(&code) { code - 0xf000 } else { code })?;
    let shown = if font.starts_with("symbol") { greek(character) } else { character };
    shown.is_alphanumeric().then(|| shown.to_string())
}

fn greek(character: char) -> char {
    let place = match character {
        'A'..='Z' => character as usize - 'A' as usize,
        'a'..='z' => character as usize - 'a' as usize + 26,
        _ => return character,
    };
    GREEK.chars().nth(place).unwrap_or(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbol(font: &str, code: &str) -> Option<String> {
        let source = format!("{font} {code} font char");
        let keys = font.len() + code.len() + 2;
        let font = Attribute { name: keys..keys + 4, value: 0..font.len() };
        let char = Attribute { name: keys + 5..keys + 9, value: font.value.end + 1..font.value.end + 1 + code.len() };
        letter(&source, &[font, char])
    }

    #[test]
    fn letters_are_read_and_pictures_are_not() {
        assert_eq!(symbol("Arial", "0051").as_deref(), Some("Q"));
        assert_eq!(symbol("Quirky Type", "F051").as_deref(), Some("Q"));
        assert_eq!(symbol("Symbol", "F061").as_deref(), Some("α"));
        assert_eq!(symbol("Symbol", "F079").as_deref(), Some("ψ"));
        for (font, code) in [("Wingdings", "F0FC"), ("MS Gothic", "2610"), ("Arial", "zz"), ("Symbol", "F0B7")] {
            assert_eq!(symbol(font, code), None, "{font} {code}");
        }
    }
}
