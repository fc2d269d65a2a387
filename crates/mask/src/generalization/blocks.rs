//! Blocks of near tuples: where a table is large, classes are merged only within them.

use super::hierarchy::ValueHierarchy;
use super::tuples::Tuples;
use std::collections::BTreeMap;

/// Cuts tuples into blocks of at most `most`, as far as that can be done, none with fewer than `least`. A block is cut by the children
/// of the node that a column's values have in common, in the column where that makes most certain.
pub(super) fn blocks(
    hierarchies: &[ValueHierarchy],
    tuples: &Tuples,
    all: &[u32],
    most: usize,
    least: usize,
) -> Vec<Vec<u32>> {
    let mut done = Vec::new();
    let mut open = vec![all.to_vec()];
    while let Some(block) = open.pop() {
        match if block.len() > most { cut(hierarchies, tuples, &block, least) } else { None } {
            Some(parts) => open.extend(parts.into_iter().rev()),
            None => done.push(block),
        }
    }
    done
}

/// The parts of a block; nothing if no column cuts it into two that are large enough.
fn cut(hierarchies: &[ValueHierarchy], tuples: &Tuples, block: &[u32], least: usize) -> Option<Vec<Vec<u32>>> {
    let mut best: Option<(f64, Vec<Vec<u32>>)> = None;
    for (column, tree) in hierarchies.iter().enumerate() {
        let node = |tuple: u32| tuples.tuple(tuple as usize)[column];
        let common = block.iter().fold(node(block[0]), |common, &tuple| tree.common(common, node(tuple)));
        let mut parts: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for &tuple in block {
            let mut child = node(tuple);
            while child != common && tree.parent(child) != common {
                child = tree.parent(child);
            }
            parts.entry(child).or_default().push(tuple);
        }
        let gain = |(&child, part): (&u32, &Vec<u32>)| {
            let records: usize = part.iter().map(|&tuple| tuples.weight(tuple as usize)).sum();
            records as f64 * (tree.share(common) - tree.share(child))
        };
        let gain: f64 = parts.iter().filter(|(_, part)| part.len() >= least).map(gain).sum();
        let (mut large, small): (Vec<_>, Vec<_>) = parts.into_values().partition(|part| part.len() >= least);
        if large.len() < 2 || best.as_ref().is_some_and(|(known, _)| gain <= *known) {
            continue;
        }
        // What is too little for a part of its own joins the smallest.
        if let Some(smallest) = large.iter_mut().min_by_key(|part| part.len()) {
            smallest.extend(small.into_iter().flatten());
        }
        best = Some((gain, large));
    }
    best.map(|(_, parts)| parts)
}
