//! What the paper says of its figures, and what ours say. It prints curves and no numbers.

use super::score::{Outcome, Score, Scores};
use serde_json::{Value, json};

/// A line of the table.
pub(super) struct Row {
    pub name: String,
    pub published: Option<&'static str>,
    pub ours: Value,
    /// All documents as one, where `ours` is a mean over them.
    pub pooled: Option<Value>,
    pub note: String,
}

impl Row {
    pub(super) fn to_json(&self) -> Value {
        let mut value = json!({ "name": self.name, "published": self.published, "ours": self.ours, "note": self.note });
        if let Some(pooled) = &self.pooled {
            value["pooled"] = pooled.clone();
        }
        value
    }
}

fn figures(score: &Score) -> Value {
    json!({ "precision": score.precision, "recall": score.recall, "f": score.f })
}

fn scored(name: String, published: Option<&'static str>, outcome: &Outcome, note: String) -> Row {
    let (ours, pooled) = (figures(&outcome.mean), Some(figures(&outcome.pooled)));
    Row { name, published, ours, pooled, note }
}

/// Ends the names of rows whose β is that of the actor's name.
pub(super) const BY_NAME: &str = ", β of the actor's name";

/// The rows: each way with its figures, then what the paper says of them. Their names end in `mark`.
pub(super) fn claims(scores: &Scores, mark: &str) -> Vec<Row> {
    let goes = format!("{} terms redacted", scores.first.found);
    let mut rows = vec![scored("S1".into(), Some("a curve; generally the better precision"), &scores.first, goes)];
    for (w, outcome) in &scores.both {
        let note = format!(
            "{} terms redacted; recall {:+.1}, precision {:+.1} against S1",
            outcome.found,
            outcome.mean.recall - scores.first.mean.recall,
            outcome.mean.precision - scores.first.mean.precision,
        );
        let published = match *w {
            0.4 | 0.6 => "a curve; always the better recall; the best F on average",
            _ => "a curve; the better recall, always",
        };
        rows.push(scored(format!("S1+S2, w = {w:.1}"), Some(published), outcome, note));
    }
    if mark.is_empty() {
        let note = format!("{} terms: no threshold can have a higher recall", scores.every.found);
        rows.push(scored("every term".into(), None, &scores.every, note));
    }
    let (w, pooled) = (scores.best(|outcome| outcome.mean.f), scores.best(|outcome| outcome.pooled.f));
    let holds = if (0.4..=0.6).contains(&w) { "holds" } else { "does not hold" };
    rows.push(Row {
        name: "w with the best F".into(),
        published: Some("around 0.4 or 0.6 on average"),
        ours: json!(w),
        pooled: Some(json!(pooled)),
        note: format!("0.4 to 0.6 {holds}"),
    });
    rows.push(compared(scores, "precision", "S1 is generally better", |score| score.precision));
    rows.push(compared(scores, "recall", "S1+S2 is always better", |score| score.recall));
    rows.push(compared(scores, "F", "S1+S2 is better in almost all cases, except two texts with w near 0", |score| {
        score.f
    }));
    rows.iter_mut().for_each(|row| row.name.push_str(mark));
    rows
}

fn compared(scores: &Scores, of: &str, published: &'static str, pick: fn(&Score) -> f64) -> Row {
    let [above, same, below] = scores.against(pick);
    Row {
        name: format!("{of} of S1+S2 against S1"),
        published: Some(published),
        ours: json!({ "above": above, "same": same, "below": below }),
        pooled: None,
        note: "pairs of a document and a w".into(),
    }
}
