//! The pseudonym ledger: which label each identity has.

use super::finding::Found;
use super::replace::prefix;
use std::collections::{BTreeMap, BTreeSet};

/// Which number each identity has, through a document or a collection. Numbers are given in order of first appearance and carry
/// nothing of the text.
///
/// ```
/// use scumble_mask::document::{Found, Ledger};
/// let mut ledger = Ledger::default();
/// ledger.reserve("Term1");
/// assert_eq!(ledger.label(Found::Term, "influenza"), "Term2");
/// assert_eq!(ledger.label(Found::Term, "influenza"), "Term2");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    /// By the prefix of the label, then by identity.
    numbers: BTreeMap<String, BTreeMap<String, u32>>,
    /// The highest number of each prefix.
    highest: BTreeMap<String, u32>,
    /// Labels that texts themselves have, and that no identity gets.
    reserved: BTreeSet<String>,
}

impl Ledger {
    /// A ledger as it was before.
    pub fn new(numbers: BTreeMap<String, BTreeMap<String, u32>>, reserved: BTreeSet<String>) -> Self {
        let most = |known: &BTreeMap<String, u32>| known.values().max().copied().unwrap_or(0);
        let highest = numbers.iter().map(|(prefix, known)| (prefix.clone(), most(known))).collect();
        Self { numbers, highest, reserved }
    }

    /// A ledger without identities whose numbers continue from here.
    pub(super) fn continued(&self) -> Self {
        Self { numbers: BTreeMap::new(), highest: self.highest.clone(), reserved: BTreeSet::new() }
    }

    /// The numbers by the prefix of the label, then by identity.
    pub fn numbers(&self) -> &BTreeMap<String, BTreeMap<String, u32>> {
        &self.numbers
    }

    /// Labels that no identity gets.
    pub fn reserved(&self) -> &BTreeSet<String> {
        &self.reserved
    }

    /// Forgets identities. Their labels are given to nobody else; they are returned.
    pub fn forget(&mut self, is_forgotten: impl Fn(&str) -> bool) -> BTreeSet<String> {
        let mut labels = BTreeSet::new();
        for (prefix, known) in &mut self.numbers {
            known.retain(|identity, number| {
                let goes = is_forgotten(identity);
                if goes {
                    labels.insert(format!("{prefix}{number}"));
                }
                !goes
            });
        }
        self.reserved.extend(labels.iter().cloned());
        labels
    }

    /// Keeps a label that a text itself has from being given to an identity.
    pub fn reserve(&mut self, label: &str) {
        self.reserved.insert(label.to_owned());
    }

    /// The label of an identity: the one it has, or the next number that no text has.
    pub fn label(&mut self, kind: Found, identity: &str) -> String {
        let prefix = prefix(kind);
        let known = self.numbers.entry(prefix.to_owned()).or_default();
        if let Some(number) = known.get(identity) {
            return format!("{prefix}{number}");
        }
        let highest = self.highest.entry(prefix.to_owned()).or_default();
        *highest += 1;
        while self.reserved.contains(&format!("{prefix}{highest}")) {
            *highest += 1;
        }
        known.insert(identity.to_owned(), *highest);
        format!("{prefix}{highest}")
    }
}
