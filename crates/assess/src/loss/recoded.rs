//! A released column whose values may be generalised: what each released value covers of the original's.

use super::form::Domain;
use scumble_data::{Column, Missing};
use scumble_mask::{Attribute, UnderstoodColumn, ValueHierarchy, Values};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// Where the hierarchy of a released column comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HierarchySource {
    /// It was given: the taxonomy of a text column.
    Given,
    /// It was made from the values, as the run that masked them did.
    Made,
    /// There is none: what a value covers is told from its form.
    Form,
}

impl HierarchySource {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Given => "given",
            Self::Made => "made",
            Self::Form => "by form",
        }
    }
}

/// A column of the original, and what was released for its cells.
#[derive(Debug, Clone)]
pub struct RecodedColumn {
    /// Its name.
    pub name: String,
    /// Where its hierarchy comes from.
    pub source: HierarchySource,
    /// For each record of the original the place of its value.
    pub(crate) codes: Vec<u32>,
    /// For each record of the original the place of what was released for it; past the end for a cell or record that was left out.
    pub(crate) released: Vec<u32>,
    labels: Vec<String>,
    domain: Domain,
    meaning: Meaning,
    /// How many records have each value.
    counts: Vec<u32>,
    /// How many records have any.
    present: u32,
}

#[derive(Debug, Clone)]
enum Meaning {
    /// A hierarchy, and for each of its nodes the records below it.
    Tree(Box<ValueHierarchy>, Vec<u32>),
    /// The values that each label covers, and the records that have them.
    Ranges(Vec<(Range<u32>, u32)>),
}

/// What was released for a value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Covering {
    /// The share of the leaves that it covers; 0 if it is the value itself.
    pub(crate) share: f64,
    /// (leaves - 1) / (all leaves - 1), or the width of an interval over the range of the column.
    pub(crate) granularity: f64,
    /// -log2 of the share of the covered records that have the value.
    pub(crate) bits: f64,
    /// Its level over the height of the hierarchy, if there is one.
    pub(crate) level: Option<f64>,
}

impl RecodedColumn {
    /// The column of an original and its release, record by record; records of the original past the end of the release were left
    /// out. `is_made` says that the run that masked the column made its hierarchy from these very cells.
    pub fn new(original: &Attribute, released: &Column, missing: &Missing, is_made: bool) -> Self {
        let (mut codes, labels) = released.codes(missing);
        let blank: Vec<bool> = labels.iter().map(|label| missing.is(label)).collect();
        let is_blank = |code: u32| blank.get(code as usize).copied().unwrap_or(true);
        codes.iter_mut().filter(|code| is_blank(**code)).for_each(|code| *code = u32::MAX);
        codes.resize(original.len(), u32::MAX);
        Self::of(original, codes, labels, is_made)
    }

    /// The same by the places of what was released among its distinct labels.
    pub fn of(original: &Attribute, released: Vec<u32>, labels: Vec<String>, is_made: bool) -> Self {
        let name = original.name.clone();
        let is_text = matches!(original.values, Values::Text(..));
        let (places, domain) = Domain::of(original);
        let tree = (is_text || is_made).then(|| UnderstoodColumn::new(original).ok()).flatten();
        let tree = tree.filter(|tree| is_text || has_all(&tree.hierarchy, &labels));
        let (mut codes, meaning, source) = match tree {
            Some(UnderstoodColumn { codes, hierarchy, made }) => {
                let below = below(&codes, &hierarchy);
                let source = if made { HierarchySource::Made } else { HierarchySource::Given };
                (codes, Meaning::Tree(Box::new(hierarchy), below), source)
            }
            None => {
                let mut before = vec![0_u32; domain.len() + 1];
                let present = places.iter().filter(|&&place| (place as usize) < domain.len());
                present.for_each(|&place| before[place as usize + 1] += 1);
                (1..before.len()).for_each(|at| before[at] += before[at - 1]);
                let range = |label: &String| {
                    let range = domain.covered(label);
                    let records = before[range.end as usize] - before[range.start as usize];
                    (range, records)
                };
                (places, Meaning::Ranges(labels.iter().map(range).collect()), HierarchySource::Form)
            }
        };
        (0..codes.len()).filter(|&row| original.is_missing(row)).for_each(|row| codes[row] = u32::MAX);
        let most = codes.iter().filter(|&&code| code != u32::MAX).max().map_or(0, |&most| most as usize + 1);
        let mut counts = vec![0_u32; most];
        codes.iter().filter(|&&code| code != u32::MAX).for_each(|&code| counts[code as usize] += 1);
        let present = counts.iter().sum();
        Self { name, source, codes, released, labels, domain, meaning, counts, present }
    }

    /// The height of its hierarchy: the steps from the deepest value to the root.
    pub fn height(&self) -> Option<usize> {
        match &self.meaning {
            Meaning::Tree(tree, _) => Some(tree.levels() - 1),
            Meaning::Ranges(_) => None,
        }
    }

    /// Whether a cell of the original has no value.
    pub(crate) fn is_missing(&self, code: u32) -> bool {
        code as usize >= self.counts.len()
    }

