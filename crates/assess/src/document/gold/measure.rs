//! What is hidden of what people annotated.

use super::clusters::{Clusters, b_cubed};
use super::document::{GoldDocument, Identifier};
use scumble_span::{Span, token_spans};
use std::collections::{BTreeMap, BTreeSet};

/// A piece of a document that is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hidden<'a> {
    /// Where it stands.
    pub span: Span,
    /// What stands in its place, where that is to be the same for all mentions of an entity.
    pub pseudonym: Option<&'a str>,
}

/// A part of a whole: both may be sums of shares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Part {
    /// The part.
    pub part: f64,
    /// The whole.
    pub whole: f64,
}

impl Part {
    /// The share, if there is a whole.
    pub fn share(self) -> Option<f64> {
        (self.whole > 0.0).then(|| self.part / self.whole)
    }

    fn count(&mut self, part: f64) {
        self.part += part;
        self.whole += 1.0;
    }

    fn add(&mut self, other: Self) {
        self.part += other.part;
        self.whole += other.whole;
    }
}

/// The sums that the measures of one or more documents are made of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GoldSums {
    /// Direct identifiers all of whose mentions are hidden.
    pub direct: Part,
    /// Quasi-identifiers all of whose mentions are hidden.
    pub quasi: Part,
    /// Hidden tokens, by the share of annotators who masked them.
    pub tokens: Part,
    /// Hidden pieces, by the share of annotators who masked them.
    pub mentions: Part,
    /// Direct and quasi-identifiers all of whose mentions are hidden, by kind.
    pub kinds: BTreeMap<String, Part>,
    /// Pseudonyms against entities.
    pub pseudonyms: Clusters,
}

impl GoldSums {
    /// Adds another document.
    pub fn add(&mut self, other: &Self) {
        self.add_totals(other);
        for (kind, part) in &other.kinds {
            self.kinds.entry(kind.clone()).or_default().add(*part);
        }
    }

    /// Adds all but the kinds.
    pub(super) fn add_totals(&mut self, other: &Self) {
        self.direct.add(other.direct);
        self.quasi.add(other.quasi);
        self.tokens.add(other.tokens);
        self.mentions.add(other.mentions);
        self.pseudonyms.add(&other.pseudonyms);
    }

    /// The sum over documents.
    pub fn sum<'a>(all: impl IntoIterator<Item = &'a Self>) -> Self {
        all.into_iter().fold(Self::default(), |mut sum, one| {
            sum.add(one);
            sum
        })
    }
}

/// Function words and forms of address. The list is short on purpose: a stop word that may tell something (*several*, *former*) is to be
/// hidden.
const IGNORED: [&str; 54] = [
    "a", "about", "after", "an", "and", "are", "as", "at", "be", "been", "before", "between", "but", "by", "dr",
    "during", "for", "from", "he", "her", "his", "if", "in", "into", "is", "it", "its", "miss", "mr", "mrs", "ms",
    "no", "nor", "not", "of", "on", "or", "prof", "she", "sir", "that", "the", "their", "these", "they", "this",
    "those", "to", "was", "were", "which", "who", "whom", "with",
];

/// Whether a word may stay without disclosing anything: a function word or a form of address.
pub fn is_ignored(word: &str) -> bool {
    IGNORED.binary_search(&word.to_lowercase().as_str()).is_ok()
}

