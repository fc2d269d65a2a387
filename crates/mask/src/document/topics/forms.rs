//! Whether a word shares a form with one letter left out with one of many: most words of a text do not, and are told by a few multiplications.

use std::array::from_fn;

/// The longest word, in bytes, that is told so; of a longer one nothing is known.
const LONGEST: usize = 64;
/// Forms are kept as so many bits.
const BITS: usize = 1 << 20;
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

/// The forms of words: each word, and each word with one letter left out.
#[derive(Debug)]
pub(super) struct Forms {
    bits: Vec<u64>,
    powers: [u64; LONGEST + 1],
    /// Whether a word was too long.
    all: bool,
}

impl Default for Forms {
    fn default() -> Self {
        let mut power = 1_u64;
        let powers = from_fn(|_| {
            let next = power.wrapping_mul(BASE);
            std::mem::replace(&mut power, next)
        });
        Self { bits: vec![0; BITS / 64], powers, all: false }
    }
}

impl Forms {
    /// Adds the forms of a word.
    pub(super) fn add(&mut self, word: &str) {
        let mut places = Vec::new();
        self.all |= self.each(word, |place| {
            places.push(place);
            false
        });
        places.into_iter().for_each(|place| self.bits[place / 64] |= 1 << (place % 64));
    }

    /// Whether a word may share a form with one that was added; if it does not say so, it shares none.
    pub(super) fn may_share(&self, word: &str) -> bool {
        self.all || self.each(word, |place| self.bits[place / 64] >> (place % 64) & 1 == 1)
    }

    /// The places of all forms until one is the right one, and whether it is; also where the word is too long.
    fn each(&self, word: &str, mut is_right: impl FnMut(usize) -> bool) -> bool {
        let bytes = word.as_bytes();
        let size = bytes.len();
        if size > LONGEST {
            return true;
        }
        // The polynomials of all beginnings: a form is one beginning, moved, and what follows another.
        let mut sums = [0_u64; LONGEST + 1];
        for (at, &byte) in bytes.iter().enumerate() {
            sums[at + 1] = sums[at].wrapping_mul(BASE).wrapping_add(u64::from(byte) + 1);
        }
        let place = |sum: u64| ((sum ^ sum >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 44) as usize;
        let without = |(at, c): (usize, char)| {
            let (end, moved) = (at + c.len_utf8(), self.powers[size - at - c.len_utf8()]);
            place(sums[size].wrapping_add(sums[at].wrapping_sub(sums[end]).wrapping_mul(moved)))
        };
        is_right(place(sums[size])) || word.char_indices().map(without).any(is_right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::spelling::without_one;
    use proptest::prelude::*;

    /// The places of the forms as they are written out.
    fn written_out(forms: &Forms, word: &str) -> Vec<usize> {
        let whole = |form: &str| {
            let mut first = None;
            forms.each(form, |place| {
                first.get_or_insert(place);
                true
            });
            first.unwrap()
        };
        [word.to_owned()].into_iter().chain(without_one(word)).map(|form| whole(&form)).collect()
    }

    proptest! {
        #[test]
        fn a_form_has_the_place_of_the_same_word(word in "[a-zé]{1,20}") {
            let forms = Forms::default();
            let mut places = Vec::new();
            forms.each(&word, |place| {
                places.push(place);
                false
            });
            prop_assert_eq!(places, written_out(&forms, &word));
        }
    }

    #[test]
    fn nothing_is_lost_and_little_is_held_to_be_there() {
        let mut forms = Forms::default();
        ["missile", "grenade", "café"].iter().for_each(|word| forms.add(word));
        for word in ["missile", "misile", "misssile", "mistile", "imssile", "cafe", "caf"] {
            assert!(forms.may_share(word), "{word}");
        }
        assert!(!forms.may_share("harbour") && !forms.may_share("window"));
        let long = "x".repeat(LONGEST + 1);
        assert!(forms.may_share(&long));
        forms.add(&long);
        assert!(forms.may_share("window"));
    }
}
