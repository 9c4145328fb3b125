//! `/.well-known/dealer-agent.json` and `/feeds/inventory.csv`: the static
//! publication of a site with one dealer (`discovery.md` section 4), for clients
//! that read files and for whoever polls.
//!
//! It is built once for each inventory, not for each request. What is not for
//! anonymous callers is not in it; where nothing is, there is nothing here.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
    response::Response,
};
use dealeragent_gateway::{Site, SiteAddress};
use dealeragent_inventory::Snapshot;
use dealeragent_protocol::values::Timestamp;
use dealeragent_publication::{
    Addresses, DOCUMENT_TYPE, FEED_PATH, FEED_TYPE, Publication, PublicationFault, Transport,
};

use super::here::Here;
use crate::{
    http::{
        Door, SiteDirectory,
        body::json,
        validators::{Cache, Representation},
    },
    publication::publish,
};

/// Longest time for which a copy may be kept; never longer than the target.
const LONGEST_COPY_SECONDS: u32 = 300;

/// `GET /.well-known/dealer-agent.json`.
pub(super) async fn document(
    State(sites): State<Arc<SiteDirectory>>,
    Here(site): Here,
    headers: HeaderMap,
) -> Response {
    match sites.publications().of(&sites, &site).await {
        Some(files) => files.document.answer(&headers),
        None => not_here(),
    }
}

/// `GET /feeds/inventory.csv`.
pub(super) async fn feed(State(sites): State<Arc<SiteDirectory>>, Here(site): Here, headers: HeaderMap) -> Response {
    match sites.publications().of(&sites, &site).await {
        Some(files) => files.feed.answer(&headers),
        None => not_here(),
    }
}

/// The same as for any document that is not here: why is not the caller's
/// business.
fn not_here() -> Response {
    json(StatusCode::NOT_FOUND, "{\"error\":\"there is no such document\"}\n")
}

/// Both files as they are served.
struct Files {
    document: Representation,
    feed: Representation,
}

/// What was built last, and from which inventory.
struct Built {
    /// Tells inventories apart without keeping an old one alive.
    snapshot: Weak<Snapshot>,
    files: Option<Arc<Files>>,
}

type Slot = Arc<tokio::sync::Mutex<Option<Built>>>;

/// Publications by site.
#[derive(Default)]
pub(in crate::http) struct Publications {
    slots: Mutex<HashMap<String, Slot>>,
}

impl Publications {
    /// A site's files; `None` where it publishes nothing. Who asks while they
    /// are built waits for that one build.
    async fn of(&self, sites: &SiteDirectory, site: &Arc<Site>) -> Option<Arc<Files>> {
        site.only_dealer()?;
        if !sites.admits_anonymous(site) {
            return None;
        }
        let slot = self.slot(site.address());
        let mut slot = slot.lock().await;
        let snapshot = sites.gateway().snapshot();
        if let Some(built) = slot.as_ref()
            && std::ptr::eq(built.snapshot.as_ptr(), Arc::as_ptr(&snapshot))
        {
            return built.files.clone();
        }
        let (inventory, of_site, now) = (Arc::clone(&snapshot), Arc::clone(site), sites.gateway().clock().now());
        let made = tokio::task::spawn_blocking(move || make(&of_site, &inventory, now)).await.ok()?;
        let before = slot.as_ref().and_then(|built| built.files.clone());
        let files = made.map(|made| Arc::new(files(made, site, before.as_deref(), now)));
        *slot = Some(Built { snapshot: Arc::downgrade(&snapshot), files: files.clone() });
        files
    }

    fn slot(&self, address: &SiteAddress) -> Slot {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(slots.entry(address.as_str().to_owned()).or_default())
    }
}

fn make(site: &Site, snapshot: &Snapshot, now: Timestamp) -> Option<Publication> {
    let dealer = site.only_dealer()?;
    let inventory = snapshot.organization(&dealer.organization_id)?;
    match publish(dealer, inventory, &addresses(site)?, None, now) {
        Ok(made) => Some(made),
        // Dealer policy, not a fault.
        Err(PublicationFault::NoRooftop) => None,
        Err(error) => {
            let organization = dealer.organization_id.as_str();
            tracing::warn!(organization, %error, "there is no static publication");
            None
        }
    }
}

/// The files stand under the site's own address, and name its own endpoint.
fn addresses(site: &Site) -> Option<Addresses> {
    let address = site.address();
    let policy = &site.only_dealer()?.publication;
    Some(Addresses {
        feed: address.join(FEED_PATH).ok()?,
        gateway: Some(address.join(Door::Canonical.path()).ok()?),
        upgrade_path: policy.upgrade_path.clone().or_else(|| address.join("/").ok()),
        transport: if is_trial(address) { Transport::AllowHttp } else { Transport::HttpsOnly },
    })
}

/// Only on this machine is plain http a trial.
fn is_trial(address: &SiteAddress) -> bool {
    let authority = address.authority();
    let host =
        if authority.ends_with(']') { authority } else { authority.rsplit_once(':').map_or(authority, |(h, _)| h) };
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost") || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

fn files(made: Publication, site: &Site, before: Option<&Files>, now: Timestamp) -> Files {
    let max_age = u64::from(made.freshness_sla.as_seconds().min(LONGEST_COPY_SECONDS));
    let representation = |bytes: Vec<u8>, kind, before: Option<&Representation>, dated: Timestamp| {
        let modified_at = match before {
            Some(before) if before.body() == &bytes => before.last_modified().unwrap_or(dated),
            // It did change, whatever the source's own time.
            Some(before) if before.last_modified().is_some_and(|last| dated <= last) => now,
            _ => dated,
        };
        let document = Representation::new(bytes, kind, Cache::Public { max_age });
        document.modified_at(modified_at).compressed().for_any_origin()
    };
    Files {
        document: representation(made.document, DOCUMENT_TYPE, before.map(|files| &files.document), site.issued_at()),
        feed: representation(made.feed, FEED_TYPE, before.map(|files| &files.feed), made.observed_at),
    }
}
