//! All measures of a release of set-valued records.

use super::divergence::{Divergence, divergence};
use super::intruder::{Intruder, Release};
use super::loss::{Losses, losses};
use super::pairs::frequent_pairs;
use super::profile::{RealProfiles, real_profiles};
use super::singling::{Singled, singled};
use crate::reading::{Error, Result};
use scumble_mask::sets::{ConceptRef, Profiles, Understood};

/// Pairs of concepts that count as frequent.
const PAIRS: usize = 100;

/// The number of a person's concepts that an intruder knows, each with its name.
const KNOWN: [(&str, usize); 4] = [("known_1", 1), ("known_2", 2), ("known_3", 3), ("known_all", usize::MAX)];

/// Frequent pairs of concepts of the most frequent pairs of concepts are still among them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct KeptPairs {
    /// Pairs that are.
    pub kept: usize,
    /// Frequent pairs of the original.
    pub of: usize,
}

/// What a release of set-valued records lost, and what it still discloses.
#[derive(Debug, Clone, PartialEq)]
pub struct SetsReading {
    /// Original records.
    pub records: usize,
    /// Released records.
    pub released: usize,
    /// How many released records equal the rarest one.
    pub smallest: usize,
    /// The distance of records to what is released for them.
    pub loss: Losses,
    /// How far the distribution of concepts moved.
    pub concepts: Divergence,
    /// How far the distribution of terms moved.
    pub terms: Divergence,
    /// Frequent pairs of concepts.
    pub pairs: KeptPairs,
    /// The expected number of right links for an intruder, by the name of what he knows.
    pub links: Vec<(&'static str, f64)>,
    /// People that the intruder looked for.
    pub people: usize,
    /// Released records that are the profile of a real person; k is the number of equal records of the rarest.
    pub profiles: RealProfiles,
    /// Whom some concepts single out in the release.
    pub singled: Singled,
    /// The same, had the original been released.
    pub singled_before: Singled,
}

impl SetsReading {
    /// The share of people, in percent, that a number of links is.
    pub fn share(&self, links: f64) -> f64 {
        100.0 * links / self.people.max(1) as f64
    }
}

/// Measures a release against its original; both are understood in one numbering of concepts. `places` gives the original record of
/// each released one.
///
/// # Errors
/// If no released item is known, or there are too many concepts to be compared.
pub fn measure(original: &Understood, released: &Understood, places: &[usize], seed: u64) -> Result<SetsReading> {
    if released.sets.iter().all(Vec::is_empty) {
        return Err(Error::UnknownRelease);
    }
    let delta = original.delta();
    let mut concepts: Vec<Vec<ConceptRef>> = vec![Vec::new(); original.sets.len()];
    for (set, &place) in released.sets.iter().zip(places) {
        concepts[place] = set.iter().map(|&concept| original.concepts[concept as usize]).collect();
    }
    let (frequent, kept) = (frequent_pairs(&original.sets, PAIRS), frequent_pairs(&released.sets, PAIRS));
    let terms =
        |of: &Understood| of.words.iter().flat_map(|words| words.values().flatten().cloned()).collect::<Vec<String>>();
    let release = Release::new(original, released, places);
    let unchanged = Release::new(original, original, &(0..original.sets.len()).collect::<Vec<_>>());
    let mut intruder = Intruder::new(original, &release, delta, seed)?;
    Ok(SetsReading {
        records: original.sets.len(),
        released: released.sets.len(),
        smallest: release.smallest(),
        links: KNOWN.map(|(name, most)| (name, intruder.links(most))).to_vec(),
        people: intruder.people.len(),
        profiles: real_profiles(&Profiles::of(original), &concepts, release.smallest()),
        singled: singled(original, &release, &intruder.people, seed),
        singled_before: singled(original, &unchanged, &intruder.people, seed),
        loss: losses(original, &concepts, delta)?,
        concepts: divergence(original.sets.iter().flatten().copied(), released.sets.iter().flatten().copied()),
        terms: divergence(terms(original), terms(released)),
        pairs: KeptPairs { kept: frequent.iter().filter(|pair| kept.contains(pair)).count(), of: frequent.len() },
    })
}
