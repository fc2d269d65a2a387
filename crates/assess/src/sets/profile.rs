//! Released records that are the profile of a real person.

use scumble_mask::sets::{ConceptRef, Profiles};

/// Released records whose concepts are exactly those of a person of the input.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RealProfiles {
    /// Such records.
    pub records: usize,
    /// Those whose profile only one person has.
    pub of_one: usize,
    /// Those whose profile fewer than k people have.
    pub of_fewer_than_k: usize,
    /// The fewest people who have such a profile; 0 if there is none.
    pub fewest: usize,
}

/// Counts the released records that are the profile of somebody; records without concepts are nobody's.
pub fn real_profiles(profiles: &Profiles, released: &[Vec<ConceptRef>], k: usize) -> RealProfiles {
    let mut found = RealProfiles::default();
    let people = released.iter().map(|set| profiles.people(set.iter().copied()));
    for people in people.filter(|&people| people > 0) {
        found.records += 1;
        found.of_one += usize::from(people == 1);
        found.of_fewer_than_k += usize::from(people < k);
        found.fewest = if found.fewest == 0 { people } else { found.fewest.min(people) };
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_data::SetRecord;
    use scumble_mask::sets::{Meaning, Understood};
    use scumble_ontology::{Stack, Taxonomy};
    use std::sync::Arc;

    #[test]
    fn records_are_compared_with_everybody() {
        let flat = Arc::new(Taxonomy::flat(["a", "b", "c"]));
        let record =
            |items: &str| SetRecord { id: String::new(), items: items.split(' ').map(str::to_owned).collect() };
        let stack = Stack::new(vec![flat.clone()]);
        let people = ["a", "a", "b a", "x"].map(record).to_vec();
        let profiles = Profiles::of(&Understood::all(vec![people], &stack, Meaning::of_name).remove(0));
        let all: Vec<ConceptRef> = flat.concepts().map(|concept| ConceptRef { member: 0, concept }).collect();
        let [a, ab, bc, none] = [&all[..1], &all[..2], &all[1..], &[]].map(<[ConceptRef]>::to_vec);
        let released = [&a, &a, &a, &ab, &bc, &none].map(Vec::clone);
        let found = real_profiles(&profiles, &released, 3);
        assert_eq!(found, RealProfiles { records: 4, of_one: 1, of_fewer_than_k: 4, fewest: 1 });
        let found = real_profiles(&profiles, &[a, bc], 2);
        assert_eq!(found, RealProfiles { records: 1, of_one: 0, of_fewer_than_k: 0, fewest: 2 });
    }
}
