//! The layers around every route, in the order in which a request meets them.

use std::{sync::Arc, time::Duration};

use axum::{
    Router,
    extract::{MatchedPath, Request, State},
    http::{Method, StatusCode},
    middleware::{self, Next},
    response::{IntoResponse as _, Response},
};
use tokio::sync::Semaphore;
use tower_http::catch_panic::CatchPanicLayer;

use super::{AccessPolicy, access, body::json_error, client_address, fairness};

/// Bounds on a request and on all of them together.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Longest request body, in bytes.
    pub body_bytes: usize,
    /// Longest time for a request body to arrive.
    pub body_time: Duration,
    /// Longest time until the answer begins.
    pub timeout: Duration,
    /// Most requests at work at once; more are shed.
    pub in_flight: usize,
    /// Most requests of one caller at work at once.
    pub per_caller: usize,
    /// Requests that a processor works for at once; others wait for their turn.
    pub at_once: usize,
    /// Most subscriptions held open at once.
    pub subscriptions: usize,
    /// Most of them for one caller: a grant's holder, or an address without one.
    pub subscriptions_per_caller: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body_bytes: 256 * 1024,
            body_time: Duration::from_secs(10),
            timeout: Duration::from_secs(30),
            in_flight: 1024,
            per_caller: 128,
            at_once: std::thread::available_parallelism().map_or(2, usize::from),
            subscriptions: 512,
            subscriptions_per_caller: 16,
        }
    }
}

/// Wraps the routes. `layer` puts each one around those before it, so the last
/// one here is the first that a request meets.
pub fn around(routes: Router, access: Arc<AccessPolicy>, limits: Limits) -> Router {
    let in_flight = Arc::new(Semaphore::new(limits.in_flight));
    let proxies = access.proxies.clone();
    routes
        // 5. A request that takes too long is given up.
        .layer(middleware::from_fn_with_state(limits.timeout, time_limit))
        // 4. Load is shed before a body is read.
        .layer(middleware::from_fn_with_state(in_flight, shed_load))
        // 3a. Refusals of one who asks on and on come at a pace.
        .layer(middleware::from_fn(fairness::hold_back))
        // 3. Host and Origin; preflights end here, before authorization.
        .layer(middleware::from_fn_with_state(access, access::guard))
        // 2a. Where it comes from, past trusted proxies.
        .layer(middleware::from_fn_with_state(proxies, client_address::note))
        // 2. One line per request: method, route, status, time. Never headers.
        .layer(middleware::from_fn(log_request))
        // 1. A panic is an answer, and the connection survives.
        .layer(CatchPanicLayer::custom(panic_answer))
}

async fn time_limit(State(limit): State<Duration>, request: Request, next: Next) -> Response {
    match tokio::time::timeout(limit, next.run(request)).await {
        Ok(response) => response,
        Err(_) => json_error(StatusCode::GATEWAY_TIMEOUT, "the answer took too long"),
    }
}

async fn shed_load(State(in_flight): State<Arc<Semaphore>>, request: Request, next: Next) -> Response {
    match in_flight.try_acquire() {
        Ok(_permit) => next.run(request).await,
        Err(_) => {
            let mut response = json_error(StatusCode::SERVICE_UNAVAILABLE, "too many requests at once");
            response.headers_mut().insert(http::header::RETRY_AFTER, http::HeaderValue::from_static("1"));
            response
        }
    }
}

async fn log_request(request: Request, next: Next) -> Response {
    let method = known_method(request.method());
    // The route's own pattern: what a caller put into a path or a query has no
    // place in a log.
    let route = request.extensions().get::<MatchedPath>().map_or("(none)".to_owned(), |path| path.as_str().to_owned());
    let started = tokio::time::Instant::now();
    let response = next.run(request).await;
    let micros = started.elapsed().as_micros();
    tracing::debug!(method, route, status = response.status().as_u16(), micros, "request");
    response
}

/// A method that HTTP defines; any other word is the caller's own.
fn known_method(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        Method::HEAD => "HEAD",
        Method::OPTIONS => "OPTIONS",
        Method::PATCH => "PATCH",
        Method::TRACE => "TRACE",
        Method::CONNECT => "CONNECT",
        _ => "(other)",
    }
}

#[allow(clippy::needless_pass_by_value)]
fn panic_answer(_: Box<dyn std::any::Any + Send>) -> Response {
    tracing::error!("a handler panicked");
    json_error(StatusCode::INTERNAL_SERVER_ERROR, "something went wrong in the server").into_response()
}
