//! What is known of a piece that may have to be masked, and what its surroundings say.

use super::chain::Node;
use crate::document::finding::{Finding, Found, Rule};
use crate::document::reading::Reading;
use crate::document::replace::kind_of_prefix;
use scumble_span::Span;
use scumble_text::Language;
use scumble_text::entity::EntityKind;
use scumble_text::model::linear::{feature, hash};
use scumble_text::network::{MENTION_KINDS, TokenProbabilities};
use std::collections::HashMap;

/// A piece that may have to be masked.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The piece as the finder describes it.
    pub finding: Finding,
    /// Whether the rules would mask it.
    pub by_rules: bool,
    /// What the second reader says about it, if it was asked.
    pub network: Option<Opinion>,
}

/// What the second reader says about a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Opinion {
    /// The mean probability of its tokens to be masked.
    pub mean: f32,
    /// The least of them.
    pub least: f32,
    /// The largest of them.
    pub most: f32,
    /// The mean probability of its tokens to be a mention of any kind, masked or not.
    pub mention: f32,
    /// The number of the likeliest kind.
    pub kind: u8,
}

impl Opinion {
    /// About a piece of a text; `None` where the network has not read it.
    pub fn of(read: &TokenProbabilities, span: Span) -> Option<Self> {
        let (mut count, mut own) = (0.0f32, Self { least: 1.0, ..Self::default() });
        let mut kinds = [0.0f32; MENTION_KINDS.len()];
        for token in read.tokens_in(span).filter(|&token| !read.spans()[token].is_empty()) {
            let classes = read.of(token)?;
            let mask: f32 = classes.iter().skip(2).step_by(2).sum();
            count += 1.0;
            own.mean += mask;
            own.mention += 1.0 - classes[0];
            (own.least, own.most) = (own.least.min(mask), own.most.max(mask));
            for (kind, pair) in kinds.iter_mut().zip(classes[1..].as_chunks::<2>().0) {
                *kind += pair[0] + pair[1];
            }
        }
        let likeliest = (0..kinds.len()).max_by(|&a, &b| kinds[a].total_cmp(&kinds[b]))?;
        let mean = Self { mean: own.mean / count, mention: own.mention / count, kind: likeliest as u8, ..own };
        (count > 0.0).then_some(mean)
    }
}

impl Evidence {
    /// Whether the rules found or considered it, and not only the network.
    pub fn is_linear(&self) -> bool {
        self.finding.rule != Rule::SecondReader
    }

    /// Whether the decision is learned: not for what the user named or found, nor for kinds whose form alone is telling.
    pub fn is_judged(kind: Found) -> bool {
        use EntityKind::{
            Address, Age, Code, DateTime, Demographic, Miscellaneous, Organization, Person, Place, PostCode, Quantity,
        };
        match kind {
            Found::Name => true,
            Found::Entity(kind) => matches!(
                kind,
                Person
                    | Organization
                    | Place
                    | Demographic
                    | Miscellaneous
                    | DateTime
                    | Quantity
                    | Code
                    | Age
                    | Address
                    | PostCode
            ),
            Found::Term | Found::Block => false,
        }
    }
}

/// A kind of finding as a number.
fn code(kind: Found) -> u64 {
    hash(kind.as_str().as_bytes())
}

/// A word without its case and figures.
fn form(word: &str) -> u64 {
    let plain: String =
        word.chars().flat_map(char::to_lowercase).map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    hash(plain.as_bytes())
}

/// The look of a piece: runs of capitals, small letters and figures, and the marks between them.
fn shape(text: &str) -> u64 {
    let mut shape = String::new();
    for c in text.chars() {
        let class = match c {
            c if c.is_uppercase() => 'X',
            c if c.is_alphabetic() => 'x',
            c if c.is_numeric() => 'd',
            c if c.is_whitespace() => ' ',
            c => c,
        };
        if !shape.ends_with(class) || class == 'd' && shape.len() < 12 {
            shape.push(class);
        }
        if shape.len() > 24 {
            break;
        }
    }
    hash(shape.as_bytes())
}

/// A piece of evidence, by its number, or a label of an earlier release.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    span: Span,
    kind: Found,
    pub(super) evidence: Option<usize>,
}

