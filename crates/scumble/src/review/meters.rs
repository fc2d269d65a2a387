//! Risk and utility of a document as it is decided.

use super::gate::unreviewed;
use crate::document::{Decision, Preview};
use serde::Serialize;

/// Risk and utility of a document as it is decided. Nothing here is protected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Meters {
    /// How many decisions there are.
    pub findings: usize,
    /// How many of them redact something.
    pub redacted: usize,
    /// How many of high risk nobody has looked at.
    pub open: usize,
    /// The largest share of a sensitive term's information content that a kept phrase discloses; nothing where no term was named.
    pub residual_risk: Option<f64>,
    /// How likely a search finds the person, estimated: the chance, and its bounds.
    pub search_risk: Option<[f64; 3]>,
    /// The share of words that are kept.
    pub words_kept: f64,
    /// The share of the information content of all measured phrases that is kept; nothing where none was measured.
    pub ic_kept: Option<f64>,
    /// In how many places redacted text would be left: with one, the document is withheld.
    pub left: usize,
}

impl Meters {
    pub(super) fn of(decisions: &[Decision], preview: &Preview, tau: f64) -> Self {
        let is_kept = |one: &&Decision| !one.public.is_applied();
        let bits = |all: &mut dyn Iterator<Item = &Decision>| all.filter_map(|one| one.public.ic).sum::<f64>();
        let all = bits(&mut decisions.iter());
        Self {
            findings: decisions.len(),
            redacted: decisions.iter().filter(|one| one.public.is_applied()).count(),
            open: unreviewed(decisions.iter().map(|one| &one.public), tau),
            residual_risk: preview.residual_risk,
            search_risk: preview.estimated_search_risk.map(|risk| [risk.chance, risk.low, risk.high]),
            words_kept: preview.words_kept,
            ic_kept: (all > 0.0).then(|| bits(&mut decisions.iter().filter(is_kept)) / all),
            left: preview.left.len(),
        }
    }
}
