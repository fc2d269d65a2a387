//! From a table to the data of a mask: missing values, strata, identifiers and confidential columns.

use crate::attribute::{Attribute, Values};
use crate::error::{Error, Result};
use crate::household::Households;
use crate::promise::{Demand, Ground, Hierarchy, Promise, Sensitive, ValueDistance};
use crate::space::TaxonomicValues;
use scumble_data::{Column, ColumnKind, Decimals, Error as DataError, Missing, Place, Table};
use scumble_ontology::Stack;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// The columns of a table by what happens to them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Roles {
    /// Columns that are masked.
    pub masked: Vec<MaskedColumn>,
    /// Columns that identify a person by themselves: dropped.
    pub identifiers: Vec<String>,
    /// Columns whose values keep records apart.
    pub strata: Vec<String>,
    /// The column of households, if there is one.
    pub household: Option<String>,
}

/// A column that is masked.
#[derive(Debug, Clone, PartialEq)]
pub struct MaskedColumn {
    /// Its name.
    pub name: String,
    /// What its values are.
    pub kind: ColumnKind,
    /// How many decimals its numbers keep.
    pub decimals: Decimals,
}

impl MaskedColumn {
    /// A column of a kind, which keeps as many decimals as it has.
    pub fn new(name: impl Into<String>, kind: ColumnKind) -> Self {
        Self { name: name.into(), kind, decimals: Decimals::Own }
    }
}

/// What happens to a record with a missing value in a masked column.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum WhenMissing {
    /// The table is refused.
    #[default]
    Error,
    /// Records that miss the same values are grouped among themselves.
    Group,
    /// The record is left out of the release.
    Suppress,
    /// As [`WhenMissing::Group`], but a record that misses the same values as fewer than k - 1 others is left out.
    GroupOrSuppress,
}

impl WhenMissing {
    /// Every treatment with its name.
    pub const ALL: [(&'static str, Self); 4] = [
        ("error", Self::Error),
        ("group", Self::Group),
        ("suppress", Self::Suppress),
        ("group-or-suppress", Self::GroupOrSuppress),
    ];
}

/// Which values are missing, and what happens to their records.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MissingValues {
    /// The values that mean "missing".
    pub values: Missing,
    /// What happens to records with a missing value in any column.
    pub default: WhenMissing,
    /// What happens to those with a missing value in a column of its own.
    pub columns: BTreeMap<String, WhenMissing>,
}

impl MissingValues {
    /// What happens to a record that misses a value in this column.
    pub fn when(&self, column: &str) -> WhenMissing {
        self.columns.get(column).copied().unwrap_or(self.default)
    }
}

/// A text column with values that its taxonomy does not know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownValues {
    /// The column's name.
    pub column: String,
    /// Distinct values that are unknown.
    pub count: usize,
}

/// A table ready to be masked.
#[derive(Debug, Clone)]
#[must_use]
pub struct Prepared {
    /// The table without suppressed records and identifiers.
    pub table: Table,
    /// The columns to be masked.
    pub attributes: Vec<Attribute>,
    /// Records that are grouped only among themselves: those of one stratum that miss the same values.
    pub strata: Vec<Vec<u32>>,
    /// Records of one stratum, whatever they miss.
    pub whole_strata: Vec<Vec<u32>>,
    /// Which records belong together, if that is known.
    pub households: Option<Households>,
    /// What every group must show of confidential columns.
    pub sensitive: Vec<Sensitive>,
    /// The taxonomy of the confidential column whose closeness is by a hierarchy.
    pub taxonomy: Option<Arc<Stack>>,
    /// The records of the table as it was given that are released, ascending.
    pub kept: Vec<u32>,
    /// How many records were left out.
    pub suppressed: usize,
    /// Text columns with values that their taxonomy does not know.
    pub unknown: Vec<UnknownValues>,
}

