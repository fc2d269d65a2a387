//! Groups that keep l-diversity and t-closeness: every way that applies is tried, and the one with the least loss is taken.

use super::group::{Columns, Grouped};
use crate::encode::Part;
use crate::error::{Error, Result};
use crate::merge::{centroid, merged, merged_groups};
use crate::method::Method;
use crate::partition::{
    Effort, Partition, Records, Refined, STEPS, STEPS_A_RECORD, Searching, blocks_of, bucketed, constrained, exact,
};
use crate::promise::{Constraint, Demand, Diversity};
use crate::rng::Rng;
use crate::space::MixedSpace;
use rayon::prelude::*;
use scumble_data::Rows;
use scumble_io::Watch;

/// The stage that is reported to the [`Watch`].
const KEEPING: &str = "keeping the promise";

/// How groups came to keep what is promised of confidential columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keeping {
    /// The groups of the method keep it as they are.
    AsGrouped,
    /// Groups that broke it were merged with their nearest ones.
    Merged,
    /// Groups were formed around records, and exchanged members for near records until they kept it.
    AnonymityFirst,
    /// Groups took one record from every bucket of the confidential column.
    ClosenessFirst,
}

impl Keeping {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::AsGrouped => "as grouped",
            Self::Merged => "merging",
            Self::AnonymityFirst => "k-anonymity first",
            Self::ClosenessFirst => "t-closeness first",
        }
    }
}

impl Columns<'_> {
    /// Groups that keep a constraint, made from those of the method or anew; in blocks where the method cut the table.
    pub(super) fn close(
        &self,
        part: &Part<'_>,
        found: Grouped,
        constraint: &Constraint<'_>,
        rng: &mut Rng,
        watch: &dyn Watch,
    ) -> Result<Grouped> {
        if found.partition.groups().all(|group| constraint.allows(group)) {
            return Ok(Grouped { keeping: vec![Keeping::AsGrouped], ..found });
        }
        let rows = part.rows();
        let Some(most) = found.blocks else {
            let (keeping, searched) = self.best(rows, &found.partition, constraint, rng.bits(), watch)?;
            let (steps, stopped) = (found.steps + searched.steps, found.stopped | searched.stopped);
            return Ok(Grouped { partition: searched.partition, keeping: vec![keeping], steps, stopped, ..found });
        };
        let seed = rng.bits();
        let close = |(at, block): (usize, Vec<u32>)| {
            let (inside, constraint) = (rows.select(&block), constraint.within(&block));
            let start = exact(&self.encoded.space, &inside, self.k)?;
            // What even a whole block does not keep is merged across blocks.
            let (keeping, partition) = match constraint.impossible() {
                Some(_) => (Keeping::Merged, start),
                None => {
                    let seed = seed.wrapping_add(at as u64);
                    let (keeping, searched) = self.best(&inside, &start, &constraint, seed, watch)?;
                    (keeping, searched.partition)
                }
            };
            let outside = |group: &[u32]| group.iter().map(|&at| block[at as usize]).collect::<Vec<u32>>();
            Ok((keeping, partition.groups().map(outside).collect::<Vec<_>>()))
        };
        let blocks: Vec<(usize, Vec<u32>)> = blocks_of(rows, most).into_iter().enumerate().collect();
        let blocks: Vec<(Keeping, Vec<Vec<u32>>)> = blocks.into_par_iter().map(close).collect::<Result<_>>()?;
        let mut keeping: Vec<Keeping> = Vec::new();
        for (way, _) in &blocks {
            if !keeping.contains(way) {
                keeping.push(*way);
            }
        }
        let groups = blocks.into_iter().flat_map(|(_, groups)| groups).collect();
        let partition = merged_groups(&self.encoded.space, rows, groups, self.k, constraint, 1)?;
        Ok(Grouped { partition, keeping, ..found })
    }

    /// The way with the least loss to groups that keep a constraint, and those groups after a search that keeps it as well.
    fn best(
        &self,
        rows: &Rows,
        start: &Partition,
        constraint: &Constraint<'_>,
        seed: u64,
        watch: &dyn Watch,
    ) -> Result<(Keeping, Refined)> {
        let (space, k) = (&self.encoded.space, self.k);
        let weighed = |partition: Partition| (loss(space, rows, &partition), partition);
        let mut ways = vec![(Keeping::Merged, weighed(merged(space, rows, start, k, constraint)?))];
        watch.step(KEEPING, 1, 4)?;
        let mut sizes = vec![k.get(), constraint.least_size(k.get())];
        sizes.dedup();
        for size in sizes {
            let way = constrained(space, rows, size, k, constraint)?;
            ways.extend(way.map(|partition| (Keeping::AnonymityFirst, weighed(partition))));
        }
        watch.step(KEEPING, 2, 4)?;
        let mut buckets: Vec<(f64, Partition)> =
            bucketed(space, rows, k, constraint)?.into_iter().map(weighed).collect();
        // Of several sizes the last, whose groups need no merging, and the one with the least loss.
        ways.extend(buckets.pop().map(|last| (Keeping::ClosenessFirst, last)));
        let least = buckets.into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
        ways.extend(least.map(|least| (Keeping::ClosenessFirst, least)));
        watch.step(KEEPING, 3, 4)?;
        // A search from merged groups is worth its while only where nothing else is better.
        let others = ways[1..].iter().map(|(_, (loss, _))| *loss).fold(f64::INFINITY, f64::min);
        if ways[0].1.0 > others {
            ways.remove(0);
        }
        // Groups that were formed under a constraint are not those of the method any more: a short search mends what it cost.
        let short = Effort { units: STEPS_A_RECORD * rows.len() as f64 / STEPS as f64, chains: 1 };
        let searching = Searching::new(space, rows, k, Some(constraint));
        let search = |(at, (keeping, (_, partition))): (usize, (Keeping, (f64, Partition)))| {
            let rng = &mut Rng::new(seed.wrapping_add(at as u64));
            let found = searching.search(&partition, short, rng, watch)?;
            Ok((loss(space, rows, &found.partition), keeping, found))
        };
        let ways: Vec<_> = ways.into_iter().enumerate().collect();
        let found: Vec<(f64, Keeping, Refined)> = ways.into_par_iter().map(search).collect::<Result<_>>()?;
        let (steps, stopped) =
            (found.iter().map(|(.., found)| found.steps).sum(), found.iter().any(|(.., found)| found.stopped));
        let best = found.into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
        let (_, keeping, mut best) = best.ok_or_else(|| Error::NotAPartition("no groups".to_owned()))?;
        (best.steps, best.stopped) = (steps, stopped);
        if self.mask.method == Method::Refined {
            let (effort, rng) = (self.effort(rows), &mut Rng::new(seed));
            let long = searching.search(&best.partition, effort, rng, watch)?;
            best = Refined { steps: steps + long.steps, stopped: stopped | long.stopped, ..long };
        }
        Ok((keeping, best))
    }

    /// Strata share the effort by their size.
    pub(super) fn effort(&self, rows: &Rows) -> Effort {
        let units = self.mask.effort * rows.len() as f64 / self.encoded.len() as f64;
        Effort { units, chains: super::group::CHAINS }
    }
}

