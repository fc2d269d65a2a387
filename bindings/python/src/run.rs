//! A run beside the interpreter: it works on threads of its own while Python's is let go, looks for Ctrl-C, and tells its progress.

use crate::failure::{exception, fault};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use scumble::Watch;
use std::io::Write;
use std::ops::ControlFlow;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How often the interpreter is asked whether Ctrl-C was pressed.
const ASK: Duration = Duration::from_millis(50);

/// How many threads a run uses; 0 for as many as there are processors.
static THREADS: AtomicUsize = AtomicUsize::new(0);

/// The threads of this process: what a parent process had does not live in its fork.
static POOL: Mutex<Option<(u32, usize, Arc<ThreadPool>)>> = Mutex::new(None);

/// Sets how many threads runs use from now on; 0 for as many as there are processors.
#[pyfunction]
pub(crate) fn set_threads(threads: usize) {
    THREADS.store(threads, Ordering::Relaxed);
}

fn pool() -> Option<Arc<ThreadPool>> {
    let (process, threads) = (std::process::id(), THREADS.load(Ordering::Relaxed));
    let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((of, size, pool)) = &*pool
        && (*of, *size) == (process, threads)
    {
        return Some(Arc::clone(pool));
    }
    let made = Arc::new(ThreadPoolBuilder::new().num_threads(threads).build().ok()?);
    // The pool of a parent process has no threads here to be waited for.
    if let Some((of, _, old)) = pool.replace((process, threads, Arc::clone(&made)))
        && of != process
    {
        std::mem::forget(old);
    }
    Some(made)
}

/// Where a run is, and whether it is to stop.
#[derive(Default)]
struct State {
    stop: AtomicBool,
    stage: Mutex<&'static str>,
    done: AtomicU64,
    of: AtomicU64,
}

impl Watch for State {
    fn at(&self, stage: &'static str, done: u64, of: u64) -> ControlFlow<()> {
        // Who cannot look now looks the next time.
        if let Ok(mut known) = self.stage.try_lock() {
            *known = stage;
            self.done.store(done, Ordering::Relaxed);
            self.of.store(of, Ordering::Relaxed);
        }
        if self.stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Runs something without the interpreter's lock. `progress` is called with the stage, steps done and all steps.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&dyn Watch) -> scumble::Result<T> + Send,
) -> PyResult<T> {
    let state = State::default();
    let (sender, receiver) = channel::<()>();
    // Only this thread waits, but it does so without the interpreter.
    let receiver = Mutex::new(receiver);
    let wait = || receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(ASK);
    let mut interrupted = None;
    let result = std::thread::scope(|scope| {
        let state = &state;
        let worker = scope.spawn(move || {
            let done = match pool() {
                Some(pool) => pool.install(|| work(state)),
                None => work(state),
            };
            let _ = sender.send(());
            done
        });
        while let Err(RecvTimeoutError::Timeout) = py.detach(wait) {
            if interrupted.is_none() {
                interrupted = py.check_signals().and_then(|()| told(state, progress)).err();
            }
            if interrupted.is_some() {
                state.stop.store(true, Ordering::Relaxed);
            }
        }
        py.detach(|| worker.join())
    });
    match (interrupted, result) {
        (Some(interrupted), _) => Err(interrupted),
        (None, Ok(result)) => result.map_err(|error| exception(py, &error)),
        // Where the panic was is on standard error.
        (None, Err(_)) => Err(fault(py)),
    }
}

/// Does something quick with the interpreter's lock. A panic does not cross.
pub(crate) fn guarded<T>(py: Python<'_>, work: impl FnOnce() -> T) -> PyResult<T> {
    std::panic::catch_unwind(AssertUnwindSafe(work)).map_err(|_| fault(py))
}

/// Has a panic say where it is and nothing else: its message may hold a piece of a text.
pub(crate) fn say_only_where_panics_are() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map_or_else(String::new, |place| format!(" at {}:{}", place.file(), place.line()));
        let _ = writeln!(std::io::stderr(), "scumble: a fault of the program{place}");
    }));
}

fn told(state: &State, progress: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
    let Some(progress) = progress else { return Ok(()) };
    let stage = *state.stage.lock().unwrap_or_else(PoisonError::into_inner);
    progress.call1((stage, state.done.load(Ordering::Relaxed), state.of.load(Ordering::Relaxed)))?;
    Ok(())
}
