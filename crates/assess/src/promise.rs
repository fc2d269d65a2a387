//! Whether a release keeps its promise.

use crate::classes::{Classes, classes};
use crate::matches::fewest_matches;
use crate::reading::Result;
use crate::risk::matched;
use scumble_data::{Column, Missing, Table};
use scumble_io::Help;
use scumble_mask::table::{Roles, sensitive};
use scumble_mask::{Blank, Demand, Diversity, GroupReport, Population, Presence, Promise, Sensitive};
use scumble_ontology::Stack;

/// What was promised of a release.
#[derive(Debug, Clone, Copy)]
pub struct Promised<'p> {
    /// Records that the release must have.
    pub records: usize,
    /// What happens to the columns.
    pub roles: &'p Roles,
    /// Columns that were grouped together, each with its k.
    pub groups: &'p [GroupReport],
    /// What is promised of every equivalence class.
    pub promise: &'p Promise,
    /// The values that mean "missing".
    pub missing: &'p Missing,
    /// The taxonomy of the confidential column whose closeness is by a hierarchy.
    pub taxonomy: Option<&'p Stack>,
    /// The population that the records were taken from, with what is promised against it.
    pub population: Option<&'p Population>,
}

/// What a release keeps.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[must_use]
pub struct Kept {
    /// Records in the smallest equivalence class over all masked columns.
    pub smallest: usize,
    /// Records in the largest one.
    pub largest: usize,
    /// The fewest distinct confidential values in a class, if diversity was promised.
    pub distinct: Option<usize>,
    /// The l of entropy diversity: e to the least entropy of a class, if that was promised.
    pub entropy: Option<f64>,
    /// The c of recursive diversity: the commonest value of a class as a multiple of the l-th commonest and rarer ones, at most; c
    /// must be above it. If that was promised.
    pub recursive: Option<f64>,
    /// The greatest distance of a class's distribution of a confidential column from that of the table, if that was promised.
    pub closeness: Option<f64>,
    /// The fewest records of the population that a released record matches, if anything was promised against one.
    pub k_map: Option<u64>,
    /// The least and the greatest share of the matching records of the population that are released, likewise.
    pub presence: Option<(f64, f64)>,
}

/// How a release breaks its promise.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Broken {
    /// A column that identifies people is there.
    #[error("the release would break its promise: it has the identifier “{column}”; nothing was written")]
    Identifier {
        /// The column.
        column: String,
    },
    /// Records are missing, or there are too many.
    #[error("the release would break its promise: {found} records instead of {expected}; nothing was written")]
    Records {
        /// Records of the release.
        found: usize,
        /// Records that it must have.
        expected: usize,
    },
    /// A group of columns has too small a class.
    #[error(
        "the release would break its promise: {smallest} equal records on {}, where k is {k}; nothing was written",
        .columns.join(", ")
    )]
    Group {
        /// The columns.
        columns: Vec<String>,
        /// The group size that was asked for.
        k: usize,
        /// Records in the smallest class.
        smallest: usize,
    },
    /// k-anonymity over all masked columns.
    #[error(
        "the promise k = {k} over all masked columns is not kept: some record equals only {} others; nothing was written",
        .smallest.saturating_sub(1)
    )]
    Anonymity {
        /// The k that was promised.
        k: usize,
        /// Records in the smallest class.
        smallest: usize,
    },
    /// l-diversity.
    #[error("the promise cannot be kept: {}; nothing was written", diversity_broken(column, *found, *model))]
    Diversity {
        /// The confidential column.
        column: String,
        /// The worst figure of a class.
        found: f64,
        /// What was promised.
        model: Diversity,
    },
    /// k-map.
    #[error(
        "the promise cannot be kept: a released record matches {found} records of the population instead of {k}; nothing was written"
    )]
    KMap {
        /// The k that was promised.
        k: usize,
        /// The fewest matching records.
        found: u64,
    },
    /// δ-presence.
    #[error(
        "the promise cannot be kept: the share of matching records of the population that are released lies between {found_least:.4} and {found_most:.4}, not between {least} and {most}; nothing was written"
    )]
    Presence {
        /// δmin.
        least: f64,
        /// δmax.
        most: f64,
        /// The least share of a class.
        found_least: f64,
        /// The greatest share of a class.
        found_most: f64,
    },
    /// A population that cannot be matched.
    #[error(
        "the promise against the population cannot be checked: there are too many values and classes; nothing was written"
    )]
    Unmatched,
    /// t-closeness.
    #[error(
        "the promise cannot be kept: a class is {found:.4} from all in “{column}”, more than {at_most}; nothing was written"
    )]
    Closeness {
        /// The confidential column.
        column: String,
        /// The greatest distance of a class.
        found: f64,
        /// The distance that was promised.
        at_most: f64,
    },
    /// What a method of perturbation promises of a column.
    #[error("the release would break its promise: column “{column}”: {problem}; nothing was written")]
    Perturbation {
        /// The column.
        column: String,
        /// How.
        problem: String,
    },
}

