//! From a term, as people write it, to the concepts it may mean.

use crate::morphology::base_forms;
use crate::taxonomy::{Concept, Taxonomy, lookup_key};

/// How much a term had to be changed to be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Match {
    /// A concept's name, or a term as it stands.
    Exact,
    /// The base form of the term.
    Base,
    /// Another spelling of it: joined, split or hyphenated.
    Respelled,
}

impl Match {
    /// From the least change to the greatest.
    pub const ALL: [Self; 3] = [Self::Exact, Self::Base, Self::Respelled];
}

/// Longer terms are not respelt: no real one is, and the ways to do it grow with the length.
const LONGEST_RESPELLED: usize = 100;

impl Taxonomy {
    /// The concepts of a term, the commonest first; empty if it is not known.
    ///
    /// A concept's own name comes first (`dog.n.01`), then the term in its exact form, then its base form, and last its
    /// joined, split and hyphenated spellings. The first that is known answers.
    ///
    /// ```
    /// use scumble_ontology::wordnet;
    /// let nouns = wordnet().nouns();
    /// assert_eq!(nouns.senses("dog.n.01"), &nouns.senses("Dogs")[..1]);
    /// assert_eq!(nouns.senses("acquired immunodeficiency syndrome"), nouns.senses("AIDS"));
    /// assert!(nouns.senses("xyzzy").is_empty());
    /// ```
    pub fn senses(&self, term: &str) -> &[Concept] {
        Match::ALL.iter().map(|&how| self.senses_by(term, how)).find(|senses| !senses.is_empty()).unwrap_or(&[])
    }

    /// The concepts of a term by one way to know it.
    pub fn senses_by(&self, term: &str, how: Match) -> &[Concept] {
        let key = lookup_key(term);
        match how {
            Match::Exact => {
                self.named(term.trim()).map_or_else(|| self.exact_senses(&key), |concept| self.itself(concept))
            }
            Match::Base => self.base_senses(&key),
            Match::Respelled => {
                let lemma = |spelling: &String| match self.exact_senses(spelling) {
                    [] => self.base_senses(spelling),
                    exact => exact,
                };
                self.spellings(&key).iter().map(lemma).find(|senses| !senses.is_empty()).unwrap_or(&[])
            }
        }
    }

    /// The concepts of a term in its exact form or, failing that, in its base form.
    pub fn lemma_senses(&self, term: &str) -> &[Concept] {
        match self.exact_senses(term) {
            [] => self.base_senses(&lookup_key(term)),
            exact => exact,
        }
    }

    fn base_senses(&self, key: &str) -> &[Concept] {
        let known = |form: &str| !self.exact_senses(form).is_empty();
        base_forms(key, self.part_of_speech(), known).first().map_or(&[], |base| self.exact_senses(base))
    }

    /// A concept as a list: it is the last of its own ancestors.
    fn itself(&self, concept: Concept) -> &[Concept] {
        let ancestors = self.ancestors(concept);
        &ancestors[ancestors.len() - 1..]
    }

    fn spellings(&self, key: &str) -> Vec<String> {
        if self.has_optional_dots() && key.contains('.') && key.len() <= LONGEST_RESPELLED {
            return vec![key.replace('.', "")];
        }
        // Figures are not words: -17 is not 17, and 1.5 is not 15.
        if key.len() > LONGEST_RESPELLED || key.contains(|c: char| c.is_ascii_digit()) {
            return Vec::new();
        }
        respell(key)
    }
}

/// Other ways to write a term: hyphens and blanks exchanged or dropped, dots dropped, long words split.
fn respell(key: &str) -> Vec<String> {
    const SHORTEST_PART: usize = 3;
    let mut all = Vec::new();
    if key.contains('-') {
        all.push(key.replace('-', " "));
        all.push(key.replace('-', ""));
    }
    if key.contains('.') {
        all.push(key.replace('.', ""));
    }
    if key.contains(' ') {
        all.push(key.replace(' ', "-"));
        all.push(key.replace(' ', ""));
    }
    for (blank, _) in key.match_indices(' ') {
        let (before, after) = (&key[..blank], &key[blank + 1..]);
        all.push(format!("{before}-{after}"));
        all.push(format!("{before}{after}"));
    }
    let mut start = 0;
    for word in key.split(' ') {
        let (before, after) = (&key[..start], &key[start + word.len()..]);
        for (at, _) in word.char_indices() {
            if at < SHORTEST_PART || word.len() - at < SHORTEST_PART {
                continue;
            }
            let (head, tail) = word.split_at(at);
            all.push(format!("{before}{head} {tail}{after}"));
            all.push(format!("{before}{head}-{tail}{after}"));
            // A combining form: immunodeficiency is immune deficiency.
            if let Some(stem) = head.strip_suffix('o') {
                all.push(format!("{before}{stem}e {tail}{after}"));
            }
        }
        start += word.len() + 1;
    }
    all
}

#[cfg(all(test, feature = "wordnet"))]
mod tests {
    use crate::wordnet::wordnet;

    #[test]
    fn spellings_of_one_thing() {
        let nouns = wordnet().nouns();
        for (written, known) in [
            ("data-base", "database"),
            ("data base", "database"),
            ("heart-attack", "heart attack"),
            ("heartattacks", "heart attack"),
            ("jack in the box", "jack-in-the-box"),
            ("acquired immunodeficiency syndrome", "acquired immune deficiency syndrome"),
        ] {
            assert!(!nouns.exact_senses(known).is_empty(), "{known}");
            assert_eq!(nouns.senses(written), nouns.senses(known), "{written}");
        }
        assert!(nouns.senses("birdwatching").is_empty());
        assert!(nouns.senses("").is_empty());
        assert!(nouns.senses("é-x").is_empty());
        assert!(nouns.senses("-15").is_empty() && nouns.senses("1.5").is_empty(), "figures are not respelt");
        assert!(nouns.senses(&"a".repeat(1_000_000)).is_empty(), "and neither is what no dictionary has");
    }
}
