//! An order of the documents in which like ones are neighbours: recursive graph bisection (Dhulipala and others, "Compressing
//! Graphs and Indexes with Recursive Graph Bisection", KDD 2016).
//!
//! The documents are halved, and documents are exchanged between the halves as long as that makes the words' lists cheaper to
//! tell; then each half likewise. Sums are taken in a fixed order and the logarithms are our own, so the order is the same everywhere.

use std::cell::RefCell;

/// Documents are exchanged at most so often at each halving.
const ROUNDS: usize = 20;
/// From so many documents on, the halves are worked on at the same time.
const PARALLEL: usize = 4096;

/// The documents in their new order. Each document is given by its words, numbers below `words`.
pub(super) fn order(documents: &[Vec<u32>], words: usize) -> Vec<u32> {
    let mut order: Vec<u32> = (0..documents.len() as u32).collect();
    let work = Work { documents, words, logarithms: (0..documents.len() as u32 + 2).map(logarithm).collect() };
    work.halve(&mut order);
    order
}

/// The logarithm to base 2, of 0 as of 1, to 16 places after the point.
fn logarithm(number: u32) -> f32 {
    let number = number.max(1);
    let whole = 31 - number.leading_zeros();
    // Squaring a number between 1 and 2 gives the next binary digit of its logarithm.
    let mut power = u64::from(number) << (31 - whole);
    let mut digits = whole;
    for _ in 0..16 {
        power = (power * power) >> 31;
        let digit = (power >> 32) as u32 & 1;
        power >>= digit;
        digits = digits << 1 | digit;
    }
    digits as f32 / 65536.0
}

/// What a thread keeps between halvings: for each word its documents in both halves, and what moving one of them saves.
#[derive(Default)]
struct Desk {
    halves: Vec<[u32; 2]>,
    savings: Vec<[f32; 2]>,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

struct Work<'a> {
    documents: &'a [Vec<u32>],
    words: usize,
    logarithms: Vec<f32>,
}

impl Work<'_> {
    fn halve(&self, order: &mut [u32]) {
        if order.len() < 2 {
            return;
        }
        DESK.with_borrow_mut(|desk| self.exchange(order, desk));
        let (left, right) = order.split_at_mut(order.len() / 2);
        if left.len() >= PARALLEL {
            rayon::join(|| self.halve(left), || self.halve(right));
        } else {
            self.halve(left);
            self.halve(right);
        }
    }

    /// What a word costs that has `a` of its documents among `n` and `b` among `m`.
    fn cost(&self, n: usize, a: u32, m: usize, b: u32) -> f32 {
        let log = |number: u32| self.logarithms[number as usize];
        a as f32 * (log(n as u32) - log(a + 1)) + b as f32 * (log(m as u32) - log(b + 1))
    }

    fn exchange(&self, order: &mut [u32], desk: &mut Desk) {
        desk.halves.resize(self.words, [0; 2]);
        desk.savings.resize(self.words, [0.0; 2]);
        let half = order.len() / 2;
        let (n, m) = (half, order.len() - half);
        let words = |document: u32| &self.documents[document as usize];
        let mut present: Vec<u32> = Vec::new();
        for (i, &document) in order.iter().enumerate() {
            for &word in words(document) {
                let halves = &mut desk.halves[word as usize];
                if *halves == [0; 2] {
                    present.push(word);
                }
                halves[usize::from(i >= half)] += 1;
            }
        }
        let mut savings: Vec<(f32, u32)> = Vec::with_capacity(order.len());
        for _ in 0..ROUNDS {
            for &word in &present {
                let [a, b] = desk.halves[word as usize];
                let now = self.cost(n, a, m, b);
                let right = if a > 0 { now - self.cost(n, a - 1, m, b + 1) } else { 0.0 };
                let left = if b > 0 { now - self.cost(n, a + 1, m, b - 1) } else { 0.0 };
                desk.savings[word as usize] = [right, left];
            }
            savings.clear();
            savings.extend(order.iter().enumerate().map(|(i, &document)| {
                let side = usize::from(i >= half);
                (words(document).iter().map(|&word| desk.savings[word as usize][side]).sum::<f32>(), document)
            }));
            let most_first = |a: &(f32, u32), b: &(f32, u32)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
            savings[..half].sort_unstable_by(most_first);
            savings[half..].sort_unstable_by(most_first);
            let swaps = (0..half).take_while(|&i| savings[i].0 + savings[half + i].0 > 0.0).count();
            for i in 0..swaps {
                for (&(_, document), [from, to]) in [(&savings[i], [0, 1]), (&savings[half + i], [1, 0])] {
                    for &word in words(document) {
                        desk.halves[word as usize][from] -= 1;
                        desk.halves[word as usize][to] += 1;
                    }
                }
                savings.swap(i, half + i);
            }
            order.iter_mut().zip(&savings).for_each(|(place, &(_, document))| *place = document);
            if swaps == 0 {
                break;
            }
        }
        present.iter().for_each(|&word| desk.halves[word as usize] = [0; 2]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn like_documents_become_neighbours() {
        // Four subjects of eight words each, dealt out as if by chance: halves that are exactly alike leave nothing to gain.
        let subject = |i: u32| i.wrapping_mul(0x9e37_79b9) >> 13 & 3;
        let document = |i: u32| (0..4).map(|j| subject(i) * 8 + (i * 5 + j * 3) % 8).collect::<Vec<u32>>();
        let documents: Vec<Vec<u32>> = (0..96).map(document).collect();
        let order = order(&documents, 32);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..96).collect::<Vec<u32>>());
        let changes = order.windows(2).filter(|pair| subject(pair[0]) != subject(pair[1])).count();
        assert!(changes < 20, "{changes} of 95 neighbours are of another subject");
    }

    #[test]
    fn logarithms() {
        for number in [1u32, 2, 3, 7, 1000, 227_589] {
            assert!((logarithm(number) - (number as f32).log2()).abs() < 1e-4, "{number}");
        }
    }
}
