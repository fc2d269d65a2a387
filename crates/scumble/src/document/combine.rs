//! What a person decided, completed by what the machine finds: nothing is published because a file does not mention it.

use super::decision::{EditedDecision, id_of};
use crate::{Error, Result};
use scumble_files::Woven;
use scumble_mask::document::{Finding, Found, State, outside};
use scumble_span::Span;
use std::collections::HashSet;

/// A person's decisions and the machine's about everything else.
pub(crate) struct Combined {
    /// All findings to apply.
    pub(crate) findings: Vec<Finding>,
    /// How many findings each decided on.
    pub(crate) decided: DecidedBy,
}

/// How many findings the decisions file and the machine decided on; candidates that the machine keeps are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct DecidedBy {
    /// Decisions of the file, changed or left as the machine had made them.
    pub file: usize,
    /// Findings of the machine that the file does not mention.
    pub machine: usize,
}

/// Completes a person's decisions. A decision speaks for the finding whose id it has, and for every byte of its span; but a risky block
/// that is kept speaks for itself alone, not for the names in it.
pub(crate) fn combine(edited: &[EditedDecision], machine: &[Finding], source: &Woven, name: &str) -> Result<Combined> {
    let mut findings = EditedDecision::findings(edited, source, name)?;
    let ids: HashSet<&str> = edited.iter().filter_map(|decision| decision.id.as_deref()).collect();
    let speaks = |finding: &&Finding| finding.kind != Found::Block || finding.applies();
    let spoken_for = merged(findings.iter().filter(speaks).map(|finding| finding.span).collect());
    let mut decided = DecidedBy { file: findings.len(), machine: 0 };
    let others = machine.iter().filter(|finding| !ids.contains(id_of(finding, source).as_str()));
    for finding in others {
        let counts = finding.applies() || finding.state == State::Proposed;
        let at = spoken_for.partition_point(|span| span.end <= finding.span.start);
        let untouched = spoken_for.get(at).is_none_or(|span| finding.span.end <= span.start);
        let rest = if untouched { vec![finding.span] } else { outside(&source.text, finding.span, &spoken_for) };
        decided.machine += usize::from(counts && !rest.is_empty());
        findings.extend(rest.into_iter().map(|span| Finding { span, ..finding.clone() }));
    }
    findings.sort_by_key(|finding| (finding.span, finding.rule));
    Ok(Combined { findings, decided })
}

/// Refuses decisions that leave something open.
pub(crate) fn check_all_decided(combined: &Combined, name: &str) -> Result<()> {
    let proposed = combined.findings.iter().filter(|finding| finding.state == State::Proposed).count();
    let open = combined.decided.machine.max(proposed);
    if open == 0 {
        return Ok(());
    }
    let what = if open == 1 { "1 finding is".to_owned() } else { format!("{open} findings are") };
    Err(Error::withheld(format!("{name}: withheld: {what} not decided"))
        .with_help("decide on each in the decisions file: accepted, rejected or manual"))
}

/// Spans in order, those that touch joined.
fn merged(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort();
    let mut out: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        match out.last_mut() {
            Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
            _ => out.push(span),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_mask::document::Rule;

    #[test]
    fn a_block_that_is_kept_does_not_speak_for_the_names_in_it() {
        let source = Woven::of_texts([("body".to_owned(), "Ada met Bob.".to_owned())]);
        let machine = [Finding::new(Span::new(0, 3), Found::Name, Rule::Capitals)];
        let block = |state: &str| EditedDecision {
            kind: Some("block".into()),
            state: Some(state.into()),
            ..EditedDecision { start: Some(0), end: Some(12), ..Default::default() }
        };
        let machine_s = |state| combine(&[block(state)], &machine, &source, "note").unwrap().decided.machine;
        assert_eq!((machine_s("accepted"), machine_s("rejected"), machine_s("proposed")), (0, 1, 1));
    }
}
