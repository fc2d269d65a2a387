//! Cells of a column that are blanked; all others stay as they are, byte for byte.

use crate::column::{Cells, Column};

impl Column {
    /// The column with `marker` in the cells for which `blank` is true. An array of Arrow gets nulls, and so it has no such column if the
    /// marker is not empty.
    pub fn blanked(&self, blank: &[bool], marker: &str) -> Option<Self> {
        let rows = || blank.iter().enumerate();
        let cells = match &*self.cells {
            Cells::Plain(texts) => {
                Cells::Plain(rows().map(|(row, &blank)| if blank { marker } else { texts.get(row) }).collect())
            }
            Cells::Quoted(texts) if !marker.contains(['"', ',', ';', '\t', '|', '\n', '\r']) => {
                Cells::Quoted(rows().map(|(row, &blank)| if blank { marker } else { texts.get(row) }).collect())
            }
            Cells::Coded { codes, values } if marker.is_empty() => {
                let codes = rows().map(|(row, &blank)| if blank { u32::MAX } else { codes[row] }).collect();
                Cells::Coded { codes, values: values.clone() }
            }
            #[cfg(feature = "arrow")]
            Cells::Arrow(array) if marker.is_empty() => Cells::Arrow(crate::arrow::with_nulls(array, blank)?),
            _ => return None,
        };
        Some(Self { delimiter: self.delimiter, ..Self::new(self.name.clone(), cells) })
    }
}

#[cfg(test)]
mod tests {
    use crate::{Options, read_text};

    #[test]
    fn other_cells_keep_their_bytes() {
        let table = read_text("t.csv", b"a,b\n1.50,\"x, y\"\n \"2\",\"z\"\n03,w\n", &Options::default()).unwrap();
        let blank = |name: &str, marker: &str| {
            let column = table.column(name).unwrap().blanked(&[false, true, false], marker).unwrap();
            (0..3).map(|row| column.cells.text(row).into_owned()).collect::<Vec<_>>()
        };
        assert_eq!(blank("a", ""), ["1.50", "", "03"]);
        assert_eq!(blank("b", "?"), ["x, y", "?", "w"]);
        #[cfg(feature = "arrow")]
        {
            let batch = crate::Table::try_from(table.to_record_batch()).unwrap();
            let column = batch.column("a").unwrap().blanked(&[true, false, false], "").unwrap();
            assert_eq!((&*column.cells.text(0), &*column.cells.text(2)), ("", "03"));
            assert!(batch.column("a").unwrap().blanked(&[true, false, false], "?").is_none());
        }
    }
}
