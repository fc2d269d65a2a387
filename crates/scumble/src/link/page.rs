//! The page of an attack: who is linked, and by which columns.

use super::{Attacked, Rate};
use crate::report::{Axis, Card, Layout, Page, Series, bars, lattice};

/// A page for internal use: how many are linked, and what the distance weighs.
pub fn link_page(attacked: &Attacked, original: &str, masked: &str) -> String {
    let mut page = Page::new("Record linkage");
    page.paragraph(&format!("{masked} attacked with {original}, by the distance {}.", attacked.attack.name()));
    let card = |name: &str, value: String, hint: &str| Card { name: name.to_owned(), value, hint: hint.to_owned() };
    let proof = match attacked.bound {
        Some(_) if attacked.is_proven() => "no distance of this family links more (proven)".to_owned(),
        Some(bound) => format!("best found; no distance of this family links more than {bound}"),
        None => "a distance that was given".to_owned(),
    };
    page.cards(&[
        card(
            "Linked",
            format!("{:.1} %", attacked.rate()),
            &format!("{:.1} of {} records expected", attacked.links.expected, attacked.links.records.len()),
        ),
        card("Certainly", attacked.links.strict.to_string(), "records whose only nearest masked record is their own"),
        card("Limit", attacked.bound.map_or("–".to_owned(), |bound| format!("{bound:.1}")), &proof),
    ]);
    let shares = attacked.shares();
    if !shares.is_empty() {
        page.heading("Which columns give people away");
        page.figure(
            &bars_of("What each column weighs in the distance", &shares),
            "Shares of 1. A column that weighs much is masked too little, or is worth most to an intruder.",
        );
    }
    let sets = attacked.telling_sets();
    if !sets.is_empty() {
        page.heading("Which combinations");
        let rows: Vec<Vec<String>> =
            sets.iter().map(|(names, weight)| vec![names.join(" + "), format!("{weight:.4}")]).collect();
        page.table(&["columns", "Möbius weight"], &rows);
        page.paragraph("A combination weighs what its columns add together beyond what smaller combinations have.");
        page.heading("The fuzzy measure");
        page.figure(
            &lattice("Weights of sets of columns", &attacked.sets()),
            "Every set of columns, by its size; the darker, the more it weighs. The leftmost bit is the first column.",
        );
    }
    page.finish()
}

fn bars_of(title: &str, shares: &[(String, f64)]) -> String {
    let names: Vec<String> = shares.iter().map(|(name, _)| name.clone()).collect();
    let series = Series { name: "share".to_owned(), values: shares.iter().map(|(_, share)| *share).collect() };
    bars(title, Axis::new("column", ""), Axis::new("share", ""), &names, &[series], Layout::Grouped)
}
