//! One column of a table.

#[cfg(feature = "arrow")]
use crate::arrow;
use crate::date::DateFormat;
use crate::error::{Error, Place, Result};
use crate::kind::Missing;
use crate::number::{EXACT, NumberStyle, fit};
use crate::number_format::NumberFormat;
use crate::numbers::Numbers;
use crate::texts::Texts;
#[cfg(feature = "arrow")]
use arrow_array::ArrayRef;
use rayon::prelude::*;
use scumble_io::csv::unquoted;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

/// A column: a name and its cells, which tables share.
#[derive(Debug, Clone)]
pub struct Column {
    /// What it is called.
    pub name: String,
    /// What it holds.
    pub cells: Arc<Cells>,
    /// What sets fields apart in the text file that it came from: this tells a decimal comma from a thousands separator.
    pub delimiter: Option<u8>,
}

/// What a column holds.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Cells {
    /// Text.
    Plain(Texts),
    /// Fields of a CSV file, some of them with quotes.
    Quoted(Texts),
    /// Numbers; missing ones are not a number.
    Numbers(Numbers),
    /// Values out of a list; a code past its end is a missing value.
    Coded {
        /// For each row its place in the list.
        codes: Vec<u32>,
        /// The list.
        values: Vec<String>,
    },
    /// An Arrow array, for example of a Parquet file (feature `arrow`).
    #[cfg(feature = "arrow")]
    Arrow(ArrayRef),
}

impl Cells {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Plain(texts) | Self::Quoted(texts) => texts.len(),
            Self::Numbers(numbers) => numbers.len(),
            Self::Coded { codes, .. } => codes.len(),
            #[cfg(feature = "arrow")]
            Self::Arrow(array) => array.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One cell as text; a missing number or code is empty.
    pub fn text(&self, row: usize) -> Cow<'_, str> {
        match self {
            Self::Plain(texts) => Cow::Borrowed(texts.get(row)),
            Self::Quoted(texts) => unquoted(texts.get(row)),
            Self::Numbers(numbers) if numbers[row].is_nan() => Cow::Borrowed(""),
            Self::Numbers(numbers) => Cow::Owned(numbers[row].to_string()),
            Self::Coded { codes, values } => Cow::Borrowed(values.get(codes[row] as usize).map_or("", String::as_str)),
            #[cfg(feature = "arrow")]
            Self::Arrow(array) => Cow::Owned(arrow::text(array, row)),
        }
    }
}

/// Rows that a thread reads at a time.
const SHARE: usize = 1 << 14;

/// Rows that an error names, at most.
pub(crate) const NAMED_ROWS: usize = 5;

const BEYOND: &str = "a whole number beyond 2^53, where neighbours cannot be told apart";
const BEYOND_HELP: &str = "is it an identifier? Give the column that role, or the kind nominal";

impl Column {
    /// A column of these cells.
    pub fn new(name: impl Into<String>, cells: Cells) -> Self {
        Self { name: name.into(), cells: Arc::new(cells), delimiter: None }
    }

    /// How the cells write numbers.
    ///
    /// # Errors
    /// If some are not numbers, or not all of them are exact: the place is the first.
    pub fn number_format(&self, file: &str, missing: &Missing) -> Result<NumberFormat> {
        match &*self.cells {
            Cells::Numbers(numbers) => Ok(NumberFormat::of_numbers(numbers)),
            #[cfg(feature = "arrow")]
            Cells::Arrow(array) if arrow::is_numeric(array) => Ok(arrow::number_format(array)),
            _ => {
                let style = self.number_style(file, missing)?;
                Ok(NumberFormat::of_texts(self, missing, style))
            }
        }
    }

    /// The style in which all cells are numbers.
    fn number_style(&self, file: &str, missing: &Missing) -> Result<NumberStyle> {
        let fit = fit(self, missing);
        if fit.is_whole() || fit.values == 0 {
            return Ok(fit.style);
        }
        let others = |row: &usize| {
            let text = self.cells.text(*row);
            !missing.is(&text) && fit.style.parse(&text).is_none()
        };
        let rows: Vec<usize> = (0..self.cells.len()).filter(others).take(NAMED_ROWS).collect();
        Err(self.not_all("not a number", file, &rows, fit.values - fit.numbers).with_help(
            "mend these rows, name the values that mean “missing”, or give the column another kind (nominal, ordinal)",
        ))
    }

