//! Content that is always removed from the XML of a document: tracked deletions, names of authors, references to files that the
//! package no longer has.

use super::xml::{Attribute, Node, local, walk};
use crate::change::Change;
use crate::error::Result;
use crate::limits::Limits;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The changes, and how often each thing was cut.
#[derive(Debug, Default)]
pub(super) struct Cuts {
    pub(super) changes: Vec<Change>,
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
        _ if element.starts_with("moveFromRange") || element.starts_with("moveToRange") => {
            "tracked change of the layout"
        }
        _ if element.starts_with("customXml") && element.contains("Range") => "tracked change of the layout",
        _ => return None,
    })
}

/// Elements that show another file: they are removed when it is dropped.
const FRAMES: &[&str] = &["drawing", "pict", "object", "numPicBullet"];

struct Frame<'a> {
    element: &'a str,
    start: usize,
    removed: Option<&'static str>,
}

/// Finds the content to remove. `lost` has the ids of the relations whose targets were dropped.
pub(super) fn cuts(source: &str, lost: &BTreeSet<String>, limits: &Limits) -> Result<Cuts> {
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
                let mut frame = Frame { element, start: range.start, removed: removed(element) };
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
                if matches!(element, "ins" | "moveTo") {
                    cuts.cut(range.clone(), "mark of a tracked insertion");
                }
                for attribute in &attributes {
                    cuts.attribute(source, attribute);
                }
                if !empty {
                    stack.push(frame);
                } else if let Some(reason) = frame.removed {
                    cuts.cut(range, reason);
                }
            }
            Node::Close => {
                let Some(frame) = stack.pop() else { return Ok(()) };
                if matches!(frame.element, "ins" | "moveTo") {
                    cuts.changes.push(Change::cut(range.clone()));
                }
                if let Some(reason) = frame.removed {
                    cuts.cut(frame.start..range.end, reason);
                }
            }
            Node::Text | Node::Reference | Node::Raw(_) | Node::Declaration => {}
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

    /// Cuts the author and the date of a change, and the second copy of a drawing that is stored for old programs.
    fn attribute(&mut self, source: &str, Attribute { name, value }: &Attribute) {
        let key = local(&source[name.clone()]);
        match key {
            "author" | "initials" if !value.is_empty() => {
                *self.counts.entry("author of a change or comment").or_default() += usize::from(key == "author");
                self.changes.push(Change::cut(value.clone()));
            }
            "date" | "dateUtc" if source[name.clone()].contains(':') => self.attribute_cut(source, name, value),
            "gfxdata" => self.attribute_cut(source, name, value),
            _ => {}
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
