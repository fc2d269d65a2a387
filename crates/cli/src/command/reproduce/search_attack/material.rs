//! The people, the pages about them, and texts of the same kind.

use super::MASKINGS;
use crate::failure::Failure;
use scumble::assess::document::gold::GoldDocument;
use scumble::document::assess::read_gold;
use scumble::io::{jsonl::Lines, open};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

const FILE: &str = "wiki_actors/tri_reid_random500_visible.jsonl.gz";
/// Biographies of the same kind.
const ABSTRACTS: &str = "wiki_actors/actors_abstracts.jsonl.gz";
/// Annotations of some of the people.
const ANNOTATED: &str = "wiki_actors/annotated_visible25.jsonl";

/// A person whose biography is masked.
pub(super) struct Person {
    pub(super) name: String,
    /// The number of the page about the person.
    pub(super) page: u32,
    /// The biography.
    pub(super) text: String,
    /// Published maskings of it.
    pub(super) maskings: Vec<Option<String>>,
    /// Annotations of it.
    pub(super) gold: Option<GoldDocument>,
}

pub(super) struct Material {
    /// Pages about people, by name.
    pub(super) pages: Vec<(String, String)>,
    /// The people with published maskings.
    pub(super) people: Vec<Person>,
    /// Other people, with biographies of their own.
    pub(super) others: Vec<Person>,
    /// Biographies of people who are neither.
    pub(super) abstracts: Vec<String>,
}

impl Material {
    /// Reads the data folder.
    pub(super) fn read(data: &Path) -> Result<Self, Failure> {
        let path = data.join(FILE);
        let unread = |what: String| Failure::input(format!("{}: {what}", path.display()));
        let mut file = Lines::new(open(&path).map_err(|error| unread(error.to_string()))?);
        let (mut pages, mut people) = (Vec::new(), Vec::new());
        let mut chosen: Vec<(String, u32)> = Vec::new();
        while let Some(line) = file.next().map_err(|error| unread(error.to_string()))? {
            let number = line.number;
            let value: Value =
                serde_json::from_slice(line.content).map_err(|_| unread(format!("line {number} is no JSON")))?;
            let text = |key: &str| value[key].as_str().map(str::to_owned);
            let page = text("name").zip(text("public_knowledge"));
            let (name, page) = page.ok_or_else(|| unread(format!("line {number} has no name or no page")))?;
            let at = pages.len() as u32;
            if let Some(original) = text("original_abstract").filter(|_| value["manual_abstract"].is_string()) {
                let maskings = MASKINGS.map(|(key, _)| text(key)).into();
                people.push(Person { name: name.clone(), page: at, text: original, maskings, gold: None });
            } else if value["dev_abstract"].is_string() {
                chosen.push((name.clone(), at));
            }
            pages.push((name, page));
        }
        if people.is_empty() {
            return Err(unread("has no masked biography".to_owned()));
        }
        for document in read_gold(&data.join(ANNOTATED))? {
            if let Some(person) = people.iter_mut().find(|person| person.text == document.text) {
                person.gold = Some(document);
            }
        }
        let mut by_name: BTreeMap<String, String> = BTreeMap::new();
        by_name.extend(abstracts(&data.join(ABSTRACTS))?);
        let mut others = Vec::new();
        for (name, page) in chosen {
            if let Some(text) = by_name.get(&name).cloned() {
                others.push(Person { name, page, text, maskings: Vec::new(), gold: None });
            }
        }
        let known: BTreeSet<&str> = people.iter().chain(&others).map(|person| person.name.as_str()).collect();
        let texts: BTreeSet<&str> = people.iter().map(|person| person.text.as_str()).collect();
        let free =
            by_name.iter().filter(|(name, text)| !known.contains(name.as_str()) && !texts.contains(text.as_str()));
        let abstracts = free.map(|(_, text)| text.clone()).collect();
        Ok(Self { pages, people, others, abstracts })
    }
}

/// Biographies with the names of their people; of several with one name the last.
fn abstracts(path: &Path) -> Result<Vec<(String, String)>, Failure> {
    let unread = |what: String| Failure::input(format!("{}: {what}", path.display()));
    let mut file = Lines::new(open(path).map_err(|error| unread(error.to_string()))?);
    let mut out = Vec::new();
    while let Some(line) = file.next().map_err(|error| unread(error.to_string()))? {
        let number = line.number;
        let value: Value =
            serde_json::from_slice(line.content).map_err(|_| unread(format!("line {number} is no JSON")))?;
        let text = |key: &str| value[key].as_str().map(str::to_owned);
        out.push(
            text("title").zip(text("text")).ok_or_else(|| unread(format!("line {number} has no title or no text")))?,
        );
    }
    Ok(out)
}
