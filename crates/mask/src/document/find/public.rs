//! Names that single nobody out: public bodies, offices, laws.

use super::places::Places;
use scumble_span::words;
use scumble_text::Language;
use scumble_text::entity::gazetteer::{FIRST_NAME, ORGANIZATION_WORD, PEOPLE, PERSON, PLACE};

/// Whether a form is a court, ministry or government that is named by ordinary words and countries only: "the Supreme
/// Administrative Court", "the Turkish Government". With a town or a person's name in it, it is a particular one.
pub(super) fn is_public_body(form: &str, language: &Language, places: &Places) -> bool {
    let lists = &language.words;
    let mut body = false;
    for word in words(form) {
        let lower = word.to_lowercase();
        body |= lists.public_bodies.contains(&lower);
        let bits = language.known(&lower);
        let ordinal =
            word.starts_with(|c: char| c.is_ascii_digit()) && word.len() <= 4 && lower.ends_with(char::is_alphabetic);
        let ordinary = language.is_stop_word(&lower)
            || lists.public_body_words.contains(&lower)
            || bits & (ORGANIZATION_WORD | PEOPLE) != 0
            || bits & (FIRST_NAME | PERSON | PLACE) == 0 && language.is_ordinary_word(&lower)
            || ordinal
            || places.is_country(word);
        if !ordinary {
            return false;
        }
    }
    body
}

/// Whether a form is a body that is called by words for its kind and by countries only: "Police Department", "County Court". With any
/// other word in it, an everyday text means a particular one.
pub(super) fn is_general_body(form: &str, language: &Language, places: &Places) -> bool {
    let lists = &language.words;
    places.is_country(form)
        || words(form).all(|word| {
            let lower = word.to_lowercase();
            language.is_stop_word(&lower)
                || lists.general_words_of_organizations.contains(&lower)
                || lists.organization_heads.contains(&lower)
                || lists.public_bodies.contains(&lower)
                || language.known(&lower) & (ORGANIZATION_WORD | PEOPLE) != 0
        })
}

/// Whether a form is an office that somebody holds, named by ordinary words: "the Minister of Agriculture".
pub(super) fn is_office(form: &str, language: &Language) -> bool {
    let mut office = false;
    words(form).all(|word| {
        let lower = word.to_lowercase();
        office |= language.words.offices.contains(&lower);
        language.is_stop_word(&lower) || language.known(&lower) & PEOPLE != 0 || language.is_ordinary_word(&lower)
    }) && office
}

/// Whether a form is an act, article or convention.
pub(super) fn is_law(form: &str, language: &Language) -> bool {
    words(form).any(|word| language.words.laws.contains(&word.to_lowercase()))
}

/// Whether a form could be a name by itself: it has a word that is neither a stop word nor an ordinary one.
pub(super) fn is_name(form: &str, language: &Language) -> bool {
    words(form).any(|word| {
        let lower = word.to_lowercase();
        word.chars().count() > 1 && !language.is_stop_word(&lower) && !language.is_ordinary_word(&lower)
    })
}

/// Whether all words of a form are stop words.
pub(super) fn is_empty(form: &str, language: &Language) -> bool {
    words(form).all(|word| language.is_stop_word(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::tests::knowledge;

    #[test]
    fn public_bodies_have_no_names_in_them() {
        let (english, places) = (Language::english(), Places::new(&knowledge()));
        for form in [
            "Supreme Administrative Court",
            "Court of Cassation",
            "Turkish Government",
            "Ministry of Defence",
            "Federal Ministry of Foreign Affairs",
            "5th Chamber of the Supreme Administrative Court",
        ] {
            assert!(is_public_body(form, english, &places), "{form}");
        }
        for form in
            ["Istanbul State Security Court", "Warsaw Regional Court", "Royds Rdw", "Imagine Inc.", "NY University"]
        {
            assert!(!is_public_body(form, english, &places), "{form}");
        }
    }
}
