//! Published terms that point to a single record of the input.

use scumble_mask::sets::{Anonymized, Understood};
use std::collections::{BTreeSet, HashMap};

/// How many published terms, and pairs of them, only one record of the input has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Exposure {
    /// Published terms that occur in the input.
    pub terms: usize,
    /// Those that occur in one record only.
    pub terms_of_one: usize,
    /// Pairs of such terms that are published together.
    pub pairs: usize,
    /// Those that occur together in one record only.
    pub pairs_of_one: usize,
}

/// Counts the published terms that point to a single record of the input.
pub fn exposure(data: &Understood, released: &Anonymized) -> Exposure {
    let mut records: HashMap<String, Vec<u32>> = HashMap::new();
    for (record, words) in data.words.iter().enumerate() {
        let own: BTreeSet<String> = words.values().flatten().map(|term| term.to_lowercase()).collect();
        own.into_iter().for_each(|term| records.entry(term).or_default().push(record as u32));
    }
    let mut found = Exposure::default();
    for group in &released.groups {
        let Some(items) = released.items[group.members[0] as usize].as_ref() else { continue };
        for (at, item) in items.iter().enumerate() {
            let Some(using) = records.get(&item.to_lowercase()) else { continue };
            found.terms += 1;
            found.terms_of_one += usize::from(using.len() == 1);
            for other in items[..at].iter().filter_map(|other| records.get(&other.to_lowercase())) {
                found.pairs += 1;
                let both = using.iter().filter(|record| other.binary_search(record).is_ok()).take(2).count();
                found.pairs_of_one += usize::from(both == 1);
            }
        }
    }
    found
}
