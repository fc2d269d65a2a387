//! Sorted lists of document numbers, met and joined.

/// One list is walked and the other searched when it is so many times longer.
const MUCH_LONGER: usize = 8;

/// The numbers that are in both.
pub fn intersection(a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut out = Vec::with_capacity(a.len().min(b.len()));
    meet(a, b, |number| out.push(number));
    out
}

/// How many numbers are in both.
pub fn common(a: &[u32], b: &[u32]) -> u64 {
    let mut count = 0;
    meet(a, b, |_| count += 1);
    count
}

#[inline]
fn meet(a: &[u32], b: &[u32], mut each: impl FnMut(u32)) {
    let (short, mut long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if long.len() / MUCH_LONGER > short.len() {
        for &number in short {
            // Steps that double, then a search within the last: short when the next one is near.
            let mut bound = 1;
            while bound < long.len() && long[bound] < number {
                bound *= 2;
            }
            let from = bound / 2;
            let place = from + long[from..long.len().min(bound + 1)].partition_point(|&other| other < number);
            long = &long[place..];
            match long.first() {
                None => return,
                Some(&other) if other == number => each(number),
                Some(_) => {}
            }
        }
        return;
    }
    let (mut i, mut j) = (0, 0);
    while i < short.len() && j < long.len() {
        let (x, y) = (short[i], long[j]);
        if x == y {
            each(x);
        }
        // Without branches: which one is smaller is a coin toss.
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
}

/// The numbers that are in any of the lists.
pub(super) fn union(lists: &[impl AsRef<[u32]>]) -> Vec<u32> {
    let mut out: Vec<u32> = lists.iter().flat_map(|list| list.as_ref()).copied().collect();
    out.sort_unstable();
    out.dedup();
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn as_sets_have_it(
            a in prop::collection::btree_set(0u32..300, 0..40),
            b in prop::collection::btree_set(0u32..3000, 0..2000),
        ) {
            let list = |set: &BTreeSet<u32>| set.iter().copied().collect::<Vec<_>>();
            let both: Vec<u32> = a.intersection(&b).copied().collect();
            prop_assert_eq!(&intersection(&list(&a), &list(&b)), &both);
            prop_assert_eq!(&intersection(&list(&b), &list(&a)), &both);
            prop_assert_eq!(common(&list(&a), &list(&b)), both.len() as u64);
            prop_assert_eq!(union(&[list(&a), list(&b)]), list(&(&a | &b)));
        }
    }
}
