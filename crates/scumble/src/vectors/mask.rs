//! The run that masks a vector space: at least k documents share each released vector.

use crate::{Error, Result};
use scumble_assess::vectors::{DistinctRows, Scatter, checked, classical_loss, semantic_loss, spherical_loss};
use scumble_data::{PendingSpace, SpaceFormat, SpaceWriting, SparseMatrix, VectorSpace};
use scumble_io::{Help, Watch};
use scumble_mask::partition::{GroupSize, Partition};
use scumble_mask::vectors::{MaskedMeaning, SemanticMasking, SemanticSpace, SphericalMasking};
use scumble_ontology::Stack;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// How a vector space is masked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VectorMethod {
    /// By the angle between vectors; a group publishes its normalised sum.
    Spherical,
    /// By the meaning of terms; a group publishes hypernyms.
    Semantic,
}

impl VectorMethod {
    /// Every method with its name.
    pub const ALL: [(&'static str, Self); 2] = [("spherical", Self::Spherical), ("semantic", Self::Semantic)];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Spherical => "spherical",
            Self::Semantic => "semantic",
        }
    }
}

/// What a run on a vector space is asked to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VectorPolicy {
    /// Documents that share a released vector, at least.
    pub k: GroupSize,
    /// How groups are made, and what they publish.
    pub method: VectorMethod,
    /// Documents that are grouped at once, at most; more are cut into blocks (spherical).
    pub at_once: usize,
    /// Whether documents without a term are left out; they are refused else.
    pub leave_out_empty: bool,
}

impl VectorPolicy {
    /// The usual settings.
    pub fn new(k: GroupSize, method: VectorMethod) -> Self {
        Self { k, method, at_once: SphericalMasking::AT_ONCE, leave_out_empty: false }
    }
}

/// A space of which at least k rows are the same, whichever row one takes.
#[derive(Debug, Clone)]
#[must_use]
pub struct MaskedVectors {
    /// What was asked for.
    pub policy: VectorPolicy,
    /// The released space; names of documents are there if the original had them.
    pub space: VectorSpace,
    /// The groups, over the documents that were not left out.
    pub partition: Partition,
    /// Numbers of documents without a term, from 0, that were left out.
    pub left_out: Vec<usize>,
    /// The loss by the measure of the method.
    pub loss: Scatter,
    /// The loss by Euclid's distance and means (spherical only).
    pub classical: Option<Scatter>,
    /// Released terms that fewer than k documents of the original have.
    pub rare_terms: usize,
    /// Entries of the original whose term no taxonomy knows: they are not published (semantic only).
    pub unknown: usize,
    /// Into how many blocks the documents were cut.
    pub blocks: usize,
}

/// Masks a space as it is given: no term is left out that its documents have (spherical), or that a taxonomy knows (semantic).
///
/// # Errors
/// If there are too few documents, a weight is negative, a document has no term, the method needs a vocabulary and there is none, or
/// the watcher cancels the run.
pub fn mask(
    space: &VectorSpace,
    policy: &VectorPolicy,
    stack: &Arc<Stack>,
    watch: &dyn Watch,
) -> Result<MaskedVectors> {
    let (kept, left_out) = with_terms(&space.matrix, policy.leave_out_empty);
    let space = if left_out.is_empty() { space.clone() } else { part(space, &kept) };
    let unit = space.matrix.clone().normalized();
    checked("original", &unit)?;
    let mut masked = match policy.method {
        VectorMethod::Spherical => spherical(&space, &unit, policy, watch)?,
        VectorMethod::Semantic => semantic(&space, policy, stack, watch)?,
    };
    (masked.left_out, masked.rare_terms) = (left_out, rare_terms(&space, &masked.space, policy.k));
    Ok(masked)
}

fn spherical(
    space: &VectorSpace,
    unit: &SparseMatrix,
    policy: &VectorPolicy,
    watch: &dyn Watch,
) -> Result<MaskedVectors> {
    let masking = SphericalMasking { k: policy.k, at_once: policy.at_once };
    let masked = masking.mask(&space.matrix, watch)?;
    let loss = spherical_loss(unit, &masked.partition)?;
    let classical = Some(classical_loss(unit, &masked.partition)?);
    let space = VectorSpace { matrix: masked.matrix, ..space.clone() };
    let (partition, blocks) = (masked.partition, masked.blocks);
    Ok(MaskedVectors {
        policy: *policy,
        space,
        partition,
        left_out: Vec::new(),
        loss,
        classical,
        rare_terms: 0,
        unknown: 0,
        blocks,
    })
}

fn semantic(
    space: &VectorSpace,
    policy: &VectorPolicy,
    stack: &Arc<Stack>,
    watch: &dyn Watch,
) -> Result<MaskedVectors> {
    let meaning = SemanticSpace::new(stack.clone())?;
    let masked = SemanticMasking { k: policy.k }.mask(space, &meaning, watch)?;
    let loss = semantic_loss(&meaning, &masked);
    let released = released(&meaning, &masked, &space.documents);
    let MaskedMeaning { partition, unknown, .. } = masked;
    Ok(MaskedVectors {
        policy: *policy,
        space: released,
        partition,
        left_out: Vec::new(),
        loss,
        classical: None,
        rare_terms: 0,
        unknown,
        blocks: 1,
    })
}

