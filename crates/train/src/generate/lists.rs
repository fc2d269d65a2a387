//! The lists of names, places and things: lines of `key: item, item`. A key on several lines is one list.

use scumble_mask::Rng;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Lists by key.
#[derive(Debug)]
pub(super) struct Lists(BTreeMap<&'static str, Vec<&'static str>>);

impl Lists {
    pub(super) fn read(text: &'static str) -> Self {
        let mut lists: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            if let Some((key, items)) = line.split_once(": ") {
                let items = items.split(", ").map(str::trim).filter(|item| !item.is_empty());
                lists.entry(key.trim()).or_default().extend(items);
            }
        }
        Self(lists)
    }

    /// The items of a list; none if there is no such list.
    pub(super) fn all(&self, key: &str) -> &[&'static str] {
        self.0.get(key).map_or(&[], Vec::as_slice)
    }

    /// One item, or nothing from an empty list.
    pub(super) fn pick(&self, key: &str, rng: &mut Rng) -> &'static str {
        let all = self.all(key);
        if all.is_empty() { "" } else { all[rng.below(all.len())] }
    }
}

/// One of the items.
pub(super) fn pick<'a>(items: &[&'a str], rng: &mut Rng) -> &'a str {
    items[rng.below(items.len())]
}

/// True so many times of a hundred.
pub(super) fn chance(percent: usize, rng: &mut Rng) -> bool {
    rng.below(100) < percent
}

/// A number from `least` to `most`, both included.
pub(super) fn between(least: usize, most: usize, rng: &mut Rng) -> usize {
    least + rng.below(most - least + 1)
}

macro_rules! files {
    ($folder:literal: $($name:literal),+ $(,)?) => {
        [$(($name, include_str!(concat!("../../data/", $folder, "/", $name, ".txt")))),+]
    };
}
pub(super) use files;

/// The cultures that names come from.
pub(super) static CULTURES: [(&str, &str); 24] = files!["names":
    "arabic", "chinese", "dutch", "english", "french", "german", "greek", "hebrew", "hungarian", "indian", "irish", "italian",
    "japanese", "korean", "nigerian", "nordic", "persian", "polish", "portuguese", "russian", "spanish", "tamil", "turkish",
    "vietnamese"
];

/// The names of a culture.
pub(super) fn names(culture: &str) -> &'static Lists {
    static READ: OnceLock<Vec<(&str, Lists)>> = OnceLock::new();
    let all = READ.get_or_init(|| CULTURES.iter().map(|(name, text)| (*name, Lists::read(text))).collect());
    let found = all.iter().find(|(name, _)| *name == culture);
    &found.unwrap_or_else(|| panic!("no names of the culture {culture}")).1
}

/// Towns, streets and districts by country: keys are `us.towns`, `us.streets` and so on.
pub(super) fn places() -> &'static Lists {
    static READ: OnceLock<Lists> = OnceLock::new();
    READ.get_or_init(|| Lists::read(include_str!("../../data/lists/places.txt")))
}

/// Parts of organisations' names, and organisations.
pub(super) fn organisations() -> &'static Lists {
    static READ: OnceLock<Lists> = OnceLock::new();
    READ.get_or_init(|| Lists::read(include_str!("../../data/lists/organisations.txt")))
}

/// What stays: medicines, diseases, products, laws, roles, subjects.
pub(super) fn things() -> &'static Lists {
    static READ: OnceLock<Lists> = OnceLock::new();
    READ.get_or_init(|| Lists::read(include_str!("../../data/lists/things.txt")))
}
