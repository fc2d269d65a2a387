//! Whether one entity has one pseudonym, and one pseudonym one entity: B³.

use std::collections::BTreeMap;

/// Sums of B³ over mentions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Clusters {
    /// The sum of precisions: of the mentions with the same pseudonym, the share of the same entity.
    pub precision: f64,
    /// The sum of recalls: of the mentions of the same entity, the share with the same pseudonym.
    pub recall: f64,
    /// The mentions.
    pub mentions: usize,
}

/// B³ of the mentions of one document, each with its pseudonym and its entity.
pub fn b_cubed<P: Ord, E: Ord>(mentions: &[(P, E)]) -> Clusters {
    let (mut pseudonyms, mut entities, mut pairs) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    for (pseudonym, entity) in mentions {
        *pseudonyms.entry(pseudonym).or_insert(0.0) += 1.0;
        *entities.entry(entity).or_insert(0.0) += 1.0;
        *pairs.entry((pseudonym, entity)).or_insert(0.0) += 1.0;
    }
    let mut sums = Clusters { mentions: mentions.len(), ..Clusters::default() };
    for (pseudonym, entity) in mentions {
        let both: f64 = pairs[&(pseudonym, entity)];
        sums.precision += both / pseudonyms[pseudonym];
        sums.recall += both / entities[entity];
    }
    sums
}

impl Clusters {
    /// Adds the mentions of another document.
    pub fn add(&mut self, other: &Self) {
        self.precision += other.precision;
        self.recall += other.recall;
        self.mentions += other.mentions;
    }

    /// The harmonic mean of precision and recall, if there is a mention.
    pub fn f(&self) -> Option<f64> {
        (self.mentions > 0).then(|| {
            let (precision, recall) = (self.precision / self.mentions as f64, self.recall / self.mentions as f64);
            2.0 * precision * recall / (precision + recall)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        // Entity x has pseudonym 1 twice and 2 once, entity y has pseudonym 2 once.
        let sums = b_cubed(&[(1, 'x'), (1, 'x'), (2, 'x'), (2, 'y')]);
        assert!((sums.precision - (1.0 + 1.0 + 0.5 + 0.5)).abs() < 1e-12);
        assert!((sums.recall - (2.0 / 3.0 + 2.0 / 3.0 + 1.0 / 3.0 + 1.0)).abs() < 1e-12);
        // 2 · 3/4 · 2/3 / (3/4 + 2/3) = 12/17.
        assert!((sums.f().unwrap() - 12.0 / 17.0).abs() < 1e-12);
        assert_eq!(b_cubed::<u8, u8>(&[]).f(), None);
    }
}
