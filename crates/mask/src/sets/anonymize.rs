//! k-anonymity of set-valued records: every record of a group becomes the same synthetic record.

use super::publish::published;
use super::{ConceptRef, ConceptSet, Delta, DrawnTerms, Publish, SetCentroid, SetDistance, SetGrouping, Understood};
use crate::error::{Error, Result};
use crate::partition::GroupSize;
use scumble_io::{Silent, Watch};
use scumble_ontology::Taxonomy;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Parameters of an anonymization of set-valued records.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Anonymize {
    /// Records in a group, at least.
    pub k: GroupSize,
    /// The distance of two sets of concepts.
    pub distance: SetDistance,
    /// The distance of two concepts, where they have a hierarchy.
    pub delta: Delta,
    /// What is published for a group.
    pub publish: Publish,
    /// What the centroid of a group is.
    pub centroid: SetCentroid,
    /// Concepts that fewer records share and words that fewer records used are never published.
    pub rare_terms: u32,
    /// Records that are compared all with all, at most; more are cut into blocks of similar records first.
    pub at_once: usize,
    /// What random choices start from.
    pub seed: u64,
}

/// The least number of records that may be compared at once.
const AT_ONCE: usize = 16;

/// A group of records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetGroup {
    /// Its records.
    pub members: Vec<u32>,
    /// The record with the least sum of distances to all of them.
    pub medoid: u32,
}

/// Anonymized set-valued records.
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use]
pub struct Anonymized {
    /// Groups of records with known concepts.
    pub groups: Vec<SetGroup>,
    /// Groups of records none of whose items is known.
    pub unmapped: Vec<Vec<u32>>,
    /// Records that are left out: too few, and none of their items is known.
    pub suppressed: Vec<u32>,
    /// Into how many blocks the records were cut.
    pub blocks: usize,
    /// For each record what is published for it; nothing if it is left out.
    pub items: Vec<Option<Vec<String>>>,
    /// For each record the concepts that are published for it.
    pub concepts: Vec<Vec<ConceptRef>>,
    /// How many published terms were drawn, and how many of those are the medoid's own.
    pub drawn: DrawnTerms,
}

impl Anonymize {
    /// Checks the parameters by themselves.
    ///
    /// # Errors
    /// If one is out of its range.
    pub fn check(&self) -> Result<()> {
        match self.at_once < AT_ONCE {
            true => Err(Error::Setting {
                setting: "at_once",
                problem: format!("at least {AT_ONCE} records are compared at once"),
            }),
            false => Ok(()),
        }
    }

    /// Groups the records and publishes the same items for every record of a group.
    ///
    /// # Errors
    /// If there are too few records, or the taxonomies know too few of them, or the watcher cancels the run.
    pub fn run(&self, data: &Understood, watch: &dyn Watch) -> Result<Anonymized> {
        self.check()?;
        self.k.check(data.records.len())?;
        if self.rare_terms as usize > data.records.len() {
            let (least, records) = (self.rare_terms, data.records.len());
            let problem = format!("nothing could be shared by {least} people: there are only {records} records");
            return Err(Error::Setting { setting: "rare_terms", problem });
        }
        let unmapped = data.unmapped();
        if unmapped.len() == data.records.len() {
            return Err(Error::Unknown("the taxonomy knows no item of any record".to_owned()));
        }
        let mut found = Anonymized::default();
        self.group(data, watch, &mut found)?;
        self.group_unmapped(data, &unmapped, &mut found)?;
        published(self, data, &mut found);
        Ok(found)
    }

    /// The distance of concepts in this data: without a hierarchy they are equal or not.
    pub fn delta_in(&self, data: &Understood) -> Delta {
        if data.is_flat() { Delta::Equality } else { self.delta }
    }

    fn grouping(&self, delta: Delta) -> SetGrouping {
        SetGrouping { k: self.k, distance: self.distance, delta, at_once: self.at_once }
    }

    /// Groups the records that have known concepts.
    fn group(&self, data: &Understood, watch: &dyn Watch, found: &mut Anonymized) -> Result<()> {
        let known: Vec<u32> =
            (0..data.sets.len() as u32).filter(|&record| !data.sets[record as usize].is_empty()).collect();
        if known.len() < self.k.get() {
            let (k, records) = (self.k.get(), known.len());
            return Err(Error::Unknown(format!("k is {k}, but the taxonomy knows items of only {records} records")));
        }
        let sets: Vec<ConceptSet> = known.iter().map(|&record| data.sets[record as usize].clone()).collect();
        let grouping = self.grouping(self.delta_in(data));
        let grouped = grouping.group(&data.taxonomies, &data.concepts, &sets, watch)?;
        let outside = |at: &u32| known[*at as usize];
        let groups = grouped.partition.groups().zip(&grouped.medoids);
        found.groups = groups
            .map(|(group, medoid)| SetGroup { members: group.iter().map(outside).collect(), medoid: outside(medoid) })
            .collect();
        found.blocks = grouped.blocks;
        Ok(())
    }

