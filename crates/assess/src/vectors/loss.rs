//! Information loss of a grouped vector space: how far documents are from their centroids, and centroids from the centroid of all.

use super::{DistinctRows, alike, checked};
use crate::reading::{Error, Result};
use scumble_data::SparseMatrix;
use scumble_mask::partition::Partition;
use serde::Serialize;

/// Scatter within and between groups.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Scatter {
    /// SSE: documents to the centroid of their group.
    pub within: f64,
    /// SSA: centroids to the centroid of all, each as often as its group has documents.
    pub between: f64,
}

impl Scatter {
    /// IL = SSE / (SSE + SSA); 0 if all documents are equal.
    pub fn loss(self) -> f64 {
        if self.within == 0.0 { 0.0 } else { self.within / (self.within + self.between) }
    }
}

/// What the release of a space lost, without the partition that made it: groups are the documents with equal released rows.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ReleaseLoss {
    /// Cosine distances of documents to their released rows, and of released rows to the normalised sum of all documents.
    pub spherical: Scatter,
    /// The same groups by Euclid's distance and means.
    pub classical: Scatter,
    /// Distinct released rows.
    pub groups: usize,
    /// Documents that share the rarest released row.
    pub smallest_group: usize,
}

/// Spherical loss (equations 4.10 to 4.12): cosine distance, and the normalised sum as centroid. SSE + SSA is not the distance of all
/// documents to the centroid of all, unlike in Euclid's space.
///
/// # Errors
/// If a row does not have length 1, or the partition has other records.
pub fn spherical_loss(space: &SparseMatrix, partition: &Partition) -> Result<Scatter> {
    checked("original", space)?;
    fits(space, partition)?;
    let all = direction(space, 0..space.len() as u32);
    let mut scatter = Scatter { within: 0.0, between: 0.0 };
    let mut group = Centre::new(space.columns());
    for members in partition.groups() {
        group.set(space, members);
        let length = group.squared_norm().sqrt();
        // Rows have length 1, so that the distances to the direction of their sum add up to n - |sum|; an empty row has distance 1.
        scatter.within += members.len() as f64 - length;
        let to_all = if length > 0.0 { group.dot(&all) / length } else { 0.0 };
        scatter.between += members.len() as f64 * (1.0 - to_all);
    }
    scatter.within = scatter.within.max(0.0);
    Ok(scatter)
}

/// Classical loss (equations 2.9 to 2.12): squared Euclidean distance, and the mean as centroid.
///
/// # Errors
/// If the partition has other records than the space.
pub fn classical_loss(space: &SparseMatrix, partition: &Partition) -> Result<Scatter> {
    fits(space, partition)?;
    Ok(classical(space, partition.groups()))
}

/// The loss of a released space against its original.
///
/// # Errors
/// If the spaces differ in size, or a row of one does not have length 1.
pub fn release_loss(original: &SparseMatrix, masked: &SparseMatrix) -> Result<ReleaseLoss> {
    alike(original, masked)?;
    checked("original", original)?;
    checked("masked", masked)?;
    let all = direction(original, 0..original.len() as u32);
    let mut spherical = Scatter { within: 0.0, between: 0.0 };
    for (document, released) in original.rows().zip(masked.rows()) {
        spherical.within += (1.0 - document.inner(released)).max(0.0);
        spherical.between += (1.0 - released.dot(&all)).max(0.0);
    }
    let groups = DistinctRows::new(masked);
    Ok(ReleaseLoss {
        spherical,
        classical: classical(original, groups.documents.iter().map(Vec::as_slice)),
        groups: groups.documents.len(),
        smallest_group: groups.smallest(),
    })
}

fn fits(space: &SparseMatrix, partition: &Partition) -> Result<()> {
    if space.len() == partition.records() {
        return Ok(());
    }
    Err(Error::Spaces(format!("the space has {} documents and the partition {}", space.len(), partition.records())))
}

fn classical<'g>(space: &SparseMatrix, groups: impl Iterator<Item = &'g [u32]>) -> Scatter {
    let squares = |row: usize| space.row(row).weights.iter().map(|weight| weight * weight).sum::<f64>();
    let mut mean = sum(space, 0..space.len() as u32);
    mean.iter_mut().for_each(|weight| *weight /= space.len() as f64);
    let length = mean.iter().map(|weight| weight * weight).sum::<f64>();
    let mut scatter = Scatter { within: 0.0, between: 0.0 };
    let mut group = Centre::new(space.columns());
    for members in groups {
        group.set(space, members);
        let (count, squared) = (members.len() as f64, group.squared_norm());
        let own: f64 = members.iter().map(|&row| squares(row as usize)).sum();
        scatter.within += (own - squared / count).max(0.0);
        scatter.between += (squared / count - 2.0 * group.dot(&mean) + count * length).max(0.0);
    }
    scatter
}

/// The sum of some rows.
fn sum(space: &SparseMatrix, rows: impl Iterator<Item = u32>) -> Vec<f64> {
    let mut sum = vec![0.0; space.columns()];
    for row in rows {
        space.row(row as usize).iter().for_each(|(term, weight)| sum[term as usize] += weight);
    }
    sum
}

