//! The longest common subsequence of two lists of tokens, by bits: 64 cells of the table at once.

/// Words of 64 cells that are kept at once: a larger table is cut in two.
const MOST_WORDS: usize = 1 << 22;

/// For each element of the first list, whether it is in a longest common subsequence of both. Equal numbers are equal elements.
pub fn common(first: &[u32], second: &[u32]) -> Vec<bool> {
    let mut kept = vec![false; first.len()];
    mark(first, second, &mut kept, MOST_WORDS);
    kept
}

fn mark(first: &[u32], second: &[u32], kept: &mut [bool], most: usize) {
    let ahead = first.iter().zip(second).take_while(|(a, b)| a == b).count();
    kept[..ahead].fill(true);
    let (first, second, kept) = (&first[ahead..], &second[ahead..], &mut kept[ahead..]);
    let behind = first.iter().rev().zip(second.iter().rev()).take_while(|(a, b)| a == b).count();
    let end = first.len() - behind;
    kept[end..].fill(true);
    let (first, second, kept) = (&first[..end], &second[..second.len() - behind], &mut kept[..end]);
    if first.is_empty() || second.is_empty() {
        return;
    }
    let words = second.len().div_ceil(64);
    if first.len() * words <= most || first.len() == 1 {
        traced(first, second, kept);
        return;
    }
    // Hirschberg: where a best way crosses the middle of the first list.
    let middle = first.len() / 2;
    let before = lengths(first[..middle].iter().copied(), second.iter().copied(), second.len());
    let after = lengths(first[middle..].iter().rev().copied(), second.iter().rev().copied(), second.len());
    let cut = (0..=second.len()).max_by_key(|&cut| (before[cut] + after[second.len() - cut], cut)).unwrap_or(0);
    let (left, right) = kept.split_at_mut(middle);
    mark(&first[..middle], &second[..cut], left, most);
    mark(&first[middle..], &second[cut..], right, most);
}

/// The rows of the table: after each element of the first list, a bit that is 0 where the length grows along the second list.
struct Rows {
    positions: Vec<(u32, u32)>,
    row: Vec<u64>,
    equal: Vec<u64>,
}

impl Rows {
    fn new(second: impl Iterator<Item = u32>, length: usize) -> Self {
        let mut positions: Vec<(u32, u32)> = second.zip(0..).collect();
        positions.sort_unstable();
        let words = length.div_ceil(64);
        Self { positions, row: vec![u64::MAX; words], equal: vec![0; words] }
    }

    fn add(&mut self, element: u32) {
        let from = self.positions.partition_point(|&(value, _)| value < element);
        let same = self.positions[from..].iter().take_while(|(value, _)| *value == element);
        self.equal.fill(0);
        same.for_each(|&(_, at)| self.equal[at as usize / 64] |= 1 << (at % 64));
        let mut carry = false;
        for (word, equal) in self.row.iter_mut().zip(&self.equal) {
            let both = *word & equal;
            let (sum, over) = word.overflowing_add(both);
            let (sum, again) = sum.overflowing_add(u64::from(carry));
            carry = over || again;
            *word = sum | (*word & !both);
        }
    }
}

/// The length of the longest common subsequence of the first list with every beginning of the second.
fn lengths(first: impl Iterator<Item = u32>, second: impl Iterator<Item = u32>, length: usize) -> Vec<usize> {
    let mut rows = Rows::new(second, length);
    first.for_each(|element| rows.add(element));
    let grows = |at: usize| rows.row[at / 64] >> (at % 64) & 1 == 0;
    let mut all = Vec::with_capacity(length + 1);
    all.push(0);
    for at in 0..length {
        all.push(all[at] + usize::from(grows(at)));
    }
    all
}

fn traced(first: &[u32], second: &[u32], kept: &mut [bool]) {
    let mut rows = Rows::new(second.iter().copied(), second.len());
    let words = rows.row.len();
    let mut table = Vec::with_capacity(first.len() * words);
    for &element in first {
        rows.add(element);
        table.extend_from_slice(&rows.row);
    }
    let (mut i, mut j) = (first.len(), second.len());
    while i > 0 && j > 0 {
        let grows = table[(i - 1) * words + (j - 1) / 64] >> ((j - 1) % 64) & 1 == 0;
        if first[i - 1] == second[j - 1] {
            kept[i - 1] = true;
            (i, j) = (i - 1, j - 1);
        } else if grows {
            i -= 1;
        } else {
            j -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The length by the plain table.
    fn plain(a: &[u32], b: &[u32]) -> usize {
        let mut row = vec![0; b.len() + 1];
        for x in a {
            let mut corner = 0;
            for (j, y) in b.iter().enumerate() {
                let above = row[j + 1];
                row[j + 1] = if x == y { corner + 1 } else { row[j].max(above) };
                corner = above;
            }
        }
        row[b.len()]
    }

    fn is_subsequence(part: &[u32], of: &[u32]) -> bool {
        let mut rest = of.iter();
        part.iter().all(|x| rest.any(|y| x == y))
    }

    proptest! {
        #[test]
        fn as_long_as_by_the_plain_table(
            a in prop::collection::vec(0_u32..6, 0..150),
            b in prop::collection::vec(0_u32..6, 0..150),
            most in prop::sample::select(vec![1_usize, 7, 1 << 20]),
        ) {
            let mut kept = vec![false; a.len()];
            mark(&a, &b, &mut kept, most);
            let part: Vec<u32> = a.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(x, _)| *x).collect();
            prop_assert_eq!(part.len(), plain(&a, &b));
            prop_assert!(is_subsequence(&part, &b));
        }
    }
}
