//! The page about one setting in many values: people found first against tokens kept.

use crate::document::assess::{SweptDocuments, SweptValue};
use crate::report::axis::Axis;
use crate::report::chart::{Curve, lines};
use crate::report::page::{Page, Tone};
use scumble_assess::document::Share;

/// The page about a sweep: its curve, and a table of all values.
pub fn swept_documents_page(swept: &SweptDocuments) -> String {
    let name = swept.setting.name();
    let mut page = Page::new("Sanitised documents by setting");
    let people = swept.values.first().map_or(0, |value| value.worst.top_1.whole + value.withheld);
    page.paragraph(&format!(
        "{people} documents were sanitised with each value of {name}, and searched for in {} pages. Found first: the page about the person \
         comes back first; labels are left out of the query, and ties count against the release.",
        swept.pages
    ));
    if !swept.without_page.is_empty() {
        let what =
            format!("Documents without a page of their name, which were left out: {}.", swept.without_page.len());
        page.note(Tone::Warning, &what);
    }
    page.figure(
        &curves(swept),
        "Every mark is a value of the table. An attack that fails proves nothing about another attacker or other pages.",
    );
    let share = |share: Share| {
        let (low, high) = share.interval();
        format!("{:.1} % [{:.1}, {:.1}]", 100.0 * share.value(), 100.0 * low, 100.0 * high)
    };
    let row = |value: &SweptValue| {
        vec![
            value.value.map_or("as the policy".to_owned(), |value| value.to_string()),
            format!("{:.1} %", 100.0 * value.tokens_kept),
            share(value.by_bm25()),
            share(value.worst.top_1),
            value.withheld.to_string(),
        ]
    };
    let rows: Vec<Vec<String>> = swept.values.iter().map(row).collect();
    page.table(&[name, "tokens kept", "found first by BM25", "found first by any attacker", "withheld"], &rows);
    page.finish()
}

fn curves(swept: &SweptDocuments) -> String {
    let mut order: Vec<&SweptValue> = swept.values.iter().collect();
    order.sort_by(|a, b| a.tokens_kept.total_cmp(&b.tokens_kept));
    let curve = |name: &str, dashed: bool, found: fn(&SweptValue) -> Share| Curve {
        name: name.to_owned(),
        dashed,
        points: order.iter().map(|value| (100.0 * value.tokens_kept, 100.0 * found(value).value())).collect(),
    };
    lines(
        "People found first against tokens kept",
        Axis::new("Tokens kept", "%"),
        Axis::new("Found first", "%"),
        &[
            curve("BM25", false, SweptValue::by_bm25),
            curve("any of the four attackers", true, |value| value.worst.top_1),
        ],
    )
}
