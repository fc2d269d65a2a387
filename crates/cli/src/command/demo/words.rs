//! What the tour's protections rest on: the common hypernym of two terms.

use crate::console::style::Style;
use scumble::ontology::measure::{Measure, Taxonomic, WuPalmer, between_terms};
use scumble::ontology::wordnet;
use scumble::report::{Page, tree};
use serde_json::{Value, json};
use std::fmt::Write;

const PAIRS: [(&str, &str); 4] =
    [("influenza", "pneumonia"), ("influenza", "hospital"), ("nurse", "surgeon"), ("Boston", "Chicago")];

/// Pairs of terms and what they have in common.
pub(super) struct Tour {
    rows: Vec<Row>,
}

struct Row {
    terms: (&'static str, &'static str),
    similarity: f64,
    distance: f64,
    common: String,
}

impl Tour {
    pub(super) fn run() -> Self {
        Self { rows: PAIRS.iter().filter_map(|&pair| compare(pair)).collect() }
    }

    pub(super) fn text(&self, style: Style) -> String {
        let mut text = format!("{}\n\n", style.strong("4. What all this rests on: the meaning of words"));
        let _ = writeln!(
            text,
            "  Replacing “influenza” by “disease” keeps meaning; replacing it by “thing” keeps none. Scumble carries\n  \
             WordNet with it ({} noun concepts).\n",
            wordnet().nouns().len()
        );
        let _ = writeln!(text, "  {:<24}{:>10}{:>10}   common ancestor", "", "similarity", "distance");
        for row in &self.rows {
            let terms = format!("{} · {}", row.terms.0, row.terms.1);
            let common = style.name(&row.common);
            let _ = writeln!(text, "  {terms:<24}{:>10.3}{:>10.3}   {common}", row.similarity, row.distance);
        }
        text
    }

    pub(super) fn show(&self, page: &mut Page) {
        page.heading("What all this rests on: the meaning of words");
        page.paragraph("Wu–Palmer similarity (1 for equal concepts) and taxonomic distance (0 for equal concepts) of the closest senses.");
        let cells: Vec<Vec<String>> = self
            .rows
            .iter()
            .map(|row| {
                let terms = format!("{} · {}", row.terms.0, row.terms.1);
                vec![terms, format!("{:.3}", row.similarity), format!("{:.3}", row.distance), row.common.clone()]
            })
            .collect();
        page.table(&["terms", "similarity", "distance", "common ancestor"], &cells);
        let nouns = wordnet().nouns();
        let measure = WuPalmer::on(nouns);
        let (a, b) = PAIRS[0];
        if let Some(best) = between_terms(&measure, a, b) {
            let shared = measure.subsumer(best.senses.0, best.senses.1);
            let picture = tree::draw(nouns, &[best.senses.0, best.senses.1], shared);
            page.figure(&picture, &format!("Every hypernym of {a} and {b}; marked, the one they share."));
        }
    }

    pub(super) fn to_json(&self) -> Value {
        let row = |row: &Row| json!({ "terms": [row.terms.0, row.terms.1], "wu_palmer": row.similarity, "taxonomic": row.distance, "lcs": row.common });
        self.rows.iter().map(row).collect()
    }
}

fn compare(terms: (&'static str, &'static str)) -> Option<Row> {
    let nouns = wordnet().nouns();
    let measure = WuPalmer::on(nouns);
    let best = between_terms(&measure, terms.0, terms.1)?;
    let distance = between_terms(&Taxonomic::on(nouns), terms.0, terms.1)?.value;
    let common = measure.subsumer(best.senses.0, best.senses.1)?;
    Some(Row { terms, similarity: best.value, distance, common: nouns.label(common).to_owned() })
}
