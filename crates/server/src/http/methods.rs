//! Pages take GET and HEAD; whoever tries another method is told so.

use axum::{
    handler::Handler,
    http::{HeaderValue, StatusCode, header},
    response::Response,
    routing::{MethodRouter, get},
};

use super::body::json;

/// A route for a page. HEAD is GET without the body, which the router sees to;
/// OPTIONS is answered before any route is reached.
pub(super) fn page<H, T, S>(handler: H) -> MethodRouter<S>
where
    H: Handler<T, S>,
    T: 'static,
    S: Clone + Send + Sync + 'static,
{
    get(handler).fallback(only_get)
}

async fn only_get() -> Response {
    let body = "{\"error\":\"this address is read with GET or HEAD; MCP clients send POST to /mcp or /mcp/compat\",\
        \"allow\":[\"GET\",\"HEAD\",\"OPTIONS\"]}\n";
    let mut response = json(StatusCode::METHOD_NOT_ALLOWED, body);
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD, OPTIONS"));
    response
}
