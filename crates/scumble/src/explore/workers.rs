//! Points side by side, without holding more masked tables than there is memory for.

use crate::error::{Error, Result};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Memory that all points together may take, roughly.
const MEMORY: usize = 1 << 30;

/// How many points are worked on at a time, and by how many threads each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Workers {
    pub(super) workers: usize,
    pub(super) threads: usize,
}

impl Workers {
    /// As many points at a time as there are threads, unless they take too much memory: then several threads work on one point.
    pub(super) fn new(threads: usize, bytes_each: usize) -> Self {
        let workers = (MEMORY / bytes_each.max(1)).clamp(1, threads.max(1));
        Self { workers, threads: (threads / workers).max(1) }
    }

    /// Does all jobs. Each worker takes the next job when it has ended one, so that no more than `workers` are ever begun and not
    /// ended: threads that wait for a part of one job do not begin another.
    ///
    /// # Errors
    /// The first error of a job; no further job is begun then.
    pub(super) fn each<T: Send>(self, jobs: usize, job: impl Fn(usize) -> Result<T> + Sync) -> Result<Vec<T>> {
        let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
        let done: Mutex<Vec<Option<T>>> = Mutex::new((0..jobs).map(|_| None).collect());
        let fault: Mutex<Option<Error>> = Mutex::new(None);
        let work = || -> Result<()> {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build();
            let pool = pool.map_err(|error| Error::input(format!("threads cannot be made: {error}")))?;
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                if at >= jobs || failed.load(Ordering::Relaxed) {
                    return Ok(());
                }
                let found = pool.install(|| job(at))?;
                done.lock().unwrap_or_else(PoisonError::into_inner)[at] = Some(found);
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..self.workers.min(jobs) {
                scope.spawn(|| {
                    if let Err(error) = work() {
                        failed.store(true, Ordering::Relaxed);
                        fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                    }
                });
            }
        });
        if let Some(error) = fault.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        Ok(done.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().flatten().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_are_done_in_order_and_no_more_at_a_time_than_there_are_workers() {
        let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let workers = Workers::new(3, MEMORY / 2);
        assert_eq!(workers, Workers { workers: 2, threads: 1 });
        assert_eq!(Workers::new(4, MEMORY * 2), Workers { workers: 1, threads: 4 });
        let job = |at: usize| {
            most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            // Parallel work inside of a job must not make its thread begin another.
            let sum: usize = rayon::join(|| (0..10_000).sum::<usize>(), || 0).0;
            now.fetch_sub(1, Ordering::SeqCst);
            Ok(if sum > 0 { at } else { 0 })
        };
        assert_eq!(workers.each(50, job).unwrap(), (0..50).collect::<Vec<_>>());
        assert!(most.load(Ordering::SeqCst) <= 2);
        let failing = |at: usize| if at == 3 { Err(Error::input("no")) } else { Ok(at) };
        assert_eq!(workers.each(50, failing).unwrap_err(), Error::input("no"));
    }
}
