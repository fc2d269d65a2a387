//! The table for people and for programs.

use super::claims::Row;
use super::measure::{Measured, Term};
use super::score::{Score, WEIGHTS};
use super::{NAME, Results};
use serde_json::{Value, json};
use std::path::Path;

/// What every reader has to know.
pub(super) const NOTE: &str = "the paper shows curves of six actors and prints no figures; ours are other actors and annotators: \
compare the shape of the curves";

pub(super) fn to_json(results: &Results, rows: &[Row]) -> Value {
    let each = results.documents.iter().enumerate().map(|(i, document)| {
        let score = |score: &Score| json!([score.precision, score.recall, score.f]);
        let both: Vec<Value> = results.scores.both.iter().map(|(_, outcome)| score(&outcome.each[i])).collect();
        json!({
            "name": document.name,
            "terms": document.terms.len(),
            "marked": document.gold.len(),
            "beta_web": document.web_beta,
            "beta_corpus": document.beta,
            "s1": score(&results.scores.first.each[i]),
            "s1_s2": both,
        })
    });
    json!({
        "name": NAME,
        "rows": rows.iter().map(Row::to_json).collect::<Vec<_>>(),
        "headline": "mean over documents",
        "weights": WEIGHTS,
        "coverage": results.coverage.to_json(),
        "documents": each.collect::<Vec<_>>(),
        "unmarked": results.unmarked.iter().map(removed).collect::<Vec<_>>(),
        "note": NOTE,
    })
}

/// The greatest weight at which a term goes by what it tells; nothing if it stays.
pub(super) fn goes_up_to(document: &Measured, term: &Term) -> Option<f64> {
    WEIGHTS.into_iter().rev().find(|&w| !term.sensitive && document.goes(term, Some(w)))
}

/// What would go from a document that nobody marked.
fn removed(document: &Measured) -> Value {
    let first = document.terms.iter().filter(|term| term.sensitive);
    let second = document.terms.iter().filter_map(|term| Some((term, goes_up_to(document, term)?)));
    json!({
        "name": document.name,
        "terms": document.terms.len(),
        "beta_web": document.web_beta,
        "beta_corpus": document.beta,
        "left_out": document.of_name + document.copies,
        "s1": first.map(|term| json!({ "term": term.key, "ic": term.ic })).collect::<Vec<_>>(),
        "s2": second.map(|(term, w)| json!({ "term": term.key, "pmi": term.told, "up_to_w": w })).collect::<Vec<_>>(),
    })
}

/// How many terms S2 takes for each weight.
pub(super) fn taken(document: &Measured) -> Vec<usize> {
    let at = |w| document.terms.iter().filter(|term| !term.sensitive && document.goes(term, Some(w))).count();
    WEIGHTS.into_iter().map(at).collect()
}

/// A value of a row in a few characters.
pub(super) fn short(value: &Value) -> String {
    match value {
        Value::Number(number) => format!("{:.1}", number.as_f64().unwrap_or(f64::NAN)),
        Value::Object(fields) if fields.contains_key("f") => {
            let shown: Vec<String> = fields.values().map(|value| format!("{:>6}", short(value))).collect();
            shown.join(" ")
        }
        Value::Object(fields) => {
            let shown: Vec<String> = fields.iter().map(|(name, value)| format!("{value} {name}")).collect();
            shown.join(", ")
        }
        _ => String::new(),
    }
}

pub(super) fn to_text(results: &Results, rows: &[Row], out: Option<&Path>) -> String {
    let mut text = results.coverage.to_text();
    text += &format!("\n{:<30}{:>20}  {:>20}\n", "", "mean over documents", "pooled");
    text += &format!("{:<30}{:>20}  {:>20}\n", "", "prec. recall      F", "prec. recall      F");
    let is_scored = |row: &&Row| row.ours.get("f").is_some();
    for row in rows.iter().filter(is_scored) {
        let pooled = row.pooled.as_ref().map(short).unwrap_or_default();
        text += &format!("{:<30}{:>20}  {pooled:>20}  {}\n", row.name, short(&row.ours), row.note);
    }
    text.push('\n');
    for row in rows.iter().filter(|row| !is_scored(row)) {
        let pooled = row.pooled.as_ref().map_or(String::new(), |pooled| format!(" (pooled: {})", short(pooled)));
        let published = row.published.unwrap_or("none");
        text +=
            &format!("{}\n  published: {published}\n  ours: {}{pooled}; {}\n", row.name, short(&row.ours), row.note);
    }
    if !results.unmarked.is_empty() {
        let by_corpus = results.unmarked.iter().filter(|document| document.web_beta.is_none()).count();
        text += &format!(
            "\nTerms that would be redacted in documents without annotation (β and all terms by the corpus for {by_corpus} of {}):\n\
             by S1, and additionally by S2 for w = 0, 0.2 … 1\n",
            results.unmarked.len()
        );
    }
    for document in &results.unmarked {
        let first = document.terms.iter().filter(|term| term.sensitive).count();
        let more: Vec<String> = taken(document).iter().map(|count| format!("{count:>4}")).collect();
        text += &format!("{:<24}{first:>4} of {:>3}  {}\n", document.name, document.terms.len(), more.join(""));
    }
    text += &format!("{NOTE}\n");
    if let Some(out) = out {
        text += &format!("page and figures: {}\n", out.join("index.html").display());
    }
    text
}
