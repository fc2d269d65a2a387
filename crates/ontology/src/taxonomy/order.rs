//! Parents before children: depths, cycles and over-long chains, without recursion.

use super::MAX_LEVELS;
use crate::csr::Rows;

/// Why concepts cannot be put in order.
pub(crate) enum Disorder {
    /// Concepts each of which is the child of the next, and the last of the first.
    Cycle(Vec<usize>),
    /// All concepts below more than [`MAX_LEVELS`] levels.
    TooDeep(Vec<usize>),
}

/// The longest way up from every concept, given the parents of each.
pub(crate) fn depths(parents: &Rows<u32>) -> Result<Vec<usize>, Disorder> {
    let n = parents.len();
    let links = (0..n).flat_map(|child| parents.row(child).iter().map(move |&parent| (parent, child as u32)));
    let children = Rows::group(n, links);
    let mut waiting: Vec<usize> = (0..n).map(|i| parents.row(i).len()).collect();
    let mut ready: Vec<usize> = (0..n).filter(|&i| waiting[i] == 0).collect();
    let mut depth = vec![0; n];
    let mut done = 0;
    while let Some(i) = ready.pop() {
        done += 1;
        for &child in children.row(i) {
            let child = child as usize;
            depth[child] = depth[child].max(depth[i] + 1);
            waiting[child] -= 1;
            if waiting[child] == 0 {
                ready.push(child);
            }
        }
    }
    if done < n {
        return Err(Disorder::Cycle(cycle(parents, &waiting)));
    }
    let too_deep: Vec<usize> = (0..n).filter(|&i| depth[i] > MAX_LEVELS).collect();
    if too_deep.is_empty() { Ok(depth) } else { Err(Disorder::TooDeep(too_deep)) }
}

/// Every concept that still waits has a parent that still waits: following them must come round.
fn cycle(parents: &Rows<u32>, waiting: &[usize]) -> Vec<usize> {
    const UNSEEN: usize = usize::MAX;
    let mut here = waiting.iter().position(|&parents| parents > 0).unwrap_or(0);
    let mut step_of = vec![UNSEEN; waiting.len()];
    let mut way = Vec::new();
    while step_of[here] == UNSEEN {
        step_of[here] = way.len();
        way.push(here);
        let next = parents.row(here).iter().map(|&parent| parent as usize).find(|&parent| waiting[parent] > 0);
        here = next.unwrap_or(here);
    }
    way.split_off(step_of[here])
}