/// The squared distances of records to the centroids of their groups.
fn loss(space: &MixedSpace, rows: &Rows, partition: &Partition) -> f64 {
    let of = |group: &[u32]| {
        let centroid = centroid(space, rows, group);
        group.iter().map(|&record| space.squared(rows.row(record as usize), &centroid)).sum::<f64>()
    };
    partition.groups().map(of).sum()
}

/// Refuses a promise that no groups of these records can keep; `part` says which records they are, if not all.
pub(super) fn check(constraint: &Constraint<'_>, is_whole: bool) -> Result<()> {
    let Some(judge) = constraint.impossible() else { return Ok(()) };
    let among = if is_whole { "" } else { " of one stratum, or with the same values missing," };
    let problem = match &judge.sensitive().demand {
        Demand::Diversity(model) => {
            let figure = constraint.figure(judge);
            let found = match model {
                Diversity::Distinct(least) => format!("have {figure} distinct values, fewer than {least}"),
                Diversity::Entropy(least) => format!("have an entropy l of {figure:.4}, less than {least}"),
                Diversity::Recursive { c, l } if figure.is_infinite() => {
                    format!("have fewer than {l} distinct values, so they are not ({c}, {l})-diverse")
                }
                Diversity::Recursive { c, l } => {
                    format!(
                        "have their commonest value {figure:.4} times as often as the {l}th and rarer ones, not less than {c} times"
                    )
                }
            };
            format!("even all records{among} together {found}: no groups keep this l-diversity")
        }
        Demand::Closeness { at_most, .. } => format!(
            "even all records{among} together are {:.4} from the whole table, more than {at_most}: no groups keep this t-closeness",
            constraint.figure(judge)
        ),
    };
    Err(Error::Impossible { column: judge.sensitive().column.clone(), problem })
}