/// The published hypernyms as a matrix: its vocabulary is what the groups publish, in alphabetical order.
fn released(meaning: &SemanticSpace, masked: &MaskedMeaning, documents: &[String]) -> VectorSpace {
    let published: Vec<Vec<(Arc<str>, f64)>> =
        masked.centroids.iter().map(|centroid| meaning.terms(centroid)).collect();
    let mut columns: BTreeMap<Arc<str>, u32> = BTreeMap::new();
    published.iter().flatten().for_each(|(term, _)| {
        columns.insert(term.clone(), 0);
    });
    (0..).zip(columns.values_mut()).for_each(|(number, column)| *column = number);
    let mut rows: Vec<Vec<(u32, f64)>> = vec![Vec::new(); masked.documents.len()];
    for (group, terms) in masked.partition.groups().zip(&published) {
        let row: Vec<(u32, f64)> = terms.iter().map(|(term, weight)| (columns[term], *weight)).collect();
        group.iter().for_each(|&document| rows[document as usize].clone_from(&row));
    }
    let matrix = SparseMatrix::from_rows(columns.len(), rows).expect("a term stands once in a row");
    let vocabulary = columns.into_keys().map(|term| term.to_string()).collect();
    VectorSpace { matrix, vocabulary, documents: documents.to_vec(), scheme: None }
}

/// Released terms that fewer than k documents of the original have.
fn rare_terms(original: &VectorSpace, released: &VectorSpace, k: GroupSize) -> usize {
    let frequencies = original.matrix.document_frequencies();
    let rare = (0..).zip(&frequencies).filter(|(_, documents)| **documents > 0 && (**documents as usize) < k.get());
    if original.matrix.columns() == released.matrix.columns() && original.vocabulary == released.vocabulary {
        return rare.count();
    }
    let of = |column: usize| original.vocabulary.get(column);
    rare.filter(|&(column, _)| of(column).is_some_and(|term| released.vocabulary.binary_search(term).is_ok())).count()
}

/// Documents with a term, and those without, which are left out if that is asked for.
fn with_terms(matrix: &SparseMatrix, leave_out: bool) -> (Vec<u32>, Vec<usize>) {
    let (empty, kept): (Vec<usize>, Vec<usize>) =
        (0..matrix.len()).partition(|&document| leave_out && matrix.row(document).is_empty());
    (kept.into_iter().map(|document| document as u32).collect(), empty)
}

fn part(space: &VectorSpace, kept: &[u32]) -> VectorSpace {
    let documents = kept.iter().filter_map(|&document| space.documents.get(document as usize).cloned()).collect();
    VectorSpace { matrix: space.matrix.select(kept), documents, ..space.clone() }
}

impl MaskedVectors {
    /// Writes the release into a folder: beside its place first, read back, checked that at least k rows are the same as each row, and
    /// only then moved there. Names of documents are written only if that is asked for.
    ///
    /// # Errors
    /// If it cannot be written, the promise is not kept by what was written, or the watcher cancels the run.
    pub fn write(&self, folder: &Path, format: SpaceFormat, names: bool, watch: &dyn Watch) -> Result<()> {
        watch.step("writing", 0, 0)?;
        let writing = SpaceWriting { format, document_names: names, labels: None };
        let pending = PendingSpace::write(&self.space, folder, &writing)?;
        watch.step("checking", 0, 0)?;
        verify(&pending.read_back()?.matrix, self.policy.k, self.space.matrix.len())?;
        Ok(pending.keep()?)
    }

    /// One object that says what was done; `output` is where the release was written.
    pub fn to_json(&self, output: Option<(&Path, SpaceFormat)>) -> Value {
        let matrix = &self.space.matrix;
        json!({
            "method": self.policy.method.name(),
            "k": self.policy.k.get(),
            "documents": matrix.len(),
            "terms": matrix.columns(),
            "entries": matrix.entries(),
            "groups": self.partition.len(),
            "smallest_group": self.partition.smallest(),
            "largest_group": self.partition.largest(),
            "blocks": self.blocks,
            "sse": self.loss.within,
            "ssa": self.loss.between,
            "information_loss": self.loss.loss(),
            "classical_information_loss": self.classical.map(Scatter::loss),
            "rare_terms": self.rare_terms,
            "unknown_entries": self.unknown,
            "left_out": self.left_out.iter().map(|document| document + 1).collect::<Vec<_>>(),
            "format": output.map(|(_, format)| format.name()),
            "output": output.map(|(folder, _)| folder.display().to_string()),
        })
    }
}

/// Refuses a space in which a row is shared by fewer than k documents, or rows are missing.
///
/// # Errors
/// If it is so.
pub fn verify(matrix: &SparseMatrix, k: GroupSize, documents: usize) -> Result<()> {
    let smallest = DistinctRows::new(matrix).smallest();
    if matrix.len() == documents && smallest >= k.get() {
        return Ok(());
    }
    Err(Error::promise(format!(
        "a released vector is shared by {smallest} documents, not by {}; nothing was written",
        k.get()
    ))
    .with_help(Help::new("this is a fault of the program: please report it")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_space_that_breaks_its_promise_is_refused() {
        let space = |rows: &[f64]| SparseMatrix::from_rows(1, rows.iter().map(|&weight| vec![(0, weight)])).unwrap();
        let k = GroupSize::new(2).unwrap();
        assert!(verify(&space(&[1.0, 1.0, 2.0, 2.0]), k, 4).is_ok());
        assert!(verify(&space(&[1.0, 1.0, 2.0]), k, 3).is_err());
        assert!(verify(&space(&[1.0, 1.0]), k, 3).is_err(), "a row is missing");
    }
}
