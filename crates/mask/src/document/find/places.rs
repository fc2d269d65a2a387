//! Countries and well-known places: names that may be kept.

use crate::document::knowledge::Knowledge;
use crate::document::words::folded;
use scumble_ontology::Stack;
use scumble_span::words;
use scumble_text::Language;
use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

/// Which places are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeepPlaces {
    /// None.
    None,
    /// Countries, unless a learned decision says that people would mask them.
    #[default]
    Usual,
    /// Countries.
    Countries,
    /// Countries, large cities and whatever else WordNet has as the name of a place.
    WellKnown,
}

impl KeepPlaces {
    /// All choices, by name.
    pub const ALL: [(&'static str, Self); 4] =
        [("none", Self::None), ("usual", Self::Usual), ("countries", Self::Countries), ("well-known", Self::WellKnown)];

    /// The name of a choice.
    pub fn as_str(self) -> &'static str {
        Self::ALL.iter().find(|(_, choice)| *choice == self).map_or("", |(name, _)| name)
    }
}

/// The names of countries and of other well-known places.
pub(in crate::document) struct Places {
    language: &'static Language,
    taxonomy: Arc<Stack>,
    countries: OnceLock<HashSet<String>>,
    well_known: OnceLock<HashSet<String>>,
}

/// The kinds of places of which WordNet has the well-known ones.
const KINDS: [&str; 5] = ["location.n.01", "city.n.01", "land.n.04", "body_of_water.n.01", "structure.n.01"];

impl Places {
    /// The places of the taxonomy, and the country names of the language.
    pub(in crate::document) fn new(knowledge: &Knowledge) -> Self {
        let (countries, well_known) = Default::default();
        Self { language: knowledge.language, taxonomy: Arc::clone(&knowledge.taxonomy), countries, well_known }
    }

    /// Whether a place of that name is kept.
    pub(in crate::document) fn are_kept(&self, keep: KeepPlaces, place: &str) -> bool {
        match keep {
            KeepPlaces::None => false,
            KeepPlaces::Usual | KeepPlaces::Countries => self.is_country(place),
            KeepPlaces::WellKnown => self.is_country(place) || self.is_in(place, self.well_known()),
        }
    }

    /// Whether it is a country by one of its names: "Turkey", "the Republic of Turkey".
    pub(in crate::document) fn is_country(&self, place: &str) -> bool {
        self.is_in(place, self.countries())
    }

    fn countries(&self) -> &HashSet<String> {
        self.countries.get_or_init(|| {
            let mut all = self.instances(&["country.n.02"]);
            all.extend(self.language.words.country_names.iter().map(str::to_owned));
            all
        })
    }

    fn well_known(&self) -> &HashSet<String> {
        self.well_known.get_or_init(|| self.instances(&KINDS))
    }

    fn is_in(&self, place: &str, list: &HashSet<String>) -> bool {
        let lists = &self.language.words;
        let words: Vec<String> = words(place).map(folded).collect();
        let words: &[String] = match words.first() {
            Some(first) if lists.definite_articles.contains(first) => &words[1..],
            _ => &words,
        };
        // "French Republic", "Kingdom of Spain": the kind of state names no other country.
        let mut bare: Vec<&str> =
            words.iter().map(String::as_str).filter(|word| !lists.state_words.contains(word)).collect();
        if bare.first().is_some_and(|first| lists.joining_words.contains(first)) {
            bare.remove(0);
        }
        list.contains(&words.join(" ")) || !bare.is_empty() && list.contains(&bare.join(" "))
    }

    /// The names of the instances of these kinds.
    fn instances(&self, kinds: &[&str]) -> HashSet<String> {
        let mut out = HashSet::new();
        for member in self.taxonomy.members() {
            for concept in kinds.iter().filter_map(|kind| member.named(kind)) {
                for place in member.hyponyms(concept).into_iter().filter(|&place| member.is_instance(place)) {
                    for label in member.labels(place) {
                        out.insert(words(label).map(folded).collect::<Vec<_>>().join(" "));
                    }
                }
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::tests::knowledge;

    #[test]
    fn countries_are_kept_and_cities_if_asked() {
        let places = Places::new(&knowledge());
        for country in
            ["Turkey", "the Republic of Turkey", "United States", "Iran", "Russia", "Italy", "the United Kingdom"]
        {
            assert!(places.are_kept(KeepPlaces::Countries, country), "{country}");
        }
        for place in ["London", "Abu Dhabi", "New York"] {
            assert!(!places.is_country(place) && places.are_kept(KeepPlaces::WellKnown, place), "{place}");
        }
        assert!(!places.are_kept(KeepPlaces::WellKnown, "Washington Square Park"));
        assert!(!places.are_kept(KeepPlaces::None, "Turkey"));
    }
}
