//! Names that may stand in place of others: lists by origin and gender, and parts of made-up names of places.

use crate::language::Gender;
use std::sync::OnceLock;
use toml::{Table, Value};

/// Names of one origin.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// What it is called.
    pub name: String,
    /// Given names of women.
    pub female: Vec<String>,
    /// Given names of men.
    pub male: Vec<String>,
    /// Family names.
    pub family: Vec<String>,
    /// Endings of family names that tell it.
    endings: Vec<String>,
    /// Letters that tell it.
    letters: String,
}

/// The lists of names that may stand in place of others.
///
/// ```
/// use scumble_text::{Gender, SurrogateLists};
/// let lists = SurrogateLists::built_in();
/// assert_eq!(lists.gender("Agnieszka"), Some(Gender::Female));
/// assert_eq!(lists.origins[lists.origin("Wiśniewski")].name, "polish");
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct SurrogateLists {
    /// Names by origin; the first is taken where nothing tells.
    pub origins: Vec<Origin>,
    /// Frequent given names of women, which are never drawn.
    female: Vec<String>,
    /// Frequent given names of men, which are never drawn.
    male: Vec<String>,
    /// How made-up names of places begin.
    pub place_beginnings: Vec<String>,
    /// How they end.
    pub place_endings: Vec<String>,
    /// Countries.
    pub countries: Vec<String>,
    /// Words that stay in the name of a place, in lower case.
    pub place_kinds: Vec<String>,
    /// Words that stay in the name of an organization, in lower case.
    pub organization_kinds: Vec<String>,
    /// Peoples.
    pub peoples: Vec<String>,
    /// Trades.
    pub trades: Vec<String>,
}

impl SurrogateLists {
    /// The lists that come with the build, read at the first call.
    pub fn built_in() -> &'static Self {
        static LISTS: OnceLock<SurrogateLists> = OnceLock::new();
        LISTS.get_or_init(|| {
            Self::parse(include_str!("../data/surrogates.toml")).expect("the embedded lists are checked by the tests")
        })
    }

    fn parse(toml: &str) -> Option<Self> {
        let table: Table = toml.parse().ok()?;
        let texts = |table: &Table, key: &str| -> Option<Vec<String>> {
            table.get(key)?.as_array()?.iter().map(|item| item.as_str().map(str::to_owned)).collect()
        };
        let within = |key: &str| table.get(key).and_then(Value::as_table);
        let origin = |value: &Value| {
            let table = value.as_table()?;
            Some(Origin {
                name: table.get("name")?.as_str()?.to_owned(),
                female: texts(table, "female")?,
                male: texts(table, "male")?,
                family: texts(table, "family")?,
                endings: texts(table, "endings")?,
                letters: table.get("letters")?.as_str()?.to_owned(),
            })
        };
        let (places, organizations) = (within("places")?, within("organisations")?);
        let demographics = within("demographics")?;
        Some(Self {
            origins: table.get("origin")?.as_array()?.iter().map(origin).collect::<Option<_>>()?,
            female: texts(within("given")?, "female")?,
            male: texts(within("given")?, "male")?,
            place_beginnings: texts(places, "beginnings")?,
            place_endings: texts(places, "endings")?,
            countries: texts(places, "countries")?,
            place_kinds: texts(places, "kinds")?,
            organization_kinds: texts(organizations, "kinds")?,
            peoples: texts(demographics, "peoples")?,
            trades: texts(demographics, "trades")?,
        })
    }

    /// The gender of a given name, where the lists have it.
    pub fn gender(&self, given: &str) -> Option<Gender> {
        let has = |names: &[String]| names.iter().any(|name| name.eq_ignore_ascii_case(given));
        if has(&self.female) || self.origins.iter().any(|origin| has(&origin.female)) {
            return Some(Gender::Female);
        }
        (has(&self.male) || self.origins.iter().any(|origin| has(&origin.male))).then_some(Gender::Male)
    }

    /// The number of the origin that a name has, as far as the lists, its letters and its ending tell.
    pub fn origin(&self, name: &str) -> usize {
        let lower = name.to_lowercase();
        let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let lists = |origin: &Origin| {
            let mut names = origin.female.iter().chain(&origin.male).chain(&origin.family);
            names.any(|known| words.contains(&known.to_lowercase().as_str()))
        };
        let letters = |origin: &Origin| lower.chars().any(|c| origin.letters.contains(c));
        let longest = |origin: &Origin| {
            let ends = |ending: &&String| {
                words.last().is_some_and(|last| last.len() > ending.len() + 1 && last.ends_with(ending.as_str()))
            };
            origin.endings.iter().filter(ends).map(String::len).max()
        };
        let by = |test: &dyn Fn(&Origin) -> bool| self.origins.iter().position(test);
        let by_ending = || {
            let all = self.origins.iter().enumerate().filter_map(|(i, origin)| Some((longest(origin)?, i)));
            all.max_by_key(|(length, i)| (*length, std::cmp::Reverse(*i))).map(|(_, i)| i)
        };
        by(&lists).or_else(|| by(&letters)).or_else(by_ending).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_large_enough_and_have_no_name_twice() {
        let lists = SurrogateLists::built_in();
        let count =
            |names: fn(&Origin) -> &Vec<String>| lists.origins.iter().map(|origin| names(origin).len()).sum::<usize>();
        assert!(count(|origin| &origin.female) > 200 && count(|origin| &origin.male) > 200);
        assert!(count(|origin| &origin.family) > 300);
        for origin in &lists.origins {
            for names in [&origin.female, &origin.male, &origin.family] {
                let mut sorted = names.clone();
                sorted.sort();
                sorted.dedup();
                assert_eq!(sorted.len(), names.len(), "{}", origin.name);
            }
            assert!(origin.female.iter().all(|name| !origin.male.contains(name)), "{}", origin.name);
        }
        assert_eq!((lists.gender("PETER"), lists.gender("Xyz")), (Some(Gender::Male), None));
        assert_eq!(lists.origins[lists.origin("Mehmet Karaoğlu")].name, "turkish");
        assert_eq!(lists.origins[lists.origin("Jane Roe")].name, "english");
    }
}
