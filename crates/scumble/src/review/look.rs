//! A document as it stands in a review: taken out of the collection, so that looking at it keeps nobody from deciding.

use super::blocks::{self, RiskyBlock};
use super::collection::Review;
use super::meters::Meters;
use super::settings::{Setting, WhatIf};
use super::spans::span_of;
use super::sweep::{Miss, sweep};
use crate::Result;
use crate::document::{Decision, EditedDecision, Preview, Sanitizer, Source, strip};
use crate::report::DensityStrip;
use scumble_mask::document::judge::TextKind;
use scumble_mask::document::{Ledger, SourceText};
use scumble_span::Span;
use std::sync::Arc;

/// A document and the decisions about it. It holds protected text.
pub struct Look {
    /// The original.
    pub source: Arc<Source>,
    /// The decisions, by place.
    pub decisions: Vec<Decision>,
    /// Changes with every change of a decision.
    pub version: u64,
    /// The probability from which on learned decisions mask in this document; none where nothing was learned about such texts.
    pub mask_from: Option<f64>,
    sanitizer: Sanitizer,
    ledger: Ledger,
}

impl Review {
    /// Takes a look at a document.
    ///
    /// # Errors
    /// If there is no such document, or its original cannot be read.
    pub fn look(&mut self, number: usize) -> Result<Look> {
        let decisions = self.document(number)?.stored.decisions.clone();
        Ok(Look { decisions, ..self.glance(number)? })
    }

    /// Takes a look at a document without its decisions, of which there may be very many.
    ///
    /// # Errors
    /// As [`look`](Self::look).
    pub fn glance(&mut self, number: usize) -> Result<Look> {
        let source = self.source(number)?;
        let document = self.document(number)?;
        let protection = self.sanitizer.protection();
        let kind = document.stored.figures.text_kind.as_deref();
        let kind = kind.and_then(|kind| TextKind::NAMED.iter().find(|(name, _)| *name == kind));
        let caution = kind.map(|(_, kind)| protection.caution.unwrap_or_else(|| kind.caution(protection.readers)));
        Ok(Look {
            source,
            decisions: Vec::new(),
            version: document.version,
            mask_from: caution.map(|caution| 1.0 - caution),
            sanitizer: self.sanitizer.clone(),
            ledger: self.ledger.clone(),
        })
    }
}

impl Look {
    /// What the decisions make of the document.
    ///
    /// # Errors
    /// If a decision does not fit, or the counts cannot be had.
    pub fn preview(&self) -> Result<Preview> {
        let decisions: Vec<EditedDecision> = self.decisions.iter().cloned().map(EditedDecision::from).collect();
        self.sanitizer.preview(&self.source, &decisions, &self.ledger)
    }

    /// Where a decision stands in the whole text.
    pub fn span(&self, decision: &Decision) -> Option<Span> {
        span_of(&self.source, &decision.public)
    }

    /// Risk and utility as they are now.
    pub fn meters(&self, preview: &Preview) -> Meters {
        Meters::of(&self.decisions, preview, self.sanitizer.tau())
    }

    /// What another setting would change.
    ///
    /// # Errors
    /// If the counts cannot be had.
    pub fn what_if(&self, setting: &Setting) -> Result<WhatIf> {
        WhatIf::of(&self.decisions, setting, &self.sanitizer)
    }

    /// The risky blocks, with the words that make them risky.
    pub fn blocks(&self) -> Vec<RiskyBlock> {
        blocks::blocks(self, self.sanitizer.decider().topics())
    }

    /// Where a topic is dense along the document.
    pub fn strip(&self) -> Option<DensityStrip> {
        let woven = self.source.woven();
        let text = SourceText {
            text: woven.text.clone(),
            prose: woven.prose,
            breaks: woven.breaks.clone(),
            vocabulary: woven.vocabulary.clone(),
        };
        strip(self.source.name(), self.sanitizer.decider().topics(), &text)
    }

    /// What nobody masked and somebody should look at.
    ///
    /// # Errors
    /// If the counts cannot be had.
    pub fn misses(&self) -> Result<Vec<Miss>> {
        sweep(self, &self.sanitizer)
    }
}
