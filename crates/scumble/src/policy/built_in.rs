//! Policies by purpose that come with the build: what a rule names, and how each of it is found.

use super::DocumentPolicy;
use super::kinds::kind_named;
use scumble_mask::document::{Found, Kind};
use scumble_text::EntityKind;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::OnceLock;
use toml::Table;

/// What every description of a policy says.
pub(crate) const NO_DETERMINATION: &str =
    "This is no legal determination: whether a release meets a rule is for a person to decide.";

/// The policies, by name.
const SOURCES: [(&str, &str); 4] = [
    ("hipaa-safe-harbor", include_str!("../../data/policies/hipaa-safe-harbor.toml")),
    ("gdpr-pseudonym", include_str!("../../data/policies/gdpr-pseudonym.toml")),
    ("foi-release", include_str!("../../data/policies/foi-release.toml")),
    ("research-text", include_str!("../../data/policies/research-text.toml")),
];
const MEASURED: &str = include_str!("../../data/policies/measured.toml");

/// A policy by purpose.
#[derive(Clone, Debug)]
pub struct BuiltInPolicy {
    /// Its name.
    pub name: &'static str,
    /// What it is for, in a line.
    pub title: String,
    /// The rule that it follows.
    pub rule: String,
    /// What it does.
    pub purpose: String,
    /// What is left to do.
    pub next: String,
    /// What is protected, and how.
    pub documents: DocumentPolicy,
    /// What the rule names.
    pub identifiers: Vec<Identifier>,
    /// The settings as they are written in a policy file.
    pub settings: String,
}

/// Something that a rule names.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Identifier {
    /// What the rule calls it.
    pub name: String,
    /// How it is covered.
    pub coverage: Coverage,
    /// The kinds of findings that cover it, each with what was measured.
    pub kinds: Vec<(String, Option<Measured>)>,
    /// What else is to be known.
    pub note: String,
}

/// How something that a rule names is covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Coverage {
    /// It is written by rule, and removed by patterns.
    Rule,
    /// A trained model finds it: some are missed.
    Model,
    /// Some of it is found by patterns, some by a model.
    RuleAndModel,
    /// It is not looked for.
    NotCovered,
}

impl Coverage {
    /// What users read.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Rule => "removed by rule",
            Self::Model => "found by a model",
            Self::RuleAndModel => "removed by rule, or found by a model",
            Self::NotCovered => "not covered",
        }
    }
}

/// How many entities of a kind are found in a set that was measured.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Measured {
    /// Entities of the kind.
    pub number: usize,
    /// The share of which exactly the span was found.
    pub whole: f64,
    /// The share of which at least a part was found, as any kind.
    pub touched: f64,
}

/// All policies by purpose.
pub fn built_in_policies() -> &'static [BuiltInPolicy] {
    static POLICIES: OnceLock<Vec<BuiltInPolicy>> = OnceLock::new();
    POLICIES.get_or_init(|| {
        let policies = SOURCES.iter().map(|(name, source)| parse(name, source));
        policies.collect::<Option<_>>().expect("the policies that come with the build are checked by the tests")
    })
}

/// The policy of a purpose, if there is one of that name.
///
/// ```
/// let policy = scumble::policy::built_in("hipaa-safe-harbor").unwrap();
/// assert_eq!(policy.identifiers.len(), 18);
/// ```
pub fn built_in(name: &str) -> Option<&'static BuiltInPolicy> {
    built_in_policies().iter().find(|policy| policy.name == name)
}

/// The set that the figures were measured on.
fn source_of_figures() -> String {
    let table: Option<Table> = MEASURED.parse().ok();
    table.and_then(|table| Some(table.get("source")?.as_str()?.to_owned())).unwrap_or_default()
}

fn measured() -> BTreeMap<String, Measured> {
    let table: Table = MEASURED.parse().unwrap_or_default();
    let kinds = table.get("kinds").and_then(|kinds| kinds.as_table()).cloned().unwrap_or_default();
    let figures = |value: &toml::Value| {
        let share = |key: &str| value.get(key).and_then(toml::Value::as_float);
        let number = value.get("number").and_then(toml::Value::as_integer)?;
        Some(Measured { number: number as usize, whole: share("whole")?, touched: share("touched")? })
    };
    kinds.iter().filter_map(|(kind, value)| Some((kind.clone(), figures(value)?))).collect()
}

