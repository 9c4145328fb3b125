//! A bound on open connections.

use std::{
    io,
    sync::Arc,
    task::{Context, Poll},
};

use axum_server::accept::Accept;
use futures_util::future::BoxFuture;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower_service::Service;

/// Accepts as long as there is room, and closes what comes beyond.
#[derive(Debug, Clone)]
pub(super) struct Bounded<A> {
    inner: A,
    room: Arc<Semaphore>,
}

impl<A> Bounded<A> {
    pub(super) fn new(inner: A, most: usize) -> Self {
        Self { inner, room: Arc::new(Semaphore::new(most)) }
    }
}

impl<A, I, S> Accept<I, S> for Bounded<A>
where
    A: Accept<I, S> + Send,
    A::Future: Send + 'static,
    A::Stream: Send + 'static,
    A::Service: Send + 'static,
{
    type Stream = A::Stream;
    type Service = Held<A::Service>;
    type Future = BoxFuture<'static, io::Result<(Self::Stream, Self::Service)>>;

    fn accept(&self, stream: I, service: S) -> Self::Future {
        let Ok(permit) = Arc::clone(&self.room).try_acquire_owned() else {
            return Box::pin(std::future::ready(Err(io::Error::other("too many connections are open"))));
        };
        let accepted = self.inner.accept(stream, service);
        Box::pin(async move {
            let (stream, inner) = accepted.await?;
            Ok((stream, Held { inner, _room: Arc::new(permit) }))
        })
    }
}

/// A connection's service, which holds its room as long as it lives.
#[derive(Debug, Clone)]
pub(super) struct Held<S> {
    inner: S,
    _room: Arc<OwnedSemaphorePermit>,
}

impl<S: Service<R>, R> Service<R> for Held<S> {
    type Response = S::Response;
    type Error = S::Error;
    type Future = S::Future;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: R) -> Self::Future {
        self.inner.call(request)
    }
}
