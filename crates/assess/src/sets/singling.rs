//! Singling out: do m concepts of a person leave only one released record?
//!
//! A released record *has* a concept, or *covers* it if it has the concept or an ancestor of it. Someone who knows some concepts of a
//! person singles out a record if it is the only one that has all of them, or the only one that covers all of them, and it is the record
//! that was released for the person. Equal released records are one.

use super::intruder::Release;
use rayon::prelude::*;
use scumble_mask::Rng;
use scumble_mask::sets::{ConceptRef, Understood};
use std::collections::HashMap;

/// Concepts of a person of which every one, two and three are tried (those of the same records count once); of a person with more, those
/// that the fewest records have.
pub const TRIED: usize = 256;

/// Shares of people, in percent, whose released record is singled out by one, two and three of their concepts.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Singled {
    /// By concepts drawn at random.
    pub random: [f64; 3],
    /// By the concepts that do it best.
    pub best: [f64; 3],
    /// People of whom not every choice of concepts was tried: for them the best is a lower bound.
    pub not_all_tried: usize,
}

/// Which distinct released records have each concept, and which cover it, ascending.
struct Records {
    has: HashMap<u32, Vec<u32>>,
    covers: HashMap<u32, Vec<u32>>,
}

impl Records {
    fn new(original: &Understood, release: &Release<'_>, people: &[usize]) -> Self {
        let numbers: HashMap<ConceptRef, u32> = original.concepts.iter().copied().zip(0..).collect();
        let mut has: HashMap<u32, Vec<u32>> = HashMap::new();
        for (record, set) in (0..).zip(&release.concepts) {
            set.iter().for_each(|&concept| has.entry(concept).or_default().push(record));
        }
        let mut asked: Vec<u32> = people.iter().flat_map(|&person| original.sets[person].iter().copied()).collect();
        asked.sort_unstable();
        asked.dedup();
        let cover = |&concept: &u32| {
            let of = original.concepts[concept as usize];
            let above = original.taxonomies[of.member].ancestors(of.concept).iter();
            let above = above.filter_map(|&concept| has.get(numbers.get(&ConceptRef { concept, ..of })?));
            let mut records: Vec<u32> = above.flatten().copied().collect();
            records.sort_unstable();
            records.dedup();
            (concept, records)
        };
        let covers = asked.par_iter().map(cover).collect();
        Self { has, covers }
    }
}

/// The records that are in all lists; `most` of them suffice.
fn common(lists: &[&[u32]], most: usize) -> Vec<u32> {
    let Some(shortest) = (0..lists.len()).min_by_key(|&at| lists[at].len()) else { return Vec::new() };
    let in_all = |record: &&u32| lists.iter().all(|list| list.binary_search(record).is_ok());
    lists[shortest].iter().filter(in_all).take(most).copied().collect()
}

/// Whether only this record is in all lists.
fn only(own: u32, lists: &[&[u32]]) -> bool {
    common(lists, 2) == [own]
}

/// The fewest concepts, of one, two or three, by whose lists only this record is left; it is in every list.
fn fewest(own: u32, lists: &[&[u32]]) -> Option<usize> {
    if !only(own, lists) {
        return None;
    }
    if lists.iter().any(|list| list.len() == 1) {
        return Some(1);
    }
    let mut three = false;
    for (at, a) in lists.iter().enumerate() {
        for (next, b) in lists.iter().enumerate().skip(at + 1) {
            let both = common(&[a, b], usize::MAX);
            if both.len() == 1 {
                return Some(2);
            }
            three = three || lists[next + 1..].iter().any(|c| only(own, &[&both, c]));
        }
    }
    three.then_some(3)
}

/// Measures whom m known concepts single out in a release, of some people.
pub fn singled(original: &Understood, release: &Release<'_>, people: &[usize], seed: u64) -> Singled {
    let records = Records::new(original, release, people);
    let has = |concept: &u32| records.has.get(concept).map_or(&[][..], Vec::as_slice);
    let covers = |concept: &u32| records.covers.get(concept).map_or(&[][..], Vec::as_slice);
    let mut rng = Rng::new(seed);
    let mut found = Singled::default();
    let released: Vec<usize> =
        people.iter().copied().filter(|&person| release.of[person] < release.concepts.len()).collect();
    for &person in &released {
        let own = release.of[person] as u32;
        let mut known = original.sets[person].clone();
        let size = known.len();
        (0..size.min(3)).for_each(|at| known.swap(at, at + rng.below(size - at)));
        for (most, share) in (1..).zip(&mut found.random) {
            let known = &known[..size.min(most)];
            let lists = [known.iter().map(has).collect::<Vec<_>>(), known.iter().map(covers).collect()];
            *share += f64::from(u8::from(lists.iter().any(|lists| only(own, lists))));
        }
    }
    let best: Vec<(Option<usize>, bool)> = released
        .par_iter()
        .map(|&person| {
            let own = release.of[person] as u32;
            let mut all = true;
            let mut fewest_of = |lists: Vec<&[u32]>| {
                let mut lists: Vec<&[u32]> =
                    lists.into_iter().filter(|list| list.binary_search(&own).is_ok()).collect();
                // Concepts of the same records are one: the shortest lists first.
                lists.sort_by(|a, b| a.len().cmp(&b.len()).then(a.cmp(b)));
                lists.dedup();
                all &= lists.len() <= TRIED;
                lists.truncate(TRIED);
                fewest(own, &lists)
            };
            let set = &original.sets[person];
            let (having, covering) =
                (fewest_of(set.iter().map(has).collect()), fewest_of(set.iter().map(covers).collect()));
            (having.into_iter().chain(covering).min(), all)
        })
        .collect();
    for (fewest, all) in best {
        let from = fewest.map_or(3, |fewest| fewest - 1);
        found.best[from..].iter_mut().for_each(|share| *share += 1.0);
        found.not_all_tried += usize::from(!all);
    }
    let percent = |share: &mut f64| *share *= 100.0 / people.len().max(1) as f64;
    found.random.iter_mut().chain(&mut found.best).for_each(percent);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every choice of one, two or three lists, without any shortcut.
    fn by_brute_force(own: u32, lists: &[Vec<u32>]) -> Option<usize> {
        let alone = |chosen: &[usize]| {
            (0..64_u32).filter(|record| chosen.iter().all(|&at| lists[at].contains(record))).collect::<Vec<_>>()
                == [own]
        };
        let all = 0..lists.len();
        let one = all.clone().any(|a| alone(&[a]));
        let two = all.clone().any(|a| all.clone().any(|b| alone(&[a, b])));
        let three = all.clone().any(|a| all.clone().any(|b| all.clone().any(|c| alone(&[a, b, c]))));
        [one, two, three].iter().position(|&singled| singled).map(|at| at + 1)
    }

    #[test]
    fn the_best_concepts_are_found() {
        let mut rng = Rng::new(3);
        let mut seen = [0; 4];
        for round in 0..600 {
            let own = rng.below(64) as u32;
            let lists: Vec<Vec<u32>> = (0..1 + rng.below(7))
                .map(|_| (0..64).filter(|&record| record == own || rng.below(64) < 1 + round % 32).collect())
                .collect();
            let found = fewest(own, &lists.iter().map(Vec::as_slice).collect::<Vec<_>>());
            assert_eq!(found, by_brute_force(own, &lists), "{lists:?}");
            seen[found.unwrap_or(0)] += 1;
        }
        assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
        assert_eq!(fewest(1, &[]), None);
    }
}
