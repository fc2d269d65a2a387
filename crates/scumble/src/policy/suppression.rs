//! What a step of suppression says: combinations of columns, their importance, what a blank means.

use super::keys::Keys;
use super::named;
use crate::error::Result;
use scumble_mask::Blank;
use toml::Value;

/// What a step says about suppression.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SuppressionPolicy {
    /// The combinations of columns on which every record must reach k; all columns together if there is none.
    pub combinations: Vec<CombinationPolicy>,
    /// Which columns are blanked last.
    pub importance: Option<Importance>,
    /// What a blank means.
    pub blank: Option<Blank>,
    /// What is suppressed.
    pub suppress: Option<SuppressChoice>,
}

/// Combinations of columns, and their own k if they have one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CombinationPolicy {
    /// Which columns.
    pub of: Combined,
    /// Records that must match, at least.
    pub k: Option<usize>,
}

/// Columns that are combined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Combined {
    /// Every combination of so many columns.
    Size(usize),
    /// These columns.
    Columns(Vec<String>),
}

/// Which columns are blanked last.
#[derive(Debug, Clone, PartialEq)]
pub enum Importance {
    /// The most important first: a blank costs twice as much as one in the next column, and in the last of them twice as much as in one
    /// that is not named.
    Order(Vec<String>),
    /// What a blank in a column costs; 1 in a column that is not named.
    Weights(Vec<(String, f64)>),
}

/// What is suppressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SuppressChoice {
    /// Cells.
    Cells,
    /// Whole records.
    Records,
    /// Records up to the limit, then cells.
    RecordsThenCells,
}

impl SuppressChoice {
    /// Every choice with its name.
    pub const ALL: [(&'static str, Self); 3] =
        [("cells", Self::Cells), ("records", Self::Records), ("records-then-cells", Self::RecordsThenCells)];
}

impl SuppressionPolicy {
    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The columns that it names.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        let combined = self.combinations.iter().flat_map(|one| match &one.of {
            Combined::Columns(columns) => columns.as_slice(),
            Combined::Size(_) => &[],
        });
        let (ordered, weighed) = match &self.importance {
            Some(Importance::Order(columns)) => (columns.as_slice(), &[][..]),
            Some(Importance::Weights(weights)) => (&[][..], weights.as_slice()),
            None => (&[][..], &[][..]),
        };
        combined.chain(ordered).map(String::as_str).chain(weighed.iter().map(|(name, _)| name.as_str()))
    }
}

const COMBINATIONS: &str =
    "write [2, 3], [[\"A\", \"B\"]], or [{ size = 2, k = 5 }, { columns = [\"A\", \"B\"], k = 3 }]";

/// Reads the keys of a step that are about suppression.
pub(super) fn suppression(keys: &mut Keys<'_>) -> Result<SuppressionPolicy> {
    let mut policy = SuppressionPolicy::default();
    match keys.take("combinations") {
        None => {}
        Some(Value::Array(list)) => {
            for value in list {
                policy.combinations.push(combination(keys, value)?);
            }
        }
        Some(_) => return Err(keys.fault("combinations", COMBINATIONS)),
    }
    policy.importance = match keys.take("importance") {
        None => None,
        Some(value) => Some(importance(value).ok_or_else(|| {
            keys.fault("importance", "write [\"A\", \"B\"], the most important first, or { A = 5, B = 2.5 }")
        })?),
    };
    if let Some(name) = keys.text("blank")? {
        policy.blank = Some(named("reading", &name, &Blank::ALL).map_err(|problem| keys.fault("blank", problem))?);
    }
    if let Some(name) = keys.text("suppress")? {
        let choice = named("choice", &name, &SuppressChoice::ALL);
        policy.suppress = Some(choice.map_err(|problem| keys.fault("suppress", problem))?);
    }
    Ok(policy)
}

fn combination(keys: &Keys<'_>, value: Value) -> Result<CombinationPolicy> {
    let fault = || keys.fault("combinations", COMBINATIONS);
    let whole = |number: i64| usize::try_from(number).map_err(|_| fault());
    match value {
        Value::Integer(size) => Ok(CombinationPolicy { of: Combined::Size(whole(size)?), k: None }),
        Value::Array(names) => {
            Ok(CombinationPolicy { of: Combined::Columns(texts(names).ok_or_else(fault)?), k: None })
        }
        Value::Table(table) => {
            let mut one = keys.within("combinations", table);
            let (size, columns) = (one.whole("size")?, one.list("columns")?);
            let k = one.whole("k")?.map(|k| k as usize);
            one.done()?;
            match (size, columns) {
                (Some(size), None) => Ok(CombinationPolicy { of: Combined::Size(size as usize), k }),
                (None, Some(columns)) => Ok(CombinationPolicy { of: Combined::Columns(columns), k }),
                _ => Err(fault()),
            }
        }
        _ => Err(fault()),
    }
}

fn texts(list: Vec<Value>) -> Option<Vec<String>> {
    list.into_iter().map(|value| value.as_str().map(str::to_owned)).collect()
}

fn importance(value: Value) -> Option<Importance> {
    match value {
        Value::Array(names) => Some(Importance::Order(texts(names)?)),
        Value::Table(weights) => {
            let weight = |value: &Value| value.as_float().or_else(|| value.as_integer().map(|weight| weight as f64));
            let weights = weights.iter().map(|(name, value)| Some((name.clone(), weight(value)?)));
            Some(Importance::Weights(weights.collect::<Option<_>>()?))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Policy;

    #[test]
    fn every_key_is_understood_or_refused() {
        let parse = |keys: &str| {
            Policy::parse("p.toml", &format!("[[mask]]\nmethod = 'suppress'\n{keys}"))
                .map(|policy| policy.tables.steps[0].suppression.clone())
                .map_err(|error| error.to_string())
        };
        let found = parse(
            "combinations = [2, ['a', 'b'], { size = 3, k = 4 }]\nimportance = ['c']\nblank = 'matches-anything'\n\
             suppress = 'records-then-cells'",
        )
        .unwrap();
        let named = Combined::Columns(vec!["a".to_owned(), "b".to_owned()]);
        assert_eq!(found.combinations[0], CombinationPolicy { of: Combined::Size(2), k: None });
        assert_eq!(found.combinations[1], CombinationPolicy { of: named, k: None });
        assert_eq!(found.combinations[2], CombinationPolicy { of: Combined::Size(3), k: Some(4) });
        assert_eq!(
            (found.blank, found.suppress),
            (Some(Blank::MatchesAnything), Some(SuppressChoice::RecordsThenCells))
        );
        assert_eq!(found.columns().collect::<Vec<_>>(), ["a", "b", "c"]);
        let weights = parse("importance = { a = 2, b = 0.5 }").unwrap().importance;
        assert_eq!(weights, Some(Importance::Weights(vec![("a".to_owned(), 2.0), ("b".to_owned(), 0.5)])));
        for (keys, expected) in [
            ("combinations = 2", "write [2, 3]"),
            ("combinations = [{ size = 2, columns = ['a'] }]", "write [2, 3]"),
            ("combinations = [{ sise = 2 }]", "did you mean “size”?"),
            ("importance = 'a'", "the most important first"),
            ("blank = 'own'", "unknown reading “own”"),
            ("suppress = 'rows'", "unknown choice “rows”"),
        ] {
            let message = parse(keys).unwrap_err();
            assert!(message.contains(expected), "{message}");
        }
    }
}
