//! Collects concepts, terms and links in any order, checks them, and makes a [`Taxonomy`].

use super::lexicon::Words;
use super::order::{self, Disorder};
use super::{Concept, Lexicon, MAX_LEVELS, MOST_ANCESTORS, Names, Parts, Taxonomy, lookup_key};
use crate::csr::Rows;
use crate::error::{Error, Result};
use crate::morphology::PartOfSpeech;
use crate::strings::StringTable;
use scumble_io::Place;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// A concept under construction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draft(usize);

#[derive(Debug)]
struct Entry {
    name: String,
    /// 0 until it is defined: so far only named as somebody's parent.
    line: u64,
    defined: bool,
    parents: Vec<(usize, u64)>,
    gloss: String,
}

/// Builds a taxonomy from what a reader finds; every loader of other formats than WordNet's ends here.
///
/// ```
/// use scumble_ontology::Builder;
///
/// let mut builder = Builder::new("pets.txt");
/// let pet = builder.term("pet", 1);
/// let dog = builder.term("dog", 2);
/// builder.parent(dog, pet, 2);
/// let pets = builder.build(false)?;
/// assert_eq!(pets.ancestors(pets.named("dog").unwrap()).len(), 2);
/// # Ok::<(), scumble_ontology::Error>(())
/// ```
#[derive(Debug)]
pub struct Builder {
    file: String,
    entries: Vec<Entry>,
    by_name: HashMap<String, usize>,
    /// (concept, term as written, rank), in the order of the file: that is the order of senses.
    labels: Vec<(usize, String, usize)>,
    part_of_speech: PartOfSpeech,
    optional_dots: bool,
    name_bytes: usize,
}

impl Builder {
    /// Starts an empty taxonomy; `file` is named in errors.
    pub fn new(file: &str) -> Self {
        Self {
            file: file.to_owned(),
            entries: Vec::new(),
            by_name: HashMap::new(),
            labels: Vec::new(),
            part_of_speech: PartOfSpeech::Noun,
            optional_dots: false,
            name_bytes: 0,
        }
    }

    /// Terms may be asked for with dots that the file does not have (codes: 250.00).
    pub(crate) fn with_optional_dots(mut self) -> Self {
        self.optional_dots = true;
        self
    }

    /// How long all names are together.
    pub(crate) fn name_bytes(&self) -> usize {
        self.name_bytes
    }

    /// The part of speech whose morphology the terms follow; nouns, if nothing is said.
    #[must_use]
    pub fn with_part_of_speech(mut self, part_of_speech: PartOfSpeech) -> Self {
        self.part_of_speech = part_of_speech;
        self
    }

    /// Whether no concept was defined yet.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The concept of that name, which need not be defined yet (but must be in the end).
    pub fn refer(&mut self, name: &str) -> Draft {
        if let Some(&i) = self.by_name.get(name) {
            return Draft(i);
        }
        let i = self.entries.len();
        self.name_bytes += name.len();
        self.by_name.insert(name.to_owned(), i);
        self.entries.push(Entry {
            name: name.to_owned(),
            line: 0,
            defined: false,
            parents: Vec::new(),
            gloss: String::new(),
        });
        Draft(i)
    }

    /// Defines a concept; a second definition changes nothing.
    pub fn concept(&mut self, name: &str, line: u64) -> Draft {
        let draft = self.refer(name);
        let entry = &mut self.entries[draft.0];
        if !entry.defined {
            entry.defined = true;
            entry.line = line;
        }
        draft
    }

    /// The line on which a concept was defined.
    pub fn defined(&self, name: &str) -> Option<u64> {
        self.by_name.get(name).map(|&i| &self.entries[i]).filter(|entry| entry.defined).map(|entry| entry.line)
    }

    /// Defines a concept that is named by its only term.
    pub fn term(&mut self, term: &str, line: u64) -> Draft {
        let known = self.defined(term).is_some();
        let draft = self.concept(term, line);
        if !known {
            self.label(draft, term);
        }
        draft
    }

