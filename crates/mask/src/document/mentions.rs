//! What each label and each surrogate of a release stands for.

use super::replace::{is_word, labels};
use scumble_span::{Edit, Span, apply, places, word_spans};
use std::collections::{BTreeSet, HashMap};

/// A label or surrogate of a release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The label, or the surrogate.
    pub label: String,
    /// The label with what is written around it: a backslash, or brackets.
    pub written: String,
    /// The text of the original in its place. Protected.
    pub surface: String,
}

/// Every label of the text that edits make of an original, and every surrogate, in order; `surrogates` are the places of the
/// original whose replacements are surrogates. Where the original itself has the text of a label or surrogate, that is a mention
/// of its own.
///
/// ```
/// use scumble_mask::document::mentions;
/// use scumble_span::{Edit, Span};
/// let edits = [Edit { span: Span::new(0, 3), replacement: "Pers1".into() }];
/// let all = mentions("Ada met Org7.", &edits, &[]);
/// assert_eq!((all[0].label.as_str(), all[0].surface.as_str()), ("Pers1", "Ada"));
/// assert_eq!((all[1].label.as_str(), all[1].surface.as_str()), ("Org7", "Org7"));
/// ```
pub fn mentions(original: &str, edits: &[Edit], surrogates: &[Span]) -> Vec<Mention> {
    let output = apply(original, edits);
    let placed: Vec<(Span, &Edit)> = places(edits).into_iter().zip(edits).collect();
    let mention = |span: Span| {
        let label = span.of(&output).to_owned();
        let at = placed.partition_point(|(place, _)| place.end < span.start);
        let around = placed[at..].iter().take_while(|(place, _)| place.start <= span.start);
        for (place, edit) in around {
            if place.start <= span.start && span.end <= place.end {
                let surface = edit.span.of(original).to_owned();
                return Mention { label, written: edit.replacement.clone(), surface };
            }
            if place.end == span.start && edit.span.is_empty() {
                // A label that the original itself had.
                return Mention { written: format!("{}{label}", edit.replacement), surface: label.clone(), label };
            }
        }
        Mention { written: label.clone(), surface: label.clone(), label }
    };
    let given = surrogate_texts(edits, surrogates);
    occurrences(&output, &given).into_iter().map(mention).collect()
}

/// The texts of surrogates, by the places of the original that they replace.
pub fn surrogate_texts<'e>(edits: &'e [Edit], surrogates: &[Span]) -> BTreeSet<&'e str> {
    let is_surrogate = |edit: &&Edit| surrogates.binary_search(&edit.span).is_ok();
    edits.iter().filter(is_surrogate).map(|edit| edit.replacement.as_str()).collect()
}

/// Where labels and these surrogates stand in a text, in order and apart. A surrogate is found where it stands as whole words,
/// whatever blanks are between them; of several at a place, the longest.
pub fn occurrences(text: &str, surrogates: &BTreeSet<&str>) -> Vec<Span> {
    let labels = labels(text);
    if surrogates.is_empty() {
        return labels;
    }
    // By their first word, with its place in the surrogate.
    let mut by_word: HashMap<&str, Vec<(usize, &str)>> = HashMap::new();
    for surrogate in surrogates {
        if let Some(word) = word_spans(surrogate).next() {
            by_word.entry(word.of(surrogate)).or_default().push((word.start, surrogate));
        }
    }
    let mut out: Vec<Span> = Vec::new();
    let mut labels = labels.into_iter().peekable();
    let mut from = 0;
    for word in word_spans(text) {
        let known = by_word.get(word.of(text)).into_iter().flatten();
        let found = known.filter_map(|&(before, surrogate)| {
            let start = word.start.checked_sub(before).filter(|&start| start >= from)?;
            let end = start + begins_with(text.get(start..)?, surrogate)?;
            is_whole(text, Span::new(start, end)).then_some(Span::new(start, end))
        });
        if let Some(span) = found.max_by_key(|span| span.len()) {
            while let Some(label) = labels.next_if(|label| label.start < span.end) {
                if label.end <= span.start {
                    out.push(label);
                }
            }
            from = span.end;
            out.push(span);
        }
    }
    out.extend(labels);
    out.sort();
    out
}

/// How many bytes of a text are a surrogate at its beginning, whatever blanks are between the words of both.
fn begins_with(text: &str, surrogate: &str) -> Option<usize> {
    if text.starts_with(surrogate) {
        return Some(surrogate.len());
    }
    let mut rest = text;
    for (i, word) in surrogate.split_whitespace().enumerate() {
        if i > 0 {
            let trimmed = rest.trim_start();
            if trimmed.len() == rest.len() {
                return None;
            }
            rest = trimmed;
        }
        rest = rest.strip_prefix(word)?;
    }
    Some(text.len() - rest.len())
}

/// Whether no letter or digit stands right beside a span that has one at that edge.
fn is_whole(text: &str, span: Span) -> bool {
    let inside = span.of(text);
    let before = inside.starts_with(is_word) && text[..span.start].ends_with(is_word);
    let behind = inside.ends_with(is_word) && text[span.end..].starts_with(is_word);
    !before && !behind
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surrogates_are_found_as_whole_words_and_the_longest_first() {
        let surrogates = BTreeSet::from(["Anna", "Anna Keller", "(020) 7946 0000"]);
        let text = "Anna\nKeller and Anna met Pers1; Annabel called (020) 7946 0000. Keller left.";
        let found: Vec<&str> = occurrences(text, &surrogates).into_iter().map(|span| span.of(text)).collect();
        assert_eq!(found, ["Anna\nKeller", "Anna", "Pers1", "(020) 7946 0000"]);
    }
}
