//! How many cells suppression blanks on sdcMicro's five keys of Adult, in how much time, and how both grow with the records:
//! `cargo run --release -p scumble-mask --example suppression_growth -- adult.csv [rows]`.

#![allow(clippy::print_stdout, reason = "it is what it is for")]

use scumble_data::{ColumnKind, Options, read};
use scumble_io::Silent;
use scumble_mask::partition::GroupSize;
use scumble_mask::table::{MaskedColumn, MissingValues, Prepared, Roles};
use scumble_mask::{Blank, Combination, Mask, Problem, Promise, Rng, Suppress, Suppression};
use std::time::Instant;

const KEYS: [&str; 5] = ["sex", "race", "marital-status", "education", "workclass"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let path = arguments.first().ok_or("name the table of Adult")?;
    let table = read(path.as_ref(), &Options::default())?;
    let rows: Vec<usize> = match arguments.get(1) {
        Some(rows) => vec![rows.parse()?],
        None => vec![1_250, 2_500, 5_000, 10_000, 20_000, 30_162],
    };
    let keys: Vec<&str> = KEYS.to_vec();
    println!("rows k reading combinations cells seconds");
    for rows in rows {
        let keep: Vec<bool> = (0..table.len()).map(|row| row < rows).collect();
        let masked = keys.iter().map(|name| MaskedColumn::new(*name, ColumnKind::Nominal)).collect();
        let roles = Roles { masked, ..Roles::default() };
        let missing = MissingValues::default();
        let prepared =
            Prepared::new(&table.keep(&keep), &roles, &missing, &Promise::default(), 2, |_, _| Err(String::new()))?;
        for k in [2, 3, 5] {
            for (name, size) in [("all", keys.len()), ("pairs", 2), ("triples", 3)] {
                for (reading, blank) in Blank::ALL {
                    let k_of = GroupSize::new(k)?;
                    let sets = (0..1_usize << keys.len()).filter(|set| set.count_ones() as usize == size);
                    let combinations = sets
                        .map(|set| (0..keys.len()).filter(|at| set >> at & 1 == 1).collect())
                        .map(|columns| Combination { columns, k: k_of });
                    let step = Suppression {
                        columns: (0..keys.len()).collect(),
                        weights: vec![1.0; keys.len()],
                        combinations: combinations.collect(),
                        blank,
                        suppress: Suppress::Cells,
                    };
                    let problem = Problem::new(&prepared.attributes, &prepared.strata);
                    let start = Instant::now();
                    let done = step.mask(&problem, &mut Rng::new(1), &Silent)?;
                    let seconds = start.elapsed().as_secs_f64();
                    let cells = done.report.suppressed.map_or(0, |done| done.cells);
                    println!("{rows} {k} {reading} {name} {cells} {seconds:.4}");
                }
            }
        }
    }
    Ok(())
}
