//! The word lists of a language, read from one data file.

use super::list::WordList;
use super::title::Title;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use toml::{Table, Value};

/// Why word lists cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("not the word lists of a language: {0}")]
pub struct BadWordLists(String);

/// Defines the word lists and reads each from the key of its name.
macro_rules! lists {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// Every word list that an algorithm consults. Words are in lower case unless a list says otherwise.
        ///
        /// ```
        /// use scumble_text::WordLists;
        /// let english = WordLists::english();
        /// assert!(english.is_stop_word("The") && english.is_title("dr") && english.particles.contains("van"));
        /// ```
        #[derive(Clone, Default)]
        #[non_exhaustive]
        pub struct WordLists {
            $($(#[$doc])* pub $name: WordList,)*
            /// Titles before a name, with what is known of each.
            pub titles: BTreeMap<String, Title>,
            /// Titles that are forms of address: no name of a place or an organization begins with one.
            pub forms_of_address: WordList,
            /// Titles that are abbreviations, without their dot.
            pub abbreviated_titles: WordList,
            /// Small words inside names: "Days of Our Lives", "Ludwig van Beethoven".
            pub joining_words: WordList,
            /// Those of the joining words that are parts of the names of people, and no English words.
            pub particles: WordList,
            /// Those of the joining words that the model of names was trained with.
            pub joining_words_of_training: WordList,
            /// Words that organizations are called by; the gazetteer is packed with them.
            pub organization_words: WordList,
            /// Words that places are called by; the gazetteer is packed with them.
            pub place_words: WordList,
            /// Peoples that WordNet has only as an adjective, or not at all; the gazetteer is packed with them.
            pub peoples: WordList,
        }

        impl WordLists {
            /// From the text of a data file.
            ///
            /// # Errors
            /// If it is not TOML, or a list is missing, unknown or not of the expected shape.
            pub fn parse(toml: &str) -> Result<Self, BadWordLists> {
                let mut table: Table =
                    toml.parse().map_err(|error: toml::de::Error| BadWordLists(error.message().to_owned()))?;
                let mut lists = Self::default();
                $(lists.$name = list(&mut table, stringify!($name))?;)*
                lists.read_titles(&take(&mut table, "titles")?)?;
                lists.read_joining_words(&take(&mut table, "joining_words")?)?;
                let mut gazetteer = take(&mut table, "gazetteer")?;
                lists.organization_words = list(&mut gazetteer, "organization_words")?;
                lists.place_words = list(&mut gazetteer, "place_words")?;
                lists.peoples = list(&mut gazetteer, "peoples")?;
                match table.keys().chain(gazetteer.keys()).next() {
                    Some(key) => Err(BadWordLists(format!("unknown key {key}"))),
                    None => Ok(lists),
                }
            }
        }
    };
}

lists! {
    /// Words that carry no meaning of their own.
    stop_words,
    /// Articles that say which one is meant.
    definite_articles,
    /// Articles that do not.
    indefinite_articles,
    /// Pronouns, and other words that stand for what was named before.
    pronouns,
    /// Numbers and spans of time in words: they count, and name nothing.
    numerals,
    /// The endings of ordinal numbers in figures: 4th.
    ordinal_endings,
    /// The months.
    months,
    /// The days of the week.
    weekdays,
    /// Abbreviations, without their dot, that never end a sentence, besides
    /// [titles](WordLists::abbreviated_titles).
    abbreviations_inside_sentences,
    /// Abbreviations, without their dot, that may end a sentence.
    abbreviations,
    /// Words that often begin a sentence, with their capital.
    sentence_starters,
    /// Contractions that are tokens of their own, without the apostrophe in front.
    clitics,
    /// Two words in one, of which the first has three letters.
    contractions,
    /// Prefixes that stay with their word across a hyphen.
    prefixes,
    /// Words behind a name and a hyphen that are no part of the name: "London-based".
    compound_tails,
    /// Units that are written right behind their figure and are a token of their own.
    units,
    /// Suffixes that distinguish two people of the same name: Jr, Sr.
    name_suffixes,
    /// Words between a name and another name of the same person.
    alias_words,
    /// Phrases between a name and another name of the same person.
    alias_phrases,
    /// Abbreviations in the names of companies, as they are written.
    organization_abbreviations,
    /// Words that follow a nationality and belong to it: "Turkish national".
    citizenship_words,
    /// Words before a trade that somebody is said to have: "is a nurse".
    copulas,
    /// Courts, ministries and other bodies of a state.
    public_bodies,
    /// Words in the names of public bodies that WordNet does not have.
    public_body_words,
    /// Offices that somebody holds.
    offices,
    /// Words of judgments.
    case_words,
    /// Words that acts, articles and treaties are called by.
    laws,
    /// Words whose numbers name a passage, not a person: "Article 34".
    passage_words,
    /// Marks whose numbers name a passage.
    passage_marks,
    /// What kind of state a country is: left out when its name is looked up.
    state_words,
    /// Names of countries that WordNet lacks, or has in longer forms only; marks are blanks.
    country_names,
    /// Months of several languages, and their abbreviations without the dot.
    months_anywhere,
    /// Days of the week in several languages, and their abbreviations without the dot.
    weekdays_anywhere,
    /// Days that are called by a name.
    holidays,
    /// Words before a name in a letter, a mail or a chat.
    greetings,
    /// Words beside a name that say who somebody is to somebody.
    kin_words,
    /// Words that end a letter: the next line is a name.
    closings,
    /// Words of chats that no dictionary has.
    chat_words,
    /// What a field of a form is called whose value is a person.
    fields_of_people,
    /// What a field is called whose value is an address.
    fields_of_addresses,
    /// What a field is called whose value is an organization.
    fields_of_organizations,
    /// What a field is called whose value is a number or code.
    fields_of_codes,
    /// Other words that fields are called by.
    field_words,
    /// People whose name a disease, a test or a law of nature bears.
    eponyms,
    /// Words behind such a name.
    eponym_heads,
    /// Makers, products, software and services that the world knows.
    products,
    /// Letters that words for medicines end in.
    medicine_endings,
    /// Abbreviations in capitals that name nobody.
    known_acronyms,
    /// Units and other words: a number before one counts.
    units_of_counts,
    /// Words in small letters behind a name that are a part of it.
    heads_of_names,
    /// Function words of German.
    function_words_german,
    /// Function words of French.
    function_words_french,
    /// Function words of Spanish.
    function_words_spanish,
    /// Function words of Italian.
    function_words_italian,
    /// Function words of Dutch.
    function_words_dutch,
    /// Function words of Portuguese.
    function_words_portuguese,
    /// Function words of other languages.
    function_words_others,
    /// Words of other languages that have capitals and name nothing.
    ordinary_words_of_others,
    /// Articles and the like of other languages, before an ordinary noun.
    determiners_of_others,
    /// Endings of ordinary nouns of German.
    noun_endings_of_german,
    /// Given names of many countries.
    given_names,
    /// Words that the names of organizations have.
    organization_heads,
    /// Small words inside the names of organizations of other languages.
    organization_joints,
    /// Words that stand in the names of many organizations.
    general_words_of_organizations,
    /// Words that somebody's post or a part of a firm is called by.
    roles,
    /// Eponyms that are names of people as well.
    eponyms_that_are_names,
}

/// The data files of English: one text, because the keys of a table end where the next table begins.
const ENGLISH_WORDS: &str = concat!(include_str!("../../data/everyday.toml"), include_str!("../../data/english.toml"));

impl WordLists {
    /// The lists of English that come with this crate, read at the first call.
    pub fn english() -> &'static Arc<Self> {
        static ENGLISH: OnceLock<Arc<WordLists>> = OnceLock::new();
        let read = || WordLists::parse(ENGLISH_WORDS).expect("the tests read the data file");
        ENGLISH.get_or_init(|| Arc::new(read()))
    }

    /// Whether a word, in any case, is a stop word.
    pub fn is_stop_word(&self, word: &str) -> bool {
        self.stop_words.contains(&word.to_lowercase())
    }

    /// Whether a word in lower case is a title.
    pub fn is_title(&self, lower: &str) -> bool {
        self.titles.contains_key(lower)
    }

    /// Whether a word in lower case is a month or a day of the week.
    pub fn is_calendar_word(&self, lower: &str) -> bool {
        self.months.contains(lower) || self.weekdays.contains(lower)
    }

    /// The titles with a property, sorted.
    pub(crate) fn titles_that(&self, has: impl Fn(&Title) -> bool) -> impl Iterator<Item = &str> {
        self.titles.iter().filter(move |(_, title)| has(title)).map(|(word, _)| word.as_str())
    }

    fn read_titles(&mut self, table: &Table) -> Result<(), BadWordLists> {
        for (word, attributes) in table {
            let title = Title::with(strings(word, attributes)?);
            let title = title.map_err(|unknown| BadWordLists(format!("titles: unknown attribute {unknown}")))?;
            self.titles.insert(word.clone(), title);
        }
        let those = |has: fn(&Title) -> bool| self.titles_that(has).collect::<WordList>();
        let (addresses, abbreviated) = (those(|title| title.is_address), those(|title| title.is_abbreviation));
        (self.forms_of_address, self.abbreviated_titles) = (addresses, abbreviated);
        Ok(())
    }

    fn read_joining_words(&mut self, table: &Table) -> Result<(), BadWordLists> {
        let (mut particles, mut trained) = (Vec::new(), Vec::new());
        for (word, attributes) in table {
            for attribute in strings(word, attributes)? {
                match attribute {
                    "particle" => particles.push(word.as_str()),
                    "training" => trained.push(word.as_str()),
                    unknown => return Err(BadWordLists(format!("joining_words: unknown attribute {unknown}"))),
                }
            }
        }
        self.joining_words = table.keys().map(String::as_str).collect();
        self.particles = particles.into_iter().collect();
        self.joining_words_of_training = trained.into_iter().collect();
        Ok(())
    }
}

