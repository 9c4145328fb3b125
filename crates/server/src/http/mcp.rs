//! `POST /mcp`: one message in, one answer or one stream out.

use std::sync::Arc;

use axum::{
    body::Body,
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::Response,
    routing::{MethodRouter, post},
};
use tokio::sync::Semaphore;

use super::{
    Entrance, Limits, Shutdown,
    access::host_of,
    body::{json, json_error, read_bounded},
    client_address::ClientAddress,
    entrance::NotPassed,
    fairness::{Fairness, Who},
    stream,
};
use crate::mcp::{Handler, Outcome, Reply, RequestHeaders, Transport, refused_credential};

/// The route of one door; `find` gives the way in that a host gets.
pub fn mcp_route<H: Handler>(
    find: impl Fn(&str) -> Option<Entrance<H>> + Clone + Send + Sync + 'static,
    limits: Limits,
    fairness: Fairness,
    shutdown: Shutdown,
) -> MethodRouter {
    let subscriptions = Arc::new(Semaphore::new(limits.subscriptions));
    post(move |request: Request| {
        let (find, shutdown, subscriptions) = (find.clone(), shutdown.clone(), Arc::clone(&subscriptions));
        let fairness = fairness.clone();
        async move {
            let Some(entrance) = find(host_of(&request).unwrap_or_default()) else {
                return json_error(StatusCode::MISDIRECTED_REQUEST, "no site has this host name");
            };
            answer(entrance, request, (limits, fairness), shutdown, subscriptions).await
        }
    })
    .fallback(only_post)
}

/// No stream to GET and no session to DELETE.
async fn only_post() -> Response {
    let mut response = json_error(StatusCode::METHOD_NOT_ALLOWED, "this endpoint takes POST only");
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("POST, OPTIONS"));
    response
}

async fn answer<H: Handler>(
    entrance: Entrance<H>,
    request: Request,
    (limits, fairness): (Limits, Fairness),
    shutdown: Shutdown,
    subscriptions: Arc<Semaphore>,
) -> Response {
    let (parts, body) = request.into_parts();
    // Addresses end up in logs and histories: a token in one is spoilt already.
    if parts.uri.query().is_some_and(has_token) {
        return json_error(
            StatusCode::BAD_REQUEST,
            "a token belongs into the Authorization header, never into an address",
        );
    }
    let caller = match entrance.pass(&parts.headers).await {
        Ok(caller) => caller,
        Err(NotPassed::Challenged(challenge)) => return not_passed(challenge, body, limits).await,
        Err(NotPassed::Unchecked) => {
            let mut response = json_error(StatusCode::SERVICE_UNAVAILABLE, "the credential cannot be checked now");
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
            return response;
        }
    };
    if !is_json(&parts.headers) {
        return json_error(StatusCode::UNSUPPORTED_MEDIA_TYPE, "the body must be application/json");
    }
    let peer = parts.extensions.get::<ClientAddress>().map(|ClientAddress(address)| *address);
    // Before the body is read: who has all of its places waits outside.
    let who = Who::of(entrance.dispatcher.name_of(&caller), peer);
    let Some(share) = fairness.admit(&who) else { return fairness.too_many(&who) };
    let bytes = match read_bounded(body, limits).await {
        Ok(bytes) => bytes,
        Err(StatusCode::PAYLOAD_TOO_LARGE) => {
            return json_error(StatusCode::PAYLOAD_TOO_LARGE, "the body is too long");
        }
        Err(StatusCode::REQUEST_TIMEOUT) => return json_error(StatusCode::REQUEST_TIMEOUT, "the body took too long"),
        Err(status) => return json_error(status, "the body broke off"),
    };
    let headers = RequestHeaders { peer, ..mcp_headers(&parts.headers) };
    let handled = async {
        match entrance.dispatcher.handle(&bytes, Transport::Http(&headers), &caller) {
            Outcome::Accepted => empty(StatusCode::ACCEPTED),
            Outcome::Reply(reply) => respond(reply),
            Outcome::Running(running) => stream::reply_or_stream(running, respond).await,
            Outcome::Listening(subscription) => match subscriptions.try_acquire_owned() {
                Ok(permit) => stream::subscription(subscription, shutdown, permit),
                Err(_) => json_error(StatusCode::SERVICE_UNAVAILABLE, "too many subscriptions are open"),
            },
        }
    };
    let answered = fairness.run(&who, handled).await;
    drop(share);
    // Told to come later: it went beyond its quota.
    if answered.headers().contains_key(header::RETRY_AFTER) { fairness.paced(&who, answered) } else { answered }
}

/// A refused credential never becomes an anonymous call. The body is the
/// JSON-RPC reply all the same, with the request's id where that can be read.
async fn not_passed(challenge: &str, body: Body, limits: Limits) -> Response {
    let bytes = read_bounded(body, limits).await.unwrap_or_default();
    let mut response = respond(refused_credential(&bytes));
    if let Ok(challenge) = HeaderValue::from_str(challenge) {
        response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
    }
    response
}

/// Whether a query holds a token (RFC 6750 section 2.3).
fn has_token(query: &str) -> bool {
    query.split('&').any(|pair| pair.split('=').next().is_some_and(|name| name.eq_ignore_ascii_case("access_token")))
}

/// A missing content type is forgiven; any other than JSON is not.
fn is_json(headers: &HeaderMap) -> bool {
    let Some(value) = headers.get(header::CONTENT_TYPE) else { return true };
    let essence = value.to_str().unwrap_or_default().split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json")
}

fn respond(reply: Reply) -> Response {
    let status = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = json(status, reply.body);
    let headers = response.headers_mut();
    if let Some(challenge) = reply.www_authenticate.and_then(|text| HeaderValue::from_str(&text).ok()) {
        headers.insert(header::WWW_AUTHENTICATE, challenge);
    }
    if let Some(seconds) = reply.retry_after {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    if let Some(fields) = reply.rate_limit {
        for (name, value) in [("ratelimit-policy", fields.policy), ("ratelimit", fields.state)] {
            if let Ok(value) = HeaderValue::from_str(&value) {
                headers.insert(HeaderName::from_static(name), value);
            }
        }
    }
    response
}

fn empty(status: StatusCode) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}

const PARAM_PREFIX: &str = "mcp-param-";

fn mcp_headers(headers: &HeaderMap) -> RequestHeaders {
    let mut contradicting = false;
    let mut one = |name: &'static str| {
        let name = HeaderName::from_static(name);
        let mut values = headers.get_all(name).iter().map(text_of);
        let first = values.next();
        contradicting |= values.any(|other| Some(&other) != first.as_ref());
        first
    };
    let version = one("mcp-protocol-version");
    let method = one("mcp-method");
    let name = one("mcp-name");
    let params = headers
        .iter()
        .filter_map(|(name, value)| {
            name.as_str().strip_prefix(PARAM_PREFIX).map(|name| (name.to_owned(), text_of(value)))
        })
        .collect();
    RequestHeaders { version, method, name, params, contradicting, peer: None }
}

/// A header's text without outer blanks. What is no text equals nothing.
fn text_of(value: &HeaderValue) -> String {
    value.to_str().map(|text| text.trim_matches([' ', '\t']).to_owned()).unwrap_or_else(|_| "\u{0}".to_owned())
}