impl Prepared {
    /// Prepares a table for groups of at least `k` records. `open` gives the taxonomy of a text column by its specification and the
    /// column's distinct values.
    ///
    /// # Errors
    /// If a value is missing that may not be, or a column is not what it is said to be.
    pub fn new(
        table: &Table,
        roles: &Roles,
        missing: &MissingValues,
        promise: &Promise,
        k: usize,
        open: impl Fn(&str, &[String]) -> std::result::Result<Arc<Stack>, String>,
    ) -> Result<Self> {
        // A column without a missing value has no list of them: most have none, and all lists would take an eighth of the numbers.
        let patchy = |column: &&Column| {
            let holes = column.missing(&missing.values);
            if holes.contains(&true) { holes } else { Vec::new() }
        };
        let holes: Vec<Vec<bool>> = columns(table, roles)?.iter().map(patchy).collect();
        let mut keep = kept(table, roles, missing, &holes)?;
        suppress_rare(table, roles, missing, &holes, k, &mut keep)?;
        let households = Households::prepared(table, roles, &missing.values)?;
        if let Some(households) = &households {
            // Who is left out leaves no part of a household behind.
            for members in &households.members {
                let all = members.iter().all(|&record| keep[record as usize]);
                members.iter().for_each(|&record| keep[record as usize] = all);
            }
        }
        let suppressed = keep.iter().filter(|&&keep| !keep).count();
        if suppressed == table.len() {
            let problem =
                if table.is_empty() { "it has no record" } else { "every record has a missing value, so none is left" };
            return Err(DataError::new(Place::file(table.file()), problem).into());
        }
        let table = if suppressed > 0 { table.keep(&keep) } else { table.clone() };
        let kept: Vec<u32> = (0..).zip(&keep).filter(|(_, keep)| **keep).map(|(row, _)| row).collect();
        let households = households.map(|households| households.select(&kept));
        let remaining =
            |holes: &Vec<bool>| holes.iter().zip(&keep).filter(|(_, keep)| **keep).map(|(&hole, _)| hole).collect();
        let holes: Vec<Vec<bool>> = holes.iter().map(remaining).collect();
        let mut attributes = Vec::with_capacity(roles.masked.len());
        for (column, masked) in columns(&table, roles)?.into_iter().zip(&roles.masked) {
            let attribute =
                Attribute::read(column, &masked.kind, table.file(), &missing.values, |taxonomy, values| {
                    open(taxonomy, values)
                        .map_err(|problem| DataError::new(Place::file(table.file()).column(&column.name), problem))
                })?;
            attributes.push(attribute.with_decimals(masked.decimals));
        }
        let whole_strata = strata(&table, roles, &[])?;
        let strata = strata(&table, roles, &holes)?;
        let identifiers: Vec<&str> = roles.identifiers.iter().map(String::as_str).collect();
        let (unknown, table) = (unknown(&attributes), table.without(&identifiers));
        let taxonomy = taxonomy(&table, promise, &missing.values, open)?;
        let sensitive = sensitive(&table, promise, &missing.values, taxonomy.as_deref())?;
        Ok(Self { table, attributes, strata, whole_strata, households, sensitive, taxonomy, kept, suppressed, unknown })
    }
}

fn columns<'t>(table: &'t Table, roles: &Roles) -> Result<Vec<&'t Column>> {
    Ok(roles.masked.iter().map(|masked| table.column(&masked.name)).collect::<std::result::Result<_, _>>()?)
}

/// For each record whether it is released, by what happens to its missing values.
fn kept(table: &Table, roles: &Roles, missing: &MissingValues, holes: &[Vec<bool>]) -> Result<Vec<bool>> {
    let mut keep = vec![true; table.len()];
    for (masked, holes) in roles.masked.iter().zip(holes) {
        let Some(first) = holes.iter().position(|&hole| hole) else { continue };
        match missing.when(&masked.name) {
            WhenMissing::Group | WhenMissing::GroupOrSuppress => {}
            WhenMissing::Suppress => keep.iter_mut().zip(holes).for_each(|(keep, &hole)| *keep &= !hole),
            WhenMissing::Error => {
                let place = scumble_io::Place::file(table.file()).row(first + 2).column(&masked.name);
                let count = holes.iter().filter(|&&hole| hole).count();
                return Err(Error::MissingValue { place, count });
            }
        }
    }
    Ok(keep)
}

/// Leaves out records whose stratum and missing values fewer than `k` released records share, where a column that they miss asks
/// for it.
fn suppress_rare(
    table: &Table,
    roles: &Roles,
    missing: &MissingValues,
    holes: &[Vec<bool>],
    k: usize,
    keep: &mut [bool],
) -> Result<()> {
    let masked = roles.masked.iter().zip(holes);
    let may: Vec<&Vec<bool>> = masked
        .filter(|(masked, _)| missing.when(&masked.name) == WhenMissing::GroupOrSuppress)
        .map(|(_, holes)| holes)
        .filter(|holes| holes.contains(&true))
        .collect();
    if may.is_empty() {
        return Ok(());
    }
    for stratum in strata(table, roles, holes)? {
        let released = stratum.iter().filter(|&&record| keep[record as usize]).count();
        if released < k && may.iter().any(|holes| holes[stratum[0] as usize]) {
            stratum.iter().for_each(|&record| keep[record as usize] = false);
        }
    }
    Ok(())
}

