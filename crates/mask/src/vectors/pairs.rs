//! How unlike two terms are, and the term above both: worked out once for each pair that occurs.

use scumble_ontology::Stack;
use scumble_ontology::comparison::Comparison;
use scumble_ontology::measure::MeasureName;
use scumble_ontology::{InformationSource, Result};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Arc, Mutex, RwLock};

/// Maps of pairs, so that threads seldom wait for each other.
const SHARDS: usize = 64;

/// Hashes two numbers in one by a multiplication: pairs are looked up far more often than they are compared.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u64(&mut self, number: u64) {
        let mixed = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 32;
    }
}

/// A term, by its number among those that occurred.
pub(super) type Term = u32;

/// Two terms that a taxonomy knows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Pair {
    /// 1 - Wu–Palmer of their closest senses.
    pub(super) distance: f64,
    /// The lowest common hypernym of these senses; nothing if they have none in common.
    pub(super) hypernym: Option<Term>,
}

/// Every term in the order of its number, and the number of each.
type Names = (Vec<Arc<str>>, HashMap<Arc<str>, Term>);

/// Pairs by the numbers of their terms.
type Found = HashMap<u64, Option<Pair>, BuildHasherDefault<Mixed>>;

/// Distances and hypernyms of the terms of a collection.
pub(super) struct TermPairs {
    comparison: Comparison,
    /// Every term that occurred, and its number.
    names: RwLock<Names>,
    found: Vec<Mutex<Found>>,
}

impl TermPairs {
    /// Nothing compared yet.
    pub(super) fn new(stack: Arc<Stack>) -> Result<Self> {
        let comparison = Comparison::new(stack, MeasureName::WuPalmer, &InformationSource::Intrinsic)?;
        let found = std::iter::repeat_with(Mutex::default).take(SHARDS).collect();
        Ok(Self { comparison, names: RwLock::default(), found })
    }

    /// Whether a taxonomy knows a term.
    pub(super) fn knows(&self, term: &str) -> bool {
        self.comparison.stack().senses(term).is_some()
    }

    /// The number of a term.
    pub(super) fn number(&self, term: &str) -> Term {
        if let Some(&number) = self.names.read().expect("no thread failed").1.get(term) {
            return number;
        }
        let mut names = self.names.write().expect("no thread failed");
        let (list, numbers) = &mut *names;
        if let Some(&number) = numbers.get(term) {
            return number;
        }
        let (name, number): (Arc<str>, _) = (term.into(), list.len() as Term);
        list.push(name.clone());
        numbers.insert(name, number);
        number
    }

    /// The term of a number.
    pub(super) fn name(&self, term: Term) -> Arc<str> {
        self.names.read().expect("no thread failed").0[term as usize].clone()
    }

    /// What two terms have in common; nothing if no taxonomy knows both.
    pub(super) fn pair(&self, a: Term, b: Term) -> Option<Pair> {
        let both = u64::from(a) << 32 | u64::from(b);
        let shard = &self.found[(a.wrapping_mul(31).wrapping_add(b)) as usize % SHARDS];
        if let Some(&pair) = shard.lock().expect("no thread failed").get(&both) {
            return pair;
        }
        let (first, second) = (self.name(a), self.name(b));
        let found = self.comparison.of(&first, &second).ok().and_then(|found| {
            let at = found.at?;
            let hypernym = at.taxonomy.lowest_common_hypernym(at.senses.0, at.senses.1);
            let hypernym = hypernym.map(|concept| self.number(at.taxonomy.label(concept)));
            Some(Pair { distance: 1.0 - found.value, hypernym })
        });
        shard.lock().expect("no thread failed").insert(both, found);
        found
    }

    /// How many pairs were compared.
    pub(super) fn compared(&self) -> usize {
        self.found.iter().map(|shard| shard.lock().expect("no thread failed").len()).sum()
    }
}