    /// The error for cells that are not what the others are.
    pub(crate) fn not_all(&self, problem: &str, file: &str, rows: &[usize], count: usize) -> Error {
        let first = rows.first().map_or(0, |row| row + 2);
        let rest: Vec<String> = rows.iter().skip(1).map(|row| (row + 2).to_string()).collect();
        let more = if count > rows.len() { " …" } else { "" };
        let problem = match count {
            0 | 1 => problem.to_owned(),
            _ => format!("{problem}; {count} values of the column are not (rows {first}, {}{more})", rest.join(", ")),
        };
        Error::new(Place::file(file).row(first).column(&self.name), problem)
    }

    /// The cells as numbers in the column's own style; missing ones are not a number.
    ///
    /// # Errors
    /// If some are not numbers, or are whole numbers that cannot be told from their neighbours.
    pub fn numbers(&self, file: &str, missing: &Missing) -> Result<Numbers> {
        let fault = |row: usize, problem: &str| Error::new(Place::file(file).row(row + 2).column(&self.name), problem);
        if let Cells::Numbers(numbers) = &*self.cells {
            return Ok(numbers.clone());
        }
        #[cfg(feature = "arrow")]
        if let Cells::Arrow(array) = &*self.cells
            && let Some(numbers) = arrow::numbers(array)
        {
            if let Some(row) = numbers.iter().position(|number| number.is_infinite()) {
                return Err(fault(row, "an infinite number"));
            }
            let beyond = |number: &f64| number.abs() > EXACT;
            return match numbers.iter().position(beyond).filter(|_| arrow::is_integer(array)) {
                Some(row) => Err(fault(row, BEYOND).with_help(BEYOND_HELP)),
                None => Ok(numbers),
            };
        }
        let style = self.number_style(file, missing)?;
        let numbers = self.parsed(file, missing, |text| style.parse(text), "not a number", "")?;
        let is_whole = |row: &usize| !self.cells.text(*row).contains([style.decimal, 'e', 'E']);
        let beyond = (0..numbers.len()).filter(|&row| numbers[row].abs() > EXACT).find(is_whole);
        match beyond {
            Some(row) => Err(fault(row, BEYOND).with_help(BEYOND_HELP)),
            None => Ok(numbers.into()),
        }
    }

    /// The cells as seconds since 1970; missing ones are not a number.
    pub fn dates(&self, file: &str, missing: &Missing, format: &DateFormat) -> Result<Vec<f64>> {
        #[cfg(feature = "arrow")]
        if let Cells::Arrow(array) = &*self.cells
            && let Some(mut seconds) = arrow::seconds(array)
        {
            // Nulls are missing already.
            if missing.values.iter().any(|value| !value.is_empty() && value != "NA") {
                let is_missing = |row: &usize| missing.is(&self.cells.text(*row));
                (0..seconds.len()).filter(is_missing).for_each(|row| seconds[row] = f64::NAN);
            }
            return match seconds.iter().position(|at| !at.is_nan() && !DateFormat::SECONDS.contains(at)) {
                None => Ok(seconds),
                Some(row) => {
                    let place = Place::file(file).row(row + 2).column(&self.name);
                    Err(Error::new(place, "a date beyond the year 9999")
                        .with_help("does it stand for “never”? Name it as a missing value, or replace it"))
                }
            };
        }
        let help = "the format is the column's `format`, as strftime writes it";
        self.parsed(file, missing, |text| format.parse(text), "not a date in the column's format", help)
    }

    fn parsed(
        &self,
        file: &str,
        missing: &Missing,
        parse: impl Fn(&str) -> Option<f64> + Sync,
        problem: &str,
        help: &str,
    ) -> Result<Vec<f64>> {
        let mut values = vec![0.0; self.cells.len()];
        let chunks = values.par_chunks_mut(SHARE).enumerate();
        let fault = chunks.filter_map(|(chunk, values)| {
            values.iter_mut().enumerate().find_map(|(at, value)| {
                let row = chunk * SHARE + at;
                let text = self.cells.text(row);
                let parsed = if missing.is(&text) { Some(f64::NAN) } else { parse(&text) };
                *value = parsed.unwrap_or(f64::NAN);
                parsed.is_none().then_some(row)
            })
        });
        match fault.min() {
            Some(row) => {
                let place = Place::file(file).row(row + 2).column(&self.name);
                Err(Error::new(place, problem).with_help(help))
            }
            None => Ok(values),
        }
    }

