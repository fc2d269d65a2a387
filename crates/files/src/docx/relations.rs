//! The lists that hold a package together: which file has which type, and which file names which.

use super::vocabulary::{is_file, is_layout};
use super::xml::{Attribute, Node, local, walk};
use crate::change::Change;
use crate::error::{Error, Result};
use crate::escape::Escape;
use crate::html::{push_address, push_decoded};
use crate::limits::Limits;
use crate::part::Holds;
use crate::sheet::Sheet;
use crate::weave::Weave;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The types of the files of a package.
#[derive(Debug, Default)]
pub(super) struct Types {
    by_name: BTreeMap<String, String>,
    by_ending: BTreeMap<String, String>,
}

impl Types {
    pub(super) fn read(source: &str, limits: &Limits) -> Result<Self> {
        let mut types = Self::default();
        walk(source, limits.depth, |node, _| {
            if let Node::Open { name, attributes, .. } = node {
                let value = |key| attribute(source, &attributes, key).map(|range| source[range].to_ascii_lowercase());
                let kind = value("ContentType").unwrap_or_default();
                match local(&source[name]) {
                    "Override" => types.by_name.insert(value("PartName").unwrap_or_default(), kind),
                    "Default" => types.by_ending.insert(value("Extension").unwrap_or_default(), kind),
                    _ => None,
                };
            }
            Ok(())
        })?;
        Ok(types)
    }

    /// The type of a file; empty if it has none.
    pub(super) fn of(&self, name: &str) -> &str {
        let name = name.to_ascii_lowercase();
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        self.by_name.get(&format!("/{name}")).or_else(|| self.by_ending.get(ending)).map_or("", String::as_str)
    }

    /// The list without the files that the package does not have any more, and without types that nobody uses.
    pub(super) fn without(source: String, kept: &BTreeSet<String>, limits: &Limits) -> Result<Sheet> {
        let mut cuts = tidied(&source, limits)?;
        elements(&source, "Override", limits, |attributes, range| {
            let part = attribute(&source, attributes, "PartName")
                .map(|range| source[range].trim_start_matches('/').to_ascii_lowercase());
            if !part.is_some_and(|part| kept.contains(&part) || part.ends_with(".rels") && is_layout(&part)) {
                cuts.push(Change::cut(range));
            }
        })?;
        elements(&source, "Default", limits, |attributes, range| {
            let text = |key| attribute(&source, attributes, key).map_or("", |range| &source[range]);
            let ending = format!(".{}", text("Extension").to_ascii_lowercase());
            let used = ending == ".rels" || kept.iter().any(|name| name.ends_with(&ending));
            let of_format = is_layout(text("Extension")) && is_layout(text("ContentType"));
            if !used && !of_format {
                cuts.push(Change::cut(range));
            }
        })?;
        let mut sheet = Sheet::new(source);
        sheet.fixed = cuts;
        Ok(sheet)
    }
}

