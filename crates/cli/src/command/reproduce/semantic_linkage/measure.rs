//! The survey generalised to k, and what is linked and lost.

use super::survey::{Survey, WordHierarchy};
use crate::failure::Failure;
use rayon::prelude::*;
use scumble::assess::{BothTerms, SEMANTIC_MEASURES, matching_linkage, semantic_linkage};
use scumble::mask::partition::GroupSize;
use scumble::mask::{Attribute, Generalization, Mask as _, Problem, Recoding, Rng, Values};
use scumble::ontology::comparison::Comparison;
use scumble::ontology::measure::MeasureName;
use scumble::ontology::{InformationSource, Stack};
use scumble::{Error, Silent};
use std::sync::Arc;

/// k of the paper.
pub(super) const K: std::ops::RangeInclusive<usize> = 2..=20;

/// What was measured for one k.
pub(super) struct Row {
    pub(super) k: usize,
    /// Records linked by equality, in percent.
    pub(super) mrl: f64,
    /// Records linked by meaning: path, Wu and Palmer's in edges, Batet's.
    pub(super) srl: [f64; 3],
    /// 100 less the mean similarity (Wu and Palmer's) of a record to what is published for it, in percent.
    pub(super) loss: f64,
}

pub(super) fn sweep(survey: &Survey, hierarchy: &WordHierarchy, wordnet: &Arc<Stack>) -> Result<Vec<Row>, Failure> {
    let likeness = Comparison::new(Arc::clone(wordnet), MeasureName::WuPalmerEdges, &InformationSource::Intrinsic)?;
    let one = |k: usize| row(k, survey, hierarchy, wordnet, &likeness);
    K.collect::<Vec<_>>().into_par_iter().map(one).collect()
}

fn row(
    k: usize,
    survey: &Survey,
    hierarchy: &WordHierarchy,
    wordnet: &Arc<Stack>,
    likeness: &Comparison,
) -> Result<Row, Failure> {
    let attributes: Vec<Attribute> = ["reason", "activity"]
        .iter()
        .zip(&survey.columns)
        .map(|(name, codes)| Attribute {
            name: (*name).to_owned(),
            values: Values::Text(codes.clone(), survey.words.clone(), Arc::clone(&hierarchy.stack)),
        })
        .collect();
    let strata = [(0..survey.len() as u32).collect()];
    let problem = Problem::new(&attributes, &strata);
    let size = GroupSize::new(k).map_err(Error::from)?;
    let mask = Generalization { recoding: Recoding::Local, columns: vec![0, 1], k: size };
    let masked = mask.mask(&problem, &mut Rng::new(0), &Silent).map_err(Error::from)?;
    let terms: Vec<BothTerms> = survey
        .columns
        .iter()
        .zip(&masked.attributes)
        .filter_map(|(codes, after)| match &after.values {
            Values::Text(masked, labels, _) => Some(BothTerms {
                original: codes.clone(),
                originals: survey.words.clone(),
                masked: masked.clone(),
                maskeds: labels.clone(),
                stack: Arc::clone(wordnet),
            }),
            _ => None,
        })
        .collect();
    let none = || Failure::input("the survey cannot be linked");
    let codes: Vec<_> = terms.iter().map(BothTerms::codes).collect();
    let mrl = matching_linkage(&codes).ok_or_else(none)?.value;
    let mut srl = [0.0; 3];
    for (value, measure) in srl.iter_mut().zip(SEMANTIC_MEASURES) {
        *value = semantic_linkage(&terms, measure).ok_or_else(none)?.value;
    }
    Ok(Row { k, mrl, srl, loss: loss(&terms, likeness)? })
}

/// How far records are from what is published for them: the paper's equation 9 is their mean similarity, of which this is the rest.
fn loss(terms: &[BothTerms], likeness: &Comparison) -> Result<f64, Failure> {
    let (mut sum, mut cells) = (0.0, 0.0);
    for column in terms {
        for (&before, &after) in column.original.iter().zip(&column.masked) {
            let (word, label) = (&column.originals[before as usize], &column.maskeds[after as usize]);
            let found = if word == label { 1.0 } else { likeness.of(word, label).map_err(|_| unknown())?.value };
            sum += found;
            cells += 1.0;
        }
    }
    Ok(100.0 * (1.0 - sum / cells))
}

fn unknown() -> Failure {
    Failure::input("the embedded WordNet does not know a published concept")
}
