//! What the network says of a text: for each token, how probable each class is.

use super::CLASSES;
use crate::entity::EntityKind;
use scumble_span::Span;
use std::ops::Range;

/// The kinds of mentions that the network tells apart; a kind's place is its number in the classes.
pub const MENTION_KINDS: [EntityKind; 8] = [
    EntityKind::Person,
    EntityKind::Code,
    EntityKind::Place,
    EntityKind::Organization,
    EntityKind::Demographic,
    EntityKind::DateTime,
    EntityKind::Quantity,
    EntityKind::Miscellaneous,
];

/// The tokens of a text with their probabilities.
///
/// Class 0 is no mention; of kind k of [`MENTION_KINDS`], class 1 + 2k is a mention that stays and 2 + 2k one that is masked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TokenProbabilities {
    /// In order. Without the white space that a token starts with; of white space alone, empty. A token that is part of a character
    /// has the span of that character.
    pub(super) spans: Vec<Span>,
    /// For each token its classes; zeros where no window was read.
    pub(super) values: Vec<f32>,
    pub(super) windows: usize,
}

impl TokenProbabilities {
    /// How many tokens the text has.
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Whether the text has no tokens.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// How many windows were read.
    pub fn windows(&self) -> usize {
        self.windows
    }

    /// The bytes of each token, without the white space that it starts with. That of white space alone is empty; those of tokens that
    /// are parts of one character are that character. In order of starts and of ends.
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// The probabilities of a token's classes, or `None` if no window with it was read.
    pub fn of(&self, token: usize) -> Option<&[f32; CLASSES]> {
        let (all, _) = self.values.as_chunks::<CLASSES>();
        // Probabilities add up to 1, so zeros are those of a token that was not read.
        all.get(token).filter(|own| own.iter().any(|&value| value != 0.0))
    }

    /// The tokens with a byte in a span.
    pub fn tokens_in(&self, span: Span) -> Range<usize> {
        let start = self.spans.partition_point(|own| own.end <= span.start);
        let end = self.spans.partition_point(|own| own.start < span.end);
        start..end.max(start)
    }

    /// The tokens in a span that have letters, digits or signs and were read.
    fn read_in(&self, span: Span) -> impl Iterator<Item = &[f32; CLASSES]> {
        self.tokens_in(span).filter(|&token| !self.spans[token].is_empty()).filter_map(|token| self.of(token))
    }

    /// The highest probability to be masked among the tokens in a span; `None` if none of them was read.
    pub fn highest_mask(&self, span: Span) -> Option<f32> {
        self.read_in(span).map(mask).reduce(f32::max)
    }

    /// The mean probability to be masked of the tokens in a span; `None` if none of them was read.
    pub fn mean_mask(&self, span: Span) -> Option<f32> {
        let (count, sum) = self.read_in(span).fold((0u32, 0.0), |(count, sum), own| (count + 1, sum + mask(own)));
        (count > 0).then(|| sum / count as f32)
    }

    /// For each of [`MENTION_KINDS`], the mean probability of the tokens in a span to be such a mention, masked or not; `None` if
    /// none of them was read.
    pub fn kinds(&self, span: Span) -> Option<[f32; 8]> {
        let mut sums = [0.0; 8];
        let mut count = 0u32;
        for own in self.read_in(span) {
            count += 1;
            for (sum, pair) in sums.iter_mut().zip(own[1..].chunks_exact(2)) {
                *sum += pair[0] + pair[1];
            }
        }
        (count > 0).then(|| sums.map(|sum| sum / count as f32))
    }
}

/// The probability to be masked: the sum over the classes of masked mentions.
pub(super) fn mask(classes: &[f32; CLASSES]) -> f32 {
    classes.iter().skip(2).step_by(2).sum()
}

/// The spans of tokens that end at these bytes.
pub(super) fn spans(text: &str, ends: &[usize]) -> Vec<Span> {
    let mut start = 0;
    let span = |&end: &usize| {
        let inside = |at: &usize| !text.is_char_boundary(*at);
        let first = (0..=start).rev().find(|at| !inside(at)).unwrap_or(0);
        let last = (end..text.len()).find(|at| !inside(at)).unwrap_or(text.len());
        let own = Span::new(first, last);
        start = end;
        let trimmed = own.of(text).trim_start();
        Span::new(own.end - trimmed.len(), own.end)
    };
    ends.iter().map(span).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> TokenProbabilities {
        let text = "Anna B. é";
        // "Anna", " B", ".", " " and the two bytes of é.
        let spans = spans(text, &[4, 6, 7, 8, 9, 10]);
        let mut values = vec![0.0; spans.len() * CLASSES];
        for (token, shares) in [(0, [(2, 0.75), (1, 0.25)]), (1, [(2, 0.25), (4, 0.25)]), (2, [(0, 1.0), (5, 0.0)])] {
            shares.iter().for_each(|&(class, share)| values[token * CLASSES + class] = share);
        }
        TokenProbabilities { spans, values, windows: 1 }
    }

    #[test]
    fn spans_are_whole_characters_without_blanks() {
        let all: Vec<(usize, usize)> = some().spans().iter().map(|span| (span.start, span.end)).collect();
        assert_eq!(all, [(0, 4), (5, 6), (6, 7), (8, 8), (8, 10), (8, 10)]);
    }

    #[test]
    fn a_span_has_the_probabilities_of_its_tokens() {
        let read = some();
        assert_eq!(read.tokens_in(Span::new(0, 6)), 0..2);
        assert_eq!(read.tokens_in(Span::new(3, 4)), 0..1);
        assert_eq!(read.tokens_in(Span::new(4, 5)), 1..1);
        assert_eq!(read.highest_mask(Span::new(0, 7)), Some(0.75));
        assert_eq!(read.mean_mask(Span::new(0, 6)), Some(0.625));
        assert_eq!(read.kinds(Span::new(0, 6)), Some([0.625, 0.125, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]));
        // What was not read has no probability, which is not the same as none.
        assert_eq!(read.mean_mask(Span::new(8, 10)), None);
        assert_eq!(read.highest_mask(Span::new(6, 7)), Some(0.0));
        assert_eq!((read.of(2).is_some(), read.of(4), read.of(9)), (true, None, None));
    }
}