fn parse(name: &'static str, source: &str) -> Option<BuiltInPolicy> {
    let table: Table = source.parse().ok()?;
    let text = |key: &str| Some(table.get(key)?.as_str()?.to_owned());
    let measured = measured();
    let identifier = |value: &toml::Value| {
        let names: Vec<String> = value
            .get("kinds")?
            .as_array()?
            .iter()
            .map(|kind| kind.as_str().map(str::to_owned))
            .collect::<Option<_>>()?;
        let kinds: Vec<Kind> = names.iter().map(|name| kind_named(name, &[]).ok()).collect::<Option<_>>()?;
        let models = kinds.iter().filter(|kind| is_by_model(**kind)).count();
        let coverage = match (kinds.len(), models) {
            (0, _) => Coverage::NotCovered,
            (_, 0) => Coverage::Rule,
            (all, models) if all == models => Coverage::Model,
            _ => Coverage::RuleAndModel,
        };
        Some(Identifier {
            name: value.get("name")?.as_str()?.to_owned(),
            coverage,
            kinds: names.into_iter().map(|kind| (kind.clone(), measured.get(&kind).copied())).collect(),
            note: value.get("note").and_then(toml::Value::as_str).unwrap_or_default().to_owned(),
        })
    };
    let settings = source.split("[documents]").nth(1)?.split("[[identifier]]").next()?.trim();
    Some(BuiltInPolicy {
        name,
        title: text("title")?,
        rule: text("rule")?,
        purpose: text("purpose")?,
        next: text("next")?,
        documents: DocumentPolicy::parse(name, source).ok()?,
        identifiers: table.get("identifier")?.as_array()?.iter().map(identifier).collect::<Option<_>>()?,
        settings: format!("[documents]\n{settings}\n"),
    })
}

/// Whether a trained model finds findings of a kind, and not a pattern or a list.
fn is_by_model(kind: Kind) -> bool {
    use EntityKind::{Demographic, Miscellaneous, Organization, Person, Place};
    matches!(
        kind,
        Kind::Found(Found::Entity(Person | Organization | Place | Demographic | Miscellaneous) | Found::Term)
    )
}

impl BuiltInPolicy {
    /// What the policy is for and how it covers what its rule names, for people.
    pub fn to_text(&self) -> String {
        let mut text = format!("{}: {}\n\n{}.\n{}\n", self.name, self.title, self.rule, self.purpose);
        text += "\nWhat the rule names, and how it is found:\n";
        for identifier in &self.identifiers {
            text += &format!("\n  {}: {}\n", identifier.name, identifier.coverage.as_str());
            for (kind, measured) in &identifier.kinds {
                let figures = match measured {
                    Some(Measured { number, whole, touched }) => {
                        format!(
                            "{:.1} % found whole, {:.1} % at least in part, of {number}",
                            100.0 * whole,
                            100.0 * touched
                        )
                    }
                    None => "not measured".to_owned(),
                };
                text += &format!("    {kind:<14} {figures}\n");
            }
            if !identifier.note.is_empty() {
                text += &format!("    {}\n", identifier.note);
            }
        }
        text += &format!("\nFigures: {}.\n", source_of_figures());
        text += &format!("\n{}\n\n{}\n{}\n", self.next, NO_DETERMINATION, self.settings);
        text
    }

    /// The same for programs.
    pub fn to_json(&self) -> Value {
        let identifiers = self.identifiers.iter().map(|identifier| {
            let kinds = identifier.kinds.iter().map(|(kind, measured)| json!({"kind": kind, "measured": measured}));
            json!({
                "name": identifier.name,
                "coverage": identifier.coverage,
                "kinds": kinds.collect::<Vec<_>>(),
                "note": identifier.note,
            })
        });
        json!({
            "name": self.name,
            "title": self.title,
            "rule": self.rule,
            "purpose": self.purpose,
            "next": self.next,
            "identifiers": identifiers.collect::<Vec<_>>(),
            "figures": source_of_figures(),
            "settings": self.settings,
            "note": NO_DETERMINATION,
        })
    }
}
