//! What learned decisions are worth: five-fold trials, and biographies that nothing was trained on.

use super::LEARNING;
use super::documents::{Documents, Marked, biographies};
use super::folds::{Folds, PARTS};
use super::lessons::{MarkedLesson, all, analyzer, rules};
use crate::entities::Outcome;
use crate::masking::{Hidden, intervals, masking};
use rayon::prelude::*;
use scumble_assess::document::gold::GoldSums;
use scumble_corpus::Embedded;
use scumble_mask::document::judge::{Judges, TextKind, Weights};
use scumble_mask::document::{Decider, Knowledge, Protection};
use std::path::Path;
use std::sync::Arc;

const CAUTIONS: [f64; 8] = [0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1.0];

/// Weights for one kind of text alone, as judges.
fn judges(kind: TextKind, weights: &[u8]) -> Outcome<Arc<Judges>> {
    let empty = Weights::pack(std::iter::empty());
    let mut packed: Vec<u8> =
        TextKind::ALL.into_iter().flat_map(|one| if one == kind { weights.to_vec() } else { empty.clone() }).collect();
    packed.extend(&empty);
    Ok(Arc::new(Judges::unpack(&packed).ok_or("the weights cannot be unpacked")?))
}

fn decider(kind: TextKind, caution: f64, judges: &Arc<Judges>) -> Outcome<Decider> {
    let protection = Protection { text_kind: Some(kind), caution: Some(caution), ..Protection::default() };
    let knowledge = Knowledge::english(Arc::new(Embedded::get()));
    Ok(Decider::new(protection, Knowledge { judges: Some(Arc::clone(judges)), ..knowledge })?)
}

fn learnt<'l>(lessons: impl Iterator<Item = &'l MarkedLesson>) -> Vec<u8> {
    LEARNING.learn(&lessons.map(|lesson| lesson.lesson.clone()).collect::<Vec<_>>())
}

pub(crate) fn report(data: &Path, documents: &Documents, folds: &Folds) -> Outcome<()> {
    let lessons = all(documents, folds)?;
    for kind in TextKind::ALL.into_iter().filter(|&kind| documents.of(kind).next().is_some()) {
        five_fold(kind, documents, &lessons, folds)?;
    }
    let unseen = biographies(data)?;
    let (english, rules) = (Folds::shipped(), rules()?);
    println!("biographies, by the rules alone: {}", intervals(&masking(english, Hidden::By(&rules), unseen.iter())));
    let kind = TextKind::Biography;
    let judges = judges(kind, &learnt(lessons.iter().filter(|lesson| lesson.kind == kind)))?;
    for caution in CAUTIONS {
        let decider = decider(kind, caution, &judges)?;
        let all = masking(english, Hidden::By(&decider), unseen.iter());
        println!("biographies, learned from leads, caution {caution}: {}", intervals(&all));
    }
    Ok(())
}

fn five_fold(kind: TextKind, documents: &Documents, lessons: &[MarkedLesson], folds: &Folds) -> Outcome<()> {
    let name = kind.as_str();
    let rules = rules()?;
    let of_kind: Vec<&Marked> = documents.of(kind).collect();
    let measured = |deciders: &[&Decider]| -> Vec<GoldSums> {
        let one = |marked: &&Marked| {
            let decider = deciders[marked.fold % deciders.len()];
            masking(analyzer(marked, folds), Hidden::By(decider), std::iter::once(&marked.case))
        };
        of_kind.par_iter().flat_map(one).collect()
    };
    println!("{name}, by the rules alone: {}", intervals(&measured(&[&rules])));
    let parts: Vec<Arc<Judges>> = (0..PARTS)
        .map(|part| judges(kind, &learnt(lessons.iter().filter(|l| l.kind == kind && l.fold != part))))
        .collect::<Outcome<_>>()?;
    for caution in CAUTIONS {
        let deciders: Vec<Decider> =
            parts.iter().map(|judges| decider(kind, caution, judges)).collect::<Outcome<_>>()?;
        let deciders: Vec<&Decider> = deciders.iter().collect();
        println!("{name}, learned in five parts, caution {caution}: {}", intervals(&measured(&deciders)));
    }
    Ok(())
}
