//! The mixed integer programme of learning a distance (Abril, thesis, eqs. 5.2–5.27): what a solver is handed.

use super::family::Family;
use super::files::Files;
use super::rows::Room;
use crate::combine::MOST_COLUMNS;
use scumble_data::Rows as Records;

/// A mixed integer programme: parameters of a distance, and for each record a binary variable K that is 1 where it is not linked.
///
/// Minimised is Σ w·K, where w is 1 over the number of masked records that equal the record's own. A row `link_i_j` says that the
/// masked record j is farther from the original record i than its own by a margin ε, since solvers know no strict inequality:
/// D·θ + (M + ε)·K ≥ ε, with the least M that frees the row where K is 1. A record that can be linked only by less than ε counts as
/// lost. Masked records that equal the own one make no row, those that equal each other make one.
#[derive(Debug, Clone, PartialEq)]
pub struct Programme {
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Row>,
    /// How many of the columns are parameters; the others are the K.
    pub(super) parameters: usize,
}

/// A variable of a programme.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) low: f64,
    pub(super) high: f64,
    /// Its factor in the objective.
    pub(super) cost: f64,
}

/// A constraint of a programme: the sum of its cells is at least, or exactly, its right side.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) is_equal: bool,
    pub(super) right: f64,
    /// Columns and their factors.
    pub(super) cells: Vec<(u32, f64)>,
}

impl Programme {
    /// The margin ε that is usual: of distances between standardised records.
    pub const MARGIN: f64 = 1e-4;

    /// The programme of a family on two files of standardised records, row by row the same people. `None` for positive semi-definite
    /// forms, which no linear constraints describe, and for Choquet integrals of more than 12 columns.
    pub fn new(family: Family, original: &Records, masked: &Records, margin: f64) -> Option<Self> {
        let files = Files::new(original, masked);
        Self::of(&files, family, margin, |record| Some(files.others(record).collect()))
    }

    /// The programme with the masked records that were chosen for each record; a record with none is lost.
    pub(super) fn of(
        files: &Files<'_>,
        family: Family,
        margin: f64,
        chosen: impl Fn(usize) -> Option<Vec<u32>>,
    ) -> Option<Self> {
        let width = files.original.width();
        let mut columns = parameters(family, width)?;
        let parameters = columns.len();
        let mut rows = Vec::new();
        let (mut room, mut dense) = (Room::default(), vec![0.0; parameters]);
        let (mut own, mut other) = (Vec::new(), Vec::new());
        for (record, &cost) in files.weights.iter().enumerate() {
            let chosen = chosen(record);
            let low = if chosen.is_none() { 1.0 } else { 0.0 };
            columns.push(Column { name: format!("K_{}", record + 1), low, high: 1.0, cost });
            for masked in chosen.into_iter().flatten() {
                files.row(family, record, masked, &mut dense, &mut room);
                files.differences(record, record as u32, &mut own);
                files.differences(record, masked, &mut other);
                let free = reach(family, &dense, &own, &other);
                let cells = dense.iter().enumerate().filter(|(_, cell)| **cell != 0.0);
                let mut cells: Vec<(u32, f64)> = cells.map(|(at, &cell)| (at as u32, cell)).collect();
                cells.push(((parameters + record) as u32, free + margin));
                let name = format!("link_{}_{}", record + 1, masked + 1);
                rows.push(Row { name, is_equal: false, right: margin, cells });
            }
        }
        rows.extend(shape(family, width));
        Some(Self { columns, rows, parameters })
    }

    /// How many rows it has.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// How many columns it has: parameters, and a binary variable for each record.
    pub fn columns(&self) -> usize {
        self.columns.len()
    }
}

/// The parameters with their bounds.
fn parameters(family: Family, width: usize) -> Option<Vec<Column>> {
    let column = |name: String, low: f64| Column { name, low, high: 1.0, cost: 0.0 };
    let names: Vec<String> = match family {
        Family::WeightedMean => (1..=width).map(|at| format!("p_{at}")).collect(),
        Family::Owa => (1..=width).map(|at| format!("owa_{at}")).collect(),
        Family::Choquet if width > MOST_COLUMNS => return None,
        Family::Choquet => (1..1_usize << width).map(|set| format!("mu_{}", members(set))).collect(),
        Family::Bilinear => (1..=width).flat_map(|a| (a..=width).map(move |b| format!("s_{a}_{b}"))).collect(),
        Family::BilinearPsd => return None,
    };
    // The scale of a form is free: a box holds it.
    let low = if family == Family::Bilinear { -1.0 } else { 0.0 };
    Some(names.into_iter().map(|name| column(name, low)).collect())
}

/// The columns of a set, from 1.
fn members(set: usize) -> String {
    let inside = (0..usize::BITS).filter(|at| set >> at & 1 == 1).map(|at| (at + 1).to_string());
    inside.collect::<Vec<_>>().join("_")
}

