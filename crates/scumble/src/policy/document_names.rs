//! Names in document policies: replacements, topics, policies, and how values are named in a fingerprint.

use super::built_in::{built_in, built_in_policies};
use super::documents::DocumentPolicy;
use super::keys::Keys;
use crate::document::topics::{TopicPolicy, built_in_topics};
use crate::{Error, Result};
use scumble_data::OtherFields;
use scumble_io::did_you_mean;
use scumble_mask::document::judge::TextKind;
use scumble_mask::document::{Action, Dates, KeepPlaces, Method, Readers};
use serde::Serialize;
use std::path::Path;
use toml::Value;

/// A replacement by its name; either spelling of generalise.
///
/// # Errors
/// If there is none of that name: the message suggests the nearest.
pub fn replacement(name: &str) -> std::result::Result<Action, String> {
    let actions: Vec<(&'static str, Action)> = Action::ALL
        .into_iter()
        .filter(|action| !matches!(action, Action::Keep | Action::Year | Action::Shift))
        .map(|action| (action.as_str(), action))
        .collect();
    super::named("replacement", if name == "generalize" { "generalise" } else { name }, &actions)
}

/// The topics of a name that comes with the build, or of a policy file.
///
/// # Errors
/// If there is neither, or the file cannot be read.
pub fn topics_named(name: &str) -> Result<Vec<TopicPolicy>> {
    match built_in_topics(name)? {
        Some(topics) => Ok(topics),
        None if Path::new(name).exists() => Ok(DocumentPolicy::read(Path::new(name))?.topics),
        None => Err(Error::input(format!("no file and no topics are called “{name}”")).with_help(
            "national-security is built in; define your own topics in a policy file under [documents.topics]",
        )),
    }
}

/// A policy by the name of a method or of a purpose, or from a file.
///
/// # Errors
/// If there is neither, or the file cannot be read.
pub fn policy_named(name: &str) -> Result<DocumentPolicy> {
    if let Some((_, method)) = Method::ALL.iter().find(|(known, _)| *known == name) {
        return Ok(DocumentPolicy { method: Some(*method), ..DocumentPolicy::default() });
    }
    if let Some(policy) = built_in(name) {
        return Ok(policy.documents.clone());
    }
    if !Path::new(name).exists() {
        let purposes: Vec<&str> = built_in_policies().iter().map(|policy| policy.name).collect();
        let near = did_you_mean(name, Method::ALL.iter().map(|(known, _)| *known).chain(purposes.iter().copied()));
        return Err(Error::input(format!("no file and no policy is called “{name}”{near}"))
            .with_help(format!("the policies are combined, ic and ic+pmi; by purpose {}", purposes.join(", "))));
    }
    DocumentPolicy::read(Path::new(name))
}

/// The places to keep that a key names.
pub(super) fn keep_places(keys: &mut Keys<'_>, key: &'static str) -> Result<Option<KeepPlaces>> {
    let names = match keys.take(key) {
        None => return Ok(None),
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) if names.iter().all(Value::is_str) => {
            names.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect()
        }
        Some(_) => return Err(keys.fault(key, "a choice of places in quotes is expected")),
    };
    let mut places = None;
    for name in names {
        places = Some(super::named("choice", &name, &KeepPlaces::ALL).map_err(|problem| keys.fault(key, problem))?);
    }
    Ok(places)
}

/// The choice that a key names.
pub(super) fn choice<T: Copy>(
    keys: &mut Keys<'_>,
    key: &'static str,
    known: &[(&'static str, T)],
) -> Result<Option<T>> {
    let chosen = keys.text(key)?.map(|name| super::named("choice", &name, known)).transpose();
    chosen.map_err(|problem| keys.fault(key, problem))
}

pub(super) fn reader_name<S: serde::Serializer>(
    readers: &Option<Readers>,
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    readers.map(Readers::as_str).serialize(serializer)
}

pub(super) fn text_kind_name<S: serde::Serializer>(
    kind: &Option<TextKind>,
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    kind.map(TextKind::as_str).serialize(serializer)
}

pub(super) fn method_name<S: serde::Serializer>(
    method: &Option<Method>,
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    method.map(Method::as_str).serialize(serializer)
}

pub(super) fn action_name<S: serde::Serializer>(
    action: &Option<Action>,
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    action.map(Action::as_str).serialize(serializer)
}

pub(super) fn others_name<S: serde::Serializer>(
    others: &Option<OtherFields>,
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    others.map(OtherFields::as_str).serialize(serializer)
}

pub(super) fn dates_name<S: serde::Serializer>(
    dates: &Option<Dates>,
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    dates.map(Dates::as_str).serialize(serializer)
}

pub(super) fn places_name<S: serde::Serializer>(
    places: &Option<KeepPlaces>,
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    places.map(KeepPlaces::as_str).serialize(serializer)
}
