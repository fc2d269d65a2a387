//! What still leaks: class sizes, the risk of every record, and the records at the greatest risk.

use super::{TableReport, percent};
use crate::report::axis::{Axis, grouped_count};
use crate::report::bars::histograms;
use crate::report::page::{Page, Tone};
use crate::report::plot::Size;
use scumble_assess::{Classes, classes, prosecutor};
use scumble_data::Column;

/// Records at risk that are listed.
const LISTED: usize = 20;

pub(super) fn show(page: &mut Page, report: &TableReport<'_>) {
    let (assessed, pair) = (report.assessed, &report.assessed.pair);
    page.heading("Disclosure risk");
    let over: Vec<&Column> = pair.columns.iter().filter_map(|name| report.original.column(name).ok()).collect();
    page.paragraph(&format!(
        "Equivalence classes over the measured columns ({}). The risk of a record is 1 over the size of its class: the chance \
         of an intruder who knows these columns and that the record is in the release.",
        pair.columns.join(", ")
    ));
    let sizes: Vec<f64> = pair.classes.sizes.iter().map(|&size| f64::from(size)).collect();
    let (before, after) = (risks(&classes(&over)), risks(&pair.classes));
    let axis = Axis::new("1 / class size", "");
    let class_axis = Axis::counts("Records in a class");
    let mut pictures = vec![
        histograms(Size::SMALL, "Sizes of the classes of the release", class_axis, "Classes", None, &[("", &sizes)]),
        histograms(
            Size::SMALL,
            "Risk of a record before and after",
            axis,
            "Records",
            Some((0.0, 1.0)),
            &[("before", &before), ("after", &after)],
        ),
    ];
    let linked = assessed.reading.linkage.as_ref().map(|linkage| linkage.records.as_slice());
    if let Some(linked) = linked {
        let axis = Axis::new("Probability of being linked", "");
        pictures.push(histograms(
            Size::SMALL,
            "Linkage by distance",
            axis,
            "Records",
            Some((0.0, 1.0)),
            &[("", linked)],
        ));
    }
    page.pictures(&pictures);
    if linked.is_none() {
        page.note(Tone::Note, "Linkage by distance was not measured: no measured column has an order, or there are too many records. scumble assess table measures it at any size.");
    }
    sample(page, report);
    singled(page, report);
    riskiest(page, report, &after);
}

fn risks(classes: &Classes) -> Vec<f64> {
    classes.of.iter().map(|&class| 1.0 / f64::from(classes.sizes[class as usize])).collect()
}

/// The risk of a sample: individual risk by the weights, and special uniques.
fn sample(page: &mut Page, report: &TableReport<'_>) {
    let (assessed, all) = (report.assessed, report.masked.len() as f64);
    let mut rows = Vec::new();
    let mut tell = |name: &str, value: String| rows.push(vec![name.to_owned(), value]);
    if let Some(risk) = prosecutor(&assessed.pair.classes) {
        tell("prosecutor risk: mean of 1 / class size", percent(risk.average));
        tell("records in a class of fewer than 5", percent(risk.share_at_risk));
    }
    if let (Some(risk), Some(weight)) = (&assessed.reading.population, &assessed.weight) {
        let expected = format!("{:.2} ({})", risk.expected, percent(risk.expected / all));
        tell(&format!("records expected to be re-identified, by the weight {weight}"), expected);
        let uniques = format!("{:.2}", risk.population_uniques);
        tell("unique records expected to be unique in the population", uniques);
        tell("journalist risk: that of the record at the greatest risk", percent(risk.journalist.highest));
        tell("marketer risk: share of records that linking everyone finds", percent(risk.marketer()));
    }
    if let Some(special) = &assessed.reading.special {
        tell("special uniques: records that some of the measured columns single out", grouped_count(special.special()));
        let most = special.dis_scores.iter().copied().fold(0.0, f64::max);
        tell("greatest DIS-SUDA score", percent(most));
    }
    if let Some(all) = assessed.reading.disclosure_risk() {
        tell("DR: interval disclosure and both linkages", percent(all / 100.0));
    }
    if !rows.is_empty() {
        page.subheading("The release as a sample");
        page.table(&["", ""], &rows);
    }
}

/// Who is unique on all released columns, and by which of them.
fn singled(page: &mut Page, report: &TableReport<'_>) {
    let Some(singled) = &report.assessed.singled else { return };
    page.subheading("All released columns together");
    let (unique, all) = (singled.classes.uniques(), report.masked.len());
    page.paragraph(&format!(
        "{} of {} records equal no other on all {} released columns, masked or not; the smallest class has {}. Whoever knows the \
         columns that are released unchanged recognises such a record.",
        grouped_count(unique),
        grouped_count(all),
        report.masked.columns().len(),
        grouped_count(singled.classes.smallest())
    ));
    let by = singled.columns.iter().take(10).chain(report.assessed.worst_pairs());
    let rows: Vec<Vec<String>> = by
        .map(|by| {
            vec![by.columns.join(" and "), grouped_count(by.records), percent(by.records as f64 / all.max(1) as f64)]
        })
        .collect();
    if !rows.is_empty() {
        page.table(&["columns that single out", "records", "share"], &rows);
        page.paragraph("A pair counts the records that neither of its columns singles out alone.");
    }
}

fn riskiest(page: &mut Page, report: &TableReport<'_>, risks: &[f64]) {
    let assessed = report.assessed;
    page.subheading("Records at the greatest risk");
    let figures: Vec<_> = assessed.reading.per_record(&assessed.pair).collect();
    let linked = |at: usize| figures[at].dbrl.unwrap_or(0.0);
    let mut order: Vec<usize> = (0..figures.len()).collect();
    let risk = |at: usize| risks[at].max(linked(at));
    order.sort_by(|&a, &b| risk(b).total_cmp(&risk(a)).then(linked(b).total_cmp(&linked(a))).then(a.cmp(&b)));
    let rows: Vec<Vec<String>> = order
        .iter()
        .take(LISTED)
        .map(|&at| {
            let all = assessed
                .singled
                .as_ref()
                .map_or("–".to_owned(), |singled| singled.classes.sizes[singled.classes.of[at] as usize].to_string());
            vec![
                (assessed.rows[at] + 2).to_string(),
                (at + 2).to_string(),
                figures[at].class_size.to_string(),
                percent(risks[at]),
                figures[at].dbrl.map_or("–".to_owned(), percent),
                all,
            ]
        })
        .collect();
    page.table(
        &[
            "row of the original",
            "row of the release",
            "class size",
            "1 / class size",
            "linked by distance",
            "class on all columns",
        ],
        &rows,
    );
    page.paragraph("The header is row 1.");
}
