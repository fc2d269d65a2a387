//! A time limit of a search.

use super::plan::Plan;
use crate::error::{Error, Result};
use scumble_io::Watch;
use scumble_mask::Method;
use scumble_mask::partition::SEARCHING;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Seconds that a limit may have at most.
const MOST: f64 = 1e9;

/// A watch that ends searches after a time. Nothing is cancelled by that: what a search has found by then is published.
pub struct Limited<'w> {
    watch: &'w dyn Watch,
    until: Option<Instant>,
}

impl<'w> Limited<'w> {
    /// Counts the seconds from now on; without a number, searches end when they are done.
    ///
    /// # Errors
    /// If it is no number of seconds, or the plan does not use the method refined.
    pub fn new(watch: &'w dyn Watch, seconds: Option<f64>, plan: &Plan) -> Result<Self> {
        match seconds {
            Some(seconds) if !(0.0..=MOST).contains(&seconds) => {
                Err(Error::input("a time limit is a number of seconds, from 0 to 1,000,000,000"))
            }
            Some(_) if !plan.uses(&[Method::Refined]) => {
                Err(Error::input("a time limit applies only to the method refined"))
            }
            _ => Ok(Self { watch, until: seconds.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds)) }),
        }
    }
}

impl Watch for Limited<'_> {
    fn at(&self, stage: &'static str, done: u64, of: u64) -> ControlFlow<()> {
        let said = self.watch.at(stage, done, of);
        let late = stage == SEARCHING && self.until.is_some_and(|until| Instant::now() >= until);
        if late { ControlFlow::Break(()) } else { said }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Policy;
    use scumble_data::{Options, read_text};

    fn plan(method: &str) -> Plan {
        let policy = format!("others = \"mask\"\n[[mask]]\nk = 2\nmethod = \"{method}\"\n");
        let table = read_text("t.csv", b"a\n1\n2\n3\n4\n", &Options::default()).unwrap();
        Plan::new(&Policy::parse("p", &policy).unwrap().tables, &table).unwrap()
    }

    #[test]
    fn only_searches_end_and_whoever_watches_may_cancel_them_too() {
        let refined = plan("refined");
        let told = std::sync::Mutex::new(Vec::new());
        let watch = |stage: &'static str, done: u64, _: u64| {
            told.lock().unwrap().push(stage);
            if done == 9 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let limited = Limited::new(&watch, Some(0.0), &refined).unwrap();
        assert!(limited.at("reading", 0, 0).is_continue());
        assert!(limited.at(SEARCHING, 0, 0).is_break());
        let free = Limited::new(&watch, None, &refined).unwrap();
        assert!(free.at(SEARCHING, 0, 0).is_continue() && free.at(SEARCHING, 9, 0).is_break());
        assert_eq!(*told.lock().unwrap(), ["reading", SEARCHING, SEARCHING, SEARCHING]);
    }

    #[test]
    fn a_limit_that_would_do_nothing_is_refused() {
        for (seconds, method, expected) in [
            (-1.0, "refined", "a number of seconds"),
            (f64::NAN, "refined", "a number of seconds"),
            (5.0, "mdav", "only to the method refined"),
        ] {
            let error = Limited::new(&scumble_io::Silent, Some(seconds), &plan(method)).err().unwrap();
            assert!(error.to_string().contains(expected), "{error}");
        }
    }
}
