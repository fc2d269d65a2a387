//! What two concepts have in common: merges of two sorted ancestor sets, without allocation.

use super::{Concept, Taxonomy};

/// Iterates over the common ancestors of two concepts, with the fewest edges up to each from either side.
///
/// The least deep come first. Made by [`Taxonomy::common`].
pub struct Common<'t> {
    left: &'t [Concept],
    right: &'t [Concept],
    left_edges: &'t [u16],
    right_edges: &'t [u16],
    i: usize,
    j: usize,
}

impl Iterator for Common<'_> {
    type Item = (Concept, usize, usize);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        while self.i < self.left.len() && self.j < self.right.len() {
            let (a, b) = (self.left[self.i], self.right[self.j]);
            let found = (a == b).then(|| (a, self.left_edges[self.i].into(), self.right_edges[self.j].into()));
            // Both comparisons become arithmetic: the merge has no branch to mispredict.
            self.i += usize::from(a <= b);
            self.j += usize::from(b <= a);
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

impl Taxonomy {
    /// The common ancestors of `a` and `b` with their distances from each.
    #[inline]
    pub fn common(&self, a: Concept, b: Concept) -> Common<'_> {
        Common {
            left: self.ancestors(a),
            right: self.ancestors(b),
            left_edges: self.edges_up(a),
            right_edges: self.edges_up(b),
            i: 0,
            j: 0,
        }
    }

    /// |T(a) ∩ T(b)|.
    #[inline]
    pub fn shared(&self, a: Concept, b: Concept) -> usize {
        let (left, right) = (self.ancestors(a), self.ancestors(b));
        let (mut i, mut j, mut shared) = (0, 0, 0);
        while i < left.len() && j < right.len() {
            let (x, y) = (left[i], right[j]);
            shared += usize::from(x == y);
            i += usize::from(x <= y);
            j += usize::from(y <= x);
        }
        shared
    }

    /// |T(a) ∪ T(b)|.
    #[inline]
    pub fn union(&self, a: Concept, b: Concept) -> usize {
        self.ancestors(a).len() + self.ancestors(b).len() - self.shared(a, b)
    }

    /// The common ancestor of greatest [`max_depth`](Self::max_depth), then of smallest name.
    pub fn lowest_common_hypernym(&self, a: Concept, b: Concept) -> Option<Concept> {
        let (left, right) = (self.ancestors(a), self.ancestors(b));
        let (mut i, mut j) = (left.len(), right.len());
        let mut lowest: Option<Concept> = None;
        // From the deep end. Numbers go by depth, then by name: the last of a level to be met has the smallest name.
        while i > 0 && j > 0 {
            let (x, y) = (left[i - 1], right[j - 1]);
            if x == y {
                match lowest {
                    Some(found) if self.max_depth(x) < self.max_depth(found) => break,
                    _ => lowest = Some(x),
                }
            }
            i -= usize::from(x >= y);
            j -= usize::from(y >= x);
        }
        lowest
    }

    /// The fewest edges between two concepts by way of a common ancestor (or of the virtual root, if there is one).
    #[inline]
    pub fn shortest_path(&self, a: Concept, b: Concept) -> usize {
        let through_virtual_root =
            if self.has_virtual_root() { self.min_depth(a) + self.min_depth(b) + 2 } else { usize::MAX };
        self.common(a, b).fold(through_virtual_root, |least, (_, up, down)| least.min(up + down))
    }
}
