//! Table 5.14 of the thesis on a file of numbers: `bench/known-pairs`.

#![allow(clippy::print_stdout, reason = "an example shows its result")]

use scumble::Silent;
use scumble::data::{Missing, Options, Rows, read};
use scumble::experiment::{KnownPairsExperiment, Protection, TABLE_5_14};
use std::path::Path;
use std::time::Instant;

fn main() -> Result<(), scumble::Error> {
    let file = std::env::args().nth(1).ok_or_else(|| scumble::Error::input("name the Census file"))?;
    let table = read(Path::new(&file), &Options::default())?;
    let missing = Missing::default();
    let columns: Vec<Vec<f64>> =
        table.columns().iter().take(7).map(|column| column.numbers(&file, &missing)).collect::<Result<_, _>>()?;
    let columns: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
    let original = Rows::from_columns(&columns);
    println!("{:<12}{:>10}{:>10}{:>10}{:>10}{:>9}", "", "thesis AM", "AM", "ranks", "learned", "seconds");
    let raw = TABLE_5_14.iter().filter_map(|&(protection, published, ..)| match protection {
        Protection::Grouped { width, k, .. } => Some((Protection::Grouped { width, k, standardize: false }, published)),
        _ => None,
    });
    for (protection, published) in TABLE_5_14.iter().map(|row| (row.0, row.1)).chain(raw) {
        let start = Instant::now();
        let found = KnownPairsExperiment::default().run(&original, protection, &Silent)?;
        let recipes: Vec<String> = found.recipes.iter().map(|recipe| recipe.name()).collect();
        println!(
            "{:<12}{published:>10.2}{:>10.2}{:>10.2}{:>10.2}{:>9.1}  {}",
            protection.name(),
            found.plain,
            found.ranks,
            found.learned,
            start.elapsed().as_secs_f64(),
            recipes.join("; ")
        );
    }
    Ok(())
}
