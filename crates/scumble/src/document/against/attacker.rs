//! One attacker's search while words of the query are taken out and put back.

use scumble_assess::document::attack::TIE;
use scumble_assess::document::search::{Index, TermReader};
use scumble_span::Span;
use std::collections::HashMap;

/// An attacker who searches with a text, words of which can be taken out in groups and put back. Terms must be made of whole tokens: a
/// run of characters has a blank that belongs to no word.
pub(super) struct Attacker<'i> {
    index: &'i Index,
    page: u32,
    /// Pages that do not count.
    copies: &'i [u32],
    /// The terms of the query, and how often it has each now.
    terms: Vec<(u32, u32)>,
    /// For each occurrence of a term the place of the term, and how many groups that are taken out touch it.
    occurrences: Vec<(usize, u32)>,
    /// The occurrences that each group touches.
    touched: Vec<Vec<usize>>,
    /// The relevance of every page, but for the length of the query.
    scores: Vec<f64>,
}

/// What keeps a page from being below a rank.
pub(super) struct Gap {
    /// How far the page is ahead of the first page that would have to be ahead of it.
    width: f64,
    /// Pages that would have to be ahead of it and are not.
    rivals: Vec<u32>,
}

impl<'i> Attacker<'i> {
    /// Searches with the pieces of a text. Groups are spans of words, in order and apart.
    pub(super) fn new(
        index: &'i Index,
        text: &str,
        pieces: &[Span],
        groups: &[Vec<Span>],
        page: u32,
        copies: &'i [u32],
    ) -> Self {
        let mut words: Vec<(Span, usize)> = Vec::new();
        for (group, spans) in groups.iter().enumerate() {
            words.extend(spans.iter().map(|&span| (span, group)));
        }
        words.sort();
        let mut places: HashMap<u32, usize> = HashMap::new();
        let (mut terms, mut occurrences, mut touched) = (Vec::new(), Vec::new(), vec![Vec::new(); groups.len()]);
        let mut reader = TermReader::new(index.model());
        for piece in pieces {
            reader.read(piece.of(text), |term, span| {
                let Some(term) = index.find(term) else { return };
                let place = *places.entry(term).or_insert_with(|| {
                    terms.push((term, 0));
                    terms.len() - 1
                });
                terms[place].1 += 1;
                let (start, end) = (piece.start + span.start, piece.start + span.end);
                let first = words.partition_point(|(word, _)| word.end <= start);
                for (_, group) in words[first..].iter().take_while(|(word, _)| word.start < end) {
                    if touched[*group].last() != Some(&occurrences.len()) {
                        touched[*group].push(occurrences.len());
                    }
                }
                occurrences.push((place, 0));
            });
        }
        let mut scores = vec![0.0; index.len()];
        for &(term, times) in &terms {
            let weight = index.query_weight(term, times);
            index.weights(term).for_each(|(document, own)| scores[document as usize] += weight * own);
        }
        Self { index, page, copies, terms, occurrences, touched, scores }
    }

    /// Takes a group of words out of the query, or puts it back.
    pub(super) fn set(&mut self, group: usize, out: bool) {
        for (place, change) in self.changes(group, out) {
            let (term, times) = self.terms[place];
            let now = if out { times - change } else { times + change };
            let difference = self.index.query_weight(term, now) - self.index.query_weight(term, times);
            self.terms[place].1 = now;
            for (document, own) in self.index.weights(term) {
                self.scores[document as usize] += difference * own;
            }
        }
        for &occurrence in &self.touched[group] {
            let covers = &mut self.occurrences[occurrence].1;
            *covers = if out { *covers + 1 } else { *covers - 1 };
        }
    }

    /// For each term how many of its occurrences a group takes out or puts back.
    fn changes(&self, group: usize, out: bool) -> Vec<(usize, u32)> {
        let before = u32::from(!out);
        let moved = self.touched[group].iter().map(|&occurrence| self.occurrences[occurrence]);
        let mut places: Vec<usize> = moved.filter(|(_, covers)| *covers == before).map(|(place, _)| place).collect();
        places.sort_unstable();
        places.chunk_by(|a, b| a == b).map(|equal| (equal[0], equal.len() as u32)).collect()
    }

    /// What a group adds to the relevance of a page.
    pub(super) fn added(&self, group: usize, page: u32) -> f64 {
        let lost = |(place, change): (usize, u32)| {
            let (term, times) = self.terms[place];
            let own = self.index.weight(term, page);
            if own == 0.0 {
                return 0.0;
            }
            own * (self.index.query_weight(term, times) - self.index.query_weight(term, times - change))
        };
        self.changes(group, true).into_iter().map(lost).sum()
    }

    /// The relevance of the person's page, summed anew.
    pub(super) fn own(&self) -> f64 {
        let one =
            |&(term, times): &(u32, u32)| self.index.query_weight(term, times) * self.index.weight(term, self.page);
        self.terms.iter().map(one).sum()
    }

