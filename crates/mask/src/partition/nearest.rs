//! The few nearest of many.

/// A candidate: its squared distance and its index.
pub(super) type Ranked = (f64, u32);

/// The nearest so far, nearest first; the lower index first among equals.
#[derive(Clone)]
pub(super) struct Nearest {
    count: usize,
    pub(super) found: Vec<Ranked>,
}

impl Nearest {
    pub(super) fn new(count: usize) -> Self {
        Self { count, found: Vec::with_capacity(count + 1) }
    }

    /// A candidate farther than this cannot get in.
    pub(super) fn worst(&self) -> f64 {
        match self.found.last() {
            Some(last) if self.found.len() == self.count => last.0,
            _ if self.count == 0 => f64::NEG_INFINITY,
            _ => f64::INFINITY,
        }
    }

    pub(super) fn offer(&mut self, candidate: Ranked) {
        let nearer = |other: &Ranked| other.0 < candidate.0 || (other.0 == candidate.0 && other.1 < candidate.1);
        let at = self.found.partition_point(nearer);
        if at < self.count && self.found.get(at) != Some(&candidate) {
            self.found.insert(at, candidate);
            self.found.truncate(self.count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_stay_and_ties_go_to_the_lower_index() {
        let mut nearest = Nearest::new(2);
        assert_eq!(nearest.worst(), f64::INFINITY);
        [(3.0, 1), (1.0, 7), (1.0, 7), (1.0, 2), (2.0, 0)].into_iter().for_each(|candidate| nearest.offer(candidate));
        assert_eq!(nearest.found, [(1.0, 2), (1.0, 7)]);
        assert_eq!(nearest.worst(), 1.0);
        assert_eq!(Nearest::new(0).worst(), f64::NEG_INFINITY);
    }
}