    /// Groups the records of which no item is known, by equality of their items: each item is a concept of its own.
    fn group_unmapped(&self, data: &Understood, unmapped: &[u32], found: &mut Anonymized) -> Result<()> {
        if unmapped.len() < self.k.get() {
            found.suppressed = unmapped.to_vec();
            return Ok(());
        }
        let mut numbers: BTreeMap<&str, u32> = BTreeMap::new();
        let sets: Vec<ConceptSet> = unmapped
            .iter()
            .map(|&record| {
                let mut set: ConceptSet = Vec::new();
                for item in &data.records[record as usize].items {
                    let next = numbers.len() as u32;
                    set.push(*numbers.entry(item).or_insert(next));
                }
                set.sort_unstable();
                set.dedup();
                set
            })
            .collect();
        let flat = Arc::new(Taxonomy::flat(numbers.keys().copied()));
        let first = flat.concepts().next().ok_or_else(|| Error::Parameters("no item".to_owned()))?;
        let mut concepts = vec![ConceptRef { member: 0, concept: first }; numbers.len()];
        for (item, &number) in &numbers {
            if let Some(concept) = flat.named(item) {
                concepts[number as usize] = ConceptRef { member: 0, concept };
            }
        }
        let grouped = self.grouping(Delta::Equality).group(&[flat], &concepts, &sets, &Silent)?;
        let outside = |group: &[u32]| group.iter().map(|&at| unmapped[at as usize]).collect();
        found.unmapped = grouped.partition.groups().map(outside).collect();
        Ok(())
    }
}

impl Anonymized {
    /// The records that are released: the number of each in the input, from 1, and its items. Ids are not released: they may identify
    /// people.
    pub fn released(&self) -> impl Iterator<Item = (usize, &[String])> {
        self.items.iter().enumerate().filter_map(|(at, items)| Some((at + 1, items.as_deref()?)))
    }

    /// For each record the concepts of its group's medoid, whatever is published; none if it has no known concept.
    pub fn medoids(&self, data: &Understood) -> Vec<Vec<ConceptRef>> {
        let mut concepts = vec![Vec::new(); data.records.len()];
        for group in &self.groups {
            let medoid: Vec<ConceptRef> =
                data.sets[group.medoid as usize].iter().map(|&number| data.concepts[number as usize]).collect();
            group.members.iter().for_each(|&record| concepts[record as usize].clone_from(&medoid));
        }
        concepts
    }

    /// How many released records equal the rarest one.
    pub fn smallest(&self) -> usize {
        let mut counts: HashMap<&[String], usize> = HashMap::new();
        self.released().for_each(|(_, items)| *counts.entry(items).or_default() += 1);
        counts.into_values().min().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets::Meaning;
    use scumble_data::SetRecord;
    use scumble_ontology::{Stack, wordnet};

    fn understood(records: &[&[&str]]) -> Understood {
        let record = |(at, items): (usize, &&[&str])| SetRecord {
            id: at.to_string(),
            items: items.iter().map(|&item| item.to_owned()).collect(),
        };
        let stack = Stack::new(vec![wordnet().nouns().clone()]);
        Understood::all(vec![records.iter().enumerate().map(record).collect()], &stack, Meaning::of_name).remove(0)
    }

    fn anonymize(k: usize) -> Anonymize {
        Anonymize {
            k: GroupSize::new(k).unwrap(),
            distance: SetDistance::MinSum,
            delta: Delta::Semantic,
            publish: Publish::Concepts,
            centroid: SetCentroid::Drawn,
            rare_terms: 1,
            at_once: 20_000,
            seed: 42,
        }
    }

    #[test]
    fn records_of_a_group_publish_the_same() {
        let data = understood(&[&["dog.n.01"], &["cat.n.01"], &["airplane.n.01"], &["helicopter.n.01"]]);
        let found = anonymize(2).run(&data, &Silent).unwrap();
        assert_eq!((found.groups.len(), found.smallest()), (2, 2));
        assert_eq!(found.items[0], found.items[1]);
        assert_ne!(found.items[0], found.items[2]);
        let one = Anonymize { publish: Publish::Generalized, ..anonymize(2) }.run(&data, &Silent).unwrap();
        assert_eq!(one.items[0], Some(vec!["carnivore".to_owned()]));
    }

    #[test]
    fn unknown_records_are_grouped_or_left_out_and_parameters_are_checked() {
        let data = understood(&[&["dog.n.01"], &["cat.n.01"], &["xyzzy"]]);
        let found = anonymize(2).run(&data, &Silent).unwrap();
        assert_eq!((found.suppressed, found.items[2].is_none()), (vec![2], true));
        let data = understood(&[&["dog.n.01"], &["cat.n.01"], &["xyzzy"], &["xyzzy", "qwop"]]);
        let found = anonymize(2).run(&data, &Silent).unwrap();
        assert_eq!(found.items[3], Some(vec!["xyzzy".to_owned()]), "an item that k records share is published");
        let message = |error: Error| error.to_string();
        assert!(message(anonymize(3).run(&data, &Silent).unwrap_err()).contains("knows items of only 2 records"));
        assert!(message(Anonymize { at_once: 15, ..anonymize(2) }.check().unwrap_err()).contains("at least 16"));
        let cancel = |_: &'static str, _: u64, _: u64| std::ops::ControlFlow::Break(());
        assert!(matches!(anonymize(2).run(&data, &cancel), Err(Error::Cancelled(_))));
    }
}