    /// The same cells in the type of another column, if that is one of dates, times, decimals or truth values, and every cell is one.
    #[must_use]
    pub fn typed_like(self, other: &Self) -> Self {
        #[cfg(feature = "arrow")]
        if let Cells::Arrow(array) = &*other.cells
            && let Some(array) = arrow::typed(&self.cells, array)
        {
            return Self { delimiter: self.delimiter, ..Self::new(self.name, Cells::Arrow(array)) };
        }
        let _ = other;
        self
    }

    /// Whether every cell that is not missing is a number, and one is there.
    pub fn is_numeric(&self, missing: &Missing) -> bool {
        match &*self.cells {
            Cells::Numbers(_) => true,
            #[cfg(feature = "arrow")]
            Cells::Arrow(array) if arrow::is_numeric(array) => true,
            _ => fit(self, missing).is_whole(),
        }
    }

    /// The cells as places in the list of distinct values, which is in order of their first row; missing ones are past its end.
    pub fn codes(&self, missing: &Missing) -> (Vec<u32>, Vec<String>) {
        if let Cells::Coded { codes, values } = &*self.cells {
            return (codes.clone(), values.clone());
        }
        let mut values: Vec<String> = Vec::new();
        let mut known: HashMap<String, u32> = HashMap::new();
        let mut codes = Vec::with_capacity(self.cells.len());
        for row in 0..self.cells.len() {
            let text = self.cells.text(row);
            codes.push(match known.get(&*text) {
                _ if missing.is(&text) => u32::MAX,
                Some(&code) => code,
                None => {
                    values.push(text.to_string());
                    known.insert(text.into_owned(), values.len() as u32 - 1);
                    values.len() as u32 - 1
                }
            });
        }
        (codes, values)
    }

    /// The rows that hold a missing value.
    pub fn missing(&self, missing: &Missing) -> Vec<bool> {
        match &*self.cells {
            Cells::Numbers(numbers) => numbers.iter().map(|number| number.is_nan()).collect(),
            Cells::Coded { codes, values } => codes.iter().map(|&code| code as usize >= values.len()).collect(),
            #[cfg(feature = "arrow")]
            Cells::Arrow(array) if arrow::is_integer(array) => (0..array.len()).map(|row| array.is_null(row)).collect(),
            #[cfg(feature = "arrow")]
            Cells::Arrow(array) if arrow::is_numeric(array) => {
                arrow::numbers(array).iter().flatten().map(|number| number.is_nan()).collect()
            }
            cells => {
                (0..cells.len()).into_par_iter().with_min_len(SHARE).map(|row| missing.is(&cells.text(row))).collect()
            }
        }
    }

    /// The column without the rows for which `keep` is false.
    pub fn keep(&self, keep: &[bool]) -> Self {
        let rows = keep.iter().enumerate().filter(|&(_, &keep)| keep).map(|(row, _)| row as u32);
        self.select(&rows.collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(cells: &[&str]) -> Column {
        Column::new("age", Cells::Quoted(cells.iter().collect()))
    }

    #[test]
    fn numbers_are_read_and_faults_are_placed() {
        let missing = Missing::default();
        let numbers = column(&["1", " -2.5e1 ", "NA", "\"3\""]).numbers("t.csv", &missing).unwrap();
        assert_eq!((numbers[0], numbers[1], numbers[3]), (1.0, -25.0, 3.0));
        assert!(numbers[2].is_nan());
        for bad in ["x", "inf", "NaN", "1,5,", "1e999", "--1"] {
            let error = column(&["1", bad]).numbers("t.csv", &missing).unwrap_err();
            assert_eq!(error.to_string(), "t.csv, row 3, column “age”: not a number");
            assert!(!column(&["1", bad]).is_numeric(&missing));
        }
        assert!(column(&["", "4"]).is_numeric(&missing) && !column(&["", "NA"]).is_numeric(&missing));
    }

    #[test]
    fn distinct_values_are_listed_in_order() {
        let (codes, values) = column(&["b", "a", "", "\"b\"", "\"a \"\"q\"\"\""]).codes(&Missing::default());
        assert_eq!((codes, values), (vec![0, 1, u32::MAX, 0, 2], vec!["b".into(), "a".into(), "a \"q\"".into()]));
    }

    #[test]
    fn rows_can_be_left_out() {
        let kept = column(&["1", "\"2\"", "3"]).keep(&[false, true, true]);
        let Cells::Quoted(texts) = &*kept.cells else { panic!("still as it stood") };
        assert_eq!(texts.iter().collect::<Vec<_>>(), ["\"2\"", "3"]);
    }
}
