//! The thesis' experiment on documents (section 3.3) on a public collection: what utility and risk queries find before and after.

mod collection;
mod text;

use crate::console::Console;
use crate::failure::Failure;
use collection::{Chosen, RISKS, TOPICS, choose};
use scumble::assess::Error as Unmeasured;
use scumble::assess::document::retrieval::{Evaluated, RetrievalQuery, evaluate};
use scumble::assess::document::search::{Index, Model};
use scumble::document::TopicPolicy;
use scumble::policy::topics_named;
use scumble::{DocumentPolicy, Sanitizer, Watch};
use serde_json::{Value, json};
use std::path::Path;

pub(super) const NAME: &str = "retrieval-experiment";

const FILE: &str = "reuters21578/train.jsonl.gz";

/// The thesis' thresholds of relevance: for utility queries, for risk queries, and for the first, second and last of these.
const UTILITY: f64 = 0.0422;
const RISK: f64 = 0.010;
const WIDE_RISK: f64 = 0.020;
const WIDE: [&str; 3] = ["rq1", "rq2", "rq9"];

/// The two steps of sanitising.
const STEPS: [&str; 2] = ["step 1", "steps 1+2"];

/// What a query finds before and after each step; nothing where no document has a word of it.
struct Asked {
    name: &'static str,
    steps: Option<[Evaluated; 2]>,
}

/// What queries find, by some choice of thresholds.
struct Tables {
    utility: Vec<Asked>,
    risk: Vec<Asked>,
}

struct Experiment {
    documents: usize,
    of: usize,
    /// Documents that a step withheld: they count as empty.
    withheld: [usize; 2],
    /// The mean share of words that a step keeps.
    kept: [f64; 2],
    /// By the thresholds of the thesis.
    published: Tables,
    /// By the inflexion of each query's relevances.
    inflexion: Tables,
}

/// Documents as they were and after each step, indexed.
struct Indexes {
    before: Index,
    after: Vec<Index>,
}

impl Indexes {
    /// Puts a query to all of them.
    fn ask(&self, name: &'static str, query: &RetrievalQuery) -> Result<Asked, Failure> {
        let random = Chosen::random();
        let step = |after: &Index| evaluate(&self.before, after, query, &random);
        match (step(&self.after[0]), step(&self.after[1])) {
            (Ok(first), Ok(second)) => Ok(Asked { name, steps: Some([first, second]) }),
            (Err(Unmeasured::UnknownQuery { .. }), _) => Ok(Asked { name, steps: None }),
            (Err(error), _) | (_, Err(error)) => Err(Failure::from(scumble::Error::from(error))),
        }
    }

    /// Puts all queries: with the thresholds of the thesis, or those that are found.
    fn tables(&self, published: bool) -> Result<Tables, Failure> {
        let query = |words: &str, threshold: f64, relevant: Option<Vec<u32>>| RetrievalQuery {
            words: words.to_owned(),
            threshold: published.then_some(threshold),
            relevant,
            ..RetrievalQuery::default()
        };
        let (mut utility, mut risk) = (Vec::new(), Vec::new());
        for (topic, queries) in TOPICS.iter().enumerate() {
            for (name, words) in *queries {
                utility.push(self.ask(name, &query(words, UTILITY, Some(Chosen::about(topic))))?);
            }
        }
        let all = RISKS.map(|(_, words)| words).join(" ");
        for (name, words) in RISKS.into_iter().chain([("rq9", all.as_str())]) {
            let threshold = if WIDE.contains(&name) { WIDE_RISK } else { RISK };
            risk.push(self.ask(name, &query(words, threshold, None))?);
        }
        Ok(Tables { utility, risk })
    }
}

