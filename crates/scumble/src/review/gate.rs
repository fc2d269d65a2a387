//! What must not be released before a person has looked at it.

use crate::document::{Decision, Draft, PublicDecision};
use crate::{Error, Result};

/// Kinds that tell who somebody is without any other knowledge.
pub const DIRECT: [&str; 12] = [
    "person",
    "code",
    "e-mail",
    "url",
    "phone",
    "ip",
    "iban",
    "payment-card",
    "national-id",
    "address",
    "handle",
    "secret",
];

/// Whether a decision is of high risk: a direct identifier, whatever is done with it; what the user named; a risky block; a phrase
/// that is kept although its PMI with a sensitive term reaches τ; and what waits for a decision.
pub fn is_high_risk(decision: &PublicDecision, tau: f64) -> bool {
    DIRECT.contains(&decision.kind.as_str())
        || decision.kind == "block"
        || matches!(decision.rule.as_str(), "denied" | "person" | "hidden")
        || decision.state == "proposed"
        || !decision.is_applied() && decision.pmi.is_some_and(|pmi| pmi >= tau)
}

/// How many decisions of high risk no person has looked at.
pub fn unreviewed<'d>(decisions: impl IntoIterator<Item = &'d PublicDecision>, tau: f64) -> usize {
    let is_open = |decision: &&PublicDecision| {
        (decision.reviewer.is_none() || decision.state == "proposed") && is_high_risk(decision, tau)
    };
    decisions.into_iter().filter(is_open).count()
}

impl Draft {
    /// Refuses a document in which something of high risk was not looked at.
    pub(crate) fn check_reviewed(&self, tau: f64) -> Result<()> {
        let woven = self.source.woven();
        let public: Vec<PublicDecision> =
            self.sanitized.findings().map(|finding| Decision::of(finding, woven, false).public).collect();
        let open = unreviewed(&public, tau);
        if open == 0 {
            return Ok(());
        }
        let what = if open == 1 { "1 finding".to_owned() } else { format!("{open} findings") };
        let name = self.source.name();
        Err(Error::withheld(format!("{name}: withheld: {what} of high risk that nobody has reviewed"))
            .with_help("decide on them in the review page, or name a reviewer in the decisions file"))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn decision(kind: &str, rule: &str, action: &str, state: &str) -> PublicDecision {
        let json = serde_json::json!({
            "id": format!("{kind}-{rule}"), "start": 0, "end": 1, "kind": kind, "rule": rule, "action": action, "state": state,
        });
        serde_json::from_value(json).unwrap()
    }

    #[test]
    fn what_is_of_high_risk_waits_for_a_person() {
        let with_pmi = PublicDecision { pmi: Some(9.0), ..decision("term", "informative", "keep", "accepted") };
        for (one, high) in [
            (decision("person", "entity", "label", "accepted"), true),
            (decision("person", "entity", "keep", "accepted"), true),
            (decision("place", "entity", "label", "accepted"), false),
            (decision("term", "hidden", "label", "accepted"), true),
            (decision("block", "block", "remove", "proposed"), true),
            (with_pmi.clone(), true),
            (PublicDecision { pmi: Some(8.0), ..with_pmi }, false),
            (decision("term", "informative", "label", "accepted"), false),
        ] {
            assert_eq!(is_high_risk(&one, 8.6), high, "{one:?}");
            let reviewed = PublicDecision { reviewer: Some("ada".into()), ..one.clone() };
            assert_eq!(unreviewed([&one], 8.6), usize::from(high));
            let waits = usize::from(one.state == "proposed");
            assert_eq!(unreviewed([&reviewed], 8.6), waits, "a proposal must be decided on, not only seen");
        }
    }
}