    /// Adds a term to a concept; the first added is the preferred one.
    pub fn label(&mut self, concept: Draft, term: &str) {
        self.ranked_label(concept, term, 0);
    }

    /// Adds a term where the file ranks a concept's terms otherwise than by order: lower ranks are preferred.
    pub fn ranked_label(&mut self, concept: Draft, term: &str, rank: usize) {
        self.labels.push((concept.0, term.to_owned(), rank));
    }

    /// Says what a concept is.
    pub fn gloss(&mut self, concept: Draft, gloss: &str) {
        self.entries[concept.0].gloss = gloss.to_owned();
    }

    /// Puts `child` under `parent`, as said on `line`.
    pub fn parent(&mut self, child: Draft, parent: Draft, line: u64) {
        self.entries[child.0].parents.push((parent.0, line));
    }

    /// The first parent of a concept and the line that said so.
    pub fn first_parent(&self, child: Draft) -> Option<(Draft, u64)> {
        self.entries[child.0].parents.first().map(|&(parent, line)| (Draft(parent), line))
    }

    /// Checks everything and numbers the concepts. `strict` refuses a second top.
    pub fn build(mut self, strict: bool) -> Result<Taxonomy> {
        if self.entries.is_empty() {
            return Err(Error::Empty { file: self.file });
        }
        self.label_the_nameless();
        for entry in &mut self.entries {
            // A link said twice is one link; the first line that said it stays.
            entry.parents.sort_by_key(|&(parent, _)| parent);
            entry.parents.dedup_by_key(|&mut (parent, _)| parent);
        }
        self.check_parents()?;
        let depth = self.depths()?;
        if strict {
            self.check_tops()?;
        }
        let mut order: Vec<usize> = (0..self.entries.len()).collect();
        order.sort_by(|&a, &b| depth[a].cmp(&depth[b]).then_with(|| self.entries[a].name.cmp(&self.entries[b].name)));
        let mut number = vec![0u32; order.len()];
        for (new, &old) in order.iter().enumerate() {
            number[old] = new as u32;
        }

        let mut names = StringTable::with_capacity(order.len(), order.len() * 16);
        let mut parents = Rows::with_capacity(order.len(), order.len());
        let has_glosses = self.entries.iter().any(|entry| !entry.gloss.is_empty());
        let mut glosses = has_glosses.then(StringTable::default);
        for &old in &order {
            let entry = &self.entries[old];
            names.push(&entry.name);
            if let Some(glosses) = &mut glosses {
                glosses.push(&entry.gloss);
            }
            let mut above: Vec<_> = entry.parents.iter().map(|&(parent, _)| Concept(number[parent])).collect();
            above.sort_unstable();
            parents.push_row(&above);
        }
        let part_of_speech = self.part_of_speech;
        let lexicon = self.lexicon(&number);
        let parts = Parts {
            names: Names::given(names),
            optional_dots: self.optional_dots,
            tagged: Vec::new(),
            parents,
            lexicon,
            part_of_speech,
            glosses,
            instances: Vec::new(),
        };
        Taxonomy::assemble(parts).map_err(|concept| Error::TooLarge {
            at: Place::line(&self.file, self.entries[order[concept.index()]].line),
            limit: MOST_ANCESTORS,
        })
    }

    /// A concept without any term goes by its name.
    fn label_the_nameless(&mut self) {
        let mut labelled = vec![false; self.entries.len()];
        self.labels.iter().for_each(|&(concept, _, _)| labelled[concept] = true);
        for i in (0..self.entries.len()).filter(|&i| !labelled[i]) {
            self.labels.push((i, self.entries[i].name.clone(), 0));
        }
    }

    fn check_parents(&self) -> Result<()> {
        let unknown = self
            .entries
            .iter()
            .flat_map(|entry| &entry.parents)
            .filter(|&&(parent, _)| !self.entries[parent].defined)
            .map(|&(_, line)| line)
            .min();
        match unknown {
            Some(line) => Err(Error::UnknownParent { at: Place::line(&self.file, line) }),
            None => Ok(()),
        }
    }