impl std::fmt::Debug for WordLists {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WordLists").finish_non_exhaustive()
    }
}

/// Takes a table out of a table.
fn take(table: &mut Table, key: &str) -> Result<Table, BadWordLists> {
    match table.remove(key) {
        Some(Value::Table(inner)) => Ok(inner),
        _ => Err(BadWordLists(format!("{key} is missing or no table"))),
    }
}

/// Takes a list of words out of a table.
fn list(table: &mut Table, key: &str) -> Result<WordList, BadWordLists> {
    let value = table.remove(key).ok_or_else(|| BadWordLists(format!("{key} is missing")))?;
    Ok(strings(key, &value)?.into_iter().collect())
}

/// The strings of an array.
fn strings<'v>(key: &str, value: &'v Value) -> Result<Vec<&'v str>, BadWordLists> {
    let all = value.as_array().and_then(|array| array.iter().map(Value::as_str).collect());
    all.ok_or_else(|| BadWordLists(format!("{key} is no list of words")))
}

#[cfg(test)]
mod tests {
    use super::super::title::Gender;
    use super::*;

    #[test]
    fn english_is_complete() {
        let english = WordLists::english();
        assert_eq!(english.stop_words.iter().count(), 151);
        assert_eq!(english.titles["mrs"].gender, Some(Gender::Female));
        assert!(english.titles["dr"].is_abbreviation && !english.titles["general"].heads_a_name);
        assert!(english.is_calendar_word("may") && english.is_calendar_word("sunday"));
        assert!(english.joining_words.contains("of") && !english.particles.contains("of"));
        assert!(english.country_names.contains("great britain") && english.alias_words.contains("née"));
    }

    #[test]
    fn a_damaged_file_is_refused() {
        let english = ENGLISH_WORDS;
        let error = |toml: &str| WordLists::parse(toml).unwrap_err().to_string();
        assert!(error("x").contains("not the word lists of a language"));
        assert!(error("").contains("stop_words is missing"));
        assert!(error(&format!("more = []\n{english}")).contains("unknown key more"));
        assert!(error(&english.replace("\"male\"", "\"main\"")).contains("unknown attribute main"));
        assert!(error(&english.replace("laws = [", "laws = [1, ")).contains("laws is no list of words"));
    }
}
