//! A policy out of a TOML file.

use super::keys::Keys;
use super::promise::promise;
use super::suppression::suppression;
use super::{OtherColumns, PerturbationSettings, Policy, Step, StepGroup, TablePolicy, named};
use crate::error::{Error, ErrorKind, Result};
use scumble_data::{ColumnKind, Decimals, Role};
use scumble_io::Place;
use scumble_mask::table::{MissingValues, WhenMissing};
use scumble_mask::{Centroid, Method, Transition, ValueDistance};
use scumble_ontology::load::Spec;
use std::path::Path;
use toml::{Table, Value};

impl Policy {
    /// Reads a policy file. Files that it names lie beside it, unless they say otherwise.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a policy.
    pub fn read(path: &Path) -> Result<Self> {
        let file = path.display().to_string();
        let text = std::fs::read_to_string(path)
            .map_err(|error| Error::new(ErrorKind::Io, format!("cannot be read: {error}")).at(Place::file(&file)))?;
        let mut policy = Self::parse(&file, &text)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        for column in &mut policy.tables.columns {
            if let Some(ColumnKind::Text(taxonomy)) = &mut column.kind {
                *taxonomy = beside(taxonomy, folder)
                    .map_err(|error| Error::input(format!("{file}: columns.{}.taxonomy: {error}", column.name)))?;
            }
        }
        if let Some(ValueDistance::Hierarchical(taxonomy)) = policy.tables.promise.t.as_mut().map(|t| &mut t.distance) {
            *taxonomy = beside(taxonomy, folder)
                .map_err(|error| Error::input(format!("{file}: promise.t.taxonomy: {error}")))?;
        }
        if let Some(population) = &mut policy.tables.promise.population {
            population.file = folder.join(&population.file).display().to_string();
        }
        Ok(policy)
    }

    /// Reads a policy out of its text; `name` is that of the file, for messages.
    ///
    /// # Errors
    /// If the text is not a policy.
    pub fn parse(name: &str, text: &str) -> Result<Self> {
        Ok(Self { tables: TablePolicy::parse(name, text)? })
    }
}

/// A taxonomy whose files lie beside the policy.
fn beside(taxonomy: &str, folder: &Path) -> std::result::Result<String, scumble_ontology::Error> {
    let specs = Spec::parse(taxonomy)?;
    Ok(Spec::list(&specs.into_iter().map(|spec| spec.beside(folder)).collect::<Vec<_>>()))
}

impl TablePolicy {
    fn parse(file: &str, text: &str) -> Result<Self> {
        let mut keys = Keys::new(file, "", toml_table(file, text)?);
        let policy = Self::of_keys(&mut keys)?;
        // What it says about documents is read by those runs.
        keys.take("documents");
        keys.done()?;
        Ok(policy)
    }

    /// What the keys of a policy file say; keys that it does not have are left.
    pub(crate) fn of_keys(keys: &mut Keys<'_>) -> Result<Self> {
        let file = keys.file();
        let mut policy = Self { seed: keys.whole("seed")?, ..Self::default() };
        if let Some(name) = keys.text("others")? {
            let others = named("choice", &name, &OtherColumns::ALL);
            policy.others = Some(others.map_err(|problem| keys.fault("others", problem))?);
        }
        if let Some(value) = keys.take("round") {
            policy.decimals = decimals(&value).map_err(|problem| keys.fault("round", problem))?;
        }
        policy.shuffle = keys.yes("shuffle")?.unwrap_or_default();
        if let Some(columns) = keys.table("columns")? {
            for (name, value) in columns.rest() {
                column(file, &mut policy, &name, value)?;
            }
        }
        if let Some(table) = keys.table("missing")? {
            policy.missing = missing(table)?;
        }
        match keys.take("mask") {
            None => {}
            Some(Value::Array(steps)) => {
                for (at, value) in steps.into_iter().enumerate() {
                    let Value::Table(table) = value else {
                        return Err(keys.fault("mask", "steps are written as [[mask]] tables"));
                    };
                    policy.steps.push(step(Keys::new(file, format!("mask step {}", at + 1), table))?);
                }
            }
            Some(_) => return Err(keys.fault("mask", "steps are written as [[mask]] tables")),
        }
        if let Some(table) = keys.table("promise")? {
            policy.promise = promise(table)?;
        }
        Ok(policy)
    }
}

