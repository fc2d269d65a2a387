//! The run of set-valued records: understand, anonymize, measure, check.

use super::check::{check, read_back};
use crate::error::Result;
use scumble_assess::sets::{Exposure, Losses, exposure, losses_of_all};
use scumble_data::SetRecord;
use scumble_io::Watch;
use scumble_mask::partition::GroupSize;
use scumble_mask::sets::{Anonymize, Anonymized, Delta, Meaning, Publish, SetCentroid, SetDistance, Understood};
use scumble_ontology::Stack;
use std::collections::BTreeSet;

/// What the items of records are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Items {
    /// Phrases in natural language, or terms of the taxonomy (feature `models`).
    #[cfg(feature = "models")]
    #[default]
    Phrases,
    /// Names of concepts (`dog.n.01`).
    #[cfg_attr(not(feature = "models"), default)]
    Concepts,
}

/// What a run of set-valued records is asked to do.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SetPolicy {
    /// What the items are.
    pub items: Items,
    /// How records are grouped, and what is published for them.
    pub anonymize: Anonymize,
}

impl SetPolicy {
    /// The usual settings for groups of at least k records.
    pub fn new(k: GroupSize) -> Self {
        let anonymize = Anonymize {
            k,
            distance: SetDistance::MinSum,
            delta: Delta::Semantic,
            publish: Publish::Terms,
            centroid: SetCentroid::Drawn,
            rare_terms: 1,
            at_once: 20_000,
            seed: 42,
        };
        Self { items: Items::default(), anonymize }
    }
}

/// Anonymized records of which at least k are the same.
#[derive(Debug, Clone)]
#[must_use]
pub struct AnonymizedSets {
    /// What was asked for.
    pub policy: SetPolicy,
    /// The records and their concepts.
    pub understood: Understood,
    /// The groups and what is published for them.
    pub anonymized: Anonymized,
    /// The loss of meaning of the groups with their medoids, whatever is published.
    pub loss: Losses,
    /// The loss of meaning of what is published, as it is read.
    pub published: Losses,
    /// Whom published concepts and words belong to.
    pub exposure: Exposure,
    /// How many released records equal the rarest one.
    pub smallest: usize,
}

/// Anonymizes set-valued records and checks that at least k released records are the same, that no rare concept or word is published and,
/// if centroids are drawn, that no released record is the profile of a real person.
///
/// # Errors
/// If there are too few records, or the taxonomies know too few of them, the promise is not kept, or the watcher cancels the run.
pub fn anonymize(
    records: Vec<SetRecord>,
    policy: &SetPolicy,
    stack: &Stack,
    watch: &dyn Watch,
) -> Result<AnonymizedSets> {
    policy.anonymize.check()?;
    let k = policy.anonymize.k;
    k.check(records.len())?;
    watch.step("understanding", 0, 0)?;
    let understood = understand(vec![records], policy.items, stack).remove(0);
    let anonymized = policy.anonymize.run(&understood, watch)?;
    let read = read_back(&anonymized, policy.items, stack);
    // Whatever distance the records were grouped by, the loss is measured in meaning.
    let releases = [anonymized.medoids(&understood), read];
    let losses = losses_of_all(&understood, &[&releases[0], &releases[1]], understood.delta())?;
    let exposure = exposure(&understood, &anonymized, &releases[1]);
    let smallest = anonymized.smallest();
    check(&policy.anonymize, &understood, &releases[1], &exposure, smallest)?;
    let (loss, published) = (losses[0], losses[1]);
    Ok(AnonymizedSets { policy: *policy, understood, anonymized, loss, published, exposure, smallest })
}

/// Understands the items of several inputs in one numbering of concepts.
pub fn understand(inputs: Vec<Vec<SetRecord>>, items: Items, stack: &Stack) -> Vec<Understood> {
    match items {
        #[cfg(feature = "models")]
        Items::Phrases => Understood::all(inputs, stack, Meaning::of_phrase),
        Items::Concepts => Understood::all(inputs, stack, Meaning::of_name),
    }
}

/// The distinct items of some records, in order: the concepts of a taxonomy in which every item is its own concept.
pub fn distinct_items<'r>(records: impl IntoIterator<Item = &'r SetRecord>) -> Vec<&'r str> {
    let items = records.into_iter().flat_map(|record| &record.items).map(String::as_str);
    items.collect::<BTreeSet<&str>>().into_iter().collect()
}

impl AnonymizedSets {
    /// How many groups there are.
    pub fn groups(&self) -> usize {
        self.anonymized.groups.len() + self.anonymized.unmapped.len()
    }

    /// How many records have no item that is known.
    pub fn unmapped(&self) -> usize {
        self.understood.unmapped().len()
    }

    /// Whether records were grouped by the meaning of their concepts.
    pub fn is_semantic(&self) -> bool {
        self.policy.anonymize.delta_in(&self.understood) == Delta::Semantic
    }
}