/// Measures what is hidden of one document. Pieces that touch or overlap hide together.
pub fn measure(document: &GoldDocument, hidden: &[Hidden<'_>]) -> GoldSums {
    let text = &document.text;
    let mut sums = GoldSums::default();
    let covered = Covered::new(hidden.iter().map(|piece| piece.span));
    let mut entities: BTreeMap<(&str, &str, Identifier), (bool, &str)> = BTreeMap::new();
    let mut annotators: BTreeSet<&str> = BTreeSet::new();
    for mention in &document.mentions {
        annotators.insert(&mention.annotator);
        let telling = token_spans(mention.span.of(text))
            .map(|token| Span::new(mention.span.start + token.start, mention.span.start + token.end))
            .filter(|token| !is_ignored(token.of(text)));
        let whole = telling.into_iter().all(|token| covered.has(token));
        let key = (mention.annotator.as_str(), mention.entity.as_str(), mention.identifier);
        entities.entry(key).or_insert((true, &mention.kind)).0 &= whole;
    }
    for ((_, _, identifier), (whole, kind)) in entities {
        let part = match identifier {
            Identifier::Direct => &mut sums.direct,
            Identifier::Quasi => &mut sums.quasi,
            Identifier::NoMask => continue,
        };
        let hidden = f64::from(u8::from(whole));
        part.count(hidden);
        sums.kinds.entry(kind.to_owned()).or_default().count(hidden);
    }
    let agreed = Agreed::new(document, annotators.len().max(document.annotators).max(1));
    for token in token_spans(text).filter(|&token| covered.has(token)) {
        sums.tokens.count(agreed.touching(token));
    }
    for piece in hidden {
        if token_spans(piece.span.of(text)).next().is_some() {
            sums.mentions.count(agreed.around(piece.span));
        }
    }
    sums.pseudonyms = pseudonyms(document, hidden);
    sums
}

/// Merged pieces, to be asked about a span.
struct Covered(Vec<Span>);

impl Covered {
    fn new(spans: impl Iterator<Item = Span>) -> Self {
        let mut sorted: Vec<Span> = spans.collect();
        sorted.sort();
        let mut merged: Vec<Span> = Vec::with_capacity(sorted.len());
        for span in sorted {
            match merged.last_mut() {
                Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
                _ => merged.push(span),
            }
        }
        Self(merged)
    }

    fn has(&self, span: Span) -> bool {
        let behind = self.0.partition_point(|piece| piece.start <= span.start);
        behind > 0 && self.0[behind - 1].end >= span.end
    }
}

/// The mentions that annotators masked, by their start.
struct Agreed<'d> {
    masked: Vec<(Span, &'d str)>,
    longest: usize,
    annotators: usize,
}

impl<'d> Agreed<'d> {
    fn new(document: &'d GoldDocument, annotators: usize) -> Self {
        let masked = document.mentions.iter().filter(|mention| mention.identifier != Identifier::NoMask);
        let mut masked: Vec<(Span, &str)> = masked.map(|mention| (mention.span, mention.annotator.as_str())).collect();
        masked.sort();
        let longest = masked.iter().map(|(span, _)| span.len()).max().unwrap_or(0);
        Self { masked, longest, annotators }
    }

    /// The share of annotators who masked a mention around a span.
    fn around(&self, span: Span) -> f64 {
        self.share(span, |mention| mention.start <= span.start && mention.end >= span.end)
    }

    /// The share of annotators who masked a mention that has a part of a span.
    fn touching(&self, span: Span) -> f64 {
        self.share(span, |mention| mention.end > span.start)
    }

    /// The share of annotators with a mention that begins before the end of a span, and of which something holds.
    fn share(&self, span: Span, holds: impl Fn(Span) -> bool) -> f64 {
        let from = self.masked.partition_point(|(mention, _)| mention.start + self.longest < span.start);
        let near = self.masked[from..].iter().take_while(|(mention, _)| mention.start < span.end);
        let who: BTreeSet<&str> = near.filter(|(mention, _)| holds(*mention)).map(|(_, who)| *who).collect();
        who.len() as f64 / self.annotators as f64
    }
}

fn pseudonyms(document: &GoldDocument, hidden: &[Hidden<'_>]) -> Clusters {
    let mut pieces: Vec<(Span, &str)> =
        hidden.iter().filter_map(|piece| Some((piece.span, piece.pseudonym?))).collect();
    pieces.sort();
    // Every annotator has entities of their own.
    let mut pairs: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
    for mention in document.mentions.iter().filter(|mention| mention.identifier != Identifier::NoMask) {
        // The first piece that touches the mention.
        let touching = pieces.iter().find(|(span, _)| span.end > mention.span.start && span.start < mention.span.end);
        if let Some((_, pseudonym)) = touching {
            pairs.entry(&mention.annotator).or_default().push((*pseudonym, &mention.entity));
        }
    }
    pairs.values().fold(Clusters::default(), |mut sum, pairs| {
        sum.add(&b_cubed(pairs));
        sum
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::gold::{GoldMention, Offsets};

    /// Two annotators of one text with letters outside of ASCII; offsets are code points.
    fn document() -> GoldDocument {
        let text = "Mr Şahin Yılmaz lives in the city of İzmir. Yılmaz is 40, a teacher.".to_owned();
        let offsets = Offsets::new(&text);
        let mention = |who: &str, piece: &str, nth: usize, entity: &str, identifier: Identifier| {
            let byte = text.match_indices(piece).nth(nth).unwrap().0;
            let start = text[..byte].chars().count();
            let span = offsets.span(start, start + piece.chars().count(), "a", 1).unwrap();
            let kind = if entity == "p" { "PERSON" } else { "OTHER" }.to_owned();
            GoldMention { span, entity: entity.to_owned(), kind, identifier, annotator: who.to_owned() }
        };
        use Identifier::{Direct, NoMask, Quasi};
        let mentions = vec![
            mention("1", "Mr Şahin Yılmaz", 0, "p", Direct),
            mention("1", "Yılmaz", 1, "p", Direct),
            mention("1", "the city of İzmir", 0, "c", Quasi),
            mention("1", "40", 0, "a", Quasi),
            mention("2", "Şahin Yılmaz", 0, "p", Direct),
            mention("2", "İzmir", 0, "c", Quasi),
            mention("2", "teacher", 0, "t", NoMask),
        ];
        GoldDocument { name: "a".into(), text, person: None, mentions, annotators: 2 }
    }

    fn hidden<'p>(text: &str, pieces: &[(&str, usize, &'p str)]) -> Vec<Hidden<'p>> {
        let one = |&(piece, nth, pseudonym): &(&str, usize, &'p str)| {
            let at = text.match_indices(piece).nth(nth).unwrap().0;
            Hidden { span: Span::new(at, at + piece.len()), pseudonym: Some(pseudonym) }
        };
        pieces.iter().map(one).collect()
    }

    fn is(part: Part, expected: (f64, f64)) -> bool {
        (part.part - expected.0).abs() < 1e-12 && part.whole == expected.1
    }

    #[test]
    fn two_annotators_partial_coverage_and_ignored_words() {
        let document = document();
        // The name without its form of address, in two pieces; the second mention of the person stays; the town without its article
        // and preposition; the age; and a word that the only annotator who saw it left in.
        let pieces = hidden(
            &document.text,
            &[("Şahin ", 0, "Pers1"), ("Yılmaz", 0, "Pers1"), ("city of İzmir", 0, "Loc1"), ("teacher", 0, "Term1")],
        );
        let sums = measure(&document, &pieces);
        // Direct: the person of annotator 1 has a mention left; that of annotator 2 is hidden.
        assert!(is(sums.direct, (1.0, 2.0)), "{:?}", sums.direct);
        // Quasi: the town of both; the age of annotator 1 stays.
        assert!(is(sums.quasi, (2.0, 3.0)), "{:?}", sums.quasi);
        // Tokens: Şahin 1, Yılmaz 1, city ½, of ½, İzmir 1, teacher 0.
        assert!(is(sums.tokens, (4.0, 6.0)), "{:?}", sums.tokens);
        // Pieces: "Şahin " 1, Yılmaz 1, city of İzmir ½, teacher 0.
        assert!(is(sums.mentions, (2.5, 4.0)), "{:?}", sums.mentions);
        assert!(is(sums.kinds["PERSON"], (1.0, 2.0)) && is(sums.kinds["OTHER"], (2.0, 3.0)));
        // Of each annotator one mention of the person and one of the town is touched, each by a pseudonym of its own.
        assert_eq!((sums.pseudonyms.f(), sums.pseudonyms.mentions), (Some(1.0), 4));
    }

    #[test]
    fn half_a_word_hides_nothing_and_touching_pieces_hide_together() {
        let document = document();
        let whole = |pieces: &[(&str, usize, &str)]| measure(&document, &hidden(&document.text, pieces)).quasi.part;
        assert_eq!(whole(&[("İzm", 0, ""), ("city", 0, "")]), 0.0);
        assert_eq!(whole(&[("İzm", 0, ""), ("ir", 0, ""), ("city", 0, "")]), 2.0);
        assert_eq!(measure(&document, &[]).tokens.share(), None);
        assert!(IGNORED.is_sorted() && is_ignored("Mr") && !is_ignored("several"));
    }
}
