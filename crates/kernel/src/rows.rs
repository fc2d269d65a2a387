//! Rows of activations, quantised to int8 by their largest magnitude.
#![allow(unsafe_code)]

use crate::dispatch::dispatched;
use crate::elementary::{exp, joined, largest_magnitude, whole};
use crate::lanes::Lanes;
use crate::{Kernel, LANES, TILE};

/// Rows of int8 with a scale for each, in the layout of a kernel. Made once and filled again and again.
#[derive(Debug)]
pub struct Rows {
    pub(crate) kernel: Kernel,
    pub(crate) columns: usize,
    count: usize,
    pub(crate) scales: Vec<f32>,
    /// What the sums of each row start from: where weights are stored plus 128, −128 times the sum of the row.
    pub(crate) starts: Vec<i32>,
    /// For twelve rows after twelve, for each word of columns: that word of each of the twelve.
    pub(crate) tiles: Vec<[i32; TILE]>,
    /// One row before it is quantised.
    row: Vec<f32>,
}

/// Small numbers in a word.
pub(crate) fn per_word(kernel: Kernel) -> usize {
    match kernel.path() {
        #[cfg(target_arch = "x86_64")]
        crate::path::Path::Avx512Vnni => 4,
        _ => 2,
    }
}

/// A word of up to [`per_word`] small numbers; zeros follow.
pub(crate) fn word(kernel: Kernel, numbers: &[i8]) -> i32 {
    let number = |at: usize| numbers.get(at).copied().unwrap_or(0);
    if per_word(kernel) == 4 {
        i32::from_le_bytes([0, 1, 2, 3].map(|at| number(at) as u8))
    } else {
        (i32::from(number(0)) & 0xffff) | (i32::from(number(1)) << 16)
    }
}

