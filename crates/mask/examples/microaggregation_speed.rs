//! How long grouping takes, how that grows with the number of records, and what it loses. `bench/microaggregation` runs it.
//!
//!     microaggregation_speed normal RECORDS WIDTH K [BLOCK]     a normal table, grouped exactly or in blocks
//!     microaggregation_speed table RECORDS WIDTH FILE           writes such a table as CSV
//!     microaggregation_speed cut K TABLE COLUMN=HIERARCHY…      sort-and-cut on a real table, complete records only
#![allow(clippy::print_stdout, reason = "an example talks to people")]

use scumble_data::{ColumnKind, Missing, Options, Rows, read};
use scumble_mask::loss::squares;
use scumble_mask::partition::{Blocks, GroupSize, Partition, exact, in_blocks};
use scumble_mask::space::{Aggregate, Metric, MixedSpace};
use scumble_mask::{Attribute, Encoded, Rng};
use scumble_ontology::load::{Options as TaxonomyOptions, Spec, open};
use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["normal", records, width, k, ref block @ ..] => grouped(records.parse()?, width.parse()?, k.parse()?, block),
        ["table", records, width, file] => table(records.parse()?, width.parse()?, Path::new(file)),
        ["cut", k, file, ref columns @ ..] => cut(k.parse()?, Path::new(file), columns),
        _ => Err("see the head of this example for what it takes".into()),
    }
}

fn normal(records: usize, width: usize) -> Rows {
    let mut rng = Rng::new(1);
    Rows::new(width, (0..records * width).map(|_| rng.normal()).collect())
}

/// Prints seconds and 100·SSE/SST.
fn grouped(records: usize, width: usize, k: usize, block: &[&str]) -> Result<(), Box<dyn Error>> {
    let rows = normal(records, width).standardized();
    let space = MixedSpace { metrics: vec![Metric::Number; width] };
    let k = GroupSize::new(k)?;
    let start = Instant::now();
    let partition = match block {
        [] => exact(&space, &rows, k)?,
        [records, rest @ ..] => {
            in_blocks(&space, &rows, k, Blocks { records: records.parse()?, repair: rest != ["plain"] }, 42)?
        }
    };
    let seconds = start.elapsed().as_secs_f64();
    let (sse, sst) = squares(&rows, &partition);
    println!("{seconds} {}", 100.0 * sse / sst);
    Ok(())
}

fn table(records: usize, width: usize, file: &Path) -> Result<(), Box<dyn Error>> {
    let mut out = std::io::BufWriter::new(std::fs::File::create(file)?);
    let names: Vec<String> = (1..=width).map(|column| format!("x{column}")).collect();
    writeln!(out, "{}", names.join(","))?;
    let mut rng = Rng::new(1);
    for _ in 0..records {
        for column in 0..width {
            let end = if column + 1 == width { '\n' } else { ',' };
            write!(out, "{:.6}{end}", rng.normal())?;
        }
    }
    Ok(out.flush()?)
}

/// Sort-and-cut, the better of two: by the values of the columns in turn, and by the distance to the record farthest from the
/// middle. Prints the loss a record of each.
fn cut(k: usize, file: &Path, columns: &[&str]) -> Result<(), Box<dyn Error>> {
    let missing = Missing { values: vec!["?".to_owned()] };
    let table = read(file, &Options::default())?;
    let names: Vec<(&str, Option<&str>)> = columns
        .iter()
        .map(|column| column.split_once('=').map_or((*column, None), |(name, file)| (name, Some(file))))
        .collect();
    let mut keep = vec![true; table.len()];
    for (name, _) in &names {
        let holes = table.column(name)?.missing(&missing);
        keep.iter_mut().zip(holes).for_each(|(keep, hole)| *keep &= !hole);
    }
    let table = table.keep(&keep);
    let mut attributes = Vec::new();
    for (name, hierarchy) in names {
        let column = table.column(name)?;
        let kind = match hierarchy {
            Some(file) => ColumnKind::Text(format!("vgh:{file}")),
            None if column.is_numeric(&missing) => ColumnKind::Number,
            None => ColumnKind::Nominal,
        };
        attributes.push(Attribute::read(column, &kind, table.file(), &missing, |spec, _| {
            let stack = Spec::parse(spec).and_then(|specs| open(&specs, &TaxonomyOptions::default(), &[]));
            Ok(Arc::new(stack.unwrap_or_default()))
        })?);
    }
    let encoded = Encoded::new(&attributes.iter().collect::<Vec<_>>(), true)?;
    let (space, rows) = (&encoded.space, &encoded.rows());
    let all: Vec<&[f64]> = rows.iter().collect();
    let middle = space.aggregate(&all);
    let from = |point: &[f64]| -> Vec<f64> { rows.iter().map(|row| space.squared(row, point)).collect() };
    let outward = from(&middle);
    let farthest = (0..rows.len()).max_by(|&a, &b| outward[a].total_cmp(&outward[b])).unwrap_or(0);
    let distances = from(rows.row(farthest));
    let mut by_distance: Vec<u32> = (0..rows.len() as u32).collect();
    by_distance.sort_by(|&a, &b| distances[a as usize].total_cmp(&distances[b as usize]));
    let mut by_value: Vec<u32> = (0..rows.len() as u32).collect();
    by_value
        .sort_by(|&a, &b| rows.row(a as usize).partial_cmp(rows.row(b as usize)).unwrap_or(std::cmp::Ordering::Equal));
    for order in [by_value, by_distance] {
        let mut groups: Vec<Vec<u32>> = order.chunks(k).map(<[u32]>::to_vec).collect();
        if groups.last().is_some_and(|last| last.len() < k) {
            let rest = groups.pop().unwrap_or_default();
            groups.last_mut().ok_or("too few records")?.extend(rest);
        }
        let partition = Partition::new(groups, rows.len(), GroupSize::new(k)?)?;
        let loss: f64 = partition
            .groups()
            .map(|group| {
                let members: Vec<&[f64]> = group.iter().map(|&record| rows.row(record as usize)).collect();
                let middle = space.aggregate(&members);
                members.iter().map(|row| space.squared(row, &middle)).sum::<f64>()
            })
            .sum();
        print!("{} ", loss / rows.len() as f64);
    }
    println!();
    Ok(())
}
