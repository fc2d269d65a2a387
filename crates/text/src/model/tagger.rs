//! Part-of-speech tags by an averaged perceptron, left to right, among the tags that a word can have.

use crate::model::dictionary::{Cache, Dictionary};
use crate::model::linear::{Linear, feature};
use crate::model::sequence::{self, Task};
use crate::model::word::Look;
use crate::tag::{Tag, TagSet};

/// No token: before the first and behind the last.
pub(crate) const NOTHING: Look = Look { form: 1, lower: 1, ends: [1; 4], starts: [1; 3], shape: 1, kind: 0 };

/// One sentence to tag.
pub struct Tagging<'s> {
    looks: &'s [Look],
    choices: &'s [TagSet],
}

impl<'s> Tagging<'s> {
    /// The tokens' looks, and the tags each can have.
    pub fn new(looks: &'s [Look], choices: &'s [TagSet]) -> Self {
        Self { looks, choices }
    }
}

impl Task for Tagging<'_> {
    #[inline]
    fn features(&self, i: usize, before: u8, before2: u8, out: &mut Vec<u64>) {
        let at = |offset: isize| self.looks.get(i.wrapping_add_signed(offset)).unwrap_or(&NOTHING);
        let class = |offset: isize| self.choices.get(i.wrapping_add_signed(offset)).map_or(0, |set| set.0);
        let (this, last, next) = (at(0), at(-1), at(1));
        let tag1 = u64::from(before) + 1;
        let tag2 = tag1 << 8 | (u64::from(before2) + 1);
        let first = u64::from(i == 0);
        out.extend([
            feature(1, this.form, 0),
            feature(2, this.lower, 0),
            feature(3, this.ends[0], this.kind),
            feature(4, this.ends[1], this.kind & 3),
            feature(5, this.ends[2], this.kind & 1),
            feature(6, this.ends[3], 0),
            feature(7, this.starts[0], this.shape),
            feature(8, this.starts[1], 0),
            feature(9, this.starts[2], 0),
            feature(10, this.shape, first),
            feature(11, this.kind, first),
            feature(12, tag1, 0),
            feature(13, tag2, 0),
            feature(14, tag1, this.lower),
            feature(15, tag1, this.ends[1]),
            feature(16, last.lower, 0),
            feature(17, next.lower, 0),
            feature(18, at(-2).lower, 0),
            feature(19, at(2).lower, 0),
            feature(20, last.lower, this.lower),
            feature(21, this.lower, next.lower),
            feature(22, next.ends[2], next.kind & 1),
            feature(23, class(1), tag1),
            feature(24, class(1), class(2)),
            feature(25, class(0), tag2),
            feature(26, last.ends[2], class(0)),
            feature(27, next.ends[1], class(0)),
            feature(28, this.kind & 3, last.kind & 3 | (next.kind & 3) << 2 | first << 4),
        ]);
    }

    #[inline]
    fn choices(&self, i: usize, _before: u8) -> u64 {
        self.choices[i].0
    }

    fn len(&self) -> usize {
        self.looks.len()
    }

    fn start(&self) -> [i32; 64] {
        START
    }
}

/// A noun taken for something else is a phrase lost, which is worse than a phrase too many: nouns have a head start.
///
/// Chosen on EWT's dev part, where noun recall rises and accuracy does not fall.
const START: [i32; 64] = {
    const NOUN: i32 = 16;
    let mut scores = [0; 64];
    scores[Tag::Noun as usize] = NOUN;
    scores[Tag::Nouns as usize] = NOUN;
    scores[Tag::Name as usize] = NOUN;
    scores[Tag::Names as usize] = NOUN;
    scores
};

/// A trained tagger.
#[derive(Debug)]
pub struct Tagger {
    dictionary: Dictionary,
    model: Linear,
}

impl Tagger {
    /// From the packed dictionary and model.
    pub fn unpack(dictionary: &[u8], model: &[u8]) -> Option<Self> {
        Some(Self { dictionary: Dictionary::unpack(dictionary)?, model: Linear::unpack(model)? })
    }

    /// The tags of one sentence, given its tokens and how they look, behind those that `work` has already.
    pub fn tag<'a>(&self, tokens: impl Iterator<Item = &'a str>, looks: &[Look], work: &mut Workspace) {
        work.choices.clear();
        for (token, look) in tokens.zip(looks) {
            work.choices.push(self.dictionary.choices(token, look, &mut work.cache));
        }
        let task = Tagging::new(looks, &work.choices);
        sequence::label(&self.model, &task, &mut work.features, &mut work.tags);
    }
}

/// Scratch space that is kept between sentences, what was found out about words, and the tags given.
#[derive(Debug, Default)]
pub struct Workspace {
    choices: Vec<TagSet>,
    features: Vec<u64>,
    cache: Cache,
    /// Numbers of tags, in the order of the tokens.
    pub tags: Vec<u8>,
}
