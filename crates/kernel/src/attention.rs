//! Attention: every row looks at every row.
#![allow(unsafe_code)]

use crate::dispatch::dispatched;
use crate::elementary::{exponentials, rotation};
use crate::lanes::{Lanes, Line};
use crate::{Kernel, LANES, TILE};
use std::sync::Arc;

/// Full attention of several heads with rotated queries and keys, and the room that it works in.
#[derive(Clone, Debug)]
pub struct Attention {
    kernel: Kernel,
    heads: usize,
    /// The width of a head.
    head: usize,
    /// Sine and cosine for each position and each pair of a head: clones share them.
    turns: Arc<[(f32, f32)]>,
    /// Rotated queries over the root of the head's width, row by row; rows of zeros fill up the last tile.
    queries: Vec<f32>,
    /// For sixteen positions after sixteen, for each place of the head: that place of each of the sixteen keys.
    keys: Vec<Line>,
    /// For sixteen places of the head after sixteen, for each position: those places of its value.
    values: Vec<Line>,
    /// The scores of a tile of rows.
    scores: Vec<f32>,
}

impl Attention {
    /// For rows of `heads × head` numbers, `head` even, and windows of at most `window` rows.
    pub fn new(kernel: Kernel, heads: usize, head: usize, window: usize) -> Self {
        let half = head / 2;
        let turns = (0..window * half).map(|at| rotation(at / half, at % half, half)).collect();
        let (queries, keys, values, scores) = Default::default();
        Self { kernel, heads, head, turns, queries, keys, values, scores }
    }

    /// For each row of `input` (all queries head by head, then keys, then values): the values of all rows, weighted by the softmax
    /// of query times key over the root of the head's width, head by head, to `out`.
    ///
    /// # Panics
    ///
    /// If the lengths do not fit, or if there are more rows than a window holds.
    pub fn attend(&mut self, input: &[f32], out: &mut [f32]) {
        let width = self.heads * self.head;
        let rows = out.len() / width;
        assert!(out.len() == rows * width && input.len() == 3 * out.len(), "rows of queries, keys and values");
        assert!(rows * self.head / 2 <= self.turns.len(), "more rows than a window holds");
        attend(self.kernel, self, rows, input, out);
    }

    /// Rotates and lays out queries, keys and values of a head.
    #[inline(always)]
    fn lay_out(&mut self, input: &[f32], rows: usize, head: usize) {
        let (width, own, half) = (self.heads * self.head, self.head, self.head / 2);
        self.queries.clear();
        self.queries.resize(rows.next_multiple_of(TILE) * own, 0.0);
        self.keys.clear();
        self.keys.resize(rows.div_ceil(LANES) * own, Line::default());
        self.values.clear();
        self.values.resize(own.div_ceil(LANES) * rows, Line::default());
        let scale = 1.0 / (own as f32).sqrt();
        for (position, row) in input.chunks_exact(3 * width).enumerate() {
            let (query, key) = (&row[head * own..][..own], &row[width + head * own..][..own]);
            let turned = &mut self.queries[position * own..][..own];
            let (first, second) = turned.split_at_mut(half);
            let keys = &mut self.keys[position / LANES * own..][..own];
            let (keys_first, keys_second) = keys.split_at_mut(half);
            let turns = &self.turns[position * half..][..half];
            for (at, &(sine, cosine)) in turns.iter().enumerate() {
                let (u, v) = (query[at], query[half + at]);
                first[at] = (u * cosine - v * sine) * scale;
                second[at] = (u * sine + v * cosine) * scale;
                let (u, v) = (key[at], key[half + at]);
                keys_first[at].0[position % LANES] = u * cosine - v * sine;
                keys_second[at].0[position % LANES] = u * sine + v * cosine;
            }
            let value = &row[2 * width + head * own..][..own];
            for (panel, places) in value.chunks(LANES).enumerate() {
                self.values[panel * rows + position].0[..places.len()].copy_from_slice(places);
            }
        }
    }
}

dispatched! { fn attend(room: &mut Attention, rows: usize, input: &[f32], out: &mut [f32]) = attend_with }

/// # Safety
///
/// That of [`Lanes`], as for the functions below.
#[inline(always)]
unsafe fn attend_with<L: Lanes>(room: &mut Attention, rows: usize, input: &[f32], out: &mut [f32]) {
    let (width, own) = (room.heads * room.head, room.head);
    let stride = rows.next_multiple_of(LANES);
    let mut scores = std::mem::take(&mut room.scores);
    scores.resize(TILE * stride, 0.0);
    let own_stride = own.next_multiple_of(LANES);
    let mut results = vec![0.0; TILE * own_stride];
    for head in 0..room.heads {
        room.lay_out(input, rows, head);
        for (tile, queries) in room.queries.chunks_exact(TILE * own).enumerate() {
            // SAFETY: the same condition.
            unsafe { product::<L>(queries, own, own, &room.keys, &mut scores, stride) };
            let count = TILE.min(rows - tile * TILE);
            let mut sums = [1.0; TILE];
            for (sum, scores) in sums.iter_mut().zip(scores.chunks_exact_mut(stride)).take(count) {
                *sum = exponentials(&mut scores[..rows]);
            }
            // SAFETY: the same condition.
            unsafe { product::<L>(&scores, stride, rows, &room.values, &mut results, own_stride) };
            for (row, sum) in sums.into_iter().enumerate().take(count) {
                let to = &mut out[(tile * TILE + row) * width + head * own..][..own];
                for (to, result) in to.iter_mut().zip(&results[row * own_stride..]) {
                    *to = result / sum;
                }
            }
        }
    }
    room.scores = scores;
}

