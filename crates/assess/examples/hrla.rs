//! How many records the heuristic of the thesis (HRLA) links, beside the plain mean, and our search.
//!
//! `cargo run --release -p scumble-assess --example hrla -- RATE PASSES ROUNDS [ORIGINAL.csv MASKED.csv]…`; 0 rounds leave the search out.

use scumble_assess::learn::{Family, Hrla, Learning};
use scumble_data::Rows;
use scumble_io::Silent;
use std::error::Error;
use std::io::Write;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [rate, passes, rounds, files @ ..] = arguments.as_slice() else {
        return Err("give a rate, passes, rounds and pairs of files".into());
    };
    let (hrla, rounds) = (Hrla { rate: rate.parse()?, passes: passes.parse()? }, rounds.parse()?);
    for pair in files.chunks_exact(2) {
        let (original, masked) = (read(&pair[0])?.standardized(), read(&pair[1])?.standardized());
        let start = Instant::now();
        let found = hrla.learn(&original, &masked, &Silent)?.ok_or("too many columns")?;
        let taken = start.elapsed().as_secs_f64();
        let searched = match rounds {
            0 => String::new(),
            rounds => {
                let start = Instant::now();
                let found = Learning { family: Family::Choquet, rounds, work: 0, seed: 1 }.learn(
                    &original,
                    &masked,
                    &|_| (),
                    &Silent,
                )?;
                format!(", search {} in {:.1} s", found.links.expected, start.elapsed().as_secs_f64())
            }
        };
        let mut out = std::io::stdout();
        let (plain, linked) = (found.start.expected, found.links.expected);
        writeln!(out, "{}: mean {plain:.1}, HRLA {linked:.1} in {taken:.1} s{searched}", pair[0])?;
    }
    Ok(())
}

/// The numbers of a file with a line of names.
fn read(path: &str) -> Result<Rows, Box<dyn Error>> {
    let text = std::fs::read_to_string(path)?;
    let mut lines = text.lines();
    let width = lines.next().ok_or("an empty file")?.split(',').count();
    let cells: Result<Vec<f64>, _> = lines.flat_map(|line| line.split(',')).map(|cell| cell.trim().parse()).collect();
    Ok(Rows::try_new(width, cells?).ok_or("a line has another number of cells than the first")?)
}
