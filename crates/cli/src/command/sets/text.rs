//! What `scumble sets` did, for people.

use super::Arguments;
use crate::console::Console;
use scumble::data::SetForm;
use scumble::sets::AnonymizedSets;

/// A few lines that say what was done.
pub(super) fn to_text(sets: &AnonymizedSets, arguments: &Arguments, form: SetForm, console: &Console) -> String {
    let style = console.style;
    let (understood, blocks, loss) = (&sets.understood, sets.anonymized.blocks, &sets.loss);
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
    row(
        "loss",
        format!(
            "Σ min-sum {}, Σ avg {:.4} (mean {:.4}), Σ avg² {:.4}",
            style.strong(&format!("{:.4}", loss.sum_min_sum)),
            loss.sum,
            loss.mean(),
            loss.sum_squared
        ),
    );
    let shown = &sets.exposure;
    row(
        "exposure",
        format!(
            "of {} published terms {} are in one input record only; of {} pairs of terms {}",
            shown.terms, shown.terms_of_one, shown.pairs, shown.pairs_of_one
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
