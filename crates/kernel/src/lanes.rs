//! Sixteen numbers side by side, in the vectors of each path.
#![allow(unsafe_code)]

use crate::LANES;

/// Sixteen 32-bit words on a cache line: weights as the products want them.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(crate) struct Step(pub(crate) [i32; LANES]);

/// Sixteen floats on a cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(crate) struct Line(pub(crate) [f32; LANES]);

/// The operations on sixteen numbers.
///
/// # Safety
///
/// Every method needs the instructions of its path: it is called in a function that is compiled for them, on a processor that has
/// them.
pub(crate) trait Lanes {
    /// Sixteen floats.
    type Floats: Copy;
    /// Sixteen whole numbers.
    type Words: Copy;
    /// Whether a word of weights is four unsigned bytes (weight + 128), and of activations four signed ones. If not, both are
    /// pairs of signed 16-bit numbers.
    const QUADS: bool;
    /// Rows of a tile of the product of whole numbers; divides [`TILE`](crate::TILE).
    const ROWS: usize;
    /// Sixteens of a tile of the product of floats.
    const WIDE: usize;

    unsafe fn load(from: &Line) -> Self::Floats;
    unsafe fn zero() -> Self::Floats;
    unsafe fn store(numbers: Self::Floats, to: &mut [f32; LANES]);
    /// `sum + x × numbers`, rounded twice.
    unsafe fn add_product(sum: Self::Floats, x: f32, numbers: Self::Floats) -> Self::Floats;

    unsafe fn load_words(from: &Step) -> Self::Words;
    unsafe fn all(word: i32) -> Self::Words;
    unsafe fn store_words(words: Self::Words, to: &mut [i32; LANES]);
    /// `sum` and, for each lane, the products of the small numbers in `x` with those in the lane's word.
    unsafe fn add_dots(sum: Self::Words, x: i32, words: Self::Words) -> Self::Words;
}

/// Plain Rust.
pub(crate) struct Plain;

impl Lanes for Plain {
    type Floats = [f32; LANES];
    type Words = [i32; LANES];
    const QUADS: bool = false;
    const ROWS: usize = 2;
    const WIDE: usize = 1;

