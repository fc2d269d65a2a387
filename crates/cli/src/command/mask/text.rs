//! What `scumble mask` did, for people.

use super::Arguments;
use crate::console::Console;
use crate::console::style::Style;
use scumble::assess::{ColumnLoss, ColumnMeasure};
use scumble::data::Role;
use scumble::mask::{Blank, Generalized, Promise, Suppressed};
use scumble::table::{Masked, WorkFile, kind_name};

/// What the release keeps of the promises of groups and of the policy; nothing if there are none.
fn promise(masked: &Masked, is_written: bool) -> Option<String> {
    let grouped = masked.groups().map(|group| group.k).min();
    let k = grouped.or(masked.plan.promise.k).unwrap_or(0);
    let others = match k.saturating_sub(1) {
        1 => "1 other".to_owned(),
        others => format!("{others} others"),
    };
    let mut promise = match masked.groups().count() {
        _ if masked.suppression().is_some() => suppression_promise(masked, k, &others),
        0 if k == 0 => "as the policy asks".to_owned(),
        0 => format!("k = {k}: every record equals at least {others} on the masked columns"),
        1 if masked.plan.perturbs() => format!(
            "k = {k} on the columns that were grouped: every record equals at least {others} there (on all masked columns together \
             the smallest class has {})",
            masked.kept.smallest
        ),
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
    if let Some(entropy) = masked.kept.entropy {
        promise.push_str(&format!("; entropy l-diversity {entropy:.4}"));
    }
    if let Some(c) = masked.kept.recursive {
        promise.push_str(&format!("; recursive diversity for every c above {c:.4}"));
    }
    if let Some(closeness) = masked.kept.closeness {
        promise.push_str(&format!("; t-closeness {closeness:.4} in every equivalence class"));
    }
    if let Some(matching) = masked.kept.k_map {
        promise.push_str(&format!("; every record matches at least {matching} of the population"));
    }
    if let Some((least, most)) = masked.kept.presence {
        promise.push_str(&format!("; δ-presence from {least:.4} to {most:.4}"));
    }
    promise.push_str(checked(is_written));
    let is_asked = grouped.is_some() || masked.plan.promise != Promise::default();
    is_asked.then_some(promise)
}

fn checked(is_written: bool) -> &'static str {
    if is_written { ". Checked on the bytes written" } else { ". Checked" }
}

/// What every perturbation did and promises.
fn perturbed(masked: &Masked, is_written: bool) -> Vec<(&'static str, String)> {
    let mut rows = Vec::new();
    for step in masked.plan.perturbations() {
        for loss in step.columns.iter().filter_map(|&column| masked.losses.get(column)) {
            let share = match loss.measure {
                ColumnMeasure::Squares { sse, sst } if sst > 0.0 => {
                    format!(", squared change {:.4} % of its variation", 100.0 * sse / sst)
                }
                _ => String::new(),
            };
            rows.push(("change", format!("{}: {:.2} % of its cells{share}", loss.column, 100.0 * loss.changed)));
        }
        let (promise, can_be_checked) = step.promise();
        let percent = step.percent().map_or(String::new(), |percent| format!(" (p = {percent} %)"));
        let checked = if can_be_checked { checked(is_written) } else { ". Chance: there is nothing to check" };
        rows.push(("promise", format!("{}{percent}: {promise}{checked}", step.method().name())));
    }
    if !rows.is_empty() && masked.k_promised().is_none() {
        let smallest = match masked.plan.roles.masked.is_empty() {
            true => String::new(),
            false => format!(" (the smallest class on all masked columns has {})", records(masked.kept.smallest)),
        };
        rows.push(("no k", format!("no k is promised: a record may still be the only one of its kind{smallest}")));
    }
    rows
}

fn records(count: usize) -> String {
    if count == 1 { "1 record".to_owned() } else { format!("{count} records") }
}