/// What the parameters must satisfy by themselves, beside their bounds.
fn shape(family: Family, width: usize) -> Vec<Row> {
    let equal = |name: &str, cells| Row { name: name.to_owned(), is_equal: true, right: 1.0, cells };
    match family {
        Family::WeightedMean | Family::Owa => vec![equal("sum", (0..width as u32).map(|at| (at, 1.0)).collect())],
        Family::Choquet => {
            let whole = (1_usize << width) - 1;
            let mut rows = vec![equal("whole", vec![(whole as u32 - 1, 1.0)])];
            for set in 1..=whole {
                for column in (0..width).filter(|column| set >> column & 1 == 0) {
                    let larger = set | 1 << column;
                    let name = format!("grow_{}_by_{}", members(set), column + 1);
                    let cells = vec![(set as u32 - 1, -1.0), (larger as u32 - 1, 1.0)];
                    rows.push(Row { name, is_equal: false, right: 0.0, cells });
                }
            }
            rows
        }
        Family::Bilinear | Family::BilinearPsd => Vec::new(),
    }
}

/// How far below 0 a row can come: M.
fn reach(family: Family, row: &[f64], own: &[f64], other: &[f64]) -> f64 {
    match family {
        // At a corner of the simplex.
        Family::WeightedMean | Family::Owa => row.iter().fold(0.0, |most, cell| most.max(-cell)),
        // At the measure that is 1 on the sets that contain one set. The least of the own differences in that set does not change
        // if all columns with greater ones join it, so that these sets suffice.
        Family::Choquet => {
            let least = |all: &[f64], from: f64| {
                let inside = all.iter().zip(own).filter(|(_, own)| *own * *own >= from).map(|(cell, _)| cell * cell);
                inside.fold(f64::INFINITY, f64::min)
            };
            own.iter().map(|d| d * d - least(other, d * d)).fold(0.0, f64::max)
        }
        // At a corner of the box.
        Family::Bilinear | Family::BilinearPsd => row.iter().map(|cell| cell.abs()).sum(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combine::FuzzyMeasure;
    use scumble_mask::Rng;

    fn random(records: usize, width: usize, seed: u64) -> Records {
        let mut rng = Rng::new(seed);
        Records::new(width, (0..records * width).map(|_| rng.normal()).collect())
    }

    /// The thesis counts N(N−1) rows of links, 1 of the sum, and Σ k·C(n, k) for k ≥ 2 of monotonicity.
    #[test]
    fn the_size_is_that_of_the_formulas() {
        let records = 7;
        for width in 1..=5 {
            let (original, masked) = (random(records, width, 1), random(records, width, 2));
            let size = |family| {
                Programme::new(family, &original, &masked, Programme::MARGIN)
                    .map(|found| (found.columns(), found.rows()))
            };
            let links = records * (records - 1);
            let choose = |k: usize| (0..k).fold(1, |product, at| product * (width - at) / (at + 1));
            let edges: usize = (2..=width).map(|k| k * choose(k)).sum();
            assert_eq!(size(Family::WeightedMean), Some((width + records, links + 1)));
            assert_eq!(size(Family::Owa), Some((width + records, links + 1)));
            assert_eq!(size(Family::Bilinear), Some((width * (width + 1) / 2 + records, links)));
            assert_eq!(size(Family::Choquet), Some(((1 << width) - 1 + records, links + 1 + edges)));
            assert_eq!(size(Family::BilinearPsd), None);
        }
        let wide = random(2, 13, 1);
        assert_eq!(Programme::new(Family::Choquet, &wide, &wide, Programme::MARGIN), None);
    }

    #[test]
    fn equal_masked_records_share_a_row_and_a_weight() {
        let original = Records::new(1, vec![0.0, 0.1, 1.0, 2.0]);
        let masked = Records::new(1, vec![0.0, 0.0, 1.5, 1.5]);
        let found = Programme::new(Family::WeightedMean, &original, &masked, Programme::MARGIN).unwrap();
        let names: Vec<&str> = found.rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names, ["link_1_3", "link_2_3", "link_3_1", "link_4_1", "sum"]);
        assert!(found.columns[1..].iter().all(|column| column.cost == 0.5));
    }

    /// M is how far below 0 a row comes: found by trying all measures of zeros and ones.
    #[test]
    fn a_row_is_freed_by_the_least_that_frees_it() {
        let (original, masked) = (random(9, 3, 3), random(9, 3, 4));
        let found = Programme::new(Family::Choquet, &original, &masked, Programme::MARGIN).unwrap();
        let measures: Vec<Vec<f64>> = (0..1_u32 << 7)
            .map(|ones| (0..8_u32).map(|set| f64::from(u8::from(set > 0 && ones >> (set - 1) & 1 == 1))).collect())
            .filter(|all: &Vec<f64>| all[7] == 1.0 && FuzzyMeasure::new(all.clone()).unwrap().is_monotone(0.0))
            .collect();
        assert_eq!(measures.len(), 18);
        let mut freed = 0;
        for row in found.rows.iter().filter(|row| row.name.starts_with("link")) {
            let (&(_, factor), cells) = row.cells.split_last().unwrap();
            let value = |all: &Vec<f64>| cells.iter().map(|&(at, cell)| cell * all[at as usize + 1]).sum::<f64>();
            let least = measures.iter().map(value).fold(f64::INFINITY, f64::min);
            assert!(
                (factor - Programme::MARGIN - (-least).max(0.0)).abs() < 1e-12,
                "{}: {factor} for {least}",
                row.name
            );
            freed += usize::from(least < 0.0);
        }
        assert!(freed > 20);
    }
}
