//! Sampling: some of the records are released.

use super::Percent;
use crate::error::{Error, Result};
use crate::rng::Rng;

use super::cells::shuffle;

/// The records that are released, ascending: of every stratum its share.
pub(super) fn sampled(strata: &[Vec<u32>], percent: Percent, rng: &mut Rng) -> Result<Vec<u32>> {
    let mut kept = Vec::new();
    for stratum in strata {
        let mut records = stratum.clone();
        shuffle(&mut records, rng);
        // A fraction of a record is one with that chance, so that small strata have their share.
        let count = (percent.share() * stratum.len() as f64 + rng.unit()).floor() as usize;
        kept.extend(records.into_iter().take(count));
    }
    kept.sort_unstable();
    if kept.is_empty() {
        let problem = format!("a sample of {} % of the records has no record", percent.get());
        return Err(Error::Setting { setting: "percent", problem });
    }
    Ok(kept)
}
