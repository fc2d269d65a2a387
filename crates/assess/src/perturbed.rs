//! Whether a perturbed release keeps what its method promises, by other ways than the method's own.

use crate::promise::Broken;
use crate::reading::Result;
use scumble_data::{Column, Missing, Table};
use scumble_mask::{Attribute, Ends, Percent, Perturbation, Perturbing, Values};
use std::collections::HashMap;

/// What a perturbed release is compared with.
#[derive(Debug, Clone, Copy)]
pub struct Unperturbed<'p> {
    /// The masked columns as they were.
    pub attributes: &'p [Attribute],
    /// Records that were exchanged only among themselves.
    pub strata: &'p [Vec<u32>],
    /// For each released record its record in these columns.
    pub rows: &'p [u32],
    /// The values that mean "missing".
    pub missing: &'p Missing,
}

/// Cells of one column before and after, by record; missing ones are not a number, and those of a record that was not released are
/// not there.
struct Cells {
    name: String,
    before: Vec<f64>,
    after: Vec<Option<f64>>,
}

/// Checks what a step promises of the release.
///
/// # Errors
/// If the release breaks the promise, or a column is not there.
pub fn check_perturbed(release: &Table, step: &Perturbation, original: &Unperturbed<'_>) -> Result<()> {
    let mut columns = step.columns.iter().map(|&column| &original.attributes[column]);
    if matches!(step.perturbing, Perturbing::Recode(_)) {
        return columns.try_for_each(|attribute| equal_stay_equal(release, attribute, original));
    }
    let columns: Vec<Cells> =
        columns.map(|attribute| cells(release.column(&attribute.name)?, attribute, original)).collect::<Result<_>>()?;
    let is_whole = original.attributes.first().is_none_or(|attribute| attribute.len() == original.rows.len());
    for cells in &columns {
        stays_missing(cells)?;
        match &step.perturbing {
            Perturbing::RankSwap(percent) => {
                if is_whole {
                    combinations_stay(std::slice::from_ref(cells), original.strata)?;
                }
                ranks_are_near(cells, original.strata, *percent)?;
            }
            Perturbing::ShuffleValues { .. } if is_whole => {
                combinations_stay(std::slice::from_ref(cells), original.strata)?;
            }
            Perturbing::Pram(..) => nothing_new(cells, original.strata)?,
            Perturbing::TopBottom(ends) => coded(cells, *ends)?,
            Perturbing::Round(base) => multiples(cells, *base)?,
            _ => {}
        }
    }
    match step.perturbing {
        Perturbing::RecordSwap(_) if is_whole => combinations_stay(&columns, original.strata),
        _ => Ok(()),
    }
}

fn broken(cells: &Cells, problem: impl Into<String>) -> crate::reading::Error {
    Broken::Perturbation { column: cells.name.clone(), problem: problem.into() }.into()
}

/// Equal values are equal in the release, and a missing one stays missing.
fn equal_stay_equal(release: &Table, attribute: &Attribute, original: &Unperturbed<'_>) -> Result<()> {
    let column = release.column(&attribute.name)?;
    let before = |record: u32| match &attribute.values {
        _ if attribute.is_missing(record as usize) => u64::MAX,
        Values::Numbers(cells, _) | Values::Dates(cells, _) => (cells[record as usize] + 0.0).to_bits(),
        Values::Ordinal(codes, _) | Values::Nominal(codes, _) | Values::Text(codes, ..) => {
            u64::from(codes[record as usize])
        }
    };
    let mut known: HashMap<u64, String> = HashMap::new();
    for (row, &record) in original.rows.iter().enumerate() {
        let text = column.cells.text(row);
        let is_missing = attribute.is_missing(record as usize);
        let first = known.entry(before(record)).or_insert_with(|| text.clone().into_owned());
        if *first != text || is_missing != original.missing.is(&text) {
            let problem = format!("row {} differs from another of the same value, or is missing", row + 2);
            return Err(Broken::Perturbation { column: attribute.name.clone(), problem }.into());
        }
    }
    Ok(())
}

/// Reads a released column as its original was read.
fn cells(column: &Column, original: &Attribute, all: &Unperturbed<'_>) -> Result<Cells> {
    let values: HashMap<&str, f64> = match &original.values {
        Values::Ordinal(_, values) | Values::Nominal(_, values) | Values::Text(_, values, _) => {
            values.iter().enumerate().map(|(code, value)| (value.as_str(), code as f64)).collect()
        }
        _ => HashMap::new(),
    };
    let before: Vec<f64> = match &original.values {
        // As they are published, should fewer decimals be asked for.
        Values::Numbers(numbers, format) => {
            let published = |&x: &f64| if x.is_nan() { x } else { format.rounded(x) };
            numbers.iter().map(published).collect()
        }
        Values::Dates(seconds, _) => seconds.to_vec(),
        Values::Ordinal(codes, values) | Values::Nominal(codes, values) | Values::Text(codes, values, _) => {
            let code = |&code: &u32| if (code as usize) < values.len() { f64::from(code) } else { f64::NAN };
            codes.iter().map(code).collect()
        }
    };
    let mut after = vec![None; before.len()];
    for (row, &record) in all.rows.iter().enumerate() {
        let text = column.cells.text(row);
        let cell = match &original.values {
            _ if all.missing.is(&text) => Some(f64::NAN),
            Values::Numbers(_, format) => format.style.parse(&text).or_else(|| text.trim().parse().ok()),
            Values::Dates(_, format) => format.parse(&text),
            // A value that the column never had is no value of any stratum.
            _ => Some(values.get(&*text).copied().unwrap_or(-1.0)),
        };
        let unread = || Broken::Perturbation {
            column: original.name.clone(),
            problem: format!("row {} is not of the column's kind", row + 2),
        };
        after[record as usize] = Some(cell.ok_or_else(unread)?);
    }
    Ok(Cells { name: original.name.clone(), before, after })
}

