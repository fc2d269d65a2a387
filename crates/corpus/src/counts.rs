//! The one question, and what follows from its answer.

use crate::error::Result;
use scumble_span::normalized;
use std::sync::Arc;

/// What a count counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Documents.
    Documents,
    /// Windows of that many words.
    Windows(u32),
}

/// Where counts come from, for the audit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// As it is named on the command line: `embedded`, `index:…`.
    pub name: String,
    /// Which state of it: a hash, a date, a version.
    pub version: String,
    /// Whether asking tells somebody else what is asked for.
    pub remote: bool,
    /// What is counted.
    pub unit: Unit,
}

/// A corpus that can be asked in how many documents phrases stand.
pub trait Counts: Send + Sync {
    /// How many documents there are; never 0.
    fn total(&self) -> Result<u64>;

    /// How many documents have, for each group, at least one of its phrases.
    fn count(&self, all_of: &[&[&str]]) -> Result<u64>;

    /// The answers to several questions at once.
    fn count_batch(&self, questions: &[&[&[&str]]]) -> Result<Vec<u64>> {
        questions.iter().map(|all_of| self.count(all_of)).collect()
    }

    /// The form in which this corpus compares phrases: two of the same form have the same count.
    fn compared(&self, phrase: &str) -> String {
        normalized(phrase)
    }

    /// The most groups that a question may have.
    fn most_groups(&self) -> usize {
        usize::MAX
    }

    /// The numbers of the documents that have one of these phrases, in order, where they are at hand: whoever asks about many pairs
    /// can then [compare](crate::common) lists. `None` means that [`count`](Self::count) must be asked.
    fn documents(&self, any_of: &[&str]) -> Option<Arc<[u32]>> {
        let _ = any_of;
        None
    }

    /// Where the counts come from.
    fn provenance(&self) -> Provenance;
}

impl<C: Counts + ?Sized, P: std::ops::Deref<Target = C> + Send + Sync> Counts for P {
    fn total(&self) -> Result<u64> {
        (**self).total()
    }

    fn count(&self, all_of: &[&[&str]]) -> Result<u64> {
        (**self).count(all_of)
    }

    fn count_batch(&self, questions: &[&[&[&str]]]) -> Result<Vec<u64>> {
        (**self).count_batch(questions)
    }

    fn compared(&self, phrase: &str) -> String {
        (**self).compared(phrase)
    }

    fn most_groups(&self) -> usize {
        (**self).most_groups()
    }

    fn documents(&self, any_of: &[&str]) -> Option<Arc<[u32]>> {
        (**self).documents(any_of)
    }

    fn provenance(&self) -> Provenance {
        (**self).provenance()
    }
}

/// The information content of what stands in `count` of `total` documents, in bits. What was never seen counts as half a document.
///
/// ```
/// use scumble_corpus::information;
/// assert_eq!(information(1, 1024), 10.0);
/// assert_eq!(information(0, 1024), 11.0);
/// ```
pub fn information(count: u64, total: u64) -> f64 {
    let count = if count == 0 { 0.5 } else { count as f64 };
    (total as f64).log2() - count.log2()
}

/// The pointwise mutual information of two that stand in `a` and `b` of `total` documents, and in `both` together; minus infinity
/// if they never do.
///
/// ```
/// use scumble_corpus::mutual_information;
/// assert_eq!(mutual_information(4, 8, 16, 1024), 5.0);
/// assert_eq!(mutual_information(0, 8, 16, 1024), f64::NEG_INFINITY);
/// ```
pub fn mutual_information(both: u64, a: u64, b: u64, total: u64) -> f64 {
    if both == 0 || a == 0 || b == 0 {
        return f64::NEG_INFINITY;
    }
    (both as f64).log2() + (total as f64).log2() - (a as f64).log2() - (b as f64).log2()
}
