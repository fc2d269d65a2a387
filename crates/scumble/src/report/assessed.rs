//! The page about sanitised documents that were measured.

use super::axis::Axis;
use super::bars::{Layout, Series, bars};
use super::page::{Card, Page, Tone};
use crate::document::assess::{AssessedDocument, AssessedDocuments, GoldFigures, SearchAttack};
use scumble_assess::document::Share;
use scumble_assess::document::gold::GoldSums;
use scumble_assess::document::retrieval::Evaluated;

/// Documents that the page lists.
const LISTED: usize = 100;
/// Telling words that a row has.
const TOLD: usize = 5;

/// The page about sanitised documents that were measured: what is kept, what a search still finds, what of annotations is hidden. It names
/// documents and has words that are left in them.
pub fn assessed_documents_page(assessed: &AssessedDocuments) -> String {
    let mut page = Page::new("Sanitised documents, measured");
    page.note(Tone::Warning, "For internal use: this page has words by which people are found.");
    let card = |name: &str, value: String, hint: &str| Card { name: name.into(), value, hint: hint.into() };
    let mut cards = vec![
        card("Documents", assessed.documents.len().to_string(), ""),
        card("Tokens kept", percent(assessed.tokens_kept), "of the originals"),
        card("Information kept", percent(assessed.information_kept), "tokens by their information content"),
    ];
    if let Some(attack) = &assessed.attack {
        let hint = format!("of {} people, by any of the attackers", attack.worst.top_1.whole);
        cards.push(card("Found first", percent(attack.worst.top_1.value()), &hint));
    }
    page.cards(&cards);
    if let Some(attack) = &assessed.attack {
        attacked(&mut page, attack, &assessed.documents);
    } else {
        page.note(Tone::Note, "The attack by search was not measured, because no background was given.");
    }
    retrieval(&mut page, "Information loss by retrieval", "IL", &assessed.utility);
    retrieval(&mut page, "Disclosure risk by retrieval", "DR", &assessed.risk);
    if let Some(gold) = &assessed.gold {
        annotated(&mut page, gold);
    }
    page.finish()
}

fn attacked(page: &mut Page, attack: &SearchAttack, documents: &[AssessedDocument]) {
    page.heading("Attack by search");
    page.paragraph(&format!(
        "Each sanitised text was searched for in {} pages. Labels and placeholders are left out of the query; ties count against the release.",
        attack.pages
    ));
    if !attack.taken_out.is_empty() {
        let what = format!("Pages that were an original itself, and were taken out: {}.", attack.taken_out.len());
        page.note(Tone::Note, &what);
    }
    if !attack.without_page.is_empty() {
        let what = format!(
            "Documents without a page in the background, which were not attacked: {}.",
            attack.without_page.len()
        );
        page.note(Tone::Warning, &what);
    }
    let named =
        attack.by_model.iter().map(|(model, ranks)| (model.name(), ranks)).chain([("any of them", &attack.worst)]);
    let named: Vec<_> = named.collect();
    let rows: Vec<Vec<String>> = named
        .iter()
        .map(|(name, ranks)| {
            let mrr = format!("{:.3}", ranks.mean_reciprocal_rank);
            vec![(*name).to_owned(), with_interval(ranks.top_1), with_interval(ranks.top_5), mrr]
        })
        .collect();
    page.table(&["attacker", "found first", "among the first five", "mean reciprocal rank"], &rows);
    let categories: Vec<String> = named.iter().map(|(name, _)| (*name).to_owned()).collect();
    let series = |name: &str, values: Vec<f64>| Series { name: name.to_owned(), values };
    let picture = bars(
        "People found by attacker",
        Axis::new("Attacker", ""),
        Axis::new("People", "%"),
        &categories,
        &[
            series("found first", named.iter().map(|(_, ranks)| 100.0 * ranks.top_1.value()).collect()),
            series("among the first five", named.iter().map(|(_, ranks)| 100.0 * ranks.top_5.value()).collect()),
        ],
        Layout::Grouped,
    );
    page.figure(&picture, "Intervals in the table are exact (Clopper and Pearson, 95 %).");
    page.subheading("Documents, those found best first");
    let mut order: Vec<&AssessedDocument> = documents.iter().filter(|document| !document.found.is_empty()).collect();
    let best = |document: &AssessedDocument| document.found.iter().map(|found| found.rank).min().unwrap_or(usize::MAX);
    order.sort_by(|a, b| best(a).cmp(&best(b)).then(a.name.cmp(&b.name)));
    let rows: Vec<Vec<String>> = order.iter().take(LISTED).map(|document| row(document)).collect();
    page.table(&["document", "ranks", "tokens kept", "telling words that are left"], &rows);
}

fn row(document: &AssessedDocument) -> Vec<String> {
    let ranks: Vec<String> =
        document.found.iter().map(|found| format!("{} {}", found.model.name(), found.rank)).collect();
    let telling: Vec<String> = document
        .found
        .iter()
        .min_by_key(|found| found.rank)
        .into_iter()
        .flat_map(|found| found.telling.iter().take(TOLD))
        .map(|one| format!("{} ({})", one.term, percent(one.share)))
        .collect();
    vec![document.name.clone(), ranks.join(", "), percent(document.tokens_kept), telling.join(", ")]
}

fn retrieval(page: &mut Page, heading: &str, total: &str, queries: &[Evaluated]) {
    if queries.is_empty() {
        return;
    }
    page.heading(heading);
    let rows: Vec<Vec<String>> = queries
        .iter()
        .map(|query| {
            let change = &query.change;
            let changes = [
                change.precision,
                change.recall,
                change.f,
                change.coverage,
                change.novelty,
                change.average_relevance,
                change.returned,
                change.random,
                change.mutual_information,
                change.total(),
            ];
            let cells = changes.iter().map(|value| format!("{value:.2}"));
            std::iter::once(query.name.clone()).chain(cells).collect()
        })
        .collect();
    page.table(&["query", "ΔP %", "ΔR %", "ΔF %", "ΔC %", "ΔN %", "ΔAR %", "ΔTR %", "ΔPR", "NMI loss %", total], &rows);
    let names: Vec<String> = queries.iter().map(|query| query.name.clone()).collect();
    let values = queries.iter().map(|query| query.change.total()).collect();
    let series = [Series { name: total.to_owned(), values }];
    let picture = bars(heading, Axis::new("Query", ""), Axis::new(total, "%"), &names, &series, Layout::Grouped);
    page.figure(&picture, "Equation 3.1 by query: below 0, the query finds less than in the original documents.");
}

fn annotated(page: &mut Page, gold: &GoldFigures) {
    page.heading("Against annotations");
    let rows: Vec<Vec<String>> = gold
        .measures()
        .into_iter()
        .map(|(name, value)| {
            let value = value.map_or("–".to_owned(), |value| value.to_string());
            vec![name.replace('_', " "), value]
        })
        .collect();
    page.table(&["measure", "value and 95 % interval over resampled documents"], &rows);
    let kinds = GoldSums::sum(&gold.documents).kinds;
    let rows: Vec<Vec<String>> = kinds
        .iter()
        .map(|(kind, part)| {
            let share = part.share().map_or("–".to_owned(), |share| format!("{share:.3}"));
            vec![kind.clone(), share, part.whole.to_string()]
        })
        .collect();
    page.subheading("Recall of identifiers by kind");
    page.table(&["kind", "recall", "entities"], &rows);
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn with_interval(share: Share) -> String {
    let (low, high) = share.interval();
    format!("{} of {}: {} [{:.1}, {:.1}]", share.part, share.whole, percent(share.value()), 100.0 * low, 100.0 * high)
}
