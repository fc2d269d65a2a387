//! A few groups formed anew: greedily, then changed while that helps.
//!
//! The loss of a group of numbers is the sum of its pairs' squared distances over its size, so pairs are all that is needed;
//! for other values it is a good stand-in.

use crate::rng::Rng;

/// Groups the members of a pool into groups of `size` to twice that less one.
pub(super) fn regroup(members: &[u32], size: usize, squared: impl Fn(u32, u32) -> f64, rng: &mut Rng) -> Vec<Vec<u32>> {
    let pool = Pool::new(members, squared);
    let groups = pool.improved(pool.greedy(size, rng), size);
    groups.into_iter().map(|group| group.into_iter().map(|at| members[at]).collect()).collect()
}

struct Pool {
    count: usize,
    pairs: Vec<f64>,
}

impl Pool {
    fn new(members: &[u32], squared: impl Fn(u32, u32) -> f64) -> Self {
        let count = members.len();
        let mut pairs = vec![0.0; count * count];
        for a in 0..count {
            for b in 0..a {
                let square = squared(members[a], members[b]);
                pairs[a * count + b] = square;
                pairs[b * count + a] = square;
            }
        }
        Self { count, pairs }
    }

    fn pair(&self, a: usize, b: usize) -> f64 {
        self.pairs[a * self.count + b]
    }

    /// The sum of squared distances of one to some.
    fn links(&self, one: usize, some: &[usize]) -> f64 {
        some.iter().map(|&other| self.pair(one, other)).sum()
    }

    /// Groups around the outermost records, or now and then around random ones; every record left over joins the group where it costs least.
    fn greedy(&self, size: usize, rng: &mut Rng) -> Vec<Vec<usize>> {
        let mut left: Vec<usize> = (0..self.count).collect();
        let (fewest, most) = (self.count.div_ceil(2 * size - 1).max(1), self.count / size);
        let wanted = if rng.below(2) == 0 { most } else { fewest + rng.below(most - fewest + 1) };
        let mut groups: Vec<Vec<usize>> = Vec::with_capacity(wanted);
        for _ in 0..wanted {
            let first =
                if rng.below(10) < 3 { rng.below(left.len()) } else { position(&left, |&one| -self.links(one, &left)) };
            let mut group = vec![left.swap_remove(first)];
            while group.len() < size {
                let next = position(&left, |&one| self.links(one, &group));
                group.push(left.swap_remove(next));
            }
            groups.push(group);
        }
        let mut sums: Vec<f64> = groups.iter().map(|group| self.inner(group)).collect();
        for one in left {
            let cost = |at: &usize| {
                let (count, sum) = (groups[*at].len() as f64, sums[*at]);
                (sum + self.links(one, &groups[*at])) / (count + 1.0) - sum / count
            };
            let open: Vec<usize> = (0..groups.len()).filter(|&at| groups[at].len() < 2 * size - 1).collect();
            let at = open[position(&open, cost)];
            sums[at] += self.links(one, &groups[at]);
            groups[at].push(one);
        }
        groups
    }

    /// The sum of squared distances of a group's pairs.
    fn inner(&self, group: &[usize]) -> f64 {
        group.iter().enumerate().map(|(at, &one)| self.links(one, &group[..at])).sum()
    }

    /// Moves and exchanges, best first for each record, while they help.
    fn improved(&self, mut groups: Vec<Vec<usize>>, size: usize) -> Vec<Vec<usize>> {
        const ROUNDS: usize = 8;
        let count = groups.len();
        let mut of = vec![0; self.count];
        let mut links = vec![0.0; self.count * count];
        let mut sums: Vec<f64> = groups.iter().map(|group| self.inner(group)).collect();
        for (at, group) in groups.iter().enumerate() {
            for &one in group {
                of[one] = at;
                (0..self.count).for_each(|other| links[other * count + at] += self.pair(other, one));
            }
        }
        for _ in 0..ROUNDS {
            let mut better = false;
            for one in 0..self.count {
                let here = of[one];
                let a = groups[here].len() as f64;
                let mut best = (-1e-12, here, None);
                for there in (0..count).filter(|&there| there != here) {
                    let b = groups[there].len() as f64;
                    let (mine, theirs) = (links[one * count + here], links[one * count + there]);
                    if groups[here].len() > size && groups[there].len() < 2 * size - 1 {
                        let after = (sums[here] - mine) / (a - 1.0) + (sums[there] + theirs) / (b + 1.0);
                        let change = after - sums[here] / a - sums[there] / b;
                        if change < best.0 {
                            best = (change, there, None);
                        }
                    }
                    for &other in &groups[there] {
                        let pair = self.pair(one, other);
                        let change = (links[other * count + here] - pair - mine) / a
                            + (theirs - pair - links[other * count + there]) / b;
                        if change < best.0 {
                            best = (change, there, Some(other));
                        }
                    }
                }
                let (_, there, exchange) = best;
                if there == here {
                    continue;
                }
                better = true;
                for (one, from, to) in [(Some(one), here, there), (exchange, there, here)] {
                    let Some(one) = one else { continue };
                    sums[from] -= links[one * count + from];
                    sums[to] += links[one * count + to];
                    groups[from].retain(|&member| member != one);
                    groups[to].push(one);
                    of[one] = to;
                    for other in 0..self.count {
                        let pair = self.pair(other, one);
                        links[other * count + from] -= pair;
                        links[other * count + to] += pair;
                    }
                }
            }
            if !better {
                break;
            }
        }
        groups
    }
}

/// Where the least cost is.
fn position<T>(items: &[T], cost: impl Fn(&T) -> f64) -> usize {
    let costs = items.iter().map(cost).enumerate();
    costs.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::partition::{GroupSize, Partition};

    #[test]
    fn two_clusters_are_found_again() {
        let at = |record: u32| f64::from(record % 2) * 100.0 + f64::from(record);
        for seed in 0..50 {
            let groups = regroup(&[0, 1, 2, 3, 4, 5, 6], 3, |a, b| (at(a) - at(b)).powi(2), &mut Rng::new(seed));
            let mut groups: Vec<Vec<u32>> = groups;
            groups.iter_mut().for_each(|group| group.sort_unstable());
            groups.sort();
            assert!(Partition::new(groups.clone(), 7, GroupSize::new(3).unwrap()).is_ok());
            if groups.len() == 2 {
                assert_eq!(groups, [vec![0, 2, 4, 6], vec![1, 3, 5]]);
            }
        }
    }
}
