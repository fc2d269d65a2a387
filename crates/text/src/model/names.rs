//! Names by a trained model: which tokens begin or continue an entity, and of which kind.

use crate::entity::EntityKind;
use crate::entity::gazetteer::{CALENDAR, FIRST_NAME, OCCUPATION, ORGANISATION, PEOPLE, PERSON, PLACE};
use crate::model::chain::{Chain, Labels};
use crate::model::linear::feature;
use crate::model::tagger::NOTHING;
use crate::model::word::Look;

/// Not in any entity.
pub const OUTSIDE: u8 = 0;

/// The label of the first token of an entity of the trained kind of that number; the next label is for its other tokens.
pub fn begin(kind: usize) -> u8 {
    1 + 2 * kind as u8
}

/// The number of the trained kind of a label, and whether the label begins an entity.
pub fn meaning(label: u8) -> Option<(usize, bool)> {
    (label != OUTSIDE).then(|| ((label as usize - 1) / 2, label % 2 == 1))
}

/// One tagged sentence to find names in.
pub struct Naming<'s> {
    looks: &'s [Look],
    tags: &'s [u8],
    known: &'s [u32],
}

impl<'s> Naming<'s> {
    /// The tokens' looks, tags and what the gazetteer knows of them.
    pub fn new(looks: &'s [Look], tags: &'s [u8], known: &'s [u32]) -> Self {
        Self { looks, tags, known }
    }
}

impl Chain for Naming<'_> {
    fn features(&self, i: usize, out: &mut Vec<u64>) {
        let at = |offset: isize| self.looks.get(i.wrapping_add_signed(offset)).unwrap_or(&NOTHING);
        let tag = |offset: isize| self.tags.get(i.wrapping_add_signed(offset)).map_or(63, |&tag| u64::from(tag));
        let known = |offset: isize| self.known.get(i.wrapping_add_signed(offset)).map_or(0, |&bits| u64::from(bits));
        let (this, last, next) = (at(0), at(-1), at(1));
        let first = u64::from(i == 0);
        out.extend([
            feature(200, 0, 0),
            feature(201, this.form, 0),
            feature(202, this.lower, 0),
            feature(203, last.lower, 0),
            feature(204, next.lower, 0),
            feature(205, last.lower, this.lower),
            feature(206, this.lower, next.lower),
            feature(207, at(-2).lower, last.lower),
            feature(208, next.lower, at(2).lower),
            feature(209, this.shape, first),
            feature(210, this.shape, last.shape ^ next.shape.rotate_left(7)),
            feature(211, this.ends[2], this.kind & 3),
            feature(212, this.ends[1], this.kind & 3),
            feature(213, this.starts[2], this.kind & 3),
            feature(214, tag(0), this.kind & 3),
            feature(215, tag(-1) << 6 | tag(0), tag(1)),
            feature(217, known(0), this.kind & 7),
            feature(218, known(-1), known(0)),
            feature(219, known(0), known(1)),
            feature(221, last.lower, this.kind & 7),
            feature(222, next.lower, this.kind & 3),
            feature(223, this.kind, last.kind << 8 | next.kind << 16 | first << 24),
            feature(224, next.shape, tag(1)),
            feature(225, at(2).lower, tag(0)),
            feature(226, at(-2).lower, tag(0)),
            feature(227, known(-1), this.kind & 3),
            feature(228, this.ends[3], tag(0)),
            feature(229, last.lower, this.shape),
            feature(230, next.lower, this.shape),
        ]);
        let bits = |offset: isize| {
            let bits = known(offset);
            (0..24).filter(move |bit| bits >> bit & 1 != 0)
        };
        out.extend(bits(0).map(|bit| feature(231, bit, this.kind & 3)));
        out.extend(bits(-1).map(|bit| feature(232, bit, this.kind & 3)));
        out.extend(bits(1).map(|bit| feature(233, bit, this.kind & 3)));
    }

    /// Small letters all around, and no list knows the word as a name or a trade.
    fn is_plain(&self, i: usize) -> bool {
        const TELLING: u32 = FIRST_NAME | PERSON | PLACE | ORGANISATION | PEOPLE | OCCUPATION | CALENDAR;
        let quiet = |i: usize| {
            self.looks.get(i).is_none_or(|look| look.kind & (Look::CAPITAL | Look::FIGURE) == 0)
                && self.known.get(i).is_none_or(|bits| bits & TELLING == 0)
        };
        quiet(i.wrapping_sub(1)) && quiet(i) && quiet(i + 1)
    }

    fn len(&self) -> usize {
        self.looks.len()
    }
}

/// Outside, the beginning and the rest of each trained kind; the rest only of what has begun.
pub const LABELS: Labels = Labels {
    count: 1 + 2 * EntityKind::TRAINED.len(),
    follows: |before, next| match (meaning(before), meaning(next)) {
        (Some((had, _)), Some((has, false))) => had == has,
        (None, Some((_, false))) => false,
        _ => true,
    },
};
