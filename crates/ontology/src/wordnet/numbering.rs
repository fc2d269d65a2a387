//! Gives the synsets of a WNDB file their numbers: by greatest depth, then by name.

use super::dictionary::Synsets;
use super::wndb::{IndexEntry, Line, Tags};
use crate::csr::Rows;
use crate::error::{Error, Result};
use crate::load::Refusal as _;
use crate::load::Source;
use crate::morphology::PartOfSpeech;
use crate::strings::StringTable;
use crate::taxonomy::order::{self, Disorder};
use crate::taxonomy::{Concept, MAX_LEVELS, Words, lookup_key};
use scumble_io::Place;
use std::collections::HashMap;

/// What is needed to number the synsets of one part of speech.
pub(super) struct Part<'a> {
    pub(super) file: String,
    pub(super) pos: PartOfSpeech,
    pub(super) data: Vec<Line>,
    pub(super) words: &'a Words,
    pub(super) form_number: &'a HashMap<&'a str, u32>,
    pub(super) key_number: &'a HashMap<&'a str, u32>,
}

impl Part<'_> {
    pub(super) fn synsets(self, index: &[IndexEntry], index_source: &Source, tags: &Tags) -> Result<Synsets> {
        let by_offset: HashMap<u64, usize> = self.data.iter().map(|line| line.offset).zip(0..).collect();
        let (parents, depth) = self.hierarchy(&by_offset)?;

        // Senses by place in the file, until the synsets have their numbers.
        let mut senses: Vec<Vec<usize>> = vec![Vec::new(); self.words.keys.len()];
        for entry in index {
            let bad = || index_source.syntax(entry.number, "the index and the data file disagree about this word");
            let key = *self.key_number.get(entry.lemma.as_str()).ok_or_else(bad)? as usize;
            for offset in &entry.offsets {
                let &synset = by_offset.get(offset).ok_or_else(bad)?;
                let has_word = self.data[synset].words.iter().any(|word| lookup_key(word) == entry.lemma);
                if !has_word || senses[key].contains(&synset) {
                    return Err(bad());
                }
                senses[key].push(synset);
            }
        }
        for (synset, line) in self.data.iter().enumerate() {
            for word in &line.words {
                let key = self.key_number[lookup_key(word).as_ref()] as usize;
                if !senses[key].contains(&synset) {
                    let at = Place::line(&self.file, line.number);
                    return Err(Error::Syntax { at, expected: "a word that is missing from the index".into() });
                }
            }
        }

        let names: Vec<String> = self.data.iter().enumerate().map(|(i, line)| self.name(i, line, &senses)).collect();
        let mut order: Vec<usize> = (0..self.data.len()).collect();
        order.sort_by(|&a, &b| depth[a].cmp(&depth[b]).then_with(|| names[a].cmp(&names[b])));
        let mut number = vec![Concept::default(); order.len()];
        for (new, &old) in order.iter().enumerate() {
            number[old] = Concept(new as u32);
        }

        let mut synsets = Synsets { glosses: Some(StringTable::default()), ..Synsets::default() };
        for &old in &order {
            let line = &self.data[old];
            line.words.iter().for_each(|word| synsets.members.push(self.form_number[word.as_str()]));
            synsets.members.close();
            let mut above: Vec<_> = parents[old].iter().map(|&(parent, instance)| (number[parent], instance)).collect();
            above.sort_unstable();
            for (parent, instance) in above {
                synsets.parents.push(parent);
                synsets.instance.push(instance);
            }
            synsets.parents.close();
            if let Some(glosses) = &mut synsets.glosses {
                glosses.push(&line.gloss);
            }
        }
        for (key, of_key) in senses.iter().enumerate() {
            let counts = tags.get(&(self.pos, self.words.keys.get(key).to_owned()));
            for (i, &synset) in of_key.iter().enumerate() {
                synsets.senses.push(number[synset]);
                synsets.tagged.push(counts.and_then(|counts| counts.get(&(i + 1))).copied().unwrap_or(0));
            }
            synsets.senses.close();
        }
        Ok(synsets)
    }

    fn name(&self, synset: usize, line: &Line, senses: &[Vec<usize>]) -> String {
        let key = self.words.key_of(self.form_number[line.words[0].as_str()]) as usize;
        let place = senses[key].iter().position(|&sense| sense == synset).map_or(0, |i| i + 1);
        format!("{}.{}.{place:02}", self.words.keys.get(key).replace(' ', "_"), self.pos.letter())
    }

    /// The parents of each synset by place in the file, and its greatest depth.
    ///
    /// Princeton's own files hold a cycle of verbs (restrain, inhibit): the link of the member that comes last in the
    /// file is dropped, so that they load. Debian's files, which we embed, have none.
    #[expect(clippy::type_complexity)]
    fn hierarchy(&self, by_offset: &HashMap<u64, usize>) -> Result<(Vec<Vec<(usize, bool)>>, Vec<usize>)> {
        const MOST_CYCLES: usize = 16;
        let mut parents: Vec<Vec<(usize, bool)>> = Vec::with_capacity(self.data.len());
        for line in &self.data {
            let mut above: Vec<(usize, bool)> = Vec::new();
            for (offset, instance) in &line.parents {
                let unknown = || Error::UnknownParent { at: Place::line(&self.file, line.number) };
                let &parent = by_offset.get(offset).ok_or_else(unknown)?;
                if above.iter().all(|&(known, _)| known != parent) {
                    above.push((parent, *instance));
                }
            }
            parents.push(above);
        }
        let at = |synset: usize| Place::line(&self.file, self.data[synset].number);
        let mut broken = 0;
        loop {
            let mut rows = Rows::with_capacity(parents.len(), parents.len());
            for above in &parents {
                above.iter().for_each(|&(parent, _)| rows.push(parent as u32));
                rows.close();
            }
            match order::depths(&rows) {
                Ok(depth) => return Ok((parents, depth)),
                Err(Disorder::TooDeep(synsets)) => {
                    return Err(Error::TooDeep { at: at(synsets[0]), limit: MAX_LEVELS });
                }
                Err(Disorder::Cycle(cycle)) if broken < MOST_CYCLES => {
                    broken += 1;
                    let last = (0..cycle.len()).max_by_key(|&i| cycle[i]).unwrap_or(0);
                    let next = cycle[(last + 1) % cycle.len()];
                    parents[cycle[last]].retain(|&(parent, _)| parent != next);
                }
                Err(Disorder::Cycle(cycle)) => {
                    let lines = cycle.iter().map(|&synset| self.data[synset].number).collect();
                    return Err(Error::Cycle { at: at(cycle[0]), lines });
                }
            }
        }
    }
}
