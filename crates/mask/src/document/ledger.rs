//! The pseudonym ledger: which label each identity has.

use super::chance::Chance;
use super::finding::Found;
use super::replace::prefix;
use std::collections::{BTreeMap, BTreeSet};

/// Which number each identity has, through a document or a collection. Numbers are given in order of first appearance and carry
/// nothing of the text. It also remembers by how many days the dates about each person are moved, and
/// which made-up names stand for others.
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
    /// What stands for the parts of each identity, by a key of ours.
    surrogates: BTreeMap<String, String>,
    /// The names of the collection so far, as they are compared.
    seen: BTreeSet<String>,
    /// The words of these names.
    seen_words: BTreeSet<String>,
    /// The made-up names that were given, as they are compared.
    written: BTreeSet<String>,
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

    /// With the made-up names that were given before: by the parts of identities, the names of the collection so far, and the
    /// made-up names as they were written.
    #[must_use]
    pub fn with_surrogates(
        mut self,
        surrogates: BTreeMap<String, String>,
        seen: BTreeSet<String>,
        written: BTreeSet<String>,
    ) -> Self {
        (self.surrogates, self.written) = (surrogates, written);
        self.meet(seen);
        self
    }

    /// What stands for the parts of each identity. Protected.
    pub fn surrogates(&self) -> &BTreeMap<String, String> {
        &self.surrogates
    }

    /// The names of the collection so far. Protected.
    pub fn seen(&self) -> &BTreeSet<String> {
        &self.seen
    }

    /// The made-up names that were given, as they are compared.
    pub fn written(&self) -> &BTreeSet<String> {
        &self.written
    }

    /// Whether there are random choices.
    pub(super) fn draws(&self) -> bool {
        self.chance.is_some()
    }

    /// A random whole number below `bound`.
    pub(super) fn below(&mut self, bound: usize) -> Option<usize> {
        self.chance.as_mut()?.below(bound)
    }

    /// What stands for a part of an identity.
    pub(super) fn surrogate(&self, key: &str) -> Option<&str> {
        self.surrogates.get(key).map(String::as_str)
    }

    /// Remembers what stands for a part of an identity.
    pub(super) fn give(&mut self, key: String, surrogate: String) {
        self.surrogates.insert(key, surrogate);
    }

    /// Remembers a made-up name that was given.
    pub(super) fn write(&mut self, form: String) {
        self.written.insert(form);
    }

    /// Remembers names of the collection.
    pub(super) fn meet(&mut self, names: BTreeSet<String>) {
        self.seen_words.extend(names.iter().flat_map(|name| name.split(' ')).map(str::to_owned));
        self.seen.extend(names);
    }

    /// Whether one of these names was given to somebody or something else before.
    pub(super) fn clashes(&self, names: &BTreeSet<String>) -> bool {
        names.iter().any(|name| self.written.contains(name))
    }

    /// Whether the collection has had a name.
    pub(super) fn has_seen(&self, form: &str) -> bool {
        self.seen.contains(form)
    }

    /// Whether one of the words of a name was a word of a name of the collection.
    pub(super) fn has_seen_word(&self, form: &str) -> bool {
        form.split(' ').any(|word| self.seen_words.contains(word))
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
        let stays = |key: &str| !key.split('/').any(&is_forgotten);
        self.surrogates.retain(|key, _| stays(key));
        self.offsets.retain(|key, _| stays(key));
        self.seen.retain(|name| !is_forgotten(name));
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
