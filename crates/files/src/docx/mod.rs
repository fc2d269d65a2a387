//! DOCX: a package of XML files.
//!
//! Files of known types are read and kept; all others are dropped, because their content cannot be read. Words are edited in
//! their runs, so the layout is kept. A file without edits and cuts keeps its bytes.

mod cuts;
mod ids;
mod kinds;
mod package;
mod relations;
mod runs;
mod symbol;
mod vocabulary;
mod xml;

use crate::error::{Error, Result};
use crate::format::Format;
use crate::limits::{Images, Limits};
use crate::sheet::{PartWeave, Sheet};
use ids::Ids;
use package::Entry;
use relations::{Types, owner, relations};
use scumble_span::Edit;
use std::collections::{BTreeMap, BTreeSet};

const TYPES: &str = "[content_types].xml";

/// An opened document.
#[derive(Debug)]
pub(crate) struct Docx {
    /// In the order of the package.
    files: Vec<(String, Sheet)>,
    /// The files in the order of their parts: the body comes first.
    order: Vec<usize>,
    dropped: Vec<String>,
}

impl Docx {
    pub(crate) fn open(bytes: &[u8], limits: &Limits) -> Result<Self> {
        let entries = package::read(bytes, limits)?;
        let types = entries.iter().find(|entry| entry.name.eq_ignore_ascii_case(TYPES));
        let types =
            types.ok_or_else(|| Error::Damaged("the archive is no document: it has no list of types".to_owned()))?;
        let types = Types::read(utf8(&types.bytes)?, limits)?;
        let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
        let labels = labels(&entries, &types);
        if !labels.values().any(|label| label == "body") {
            return Err(Error::Damaged("the archive is no document: it has no body".to_owned()));
        }
        let kept: BTreeSet<String> = labels.keys().cloned().collect();
        let is_kept = |entry: &&Entry| kept.contains(&entry.name.to_ascii_lowercase());
        if !entries.iter().filter(is_kept).all(|entry| vocabulary::is_file(&entry.name)) {
            return Err(relations::unnamed());
        }
        let mut lost: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let mut files = Vec::new();
        for Entry { name, bytes } in &entries {
            let lower = name.to_ascii_lowercase();
            match owner(name) {
                Some((folder, file)) if kept.contains(&file) || file.is_empty() => {
                    let label = labels.get(&file).map_or("package", String::as_str);
                    let read = relations(utf8(bytes)?.to_owned(), &folder, label, &kept, limits)?;
                    *counts.entry("link to another file").or_default() += read.linked;
                    lost.insert(file, read.lost);
                    files.push((name.clone(), Some(read.sheet), bytes));
                }
                Some(_) => {}
                None if kept.contains(&lower) || lower == TYPES => files.push((name.clone(), None, bytes)),
                None => {
                    let kind = types.of(name);
                    if limits.images == Images::Refuse && kinds::is_image(name, kind) {
                        return Err(Error::Refused("the document holds images, which cannot be read".to_owned()));
                    }
                    *counts.entry(kinds::dropped(name, kind)).or_default() += 1;
                }
            }
        }
        let mut ids = Ids::default();
        for (name, sheet, bytes) in &files {
            let label = labels.get(&name.to_ascii_lowercase()).filter(|_| sheet.is_none());
            if let Some(label) = label {
                ids.gather(utf8(bytes)?, label.starts_with("comment threads"), limits)?;
            }
        }
        ids.settle();
        let mut done = Vec::new();
        for (name, sheet, bytes) in files {
            let lower = name.to_ascii_lowercase();
            let sheet = match (sheet, labels.get(&lower)) {
                (Some(sheet), _) => sheet,
                (None, Some(label)) => {
                    let source = utf8(bytes)?;
                    let cuts = cuts::cuts(source, lost.get(&lower).unwrap_or(&BTreeSet::new()), &ids, limits)?;
                    for (reason, count) in &cuts.counts {
                        *counts.entry(reason).or_default() += count;
                    }
                    runs::open(source, label, cuts, limits)?
                }
                (None, None) => Types::without(utf8(bytes)?.to_owned(), &kept, limits)?,
            };
            done.push((name, sheet));
        }
        let mut order: Vec<usize> = (0..done.len()).collect();
        order.sort_by_key(|&at| labels.get(&done[at].0.to_ascii_lowercase()).is_none_or(|label| label != "body"));
        let dropped =
            counts.iter().filter(|(_, count)| **count > 0).map(|(reason, count)| format!("{reason}: {count}"));
        Ok(Self { files: done, order, dropped: dropped.collect() })
    }
}

impl Format for Docx {
    fn parts(&self) -> Vec<&PartWeave> {
        self.order.iter().flat_map(|&at| &self.files[at].1.parts).collect()
    }

    fn dropped(&self) -> &[String] {
        &self.dropped
    }

    fn warnings(&self) -> &[String] {
        &[]
    }

    fn rewrite(&self, edits: &[Vec<Edit>]) -> Result<Vec<u8>> {
        let mut written: Vec<String> = vec![String::new(); self.files.len()];
        let mut left = edits;
        for &at in &self.order {
            let sheet = &self.files[at].1;
            let (own, rest) = left.split_at(sheet.parts.len().min(left.len()));
            written[at] = sheet.edited(own)?;
            left = rest;
        }
        package::write(self.files.iter().zip(&written).map(|((name, _), text)| (name.as_str(), text.as_bytes())))
    }
}

/// What people call the kept files, by the files' names in lower case. Several of a kind are numbered.
fn labels(entries: &[Entry], types: &Types) -> BTreeMap<String, String> {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut labels = BTreeMap::new();
    for Entry { name, .. } in entries {
        if let Some(label) = kinds::kept(types.of(name)) {
            let number = seen.entry(label).or_default();
            *number += 1;
            let plain = *number == 1 && !matches!(label, "header" | "footer" | "chart" | "diagram");
            labels
                .insert(name.to_ascii_lowercase(), if plain { label.to_owned() } else { format!("{label} {number}") });
        }
    }
    labels
}

fn utf8(bytes: &[u8]) -> Result<&str> {
    std::str::from_utf8(bytes).map_err(|_| Error::Refused("its XML is not in UTF-8".to_owned()))
}
