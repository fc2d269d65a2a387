//! What learned decisions are worth on documents that nothing was trained on.

use super::documents::{Documents, Marked, biographies as unseen_biographies};
use super::folds::{Folds, PARTS};
use super::lessons::{MarkedLesson, analyzer, decider};
use super::{LEARNING, blends, judges};
use crate::entities::Outcome;
use crate::masking::{Hidden, intervals, masking};
use rayon::prelude::*;
use scumble_assess::document::gold::GoldSums;
use scumble_mask::document::judge::{Blend, Judges, TextKind, Weights};
use scumble_mask::document::{Decider, Readers};
use std::path::Path;
use std::sync::Arc;

const CAUTIONS: [f64; 9] = [0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9];

/// Linear weights for one kind of text alone, as judges.
fn judges_of(kind: TextKind, weights: &[u8]) -> Outcome<Arc<Judges>> {
    let empty = Weights::pack(std::iter::empty());
    let of_model = |model| if model == kind.model() { weights } else { &empty };
    let linear = [(0..TextKind::MODELS).flat_map(of_model).copied().collect(), empty.clone()].concat();
    judges(&linear, &[Blend::default(); TextKind::MODELS])
}

fn learnt<'l>(lessons: impl Iterator<Item = &'l MarkedLesson>) -> Vec<u8> {
    LEARNING.learn(&lessons.map(|lesson| lesson.lesson.clone()).collect::<Vec<_>>())
}

/// Direct, quasi and precision of documents, each decided by the decider and read by the analyzer of its fold.
fn measured(documents: &[&Marked], folds: Option<&Folds>, deciders: &[Decider]) -> String {
    let one = |marked: &&Marked| {
        let decider = &deciders[marked.fold % deciders.len()];
        let analyzer = match folds {
            Some(folds) => analyzer(marked, folds),
            None => Folds::shipped(),
        };
        masking(analyzer, Hidden::By(decider), std::iter::once(&marked.case))
    };
    intervals(&documents.par_iter().flat_map(one).collect::<Vec<GoldSums>>())
}

/// The linear decision in five parts: everything that is trained is trained without the part.
pub(crate) fn five_fold(kind: TextKind, documents: &Documents, lessons: &[MarkedLesson], folds: &Folds) -> Outcome<()> {
    let of_kind: Vec<&Marked> = documents.of(kind).filter(|marked| !marked.made).collect();
    let measured = |deciders: &[Decider]| measured(&of_kind, Some(folds), deciders);
    let name = kind.as_str();
    println!("{name}, by the rules alone: {}", measured(&[decider(kind, Readers::Fast, None, None)?]));
    let without = |part: usize| lessons.iter().filter(move |lesson| lesson.kind == kind && lesson.fold != part);
    let parts: Vec<Arc<Judges>> =
        (0..PARTS).map(|part| judges_of(kind, &learnt(without(part)))).collect::<Outcome<_>>()?;
    for caution in CAUTIONS {
        let decider = |judges| decider(kind, Readers::Fast, Some(caution), Some(judges));
        let deciders: Vec<Decider> = parts.iter().map(decider).collect::<Outcome<_>>()?;
        println!("{name}, fast, learned in five parts, caution {caution}: {}", measured(&deciders));
    }
    Ok(())
}

/// Both readers on court cases that they have not seen; the blend is learnt on the other half of these.
pub(crate) fn careful_court(linear: &[u8], cases: &[Marked]) -> Outcome<()> {
    let kind = TextKind::Court;
    let plain = judges(linear, &[Blend::default(); TextKind::MODELS])?;
    let half = |part: usize| -> Outcome<Arc<Judges>> {
        let blend = blends::learn(cases.iter().filter(|marked| marked.fold % 2 != part), &plain)?;
        judges(linear, &[blend; TextKind::MODELS])
    };
    let halves = [half(0)?, half(1)?];
    let cases: Vec<&Marked> = cases.iter().collect();
    println!(
        "unseen court cases, by the rules alone: {}",
        measured(&cases, None, &[decider(kind, Readers::Fast, None, None)?])
    );
    for (name, readers) in Readers::ALL {
        for caution in CAUTIONS {
            let decider = |judges| decider(kind, readers, Some(caution), Some(judges));
            let deciders: Vec<Decider> = halves.iter().map(decider).collect::<Outcome<_>>()?;
            println!("unseen court cases, {name}, caution {caution}: {}", measured(&cases, None, &deciders));
        }
    }
    Ok(())
}

/// Both readers on biographies that nothing was trained on.
pub(crate) fn biographies(data: &Path, packed: &[u8]) -> Outcome<()> {
    let (unseen, kind) = (unseen_biographies(data)?, TextKind::Biography);
    let judges = Arc::new(Judges::unpack(packed).ok_or("the weights cannot be unpacked")?);
    let measured = |decider: &Decider| intervals(&masking(Folds::shipped(), Hidden::By(decider), unseen.iter()));
    println!("biographies, by the rules alone: {}", measured(&decider(kind, Readers::Fast, None, None)?));
    for (name, readers) in Readers::ALL {
        for caution in CAUTIONS {
            let decider = decider(kind, readers, Some(caution), Some(&judges))?;
            println!("biographies, {name}, caution {caution}: {}", measured(&decider));
        }
    }
    Ok(())
}
