//! Writes the mixed integer programme of learning a distance, and says how many records our own search links.
//!
//! `cargo run -p scumble-assess --example export_mps -- wm|owa|sb|ci ORIGINAL.csv MASKED.csv OUT.mps [MARGIN]`; the files have a line of names
//! and numbers apart by commas, row by row the same people.

use scumble_assess::learn::{Family, Learning, Programme, export_mps};
use scumble_data::Rows;
use scumble_io::Silent;
use std::error::Error;
use std::io::{BufWriter, Write};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [family, original, masked, out, rest @ ..] = arguments.as_slice() else {
        return Err("give a family, two files and the file to write".into());
    };
    let margin = rest.first().map_or(Ok(Programme::MARGIN), |margin| margin.parse())?;
    let known = Family::ALL.iter().find(|(name, _)| name == family);
    let &(_, family) = known.ok_or("the family is one of wm, owa, sb and ci")?;
    let (original, masked) = (read(original)?.standardized(), read(masked)?.standardized());
    if original.len() != masked.len() || original.width() != masked.width() {
        return Err("the files have different shapes".into());
    }
    let programme = Programme::new(family, &original, &masked, margin).ok_or("this family has no linear programme")?;
    let mut sink = BufWriter::new(std::fs::File::create(out)?);
    export_mps(&programme, &mut sink)?;
    sink.flush()?;
    let found =
        Learning { family, rounds: 8, work: 10_000_000, seed: 1 }.learn(&original, &masked, &|_| (), &Silent)?;
    let size = (programme.rows(), programme.columns());
    writeln!(
        std::io::stdout(),
        "{{\"linked\": {}, \"rows\": {}, \"columns\": {}}}",
        found.links.expected,
        size.0,
        size.1
    )?;
    Ok(())
}

/// The numbers of a file.
fn read(path: &str) -> Result<Rows, Box<dyn Error>> {
    let text = std::fs::read_to_string(path)?;
    let mut lines = text.lines();
    let width = lines.next().ok_or("an empty file")?.split(',').count();
    let cells: Result<Vec<f64>, _> = lines.flat_map(|line| line.split(',')).map(|cell| cell.trim().parse()).collect();
    Ok(Rows::try_new(width, cells?).ok_or("a line has another number of cells than the first")?)
}
