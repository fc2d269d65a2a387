//! Trains the model of names, and measures it.

use crate::entities::{Case, Named, Outcome, Reader, Wanted, gum, number, tab};
use crate::masking::{Hidden, intervals, masking, told};
use scumble_corpus::Embedded;
use scumble_mask::document::{Decider, Knowledge, Protection};
use scumble_text::Analyzer;
use scumble_text::entity::EntityKind;
use scumble_text::model::chain;
use scumble_text::model::names::{LABELS, Naming, meaning};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

const ROUNDS: usize = 8;
/// One model an order of the sentences; their mean depends less on the order than each does.
const SEEDS: [u64; 3] = [42, 43, 44];
const SCALE: f64 = 32.0;
/// Weights below this many units are dropped.
const LEAST: i16 = 6;

pub(crate) fn train(sentences: &[Named]) -> Vec<u8> {
    let tasks: Vec<(Naming<'_>, Vec<u8>)> =
        sentences.iter().map(|s| (Naming::new(&s.looks, &s.tags, &s.known), s.labels.clone())).collect();
    let mut learner = chain::learn(&tasks, LABELS, ROUNDS, SEEDS[0]);
    for seed in &SEEDS[1..] {
        learner.join(&chain::learn(&tasks, LABELS, ROUNDS, *seed));
    }
    learner.pack(SCALE / SEEDS.len() as f64, LEAST)
}

fn spans(labels: &[u8]) -> Vec<(Range<usize>, usize)> {
    let mut spans: Vec<(Range<usize>, usize)> = Vec::new();
    for (i, &label) in labels.iter().enumerate() {
        match meaning(label) {
            Some((kind, true)) => spans.push((i..i + 1, kind)),
            Some((_, false)) => {
                if let Some((last, _)) = spans.last_mut() {
                    last.end = i + 1;
                }
            }
            None => {}
        }
    }
    spans
}

/// Span F1 by kind, for the kinds that the corpus knows.
pub(crate) fn report(what: &str, sentences: &[Named], model: &chain::Tagging, kinds: &[EntityKind]) {
    let mut scores: BTreeMap<usize, (usize, usize, usize)> = BTreeMap::new();
    let mut work = chain::Work::default();
    for sentence in sentences {
        let mut labels = Vec::new();
        let task = Naming::new(&sentence.looks, &sentence.tags, &sentence.known);
        model.label(&task, &mut work, &mut labels);
        let (ours, gold) = (spans(&labels), spans(&sentence.labels));
        for (_, kind) in &gold {
            scores.entry(*kind).or_default().0 += 1;
        }
        for found in &ours {
            let score = scores.entry(found.1).or_default();
            score.1 += 1;
            score.2 += usize::from(gold.contains(found));
        }
    }
    let f1 = |(expected, given, right): (usize, usize, usize)| 2.0 * right as f64 / (expected + given).max(1) as f64;
    let counted = kinds.iter().map(|&kind| (kind, scores.get(&number(kind)).copied().unwrap_or_default()));
    let all = counted.clone().fold((0, 0, 0), |sum, (_, s)| (sum.0 + s.0, sum.1 + s.1, sum.2 + s.2));
    let told: Vec<String> = counted.map(|(kind, score)| format!("{} {:.3}", kind.as_str(), f1(score))).collect();
    println!("names, {what}: F1 {:.3} of {} ({})", f1(all), all.0, told.join(", "));
}

/// The corpora to learn from and to measure with.
pub(crate) struct Corpora {
    open: Vec<Named>,
    tab: Vec<Case>,
    gum_dev: Vec<Named>,
    gum_dev_names: Vec<Named>,
    wnut_dev: Vec<Named>,
    tab_dev: Vec<Case>,
}

impl Corpora {
    pub(crate) fn read(data: &Path, reader: &Reader<'_>) -> Outcome<Self> {
        let wnut = |name: &str| match name {
            "person" => Some(EntityKind::Person),
            "location" => Some(EntityKind::Place),
            "corporation" | "group" => Some(EntityKind::Organization),
            "product" | "creative-work" => Some(EntityKind::Miscellaneous),
            _ => None,
        };
        let uner = |name: &str| match name {
            "PER" => Some(EntityKind::Person),
            "LOC" => Some(EntityKind::Place),
            "ORG" => Some(EntityKind::Organization),
            _ => None,
        };
        let gum_file = data.join("gum_entities/gum_train_dev.jsonl.gz");
        let texts = |split: &str, wanted: Wanted| -> Outcome<Vec<Named>> {
            Ok(gum(&gum_file, split, wanted)?.iter().flat_map(|(text, entities)| reader.text(text, entities)).collect())
        };
        let mut open = texts("train", Wanted::Names)?;
        open.extend(reader.bio(&data.join("ner/wnut17_train.jsonl.gz"), wnut)?);
        open.extend(reader.bio(&data.join("ner/uner_ewt_dev.jsonl.gz"), uner)?);
        Ok(Self {
            open,
            tab: tab(&data.join("tab/tab144_train92.jsonl"))?,
            gum_dev: texts("dev", Wanted::Identities)?,
            gum_dev_names: texts("dev", Wanted::Names)?,
            wnut_dev: reader.bio(&data.join("ner/wnut17_dev.jsonl.gz"), wnut)?,
            tab_dev: tab(&data.join("tab/tab144_dev21.jsonl"))?,
        })
    }

    /// The open sets and these court cases.
    fn train_with<'d>(&self, reader: &Reader<'_>, cases: impl Iterator<Item = &'d Case>) -> Vec<u8> {
        let mut sentences = self.open.clone();
        for (text, mentions) in cases {
            let entities: Vec<_> = mentions.iter().map(|m| (m.start, m.end, m.kind)).collect();
            sentences.extend(reader.text(text, &entities));
        }
        train(&sentences)
    }

    /// The open sets and all court cases but every so-many-th.
    pub(crate) fn train_without(&self, reader: &Reader<'_>, part: usize, parts: usize) -> Vec<u8> {
        let cases = self.tab.iter().chain(&self.tab_dev).enumerate();
        self.train_with(reader, cases.filter(|(i, _)| i % parts != part).map(|(_, case)| case))
    }

    pub(crate) fn train(&self, reader: &Reader<'_>) -> Vec<u8> {
        self.train_with(reader, self.tab.iter())
    }

    /// Span F1 on the open sets, and what is masked of the court cases when everything found is.
    pub(crate) fn report(&self, names: &[u8], analyzer: &Analyzer) -> Result<(), &'static str> {
        let model = chain::Tagging::unpack(names, LABELS).ok_or("the model of names cannot be unpacked")?;
        let kinds = [EntityKind::Person, EntityKind::Place, EntityKind::Organization];
        report("GUM dev", &self.gum_dev, &model, &kinds);
        report("GUM dev, names with or without an identity", &self.gum_dev_names, &model, &kinds);
        let kinds = [EntityKind::Person, EntityKind::Place, EntityKind::Organization, EntityKind::Miscellaneous];
        report("WNUT-17 dev", &self.wnut_dev, &model, &kinds);
        let all = masking(analyzer, Hidden::Entities, self.tab_dev.iter());
        println!("masking, 21 court cases of TAB: {}", told(&all));
        Ok(())
    }

    /// The same by cross-validation over all cases, in five parts; and what the default policy hides of them.
    pub(crate) fn cross_validate(
        &self,
        reader: &Reader<'_>,
        analyzer: impl Fn(&[u8]) -> Option<Analyzer>,
    ) -> Result<(), &'static str> {
        const PARTS: usize = 5;
        let knowledge = Knowledge::english(std::sync::Arc::new(Embedded::get()));
        let decider = Decider::new(Protection::default(), knowledge).map_err(|_| "the policy has no counts")?;
        let cases: Vec<&Case> = self.tab.iter().chain(&self.tab_dev).collect();
        let (mut found, mut decided) = (Vec::new(), Vec::new());
        for part in 0..PARTS {
            let of = cases.iter().enumerate().filter(move |(i, _)| i % PARTS == part).map(|(_, &case)| case);
            let names = self.train_without(reader, part, PARTS);
            let analyzer = analyzer(&names).ok_or("the model of names cannot be unpacked")?;
            found.extend(masking(&analyzer, Hidden::Entities, of.clone()));
            decided.extend(masking(&analyzer, Hidden::By(&decider), of.clone()));
        }
        println!("masking, {} cases by cross-validation: {}", cases.len(), told(&found));
        println!("the same by the default policy: {}", intervals(&decided));
        Ok(())
    }
}
