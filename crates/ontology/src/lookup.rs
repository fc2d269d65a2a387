//! From a term, as people write it, to the concepts it may mean.

use crate::morphology::base_forms;
use crate::taxonomy::{Concept, Taxonomy, normalise};

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
        if let Some(concept) = self.named(term.trim()) {
            // A concept is the last of its own ancestors.
            let itself = self.ancestors(concept);
            return &itself[itself.len() - 1..];
        }
        let key = normalise(term);
        let found = self.lemma_senses(&key);
        if !found.is_empty() {
            return found;
        }
        spellings(&key).iter().map(|spelling| self.lemma_senses(spelling)).find(|s| !s.is_empty()).unwrap_or(&[])
    }

    /// The concepts of a term in its exact form or, failing that, in its base form.
    pub fn lemma_senses(&self, term: &str) -> &[Concept] {
        let key = normalise(term);
        let exact = self.exact_senses(&key);
        if !exact.is_empty() {
            return exact;
        }
        let known = |form: &str| !self.exact_senses(form).is_empty();
        base_forms(&key, self.part_of_speech(), known).first().map_or(&[], |base| self.exact_senses(base))
    }
}

/// Other ways to write a term: hyphens and blanks exchanged or dropped, long words split.
fn spellings(key: &str) -> Vec<String> {
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

#[cfg(test)]
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
    }
}