/// The pieces of a document, in order.
pub(super) fn pieces(reading: &Reading<'_>, evidence: &[Evidence]) -> Vec<Piece> {
    let found = (0..).zip(evidence).filter(|(_, one)| one.is_linear()).map(|(number, one)| Piece {
        span: one.finding.span,
        kind: one.finding.kind,
        evidence: Some(number),
    });
    let labels = reading.marks.iter().filter_map(|&span| {
        let letters = span.of(reading.text()).trim_end_matches(|c: char| c.is_ascii_digit());
        kind_of_prefix(letters).map(|kind| Piece { span, kind, evidence: None })
    });
    let mut all: Vec<Piece> = found.chain(labels).collect();
    all.sort_by_key(|piece| piece.span);
    all
}

/// The surroundings of the pieces of a document.
pub(super) struct Surroundings<'a> {
    reading: &'a Reading<'a>,
    language: &'a Language,
    pieces: &'a [Piece],
    /// What stands at each token: its word or, within a piece or a label, the kind of that.
    words: Vec<u64>,
    /// The sentence of each token.
    sentences: Vec<u32>,
    /// The heading above each line, by where the line begins.
    headings: Vec<(usize, u64)>,
    /// How often each piece is written.
    counts: HashMap<String, u32>,
    /// The latest year that the text names.
    latest: u32,
}

impl<'a> Surroundings<'a> {
    pub(super) fn new(reading: &'a Reading<'a>, language: &'a Language, pieces: &'a [Piece]) -> Self {
        let text = reading.text();
        let tokens = reading.document.tokens();
        let mut words: Vec<u64> = tokens.iter().map(|token| form(token.span.of(text))).collect();
        let first = |span: Span| tokens.partition_point(|token| token.span.end <= span.start);
        let mut fill = |span: Span, with: u64| {
            for i in first(span)..tokens.len() {
                if tokens[i].span.start >= span.end {
                    break;
                }
                words[i] = with;
            }
        };
        pieces.iter().for_each(|piece| fill(piece.span, code(piece.kind)));
        let mut sentences = vec![0; tokens.len()];
        for (number, sentence) in reading.document.sentences().iter().enumerate() {
            sentences[sentence.clone()].fill(number as u32);
        }
        let mut counts: HashMap<String, u32> = HashMap::new();
        for piece in pieces {
            *counts.entry(piece.span.of(text).to_lowercase()).or_default() += 1;
        }
        Self {
            reading,
            language,
            pieces,
            words,
            sentences,
            headings: headings(text),
            counts,
            latest: years(text).max().unwrap_or(0),
        }
    }

    /// The node of a piece among its neighbours. A label is masked already.
    pub(super) fn node(&self, all: &[Evidence], i: usize) -> Node {
        let edge = self.edge(i);
        match self.pieces[i].evidence {
            Some(number) => Node { features: self.features(&all[number], i), edge, given: false },
            None => Node { features: Vec::new(), edge, given: true },
        }
    }

    fn edge(&self, i: usize) -> Vec<u64> {
        let Some(before) = i.checked_sub(1).map(|before| self.pieces[before]) else { return Vec::new() };
        let (piece, text) = (self.pieces[i], self.reading.text());
        let (kind, previous) = (code(piece.kind), code(before.kind));
        let gap = piece.span.start.saturating_sub(before.span.end).min(200) / 8;
        let gap = if gap > 5 { 6 + u64::from(gap > 12) } else { gap as u64 };
        let same = before.span.of(text) == piece.span.of(text);
        vec![
            feature(201, gap, u64::from(same)),
            feature(202, previous, kind),
            feature(203, gap, feature(0, previous, kind)),
        ]
    }

