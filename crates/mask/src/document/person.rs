//! The person to protect: every way in which a document names them.

use super::finding::{Finding, Found, Rule};
use super::text::{Covered, Finder, Reading};
use super::words::{Sequences, folded, words};
use crate::error::Result;
use scumble_text::entity::Kind;
use scumble_text::{Span, is_stop_word};
use std::collections::HashSet;

/// Finds a person by the parts of the name, by initials, by what coreference joins to them, and by other names that the text gives.
pub(super) struct Person {
    /// The parts of the name in small letters, without marks.
    parts: Vec<String>,
    /// Parts written in one: "janeroe", "jroe".
    glued: Vec<String>,
    /// The whole name: "Will May" is one, "will" and "may" are not.
    whole: Sequences,
}

/// Words between a name and another name of the same person.
const ALSO: [&str; 9] = ["alias", "aka", "née", "nee", "né", "born", "nicknamed", "dubbed", "pseudonym"];

impl Person {
    /// By name.
    pub(super) fn new(name: &str) -> Self {
        let all: Vec<String> = words(name).into_iter().map(|word| folded(word.span.of(name))).collect();
        // "de", "van", "al" alone name nobody.
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
        whole.add_whole(name, false, 0);
        Self { parts, glued, whole }
    }

    fn is_part(&self, word: &str) -> bool {
        let word = folded(word);
        let long = word.chars().count() >= 6;
        self.parts.iter().any(|part| *part == word || long && part.chars().count() >= 6 && one_edit(part, &word))
            || self.glued.iter().any(|form| {
                // What is short stands inside of other words: only a number may follow it.
                let bare = word.trim_end_matches(|c: char| c.is_ascii_digit());
                bare == form || form.chars().count() >= 6 && word.contains(form.as_str())
            })
    }

    /// Words that are parts of the name and written as names, or stand beside another part.
    fn by_parts(&self, reading: &Reading<'_>) -> Vec<Span> {
        let text = reading.text();
        let words = &reading.words;
        let parts: Vec<bool> = words.iter().map(|word| self.is_part(word.span.of(text))).collect();
        let sure = |i: usize| {
            let word = words[i].span.of(text);
            parts[i] && (!word.starts_with(char::is_lowercase) || !is_common(word))
        };
        let near = |a: usize, b: usize| words[b].span.start - words[a].span.end <= 2;
        let beside =
            |i: usize| i > 0 && sure(i - 1) && near(i - 1, i) || i + 1 < words.len() && sure(i + 1) && near(i, i + 1);
        let found = (0..words.len()).filter(|&i| sure(i) || parts[i] && beside(i)).map(|i| words[i].span);
        found.chain(self.whole.find(words).map(|hit| hit.span)).collect()
    }

    /// "J. R.", "J.R." and "JR": the initials of the whole name, dotted or of at least three letters.
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

    /// Names right behind a mention that say how they are also called: "born Maria Kowalska", "known as …", "(“the Fox”)".
    fn other_names(&self, reading: &Reading<'_>, mentions: &[Span]) -> Vec<Span> {
        let text = reading.text();
        let entities = reading.document.entities();
        let mut out = Vec::new();
        for mention in mentions {
            let first = entities.partition_point(|entity| entity.span.start < mention.end);
            let Some(next) = entities[first..].iter().find(|entity| !matches!(entity.kind, Kind::Title)) else {
                continue;
            };
            let between = &text[mention.end..next.span.start];
            if between.len() > 60 || between.contains(['.', ';', '\n']) {
                continue;
            }
            let between = between.to_lowercase();
            let said = between.contains("known as")
                || between.contains("called")
                || words(&between).iter().any(|word| ALSO.contains(&word.span.of(&between)));
            if said && matches!(next.kind, Kind::Person | Kind::Miscellaneous | Kind::Organisation | Kind::Place) {
                out.push(next.span);
            }
        }
        out
    }
}

