//! `/llms.txt`: what a language model should know before it uses this gateway,
//! in the shape of the llms.txt convention: a title, a summary in a quotation,
//! text without headings, then headings with lists of links.

use std::sync::Arc;

use askama::Template;
use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
    response::Response,
};
use dealeragent_protocol::{STANDARD_VERSION, tool::Tool, wording::en};

use super::{here::Here, markdown, server_json, site_view::SiteView};
use crate::http::{
    SiteDirectory,
    body::json,
    validators::{Cache, Representation},
};

/// Text templates escape nothing; what a dealer wrote goes through
/// [`markdown::plain`] first.
#[derive(Template)]
#[template(path = "llms.txt")]
struct Llms<'v> {
    view: &'v SiteView<'v>,
}

pub(super) async fn llms(State(sites): State<Arc<SiteDirectory>>, Here(site): Here, headers: HeaderMap) -> Response {
    let view = SiteView::of(&sites, &site).await;
    match (Llms { view: &view }).render() {
        Ok(text) => {
            // It tells of the declared tools, and lives as long as their list.
            let cache = Cache::Public { max_age: view.list_ttl_ms / 1000 };
            let document = Representation::new(text, "text/markdown; charset=utf-8", cache);
            document.modified_at(view.written_at).answer(&headers)
        }
        Err(error) => {
            tracing::error!(%error, "llms.txt could not be written");
            json(StatusCode::INTERNAL_SERVER_ERROR, "{\"error\":\"something went wrong in the server\"}\n")
        }
    }
}

impl Llms<'_> {
    fn plain(&self, text: &str) -> String {
        markdown::plain(text)
    }

    /// An address within the parentheses of a link.
    fn link(&self, uri: &str) -> String {
        uri.replace('(', "%28").replace(')', "%29")
    }

    fn standard_version(&self) -> &'static str {
        STANDARD_VERSION
    }

    fn synthetic_notice(&self) -> &'static str {
        en::SYNTHETIC
    }

    fn searches(&self) -> bool {
        self.view.offers(Tool::Search)
    }

    fn verifies(&self) -> bool {
        self.view.offers(Tool::VerifyAvailability)
    }

    fn verifies_for_signed_in(&self) -> bool {
        self.view.keeps_for_signed_in(Tool::VerifyAvailability)
    }

    fn discloses(&self) -> bool {
        self.view.offers(Tool::GetDisclosure)
    }

    fn tells_of_used(&self) -> bool {
        self.view.offers(Tool::GetUsedVehicleDetails)
    }

    fn has_registry_entry(&self) -> bool {
        server_json::name(self.view.site.address()).is_some()
    }
}
