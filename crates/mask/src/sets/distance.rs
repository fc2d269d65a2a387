//! The five distances between sets of concepts: equations 2 to 6 of Batet, Erola, Sánchez and Castellà-Roca, "Semantic Anonymisation of
//! Set-valued Data".

use super::concepts::ConceptTable;

/// How the distances of concepts are combined into a distance of sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetDistance {
    /// The least over all pairs.
    Min,
    /// The greatest over all pairs.
    Max,
    /// The mean over all pairs. A set is not at distance 0 from itself.
    Avg,
    /// The mean, over the concepts of both, of the least distance to the other set.
    MinSum,
    /// The mean, over the concepts of both, of the greatest distance to the other set.
    MaxSum,
}

impl SetDistance {
    /// Every distance with its name.
    pub const ALL: [(&'static str, Self); 5] = [
        ("min", Self::Min),
        ("max", Self::Max),
        ("avg", Self::Avg),
        ("min-sum", Self::MinSum),
        ("max-sum", Self::MaxSum),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, distance)| *distance == self).map_or("", |(name, _)| name)
    }

    /// Whether the profile of one set alone determines the distance (min, max, avg); the sum distances need both directions.
    pub(super) fn one_way(self) -> bool {
        matches!(self, Self::Min | Self::Max | Self::Avg)
    }

    /// For every concept what it adds to the distance from `set`.
    pub(super) fn profile(self, table: &ConceptTable, set: &[u32], scratch: &mut [u16], into: &mut [f64]) {
        match self {
            Self::Avg => table.sums(set, into),
            Self::Min | Self::MinSum => table.extremes(set, true, scratch, into),
            Self::Max | Self::MaxSum => table.extremes(set, false, scratch, into),
        }
    }

    /// The part of the distance that a profile gives for another set, before division by the sizes; one of two parts for the sum
    /// distances.
    pub(super) fn part(self, profile: &[f64], other: &[u32]) -> f64 {
        let cells = other.iter().map(|&concept| profile[concept as usize]);
        match self {
            Self::Min => cells.fold(f64::INFINITY, f64::min),
            Self::Max => cells.fold(f64::NEG_INFINITY, f64::max),
            Self::Avg | Self::MinSum | Self::MaxSum => cells.sum(),
        }
    }

    /// The distance that the sum of parts gives for two sets of these sizes.
    pub(super) fn whole(self, parts: f64, a: usize, b: usize) -> f64 {
        match self {
            Self::Min | Self::Max => parts,
            Self::Avg => parts / (a * b) as f64,
            Self::MinSum | Self::MaxSum => parts / (a + b) as f64,
        }
    }

    /// The distance of two sets, neither of which is empty.
    pub fn between(self, table: &ConceptTable, a: &[u32], b: &[u32]) -> f64 {
        let row =
            |concept: u32, other: &[u32]| other.iter().map(|&other| table.distance(concept, other)).collect::<Vec<_>>();
        let least = |row: Vec<f64>| row.into_iter().fold(f64::INFINITY, f64::min);
        let greatest = |row: Vec<f64>| row.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let (x, y) = (a.len() as f64, b.len() as f64);
        match self {
            Self::Min => a.iter().map(|&concept| least(row(concept, b))).fold(f64::INFINITY, f64::min),
            Self::Max => a.iter().map(|&concept| greatest(row(concept, b))).fold(f64::NEG_INFINITY, f64::max),
            Self::Avg => a.iter().map(|&concept| row(concept, b).into_iter().sum::<f64>()).sum::<f64>() / (x * y),
            Self::MinSum => {
                let there = a.iter().map(|&concept| least(row(concept, b))).sum::<f64>();
                (there + b.iter().map(|&concept| least(row(concept, a))).sum::<f64>()) / (x + y)
            }
            Self::MaxSum => {
                let there = a.iter().map(|&concept| greatest(row(concept, b))).sum::<f64>();
                (there + b.iter().map(|&concept| greatest(row(concept, a))).sum::<f64>()) / (x + y)
            }
        }
    }
}