/// A missing cell stays missing, and no other becomes so; record swapping and shuffling move whole cells, and are compared as such.
fn stays_missing(cells: &Cells) -> Result<()> {
    let count = |cells: &mut dyn Iterator<Item = f64>| cells.filter(|cell| cell.is_nan()).count();
    let kept = || cells.before.iter().zip(&cells.after).filter_map(|(before, after)| Some((*before, (*after)?)));
    let (before, after) = (count(&mut kept().map(|(before, _)| before)), count(&mut kept().map(|(_, after)| after)));
    let is_whole = cells.after.iter().all(Option::is_some);
    if is_whole && before != after {
        return Err(broken(cells, format!("{after} missing values instead of {before}")));
    }
    Ok(())
}

/// Every stratum has the combinations of values that it had, as often.
fn combinations_stay(columns: &[Cells], strata: &[Vec<u32>]) -> Result<()> {
    // Bits order numbers well enough to compare sorted lists; 0 and -0 are one number, and so is every missing cell.
    let bits = |cell: f64| if cell.is_nan() { u64::MAX } else { (cell + 0.0).to_bits() };
    for stratum in strata {
        let sorted = |cell: &dyn Fn(&Cells, usize) -> f64| {
            let row = |&record: &u32| columns.iter().map(|cells| bits(cell(cells, record as usize))).collect();
            let mut rows: Vec<Vec<u64>> = stratum.iter().map(row).collect();
            rows.sort_unstable();
            rows
        };
        let before = sorted(&|cells, record| cells.before[record]);
        let after = sorted(&|cells, record| cells.after[record].unwrap_or(f64::NAN));
        if before != after {
            return Err(broken(&columns[0], "the values of a stratum are not those that it had"));
        }
    }
    Ok(())
}

/// No value stands further than a percentage of the ranks of its stratum from the one whose place it has. Equal values share their
/// ranks: the nearest ones count.
fn ranks_are_near(cells: &Cells, strata: &[Vec<u32>], percent: Percent) -> Result<()> {
    for stratum in strata {
        let mut sorted: Vec<f64> = stratum.iter().map(|&record| cells.before[record as usize]).collect();
        sorted.retain(|cell| !cell.is_nan());
        sorted.sort_by(f64::total_cmp);
        let ranks =
            |value: f64| (sorted.partition_point(|cell| *cell < value), sorted.partition_point(|cell| *cell <= value));
        for &record in stratum {
            let (before, after) = (cells.before[record as usize], cells.after[record as usize]);
            let Some(after) = after.filter(|after| !after.is_nan() && !before.is_nan()) else { continue };
            let ((low, high), (lowest, highest)) = (ranks(before), ranks(after));
            if lowest == highest {
                return Err(broken(cells, "a value is not one of its stratum"));
            }
            let moved = (lowest + 1).saturating_sub(high).max((low + 1).saturating_sub(highest));
            if moved as f64 * 100.0 > percent.get() * sorted.len() as f64 + 1e-6 {
                return Err(broken(cells, format!("a value moved by {moved} ranks of {}", sorted.len())));
            }
        }
    }
    Ok(())
}

/// Every value is one that its stratum had.
fn nothing_new(cells: &Cells, strata: &[Vec<u32>]) -> Result<()> {
    for stratum in strata {
        let mut known: Vec<f64> = stratum.iter().map(|&record| cells.before[record as usize]).collect();
        known.sort_by(f64::total_cmp);
        known.dedup();
        let released = stratum.iter().filter_map(|&record| cells.after[record as usize]).filter(|cell| !cell.is_nan());
        for cell in released {
            if known.binary_search_by(|known| known.total_cmp(&cell)).is_err() {
                return Err(broken(cells, "a value is not one of its stratum"));
            }
        }
    }
    Ok(())
}

