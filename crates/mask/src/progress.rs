//! How far a grouping is: records grouped, of all there are to group.

use scumble_io::{Cancelled, Silent, Watch};
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts the records that are grouped, on any number of threads, and tells the watcher.
pub(crate) struct Grouping<'w> {
    watch: &'w dyn Watch,
    done: AtomicU64,
    of: u64,
}

impl<'w> Grouping<'w> {
    /// A grouping of so many records.
    pub(crate) fn new(watch: &'w dyn Watch, of: u64) -> Self {
        Self { watch, done: AtomicU64::new(0), of }
    }

    /// A grouping that nobody watches.
    pub(crate) fn unwatched() -> Self {
        Self::new(&Silent, 0)
    }

    /// So many more records are grouped.
    ///
    /// # Errors
    /// If the watcher cancels the run.
    pub(crate) fn grouped(&self, records: usize) -> Result<(), Cancelled> {
        let records = records as u64;
        let done = self.done.fetch_add(records, Ordering::Relaxed) + records;
        self.watch.step("grouping", done.min(self.of), self.of)
    }

    /// Every record up to here is grouped, whatever the method counted.
    pub(crate) fn reached(&self, records: u64) {
        self.done.store(records, Ordering::Relaxed);
    }
}
