//! A step of suppression, planned: combinations of columns by their places, what a blank costs, what may be left out.

use crate::error::{Error, Result};
use crate::policy::{CombinationPolicy, Combined, Importance, Step, SuppressChoice};
use scumble_io::Help;
use scumble_mask::partition::GroupSize;
use scumble_mask::table::MaskedColumn;
use scumble_mask::{Blank, ColumnGroup, Combination, Promise, Suppress, Suppression};

/// Combinations of columns, at most.
const MOST_COMBINATIONS: usize = 10_000;

/// Fills the gaps of a step of suppression; `group` holds its columns and their k.
///
/// # Errors
/// If a column is not one of the step, a combination is larger than the step, or the promise is about equal records and blanks are not.
pub(super) fn planned(
    step: &Step,
    group: &ColumnGroup,
    masked: &[MaskedColumn],
    promise: &Promise,
) -> Result<Suppression> {
    let said = &step.suppression;
    let place = |name: &str| {
        let at = group.columns.iter().copied().find(|&at| masked[at].name == name);
        at.ok_or_else(|| {
            Error::input(format!("column “{name}” is named for suppression, but the step does not mask it"))
                .with_help("add it to the columns of the step")
        })
    };
    let mut combinations: Vec<Combination> = Vec::new();
    for CombinationPolicy { of, k } in &said.combinations {
        let k = k.map_or(Ok(group.k), GroupSize::new)?;
        match of {
            Combined::Columns(names) => {
                let mut columns: Vec<usize> = names.iter().map(|name| place(name)).collect::<Result<_>>()?;
                columns.sort_unstable();
                columns.dedup();
                combinations.push(Combination { columns, k });
            }
            Combined::Size(size) if *size == 0 || *size > group.columns.len() => {
                let problem = format!("a combination of {size} columns, but the step masks {}", group.columns.len());
                return Err(Error::input(problem)
                    .with_help(Help::set("combinations", "name sizes from 1 to the number of columns, or columns")));
            }
            Combined::Size(size) => {
                for columns in of_size(&group.columns, *size) {
                    combinations.push(Combination { columns, k });
                    too_many(&combinations)?;
                }
            }
        }
    }
    if combinations.iter().any(|combination| combination.columns.is_empty()) {
        return Err(Error::input("a combination without columns"));
    }
    if combinations.is_empty() {
        combinations.push(Combination { columns: group.columns.clone(), k: group.k });
    }
    let blank = said.blank.unwrap_or(Blank::OwnValue);
    if promise.columns().next().is_some() {
        return Err(Error::input("suppression keeps k, not l-diversity or t-closeness")
            .with_help("generalise or microaggregate, or remove this promise"));
    }
    if promise.k.is_some() && blank == Blank::MatchesAnything {
        return Err(Error::input("a promise of k is about equal records, where a blank is a value of its own")
            .with_help(Help::set("blank", "remove the promise, or count blanks as it does").to("own-value")));
    }
    Ok(Suppression {
        columns: group.columns.clone(),
        weights: weights(said.importance.as_ref(), &group.columns, place)?,
        combinations,
        blank,
        suppress: suppress(step)?,
    })
}

fn too_many(combinations: &[Combination]) -> Result<()> {
    if combinations.len() <= MOST_COMBINATIONS {
        return Ok(());
    }
    Err(Error::input(format!("more than {MOST_COMBINATIONS} combinations of columns"))
        .with_help(Help::set("combinations", "name fewer columns or smaller combinations")))
}

fn suppress(step: &Step) -> Result<Suppress> {
    let limit = step.suppression_limit;
    let without = || {
        Error::input("records are left out only up to a limit, and none is given")
            .with_help(Help::set("suppression-limit", "give the share of the records that may be left out"))
    };
    match step.suppression.suppress {
        Some(SuppressChoice::Cells) if limit.is_some() => Err(Error::input(
            "a limit of suppression is of records, but only cells are to be suppressed",
        )
        .with_help(Help::set("suppress", "leave records out as well, or give no limit").to("records-then-cells"))),
        Some(SuppressChoice::Records) => limit.map(Suppress::Records).ok_or_else(without),
        Some(SuppressChoice::RecordsThenCells) => limit.map(Suppress::RecordsThenCells).ok_or_else(without),
        Some(SuppressChoice::Cells) | None => Ok(limit.map_or(Suppress::Cells, Suppress::RecordsThenCells)),
    }
}

/// What a blank costs in each column.
fn weights(
    importance: Option<&Importance>,
    columns: &[usize],
    place: impl Fn(&str) -> Result<usize>,
) -> Result<Vec<f64>> {
    let mut weights = vec![1.0; columns.len()];
    let mut set = |name: &str, weight: f64| -> Result<()> {
        let at = place(name)?;
        columns.iter().zip(&mut weights).filter(|(column, _)| **column == at).for_each(|(_, own)| *own = weight);
        Ok(())
    };
    match importance {
        None => {}
        Some(Importance::Order(names)) => {
            for (rank, name) in names.iter().rev().enumerate() {
                set(name, 2_f64.powi(rank as i32 + 1))?;
            }
        }
        Some(Importance::Weights(given)) => {
            for (name, weight) in given {
                set(name, *weight)?;
            }
        }
    }
    Ok(weights)
}

/// All combinations of so many of these columns.
fn of_size(columns: &[usize], size: usize) -> impl Iterator<Item = Vec<usize>> {
    let mut at: Option<Vec<usize>> = Some((0..size).collect());
    std::iter::from_fn(move || {
        let now = at.take()?;
        let found = now.iter().map(|&place| columns[place]).collect();
        // The last place that can still move on does, and those behind it follow.
        if let Some(last) = (0..size).rev().find(|&last| now[last] + size - last < columns.len()) {
            let mut next = now;
            next[last] += 1;
            (last + 1..size).for_each(|behind| next[behind] = next[behind - 1] + 1);
            at = Some(next);
        }
        Some(found)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_combinations_of_a_size() {
        let found: Vec<Vec<usize>> = of_size(&[3, 5, 7, 8], 2).collect();
        assert_eq!(found, [[3, 5], [3, 7], [3, 8], [5, 7], [5, 8], [7, 8]]);
        assert_eq!(of_size(&[1, 2, 3], 3).count(), 1);
        assert_eq!(of_size(&(0..10).collect::<Vec<_>>(), 4).count(), 210);
    }
}