impl Rows {
    /// No rows, of a width.
    pub fn new(kernel: Kernel, columns: usize) -> Self {
        let row = vec![0.0; columns];
        Self { kernel, columns, count: 0, scales: Vec::new(), starts: Vec::new(), tiles: Vec::new(), row }
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Words in a row.
    pub(crate) fn words(&self) -> usize {
        self.columns.div_ceil(per_word(self.kernel))
    }

    /// Makes room for rows; those that fill up the last tile are zeros.
    fn resize(&mut self, count: usize) {
        let tiles = count.div_ceil(TILE);
        self.count = count;
        self.scales.resize(count, 0.0);
        self.starts.resize(tiles * TILE, 0);
        self.tiles.resize(tiles * self.words(), [0; TILE]);
        if !count.is_multiple_of(TILE) {
            let last = (tiles - 1) * self.words();
            self.tiles[last..].iter_mut().for_each(|words| words[count % TILE..].fill(0));
            self.starts[count..].fill(0);
        }
    }

    /// Takes rows of numbers, one after the other.
    ///
    /// # Panics
    ///
    /// If the numbers are not whole rows.
    pub fn quantise(&mut self, numbers: &[f32]) {
        assert!(numbers.len().is_multiple_of(self.columns), "whole rows");
        self.resize(numbers.len() / self.columns);
        quantise(self.kernel, self, numbers);
    }

    /// Takes rows of numbers, each divided by the root of its mean square and times `gain`.
    ///
    /// # Panics
    ///
    /// If the numbers are not whole rows, or if `gain` is no row.
    pub fn normalise(&mut self, numbers: &[f32], gain: &[f32]) {
        assert!(numbers.len().is_multiple_of(self.columns) && gain.len() == self.columns, "whole rows");
        self.resize(numbers.len() / self.columns);
        normalise(self.kernel, self, numbers, gain);
    }

    /// Takes rows of twice the width: the second half of each, times g / (1 + e^−g) for the first half.
    ///
    /// # Panics
    ///
    /// If the numbers are not whole rows of twice the width.
    pub fn gate(&mut self, numbers: &[f32]) {
        assert!(numbers.len().is_multiple_of(2 * self.columns), "whole rows");
        self.resize(numbers.len() / (2 * self.columns));
        gate(self.kernel, self, numbers);
    }
}

dispatched! { fn quantise(rows: &mut Rows, numbers: &[f32]) = quantise_with }
dispatched! { fn normalise(rows: &mut Rows, numbers: &[f32], gain: &[f32]) = normalise_with }
dispatched! { fn gate(rows: &mut Rows, numbers: &[f32]) = gate_with }

/// # Safety
///
/// That of [`Lanes`], as for the functions below.
#[inline(always)]
unsafe fn quantise_with<L: Lanes>(rows: &mut Rows, numbers: &[f32]) {
    let mut row = std::mem::take(&mut rows.row);
    for (at, numbers) in numbers.chunks_exact(rows.columns).enumerate() {
        row.copy_from_slice(numbers);
        put::<L>(rows, at, &mut row);
    }
    rows.row = row;
}

#[inline(always)]
unsafe fn normalise_with<L: Lanes>(rows: &mut Rows, numbers: &[f32], gain: &[f32]) {
    let mut row = std::mem::take(&mut rows.row);
    for (at, numbers) in numbers.chunks_exact(rows.columns).enumerate() {
        let factor = inverse_root(numbers);
        for ((to, number), gain) in row.iter_mut().zip(numbers).zip(gain) {
            *to = number * factor * gain;
        }
        put::<L>(rows, at, &mut row);
    }
    rows.row = row;
}

#[inline(always)]
unsafe fn gate_with<L: Lanes>(rows: &mut Rows, numbers: &[f32]) {
    let mut row = std::mem::take(&mut rows.row);
    for (at, numbers) in numbers.chunks_exact(2 * rows.columns).enumerate() {
        let (gates, numbers) = numbers.split_at(rows.columns);
        for ((to, gate), number) in row.iter_mut().zip(gates).zip(numbers) {
            *to = gate / (1.0 + exp(-gate)) * number;
        }
        put::<L>(rows, at, &mut row);
    }
    rows.row = row;
}

/// One over the root of the mean square.
#[inline(always)]
fn inverse_root(numbers: &[f32]) -> f32 {
    let (chunks, rest) = numbers.as_chunks::<LANES>();
    let mut lanes = [0.0f32; LANES];
    for chunk in chunks {
        for lane in 0..LANES {
            lanes[lane] += chunk[lane] * chunk[lane];
        }
    }
    lanes.iter_mut().zip(rest).for_each(|(lane, number)| *lane += number * number);
    1.0 / (joined(lanes) / numbers.len() as f32 + 1e-6).sqrt()
}

/// Quantises a row, which is left changed, and puts it in its place.
#[inline(always)]
fn put<L: Lanes>(rows: &mut Rows, at: usize, row: &mut [f32]) {
    let top = largest_magnitude(row);
    // A row of zeros, or of numbers so small that their inverse is infinite, is quantised to zeros.
    let factor = 127.0 / top;
    let factor = if factor.is_finite() { factor } else { 0.0 };
    rows.scales[at] = top / 127.0;
    for number in row.iter_mut() {
        *number *= factor;
    }
    let words = rows.words();
    let tile = &mut rows.tiles[at / TILE * words..][..words];
    let place = at % TILE;
    if L::QUADS {
        let mut sum = 0i32;
        let (fours, rest) = row.as_chunks::<4>();
        let mut padded = [0.0; 4];
        padded[..rest.len()].copy_from_slice(rest);
        for (word, four) in tile.iter_mut().zip(fours.iter().chain([&padded])) {
            let four = four.map(whole);
            sum += four[0] + four[1] + four[2] + four[3];
            word[place] = i32::from_le_bytes(four.map(|x| x as u8));
        }
        rows.starts[at] = -128 * sum;
    } else {
        let (twos, rest) = row.as_chunks::<2>();
        let mut padded = [0.0; 2];
        padded[..rest.len()].copy_from_slice(rest);
        for (word, two) in tile.iter_mut().zip(twos.iter().chain([&padded])) {
            word[place] = (whole(two[0]) & 0xffff) | (whole(two[1]) << 16);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The small numbers of a row.
    fn of(rows: &Rows, row: usize) -> Vec<i32> {
        let words = rows.tiles[row / TILE * rows.words()..].iter().take(rows.words()).map(|tile| tile[row % TILE]);
        let small = |word: i32| -> Vec<i32> {
            match per_word(rows.kernel) {
                4 => word.to_le_bytes().map(|x| i32::from(x as i8)).to_vec(),
                _ => vec![i32::from(word as i16), word >> 16],
            }
        };
        words.flat_map(small).take(rows.columns).collect()
    }

    #[test]
    fn numbers_are_rounded_to_the_nearest_ties_to_even() {
        for kernel in Kernel::available() {
            let mut rows = Rows::new(kernel, 5);
            rows.quantise(&[127.0, 0.5, 1.5, -2.5, 3.4, 0.0, 0.0, 0.0, 0.0, 0.0, -2.54, 1.27, 0.0, 0.0, 2.54]);
            assert_eq!(of(&rows, 0), [127, 0, 2, -2, 3], "{}", kernel.name());
            assert_eq!((rows.scales[0], rows.scales[1]), (1.0, 0.0));
            assert_eq!(of(&rows, 1), [0; 5]);
            assert_eq!((of(&rows, 2)[0], of(&rows, 2)[4]), (-127, 127));
            // Fewer rows than before: what was there is gone.
            rows.quantise(&[1.0; 5]);
            assert_eq!((of(&rows, 0), of(&rows, 1), rows.len()), (vec![127; 5], vec![0; 5], 1));
        }
    }

    #[test]
    fn norms_and_gates_follow_their_formulas_on_every_path() {
        let width = 37;
        let numbers: Vec<f32> = (0..29 * 2 * width).map(|i| ((i * 7919 % 1013) as f32 - 500.0) / 97.0).collect();
        let gain: Vec<f32> = (0..width).map(|i| 0.5 + i as f32 / 20.0).collect();
        let mut first: Option<(Vec<u32>, Vec<Vec<i32>>)> = None;
        for kernel in Kernel::available() {
            let mut rows = Rows::new(kernel, width);
            let mut seen = (Vec::new(), Vec::new());
            rows.normalise(&numbers[..29 * width], &gain);
            for (row, numbers) in numbers.chunks(width).take(29).enumerate() {
                let mean = numbers.iter().map(|&x| f64::from(x) * f64::from(x)).sum::<f64>() / width as f64;
                for (at, own) in of(&rows, row).into_iter().enumerate() {
                    let exact = f64::from(numbers[at]) / (mean + 1e-6).sqrt() * f64::from(gain[at]);
                    let scale = f64::from(rows.scales[row]);
                    assert!((f64::from(own) * scale - exact).abs() < 0.501 * scale, "{}", kernel.name());
                }
                seen.0.push(rows.scales[row].to_bits());
                seen.1.push(of(&rows, row));
            }
            rows.gate(&numbers);
            for (row, numbers) in numbers.chunks(2 * width).enumerate() {
                for (at, own) in of(&rows, row).into_iter().enumerate() {
                    let gate = f64::from(numbers[at]);
                    let exact = gate / (1.0 + (-gate).exp()) * f64::from(numbers[width + at]);
                    let scale = f64::from(rows.scales[row]);
                    assert!((f64::from(own) * scale - exact).abs() < 0.501 * scale, "{}", kernel.name());
                }
                seen.0.push(rows.scales[row].to_bits());
                seen.1.push(of(&rows, row));
            }
            assert_eq!(first.get_or_insert_with(|| seen.clone()), &seen, "{}", kernel.name());
        }
    }
}
