//! In which documents the candidates stand, word for word.

use super::candidates::Candidate;
use super::reading::{RARE, Tokens};
use rayon::prelude::*;
use std::collections::HashMap;

/// The documents of each candidate, in order.
pub(super) fn scan(tokens: &Tokens, candidates: &[Candidate]) -> Vec<Vec<u32>> {
    // A tree of words: (node, word) leads on; words themselves are the first nodes.
    let first = tokens.words.len() as u32;
    let mut tree: HashMap<(u32, u32), u32> = HashMap::new();
    let mut ends: Vec<u32> = Vec::new();
    for (i, (candidate, _)) in candidates.iter().enumerate() {
        let mut node = candidate[0];
        for &word in &candidate[1..] {
            node = *tree.entry((node, word)).or_insert_with(|| {
                ends.push(RARE);
                first + ends.len() as u32 - 1
            });
        }
        ends[(node - first) as usize] = i as u32;
    }
    let found: Vec<Vec<(u32, u32)>> = tokens
        .documents
        .par_iter()
        .enumerate()
        .map(|(document, words)| {
            let mut found = Vec::new();
            for (i, &word) in words.iter().enumerate() {
                let mut node = word;
                for &word in &words[i + 1..] {
                    let Some(&next) = tree.get(&(node, word)) else { break };
                    node = next;
                    if ends[(node - first) as usize] != RARE {
                        found.push((ends[(node - first) as usize], document as u32));
                    }
                }
            }
            found.sort_unstable();
            found.dedup();
            found
        })
        .collect();
    let mut documents = vec![Vec::new(); candidates.len()];
    for (candidate, document) in found.into_iter().flatten() {
        documents[candidate as usize].push(document);
    }
    documents
}
