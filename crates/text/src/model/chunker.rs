//! Base noun phrases: which tokens begin one, go on with one, or stand outside.

use crate::model::linear::feature;
use crate::model::sequence::Task;
use crate::model::tagger::NOTHING;
use crate::model::word::Look;

/// Outside of any phrase.
pub const OUTSIDE: u8 = 0;
/// The first token of a phrase.
pub const BEGIN: u8 = 1;
/// A further token of one.
pub const INSIDE: u8 = 2;

/// One tagged sentence to find phrases in.
pub struct Chunking<'s> {
    looks: &'s [Look],
    tags: &'s [u8],
}

impl<'s> Chunking<'s> {
    /// The tokens' looks and the numbers of their tags.
    pub fn new(looks: &'s [Look], tags: &'s [u8]) -> Self {
        Self { looks, tags }
    }
}

impl Task for Chunking<'_> {
    #[inline]
    fn features(&self, i: usize, before: u8, before2: u8, out: &mut Vec<u64>) {
        let at = |offset: isize| self.looks.get(i.wrapping_add_signed(offset)).unwrap_or(&NOTHING);
        let tag = |offset: isize| self.tags.get(i.wrapping_add_signed(offset)).map_or(63, |&tag| u64::from(tag));
        let said = u64::from(before) << 2 | u64::from(before2);
        let (this, last, next) = (at(0), at(-1), at(1));
        let around = tag(-1) << 12 | tag(0) << 6 | tag(1);
        out.extend([
            feature(101, tag(0), said),
            feature(102, tag(-1) << 6 | tag(0), u64::from(before)),
            feature(103, tag(0) << 6 | tag(1), u64::from(before)),
            feature(104, around, u64::from(before)),
            feature(105, tag(-2) << 12 | tag(-1) << 6 | tag(0), u64::from(before)),
            feature(106, tag(0) << 12 | tag(1) << 6 | tag(2), u64::from(before)),
            feature(107, this.lower, u64::from(before)),
            feature(108, last.lower, tag(0)),
            feature(109, next.lower, tag(0)),
            feature(110, last.lower, this.lower),
            feature(111, this.lower, next.lower),
            feature(112, this.ends[2], tag(0)),
            feature(113, this.kind, last.kind << 8 | next.kind),
            feature(114, this.lower, tag(1)),
            feature(115, this.lower, tag(-1)),
            feature(116, around, tag(2)),
            feature(117, around, tag(-2)),
            feature(118, this.shape, said),
        ]);
    }

    #[inline]
    fn choices(&self, _i: usize, before: u8) -> u64 {
        // Only a phrase that has begun can continue.
        if before == OUTSIDE { 1 << OUTSIDE | 1 << BEGIN } else { 1 << OUTSIDE | 1 << BEGIN | 1 << INSIDE }
    }

    fn len(&self) -> usize {
        self.looks.len()
    }
}
