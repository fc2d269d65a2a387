//! The grid of an exploration: methods, and the values of k or p that each is tried with.

use super::axes::Axes;
use crate::error::{Error, ErrorKind, Result};
use crate::policy::{Keys, named, toml_table};
use scumble_io::Place;
use std::path::Path;
use toml::Value;

/// Methods, each of which is tried with all these values of its parameter.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GridRow {
    /// The methods.
    pub methods: Vec<GridMethod>,
    /// Values of k, for methods that make groups.
    pub k: Vec<usize>,
    /// Values of p, in percent, for methods that perturb.
    pub p: Vec<f64>,
    /// Columns in a group, for the method grouped.
    pub widths: Vec<usize>,
}

/// What is tried on a table.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Grid {
    /// Its rows.
    pub rows: Vec<GridRow>,
}

/// A method that a grid can vary, by what is varied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GridMethod {
    /// Its name in a policy.
    pub name: &'static str,
    /// The parameter that is varied.
    pub varies: Varied,
}

/// The parameter of a method that a grid varies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Varied {
    /// Records in a group, at least.
    K,
    /// A percentage.
    P,
}

const fn by_k(name: &'static str) -> (&'static str, GridMethod) {
    (name, GridMethod { name, varies: Varied::K })
}

const fn by_p(name: &'static str) -> (&'static str, GridMethod) {
    (name, GridMethod { name, varies: Varied::P })
}

/// Every method that a grid can vary. What it can be applied to is the matter of the [points](super::Point).
pub(super) const METHODS: [(&str, GridMethod); 15] = [
    by_k("mdav"),
    by_k("v-mdav"),
    by_k("refined"),
    by_k("individual-ranking"),
    by_k("z-scores"),
    by_k("principal-component"),
    by_k("grouped"),
    by_k("generalize"),
    by_k("full-domain"),
    by_p("rank-swap"),
    by_p("noise"),
    by_p("correlated-noise"),
    by_p("pram"),
    by_p("record-swap"),
    by_p("top-bottom"),
];

/// k where none is given: 3 to 20.
const K: std::ops::RangeInclusive<usize> = 3..=20;
/// p where none is given: 1 to 20.
const P: std::ops::RangeInclusive<usize> = 1..=20;
/// Columns in a group where none are given.
const WIDTHS: std::ops::RangeInclusive<usize> = 2..=6;

/// Methods of the grid that a table gets if none is given, with the greatest p of those that have one.
const OF_NUMBERS: [(&str, usize); 8] = [
    ("individual-ranking", 0),
    ("z-scores", 0),
    ("principal-component", 0),
    ("mdav", 0),
    ("grouped", 0),
    ("rank-swap", 20),
    ("noise", 16),
    ("correlated-noise", 16),
];
const OF_OTHERS: [(&str, usize); 3] = [("mdav", 0), ("generalize", 0), ("full-domain", 0)];

impl GridMethod {
    /// A method by its name.
    ///
    /// # Errors
    /// If there is none, or it has neither k nor p; the problem suggests the nearest name.
    pub fn named(name: &str) -> Result<Self, String> {
        named("method", name, &METHODS)
    }
}

impl Grid {
    /// The grid that a table gets if none is given, by the kinds of its quasi-identifiers.
    #[must_use]
    pub fn usual(axes: Axes) -> Self {
        let methods: &[(&str, usize)] = match axes {
            Axes::Numbers | Axes::NumbersWithoutAgreement => &OF_NUMBERS,
            Axes::Words | Axes::Classes => &OF_OTHERS,
        };
        let row = |&(name, most): &(&str, usize)| {
            let methods = METHODS.iter().filter(|(known, _)| *known == name).map(|(_, method)| *method).collect();
            GridRow { methods, k: K.collect(), p: (1..=most).map(|p| p as f64).collect(), widths: WIDTHS.collect() }
        };
        Self { rows: methods.iter().map(row).collect() }
    }

    /// Narrows a grid down: to these methods, and to these values of k and p. What is empty stays as it is.
    #[must_use]
    pub fn narrowed(mut self, methods: &[GridMethod], k: &[usize], p: &[f64]) -> Self {
        if !methods.is_empty() {
            let row = GridRow { methods: methods.to_vec(), ..GridRow::default() }.filled();
            let known = |method: &GridMethod| self.rows.iter().find(|row| row.methods.contains(method)).cloned();
            let rows = methods
                .iter()
                .map(|method| GridRow { methods: vec![*method], ..known(method).unwrap_or_else(|| row.clone()) });
            self.rows = rows.collect();
        }
        for row in &mut self.rows {
            if !k.is_empty() {
                row.k = k.to_vec();
            }
            if !p.is_empty() {
                row.p = p.to_vec();
            }
        }
        self
    }

    /// Reads a grid file: `[[grid]]` tables with `methods`, `k`, `p` and `columns_per_group`.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a grid.
    pub fn read(path: &Path) -> Result<Self> {
        let file = path.display().to_string();
        let text = std::fs::read_to_string(path)
            .map_err(|error| Error::new(ErrorKind::Io, format!("cannot be read: {error}")).at(Place::file(&file)))?;
        Self::parse(&file, &text)
    }

    /// Reads a grid out of its text; `file` is its name, for messages.
    ///
    /// # Errors
    /// If the text is not a grid.
    pub fn parse(file: &str, text: &str) -> Result<Self> {
        let mut keys = Keys::new(file, "", toml_table(file, text)?);
        let rows = match keys.take("grid") {
            Some(Value::Array(rows)) => rows,
            _ => return Err(keys.fault("grid", "rows are written as [[grid]] tables")),
        };
        keys.done()?;
        let mut grid = Self::default();
        for (at, row) in rows.into_iter().enumerate() {
            let Value::Table(table) = row else {
                return Err(Error::input(format!("{file}: rows are written as [[grid]] tables")));
            };
            grid.rows.push(grid_row(Keys::new(file, format!("grid row {}", at + 1), table))?);
        }
        Ok(grid)
    }
}

