//! Bodies in and out.

use axum::{
    body::Body,
    http::{HeaderValue, StatusCode, header},
    response::Response,
};
use bytes::Bytes;
use http_body_util::{BodyExt as _, Limited};

use super::Limits;

/// Reads a body within the bounds on its length and its time.
///
/// # Errors
/// The status to answer with: 413 for one that is too long, 408 for one that
/// takes too long, 400 for one that broke off.
pub(super) async fn read_bounded(body: Body, limits: Limits) -> Result<Bytes, StatusCode> {
    let read = Limited::new(body, limits.body_bytes).collect();
    let Ok(read) = tokio::time::timeout(limits.body_time, read).await else {
        return Err(StatusCode::REQUEST_TIMEOUT);
    };
    match read {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(error) if error.is::<http_body_util::LengthLimitError>() => Err(StatusCode::PAYLOAD_TOO_LARGE),
        Err(_) => Err(StatusCode::BAD_REQUEST),
    }
}

/// A JSON body.
pub(super) fn json(status: StatusCode, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// A refusal before JSON-RPC was reached: an error without an id. What is the
/// server's own fault says so, since a client gives up on an invalid request.
pub(super) fn json_error(status: StatusCode, message: &'static str) -> Response {
    let code = if status.is_server_error() { -32603 } else { -32600 };
    let body = serde_json::json!({ "jsonrpc": "2.0", "error": { "code": code, "message": message } });
    json(status, body.to_string())
}
