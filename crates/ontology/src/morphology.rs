//! Base forms of inflected words, by WordNet's rules of detachment and its lists of exceptions.

use crate::wordnet::exceptions;

/// The four open classes of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PartOfSpeech {
    /// Names of things.
    Noun,
    /// Names of doings.
    Verb,
    /// Qualities of things.
    Adjective,
    /// Qualities of doings.
    Adverb,
}

impl PartOfSpeech {
    /// All four, in WordNet's order.
    pub const ALL: [Self; 4] = [Self::Noun, Self::Verb, Self::Adjective, Self::Adverb];

    /// WordNet's letter for it, as in `dog.n.01`.
    pub fn letter(self) -> char {
        match self {
            Self::Noun => 'n',
            Self::Verb => 'v',
            Self::Adjective => 'a',
            Self::Adverb => 'r',
        }
    }

    /// WordNet's file name for it, as in `data.noun`.
    pub fn file(self) -> &'static str {
        match self {
            Self::Noun => "noun",
            Self::Verb => "verb",
            Self::Adjective => "adj",
            Self::Adverb => "adv",
        }
    }

    /// (ending, what to put in its place)
    fn detachments(self) -> &'static [(&'static str, &'static str)] {
        match self {
            // "ves" is not in WordNet's own table (its exceptions cover most), but NLTK's, which our references used.
            Self::Noun => &[
                ("s", ""),
                ("ses", "s"),
                ("ves", "f"),
                ("xes", "x"),
                ("zes", "z"),
                ("ches", "ch"),
                ("shes", "sh"),
                ("men", "man"),
                ("ies", "y"),
            ],
            Self::Verb => {
                &[("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")]
            }
            Self::Adjective => &[("er", ""), ("est", ""), ("er", "e"), ("est", "e")],
            Self::Adverb => &[],
        }
    }
}

/// The forms that `word` may be an inflection of, best first, kept if `known` says that they are words.
///
/// `word` is in lower case, with blanks inside compounds. The word itself is not tried. A compound is tried as a
/// whole, then with each of its words reduced. Irregular forms are those of the embedded WordNet (feature `wordnet`).
///
/// ```
/// use scumble_ontology::{PartOfSpeech, base_forms, wordnet};
/// let nouns = wordnet().nouns();
/// let known = |form: &str| !nouns.exact_senses(form).is_empty();
/// assert_eq!(base_forms("mice", PartOfSpeech::Noun, known), ["mouse"]);
/// assert_eq!(base_forms("attorneys general", PartOfSpeech::Noun, known), ["attorney general"]);
/// assert_eq!(base_forms("xyzzies", PartOfSpeech::Noun, known), Vec::<String>::new());
/// ```
pub fn base_forms(word: &str, part_of_speech: PartOfSpeech, known: impl Fn(&str) -> bool) -> Vec<String> {
    let mut found = reduce(word, part_of_speech, &known);
    if found.is_empty() && word.contains(' ') {
        let joined = word
            .split(' ')
            .map(|part| reduce(part, part_of_speech, &known).into_iter().next().unwrap_or_else(|| part.to_owned()))
            .collect::<Vec<_>>()
            .join(" ");
        if joined != word && known(&joined) {
            found.push(joined);
        }
    }
    found
}

fn reduce(word: &str, part_of_speech: PartOfSpeech, known: &impl Fn(&str) -> bool) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut keep = |form: String| {
        if !found.contains(&form) && form != word && known(&form) {
            found.push(form);
        }
    };
    let irregular = exceptions().base_forms(word, part_of_speech);
    for form in &irregular {
        keep((*form).to_owned());
    }
    // An irregular form is not also regular; words such as "glass" and "as" are no plurals.
    let plural_like = word.len() > 2 && !word.ends_with("ss");
    if irregular.is_empty() && (plural_like || part_of_speech != PartOfSpeech::Noun) {
        let (stem, full) = match word.strip_suffix("ful") {
            Some(stem) if part_of_speech == PartOfSpeech::Noun => (stem, "ful"),
            _ => (word, ""),
        };
        for (ending, instead) in part_of_speech.detachments() {
            if let Some(rest) = stem.strip_suffix(ending).filter(|rest| !rest.is_empty() && !rest.ends_with(' ')) {
                keep(format!("{rest}{instead}{full}"));
            }
        }
    }
    found
}

#[cfg(all(test, feature = "wordnet"))]
mod tests {
    use super::*;
    use crate::wordnet::wordnet;

    fn first(word: &str, part_of_speech: PartOfSpeech) -> Option<String> {
        let words = wordnet().words();
        base_forms(word, part_of_speech, |form| words.has(form, part_of_speech)).into_iter().next()
    }

    /// Forms from WordNet's own description of its morphology, and everyday ones.
    #[test]
    fn everyday_forms() {
        use PartOfSpeech::*;
        for (word, part_of_speech, base) in [
            ("dogs", Noun, "dog"),
            ("holidays", Noun, "holiday"),
            ("boxes", Noun, "box"),
            ("churches", Noun, "church"),
            ("women", Noun, "woman"),
            ("ladies", Noun, "lady"),
            ("geese", Noun, "goose"),
            ("boxesful", Noun, "boxful"),
            ("blood transfusions", Noun, "blood transfusion"),
            ("ran", Verb, "run"),
            ("tries", Verb, "try"),
            ("hoping", Verb, "hope"),
            ("hopping", Verb, "hop"),
            ("better", Adjective, "good"),
            ("finest", Adjective, "fine"),
            ("best", Adverb, "well"),
        ] {
            assert_eq!(first(word, part_of_speech).as_deref(), Some(base), "{word}");
        }
        assert_eq!(first("glass", Noun), None);
        assert_eq!(first("birdwatching", Noun), None);
    }
}