/// Small words inside names.
fn is_joining(word: &str) -> bool {
    matches!(
        word,
        "de" | "del"
            | "der"
            | "van"
            | "von"
            | "la"
            | "le"
            | "du"
            | "di"
            | "da"
            | "al"
            | "el"
            | "bin"
            | "ben"
            | "the"
            | "of"
            | "jr"
            | "sr"
    ) || is_stop_word(word)
}

/// Whether a word written small is an ordinary one.
fn is_common(word: &str) -> bool {
    use scumble_ontology::PartOfSpeech::*;
    let known = scumble_ontology::wordnet().words();
    [Noun, Verb, Adjective, Adverb].into_iter().any(|part| known.has(word, part)) || is_stop_word(word)
}

/// The word with each of its letters left out.
pub(super) fn without_one(word: &str) -> impl Iterator<Item = String> + '_ {
    word.char_indices().map(|(at, c)| format!("{}{}", &word[..at], &word[at + c.len_utf8()..]))
}

/// Whether two words differ by one letter that was added, left out, changed or swapped with the next.
pub(super) fn one_edit(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let (short, long) = if a.len() <= b.len() { (&a, &b) } else { (&b, &a) };
    let start = short.iter().zip(long.iter()).take_while(|(x, y)| x == y).count();
    let rest = |word: &[char], from: usize| word[from.min(word.len())..].to_vec();
    match long.len() - short.len() {
        0 if start == short.len() => false,
        0 => {
            rest(short, start + 1) == rest(long, start + 1)
                || start + 1 < short.len()
                    && short[start] == long[start + 1]
                    && short[start + 1] == long[start]
                    && rest(short, start + 2) == rest(long, start + 2)
        }
        1 => rest(short, start) == rest(long, start + 1),
        _ => false,
    }
}

impl Finder for Person {
    fn find(&self, reading: &Reading<'_>, _: &[Finding]) -> Result<Vec<Finding>> {
        let mut spans = self.by_parts(reading);
        spans.extend(self.by_initials(reading));
        // Whoever is one with a mention is the person as well.
        let entities = reading.document.entities();
        let numbers = reading.document.coreference();
        let parts = Covered::of(spans.clone());
        let named = |span: Span| parts.touches(span);
        let people = || entities.iter().zip(&numbers).filter(|(entity, _)| entity.kind == Kind::Person);
        let theirs: HashSet<usize> =
            people().filter(|(entity, _)| named(entity.span)).map(|(_, &number)| number).collect();
        let joined: Vec<Span> = people().filter(|(_, number)| theirs.contains(number)).map(|(e, _)| e.span).collect();
        spans.extend(joined);
        let others = self.other_names(reading, &spans);
        spans.extend(others);
        let free = spans.into_iter().flat_map(|span| reading.free(span));
        Ok(free.map(|span| Finding::new(span, Found::Entity(Kind::Person), Rule::Person)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumble_text::Document;

    #[test]
    fn every_way_to_name_her() {
        let text = "Jane Roe, also known as Maria Kowalska, left. Ms Roe (J.R.) and JANE met Jones. The roe deer ran.";
        let reading = Reading::new(Document::read(text));
        let found = Person::new("Jane Roe").find(&reading, &[]).unwrap();
        let covered = Covered::by(&found);
        let forms: Vec<_> = covered.spans().iter().map(|span| span.of(text)).collect();
        for form in ["Maria Kowalska", "J.R.", "JANE"] {
            assert!(forms.contains(&form), "{form}: {forms:?}");
        }
        assert!(!forms.iter().any(|form| form.contains("Jones") || *form == "roe"), "{forms:?}");
    }

    #[test]
    fn one_letter_apart() {
        for (a, b) in [("kowalska", "kowalsa"), ("kowalska", "kowaslka"), ("kowalska", "kovalska"), ("ab", "abc")] {
            assert!(one_edit(a, b) && one_edit(b, a), "{a} {b}");
        }
        assert!(!one_edit("kowalska", "kowalska") && !one_edit("abcdef", "abcfed"));
    }
}
