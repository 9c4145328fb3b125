//! `POST /mcp`: one message in, one answer or one stream out.

use axum::{
    body::Body,
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::Response,
    routing::{MethodRouter, post},
};

use super::{
    Entrance, Limits, Shutdown,
    accept::Accept,
    access::host_of,
    body::{json, json_error, read_bounded},
    client_address::ClientAddress,
    entrance::NotPassed,
    fairness::{Fairness, Who},
    stream,
    subscriptions::{NoPlace, Subscriptions},
};
use crate::mcp::{Handler, NotAdmitted, Outcome, Reply, RequestHeaders, Subscription, Transport, not_admitted};

/// The route of one door; `find` gives the way in that a host gets.
pub fn mcp_route<H: Handler>(
    find: impl Fn(&str) -> Option<Entrance<H>> + Clone + Send + Sync + 'static,
    limits: Limits,
    fairness: Fairness,
    shutdown: Shutdown,
) -> MethodRouter {
    let subscriptions = Subscriptions::new(&limits);
    post(move |request: Request| {
        let (find, shutdown, subscriptions) = (find.clone(), shutdown.clone(), subscriptions.clone());
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
    subscriptions: Subscriptions,
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
        Err(NotPassed::SignIn(challenge)) => return not_passed(NotAdmitted::SignIn, challenge, body, limits).await,
        Err(NotPassed::Invalid(challenge)) => return not_passed(NotAdmitted::Invalid, challenge, body, limits).await,
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
    let form = Form::wanted(&parts.headers);
    let handled = async {
        match entrance.dispatcher.handle(&bytes, Transport::Http(&headers), &caller) {
            Outcome::Accepted => empty(StatusCode::ACCEPTED),
            Outcome::Reply(reply) => form.of(reply),
            Outcome::Running(mut running) => {
                if !form.takes_events() {
                    running.token = None;
                }
                stream::reply_or_stream(running, |reply| form.of(reply)).await
            }
            Outcome::Listening(subscription) => match subscriptions.take(&who) {
                Ok(place) => stream::subscription(subscription, shutdown, place),
                Err(why) => no_place(&subscription, why),
            },
        }
    };
    let answered = fairness.run(&who, handled).await;
    drop(share);
    // Told to come later: it went beyond its quota.
    if answered.headers().contains_key(header::RETRY_AFTER) { fairness.paced(&who, answered) } else { answered }
}

/// In which form a caller takes its reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// JSON, and events where there is progress to tell.
    Either,
    /// JSON, and no events.
    Json,
    /// Events alone.
    Events,
}

impl Form {
    /// Whichever is listed (E07). Without a word, or with one that fits neither,
    /// JSON: a caller is answered rather than refused for its `Accept`.
    fn wanted(headers: &HeaderMap) -> Self {
        let accept = Accept::of(headers);
        let takes = |name| accept.of_type(name) > 0;
        match (takes("application/json"), takes("text/event-stream")) {
            (false, true) => Self::Events,
            (true, false) => Self::Json,
            (true, true) => Self::Either,
            (false, false) if accept.is_empty() => Self::Either,
            (false, false) => Self::Json,
        }
    }

    fn takes_events(self) -> bool {
        self != Self::Json
    }

    /// The reply in this form. A refusal with a status of its own stays JSON: by
    /// the status it is no message of a stream, clients read its body whole, and
    /// RFC 9110 (section 15) lets it have any type.
    fn of(self, mut reply: Reply) -> Response {
        if self != Self::Events || reply.status != 200 {
            return respond(reply);
        }
        let message = std::mem::take(&mut reply.body);
        let mut response = respond(reply);
        stream::one_event(&message, &mut response);
        response
    }
}

/// No more subscriptions, for now: the reply to the request that asked for one.
fn no_place(subscription: &Subscription, why: NoPlace) -> Response {
    let (status, seconds) = match why {
        NoPlace::Own => (StatusCode::TOO_MANY_REQUESTS, 60),
        NoPlace::Any => (StatusCode::SERVICE_UNAVAILABLE, 60),
    };
    let reply = subscription.refusal();
    respond(Reply { status: status.as_u16(), retry_after: Some(seconds), ..reply })
}

/// A refused credential never becomes an anonymous call. The body is the
/// JSON-RPC reply all the same, with the request's id where that can be read.
async fn not_passed(why: NotAdmitted, challenge: &str, body: Body, limits: Limits) -> Response {
    let bytes = read_bounded(body, limits).await.unwrap_or_default();
    let mut response = respond(not_admitted(&bytes, why));
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
