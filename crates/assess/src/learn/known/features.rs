//! What is compared: standardised values, ranks, or both.

use scumble_data::Rows;

/// What is compared of two records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Features {
    /// Values less the mean of their file's column, in standard deviations.
    Standardized,
    /// Places among the values of their file's column (the empirical distribution function).
    Ranks,
    /// The standardised values, then the ranks.
    Both,
}

impl Features {
    /// Every kind of features with its name.
    pub const ALL: [(&'static str, Self); 3] =
        [("standardised", Self::Standardized), ("ranks", Self::Ranks), ("both", Self::Both)];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, features)| *features == self).map_or("", |(name, _)| name)
    }

    /// Features that a column becomes.
    pub(super) fn parts(self) -> usize {
        if self == Self::Both { 2 } else { 1 }
    }

    /// The features of a file.
    pub(super) fn of(self, rows: &Rows) -> Rows {
        match self {
            Self::Standardized => rows.standardized(),
            Self::Ranks => ranks(rows),
            Self::Both => {
                let (values, ranks) = (rows.standardized(), ranks(rows));
                let cells = values.iter().zip(ranks.iter()).flat_map(|(value, rank)| value.iter().chain(rank));
                Rows::new(2 * rows.width(), cells.copied().collect())
            }
        }
    }
}

/// Every column as the share of values that are smaller (of equal ones half), less ½; times √12, so that a column without equal values
/// has a standard deviation of almost 1, and a rank means the same in both files.
fn ranks(rows: &Rows) -> Rows {
    let count = rows.len() as f64;
    let columns: Vec<Vec<f64>> = (0..rows.width())
        .map(|column| {
            let cells: Vec<f64> = rows.column(column).collect();
            let mut sorted = cells.clone();
            sorted.sort_by(f64::total_cmp);
            let share = |&cell: &f64| {
                let below = sorted.partition_point(|&other| other < cell);
                let not_above = sorted.partition_point(|&other| other <= cell);
                12.0_f64.sqrt() * ((below + not_above) as f64 / (2.0 * count) - 0.5)
            };
            cells.iter().map(share).collect()
        })
        .collect();
    let columns: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
    Rows::from_columns(&columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_by_hand() {
        // 30, 10, 20, 20: of four values 10 stands at 1/8, the two 20 at 4/8, 30 at 7/8.
        let rows = Rows::from_columns(&[&[30.0, 10.0, 20.0, 20.0], &[-0.0, 0.0, 5.0, 5.0]]);
        let root = 12.0_f64.sqrt();
        let expected = [0.375, -0.25, -0.375, -0.25, 0.0, 0.25, 0.0, 0.25].map(|share| share * root);
        assert_eq!(Features::Ranks.of(&rows).cells(), expected);
        let both = Features::Both.of(&rows);
        let deviation = 50.0_f64.sqrt();
        assert_eq!(both.width(), 4);
        assert!((both.row(0)[0] - 10.0 / deviation).abs() < 1e-15 && both.row(0)[2] == expected[0]);
        assert_eq!(both.row(3)[1..], [1.0, 0.0, 0.25 * root]);
    }
}
