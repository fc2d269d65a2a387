//! Decisions as JSON: written for people and programs, read again when they have changed them.

use super::job::Place;
use crate::failure::Failure;
use scumble_mask::document::{Action, Finding, Found, Rule, State};
use scumble_text::Span;
use serde_json::{Map, Value, json};
use std::path::Path;

/// One decision. Its text, term and related term are protected, and only there if asked for.
pub(crate) fn to_json(finding: &Finding, text: &str, parts: &[Place], show_text: bool) -> Value {
    let (part, offset) = place(finding.span, parts);
    let round = |bits: Option<f64>| bits.map(|bits| (bits * 1e4).round() / 1e4);
    let mut out = Map::new();
    out.insert("start".into(), json!(finding.span.start - offset));
    out.insert("end".into(), json!(finding.span.end - offset));
    if parts.len() > 1 {
        out.insert("part".into(), json!(part));
    }
    out.insert("kind".into(), json!(finding.kind.as_str()));
    out.insert("rule".into(), json!(finding.rule.as_str()));
    out.insert("ic".into(), json!(round(finding.ic)));
    out.insert("pmi".into(), json!(round(finding.pmi)));
    out.insert("threshold".into(), json!(round(finding.threshold)));
    out.insert("action".into(), json!(finding.action.as_str()));
    out.insert("replacement".into(), json!(finding.replacement.as_ref().filter(|_| finding.applies())));
    out.insert("state".into(), json!(finding.state.as_str()));
    if let Some((topic, density)) = &finding.topic {
        out.insert("topic".into(), json!(topic));
        out.insert("density".into(), json!(round(Some(*density))));
    }
    if show_text {
        out.insert("text".into(), json!(finding.span.of(text)));
        out.insert("term".into(), json!(scumble_corpus::normalized(finding.span.of(text))));
        out.insert("related".into(), json!(finding.related));
    }
    Value::Object(out)
}

/// The number of the part in which a span begins, and where that part begins.
fn place(span: Span, parts: &[Place]) -> (usize, usize) {
    let at = parts.partition_point(|part| part.span.start <= span.start).saturating_sub(1);
    parts.get(at).map_or((0, 0), |part| (part.number, part.span.start))
}

/// The decisions of one document, read again.
pub(crate) fn from_json(value: &Value, text: &str, parts: &[Place], name: &str) -> Result<Vec<Finding>, Failure> {
    let list = value.as_array().ok_or_else(|| Failure::input(format!("{name}: decisions are a list")))?;
    list.iter()
        .enumerate()
        .map(|(i, value)| {
            one(value, text, parts).map_err(|what| Failure::input(format!("{name}: decision {}: {what}", i + 1)))
        })
        .collect()
}

fn one(value: &Value, text: &str, parts: &[Place]) -> Result<Finding, String> {
    let number = |key: &str| {
        value[key].as_u64().map(|number| number as usize).ok_or(format!("{key}: a number of bytes is expected"))
    };
    let part = value.get("part").and_then(Value::as_u64).unwrap_or(0) as usize;
    let bounds = parts.iter().find(|place| place.number == part).ok_or("part: the document has no such part")?.span;
    let span = Span::new(bounds.start + number("start")?, bounds.start + number("end")?);
    if span.start >= span.end
        || span.end > bounds.end
        || !text.is_char_boundary(span.start)
        || !text.is_char_boundary(span.end)
    {
        return Err("start and end are no piece of the document; was it changed since?".into());
    }
    if value.get("text").and_then(Value::as_str).is_some_and(|given| given != span.of(text)) {
        return Err("its text does not stand there; was the document changed since?".into());
    }
    fn known<T: Copy>(
        value: &Value,
        key: &str,
        all: &[T],
        name: fn(T) -> &'static str,
        otherwise: T,
    ) -> Result<T, String> {
        match value.get(key).and_then(Value::as_str) {
            None => Ok(otherwise),
            Some(given) => all.iter().copied().find(|&one| name(one) == given).ok_or_else(|| {
                let names: Vec<&str> = all.iter().map(|&one| name(one)).collect();
                format!("{key}: one of {} is expected", names.join(", "))
            }),
        }
    }
    let kind = match value.get("kind").and_then(Value::as_str) {
        None => Found::Term,
        Some("custom") => Found::Entity(scumble_text::entity::Kind::Custom(0)),
        Some(name) => Found::named(name).ok_or("kind: unknown")?,
    };
    let state = known(value, "state", &State::ALL, State::as_str, State::Manual)?;
    let action = known(value, "action", &Action::ALL, Action::as_str, Action::Remove)?;
    let rule = known(value, "rule", &Rule::ALL, Rule::as_str, Rule::Manual)?;
    let replacement = value.get("replacement").and_then(Value::as_str).map(str::to_owned);
    // Labels are numbered again, so that they stay in order; what a person wrote stays.
    let own = state == State::Manual || action == Action::Generalize;
    Ok(Finding {
        ic: value["ic"].as_f64(),
        pmi: value["pmi"].as_f64(),
        threshold: value["threshold"].as_f64(),
        topic: value
            .get("topic")
            .and_then(Value::as_str)
            .map(|topic| (topic.to_owned(), value["density"].as_f64().unwrap_or(0.0))),
        related: value.get("related").and_then(Value::as_str).map(str::to_owned),
        action,
        state,
        replacement: replacement
            .filter(|text| own && !(action == Action::Label && scumble_mask::document::is_label(text))),
        ..Finding::new(span, kind, rule)
    })
}

/// A file of decisions: one document's, or several by name.
pub(crate) struct Decided {
    value: Value,
    /// Of the file, to tell one from another.
    pub(crate) hash: String,
}

impl Decided {
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let fault = |what: String| Failure::input(format!("{}: {what}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|error| fault(format!("cannot be read: {error}")))?;
        let hash = super::job::hash(text.as_bytes());
        if path.extension().is_some_and(|ending| ending == "jsonl") {
            let line = |(i, line): (usize, &str)| {
                serde_json::from_str::<Value>(line)
                    .map_err(|error| fault(format!("line {}, column {}: no JSON", i + 1, error.column())))
            };
            let documents = text.lines().enumerate().map(line).collect::<Result<Vec<_>, _>>()?;
            return Ok(Self { value: json!({"documents": documents}), hash });
        }
        // The parser's own message could repeat protected text.
        let value = serde_json::from_str(&text)
            .map_err(|error| fault(format!("line {}, column {}: no JSON", error.line(), error.column())))?;
        Ok(Self { value, hash })
    }

    /// The decisions of a document; `None` if the file has none for it.
    pub(crate) fn of(&self, name: &str) -> Option<&Value> {
        if let Some(documents) = self.value.get("documents").and_then(Value::as_array) {
            return documents.iter().find(|document| document["name"] == name).map(|document| &document["decisions"]);
        }
        match self.value.get("name").and_then(Value::as_str) {
            Some(own) if own != name => None,
            _ => self.value.get("decisions").or(self.value.is_array().then_some(&self.value)),
        }
    }

    /// The hash of the document that decisions were made for, where it is told.
    pub(crate) fn hash_of(&self, name: &str) -> Option<&str> {
        let documents = self.value.get("documents").and_then(Value::as_array);
        let document = match documents {
            Some(documents) => documents.iter().find(|document| document["name"] == name)?,
            None => &self.value,
        };
        document.get("input_sha256").and_then(Value::as_str)
    }
}
