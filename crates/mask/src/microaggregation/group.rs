//! How the records of one group of columns are grouped, stratum by stratum.

use super::close::{self, Keeping};
use super::{Cutting, Microaggregation};
use crate::attribute::Attribute;
use crate::encode::{Encoded, Part};
use crate::error::{Error, ONE_STRATUM, Result};
use crate::mask::Problem;
use crate::method::Method;
use crate::partition::{
    AllRemaining, Blocks, GAIN, GroupSize, Groups, Partition, Records, ascending, exact_watched, in_blocks_watched,
    ordered, outside, principal_component, refine, sums, v_mdav_watched,
};
use crate::progress::Grouping;
use crate::promise::{Constraint, Judge, Sensitive};
use crate::rng::Rng;
use crate::space::Metric;
use scumble_data::Rows;
use scumble_io::Watch;

/// Searches side by side: one for each of two cores.
pub(super) const CHAINS: usize = 2;

/// Work that takes about a minute on two cores: 5·10^11 for numbers (measured: 500,000 records of 10 numbers and k = 5 are that,
/// and took 42 s).
const MINUTE: f64 = 5e11;

/// Columns that are grouped together, encoded.
pub(super) struct Columns<'a> {
    pub(super) mask: &'a Microaggregation,
    pub(super) encoded: &'a Encoded<'a>,
    pub(super) attributes: &'a [&'a Attribute],
    pub(super) k: GroupSize,
    pub(super) progress: &'a Grouping<'a>,
}

/// The groups of some records, and how they were found.
pub(super) struct Grouped {
    pub(super) partition: Partition,
    /// Records in a block, if the records were cut into blocks.
    pub(super) blocks: Option<usize>,
    /// How the groups keep what is promised of confidential columns: each way that a stratum took.
    pub(super) keeping: Vec<Keeping>,
    /// Steps of search.
    pub(super) steps: u64,
    /// Whether a search was stopped before its effort was spent.
    pub(super) stopped: bool,
}

impl From<Partition> for Grouped {
    fn from(partition: Partition) -> Self {
        Self { partition, blocks: None, keeping: Vec::new(), steps: 0, stopped: false }
    }
}

