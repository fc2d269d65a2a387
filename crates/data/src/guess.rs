//! What a column holds, told from all of its values and from its name.

use crate::column::{Cells, Column, NAMED_ROWS};
use crate::date::DateFormat;
use crate::error::{Error, Place, Result};
use crate::kind::{ColumnKind, Missing};
use crate::number::fit;
use std::collections::HashSet;

/// The kind of a column that nobody named one for.
#[derive(Debug, Clone, PartialEq)]
pub struct Guess {
    /// The kind.
    pub kind: ColumnKind,
    /// Why, and how its values are read.
    pub reason: String,
}

/// Distinct whole numbers that are codes rather than amounts, at most; and how often each is there, on average at least.
const FEW: usize = 10;
const OFTEN: usize = 10;

/// Formats of dates that are recognised. Those whose day and month can be mixed up stand side by side.
const DATES: [&str; 16] = [
    "%Y-%m-%d",
    "%Y/%m/%d",
    "%Y.%m.%d",
    "%d.%m.%Y",
    "%d/%m/%Y",
    "%m/%d/%Y",
    "%d-%m-%Y",
    "%m-%d-%Y",
    "%d %b %Y",
    "%d-%b-%Y",
    "%d %B %Y",
    "%B %d, %Y",
    "%Y-%m-%d %H:%M:%S",
    "%Y-%m-%dT%H:%M:%S",
    "%Y-%m-%d %H:%M",
    "%d.%m.%Y %H:%M",
];

/// Tells the kind of a column: number, date or nominal. Whole numbers that look like codes are nominal.
///
/// # Errors
/// If most values are numbers or dates but not all, or if day and month of its dates cannot be told apart: the message names rows. Also
/// if values are lists or structures.
pub fn guess(column: &Column, file: &str, missing: &Missing) -> Result<Guess> {
    if is_numeric_type(column) {
        return Ok(number(column, missing, None));
    }
    #[cfg(feature = "arrow")]
    if matches!(&*column.cells, Cells::Arrow(array) if crate::arrow::is_nested(array)) {
        let place = Place::file(file).column(&column.name);
        return Err(Error::new(place, "its values are lists or structures, which have no kind".to_owned())
            .with_help("make a column of each part of them"));
    }
    if let Some(date) = date(column, file, missing)? {
        return Ok(date);
    }
    let fit = fit(column, missing);
    if fit.is_most() {
        // Reading them names the rows that are not numbers, or not exact.
        column.numbers(file, missing)?;
        return Ok(number(column, missing, fit.style.describe()));
    }
    let distinct = column.codes(missing).1.len();
    Ok(Guess { kind: ColumnKind::Nominal, reason: format!("text, {distinct} distinct") })
}

fn is_numeric_type(column: &Column) -> bool {
    match &*column.cells {
        Cells::Numbers(_) => true,
        #[cfg(feature = "arrow")]
        Cells::Arrow(array) => crate::arrow::is_numeric(array),
        _ => false,
    }
}

/// A column of numbers: amounts, or codes.
fn number(column: &Column, missing: &Missing, style: Option<String>) -> Guess {
    match code(column, missing) {
        Some(reason) => Guess { kind: ColumnKind::Nominal, reason },
        None => Guess {
            kind: ColumnKind::Number,
            reason: style.unwrap_or_else(|| {
                if is_whole(column, missing) { "whole numbers".to_owned() } else { "numbers".to_owned() }
            }),
        },
    }
}

/// Why a column of numbers holds codes, if it does.
fn code(column: &Column, missing: &Missing) -> Option<String> {
    if !is_whole(column, missing) {
        return None;
    }
    let rows = || (0..column.cells.len()).map(|row| column.cells.text(row)).filter(|text| !missing.is(text));
    let zero_first = |text: &str| text.len() > 1 && text.starts_with('0');
    if rows().any(|text| zero_first(text.trim())) {
        return Some("codes: leading zeros".to_owned());
    }
    if is_code_name(&column.name) {
        return Some("codes, by the column's name".to_owned());
    }
    if is_amount_name(&column.name) {
        return None;
    }
    let mut distinct = HashSet::new();
    let mut count = 0;
    for text in rows() {
        count += 1;
        if !distinct.contains(text.trim()) {
            distinct.insert(text.trim().to_owned());
        }
        if distinct.len() > FEW {
            return None;
        }
    }
    let few = distinct.len() * OFTEN <= count;
    few.then(|| format!("codes: only {} distinct whole numbers", distinct.len()))
}

