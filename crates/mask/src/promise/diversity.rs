//! l-diversity: distinct, by entropy, recursive.

use super::TOLERANCE;

/// What makes the values of a class diverse (Machanavajjhala, Kifer, Gehrke and Venkitasubramaniam 2007).
///
/// Each is monotone: where two classes are diverse, so is their union. A table that is not diverse as a whole has no diverse classes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Diversity {
    /// At least so many distinct values.
    Distinct(usize),
    /// An entropy of at least ln l.
    Entropy(f64),
    /// Recursive (c, l)-diversity: the commonest value occurs less than c times as often as the l-th commonest and all rarer ones
    /// together.
    Recursive {
        /// The factor.
        c: f64,
        /// The rank from which values count as rare.
        l: usize,
    },
}

impl Diversity {
    /// The figure that the model bounds: distinct values; e to the entropy; or, for recursive diversity, the commonest value as a
    /// multiple of the rare ones (infinite if there is none). `counts` has how often each value occurs, none of them 0.
    pub fn figure(self, counts: &[usize]) -> f64 {
        match self {
            Self::Distinct(_) => counts.len() as f64,
            Self::Entropy(_) => effective(counts),
            Self::Recursive { l, .. } => {
                let (most, rare) = split(counts, l);
                if rare == 0 { f64::INFINITY } else { most as f64 / rare as f64 }
            }
        }
    }

    /// Whether a class with these counts is diverse.
    pub fn allows(self, counts: &[usize]) -> bool {
        match self {
            Self::Distinct(least) => counts.len() >= least,
            Self::Entropy(least) => effective(counts) >= least - TOLERANCE,
            // Less than, not at most: here the tolerance is on the strict side.
            Self::Recursive { c, l } => {
                let (most, rare) = split(counts, l);
                most as f64 + TOLERANCE < c * rare as f64
            }
        }
    }

    /// How far a class is from being diverse, as a share; 0 if it is.
    pub(super) fn shortfall(self, counts: &[usize]) -> f64 {
        if self.allows(counts) {
            return 0.0;
        }
        let lacking = |found: f64, least: f64| ((least - found) / least).max(TOLERANCE);
        match self {
            Self::Distinct(least) => lacking(counts.len() as f64, least as f64),
            Self::Entropy(least) => lacking(effective(counts), least),
            Self::Recursive { c, l } => {
                let (most, rare) = split(counts, l);
                let records: usize = counts.iter().sum();
                let values = l.saturating_sub(counts.len()) as f64;
                values + ((most as f64 - c * rare as f64) / records as f64).max(TOLERANCE)
            }
        }
    }

    /// Records that a diverse class has at least.
    pub fn least_records(self) -> usize {
        match self {
            Self::Distinct(least) | Self::Recursive { l: least, .. } => least,
            Self::Entropy(least) => (least - TOLERANCE).ceil().max(1.0) as usize,
        }
    }
}

/// The number of equally frequent values that has the same entropy.
fn effective(counts: &[usize]) -> f64 {
    let all = counts.iter().sum::<usize>() as f64;
    let part = |&count: &usize| count as f64 / all * (count as f64 / all).ln();
    (-counts.iter().map(part).sum::<f64>()).exp()
}

