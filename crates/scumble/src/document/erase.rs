//! Erasing one person from a key file: afterwards nobody can undo that person's pseudonyms with it.

use super::key::Key;
use super::release_labels::Mention;
use crate::{Error, Result};
use scumble_span::normalized;
use std::collections::HashSet;

/// What was erased from a key file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Erased {
    /// Labels that stand for nobody any more. They are not given to anyone else.
    pub labels: usize,
    /// Mentions that stay pseudonyms when a release is restored.
    pub mentions: usize,
    /// Releases that had such mentions.
    pub releases: usize,
}

/// The words of a name.
struct Name {
    words: HashSet<String>,
}

impl Name {
    fn of(name: &str) -> Self {
        Self { words: words(name) }
    }

    /// Whether a text names the person: it has all words of the name, or nothing but words of it.
    fn is_in(&self, text: &str) -> bool {
        let others = words(text);
        !others.is_empty() && (self.words.is_subset(&others) || others.is_subset(&self.words))
    }
}

fn words(text: &str) -> HashSet<String> {
    // Initials alone could be anybody's.
    normalized(text).split(' ').filter(|word| word.chars().count() > 1).map(str::to_owned).collect()
}

impl Key {
    /// Erases a person: identities that the name is or is part of, every mention under their labels, and whatever else in the key has
    /// the whole name. The key file is not written before [`Key::save`].
    ///
    /// # Errors
    /// If the name has no word of two letters, or the key does not know it.
    pub fn erase(&mut self, person: &str) -> Result<Erased> {
        let name = Name::of(person);
        if name.words.is_empty() {
            return Err(Error::input("the name has no word of two letters or more"));
        }
        let labels = self.ledger.forget(|identity| name.is_in(identity));
        let mut erased = Erased { labels: labels.len(), ..Erased::default() };
        let is_theirs = |mention: &Mention| {
            mention.surface != mention.written && (labels.contains(&mention.label) || name.is_in(&mention.surface))
        };
        for release in self.releases_mut() {
            let before = erased.mentions;
            for mention in release.labels.iter_mut().filter(|mention| is_theirs(mention)) {
                mention.surface = mention.written.clone();
                erased.mentions += 1;
            }
            if erased.mentions > before {
                erased.releases += 1;
                // Both could be used to find out what stood there.
                release.patch = None;
                release.input_hash.clear();
            }
        }
        self.rename_documents(|document| name.words.is_subset(&words(document)));
        match erased.labels + erased.mentions {
            0 => Err(Error::input("the key file does not know this person").with_help("check the spelling")),
            _ => Ok(erased),
        }
    }
}
