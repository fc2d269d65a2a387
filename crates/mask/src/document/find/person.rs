//! A person to protect: every way in which a document names them.

use crate::document::case::{Case, Finder};
use crate::document::covered::Covered;
use crate::document::finding::{Finding, Found, Rule};
use crate::document::reading::Reading;
use crate::document::spelling::one_edit;
use crate::document::words::{Sequences, Word, folded, words};
use crate::error::Result;
use scumble_span::Span;
use scumble_text::Language;
use scumble_text::entity::EntityKind;
use std::collections::HashSet;

/// Finds a person by the parts of the name, by initials, by coreference, and by other names that the text gives.
pub(in crate::document) struct Person {
    /// The parts of the name in lower case, without marks on letters.
    parts: Vec<String>,
    /// The parts written as one word: "janeroe", "jroe".
    glued: Vec<String>,
    /// The whole name: "Will May" is one, "will" and "may" are not.
    whole: Sequences,
}

impl Person {
    /// By name.
    pub(in crate::document) fn new(name: &str, language: &Language) -> Self {
        let all: Vec<String> = words(name).iter().map(|word| folded(word.span.of(name))).collect();
        // "de", "van", "al" alone name nobody.
        let lists = &language.words;
        let is_joining = |word: &str| {
            lists.particles.contains(word) || lists.name_suffixes.contains(word) || language.is_stop_word(word)
        };
        let parts: Vec<String> =
            all.iter().filter(|part| part.chars().count() > 1 && !is_joining(part)).cloned().collect();
        let mut glued = vec![all.concat(), all.iter().rev().cloned().collect::<String>()];
        if let (Some(first), Some(last)) = (all.first(), all.last()) {
            let initial: String = first.chars().take(1).collect();
            glued.extend([
                format!("{first}{last}"),
                format!("{last}{first}"),
                format!("{initial}{last}"),
                format!("{last}{initial}"),
            ]);
        }
        glued.retain(|form| all.len() > 1 && form.chars().count() >= 4);
        let mut whole = Sequences::default();
        whole.add(name, false, 0);
        Self { parts, glued, whole }
    }

    fn is_part(&self, word: &str) -> bool {
        let word = folded(word);
        let long = word.chars().count() >= 6;
        self.parts.iter().any(|part| *part == word || long && part.chars().count() >= 6 && one_edit(part, &word))
            || self.glued.iter().any(|form| {
                // A short form stands inside of other words: only a number may follow it.
                let bare = word.trim_end_matches(|c: char| c.is_ascii_digit());
                bare == form || form.chars().count() >= 6 && word.contains(form.as_str())
            })
    }

    /// Words that are parts of the name and written as names, or stand beside another part.
    fn by_parts(&self, text: &str, words: &[Word], language: &Language) -> Vec<Span> {
        let parts: Vec<bool> = words.iter().map(|word| self.is_part(word.span.of(text))).collect();
        let sure = |i: usize| {
            let word = words[i].span.of(text);
            parts[i] && (!word.starts_with(char::is_lowercase) || !language.is_dictionary_entry(word))
        };
        let near = |a: usize, b: usize| words[b].span.start - words[a].span.end <= 2;
        let beside =
            |i: usize| i > 0 && sure(i - 1) && near(i - 1, i) || i + 1 < words.len() && sure(i + 1) && near(i, i + 1);
        (0..words.len()).filter(|&i| sure(i) || parts[i] && beside(i)).map(|i| words[i].span).collect()
    }

    /// "J. R." and "J.R.": the initials of the whole name, dotted.
    fn by_initials(&self, reading: &Reading<'_>) -> Vec<Span> {
        let text = reading.text();
        let initials: Vec<String> =
            self.parts.iter().filter_map(|part| part.chars().next()).map(|c| c.to_uppercase().collect()).collect();
        if initials.len() < 2 {
            return Vec::new();
        }
        let mut out = Vec::new();
        for pair in reading.words.windows(initials.len()) {
            let same = pair.iter().zip(&initials).all(|(word, initial)| word.span.of(text) == *initial);
            let dotted = pair.iter().all(|word| text[word.span.end..].starts_with('.'));
            let near = pair.windows(2).all(|two| two[1].span.start - two[0].span.end <= 2);
            if same && dotted && near {
                out.push(Span::new(pair[0].span.start, pair[pair.len() - 1].span.end + 1));
            }
        }
        out
    }
}

/// Names right behind a mention that are other names of the person: "born Maria Kowalska", "known as …", "(“the Fox”)".
fn other_names(reading: &Reading<'_>, mentions: &[Span], language: &Language) -> Vec<Span> {
    let text = reading.text();
    let entities = reading.document.entities();
    let lists = &language.words;
    let mut out = Vec::new();
    for mention in mentions {
        let first = entities.partition_point(|entity| entity.span.start < mention.end);
        let Some(next) = entities[first..].iter().find(|entity| !matches!(entity.kind, EntityKind::Title)) else {
            continue;
        };
        let between = &text[mention.end..next.span.start];
        if between.len() > 60 || between.contains(['.', ';', '\n']) {
            continue;
        }
        let between = between.to_lowercase();
        let is_alias = lists.alias_phrases.iter().any(|phrase| between.contains(phrase))
            || words(&between).iter().any(|word| lists.alias_words.contains(word.span.of(&between)));
        if is_alias
            && matches!(
                next.kind,
                EntityKind::Person | EntityKind::Miscellaneous | EntityKind::Organization | EntityKind::Place
            )
        {
            out.push(next.span);
        }
    }
    out
}

impl Finder for Person {
    fn find(&self, case: &mut Case<'_>) -> Result<()> {
        let (reading, language) = (case.reading(), case.knowledge().language);
        let words = &reading.words;
        let mut spans = words.each_way(|words| self.by_parts(reading.text(), words, language), |span| *span);
        spans.extend(self.whole.find(words).into_iter().map(|hit| hit.span));
        spans.extend(self.by_initials(reading));
        // Every mention that is coreferent with one of these names the person as well.
        let entities = reading.document.entities();
        let numbers = reading.document.coreference();
        let parts = Covered::of(spans.clone());
        let people = || entities.iter().zip(&numbers).filter(|(entity, _)| entity.kind == EntityKind::Person);
        let theirs: HashSet<usize> =
            people().filter(|(entity, _)| parts.touches(entity.span)).map(|(_, &number)| number).collect();
        spans.extend(people().filter(|(_, number)| theirs.contains(number)).map(|(entity, _)| entity.span));
        spans.extend(other_names(reading, &spans, language));
        let finding = |span| Finding::new(span, Found::Entity(EntityKind::Person), Rule::Person);
        case.add_all(spans.into_iter().map(finding))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::tests::found_by;

    #[test]
    fn every_way_to_name_her() {
        let text = "Jane Roe, also known as Maria Kowalska, left. Ms Roe (J.R.) and JANE met Jones. The roe deer ran.";
        let found = found_by(&Person::new("Jane Roe", Language::english()), text);
        let covered = Covered::by(&found);
        let forms: Vec<_> = covered.spans().iter().map(|span| span.of(text)).collect();
        for form in ["Maria Kowalska", "J.R.", "JANE"] {
            assert!(forms.contains(&form), "{form}: {forms:?}");
        }
        assert!(!forms.iter().any(|form| form.contains("Jones") || *form == "roe"), "{forms:?}");
    }
}
