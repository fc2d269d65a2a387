//! Names by their capitals alone, for texts in languages that the models do not know.

use super::Entity;
use super::kind::Kind;
use crate::Span;
use crate::document::Token;
use crate::word::Look;
use std::collections::HashSet;
use std::ops::Range;

/// Small words that join the parts of a name.
const JOINING: [&str; 14] = ["de", "del", "da", "do", "dos", "di", "la", "le", "du", "van", "von", "der", "den", "y"];

/// Runs of words with a capital. The first word of a sentence has one anyway: it counts if the next word has one too, or if it
/// is written so elsewhere.
pub(crate) fn names_by_shape(text: &str, tokens: &[Token], sentences: &[Range<usize>], looks: &[Look]) -> Vec<Entity> {
    let is_capital = |i: usize| looks[i].kind & Look::CAPITAL != 0;
    let inside = sentences.iter().flat_map(|sentence| sentence.clone().skip(1));
    let known: HashSet<u64> = inside.filter(|&i| is_capital(i)).map(|i| looks[i].form).collect();
    let mut names = Vec::new();
    for sentence in sentences {
        let mut at = sentence.start;
        while at < sentence.end {
            let mut end = at;
            while end < sentence.end && is_capital(end) {
                end += 1;
                let joins = |i: usize| JOINING.contains(&tokens[i].span.of(text)) && i + 1 < sentence.end;
                let mut next = end;
                while next < sentence.end && next < end + 2 && joins(next) {
                    next += 1;
                }
                if next > end && is_capital(next) {
                    end = next;
                }
            }
            let by_chance = at == sentence.start && end == at + 1 && !known.contains(&looks[at].form);
            if end > at && !by_chance {
                let span = Span::new(tokens[at].span.start, tokens[end - 1].span.end);
                names.push(Entity { span, kind: Kind::Miscellaneous });
            }
            at = end.max(at + 1);
        }
    }
    names
}