/// Records of one stratum that miss the same values, in order of their first record.
fn strata(table: &Table, roles: &Roles, holes: &[Vec<bool>]) -> Result<Vec<Vec<u32>>> {
    let patchy = holes.iter().any(|holes| holes.contains(&true));
    if roles.strata.is_empty() && !patchy {
        return Ok(vec![(0..table.len() as u32).collect()]);
    }
    let columns: Vec<&Column> =
        roles.strata.iter().map(|name| table.column(name)).collect::<std::result::Result<_, _>>()?;
    let mut known: HashMap<(Vec<String>, Vec<bool>), usize> = HashMap::new();
    let mut found: Vec<Vec<u32>> = Vec::new();
    for row in 0..table.len() {
        let values = columns.iter().map(|column| column.cells.text(row).into_owned()).collect();
        let pattern = holes.iter().map(|holes| holes.get(row) == Some(&true)).collect();
        let stratum = *known.entry((values, pattern)).or_insert(found.len());
        if stratum == found.len() {
            found.push(Vec::new());
        }
        found[stratum].push(row as u32);
    }
    Ok(found)
}

fn unknown(attributes: &[Attribute]) -> Vec<UnknownValues> {
    let count = |attribute: &Attribute| match &attribute.values {
        Values::Text(_, values, stack) => TaxonomicValues::new(Arc::clone(stack), values).unknown(),
        _ => 0,
    };
    let counts = attributes.iter().map(|attribute| (attribute, count(attribute))).filter(|(_, count)| *count > 0);
    counts.map(|(attribute, count)| UnknownValues { column: attribute.name.clone(), count }).collect()
}

/// Opens the taxonomy of the confidential column whose closeness is by a hierarchy.
fn taxonomy(
    table: &Table,
    promise: &Promise,
    missing: &Missing,
    open: impl Fn(&str, &[String]) -> std::result::Result<Arc<Stack>, String>,
) -> Result<Option<Arc<Stack>>> {
    let Some(t) = &promise.t else { return Ok(None) };
    let ValueDistance::Hierarchical(spec) = &t.distance else { return Ok(None) };
    let (_, values) = table.column(&t.column)?.codes(missing);
    let fault = |problem: String| DataError::new(Place::file(table.file()).column(&t.column), problem);
    Ok(Some(open(spec, &values).map_err(fault)?))
}

/// The confidential columns that a promise is about, each with what is promised of it; `taxonomy` is that of a hierarchical distance.
///
/// # Errors
/// If a column is not there, or has no such distance.
pub fn sensitive(
    table: &Table,
    promise: &Promise,
    missing: &Missing,
    taxonomy: Option<&Stack>,
) -> Result<Vec<Sensitive>> {
    let mut found = Vec::new();
    if let Some(t) = &promise.t {
        let (codes, ground) = ground(table, &t.column, &t.distance, missing, taxonomy)?;
        let demand = Demand::Closeness { at_most: t.at_most, ground };
        found.push(Sensitive { column: t.column.clone(), codes, demand });
    }
    if let Some(l) = &promise.l {
        // Numbers that are written differently are one value.
        let (codes, _) = ground(table, &l.column, &ValueDistance::ByKind, missing, None)?;
        found.push(Sensitive { column: l.column.clone(), codes, demand: Demand::Diversity(l.model) });
    }
    Ok(found)
}

