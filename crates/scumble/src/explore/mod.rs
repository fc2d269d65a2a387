//! A grid of methods and parameters on one table: what each loses and still discloses, as a risk–utility map.
//!
//! | to do this | look at |
//! |---|---|
//! | try a grid on a table | [`explore()`], [`explore_in_memory`] |
//! | say which methods and parameters are tried | [`Choice`], [`Grid`] |
//! | know what loss and risk are | [`Axes`] |
//! | write the table, the map and the policies | [`Explored::write`] |
//!
//! Every point is masked with the seed of the policy, as `mask` would with the point's policy, and gives the same figures.

mod axes;
mod explored;
mod finished;
mod grid;
mod inputs;
mod point;
mod workers;

pub use axes::{Axes, Figures};
pub use explored::Explored;
pub use finished::Outcome;
pub use grid::{Grid, GridMethod, GridRow, Varied, range, whole_numbers};
pub use point::Point;

use crate::document::Folder;
use crate::error::{Error, ErrorKind, Result};
use crate::policy::TablePolicy;
use crate::table::Plan;
use finished::Finished;
use scumble_data::{ColumnKind, Table};
use scumble_io::{Cancelled, Help, Watch};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use workers::Workers;

/// What is tried.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Choice {
    /// The grid; the usual one for the kinds of the quasi-identifiers, if none is given.
    pub grid: Option<Grid>,
    /// Only these methods.
    pub methods: Vec<GridMethod>,
    /// Only these values of k.
    pub k: Vec<usize>,
    /// Only these values of p, in percent.
    pub p: Vec<f64>,
}

/// Masks and measures a table by every point of a grid. `policy` says what the columns are; a step of it says which are masked and
/// how they are standardized, and the grid says the rest.
///
/// Points that are finished are kept in the work folder beside `out`, and a run that was killed goes on from there. They are measured
/// again if the table, a hierarchy or the policy is another one.
///
/// # Errors
/// If the policy does not fit the table, the grid has no point on it, or the watcher cancels the run. A point that cannot be masked
/// is no error: its outcome says why.
pub fn explore(
    table: &Table,
    policy: &TablePolicy,
    choice: &Choice,
    out: &Path,
    watch: &dyn Watch,
) -> Result<Explored> {
    run(table, policy, choice, Some(out), watch)
}

/// The same with nothing kept on disk: a run that is killed starts anew.
///
/// # Errors
/// As [`explore`].
pub fn explore_in_memory(table: &Table, policy: &TablePolicy, choice: &Choice, watch: &dyn Watch) -> Result<Explored> {
    run(table, policy, choice, None, watch)
}

fn run(
    table: &Table,
    policy: &TablePolicy,
    choice: &Choice,
    out: Option<&Path>,
    watch: &dyn Watch,
) -> Result<Explored> {
    let (base, template) = inputs::base(policy)?;
    let plan = Plan::new(&base, table)?;
    let base = TablePolicy { seed: Some(plan.seed), ..base };
    let quasi: Vec<(String, ColumnKind)> =
        plan.roles.masked.iter().map(|column| (column.name.clone(), column.kind.clone())).collect();
    let quasi: Vec<(&str, &ColumnKind)> = quasi.iter().map(|(name, kind)| (name.as_str(), kind)).collect();
    let axes = Axes::of(table, &quasi);
    // What is wrong with the table is wrong at every point: it is said before the first.
    let mut notes = plan.prepare(table)?.warnings;
    let grid = choice.grid.clone().unwrap_or_else(|| Grid::usual(axes));
    let grid = grid.narrowed(&choice.methods, &choice.k, &choice.p);
    let (points, left_out) = point::points(&grid, axes, &quasi, &template);
    notes.extend(left_out);
    if points.is_empty() {
        let help = Help::set("methods", "name methods that apply to these columns");
        return Err(Error::input(format!("the grid has no point on this table: {}", notes.join("; "))).with_help(help));
    }
    let open = |out| Finished::open(&Folder::work_of(out), &inputs::hash(table, &base, axes)?);
    let finished = out.map(open).transpose()?;
    let known = |key: &str| finished.as_ref().and_then(|finished| finished.get(key));
    if let Some(finished) = finished.as_ref().filter(|finished| finished.discarded > 0) {
        notes.push(format!(
            "the table, a hierarchy or the policy changed since the last run: {} finished points are measured again",
            finished.discarded
        ));
    }
    let keys: Vec<String> =
        points.iter().map(|point| point.policy(&base).to_toml()).map(|toml| inputs::key(&toml)).collect();
    let resumed = keys.iter().filter(|key| known(key).is_some()).count();
    let progress = Counted { watch, done: AtomicU64::new(0), of: points.len() as u64 };
    let job = |at: usize| -> Result<Outcome> {
        let outcome = match known(&keys[at]) {
            Some(known) => known.clone(),
            None => {
                let outcome = outcome(table, &points[at].policy(&base), axes, &progress)?;
                finished.iter().try_for_each(|finished| finished.add(&keys[at], &outcome))?;
                outcome
            }
        };
        progress.done.fetch_add(1, Ordering::Relaxed);
        progress.at("exploring", 0, 0).continue_value().ok_or(Cancelled)?;
        Ok(outcome)
    };
    let outcomes =
        Workers::new(rayon::current_num_threads(), bytes(table, axes, quasi.len())).each(points.len(), job)?;
    let columns = quasi.iter().map(|(name, _)| (*name).to_owned()).collect();
    let points: Vec<(Point, Outcome)> = points.into_iter().zip(outcomes).collect();
    Ok(Explored { axes, points, notes, base, columns, file: table.file().to_owned(), records: table.len(), resumed })
}

/// Progress in points, whatever a point itself is doing.
struct Counted<'a> {
    watch: &'a dyn Watch,
    done: AtomicU64,
    of: u64,
}

impl Watch for Counted<'_> {
    fn at(&self, _: &'static str, _: u64, _: u64) -> ControlFlow<()> {
        self.watch.at("exploring", self.done.load(Ordering::Relaxed), self.of)
    }
}

/// Masks and measures the table in one way.
fn outcome(table: &Table, policy: &TablePolicy, axes: Axes, watch: &dyn Watch) -> Result<Outcome> {
    let masked = Plan::new(policy, table).and_then(|plan| plan.prepare(table)).and_then(|ready| ready.mask(watch));
    match masked.and_then(|masked| axes.measure(table, &masked)) {
        Ok(figures) => Ok(Ok(figures)),
        Err(error) if matches!(error.kind, ErrorKind::Input | ErrorKind::Promise) => Ok(Err(error.message)),
        Err(error) => Err(error),
    }
}

/// Memory of one point, roughly: the table a few times over, and the agreements of all records on all sets of columns.
fn bytes(table: &Table, axes: Axes, columns: usize) -> usize {
    let cells = table.len().saturating_mul(table.columns().len()).saturating_mul(96);
    match axes {
        Axes::Numbers => cells.saturating_add(table.len().saturating_mul(4 << columns.min(31))),
        _ => cells,
    }
}