fn diversity_broken(column: &str, found: f64, model: Diversity) -> String {
    match model {
        Diversity::Distinct(least) => format!("a class has {found} distinct values of “{column}” instead of {least}"),
        Diversity::Entropy(least) => format!("a class has an entropy l of {found:.4} in “{column}” instead of {least}"),
        Diversity::Recursive { c, l } => format!(
            "a class has the commonest value of “{column}” {found:.4} times as often as the {l}th and rarer ones, not less than {c} times"
        ),
    }
}

impl Broken {
    /// What to do about it.
    pub fn help(&self) -> Help {
        Help::new(match self {
            Self::Anonymity { .. } => {
                "perturbation promises no k; columns that are masked in separate groups do not have one k together: mask them in one step"
            }
            Self::KMap { .. } | Self::Presence { .. } => {
                "promise less, name hierarchies with more levels, or check that the population has the records of the table"
            }
            Self::Unmatched => "generalise with fewer distinct values, or drop the promise against the population",
            Self::Diversity { .. } | Self::Closeness { .. } => {
                "strata, missing values and separate steps limit which groups can be merged"
            }
            _ => "this is a bug: please report it with the command you ran",
        })
    }
}

/// Checks a release, as it was read back or as it would be written.
///
/// # Errors
/// If the release breaks its promise, or a column of the promise is not there.
pub fn check(release: &Table, promised: &Promised<'_>) -> Result<Kept> {
    if let Some(column) = promised.roles.identifiers.iter().find(|name| release.index(name).is_some()) {
        return Err(Broken::Identifier { column: column.clone() }.into());
    }
    if release.len() != promised.records {
        return Err(Broken::Records { found: release.len(), expected: promised.records }.into());
    }
    let all = over(release, promised.roles.masked.iter().map(|masked| masked.name.as_str()))?;
    for GroupReport { columns, k, blank, .. } in promised.groups {
        let names = columns.iter().map(String::as_str);
        let is_all = names.clone().eq(promised.roles.masked.iter().map(|masked| masked.name.as_str()));
        let smallest = match blank {
            Blank::OwnValue if is_all => all.smallest(),
            Blank::OwnValue => over(release, names)?.smallest(),
            Blank::MatchesAnything => {
                let columns = names.map(|name| release.column(name)).collect::<std::result::Result<Vec<_>, _>>()?;
                fewest_matches(&columns, promised.missing)
            }
        };
        if smallest < *k {
            return Err(Broken::Group { columns: columns.clone(), k: *k, smallest }.into());
        }
    }
    let smallest = all.smallest();
    if let Some(k) = promised.promise.k.filter(|&k| smallest < k) {
        return Err(Broken::Anonymity { k, smallest }.into());
    }
    let largest = all.sizes.iter().max().map_or(0, |&size| size as usize);
    let mut kept = Kept { smallest, largest, ..Kept::default() };
    let columns = sensitive(release, promised.promise, promised.missing, promised.taxonomy)?;
    let members = if columns.is_empty() { Vec::new() } else { all.members() };
    for column in columns {
        judge(&column, &members, &mut kept)?;
    }
    if let Some(population) = promised.population {
        check_population(release, promised, population, &mut kept)?;
    }
    Ok(kept)
}

/// Checks what is promised against a population, by what the released values cover of it.
fn check_population(release: &Table, promised: &Promised<'_>, population: &Population, kept: &mut Kept) -> Result<()> {
    let masked = promised.roles.masked.iter().map(|masked| release.column(&masked.name));
    let columns: Vec<&Column> = masked.collect::<std::result::Result<_, _>>()?;
    let found = matched(&population.attributes, &columns, promised.missing).ok_or(Broken::Unmatched)?;
    (kept.k_map, kept.presence) = (Some(found.k_map()), Some(found.presence()));
    if let Some(k) = population.promise.k_map.filter(|&k| found.k_map() < k as u64) {
        return Err(Broken::KMap { k, found: found.k_map() }.into());
    }
    match population.promise.presence.filter(|presence| !found.allows(presence)) {
        Some(Presence { least, most }) => {
            let (found_least, found_most) = found.presence();
            Err(Broken::Presence { least, most, found_least, found_most }.into())
        }
        None => Ok(()),
    }
}

