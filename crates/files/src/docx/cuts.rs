//! Content that is always removed from the XML of a document: tracked deletions, names of authors, ids of editing sessions, custom
//! XML, references to files that the package no longer has.

use super::ids::{Id, Ids, is_trace_element};
use super::vocabulary::is_layout;
use super::xml::{Attribute, Node, local, walk};
use crate::change::Change;
use crate::error::{Error, Result};
use crate::html::{entity, is_turning};
use crate::limits::Limits;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The changes, and how often each thing was cut.
#[derive(Debug, Default)]
pub(super) struct Cuts {
    pub(super) changes: Vec<Change>,
    /// Marks within text that is kept.
    pub(super) marks: Vec<Change>,
    pub(super) counts: BTreeMap<&'static str, usize>,
}

/// What people call an element that is removed with everything in it; `None` if it is kept.
fn removed(element: &str) -> Option<&'static str> {
    Some(match element {
        "del" | "moveFrom" => "tracked deletion",
        "rPrChange" | "pPrChange" | "sectPrChange" | "tblPrChange" | "tblGridChange" | "trPrChange" | "tcPrChange"
        | "tblPrExChange" | "numberingChange" | "cellIns" | "cellDel" | "cellMerge" => "tracked change of the layout",
        "permStart" | "permEnd" => "permission of a person",
        "object" | "control" => "embedded object",
        "docVars" => "set of document variables",
        "mailMerge" => "source of a mail merge",
        "altChunk" | "subDoc" => "embedded document",
        "fldData" | "binData" => "hidden data",
        "customXmlPr" | "smartTagPr" | "smartTagType" | "attachedSchema" | "schemaLibrary" | "saveThroughXslt"
        | "dataBinding" => "mark of custom XML or of a smart tag",
        _ if element.starts_with("moveFromRange") || element.starts_with("moveToRange") => {
            "tracked change of the layout"
        }
        _ if element.starts_with("customXml") && element.contains("Range") => "tracked change of the layout",
        _ => return None,
    })
}

/// What people call an element that is removed while everything in it is kept; `None` if it is kept itself. Text whose direction
/// is turned around reads in another order than it is seen in.
fn unwrapped(element: &str) -> Option<&'static str> {
    Some(match element {
        "ins" | "moveTo" => "mark of a tracked insertion",
        "customXml" | "smartTag" => "mark of custom XML or of a smart tag",
        "bdo" => TURNED,
        _ => return None,
    })
}

/// What people call a mark that turns the direction of text around.
const TURNED: &str = "override of the direction of text";

/// What people call an id that is removed or numbered anew.
const TRACE: &str = "id of an editing session, a copy or a custom style";

/// Elements that show another file: they are removed when it is dropped.
const FRAMES: &[&str] = &["drawing", "pict", "object", "numPicBullet"];

struct Frame<'a> {
    element: &'a str,
    start: usize,
    removed: Option<&'static str>,
}

