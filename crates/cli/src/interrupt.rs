//! What Ctrl-C does: it ends the run at once, unless a command has something to do first.

use std::sync::{Mutex, PoisonError};

type Ending = Box<dyn FnOnce() + Send>;

static INSTEAD: Mutex<Option<Ending>> = Mutex::new(None);

/// Does something else once; the next Ctrl-C ends the run.
pub(crate) fn instead(ending: impl FnOnce() + Send + 'static) {
    *INSTEAD.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(ending));
}

/// Ends the run. Without a handler an interrupted run leaves a hidden file behind, and nothing else.
pub(crate) fn listen() {
    let _ = ctrlc::set_handler(|| {
        let ending = INSTEAD.lock().unwrap_or_else(PoisonError::into_inner).take();
        match ending {
            Some(ending) => ending(),
            None => {
                scumble::io::remove_pending();
                std::process::exit(130);
            }
        }
    });
}
