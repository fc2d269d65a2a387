//! Byte-level byte-pair tokens.

use super::pieces::pieces;

/// The token of byte 0; those of the other bytes follow.
pub(super) const FIRST_BYTE: u16 = 16;
/// The token of merge 0.
pub(super) const FIRST_MERGE: u16 = 272;
/// No merge.
const NONE: u32 = u32::MAX;

/// The merges of a vocabulary, found by their two tokens.
#[derive(Debug)]
pub(super) struct Tokenizer {
    /// Open addressing: both tokens, and the number of their merge or [`NONE`].
    slots: Vec<(u32, u32)>,
}

/// The tokens of a text.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Tokens {
    pub(super) ids: Vec<u16>,
    /// The byte after each token.
    pub(super) ends: Vec<usize>,
}

impl Tokenizer {
    /// From merges in the order of their numbers. Of two merges of the same tokens the first counts. `None` if a merge names a token
    /// that is not known before it.
    pub(super) fn new(merges: &[(u16, u16)]) -> Option<Self> {
        let size = (2 * merges.len()).next_power_of_two().max(2);
        let mut own = Self { slots: vec![(0, NONE); size] };
        for (number, &(left, right)) in (0..).zip(merges) {
            let known = |token: u16| token >= FIRST_BYTE && u32::from(token) < u32::from(FIRST_MERGE) + number;
            if !known(left) || !known(right) {
                return None;
            }
            let pair = u32::from(left) << 16 | u32::from(right);
            let slot = own.slot(pair);
            if own.slots[slot].1 == NONE {
                own.slots[slot] = (pair, number);
            }
        }
        Some(own)
    }

    /// Where a pair stands, or would stand.
    fn slot(&self, pair: u32) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (pair.wrapping_mul(0x9e37_79b1) >> 7) as usize & mask;
        while self.slots[slot].1 != NONE && self.slots[slot].0 != pair {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// The number of the merge of two tokens.
    fn merge(&self, left: u16, right: u16) -> u32 {
        self.slots[self.slot(u32::from(left) << 16 | u32::from(right))].1
    }

    /// The tokens of a text.
    pub(super) fn tokens(&self, text: &str) -> Tokens {
        let mut tokens = Tokens::default();
        let mut start = 0;
        let (mut parts, mut numbers) = (Vec::new(), Vec::new());
        for piece in pieces(text) {
            self.merge_piece(piece.as_bytes(), &mut parts, &mut numbers);
            for &(id, end) in &parts {
                tokens.ids.push(id);
                tokens.ends.push(start + end);
            }
            start += piece.len();
        }
        tokens
    }

    /// Merges the pair with the lowest number, the leftmost of several, until there is none. A piece has few bytes: each step looks at
    /// all pairs.
    fn merge_piece(&self, piece: &[u8], parts: &mut Vec<(u16, usize)>, numbers: &mut Vec<u32>) {
        parts.clear();
        parts.extend(piece.iter().zip(1..).map(|(&byte, end)| (FIRST_BYTE + u16::from(byte), end)));
        numbers.clear();
        numbers.extend(parts.windows(2).map(|pair| self.merge(pair[0].0, pair[1].0)));
        while let Some(&number) = numbers.iter().min()
            && number != NONE
        {
            let Some(at) = numbers.iter().position(|&own| own == number) else { break };
            // Merges are so few that the sum fits: `Weights` checks the size of the vocabulary.
            parts[at] = (FIRST_MERGE + number as u16, parts[at + 1].1);
            parts.remove(at + 1);
            numbers.remove(at);
            if at > 0 {
                numbers[at - 1] = self.merge(parts[at - 1].0, parts[at].0);
            }
            if at < numbers.len() {
                numbers[at] = self.merge(parts[at].0, parts[at + 1].0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition, over strings of bytes: all pairs are looked up in the list of merges at each step.
    fn twin(merges: &[(u16, u16)], text: &str) -> Vec<u16> {
        let mut all = Vec::new();
        for piece in pieces(text) {
            let mut own: Vec<u16> = piece.bytes().map(|byte| 16 + u16::from(byte)).collect();
            loop {
                let number = |pair: &[u16]| merges.iter().position(|&(l, r)| [l, r] == *pair);
                let best = own.windows(2).enumerate().filter_map(|(at, pair)| Some((number(pair)?, at))).min();
                let Some((number, at)) = best else { break };
                own.splice(at..at + 2, [272 + number as u16]);
            }
            all.extend(own);
        }
        all
    }

    fn merges() -> Vec<(u16, u16)> {
        let byte = |c: char| 16 + c as u16;
        let mut merges = vec![(byte('a'), byte('b')), (byte('a'), byte('a')), (272, 272), (byte('b'), 272), (273, 273)];
        merges.extend([(byte(' '), 272), (275, byte('a')), (16 + 0xc3, 16 + 0xa9), (273, byte('b')), (276, 276)]);
        merges
    }

    proptest! {
        #[test]
        fn tokens_are_those_of_the_definition(text in "[ab é.]{0,60}") {
            let merges = merges();
            let tokens = Tokenizer::new(&merges).unwrap().tokens(&text);
            prop_assert_eq!(&tokens.ids, &twin(&merges, &text));
            prop_assert_eq!(tokens.ends.last().copied().unwrap_or(0), text.len());
            prop_assert!(tokens.ends.is_sorted());
        }
    }

    #[test]
    fn merges_name_tokens_before_them() {
        assert!(Tokenizer::new(&[(16, 272)]).is_none());
        assert!(Tokenizer::new(&[(15, 16)]).is_none());
        assert!(Tokenizer::new(&[(16, 17), (272, 272)]).is_some());
        assert!(Tokenizer::new(&[]).unwrap().tokens("a").ids == [113]);
    }
}
