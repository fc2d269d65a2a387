//! Records that are left out because they are below k.

use super::pattern::{KeyMap, Keys};
use super::{Suppress, Understood};
use crate::error::{Error, Result};

/// The records that are left out, ascending.
///
/// # Errors
/// If more would have to be left out than may be.
pub(super) fn left_out(understood: &Understood, strata: &[Vec<u32>], suppress: Suppress) -> Result<Vec<u32>> {
    let limit = match suppress {
        Suppress::Cells => return Ok(Vec::new()),
        Suppress::Records(limit) | Suppress::RecordsThenCells(limit) => limit,
    };
    let records: usize = strata.iter().map(Vec::len).sum();
    let most = (limit * records as f64 + 1e-9).floor() as usize;
    let mut needed = below(understood, strata);
    needed.sort_unstable();
    if needed.len() <= most {
        return Ok(needed);
    }
    match suppress {
        Suppress::RecordsThenCells(_) => rarest(understood, strata, &needed, most),
        _ => Err(too_many(needed.len(), records, most, "for every record to reach k")),
    }
}

fn too_many(needed: usize, records: usize, most: usize, why: &str) -> Error {
    let share = 100.0 * needed as f64 / records as f64;
    Error::Setting {
        setting: "suppression-limit",
        problem: format!(
            "{needed} of {records} records ({share:.2} %) would have to be left out {why}, and the limit allows {most}"
        ),
    }
}

/// The records below k on a combination, those that are below k without them, and so on: every set of records that may stay leaves these
/// out.
fn below(understood: &Understood, strata: &[Vec<u32>]) -> Vec<u32> {
    let mut found = Vec::new();
    for stratum in strata {
        let mut rest = stratum.clone();
        loop {
            let short = shortage(understood, &rest);
            if short.iter().all(|&short| short == 0) {
                break;
            }
            let mut kept = Vec::new();
            for (&record, &short) in rest.iter().zip(&short) {
                if short == 0 { kept.push(record) } else { found.push(record) }
            }
            rest = kept;
        }
    }
    found
}

/// How many records each of these is below k, summed over the combinations.
fn shortage(understood: &Understood, records: &[u32]) -> Vec<u32> {
    let keys: &Keys = &understood.keys;
    let mut short = vec![0; records.len()];
    let mut row = vec![0; understood.codes.len()];
    for &(columns, k) in &understood.combinations {
        let mut counts: KeyMap<u32> = KeyMap::default();
        let of: Vec<u128> = records
            .iter()
            .map(|&record| {
                row.iter_mut().zip(&understood.codes).for_each(|(cell, codes)| *cell = codes[record as usize]);
                keys.of(&row, columns)
            })
            .collect();
        of.iter().for_each(|&key| *counts.entry(key).or_default() += 1);
        short.iter_mut().zip(&of).for_each(|(short, key)| *short += k.saturating_sub(counts[key]));
    }
    short
}

/// As many of the records below k as may be left out: first strata that are too small, then the records that are farthest below. A
/// stratum keeps as many records as the greatest k asks for.
fn rarest(understood: &Understood, strata: &[Vec<u32>], needed: &[u32], most: usize) -> Result<Vec<u32>> {
    let k = understood.combinations.iter().map(|&(_, k)| k as usize).max().unwrap_or(0);
    let records: usize = strata.iter().map(Vec::len).sum();
    let mut found: Vec<u32> = strata.iter().filter(|stratum| stratum.len() < k).flatten().copied().collect();
    if found.len() > most {
        return Err(too_many(found.len(), records, most, "because their stratum has fewer records than k"));
    }
    let mut ranked: Vec<(u32, u32, usize)> = Vec::new();
    for (at, stratum) in strata.iter().enumerate().filter(|(_, stratum)| stratum.len() >= k) {
        let short = shortage(understood, stratum);
        ranked.extend(stratum.iter().zip(short).map(|(&record, short)| (short, record, at)));
    }
    ranked.retain(|(_, record, _)| needed.binary_search(record).is_ok());
    ranked.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut left: Vec<usize> = strata.iter().map(Vec::len).collect();
    for (_, record, stratum) in ranked {
        if found.len() < most && left[stratum] > k {
            left[stratum] -= 1;
            found.push(record);
        }
    }
    found.sort_unstable();
    Ok(found)
}
