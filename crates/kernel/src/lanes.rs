//! Sixteen numbers side by side, in the vectors of each path.
#![allow(unsafe_code)]

use crate::LANES;

/// Sixteen 32-bit words on a cache line: weights as the products want them.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(crate) struct Step(pub(crate) [i32; LANES]);

/// The operations on sixteen numbers.
///
/// # Safety
///
/// Every method needs the instructions of its path: it is called in a function that is compiled for them, on a processor that has
/// them.
pub(crate) trait Lanes {
    /// Sixteen whole numbers.
    type Words: Copy;
    /// Whether a word of weights is four unsigned bytes (weight + 128), and of activations four signed ones. If not, both are
    /// pairs of signed 16-bit numbers.
    const QUADS: bool;
    /// Rows of a tile whose sums stay in registers; divides [`TILE`](crate::TILE).
    const ROWS: usize;

    unsafe fn load(from: &Step) -> Self::Words;
    unsafe fn all(word: i32) -> Self::Words;
    unsafe fn store(words: Self::Words, to: &mut [i32; LANES]);
    /// `sum` and, for each lane, the products of the pair in `x` with the pair in the lane's word.
    unsafe fn add_pairs(sum: Self::Words, x: i32, words: Self::Words) -> Self::Words;
    /// The same for words of weights, which may be fours.
    #[inline(always)]
    unsafe fn add_dots(sum: Self::Words, x: i32, words: Self::Words) -> Self::Words {
        // SAFETY: the trait's condition.
        unsafe { Self::add_pairs(sum, x, words) }
    }
}

/// Plain Rust.
pub(crate) struct Plain;

impl Lanes for Plain {
    type Words = [i32; LANES];
    const QUADS: bool = false;
    const ROWS: usize = 2;

    #[inline(always)]
    unsafe fn load(from: &Step) -> Self::Words {
        from.0
    }
    #[inline(always)]
    unsafe fn all(word: i32) -> Self::Words {
        [word; LANES]
    }
    #[inline(always)]
    unsafe fn store(words: Self::Words, to: &mut [i32; LANES]) {
        *to = words;
    }
    #[inline(always)]
    unsafe fn add_pairs(mut sum: Self::Words, x: i32, words: Self::Words) -> Self::Words {
        let (low, high) = (i32::from(x as i16), x >> 16);
        for lane in 0..LANES {
            sum[lane] += low * i32::from(words[lane] as i16) + high * (words[lane] >> 16);
        }
        sum
    }
}

#[cfg(target_arch = "x86_64")]
pub(crate) use x86::{Avx2, Sse2, Vnni};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{LANES, Lanes, Step};
    use std::arch::x86_64::*;

    /// One 512-bit vector.
    pub(crate) struct Vnni;
    /// Two 256-bit vectors.
    pub(crate) struct Avx2;
    /// Four 128-bit vectors.
    pub(crate) struct Sse2;

    impl Lanes for Vnni {
        type Words = __m512i;
        const QUADS: bool = true;
        const ROWS: usize = 12;

        #[inline(always)]
        unsafe fn load(from: &Step) -> Self::Words {
            // SAFETY: 64 bytes that the reference covers.
            unsafe { _mm512_loadu_si512(from.0.as_ptr().cast()) }
        }
        #[inline(always)]
        unsafe fn all(word: i32) -> Self::Words {
            // SAFETY: the trait's condition.
            unsafe { _mm512_set1_epi32(word) }
        }
        #[inline(always)]
        unsafe fn store(words: Self::Words, to: &mut [i32; LANES]) {
            // SAFETY: 64 bytes that the reference covers.
            unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), words) }
        }
        #[inline(always)]
        unsafe fn add_pairs(sum: Self::Words, x: i32, words: Self::Words) -> Self::Words {
            // SAFETY: the trait's condition.
            unsafe { _mm512_dpwssd_epi32(sum, words, _mm512_set1_epi32(x)) }
        }
        #[inline(always)]
        unsafe fn add_dots(sum: Self::Words, x: i32, words: Self::Words) -> Self::Words {
            // SAFETY: the trait's condition.
            unsafe { _mm512_dpbusd_epi32(sum, words, _mm512_set1_epi32(x)) }
        }
    }

    impl Lanes for Avx2 {
        type Words = [__m256i; 2];
        const QUADS: bool = false;
        const ROWS: usize = 6;

        #[inline(always)]
        unsafe fn load(from: &Step) -> Self::Words {
            // SAFETY: 64 bytes that the reference covers.
            unsafe { [_mm256_loadu_si256(from.0.as_ptr().cast()), _mm256_loadu_si256(from.0[8..].as_ptr().cast())] }
        }
        #[inline(always)]
        unsafe fn all(word: i32) -> Self::Words {
            // SAFETY: the trait's condition.
            unsafe { [_mm256_set1_epi32(word); 2] }
        }
        #[inline(always)]
        unsafe fn store(words: Self::Words, to: &mut [i32; LANES]) {
            // SAFETY: 64 bytes that the reference covers.
            unsafe {
                _mm256_storeu_si256(to.as_mut_ptr().cast(), words[0]);
                _mm256_storeu_si256(to[8..].as_mut_ptr().cast(), words[1]);
            }
        }
        #[inline(always)]
        unsafe fn add_pairs(sum: Self::Words, x: i32, words: Self::Words) -> Self::Words {
            // SAFETY: the trait's condition.
            unsafe {
                let x = _mm256_set1_epi32(x);
                [
                    _mm256_add_epi32(sum[0], _mm256_madd_epi16(x, words[0])),
                    _mm256_add_epi32(sum[1], _mm256_madd_epi16(x, words[1])),
                ]
            }
        }
    }

    impl Lanes for Sse2 {
        type Words = [__m128i; 4];
        const QUADS: bool = false;
        const ROWS: usize = 2;

        #[inline(always)]
        unsafe fn load(from: &Step) -> Self::Words {
            let quarter = |i: usize| from.0[4 * i..4 * i + 4].as_ptr().cast();
            // SAFETY: four times 16 bytes that the slices cover.
            unsafe {
                [
                    _mm_loadu_si128(quarter(0)),
                    _mm_loadu_si128(quarter(1)),
                    _mm_loadu_si128(quarter(2)),
                    _mm_loadu_si128(quarter(3)),
                ]
            }
        }
        #[inline(always)]
        unsafe fn all(word: i32) -> Self::Words {
            // SAFETY: the trait's condition.
            unsafe { [_mm_set1_epi32(word); 4] }
        }
        #[inline(always)]
        unsafe fn store(words: Self::Words, to: &mut [i32; LANES]) {
            let (quarters, _) = to.as_chunks_mut::<4>();
            for (quarter, words) in quarters.iter_mut().zip(words) {
                // SAFETY: 16 bytes that the reference covers.
                unsafe { _mm_storeu_si128(quarter.as_mut_ptr().cast(), words) }
            }
        }
        #[inline(always)]
        unsafe fn add_pairs(sum: Self::Words, x: i32, words: Self::Words) -> Self::Words {
            // SAFETY: the trait's condition.
            unsafe {
                let x = _mm_set1_epi32(x);
                // Written out: mapping an array by a closure is not inlined in every build, and then fifty times slower.
                [
                    _mm_add_epi32(sum[0], _mm_madd_epi16(x, words[0])),
                    _mm_add_epi32(sum[1], _mm_madd_epi16(x, words[1])),
                    _mm_add_epi32(sum[2], _mm_madd_epi16(x, words[2])),
                    _mm_add_epi32(sum[3], _mm_madd_epi16(x, words[3])),
                ]
            }
        }
    }
}
