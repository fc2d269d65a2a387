//! The evaluation as a page, with the three curves that the paper prints.

use super::Results;
use super::claims::Row;
use super::report::{NOTE, goes_up_to, short};
use super::score::{Outcome, Score, WEIGHTS};
use crate::failure::Failure;
use scumble::io::write_whole;
use scumble::report::{Axis, Curve, Page, lines};
use std::path::Path;

/// One of the paper's three pictures, and what it shows.
type Picture = (&'static str, &'static str, fn(&Score) -> f64);

const PICTURES: [Picture; 3] = [
    ("precision", "Precision", |score| score.precision),
    ("recall", "Recall", |score| score.recall),
    ("f", "F-measure", |score| score.f),
];

/// Writes `index.html` and the pictures.
pub(super) fn write(results: &Results, rows: &[Row], out: &Path) -> Result<(), Failure> {
    let mut page = Page::new("Informative and correlated terms: Sánchez, Batet and Viejo, section 3");
    for line in results.coverage.to_text().lines() {
        page.paragraph(line);
    }
    for (file, title, pick) in PICTURES {
        let svg = picture(results, title, pick);
        write_whole(&out.join(format!("{file}.svg")), svg.as_bytes())?;
        page.figure(&svg, &format!("{title} in percent against w: S1 alone, and S1 with S2"));
    }
    let table: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            let pooled = row.pooled.as_ref().map(short).unwrap_or_default();
            vec![row.name.clone(), row.published.unwrap_or("").into(), short(&row.ours), pooled, row.note.clone()]
        })
        .collect();
    page.heading("Published and ours");
    page.paragraph("Precision, recall and F in percent: the mean over documents, then pooled over all documents.");
    page.table(&["", "published", "ours", "pooled", "note"], &table);
    page.paragraph(NOTE);
    documents(results, &mut page);
    unmarked(results, &mut page);
    Ok(write_whole(&out.join("index.html"), page.finish().as_bytes())?)
}

fn picture(results: &Results, title: &str, pick: fn(&Score) -> f64) -> String {
    let scores = &results.scores;
    let curve = |name: &str, of: fn(&Outcome) -> &Score, first: bool| {
        let at = |outcome: &Outcome| pick(of(outcome));
        let points = scores.both.iter().map(|(w, both)| (*w, at(if first { &scores.first } else { both })));
        Curve { name: name.to_owned(), dashed: first, points: points.collect() }
    };
    let curves = [
        curve("S1, mean", |outcome| &outcome.mean, true),
        curve("S1+S2, mean", |outcome| &outcome.mean, false),
        curve("S1, pooled", |outcome| &outcome.pooled, true),
        curve("S1+S2, pooled", |outcome| &outcome.pooled, false),
    ];
    lines(title, Axis::new("w", ""), Axis::new(title, "%"), &curves)
}

fn documents(results: &Results, page: &mut Page) {
    page.heading("Each document");
    let bits = |bits: Option<f64>| bits.map_or(String::new(), |bits| format!("{bits:.1}"));
    let rows = results.documents.iter().enumerate().map(|(i, document)| {
        let mut row = vec![
            document.name.clone(),
            document.terms.len().to_string(),
            document.gold.len().to_string(),
            bits(document.web_beta),
            bits(Some(document.beta)),
            format!("{:.1}", results.scores.first.each[i].f),
        ];
        row.extend(results.scores.both.iter().map(|(_, outcome)| format!("{:.1}", outcome.each[i].f)));
        row
    });
    let weights: Vec<String> = WEIGHTS.iter().map(|w| format!("F, w = {w:.1}")).collect();
    let head = ["", "terms", "marked", "β, Web", "β, corpus", "F of S1"];
    let head: Vec<&str> = head.into_iter().chain(weights.iter().map(String::as_str)).collect();
    page.table(&head, &rows.collect::<Vec<_>>());
}

fn unmarked(results: &Results, page: &mut Page) {
    for document in &results.unmarked {
        page.heading(&format!("{} (not annotated)", document.name));
        let shown = |term: &super::measure::Term| {
            let (rule, figure, w) = match (term.sensitive, goes_up_to(document, term)) {
                (true, _) => ("S1", term.ic, String::new()),
                (false, Some(w)) => ("S2", term.told, format!("{w:.1}")),
                (false, None) => return None,
            };
            Some(vec![term.key.clone(), rule.into(), format!("{figure:.1}"), w])
        };
        let rows: Vec<Vec<String>> = document.terms.iter().filter_map(shown).collect();
        page.table(&["redacted term", "step", "IC or PMI, bits", "up to w"], &rows);
    }
}
