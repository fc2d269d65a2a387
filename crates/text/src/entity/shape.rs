//! Names by their capitals alone, for texts in languages that the models do not know.

use super::Entity;
use super::kind::EntityKind;
use crate::Span;
use crate::document::Document;
use crate::model::word::Look;
use std::collections::HashSet;

/// Runs of words with a capital. The first word of a sentence has one anyway: it counts if the next word has one too, or if it
/// is written so elsewhere. No name reaches into another entity or over the end of a line.
pub(crate) fn names_by_shape(document: &Document<'_>, looks: &[Look], others: &[Entity]) -> Vec<Entity> {
    let (text, tokens, sentences) = (document.text(), document.tokens(), document.sentences());
    let is_taken = |i: usize| {
        let at = others.partition_point(|other| other.span.end <= tokens[i].span.start);
        others.get(at).is_some_and(|other| other.span.start < tokens[i].span.end)
    };
    let is_capital = |i: usize| looks[i].kind & Look::CAPITAL != 0 && !is_taken(i);
    let wraps = |i: usize| i > 0 && text[tokens[i - 1].span.end..tokens[i].span.start].contains('\n');
    let inside = sentences.iter().flat_map(|sentence| sentence.clone().skip(1));
    let known: HashSet<u64> = inside.filter(|&i| is_capital(i)).map(|i| looks[i].form).collect();
    let mut names = Vec::new();
    for sentence in sentences {
        let mut at = sentence.start;
        while at < sentence.end {
            let mut end = at;
            while end < sentence.end && is_capital(end) && (end == at || !wraps(end)) {
                end += 1;
                let joins =
                    |i: usize| document.words.particles.contains(tokens[i].span.of(text)) && i + 1 < sentence.end;
                let mut next = end;
                while next < sentence.end && next < end + 2 && joins(next) {
                    next += 1;
                }
                if next > end && next < sentence.end && is_capital(next) && !wraps(next) {
                    end = next;
                }
            }
            let by_chance = at == sentence.start && end == at + 1 && !known.contains(&looks[at].form);
            if end > at && !by_chance {
                let span = Span::new(tokens[at].span.start, tokens[end - 1].span.end);
                names.push(Entity { span, kind: EntityKind::Miscellaneous });
            }
            at = end.max(at + 1);
        }
    }
    names
}
