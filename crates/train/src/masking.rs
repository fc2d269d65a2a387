//! The measures of the Text Anonymization Benchmark (TAB) on annotated court cases.

use crate::entities::{Case, Mention};
use scumble_assess::document::gold::{
    Clusters, GoldDocument, GoldMention, GoldSums, Hidden as HiddenPiece, Identifier, b_cubed, interval, measure,
};
use scumble_mask::document::{Decider, Finding, Reading};
use scumble_text::entity::{Entity, EntityKind, Recognizers};
use scumble_text::{Analyzer, Document, Span};

/// The seed of resampled cases.
const SEED: u64 = 42;

/// What is hidden of some cases, in a line.
pub(crate) fn told(cases: &[GoldSums]) -> String {
    let sum = GoldSums::sum(cases);
    let share = |share: Option<f64>| share.map_or("–".to_owned(), |share| format!("{share:.3}"));
    format!(
        "direct {} of {}, quasi {} of {}, token precision {}, persons B3 {} of {} mentions",
        share(sum.direct.share()),
        sum.direct.whole,
        share(sum.quasi.share()),
        sum.quasi.whole,
        share(sum.tokens.share()),
        share(sum.pseudonyms.f()),
        sum.pseudonyms.mentions
    )
}

/// Direct, quasi and token precision with what 95 of 100 resamplings of the cases give.
pub(crate) fn intervals(cases: &[GoldSums]) -> String {
    let sum = GoldSums::sum(cases);
    let one = |name: &str, figure: fn(&GoldSums) -> Option<f64>| match figure(&sum).zip(interval(cases, SEED, figure)) {
        Some((value, (low, high))) => format!("{name} {value:.3} [{low:.3}, {high:.3}]"),
        None => format!("{name} –"),
    };
    let direct = one("direct", |sums| sums.direct.share());
    let quasi = one("quasi", |sums| sums.quasi.share());
    format!("{direct}, {quasi}, {}", one("token precision", |sums| sums.tokens.share()))
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

/// The measures of each case; the pseudonyms are the persons that were told apart.
pub(crate) fn masking<'d>(
    analyzer: &Analyzer,
    hidden: Hidden<'_>,
    cases: impl Iterator<Item = &'d Case>,
) -> Vec<GoldSums> {
    let mut all = Vec::new();
    for (text, mentions) in cases {
        let document = analyzer.read(text, Recognizers::built_in());
        let spans = hidden.spans(&document);
        let pieces: Vec<_> = spans.into_iter().map(|span| HiddenPiece { span, pseudonym: None }).collect();
        let mut sums = measure(&annotated(text, mentions), &pieces);
        sums.pseudonyms = persons(&document, mentions);
        all.push(sums);
    }
    all
}

fn annotated(text: &str, mentions: &[Mention]) -> GoldDocument {
    let one = |mention: &Mention| GoldMention {
        span: Span::new(mention.start, mention.end),
        entity: mention.entity.clone(),
        kind: mention.kind.as_str().to_owned(),
        identifier: match mention.identifier.as_str() {
            "DIRECT" => Identifier::Direct,
            "QUASI" => Identifier::Quasi,
            _ => Identifier::NoMask,
        },
        annotator: String::new(),
    };
    GoldDocument {
        text: text.to_owned(),
        mentions: mentions.iter().map(one).collect(),
        annotators: 1,
        ..GoldDocument::default()
    }
}

/// B³ of the persons that were found, against the annotators' entities.
fn persons(document: &Document<'_>, mentions: &[Mention]) -> Clusters {
    let numbers = document.coreference();
    let ours = |mention: &Mention| {
        let touches = |e: &Entity| e.span.start < mention.end && mention.start < e.span.end;
        let at = document.entities().iter().position(|e| e.kind != EntityKind::Title && touches(e));
        at.filter(|&i| document.entities()[i].kind == EntityKind::Person).map(|i| numbers[i])
    };
    let people = mentions.iter().filter(|m| m.kind == EntityKind::Person);
    let pairs: Vec<(usize, &str)> = people.filter_map(|m| Some((ours(m)?, m.entity.as_str()))).collect();
    b_cubed(&pairs)
}