/// Cuts what has no meaning in a list: comments, text, attributes that the format does not have.
fn tidied(source: &str, limits: &Limits) -> Result<Vec<Change>> {
    const ELEMENTS: [&str; 5] = ["Types", "Default", "Override", "Relationships", "Relationship"];
    const KEYS: [&str; 7] = ["Extension", "ContentType", "PartName", "Id", "Type", "Target", "TargetMode"];
    let mut cuts = Vec::new();
    walk(source, limits.depth, |node, range| {
        match node {
            Node::Aside | Node::Raw(_) | Node::Reference => cuts.push(Change::cut(range)),
            Node::Text if !source[range.clone()].trim().is_empty() => cuts.push(Change::cut(range)),
            Node::Declaration if !is_layout(&source[range.clone()]) => cuts.push(Change::cut(range)),
            Node::Open { name, .. } if !ELEMENTS.contains(&local(&source[name.clone()])) => {
                return Err(Error::Refused("a list of its package has something that is not of the format".to_owned()));
            }
            Node::Open { attributes, .. } => {
                for Attribute { name, value } in attributes {
                    let known = KEYS.contains(&&source[name.clone()]) || source[name.clone()].starts_with("xmlns");
                    let of_format =
                        !source[name.clone()].starts_with("xmlns") || is_layout(&source[name.start..value.end]);
                    if !known || !of_format {
                        let before = source[..name.start].trim_end().len();
                        cuts.push(Change::cut(before..value.end + 1));
                    }
                }
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(cuts)
}

/// The relations of one file after dropped files are removed from them.
#[derive(Debug)]
pub(super) struct Relations {
    pub(super) sheet: Sheet,
    /// Ids of relations whose targets were dropped.
    pub(super) lost: BTreeSet<String>,
    /// How many external links other than hyperlinks were cut.
    pub(super) linked: usize,
}

/// Reads the list of relations of a file in this folder; `kept` has the names of the files that are kept.
pub(super) fn relations(
    source: String,
    folder: &str,
    label: &str,
    kept: &BTreeSet<String>,
    limits: &Limits,
) -> Result<Relations> {
    let (mut lost, mut linked, mut cuts) = (BTreeSet::new(), 0, tidied(&source, limits)?);
    let mut odd = false;
    let (mut links, mut layout) = (Weave::default(), Weave::default());
    elements(&source, "Relationship", limits, |attributes, range| {
        let value = |key| attribute(&source, attributes, key);
        let text = |key| value(key).map_or("", |range| &source[range]);
        let outside = text("TargetMode").eq_ignore_ascii_case("external");
        let stays = if outside {
            text("Type").ends_with("/hyperlink")
        } else {
            kept.contains(&resolve(folder, text("Target")))
        };
        for name in ["Id", "Type"].into_iter().filter_map(&value).filter(|_| stays) {
            if !is_layout(&source[name.clone()]) {
                layout.next_value();
                push_decoded(&mut layout, &source, name, Escape::Markup, true);
            }
        }
        match value("Target") {
            Some(target) if stays && outside => {
                links.next_value();
                push_address(&mut links, &source, target);
            }
            target if stays => odd |= !target.is_some_and(|target| is_file(&source[target])),
            _ => {
                linked += usize::from(outside);
                lost.insert(text("Id").to_owned());
                cuts.push(Change::cut(range));
            }
        }
    })?;
    if odd {
        return Err(unnamed());
    }
    let mut sheet = Sheet::new(source);
    sheet.fixed = cuts;
    sheet.add(&format!("{label}: links"), Holds::Values, links);
    sheet.add(&format!("{label}: relations"), Holds::Code, layout);
    Ok(Relations { sheet, lost, linked })
}

/// The names of files within a package are not written anew.
pub(super) fn unnamed() -> Error {
    let reason = "a file within the document has a name that is not of the format: open it in a word processor and save it again";
    Error::Refused(reason.to_owned())
}

/// All elements of a name; they have no content.
fn elements(
    source: &str,
    element: &str,
    limits: &Limits,
    mut visit: impl FnMut(&[Attribute], Range<usize>),
) -> Result<()> {
    let mut pending: Option<(Vec<Attribute>, usize)> = None;
    walk(source, limits.depth, |node, range| {
        match node {
            Node::Open { name, attributes, empty } if local(&source[name.clone()]) == element => {
                if empty {
                    visit(&attributes, range);
                } else {
                    pending = Some((attributes, range.start));
                }
            }
            Node::Close => {
                if let Some((attributes, start)) = pending.take() {
                    visit(&attributes, start..range.end);
                }
            }
            _ => {}
        }
        Ok(())
    })
}

fn attribute(source: &str, attributes: &[Attribute], key: &str) -> Option<Range<usize>> {
    let found = attributes.iter().find(|attribute| local(&source[attribute.name.clone()]) == key)?;
    Some(found.value.clone())
}

/// The name, in lower case, of the file that a target in a folder means.
fn resolve(folder: &str, target: &str) -> String {
    let target = target.to_ascii_lowercase();
    let mut steps: Vec<&str> = Vec::new();
    let from = if target.starts_with('/') { "" } else { folder };
    for step in from.split('/').chain(target.split('/')) {
        match step {
            "" | "." => {}
            ".." => {
                steps.pop();
            }
            step => steps.push(step),
        }
    }
    steps.join("/")
}

/// The folder and name of the file that a list of relations belongs to, in lower case; `None` if it is no such list.
pub(super) fn owner(name: &str) -> Option<(String, String)> {
    let name = name.to_ascii_lowercase();
    let (folder, file) = match name.rsplit_once("_rels/") {
        Some((folder, file)) => (folder.trim_end_matches('/').to_owned(), file.strip_suffix(".rels")?.to_owned()),
        None => return None,
    };
    let whole = if folder.is_empty() { file } else { format!("{folder}/{file}") };
    Some((folder, whole))
}
