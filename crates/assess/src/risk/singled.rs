//! Records that some released columns single out: no other record has the same values there.

use crate::classes::{Classes, classes};
use rayon::prelude::*;
use scumble_data::{Column, Missing, Table};
use std::collections::HashMap;

/// Records that one column singles out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SingledBy {
    /// The column, or the two.
    pub columns: Vec<String>,
    /// Records that no other equals there.
    pub records: usize,
}

/// What the released columns single out.
#[derive(Debug, Clone, PartialEq)]
pub struct SingledOut {
    /// The equivalence classes over all released columns.
    pub classes: Classes,
    /// For each column that singles out someone by itself, how many; most first.
    pub columns: Vec<SingledBy>,
    /// For each pair, the records that it singles out and neither of its columns does; most first. `None` if there are too many pairs
    /// to look at them all.
    pub pairs: Option<Vec<SingledBy>>,
}

/// Cells of pairs that are looked at, at most: a few seconds.
const MOST_CELLS: usize = 300_000_000;

/// What all columns of a release single out: together, one by one and in pairs.
pub fn singled_out(release: &Table) -> SingledOut {
    let all: Vec<&Column> = release.columns().iter().collect();
    // A missing value is a value like any other: it is seen.
    let nothing = Missing { values: Vec::new() };
    let codes: Vec<Vec<u32>> = all.par_iter().map(|column| coded(column, &nothing)).collect();
    let alone: Vec<Vec<bool>> = codes.par_iter().map(|codes| unique(codes.iter().copied().map(u64::from))).collect();
    let count = |alone: &Vec<bool>| alone.iter().filter(|&&alone| alone).count();
    let name = |at: usize| all[at].name.clone();
    let columns = (0..all.len()).map(|at| SingledBy { columns: vec![name(at)], records: count(&alone[at]) });
    let pairs: Vec<(usize, usize)> =
        (0..all.len()).flat_map(|first| (first + 1..all.len()).map(move |second| (first, second))).collect();
    let pairs = (pairs.len().saturating_mul(release.len()) <= MOST_CELLS).then(|| {
        let found = pairs.par_iter().map(|&(first, second)| {
            let keys = codes[first].iter().zip(&codes[second]).map(|(&a, &b)| u64::from(a) << 32 | u64::from(b));
            let known = alone[first].iter().zip(&alone[second]);
            let records = unique(keys).iter().zip(known).filter(|(pair, (a, b))| **pair && !**a && !**b).count();
            SingledBy { columns: vec![name(first), name(second)], records }
        });
        most_first(found.collect())
    });
    SingledOut { classes: classes(&all), columns: most_first(columns.collect()), pairs }
}

fn coded(column: &Column, missing: &Missing) -> Vec<u32> {
    column.codes(missing).0
}

/// For each record whether no other has its key.
fn unique(keys: impl Iterator<Item = u64> + Clone) -> Vec<bool> {
    let mut counts: HashMap<u64, u32> = HashMap::new();
    keys.clone().for_each(|key| *counts.entry(key).or_default() += 1);
    keys.map(|key| counts[&key] == 1).collect()
}

fn most_first(mut all: Vec<SingledBy>) -> Vec<SingledBy> {
    all.retain(|one| one.records > 0);
    all.sort_by_key(|one| std::cmp::Reverse(one.records));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_data::{Options, read_text};

    #[test]
    fn columns_and_pairs_that_single_out() {
        // By hand. Column a: only 3 is alone; b: only z; c: nobody. a and b: (1,x), (1,y), (2,y), (2,x) and those two, who are alone already.
        let text = b"a,b,c\n1,x,p\n1,y,p\n2,y,q\n2,x,q\n3,x,p\n1,z,p\n";
        let found = singled_out(&read_text("t.csv", text, &Options::default()).unwrap());
        let by = |columns: &[&str], records| SingledBy {
            columns: columns.iter().map(|&name| name.to_owned()).collect(),
            records,
        };
        assert_eq!(found.columns, [by(&["a"], 1), by(&["b"], 1)]);
        // b and c: (x,p) and (y,p) … x,p is twice; y,p, y,q and x,q are one each.
        assert_eq!(found.pairs.unwrap(), [by(&["a", "b"], 4), by(&["b", "c"], 3)]);
        assert_eq!(found.classes.uniques(), 6);
    }

    /// A missing value is seen, and two are equal.
    #[test]
    fn a_blank_is_a_value() {
        let found = singled_out(&read_text("t.csv", b"a,b\n1,\n1,\n1,5\n", &Options::default()).unwrap());
        assert_eq!(found.columns, [SingledBy { columns: vec!["b".to_owned()], records: 1 }]);
        assert_eq!(found.pairs.unwrap(), []);
    }
}