/// Values within the bounds stay, and those beyond are the bound.
fn coded(cells: &Cells, ends: Ends) -> Result<()> {
    let (bottom, top) = match ends {
        Ends::Values { bottom, top } => (bottom.unwrap_or(f64::NEG_INFINITY), top.unwrap_or(f64::INFINITY)),
        Ends::Percent(percent) => {
            let mut sorted: Vec<f64> = cells.before.iter().copied().filter(|cell| !cell.is_nan()).collect();
            sorted.sort_by(f64::total_cmp);
            let Some(last) = sorted.len().checked_sub(1) else { return Ok(()) };
            let cut = percent.of(sorted.len()).min(last / 2);
            (sorted[cut], sorted[last - cut])
        }
    };
    for (&before, after) in cells.before.iter().zip(&cells.after) {
        let expected = if before < bottom {
            bottom
        } else if before > top {
            top
        } else {
            before
        };
        if after.is_some_and(|after| !before.is_nan() && after != expected) {
            return Err(broken(cells, "a value is beyond its bound, or one within the bounds was changed"));
        }
    }
    Ok(())
}

/// Every number is a multiple of the base, and the nearest one.
fn multiples(cells: &Cells, base: f64) -> Result<()> {
    for (before, after) in cells.before.iter().zip(&cells.after) {
        let Some(after) = after.filter(|after| !after.is_nan()) else { continue };
        let share = after / base;
        let slack = 1e-9 * share.abs().max(1.0);
        if (share - share.round()).abs() > slack || (after - before).abs() > base * (0.5 + slack) {
            return Err(broken(cells, "a number is not the nearest multiple of the base"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::Error;
    use scumble_data::{NumberFormat, Options, read_text};

    fn number(cells: &[f64]) -> Attribute {
        Attribute { name: "a".to_owned(), values: Values::Numbers(cells.to_vec().into(), NumberFormat::default()) }
    }

    /// Checks a release of one column; the message of a broken promise.
    fn checked(before: &[f64], after: &str, strata: &[Vec<u32>], perturbing: Perturbing) -> Option<String> {
        let text = format!("a\n{}\n", after.replace(' ', "\n"));
        let table = read_text("t.csv", text.as_bytes(), &Options::default()).unwrap();
        let (attributes, missing) = ([number(before)], Missing::default());
        let rows: Vec<u32> = (0..before.len() as u32).collect();
        let original = Unperturbed { attributes: &attributes, strata, rows: &rows, missing: &missing };
        match check_perturbed(&table, &Perturbation { perturbing, columns: vec![0] }, &original) {
            Ok(()) => None,
            Err(Error::Broken(broken)) => Some(broken.to_string()),
            Err(other) => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_not_promised_is_found() {
        let all = [vec![0, 1, 2, 3, 4]];
        let halves = [vec![0, 1, 2], vec![3, 4]];
        let before = [1.0, 2.0, 3.0, 3.0, 5.0];
        let percent = |percent| Percent::new(percent).unwrap();
        let swap = |of| Perturbing::RankSwap(percent(of));
        let found = |after: &str, strata: &[Vec<u32>], perturbing| checked(&before, after, strata, perturbing);
        assert_eq!(found("2 1 3 5 3", &all, swap(20.0)), None, "a rank of five, equal values at their nearest");
        assert!(found("3 2 1 3 5", &all, swap(20.0)).unwrap().contains("moved by 2 ranks of 5"));
        assert_eq!(found("3 2 1 3 5", &all, swap(40.0)), None);
        assert!(found("2 2 3 3 5", &all, swap(40.0)).unwrap().contains("are not those that it had"));
        assert!(found("1 2 3 3 4", &all, swap(40.0)).is_some());
        assert!(found("5 2 3 3 1", &halves, Perturbing::ShuffleValues { given: vec![] }).is_some());
        assert_eq!(found("5 2 3 3 1", &all, Perturbing::ShuffleValues { given: vec![] }), None);
        assert!(found("5 2 3 3 1", &halves, Perturbing::RecordSwap(percent(50.0))).is_some());
        let ends = |bottom, top| Perturbing::TopBottom(Ends::Values { bottom, top });
        assert_eq!(found("2 2 3 3 4", &all, ends(Some(2.0), Some(4.0))), None);
        assert!(found("2 2 3 3 5", &all, ends(Some(2.0), Some(4.0))).is_some());
        assert!(found("2 2 3 4 4", &all, ends(Some(2.0), Some(4.0))).is_some());
        assert_eq!(found("2 2 3 3 3", &all, Perturbing::TopBottom(Ends::Percent(percent(20.0)))), None);
        assert_eq!(found("2 2 4 4 4", &all, Perturbing::Round(2.0)), None);
        assert!(found("2 2 4 4 8", &all, Perturbing::Round(2.0)).is_some(), "not the nearest");
        assert!(found("1 2 4 4 4", &all, Perturbing::Round(2.0)).is_some(), "no multiple");
        assert!(found("1 2 NA 3 5", &all, Perturbing::Noise(percent(5.0))).unwrap().contains("1 missing values"));
        assert!(found("1 x 3 3 5", &all, Perturbing::Noise(percent(5.0))).unwrap().contains("row 3 is not"));
    }
}
