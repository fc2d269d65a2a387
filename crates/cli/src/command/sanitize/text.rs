//! What `scumble sanitize` did, for people.

use crate::failure::Failure;
use scumble::Sanitizer;
use scumble::document::{Folder, Summary};
use std::fmt::Write;

/// `1 document`, `2 documents`.
pub(crate) fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The summary of a run.
pub(super) fn summary(sanitizer: &Sanitizer, summary: &Summary) -> String {
    let protection = sanitizer.protection();
    let own = protection.beta.is_none() && protection.hide.is_empty();
    let risk = match summary.residual_risk {
        Some(risk) => format!("residual risk {risk:.2}"),
        None => "residual risk not measured (no sensitive term was named)".to_owned(),
    };
    let mut text = format!(
        "{}: {} redacted, {} kept, {:.1} % of words kept; {risk}\n",
        counted(summary.documents, "document"),
        counted(summary.redacted(), "finding"),
        counted(summary.kept, "candidate"),
        100.0 * summary.mean_words_kept(),
    );
    let rules: Vec<String> = summary.by_rule.iter().map(|(rule, count)| format!("{} {count}", rule.as_str())).collect();
    let _ = writeln!(text, "By rule: {}", if rules.is_empty() { "none".to_owned() } else { rules.join(", ") });
    let kinds = &protection.kinds;
    if protection.publishes_some() {
        let published: Vec<String> = summary.published.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        let published = if published.is_empty() { "none".to_owned() } else { published.join(", ") };
        let only: Vec<&str> = kinds.only.iter().map(|kind| sanitizer.policy().kind_name(*kind)).collect();
        let only = match only.is_empty() {
            true => String::new(),
            false => format!(" (only {} is redacted, every other kind is published)", only.join(", ")),
        };
        let _ = writeln!(text, "Published by kind: {published}{only}");
    }
    let _ = write!(
        text,
        "Policy {}, β {:.2} bits{}, τ {:.2}; counts {}; {:.2} s to sanitise, {:.2} s to verify",
        protection.method.as_str(),
        sanitizer.beta(),
        if own { " (the policy's own)" } else { "" },
        sanitizer.tau(),
        sanitizer.policy().counts_spec(),
        summary.deciding,
        summary.checking,
    );
    if summary.proposed > 0 {
        let blocks = counted(summary.proposed, "risky block");
        let _ = write!(text, "\n{blocks} proposed for removal: a person decides (--accept-blocks removes them)");
    }
    if summary.exempt > 0 {
        let mentions = counted(summary.exempt, "mention");
        let _ = write!(text, "\n{mentions} of redacted terms kept, because a person decided so");
    }
    if summary.joint_cut > 0 {
        let documents = counted(summary.joint_cut, "document");
        let _ = write!(text, "\nThe search for joint disclosure was cut by its budget in {documents}");
    }
    if summary.resumed > 0 {
        let documents = counted(summary.resumed, "document");
        let _ = write!(text, "\n{documents} finished by an earlier run (--again sanitises them again)");
    }
    for (what, count) in &summary.warnings {
        let _ = write!(text, "\nNote on {count}: {what}");
    }
    for (what, count) in &summary.dropped {
        let _ = write!(text, "\nDropped in {count}: {what}");
    }
    text
}

/// The summary of a release, and where it lies.
pub(super) fn release(sanitizer: &Sanitizer, of: &Summary, folder: &Folder) -> String {
    let mut text = summary(sanitizer, of);
    if of.renamed > 0 {
        let files = counted(of.renamed, "file");
        let _ = write!(text, "\n{files} released under another name, because their own held a redacted term");
    }
    let (release, work) = (folder.out().display(), folder.work().display());
    let _ = writeln!(text, "\nRelease: {release}   decisions, originals, audit and report: {work}");
    text
}

/// The documents that were withheld, and why.
pub(super) fn withheld(summary: &Summary) -> Failure {
    let count = summary.withheld.len();
    let all = count + summary.documents + summary.resumed;
    let mut text = format!("{count} of {} withheld", counted(all, "document"));
    for (name, why) in summary.withheld.iter().take(10) {
        let why = why.strip_prefix(&format!("{name}: ")).unwrap_or(why);
        let _ = write!(text, "\n  {name}: {why}");
    }
    let written = summary.documents + summary.resumed > 0;
    let rest = if written { "the others were written; " } else { "" };
    Failure::promise(text).with_help(format!("{rest}the report lists all documents that were withheld"))
}
