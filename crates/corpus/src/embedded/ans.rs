//! An entropy coder: asymmetric numeral systems with fixed tables of frequencies.
//!
//! A stream is coded back to front and read front to back. The state has 16 to 24 bits and moves by bytes; frequencies of a table
//! sum up to 4096. A reader never fails: what a damaged stream says is nonsense within the tables, and past its end there are zeros.

/// Frequencies sum up to 2^12.
pub(super) const PRECISION: u32 = 12;
/// The sum of the frequencies.
pub(super) const SUM: u32 = 1 << PRECISION;
const LOW: u32 = 1 << 16;

/// A part of the line 0..4096.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slice {
    pub(super) start: u32,
    pub(super) width: u32,
}

/// The part of the line of `value`, one of `of` equally likely ones, at most 4096.
pub(super) fn even(value: u32, of: u32) -> Slice {
    let start = (value * SUM).div_ceil(of);
    Slice { start, width: ((value + 1) * SUM).div_ceil(of) - start }
}

/// How many low bits of one of `of` values are told plainly, so that the rest fits the line.
pub(super) fn plain_bits(of: u32) -> u32 {
    (32 - of.leading_zeros()).saturating_sub(PRECISION)
}

/// Reads a stream.
#[derive(Clone, Debug)]
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    state: u32,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let mut reader = Self { bytes, state: 0 };
        for _ in 0..3 {
            reader.state = reader.state << 8 | reader.byte();
        }
        reader
    }

    fn byte(&mut self) -> u32 {
        match self.bytes.split_first() {
            Some((&first, rest)) => {
                self.bytes = rest;
                u32::from(first)
            }
            None => 0,
        }
    }

    fn fill(&mut self) {
        // Three bytes at most, also from the state 0 of a damaged stream.
        for _ in 0..3 {
            if self.state >= LOW {
                break;
            }
            self.state = self.state << 8 | self.byte();
        }
    }

    /// The point on the line that comes next. [`Reader::take`] says what it was part of.
    #[inline]
    pub(super) fn point(&self) -> u32 {
        self.state & (SUM - 1)
    }

    /// Goes on, after the part of the line that the point is in.
    #[inline]
    pub(super) fn take(&mut self, slice: Slice) {
        self.state =
            (slice.width * (self.state >> PRECISION)).wrapping_add(self.point()).wrapping_sub(slice.start) & 0xff_ffff;
        self.fill();
    }

    /// Up to 16 plain bits.
    #[inline]
    pub(super) fn bits(&mut self, count: u32) -> u32 {
        let value = self.state & ((1 << count) - 1);
        self.state >>= count;
        self.fill();
        value
    }

    /// One of `of` equally likely values, at least one.
    pub(super) fn even(&mut self, of: u32) -> u32 {
        let plain = plain_bits(of);
        let low = if plain > 0 { self.bits(plain) } else { 0 };
        let parts = ((of - 1) >> plain) + 1;
        let value = self.point() * parts / SUM;
        self.take(even(value, parts));
        (value << plain | low).min(of - 1)
    }
}

/// What is said by one step of a stream.
#[derive(Clone, Copy, Debug)]
enum Step {
    Part(Slice),
    Bits(u32, u32),
}

/// Takes down a stream, to code it at its end.
#[derive(Clone, Debug, Default)]
pub(super) struct Writer {
    steps: Vec<Step>,
}

impl Writer {
    pub(super) fn part(&mut self, slice: Slice) {
        self.steps.push(Step::Part(slice));
    }

    pub(super) fn bits(&mut self, value: u32, count: u32) {
        self.steps.push(Step::Bits(value, count));
    }

    pub(super) fn even(&mut self, value: u32, of: u32) {
        let plain = plain_bits(of);
        if plain > 0 {
            self.bits(value & ((1 << plain) - 1), plain);
        }
        self.part(even(value >> plain, ((of - 1) >> plain) + 1));
    }

    /// The bytes of the stream; trailing zeros are left to the reader.
    pub(super) fn finish(&self) -> Vec<u8> {
        let mut backwards = Vec::new();
        let mut state = LOW;
        for step in self.steps.iter().rev() {
            let limit = match *step {
                Step::Part(slice) => slice.width << (24 - PRECISION),
                Step::Bits(_, count) => 1 << (24 - count),
            };
            while state >= limit {
                backwards.push(state as u8);
                state >>= 8;
            }
            state = match *step {
                Step::Part(slice) => (state / slice.width) << PRECISION | (slice.start + state % slice.width),
                Step::Bits(value, count) => state << count | value,
            };
        }
        backwards.extend([state as u8, (state >> 8) as u8, (state >> 16) as u8]);
        backwards.reverse();
        while backwards.last() == Some(&0) {
            backwards.pop();
        }
        backwards
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_written_is_read(steps in prop::collection::vec((1u32..400_000, any::<u32>(), 0u32..17), 0..300)) {
            let mut writer = Writer::default();
            for &(of, value, bits) in &steps {
                writer.even(value % of, of);
                writer.bits(value & ((1 << bits) - 1), bits);
            }
            let bytes = writer.finish();
            let mut reader = Reader::new(&bytes);
            for &(of, value, bits) in &steps {
                prop_assert_eq!(reader.even(of), value % of);
                prop_assert_eq!(reader.bits(bits), value & ((1 << bits) - 1));
            }
        }

        #[test]
        fn any_bytes_can_be_read(bytes in prop::collection::vec(any::<u8>(), 0..50)) {
            let mut reader = Reader::new(&bytes);
            for of in 1..3000 {
                prop_assert!(reader.even(of * 97) < of * 97);
                reader.bits(of % 17);
            }
        }
    }
}
