//! What learned decisions are worth on documents that nothing was trained on.

use super::documents::{Documents, Marked, biographies as unseen_biographies};
use super::folds::{Folds, PARTS};
use super::lessons::{MarkedLesson, analyzer, decider, decider_with};
use super::{LEARNING, blends, judges};
use crate::entities::Outcome;
use crate::masking::{Hidden, intervals, masking};
use rayon::prelude::*;
use scumble_assess::document::gold::GoldSums;
use scumble_mask::document::judge::{Blend, Judges, TextKind, Weights};
use scumble_mask::document::{Decider, Readers};
use scumble_text::network::Network;
use std::path::Path;
use std::sync::Arc;

const CAUTIONS: [f64; 9] = [0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9];

/// Linear weights learnt for one kind of text alone, without a part of its documents; nothing is known of other kinds.
fn linear_without(part: usize, kind: TextKind, lessons: &[MarkedLesson]) -> Vec<u8> {
    let others = lessons.iter().filter(|lesson| lesson.kind == kind && lesson.fold != part);
    let weights = LEARNING.learn(&others.map(|lesson| lesson.lesson.clone()).collect::<Vec<_>>());
    let empty = Weights::pack(std::iter::empty());
    let of_model = |model| if model == kind.model() { &weights } else { &empty };
    [(0..TextKind::MODELS).flat_map(of_model).copied().collect(), empty.clone()].concat()
}

/// Linear weights with one blend for every kind of text.
fn judges_of(linear: &[u8], blend: Blend) -> Outcome<Arc<Judges>> {
    judges(linear, &[blend; TextKind::MODELS])
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
    let without = |part| judges_of(&linear_without(part, kind, lessons), Blend::default());
    let parts: Vec<Arc<Judges>> = (0..PARTS).map(without).collect::<Outcome<_>>()?;
    for caution in CAUTIONS {
        let decider = |judges| decider(kind, Readers::Fast, Some(caution), Some(judges));
        let deciders: Vec<Decider> = parts.iter().map(decider).collect::<Outcome<_>>()?;
        println!("{name}, fast, learned in five parts, caution {caution}: {}", measured(&deciders));
    }
    Ok(())
}

/// What knows nothing of a part of the court cases: network and decisions.
struct Careful {
    network: Arc<Network>,
    judges: Arc<Judges>,
}

impl Careful {
    /// The network is a file of its trainer; the blend is learnt on court cases that neither the readers nor the linear decision
    /// have seen, whatever the part.
    fn without(
        part: usize,
        lessons: &[MarkedLesson],
        folds: &Folds,
        networks: &Path,
        unseen: &[Marked],
    ) -> Outcome<Self> {
        let network = std::fs::read(networks.join(format!("fold{part}.bin")))?;
        let network = Arc::new(Network::unpack(&network)?);
        let linear = linear_without(part, TextKind::Court, lessons);
        let plain = judges_of(&linear, Blend::default())?;
        let blend = blends::learn_with(unseen.iter(), &plain, folds.without(part), Some(&network))?;
        Ok(Self { network, judges: judges_of(&linear, blend)? })
    }
}

/// Both readers on court cases in five parts: names, linear decision, network and blend are trained without the part.
pub(crate) fn careful_five_fold(
    documents: &Documents,
    lessons: &[MarkedLesson],
    folds: &Folds,
    networks: &Path,
    unseen: &[Marked],
) -> Outcome<()> {
    let kind = TextKind::Court;
    let cases: Vec<&Marked> = documents.of(kind).filter(|marked| !marked.made).collect();
    let without = |part| Careful::without(part, lessons, folds, networks, unseen);
    let parts: Vec<Careful> = (0..PARTS).map(without).collect::<Outcome<_>>()?;
    for caution in CAUTIONS {
        let decider = |part: &Careful| {
            decider_with(kind, Readers::Careful, Some(caution), Some(&part.judges), Some(&part.network))
        };
        let deciders: Vec<Decider> = parts.iter().map(decider).collect::<Outcome<_>>()?;
        println!(
            "court, careful, learned in five parts, caution {caution}: {}",
            measured(&cases, Some(folds), &deciders)
        );
    }
    Ok(())
}

/// Both readers on court cases that they have not seen; the blend is learnt on the other half of these.
pub(crate) fn careful_court(linear: &[u8], cases: &[Marked]) -> Outcome<()> {
    let kind = TextKind::Court;
    let plain = judges_of(linear, Blend::default())?;
    let half = |part: usize| -> Outcome<Arc<Judges>> {
        let blend = blends::learn(cases.iter().filter(|marked| marked.fold % 2 != part), &plain)?;
        judges_of(linear, blend)
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
