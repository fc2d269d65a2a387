//! Which cells of two tables agree: columns as codes that both tables share.

use scumble_mask::{Attribute, Values};
use scumble_ontology::Stack;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

/// The code of a missing value: it agrees with no other, nor with itself.
pub(crate) const MISSING: u32 = u32::MAX;

/// One column of an original and its masked twin, as codes: cells of either are equal if their codes are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BothCodes {
    /// The cells of the original.
    pub original: Vec<u32>,
    /// Those of the masked table.
    pub masked: Vec<u32>,
}

impl BothCodes {
    /// Codes equal keys alike; nothing is a missing value.
    pub fn of<K: Eq + Hash>(
        original: impl IntoIterator<Item = Option<K>>,
        masked: impl IntoIterator<Item = Option<K>>,
    ) -> Self {
        let mut known: HashMap<K, u32> = HashMap::new();
        let mut code = |key: Option<K>| {
            let next = known.len() as u32;
            key.map_or(MISSING, |key| *known.entry(key).or_insert(next))
        };
        let original = original.into_iter().map(&mut code).collect();
        Self { original, masked: masked.into_iter().map(code).collect() }
    }

    /// A column of both tables, by what its cells mean: numbers are equal as numbers.
    pub(crate) fn read(before: &Attribute, after: &Attribute) -> Self {
        match (&before.values, &after.values) {
            (Values::Numbers(a, _), Values::Numbers(b, _)) | (Values::Dates(a, _), Values::Dates(b, _)) => {
                // Adding 0 makes -0 the same as 0.
                let key = |x: &f64| (!x.is_nan()).then(|| (x + 0.0).to_bits());
                Self::of(a.iter().map(key), b.iter().map(key))
            }
            (a, b) => Self::of(texts(a), texts(b)),
        }
    }
}

/// How the cells of a column agree: if they are equal, or lie near each other.
#[derive(Debug, Clone, Copy)]
pub enum Agreement<'c> {
    /// Equal cells agree.
    Equal(&'c BothCodes),
    /// Cells agree that differ by no more than a distance. A missing one, which is not a number, agrees with none.
    Within {
        /// The cells of the original.
        original: &'c [f64],
        /// Those of the masked table.
        masked: &'c [f64],
        /// The distance.
        distance: f64,
    },
}

impl Agreement<'_> {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Equal(codes) => codes.original.len(),
            Self::Within { original, .. } => original.len(),
        }
    }

    /// Whether the cell of an original record agrees with that of a masked one.
    pub(crate) fn agrees(&self, original: usize, masked: usize) -> bool {
        match self {
            Self::Equal(codes) => {
                codes.original[original] == codes.masked[masked] && codes.original[original] != MISSING
            }
            Self::Within { original: a, masked: b, distance } => (a[original] - b[masked]).abs() <= *distance,
        }
    }
}

/// The values of coded cells.
fn texts(values: &Values) -> Vec<Option<&str>> {
    match values {
        Values::Ordinal(codes, values) | Values::Nominal(codes, values) | Values::Text(codes, values, _) => {
            codes.iter().map(|&code| values.get(code as usize).map(String::as_str)).collect()
        }
        Values::Numbers(..) | Values::Dates(..) => Vec::new(),
    }
}

/// A column of values with a place in a taxonomy, in both tables.
#[derive(Debug, Clone)]
pub struct BothTerms {
    /// For each record of the original its place among `originals`; past the end if it is missing.
    pub original: Vec<u32>,
    /// The distinct values of the original.
    pub originals: Vec<String>,
    /// For each masked record its place among `maskeds`.
    pub masked: Vec<u32>,
    /// The distinct values of the masked table.
    pub maskeds: Vec<String>,
    /// The taxonomies.
    pub stack: Arc<Stack>,
}

impl BothTerms {
    /// The cells as codes that both tables share.
    pub fn codes(&self) -> BothCodes {
        let of = |codes: &[u32], values: &[String]| -> Vec<Option<String>> {
            codes.iter().map(|&code| values.get(code as usize).cloned()).collect()
        };
        BothCodes::of(of(&self.original, &self.originals), of(&self.masked, &self.maskeds))
    }

    pub(crate) fn read(before: &Attribute, after: &Attribute) -> Option<Self> {
        let (Values::Text(original, originals, stack), Values::Text(masked, maskeds, _)) =
            (&before.values, &after.values)
        else {
            return None;
        };
        let (original, masked, stack) = (original.clone(), masked.clone(), Arc::clone(stack));
        Some(Self { original, originals: originals.clone(), masked, maskeds: maskeds.clone(), stack })
    }
}