    /// What was released under a label for a value; nothing if it does not cover the value.
    pub(crate) fn covering(&self, code: u32, label: u32) -> Option<Covering> {
        let text = self.labels.get(label as usize)?;
        let own = f64::from(self.counts[code as usize]);
        let bits = |records: u32| (f64::from(records) / own).log2();
        match &self.meaning {
            Meaning::Tree(tree, below) => {
                let value = tree.node(code);
                let node = tree.published_as(value, text)?;
                let level =
                    if node == value { 0.0 } else { tree.level(node) as f64 / (tree.levels() - 1).max(1) as f64 };
                let share = tree.penalty(value, node);
                let granularity = self.granularity(text, tree.leaves(node), tree.leaves(0), node == value);
                Some(Covering { share, granularity, bits: bits(below[node as usize]), level: Some(level) })
            }
            Meaning::Ranges(ranges) => {
                let (range, records) = &ranges[label as usize];
                range.contains(&code).then(|| {
                    let (leaves, all) = (range.len(), self.domain.len());
                    let share = if leaves > 1 { leaves as f64 / all as f64 } else { 0.0 };
                    let granularity = self.granularity(text, leaves, all, false);
                    Covering { share, granularity, bits: bits(*records), level: None }
                })
            }
        }
    }

    /// What is lost with a cell that was left out: as much as with `*`.
    pub(crate) fn lost(&self, code: u32) -> Covering {
        let bits = (f64::from(self.present) / f64::from(self.counts[code as usize])).log2();
        Covering { share: 1.0, granularity: 1.0, bits, level: self.height().map(|_| 1.0) }
    }

    fn granularity(&self, label: &str, leaves: usize, all: usize, is_same: bool) -> f64 {
        let by_leaves = || leaves.saturating_sub(1) as f64 / all.saturating_sub(1).max(1) as f64;
        if is_same { 0.0 } else { self.domain.width(label).unwrap_or_else(by_leaves) }
    }

    /// Whether some cell was released as something wider that covers it, and every other cell as something that covers it too.
    pub fn is_generalized(&self) -> bool {
        let mut known: HashMap<(u32, u32), Option<bool>> = HashMap::new();
        let mut some = false;
        for (&code, &label) in self.codes.iter().zip(&self.released) {
            if self.is_missing(code) || label == u32::MAX {
                continue;
            }
            let moved = known.entry((code, label)).or_insert_with(|| self.is_moved(code, label));
            match moved {
                Some(moved) => some |= *moved,
                None => return false,
            }
        }
        some
    }

    /// Whether a value was released as something wider; nothing if it is not covered by it.
    fn is_moved(&self, code: u32, label: u32) -> Option<bool> {
        self.covering(code, label)?;
        Some(match &self.meaning {
            Meaning::Tree(tree, _) => {
                tree.label(tree.node(code)) != self.labels.get(label as usize).map(String::as_str)
            }
            Meaning::Ranges(ranges) => {
                ranges[label as usize].0.len() > 1
                    || self.domain.width(&self.labels[label as usize]).is_some_and(|width| width > 0.0)
            }
        })
    }

    /// For each value the places of the labels that cover it.
    pub(crate) fn covering_labels(&self) -> Vec<Vec<u32>> {
        let labels: HashMap<&str, u32> = self.labels.iter().map(String::as_str).zip(0..).collect();
        let mut found: Vec<Vec<u32>> = vec![Vec::new(); self.counts.len()];
        match &self.meaning {
            Meaning::Tree(tree, _) => {
                for (code, found) in (0..).zip(&mut found) {
                    let mut node = tree.node(code);
                    loop {
                        let label = tree.label(node).and_then(|label| labels.get(label)).copied();
                        found.extend(label.filter(|label| !found.contains(label)));
                        match tree.parent(node) {
                            parent if parent == node => break,
                            parent => node = parent,
                        }
                    }
                }
            }
            Meaning::Ranges(ranges) => {
                for (label, (range, _)) in (0..).zip(ranges) {
                    let end = (range.end as usize).min(found.len());
                    found[(range.start as usize).min(end)..end].iter_mut().for_each(|found| found.push(label));
                }
            }
        }
        found
    }
}

/// For each node of a hierarchy the records at or below it.
fn below(codes: &[u32], tree: &ValueHierarchy) -> Vec<u32> {
    let mut below = vec![0_u32; tree.len()];
    codes.iter().for_each(|&code| below[tree.node(code) as usize] += 1);
    // Parents come before their children.
    for node in (0..tree.len() as u32).rev() {
        let parent = tree.parent(node);
        if parent != node {
            below[parent as usize] += below[node as usize];
        }
    }
    below
}

/// Whether a hierarchy publishes all these labels.
fn has_all(tree: &ValueHierarchy, labels: &[String]) -> bool {
    let known: HashSet<&str> = (0..tree.len() as u32).filter_map(|node| tree.label(node)).collect();
    labels.iter().all(|label| known.contains(label.as_str()))
}
