//! What `scumble mask` did, for people.

use super::Arguments;
use crate::console::Console;
use scumble::assess::{ColumnLoss, ColumnMeasure};
use scumble::table::{Masked, WorkFile};

/// What the release keeps.
fn promise(masked: &Masked, is_written: bool) -> String {
    let k = masked.groups().map(|group| group.k).min().unwrap_or(0);
    let others = match k.saturating_sub(1) {
        1 => "1 other".to_owned(),
        others => format!("{others} others"),
    };
    let mut promise = match masked.groups().count() {
        1 => format!("k = {k}: every record equals at least {others} on the masked columns"),
        _ => format!(
            "k = {k} on each group of columns by itself: every record equals at least {others} there (on all masked \
             columns together the smallest class has {})",
            masked.kept.smallest
        ),
    };
    if let Some(distinct) = masked.kept.distinct {
        promise.push_str(&format!("; at least {distinct} distinct confidential values in every equivalence class"));
    }
    if let Some(closeness) = masked.kept.closeness {
        promise.push_str(&format!("; t-closeness {closeness:.4} in every equivalence class"));
    }
    promise.push_str(if is_written { ". Checked on the bytes written" } else { ". Checked" });
    promise
}

/// A few lines that say what was done.
pub(super) fn to_text(masked: &Masked, arguments: &Arguments, console: &Console) -> String {
    let output = arguments.output.as_deref();
    let style = console.style;
    let table = &masked.table;
    let mut text = format!("{} · {} records · {}\n", table.file(), table.len(), style.strong(&masked.methods()));
    let mut row =
        |what: &str, value: String| text.push_str(&format!("  {}  {value}\n", style.faint(&format!("{what:<8}"))));
    for group in masked.groups() {
        let sizes = if group.smallest == group.largest {
            group.smallest.to_string()
        } else {
            format!("{} to {}", group.smallest, group.largest)
        };
        let cut = group.blocks.map_or(String::new(), |size| {
            format!(", in blocks of {size} records with repaired borders (slightly more information loss than grouping all at once)")
        });
        row("groups", format!("{} of {sizes} records on {}{cut}", group.groups, listed(&group.columns)));
    }
    if let Some(loss) = masked.sse_sst() {
        let of = if masked.losses.iter().all(is_ordered) { "" } else { " of columns with an order" };
        row("loss", format!("{} % of the variation{of} (SSE/SST)", style.strong(&format!("{loss:.6}"))));
    }
    for loss in masked.losses.iter().filter(|loss| !is_ordered(loss)) {
        let share = match loss.measure {
            ColumnMeasure::Distance(distance) => format!(", mean semantic distance {distance:.4} (of at most 1)"),
            _ => String::new(),
        };
        row("loss", format!("{}: {:.2} % of its cells changed{share}", loss.column, 100.0 * loss.changed));
    }
    if masked.stopped() {
        row("search", "stopped by --time before the effort was spent; the result is not repeatable".to_owned());
    }
    row("promise", promise(masked, output.is_some()));
    row("written", output.map_or("nothing: name a file with -o".to_owned(), |output| output.display().to_string()));
    if let Some(output) = output {
        row("work", format!("{} (keep it with the original; do not publish it)", WorkFile::folder(output).display()));
    }
    if let Some(report) = &arguments.report {
        row("report", format!("{} (keep it with the original; do not publish it)", report.display()));
    }
    if let Some(codebook) = &arguments.codebook {
        row("codebook", codebook.display().to_string());
    }
    text
}

fn is_ordered(loss: &ColumnLoss) -> bool {
    matches!(loss.measure, ColumnMeasure::Squares { .. })
}

fn listed(columns: &[String]) -> String {
    match columns {
        [one] => one.clone(),
        [first, second] => format!("{first}, {second}"),
        [first, .., last] => format!("{first} … {last} ({} columns)", columns.len()),
        [] => String::new(),
    }
}
