//! Section 3 of Sánchez, Batet and Viejo (2013): how well informative terms (S1), and terms correlated with them (S2), match what
//! annotators marked.
//!
//! The paper's counts were a search engine's. Here the information content of a term comes from counts that a search engine gave for
//! such terms, and mutual information, which needs counts of any two terms together, from an index of a corpus without the document
//! under test.

mod claims;
mod coverage;
mod hits;
mod key;
mod material;
mod measure;
mod page;
mod report;
mod rest;
mod score;

use crate::console::Console;
use crate::failure::Failure;
use claims::{BY_NAME, claims};
use coverage::Coverage;
use hits::Hits;
use material::Text;
use measure::{Measured, measure};
use rayon::prelude::*;
use score::Scores;
use scumble::Watch;
use scumble::corpus::Counts;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

pub(super) const NAME: &str = "term-relationships";

/// Everything that was measured.
struct Results {
    documents: Vec<Measured>,
    /// The paper's own actors, of whom nobody marked anything.
    unmarked: Vec<Measured>,
    scores: Scores,
    /// The same with the actor's name as the term to hide, as in the paper.
    by_name: Scores,
    coverage: Coverage,
}

pub(super) fn run(folder: &Path, out: Option<&Path>, console: &Console) -> Result<(), Failure> {
    let marked = material::annotated(&material::find(folder, "wiki_actors/annotated_visible25.jsonl")?)?;
    let hits = Hits::read(&material::find(folder, "wiki_actors/google_hits.tsv")?)?;
    let sources = ["wiki_actors/actors_abstracts.jsonl", "web_corpus/enwiki2014_leads.jsonl"];
    let sources = sources.into_iter().map(|name| material::find(folder, name)).collect::<Result<Vec<_>, _>>()?;
    let unmarked = match material::find(folder, "six_actors/six_actors.jsonl") {
        Ok(path) => material::unannotated(&path)?,
        Err(_) => Vec::new(),
    };
    if let Some(out) = out {
        std::fs::create_dir_all(out).map_err(|error| Failure::input(format!("{}: {error}", out.display())))?;
    }
    let corpus = material::corpus(&sources, out, console)?;
    let (progress, measured) = (console.progress(), AtomicU64::new(0));
    let total = (2 * marked.len() + unmarked.len()) as u64;
    let all = |texts: &[Text], secret: fn(&Text) -> &str| -> Result<Vec<Measured>, Failure> {
        let one = |text| {
            measure(text, secret(text), &hits, &corpus.index).inspect(|_| {
                let _ = progress.at("measuring", measured.fetch_add(1, Ordering::Relaxed) + 1, total);
            })
        };
        texts.par_iter().map(one).collect()
    };
    let (documents, named, unmarked) = console.in_parallel(|| -> Result<_, Failure> {
        let name: fn(&Text) -> &str = |text| &text.name;
        Ok((all(&marked, |text| &text.secret)?, all(&marked, name)?, all(&unmarked, name)?))
    })??;
    progress.clear();
    let (scores, by_name) = (Scores::of(&documents), Scores::of(&named));
    let coverage = Coverage::of(&documents, &named, &hits, corpus.index.total()?);
    let results = Results { documents, unmarked, scores, by_name, coverage };
    let mut rows = claims(&results.scores, "");
    rows.extend(claims(&results.by_name, BY_NAME));
    if let Some(out) = out {
        page::write(&results, &rows, out)?;
    }
    match console.json {
        true => console.print_json(&report::to_json(&results, &rows)),
        false => console.print(&report::to_text(&results, &rows, out)),
    }
}
