//! What the layout of everyday documents shows: fields of forms, speakers of chats, whom letters address, names in small letters.

mod fields;
mod letters;
mod small;
mod speakers;

pub(crate) use fields::fields;
pub(crate) use letters::letters;
pub(crate) use small::small_names;
pub(crate) use speakers::speakers;

use super::gazetteer::{COMMON, FIRST_NAME, Gazetteer, PEOPLE, PLACE};
use crate::language::WordLists;
use crate::model::linear::hash;
use crate::model::word::known_parts;

/// What is known of words.
#[derive(Clone, Copy)]
pub(crate) struct Lexicon<'l> {
    pub(crate) words: &'l WordLists,
    pub(crate) gazetteer: &'l Gazetteer,
}

impl Lexicon<'_> {
    /// Whether a word in lower case is a given name.
    pub(crate) fn is_given_name(self, lower: &str) -> bool {
        self.words.given_names.contains(lower) || self.bits(lower) & FIRST_NAME != 0
    }

    /// Whether a word in lower case is a given name and no other word.
    pub(crate) fn is_only_given_name(self, lower: &str) -> bool {
        self.words.given_names.contains(lower)
            || self.bits(lower) & (FIRST_NAME | COMMON) == FIRST_NAME && known_parts(lower) == 0
    }

    /// Whether a word in lower case is one of the language, of its chats or of its calendar.
    pub(crate) fn is_word(self, lower: &str) -> bool {
        let bare = lower.trim_end_matches("'s").trim_end_matches("’s");
        known_parts(bare) != 0
            || self.words.is_stop_word(bare)
            || self.words.chat_words.contains(bare)
            || self.words.months_anywhere.contains(bare)
            || self.words.weekdays_anywhere.contains(bare)
            || self.words.products.contains(bare)
            || self.words.known_acronyms.contains(bare)
            || self.words.ordinary_words_of_others.contains(bare)
    }

    /// Whether a word in lower case is a place and nothing else.
    pub(crate) fn is_only_place(self, lower: &str) -> bool {
        lower.chars().count() > 4
            && self.bits(lower) & (PLACE | COMMON | FIRST_NAME | PEOPLE) == PLACE
            && !self.words.is_stop_word(lower)
    }

    fn bits(self, lower: &str) -> u32 {
        self.gazetteer.bits(hash(lower.as_bytes()))
    }

    /// Whether a word as it is written may be a part of a person's name: it has a capital, or is an initial or a particle.
    pub(crate) fn may_be_of_a_name(self, word: &str) -> bool {
        word.starts_with(char::is_uppercase) || self.words.particles.contains(word)
    }

    /// Whether some words may be a person's name: at least one of them is no word of the language, or is a given name.
    pub(crate) fn is_like_a_name(self, name: &str) -> bool {
        name.split(|c: char| !(c.is_alphabetic() || matches!(c, '\'' | '’' | '-'))).any(|word| {
            let lower = word.to_lowercase();
            lower.chars().count() > 1 && (self.is_given_name(&lower) || !self.is_word(&lower))
        })
    }
}

#[cfg(all(test, feature = "models"))]
mod tests {
    use crate::Document;

    fn found(text: &str) -> Vec<(&'static str, &str)> {
        Document::read(text).entities().iter().map(|entity| (entity.kind.as_str(), entity.span.of(text))).collect()
    }

    #[test]
    fn fields_have_values_and_names_that_are_none() {
        let text =
            "Patient: Quackenbush, Zeb      DOB: 03/11/1958\nMRN: 0099-17        NOK: Thandi (wife)\nStatus: Open\n";
        let document = Document::read(text);
        let found = found(text);
        assert!(found.contains(&("person", "Quackenbush, Zeb")) && found.contains(&("person", "Thandi")), "{found:?}");
        assert!(found.contains(&("code", "0099-17")), "{found:?}");
        let labels: Vec<&str> = document.field_labels().iter().map(|span| span.of(text)).collect();
        assert_eq!(labels, ["Patient", "DOB", "MRN", "NOK", "Status"]);
    }

    #[test]
    fn speakers_of_chats() {
        let text = "[10:01] <zorro_77> hi all\n[10:02] <mwila> hi zorro_77\n[10:03] * kiki has joined #room\n";
        let found = found(text);
        for nick in ["zorro_77", "mwila", "kiki"] {
            assert!(found.iter().any(|(_, surface)| *surface == nick), "{nick}: {found:?}");
        }
        assert!(!found.iter().any(|(_, surface)| *surface == "room"));
        let header = super::tests::found("Thandiwe Moyo   10:12 AM\nlunch?\n\nrvdb — 10:13\nyes\n");
        assert!(header.contains(&("person", "Thandiwe Moyo")) && header.contains(&("handle", "rvdb")), "{header:?}");
    }

    #[test]
    fn letters_are_to_and_from_somebody() {
        let text =
            "Hi Thandi and Zeb,\n\nthe pump is broken, please send a new one to the office.\n\nKind regards\nOluchi\n";
        let found = found(text);
        for name in ["Thandi", "Zeb", "Oluchi"] {
            assert!(found.contains(&("person", name)), "{name}: {found:?}");
        }
        assert!(!super::tests::found("Dear all,\nplease note.\n").iter().any(|(kind, _)| *kind == "person"));
    }

    #[test]
    fn names_in_small_letters() {
        let found = found("ok so my sister zuleyka and wojtek will come, ask bartholo about the keys");
        for name in ["zuleyka", "wojtek", "bartholo"] {
            assert!(found.contains(&("person", name)), "{name}: {found:?}");
        }
        assert!(!found.iter().any(|(_, surface)| *surface == "keys"));
    }

    #[test]
    fn names_are_whole() {
        let found =
            found("She met Thandi Moyo-Banda at Quackenbush Valley Primary School, 12 Acacia Avenue, Leeds LS1 4AP.");
        assert!(found.iter().any(|(_, surface)| surface.ends_with("Moyo-Banda")), "{found:?}");
        assert!(found.contains(&("organisation", "Quackenbush Valley Primary School")), "{found:?}");
        assert!(found.contains(&("address", "12 Acacia Avenue, Leeds LS1 4AP")), "{found:?}");
    }
}