/// A tile of rows (the first `count` numbers of each; rows are `stride` apart) times columns that stand in panels of sixteen, to `out`.
#[inline(always)]
unsafe fn product<L: Lanes>(
    rows: &[f32],
    stride: usize,
    count: usize,
    panels: &[Line],
    out: &mut [f32],
    out_stride: usize,
) {
    // SAFETY: the same condition.
    unsafe {
        match (L::ROWS, L::WIDE) {
            (_, 4) => in_tiles::<L, 4, 4>(rows, stride, count, panels, out, out_stride),
            (6, _) => in_tiles::<L, 6, 1>(rows, stride, count, panels, out, out_stride),
            (3, _) => in_tiles::<L, 3, 1>(rows, stride, count, panels, out, out_stride),
            _ => in_tiles::<L, 2, 1>(rows, stride, count, panels, out, out_stride),
        }
    }
}

#[inline(always)]
unsafe fn in_tiles<L: Lanes, const R: usize, const P: usize>(
    rows: &[f32],
    stride: usize,
    count: usize,
    panels: &[Line],
    out: &mut [f32],
    out_stride: usize,
) {
    for (group, panels) in panels.chunks(P * count).enumerate() {
        for part in 0..TILE / R {
            let own: [&[f32]; R] = std::array::from_fn(|row| &rows[(part * R + row) * stride..][..count]);
            let to = &mut out[part * R * out_stride + group * P * LANES..];
            // SAFETY: the same condition.
            unsafe {
                if panels.len() == P * count {
                    let panels: [&[Line]; P] = std::array::from_fn(|p| &panels[p * count..][..count]);
                    tile::<L, R, P>(&own, &panels, count, to, out_stride);
                } else {
                    for (place, panel) in panels.chunks_exact(count).enumerate() {
                        tile::<L, R, 1>(&own, &[panel], count, &mut to[place * LANES..], out_stride);
                    }
                }
            }
        }
    }
}

/// Each sum is taken one product after the other: the lanes hold different sums.
#[inline(always)]
unsafe fn tile<L: Lanes, const R: usize, const P: usize>(
    rows: &[&[f32]; R],
    panels: &[&[Line]; P],
    count: usize,
    out: &mut [f32],
    out_stride: usize,
) {
    assert!(rows.iter().all(|row| row.len() == count) && panels.iter().all(|panel| panel.len() == count));
    // SAFETY: the same condition; and `at` is below `count`, which is the length of all slices.
    unsafe {
        let mut sums = [[L::zero(); P]; R];
        for at in 0..count {
            let mut columns = [L::zero(); P];
            for p in 0..P {
                columns[p] = L::load(panels[p].get_unchecked(at));
            }
            for row in 0..R {
                let number = *rows[row].get_unchecked(at);
                for p in 0..P {
                    sums[row][p] = L::add_product(sums[row][p], number, columns[p]);
                }
            }
        }
        for (row, sums) in sums.iter().enumerate() {
            let (lines, _) = out[row * out_stride..][..P * LANES].as_chunks_mut::<LANES>();
            for (line, sum) in lines.iter_mut().zip(sums) {
                L::store(*sum, line);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same from the formulas, in double precision.
    fn twin(input: &[f32], rows: usize, heads: usize, head: usize) -> Vec<f64> {
        let width = heads * head;
        let turned = |row: usize, start: usize| -> Vec<f64> {
            let part = |i: usize| f64::from(input[row * 3 * width + start + i]);
            let half = head / 2;
            let angle = |i: usize| row as f64 / 10_000f64.powf(i as f64 / half as f64);
            let first = (0..half).map(|i| part(i) * angle(i).cos() - part(i + half) * angle(i).sin());
            first.chain((0..half).map(|i| part(i) * angle(i).sin() + part(i + half) * angle(i).cos())).collect()
        };
        let mut out = vec![0.0; rows * width];
        for h in 0..heads {
            for row in 0..rows {
                let query = turned(row, h * head);
                let score = |other: usize| -> f64 {
                    let key = turned(other, width + h * head);
                    query.iter().zip(&key).map(|(a, b)| a * b).sum::<f64>() / (head as f64).sqrt()
                };
                let weights: Vec<f64> = (0..rows).map(|other| score(other).exp()).collect();
                let sum: f64 = weights.iter().sum();
                for place in 0..head {
                    let value = |other: usize| f64::from(input[other * 3 * width + 2 * width + h * head + place]);
                    out[row * width + h * head + place] =
                        (0..rows).map(|other| weights[other] * value(other)).sum::<f64>() / sum;
                }
            }
        }
        out
    }

    #[test]
    fn every_path_follows_the_formulas_with_the_same_bits() {
        for (rows, heads, head) in [(1, 1, 2), (2, 3, 6), (13, 2, 16), (16, 1, 64), (29, 2, 20), (70, 4, 64)] {
            let width = heads * head;
            let input: Vec<f32> =
                (0..rows * 3 * width).map(|i| ((i * 7919 % 1013) as f32 - 506.0) / 300.0).collect();
            let expected = twin(&input, rows, heads, head);
            let mut first: Option<Vec<u32>> = None;
            for kernel in Kernel::available() {
                let mut attention = Attention::new(kernel, heads, head, 80);
                let mut out = vec![0.0; rows * width];
                // A longer window before: nothing of it may be left.
                attention.attend(&vec![3.0; 75 * 3 * width], &mut vec![0.0; 75 * width]);
                attention.attend(&input, &mut out);
                for (own, expected) in out.iter().zip(&expected) {
                    assert!((f64::from(*own) - expected).abs() < 2e-5, "{}: {own} {expected}", kernel.name());
                }
                let bits: Vec<u32> = out.iter().map(|x| x.to_bits()).collect();
                assert_eq!(first.get_or_insert_with(|| bits.clone()), &bits, "{}", kernel.name());
            }
        }
    }
}
