//! One window through the network.

use super::CLASSES;
use super::unpack::Weights;
use scumble_kernel::{Attention, Kernel, Rows, softmax};

/// Rows that pass the gated layer together: few enough for what lies between its products to stay in the cache.
const BLOCK: usize = 48;

/// The room that windows are read in, one after the other.
#[derive(Debug)]
pub(super) struct Room {
    attention: Attention,
    rows: Rows,
    gated: Rows,
    state: Vec<f32>,
    input: Vec<f32>,
    attended: Vec<f32>,
    up: Vec<f32>,
}

impl Room {
    /// Room for the windows of these weights. `attention` is shared as far as it can be.
    pub(super) fn new(kernel: Kernel, weights: &Weights, attention: &Attention) -> Self {
        let shape = weights.shape;
        Self {
            attention: attention.clone(),
            rows: Rows::new(kernel, shape.width),
            gated: Rows::new(kernel, shape.hidden),
            state: Vec::new(),
            input: Vec::new(),
            attended: Vec::new(),
            up: Vec::new(),
        }
    }

    /// The probabilities of the classes of each token.
    pub(super) fn read(&mut self, weights: &Weights, ids: &[u16]) -> Vec<f32> {
        let (width, hidden) = (weights.shape.width, weights.shape.hidden);
        self.state.clear();
        for &id in ids {
            let row = &weights.embedding[usize::from(id) * width..][..width];
            let scale = weights.embedding_scales[usize::from(id)];
            self.state.extend(row.iter().map(|&number| f32::from(number) * scale));
        }
        self.input.resize(ids.len() * 3 * width, 0.0);
        self.attended.resize(ids.len() * width, 0.0);
        for layer in &weights.layers {
            self.rows.normalise(&self.state, &layer.before_attention);
            layer.queries_keys_values.product(&self.rows, &mut self.input);
            self.attention.attend(&self.input, &mut self.attended);
            self.rows.quantise(&self.attended);
            layer.attended.add_product(&self.rows, &mut self.state);
            for state in self.state.chunks_mut(BLOCK * width) {
                self.up.resize(state.len() / width * 2 * hidden, 0.0);
                self.rows.normalise(state, &layer.before_gate);
                layer.up.product(&self.rows, &mut self.up);
                self.gated.gate(&self.up);
                layer.down.add_product(&self.gated, state);
            }
        }
        self.rows.normalise(&self.state, &weights.last);
        let mut scores = vec![0.0; ids.len() * CLASSES];
        weights.out.product(&self.rows, &mut scores);
        for scores in scores.chunks_exact_mut(CLASSES) {
            scores.iter_mut().zip(&weights.bias).for_each(|(score, bias)| *score += bias);
            softmax(scores);
        }
        scores
    }
}
