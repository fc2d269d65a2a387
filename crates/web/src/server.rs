//! The page on a socket: loopback only.

use crate::app::{App, app};
use crate::guard::Token;
use crate::report::Report;
use scumble::review::Review;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::time::Duration;
use tokio::sync::oneshot;

/// How often decision files are brought up to what was decided. Steps are on the disk before that.
const SAVED_EVERY: Duration = Duration::from_secs(10);

/// Where the page is.
#[derive(Clone, Debug)]
pub struct Address {
    /// The address with the token of this launch: whoever has it can use the page.
    pub url: String,
    /// The socket.
    pub socket: SocketAddr,
}

/// Ends a page that is served.
#[derive(Debug)]
pub struct Stop(oneshot::Sender<()>);

impl Stop {
    /// Ends it: what is being answered is answered, and everything is saved.
    pub fn stop(self) {
        // Where nobody listens any more, it has ended already.
        let _ = self.0.send(());
    }
}

/// Hears of the end.
#[derive(Debug)]
pub struct Stopped(oneshot::Receiver<()>);

/// Something to end a page with, from any thread.
pub fn stopper() -> (Stop, Stopped) {
    let (stop, stopped) = oneshot::channel();
    (Stop(stop), Stopped(stopped))
}

/// Serves the review page on this machine alone until `stop` is told, then saves everything. Port 0 takes one that is free. `ready`
/// gets the address once the page answers.
///
/// # Errors
/// If the port is taken, or the decisions cannot be saved in the end.
pub fn serve(
    review: Review,
    reports: Vec<Report>,
    port: u16,
    stop: Stopped,
    ready: impl FnOnce(&Address),
) -> io::Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    listener.set_nonblocking(true)?;
    let socket = listener.local_addr()?;
    let token = Token::random()?;
    let url = format!("http://{socket}/{}/", token.as_str());
    let state = App::new(review, reports, token, socket.port());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
    let saving = state.clone();
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let saver = tokio::spawn(async move {
            loop {
                tokio::time::sleep(SAVED_EVERY).await;
                // A failure is told with the next step, and again in the end.
                let _ = saving.save().await;
            }
        });
        ready(&Address { url, socket });
        let stopped = async move {
            // Whoever drops the other end can never stop the page: it goes on.
            if stop.0.await.is_err() {
                std::future::pending::<()>().await;
            }
        };
        axum::serve(listener, app(state.clone())).with_graceful_shutdown(stopped).await?;
        saver.abort();
        state.save().await.map_err(|error| io::Error::other(error.to_string()))
    })
}
