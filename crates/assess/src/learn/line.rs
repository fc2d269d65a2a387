//! The best place on a line: each record is rightly linked on one interval of it.

use super::rows::Rows;

/// Segments that are narrower are passed over.
const NARROW: f64 = 1e-10;

/// A stretch of a line on which the same records are linked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Segment {
    pub(super) low: f64,
    pub(super) high: f64,
    /// The sum of the weights of the records that are linked there.
    pub(super) linked: f64,
}

/// Room for the ends of intervals, so that none is allocated for each line.
#[derive(Default)]
pub(super) struct Ends {
    ends: Vec<(f64, f64)>,
    segments: Vec<Segment>,
}

impl Ends {
    /// The segments of a line between `low` and `high`: `values` are the rows at its start, `slopes` how they change along it.
    pub(super) fn segments(&mut self, rows: &Rows, values: &[f64], slopes: &[f64], low: f64, high: f64) -> &[Segment] {
        self.ends.clear();
        self.segments.clear();
        let mut linked = 0.0;
        for (at, &(_, weight)) in rows.records.iter().enumerate() {
            let block = rows.blocks[at] as usize..rows.blocks[at + 1] as usize;
            let (mut from, mut to) = (low, high);
            for (value, slope) in values[block.clone()].iter().zip(&slopes[block]) {
                // value + t·slope > 0.
                if *slope > 0.0 {
                    from = from.max(-value / slope);
                } else if *slope < 0.0 {
                    to = to.min(-value / slope);
                } else if *value <= 0.0 {
                    to = f64::NEG_INFINITY;
                }
                if from >= to {
                    break;
                }
            }
            if from >= to {
                continue;
            }
            if from <= low {
                linked += weight;
            } else {
                self.ends.push((from, weight));
            }
            if to < high {
                self.ends.push((to, -weight));
            }
        }
        self.ends.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let mut start = low;
        for &(end, weight) in &self.ends {
            if end - start > NARROW {
                self.segments.push(Segment { low: start, high: end, linked });
            }
            (start, linked) = (end, linked + weight);
        }
        if high - start > NARROW {
            self.segments.push(Segment { low: start, high, linked });
        }
        &self.segments
    }
}
