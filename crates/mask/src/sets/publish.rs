//! What is published for a group of records.

use super::centroid::{Centroids, SetCentroid};
use super::publishable::Publishable;
use super::{Anonymize, Anonymized, Profiles, Understood};
use crate::rng::Rng;
use std::collections::HashMap;

/// What is published for a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Publish {
    /// The concepts of the centroid, each by a term that some record of the input used.
    #[default]
    Terms,
    /// The concepts of the centroid by their labels.
    Concepts,
    /// The common ancestors of the group's concepts.
    Generalized,
}

impl Publish {
    /// Every form with its name.
    pub const ALL: [(&'static str, Self); 3] =
        [("terms", Self::Terms), ("concepts", Self::Concepts), ("generalized", Self::Generalized)];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, publish)| *publish == self).map_or("", |(name, _)| name)
    }
}

/// Published terms that were drawn from those of the input.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DrawnTerms {
    /// How many were drawn.
    pub all: usize,
    /// How many of them the medoid used itself.
    pub of_the_medoid: usize,
}

/// Fills in what every record publishes.
pub(super) fn published(parameters: &Anonymize, data: &Understood, found: &mut Anonymized) {
    found.items = vec![None; data.records.len()];
    found.concepts = vec![Vec::new(); data.records.len()];
    let mut rng = Rng::new(parameters.seed);
    let centroids = Centroids {
        data,
        publishable: Publishable::new(data, parameters.publish, parameters.rare_terms),
        profiles: Profiles::of(data),
        publish: parameters.publish,
        k: parameters.k.get(),
    };
    for group in &found.groups {
        let synthetic = match parameters.centroid {
            SetCentroid::Drawn => centroids.drawn(group, &mut rng),
            SetCentroid::Medoid => centroids.medoid(group, &mut rng),
        };
        found.drawn.all += synthetic.drawn.all;
        found.drawn.of_the_medoid += synthetic.drawn.of_the_medoid;
        for &record in &group.members {
            found.items[record as usize] = Some(synthetic.items.clone());
            found.concepts[record as usize].clone_from(&synthetic.concepts);
        }
    }
    let least = parameters.k.get().max(parameters.rare_terms as usize);
    shared_items(data, least, &found.unmapped, &mut found.items);
}

/// Groups of records none of whose items is known publish the items that all of them have, if at least `least` records of the input
/// have them.
fn shared_items(data: &Understood, least: usize, groups: &[Vec<u32>], items: &mut [Option<Vec<String>>]) {
    let mut records: HashMap<&str, usize> = HashMap::new();
    data.records.iter().flat_map(|record| &record.items).for_each(|item| *records.entry(item).or_default() += 1);
    for group in groups {
        let mut all: Vec<&String> = group.iter().flat_map(|&record| &data.records[record as usize].items).collect();
        all.sort_unstable();
        let shared: Vec<String> = all
            .chunk_by(|a, b| a == b)
            .filter(|same| same.len() == group.len() && records[same[0].as_str()] >= least)
            .map(|same| same[0].clone())
            .collect();
        group.iter().for_each(|&record| items[record as usize] = Some(shared.clone()));
    }
}
