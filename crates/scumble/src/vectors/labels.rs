//! Labels of documents, and which documents classifiers learn from.

use crate::error::{Error, Result};
use scumble_assess::vectors::Split;
use scumble_data::{Options, Table, read};
use std::path::Path;

/// The label of each document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Labels {
    /// Labels as numbers, in the order of their names.
    pub of: Vec<u32>,
    /// The names, ascending.
    pub names: Vec<String>,
    /// Which documents classifiers learn from and are tested on; drawn if nothing is said.
    pub split: Option<Split>,
}

impl Labels {
    /// Labels by their names.
    pub fn new(labels: &[String]) -> Self {
        let mut names = labels.to_vec();
        names.sort_unstable();
        names.dedup();
        let of = labels.iter().map(|label| names.partition_point(|name| name < label) as u32).collect();
        Self { of, names, split: None }
    }

    /// Reads a table with a row for each document, in the order of the space. Its labels stand in the column `label`; the column `split`, if
    /// it has one (or `split70`), says `train` or `test`.
    ///
    /// # Errors
    /// If the file cannot be read, has no column `label`, or a split that is neither.
    pub fn read(path: &Path) -> Result<Self> {
        Self::of_table(&read(path, &Options::default())?)
    }

    /// The same from a table.
    ///
    /// # Errors
    /// If it has no column `label`, or a split that is neither `train` nor `test`.
    pub fn of_table(table: &Table) -> Result<Self> {
        let texts = |name: &str| -> Result<Vec<String>> {
            let column = table.column(name)?;
            Ok((0..table.len()).map(|row| column.cells.text(row).into_owned()).collect())
        };
        let mut labels = Self::new(&texts("label")?);
        let Some(split) = ["split", "split70"].into_iter().find(|name| table.index(name).is_some()) else {
            return Ok(labels);
        };
        let (mut training, mut test) = (Vec::new(), Vec::new());
        for (row, part) in texts(split)?.iter().enumerate() {
            match part.as_str() {
                "train" => training.push(row as u32),
                "test" => test.push(row as u32),
                _ => {
                    let place = scumble_io::Place::file(table.file());
                    let message = format!("record {}: the column {split} is neither train nor test", row + 1);
                    return Err(Error::input(message).at(place));
                }
            }
        }
        labels.split = Some(Split { training, test });
        Ok(labels)
    }

    /// How many different labels there are.
    pub fn count(&self) -> usize {
        self.names.len()
    }

    /// Refuses another number of documents.
    pub(crate) fn fit(&self, documents: usize) -> Result<()> {
        if self.of.len() == documents {
            return Ok(());
        }
        Err(Error::input(format!("{} labels and {documents} documents: each document needs one", self.of.len())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_data::read_text;

    fn labels(text: &str) -> Result<Labels> {
        Labels::of_table(&read_text("labels.csv", text.as_bytes(), &Options::default())?)
    }

    #[test]
    fn labels_and_their_split() {
        let found = labels("row,label,split70\n0,wheat,train\n1,acq,test\n2,wheat,train\n").unwrap();
        assert_eq!((found.of.as_slice(), found.count()), (&[1, 0, 1][..], 2));
        assert_eq!(found.split, Some(Split { training: vec![0, 2], test: vec![1] }));
        assert_eq!(labels("row,label\n1,b\n").unwrap().split, None);
        assert!(found.fit(3).is_ok() && found.fit(4).is_err());
        assert!(labels("row,name\n1,b\n").is_err());
        let error = labels("label,split\nb,train\nb,maybe\n").unwrap_err();
        assert!(error.to_string().contains("record 2") && !error.to_string().contains("maybe"), "{error}");
    }
}
