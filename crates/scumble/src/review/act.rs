//! What a person can do with decisions. Every act becomes one step, which can be undone.

use super::collection::Review;
use super::settings::Setting;
use super::spans::{manual, moved, place, span_of, whole_words};
use super::step::Change;
use crate::document::{Decision, Source};
use crate::{Error, Result};
use scumble_mask::document::{Action, Found, is_label};
use scumble_span::{Span, words};
use serde::Deserialize;
use std::sync::Arc;

/// Something that a person does with the decisions about a document.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Act {
    /// Confirms decisions: what is to be redacted is redacted, what is kept stays.
    Accept {
        /// The decisions.
        ids: Vec<String>,
    },
    /// Turns decisions over: what was to be redacted is kept, what was kept is redacted.
    Reject {
        /// The decisions.
        ids: Vec<String>,
    },
    /// Confirms everything in the document that nobody has looked at, but for what waits for a decision.
    AcceptRest,
    /// Changes what a finding is, or what stands in its place.
    Edit {
        /// The decision.
        id: String,
        /// What it is.
        kind: Option<String>,
        /// What is done with it: label, remove, mask, generalise …
        action: Option<String>,
        /// The text in its place; the machine's if it is empty.
        replacement: Option<String>,
    },
    /// Moves an edge of a finding by a word.
    Move {
        /// The decision.
        id: String,
        /// Which edge.
        edge: Edge,
        /// Away from the finding, so that it grows.
        outwards: bool,
    },
    /// Redacts a piece of the text.
    Mask {
        /// Its first byte in the whole text.
        start: usize,
        /// The byte behind its last.
        end: usize,
        /// What it is; a name or a term by its capital if nothing is said.
        kind: Option<String>,
    },
    /// Does with all that is alike what was decided on one: [`Review::alike`] shows it first.
    Alike {
        /// The decision.
        id: String,
        /// How far.
        scope: Scope,
    },
    /// Gives all mentions of one pseudonym that of another.
    Merge {
        /// A mention of the one.
        id: String,
        /// A mention of the other.
        into: String,
    },
    /// Gives one mention the pseudonym of another; one of its own if that is itself.
    Assign {
        /// The mention.
        id: String,
        /// The other.
        to: String,
    },
    /// Writes something else in place of a pseudonym, in all its mentions.
    Rename {
        /// A mention.
        id: String,
        /// The new name.
        name: String,
    },
    /// Decides as the machine would with another setting, except where a person has decided.
    Settings {
        /// The setting.
        setting: Setting,
        /// How far.
        scope: Scope,
    },
}

/// An edge of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Edge {
    /// Its start.
    Start,
    /// Its end.
    End,
}

/// How far something reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// One document.
    Document,
    /// All documents.
    Collection,
}

impl Review {
    /// Does something with the decisions about a document. Gives the number of the step; `None` if nothing changed.
    ///
    /// # Errors
    /// If there is no such document or decision, or the step cannot be written.
    pub fn act(&mut self, document: usize, act: &Act) -> Result<Option<u64>> {
        let name = self.document(document)?.stored.name.clone();
        match act {
            Act::Accept { ids } => self.change(document, "accept", ids, accepted),
            Act::Reject { ids } => {
                let replace = self.sanitizer.protection().replace.as_str();
                self.change(document, "reject", ids, move |decision| turned_over(decision, replace))
            }
            Act::AcceptRest => {
                let open = |one: &&Decision| one.public.reviewer.is_none() && one.public.state != "proposed";
                let all = self.decisions(document)?.iter().filter(open).map(|one| one.public.id.clone());
                let ids: Vec<String> = all.collect();
                self.change(document, "accept-rest", &ids, accepted)
            }
            Act::Edit { id, kind, action, replacement } => {
                let before = self.document(document)?.stored.of(id)?.clone();
                let edited = edited(before.clone(), kind.as_deref(), action.as_deref(), replacement.as_deref())?;
                let after = self.by_reviewer(edited);
                self.commit("edit", None, vec![Change { document: name, before: Some(before), after: Some(after) }])
            }
            Act::Move { id, edge, outwards } => {
                let source = self.source(document)?;
                let before = self.document(document)?.stored.of(id)?.clone();
                let span = placed(&source, &before)?;
                let span = moved(&source.woven().text, span, *edge == Edge::Start, *outwards)
                    .ok_or_else(|| Error::input("there is no word to move the edge over"))?;
                let mut after = before.clone();
                place(&source, &mut after, span);
                after.public.state = "manual".into();
                let after = self.by_reviewer(after);
                self.commit("move", None, vec![Change { document: name, before: Some(before), after: Some(after) }])
            }
            Act::Mask { start, end, kind } => self.mask(document, Span::new(*start, *end), kind.as_deref()),
            Act::Alike { id, scope } => self.do_alike(document, id, *scope),
            Act::Merge { id, into } => self.merge(document, id, into),
            Act::Assign { id, to } => self.assign(document, id, to),
            Act::Rename { id, name } => self.rename(document, id, name),
            Act::Settings { setting, scope } => self.decide_by(document, setting, *scope),
        }
    }

    /// Changes decisions of a document, each by itself.
    pub(super) fn change(
        &mut self,
        document: usize,
        what: &str,
        ids: &[String],
        change: impl Fn(Decision) -> Decision,
    ) -> Result<Option<u64>> {
        let stored = &self.document(document)?.stored;
        let mut changes = Vec::with_capacity(ids.len());
        for id in ids {
            let before = stored.of(id)?.clone();
            let after = self.by_reviewer(change(before.clone()));
            changes.push(Change { document: stored.name.clone(), before: Some(before), after: Some(after) });
        }
        self.commit(what, None, changes)
    }

