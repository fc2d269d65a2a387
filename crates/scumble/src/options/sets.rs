//! The options of set-valued records.

use super::terms::taxonomies;
use super::{Given, choice, keys};
use crate::error::{Error, Result};
use crate::knowledge::Taxonomies;
use crate::sets::{Items, SetPolicy};
use scumble_mask::partition::GroupSize;
use scumble_mask::sets::{Anonymize, Delta, Publish, SetCentroid, SetDistance};

/// What a run of set-valued records is asked to do, and what their items are looked up in.
#[derive(Debug, Clone)]
pub struct SetOptions {
    /// What is asked for.
    pub policy: SetPolicy,
    /// The taxonomies.
    pub taxonomies: Taxonomies,
}

impl SetOptions {
    /// `k`, `distance`, `semantic`, `release`, `centroid`, `rare_terms`, `at_once`, `seed`, `concepts`, and which taxonomies.
    ///
    /// # Errors
    /// If a key is not known, or its value cannot be used.
    pub fn read(given: Given) -> Result<Self> {
        let mut keys = keys(given)?;
        let k = GroupSize::new(keys.whole("k")?.unwrap_or(5) as usize)?;
        let usual = SetPolicy::new(k);
        let semantic = keys.yes("semantic")?.unwrap_or(true);
        let rare = keys.whole("rare_terms")?.map(u32::try_from).transpose();
        let rare = rare.map_err(|_| keys.fault("rare_terms", "the number is too large"))?;
        let anonymize = Anonymize {
            k,
            distance: choice(&mut keys, "distance", &SetDistance::ALL)?.unwrap_or(usual.anonymize.distance),
            delta: if semantic { Delta::Semantic } else { Delta::Equality },
            publish: choice(&mut keys, "release", &Publish::ALL)?.unwrap_or(usual.anonymize.publish),
            centroid: choice(&mut keys, "centroid", &SetCentroid::ALL)?.unwrap_or(usual.anonymize.centroid),
            rare_terms: rare.unwrap_or(usual.anonymize.rare_terms),
            at_once: keys.whole("at_once")?.map_or(usual.anonymize.at_once, |at_once| at_once as usize),
            seed: keys.whole("seed")?.unwrap_or(usual.anonymize.seed),
        };
        let items = if keys.yes("concepts")?.unwrap_or_default() { Items::Concepts } else { usual.items };
        let taxonomies = taxonomies(&mut keys)?;
        keys.done()?;
        anonymize.check().map_err(Error::from)?;
        Ok(Self { policy: SetPolicy { items, anonymize }, taxonomies })
    }
}
