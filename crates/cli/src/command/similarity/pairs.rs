//! `scumble similarity --pairs`: a file of pairs, compared line by line.

use crate::console::Console;
use crate::failure::Failure;
use rayon::prelude::*;
use scumble::Watch;
use scumble::io::{Place, Source};
use scumble::knowledge::{SUGGESTED, compared_to_json};
use scumble::ontology::comparison::{Comparison, Found, Unknown};
use serde::Serialize;
use serde_json::json;
use serde_json::value::{RawValue, to_raw_value};
use std::borrow::Cow;
use std::io::Read;
use std::ops::Range;
use std::path::Path;

/// The first columns of the output.
const HEAD: [&str; 2] = ["term1", "term2"];

/// Pairs in one step of the progress bar.
const CHUNK: usize = 1 << 14;

/// The pairs of a file.
pub(super) struct Pairs {
    source: Source,
    /// (line, byte ranges of the two terms)
    rows: Vec<(u64, Range<usize>, Range<usize>)>,
}

impl Pairs {
    pub(super) fn read(file: &Path) -> Result<Self, Failure> {
        let source = if file == Path::new("-") {
            let mut bytes = Vec::new();
            let read = std::io::stdin().read_to_end(&mut bytes);
            read.map_err(|error| Failure::input(format!("standard input: cannot be read: {error}")))?;
            Source::from_bytes("standard input", bytes)?
        } else {
            Source::open(file)?
        };
        let text = source.as_str();
        let mut rows = Vec::new();
        let mut end = 0;
        for (line, row) in (1..).zip(text.split_inclusive('\n')) {
            let start = end;
            end += row.len();
            if row.trim().is_empty() {
                continue;
            }
            let mut terms = terms(text, start..end);
            let (first, second) = (terms.next(), terms.next());
            let term = |range: &Option<Range<usize>>| range.clone().map(|range| &text[range]);
            // The output of this command can be read again.
            if line == 1 && (term(&first), term(&second)) == (Some(HEAD[0]), Some(HEAD[1])) {
                continue;
            }
            let (Some(a), Some(b)) = (first.filter(|a| !a.is_empty()), second.filter(|b| !b.is_empty())) else {
                let place = Place::line(source.file(), line);
                return Err(Failure::input(format!("{place}: two terms separated by a tab are required")));
            };
            rows.push((line, a, b));
        }
        if rows.is_empty() {
            return Err(Failure::input(format!("{}: holds no pair", source.file())));
        }
        Ok(Self { source, rows })
    }

    fn row(&self, i: usize) -> (u64, &str, &str) {
        let (line, a, b) = &self.rows[i];
        let text = self.source.as_str();
        (*line, &text[a.clone()], &text[b.clone()])
    }

    /// All terms, for the taxonomy in which every item is its own concept.
    pub(super) fn terms(&self) -> Vec<&str> {
        (0..self.rows.len()).flat_map(|i| [self.row(i).1, self.row(i).2]).collect()
    }
}

/// The byte ranges of the fields of a line, without blanks around them.
fn terms(text: &str, line: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let mut end = line.start;
    text[line].split_inclusive('\t').map(move |field| {
        let start = end + (field.len() - field.trim_start().len());
        end += field.len();
        // A field of blanks only: it ends where it starts.
        start..start + field.trim().len()
    })
}

/// The result for programs: all pairs, or none if a term is unknown.
#[derive(Serialize)]
struct Compared {
    measure: &'static str,
    /// One pair a line.
    pairs: Vec<Box<RawValue>>,
    unknown: usize,
}

pub(super) fn run(pairs: &Pairs, comparison: &Comparison, skip: bool, console: &Console) -> Result<(), Failure> {
    let name = comparison.name();
    let progress = console.progress();
    let mut compared = Compared { measure: name.as_str(), pairs: Vec::new(), unknown: 0 };
    let all: Vec<usize> = (0..pairs.rows.len()).collect();
    for (step, chunk) in all.chunks(CHUNK).enumerate() {
        let compare = |&i: &usize| comparison.of(pairs.row(i).1, pairs.row(i).2);
        let found: Vec<_> = console.in_parallel(|| chunk.par_iter().map(compare).collect())?;
        let mut lines = String::new();
        if step == 0 {
            lines = format!("{}\t{}\t{}\tsense1\tsense2\tlcs\n", HEAD[0], HEAD[1], name.as_str());
        }
        for (&i, found) in chunk.iter().zip(found) {
            let (line, a, b) = pairs.row(i);
            let found = match found {
                Ok(found) => Some(found),
                Err(reason) if !skip => return Err(explain(pairs, comparison, i, line, &reason)),
                Err(_) => {
                    compared.unknown += 1;
                    None
                }
            };
            if console.json {
                let nothing = || json!({ "terms": [a, b], "measure": name.as_str(), "unknown": true });
                let row = found.map_or_else(nothing, |found| compared_to_json(&found, name, a, b));
                compared.pairs.push(to_raw_value(&row).map_err(|error| Failure::printing(&error.into()))?);
            } else {
                lines.push_str(&found.map_or_else(|| format!("{a}\t{b}\t\t\t\t\n"), |found| tsv(&found, a, b)));
            }
        }
        if !console.json {
            console.print(&lines)?;
        }
        let _ = progress.at("comparing", (step * CHUNK + chunk.len()) as u64, pairs.rows.len() as u64);
    }
    progress.clear();
    if compared.unknown > 0 {
        let (unknown, all) = (compared.unknown, pairs.rows.len());
        console.note(&format!("{unknown} of {all} pairs have a term that the taxonomy does not know"));
    }
    if console.json {
        let text = serde_json::to_string_pretty(&compared).map_err(|error| Failure::printing(&error.into()))?;
        console.print(&(text + "\n"))?;
    }
    Ok(())
}

fn tsv(found: &Found<'_>, a: &str, b: &str) -> String {
    let (first, second) = match &found.at {
        Some(at) => (at.taxonomy.name(at.senses.0), at.taxonomy.name(at.senses.1)),
        None => (Cow::Borrowed(""), Cow::Borrowed("")),
    };
    let common = found.at.as_ref().and_then(|at| Some(at.taxonomy.name(at.subsumer?))).unwrap_or_default();
    format!("{a}\t{b}\t{}\t{first}\t{second}\t{common}\n", found.value)
}

/// Names the place, not the term: a file of terms may be data. What is suggested is the taxonomy's.
fn explain(pairs: &Pairs, comparison: &Comparison, i: usize, line: u64, reason: &Unknown) -> Failure {
    let (_, a, b) = pairs.row(i);
    let place = Place::line(pairs.source.file(), line);
    match reason {
        Unknown::Term(which) => {
            let near = comparison.stack().near_terms([a, b][*which], SUGGESTED);
            let place = place.at_column(which + 1);
            let failure = Failure::input(format!("{place}: the taxonomy does not know this term"));
            let skip = "or leave such pairs empty with --skip-unknown";
            match near.is_empty() {
                true => failure.with_help(format!("correct it, {skip}")),
                false => failure.with_help(format!("did you mean {}? Correct it, {skip}", near.join(", "))),
            }
        }
        Unknown::Apart => Failure::input(format!("{place}: no single taxonomy knows both terms"))
            .with_help("compare terms of one taxonomy, or leave such pairs empty with --skip-unknown"),
    }
}
