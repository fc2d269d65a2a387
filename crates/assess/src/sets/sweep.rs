//! The loss of ten distances between sets over a range of k.

use crate::reading::Result;
use scumble_io::{Silent, Watch};
use scumble_mask::partition::{GroupSize, mdav};
use scumble_mask::sets::{ConceptSet, ConceptTable, Delta, RemainingSets, SetDistance, Triangle, Understood};
use std::ops::RangeInclusive;

/// The loss by one distance.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// The distance of two sets.
    pub distance: SetDistance,
    /// The distance of two concepts.
    pub delta: Delta,
    /// The loss for each k.
    pub points: Vec<Point>,
}

/// The semantic loss of a grouping, whatever distance it was made by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Records in a group, at least.
    pub k: usize,
    /// Σ D_avg.
    pub sum: f64,
    /// Σ D_min-sum.
    pub sum_min_sum: f64,
}

/// Groups the records with known concepts by each of the ten distances and measures what their medoids lose, for every k that there are
/// records for. Every distance comes semantic and by equality, in this order.
///
/// # Errors
/// If there are too many concepts to be compared, or the watcher cancels the run.
pub fn sweep(data: &Understood, sizes: RangeInclusive<usize>, watch: &dyn Watch) -> Result<Vec<Curve>> {
    let known: Vec<ConceptSet> = data.sets.iter().filter(|set| !set.is_empty()).cloned().collect();
    let semantic = ConceptTable::semantic(&data.taxonomies, &data.concepts)?;
    let equality = ConceptTable::equality(data.concepts.len());
    let mut curves = Vec::new();
    for (_, distance) in SetDistance::ALL {
        for (table, delta) in [(&semantic, Delta::Semantic), (&equality, Delta::Equality)] {
            watch.step("measuring", curves.len() as u64, 2 * SetDistance::ALL.len() as u64)?;
            let triangle = Triangle::new(table, &known, distance, &Silent)?;
            let mut points = Vec::new();
            for k in sizes.clone().filter(|&k| k <= known.len()) {
                let partition = mdav(RemainingSets::new(&triangle), GroupSize::new(k)?)?;
                let (mut sum, mut sum_min_sum) = (0.0, 0.0);
                for group in partition.groups() {
                    let medoid = &known[triangle.medoid(group) as usize];
                    for &record in group {
                        sum += SetDistance::Avg.between(&semantic, &known[record as usize], medoid);
                        sum_min_sum += SetDistance::MinSum.between(&semantic, &known[record as usize], medoid);
                    }
                }
                points.push(Point { k, sum, sum_min_sum });
            }
            curves.push(Curve { distance, delta, points });
        }
    }
    Ok(curves)
}
