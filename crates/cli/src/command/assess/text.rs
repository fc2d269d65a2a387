//! What `scumble assess` found, for people.

use crate::console::Console;
use scumble::assess::{ColumnMeasure, SingledBy, prosecutor};
use scumble::table::{Assessed, GeneralizedRelease, WithEarlier, kind_word};
use std::fmt::Write as _;

/// A table for people: what is lost, what still leaks.
pub(super) fn to_text(
    assessed: &Assessed,
    earlier: Option<&WithEarlier>,
    known_from: &[String],
    console: &Console,
) -> String {
    let (style, pair) = (console.style, &assessed.pair);
    let mut text = counted(pair.classes.of.len(), "record", "records");
    if assessed.left_out > 0 {
        let _ = write!(text, " ({} of the original left out)", assessed.left_out);
    }
    let _ = write!(text, " · {}", counted(pair.numbers.len(), "column of numbers", "columns of numbers"));
    let others = pair.ordered.len() - pair.numbers.len();
    if others > 0 {
        let _ = write!(text, ", {others} of dates or ordinals");
    }
    if pair.incomplete > 0 {
        let _ = write!(
            text,
            " ({} with a missing value left out of IL, PIL, DBRL and interval disclosure)",
            pair.incomplete
        );
    }
    let known = match known_from {
        [] => "nothing: kinds are guessed; --policy and --kind say better".to_owned(),
        from => from.join(", "),
    };
    let _ = writeln!(text, "\nknown from {known}");
    for (heading, rows) in [
        ("What columns were taken for", taken(assessed)),
        ("What is lost", lost(assessed)),
        ("What still leaks", leaks(assessed)),
        ("Together with the earlier release", earlier.map(added).unwrap_or_default()),
    ] {
        if !rows.is_empty() {
            let _ = writeln!(text, "\n{}", style.strong(heading));
        }
        for (name, value, told) in rows {
            let line = format!("  {name:<22}{} {}", style.strong(&format!("{value:>12}")), style.faint(&told));
            text.push_str(line.trim_end());
            text.push('\n');
        }
    }
    text
}

