//! Weights of hashed features, small and whole: how they are stored and looked up.

/// How many units a weight of 1 has.
const UNITS: f32 = 256.0;

/// The weight of each feature; 0 for all others.
#[derive(Debug, Default)]
pub struct Weights {
    /// Open addressing: 48 bits of the feature, then the weight in units. 0 is free.
    slots: Vec<u64>,
}

impl Weights {
    /// The weight of a feature.
    #[inline]
    pub fn of(&self, feature: u64) -> f32 {
        if self.slots.is_empty() {
            return 0.0;
        }
        let (mask, key) = (self.slots.len() - 1, key(feature));
        let mut slot = key as usize & mask;
        loop {
            match self.slots[slot] {
                0 => return 0.0,
                entry if entry >> 16 == key => return f32::from(entry as u16 as i16) / UNITS,
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    /// Packs weights: those that round to nothing are dropped.
    pub fn pack(weights: impl Iterator<Item = (u64, f32)>) -> Vec<u8> {
        let units = |weight: f32| (weight * UNITS).round().clamp(-30_000.0, 30_000.0) as i16;
        let mut all: Vec<(u64, i16)> = weights.map(|(feature, weight)| (key(feature), units(weight))).collect();
        all.retain(|(_, units)| *units != 0);
        all.sort_unstable();
        all.dedup_by_key(|(key, _)| *key);
        let mut out = (all.len() as u32).to_le_bytes().to_vec();
        for (key, units) in all {
            out.extend_from_slice(&key.to_le_bytes()[..6]);
            out.extend_from_slice(&units.to_le_bytes());
        }
        out
    }

    /// Unpacks what [`pack`](Self::pack) made, and gives what lies behind it.
    pub fn unpack(bytes: &[u8]) -> Option<(Self, &[u8])> {
        let (count, rest) = bytes.split_first_chunk::<4>()?;
        let count = u32::from_le_bytes(*count) as usize;
        let length = count.checked_mul(8).filter(|&length| length <= rest.len())?;
        let (entries, rest) = rest.split_at(length);
        let mut slots = vec![0; (count * 3 / 2 + 2).next_power_of_two()];
        let mask = slots.len() - 1;
        for entry in entries.as_chunks::<8>().0 {
            let key = u64::from_le_bytes([entry[0], entry[1], entry[2], entry[3], entry[4], entry[5], 0, 0]);
            let units = u16::from_le_bytes([entry[6], entry[7]]);
            if key == 0 || units == 0 {
                return None;
            }
            let mut slot = key as usize & mask;
            while slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            slots[slot] = key << 16 | u64::from(units);
        }
        Some((Self { slots }, rest))
    }
}

/// The 48 bits by which a feature is known; never 0.
fn key(feature: u64) -> u64 {
    (feature >> 16).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_come_back_and_damage_is_seen() {
        let feature = |i: u64| (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let packed = Weights::pack((0..1000).map(|i| (feature(i), i as f32 / 128.0 - 3.0)));
        let (weights, rest) = Weights::unpack(&packed).unwrap();
        assert!(rest.is_empty());
        for i in 0..1000 {
            assert_eq!(weights.of(feature(i)), i as f32 / 128.0 - 3.0);
        }
        assert_eq!(weights.of(feature(5000)), 0.0);
        assert!(Weights::unpack(&packed[..packed.len() - 1]).is_none() && Weights::unpack(&[1]).is_none());
        assert_eq!(Weights::default().of(7), 0.0);
    }
}
