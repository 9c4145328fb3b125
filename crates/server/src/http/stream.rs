//! Server-sent events: progress before a reply, and subscriptions.

use std::{convert::Infallible, time::Duration};

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, header},
    response::Response,
};
use bytes::Bytes;
use futures_util::stream;
use tokio::sync::mpsc;

use super::{Shutdown, subscriptions::Place};
use crate::mcp::{ProgressEvent, Reply, Running, Subscription};

/// Between two comments that keep a quiet stream open at proxies.
const KEEP_ALIVE: Duration = Duration::from_secs(25);

/// Waits for the reply, and turns to a stream only when progress comes first
/// and the client asked for it.
pub(super) async fn reply_or_stream(mut running: Running, respond: impl Fn(Reply) -> Response) -> Response {
    let Some(token) = running.token.take() else { return respond(running.reply.await) };
    let first = tokio::select! {
        biased;
        event = running.progress.recv() => event,
        reply = &mut running.reply => return respond(reply),
    };
    let Some(first) = first else { return respond(running.reply.await) };
    let (sender, receiver) = mpsc::channel(16);
    let first = Running::message(&token, &first);
    tokio::spawn(async move {
        let send = async |message: Vec<u8>| sender.send(event(&message)).await.is_ok();
        if !send(first).await {
            return;
        }
        loop {
            let next: Option<ProgressEvent> = tokio::select! {
                biased;
                event = running.progress.recv() => event,
                reply = &mut running.reply => {
                    // What was reported last still comes before the reply.
                    while let Ok(progress) = running.progress.try_recv() {
                        send(Running::message(&token, &progress)).await;
                    }
                    send(reply.body).await;
                    return;
                }
                // The client closed the stream: that cancels the call.
                () = sender.closed() => return,
            };
            match next {
                Some(progress) => {
                    send(Running::message(&token, &progress)).await;
                }
                None => {
                    let reply = (&mut running.reply).await;
                    send(reply.body).await;
                    return;
                }
            }
        }
    });
    events(receiver)
}

/// A reply as one event, and the end of the stream.
pub(super) fn one_event(message: &[u8], response: &mut Response) {
    *response.body_mut() = Body::from(event(message));
    say_events(response.headers_mut());
}

/// Acknowledges at once, then holds the stream until the server or the client
/// ends it.
pub(super) fn subscription(mut subscription: Subscription, mut shutdown: Shutdown, place: Place) -> Response {
    let (sender, receiver) = mpsc::channel(4);
    tokio::spawn(async move {
        let _held = place;
        if sender.send(event(&subscription.acknowledgement)).await.is_err() {
            return;
        }
        let mut beat = tokio::time::interval(KEEP_ALIVE);
        beat.reset();
        loop {
            tokio::select! {
                () = shutdown.begun() => {
                    let _ = sender.send(event(&subscription.end)).await;
                    return;
                }
                () = sender.closed() => return,
                () = subscription.changed() => {
                    for announcement in &subscription.announcements {
                        if sender.send(event(announcement)).await.is_err() {
                            return;
                        }
                    }
                }
                _ = beat.tick() => {
                    if sender.send(Bytes::from_static(b": still here\n\n")).await.is_err() {
                        return;
                    }
                }
            }
        }
    });
    events(receiver)
}

/// One message as one event on a single `data:` line.
fn event(message: &[u8]) -> Bytes {
    let mut event = Vec::with_capacity(message.len() + 24);
    event.extend_from_slice(b"event: message\ndata: ");
    event.extend_from_slice(message);
    event.extend_from_slice(b"\n\n");
    event.into()
}

fn events(receiver: mpsc::Receiver<Bytes>) -> Response {
    let body = stream::unfold(receiver, |mut receiver| async move {
        receiver.recv().await.map(|bytes| (Ok::<_, Infallible>(bytes), receiver))
    });
    let mut response = Response::new(Body::from_stream(body));
    say_events(response.headers_mut());
    response
}

fn say_events(headers: &mut HeaderMap) {
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
}
