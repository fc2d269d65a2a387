//! Kinds of text: what a document is, as far as it matters for what people mask in it.

use super::weights::Weights;
use crate::document::protection::Readers;
use scumble_text::model::linear::{feature, hash};
use std::collections::BTreeSet;

/// A kind of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TextKind {
    /// Judgments and other papers of courts.
    Court,
    /// Articles about people.
    Biography,
    /// Letters and notes of doctors and hospitals.
    Clinical,
    /// Mails, chats, letters, complaints, reports and CVs.
    Mail,
    /// Forms, statements, tickets and logs.
    Form,
    /// None of these.
    Other,
}

impl TextKind {
    /// All kinds; a kind's place is its number.
    pub const ALL: [Self; 6] = [Self::Court, Self::Biography, Self::Clinical, Self::Mail, Self::Form, Self::Other];

    /// The name that users see.
    pub fn as_str(self) -> &'static str {
        Self::NAMED.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }

    /// All kinds, by name.
    pub const NAMED: [(&'static str, Self); 6] = [
        ("court", Self::Court),
        ("biography", Self::Biography),
        ("clinical", Self::Clinical),
        ("mail", Self::Mail),
        ("form", Self::Form),
        ("other", Self::Other),
    ];

    /// How many models of decisions there are.
    pub const MODELS: usize = 4;

    /// The number of the model that decides. In everyday texts people mask the same, so these share one.
    pub fn model(self) -> usize {
        match self {
            Self::Court => 0,
            Self::Biography => 1,
            Self::Clinical | Self::Mail | Self::Form => 2,
            Self::Other => 3,
        }
    }

    /// How cautious decisions are where nobody says it: chosen on documents that the readers have not seen (`docs/models.md`).
    pub fn caution(self, readers: Readers) -> f64 {
        let [fast, careful] = match self {
            Self::Court => [0.85, 0.77],
            Self::Biography => [0.8, 0.8],
            Self::Clinical | Self::Mail | Self::Form => [0.4, 0.65],
            Self::Other => [0.6, 0.7],
        };
        if readers == Readers::Fast { fast } else { careful }
    }
}

/// Tells the kind of a text by its words.
#[derive(Debug, Default)]
pub struct TextKinds {
    weights: Weights,
}

/// A kind must be so much more likely than all others, in log odds; else the text is of another kind.
const LEAST_ODDS: f32 = 0.5;

impl TextKinds {
    /// By trained weights.
    pub fn new(weights: Weights) -> Self {
        Self { weights }
    }

    /// The kind of a text; [`TextKind::Other`] if no kind is clearly more likely than the others.
    pub fn of(&self, text: &str) -> TextKind {
        let features = Self::features(text);
        let score = |kind: TextKind| -> f32 { features.iter().map(|&f| self.weights.of(Self::of_kind(f, kind))).sum() };
        let mut scores: Vec<(f32, TextKind)> = TextKind::ALL.into_iter().map(|kind| (score(kind), kind)).collect();
        scores.sort_by(|a, b| b.0.total_cmp(&a.0));
        if scores[0].0 - scores[1].0 < LEAST_ODDS { TextKind::Other } else { scores[0].1 }
    }

    /// A feature of a text as one of texts of a kind.
    pub fn of_kind(feature_of_text: u64, kind: TextKind) -> u64 {
        feature(1, feature_of_text, kind as u64 + 1)
    }

    /// The features of a text: its words in small letters, without names and figures, and how it is laid out.
    pub fn features(text: &str) -> Vec<u64> {
        let mut all = BTreeSet::new();
        for word in scumble_span::words(text).take(2000) {
            if word.starts_with(char::is_lowercase) && word.chars().all(char::is_alphabetic) {
                all.insert(feature(2, hash(word.as_bytes()), 0));
            }
        }
        let lines = text.lines().filter(|line| !line.trim().is_empty()).count().max(1);
        let words = scumble_span::words(text).count().max(1);
        let share = |count: usize, of: usize| (count * 10 / of) as u64;
        all.insert(feature(3, (words / lines).min(40) as u64 / 4, 0));
        all.insert(feature(4, share(text.lines().filter(|line| line.contains(": ")).count(), lines).min(9), 0));
        all.insert(feature(5, share(text.bytes().filter(u8::is_ascii_digit).count(), text.len().max(1)), 0));
        all.insert(feature(6, u64::from(words > 400) + u64::from(words > 1000), 0));
        all.into_iter().collect()
    }
}
