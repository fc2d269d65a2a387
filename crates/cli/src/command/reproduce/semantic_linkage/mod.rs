//! Figures 4 to 6 of Martínez, Sánchez and Valls, "Evaluation of the disclosure risk of masking methods dealing with textual
//! attributes": record linkage by meaning against linkage by equality, on a made-up survey and hierarchies cut out of WordNet.

mod measure;
mod report;
mod survey;

use crate::console::Console;
use crate::failure::Failure;
use report::Results;
use scumble::Watch;
use scumble::ontology::load::{Options, Spec, open};
use std::path::Path;
use std::sync::Arc;
use survey::Survey;

pub(super) const NAME: &str = "semantic-linkage";

const NOTE: &str = "the paper's survey and its hierarchies are not public: the survey here is drawn at random over 25 words, and both \
                    hierarchies are cut out of WordNet; compare the shape of the curves, not the figures";

pub(super) fn run(out: Option<&Path>, console: &Console) -> Result<(), Failure> {
    let progress = console.progress();
    let _ = progress.at("measuring", 0, 0);
    let wordnet = Arc::new(open(&[Spec::WordNet], &Options::default(), &[])?);
    let nouns = wordnet.members().first().ok_or_else(|| Failure::input("the embedded WordNet is empty"))?;
    let (survey, hierarchies) = (Survey::made(), survey::hierarchies(nouns)?);
    let rows = console.in_parallel(|| -> Result<_, Failure> {
        let [coarse, fine] = &hierarchies;
        Ok([measure::sweep(&survey, coarse, &wordnet)?, measure::sweep(&survey, fine, &wordnet)?])
    })??;
    progress.clear();
    let results = Results { survey: &survey, hierarchies: &hierarchies, rows };
    if let Some(out) = out {
        results.write(out)?;
    }
    match console.json {
        true => console.print_json(&results.to_json()),
        false => console.print(&results.to_text(out)),
    }
}
