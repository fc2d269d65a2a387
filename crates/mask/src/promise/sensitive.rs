//! A confidential column, what every group must show of it, and the judge of groups.

use super::closeness::Distribution;
use super::{Diversity, Hierarchy, TOLERANCE};

/// A confidential column, and what every group must show of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Sensitive {
    /// The column's name.
    pub column: String,
    /// For each record the index of its value among the distinct ones, in ascending order if the values have an order.
    pub codes: Vec<u32>,
    /// What every group must show.
    pub demand: Demand,
}

/// What every group must show of a confidential column.
#[derive(Debug, Clone, PartialEq)]
pub enum Demand {
    /// Diverse values.
    Diversity(Diversity),
    /// A distribution close to that of all records.
    Closeness {
        /// The earth mover's distance, at most.
        at_most: f64,
        /// How far apart two values are.
        ground: Ground,
    },
}

/// How far apart two values are, from 0 to 1.
#[derive(Debug, Clone, PartialEq)]
pub enum Ground {
    /// All equally far.
    Equal,
    /// By their ranks.
    Ordered,
    /// By the level of their lowest common ancestor.
    Hierarchical(Hierarchy),
}

impl Sensitive {
    /// The judge of groups, who knows the distribution over all records.
    pub fn judge(&self) -> Judge<'_> {
        Judge { sensitive: self, distribution: Distribution::new(&self.codes) }
    }
}

/// Decides whether groups keep what is asked of a confidential column: grouping and checking of a release both ask it.
#[derive(Debug, Clone)]
pub struct Judge<'s> {
    sensitive: &'s Sensitive,
    distribution: Distribution,
}

impl<'s> Judge<'s> {
    /// The column, and what is asked of it.
    pub fn sensitive(&self) -> &'s Sensitive {
        self.sensitive
    }

    /// The figure of a group that the demand bounds: its distance from all records, or the figure of the model of diversity. The
    /// cost is that of sorting the group, unless values lie in a hierarchy.
    pub fn figure(&self, group: &[u32]) -> f64 {
        self.figure_of(&self.sorted(group))
    }

    /// How many distinct values a group has.
    pub fn distinct(&self, group: &[u32]) -> usize {
        self.sorted(group).chunk_by(|a, b| a == b).count()
    }

    /// Whether a group keeps what is asked of the column.
    pub fn allows(&self, group: &[u32]) -> bool {
        self.allows_codes(&self.sorted(group))
    }

    fn sorted(&self, group: &[u32]) -> Vec<u32> {
        let mut codes: Vec<u32> = group.iter().map(|&record| self.sensitive.codes[record as usize]).collect();
        codes.sort_unstable();
        codes
    }

    /// The figure of a group with these codes, ascending.
    pub(super) fn figure_of(&self, codes: &[u32]) -> f64 {
        match &self.sensitive.demand {
            Demand::Diversity(model) => model.figure(&counts(codes)),
            Demand::Closeness { ground: Ground::Equal, .. } => self.distribution.equal(codes),
            Demand::Closeness { ground: Ground::Ordered, .. } => self.distribution.ordered(codes),
            Demand::Closeness { ground: Ground::Hierarchical(tree), .. } => self.distribution.hierarchical(codes, tree),
        }
    }

    /// Whether a group with these codes, ascending, keeps what is asked.
    pub(super) fn allows_codes(&self, codes: &[u32]) -> bool {
        match &self.sensitive.demand {
            Demand::Diversity(model) => model.allows(&counts(codes)),
            Demand::Closeness { at_most, .. } => self.figure_of(codes) <= at_most + TOLERANCE,
        }
    }

    /// How far a group with these codes, ascending, is from keeping what is asked; 0 if it does.
    pub(super) fn shortfall(&self, codes: &[u32]) -> f64 {
        match &self.sensitive.demand {
            Demand::Diversity(model) => model.shortfall(&counts(codes)),
            Demand::Closeness { at_most, .. } => match self.figure_of(codes) - at_most {
                beyond if beyond <= TOLERANCE => 0.0,
                beyond => beyond,
            },
        }
    }
}

/// How often each value occurs among codes in ascending order.
fn counts(codes: &[u32]) -> Vec<usize> {
    codes.chunk_by(|a, b| a == b).map(<[u32]>::len).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(codes: Vec<u32>, ground: Ground) -> Sensitive {
        Sensitive { column: "s".to_owned(), codes, demand: Demand::Closeness { at_most: 0.0, ground } }
    }

    #[test]
    fn distances_of_the_textbook_example() {
        // Li, Li and Venkatasubramanian (2007): salaries 3k … 11k; {3, 4, 5} is 0.375 away, {6, 8, 11} is 0.167 away.
        let salaries = column((0..9).collect(), Ground::Ordered);
        let distance = |group: &[u32]| salaries.judge().figure(group);
        assert!((distance(&[0, 1, 2]) - 0.375).abs() < 1e-12);
        assert!((distance(&[3, 5, 8]) - 1.0 / 6.0).abs() < 1e-12);
        // Their table 5 has 0.167-closeness of salaries: {3, 5, 9}, {6, 8, 11}, {4, 7, 10}.
        let classes: [&[u32]; 3] = [&[0, 2, 6], &[3, 5, 8], &[1, 4, 7]];
        let most = classes.map(distance).into_iter().fold(0.0, f64::max);
        assert!((most - 1.0 / 6.0).abs() < 1e-12, "{most}");
        let diseases = column(vec![0, 0, 1, 1], Ground::Equal);
        let of = diseases.judge();
        assert_eq!((of.figure(&[0, 1]), of.figure(&[0, 2]), of.distinct(&[0, 1])), (0.5, 0.0, 1));
    }

    /// The quick sum is the plain one.
    #[test]
    fn distances_equal_their_definition() {
        let mut rng = crate::Rng::new(3);
        for _ in 0..200 {
            let codes: Vec<u32> = (0..30).map(|_| rng.below(12) as u32).chain(0..12).collect();
            let one = rng.below(42) as u32;
            let group: Vec<u32> = (0..42).filter(|_| rng.below(4) == 0).chain([one]).collect();
            let share = |of: &[u32], value: u32| {
                of.iter().filter(|&&record| codes[record as usize] == value).count() as f64 / of.len() as f64
            };
            let everyone: Vec<u32> = (0..42).collect();
            let gaps: Vec<f64> = (0..12).map(|value| share(&group, value) - share(&everyone, value)).collect();
            let (mut sum, mut ordered) = (0.0, 0.0);
            for gap in &gaps {
                sum += gap;
                ordered += f64::abs(sum) / 11.0;
            }
            let plain = [gaps.iter().map(|gap| gap.abs()).sum::<f64>() / 2.0, ordered];
            for (ground, expected) in [Ground::Equal, Ground::Ordered].into_iter().zip(plain) {
                assert!((column(codes.clone(), ground).judge().figure(&group) - expected).abs() < 1e-12);
            }
        }
    }
}