/// Whether all values are whole numbers, written with digits alone.
fn is_whole(column: &Column, missing: &Missing) -> bool {
    let is_whole = |text: &str| {
        let digits = text.trim().trim_start_matches(['-', '+']);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    (0..column.cells.len()).all(|row| {
        let text = column.cells.text(row);
        missing.is(&text) || is_whole(&text)
    })
}

/// The words of a column's name, in small letters: set apart by other characters, or by a capital after a small letter.
pub fn name_words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for c in name.chars() {
        if !c.is_alphanumeric() || (before.is_lowercase() && c.is_uppercase()) {
            words.push(String::new());
        }
        if c.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Whether a name says that its whole numbers are codes.
fn is_code_name(name: &str) -> bool {
    const WORDS: [&str; 43] = [
        "id",
        "ids",
        "code",
        "zip",
        "zipcode",
        "plz",
        "postcode",
        "postalcode",
        "postal",
        "marstat",
        "maritalstatus",
        "marital",
        "sex",
        "gender",
        "race",
        "ethnicity",
        "region",
        "state",
        "county",
        "country",
        "district",
        "municipality",
        "province",
        "nuts",
        "lau",
        "fips",
        "icd",
        "icd9",
        "icd10",
        "isco",
        "nace",
        "naics",
        "sic",
        "isic",
        "occucode",
        "occupation",
        "relationship",
        "citizenship",
        "nationality",
        "religion",
        "category",
        "flag",
        "urbrur",
    ];
    let words = name_words(name);
    let lower = words.concat();
    WORDS.contains(&lower.as_str())
        || words.last().is_some_and(|last| WORDS.contains(&last.as_str()))
        || (lower.len() > 5 && lower.ends_with("code"))
}

/// Whether a name says that its whole numbers are amounts.
fn is_amount_name(name: &str) -> bool {
    const WORDS: [&str; 36] = [
        "age", "num", "number", "count", "n", "hours", "hour", "weeks", "days", "months", "years", "year", "income",
        "wage", "salary", "amount", "value", "total", "height", "weight", "price", "cost", "tax", "percent", "rate",
        "score", "size", "children", "persons", "members", "visits", "stay", "dose", "length", "gain", "loss",
    ];
    name_words(name).iter().any(|word| WORDS.contains(&word.as_str()))
}

/// A column of dates, by the format in which all of its values are.
fn date(column: &Column, file: &str, missing: &Missing) -> Result<Option<Guess>> {
    #[cfg(feature = "arrow")]
    if let Cells::Arrow(array) = &*column.cells
        && let Some(format) = crate::arrow::date_format(array)
    {
        return Ok(Some(Guess { kind: ColumnKind::Date(format.to_owned()), reason: format!("dates, {format}") }));
    }
    let values: Vec<usize> = (0..column.cells.len()).filter(|&row| !missing.is(&column.cells.text(row))).collect();
    let Some(&first) = values.first() else { return Ok(None) };
    // Most columns are not of dates: a few values show it.
    let near = |format: &DateFormat| {
        let probe = values.iter().step_by((values.len() / 16).max(1)).take(17);
        let (mut fits, mut all) = (0, 0);
        for &row in probe {
            fits += usize::from(format.parse(&column.cells.text(row)).is_some());
            all += 1;
        }
        2 * fits >= all
    };
    let text = column.cells.text(first);
    if !text.contains(|c: char| c.is_ascii_digit()) && values.len() < 2 {
        return Ok(None);
    }
    let mut whole: Vec<&str> = Vec::new();
    let mut most: Option<(usize, DateFormat)> = None;
    for name in DATES {
        let Some(format) = DateFormat::new(name).ok().filter(near) else { continue };
        let fits = values.iter().filter(|&&row| format.parse(&column.cells.text(row)).is_some()).count();
        if fits == values.len() {
            whole.push(name);
        }
        if 2 * fits >= values.len() && most.as_ref().is_none_or(|(most, _)| fits > *most) {
            most = Some((fits, format));
        }
    }
    let Some((fits, format)) = most else { return Ok(None) };
    match whole[..] {
        [] => {
            let others = |row: &&usize| format.parse(&column.cells.text(**row)).is_none();
            let rows: Vec<usize> = values.iter().filter(others).take(NAMED_ROWS).copied().collect();
            let problem = "not a date in the format of the others";
            Err(column.not_all(problem, file, &rows, values.len() - fits).with_help(
                "mend these rows, name the values that mean “missing”, or give the column another kind (nominal)",
            ))
        }
        [one] => Ok(Some(Guess { kind: ColumnKind::Date(one.to_owned()), reason: format!("dates, {one}") })),
        [first, second, ..] => {
            let problem = format!("its dates may be {first} or {second}: day and month cannot be told apart");
            Err(Error::new(Place::file(file).column(&column.name), problem)
                .with_help("give the column the kind date with its format"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guessed(name: &str, cells: &[&str]) -> Result<Guess> {
        let column = Column { delimiter: Some(b','), ..Column::new(name, Cells::Plain(cells.iter().collect())) };
        guess(&column, "t.csv", &Missing::default())
    }

    fn repeated(values: &[&'static str]) -> Vec<&'static str> {
        (0..100).map(|row| values[row % values.len()]).collect()
    }

    #[test]
    fn kinds_are_told() {
        let number = |name: &str, cells: &[&str]| guessed(name, cells).unwrap().kind == ColumnKind::Number;
        assert!(number("x", &["1", "2.5", ""]));
        assert!(number("x", &["1", "2", "3"]), "a few rows are no codes");
        assert!(!number("x", &repeated(&["1", "2", "3"])));
        assert!(number("education-num", &repeated(&["1", "2", "3"])));
        assert!(number("UTILITYID", &["4", "5"]) && number("INCOME", &["4", "5"]));
        for name in ["zip", "MARSTAT", "patient_id", "OCCUCODE", "region", "personId"] {
            assert!(!number(name, &["4", "5"]), "{name}");
        }
        assert!(!number("x", &["01", "22"]));
        for (cells, format) in [
            (&["2020-01-31", "1999-12-01"][..], "%Y-%m-%d"),
            (&["31.1.2020", "1.12.1999"], "%d.%m.%Y"),
            (&["31/01/2020", "01/02/2020"], "%d/%m/%Y"),
            (&["01/31/2020", "01/02/2020"], "%m/%d/%Y"),
            (&["3 Mar 2020", "11 Dec 2020"], "%d %b %Y"),
            (&["2020-01-31T10:00:00", "2020-01-31T10:00:07"], "%Y-%m-%dT%H:%M:%S"),
        ] {
            assert_eq!(guessed("x", cells).unwrap().kind, ColumnKind::Date(format.to_owned()), "{cells:?}");
        }
        assert_eq!(guessed("x", &["a", "b"]).unwrap().kind, ColumnKind::Nominal);
    }

    #[test]
    fn what_is_almost_something_is_refused_with_its_rows() {
        for bad in ["abc", "NaN", "inf", "1e400", "0x1F", "65+"] {
            let error = guessed("age", &["41", "42", bad, "44"]).unwrap_err();
            assert_eq!(error.to_string(), "t.csv, row 4, column “age”: not a number");
        }
        let error = guessed("age", &["1", "a", "2", "b", "3", "4"]).unwrap_err().to_string();
        assert_eq!(error, "t.csv, row 3, column “age”: not a number; 2 values of the column are not (rows 3, 5)");
        let error = guessed("born", &["2020-01-31", "2020-02-30", "2020-03-01"]).unwrap_err().to_string();
        assert_eq!(error, "t.csv, row 3, column “born”: not a date in the format of the others");
        let error = guessed("born", &["01/02/2020", "03/04/2020"]).unwrap_err().to_string();
        assert!(error.contains("%d/%m/%Y or %m/%d/%Y"), "{error}");
        let error = guessed("x", &["123456789012345678901234567890", "1"]).unwrap_err().to_string();
        assert!(error.contains("row 2, column “x”: a whole number beyond 2^53"), "{error}");
    }

    #[test]
    fn words_of_names() {
        assert_eq!(name_words("patientId_no 2"), ["patient", "id", "no", "2"]);
        assert_eq!(name_words("MARSTAT"), ["marstat"]);
    }
}
