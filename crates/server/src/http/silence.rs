//! A bound on silence: a connection on which nothing moves is closed.
//!
//! What arrives of a request has bounds of its own from its first byte on; here
//! is what comes before, after and between: a connection that never says
//! anything, one that is kept open and not used, and a client that does not take
//! its answer.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use axum_server::accept::Accept;
use futures_util::future::BoxFuture;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, Sleep, sleep},
};

/// How long nothing may move.
#[derive(Debug, Clone, Copy)]
pub(super) struct Patience {
    /// Before the first byte.
    pub(super) first: Duration,
    /// After it.
    pub(super) later: Duration,
}

/// Accepts, and watches what was accepted.
#[derive(Debug, Clone)]
pub(super) struct Watching<A> {
    inner: A,
    patience: Patience,
}

impl<A> Watching<A> {
    pub(super) fn new(inner: A, patience: Patience) -> Self {
        Self { inner, patience }
    }
}

impl<A, I, S> Accept<I, S> for Watching<A>
where
    A: Accept<I, S> + Send,
    A::Future: Send + 'static,
    A::Stream: Send + 'static,
    A::Service: Send + 'static,
{
    type Stream = Watched<A::Stream>;
    type Service = A::Service;
    type Future = BoxFuture<'static, io::Result<(Self::Stream, Self::Service)>>;

    fn accept(&self, stream: I, service: S) -> Self::Future {
        let (accepted, patience) = (self.inner.accept(stream, service), self.patience);
        Box::pin(async move {
            let (stream, service) = accepted.await?;
            Ok((Watched::new(stream, patience), service))
        })
    }
}

/// A stream that fails when nothing moved for too long.
#[derive(Debug)]
pub(super) struct Watched<S> {
    stream: S,
    patience: Duration,
    moved: Instant,
    /// Moved on when it fires, not with every byte.
    alarm: Pin<Box<Sleep>>,
    later: Duration,
}

impl<S> Watched<S> {
    fn new(stream: S, Patience { first, later }: Patience) -> Self {
        Self { stream, patience: first, moved: Instant::now(), alarm: Box::pin(sleep(first)), later }
    }

    fn note_movement(&mut self) {
        self.moved = Instant::now();
        self.patience = self.later;
    }

    /// Waits with whoever waits for the stream.
    fn poll_silence(&mut self, context: &mut Context<'_>) -> Poll<io::Error> {
        loop {
            ready!(self.alarm.as_mut().poll(context));
            let ends = self.moved + self.patience;
            if ends <= Instant::now() {
                return Poll::Ready(io::Error::new(io::ErrorKind::TimedOut, "nothing moved for too long"));
            }
            self.alarm.as_mut().reset(ends);
        }
    }

    fn watch<T>(&mut self, context: &mut Context<'_>, polled: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if polled.is_ready() {
            self.note_movement();
            return polled;
        }
        self.poll_silence(context).map(Err)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Watched<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.watch(context, polled)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Watched<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watch(context, polled)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.watch(context, polled)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    // Flushing tells nothing: a socket is always flushed.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
