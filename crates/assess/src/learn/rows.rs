//! What a distance must satisfy to link records: rows of differences of features, which must come out above 0.

use super::family::Family;
use super::files::Files;

/// The rows of all records that can be linked at all; those of one record stand together.
#[derive(Debug, Clone, Default)]
pub(super) struct Rows {
    /// The record of each block of rows, and its weight.
    pub(super) records: Vec<(u32, f64)>,
    /// Where the block of each record starts among the rows; and the end.
    pub(super) blocks: Vec<u32>,
    /// How many parameters there are.
    pub(super) width: usize,
    cells: Cells,
}

/// The cells of rows: column by column if most are not 0, else row by row without zeros.
#[derive(Debug, Clone)]
enum Cells {
    Dense(Vec<Vec<f64>>),
    Sparse { starts: Vec<u32>, places: Vec<u16>, values: Vec<f64> },
}

impl Default for Cells {
    fn default() -> Self {
        Self::Dense(Vec::new())
    }
}

impl Rows {
    /// The rows of every record that may be linked, against the masked records that were chosen for it.
    pub(super) fn build(files: &Files<'_>, family: Family, chosen: &[Option<Vec<u32>>]) -> Self {
        let width = family.parameters(files.original.width());
        let cells = match family {
            Family::Choquet => Cells::Sparse { starts: vec![0], places: Vec::new(), values: Vec::new() },
            _ => Cells::Dense(vec![Vec::new(); width]),
        };
        let mut rows = Self { width, blocks: vec![0], records: Vec::new(), cells };
        let (mut dense, mut count) = (vec![0.0; width], 0);
        let mut room = Room::default();
        for (record, masked) in chosen.iter().enumerate() {
            let Some(masked) = masked else { continue };
            for &masked in masked {
                files.row(family, record, masked, &mut dense, &mut room);
                let scale = dense.iter().fold(0.0_f64, |most, cell| most.max(cell.abs()));
                if scale > 0.0 {
                    rows.push(&dense, scale);
                    count += 1;
                }
            }
            rows.records.push((record as u32, files.weights[record]));
            rows.blocks.push(count);
        }
        rows
    }

    fn push(&mut self, row: &[f64], scale: f64) {
        match &mut self.cells {
            Cells::Dense(columns) => {
                columns.iter_mut().zip(row).for_each(|(column, cell)| column.push(cell / scale));
            }
            Cells::Sparse { starts, places, values } => {
                for (place, cell) in row.iter().enumerate().filter(|(_, cell)| **cell != 0.0) {
                    places.push(place as u16);
                    values.push(cell / scale);
                }
                starts.push(places.len() as u32);
            }
        }
    }

    /// How many rows there are.
    pub(super) fn len(&self) -> usize {
        self.blocks.last().map_or(0, |&end| end as usize)
    }

    /// A row as a vector.
    pub(super) fn row(&self, row: usize) -> Vec<f64> {
        match &self.cells {
            Cells::Dense(columns) => columns.iter().map(|column| column[row]).collect(),
            Cells::Sparse { starts, places, values } => {
                let mut dense = vec![0.0; self.width];
                let range = starts[row] as usize..starts[row + 1] as usize;
                places[range.clone()]
                    .iter()
                    .zip(&values[range])
                    .for_each(|(&at, &value)| dense[usize::from(at)] = value);
                dense
            }
        }
    }

    /// The product of every row with a vector.
    pub(super) fn times(&self, vector: &[f64], into: &mut Vec<f64>) {
        into.clear();
        into.resize(self.len(), 0.0);
        match &self.cells {
            Cells::Dense(columns) => {
                for (column, &factor) in columns.iter().zip(vector).filter(|(_, factor)| **factor != 0.0) {
                    into.iter_mut().zip(column).for_each(|(sum, cell)| *sum += cell * factor);
                }
            }
            Cells::Sparse { starts, places, values } => {
                for (sum, ends) in into.iter_mut().zip(starts.windows(2)) {
                    let range = ends[0] as usize..ends[1] as usize;
                    let entries = places[range.clone()].iter().zip(&values[range]);
                    *sum = entries.map(|(&at, value)| value * vector[usize::from(at)]).sum();
                }
            }
        }
    }

    /// Adds a factor times the square of a row to the lower half of a matrix.
    pub(super) fn add_square(&self, row: usize, factor: f64, matrix: &mut [f64]) {
        let width = self.width;
        match &self.cells {
            Cells::Dense(columns) => {
                for a in 0..width {
                    let scaled = columns[a][row] * factor;
                    (0..=a).for_each(|b| matrix[a * width + b] += scaled * columns[b][row]);
                }
            }
            Cells::Sparse { starts, places, values } => {
                let range = starts[row] as usize..starts[row + 1] as usize;
                let entries = || places[range.clone()].iter().zip(&values[range.clone()]);
                for (&a, x) in entries() {
                    for (&b, y) in entries().filter(|(b, _)| **b <= a) {
                        matrix[usize::from(a) * width + usize::from(b)] += factor * x * y;
                    }
                }
            }
        }
    }

    /// The sum of all weights.
    pub(super) fn total(&self) -> f64 {
        self.records.iter().map(|(_, weight)| weight).sum()
    }
}

/// Room for numbers in between.
#[derive(Default)]
pub(super) struct Room {
    pub(super) differences: Vec<f64>,
    pub(super) sorted: Vec<(f64, usize)>,
}