    /// A decision that this reviewer has looked at.
    pub(super) fn by_reviewer(&self, mut decision: Decision) -> Decision {
        decision.public.reviewer = Some(self.reviewer.clone());
        decision
    }

    fn mask(&mut self, document: usize, span: Span, kind: Option<&str>) -> Result<Option<u64>> {
        let source: Arc<Source> = self.source(document)?;
        let text = &source.woven().text;
        let span = (span.start < span.end).then(|| whole_words(text, span)).flatten();
        let span = span.ok_or_else(|| Error::input("there is no word in what is selected"))?;
        let replace = self.sanitizer.protection().replace.as_str();
        let stored = &self.document(document)?.stored;
        let same = stored.decisions.iter().find(|one| span_of(&source, &one.public) == Some(span));
        let before = same.cloned();
        let capital = span.of(text).starts_with(char::is_uppercase);
        let own = kind.unwrap_or(if capital { "name" } else { "term" });
        let after = match same.cloned() {
            None => manual(&source, span, known_kind(own)?, replace, "manual"),
            Some(mut one) => {
                one.public.state = "manual".into();
                if one.public.action == "keep" {
                    one.public.action = replace.to_owned();
                }
                if let Some(kind) = kind {
                    one.public.kind = known_kind(kind)?.to_owned();
                }
                one
            }
        };
        let name = stored.name.clone();
        let after = self.by_reviewer(after);
        self.commit("mask", None, vec![Change { document: name, before, after: Some(after) }])
    }

    fn do_alike(&mut self, document: usize, id: &str, scope: Scope) -> Result<Option<u64>> {
        let model = self.by_reviewer(self.document(document)?.stored.of(id)?.clone());
        let alike = self.alike(document, id, scope)?;
        let mut changes = Vec::new();
        for found in alike.documents {
            let source = self.source(found.number)?;
            let stored = &self.documents[found.number].stored;
            for hit in found.hits {
                let before = hit.id.as_deref().map(|id| stored.of(id).cloned()).transpose()?;
                let after = match &before {
                    Some(one) => like(one.clone(), &model),
                    None if !model.public.is_applied() => continue,
                    None => {
                        let span = Span::new(hit.span.0, hit.span.1);
                        let one = manual(&source, span, &model.public.kind, &model.public.action, "same");
                        like(one, &model)
                    }
                };
                changes.push(Change { document: stored.name.clone(), before, after: Some(after) });
            }
        }
        self.commit("alike", None, changes)
    }
}

fn accepted(mut decision: Decision) -> Decision {
    let public = &mut decision.public;
    if matches!(public.state.as_str(), "proposed" | "rejected") {
        public.state = "accepted".into();
    }
    decision
}

fn turned_over(mut decision: Decision, replace: &str) -> Decision {
    let public = &mut decision.public;
    if public.action == "keep" && public.state != "rejected" {
        (public.action, public.state) = (replace.to_owned(), "manual".into());
    } else {
        (public.state, public.replacement) = ("rejected".into(), None);
    }
    decision
}

/// A decision as another one is: its state, what is done, and a replacement of the reviewer's own.
fn like(mut decision: Decision, model: &Decision) -> Decision {
    let (one, model) = (&mut decision.public, &model.public);
    (one.state, one.action) = (model.state.clone(), model.action.clone());
    one.reviewer.clone_from(&model.reviewer);
    if model.state == "manual" {
        one.kind.clone_from(&model.kind);
        one.replacement.clone_from(&model.replacement);
    }
    if model.state == "rejected" {
        one.replacement = None;
    }
    decision
}

/// The name of a kind that decisions can have.
pub(super) fn known_kind(name: &str) -> Result<&str> {
    match name {
        "block" => Err(Error::input("kind: only topics make risky blocks")),
        "custom" => Ok(name),
        _ if Found::named(name).is_some() => Ok(name),
        _ => Err(Error::input("kind: unknown")),
    }
}

fn edited(mut one: Decision, kind: Option<&str>, action: Option<&str>, replacement: Option<&str>) -> Result<Decision> {
    if let Some(kind) = kind.filter(|kind| *kind != one.public.kind) {
        one.public.kind = known_kind(kind)?.to_owned();
    }
    if let Some(action) = action {
        let known = Action::ALL.iter().find(|known| known.as_str() == action);
        one.public.action = known.ok_or_else(|| Error::input("action: unknown"))?.as_str().to_owned();
        one.public.replacement = None;
    }
    match replacement.map(str::trim) {
        None => {}
        Some("") => one.public.replacement = None,
        Some(own) => {
            let surface = one.protected.as_ref().map_or("", |protected| protected.text.as_str());
            check_replacement(own, [surface].into_iter())?;
            one.public.replacement = Some(own.to_owned());
        }
    }
    one.public.state = "manual".into();
    Ok(one)
}

/// Refuses a replacement that is a label, or that has a word of what it stands for.
pub(super) fn check_replacement<'s>(own: &str, surfaces: impl Iterator<Item = &'s str>) -> Result<()> {
    if is_label(own) {
        return Err(Error::input("labels are numbered by the program: merge two pseudonyms to give one the other's"));
    }
    let folded = |text: &str| words(text).map(str::to_lowercase).filter(|word| word.len() > 2).collect::<Vec<_>>();
    let own = folded(own);
    if surfaces.flat_map(folded).any(|word| own.contains(&word)) {
        return Err(Error::input("the replacement has a word of what it stands for"));
    }
    Ok(())
}

fn placed(source: &Source, decision: &Decision) -> Result<Span> {
    span_of(source, &decision.public).ok_or_else(|| Error::input("the decision does not fit its document"))
}