/// What is done in each step: names by the default policy; then also blocks that are dense in the words of the risk queries, and in what
/// the built-in topics add to them.
fn policies() -> Result<[DocumentPolicy; 2], Failure> {
    let words = RISKS.iter().flat_map(|(_, words)| words.split(' ')).map(str::to_owned).collect();
    let mut topics = topics_named("national-security")?;
    topics.push(TopicPolicy { name: "risk queries".to_owned(), words, ..TopicPolicy::default() });
    let names = DocumentPolicy::default();
    Ok([names.clone(), DocumentPolicy { topics, accept_blocks: true, ..names }])
}

impl Experiment {
    fn measured(data: &Path, watch: &dyn Watch) -> Result<Self, Failure> {
        let chosen = choose(&data.join(FILE))?;
        let (mut after, mut withheld, mut kept) = (Vec::new(), [0; 2], [0.0; 2]);
        for (step, policy) in policies()?.into_iter().enumerate() {
            let sanitizer = Sanitizer::new(policy)?;
            let mut texts = Vec::with_capacity(chosen.texts.len());
            for (done, text) in chosen.texts.iter().enumerate() {
                let _ = watch.at(STEPS[step], done as u64, chosen.texts.len() as u64);
                // A document that is withheld is not in the release.
                let Ok(sanitised) = sanitizer.text(text) else {
                    withheld[step] += 1;
                    texts.push(String::new());
                    continue;
                };
                kept[step] += sanitised.words_kept / chosen.texts.len() as f64;
                texts.push(sanitised.text);
            }
            after.push(Index::new(Model::Stems, &texts));
        }
        let indexes = Indexes { before: Index::new(Model::Stems, &chosen.texts), after };
        let (published, inflexion) = (indexes.tables(true)?, indexes.tables(false)?);
        Ok(Self { documents: chosen.texts.len(), of: chosen.of, withheld, kept, published, inflexion })
    }

    /// The mean of equation 3.1 over the queries that found something, after a step.
    fn mean(of: &[Asked], step: usize) -> f64 {
        let totals: Vec<f64> = of.iter().filter_map(|asked| Some(asked.steps.as_ref()?[step].change.total())).collect();
        totals.iter().sum::<f64>() / totals.len().max(1) as f64
    }

    fn to_json(&self) -> Value {
        let one = |asked: &Asked, step: usize| {
            asked.steps.as_ref().map(|steps| {
                let (of, change) = (&steps[step], &steps[step].change);
                json!({
                    "threshold": of.threshold, "relevant_before": of.before.above, "relevant_after": of.after.above,
                    "precision": change.precision, "recall": change.recall, "f": change.f, "coverage": change.coverage,
                    "novelty": change.novelty, "average_relevance": change.average_relevance, "returned": change.returned,
                    "random": change.random, "nmi": change.mutual_information, "total": change.total(),
                    "total_rounded": change.rounded_total(),
                })
            })
        };
        let side = |of: &[Asked]| -> Value {
            let queries: Vec<Value> = of
                .iter()
                .map(|asked| json!({ "name": asked.name, "step_1": one(asked, 0), "steps_1_2": one(asked, 1) }))
                .collect();
            json!({ "queries": queries, "mean": { "step_1": Self::mean(of, 0), "steps_1_2": Self::mean(of, 1) } })
        };
        let tables = |of: &Tables| json!({ "utility": side(&of.utility), "risk": side(&of.risk) });
        json!({
            "name": NAME,
            "documents": self.documents,
            "of": self.of,
            "withheld": { "step_1": self.withheld[0], "steps_1_2": self.withheld[1] },
            "words_kept": { "step_1": self.kept[0], "steps_1_2": self.kept[1] },
            "thresholds_of_the_thesis": tables(&self.published),
            "thresholds_by_inflexion": tables(&self.inflexion),
        })
    }
}

pub(super) fn run(data: &Path, console: &Console) -> Result<(), Failure> {
    let progress = console.progress();
    let _ = progress.at("choosing documents", 0, 0);
    let experiment = console.in_parallel(|| Experiment::measured(data, &progress))??;
    progress.clear();
    match console.json {
        true => console.print_json(&experiment.to_json()),
        false => console.print(&experiment.to_text()),
    }
}
