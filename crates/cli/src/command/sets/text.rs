//! What `scumble sets` did, for people.

use super::Arguments;
use crate::console::Console;
use scumble::assess::sets::Losses;
use scumble::data::SetForm;
use scumble::sets::AnonymizedSets;

/// A few lines that say what was done.
pub(super) fn to_text(sets: &AnonymizedSets, arguments: &Arguments, form: SetForm, console: &Console) -> String {
    let style = console.style;
    let (understood, blocks) = (&sets.understood, sets.anonymized.blocks);
    let form = SetForm::ALL.iter().find(|(_, known)| *known == form).map_or("", |(name, _)| name);
    let mut text = format!(
        "{} ({}) · {} records · {} concepts\n",
        arguments.input.display(),
        form,
        understood.records.len(),
        understood.concepts.len()
    );
    let mut row =
        |what: &str, value: String| text.push_str(&format!("  {}  {value}\n", style.faint(&format!("{what:<9}"))));
    let items = &understood.items;
    row(
        "items",
        format!("{} understood as a whole, {} in part, {} not at all", items.mapped, items.partly, items.unmapped),
    );
    if sets.unmapped() > 0 {
        let fate =
            if sets.anonymized.suppressed.is_empty() { "grouped among themselves" } else { "left out: fewer than k" };
        row("unmapped", format!("{} records without a known item, {fate}", sets.unmapped()));
    }
    let blocks = if blocks > 1 { format!(", in {blocks} blocks") } else { String::new() };
    row("groups", format!("{}{blocks}; at least {} records are equal in each", sets.groups(), sets.smallest));
    let figures = |loss: &Losses| {
        format!(
            "Σ min-sum {}, Σ avg {:.4} (mean {:.4}), Σ avg² {:.4}",
            style.strong(&format!("{:.4}", loss.sum_min_sum)),
            loss.sum,
            loss.mean(),
            loss.sum_squared
        )
    };
    row("loss", format!("{}, of groups with their medoids", figures(&sets.loss)));
    row("published", format!("{}, centroids {}", figures(&sets.published), sets.policy.anonymize.centroid.name()));
    let shown = &sets.exposure;
    row(
        "exposure",
        format!(
            "of {} published concepts {} belong to one person only, of {} words {}, of {} pairs of concepts {}",
            shown.concepts, shown.concepts_of_one, shown.terms, shown.terms_of_one, shown.pairs, shown.pairs_of_one
        ),
    );
    row(
        "written",
        arguments
            .output
            .as_ref()
            .map_or("nothing: name a file with -o".to_owned(), |output| output.display().to_string()),
    );
    text
}
