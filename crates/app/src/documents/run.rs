//! A run over many documents: read and decided side by side, labelled in order of their names, written one by one.

use super::decisions::{self, Decided as DecisionFile};
use super::job::{Decided, Finished, Job};
use super::key::{Key, Mentions};
use super::settings::Settings;
use crate::failure::Failure;
use rayon::prelude::*;
use scumble_mask::document::{Decider, Ledger};

/// What all documents of a run share.
pub(crate) struct Run<'a> {
    pub(crate) decider: &'a Decider,
    pub(crate) settings: &'a Settings,
    pub(crate) key: Option<Key>,
    pub(crate) decided: Option<DecisionFile>,
    /// The fields or columns that hold text, in files of records.
    pub(crate) fields: Vec<String>,
}

/// A document, or its name and why it cannot be released.
pub(crate) type Outcome = Result<Finished, (String, Failure)>;

impl Run<'_> {
    /// Sanitises some documents. One that fails does not stop the others; a corpus that gives no counts stops the run.
    pub(crate) fn process(&mut self, jobs: Vec<Job>) -> Result<Vec<Outcome>, Failure> {
        let mut decided: Vec<Result<Decided, (String, Failure)>> =
            jobs.into_par_iter().map(|job| self.decide(job)).collect();
        let stops =
            |one: &Result<Decided, (String, Failure)>| matches!(one, Err((_, failure)) if failure.is_from_counts());
        if let Some(place) = decided.iter().position(stops)
            && let Err((_, failure)) = decided.swap_remove(place)
        {
            return Err(failure);
        }
        let decider = self.decider;
        let outcomes: Vec<Outcome> = match &mut self.key {
            None => decided
                .into_par_iter()
                .map(|one| {
                    let one = one?;
                    let labelled = one.label(&mut Ledger::default());
                    one.finish(decider, labelled)
                })
                .collect(),
            Some(key) => {
                // Labels are numbered by first appearance: one document after the other.
                let edited = decided.into_iter().map(|one| {
                    let one = one?;
                    let labelled = one.label(&mut key.book);
                    Ok((one, labelled))
                });
                let edited: Vec<_> = edited.collect();
                edited
                    .into_par_iter()
                    .map(|one| one.and_then(|(one, labelled)| one.finish(decider, labelled)))
                    .collect()
            }
        };
        if let Some(key) = &mut self.key {
            for done in outcomes.iter().flatten() {
                let mentions = Mentions {
                    input_hash: done.job.input_hash.clone(),
                    output_hash: done.output_hash.clone(),
                    labels: done.mentions.clone(),
                };
                key.remember(&done.job.name, mentions);
            }
        }
        Ok(outcomes)
    }

    fn decide(&self, job: Job) -> Result<Decided, (String, Failure)> {
        let given = match &self.decided {
            None => None,
            Some(file) => {
                let name = job.name.clone();
                let Some(value) = file.of(&name) else {
                    return Err((
                        name.clone(),
                        Failure::input(format!("{name}: the file of decisions has none for it")),
                    ));
                };
                if file.hash_of(&name).is_some_and(|hash| hash != job.input_hash) {
                    let changed = Failure::input(format!("{name}: was changed after the decisions were made"));
                    return Err((name, changed.with_help("sanitise it again to get new decisions")));
                }
                Some(decisions::from_json(value, &job.text, &job.parts, &name).map_err(|failure| (name, failure))?)
            }
        };
        let fresh = Ledger::default();
        let book = self.key.as_ref().map_or(&fresh, |key| &key.book);
        job.decide(self.decider, given, book)
    }
}
