//! Large tables: blocks of neighbours, grouped each by itself, and repaired across their borders.
//!
//! MDAV costs the square of the records, so a table of millions is cut into blocks (a k-d tree's leaves) and each is grouped
//! exactly. At a border, records cannot join their neighbours on the other side; so the groups are then laid into other,
//! smaller blocks, whose borders lie elsewhere, and a short search in each mends what the first borders cut. A second round with
//! yet other borders finds more than a search of twice the length in one.

use super::mdav::mdav_watched;
use super::records::widest;
use super::refine::{Effort, STEPS, refine};
use super::{AllRemaining, GroupSize, Groups, Partition, Records};
use crate::error::Result;
use crate::loss::mean_of;
use crate::progress::Grouping;
use crate::rng::Rng;
use crate::space::MixedSpace;
use rayon::prelude::*;
use scumble_data::Rows;
use scumble_io::Silent;

/// How a large table is cut.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Blocks {
    /// Records in a block, at most.
    pub records: usize,
    /// Whether borders are repaired.
    pub repair: bool,
}

impl Blocks {
    /// A block must hold a few groups to be worth grouping.
    pub fn least(self, k: GroupSize) -> usize {
        self.records.max(4 * k.get())
    }
}

impl Default for Blocks {
    fn default() -> Self {
        Self { records: 32_768, repair: true }
    }
}

/// Records in a block of the repair.
const REPAIRED: usize = 8192;
/// Where the rounds of the repair cut: the share of blocks on the left of every cut.
const ROUNDS: [f64; 2] = [0.37, 0.61];
/// Steps of a short search, such as the repair, for each record.
pub const STEPS_A_RECORD: f64 = 200.0;

/// MDAV in blocks.
pub fn in_blocks<R: Records + ?Sized>(
    space: &MixedSpace,
    all: &R,
    k: GroupSize,
    blocks: Blocks,
    seed: u64,
) -> Result<Partition> {
    in_blocks_watched(space, all, k, blocks, seed, &Grouping::unwatched())
}

/// [`in_blocks`] that reports how many records are grouped, and can be cancelled.
pub(crate) fn in_blocks_watched<R: Records + ?Sized>(
    space: &MixedSpace,
    all: &R,
    k: GroupSize,
    blocks: Blocks,
    seed: u64,
    watch: &Grouping<'_>,
) -> Result<Partition> {
    k.check(all.len())?;
    let mut records: Vec<u32> = (0..all.len() as u32).collect();
    let cut = cut(all, &mut records, blocks.least(k), 0.5);
    let groups: Vec<Groups> = cut
        .into_par_iter()
        .map(|block| Ok(outside(&exact_watched(space, &all.select(block), k, watch)?, block)))
        .collect::<Result<_>>()?;
    drop(records);
    let mut groups = Groups::joined(groups);
    if blocks.repair {
        for (round, share) in (0_u64..).zip(ROUNDS) {
            let seed = seed.wrapping_add(round << 32);
            groups = Repair { space, all, k, share, seed }.mend(&groups)?;
        }
    }
    Partition::of(groups, all.len(), k)
}

/// MDAV over all records at once.
pub fn exact(space: &MixedSpace, rows: &Rows, k: GroupSize) -> Result<Partition> {
    exact_watched(space, rows, k, &Grouping::unwatched())
}

/// [`exact`] that reports how many records are grouped, and can be cancelled.
pub(crate) fn exact_watched(space: &MixedSpace, rows: &Rows, k: GroupSize, watch: &Grouping<'_>) -> Result<Partition> {
    mdav_watched(AllRemaining::new(space, rows), k, watch)
}

/// A round of repair.
struct Repair<'a, R: ?Sized> {
    space: &'a MixedSpace,
    all: &'a R,
    k: GroupSize,
    share: f64,
    seed: u64,
}

impl<R: Records + ?Sized> Repair<'_, R> {
    /// A short search over other blocks, made of whole groups.
    fn mend(&self, groups: &Groups) -> Result<Groups> {
        let (all, k) = (self.all, self.k);
        let mut means = vec![0.0; groups.len() * all.width()];
        let each = means.par_chunks_mut(all.width()).enumerate();
        each.for_each(|(at, mean)| mean_of(all, groups.group(at), mean));
        let means = Rows::new(all.width(), means);
        let mut order: Vec<u32> = (0..groups.len() as u32).collect();
        // Another share on the left of every cut puts the borders elsewhere.
        let blocks = cut(&means, &mut order, (REPAIRED / k.get()).max(4), self.share);
        let mended: Vec<Groups> = blocks
            .into_par_iter()
            .enumerate()
            .map(|(at, block)| {
                let members = |group: &u32| groups.group(*group as usize);
                let records: Vec<u32> = block.iter().flat_map(members).copied().collect();
                let mut next = 0;
                let inside = block.iter().map(|group| {
                    next += members(group).len() as u32;
                    next - members(group).len() as u32..next
                });
                let start = Partition::of(inside.collect(), records.len(), k)?;
                let effort = Effort { units: STEPS_A_RECORD * records.len() as f64 / STEPS as f64, chains: 1 };
                let mut rng = Rng::new(self.seed.wrapping_add(at as u64));
                let found = refine(self.space, &all.select(&records), &start, k, effort, &mut rng, &Silent)?;
                Ok(outside(&found.partition, &records))
            })
            .collect::<Result<_>>()?;
        Ok(Groups::joined(mended))
    }
}

/// The groups of a part, by the numbers that its records have outside of it.
pub(crate) fn outside(partition: &Partition, records: &[u32]) -> Groups {
    partition.groups().map(|group| group.iter().map(|&at| records[at as usize])).collect()
}

/// Blocks of at most so many neighbouring records.
pub fn blocks_of(rows: &Rows, most: usize) -> Vec<Vec<u32>> {
    let mut records: Vec<u32> = (0..rows.len() as u32).collect();
    cut(rows, &mut records, most, 0.5).into_iter().map(<[u32]>::to_vec).collect()
}

/// Cuts records into blocks of nearly equal size: again and again at the widest column, with `share` of the blocks on the
/// left.
fn cut<'r, R: Records + ?Sized>(all: &R, records: &'r mut [u32], most: usize, share: f64) -> Vec<&'r [u32]> {
    let count = records.len().div_ceil(most);
    cut_into(all, records, count, share)
}

fn cut_into<'r, R: Records + ?Sized>(all: &R, records: &'r mut [u32], count: usize, share: f64) -> Vec<&'r [u32]> {
    if count < 2 {
        return vec![records];
    }
    let column = widest(all, records);
    let left = ((count as f64 * share).round() as usize).clamp(1, count - 1);
    let middle = (records.len() as u128 * left as u128 / count as u128) as usize;
    records.select_nth_unstable_by(middle, |&a, &b| {
        let cell = |record: u32| all.cell(record, column);
        cell(a).total_cmp(&cell(b)).then(a.cmp(&b))
    });
    let (low, high) = records.split_at_mut(middle);
    let (mut low, high) = rayon::join(|| cut_into(all, low, left, share), || cut_into(all, high, count - left, share));
    low.extend(high);
    low
}
