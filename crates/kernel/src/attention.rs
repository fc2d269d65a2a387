//! Attention: every row looks at every row.
//!
//! Queries, keys, values and the weights of the softmax are rounded to whole numbers of eleven bits or more, the products of pairs
//! of them summed exactly: twice as fast as floats on every path, and sums that no order changes. What is lost is far less than by
//! the int8 of the matrices before and after.
#![allow(unsafe_code)]

use crate::dispatch::dispatched;
use crate::elementary::{exp, largest, largest_magnitude, rotation, sum, whole};
use crate::lanes::{Lanes, Step};
use crate::tiled::{Left, Right, tiled};
use crate::{Kernel, LANES, TILE};
use std::sync::Arc;

/// The largest magnitude that queries, keys and values are rounded to, if there are not so many that sums could overflow: with
/// heads of 64 places and windows of 384 rows it is 5,791 for queries and keys and 4,088 for values.
const MOST: f32 = 16_383.0;

/// The largest weight of a softmax, and what the weights of a row add up to if that does not bound them: so a row that looks at a few
/// others keeps what it gives to all the rest, and one that looks at all of them gives no sum that overflows.
const WEIGHT: f32 = 32_767.0;
const WEIGHTS: f32 = 524_288.0;

/// Full attention of several heads with rotated queries and keys, and the room that it works in.
#[derive(Clone, Debug)]
pub struct Attention {
    kernel: Kernel,
    heads: usize,
    /// The width of a head.
    head: usize,
    /// Sine and cosine for each position and each pair of a head: clones share them.
    turns: Arc<[(f32, f32)]>,
    room: Room,
}

/// What one head works with.
#[derive(Clone, Debug, Default)]
struct Room {
    /// One row, rotated.
    row: Vec<f32>,
    /// For twelve rows after twelve, for each pair of places: that pair of each of the twelve queries.
    queries: Vec<[i32; TILE]>,
    query_scales: Vec<f32>,
    /// For sixteen rows after sixteen, for each pair of places: that pair of each of the sixteen keys.
    keys: Vec<Step>,
    key_scales: Vec<f32>,
    /// For sixteen places after sixteen, for each pair of rows: those values of each of the sixteen.
    values: Vec<Step>,
    value_scales: Vec<f32>,
    /// The scores of a tile of rows, and what is left of them when they are rounded.
    scores: Vec<f32>,
    rounded: Vec<i32>,
    /// For each pair of rows, the weights that the twelve rows of a tile give them.
    weights: Vec<[i32; TILE]>,
    results: Vec<f32>,
}

