//! Listening and stopping.

use std::{io, net::SocketAddr, time::Duration};

use axum::Router;
use axum_server::{Handle, accept::NoDelayAcceptor, tls_rustls::RustlsAcceptor};
use hyper_util::rt::TokioTimer;
use tokio::{net::TcpListener, sync::watch};

use super::{
    Tls,
    connections::Bounded,
    silence::{Patience, Watching},
};

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

/// Bounds on connections, before any request is there.
#[derive(Debug, Clone, Copy)]
pub struct ConnectionLimits {
    /// Longest time for a request's head to arrive, and for the first byte.
    pub head: Duration,
    /// Longest time without a byte in either direction after that: between two
    /// requests, or while a client does not take its answer. Longer than an
    /// answer may take, and than a quiet stream's heartbeat.
    pub idle: Duration,
    /// Longest time for a TLS handshake.
    pub handshake: Duration,
    /// Most connections at once; more are closed at once.
    pub connections: usize,
    /// Longest time that requests under way are waited for at the end.
    pub farewell: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self { head: seconds(10), idle: seconds(75), handshake: seconds(10), connections: 4096, farewell: seconds(30) }
    }
}

/// Serves until the shutdown begins; requests under way are finished.
///
/// # Errors
/// When the listener fails.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    tls: Option<Tls>,
    limits: ConnectionLimits,
    mut shutdown: Shutdown,
) -> io::Result<()> {
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    let handle = Handle::new();
    let stop = handle.clone();
    let farewell = limits.farewell;
    tokio::spawn(async move {
        shutdown.begun().await;
        stop.graceful_shutdown(Some(farewell));
    });
    let bounded = Bounded::new(NoDelayAcceptor::new(), limits.connections);
    // One version: telling two apart would wait without a bound for the first bytes.
    let mut server = axum_server::from_tcp(listener.into_std()?)?.http1_only().handle(handle).acceptor(bounded);
    // A head that dribbles in must not hold a connection.
    server.http_builder().http1().timer(TokioTimer::new()).header_read_timeout(limits.head);
    let patience = Patience { first: limits.head, later: limits.idle };
    match tls {
        None => server.map(|bounded| Watching::new(bounded, patience)).serve(service).await,
        Some(tls) => {
            let handshake = limits.handshake;
            let secure = |bounded| {
                let secure = RustlsAcceptor::new(tls.config()).handshake_timeout(handshake).acceptor(bounded);
                Watching::new(secure, patience)
            };
            server.map(secure).serve(service).await
        }
    }
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
