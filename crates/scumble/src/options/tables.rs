//! The options of a run on a table.

use super::{Given, NAME, keys};
use crate::error::{Error, Result};
use crate::policy::{Keys, Policy, Step, TablePolicy, step};
use scumble_data::Role;
use scumble_mask::Cutting;
use scumble_mask::partition::Blocks;
use std::path::Path;
use toml::Value;

/// Options that give columns a role.
const ROLES: [(&str, Role); 7] = [
    ("identifier", Role::Identifier),
    ("quasi", Role::Quasi),
    ("confidential", Role::Confidential),
    ("publish", Role::Published),
    ("weight", Role::Weight),
    ("stratum", Role::Stratum),
    ("household", Role::Household),
];

/// A policy of a table: the keys of a policy file and, beside them, those of one step (`k`, `method`, …), `blocks` (auto, no, or a
/// number of records) and names of columns by their role (`identifier`, `confidential`, …). `columns` is a table as in a file, or the
/// list of a step; `missing` may be the treatment alone. `policy` is a file or an object like one, over which the others are laid.
///
/// # Errors
/// If a key is not known, or its value cannot be used.
pub fn table_policy(given: Given) -> Result<TablePolicy> {
    read(keys(given)?)
}

pub(super) fn read(mut keys: Keys<'_>) -> Result<TablePolicy> {
    let base = match keys.take("policy") {
        None => TablePolicy::default(),
        Some(Value::String(path)) => Policy::read(Path::new(&path))?.tables,
        Some(Value::Table(table)) => {
            let mut inner = Keys::new("policy", "", table);
            let policy = TablePolicy::of_keys(&mut inner)?;
            inner.take("documents");
            inner.done()?;
            policy
        }
        Some(_) => return Err(keys.fault("policy", "the name of a file or an object is expected")),
    };
    let columns = match keys.take("columns") {
        Some(Value::Table(roles)) => {
            keys.put("columns", Value::Table(roles));
            None
        }
        other => other,
    };
    if let Some(Value::String(treatment)) = keys.take("missing").map(|value| back(&mut keys, value)) {
        let table = toml::Table::from_iter([("default".to_owned(), Value::String(treatment))]);
        keys.put("missing", Value::Table(table));
    }
    let mut policy = TablePolicy::of_keys(&mut keys)?;
    let mut roles: Vec<(String, Role)> =
        policy.columns.iter().filter_map(|column| Some((column.name.clone(), column.role?))).collect();
    for (key, role) in ROLES {
        roles.extend(keys.names(key)?.into_iter().map(|name| (name, role)));
    }
    policy.give_roles(roles)?;
    if let Some(cutting) = cutting(&mut keys)? {
        policy.cutting = cutting;
    }
    if let Some(columns) = columns {
        let columns = if columns.is_str() { Value::Array(vec![columns]) } else { columns };
        keys.put("columns", columns);
    }
    let own = step(keys)?;
    if own != Step::default() {
        if !policy.steps.is_empty() {
            let what = format!("{NAME}: mask: steps are given, and options of a step beside them");
            return Err(Error::input(what).with_help("say all of it in the steps"));
        }
        policy.steps.push(own);
    }
    policy.over(base)
}

/// A value that stays where it was unless something else is put there.
fn back(keys: &mut Keys<'_>, value: Value) -> Value {
    keys.put("missing", value.clone());
    value
}

/// `auto`, `no`, or a number of records.
fn cutting(keys: &mut Keys<'_>) -> Result<Option<Cutting>> {
    match keys.take("blocks") {
        None => Ok(None),
        Some(Value::String(name)) if name == "auto" => Ok(Some(Cutting::Auto)),
        Some(Value::String(name)) if name == "no" => Ok(Some(Cutting::Never)),
        Some(Value::Integer(records @ 16..)) => {
            Ok(Some(Cutting::Always(Blocks { records: records as usize, ..Blocks::default() })))
        }
        Some(_) => Err(keys.fault("blocks", "auto, no, or a number of records of at least 16 is expected")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::given;
    use super::*;

    #[test]
    fn options_make_the_policy_that_a_file_makes() {
        let options = given(
            r#"{"seed": 7, "others": "drop", "identifier": "id", "confidential": ["ill"], "columns": ["age"], "k": 3,
                "method": "refined", "missing": "suppress", "promise": {"k": 3}, "blocks": "no", "effort": null}"#,
        );
        let file = "seed = 7\nothers = 'drop'\n[columns]\nid = { role = 'identifier' }\nill = { role = 'confidential' }\n\
                    [missing]\ndefault = 'suppress'\n[[mask]]\nmethod = 'refined'\ncolumns = ['age']\nk = 3\n[promise]\nk = 3";
        let expected = TablePolicy { cutting: Cutting::Never, ..Policy::parse("p", file).unwrap().tables };
        assert_eq!(table_policy(options).unwrap(), expected);
    }

    #[test]
    fn columns_are_roles_or_those_of_a_step() {
        let roles = table_policy(given(r#"{"columns": {"age": {"role": "quasi", "round": 1}}, "k": 2}"#)).unwrap();
        assert_eq!((roles.columns.len(), roles.steps[0].columns.len()), (1, 0));
        let one = table_policy(given(r#"{"columns": "age"}"#)).unwrap();
        assert_eq!(one.steps[0].columns, ["age"]);
    }

    #[test]
    fn options_lie_over_a_policy() {
        let policy = r#"{"policy": {"seed": 3, "mask": [{"method": "refined", "k": 4}], "documents": {}}, "k": 9}"#;
        let policy = table_policy(given(policy)).unwrap();
        assert_eq!((policy.seed, policy.steps.len(), policy.steps[0].k), (Some(3), 1, Some(9)));
        assert!(policy.steps[0].method.is_some());
    }

    #[test]
    fn what_is_not_known_is_refused_with_the_nearest() {
        for (options, expected) in [
            (r#"{"kk": 3}"#, "options: kk: unknown; did you mean “k”?"),
            (r#"{"sed": 3}"#, "did you mean “seed”?"),
            (r#"{"columnes": ["a"]}"#, "did you mean “columns”?"),
            (r#"{"policy": {"othres": "drop"}}"#, "policy: othres: unknown; did you mean “others”?"),
            (r#"{"k": -1}"#, "k: a whole number is expected"),
            (r#"{"blocks": 3}"#, "blocks: auto, no, or a number"),
            (r#"{"mask": [{"k": 2}], "k": 3}"#, "beside them"),
            (r#"{"columns": [1]}"#, "columns: a list of strings is expected"),
            (
                r#"{"identifier": "a", "publish": ["b", "a"]}"#,
                "column “a” is given two roles: identifier and published",
            ),
            (r#"{"columns": {"a": {"role": "identifier"}}, "publish": "a"}"#, "“a” is given two roles"),
            (r#"{"quasi": ["a"], "confidential": "a"}"#, "“a” is given two roles"),
        ] {
            let error = table_policy(given(options)).unwrap_err().to_string();
            assert!(error.contains(expected), "{options}: {error}");
        }
    }
}