impl Columns<'_> {
    /// Groups the records of every stratum among themselves.
    pub(super) fn partition(&self, problem: &Problem<'_>, rng: &mut Rng, watch: &dyn Watch) -> Result<Grouped> {
        let (mut blocks, mut steps, mut stopped) = (None, 0, false);
        let mut keeping: Vec<Keeping> = Vec::new();
        let judges: Vec<Judge<'_>> = problem.sensitive.iter().map(Sensitive::judge).collect();
        let mut groups = Vec::new();
        for stratum in problem.strata {
            let whole = stratum.len() == self.encoded.len();
            let part = self.encoded.part(stratum);
            if part.len() < self.k.get() {
                let among = (!whole).then(|| among(problem.attributes, stratum));
                return Err(Error::TooFewRecords { k: self.k.get(), records: part.len(), among });
            }
            let constraint = Constraint::new(&judges, stratum);
            close::check(&constraint, whole)?;
            let found = self.group(&part, rng, watch)?;
            let found = match constraint.is_empty() {
                true => found,
                false => self.close(&part, found, &constraint, rng, watch)?,
            };
            blocks = blocks.or(found.blocks);
            steps += found.steps;
            stopped |= found.stopped;
            let new: Vec<Keeping> = found.keeping.iter().copied().filter(|way| !keeping.contains(way)).collect();
            keeping.extend(new);
            groups.push(outside(&found.partition, stratum));
        }
        let partition = Partition::of(Groups::joined(groups), self.encoded.len(), self.k)?;
        Ok(Grouped { partition, blocks, keeping, steps, stopped })
    }

    /// Groups the records of one stratum by the method.
    fn group(&self, part: &Part<'_>, rng: &mut Rng, watch: &dyn Watch) -> Result<Grouped> {
        let (space, k) = (&self.encoded.space, self.k);
        let along = |numbers: Vec<f64>| Ok(ordered(part.rows(), &ascending(&numbers), k)?.into());
        match self.mask.method {
            Method::IndividualRanking | Method::ZScores | Method::PrincipalComponent if !space.is_numbers() => {
                Err(self.without_order())
            }
            Method::IndividualRanking | Method::ZScores => along(sums(part.rows())),
            Method::PrincipalComponent => along(principal_component(part.rows())),
            Method::VMdav => {
                let rows = part.rows();
                let nearest = |record: u32, groups: &[Vec<u32>]| self.nearest_group(rows, record, groups);
                let remaining = AllRemaining::new(space, rows);
                Ok(v_mdav_watched(remaining, k, GAIN, nearest, self.progress)?.into())
            }
            Method::Mdav | Method::Grouped => self.mdav(part, rng),
            Method::Refined => {
                let start = self.mdav(part, rng)?;
                let rows = part.rows();
                let found = refine(space, rows, &start.partition, k, self.effort(rows), rng, watch)?;
                Ok(Grouped { partition: found.partition, steps: found.steps, stopped: found.stopped, ..start })
            }
            _ => Err(Error::Parameters(format!("the method {} is no microaggregation", self.mask.method.name()))),
        }
    }

    /// MDAV, in blocks where the table is to be cut.
    fn mdav(&self, part: &Part<'_>, rng: &mut Rng) -> Result<Grouped> {
        let (space, k) = (&self.encoded.space, self.k);
        let cut = match self.mask.cutting {
            Cutting::Never => None,
            Cutting::Always(cut) => Some(cut),
            Cutting::Auto => (self.work(part) > MINUTE).then(Blocks::default),
        };
        match cut {
            Some(cut) if part.len() > cut.least(k) => {
                let partition = in_blocks_watched(space, part, k, cut, rng.bits(), self.progress)?;
                Ok(Grouped { blocks: Some(cut.least(k)), ..partition.into() })
            }
            _ => Ok(exact_watched(space, part.rows(), k, self.progress)?.into()),
        }
    }

    /// The work of MDAV over all these records at once.
    fn work(&self, part: &Part<'_>) -> f64 {
        let (records, width) = (part.len() as f64, part.width() as f64);
        // Values are looked up one by one, numbers are compared several at a time.
        let kind = if self.encoded.space.is_numbers() { 1.0 } else { 4.0 };
        records * records * width / self.k.get() as f64 * kind
    }

    /// The error for a method that needs an order, on columns of which one has none.
    fn without_order(&self) -> Error {
        let metrics = self.attributes.iter().zip(&self.encoded.space.metrics);
        let column =
            metrics.filter(|(_, metric)| **metric != Metric::Number).map(|(column, _)| column.name.clone()).next();
        let problem = "this method needs an order: numbers, dates or ordinals (mdav takes any column)";
        Error::Column { column: column.unwrap_or_default(), problem: problem.to_owned() }
    }

    /// The group with the least mean squared distance to a record.
    fn nearest_group(&self, rows: &Rows, record: u32, groups: &[Vec<u32>]) -> usize {
        let space = &self.encoded.space;
        let distance = |group: &Vec<u32>| {
            let members =
                group.iter().map(|&member| space.squared(rows.row(record as usize), rows.row(member as usize)));
            members.sum::<f64>() / group.len() as f64
        };
        let distances = groups.iter().map(distance).enumerate();
        distances.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(at, _)| at)
    }
}

/// Which records too small a stratum is made of: those that miss the same values are named by their columns.
fn among(attributes: &[Attribute], stratum: &[u32]) -> String {
    let record = stratum[0] as usize;
    let missing: Vec<String> = attributes
        .iter()
        .filter(|attribute| attribute.is_missing(record))
        .map(|attribute| format!("“{}”", attribute.name))
        .collect();
    match missing.is_empty() {
        true => ONE_STRATUM.to_owned(),
        false if stratum.len() == 1 => format!("that misses exactly {}", missing.join(", ")),
        false => format!("that miss exactly {}", missing.join(", ")),
    }
}
