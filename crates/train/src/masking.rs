//! The measures of the Text Anonymization Benchmark (TAB) on annotated court cases.

use crate::entities::{Case, Mention};
use scumble_mask::document::{Decider, Finding, Reading};
use scumble_text::entity::{Entity, EntityKind, Recognizers};
use scumble_text::{Analyzer, Document, Span, WordLists};
use std::collections::BTreeMap;

/// The sums that the measures of one or more cases are made of.
#[derive(Clone, Default)]
pub(crate) struct Masking {
    direct: (usize, usize),
    quasi: (usize, usize),
    tokens: (usize, usize),
    /// Sums of B³ precision and recall, and over how many mentions.
    clusters: (f64, f64, usize),
}

impl Masking {
    pub(crate) fn add(&mut self, other: &Self) {
        let sum = |a: &mut (usize, usize), b: (usize, usize)| *a = (a.0 + b.0, a.1 + b.1);
        sum(&mut self.direct, other.direct);
        sum(&mut self.quasi, other.quasi);
        sum(&mut self.tokens, other.tokens);
        self.clusters.0 += other.clusters.0;
        self.clusters.1 += other.clusters.1;
        self.clusters.2 += other.clusters.2;
    }
}

/// The sum over cases.
pub(crate) fn sum(cases: &[Masking]) -> Masking {
    let mut all = Masking::default();
    cases.iter().for_each(|case| all.add(case));
    all
}

/// Direct, quasi and token precision with what 95 of 100 resamplings of the cases give.
pub(crate) fn intervals(cases: &[Masking]) -> String {
    const TIMES: usize = 1000;
    let share = |(part, whole): (usize, usize)| part as f64 / whole.max(1) as f64;
    let figures = |all: &Masking| [share(all.direct), share(all.quasi), share(all.tokens)];
    let mut state = 42u64;
    let mut pick = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % cases.len()
    };
    let drawn: Vec<[f64; 3]> = (0..TIMES)
        .map(|_| figures(&sum(&(0..cases.len()).map(|_| cases[pick()].clone()).collect::<Vec<_>>())))
        .collect();
    let all = figures(&sum(cases));
    let one = |i: usize| {
        let mut values: Vec<f64> = drawn.iter().map(|figures| figures[i]).collect();
        values.sort_by(f64::total_cmp);
        format!("{:.3} [{:.3}, {:.3}]", all[i], values[TIMES / 40], values[TIMES - TIMES / 40 - 1])
    };
    format!("direct {}, quasi {}, token precision {}", one(0), one(1), one(2))
}

impl std::fmt::Display for Masking {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let share = |(part, whole): (usize, usize)| part as f64 / whole.max(1) as f64;
        let (precision, recall) =
            (self.clusters.0 / self.clusters.2.max(1) as f64, self.clusters.1 / self.clusters.2.max(1) as f64);
        let b3 = 2.0 * precision * recall / (precision + recall);
        write!(
            f,
            "direct {:.3} of {}, quasi {:.3} of {}, token precision {:.3}, persons B3 {b3:.3} of {} mentions",
            share(self.direct),
            self.direct.1,
            share(self.quasi),
            self.quasi.1,
            share(self.tokens),
            self.clusters.2
        )
    }
}

/// Runs of word characters, as bytes.
fn words(text: &str, from: usize, to: usize) -> Vec<Span> {
    let mut out: Vec<Span> = Vec::new();
    for (at, c) in text[from..to].char_indices() {
        let place = from + at;
        if c.is_alphanumeric() || c == '_' {
            match out.last_mut() {
                Some(last) if last.end == place => last.end += c.len_utf8(),
                _ => out.push(Span::new(place, place + c.len_utf8())),
            }
        }
    }
    out
}

/// Words that may stay without disclosing anything: forms of address and function words.
fn is_empty_word(word: &str) -> bool {
    let lower = word.to_lowercase();
    let words = WordLists::english();
    words.is_stop_word(&lower) || words.forms_of_address.contains(&lower)
}

/// Which spans of a document are masked.
#[derive(Clone, Copy)]
pub(crate) enum Hidden<'p> {
    /// Every entity.
    Entities,
    /// The findings that apply by a policy.
    By(&'p Decider),
}

impl Hidden<'_> {
    fn spans(self, document: &Document<'_>) -> Vec<Span> {
        match self {
            Self::Entities => document.entities().iter().map(|entity| entity.span).collect(),
            Self::By(decider) => {
                let decided = decider.decide(&Reading::new(document.clone())).map(|decisions| decisions.findings);
                let goes = decided.unwrap_or_default().into_iter().filter(Finding::applies);
                goes.map(|finding| finding.span).collect()
            }
        }
    }
}

/// The measures of each case.
pub(crate) fn masking<'d>(
    analyzer: &Analyzer,
    hidden: Hidden<'_>,
    cases: impl Iterator<Item = &'d Case>,
) -> Vec<Masking> {
    let mut all = Vec::new();
    for (text, mentions) in cases {
        let mut result = Masking::default();
        let document = analyzer.read(text, Recognizers::built_in());
        let spans = hidden.spans(&document);
        let covered = |span: Span| spans.iter().any(|s| s.start <= span.start && span.end <= s.end);
        let mut entities: BTreeMap<(&str, &str), bool> = BTreeMap::new();
        for mention in mentions {
            let telling =
                words(text, mention.start, mention.end).into_iter().filter(|span| !is_empty_word(span.of(text)));
            let hidden = telling.into_iter().all(covered);
            *entities.entry((&mention.entity, &mention.identifier)).or_insert(true) &= hidden;
        }
        for ((_, identifier), hidden) in entities {
            let score = match identifier {
                "DIRECT" => &mut result.direct,
                "QUASI" => &mut result.quasi,
                _ => continue,
            };
            score.0 += usize::from(hidden);
            score.1 += 1;
        }
        let mut masked: Vec<Span> = spans.iter().flat_map(|s| words(text, s.start, s.end)).collect();
        masked.sort();
        masked.dedup();
        let right = |span: &&Span| {
            mentions.iter().any(|m| m.identifier != "NO_MASK" && m.start < span.end && span.start < m.end)
        };
        result.tokens.0 += masked.iter().filter(right).count();
        result.tokens.1 += masked.len();
        clusters(&document, mentions, &mut result.clusters);
        all.push(result);
    }
    all
}

/// B³ of the persons that were found, against the annotators' entities.
fn clusters(document: &Document<'_>, mentions: &[Mention], sums: &mut (f64, f64, usize)) {
    let numbers = document.coreference();
    let ours = |mention: &Mention| {
        let touches = |e: &Entity| e.span.start < mention.end && mention.start < e.span.end;
        let at = document.entities().iter().position(|e| e.kind != EntityKind::Title && touches(e));
        at.filter(|&i| document.entities()[i].kind == EntityKind::Person).map(|i| numbers[i])
    };
    let people = mentions.iter().filter(|m| m.kind == EntityKind::Person);
    let pairs: Vec<(usize, &str)> = people.filter_map(|m| Some((ours(m)?, m.entity.as_str()))).collect();
    for (number, entity) in &pairs {
        let both = pairs.iter().filter(|(n, e)| n == number && e == entity).count() as f64;
        sums.0 += both / pairs.iter().filter(|(n, _)| n == number).count() as f64;
        sums.1 += both / pairs.iter().filter(|(_, e)| e == entity).count() as f64;
        sums.2 += 1;
    }
}
