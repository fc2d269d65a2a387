//! The options of an exploration.

use super::{Given, keys, tables};
use crate::error::Result;
use crate::explore::{Choice, GridMethod, range, whole_numbers};
use crate::policy::{Keys, TablePolicy};
use scumble_data::Role;
use toml::Value;

/// What the columns are, and what is tried: `methods`, `k` and `p` (a number, a list of numbers or a range such as `3..20`); the other
/// keys are those of [`table_policy`](super::table_policy).
///
/// # Errors
/// If a key is not known, or its value cannot be used.
pub fn exploration(given: Given) -> Result<(TablePolicy, Choice)> {
    let mut keys = keys(given)?;
    let methods = keys.names("methods")?.iter().map(|name| GridMethod::named(name)).collect::<Result<_, String>>();
    let methods = methods.map_err(|problem| keys.fault("methods", problem))?;
    let k = values(&mut keys, "k")?;
    let k = whole_numbers(&k).map_err(|problem| keys.fault("k", problem))?;
    let p = values(&mut keys, "p")?;
    let mut policy = tables::read(keys)?;
    // A grid says how: the columns of a step are quasi-identifiers.
    let named: Vec<String> = policy.steps.iter_mut().flat_map(|step| std::mem::take(&mut step.columns)).collect();
    named.iter().for_each(|name| policy.column(name).role = Some(Role::Quasi));
    Ok((policy, Choice { grid: None, methods, k, p }))
}

fn values(keys: &mut Keys<'_>, key: &'static str) -> Result<Vec<f64>> {
    let number = |value: &Value| value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64));
    let found = match keys.take(key) {
        None => Ok(Vec::new()),
        Some(Value::String(text)) => range(&text),
        Some(Value::Array(items)) => {
            let all: Option<Vec<f64>> = items.iter().map(number).collect();
            all.ok_or_else(|| "a list of numbers is expected".to_owned())
        }
        Some(value) => number(&value).map(|one| vec![one]).ok_or_else(|| "a number or a range is expected".to_owned()),
    };
    found.map_err(|problem| keys.fault(key, problem))
}

#[cfg(test)]
mod tests {
    use super::super::tests::given;
    use super::*;

    #[test]
    fn values_are_numbers_lists_or_ranges() {
        let options = given(r#"{"columns": ["a"], "others": "drop", "methods": "mdav", "k": "3..5", "p": [0.5, 2]}"#);
        let (policy, choice) = exploration(options).unwrap();
        assert_eq!((choice.k, choice.p, choice.methods.len()), (vec![3, 4, 5], vec![0.5, 2.0], 1));
        assert_eq!(policy.columns[0].role, Some(Role::Quasi));
        assert_eq!(exploration(given(r#"{"k": 4}"#)).unwrap().1.k, [4]);
        let error = exploration(given(r#"{"method": "mdav", "metods": ["mdav"]}"#)).unwrap_err();
        assert!(error.to_string().contains("metods: unknown; did you mean “method"), "{error}");
    }
}
