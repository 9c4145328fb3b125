//! Listening and stopping.

use std::io;

use axum::Router;
use tokio::{net::TcpListener, sync::watch};

/// Tells open streams and the listener that the server is going down.
#[derive(Debug, Clone)]
pub struct Shutdown(watch::Receiver<bool>);

impl Shutdown {
    /// A signal and the switch that gives it.
    #[must_use]
    pub fn channel() -> (watch::Sender<bool>, Self) {
        let (sender, receiver) = watch::channel(false);
        (sender, Self(receiver))
    }

    /// Resolves when the shutdown begins.
    pub async fn begun(&mut self) {
        // A switch that was dropped is a server that is gone.
        let _ = self.0.wait_for(|begun| *begun).await;
    }
}

/// Serves until the shutdown begins; requests under way are finished.
///
/// # Errors
/// When the listener fails.
pub async fn serve(listener: TcpListener, router: Router, mut shutdown: Shutdown) -> io::Result<()> {
    axum::serve(listener, router).with_graceful_shutdown(async move { shutdown.begun().await }).await
}

/// Begins the shutdown on Ctrl-C or SIGTERM.
///
/// # Errors
/// When the signals cannot be listened for.
pub async fn shutdown_on_signal(switch: watch::Sender<bool>) -> io::Result<()> {
    #[cfg(unix)]
    {
        let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
        tokio::select! {
            result = tokio::signal::ctrl_c() => result?,
            _ = terminate.recv() => {}
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await?;
    switch.send_replace(true);
    Ok(())
}
