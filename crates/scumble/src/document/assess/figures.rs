//! The figures as one object, for programs.

use super::run::{AssessedDocument, AssessedDocuments, GoldFigures, SearchAttack};
use scumble_assess::document::Share;
use scumble_assess::document::attack::Ranks;
use scumble_assess::document::gold::{GoldSums, interval};
use scumble_assess::document::retrieval::{Evaluated, Retrieval};
use serde_json::{Map, Value, json};

/// The seed of resampled documents.
const SEED: u64 = 42;

impl AssessedDocuments {
    /// One object with all figures. It has the names of documents, and the telling words that are left in them.
    pub fn to_json(&self) -> Value {
        json!({
            "documents": self.documents.iter().map(document).collect::<Vec<_>>(),
            "tokens_kept": self.tokens_kept,
            "information_kept": self.information_kept,
            "by_decisions": self.by_decisions,
            "attack": self.attack.as_ref().map(SearchAttack::to_json),
            "utility": queries(&self.utility),
            "risk": queries(&self.risk),
            "gold": self.gold.as_ref().map(GoldFigures::to_json),
        })
    }
}

fn document(of: &AssessedDocument) -> Value {
    let ranks: Map<String, Value> =
        of.found.iter().map(|found| (found.model.name().to_owned(), json!(found.rank))).collect();
    let telling: Map<String, Value> = of
        .found
        .iter()
        .map(|found| {
            let terms = found.telling.iter().map(|one| json!({ "term": one.term, "share": one.share }));
            (found.model.name().to_owned(), terms.collect())
        })
        .collect();
    json!({
        "name": of.name,
        "tokens_kept": of.tokens_kept,
        "information_kept": of.information_kept,
        "ranks": ranks,
        "telling": telling,
    })
}

fn share(of: Share) -> Value {
    let (low, high) = of.interval();
    json!({ "found": of.part, "of": of.whole, "share": of.value(), "low": low, "high": high })
}

fn ranks(of: &Ranks) -> Value {
    json!({ "top_1": share(of.top_1), "top_5": share(of.top_5), "mrr": of.mean_reciprocal_rank })
}

impl SearchAttack {
    /// One object.
    pub fn to_json(&self) -> Value {
        let by_model: Map<String, Value> =
            self.by_model.iter().map(|(model, of)| (model.name().to_owned(), ranks(of))).collect();
        json!({
            "pages": self.pages,
            "taken_out": self.taken_out,
            "without_page": self.without_page,
            "attackers": by_model,
            "worst": ranks(&self.worst),
        })
    }
}

fn queries(all: &[Evaluated]) -> Value {
    let side = |of: &Retrieval| {
        json!({
            "precision": of.precision, "recall": of.recall, "f": of.f, "coverage": of.coverage, "novelty": of.novelty,
            "average_relevance": of.average_relevance, "returned": of.returned, "relevant": of.above,
            "random_in_relevant": of.random,
        })
    };
    let one = |of: &Evaluated| {
        let change = &of.change;
        json!({
            "name": of.name,
            "threshold": of.threshold,
            "before": side(&of.before),
            "after": side(&of.after),
            "nmi": of.mutual_information,
            "change": {
                "precision": change.precision, "recall": change.recall, "f": change.f, "coverage": change.coverage,
                "novelty": change.novelty, "average_relevance": change.average_relevance, "returned": change.returned,
                "random": change.random, "nmi": change.mutual_information,
            },
            "total": change.total(),
            "total_rounded": change.rounded_total(),
        })
    };
    all.iter().map(one).collect()
}

/// A measure against annotations: its name, and how it follows from sums.
pub(crate) type GoldMeasure = (&'static str, fn(&GoldSums) -> Option<f64>);

/// The measures against annotations.
pub(crate) const GOLD: [GoldMeasure; 5] = [
    ("direct", |sums| sums.direct.share()),
    ("quasi", |sums| sums.quasi.share()),
    ("token_precision", |sums| sums.tokens.share()),
    ("mention_precision", |sums| sums.mentions.share()),
    ("pseudonyms_b3", |sums| sums.pseudonyms.f()),
];

/// A share and its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeasuredShare {
    /// The share.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl std::fmt::Display for MeasuredShare {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.3} [{:.3}, {:.3}]", self.value, self.low, self.high)
    }
}

impl GoldFigures {
    /// Each measure by name: its value and the interval that resampled documents give; no value where there is nothing to measure.
    pub fn measures(&self) -> Vec<(&'static str, Option<MeasuredShare>)> {
        let sum = GoldSums::sum(&self.documents);
        let figure = |(name, measure): &GoldMeasure| {
            let value = measure(&sum).and_then(|value| {
                let (low, high) = interval(&self.documents, SEED, measure)?;
                Some(MeasuredShare { value, low, high })
            });
            (*name, value)
        };
        GOLD.iter().map(figure).collect()
    }

    /// One object.
    pub fn to_json(&self) -> Value {
        let value =
            |of: Option<MeasuredShare>| of.map(|of| json!({ "value": of.value, "low": of.low, "high": of.high }));
        let mut all: Map<String, Value> =
            self.measures().into_iter().map(|(name, of)| (name.to_owned(), json!(value(of)))).collect();
        let sum = GoldSums::sum(&self.documents);
        let kind = |(kind, part): (&String, &scumble_assess::document::gold::Part)| {
            (kind.clone(), json!({ "hidden": part.part, "of": part.whole }))
        };
        all.insert("kinds".into(), sum.kinds.iter().map(kind).collect::<Map<_, _>>().into());
        all.insert("documents".into(), json!(self.documents.len()));
        all.insert("not_annotated".into(), json!(self.not_annotated));
        all.into()
    }
}
