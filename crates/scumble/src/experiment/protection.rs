//! A protection of columns of numbers, by its name in the thesis.

use crate::error::{Error, Result};
use scumble_data::{NumberFormat, Rows};
use scumble_io::Watch;
use scumble_mask::partition::GroupSize;
use scumble_mask::{
    Attribute, Centroid, ColumnGroup, Cutting, Mask, Method, Microaggregation, Percent, Perturbation, Perturbing,
    Problem, Rng, Values,
};

/// How all columns of a file of numbers are protected.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Protection {
    /// Rank swapping within so many percent of the ranks (`RS-5`).
    RankSwap(f64),
    /// Independent normal noise with so many percent of each column's deviation (`Noise-16`).
    Noise(f64),
    /// MDAV on so many consecutive columns at a time (`Mic3-9`).
    Grouped {
        /// Columns in a group; the last group has those that are left.
        width: usize,
        /// Records in a group, at least.
        k: usize,
        /// Whether every column weighs the same; else the numbers are grouped as they are.
        standardize: bool,
    },
    /// Microaggregation of each column by itself (`MicIR-3`).
    IndividualRanking(usize),
    /// Microaggregation by the sum of z-scores (`MicZ-3`).
    ZScores(usize),
    /// Microaggregation along the first principal component (`MicPCP-3`).
    PrincipalComponent(usize),
}

impl Protection {
    /// Its name in the thesis. MDAV on all columns of a file has its width in the name like the others.
    pub fn name(self) -> String {
        match self {
            Self::RankSwap(p) => format!("RS-{p}"),
            Self::Noise(p) => format!("Noise-{p}"),
            Self::Grouped { width, k, standardize } => {
                format!("Mic{width}-{k}{}", if standardize { "" } else { " raw" })
            }
            Self::IndividualRanking(k) => format!("MicIR-{k}"),
            Self::ZScores(k) => format!("MicZ-{k}"),
            Self::PrincipalComponent(k) => format!("MicPCP-{k}"),
        }
    }

    /// Protects a file. Means keep all their digits.
    ///
    /// # Errors
    /// If the file cannot be protected in this way, or the watcher cancels the run.
    pub fn protect(self, rows: &Rows, seed: u64, watch: &dyn Watch) -> Result<Rows> {
        let attribute = |column: usize| Attribute {
            name: format!("column {}", column + 1),
            values: Values::Numbers(rows.column(column).collect(), NumberFormat::default()),
        };
        let attributes: Vec<Attribute> = (0..rows.width()).map(attribute).collect();
        let strata = [(0..rows.len() as u32).collect()];
        let masked = self.mask(rows.width())?.mask(&Problem::new(&attributes, &strata), &mut Rng::new(seed), watch)?;
        let columns: Vec<&[f64]> = masked
            .attributes
            .iter()
            .map(|attribute| match &attribute.values {
                Values::Numbers(numbers, _) => Ok(&**numbers),
                _ => Err(Error::input("a column of numbers was not protected as one")),
            })
            .collect::<Result<_>>()?;
        Ok(Rows::from_columns(&columns))
    }

    fn mask(self, columns: usize) -> Result<Box<dyn Mask>> {
        let all: Vec<usize> = (0..columns).collect();
        let perturbation = |perturbing| Box::new(Perturbation { perturbing, columns: (0..columns).collect() });
        let grouped = |method, width: usize, standardize, k| -> Result<Box<dyn Mask>> {
            let k = GroupSize::new(k)?;
            let group = |columns: &[usize]| ColumnGroup { columns: columns.to_vec(), k };
            Ok(Box::new(Microaggregation {
                method,
                effort: 0.0,
                standardize,
                centroid: Centroid::default(),
                cutting: Cutting::Never,
                groups: all.chunks(width.max(1)).map(group).collect(),
            }))
        };
        match self {
            Self::RankSwap(p) => Ok(perturbation(Perturbing::RankSwap(Percent::new(p)?))),
            Self::Noise(p) => Ok(perturbation(Perturbing::Noise(Percent::new(p)?))),
            Self::Grouped { width, k, standardize } => grouped(Method::Mdav, width, standardize, k),
            Self::IndividualRanking(k) => grouped(Method::IndividualRanking, columns, true, k),
            Self::ZScores(k) => grouped(Method::ZScores, columns, true, k),
            Self::PrincipalComponent(k) => grouped(Method::PrincipalComponent, columns, true, k),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_io::Silent;

    fn file() -> Rows {
        let mut rng = Rng::new(2);
        Rows::new(3, (0..300).map(|at| 10.0_f64.powi(at % 3) * rng.normal()).collect())
    }

    fn protected(protection: Protection, seed: u64) -> Rows {
        protection.protect(&file(), seed, &Silent).unwrap()
    }

    #[test]
    fn names_are_those_of_the_thesis() {
        let grouped = |standardize| Protection::Grouped { width: 3, k: 9, standardize };
        let named = [Protection::RankSwap(5.0), Protection::Noise(16.0), grouped(true), grouped(false)];
        assert_eq!(named.map(Protection::name), ["RS-5", "Noise-16", "Mic3-9", "Mic3-9 raw"]);
        let named = [Protection::IndividualRanking(3), Protection::ZScores(3), Protection::PrincipalComponent(20)];
        assert_eq!(named.map(Protection::name), ["MicIR-3", "MicZ-3", "MicPCP-20"]);
    }

    /// Records of a group share their values in its columns, in groups of at least k; columns of other groups do not matter.
    #[test]
    fn columns_are_grouped_side_by_side() {
        let masked = protected(Protection::Grouped { width: 2, k: 4, standardize: true }, 1);
        let alike = |columns: std::ops::Range<usize>, row: &[f64]| {
            masked.iter().filter(|other| other[columns.clone()] == row[columns.clone()]).count()
        };
        assert!(masked.iter().all(|row| (4..8).contains(&alike(0..2, row)) && (4..8).contains(&alike(2..3, row))));
        assert!(masked.iter().any(|row| alike(0..3, row) < 4), "the groups are independent");
        let raw = protected(Protection::Grouped { width: 2, k: 4, standardize: false }, 1);
        assert_ne!(masked, raw);
    }

    #[test]
    fn perturbations_keep_to_their_percentage_and_seed() {
        let original = file();
        let swapped = protected(Protection::RankSwap(10.0), 1);
        for column in 0..3 {
            let mut sorted: Vec<f64> = original.column(column).collect();
            sorted.sort_by(f64::total_cmp);
            let rank = |value: f64| sorted.iter().position(|&other| other == value).unwrap();
            let moved = original.column(column).zip(swapped.column(column)).map(|(a, b)| rank(a).abs_diff(rank(b)));
            assert!((5..=10).contains(&moved.max().unwrap()), "within 10 of 100 ranks");
        }
        assert_eq!(swapped, protected(Protection::RankSwap(10.0), 1));
        assert_ne!(swapped, protected(Protection::RankSwap(10.0), 2));
        let noisy = protected(Protection::Noise(20.0), 1);
        let differences = Rows::new(3, original.cells().iter().zip(noisy.cells()).map(|(a, b)| a - b).collect());
        for (added, own) in differences.deviations().iter().zip(original.deviations()) {
            assert!((added / own - 0.2).abs() < 0.05, "{added} {own}");
        }
        assert!(Protection::Noise(0.0).protect(&original, 1, &Silent).is_err());
    }
}