impl Attention {
    /// For rows of `heads × head` numbers, `head` even, and windows of at most `window` rows.
    pub fn new(kernel: Kernel, heads: usize, head: usize, window: usize) -> Self {
        let half = head / 2;
        let turns = (0..window * half).map(|at| rotation(at / half, at % half, half)).collect();
        Self { kernel, heads, head, turns, room: Room::default() }
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

    /// Rotates, rounds and lays out queries and keys of a head.
    #[inline(always)]
    fn lay_out_queries_and_keys(&mut self, input: &[f32], rows: usize, head: usize) {
        let (width, own, half) = (self.heads * self.head, self.head, self.head / 2);
        let room = &mut self.room;
        room.row.resize(own, 0.0);
        room.queries.resize(rows.div_ceil(TILE) * half, [0; TILE]);
        room.query_scales.resize(rows, 0.0);
        room.keys.resize(rows.div_ceil(LANES) * half, Step::default());
        room.key_scales.resize(rows.next_multiple_of(LANES), 0.0);
        let most = MOST.min((i32::MAX as f32 / own as f32).sqrt().floor() - 1.0);
        let root = 1.0 / (own as f32).sqrt();
        for (position, row) in input.chunks_exact(3 * width).enumerate() {
            let turns = &self.turns[position * half..][..half];
            let (factor, scale) = turn(&row[head * own..][..own], turns, &mut room.row, most);
            room.query_scales[position] = scale * root;
            for (at, words) in room.queries[position / TILE * half..][..half].iter_mut().enumerate() {
                words[position % TILE] = pair(room.row[2 * at] * factor, room.row[2 * at + 1] * factor);
            }
            let (factor, scale) = turn(&row[width + head * own..][..own], turns, &mut room.row, most);
            room.key_scales[position] = scale;
            for (at, step) in room.keys[position / LANES * half..][..half].iter_mut().enumerate() {
                step.0[position % LANES] = pair(room.row[2 * at] * factor, room.row[2 * at + 1] * factor);
            }
        }
    }

    /// Rounds and lays out the values of a head.
    #[inline(always)]
    fn lay_out_values(&mut self, input: &[f32], rows: usize, head: usize) {
        let (width, own) = (self.heads * self.head, self.head);
        let room = &mut self.room;
        let value = |row: usize| &input[row * 3 * width + 2 * width + head * own..][..own];
        room.value_scales.clear();
        room.value_scales.resize(own.next_multiple_of(LANES), 0.0);
        for row in 0..rows {
            for (top, number) in room.value_scales.iter_mut().zip(value(row)) {
                *top = if number.abs() > *top { number.abs() } else { *top };
            }
        }
        let most = MOST.min((i32::MAX as f32 / (WEIGHTS + 2.0 * rows as f32)).floor() - 1.0);
        room.row.clear();
        room.row.extend(room.value_scales.iter().map(|&top| inverse(most, top)));
        room.value_scales.iter_mut().for_each(|top| *top /= most);
        let pairs = rows.div_ceil(2);
        room.values.resize(own.div_ceil(LANES) * pairs, Step::default());
        for (at, first) in (0..rows).step_by(2).enumerate() {
            let (one, two) = (value(first), value((first + 1).min(rows - 1)));
            // A row without a partner meets a weight of zero.
            for (place, ((one, two), factor)) in one.iter().zip(two).zip(&room.row).enumerate() {
                room.values[place / LANES * pairs + at].0[place % LANES] = pair(one * factor, two * factor);
            }
        }
    }

    /// Makes weights of the scores of a row of a tile; gives their sum.
    #[inline(always)]
    fn weigh(room: &mut Room, rows: usize, row: usize) -> i32 {
        let scores = &mut room.scores[row * rows..][..rows];
        let rounded = &mut room.rounded[..rows];
        let top = largest(scores);
        scores.iter_mut().for_each(|score| *score = exp(*score - top));
        let factor = WEIGHTS / sum(scores);
        let factor = if factor > WEIGHT { WEIGHT } else { factor };
        for (rounded, score) in rounded.iter_mut().zip(scores) {
            *rounded = whole(*score * factor);
        }
        let sum = rounded.iter().sum();
        let (pairs, rest) = rounded.as_chunks::<2>();
        for (words, pair) in room.weights.iter_mut().zip(pairs) {
            words[row] = pair[0] | pair[1] << 16;
        }
        if let ([last], Some(words)) = (rest, room.weights.last_mut()) {
            words[row] = *last;
        }
        sum
    }
}

/// Rotates a row; what its numbers are to be multiplied by before they are rounded, and after.
#[inline(always)]
fn turn(row: &[f32], turns: &[(f32, f32)], to: &mut [f32], most: f32) -> (f32, f32) {
    let half = turns.len();
    let ((first, second), (to_first, to_second)) = (row.split_at(half), to.split_at_mut(half));
    for (at, &(sine, cosine)) in turns.iter().enumerate() {
        to_first[at] = first[at] * cosine - second[at] * sine;
        to_second[at] = first[at] * sine + second[at] * cosine;
    }
    let top = largest_magnitude(to);
    (inverse(most, top), top / most)
}

/// `most / top`, or 0 if that is not finite.
#[inline(always)]
fn inverse(most: f32, top: f32) -> f32 {
    let factor = most / top;
    if factor.is_finite() { factor } else { 0.0 }
}

/// Two numbers, rounded, in a word.
#[inline(always)]
fn pair(low: f32, high: f32) -> i32 {
    (whole(low) & 0xffff) | whole(high) << 16
}

dispatched! { fn attend(attention: &mut Attention, rows: usize, input: &[f32], out: &mut [f32]) = attend_with }

/// # Safety
///
/// That of [`Lanes`].
#[inline(always)]
unsafe fn attend_with<L: Lanes>(attention: &mut Attention, rows: usize, input: &[f32], out: &mut [f32]) {
    let (width, own) = (attention.heads * attention.head, attention.head);
    let pairs = rows.div_ceil(2);
    let room = &mut attention.room;
    room.scores.resize(TILE * rows, 0.0);
    room.rounded.resize(rows, 0);
    room.weights.resize(pairs, [0; TILE]);
    room.results.resize(TILE * own, 0.0);
    for head in 0..attention.heads {
        attention.lay_out_queries_and_keys(input, rows, head);
        attention.lay_out_values(input, rows, head);
        let room = &mut attention.room;
        for first in (0..rows).step_by(TILE) {
            let count = TILE.min(rows - first);
            let queries = &room.queries[first / TILE * (own / 2)..][..own / 2];
            let scales = &room.query_scales[first..];
            let left = Left { words: own / 2, count, tiles: queries, starts: &[0; TILE], scales };
            let right = Right { steps: &room.keys, columns: rows, scales: &room.key_scales };
            // SAFETY: the same condition.
            unsafe { tiled::<L, true>(&left, &right, &mut room.scores[..count * rows], false) };
            let mut scales = [0.0; TILE];
            for (row, scale) in scales.iter_mut().enumerate().take(count) {
                *scale = 1.0 / Attention::weigh(room, rows, row) as f32;
            }
            let left = Left { words: pairs, count, tiles: &room.weights, starts: &[0; TILE], scales: &scales };
            let right = Right { steps: &room.values, columns: own, scales: &room.value_scales };
            // SAFETY: the same condition.
            unsafe { tiled::<L, true>(&left, &right, &mut room.results[..count * own], false) };
            for (row, results) in room.results.chunks_exact(own).enumerate().take(count) {
                out[(first + row) * width + head * own..][..own].copy_from_slice(results);
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
            let input: Vec<f32> = (0..rows * 3 * width).map(|i| ((i * 7919 % 1013) as f32 - 506.0) / 300.0).collect();
            let expected = twin(&input, rows, heads, head);
            let mut first: Option<Vec<u32>> = None;
            for kernel in Kernel::available() {
                let mut attention = Attention::new(kernel, heads, head, 80);
                let mut out = vec![0.0; rows * width];
                // A longer window before: nothing of it may be left.
                attention.attend(&vec![3.0; 75 * 3 * width], &mut vec![0.0; 75 * width]);
                attention.attend(&input, &mut out);
                for (own, expected) in out.iter().zip(&expected) {
                    assert!((f64::from(*own) - expected).abs() < 2e-3, "{}: {own} {expected}", kernel.name());
                }
                let bits: Vec<u32> = out.iter().map(|x| x.to_bits()).collect();
                assert_eq!(first.get_or_insert_with(|| bits.clone()), &bits, "{}", kernel.name());
            }
        }
    }
}
