//! Tables 5.15 and 5.16: which columns give people away.

use super::files::census;
use super::report::{Figure, Finding, Report};
use crate::console::Console;
use crate::failure::Failure;
use scumble::Watch;
use scumble::experiment::{KeyAttributes, KeyAttributesExperiment, TABLE_5_15, TABLE_5_16};
use std::path::Path;

/// How much more noise the second file has.
const MORE: f64 = 10.0;

const UNIQUE: &str = "best weights are not unique: all 400 records are linked by many weights, by equal ones too, and the search keeps those with which \
                      it starts; the thesis has those at which its solver stopped. Compare the weights of the file with ten times the noise, \
                      where no weights were found that link all";
const SAMPLE: &str = "one fresh sample of 400 records, the first seven columns in the order of the file; noise of column i has i percent of its \
                      deviation (i·10 in the rows “noise × 10”)";

pub(super) fn key_attributes(file: &Path, console: &Console) -> Result<Report, Failure> {
    let original = census(file)?;
    let progress = console.progress();
    let _ = progress.at("attacking", 0, 0);
    let run = |noise| KeyAttributesExperiment { noise, ..KeyAttributesExperiment::default() }.run(&original, &progress);
    let [little, much] = console.in_parallel(|| -> Result<_, scumble::Error> { Ok([run(1.0)?, run(MORE)?]) })??;
    progress.clear();
    let row = |name: &str, published: Option<&[f64; 7]>, ours: &[f64]| {
        let figure = |(at, &ours)| Figure { published: published.map(|all| all[at]), ours: Some(ours) };
        (name.to_owned(), ours.iter().enumerate().map(figure).collect())
    };
    Ok(Report {
        name: "table-5.15-5.16",
        columns: &["V1", "V2", "V3", "V4", "V5", "V6", "V7"],
        digits: 3,
        rows: vec![
            row("weight", Some(&TABLE_5_15), &little.weights),
            row("alone, %", Some(&TABLE_5_16), &little.alone),
            row("weight × 10", None, &much.weights),
            row("alone, % × 10", None, &much.alone),
        ],
        findings: findings(&little, &much),
        notes: vec![UNIQUE, SAMPLE],
    })
}

fn findings(little: &KeyAttributes, much: &KeyAttributes) -> Vec<Finding> {
    let is_first = |values: &[f64]| values[1..].iter().all(|value| *value < values[0]);
    let most = |values: &[f64]| values.iter().copied().fold(0.0, f64::max);
    vec![
        Finding {
            name: "all seven columns link everybody".to_owned(),
            ours: format!("{:.2} % by WM, {:.2} % by AM", little.wm, little.am),
            holds: little.wm == 100.0,
        },
        Finding {
            name: "the column with the least noise links most by itself, and far fewer than all together".to_owned(),
            ours: format!("{:.2} % by the best column", most(&little.alone)),
            holds: is_first(&little.alone) && 2.0 * most(&little.alone) < little.wm,
        },
        Finding {
            name: "the column with the least noise weighs most (noise × 10)".to_owned(),
            ours: format!("{:.3} of 1; {:.2} % by WM, {:.2} % by AM", much.weights[0], much.wm, much.am),
            holds: is_first(&much.weights),
        },
    ]
}
