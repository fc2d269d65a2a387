//! The part of a policy file that is about documents.

use crate::documents::topics::TopicPolicy;
use scumble::Error as Failure;
use scumble::policy::{Keys, named, toml_table};
use scumble_mask::document::{KeepPlaces, Method};
use std::path::Path;
use toml::{Table, Value};

/// What a policy file says about documents; nothing where it says nothing.
#[derive(Default)]
pub(crate) struct DocumentPolicy {
    pub(crate) method: Option<Method>,
    pub(crate) hide: Vec<String>,
    pub(crate) people: Vec<String>,
    pub(crate) beta: Option<f64>,
    pub(crate) w: Option<f64>,
    pub(crate) exact: Option<bool>,
    pub(crate) counts: Option<String>,
    pub(crate) replace: Option<String>,
    pub(crate) keep_places: Option<KeepPlaces>,
    pub(crate) allow: Vec<String>,
    pub(crate) deny: Vec<String>,
    pub(crate) topics: Vec<TopicPolicy>,
    /// Recognizers: kinds and patterns.
    pub(crate) recognizers: Vec<(String, String)>,
}

impl DocumentPolicy {
    /// Reads the `[documents]` of a policy file.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let file = path.display().to_string();
        let text = std::fs::read_to_string(path)
            .map_err(|error| Failure::input(format!("{file}: cannot be read: {error}")))?;
        let mut policy = Self::parse(&file, &text)?;
        if let Some((kind, place)) = policy.counts.as_deref().and_then(|spec| spec.split_once(':'))
            && matches!(kind, "index" | "table")
        {
            let folder = path.parent().unwrap_or(Path::new(""));
            policy.counts = Some(format!("{kind}:{}", folder.join(place).display()));
        }
        Ok(policy)
    }

    fn parse(file: &str, text: &str) -> Result<Self, Failure> {
        let mut table: Table = toml_table(file, text)?;
        let Some(Value::Table(documents)) = table.remove("documents") else {
            return Err(Failure::input(format!("{file}: has no [documents]")));
        };
        let mut keys = Keys::new(file, "documents", documents);
        let method = keys.text("policy")?.map(|name| named("policy", &name, &Method::ALL)).transpose();
        let method = method.map_err(|problem| keys.fault("policy", problem))?;
        let people = match keys.take("person") {
            None => Vec::new(),
            Some(Value::String(name)) => vec![name],
            Some(Value::Array(names)) if names.iter().all(Value::is_str) => {
                names.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect()
            }
            Some(_) => return Err(keys.fault("person", "a name in quotes, or a list of them, is expected")),
        };
        let mut keep_places = None;
        for keep in keys.list("keep")?.unwrap_or_default() {
            keep_places =
                Some(named("choice", &keep, &KeepPlaces::ALL).map_err(|problem| keys.fault("keep", problem))?);
        }
        let mut policy = Self {
            method,
            hide: keys.list("hide")?.unwrap_or_default(),
            people,
            beta: keys.number("beta")?,
            w: keys.number("w")?,
            exact: keys.yes("exact")?,
            counts: keys.text("counts")?,
            replace: keys.text("replace")?,
            keep_places,
            allow: keys.list("allow")?.unwrap_or_default(),
            deny: keys.list("deny")?.unwrap_or_default(),
            topics: Vec::new(),
            recognizers: Vec::new(),
        };
        match keys.take("recognizer") {
            None => {}
            Some(Value::Array(rows)) => {
                for row in rows {
                    let Value::Table(row) = row else {
                        return Err(
                            keys.fault("recognizer", "recognizers are written as [[documents.recognizer]] tables")
                        );
                    };
                    let mut row = keys.within("recognizer", row);
                    let kind = row.text("kind")?.ok_or_else(|| row.fault("kind", "is missing"))?;
                    let pattern = row.text("pattern")?.ok_or_else(|| row.fault("pattern", "is missing"))?;
                    row.done()?;
                    policy.recognizers.push((kind, pattern));
                }
            }
            Some(_) => {
                return Err(keys.fault("recognizer", "recognizers are written as [[documents.recognizer]] tables"));
            }
        }
        if let Some(topics) = keys.table("topics")? {
            for (name, value) in topics.rest() {
                let Value::Table(table) = value else {
                    return Err(keys.fault("topics", "write name = { senses = [\"weapon.n.01\"], threshold = 3.0 }"));
                };
                let mut topic = keys.within(&format!("topics.{name}"), table);
                let threshold = topic.number("threshold")?;
                if threshold.is_some_and(|threshold| threshold <= 0.0) {
                    return Err(topic.fault("threshold", "hits per hundred words are more than 0"));
                }
                let (senses, words) =
                    (topic.list("senses")?.unwrap_or_default(), topic.list("words")?.unwrap_or_default());
                topic.done()?;
                policy.topics.push(TopicPolicy { name, senses, words, threshold });
            }
        }
        keys.done()?;
        Ok(policy)
    }
}
