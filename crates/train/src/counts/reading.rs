//! The documents as numbers of words.

use scumble_span::{normalized, words};
use std::collections::HashMap;
use std::io::BufRead;
use std::path::Path;

/// A word that stands in too few documents.
pub(super) const RARE: u32 = u32::MAX;

/// Titles and texts.
pub(super) struct Lead {
    pub(super) title: String,
    pub(super) text: String,
}

/// Reads the leads.
pub(super) fn read(path: &Path) -> Result<Vec<Lead>, Box<dyn std::error::Error>> {
    let file = scumble_io::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut leads = Vec::new();
    for line in file.lines() {
        let lead: serde_json::Value = serde_json::from_str(&line?)?;
        let field = |name: &str| lead[name].as_str().map(str::to_owned).ok_or("a lead has a title and a text");
        leads.push(Lead { title: field("title")?, text: field("text")? });
    }
    Ok(leads)
}

/// The words of all documents.
pub(super) struct Tokens {
    /// The words that stand in enough documents, sorted.
    pub(super) words: Vec<String>,
    /// In how many documents each of them stands.
    pub(super) frequencies: Vec<u32>,
    /// How many words stand in 1, 2, … documents only, up to the least.
    pub(super) rare: Vec<usize>,
    /// The documents: places of their words in `words`, or [`RARE`].
    pub(super) documents: Vec<Vec<u32>>,
}

impl Tokens {
    /// A document is its title and its text. Words must stand in at least `least` documents.
    pub(super) fn new(leads: &[Lead], least: u32) -> Self {
        let mut numbers: HashMap<String, u32> = HashMap::new();
        let mut names: Vec<String> = Vec::new();
        let mut frequencies: Vec<(u32, u32)> = Vec::new();
        let mut documents = Vec::with_capacity(leads.len());
        for (i, lead) in leads.iter().enumerate() {
            let mut document = Vec::new();
            for word in words(&lead.title).chain(words(&lead.text)) {
                let word = normalized(word);
                let number = match numbers.get(&word) {
                    Some(&number) => number,
                    None => {
                        let number = names.len() as u32;
                        names.push(word.clone());
                        frequencies.push((0, u32::MAX));
                        numbers.insert(word, number);
                        number
                    }
                };
                let (frequency, last) = &mut frequencies[number as usize];
                if *last != i as u32 {
                    (*frequency, *last) = (*frequency + 1, i as u32);
                }
                document.push(number);
            }
            documents.push(document);
        }
        let mut rare = vec![0; least as usize];
        frequencies.iter().filter(|(f, _)| *f < least).for_each(|(f, _)| rare[*f as usize] += 1);
        let mut kept: Vec<u32> = (0..names.len() as u32).filter(|&n| frequencies[n as usize].0 >= least).collect();
        kept.sort_by(|&a, &b| names[a as usize].cmp(&names[b as usize]));
        let mut places = vec![RARE; names.len()];
        kept.iter().enumerate().for_each(|(place, &number)| places[number as usize] = place as u32);
        documents.iter_mut().flatten().for_each(|word| *word = places[*word as usize]);
        Self {
            words: kept.iter().map(|&number| std::mem::take(&mut names[number as usize])).collect(),
            frequencies: kept.iter().map(|&number| frequencies[number as usize].0).collect(),
            rare,
            documents,
        }
    }

    /// A word's place.
    pub(super) fn place(&self, word: &str) -> Option<u32> {
        self.words.binary_search_by(|other| other.as_str().cmp(word)).ok().map(|place| place as u32)
    }

    /// A phrase as places of its words; `None` if one of them is too rare, or there are too few or too many.
    pub(super) fn phrase(&self, text: &str) -> Option<Vec<u32>> {
        let phrase = normalized(text);
        let count = phrase.split(' ').count();
        if !(2..=8).contains(&count) {
            return None;
        }
        phrase.split(' ').map(|word| self.place(word)).collect()
    }
}
