//! Countries and well-known places: what may stay although it is a name.

use super::words::folded;
use scumble_ontology::wordnet;
use std::collections::HashSet;
use std::sync::OnceLock;

/// Which places stay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeepPlaces {
    /// None.
    None,
    /// Countries.
    #[default]
    Countries,
    /// Countries, large cities and whatever else WordNet knows by name.
    WellKnown,
}

impl KeepPlaces {
    /// All choices, by name.
    pub const ALL: [(&'static str, Self); 3] =
        [("none", Self::None), ("countries", Self::Countries), ("well-known", Self::WellKnown)];

    /// Whether a place of that name stays.
    pub fn keeps(self, place: &str) -> bool {
        match self {
            Self::None => false,
            Self::Countries => is_country(place),
            Self::WellKnown => is_country(place) || is_known(place, well_known()),
        }
    }
}

/// Whether it is a country by one of its names: "Turkey", "the Republic of Turkey", "the United Kingdom Government".
pub(super) fn is_country(place: &str) -> bool {
    is_known(place, countries())
}

fn is_known(place: &str, list: &HashSet<String>) -> bool {
    let words: Vec<String> = scumble_corpus::words(place).map(folded).collect();
    let words: &[String] = match words.first().map(String::as_str) {
        Some("the") => &words[1..],
        _ => &words,
    };
    // "French Republic", "Kingdom of Spain": what kind of state it is tells nothing more.
    let mut bare: Vec<&str> = words
        .iter()
        .map(String::as_str)
        .filter(|word| !matches!(*word, "republic" | "kingdom" | "federal" | "democratic" | "state" | "socialist"))
        .collect();
    if bare.first() == Some(&"of") {
        bare.remove(0);
    }
    list.contains(&words.join(" ")) || !bare.is_empty() && list.contains(&bare.join(" "))
}

/// The names of what WordNet has as an instance of one of these kinds.
fn instances(kinds: &[&str]) -> HashSet<String> {
    let nouns = wordnet().nouns();
    let mut out = HashSet::new();
    for concept in kinds.iter().filter_map(|kind| nouns.named(kind)) {
        for place in nouns.hyponyms(concept).into_iter().filter(|&place| nouns.is_instance(place)) {
            for label in nouns.labels(place) {
                out.insert(scumble_corpus::words(label).map(folded).collect::<Vec<_>>().join(" "));
            }
        }
    }
    out
}

fn countries() -> &'static HashSet<String> {
    static COUNTRIES: OnceLock<HashSet<String>> = OnceLock::new();
    COUNTRIES.get_or_init(|| {
        let mut all = instances(&["country.n.02"]);
        // Names that WordNet lacks, or has in longer forms only.
        for name in [
            "uk",
            "u k",
            "usa",
            "u s a",
            "us",
            "u s",
            "ussr",
            "great britain",
            "britain",
            "czechia",
            "kosovo",
            "macedonia",
            "north macedonia",
            "great britain and northern ireland",
            "united kingdom of great britain and northern ireland",
            "german",
            "england",
            "scotland",
            "wales",
            "northern ireland",
            "gdr",
            "frg",
            "south sudan",
            "montenegro",
            "serbia",
        ] {
            all.insert(name.to_owned());
        }
        all
    })
}

fn well_known() -> &'static HashSet<String> {
    static KNOWN: OnceLock<HashSet<String>> = OnceLock::new();
    KNOWN
        .get_or_init(|| instances(&["location.n.01", "city.n.01", "land.n.04", "body_of_water.n.01", "structure.n.01"]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn countries_stay_and_cities_if_asked() {
        for country in
            ["Turkey", "the Republic of Turkey", "United States", "Iran", "Russia", "Italy", "the United Kingdom"]
        {
            assert!(KeepPlaces::Countries.keeps(country), "{country}");
        }
        for place in ["London", "Abu Dhabi", "New York"] {
            assert!(!KeepPlaces::Countries.keeps(place) && KeepPlaces::WellKnown.keeps(place), "{place}");
        }
        assert!(!KeepPlaces::WellKnown.keeps("Washington Square Park"));
        assert!(!KeepPlaces::None.keeps("Turkey"));
    }
}
