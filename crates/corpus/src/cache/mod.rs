//! The same question is asked once.

mod file;

use crate::counts::{Counts, Provenance};
use crate::error::Result;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// How many answers are remembered unless told otherwise: some 100 MB of them.
const MOST: usize = 1 << 20;
/// After so many new answers a kept file is written again, so that a crash loses few that a server gave.
const SAVE_AFTER: usize = 1000;

/// Answers of another corpus, remembered.
///
/// A question is the same whatever the order of its groups and of the phrases in them. Failures are not remembered. When too many
/// answers have come together, those that were not asked for lately are forgotten.
///
/// ```
/// use scumble_corpus::{Cached, Counts, Table};
/// let cached = Cached::new(Table::parse("#total\t100\nheart attack\t4\n").unwrap());
/// assert_eq!(cached.count(&[&["Heart Attack"]]).unwrap(), 4);
/// assert_eq!(cached.len(), 1);
/// ```
pub struct Cached<C: Counts> {
    counts: C,
    most: usize,
    total: OnceLock<u64>,
    known: Mutex<Known>,
    file: Option<PathBuf>,
}

/// Two generations: what is asked for again moves to the young one, and the old one is dropped when the young one is full.
#[derive(Default)]
struct Known {
    young: HashMap<String, u64>,
    old: HashMap<String, u64>,
    unsaved: usize,
}

impl<C: Counts> Cached<C> {
    /// Remembers in memory.
    pub fn new(counts: C) -> Self {
        Self { counts, most: MOST, total: OnceLock::new(), known: Mutex::default(), file: None }
    }

    /// Remembers in memory and in a file, so that the next run asks less.
    ///
    /// **The file holds the phrases that were asked for**, which may be the secret ones: it is readable by its owner only, and belongs
    /// with the originals, not with what is released. It is bound to the corpus by its name and version; a file of another corpus is
    /// an error and stays as it is. It is written now and then, by [`save`](Self::save), and when this is dropped.
    pub fn on_disk(counts: C, path: &Path) -> Result<Self> {
        let mut cached = Self::new(counts);
        if let Some(kept) = file::read(path, &cached.counts.provenance())? {
            if let Some(total) = kept.total {
                cached.total = OnceLock::from(total);
            }
            let known = cached.known.get_mut().unwrap_or_else(PoisonError::into_inner);
            for (key, count) in kept.answers {
                known.put(key, count, cached.most);
            }
        }
        cached.file = Some(path.to_path_buf());
        Ok(cached)
    }

    /// Remembers at most so many answers.
    pub fn most(mut self, answers: usize) -> Self {
        self.most = answers.max(2);
        self
    }

    /// How many answers are remembered.
    pub fn len(&self) -> usize {
        let known = self.known();
        known.young.len() + known.old.len()
    }

    /// Whether nothing is remembered.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Writes the file, if there is one and it lacks something. It is complete or not there at all.
    pub fn save(&self) -> Result<()> {
        let Some(path) = &self.file else { return Ok(()) };
        let answers = {
            let mut known = self.known();
            if known.unsaved == 0 {
                return Ok(());
            }
            known.unsaved = 0;
            let Known { young, old, .. } = &*known;
            young.iter().chain(old).map(|(key, &count)| (key.clone(), count)).collect()
        };
        let kept = file::Kept { total: self.total.get().copied(), answers };
        file::write(path, &self.counts.provenance(), kept).inspect_err(|_| self.known().unsaved += 1)
    }

    /// The corpus behind.
    pub fn inner(&self) -> &C {
        &self.counts
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The question in its one form, which is also how it stands in the file.
    fn key(&self, all_of: &[&[&str]]) -> String {
        let form = |group: &&[&str]| {
            let mut phrases: Vec<String> = group.iter().map(|phrase| self.counts.compared(phrase)).collect();
            phrases.sort_unstable();
            phrases.dedup();
            phrases
        };
        let mut groups: Vec<Vec<String>> = all_of.iter().map(form).collect();
        groups.sort_unstable();
        groups.dedup();
        serde_json::json!(groups).to_string()
    }

    fn remember(&self, answers: impl IntoIterator<Item = (String, u64)>) -> Result<()> {
        let due = {
            let mut known = self.known();
            for (key, count) in answers {
                known.put(key, count, self.most);
                known.unsaved += 1;
            }
            self.file.is_some() && known.unsaved >= SAVE_AFTER
        };
        if due { self.save() } else { Ok(()) }
    }
}

impl Known {
    fn get(&mut self, key: &str, most: usize) -> Option<u64> {
        if let Some(&count) = self.young.get(key) {
            return Some(count);
        }
        let (key, count) = self.old.remove_entry(key)?;
        self.put(key, count, most);
        Some(count)
    }

    fn put(&mut self, key: String, count: u64, most: usize) {
        if self.young.len() >= most / 2 {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, count);
    }
}

impl<C: Counts> Counts for Cached<C> {
    fn total(&self) -> Result<u64> {
        if let Some(&total) = self.total.get() {
            return Ok(total);
        }
        let total = self.counts.total()?;
        self.known().unsaved += 1;
        Ok(*self.total.get_or_init(|| total))
    }

    fn count(&self, all_of: &[&[&str]]) -> Result<u64> {
        let key = self.key(all_of);
        if let Some(count) = self.known().get(&key, self.most) {
            return Ok(count);
        }
        let count = self.counts.count(all_of)?;
        self.remember([(key, count)])?;
        Ok(count)
    }

    /// Passes on only what is not known yet, each question once.
    fn count_batch(&self, questions: &[&[&[&str]]]) -> Result<Vec<u64>> {
        let keys: Vec<String> = questions.iter().map(|all_of| self.key(all_of)).collect();
        let mut answers: Vec<Option<u64>> = {
            let mut known = self.known();
            keys.iter().map(|key| known.get(key, self.most)).collect()
        };
        let mut asked: HashMap<&str, usize> = HashMap::new();
        let mut open: Vec<&[&[&str]]> = Vec::new();
        let mut place = vec![usize::MAX; keys.len()];
        for (i, key) in keys.iter().enumerate().filter(|&(i, _)| answers[i].is_none()) {
            place[i] = *asked.entry(key).or_insert_with(|| {
                open.push(questions[i]);
                open.len() - 1
            });
        }
        if !open.is_empty() {
            let counts = self.counts.count_batch(&open)?;
            let mut new = Vec::with_capacity(open.len());
            for (i, answer) in answers.iter_mut().enumerate().filter(|(_, answer)| answer.is_none()) {
                *answer = Some(counts[place[i]]);
                new.push((keys[i].clone(), counts[place[i]]));
            }
            self.remember(new)?;
        }
        Ok(answers.into_iter().flatten().collect())
    }

    fn compared(&self, phrase: &str) -> String {
        self.counts.compared(phrase)
    }

    fn most_groups(&self) -> usize {
        self.inner().most_groups()
    }

    fn provenance(&self) -> Provenance {
        self.counts.provenance()
    }
}

impl<C: Counts> Drop for Cached<C> {
    /// A file that cannot be written costs only time the next day: there is nobody left to tell. [`Cached::save`] tells.
    fn drop(&mut self) {
        let _ = self.save();
    }
}
