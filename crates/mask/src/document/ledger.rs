//! The pseudonym ledger: which label each identity has.

use super::chance::Chance;
use super::finding::Found;
use super::replace::prefix;
use std::collections::{BTreeMap, BTreeSet};

/// Which number each identity has, through a document or a collection. Numbers are given in order of first appearance and carry
/// nothing of the text. It also remembers by how many days the dates about each person are moved.
///
/// ```
/// use scumble_mask::document::{Found, Ledger};
/// let mut ledger = Ledger::default();
/// ledger.reserve("Term1");
/// assert_eq!(ledger.label(Found::Term, "influenza"), "Term2");
/// assert_eq!(ledger.label(Found::Term, "influenza"), "Term2");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    /// By the prefix of the label, then by identity.
    numbers: BTreeMap<String, BTreeMap<String, u32>>,
    /// The highest number of each prefix.
    highest: BTreeMap<String, u32>,
    /// Labels that texts themselves have, and that no identity gets.
    reserved: BTreeSet<String>,
    /// By the identity of a person, by how many days the dates about that person are moved.
    offsets: BTreeMap<String, i32>,
    /// Where random choices come from; without, labels stand in place of all that is drawn.
    chance: Option<Chance>,
}

/// Dates are moved by up to so many days, earlier or later.
const FARTHEST: i32 = 365;

impl Ledger {
    /// A ledger as it was before.
    pub fn new(numbers: BTreeMap<String, BTreeMap<String, u32>>, reserved: BTreeSet<String>) -> Self {
        let most = |known: &BTreeMap<String, u32>| known.values().max().copied().unwrap_or(0);
        let highest = numbers.iter().map(|(prefix, known)| (prefix.clone(), most(known))).collect();
        Self { numbers, highest, reserved, ..Self::default() }
    }

    /// With the number of days by which the dates about each person were moved before.
    #[must_use]
    pub fn with_offsets(mut self, offsets: BTreeMap<String, i32>) -> Self {
        self.offsets = offsets;
        self
    }

    /// With random choices for all that is drawn.
    #[must_use]
    pub fn drawing(mut self, chance: Chance) -> Self {
        self.chance = Some(chance);
        self
    }

    /// By how many days the dates about each person are moved. Protected.
    pub fn offsets(&self) -> &BTreeMap<String, i32> {
        &self.offsets
    }

    /// By how many days the dates of a document about this person are moved, never 0; a number of its own if nobody is named.
    /// `None` without random choices.
    pub(super) fn offset(&mut self, subject: Option<&str>) -> Option<i32> {
        if let Some(known) = subject.and_then(|subject| self.offsets.get(subject)) {
            return Some(*known);
        }
        let drawn = self.chance.as_mut()?.below(2 * FARTHEST as usize)? as i32 - FARTHEST;
        let offset = if drawn < 0 { drawn } else { drawn + 1 };
        if let Some(subject) = subject {
            self.offsets.insert(subject.to_owned(), offset);
        }
        Some(offset)
    }

    /// A ledger without identities whose numbers continue from here.
    pub(super) fn continued(&self) -> Self {
        Self { highest: self.highest.clone(), ..Self::default() }
    }

    /// The numbers by the prefix of the label, then by identity.
    pub fn numbers(&self) -> &BTreeMap<String, BTreeMap<String, u32>> {
        &self.numbers
    }

    /// Labels that no identity gets.
    pub fn reserved(&self) -> &BTreeSet<String> {
        &self.reserved
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
