//! A document as the page gets it: places in UTF-16 units, and for each decision what is shown of it.

use crate::offsets::Offsets;
use crate::reply::Failure;
use scumble::document::{Decision, Preview};
use scumble::report::density_strip;
use scumble::review::{Act, Change, Look, Meters, Pseudonym, Review, is_high_risk, pseudonyms, reason};
use scumble::span::Span;
use serde::Serialize;
use serde_json::{Value, json};

/// A document with everything that is shown at once.
#[derive(Serialize)]
pub(crate) struct Shown {
    number: usize,
    name: String,
    version: u64,
    text: String,
    findings: Vec<Finding>,
    beta: f64,
    tau: f64,
    w: f64,
    caution: Option<f64>,
    undoable: usize,
    warnings: Vec<String>,
}

/// A decision as it is shown.
#[derive(Serialize)]
pub(crate) struct Finding {
    id: String,
    start: usize,
    end: usize,
    kind: String,
    state: String,
    action: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    replacement: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reviewer: Option<String>,
    high: bool,
    reason: String,
}

impl Finding {
    fn of(decision: &Decision, span: Span, offsets: &Offsets<'_>, bounds: &Bounds) -> Self {
        let public = &decision.public;
        Self {
            id: public.id.clone(),
            start: offsets.units(span.start),
            end: offsets.units(span.end),
            kind: public.kind.clone(),
            state: public.state.clone(),
            action: public.action.clone(),
            replacement: public.replacement.clone(),
            reviewer: public.reviewer.clone(),
            high: is_high_risk(public, bounds.tau),
            reason: reason(decision, bounds.beta, bounds.tau, bounds.mask_from),
        }
    }
}

/// The thresholds of a document.
struct Bounds {
    beta: f64,
    tau: f64,
    mask_from: Option<f64>,
}

impl Bounds {
    fn of(review: &Review, look: &Look) -> Self {
        Self { beta: review.sanitizer().beta(), tau: review.sanitizer().tau(), mask_from: look.mask_from }
    }
}

pub(crate) fn shown(review: &mut Review, number: usize) -> Result<Shown, Failure> {
    let look = review.look(number)?;
    let bounds = Bounds::of(review, &look);
    let text = look.source.woven().text.clone();
    let offsets = Offsets::new(&text);
    let finding = |one: &Decision| look.span(one).map(|span| Finding::of(one, span, &offsets, &bounds));
    Ok(Shown {
        number,
        name: look.source.name().to_owned(),
        version: look.version,
        findings: look.decisions.iter().filter_map(finding).collect(),
        beta: bounds.beta,
        tau: bounds.tau,
        w: review.sanitizer().protection().w,
        caution: bounds.mask_from.map(|from| 1.0 - from),
        undoable: review.undoable(),
        warnings: look.source.warnings().to_vec(),
        text,
    })
}

/// What the decisions make of a document, as it is shown.
#[derive(Serialize)]
pub(crate) struct ShownPreview {
    version: u64,
    pieces: Vec<(usize, usize, String, String)>,
    left: Vec<(usize, usize)>,
    meters: Meters,
    pseudonyms: Vec<Pseudonym>,
}

pub(crate) fn preview(look: &Look) -> Result<ShownPreview, Failure> {
    let preview: Preview = look.preview()?;
    let offsets = Offsets::new(&look.source.woven().text);
    let place = |span: Span| (offsets.units(span.start), offsets.units(span.end));
    let pieces = preview.pieces.iter().map(|piece| {
        let (start, end) = place(piece.before);
        (start, end, piece.id.clone(), piece.replacement.clone())
    });
    Ok(ShownPreview {
        version: look.version,
        pieces: pieces.collect(),
        left: preview.left.iter().map(|span| place(*span)).collect(),
        meters: look.meters(&preview),
        pseudonyms: pseudonyms(&look.decisions, &preview),
    })
}

pub(crate) fn blocks(look: &Look) -> Value {
    let offsets = Offsets::new(&look.source.woven().text);
    let mut blocks = look.blocks();
    for block in &mut blocks {
        block.span = (offsets.units(block.span.0), offsets.units(block.span.1));
    }
    let picture = look.strip().map(|strip| density_strip(&strip));
    json!({ "blocks": blocks, "strip": picture })
}

pub(crate) fn misses(look: &Look) -> Result<Value, Failure> {
    let offsets = Offsets::new(&look.source.woven().text);
    let mut misses = look.misses()?;
    for miss in &mut misses {
        for span in &mut miss.spans {
            *span = (offsets.units(span.0), offsets.units(span.1));
        }
    }
    Ok(json!(misses))
}

/// An act of the page, whose places are UTF-16 units, as the library has it.
pub(crate) fn in_bytes(review: &mut Review, number: usize, act: Act) -> Result<Act, Failure> {
    Ok(match act {
        Act::Mask { start, end, kind } => {
            let source = review.source(number)?;
            let offsets = Offsets::new(&source.woven().text);
            Act::Mask { start: offsets.byte(start), end: offsets.byte(end), kind }
        }
        other => other,
    })
}

/// What a step changed, as far as the document is concerned that is shown.
pub(crate) fn done(
    review: &mut Review,
    number: usize,
    step: Option<u64>,
    undone: Option<String>,
) -> Result<Value, Failure> {
    let look = review.glance(number)?;
    let bounds = Bounds::of(review, &look);
    let name = look.source.name().to_owned();
    let changes: &[Change] = match (step, review.last_step()) {
        (Some(number), Some(last)) if last.number == number => &last.changes,
        _ => &[],
    };
    let offsets = Offsets::new(&look.source.woven().text);
    let here = || changes.iter().filter(|change| change.document == name);
    let changed: Vec<Finding> = here()
        .filter_map(|change| change.after.as_ref())
        .filter_map(|one| Some(Finding::of(one, look.span(one)?, &offsets, &bounds)))
        .collect();
    let removed: Vec<&str> = here()
        .filter(|change| change.after.is_none())
        .filter_map(|change| Some(change.before.as_ref()?.public.id.as_str()))
        .collect();
    Ok(json!({
        "step": step,
        "undone": undone,
        "undoable": review.undoable(),
        "version": look.version,
        "changed": changed,
        "removed": removed,
        "elsewhere": changes.len() - changed.len() - removed.len(),
    }))
}