/// The values of a column by a distance between them.
fn ground(
    table: &Table,
    name: &str,
    distance: &ValueDistance,
    missing: &Missing,
    taxonomy: Option<&Stack>,
) -> Result<(Vec<u32>, Ground)> {
    let column = table.column(name)?;
    let fault = |problem: String| DataError::new(Place::file(table.file()).column(name), problem);
    match distance {
        ValueDistance::ByKind | ValueDistance::Ordered(None) if column.is_numeric(missing) => {
            // Both zeros are one value, and so is all that is missing.
            let one = |&number: &f64| if number.is_nan() { f64::NAN } else { number + 0.0 };
            let numbers: Vec<f64> = column.numbers(table.file(), missing)?.iter().map(one).collect();
            let mut distinct = numbers.clone();
            distinct.sort_unstable_by(f64::total_cmp);
            distinct.dedup_by(|a, b| a.total_cmp(b).is_eq());
            let rank = |number: &f64| distinct.partition_point(|known| known.total_cmp(number).is_lt()) as u32;
            Ok((numbers.iter().map(rank).collect(), Ground::Ordered))
        }
        ValueDistance::Ordered(None) => {
            Err(fault("its values have no order, which an ordered distance needs".to_owned())
                .with_help("make it a column of kind ordinal, with its values in order, or choose the distance equal")
                .into())
        }
        ValueDistance::Ordered(Some(order)) => {
            let ordinal = ColumnKind::Ordinal(order.clone());
            let none = |_: &str, _: &[String]| Err(fault("an ordinal column has no taxonomy".to_owned()));
            let attribute = Attribute::read(column, &ordinal, table.file(), missing, none)?;
            let Values::Ordinal(codes, _) = attribute.values else { return Ok((Vec::new(), Ground::Ordered)) };
            // Only values that occur count, as for numbers; a missing value comes last.
            let mut distinct = codes.clone();
            distinct.sort_unstable();
            distinct.dedup();
            let rank = |code: &u32| distinct.partition_point(|known| known < code) as u32;
            Ok((codes.iter().map(rank).collect(), Ground::Ordered))
        }
        ValueDistance::Equal | ValueDistance::ByKind => Ok((nominal(column, missing).0, Ground::Equal)),
        ValueDistance::Hierarchical(_) => {
            let (codes, values) = nominal(column, missing);
            let stack = taxonomy.ok_or_else(|| fault("its taxonomy was not opened".to_owned()))?;
            Ok((codes, Ground::Hierarchical(Hierarchy::of(stack, &values).map_err(fault)?)))
        }
    }
}

/// The values of a column as codes; a missing value is a value of its own.
fn nominal(column: &Column, missing: &Missing) -> (Vec<u32>, Vec<String>) {
    let (codes, values) = column.codes(missing);
    let last = values.len() as u32;
    (codes.into_iter().map(|code| code.min(last)).collect(), values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::promise::{Diversity, LDiversity};
    use scumble_data::{Options, read_text};

    fn table() -> Table {
        read_text("t.csv", b"id,a,s,d\n1,1,x,p\n2,,x,q\n3,3,y,p\n4,,x,p\n5,5,y,q\n", &Options::default()).unwrap()
    }

    fn prepared(default: WhenMissing) -> Result<Prepared> {
        prepared_for(default, 2)
    }

    fn prepared_for(default: WhenMissing, k: usize) -> Result<Prepared> {
        let masked = vec![MaskedColumn::new("a", ColumnKind::Number)];
        let roles = Roles { masked, identifiers: vec!["id".to_owned()], strata: vec!["s".to_owned()], household: None };
        let missing = MissingValues { default, ..MissingValues::default() };
        let l = LDiversity { column: "d".to_owned(), model: Diversity::Distinct(2) };
        let promise = Promise { l: Some(l), ..Promise::default() };
        Prepared::new(&table(), &roles, &missing, &promise, k, |_, _| Err("no taxonomy is named".to_owned()))
    }

    #[test]
    fn records_that_miss_the_same_values_are_a_stratum_of_their_own() {
        let grouped = prepared(WhenMissing::Group).unwrap();
        assert_eq!(grouped.strata, [vec![0], vec![1, 3], vec![2, 4]]);
        assert_eq!(grouped.sensitive[0].codes, [0, 1, 0, 0, 1]);
        assert_eq!(grouped.table.names().collect::<Vec<_>>(), ["a", "s", "d"], "identifiers are dropped");
        let without = prepared(WhenMissing::Suppress).unwrap();
        assert_eq!(without.kept, [0, 2, 4]);
        assert_eq!((without.suppressed, without.strata), (2, vec![vec![0], vec![1, 2]]));
        // Records 1 and 3 of the given table miss the same value in the same stratum, and are two.
        let both = prepared(WhenMissing::GroupOrSuppress).unwrap();
        assert_eq!((both.suppressed, both.kept.len()), (0, 5));
        // For three they are too few; the complete records of too small a stratum are not suppressed for it.
        let rare = prepared_for(WhenMissing::GroupOrSuppress, 3).unwrap();
        assert_eq!((rare.suppressed, &rare.kept[..]), (2, &[0, 2, 4][..]));
        let error = prepared(WhenMissing::Error).unwrap_err();
        assert_eq!(error.to_string(), "t.csv, row 3, column “a”: the value is missing (2 are in this column)");
        assert_eq!(error.help().and_then(|help| help.setting), Some("missing"));
        let table = read_text("t.csv", b"a,b\n0,1\n-0,1\n,1\n1,1\nNA,1\n", &Options::default()).unwrap();
        let found = ground(&table, "a", &ValueDistance::ByKind, &Missing::default(), None).unwrap();
        assert_eq!(found.0, [0, 0, 2, 1, 2]);
    }
}