/// Finds the content to remove. `lost` has the ids of the relations whose targets were dropped, `ids` the new ids.
pub(super) fn cuts(source: &str, lost: &BTreeSet<String>, ids: &Ids, limits: &Limits) -> Result<Cuts> {
    let mut cuts = Cuts::default();
    let mut stack: Vec<Frame> = Vec::new();
    let mut bullets = Vec::new();
    let mut lost_bullets = false;
    walk(source, limits.depth, |node, range| {
        match node {
            Node::Aside => cuts.cut(range, "XML comment"),
            Node::Open { name, attributes, empty } => {
                let element = local(&source[name]);
                let broken = attributes.iter().any(|attribute| {
                    let key = &source[attribute.name.clone()];
                    key.contains(':') && !key.starts_with("w:") && lost.contains(&source[attribute.value.clone()])
                });
                let parent = stack.last().map_or("", |frame| frame.element);
                let trace = is_trace_element(element, parent).then_some(TRACE);
                let mut frame = Frame { element, start: range.start, removed: removed(element).or(trace) };
                if broken {
                    let reason = "frame of what was dropped";
                    match stack.iter_mut().rev().find(|frame| FRAMES.contains(&frame.element)) {
                        Some(outer) => {
                            lost_bullets |= outer.element == "numPicBullet";
                            outer.removed = Some(outer.removed.unwrap_or(reason));
                        }
                        None => frame.removed = Some(frame.removed.unwrap_or(reason)),
                    }
                }
                if element == "lvlPicBulletId" {
                    bullets.push(range.clone());
                }
                if let Some(reason) = unwrapped(element) {
                    cuts.cut(range.clone(), reason);
                }
                for attribute in &attributes {
                    cuts.attribute(source, element, attribute, ids);
                }
                if !empty {
                    stack.push(frame);
                } else if let Some(reason) = frame.removed {
                    cuts.cut(range, reason);
                }
            }
            Node::Close => {
                let Some(frame) = stack.pop() else { return Ok(()) };
                if unwrapped(frame.element).is_some() {
                    cuts.changes.push(Change::cut(range.clone()));
                }
                if let Some(reason) = frame.removed {
                    cuts.cut(frame.start..range.end, reason);
                }
            }
            Node::Text => cuts.turned(source, range),
            Node::Raw(inner) if source[inner.clone()].contains(is_turning) => {
                return Err(Error::Refused("its XML turns the direction of text in a CDATA section".to_owned()));
            }
            Node::Reference
                if entity(&source[range.clone()], false).is_some_and(|(text, _)| text.contains(is_turning)) =>
            {
                cuts.cut(range, TURNED);
            }
            Node::Declaration if !is_layout(&source[range.clone()]) => {
                let with = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>".to_owned();
                cuts.changes.push(Change { source: range, with });
            }
            Node::Raw(_) | Node::Reference | Node::Declaration => {}
        }
        Ok(())
    })?;
    if lost_bullets {
        cuts.changes.extend(bullets.into_iter().map(Change::cut));
    }
    Ok(cuts)
}

impl Cuts {
    fn cut(&mut self, range: Range<usize>, reason: &'static str) {
        *self.counts.entry(reason).or_default() += 1;
        self.changes.push(Change::cut(range));
    }

    /// Cuts the marks that turn the direction of a text around: it reads in another order than it is seen in.
    fn turned(&mut self, source: &str, range: Range<usize>) {
        for (at, mark) in source[range.clone()].match_indices(is_turning) {
            *self.counts.entry(TURNED).or_default() += 1;
            self.marks.push(Change::cut(range.start + at..range.start + at + mark.len()));
        }
    }

    /// Cuts the author and the date of a change, the second copy of a drawing that is stored for old programs, and ids.
    fn attribute(&mut self, source: &str, element: &str, Attribute { name, value }: &Attribute, ids: &Ids) {
        match ids.of(element, &source[name.clone()], &source[value.clone()]) {
            Id::Kept => {}
            Id::Removed => {
                *self.counts.entry(TRACE).or_default() += 1;
                return self.attribute_cut(source, name, value);
            }
            Id::Renamed(new) => {
                *self.counts.entry(TRACE).or_default() += 1;
                return self.changes.push(Change { source: value.clone(), with: new.to_owned() });
            }
        }
        let key = local(&source[name.clone()]);
        match key {
            "author" | "initials" if !value.is_empty() => {
                *self.counts.entry("author of a change or comment").or_default() += usize::from(key == "author");
                self.changes.push(Change::cut(value.clone()));
            }
            "date" | "dateUtc" if source[name.clone()].contains(':') => self.attribute_cut(source, name, value),
            "gfxdata" => self.attribute_cut(source, name, value),
            _ => self.turned(source, value.clone()),
        }
    }

    fn attribute_cut(&mut self, source: &str, name: &Range<usize>, value: &Range<usize>) {
        // With the space before it, and the quote behind it.
        let before = source[..name.start].trim_end().len();
        self.changes.push(Change::cut(before..value.end + 1));
    }
}

/// Whether a place lies in one of the cuts, which are in order.
pub(super) fn covers(cuts: &[Range<usize>], at: usize) -> bool {
    let behind = cuts.partition_point(|cut| cut.start <= at);
    behind > 0 && at < cuts[behind - 1].end
}

/// The ranges of the changes in order, without those that lie within others.
pub(super) fn outer(changes: &[Change]) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = changes.iter().map(|change| change.source.clone()).collect();
    ranges.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
    let mut end = 0;
    ranges.retain(|range| {
        let keep = range.start >= end;
        end = end.max(range.end);
        keep
    });
    ranges
}
