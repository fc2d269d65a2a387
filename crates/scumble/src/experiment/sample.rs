//! What the experiments share: rows drawn at random, and jobs done side by side.

use crate::error::Result;
use rayon::prelude::*;
use scumble_io::Watch;
use scumble_mask::Rng;
use std::sync::atomic::{AtomicU64, Ordering};

/// So many of the rows, drawn at random, ascending.
pub(super) fn drawn(rows: usize, count: usize, seed: u64) -> Vec<u32> {
    // Another sequence than that of the protection.
    let mut rng = Rng::new(!seed);
    let mut all: Vec<u32> = (0..rows as u32).collect();
    for at in 0..count.min(rows) {
        all.swap(at, at + rng.below(rows - at));
    }
    all.truncate(count);
    all.sort_unstable();
    all
}

/// Does all jobs, side by side; results keep the order of the jobs.
pub(super) fn in_parallel<J: Sync, R: Send>(
    jobs: &[J],
    watch: &dyn Watch,
    work: impl Fn(&J) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    let (done, of) = (AtomicU64::new(0), jobs.len() as u64);
    let one = |job: &J| {
        watch.step("attacking", done.load(Ordering::Relaxed), of)?;
        let result = work(job)?;
        done.fetch_add(1, Ordering::Relaxed);
        Ok(result)
    };
    jobs.par_iter().with_max_len(1).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;
    use scumble_io::Silent;
    use std::ops::ControlFlow;

    #[test]
    fn rows_are_drawn_once_each_by_the_seed() {
        let rows = drawn(50, 20, 7);
        assert!(rows.len() == 20 && rows.windows(2).all(|pair| pair[0] < pair[1]) && rows[19] < 50);
        assert!(rows == drawn(50, 20, 7) && rows != drawn(50, 20, 8));
        assert_eq!(drawn(3, 5, 1), [0, 1, 2]);
    }

    #[test]
    fn results_keep_the_order_of_the_jobs_and_a_failure_or_a_cancel_ends_them() {
        let jobs: Vec<u64> = (0..50).collect();
        let doubled = in_parallel(&jobs, &Silent, |job| Ok(2 * job)).unwrap();
        assert!(doubled.iter().zip(&jobs).all(|(double, job)| *double == 2 * job) && doubled.len() == 50);
        let failing = |job: &u64| if *job == 20 { Err(Error::input("no")) } else { Ok(*job) };
        assert!(in_parallel(&jobs, &Silent, failing).is_err());
        let stop = |_: &'static str, _: u64, _: u64| ControlFlow::Break(());
        assert!(in_parallel(&jobs, &stop, |job| Ok(*job)).is_err());
    }
}
