//! Parts of speech, finely: the Penn tags as the English Web Treebank uses them.

use scumble_ontology::PartOfSpeech;

macro_rules! tags {
    ($($name:ident = $text:literal),+ $(,)?) => {
        /// A Penn Treebank tag.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs, reason = "the tags are defined by the treebank's guidelines")]
        #[repr(u8)]
        pub enum Tag { $($name),+ }

        impl Tag {
            /// All tags; a tag's place is its number.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// As it is written in the treebank.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text),+ }
            }
        }
    };
}

tags! {
    Noun = "NN", Nouns = "NNS", Name = "NNP", Names = "NNPS", Preposition = "IN", Determiner = "DT", Pronoun = "PRP",
    PossessivePronoun = "PRP$", Adjective = "JJ", Comparative = "JJR", Superlative = "JJS", Adverb = "RB",
    ComparativeAdverb = "RBR", SuperlativeAdverb = "RBS", VerbBase = "VB", VerbPast = "VBD", VerbPresent = "VBP",
    VerbThird = "VBZ", Participle = "VBN", Gerund = "VBG", Modal = "MD", To = "TO", Number = "CD", Conjunction = "CC",
    WhDeterminer = "WDT", WhAdverb = "WRB", WhPronoun = "WP", WhPossessive = "WP$", Particle = "RP", Interjection = "UH",
    Possessive = "POS", Hyphen = "HYPH", Existential = "EX", Decoration = "NFP", Address = "ADD", GoesWith = "GW",
    Currency = "$", Symbol = "SYM", Predeterminer = "PDT", ListItem = "LS", Foreign = "FW", Affix = "AFX", Stop = ".",
    Comma = ",", Colon = ":", OpenBracket = "-LRB-", CloseBracket = "-RRB-", OpenQuote = "``", CloseQuote = "''",
}

impl Tag {
    /// The tag that is written so.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|tag| tag.as_str() == text)
    }

    /// Nouns and names.
    pub fn is_noun(self) -> bool {
        matches!(self, Self::Noun | Self::Nouns | Self::Name | Self::Names)
    }

    /// The open class whose morphology the word follows, if it is of one.
    pub fn part_of_speech(self) -> Option<PartOfSpeech> {
        match self {
            Self::Noun | Self::Nouns | Self::Name | Self::Names => Some(PartOfSpeech::Noun),
            Self::VerbBase | Self::VerbPast | Self::VerbPresent | Self::VerbThird | Self::Participle | Self::Gerund => {
                Some(PartOfSpeech::Verb)
            }
            Self::Adjective | Self::Comparative | Self::Superlative => Some(PartOfSpeech::Adjective),
            Self::Adverb | Self::ComparativeAdverb | Self::SuperlativeAdverb => Some(PartOfSpeech::Adverb),
            _ => None,
        }
    }
}

/// A set of tags, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TagSet(pub u64);

impl TagSet {
    /// The set of these.
    pub fn of(tags: &[Tag]) -> Self {
        Self(tags.iter().fold(0, |bits, &tag| bits | 1 << tag as u8))
    }

    /// What is in either.
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether it has the tag of that number.
    pub fn has(self, number: usize) -> bool {
        self.0 >> number & 1 == 1
    }

    /// The only tag in it.
    pub fn only(self) -> Option<Tag> {
        (self.0.count_ones() == 1).then(|| Tag::ALL[self.0.trailing_zeros() as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_names_and_sets() {
        assert!(Tag::ALL.len() <= 64);
        for (i, &tag) in Tag::ALL.iter().enumerate() {
            assert_eq!(tag as usize, i);
            assert_eq!(Tag::parse(tag.as_str()), Some(tag));
        }
        assert_eq!(TagSet::of(&[Tag::Modal]).only(), Some(Tag::Modal));
        assert_eq!(TagSet::of(&[Tag::Modal, Tag::Noun]).only(), None);
    }
}
