//! Linear models over hashed features: how they score, how they are learnt, how they are stored.

use std::collections::HashMap;

/// A feature is a hash of what was seen and where. Values are hashed once and combined with a template's number.
#[inline]
pub fn feature(template: u64, a: u64, b: u64) -> u64 {
    mix(mix(template.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ a).wrapping_add(b.wrapping_mul(0xd6e8_feb8_6659_fd93)))
}

#[inline]
fn mix(x: u64) -> u64 {
    let product = u128::from(x ^ 0xe703_7ed1_a0b4_28db) * 0xa076_1d64_78bd_642f;
    (product as u64) ^ (product >> 64) as u64
}

/// The hash of a piece of text.
#[inline]
pub fn hash(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut state = bytes.len() as u64;
    for word in words {
        state = mix(state ^ u64::from_le_bytes(*word));
    }
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    mix(state ^ u64::from_le_bytes(last) ^ 0x51_7c_c1_b7_27_22_0a_95)
}

/// A trained model: for each feature, small weights for a few labels.
#[derive(Debug, Default)]
pub struct Linear {
    /// Open addressing: fingerprint (32 bits), start in `weights` (26), how many (6). 0 is free.
    slots: Vec<u64>,
    weights: Vec<(u8, i16)>,
}

impl Linear {
    /// Adds the feature's weights to the scores of the labels.
    #[inline]
    pub fn add(&self, feature: u64, scores: &mut [i32; 64]) {
        let mask = self.slots.len() - 1;
        let fingerprint = (feature >> 32).max(1);
        let mut slot = feature as usize & mask;
        loop {
            let entry = self.slots[slot];
            if entry == 0 {
                return;
            }
            if entry >> 32 == fingerprint {
                let (start, count) = ((entry >> 6) as usize & 0x3ff_ffff, entry as usize & 0x3f);
                for &(label, weight) in &self.weights[start..start + count] {
                    scores[usize::from(label & 63)] += i32::from(weight);
                }
                return;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Unpacks what [`Learner::pack`] wrote.
    pub fn unpack(bytes: &[u8]) -> Option<Self> {
        let mut at = 0;
        let mut number = || {
            let mut value = 0u64;
            for shift in (0..64).step_by(7) {
                let &byte = bytes.get(at)?;
                at += 1;
                value |= u64::from(byte & 0x7f) << shift;
                if byte < 0x80 {
                    return Some(value);
                }
            }
            None
        };
        let features = number()? as usize;
        if features > bytes.len() {
            return None;
        }
        let bits = number()?;
        let mut model = Self { slots: vec![0; 1 << bits.min(28)], weights: Vec::with_capacity(features * 3) };
        if model.slots.len() <= features {
            return None;
        }
        let mask = model.slots.len() - 1;
        let mut home = 0usize;
        for _ in 0..features {
            home += number()? as usize;
            let fingerprint = number()?.max(1) & 0xffff_ffff;
            let count = number()? as usize & 0x3f;
            let start = model.weights.len() as u64;
            for _ in 0..count {
                let pair = number()?;
                let weight = (pair >> 7) as i64 ^ -((pair >> 6 & 1) as i64);
                model.weights.push(((pair & 63) as u8, weight as i16));
            }
            let mut slot = home & mask;
            while model.slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            model.slots[slot] = fingerprint << 32 | start << 6 | count as u64;
        }
        Some(model)
    }
}

/// Puts the examples of a round in another order; the same state gives the same order.
pub fn shuffle(order: &mut [usize], state: &mut u64) {
    for i in (1..order.len()).rev() {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        order.swap(i, (*state >> 33) as usize % (i + 1));
    }
}

/// An averaged perceptron while it learns.
#[derive(Debug, Default)]
pub struct Learner {
    index: HashMap<u64, u32>,
    /// (label → weight, sum of weights so far, when it last changed), one row a feature.
    rows: Vec<Vec<(u8, f32, f64, u32)>>,
    features: Vec<u64>,
    step: u32,
}

impl Learner {
    /// Adds the feature's current weights to the scores.
    pub fn add(&self, feature: u64, scores: &mut [f32; 64]) {
        if let Some(&row) = self.index.get(&feature) {
            for &(label, weight, _, _) in &self.rows[row as usize] {
                scores[usize::from(label)] += weight;
            }
        }
    }

    /// One more decision was made; changes are averaged over decisions.
    pub fn tick(&mut self) {
        self.step += 1;
    }

    /// Moves the weights of these features towards one label and away from another.
    pub fn correct(&mut self, features: &[u64], right: u8, wrong: u8) {
        for &feature in features {
            self.change(feature, right, 1.0);
            self.change(feature, wrong, -1.0);
        }
    }

    /// Changes one weight.
    pub fn change(&mut self, feature: u64, label: u8, change: f32) {
        let next = self.rows.len() as u32;
        let row = *self.index.entry(feature).or_insert(next) as usize;
        if row == self.rows.len() {
            self.rows.push(Vec::new());
            self.features.push(feature);
        }
        let entries = &mut self.rows[row];
        let at = entries.iter().position(|entry| entry.0 == label).unwrap_or_else(|| {
            entries.push((label, 0.0, 0.0, self.step));
            entries.len() - 1
        });
        let entry = &mut entries[at];
        entry.2 += f64::from(entry.1) * f64::from(self.step - entry.3);
        entry.3 = self.step;
        entry.1 += change;
    }

    /// Adds what another one learnt; packed with a scale that is less by as much, that is the mean of both.
    pub fn join(&mut self, other: &Self) {
        let share = f64::from(self.step) / f64::from(other.step.max(1));
        for (row, &feature) in other.rows.iter().zip(&other.features) {
            for &(label, weight, sum, since) in row {
                let total = sum + f64::from(weight) * f64::from(other.step - since);
                self.change(feature, label, 0.0);
                let mine = &mut self.rows[self.index[&feature] as usize];
                if let Some(entry) = mine.iter_mut().find(|entry| entry.0 == label) {
                    entry.2 += total * share;
                }
            }
        }
    }

    /// The averaged weights in small whole numbers: what rounds to nothing is dropped, and so are features changed rarely.
    ///
    /// `scale` is how many units a weight of 1 becomes; weights of fewer than `least` units are dropped.
    pub fn pack(&self, scale: f64, least: i16) -> Vec<u8> {
        let mut kept: Vec<(u64, Vec<(u8, i16)>)> = Vec::new();
        for (row, &feature) in self.rows.iter().zip(&self.features) {
            let mut weights: Vec<(u8, i16)> = Vec::new();
            for &(label, weight, sum, since) in row {
                let sum = sum + f64::from(weight) * f64::from(self.step - since);
                let unit = (sum / f64::from(self.step.max(1)) * scale).round().clamp(-30000.0, 30000.0) as i16;
                if unit.abs() >= least.max(1) {
                    weights.push((label, unit));
                }
            }
            if !weights.is_empty() {
                weights.sort_unstable();
                kept.push((feature, weights));
            }
        }
        let bits = (kept.len() * 3 / 2 + 2).next_power_of_two().trailing_zeros();
        let home = |feature: u64| feature as usize & ((1 << bits) - 1);
        kept.sort_unstable_by_key(|(feature, _)| (home(*feature), *feature));
        let mut out = Vec::new();
        let mut put = |mut value: u64| {
            while value >= 0x80 {
                out.push(value as u8 | 0x80);
                value >>= 7;
            }
            out.push(value as u8);
        };
        put(kept.len() as u64);
        put(u64::from(bits));
        let mut before = 0;
        for (feature, weights) in &kept {
            put((home(*feature) - before) as u64);
            before = home(*feature);
            put((feature >> 32).max(1));
            put(weights.len() as u64);
            for &(label, weight) in weights {
                let zigzag = ((weight << 1) ^ (weight >> 15)) as u16;
                put(u64::from(label) | u64::from(zigzag) << 6);
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn learns_packs_and_scores() {
        let mut learner = Learner::default();
        // Two features that tell two labels apart.
        for _ in 0..20 {
            for (seen, label) in [(11u64, 3u8), (22, 5)] {
                let features = [feature(1, hash(&seen.to_le_bytes()), 0), feature(2, 0, 0)];
                let mut scores = [0.0; 64];
                features.iter().for_each(|&f| learner.add(f, &mut scores));
                let guess = if scores[3] >= scores[5] { 3 } else { 5 };
                learner.tick();
                if guess != label {
                    learner.correct(&features, label, guess);
                }
            }
        }
        let model = Linear::unpack(&learner.pack(16.0, 1)).unwrap();
        for (seen, label, other) in [(11u64, 3, 5), (22, 5, 3)] {
            let mut scores = [0; 64];
            model.add(feature(1, hash(&seen.to_le_bytes()), 0), &mut scores);
            model.add(feature(2, 0, 0), &mut scores);
            assert!(scores[label] > scores[other]);
        }
        // The mean of a model and itself is the model.
        let alone = learner.pack(16.0, 1);
        let mut twice = Learner::default();
        twice.tick();
        (0..39).for_each(|_| twice.tick());
        twice.join(&learner);
        assert!(twice.pack(16.0, 1) == alone && learner.step == 40);
        assert!(Linear::unpack(&[0xff; 9]).is_none());
        assert!(Linear::unpack(&[]).is_none());
    }
}