fn grid_row(mut keys: Keys<'_>) -> Result<GridRow> {
    let methods = keys.list("methods")?.unwrap_or_default();
    if methods.is_empty() {
        return Err(keys.fault("methods", "a row needs methods"));
    }
    let methods = methods.iter().map(|name| GridMethod::named(name)).collect::<Result<Vec<_>, String>>();
    let methods = methods.map_err(|problem| keys.fault("methods", problem))?;
    let row = GridRow {
        methods,
        k: whole(&mut keys, "k")?,
        p: numbers(&mut keys, "p")?,
        widths: whole(&mut keys, "columns_per_group")?,
    };
    keys.done()?;
    Ok(row.filled())
}

impl GridRow {
    /// With the usual values where none are given.
    fn filled(mut self) -> Self {
        if self.k.is_empty() {
            self.k = K.collect();
        }
        if self.p.is_empty() {
            self.p = P.map(|p| p as f64).collect();
        }
        if self.widths.is_empty() {
            self.widths = WIDTHS.collect();
        }
        self
    }
}

fn numbers(keys: &mut Keys<'_>, key: &'static str) -> Result<Vec<f64>> {
    let fault = |keys: &Keys<'_>| keys.fault(key, "write a range (\"3..20\"), a number, or a list of numbers");
    let one = |value: &Value| value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64));
    match keys.take(key) {
        None => Ok(Vec::new()),
        Some(Value::String(text)) => range(&text).map_err(|problem| keys.fault(key, problem)),
        Some(Value::Array(items)) if !items.is_empty() => {
            items.iter().map(one).collect::<Option<Vec<f64>>>().ok_or_else(|| fault(keys))
        }
        Some(value) => one(&value).map(|value| vec![value]).ok_or_else(|| fault(keys)),
    }
}

fn whole(keys: &mut Keys<'_>, key: &'static str) -> Result<Vec<usize>> {
    whole_numbers(&numbers(keys, key)?).map_err(|problem| keys.fault(key, problem))
}

/// Whole numbers of at least 1.
///
/// # Errors
/// If one is not.
pub fn whole_numbers(values: &[f64]) -> Result<Vec<usize>, String> {
    let one = |&value: &f64| (value >= 1.0 && value.fract() == 0.0 && value <= 1e9).then_some(value as usize);
    values.iter().map(one).collect::<Option<_>>().ok_or_else(|| "whole numbers of at least 1 are expected".to_owned())
}

/// The most values of one parameter.
const MOST: f64 = 10_000.0;

/// Values of a parameter as a person writes them: `5`, `3..20` (both ends belong to it), `2,5,10`, or these with commas between.
///
/// # Errors
/// If it is something else.
pub fn range(text: &str) -> Result<Vec<f64>, String> {
    let fault = || format!("“{text}” is no range: write 3..20, or 2,5,10");
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|value| value.is_finite()).ok_or_else(fault);
    let mut values = Vec::new();
    for part in text.split(',') {
        match part.split_once("..") {
            None => values.push(number(part)?),
            Some((from, to)) => {
                let (from, to) = (number(from)?, number(to.trim_start_matches('='))?);
                if from > to || to - from >= MOST {
                    return Err(fault());
                }
                values.extend((0..=(to - from) as usize).map(|step| from + step as f64));
            }
        }
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_both_ends() {
        assert_eq!(range("3..6").unwrap(), [3.0, 4.0, 5.0, 6.0]);
        assert_eq!(range("0.5, 2 ,4..5").unwrap(), [0.5, 2.0, 4.0, 5.0]);
        for bad in ["", "a", "6..3", "1..", "1..1e9", "nan", "3..inf"] {
            assert!(range(bad).is_err(), "{bad}");
        }
        assert!(whole_numbers(&[2.5]).is_err() && whole_numbers(&[0.0]).is_err());
    }

    #[test]
    fn a_grid_file_is_read_and_its_faults_are_named() {
        let grid = Grid::parse(
            "g.toml",
            "[[grid]]\nmethods = ['mdav', 'grouped']\nk = [3, 5]\ncolumns_per_group = 2\n[[grid]]\nmethods = ['v-mdav']\nk = '2..4'\n",
        );
        let grid = grid.unwrap();
        assert_eq!(grid.rows.len(), 2);
        assert_eq!((grid.rows[0].k.as_slice(), grid.rows[0].widths.as_slice()), (&[3, 5][..], &[2][..]));
        assert_eq!((grid.rows[1].k.as_slice(), grid.rows[1].p.len()), (&[2, 3, 4][..], 20));
        for (text, expected) in [
            ("", "[[grid]]"),
            ("[[grid]]\nk = 3", "a row needs methods"),
            ("[[grid]]\nmethods = ['mdv']", "did you mean “mdav”?"),
            ("[[grid]]\nmethods = ['mdav']\nk = 2.5", "whole numbers"),
            ("[[grid]]\nmethods = ['mdav']\nk = '9..3'", "no range"),
            ("[[grid]]\nmethods = ['mdav']\nkk = 3", "unknown"),
        ] {
            let error = Grid::parse("g.toml", text).unwrap_err().to_string();
            assert!(error.contains(expected) && error.contains("g.toml"), "{text}: {error}");
        }
    }
}