    fn features(&self, evidence: &Evidence, i: usize) -> Vec<(u64, f32)> {
        let (text, tokens) = (self.reading.text(), self.reading.document.tokens());
        let (span, kind) = (evidence.finding.span, code(evidence.finding.kind));
        let surface = span.of(text);
        let mut features: Vec<(u64, f32)> = Vec::with_capacity(64);
        let mut add = |template: u64, a: u64, b: u64| features.push((feature(template, a, b), 1.0));
        add(1, kind, 0);
        add(2, kind, hash(evidence.finding.rule.as_str().as_bytes()) ^ u64::from(evidence.by_rules));
        // Its own words.
        let words: Vec<&str> = scumble_span::words(surface).collect();
        let (mut known, mut ordinary) = (0, 0);
        for word in &words {
            let lower = word.to_lowercase();
            add(3, form(word), kind);
            known |= self.language.known(&lower);
            ordinary += usize::from(self.language.is_ordinary_word(&lower));
        }
        add(4, words.first().map_or(0, |word| form(word)), 0);
        add(5, words.last().map_or(0, |word| form(word)), 0);
        add(6, form(surface), 0);
        add(7, shape(surface), kind);
        add(8, words.len().min(6) as u64, kind);
        add(9, u64::from(known), kind);
        for bit in (0..12).filter(|bit| known >> bit & 1 == 1) {
            add(10, bit, kind);
        }
        let share = if words.is_empty() { 3 } else { u64::from(ordinary > 0) + u64::from(ordinary == words.len()) };
        add(11, share, kind);
        // The words around it.
        let from = tokens.partition_point(|token| token.span.end <= span.start);
        let to = tokens.partition_point(|token| token.span.start < span.end);
        let sentence = self.sentences.get(from).copied();
        let at = |place: isize| {
            let same = |i: usize| self.sentences.get(i).copied() == sentence;
            usize::try_from(place).ok().filter(|&i| i < tokens.len() && same(i)).map_or(1, |i| self.words[i])
        };
        let (from, to) = (from as isize, to as isize);
        let (before, after) = ([at(from - 1), at(from - 2), at(from - 3)], [at(to), at(to + 1), at(to + 2)]);
        add(12, before[0], 0);
        add(13, before[0], kind);
        add(14, before[1], kind);
        add(15, before[0], before[1]);
        add(16, feature(0, before[0], before[1]), before[2]);
        add(17, after[0], 0);
        add(18, after[0], kind);
        add(19, after[0], after[1]);
        add(20, before[0], after[0]);
        for distance in 2..7 {
            add(21, at(from - distance), kind);
            add(22, at(to + distance - 1), kind);
        }
        let begins = usize::try_from(from - 1).ok().is_none_or(|i| self.sentences.get(i).copied() != sentence);
        add(23, u64::from(begins), kind);
        // Its line and the heading above it.
        let line = text[..span.start].rfind('\n').map_or(0, |end| end + 1);
        let lead = &text[line..span.start];
        add(24, u64::from(lead.trim().is_empty()), kind);
        if let Some((label, _)) = lead.split_once(':').filter(|(label, _)| label.len() < 40) {
            add(25, form(label.trim()), 0);
            add(26, form(label.trim()), kind);
        }
        let heading = self.headings.partition_point(|(place, _)| *place <= line);
        let heading = heading.checked_sub(1).map_or(0, |i| self.headings[i].1);
        add(27, heading, kind);
        add(28, heading, before[0]);
        let bracketed = text[..span.start].ends_with(['(', '[', '"', '“', '‘', '\'']);
        add(29, u64::from(bracketed), kind);
        // Where and how often it stands.
        let count = self.counts.get(&surface.to_lowercase()).copied().unwrap_or(1);
        add(30, u64::from(count.min(3) + u32::from(count > 5) + u32::from(count > 10)), kind);
        add(31, (span.start * 10 / text.len().max(1)) as u64, kind);
        let paragraphs = text[..span.start].bytes().filter(|&byte| byte == b'\n').count();
        add(32, paragraphs.min(6) as u64, kind);
        // Its neighbours among the pieces.
        let neighbour = |j: Option<usize>| j.and_then(|j| self.pieces.get(j)).map_or(0, |other| code(other.kind));
        let (previous, next) = (neighbour(i.checked_sub(1)), neighbour(Some(i + 1)));
        add(33, previous, kind);
        add(34, next, kind);
        if matches!(evidence.finding.kind, Found::Entity(EntityKind::DateTime)) {
            let year = years(surface).next();
            let age = year.map_or(99, |year| self.latest.saturating_sub(year).min(40) / 3);
            add(35, u64::from(age), 0);
            add(36, u64::from(year.is_some()), words.len() as u64);
        }
        features.push((feature(99, 0, 0), 1.0));
        features
    }
}

/// The years that a text names, from 1000 to 2999.
fn years(text: &str) -> impl Iterator<Item = u32> {
    scumble_span::words(text)
        .filter(|word| word.len() == 4)
        .filter_map(|word| word.parse().ok())
        .filter(|y| (1000..3000).contains(y))
}

/// The lines that are headings, each as a hash of its letters, by where they begin: short lines in capitals, or that end in a colon.
fn headings(text: &str) -> Vec<(usize, u64)> {
    let mut out = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim();
        let letters = words.chars().filter(|c| c.is_alphabetic()).count();
        let heading = letters >= 3
            && words.len() <= 80
            && (words.ends_with(':')
                || !words.chars().any(char::is_lowercase) && words.chars().filter(|c| c.is_uppercase()).count() >= 3);
        if heading {
            let letters: String = words.chars().filter(|c| c.is_alphabetic() || *c == ' ').collect();
            out.push((at, form(letters.trim())));
        }
        at += line.len();
    }
    out
}
