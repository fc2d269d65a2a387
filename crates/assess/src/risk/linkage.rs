//! Distance-based record linkage: the intruder takes the nearest masked record for each original one.

use crate::comparison::check;
use crate::link::{Euclid, Nearest, Neighbours};
use crate::reading::{Reading, Result, Risk};
use rayon::prelude::*;
use scumble_data::Rows;

/// Squared distances that differ by no more than a hair are a tie.
const EUCLID: Euclid = Euclid { absolute: 1e-12, relative: 0.0 };

/// Who looks for whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Direction {
    /// The intruder has original records and looks among the masked ones.
    #[default]
    OriginalToMasked,
    /// The other way about.
    MaskedToOriginal,
}

/// The share of records, in percent, that are linked rightly by the squared Euclidean distance of z-scores (each table by its
/// own mean and deviation).
///
/// Among several nearest the intruder guesses: the expected number of right links counts 1 over their number (`links`). The
/// strict rule counts only those whose nearest is one and the right one (`strict`); `any` counts every tie that has the right
/// one among it.
#[derive(Default)]
pub struct DistanceLinkage {
    /// Who looks for whom.
    pub direction: Direction,
}

impl Risk<Rows> for DistanceLinkage {
    fn risk(&self, original: &Rows, masked: &Rows) -> Result<Reading> {
        check(original, masked)?;
        let (original, masked) = (original.standardized(), masked.standardized());
        let (known, released) = match self.direction {
            Direction::OriginalToMasked => (&original, &masked),
            Direction::MaskedToOriginal => (&masked, &original),
        };
        let index = Nearest::new(released, &EUCLID);
        let ties: Vec<Neighbours> =
            (0..known.len()).into_par_iter().map(|record| index.to(known.row(record), record)).collect();
        let records: Vec<f64> = ties.iter().map(|near| if near.right { 1.0 / near.ties as f64 } else { 0.0 }).collect();
        let links: f64 = records.iter().sum();
        let any = ties.iter().filter(|near| near.right).count() as f64;
        let strict = ties.iter().filter(|near| near.right && near.ties == 1).count() as f64;
        let value = 100.0 * links / records.len() as f64;
        Ok(Reading { value, parts: vec![("links", links), ("strict", strict), ("any", any)], records })
    }
}
