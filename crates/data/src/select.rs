//! Records of a table in another order.

use crate::column::{Cells, Column};
use crate::table::Table;

impl Column {
    /// The cells at these rows, in that order.
    #[must_use]
    pub fn select(&self, rows: &[u32]) -> Self {
        let rows = || rows.iter().map(|&row| row as usize);
        let cells = match &*self.cells {
            Cells::Plain(texts) => Cells::Plain(rows().map(|row| texts.get(row)).collect()),
            Cells::Quoted(texts) => Cells::Quoted(rows().map(|row| texts.get(row)).collect()),
            Cells::Numbers(numbers) => Cells::Numbers(rows().map(|row| numbers[row]).collect()),
            Cells::Coded { codes, values } => {
                Cells::Coded { codes: rows().map(|row| codes[row]).collect(), values: values.clone() }
            }
            #[cfg(feature = "arrow")]
            Cells::Arrow(array) => Cells::Arrow(crate::arrow::select(array, rows())),
        };
        Self { delimiter: self.delimiter, ..Self::new(self.name.clone(), cells) }
    }
}

impl Table {
    /// The records at these rows, in that order.
    #[must_use]
    pub fn select(&self, rows: &[u32]) -> Self {
        self.with(self.columns().iter().map(|column| column.select(rows)).collect())
    }
}

#[cfg(test)]
mod tests {
    use crate::{Options, read_text};

    #[test]
    fn records_are_taken_in_the_order_asked_for() {
        let table = read_text("t.csv", b"a,b\n1,\"x, y\"\n2,\n3,z\n", &Options::default()).unwrap();
        let found = table.select(&[2, 0]);
        let texts = |name: &str| -> Vec<String> {
            let column = found.column(name).unwrap();
            (0..found.len()).map(|row| column.cells.text(row).into_owned()).collect()
        };
        assert_eq!((texts("a"), texts("b")), (vec!["3".into(), "1".into()], vec!["z".into(), "x, y".into()]));
        #[cfg(feature = "arrow")]
        {
            let batch = crate::Table::try_from(table.to_record_batch()).unwrap().select(&[1, 1]);
            assert_eq!((batch.len(), &*batch.column("a").unwrap().cells.text(1)), (2, "2"));
        }
    }

    /// The delimiter tells a decimal comma from a thousands separator: it stays with the column.
    #[test]
    fn numbers_stay_what_they_are() {
        let table = read_text("t.csv", b"a;b\n1,234;x\n5,678;y\n", &Options::default()).unwrap();
        let numbers = |column: &crate::Column| column.numbers("t.csv", &crate::Missing::default()).unwrap();
        assert_eq!(numbers(&table.select(&[1, 0]).columns()[0]), [5.678, 1.234]);
        assert_eq!(numbers(&table.keep(&[false, true]).columns()[0]), [5.678]);
    }
}
