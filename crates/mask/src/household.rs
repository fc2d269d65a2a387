//! Households: records that belong together, and columns that are the same for all members.

use crate::attribute::{Attribute, Values};
use crate::error::Result;
use crate::mask::{Mask, Masked, Problem};
use crate::rng::Rng;
use crate::table::Roles;
use scumble_data::{Column, Error as DataError, Missing, Place, Table};
use scumble_io::Watch;
use std::collections::HashMap;

/// Which records belong together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Households {
    /// For each record its household.
    pub of: Vec<u32>,
    /// The records of each household, ascending; households in the order of their first records.
    pub members: Vec<Vec<u32>>,
}

impl Households {
    /// Households by the cells of a column.
    ///
    /// # Errors
    /// If a cell is missing.
    pub fn read(table: &Table, column: &Column, missing: &Missing) -> Result<Self> {
        let mut known: HashMap<String, u32> = HashMap::new();
        let mut of = Vec::with_capacity(table.len());
        for row in 0..table.len() {
            let text = column.cells.text(row);
            if missing.is(&text) {
                let place = Place::file(table.file()).row(row + 2).column(&column.name);
                return Err(DataError::new(place, "the record's household is missing")
                    .with_help("give a person who lives alone a household of their own")
                    .into());
            }
            let next = known.len() as u32;
            of.push(*known.entry(text.into_owned()).or_insert(next));
        }
        Ok(Self::new(of))
    }

    /// The households of a table; all members of one are in one stratum.
    pub(crate) fn prepared(table: &Table, roles: &Roles, missing: &Missing) -> Result<Option<Self>> {
        let Some(name) = &roles.household else { return Ok(None) };
        let households = Self::read(table, table.column(name)?, missing)?;
        for name in &roles.strata {
            let column = table.column(name)?;
            let first = |record: usize| households.members[households.of[record] as usize][0] as usize;
            let split = |&record: &usize| column.cells.text(record) != column.cells.text(first(record));
            if let Some(record) = (0..table.len()).find(split) {
                let place = Place::file(table.file()).row(record + 2).column(name);
                return Err(DataError::new(
                    place,
                    "the record is in another stratum than the first member of its household",
                )
                .with_help("a household is masked within one stratum: give all members the same")
                .into());
            }
        }
        Ok(Some(households))
    }

    /// Households by their numbers, which start at 0 and leave none out.
    pub fn new(of: Vec<u32>) -> Self {
        let mut members = vec![Vec::new(); of.iter().max().map_or(0, |&last| last as usize + 1)];
        (0..).zip(&of).for_each(|(record, &household)| members[household as usize].push(record));
        Self { of, members }
    }

    /// The first member of each household.
    pub fn first(&self) -> Vec<u32> {
        self.members.iter().map(|members| members[0]).collect()
    }

    /// A record whose cell differs from that of the first member of its household, if there is one.
    pub fn differs(&self, attribute: &Attribute) -> Option<u32> {
        let equal = |a: u32, b: u32| {
            let (a, b) = (a as usize, b as usize);
            match &attribute.values {
                Values::Numbers(cells, _) | Values::Dates(cells, _) => {
                    cells[a] == cells[b] || cells[a].is_nan() && cells[b].is_nan()
                }
                Values::Ordinal(codes, _) | Values::Nominal(codes, _) | Values::Text(codes, ..) => codes[a] == codes[b],
            }
        };
        let mut members = self.members.iter().flatten();
        members.find(|&&record| !equal(record, self.members[self.of[record as usize] as usize][0])).copied()
    }

    /// Masks columns that are the same for all members of a household: each household is one record, and its members get what it gets.
    ///
    /// # Errors
    /// As the mask has them.
    pub fn mask(
        &self,
        mask: &dyn Mask,
        columns: &[usize],
        problem: &Problem<'_>,
        rng: &mut Rng,
        watch: &dyn Watch,
    ) -> Result<Masked> {
        let first = self.first();
        let attributes: Vec<Attribute> = problem.attributes.iter().map(|attribute| attribute.select(&first)).collect();
        let strata = self.strata(problem.strata);
        let one_each = Problem::new(&attributes, &strata);
        let Masked { attributes: done, mut report } = mask.mask(&one_each, rng, watch)?;
        let mut attributes = problem.attributes.to_vec();
        for &column in columns {
            attributes[column] = done[column].select(&self.of);
        }
        report.kept = report.kept.map(|households| self.records(&households));
        Ok(Masked { attributes, report })
    }

    /// The members of these households, ascending.
    pub fn records(&self, households: &[u32]) -> Vec<u32> {
        let members = households.iter().flat_map(|&household| &self.members[household as usize]);
        let mut records: Vec<u32> = members.copied().collect();
        records.sort_unstable();
        records
    }

    /// Strata of records as strata of households. A household is in the stratum of its first member.
    pub fn strata(&self, strata: &[Vec<u32>]) -> Vec<Vec<u32>> {
        let is_first = |record: &&u32| self.members[self.of[**record as usize] as usize][0] == **record;
        let households = |stratum: &Vec<u32>| -> Vec<u32> {
            stratum.iter().filter(is_first).map(|&record| self.of[record as usize]).collect()
        };
        strata.iter().map(households).filter(|stratum| !stratum.is_empty()).collect()
    }

    /// The same for these records alone, in this order; households are numbered anew.
    #[must_use]
    pub fn select(&self, records: &[u32]) -> Self {
        let mut known: HashMap<u32, u32> = HashMap::new();
        let number = |&record: &u32| {
            let next = known.len() as u32;
            *known.entry(self.of[record as usize]).or_insert(next)
        };
        Self::new(records.iter().map(number).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Percent, Perturbation, Perturbing};
    use scumble_data::NumberFormat;
    use scumble_io::Silent;

    fn numbers(cells: &[f64]) -> Attribute {
        Attribute { name: "a".to_owned(), values: Values::Numbers(cells.to_vec().into(), NumberFormat::default()) }
    }

    #[test]
    fn members_are_masked_as_one() {
        let households = Households::new(vec![0, 1, 0, 2, 1, 1]);
        assert_eq!(households.first(), [0, 1, 3]);
        let column = numbers(&[5.0, 7.0, 5.0, 9.0, 7.0, 7.0]);
        assert_eq!(households.differs(&column), None);
        assert_eq!(households.differs(&numbers(&[5.0, 7.0, 6.0, 9.0, 7.0, 7.0])), Some(2));
        assert_eq!(households.strata(&[vec![0, 2, 3], vec![1, 4, 5]]), [vec![0, 2], vec![1]]);
        let noise = Perturbation { perturbing: Perturbing::Noise(Percent::new(50.0).unwrap()), columns: vec![0] };
        let (attributes, strata) = ([column], [(0..6).collect()]);
        let problem = Problem::new(&attributes, &strata);
        let done = households.mask(&noise, &[0], &problem, &mut Rng::new(1), &Silent).unwrap();
        assert_eq!(households.differs(&done.attributes[0]), None);
        assert!(done.attributes[0].len() == 6 && done.report.kept.is_none());
        let sample = Perturbation { perturbing: Perturbing::Sample(Percent::new(70.0).unwrap()), columns: vec![] };
        let done = households.mask(&sample, &[], &problem, &mut Rng::new(1), &Silent).unwrap();
        let kept = done.report.kept.unwrap();
        for members in &households.members {
            let there = members.iter().filter(|member| kept.contains(member)).count();
            assert!(there == 0 || there == members.len(), "all or nobody");
        }
        assert_eq!(households.select(&[5, 0, 2]).of, [0, 1, 1]);
    }
}
