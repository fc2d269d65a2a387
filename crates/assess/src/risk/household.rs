//! The risk of households: whoever finds one member has found them all.

use crate::classes::Classes;
use std::collections::HashMap;

/// Households whose members are, all together, equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HouseholdClasses {
    /// Households.
    pub households: usize,
    /// Households in the smallest class.
    pub smallest: usize,
    /// Households that equal no other.
    pub uniques: usize,
}

/// Counts households whose members have the same classes, in any order. `of` is the household of each record.
pub fn household_classes(of: &[u32], classes: &Classes) -> HouseholdClasses {
    let mut members: HashMap<u32, Vec<u32>> = HashMap::new();
    of.iter().zip(&classes.of).for_each(|(&household, &class)| members.entry(household).or_default().push(class));
    let households = members.len();
    let mut alike: HashMap<Vec<u32>, usize> = HashMap::new();
    for mut classes in members.into_values() {
        classes.sort_unstable();
        *alike.entry(classes).or_default() += 1;
    }
    let smallest = alike.values().copied().min().unwrap_or(0);
    HouseholdClasses { households, smallest, uniques: alike.values().filter(|&&count| count == 1).count() }
}

/// The risk that some member of a record's household is re-identified, for every record: 1 - Π(1 - r) over the members' risks r, which
/// count as independent (hierarchical risk, as sdcMicro has it).
pub fn household_risk(of: &[u32], risk: impl Fn(usize) -> f64) -> Vec<f64> {
    let mut safe: HashMap<u32, f64> = HashMap::new();
    for (record, &household) in of.iter().enumerate() {
        *safe.entry(household).or_insert(1.0) *= 1.0 - risk(record);
    }
    of.iter().map(|household| 1.0 - safe[household]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_member_gives_all_away() {
        // Three households: (a, b), (b, a) and (b): the first two are equal.
        let classes = Classes { of: vec![0, 1, 1, 0, 1], sizes: vec![2, 3] };
        let found = household_classes(&[0, 0, 1, 1, 2], &classes);
        assert_eq!(found, HouseholdClasses { households: 3, smallest: 1, uniques: 1 });
        let risk =
            household_risk(&[0, 0, 1, 1, 2], |record| 1.0 / f64::from(classes.sizes[classes.of[record] as usize]));
        // 1 - 1/2 · 2/3 = 2/3.
        let expected = [2.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0, 1.0 / 3.0];
        assert!(risk.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-15), "{risk:?}");
    }
}
