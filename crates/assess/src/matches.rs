//! Records that match where a blank matches every value: how sdcMicro counts frequencies of records with missing values.

use rayon::prelude::*;
use scumble_data::{Column, Missing};
use std::collections::{BTreeMap, HashMap};

/// Records with the same blanks: equal ones are one pattern.
struct Group {
    /// For each column whether it is blank.
    blank: Vec<bool>,
    /// The values of each pattern, column by column.
    values: Vec<Vec<u32>>,
    /// How many records each pattern has.
    counts: Vec<u32>,
}

/// For each record how many records match it on all of these columns, itself among them: two cells match if they are equal as text, or
/// if one of them is missing.
pub fn matches(columns: &[&Column], missing: &Missing) -> Vec<u32> {
    let (groups, of) = grouped(columns, missing);
    let found: Vec<Vec<u32>> = groups
        .par_iter()
        .map(|group| {
            let mut sums = vec![0; group.values.len()];
            groups.iter().for_each(|other| add(group, other, &mut sums));
            sums
        })
        .collect();
    of.iter().map(|&(group, pattern)| found[group][pattern]).collect()
}

/// The fewest records that a record matches, itself among them; 0 if there is no record.
pub fn fewest_matches(columns: &[&Column], missing: &Missing) -> usize {
    matches(columns, missing).into_iter().min().map_or(0, |fewest| fewest as usize)
}

/// Groups of records by their blanks, and for each record its group and pattern.
fn grouped(columns: &[&Column], missing: &Missing) -> (Vec<Group>, Vec<(usize, usize)>) {
    let records = columns.first().map_or(0, |column| column.cells.len());
    let coded: Vec<(Vec<u32>, Vec<String>)> = columns.par_iter().map(|column| column.codes(missing)).collect();
    let mut places: BTreeMap<Vec<bool>, usize> = BTreeMap::new();
    let mut known: HashMap<(usize, Vec<u32>), usize> = HashMap::new();
    let mut groups: Vec<Group> = Vec::new();
    let mut of = Vec::with_capacity(records);
    for row in 0..records {
        let is_blank = |(codes, values): &(Vec<u32>, Vec<String>)| {
            // A list of values may hold one that means "missing".
            values.get(codes[row] as usize).is_none_or(|value| missing.is(value))
        };
        let blank: Vec<bool> = coded.iter().map(is_blank).collect();
        let record: Vec<u32> =
            coded.iter().zip(&blank).map(|((codes, _), blank)| if *blank { 0 } else { codes[row] }).collect();
        let group = *places.entry(blank.clone()).or_insert(groups.len());
        if group == groups.len() {
            groups.push(Group { blank, values: Vec::new(), counts: Vec::new() });
        }
        let next = groups[group].values.len();
        let pattern = *known.entry((group, record.clone())).or_insert(next);
        if pattern == next {
            groups[group].values.push(record);
            groups[group].counts.push(0);
        }
        groups[group].counts[pattern] += 1;
        of.push((group, pattern));
    }
    (groups, of)
}

/// Adds to the sum of each pattern of a group the records of another group that match it: those with the same values where neither is
/// blank. The smaller group is the one that is looked up.
fn add(group: &Group, other: &Group, sums: &mut [u32]) {
    let both = |row: &[u32]| -> Vec<u32> {
        let open = row.iter().zip(group.blank.iter().zip(&other.blank)).filter(|(_, (own, other))| !**own && !**other);
        open.map(|(&value, _)| value).collect()
    };
    let mut by_values: HashMap<Vec<u32>, u32> = HashMap::new();
    if other.values.len() <= group.values.len() {
        for (row, &count) in other.values.iter().zip(&other.counts) {
            *by_values.entry(both(row)).or_default() += count;
        }
    } else {
        group.values.iter().for_each(|row| *by_values.entry(both(row)).or_default() = 0);
        for (row, &count) in other.values.iter().zip(&other.counts) {
            if let Some(sum) = by_values.get_mut(&both(row)) {
                *sum += count;
            }
        }
    }
    for (sum, row) in sums.iter_mut().zip(&group.values) {
        *sum += by_values.get(&both(row)).copied().unwrap_or(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use scumble_data::Cells;

    fn columns(rows: &[Vec<Option<u8>>]) -> Vec<Column> {
        let cell = |row: &Vec<Option<u8>>, at: usize| row[at].map_or(String::new(), |value| value.to_string());
        let width = rows.first().map_or(0, Vec::len);
        let column = |at: usize| Column::new("c", Cells::Plain(rows.iter().map(|row| cell(row, at)).collect()));
        (0..width).map(column).collect()
    }

    proptest! {
        /// Against the definition, pair by pair.
        #[test]
        fn blanks_match_every_value(
            rows in (1..4_usize).prop_flat_map(|width| {
                proptest::collection::vec(proptest::collection::vec(proptest::option::of(0..3_u8), width), 1..25)
            }),
        ) {
            let table = columns(&rows);
            let found = matches(&table.iter().collect::<Vec<_>>(), &Missing::default());
            let fits = |a: &Option<u8>, b: &Option<u8>| a.is_none() || b.is_none() || a == b;
            for (row, found) in rows.iter().zip(found) {
                let expected = rows.iter().filter(|other| row.iter().zip(*other).all(|(a, b)| fits(a, b))).count();
                prop_assert_eq!(found as usize, expected);
            }
        }
    }

    #[test]
    fn no_record_matches_nothing() {
        assert_eq!(fewest_matches(&[], &Missing::default()), 0);
    }
}
