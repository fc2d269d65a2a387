//! Pseudonyms with all their mentions: merged, split and renamed by a person. A mention that fits several is asked about.

use super::act::check_replacement;
use super::collection::Review;
use super::step::Change;
use crate::document::{Decision, Preview};
use crate::{Error, Result};
use scumble_mask::document::{REDACTED, is_label};
use scumble_span::words;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A pseudonym and what it stands for. It holds protected text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pseudonym {
    /// The label, or the name that a person gave.
    pub label: String,
    /// What it stands for is.
    pub kind: String,
    /// Its mentions, by place.
    pub mentions: Vec<Mention>,
}

/// A mention of a pseudonym.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mention {
    /// Its decision.
    pub id: String,
    /// Its text.
    pub text: String,
    /// Other pseudonyms that it could belong to as well; a person has to say which.
    pub fits: Vec<String>,
}

/// The pseudonyms of a document: people first, then those with the most mentions.
pub fn pseudonyms(decisions: &[Decision], preview: &Preview) -> Vec<Pseudonym> {
    let by_id: HashMap<&str, &Decision> = decisions.iter().map(|one| (one.public.id.as_str(), one)).collect();
    let mut groups: BTreeMap<&str, Pseudonym> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for piece in &preview.pieces {
        let Some(decision) = by_id.get(piece.id.as_str()) else { continue };
        let label = bare(&piece.replacement);
        let own = decision.public.state == "manual" && decision.public.replacement.is_some();
        if label == REDACTED || !(is_label(label) || own) || !seen.insert(piece.id.as_str()) {
            continue;
        }
        let group = groups.entry(label).or_insert_with(|| Pseudonym {
            label: label.to_owned(),
            kind: decision.public.kind.clone(),
            mentions: Vec::new(),
        });
        let text = decision.protected.as_ref().map_or(String::new(), |protected| protected.text.clone());
        group.mentions.push(Mention { id: piece.id.clone(), text, fits: Vec::new() });
    }
    let mut all: Vec<Pseudonym> = groups.into_values().collect();
    ask(&mut all, &by_id);
    all.sort_by(|a, b| {
        let key = |one: &Pseudonym| (one.kind != "person", std::cmp::Reverse(one.mentions.len()));
        key(a).cmp(&key(b)).then_with(|| a.label.cmp(&b.label))
    });
    all
}

/// A label inside of a longer word stands in brackets.
fn bare(replacement: &str) -> &str {
    let inside = replacement.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    inside.filter(|inside| is_label(inside)).unwrap_or(replacement)
}

/// Marks the mentions of people that fit the fuller names of several pseudonyms, unless a person has said whose they are.
fn ask(all: &mut [Pseudonym], by_id: &HashMap<&str, &Decision>) {
    let parts = |text: &str| words(text).map(str::to_lowercase).collect::<BTreeSet<String>>();
    let names: Vec<(String, Vec<BTreeSet<String>>)> = all
        .iter()
        .filter(|one| one.kind == "person")
        .map(|one| {
            let distinct: BTreeSet<&str> = one.mentions.iter().map(|mention| mention.text.as_str()).collect();
            (one.label.clone(), distinct.into_iter().map(parts).collect())
        })
        .collect();
    let mut known: HashMap<String, Vec<String>> = HashMap::new();
    for pseudonym in all.iter_mut().filter(|one| one.kind == "person") {
        for mention in &mut pseudonym.mentions {
            let decided = by_id.get(mention.id.as_str()).is_some_and(|one| one.public.same_as.is_some());
            if decided {
                continue;
            }
            let fits = known.entry(mention.text.clone()).or_insert_with(|| {
                let own = parts(&mention.text);
                let fuller = |names: &Vec<BTreeSet<String>>| {
                    names.iter().any(|name| own.len() < name.len() && own.is_subset(name))
                };
                names.iter().filter(|(_, names)| fuller(names)).map(|(label, _)| label.clone()).collect()
            });
            if fits.len() > 1 {
                mention.fits.clone_from(fits);
            }
        }
    }
}

impl Review {
    /// The ids of all mentions that have one pseudonym with a decision.
    fn group_of(&mut self, document: usize, id: &str) -> Result<Vec<String>> {
        let look = self.look(document)?;
        let all = pseudonyms(&look.decisions, &look.preview()?);
        let group = all.into_iter().find(|one| one.mentions.iter().any(|mention| mention.id == id));
        let group = group.ok_or_else(|| Error::input("this finding has no pseudonym"))?;
        Ok(group.mentions.into_iter().map(|mention| mention.id).collect())
    }

    pub(super) fn merge(&mut self, document: usize, id: &str, into: &str) -> Result<Option<u64>> {
        let group = self.group_of(document, id)?;
        if group.iter().any(|one| one == into) {
            return Err(Error::input("these are one pseudonym already"));
        }
        self.give(document, "merge", &group, into)
    }

    pub(super) fn assign(&mut self, document: usize, id: &str, to: &str) -> Result<Option<u64>> {
        self.give(document, if id == to { "split" } else { "assign" }, &[id.to_owned()], to)
    }

    /// Gives mentions the pseudonym of another.
    fn give(&mut self, document: usize, what: &str, ids: &[String], to: &str) -> Result<Option<u64>> {
        let other = self.document(document)?.stored.of(to)?.public.clone();
        self.change(document, what, ids, |mut one| {
            one.public.same_as = Some(other.id.clone());
            one.public.kind.clone_from(&other.kind);
            one.public.action.clone_from(&other.action);
            if one.public.id != other.id {
                one.public.replacement.clone_from(&other.replacement);
                one.public.state.clone_from(&other.state);
            }
            one
        })
    }

    pub(super) fn rename(&mut self, document: usize, id: &str, name: &str) -> Result<Option<u64>> {
        let group = self.group_of(document, id)?;
        let stored = &self.document(document)?.stored;
        let own = name.trim();
        let mut changes = Vec::with_capacity(group.len());
        let texts = group.iter().filter_map(|id| Some(stored.of(id).ok()?.protected.as_ref()?.text.as_str()));
        check_replacement(own, texts)?;
        for id in &group {
            let before = stored.of(id)?.clone();
            let mut after = self.by_reviewer(before.clone());
            after.public.state = "manual".into();
            after.public.replacement = Some(own.to_owned()).filter(|own| !own.is_empty());
            changes.push(Change { document: stored.name.clone(), before: Some(before), after: Some(after) });
        }
        self.commit("rename", None, changes)
    }
}
