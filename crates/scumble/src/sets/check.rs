//! The promises of a release of set-valued records, checked on what would be written.

use super::run::{Items, understand};
use crate::error::{Error, Result};
use scumble_assess::sets::{Exposure, real_profiles};
use scumble_data::SetRecord;
use scumble_mask::sets::{Anonymize, Anonymized, ConceptRef, Profiles, SetCentroid, Understood};
use scumble_ontology::Stack;

/// The concepts that each released record is read as; none if it is left out.
pub(super) fn read_back(anonymized: &Anonymized, items: Items, stack: &Stack) -> Vec<Vec<ConceptRef>> {
    let record = |(number, items): (usize, &[String])| SetRecord { id: number.to_string(), items: items.to_vec() };
    let released: Vec<SetRecord> = anonymized.released().map(record).collect();
    let read = understand(vec![released], items, stack).remove(0);
    let mut concepts = vec![Vec::new(); anonymized.items.len()];
    for ((number, _), set) in anonymized.released().zip(&read.sets) {
        concepts[number - 1] = set.iter().map(|&concept| read.concepts[concept as usize]).collect();
    }
    concepts
}

/// Refuses a release that breaks a promise. `read` has the concepts that every released record is read as.
pub(super) fn check(
    asked: &Anonymize,
    data: &Understood,
    read: &[Vec<ConceptRef>],
    exposure: &Exposure,
    smallest: usize,
) -> Result<()> {
    let broken =
        |what: String| Err(Error::promise(format!("the release would break its promise: {what}; nothing was written")));
    if smallest < asked.k.get() {
        return broken(format!("only {smallest} records are equal"));
    }
    let least = asked.rare_terms as usize;
    let rare = |fewest: usize| (1..least).contains(&fewest);
    if rare(exposure.fewest_of_a_concept) || rare(exposure.fewest_of_a_term) {
        return broken(format!("a published concept or word belongs to fewer than {least} people"));
    }
    if asked.centroid == SetCentroid::Drawn {
        let found = real_profiles(&Profiles::of(data), read, asked.k.get()).of_fewer_than_k;
        if found > 0 {
            return broken(format!("{found} records are the profile of fewer than {} people", asked.k.get()));
        }
    }
    Ok(())
}
