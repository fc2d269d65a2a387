//! What every group of some records must show of all confidential columns.

use super::{Demand, Diversity, Ground, Judge};

/// What every group of some records (all of them, a stratum or a block) must show of confidential columns. Distributions are always
/// those of all records.
#[derive(Debug, Clone)]
pub struct Constraint<'j> {
    judges: &'j [Judge<'j>],
    /// For each judge the codes of these records.
    codes: Vec<Vec<u32>>,
    /// How many records there are.
    records: usize,
}

impl<'j> Constraint<'j> {
    /// The constraint on the groups of some records.
    pub fn new(judges: &'j [Judge<'j>], records: &[u32]) -> Self {
        let of = |judge: &Judge<'_>| records.iter().map(|&record| judge.sensitive().codes[record as usize]).collect();
        Self { judges, codes: judges.iter().map(of).collect(), records: records.len() }
    }

    /// The constraint on the groups of some of these records.
    #[must_use]
    pub fn within(&self, records: &[u32]) -> Self {
        let of = |codes: &Vec<u32>| records.iter().map(|&record| codes[record as usize]).collect();
        Self { judges: self.judges, codes: self.codes.iter().map(of).collect(), records: records.len() }
    }

    /// Whether nothing is asked.
    pub fn is_empty(&self) -> bool {
        self.judges.is_empty()
    }

    fn sorted(codes: &[u32], group: &[u32]) -> Vec<u32> {
        let mut codes: Vec<u32> = group.iter().map(|&record| codes[record as usize]).collect();
        codes.sort_unstable();
        codes
    }

    /// Whether a group keeps all that is asked.
    pub fn allows(&self, group: &[u32]) -> bool {
        self.judges.iter().zip(&self.codes).all(|(judge, codes)| judge.allows_codes(&Self::sorted(codes, group)))
    }

    /// How far a group is from keeping all that is asked; 0 if it does.
    pub fn shortfall(&self, group: &[u32]) -> f64 {
        self.judges.iter().zip(&self.codes).map(|(judge, codes)| judge.shortfall(&Self::sorted(codes, group))).sum()
    }

    /// Whether two records are alike to every judge.
    pub(crate) fn alike(&self, a: u32, b: u32) -> bool {
        self.codes.iter().all(|codes| codes[a as usize] == codes[b as usize])
    }

    /// The first judge that even all these records together do not satisfy: then no grouping does, because l-diversity is monotone
    /// and the earth mover's distance is convex.
    pub fn impossible(&self) -> Option<&'j Judge<'j>> {
        let everyone: Vec<u32> = (0..self.records as u32).collect();
        let judged = self.judges.iter().zip(&self.codes);
        let mut refused = judged.filter(|(judge, codes)| !judge.allows_codes(&Self::sorted(codes, &everyone)));
        refused.next().map(|(judge, _)| judge)
    }

    /// The figure of all these records that a judge bounds.
    pub fn figure(&self, judge: &Judge<'_>) -> f64 {
        let codes = self.judges.iter().zip(&self.codes).find(|(known, _)| std::ptr::eq(*known, judge));
        codes.map_or(0.0, |(judge, codes)| {
            let mut sorted = codes.clone();
            sorted.sort_unstable();
            judge.figure_of(&sorted)
        })
    }

    /// The least group size, at least `k`, at which a group that is drawn evenly from these records keeps all that is asked.
    pub(crate) fn least_size(&self, k: usize) -> usize {
        let mut size = k;
        for (judge, codes) in self.judges.iter().zip(&self.codes) {
            if let Demand::Diversity(model) = judge.sensitive().demand {
                size = size.max(model.least_records());
                if matches!(model, Diversity::Distinct(_)) {
                    continue;
                }
            }
            let mut sorted = codes.clone();
            sorted.sort_unstable();
            let drawn = |size: usize| {
                let at = |place: usize| sorted[((2 * place + 1) * sorted.len() / (2 * size)).min(sorted.len() - 1)];
                (0..size).map(at).collect::<Vec<u32>>()
            };
            let least = (size..=self.records.max(size)).find(|&size| judge.allows_codes(&drawn(size)));
            size = least.unwrap_or(size);
        }
        size.min(self.records.max(k))
    }

    /// The codes of a column that closeness is asked of, and its bound if the values have an order: what t-closeness first needs.
    pub(crate) fn close(&self) -> Option<(&[u32], Option<f64>)> {
        self.judges.iter().zip(&self.codes).find_map(|(judge, codes)| match &judge.sensitive().demand {
            Demand::Closeness { at_most, ground: Ground::Ordered } => Some((codes.as_slice(), Some(*at_most))),
            Demand::Closeness { .. } => Some((codes.as_slice(), None)),
            Demand::Diversity(_) => None,
        })
    }
}
