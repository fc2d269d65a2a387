//! What a second release adds: who is singled out by two releases of the same people together.

use crate::classes::Classes;
use std::collections::HashMap;

/// Two releases of the same people, taken together.
///
/// An intruder who knows a person's values finds the person's class in each release, and knows that the person is in both. If each
/// record can be followed from one release to the other (by confidential values, say), only people who share both classes remain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Together {
    /// The classes of people who are in one class in both releases, of those who are in both.
    pub classes: Classes,
    /// For each of these people the record of this release.
    pub records: Vec<u32>,
    /// People who are singled out by both releases together and by neither alone.
    pub singled_out: usize,
    /// People whose class is smaller than in either release.
    pub smaller: usize,
}

/// Takes two releases together, each as its classes and, for each of its records, who it is (the record of the original).
pub fn together(this: (&Classes, &[u32]), earlier: (&Classes, &[u32])) -> Together {
    let was: HashMap<u32, u32> = earlier.1.iter().zip(&earlier.0.of).map(|(&person, &class)| (person, class)).collect();
    let both: Vec<(u32, (u32, u32))> = (0..this.1.len())
        .filter_map(|record| Some((record as u32, (this.0.of[record], *was.get(&this.1[record])?))))
        .collect();
    let mut known: HashMap<(u32, u32), u32> = HashMap::new();
    let mut classes = Classes { of: Vec::with_capacity(both.len()), sizes: Vec::new() };
    for &(_, pair) in &both {
        let class = *known.entry(pair).or_insert(classes.sizes.len() as u32);
        if class as usize == classes.sizes.len() {
            classes.sizes.push(0);
        }
        classes.sizes[class as usize] += 1;
        classes.of.push(class);
    }
    let alone = |(a, b): (u32, u32)| this.0.sizes[a as usize].min(earlier.0.sizes[b as usize]);
    let sizes =
        || both.iter().zip(&classes.of).map(|(&(_, pair), &class)| (classes.sizes[class as usize], alone(pair)));
    let singled_out = sizes().filter(|&(together, alone)| together == 1 && alone > 1).count();
    let smaller = sizes().filter(|&(together, alone)| together < alone).count();
    Together { singled_out, smaller, records: both.into_iter().map(|(record, _)| record).collect(), classes }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_releases_single_out_who_neither_does() {
        // People 0 to 5 in pairs (0 1)(2 3)(4 5), shuffled and without person 6; earlier in (0 1 2)(3 4)(6), without person 5.
        let this = Classes { of: vec![2, 0, 1, 0, 1, 2], sizes: vec![2, 2, 2] };
        let earlier = Classes { of: vec![0, 0, 0, 1, 1, 2], sizes: vec![3, 2, 1] };
        let found = together((&this, &[4, 0, 2, 1, 3, 5]), (&earlier, &[0, 1, 2, 3, 4, 6]));
        // 0 and 1 stay together; 2, 3 and 4 are alone.
        assert_eq!(found.records, [0, 1, 2, 3, 4]);
        assert_eq!(found.classes, Classes { of: vec![0, 1, 2, 1, 3], sizes: vec![1, 2, 1, 1] });
        assert_eq!((found.singled_out, found.smaller, found.classes.uniques()), (3, 3, 3));
        // A release with itself adds nothing.
        let same = together((&this, &[4, 0, 2, 1, 3, 5]), (&this, &[4, 0, 2, 1, 3, 5]));
        assert_eq!((same.singled_out, same.smaller, same.classes.smallest()), (0, 0, 2));
    }
}
