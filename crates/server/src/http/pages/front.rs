//! `/`: a page for people who open the address, and a few lines for those who
//! ask for text.

mod clients;
mod style;

use std::sync::Arc;

use askama::Template;
use axum::{
    body::Body,
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::Response,
};
use dealeragent_protocol::{STANDARD_VERSION, tool::Tool, wording::en};

use self::clients::{Client, clients};
use super::{
    here::Here,
    links,
    negotiation::wants_html,
    server_json,
    site_view::{SiteView, is_web},
};
use crate::http::{SiteDirectory, body::json, validators::Cache};

#[derive(Template)]
#[template(path = "front.html")]
struct Html<'v> {
    view: &'v SiteView<'v>,
    style: &'static str,
    clients: Vec<Client>,
    head_snippet: String,
    header_snippet: String,
}

#[derive(Template)]
#[template(path = "front.txt")]
struct Plain<'v> {
    view: &'v SiteView<'v>,
}

/// The age of a source is true for a minute and its state can change at any
/// second, so that no copy of the page may be kept: a stale rooftop would be
/// shown as a fresh one.
const CACHE: Cache = Cache::Never;

pub(super) async fn front(State(sites): State<Arc<SiteDirectory>>, Here(site): Here, headers: HeaderMap) -> Response {
    let view = SiteView::of(&sites, &site).await;
    let html = wants_html(&headers);
    let written = if html { html_page(&view) } else { Plain { view: &view }.render() };
    let text = match written {
        Ok(text) => text,
        Err(error) => {
            tracing::error!(%error, "the front page could not be written");
            return json(StatusCode::INTERNAL_SERVER_ERROR, "{\"error\":\"something went wrong in the server\"}\n");
        }
    };
    let mut response = Response::new(Body::from(text));
    let headers = response.headers_mut();
    let kind = if html { "text/html; charset=utf-8" } else { "text/plain; charset=utf-8" };
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::VARY, HeaderValue::from_static("Accept"));
    headers.insert(header::CACHE_CONTROL, CACHE.header());
    if let Some(links) = links::of_front_page(&site, view.has_manifest) {
        headers.insert(header::LINK, links);
    }
    if html {
        headers.insert(header::CONTENT_SECURITY_POLICY, style::content_security_policy());
    }
    response
}

fn html_page(view: &SiteView<'_>) -> askama::Result<String> {
    let base = view.base();
    Html {
        view,
        style: style::STYLE,
        clients: clients(base, view.needs_sign_in()),
        head_snippet: links::for_dealer_site(base, view.has_manifest),
        header_snippet: links::header_for_dealer_site(base, view.has_manifest),
    }
    .render()
}

impl Html<'_> {
    fn version(&self) -> &'static str {
        env!("CARGO_PKG_VERSION")
    }

    fn standard_version(&self) -> &'static str {
        STANDARD_VERSION
    }

    fn synthetic_notice(&self) -> &'static str {
        en::SYNTHETIC
    }

    fn operator_site(&self) -> Option<&str> {
        self.view.site.operator().uri.as_ref().map(|uri| uri.as_str()).filter(|uri| is_web(uri))
    }

    /// `1 December 2026, 14:05 UTC`.
    fn written_at(&self) -> String {
        self.view.now.as_jiff().strftime("%-d %B %Y, %H:%M UTC").to_string()
    }

    /// What a person calls a website.
    fn host<'u>(&self, uri: &'u str) -> &'u str {
        uri.split_once("://").map_or(uri, |(_, rest)| rest).split('/').next().unwrap_or(uri)
    }

    fn has_registry_entry(&self) -> bool {
        server_json::name(self.view.site.address()).is_some()
    }

    fn searches(&self) -> bool {
        self.view.offers(Tool::Search)
    }
}

impl Plain<'_> {
    fn synthetic_notice(&self) -> &'static str {
        en::SYNTHETIC
    }
}