/// A number with its word.
fn counted(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

/// A name, a figure and what it means.
type Row = (String, String, String);

fn row(name: &str, value: String, told: &str) -> Row {
    (name.to_owned(), value, told.to_owned())
}

fn figure(value: f64) -> String {
    if value.is_finite() { format!("{value:.4}") } else { "–".to_owned() }
}

fn taken(assessed: &Assessed) -> Vec<Row> {
    let one = |column: &scumble::table::AssessedColumn| {
        let role = column.role.as_deref().map_or(String::new(), |role| format!("{role}; "));
        let released = column.released_as.as_ref().map_or(String::new(), |as_| format!("; {}", as_.describe()));
        (column.name.clone(), kind_word(&column.kind).to_owned(), format!("{role}{}{released}", column.reason))
    };
    assessed.columns.iter().map(one).collect()
}

fn lost(assessed: &Assessed) -> Vec<Row> {
    let found = &assessed.reading;
    let mut rows: Vec<Row> = Vec::new();
    if let Some(reading) = &found.information {
        let part = |name: &str| figure(reading.part(name).unwrap_or(f64::NAN));
        rows.extend([
            row("IL1  cells", part("il1"), "mean relative change of a cell"),
            row("IL1s cells", part("il1s"), "mean change of a cell, in units of √2 standard deviations"),
            row("IL2  means", part("il2"), "mean relative change of the means"),
            row("IL3  covariances", part("il3"), ""),
            row("IL4  variances", part("il4"), ""),
            row("IL5  correlations", part("il5"), ""),
            row("IL", figure(reading.value), "100 times the mean of IL1 to IL5"),
        ]);
        if let Some(left_out) = reading.part("left_out").filter(|&left_out| left_out > 0.0) {
            let told = "zeros in the original, for which no relative change exists";
            rows.push(row("left out", left_out.to_string(), told));
        }
    }
    if let Some(reading) = &found.probabilistic {
        let told = "percent: how improbable the masked statistics would be in another sample";
        rows.push(row("PIL", figure(reading.value), told));
    }
    if found.squares.is_some() {
        let shown = |value: Option<f64>| figure(value.unwrap_or(f64::NAN));
        let (grouped, published) = (shown(assessed.sse_sst()), shown(assessed.sse_sst_published()));
        let differ = grouped != published;
        rows.push(row("SSE / SST", grouped, "percent of the variation of numbers, dates and ordinals lost"));
        if differ {
            rows.push(row("SSE / SST published", published, "the same of the values as they were written, rounded"));
        }
    }
    rows.extend(assessed.generalized.as_ref().map(generalized).unwrap_or_default());
    for loss in assessed.pair.losses.iter().filter(|loss| loss.changed > 0.0) {
        let changed = format!("{:.2} % of its cells changed", 100.0 * loss.changed);
        let share = format!("{:.2} %", 100.0 * loss.share());
        rows.push(match loss.measure {
            ColumnMeasure::Squares { .. } => (loss.column.clone(), share, format!("of its variation lost; {changed}")),
            ColumnMeasure::Distance(distance) => {
                (loss.column.clone(), figure(distance), format!("mean semantic distance, of at most 1; {changed}"))
            }
            ColumnMeasure::Changed => (loss.column.clone(), share, "of its cells changed".to_owned()),
        });
    }
    rows
}

/// What generalised columns lost.
fn generalized(found: &GeneralizedRelease) -> Vec<Row> {
    let all = &found.loss.all;
    let percent = |share: f64| format!("{:.4} %", 100.0 * share);
    let mut rows = vec![
        row("NCP", percent(all.certainty_penalty), "normalised certainty penalty: mean leaf share of a released value"),
        row("granularity", percent(all.granularity), "mean of (leaves - 1) / (all leaves - 1), or width / range"),
        row("non-uniform entropy", percent(all.entropy()), "of the bits that are lost if every cell is *"),
    ];
    rows.push(match all.precision {
        Some(precision) => row("precision", figure(precision), "1 - mean level / height of the hierarchies (Prec)"),
        None => row("precision", "–".to_owned(), "not known: a generalised column has no hierarchy (--hierarchy)"),
    });
    rows.push(row("discernibility", found.discernibility.to_string(), "Σ of squared class sizes"));
    let over_k = found.average_class_size.map_or(String::new(), |size| format!("; {size:.4} times k"));
    rows.push((
        "class size".to_owned(),
        figure(found.mean_class_size),
        format!("records in a class on average{over_k}"),
    ));
    if all.not_covered > 0 {
        let told = "cells that were released as something that does not cover them: they count as lost";
        rows.push(row("not covered", all.not_covered.to_string(), told));
    }
    for column in &found.loss.columns {
        let cells = &column.cells;
        let precision = cells.precision.map_or(String::new(), |precision| format!(", precision {precision:.4}"));
        let told = format!(
            "NCP; granularity {}, non-uniform entropy {}{precision}",
            percent(cells.granularity),
            percent(cells.entropy())
        );
        rows.push((format!("  {}", column.name), percent(cells.certainty_penalty), told));
    }
    rows
}

fn leaks(assessed: &Assessed) -> Vec<Row> {
    let (pair, found) = (&assessed.pair, &assessed.reading);
    let mut rows: Vec<Row> = Vec::new();
    if let Some(reading) = &found.linkage {
        let strict = reading.part("strict").unwrap_or(0.0);
        let told = "of records expected to be linked correctly by distance";
        rows.push(row("DBRL", format!("{:.2} %", reading.value), told));
        rows.push(row("DBRL strict", strict.to_string(), "records whose only nearest masked record is their own"));
    }
    if let Some((reading, _)) = &found.probability {
        let told = "of records expected to be linked correctly by weights of agreement (EM)";
        rows.push(row("PRL", format!("{:.2} %", reading.value), told));
    }
    if let Some(words) = &found.words {
        let told = "of records expected to be linked correctly by equal words";
        rows.push(row("MRL", format!("{:.2} %", words.matching.value), told));
        for (name, reading) in &words.semantic {
            let value = reading.as_ref().map_or("–".to_owned(), |reading| format!("{:.2} %", reading.value));
            rows.push((
                format!("SRL {name}"),
                value,
                "of records expected to be linked correctly by meaning".to_owned(),
            ));
        }
    }
    if let Some(reading) = &found.interval {
        let told = "of original values lie within the window of ranks around their masked value";
        rows.push(row("interval disclosure", format!("{:.2} %", reading.value), told));
    }
    if let Some(generalized) = &assessed.generalized {
        let value = generalized.linkage.as_ref().map_or("–".to_owned(), |linkage| format!("{:.2} %", linkage.value));
        let told = "of records expected to be linked correctly with one that covers their values";
        rows.push(row("interval linkage", value, told));
    }
    if let Some(all) = found.disclosure_risk() {
        let told = "the mean of interval disclosure and of the mean of DBRL and PRL";
        rows.push(row("DR", format!("{all:.2} %"), told));
    }
    if let Some(score) = found.score() {
        rows.push(row("score", format!("{score:.2} %"), "the mean of IL and DR"));
    }
    if found.classes {
        let told = "records in the smallest equivalence class on the measured columns";
        rows.push(row("k", pair.classes.smallest().to_string(), told));
        rows.push(row("uniques", pair.classes.uniques().to_string(), "records that equal no other there"));
    }
    if let Some(matched) = &assessed.matched {
        let told =
            format!("records of the population that a released record matches, at least (of {})", matched.records);
        rows.push(("k-map".to_owned(), matched.k_map().to_string(), told));
        let (least, most) = matched.presence();
        let told = "least and greatest share of matching records of the population that are released";
        rows.push(row("δ-presence", format!("{} – {}", figure(least), figure(most)), told));
        rows.push(row("", matched.elsewhere.to_string(), "records of the population that match no released record"));
    }
    rows.extend(sample(assessed));
    let Some(singled) = &assessed.singled else { return rows };
    let told = "records in the smallest equivalence class on all released columns";
    rows.push(row("k, all columns", singled.classes.smallest().to_string(), told));
    let told = "records that equal no other on all released columns";
    rows.push(row("uniques, all columns", singled.classes.uniques().to_string(), told));
    let by = |by: &SingledBy| {
        let told = match by.columns.as_slice() {
            [one] => format!("{} that {one} alone singles out", records(by.records)),
            both => {
                format!("{} that {} single out together, and neither alone", records(by.records), both.join(" and "))
            }
        };
        (String::new(), by.records.to_string(), told)
    };
    rows.extend(singled.columns.iter().take(LISTED).map(by));
    rows.extend(assessed.worst_pairs().iter().take(LISTED).map(by));
    if singled.pairs.is_none() {
        rows.push((String::new(), "–".to_owned(), "too many pairs of columns to look at them all".to_owned()));
    }
    rows
}

/// What an earlier release of the same people adds.
fn added(earlier: &WithEarlier) -> Vec<Row> {
    let found = &earlier.together;
    let told = format!(
        "in both; {} in this release alone, {} in {} alone",
        earlier.only_this, earlier.only_earlier, earlier.file
    );
    vec![
        ("records".to_owned(), found.records.len().to_string(), told),
        row(
            "k",
            found.classes.smallest().to_string(),
            "records in the smallest class that both releases have in common",
        ),
        row("singled out by both", found.singled_out.to_string(), "records that neither release singles out alone"),
        row("smaller classes", found.smaller.to_string(), "records whose class is smaller than in either release"),
    ]
}

/// The risk of a sample: by class sizes, by weights, by special uniques.
fn sample(assessed: &Assessed) -> Vec<Row> {
    let (pair, found) = (&assessed.pair, &assessed.reading);
    let percent = |share: f64| format!("{:.2} %", 100.0 * share);
    let mut rows: Vec<Row> = Vec::new();
    if let Some(risk) = prosecutor(&pair.classes).filter(|_| found.classes) {
        rows.push(row("prosecutor risk", percent(risk.average), "mean of 1 / class size"));
        let told = "of records in a class of fewer than 5";
        rows.push(row("", percent(risk.share_at_risk), told));
    }
    if let (Some(risk), Some(weight)) = (&found.population, &assessed.weight) {
        let told = format!("records expected to be re-identified, by the weight {weight} (individual risk)");
        rows.push(("re-identifications".to_owned(), figure(risk.expected), told));
        let told = "unique records expected to be unique in the population";
        rows.push(row("population uniques", figure(risk.population_uniques), told));
        let told = "of the record at the greatest risk, if it is not known who is in the sample";
        rows.push(row("journalist risk", percent(risk.journalist.highest), told));
        rows.push(row("marketer risk", percent(risk.marketer()), "of records, if all are linked with the population"));
    }
    if let Some(households) = &found.households {
        let by = if households.by_weights { "individual risks" } else { "1 / class size" };
        let told = format!("records expected to be given away by a member of their household ({by} of members)");
        rows.push(("household risk".to_owned(), figure(households.expected()), told));
        let told = "households in the smallest class of households whose members are equal";
        rows.push(row("k of households", households.classes.smallest.to_string(), told));
        let told = format!("of {} households equal no other", households.classes.households);
        rows.push((String::new(), households.classes.uniques.to_string(), told));
    }
    if let Some(special) = &found.special {
        let told = "records that some of the measured columns single out (SUDA2)";
        rows.push(row("special uniques", special.special().to_string(), told));
        if special.special() > 0 {
            let most = special.dis_scores.iter().copied().fold(0.0, f64::max);
            let told = format!("greatest DIS-SUDA score, at a sampling fraction of {:.4}", assessed.fraction);
            rows.push((String::new(), figure(most), told));
        }
        if special.searched < pair.columns.len() {
            let told = "columns together, at most: larger combinations were not searched, there are too many";
            rows.push(row("", special.searched.to_string(), told));
        }
    }
    rows
}

fn records(count: usize) -> &'static str {
    if count == 1 { "record" } else { "records" }
}

/// Columns and pairs that are listed, at most.
const LISTED: usize = 5;