/// Judges every class by what is promised of a confidential column, and adds what they keep.
fn judge(column: &Sensitive, classes: &[Vec<u32>], kept: &mut Kept) -> Result<()> {
    let judge = column.judge();
    let is_kept = classes.iter().all(|class| judge.allows(class));
    let figures = classes.iter().map(|class| judge.figure(class));
    let name = || column.column.clone();
    match column.demand {
        Demand::Closeness { at_most, .. } => {
            let found = figures.fold(0.0, f64::max);
            kept.closeness = Some(found);
            if is_kept { Ok(()) } else { Err(Broken::Closeness { column: name(), found, at_most }.into()) }
        }
        Demand::Diversity(model) => {
            let found = match model {
                Diversity::Distinct(_) | Diversity::Entropy(_) => figures.fold(f64::INFINITY, f64::min),
                Diversity::Recursive { .. } => figures.fold(0.0, f64::max),
            };
            kept.distinct = classes.iter().map(|class| judge.distinct(class)).min();
            match model {
                Diversity::Distinct(_) => {}
                Diversity::Entropy(_) => kept.entropy = Some(found),
                Diversity::Recursive { .. } => kept.recursive = Some(found),
            }
            if is_kept { Ok(()) } else { Err(Broken::Diversity { column: name(), found, model }.into()) }
        }
    }
}

fn over<'n>(table: &Table, names: impl Iterator<Item = &'n str>) -> Result<Classes> {
    let columns: Vec<&Column> = names.map(|name| table.column(name)).collect::<std::result::Result<_, _>>()?;
    Ok(classes(&columns))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::Error;
    use scumble_data::{ColumnKind, Options, read_text};
    use scumble_mask::table::MaskedColumn;
    use scumble_mask::{LDiversity, TCloseness, ValueDistance};

    fn checked(text: &str, promise: &Promise, k: usize) -> Result<Kept> {
        let table = read_text("t.csv", text.as_bytes(), &Options::default()).unwrap();
        let masked = ["a", "b"].map(|name| MaskedColumn::new(name, ColumnKind::Nominal)).to_vec();
        let roles = Roles { masked, identifiers: vec!["id".to_owned()], ..Roles::default() };
        let columns = vec!["a".to_owned()];
        let groups = [GroupReport {
            columns,
            k,
            groups: 2,
            smallest: 2,
            largest: 2,
            blocks: None,
            keeping: Vec::new(),
            blank: Blank::OwnValue,
        }];
        let missing = Missing::default();
        check(
            &table,
            &Promised {
                records: 4,
                roles: &roles,
                groups: &groups,
                promise,
                missing: &missing,
                taxonomy: None,
                population: None,
            },
        )
    }

    const GOOD: &str = "a,b,d\nx,1,p\nx,1,q\ny,2,p\ny,2,q\n";

    #[test]
    fn every_part_of_a_promise_is_checked() {
        let l = |distinct| Some(LDiversity { column: "d".to_owned(), model: Diversity::Distinct(distinct) });
        let t = |at_most| Some(TCloseness { column: "d".to_owned(), at_most, distance: ValueDistance::ByKind });
        let promise = Promise { k: Some(2), l: l(2), t: t(0.0), population: None };
        let kept = checked(GOOD, &promise, 2).unwrap();
        assert_eq!(kept, Kept { smallest: 2, largest: 2, distinct: Some(2), closeness: Some(0.0), ..Kept::default() });
        let broken = |text: &str, promise: &Promise, k| match checked(text, promise, k) {
            Err(Error::Broken(broken)) => broken,
            other => panic!("{other:?}"),
        };
        let none = Promise::default();
        assert!(matches!(broken("id,a,b\n1,x,1\n1,x,1\n1,y,2\n1,y,2\n", &none, 2), Broken::Identifier { .. }));
        assert!(matches!(broken("a,b\nx,1\nx,1\n", &none, 2), Broken::Records { found: 2, expected: 4 }));
        assert!(matches!(broken(GOOD, &none, 3), Broken::Group { k: 3, smallest: 2, .. }));
        let three = Promise { k: Some(3), ..Promise::default() };
        assert!(broken(GOOD, &three, 2).to_string().contains("some record equals only 1 others"));
        let three = Promise { l: l(3), ..Promise::default() };
        assert!(matches!(broken(GOOD, &three, 2), Broken::Diversity { found: 2.0, model: Diversity::Distinct(3), .. }));
        let uneven = "a,b,d\nx,1,p\nx,1,p\ny,2,p\ny,2,q\n";
        let close = Promise { t: t(0.2), ..Promise::default() };
        assert!(matches!(broken(uneven, &close, 2), Broken::Closeness { found, .. } if (found - 0.25).abs() < 1e-12));
    }
}
