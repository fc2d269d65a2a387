//! What `scumble sanitize` did, for people.

use super::fields;
use crate::failure::{Failure, with_flags};
use scumble::Sanitizer;
use scumble::document::{Folder, Summary, Unmatched};
use std::fmt::Write;

/// `1 document`, `2 documents`.
pub(crate) fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The summary of a run.
pub(super) fn summary(sanitizer: &Sanitizer, summary: &Summary) -> String {
    let protection = sanitizer.protection();
    let own = protection.beta.is_none() && protection.hide.is_empty();
    let attacked = summary.best_search_rank().map(|(rank, known)| {
        let (of, all) = (counted(known, "document"), summary.search_ranks.len());
        let of = if known == all { of } else { format!("{of} with a page, of {all}") };
        format!("attack by search: best rank {rank} ({of})")
    });
    let risk = match (summary.residual_risk, summary.mean_search_risk()) {
        (Some(risk), _) => match attacked {
            Some(attacked) => format!("residual risk: {risk:.2}; {attacked}"),
            None => format!("residual risk: {risk:.2}"),
        },
        (None, _) if attacked.is_some() => attacked.unwrap_or_default(),
        (None, Some((risk, known))) => {
            let all = summary.search_risks.len();
            let of = if known == all { String::new() } else { format!(" (of {known} of {all} documents)") };
            format!("estimated search risk: {:.0} to {:.0} %{of}", 100.0 * risk.low, 100.0 * risk.high)
        }
        (None, None) => "search risk: not measured (unlike the texts that the estimate was fitted on)".to_owned(),
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
    if !summary.text_kinds.is_empty() {
        let told: Vec<String> = summary.text_kinds.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        let caution = protection.caution.map_or("by the kind of text".to_owned(), |caution| caution.to_string());
        let reader = protection.readers.as_str();
        let _ = writeln!(text, "Kind of text: {}; caution {caution}, reader {reader}", told.join(", "));
    }
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
    for unmatched in summary.unmatched(sanitizer) {
        let _ = write!(text, "\n{}", occurs_nowhere(&unmatched));
    }
    if let Some(decided) = summary.decided {
        let (file, machine) = (counted(decided.file, "finding"), counted(decided.machine, "finding"));
        let _ = write!(
            text,
            "\nDecided by the decisions file: {file}; by the machine, because the file does not mention them: {machine}"
        );
    }
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

/// A term that was named and is in no document: a misspelling protects nobody.
fn occurs_nowhere(unmatched: &Unmatched<'_>) -> String {
    let Unmatched { named, near } = unmatched;
    let mut text = format!("--{} “{}” occurs nowhere", named.purpose.as_str(), named.term);
    if !near.is_empty() {
        let near: Vec<String> = near.iter().map(|spelling| format!("“{spelling}”")).collect();
        let _ = write!(text, "; the text has {}", near.join(", "));
    }
    text
}

/// The summary of a release, and where it lies.
pub(super) fn release(sanitizer: &Sanitizer, of: &Summary, folder: &Folder) -> Result<String, Failure> {
    let (release, work) = (folder.out().display(), folder.work().display());
    if of.documents + of.resumed == 0 {
        return Ok(format!("No document was released.\nAudit and report: {work}\n"));
    }
    let mut text = summary(sanitizer, of);
    if of.renamed > 0 {
        let files = counted(of.renamed, "file");
        let _ = write!(text, "\n{files} released under another name, because the own name could tell of someone");
    }
    if !of.vanished.is_empty() {
        let (earlier, names) = (counted(of.vanished.len(), "document"), listed(&of.vanished));
        let _ = write!(
            text,
            "\n{earlier} of earlier runs still in the release, but not in the input (--prune takes back): {names}"
        );
    }
    if !of.pruned.is_empty() {
        let (earlier, names) = (counted(of.pruned.len(), "document"), listed(&of.pruned));
        let _ = write!(text, "\n{earlier} of earlier runs taken back: {names}");
    }
    let strangers = folder.strangers()?;
    if !strangers.is_empty() {
        let (files, names) = (counted(strangers.len(), "file"), listed(&strangers));
        let _ = write!(text, "\n{files} in {release} that no run released, and that no audit covers: {names}");
    }
    let _ = writeln!(text, "\nRelease: {release}   decisions, originals, audit and report: {work}");
    Ok(text)
}

/// The first names of a list.
pub(super) fn listed(names: &[String]) -> String {
    const MOST: usize = 5;
    let more = if names.len() > MOST { format!(" and {} more", names.len() - MOST) } else { String::new() };
    format!("{}{more}", names.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join(", "))
}

/// Advice with its flags; a field can be dropped or sanitised.
fn way_out(advice: &scumble::Help) -> String {
    match (advice.setting, advice.value.as_deref()) {
        (Some("drop_field"), Some(field)) => {
            let field = fields::argument(field);
            format!("{} (--drop-field {field} or --field {field})", advice.advice)
        }
        _ => with_flags(advice),
    }
}

/// How many withheld documents, and how many pieces of advice, are shown.
const MOST_SHOWN: usize = 10;

/// The documents that were withheld, and why.
pub(super) fn withheld(summary: &Summary) -> Failure {
    let count = summary.withheld.len();
    let all = count + summary.documents + summary.resumed;
    let mut text = format!("{count} of {} withheld", counted(all, "document"));
    for (name, why) in summary.withheld.iter().take(MOST_SHOWN) {
        let why = [": ", ", "].iter().find_map(|end| why.strip_prefix(&format!("{name}{end}"))).unwrap_or(why);
        let _ = write!(text, "\n  {name}: {}", why.strip_prefix("withheld: ").unwrap_or(why));
    }
    if count > MOST_SHOWN {
        let _ = write!(text, "\n  and {} more", count - MOST_SHOWN);
    }
    let mut help = String::new();
    for (advice, count) in summary.advice.iter().take(MOST_SHOWN) {
        let _ = write!(help, "{count} of them: {}\n       ", way_out(advice));
    }
    let written = summary.documents + summary.resumed > 0;
    let rest = if written { "the others were written; " } else { "" };
    Failure::promise(text).with_help(format!("{help}{rest}the report lists all documents that were withheld"))
}