/// A few lines that say what was done.
pub(super) fn to_text(masked: &Masked, arguments: &Arguments, console: &Console) -> String {
    let output = arguments.output.as_deref();
    let style = console.style;
    let table = &masked.table;
    let mut text = format!("{} · {} records · {}\n", table.file(), table.len(), style.strong(&masked.methods()));
    text.push_str(&columns(masked, style));
    let mut row =
        |what: &str, value: String| text.push_str(&format!("  {}  {value}\n", style.faint(&format!("{what:<8}"))));
    // Combinations of columns can be many: a suppression says what it did by itself.
    for group in masked.groups().filter(|_| masked.suppression().is_none()) {
        let sizes = if group.smallest == group.largest {
            group.smallest.to_string()
        } else {
            format!("{} to {}", group.smallest, group.largest)
        };
        let cut = group.blocks.map_or(String::new(), |size| {
            format!(", in blocks of {size} records with repaired borders (slightly more information loss than grouping all at once)")
        });
        let ways: Vec<&str> = group.keeping.iter().map(|way| way.name()).collect();
        let ways = if ways.is_empty() { String::new() } else { format!("; l and t by: {}", ways.join(", ")) };
        row("groups", format!("{} of {sizes} records on {}{cut}{ways}", group.groups, listed(&group.columns)));
    }
    if let Some(suppressed) = masked.suppression() {
        suppression(masked, suppressed).into_iter().for_each(|line| row("blanked", line));
    }
    if let Some(generalized) = masked.generalized() {
        for line in generalization(generalized, masked) {
            row("loss", line);
        }
    }
    if let Some(share) = masked.sse_sst() {
        let numbers = style.strong(&format!("{share:.6}"));
        let squares = masked.squares() / table.len() as f64;
        let published = masked.sse_sst_published().filter(|published| *published != share);
        let published = published.map_or(String::new(), |share| format!("; {share:.6} % as published"));
        let of = if masked.losses.iter().all(is_ordered) { "" } else { " of columns with an order" };
        row("loss", format!("{numbers} % of the variation{of} (SSE/SST), {squares:.4} per record{published}"));
    }
    let perturbed_columns: Vec<usize> = masked.plan.perturbations().flat_map(|step| step.columns.clone()).collect();
    let grouped = masked.losses.iter().enumerate().filter(|(at, _)| !perturbed_columns.contains(at));
    let is_blanked = masked.suppression().is_some();
    for loss in grouped.map(|(_, loss)| loss).filter(|loss| !is_ordered(loss) && !is_blanked) {
        let share = match loss.measure {
            ColumnMeasure::Distance(distance) => format!(", mean semantic distance {distance:.4} (of at most 1)"),
            _ => String::new(),
        };
        row("loss", format!("{}: {:.2} % of its cells changed{share}", loss.column, 100.0 * loss.changed));
    }
    if masked.stopped() {
        row("search", "stopped by --time before the effort was spent; the result is not repeatable".to_owned());
    }
    if masked.sampled_out > 0 {
        row("sample", format!("{} of {} records", table.len(), table.len() + masked.sampled_out));
    }
    if let Some(found) = masked.household_classes() {
        let smallest = match found.smallest {
            1 => format!("{} of them equal no other", found.uniques),
            smallest => format!("the smallest class has {smallest} whose members are all equal"),
        };
        let told = "are released as new numbers; with all members known";
        row("members", format!("{} households {told}, {smallest}", found.households));
    }
    for (what, value) in perturbed(masked, output.is_some()) {
        row(what, value);
    }
    if let Some(promise) = promise(masked, output.is_some()) {
        row("promise", promise);
    }
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

/// What a release of suppression keeps.
fn suppression_promise(masked: &Masked, k: usize, others: &str) -> String {
    let over = match masked.groups().count() {
        1 => "the masked columns".to_owned(),
        count => format!("each of {count} combinations of columns"),
    };
    let on = match masked.groups().next() {
        Some(one) if masked.groups().count() == 1 && one.columns.len() < masked.plan.roles.masked.len() => {
            listed(&one.columns)
        }
        _ => over,
    };
    match masked.suppression().map(|done| done.blank) {
        Some(Blank::MatchesAnything) => format!(
            "k = {k}: every record matches at least {others} on {on}, where a blank matches every value (the smallest class of equal \
             records on all masked columns has {})",
            masked.kept.smallest
        ),
        _ if masked.groups().count() == 1 => format!("k = {k}: every record equals at least {others} on {on}"),
        _ => format!(
            "k = {k}: every record equals at least {others} on {on} (on all masked columns together the smallest class has {})",
            masked.kept.smallest
        ),
    }
}

/// What was blanked, and what was left out.
fn suppression(masked: &Masked, done: &Suppressed) -> Vec<String> {
    let cells = masked.table.len() * done.columns.len();
    let share = 100.0 * done.cells as f64 / cells.max(1) as f64;
    let columns: Vec<String> =
        done.columns.iter().filter(|(_, cells)| *cells > 0).map(|(name, cells)| format!("{name} {cells}")).collect();
    let by = if columns.is_empty() { String::new() } else { format!(": {}", columns.join(", ")) };
    let mut lines = vec![format!("{} of {cells} cells ({share:.2} %){by}", done.cells)];
    if done.records > 0 {
        lines.push(format!("{} of {} records left out", done.records, masked.input_records));
    }
    lines
}

/// What a generalisation lost, and the levels of its columns.
fn generalization(generalized: &Generalized, masked: &Masked) -> Vec<String> {
    let Some(release) = masked.generalized_release() else { return Vec::new() };
    let all = release.loss.all;
    let loss = 100.0 * all.certainty_penalty;
    let left_out = if masked.suppressed > 0 { ", cells of records that this step left out as 100 %" } else { "" };
    let mut lines = vec![format!("{loss:.4} % of certainty (normalised certainty penalty by leaf share{left_out})")];
    let precision = all.precision.map_or(String::new(), |precision| format!(", precision {precision:.4}"));
    lines.push(format!(
        "granularity {:.4} %, non-uniform entropy {:.4} %{precision}; discernibility {}, {:.2} records in a class on average",
        100.0 * all.granularity,
        100.0 * all.entropy(),
        release.discernibility,
        release.mean_class_size
    ));
    if let Some(lattice) = generalized.lattice {
        let level = |column: &scumble::mask::GeneralizedColumn| {
            Some(format!("{} {} of {}", column.name, column.level?, column.levels - 1))
        };
        let levels: Vec<String> = generalized.columns.iter().filter_map(level).collect();
        let tested = generalized.tested;
        lines.push(format!("levels: {} (the best of {lattice} combinations, {tested} tested)", levels.join(", ")));
    }
    let made: Vec<&str> =
        generalized.columns.iter().filter(|column| column.made).map(|column| column.name.as_str()).collect();
    if !made.is_empty() {
        lines.push(format!("hierarchies made from the values, as none was given: {}", made.join(", ")));
    }
    lines
}

/// Columns that are listed, at most.
const MOST_COLUMNS: usize = 40;

/// What every column was taken for, and what happened to it.
fn columns(masked: &Masked, style: Style) -> String {
    let all = &masked.plan.columns;
    let shown = &all[..all.len().min(MOST_COLUMNS)];
    let width = shown.iter().map(|column| column.name.chars().count()).max().unwrap_or(0).min(30);
    let mut text = String::new();
    for column in shown {
        let role = match column.role {
            Role::Identifier => "dropped",
            Role::Quasi => "masked",
            Role::Published => "published",
            role => role.name(),
        };
        let kind = match column.role {
            Role::Identifier => String::new(),
            _ => format!("{} ({})", kind_name(&column.kind), column.reason),
        };
        text.push_str(&format!("  {:<width$}  {role:<12}  {}\n", column.name, style.faint(&kind)));
    }
    if all.len() > shown.len() {
        text.push_str(&format!("  … and {} columns more (all of them with --json)\n", all.len() - shown.len()));
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
