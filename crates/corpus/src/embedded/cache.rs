//! Lists that were decoded, for those who ask again. Bounded, and in parts so that threads seldom wait for each other.

use super::Term;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

const PARTS: usize = 16;
/// The document numbers that a part holds at most: 32 MB in all.
const ROOM: usize = 1 << 19;

#[derive(Debug, Default)]
struct Part {
    lists: HashMap<(u32, u32), Arc<[u32]>>,
    held: usize,
}

/// A cache of lists.
#[derive(Debug, Default)]
pub(super) struct Cache([Mutex<Part>; PARTS]);

impl Cache {
    /// The list of a term, kept or made. What cannot be made is not kept.
    pub(super) fn get(&self, term: Term, make: impl FnOnce() -> Option<Arc<[u32]>>) -> Option<Arc<[u32]>> {
        let (kind, place) = (u32::from(term.phrase), term.number);
        let lock = || self.0[place as usize % PARTS].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(list) = lock().lists.get(&(kind, place)) {
            return Some(Arc::clone(list));
        }
        // Made without the lock: a phrase asks for its words.
        let list = make()?;
        let mut part = lock();
        // All at once, when it is full: what is in use comes back soon.
        if part.held + list.len() > ROOM {
            *part = Part::default();
        }
        if part.lists.insert((kind, place), Arc::clone(&list)).is_none() {
            part.held += list.len() + 8;
        }
        Some(list)
    }
}
