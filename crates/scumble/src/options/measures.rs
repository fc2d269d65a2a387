//! The options of an assessment of a table, and of an attack on it.

use super::{Given, choice, keys, tables};
use crate::error::Result;
use crate::link::{Attack, LinkSettings};
use crate::policy::Keys;
use crate::table::Assessment;
use scumble_assess::table::Measure;
use scumble_data::Missing;
use std::path::PathBuf;
use toml::Value;

/// What is measured of a release, over what is known of it: `columns` (a list), `only` (names of measures), `window`, `tolerance`,
/// `weight`, `household`, `sampling_fraction`, `population` (a file), `missing_values`; and roles and kinds of columns by `policy`.
///
/// # Errors
/// If a key is not known, or its value cannot be used.
pub fn assessment(given: Given, known: Assessment) -> Result<Assessment> {
    let mut keys = keys(given)?;
    let mut asked = known;
    asked.columns = keys.names("columns")?;
    let measure = |name: &String| crate::policy::named("measure", name, &Measure::ALL);
    let measures = keys.names("only")?.iter().map(measure).collect::<Result<_, String>>();
    asked.measures = measures.map_err(|problem| keys.fault("only", problem))?;
    asked.settings.window = keys.number("window")?.unwrap_or(asked.settings.window);
    asked.settings.tolerance = keys.number("tolerance")?;
    if asked.settings.tolerance.is_some_and(|percent| !(0.0..=1e6).contains(&percent)) {
        return Err(
            keys.fault("tolerance", "a percentage of a column's standard deviation, of at least 0, is expected")
        );
    }
    asked.settings.fraction = keys.number("sampling_fraction")?;
    if asked.settings.fraction.is_some_and(|share| !(share > 0.0 && share <= 1.0)) {
        return Err(keys.fault("sampling_fraction", "a share above 0 and at most 1 is expected"));
    }
    asked.weight = keys.text("weight")?;
    asked.household = keys.text("household")?;
    asked.population = keys.text("population")?.map(PathBuf::from);
    let missing = missing(&mut keys)?;
    if let Some(policy) = keys.take("policy") {
        let mut inner = Keys::new(keys.file(), "", toml::Table::new());
        inner.put("policy", policy);
        asked = asked.with_policy(&tables::read(inner)?);
    }
    asked.missing = missing.unwrap_or(asked.missing);
    keys.done()?;
    Ok(asked)
}

fn missing(keys: &mut Keys<'_>) -> Result<Option<Missing>> {
    let values = keys.list("missing_values")?;
    Ok(values.map(|values| Missing { values }))
}

/// How records are linked.
#[derive(Debug, Clone)]
pub struct LinkOptions {
    /// The settings.
    pub settings: LinkSettings,
    /// The records whose pairs the intruder knows, from 0; none if nothing is learned from pairs.
    pub known: Option<Vec<u32>>,
}

impl LinkOptions {
    /// `distance`, `columns`, `key`, `one_to_one`, `effort`, `seed`, `missing_values`, and `train`: a number of records or a list of
    /// rows from 0.
    ///
    /// # Errors
    /// If a key is not known, or its value cannot be used.
    pub fn read(given: Given) -> Result<Self> {
        let mut keys = keys(given)?;
        let usual = LinkSettings::default();
        let attack = choice(&mut keys, "distance", &Attack::ALL)?;
        let settings = LinkSettings {
            attack: attack.unwrap_or(usual.attack),
            columns: keys.names("columns")?,
            key: keys.text("key")?,
            effort: keys.number("effort")?.unwrap_or(usual.effort),
            seed: keys.whole("seed")?.unwrap_or(usual.seed),
            one_to_one: keys.yes("one_to_one")?.unwrap_or_default(),
            missing: missing(&mut keys)?.unwrap_or(usual.missing),
        };
        let row = |value: &Value| value.as_integer().and_then(|row| u32::try_from(row).ok());
        let fault = |keys: &Keys<'_>| keys.fault("train", "a number of records or a list of rows from 0 is expected");
        let known = match keys.take("train") {
            None => None,
            Some(Value::Array(rows)) => {
                Some(rows.iter().map(row).collect::<Option<Vec<u32>>>().ok_or_else(|| fault(&keys))?)
            }
            Some(count) => Some((0..row(&count).ok_or_else(|| fault(&keys))?).collect()),
        };
        if known.is_some() && (attack.is_some() || settings.one_to_one) {
            return Err(keys.fault("train", "a distance is learned from the pairs: leave distance and one_to_one away"));
        }
        keys.done()?;
        Ok(Self { settings, known })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::given;
    use super::*;

    #[test]
    fn options_of_an_attack() {
        let options = LinkOptions::read(given(r#"{"distance": "ci", "columns": "a", "effort": 2}"#)).unwrap();
        assert_eq!((options.settings.attack.name(), options.settings.effort), ("ci", 2.0));
        assert_eq!(LinkOptions::read(given(r#"{"train": 3}"#)).unwrap().known, Some(vec![0, 1, 2]));
        for (options, expected) in [
            (r#"{"distance": "cii"}"#, "did you mean “ci”?"),
            (r#"{"train": [1], "one_to_one": true}"#, "leave distance"),
            (r#"{"effrt": 1}"#, "did you mean “effort”?"),
        ] {
            let error = LinkOptions::read(given(options)).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn options_of_an_assessment() {
        let asked = assessment(given(r#"{"only": ["dbrl", "id"], "window": 5}"#), Assessment::default()).unwrap();
        assert_eq!((asked.measures.len(), asked.settings.window), (2, 5.0));
        let policy = r#"{"policy": {"columns": {"a": {"role": "quasi"}}}}"#;
        assert_eq!(assessment(given(policy), Assessment::default()).unwrap().known.len(), 1);
        assert!(assessment(given(r#"{"only": "dbr"}"#), Assessment::default()).is_err());
        assert!(assessment(given(r#"{"sampling_fraction": 2}"#), Assessment::default()).is_err());
    }
}