    /// The other pages with their relevance.
    fn others(&self) -> impl Iterator<Item = (f64, u32)> + '_ {
        let others = (0..).zip(&self.scores).map(|(page, &score)| (score, page));
        others.filter(|(_, page)| *page != self.page && !self.copies.contains(page))
    }

    /// The rank of the person's page, from 1; of equal pages it is the first, and without a common term it is the last.
    pub(super) fn rank(&self) -> usize {
        let own = self.own();
        if own <= 0.0 {
            return self.index.len() - self.copies.len();
        }
        1 + self.others().filter(|(score, _)| *score > own * (1.0 + TIE)).count()
    }

    /// What keeps the page from being below a rank; `None` if it is.
    pub(super) fn gap(&self, below_rank: usize) -> Option<Gap> {
        if self.rank() > below_rank {
            return None;
        }
        let own = self.own();
        let mut first: Vec<(f64, u32)> = self.others().collect();
        let better = |a: &(f64, u32), b: &(f64, u32)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
        if first.len() > below_rank {
            first.select_nth_unstable_by(below_rank - 1, better);
            first.truncate(below_rank);
        }
        let last = first.iter().map(|(score, _)| *score).fold(f64::INFINITY, f64::min);
        let behind = first.into_iter().filter(|(score, _)| *score <= own * (1.0 + TIE));
        Some(Gap { width: (own - last).max(own * TIE), rivals: behind.map(|(_, page)| page).collect() })
    }

    /// The share of a gap that is closed if a group is taken out: what it adds to the page beyond the mean of what it adds to rivals.
    pub(super) fn closed(&self, gap: &Gap, group: usize) -> f64 {
        let of_rivals: f64 = gap.rivals.iter().map(|&rival| self.added(group, rival)).sum();
        (self.added(group, self.page) - of_rivals / gap.rivals.len().max(1) as f64) / gap.width
    }
}

/// The pieces of a text of this length that no span covers.
pub(super) fn spans_outside(length: usize, mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort();
    let (mut out, mut from) = (Vec::new(), 0);
    for span in spans {
        if span.start > from {
            out.push(Span::new(from, span.start));
        }
        from = from.max(span.end);
    }
    if from < length {
        out.push(Span::new(from, length));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_assess::document::attack::{Background, placeholders};
    use scumble_assess::document::search::Model;

    fn pages() -> Vec<(String, String)> {
        let texts = [
            "the red fox ran over the green hill and the red fox slept",
            "a blue whale swam, and a red fox saw the blue whale",
            "the green hill was cold; a grey goose sat on the hill",
            "a grey goose and a blue whale met a cold red fox on the green hill",
            "nothing at all",
        ];
        texts.iter().enumerate().map(|(number, text)| (format!("p{number}"), (*text).to_owned())).collect()
    }

    /// The attack reads every text anew: taking words out one by one must come to the same ranks.
    #[test]
    fn ranks_are_those_of_the_attack() {
        let background = Background::new(&pages(), [], &[Model::Bm25, Model::Stems, Model::Bigrams]).unwrap();
        let text = "The red fox, a red fox, slept on the green hill by the cold sea with a whale";
        let groups: Vec<Vec<Span>> = ["fox", "red", "hill", "whale", "cold"]
            .iter()
            .map(|word| text.match_indices(word).map(|(at, _)| Span::new(at, at + word.len())).collect())
            .collect();
        for page in 0..5 {
            for order in [[0, 1, 2, 3, 4], [4, 1, 0, 3, 2], [2, 3, 4, 1, 0]] {
                for index in background.indexes() {
                    let whole = [Span::new(0, text.len())];
                    let mut attacker = Attacker::new(index, text, &whole, &groups, page, &[]);
                    let mut written = text.to_owned();
                    for (step, &group) in order.iter().enumerate() {
                        attacker.set(group, true);
                        for span in &groups[group] {
                            written.replace_range(span.range(), &"#".repeat(span.len()));
                        }
                        // Marks of one byte each keep the spans where they are.
                        let redacted = written.replace('#', "█");
                        let alone = Background::new(&pages(), [], &[index.model()]).unwrap();
                        let expected = alone.attack(&[(&redacted, page)])[0][0].rank;
                        assert_eq!(attacker.rank(), expected, "{:?}, page {page}, step {step}", index.model());
                    }
                    for &group in order.iter().rev() {
                        attacker.set(group, false);
                    }
                    let expected =
                        background.attack(&[(text, page)])[0].iter().find(|f| f.model == index.model()).unwrap().rank;
                    assert_eq!(attacker.rank(), expected);
                }
            }
        }
    }

    #[test]
    fn copies_of_the_document_do_not_count() {
        let background = Background::new(&pages(), [], &[Model::Bm25]).unwrap();
        let text = "a blue whale swam, and a red fox saw the blue whale";
        let rank = |copies: &[u32]| {
            let pieces = spans_outside(text.len(), placeholders(text));
            Attacker::new(&background.indexes()[0], text, &pieces, &[], 3, copies).rank()
        };
        assert_eq!((rank(&[]), rank(&[1])), (2, 1));
    }

    #[test]
    fn what_no_span_covers() {
        let outside = spans_outside(10, vec![Span::new(4, 6), Span::new(0, 2), Span::new(5, 7)]);
        assert_eq!(outside, [Span::new(2, 4), Span::new(7, 10)]);
    }
}
