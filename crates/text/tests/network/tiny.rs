//! A small network with random weights, packed as the format says, and its answers from the formulas in double precision.

use sha2::{Digest, Sha256};

pub(super) struct Tiny {
    pub(super) layers: usize,
    pub(super) width: usize,
    pub(super) heads: usize,
    pub(super) hidden: usize,
    pub(super) window: usize,
    /// In the order of the file: rows of a matrix, or one row for a norm or bias.
    tensors: Vec<Vec<Vec<f64>>>,
    pub(super) bytes: Vec<u8>,
}

/// Numbers in [0, 1), the same for the same seed.
pub(super) fn numbers(mut state: u64) -> impl FnMut() -> f64 {
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Ends a file with the checksum of what is before.
pub(super) fn signed(mut bytes: Vec<u8>) -> Vec<u8> {
    let checksum = Sha256::digest(&bytes);
    bytes.extend_from_slice(&checksum);
    bytes
}

impl Tiny {
    pub(super) fn new(seed: u64) -> Self {
        let (layers, width, heads, hidden, window) = (2, 24, 2, 21, 32);
        let byte = |c: char| 16 + c as u16;
        let merges =
            [(byte(' '), byte('t')), (byte('h'), byte('e')), (272, 273), (byte('a'), byte('n')), (byte('A'), 275)];
        let vocabulary = 280;
        let mut bytes = b"SCREAD01".to_vec();
        let sizes = [layers, width, heads, hidden, vocabulary, 17, window, merges.len()];
        sizes.iter().for_each(|&size| bytes.extend((size as u32).to_le_bytes()));
        merges.iter().for_each(|(left, right)| [left, right].iter().for_each(|id| bytes.extend(id.to_le_bytes())));
        let mut next = numbers(seed);
        let mut tensors = Vec::new();
        let mut matrix = |rows: usize, columns: usize, size: f64, bytes: &mut Vec<u8>| {
            let scales: Vec<f32> = (0..rows).map(|_| (size * (0.5 + next()) / 127.0) as f32).collect();
            let values: Vec<i8> = (0..rows * columns).map(|_| (next() * 255.0) as i32 as u8 as i8).collect();
            let values: Vec<i8> = values.into_iter().map(|value| value.max(-127)).collect();
            scales.iter().for_each(|scale| bytes.extend(scale.to_le_bytes()));
            bytes.extend(values.iter().map(|&value| value as u8));
            let row = |(row, scale): (&[i8], &f32)| row.iter().map(|&v| f64::from(v) * f64::from(*scale)).collect();
            values.chunks(columns).zip(&scales).map(row).collect::<Vec<Vec<f64>>>()
        };
        let mut other = numbers(seed + 1);
        let mut vector = |length: usize, bytes: &mut Vec<u8>| {
            let values: Vec<f32> = (0..length).map(|_| 0.5 + other() as f32).collect();
            values.iter().for_each(|value| bytes.extend(value.to_le_bytes()));
            vec![values.into_iter().map(f64::from).collect::<Vec<f64>>()]
        };
        tensors.push(matrix(vocabulary, width, 1.0, &mut bytes));
        for _ in 0..layers {
            tensors.push(vector(width, &mut bytes));
            tensors.push(matrix(3 * width, width, 0.3, &mut bytes));
            tensors.push(matrix(width, width, 0.3, &mut bytes));
            tensors.push(vector(width, &mut bytes));
            tensors.push(matrix(2 * hidden, width, 0.3, &mut bytes));
            tensors.push(matrix(width, hidden, 0.3, &mut bytes));
        }
        tensors.push(vector(width, &mut bytes));
        tensors.push(matrix(17, width, 0.3, &mut bytes));
        tensors.push(vector(17, &mut bytes));
        Self { layers, width, heads, hidden, window, tensors, bytes: signed(bytes) }
    }

    /// The probabilities of the classes of each token of a window.
    pub(super) fn classes(&self, ids: &[u16]) -> Vec<Vec<f64>> {
        let mut tensors = self.tensors.iter();
        let mut tensor = || tensors.next().unwrap();
        let embedding = tensor();
        let mut state: Vec<Vec<f64>> = ids.iter().map(|&id| embedding[usize::from(id)].clone()).collect();
        for _ in 0..self.layers {
            let input = normalised(&state, &tensor()[0]);
            let joint = product(&input, tensor());
            let attended = self.attention(&joint);
            add(&mut state, &product(&attended, tensor()));
            let input = normalised(&state, &tensor()[0]);
            let up = product(&input, tensor());
            let gate = |row: &Vec<f64>| -> Vec<f64> {
                let silu = |g: f64| g / (1.0 + (-g).exp());
                (0..self.hidden).map(|i| silu(row[i]) * row[self.hidden + i]).collect()
            };
            let gated: Vec<Vec<f64>> = up.iter().map(gate).collect();
            add(&mut state, &product(&gated, tensor()));
        }
        let last = normalised(&state, &tensor()[0]);
        let mut scores = product(&last, tensor());
        let bias = &tensor()[0];
        for row in &mut scores {
            row.iter_mut().zip(bias).for_each(|(score, bias)| *score = (*score + bias).exp());
            let sum: f64 = row.iter().sum();
            row.iter_mut().for_each(|score| *score /= sum);
        }
        scores
    }

    fn attention(&self, joint: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let (head, half) = (self.width / self.heads, self.width / self.heads / 2);
        let mut out = vec![vec![0.0; self.width]; joint.len()];
        for h in 0..self.heads {
            let turned = |position: usize, start: usize| -> Vec<f64> {
                let own = &joint[position][start..start + head];
                let angle = |i: usize| position as f64 / 10_000f64.powf(i as f64 / half as f64);
                let one = |i: usize| own[i] * angle(i).cos() - own[i + half] * angle(i).sin();
                let two = |i: usize| own[i] * angle(i).sin() + own[i + half] * angle(i).cos();
                (0..half).map(one).chain((0..half).map(two)).collect()
            };
            for (position, out) in out.iter_mut().enumerate() {
                let query = turned(position, h * head);
                let weight = |other: usize| {
                    let key = turned(other, self.width + h * head);
                    (query.iter().zip(&key).map(|(a, b)| a * b).sum::<f64>() / (head as f64).sqrt()).exp()
                };
                let weights: Vec<f64> = (0..joint.len()).map(weight).collect();
                let sum: f64 = weights.iter().sum();
                for i in 0..head {
                    let value = |other: usize| joint[other][2 * self.width + h * head + i];
                    out[h * head + i] = (0..joint.len()).map(|o| weights[o] * value(o)).sum::<f64>() / sum;
                }
            }
        }
        out
    }
}

fn normalised(rows: &[Vec<f64>], gain: &[f64]) -> Vec<Vec<f64>> {
    let row = |row: &Vec<f64>| {
        let mean = row.iter().map(|x| x * x).sum::<f64>() / row.len() as f64;
        row.iter().zip(gain).map(|(x, gain)| x / (mean + 1e-6).sqrt() * gain).collect()
    };
    rows.iter().map(row).collect()
}

/// Rows are rounded to 255 steps by their largest magnitude first.
fn product(rows: &[Vec<f64>], matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let one = |row: &Vec<f64>| -> Vec<f64> {
        let scale = row.iter().fold(0.0, |top: f64, x| top.max(x.abs())) / 127.0;
        let rounded: Vec<f64> = row.iter().map(|x| (x / scale).round_ties_even() * scale).collect();
        matrix.iter().map(|weights| weights.iter().zip(&rounded).map(|(a, b)| a * b).sum()).collect()
    };
    rows.iter().map(one).collect()
}

fn add(state: &mut [Vec<f64>], more: &[Vec<f64>]) {
    for (row, more) in state.iter_mut().zip(more) {
        row.iter_mut().zip(more).for_each(|(own, more)| *own += more);
    }
}