    fn depths(&self) -> Result<Vec<usize>> {
        let mut parents = Rows::with_capacity(self.entries.len(), self.entries.len());
        for entry in &self.entries {
            entry.parents.iter().for_each(|&(parent, _)| parents.push(parent as u32));
            parents.close();
        }
        order::depths(&parents).map_err(|disorder| {
            let lines = |concepts: &[usize]| concepts.iter().map(|&i| self.entries[i].line).collect::<Vec<_>>();
            let first = |lines: &[u64]| Place::line(&self.file, lines.iter().copied().min().unwrap_or(0));
            match disorder {
                Disorder::Cycle(concepts) => {
                    let lines = lines(&concepts);
                    Error::Cycle { at: first(&lines), lines }
                }
                Disorder::TooDeep(concepts) => Error::TooDeep { at: first(&lines(&concepts)), limit: MAX_LEVELS },
            }
        })
    }

    fn check_tops(&self) -> Result<()> {
        let mut tops: Vec<u64> = self.entries.iter().filter(|e| e.parents.is_empty()).map(|e| e.line).collect();
        tops.sort_unstable();
        match tops[..] {
            [first, second, ..] => Err(Error::SeveralTops { at: Place::line(&self.file, second), first }),
            _ => Ok(()),
        }
    }

    fn lexicon(&self, number: &[u32]) -> Lexicon {
        let mut written: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (_, form, _) in &self.labels {
            written.entry(lookup_key(form).into_owned()).or_default().push(form.clone());
        }
        for forms in written.values_mut() {
            forms.sort_unstable();
            forms.dedup();
        }
        let words = Words::new(&written);
        let form_number: HashMap<&str, u32> = words.forms().zip(0..).collect();
        // A label that is its own key is found as the key: the first of two equal strings must win.
        let form_of = |form: &str| words.find(form).map_or_else(|| form_number[form], |key| key as u32);

        // In the order of the file, which is the order of senses; a concept once for each key.
        let mut seen = HashSet::new();
        let mut senses: Vec<(u32, Concept)> = Vec::new();
        let mut labels: Vec<(usize, u32, u32)> = Vec::new();
        for (concept, form, rank) in &self.labels {
            let form = form_of(form);
            let sense = (words.key_of(form), Concept(number[*concept]));
            if seen.insert(sense) {
                senses.push(sense);
            }
            labels.push((*rank, number[*concept], form));
        }
        labels.sort_by_key(|&(rank, _, _)| rank);
        Lexicon {
            senses: Rows::group(words.len(), senses.iter().copied()),
            labels: Rows::group(number.len(), labels.iter().map(|&(_, concept, form)| (concept, form))),
            words: Arc::new(words),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_term_two_senses_in_the_order_of_the_file() {
        let mut builder = Builder::new("x");
        let money = builder.concept("bank-2", 1);
        let river = builder.concept("bank-1", 2);
        builder.label(money, "Bank");
        builder.label(river, "bank");
        builder.label(river, "riverside");
        let taxonomy = builder.build(false).unwrap();
        let names: Vec<_> = taxonomy.exact_senses("BANK").iter().map(|&c| taxonomy.name(c)).collect();
        assert_eq!(names, ["bank-2", "bank-1"]);
        let river = taxonomy.named("bank-1").unwrap();
        assert_eq!(taxonomy.labels(river).collect::<Vec<_>>(), ["bank", "riverside"]);
        assert_eq!(taxonomy.label(taxonomy.named("bank-2").unwrap()), "Bank");
    }

    #[test]
    fn a_cycle_is_told_by_its_lines() {
        let mut builder = Builder::new("x");
        let drafts: Vec<_> = (1..=4).map(|line| builder.term(&format!("c{line}"), line)).collect();
        for (child, parent) in [(0, 1), (1, 2), (2, 3), (3, 1)] {
            builder.parent(drafts[child], drafts[parent], child as u64 + 1);
        }
        let error = builder.build(false).unwrap_err();
        assert!(matches!(&error, Error::Cycle { at, lines } if at.line == Some(2) && lines.len() == 3), "{error}");
    }
}
