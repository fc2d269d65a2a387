//! One source of markup, the parts that are woven from it, and the source with edits of those parts.

use crate::change::{Change, splice};
use crate::error::Result;
use crate::escape::Escape;
use crate::format::Format;
use crate::part::{Holds, Part};
use crate::weave::Weave;
use scumble_span::Edit;
use std::ops::Range;

/// A part with the pieces of the source that its text was read from.
#[derive(Debug)]
pub(crate) struct PartWeave {
    pub(crate) name: String,
    pub(crate) holds: Holds,
    pub(crate) weave: Weave,
}

impl PartWeave {
    /// The part, and where its blocks end.
    pub(crate) fn part(&self) -> (Part<'_>, &[usize]) {
        (Part { name: &self.name, holds: self.holds, text: self.weave.text() }, self.weave.breaks())
    }
}

/// A source, its parts, and the changes that are made whatever the edits are.
#[derive(Debug)]
pub(crate) struct Sheet {
    pub(crate) source: String,
    pub(crate) parts: Vec<PartWeave>,
    pub(crate) fixed: Vec<Change>,
    /// Texts whose spaces count only with an attribute that says so: their bytes, and where to write the attribute.
    pub(crate) preserve: Vec<(Range<usize>, usize)>,
    pub(crate) dropped: Vec<String>,
    pub(crate) warnings: Vec<String>,
}

impl Sheet {
    pub(crate) fn new(source: String) -> Self {
        Self {
            source,
            parts: Vec::new(),
            fixed: Vec::new(),
            preserve: Vec::new(),
            dropped: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// A source that is plain text from some byte on.
    pub(crate) fn plain(source: String, start: usize) -> Self {
        let mut weave = Weave::default();
        weave.verbatim(&source, start..source.len(), Escape::Plain);
        let mut sheet = Self::new(source);
        sheet.always("body", Holds::Prose, weave);
        sheet
    }

    /// Adds a part, even if it is empty.
    pub(crate) fn always(&mut self, name: &str, holds: Holds, weave: Weave) {
        self.parts.push(PartWeave { name: name.to_owned(), holds, weave });
    }

    /// Adds a part if the source has a place for it.
    pub(crate) fn add(&mut self, name: &str, holds: Holds, weave: Weave) {
        if !weave.is_empty() {
            self.always(name, holds, weave);
        }
    }

    /// The source with the edits (a list for each part) and the changes that are always made.
    pub(crate) fn edited(&self, edits: &[Vec<Edit>]) -> Result<String> {
        let mut changes = Vec::new();
        for (part, edits) in self.parts.iter().zip(edits) {
            changes.extend(part.weave.changes(edits)?);
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

impl Format for Sheet {
    fn parts(&self) -> Vec<&PartWeave> {
        self.parts.iter().collect()
    }

    fn dropped(&self) -> &[String] {
        &self.dropped
    }

    fn warnings(&self) -> &[String] {
        &self.warnings
    }

    fn rewrite(&self, edits: &[Vec<Edit>]) -> Result<Vec<u8>> {
        Ok(self.edited(edits)?.into_bytes())
    }
}