    #[inline(always)]
    unsafe fn load(from: &Line) -> Self::Floats {
        from.0
    }
    #[inline(always)]
    unsafe fn zero() -> Self::Floats {
        [0.0; LANES]
    }
    #[inline(always)]
    unsafe fn store(numbers: Self::Floats, to: &mut [f32; LANES]) {
        *to = numbers;
    }
    #[inline(always)]
    unsafe fn add_product(mut sum: Self::Floats, x: f32, numbers: Self::Floats) -> Self::Floats {
        for lane in 0..LANES {
            sum[lane] += x * numbers[lane];
        }
        sum
    }
    #[inline(always)]
    unsafe fn load_words(from: &Step) -> Self::Words {
        from.0
    }
    #[inline(always)]
    unsafe fn all(word: i32) -> Self::Words {
        [word; LANES]
    }
    #[inline(always)]
    unsafe fn store_words(words: Self::Words, to: &mut [i32; LANES]) {
        *to = words;
    }
    #[inline(always)]
    unsafe fn add_dots(mut sum: Self::Words, x: i32, words: Self::Words) -> Self::Words {
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
    use super::{LANES, Lanes, Line, Step};
    use std::arch::x86_64::*;

    /// One 512-bit vector.
    pub(crate) struct Vnni;
    /// Two 256-bit vectors.
    pub(crate) struct Avx2;
    /// Four 128-bit vectors.
    pub(crate) struct Sse2;

    impl Lanes for Vnni {
        type Floats = __m512;
        type Words = __m512i;
        const QUADS: bool = true;
        const ROWS: usize = 12;
        const WIDE: usize = 4;

        #[inline(always)]
        unsafe fn load(from: &Line) -> Self::Floats {
            // SAFETY: 64 bytes that the reference covers.
            unsafe { _mm512_loadu_ps(from.0.as_ptr()) }
        }
        #[inline(always)]
        unsafe fn zero() -> Self::Floats {
            // SAFETY: the trait's condition, here and below.
            unsafe { _mm512_setzero_ps() }
        }
        #[inline(always)]
        unsafe fn store(numbers: Self::Floats, to: &mut [f32; LANES]) {
            // SAFETY: 64 bytes that the reference covers.
            unsafe { _mm512_storeu_ps(to.as_mut_ptr(), numbers) }
        }
        #[inline(always)]
        unsafe fn add_product(sum: Self::Floats, x: f32, numbers: Self::Floats) -> Self::Floats {
            // SAFETY: the trait's condition.
            unsafe { _mm512_add_ps(sum, _mm512_mul_ps(_mm512_set1_ps(x), numbers)) }
        }
        #[inline(always)]
        unsafe fn load_words(from: &Step) -> Self::Words {
            // SAFETY: 64 bytes that the reference covers.
            unsafe { _mm512_loadu_si512(from.0.as_ptr().cast()) }
        }
        #[inline(always)]
        unsafe fn all(word: i32) -> Self::Words {
            // SAFETY: the trait's condition.
            unsafe { _mm512_set1_epi32(word) }
        }
        #[inline(always)]
        unsafe fn store_words(words: Self::Words, to: &mut [i32; LANES]) {
            // SAFETY: 64 bytes that the reference covers.
            unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), words) }
        }
        #[inline(always)]
        unsafe fn add_dots(sum: Self::Words, x: i32, words: Self::Words) -> Self::Words {
            // SAFETY: the trait's condition.
            unsafe { _mm512_dpbusd_epi32(sum, words, _mm512_set1_epi32(x)) }
        }
    }

    impl Lanes for Avx2 {
        type Floats = [__m256; 2];
        type Words = [__m256i; 2];
        const QUADS: bool = false;
        const ROWS: usize = 6;
        const WIDE: usize = 1;

        #[inline(always)]
        unsafe fn load(from: &Line) -> Self::Floats {
            // SAFETY: 64 bytes that the reference covers.
            unsafe { [_mm256_loadu_ps(from.0.as_ptr()), _mm256_loadu_ps(from.0[8..].as_ptr())] }
        }
        #[inline(always)]
        unsafe fn zero() -> Self::Floats {
            // SAFETY: the trait's condition, here and below.
            unsafe { [_mm256_setzero_ps(); 2] }
        }
        #[inline(always)]
        unsafe fn store(numbers: Self::Floats, to: &mut [f32; LANES]) {
            // SAFETY: 64 bytes that the reference covers.
            unsafe {
                _mm256_storeu_ps(to.as_mut_ptr(), numbers[0]);
                _mm256_storeu_ps(to[8..].as_mut_ptr(), numbers[1]);
            }
        }
        #[inline(always)]
        unsafe fn add_product(sum: Self::Floats, x: f32, numbers: Self::Floats) -> Self::Floats {
            // SAFETY: the trait's condition.
            unsafe {
                let x = _mm256_set1_ps(x);
                [
                    _mm256_add_ps(sum[0], _mm256_mul_ps(x, numbers[0])),
                    _mm256_add_ps(sum[1], _mm256_mul_ps(x, numbers[1])),
                ]
            }
        }
        #[inline(always)]
        unsafe fn load_words(from: &Step) -> Self::Words {
            // SAFETY: 64 bytes that the reference covers.
            unsafe {
                [_mm256_loadu_si256(from.0.as_ptr().cast()), _mm256_loadu_si256(from.0[8..].as_ptr().cast())]
            }
        }
        #[inline(always)]
        unsafe fn all(word: i32) -> Self::Words {
            // SAFETY: the trait's condition.
            unsafe { [_mm256_set1_epi32(word); 2] }
        }
        #[inline(always)]
        unsafe fn store_words(words: Self::Words, to: &mut [i32; LANES]) {
            // SAFETY: 64 bytes that the reference covers.
            unsafe {
                _mm256_storeu_si256(to.as_mut_ptr().cast(), words[0]);
                _mm256_storeu_si256(to[8..].as_mut_ptr().cast(), words[1]);
            }
        }
        #[inline(always)]
        unsafe fn add_dots(sum: Self::Words, x: i32, words: Self::Words) -> Self::Words {
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
        type Floats = [__m128; 4];
        type Words = [__m128i; 4];
        const QUADS: bool = false;
        const ROWS: usize = 2;
        const WIDE: usize = 1;

        #[inline(always)]
        unsafe fn load(from: &Line) -> Self::Floats {
            let (quarters, _) = from.0.as_chunks::<4>();
            // SAFETY: four times 16 bytes that the references cover.
            unsafe { [0, 1, 2, 3].map(|i| _mm_loadu_ps(quarters[i].as_ptr())) }
        }
        #[inline(always)]
        unsafe fn zero() -> Self::Floats {
            // SAFETY: the trait's condition, here and below.
            unsafe { [_mm_setzero_ps(); 4] }
        }
        #[inline(always)]
        unsafe fn store(numbers: Self::Floats, to: &mut [f32; LANES]) {
            let (quarters, _) = to.as_chunks_mut::<4>();
            for (quarter, numbers) in quarters.iter_mut().zip(numbers) {
                // SAFETY: 16 bytes that the reference covers.
                unsafe { _mm_storeu_ps(quarter.as_mut_ptr(), numbers) }
            }
        }
        #[inline(always)]
        unsafe fn add_product(sum: Self::Floats, x: f32, numbers: Self::Floats) -> Self::Floats {
            // SAFETY: the trait's condition.
            unsafe {
                let x = _mm_set1_ps(x);
                [0, 1, 2, 3].map(|i| _mm_add_ps(sum[i], _mm_mul_ps(x, numbers[i])))
            }
        }
        #[inline(always)]
        unsafe fn load_words(from: &Step) -> Self::Words {
            let (quarters, _) = from.0.as_chunks::<4>();
            // SAFETY: four times 16 bytes that the references cover.
            unsafe { [0, 1, 2, 3].map(|i| _mm_loadu_si128(quarters[i].as_ptr().cast())) }
        }
        #[inline(always)]
        unsafe fn all(word: i32) -> Self::Words {
            // SAFETY: the trait's condition.
            unsafe { [_mm_set1_epi32(word); 4] }
        }
        #[inline(always)]
        unsafe fn store_words(words: Self::Words, to: &mut [i32; LANES]) {
            let (quarters, _) = to.as_chunks_mut::<4>();
            for (quarter, words) in quarters.iter_mut().zip(words) {
                // SAFETY: 16 bytes that the reference covers.
                unsafe { _mm_storeu_si128(quarter.as_mut_ptr().cast(), words) }
            }
        }
        #[inline(always)]
        unsafe fn add_dots(sum: Self::Words, x: i32, words: Self::Words) -> Self::Words {
            // SAFETY: the trait's condition.
            unsafe {
                let x = _mm_set1_epi32(x);
                [0, 1, 2, 3].map(|i| _mm_add_epi32(sum[i], _mm_madd_epi16(x, words[i])))
            }
        }
    }
}
