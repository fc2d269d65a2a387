//! How much each feature counts: equally, or as the differences of known pairs say.

use super::{Prepared, inverse, softmax};
use crate::combine::Symmetric;
use scumble_data::Rows;

/// How much each feature counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weights {
    /// All alike.
    Equal,
    /// One over the variance of the differences of known pairs.
    InverseVariance,
    /// The weights by which the known pairs are likeliest, if a record takes each masked one with a probability of e to the minus
    /// distance (a softmax over the whole masked file); with the inverse variances for a prior.
    Softmax,
    /// The inverse of the covariance of those differences, shrunk towards its diagonal (Schäfer and Strimmer 2005).
    Mahalanobis,
}

impl Weights {
    /// Every kind of weights with its name, those with the fewest figures to learn first.
    pub const ALL: [(&'static str, Self); 4] = [
        ("equal", Self::Equal),
        ("inverse variance", Self::InverseVariance),
        ("softmax", Self::Softmax),
        ("Mahalanobis", Self::Mahalanobis),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, weights)| *weights == self).map_or("", |(name, _)| name)
    }

    /// Fits the matrix of the distance to known pairs; the softmax only to the judged among them.
    pub(super) fn fit(self, files: &Prepared, known: &[u32], judged: &[u32]) -> Symmetric {
        let width = files.original.width();
        match self {
            Self::Equal => Symmetric::identity(width),
            Self::InverseVariance => diagonal(&inverse::variances(&differences(files, known))),
            Self::Mahalanobis => inverse::shrunk(&differences(files, known)),
            Self::Softmax => diagonal(&softmax::fit(files, judged, &inverse::variances(&differences(files, known)))),
        }
    }
}

fn diagonal(weights: &[f64]) -> Symmetric {
    Symmetric::new(weights.len(), |a, b| if a == b { weights[a] } else { 0.0 })
}

/// Original less masked, of known pairs.
fn differences(files: &Prepared, known: &[u32]) -> Rows {
    let (x, y) = (files.original.select(known), files.masked.select(known));
    Rows::new(x.width(), x.cells().iter().zip(y.cells()).map(|(a, b)| a - b).collect())
}
