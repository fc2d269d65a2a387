//! Microaggregation: groups of at least k records, each of which publishes its centroid.

mod close;
mod group;
mod publish;

use crate::attribute::Attribute;
use crate::encode::Encoded;
use crate::error::Result;
use crate::mask::{GroupReport, Mask, Masked, Problem, Report};
use crate::method::Method;
use crate::partition::{Blocks, GroupSize};
use crate::progress::Grouping;
use crate::rng::Rng;
pub use close::Keeping;
use group::Columns;
use publish::{Published, total};
use scumble_io::Watch;

/// What a group publishes for a value in a taxonomy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Centroid {
    /// The member's value that is nearest to all.
    #[default]
    Medoid,
    /// The most specific concept that all values are a kind of.
    Hypernym,
}

impl Centroid {
    /// Every centroid with its name.
    pub const ALL: [(&'static str, Self); 2] = [("medoid", Self::Medoid), ("hypernym", Self::Hypernym)];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, centroid)| *centroid == self).map_or("", |(name, _)| name)
    }
}

/// Whether a table is cut into blocks.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Cutting {
    /// Where grouping all records at once would take about a minute or more.
    #[default]
    Auto,
    /// Never.
    Never,
    /// Always, in blocks like this.
    Always(Blocks),
}

/// Columns that are grouped together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnGroup {
    /// Their places among the attributes.
    pub columns: Vec<usize>,
    /// Records in a group, at least.
    pub k: GroupSize,
}

/// Parameters of a microaggregation.
#[derive(Debug, Clone, PartialEq)]
pub struct Microaggregation {
    /// How records are grouped.
    pub method: Method,
    /// Units of search, for [`Method::Refined`].
    pub effort: f64,
    /// Whether every column weighs the same.
    pub standardize: bool,
    /// What is published for values in a taxonomy.
    pub centroid: Centroid,
    /// How large tables are cut.
    pub cutting: Cutting,
    /// Columns that are grouped together, each with its k.
    pub groups: Vec<ColumnGroup>,
}

impl Mask for Microaggregation {
    fn mask(&self, problem: &Problem<'_>, rng: &mut Rng, watch: &dyn Watch) -> Result<Masked> {
        let mut attributes = problem.attributes.to_vec();
        let mut report = Report::default();
        let groups = self.column_groups();
        let records = problem.attributes.first().map_or(0, Attribute::len) as u64;
        let progress = Grouping::new(watch, records * groups.len() as u64);
        for (at, group) in groups.iter().enumerate() {
            progress.reached(at as u64 * records);
            progress.grouped(0)?;
            let chosen: Vec<&Attribute> = group.columns.iter().map(|&column| &problem.attributes[column]).collect();
            let encoded = Encoded::new(&chosen, self.standardize)?;
            let columns =
                Columns { mask: self, encoded: &encoded, attributes: &chosen, k: group.k, progress: &progress };
            let found = columns.partition(problem, rng, watch)?;
            watch.step("publishing", at as u64, groups.len() as u64)?;
            let published = Published::new(&encoded, &chosen, &found.partition, self.centroid);
            report.sse += published.sse;
            report.sst += total(&encoded);
            report.squares += published.squares;
            report.steps += found.steps;
            report.stopped |= found.stopped;
            report.groups.push(GroupReport {
                columns: chosen.iter().map(|attribute| attribute.name.clone()).collect(),
                k: group.k.get(),
                groups: found.partition.len(),
                smallest: found.partition.smallest(),
                largest: found.partition.largest(),
                blocks: found.blocks,
                keeping: found.keeping,
                blank: crate::suppression::Blank::OwnValue,
            });
            for (&column, masked) in group.columns.iter().zip(published.attributes) {
                attributes[column] = masked;
            }
        }
        Ok(Masked { attributes, report })
    }
}

impl Microaggregation {
    /// The groups of columns as the method takes them: individual ranking masks every column by itself.
    fn column_groups(&self) -> Vec<ColumnGroup> {
        match self.method {
            Method::IndividualRanking => {
                let single = |group: &ColumnGroup| {
                    let k = group.k;
                    group.columns.clone().into_iter().map(move |column| ColumnGroup { columns: vec![column], k })
                };
                self.groups.iter().flat_map(single).collect()
            }
            _ => self.groups.clone(),
        }
    }
}
