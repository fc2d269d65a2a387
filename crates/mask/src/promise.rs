//! The promise of a release (k-anonymity, l-diversity, t-closeness), and the confidential columns that it is about.

/// What a release promises of every equivalence class over all masked columns.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Promise {
    /// Every class has at least this many records.
    pub k: Option<usize>,
    /// Every class has enough distinct values of a confidential column.
    pub l: Option<LDiversity>,
    /// The distribution of a confidential column in every class is close to that in the whole table.
    pub t: Option<TCloseness>,
}

impl Promise {
    /// The confidential columns that the promise is about.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        let l = self.l.iter().map(|l| l.column.as_str());
        l.chain(self.t.iter().map(|t| t.column.as_str()))
    }
}

/// Distinct l-diversity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LDiversity {
    /// The confidential column.
    pub column: String,
    /// Distinct values in a class, at least.
    pub distinct: usize,
}

/// t-closeness by the earth mover's distance.
#[derive(Debug, Clone, PartialEq)]
pub struct TCloseness {
    /// The confidential column.
    pub column: String,
    /// The distance of a class's distribution from that of the whole table, at most.
    pub at_most: f64,
}

/// A distance this little above the bound still keeps t-closeness: distances are sums of rounded shares, and in a column of many
/// values the rounding of even one class of all records is above 1e-12.
const TOLERANCE: f64 = 1e-9;

/// A confidential column, and what every group must show of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Sensitive {
    /// For each record the index of its value among the distinct ones, in ascending order if the values have an order.
    pub codes: Vec<u32>,
    /// Whether the values have an order, as numbers do.
    pub ordered: bool,
    /// The distance of a group's distribution from that of all records, at most.
    pub closeness: Option<f64>,
    /// Distinct values in a group, at least.
    pub diversity: Option<usize>,
}

impl Sensitive {
    fn values(&self) -> usize {
        self.codes.iter().max().map_or(0, |&code| code as usize + 1)
    }

    /// The distribution over all records, ready to be compared with that of many groups.
    pub fn distribution(&self) -> Distribution<'_> {
        Distribution::new(self)
    }

    /// The part of the column that belongs to some records, such as a stratum. Its distribution is their own.
    #[must_use]
    pub fn of(&self, records: &[u32]) -> Self {
        Self { codes: records.iter().map(|&record| self.codes[record as usize]).collect(), ..self.clone() }
    }

    /// How many distinct values a group has.
    pub fn distinct(&self, group: &[u32]) -> usize {
        let mut codes: Vec<u32> = group.iter().map(|&record| self.codes[record as usize]).collect();
        codes.sort_unstable();
        codes.dedup();
        codes.len()
    }
}

/// The distribution of a confidential column over all records, ready to be compared with that of many groups.
#[derive(Debug, Clone)]
pub struct Distribution<'s> {
    sensitive: &'s Sensitive,
    /// The share of each value.
    shares: Vec<f64>,
    /// The share of all values up to each one.
    up_to: Vec<f64>,
    /// The sum of those shares before each one.
    sums: Vec<f64>,
}

impl<'s> Distribution<'s> {
    fn new(sensitive: &'s Sensitive) -> Self {
        let mut shares = vec![0.0; sensitive.values()];
        sensitive.codes.iter().for_each(|&code| shares[code as usize] += 1.0 / sensitive.codes.len() as f64);
        let mut sum = 0.0;
        let up_to: Vec<f64> = shares
            .iter()
            .map(|share| {
                sum += share;
                sum
            })
            .collect();
        let mut sums = vec![0.0];
        for share in &up_to {
            sums.push(sums[sums.len() - 1] + share);
        }
        Self { sensitive, shares, up_to, sums }
    }

    /// The earth mover's distance between the distribution in a group and that of all records: over the order of the values if they
    /// have one, else with all values equally far apart. The cost is that of sorting the group, whatever the number of values.
    pub fn distance(&self, group: &[u32]) -> f64 {
        let mut codes: Vec<usize> =
            group.iter().map(|&record| self.sensitive.codes[record as usize] as usize).collect();
        codes.sort_unstable();
        if self.sensitive.ordered { self.moved_in_order(&codes) } else { self.moved(&codes) }
    }

    /// Values without an order: half of the sum of differences between the shares.
    fn moved(&self, codes: &[usize]) -> f64 {
        let (mut differ, mut seen) = (0.0, 0.0);
        for equal in codes.chunk_by(|a, b| a == b) {
            let share = self.shares[equal[0]];
            differ += (equal.len() as f64 / codes.len() as f64 - share).abs();
            seen += share;
        }
        (differ + (1.0 - seen).max(0.0)) / 2.0
    }

    /// Values with an order: the sum of differences between the cumulative shares, over the number of steps. Between two values of
    /// the group its own cumulative share is constant and that of all records only grows, so the two cross at most once.
    fn moved_in_order(&self, codes: &[usize]) -> f64 {
        let values = self.shares.len();
        let mut moved = 0.0;
        for below in 0..=codes.len() {
            let start = if below == 0 { 0 } else { codes[below - 1] };
            let end = if below == codes.len() { values } else { codes[below] };
            if start >= end {
                continue;
            }
            let own = below as f64 / codes.len() as f64;
            let cross = start + self.up_to[start..end].partition_point(|&all| all < own);
            moved += own * (cross - start) as f64 - (self.sums[cross] - self.sums[start]);
            moved += (self.sums[end] - self.sums[cross]) - own * (end - cross) as f64;
        }
        if values > 1 { moved / (values - 1) as f64 } else { 0.0 }
    }

    /// Whether a group keeps what is asked of the column: merging of groups and checking of a release both ask this.
    pub fn allows(&self, group: &[u32]) -> bool {
        self.sensitive.diversity.is_none_or(|least| self.sensitive.distinct(group) >= least)
            && self.sensitive.closeness.is_none_or(|most| self.distance(group) <= most + TOLERANCE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_of_the_textbook_example() {
        // Li, Li and Venkatasubramanian (2007): salaries 3k … 11k; {3, 4, 5} is 0.375 away, {6, 8, 11} is 0.167 away.
        let salaries = Sensitive { codes: (0..9).collect(), ordered: true, closeness: None, diversity: None };
        assert!((salaries.distribution().distance(&[0, 1, 2]) - 0.375).abs() < 1e-12);
        assert!((salaries.distribution().distance(&[3, 5, 8]) - 1.0 / 6.0).abs() < 1e-12);
        let diseases = Sensitive { codes: vec![0, 0, 1, 1], ordered: false, closeness: None, diversity: None };
        let of = diseases.distribution();
        assert_eq!((of.distance(&[0, 1]), of.distance(&[0, 2]), diseases.distinct(&[0, 1])), (0.5, 0.0, 1));
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
            for (ordered, expected) in [false, true].into_iter().zip(plain) {
                let sensitive = Sensitive { codes: codes.clone(), ordered, closeness: None, diversity: None };
                assert!((sensitive.distribution().distance(&group) - expected).abs() < 1e-12);
            }
        }
    }
}
