//! One source of markup and the texts that are woven from it.

use crate::error::Result;
use crate::opened::Holds;
use crate::weave::{Change, Weave, splice};
use scumble_span::Edit;
use std::ops::Range;

#[derive(Debug)]
pub(crate) struct Woven {
    pub(crate) name: String,
    pub(crate) holds: Holds,
    pub(crate) weave: Weave,
}

/// A source, its texts, and the changes that are made whatever the edits are.
#[derive(Debug)]
pub(crate) struct Sheet {
    pub(crate) source: String,
    pub(crate) woven: Vec<Woven>,
    pub(crate) fixed: Vec<Change>,
    /// Texts whose spaces count only once they say so (their bytes, and where to say it).
    pub(crate) preserve: Vec<(Range<usize>, usize)>,
    pub(crate) dropped: Vec<String>,
    pub(crate) warnings: Vec<String>,
}

impl Sheet {
    pub(crate) fn new(source: String) -> Self {
        Self {
            source,
            woven: Vec::new(),
            fixed: Vec::new(),
            preserve: Vec::new(),
            dropped: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// A text that is there even if it is empty.
    pub(crate) fn always(&mut self, name: &str, holds: Holds, weave: Weave) {
        self.woven.push(Woven { name: name.to_owned(), holds, weave });
    }

    /// A text, if the source has a place for it.
    pub(crate) fn add(&mut self, name: &str, holds: Holds, weave: Weave) {
        if !weave.is_empty() {
            self.always(name, holds, weave);
        }
    }

    /// The source with the edits (a list for each text) and all that is made anyway.
    pub(crate) fn rewrite(&self, edits: &[Vec<Edit>]) -> Result<String> {
        let mut changes = Vec::new();
        for (woven, edits) in self.woven.iter().zip(edits) {
            changes.extend(woven.weave.changes(edits)?);
        }
        let mut touched: Vec<usize> = changes.iter().map(|change| change.source.start).collect();
        touched.sort_unstable();
        for (text, at) in &self.preserve {
            let first = touched.partition_point(|&change| change < text.start);
            if touched.get(first).is_some_and(|&change| change <= text.end) {
                changes.push(Change { source: *at..*at, with: " xml:space=\"preserve\"".to_owned() });
            }
        }
        Ok(splice(&self.source, changes, &self.fixed))
    }
}
