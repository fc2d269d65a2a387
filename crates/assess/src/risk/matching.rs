//! How many records of a population match the classes of a release: k-map and δ-presence.

use super::covering::{CoveringClasses, distinct};
use crate::loss::RecodedColumn;
use rayon::prelude::*;
use scumble_data::{Column, Missing};
use scumble_mask::{Attribute, Presence};

/// The classes of a release and the records of a population that they cover.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matched {
    /// The released records of each class.
    pub sizes: Vec<u32>,
    /// The records of the population that each class covers.
    pub population: Vec<u64>,
    /// Records of the population.
    pub records: u64,
    /// Those of them that no class covers.
    pub elsewhere: u64,
    /// Those that several classes cover.
    pub several: u64,
}

impl Matched {
    /// k-map: the fewest records of the population that a released record matches.
    pub fn k_map(&self) -> u64 {
        self.population.iter().copied().min().unwrap_or(0)
    }

    /// δ-presence: the least and the greatest share of the matching records of the population that are released. A record of the
    /// population that no class covers is certainly not: the least share is 0 then.
    pub fn presence(&self) -> (f64, f64) {
        let shares = self.sizes.iter().zip(&self.population).map(|(&size, &all)| f64::from(size) / all as f64);
        let (least, most) =
            shares.fold((f64::INFINITY, 0.0_f64), |(least, most), share| (least.min(share), most.max(share)));
        (if self.elsewhere > 0 { 0.0 } else { least }, most)
    }

    /// Whether δ-presence is kept.
    pub fn allows(&self, presence: &Presence) -> bool {
        let classes = self.sizes.iter().zip(&self.population);
        classes.into_iter().all(|(&size, &all)| presence.allows(u64::from(size), all))
            && (self.elsewhere == 0 || presence.least <= 0.0)
    }
}

/// Matches the records of a population with the classes of a release over the same columns. Nothing if there are too many values and
/// classes to be compared.
pub fn matched(population: &[Attribute], release: &[&Column], missing: &Missing) -> Option<Matched> {
    let records = population.first()?.len();
    let released = release.first()?.cells.len();
    let column = |(own, released): (&Attribute, &&Column)| {
        let (mut codes, labels) = released.codes(missing);
        let is_blank = |code: u32| labels.get(code as usize).is_none_or(|label| missing.is(label));
        codes.iter_mut().filter(|code| is_blank(**code)).for_each(|code| *code = u32::MAX);
        RecodedColumn::of(own, codes, labels, false)
    };
    let columns: Vec<RecodedColumn> = population.iter().zip(release).map(column).collect();
    let classes = CoveringClasses::new(&columns, released)?;
    let tuples = distinct(&columns, records);
    let covering: Vec<Vec<u32>> = tuples.par_iter().map(|(codes, _)| classes.covering(codes)).collect();
    let mut found = Matched {
        population: vec![0; classes.sizes.len()],
        sizes: classes.sizes,
        records: records as u64,
        elsewhere: 0,
        several: 0,
    };
    for (covering, (_, records)) in covering.iter().zip(&tuples) {
        let count = records.len() as u64;
        covering.iter().for_each(|&class| found.population[class as usize] += count);
        match covering.len() {
            0 => found.elsewhere += count,
            1 => {}
            _ => found.several += count,
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_data::{Cells, NumberFormat};
    use scumble_mask::Values;

    #[test]
    fn classes_match_the_population_by_hand() {
        let ages = Values::Numbers(vec![12.0, 15.0, 18.0, 25.0, 31.0, 40.0].into(), NumberFormat::with_decimals(0));
        let towns = Values::Nominal(vec![0, 0, 1, 0, 1, 1], ["A", "B"].map(str::to_owned).to_vec());
        let attribute = |name: &str, values| Attribute { name: name.to_owned(), values };
        let population = [attribute("age", ages), attribute("town", towns)];
        let column = |name: &str, cells: &[&str]| Column::new(name, Cells::Plain(cells.iter().collect()));
        let (age, town) = (column("age", &["< 20", "< 20", "[20, 40)"]), column("town", &["A", "A", "*"]));
        let found = matched(&population, &[&age, &town], &Missing::default()).unwrap();
        // (< 20, A) is 12 and 15; ([20, 40), *) is 25 and 31; 18 in B and 40 match nothing.
        assert_eq!((found.sizes.as_slice(), found.population.as_slice()), (&[2, 1][..], &[2, 2][..]));
        assert_eq!((found.k_map(), found.elsewhere, found.several, found.records), (2, 2, 0, 6));
        assert_eq!(found.presence(), (0.0, 1.0));
        assert!(
            found.allows(&Presence { least: 0.0, most: 1.0 }) && !found.allows(&Presence { least: 0.1, most: 1.0 })
        );
        assert!(!found.allows(&Presence { least: 0.0, most: 0.9 }));
        let all = column("age", &["*", "< 20"]);
        let found = matched(&population[..1], &[&all], &Missing::default()).unwrap();
        assert_eq!((found.population.as_slice(), found.several, found.elsewhere), (&[6, 3][..], 3, 0));
        assert_eq!(found.presence(), (1.0 / 6.0, 1.0 / 3.0));
    }
}
