//! What learned decisions are worth: five-fold trials, and biographies that nothing was trained on.

use super::LEARNING;
use super::documents::{Documents, Marked, biographies};
use super::folds::{Folds, PARTS};
use super::lessons::{MarkedLesson, analyzer, decider, rules};
use crate::entities::Outcome;
use crate::masking::{Hidden, intervals, masking};
use rayon::prelude::*;
use scumble_assess::document::gold::GoldSums;
use scumble_mask::document::judge::{Judges, TextKind, Weights};
use scumble_mask::document::{Decider, Readers};
use std::path::Path;
use std::sync::Arc;

const CAUTIONS: [f64; 5] = [0.6, 0.7, 0.8, 0.85, 0.9];

/// Weights for one kind of text alone, as judges.
fn judges(kind: TextKind, readers: Readers, weights: &[u8]) -> Outcome<Arc<Judges>> {
    let empty = Weights::pack(std::iter::empty());
    let mut packed = Vec::new();
    for (_, own) in Readers::ALL {
        for model in 0..TextKind::MODELS {
            packed.extend_from_slice(if model == kind.model() && own == readers { weights } else { &empty });
        }
    }
    packed.extend(&empty);
    Ok(Arc::new(Judges::unpack(&packed).ok_or("the weights cannot be unpacked")?))
}

fn learnt<'l>(lessons: impl Iterator<Item = &'l MarkedLesson>) -> Vec<u8> {
    LEARNING.learn(&lessons.map(|lesson| lesson.lesson.clone()).collect::<Vec<_>>())
}

pub(crate) fn report(
    data: &Path,
    documents: &Documents,
    lessons: &[MarkedLesson],
    folds: &Folds,
    readers: Readers,
) -> Outcome<()> {
    for kind in [TextKind::Court, TextKind::Biography] {
        five_fold(kind, documents, lessons, folds, readers)?;
    }
    let (unseen, english, kind) = (biographies(data)?, Folds::shipped(), TextKind::Biography);
    let judges = judges(kind, readers, &learnt(lessons.iter().filter(|lesson| lesson.kind == kind)))?;
    let measured = |decider: &Decider| intervals(&masking(english, Hidden::By(decider), unseen.iter()));
    let rules = rules(kind, readers, folds.network(0))?;
    println!("biographies, by the rules alone: {}", measured(&rules));
    for caution in CAUTIONS {
        // No fold has seen them.
        let decider = decider(kind, readers, Some(caution), folds.network(0), Some(&judges))?;
        println!("biographies, {}, learned from leads, caution {caution}: {}", readers.as_str(), measured(&decider));
    }
    Ok(())
}

fn five_fold(
    kind: TextKind,
    documents: &Documents,
    lessons: &[MarkedLesson],
    folds: &Folds,
    readers: Readers,
) -> Outcome<()> {
    let of_kind: Vec<&Marked> = documents.of(kind).filter(|marked| !marked.made).collect();
    let measured = |deciders: &[Decider]| -> String {
        let one = |marked: &&Marked| {
            let decider = &deciders[marked.fold % deciders.len()];
            masking(analyzer(marked, folds), Hidden::By(decider), std::iter::once(&marked.case))
        };
        intervals(&of_kind.par_iter().flat_map(one).collect::<Vec<GoldSums>>())
    };
    println!("{}, by the rules alone: {}", kind.as_str(), measured(&[rules(kind, readers, folds.network(0))?]));
    let without = |part: usize| lessons.iter().filter(move |lesson| lesson.kind == kind && lesson.fold != part);
    let parts: Vec<Arc<Judges>> =
        (0..PARTS).map(|part| judges(kind, readers, &learnt(without(part)))).collect::<Outcome<_>>()?;
    for caution in CAUTIONS {
        let decider = |part: usize| decider(kind, readers, Some(caution), folds.network(part), Some(&parts[part]));
        let deciders: Vec<Decider> = (0..PARTS).map(decider).collect::<Outcome<_>>()?;
        let (name, reader) = (kind.as_str(), readers.as_str());
        println!("{name}, {reader}, learned in five parts, caution {caution}: {}", measured(&deciders));
    }
    Ok(())
}