/// The TOML of a file.
///
/// # Errors
/// If it is none; the place is the line.
pub(crate) fn toml_table(file: &str, text: &str) -> Result<Table> {
    text.parse().map_err(|error: toml::de::Error| {
        let line = error.span().map_or(1, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
        Error::input(error.message()).at(Place::line(file, line as u64))
    })
}

/// The kinds of columns by their names.
#[derive(Clone, Copy, PartialEq)]
enum KindName {
    Number,
    Date,
    Ordinal,
    Nominal,
    Text,
}

impl KindName {
    const ALL: [(&'static str, Self); 5] = [
        ("number", Self::Number),
        ("date", Self::Date),
        ("ordinal", Self::Ordinal),
        ("nominal", Self::Nominal),
        ("text", Self::Text),
    ];
}

fn column(file: &str, policy: &mut TablePolicy, name: &str, value: Value) -> Result<()> {
    let mut keys = match value {
        Value::Table(table) => Keys::new(file, format!("columns.{name}"), table),
        _ => return Err(Error::input(format!("{file}: columns.{name}: write {{ role = \"…\" }}"))),
    };
    let role = keys.text("role")?;
    let kind = keys.text("kind")?;
    let round = keys.take("round").map(|value| decimals(&value)).transpose();
    let round = round.map_err(|problem| keys.fault("round", problem))?;
    let (format, order, taxonomy) = (keys.text("format")?, keys.list("order")?, keys.text("taxonomy")?);
    let role =
        role.map(|role| named("role", &role, &Role::ALL)).transpose().map_err(|problem| keys.fault("role", problem))?;
    let kind = kind.map(|kind| named("kind", &kind, &KindName::ALL)).transpose();
    let kind = kind.map_err(|problem| keys.fault("kind", problem))?;
    for (key, name, wanted, given) in [
        ("format", "date", KindName::Date, format.is_some()),
        ("order", "ordinal", KindName::Ordinal, order.is_some()),
        ("taxonomy", "text", KindName::Text, taxonomy.is_some()),
    ] {
        if given && kind != Some(wanted) {
            return Err(keys.fault(key, format!("only a column of kind {name} has it")));
        }
    }
    let kind = match kind {
        None => None,
        Some(KindName::Number) => Some(ColumnKind::Number),
        Some(KindName::Date) => Some(ColumnKind::Date(format.unwrap_or_else(|| "%Y-%m-%d".to_owned()))),
        Some(KindName::Ordinal) => match order {
            Some(order) if order.len() > 1 => Some(ColumnKind::Ordinal(order)),
            _ => return Err(keys.fault("order", "an ordinal column needs its values in order")),
        },
        Some(KindName::Nominal) => Some(ColumnKind::Nominal),
        Some(KindName::Text) => Some(ColumnKind::Text(taxonomy.unwrap_or_else(|| "wordnet".to_owned()))),
    };
    keys.done()?;
    let column = policy.column(name);
    column.role = role;
    column.kind = kind;
    column.decimals = round;
    Ok(())
}

/// `"own"`, `"none"`, or a number of decimals.
fn decimals(value: &Value) -> std::result::Result<Decimals, String> {
    match (value.as_str(), value.as_integer()) {
        (Some(name), _) => named("rounding", name, &[("own", Decimals::Own), ("none", Decimals::All)]),
        (_, Some(digits @ 0..=17)) => Ok(Decimals::Exactly(digits as usize)),
        _ => Err("write “own”, “none” or a number of decimals from 0 to 17".to_owned()),
    }
}

fn missing(mut keys: Keys<'_>) -> Result<MissingValues> {
    let mut policy = MissingValues::default();
    if let Some(name) = keys.text("default")? {
        policy.default =
            named("treatment", &name, &WhenMissing::ALL).map_err(|problem| keys.fault("default", problem))?;
    }
    if let Some(values) = keys.list("values")? {
        policy.values.values = values;
    }
    if let Some(columns) = keys.table("columns")? {
        for (column, value) in columns.rest() {
            let Some(name) = value.as_str() else { return Err(keys.fault(&column, "a string is expected")) };
            let when = named("treatment", name, &WhenMissing::ALL).map_err(|problem| keys.fault(&column, problem))?;
            policy.columns.insert(column, when);
        }
    }
    keys.done()?;
    Ok(policy)
}

/// One step. Every key that is left must be one of it.
pub(crate) fn step(mut keys: Keys<'_>) -> Result<Step> {
    let method = keys.text("method")?.map(|name| named("method", &name, &Method::ALL));
    let method = method.transpose().map_err(|problem| keys.fault("method", problem))?;
    let mut step = Step {
        method,
        columns: keys.list("columns")?.unwrap_or_default(),
        k: keys.whole("k")?.map(|k| k as usize),
        groups: Vec::new(),
        effort: keys.number("effort")?,
        standardize: keys.yes("standardize")?,
        centroid: None,
        suppression_limit: keys.number("suppression_limit")?,
        perturbation: perturbation(&mut keys)?,
        suppression: suppression(&mut keys)?,
    };
    if let Some(centroid) = keys.text("centroid")? {
        let centroid = named("centroid", &centroid, &Centroid::ALL);
        step.centroid = Some(centroid.map_err(|problem| keys.fault("centroid", problem))?);
    }
    match keys.take("groups") {
        None => {}
        Some(Value::Array(groups)) => {
            for group in groups {
                let Value::Table(table) = group else {
                    return Err(keys.fault("groups", "write [{ columns = [\"A\", \"B\"], k = 3 }, …]"));
                };
                let mut group = keys.within("groups", table);
                let columns = group.list("columns")?.unwrap_or_default();
                step.groups.push(StepGroup { columns, k: group.whole("k")?.map(|k| k as usize) });
                group.done()?;
            }
        }
        Some(_) => return Err(keys.fault("groups", "write [{ columns = [\"A\", \"B\"], k = 3 }, …]")),
    }
    keys.done()?;
    Ok(step)
}

/// The settings of a perturbation.
fn perturbation(keys: &mut Keys<'_>) -> Result<PerturbationSettings> {
    let transition = keys.text("transition")?.map(|name| named("transition", &name, &Transition::ALL));
    Ok(PerturbationSettings {
        percent: keys.number("percent")?,
        transition: transition.transpose().map_err(|problem| keys.fault("transition", problem))?,
        given: keys.list("given")?.unwrap_or_default(),
        top: keys.number("top")?,
        bottom: keys.number("bottom")?,
        base: keys.number("base")?,
        levels: levels(keys)?,
    })
}

/// `levels = { A = 1, B = 2 }`.
fn levels(keys: &mut Keys<'_>) -> Result<Vec<(String, usize)>> {
    let fault = |keys: &Keys<'_>| keys.fault("levels", "write { A = 1, B = 2 }");
    match keys.take("levels") {
        None => Ok(Vec::new()),
        Some(toml::Value::Table(table)) => {
            let level = |value: &toml::Value| value.as_integer().and_then(|level| usize::try_from(level).ok());
            let all = table.iter().map(|(name, value)| Some((name.clone(), level(value)?)));
            all.collect::<Option<_>>().ok_or_else(|| fault(keys))
        }
        Some(_) => Err(fault(keys)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_mask::TCloseness;

    #[test]
    fn the_whole_of_a_policy_is_understood() {
        let policy = Policy::parse(
            "p.toml",
            r#"
            seed = 7
            others = "drop"
            round = "none"
            [columns]
            name = { role = "identifier" }
            born = { role = "quasi", kind = "date", format = "%d.%m.%Y" }
            age = { role = "quasi", round = 1 }
            note = { role = "other" }
            severity = { role = "quasi", kind = "ordinal", order = ["low", "high"] }
            diagnosis = { role = "confidential" }
            [missing]
            default = "suppress"
            values = ["", "?"]
            columns = { born = "group" }
            [[mask]]
            method = "refined"
            columns = ["born", "severity"]
            k = 5
            effort = 2.5
            centroid = "hypernym"
            [[mask]]
            method = "grouped"
            groups = [{ columns = ["a", "b"], k = 3 }, { columns = ["c"] }]
            [promise]
            k = 5
            l = { column = "diagnosis", distinct = 3 }
            t = { column = "diagnosis", at_most = 0.25 }
            [documents]
            policy = "combined"
            "#,
        )
        .unwrap()
        .tables;
        assert_eq!((policy.seed, policy.columns.len(), policy.steps.len()), (Some(7), 6, 2));
        assert_eq!((policy.others, policy.decimals), (Some(OtherColumns::Drop), Decimals::All));
        assert_eq!(
            policy.columns.iter().find(|column| column.name == "age").unwrap().decimals,
            Some(Decimals::Exactly(1))
        );
        assert!(policy.columns.iter().any(|column| column.role == Some(Role::Published)));
        assert_eq!(policy.missing.default, WhenMissing::Suppress);
        assert_eq!(policy.missing.when("born"), WhenMissing::Group);
        assert_eq!(policy.steps[0].centroid, Some(Centroid::Hypernym));
        assert_eq!(policy.steps[1].groups[0], StepGroup { columns: vec!["a".to_owned(), "b".to_owned()], k: Some(3) });
        let t = TCloseness { column: "diagnosis".to_owned(), at_most: 0.25, distance: ValueDistance::ByKind };
        assert_eq!(policy.promise.t, Some(t));
    }

    #[test]
    fn what_is_not_understood_is_refused_with_the_nearest() {
        for (text, expected) in [
            ("sed = 1", "p.toml: sed: unknown; did you mean “seed”?"),
            ("[columns]\na = { rol = 'quasi' }", "p.toml: columns.a.rol: unknown; did you mean “role”?"),
            ("[columns]\na = { role = 'quasy' }", "did you mean “quasi”?"),
            ("[columns]\na = { kind = 'number', order = ['x'] }", "only a column of kind ordinal has it"),
            ("[[mask]]\nmethod = 'mdaw'", "mask step 1.method: unknown method “mdaw”; did you mean “mdav”?"),
            ("[[mask]]\nk = -3", "a whole number is expected"),
            ("[promise]\nt = { column = 'x', at_most = 3 }", "at_most must be between 0 and 1"),
            ("\n\nx = ", "p.toml, line 3: "),
            ("[missing]\ndefault = 'keep'", "unknown treatment “keep”"),
        ] {
            let error = Policy::parse("p.toml", text).unwrap_err();
            assert!(error.to_string().contains(expected), "{text}: {error}");
        }
    }
}