/// How often the commonest value occurs, and the `l`-th commonest with all rarer ones.
fn split(counts: &[usize], l: usize) -> (usize, usize) {
    let mut counts = counts.to_vec();
    counts.sort_unstable_by(|a, b| b.cmp(a));
    (counts.first().copied().unwrap_or(0), counts.iter().skip(l.saturating_sub(1)).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Classes of the 3-diverse table of Machanavajjhala and others, figure 3: four records with 2 heart disease, 1 viral infection and
    /// 1 cancer; with 1 cancer, 1 heart disease and 2 viral infections; and with 2 cancers.
    #[test]
    fn the_inpatients_of_the_paper() {
        let classes: [&[usize]; 3] = [&[2, 1, 1], &[1, 1, 2], &[1, 1, 2]];
        for class in classes {
            assert_eq!(Diversity::Distinct(3).figure(class), 3.0);
            assert!(Diversity::Distinct(3).allows(class) && !Diversity::Distinct(4).allows(class));
            // The entropy of (1/2, 1/4, 1/4) is 1.5 ln 2, so l is 2^1.5.
            assert!((Diversity::Entropy(2.0).figure(class) - 8_f64.sqrt()).abs() < 1e-12);
            assert!(Diversity::Entropy(2.8).allows(class) && !Diversity::Entropy(3.0).allows(class));
            // The commonest has 2, the third commonest 1: less than c times only if c is above 2.
            assert_eq!(Diversity::Recursive { c: 2.0, l: 3 }.figure(class), 2.0);
            assert!(!Diversity::Recursive { c: 2.0, l: 3 }.allows(class));
            assert!(Diversity::Recursive { c: 2.1, l: 3 }.allows(class));
            assert!(Diversity::Recursive { c: 1.1, l: 2 }.allows(class));
        }
        // The third class of figure 2, four times cancer.
        assert_eq!(Diversity::Entropy(2.0).figure(&[4]), 1.0);
        assert_eq!(Diversity::Recursive { c: 9.0, l: 2 }.figure(&[4]), f64::INFINITY);
        assert!(!Diversity::Recursive { c: 9.0, l: 2 }.allows(&[4]));
    }

    #[test]
    fn bounds_that_are_met_to_the_last_digit() {
        // e to the entropy of three equal shares is rounded below 3.
        assert!(Diversity::Entropy(3.0).allows(&[7, 7, 7]));
        // 1.1 · 10 is rounded above 11, but 11 is not less than 11.
        assert!(!Diversity::Recursive { c: 1.1, l: 2 }.allows(&[11, 10]));
        assert_eq!(Diversity::Entropy(2.5).least_records(), 3);
    }

    /// The definitions, word by word, and that a union of diverse classes is diverse.
    #[test]
    fn definitions_and_unions() {
        let mut rng = crate::Rng::new(11);
        let models = [
            Diversity::Distinct(3),
            Diversity::Entropy(2.2),
            Diversity::Recursive { c: 1.5, l: 2 },
            Diversity::Recursive { c: 3.0, l: 3 },
        ];
        let mut kept = [0; 4];
        for _ in 0..2000 {
            let mut draw = || (0..5).map(|_| rng.below(6)).collect::<Vec<usize>>();
            let (a, b) = (draw(), draw());
            let both: Vec<usize> = a.iter().zip(&b).map(|(a, b)| a + b).collect();
            let present = |counts: &[usize]| counts.iter().copied().filter(|&count| count > 0).collect::<Vec<_>>();
            if present(&a).is_empty() || present(&b).is_empty() {
                continue;
            }
            for (model, kept) in models.iter().zip(&mut kept) {
                let (x, y) = (model.allows(&present(&a)), model.allows(&present(&b)));
                assert_eq!(x, plainly(*model, &a));
                assert_eq!(model.shortfall(&present(&a)) == 0.0, x);
                if x && y {
                    assert!(model.allows(&present(&both)), "{model:?} {a:?} {b:?}");
                    *kept += 1;
                }
            }
        }
        assert!(kept.iter().all(|&kept| kept > 20), "{kept:?}");
    }

    fn plainly(model: Diversity, counts: &[usize]) -> bool {
        let all: usize = counts.iter().sum();
        match model {
            Diversity::Distinct(least) => counts.iter().filter(|&&count| count > 0).count() >= least,
            Diversity::Entropy(least) => {
                let mut entropy = 0.0;
                for &count in counts.iter().filter(|&&count| count > 0) {
                    let share = count as f64 / all as f64;
                    entropy -= share * share.log2();
                }
                entropy >= f64::log2(least)
            }
            Diversity::Recursive { c, l } => {
                let mut sorted = counts.to_vec();
                sorted.sort_unstable();
                sorted.reverse();
                (sorted[0] as f64) < c * sorted[l - 1..].iter().sum::<usize>() as f64
            }
        }
    }
}