/// The sum of some rows with length 1; all 0 if there is nothing to sum.
fn direction(space: &SparseMatrix, rows: impl Iterator<Item = u32>) -> Vec<f64> {
    let mut sum = sum(space, rows);
    let length = sum.iter().map(|weight| weight * weight).sum::<f64>().sqrt();
    if length > 0.0 {
        sum.iter_mut().for_each(|weight| *weight /= length);
    }
    sum
}

/// The sum of a group's rows, in a dense scratch of which only the touched columns are looked at.
struct Centre {
    dense: Vec<f64>,
    touched: Vec<u32>,
    seen: Vec<bool>,
}

impl Centre {
    fn new(columns: usize) -> Self {
        Self { dense: vec![0.0; columns], touched: Vec::new(), seen: vec![false; columns] }
    }

    fn set(&mut self, space: &SparseMatrix, members: &[u32]) {
        for term in self.touched.drain(..) {
            self.dense[term as usize] = 0.0;
            self.seen[term as usize] = false;
        }
        for &member in members {
            for (term, weight) in space.row(member as usize).iter() {
                let at = term as usize;
                if !self.seen[at] {
                    self.seen[at] = true;
                    self.touched.push(term);
                }
                self.dense[at] += weight;
            }
        }
    }

    fn squared_norm(&self) -> f64 {
        self.touched.iter().map(|&term| self.dense[term as usize].powi(2)).sum()
    }

    fn dot(&self, other: &[f64]) -> f64 {
        self.touched.iter().map(|&term| self.dense[term as usize] * other[term as usize]).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_mask::partition::GroupSize;
    use std::f64::consts::FRAC_1_SQRT_2;

    /// Golden 6: counts of five terms in six documents.
    fn golden() -> SparseMatrix {
        let counts: [&[(u32, f64)]; 6] = [
            &[(0, 3.0), (1, 4.0)],
            &[(0, 4.0), (1, 3.0)],
            &[(2, 1.0)],
            &[(2, 3.0), (3, 4.0)],
            &[(0, 1.0), (3, 1.0)],
            &[(3, 2.0), (4, 1.0)],
        ];
        SparseMatrix::from_rows(5, counts.map(<[_]>::to_vec)).unwrap().normalized()
    }

    fn partition(groups: &[&[u32]]) -> Partition {
        Partition::new(groups.iter().map(|group| group.to_vec()).collect(), 6, GroupSize::new(2).unwrap()).unwrap()
    }

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
    }

    #[test]
    fn golden_six() {
        let space = golden();
        let two = partition(&[&[2, 3], &[0, 1], &[4, 5]]);
        let found = spherical_loss(&space, &two).unwrap();
        close(found.within, 0.42434014054965097);
        close(found.between, 1.833488183861487);
        close(found.loss(), 0.18794172079505767);
        let found = classical_loss(&space, &two).unwrap();
        close(found.within, 0.8075444679663242);
        close(found.within + found.between, 3.5121225988519953);
        close(found.loss(), 0.22993060328539944);
        let three = partition(&[&[0, 2, 3], &[1, 4, 5]]);
        let found = spherical_loss(&space, &three).unwrap();
        close(found.within, 1.6276199815771042);
        close(found.between, 0.7040491451776189);
        close(found.loss(), 0.6980492913428362);
        close(classical_loss(&space, &three).unwrap().loss(), 0.7975915655470086);
    }

    /// The centroids of golden 6, as published rows: the same figures without the partition.
    #[test]
    fn a_release_tells_its_own_loss() {
        let middle = vec![(0, FRAC_1_SQRT_2), (1, FRAC_1_SQRT_2)];
        let last = vec![(0, 0.3913355699643232), (3, 0.8863402621752988), (4, 0.24750234610548785)];
        let first = vec![(2, 0.8944271909999159), (3, 0.4472135954999579)];
        let rows = [middle.clone(), middle, first.clone(), first, last.clone(), last];
        let found = release_loss(&golden(), &SparseMatrix::from_rows(5, rows).unwrap()).unwrap();
        close(found.spherical.within, 0.42434014054965097);
        close(found.spherical.between, 1.833488183861487);
        close(found.classical.loss(), 0.22993060328539944);
        assert_eq!((found.groups, found.smallest_group), (3, 2));
        let same = release_loss(&golden(), &golden()).unwrap();
        assert!(same.spherical.loss() < 1e-15 && same.classical.within == 0.0 && same.smallest_group == 1);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let other = SparseMatrix::from_rows(5, [vec![(0, 1.0)]]).unwrap();
        assert!(release_loss(&golden(), &other).is_err());
        let two = partition(&[&[2, 3], &[0, 1], &[4, 5]]);
        assert!(spherical_loss(&other, &two).is_err() && classical_loss(&other, &two).is_err());
        let long = SparseMatrix::from_rows(1, vec![vec![(0, 2.0)]; 6]).unwrap();
        assert!(spherical_loss(&long, &two).is_err() && classical_loss(&long, &two).is_ok());
    }
}
