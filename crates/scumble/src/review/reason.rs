//! Why something was found, or kept, with the numbers that decided.

use crate::document::Decision;

/// Why the machine decided as it did: the rule, and its figures. `mask_from` is the probability from which on learned decisions
/// mask. It may name the related term, which is protected.
pub fn reason(decision: &Decision, beta: f64, tau: f64, mask_from: Option<f64>) -> String {
    let public = &decision.public;
    let related = decision.protected.as_ref().and_then(|protected| protected.related.as_deref());
    if let (Some(topic), Some(density)) = (&public.topic, public.density) {
        let threshold = public.threshold.map_or(String::new(), |threshold| format!(" ≥ {threshold:.1}"));
        return format!("topic {topic}: {density:.1} hits per 100 words{threshold}");
    }
    if let Some(share) = public.match_share {
        return format!("carries {:.0} % of the match with one page of the background", 100.0 * share);
    }
    if let Some(p) = public.probability {
        let compared = mask_from.map_or(String::new(), |from| {
            let sign = if p >= from { '≥' } else { '<' };
            format!(" {sign} {from:.2}")
        });
        return format!("{}: people mask it with probability {p:.2}{compared}", rule_name(&public.rule));
    }
    let kept = public.action == "keep";
    if let Some(pmi) = public.pmi.filter(|_| kept || matches!(public.rule.as_str(), "related" | "joint")) {
        let with = related.map_or(String::new(), |term| format!(" with “{term}”"));
        let sign = if pmi >= tau { '≥' } else { '<' };
        let together = if public.rule == "joint" { "together with others, " } else { "" };
        return format!("{together}PMI {pmi:.1}{with} {sign} τ {tau:.1}");
    }
    if let Some(ic) = public.ic.filter(|_| !matches!(public.rule.as_str(), "hidden" | "denied" | "person")) {
        let (name, bound) = match public.rule.as_str() {
            "rare" => ("the bound of rare words", public.threshold.unwrap_or(beta)),
            _ => ("β", public.threshold.unwrap_or(beta)),
        };
        let sign = if ic >= bound { '≥' } else { '<' };
        let unseen = if public.rule == "unseen" { "the corpus never saw it: " } else { "" };
        return format!("{unseen}IC {ic:.1} {sign} {name} {bound:.1}");
    }
    match (public.rule.as_str(), related) {
        ("hidden", Some(term)) => format!("the term to hide “{term}”, or a synonym"),
        (rule, _) => rule_name(rule).to_owned(),
    }
}

/// A rule in words.
fn rule_name(rule: &str) -> &str {
    match rule {
        "manual" => "a person marked it",
        "denied" => "on the list of terms to redact",
        "person" => "names a person to protect",
        "hidden" => "a term to hide, or a synonym",
        "own" => "a recognizer of your own",
        "entity" => "recognized by pattern or model",
        "capitals" => "capitals or digits that no model knows",
        "second-reader" => "the second reader",
        "informative" => "information content",
        "unseen" => "the corpus never saw it",
        "related" => "mutual information",
        "joint" => "mutual information together with others",
        "rare" => "a rare word",
        "background" => "speaks for one page of the background",
        "same" => "another mention of redacted text",
        "again" => "found when the result was read again",
        "block" => "dense in words of a topic",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::super::gate::tests::decision;
    use super::*;
    use crate::document::{ProtectedText, PublicDecision};

    #[test]
    fn reasons_have_their_numbers() {
        let of = |public: PublicDecision| {
            let protected = ProtectedText { text: "x".into(), term: "x".into(), related: Some("AIDS".into()) };
            reason(&Decision { public, protected: Some(protected) }, 12.0, 8.6, Some(0.5))
        };
        let informative = decision("term", "informative", "label", "accepted");
        let with = |ic, pmi, rule: &str, action: &str| PublicDecision {
            ic,
            pmi,
            threshold: Some(if rule == "related" { 8.6 } else { 12.0 }),
            rule: rule.into(),
            action: action.into(),
            ..informative.clone()
        };
        assert_eq!(of(with(Some(14.31), None, "informative", "label")), "IC 14.3 ≥ β 12.0");
        assert_eq!(of(with(Some(4.3), None, "informative", "keep")), "IC 4.3 < β 12.0");
        assert_eq!(of(with(Some(4.3), Some(9.2), "related", "label")), "PMI 9.2 with “AIDS” ≥ τ 8.6");
        let block =
            PublicDecision { topic: Some("weapons".into()), density: Some(9.14), threshold: Some(8.0), ..informative };
        assert_eq!(of(block), "topic weapons: 9.1 hits per 100 words ≥ 8.0");
        let person = PublicDecision { probability: Some(0.93), ..decision("person", "entity", "label", "accepted") };
        assert_eq!(of(person), "recognized by pattern or model: people mask it with probability 0.93 ≥ 0.50");
    }
}
