//! Listening and stopping.

use std::{io, net::SocketAddr};

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
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, service).with_graceful_shutdown(async move { shutdown.begun().await }).await
}

/// Begins the shutdown on Ctrl-C or SIGTERM. Signals are taken from the moment
/// of the call, not from the first poll on, so that none is lost in between.
///
/// # Errors
/// When the signals cannot be listened for.
pub fn shutdown_on_signal(switch: watch::Sender<bool>) -> impl Future<Output = io::Result<()>> + Send + 'static {
    let signals = Signals::listen();
    async move {
        signals?.any().await?;
        switch.send_replace(true);
        Ok(())
    }
}

#[cfg(unix)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn listen() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    async fn any(mut self) -> io::Result<()> {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
        Ok(())
    }
}

#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn listen() -> io::Result<Self> {
        Ok(Self)
    }

    async fn any(self) -> io::Result<()> {
        tokio::signal::ctrl_c().await
    }
}
