//! Every answer that the demo can give about its listings, taken once.

use std::sync::OnceLock;

use dealeragent_protocol::{facts::Condition, tool::Tool};
use serde_json::{Value, json};

use super::{ORGANIZATION, Running, post::Post};

/// One answer of a tool.
pub(crate) struct Recorded {
    pub(crate) tool: Tool,
    pub(crate) arguments: Value,
    /// The MCP result.
    pub(crate) result: Value,
    /// The whole HTTP body.
    pub(crate) body: String,
}

impl Recorded {
    pub(crate) fn structured(&self) -> &Value {
        &self.result["structuredContent"]
    }

    pub(crate) fn is_error(&self) -> bool {
        self.result["isError"] == true
    }

    /// For messages of tests.
    pub(crate) fn name(&self) -> String {
        format!("{} {}", self.tool, self.arguments)
    }
}

/// What a walk met, beside its answers.
pub(crate) struct Walk {
    pub(crate) answers: Vec<Recorded>,
    /// Listings of the snapshot, sold and unpriced ones included.
    pub(crate) listings: usize,
    /// Those that a search may show.
    pub(crate) searchable: usize,
    /// Those without a usable price.
    pub(crate) unpriced: usize,
    /// Those that are sold or withdrawn.
    pub(crate) gone: usize,
    /// Used, certified and demo units.
    pub(crate) used: usize,
    /// VINs of the snapshot.
    pub(crate) vins: Vec<String>,
}

impl Walk {
    pub(crate) fn of(&self, tool: Tool) -> impl Iterator<Item = &Recorded> {
        self.answers.iter().filter(move |answer| answer.tool == tool)
    }
}

/// The walk over the demo, made on first use.
pub(crate) fn walk() -> &'static Walk {
    static WALK: OnceLock<Walk> = OnceLock::new();
    WALK.get_or_init(|| {
        std::thread::spawn(|| {
            tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(walked())
        })
        .join()
        .unwrap()
    })
}

async fn walked() -> Walk {
    let running = Running::demo();
    let mut walk =
        Walk { answers: Vec::new(), listings: 0, searchable: 0, unpriced: 0, gone: 0, used: 0, vins: Vec::new() };
    for arguments in [json!({}), json!({ "organization_id": ORGANIZATION })] {
        walk.answers.push(recorded(&running, Tool::GetManifest, arguments.clone()).await);
        walk.answers.push(recorded(&running, Tool::DealerGet, arguments).await);
    }
    for page in pages(&running, json!({})).await {
        walk.answers.push(page);
    }
    let snapshot = running.gateway.snapshot();
    for stored in snapshot.organizations().flat_map(|organization| organization.listings()) {
        let listing = stored.listing();
        walk.listings += 1;
        walk.searchable += usize::from(listing.is_searchable());
        walk.unpriced += usize::from(listing.price.is_none());
        walk.gone += usize::from(listing.availability.status.is_gone());
        walk.used += usize::from(listing.condition != Condition::New);
        walk.vins.push(listing.vin.to_string());
        let named = json!({
            "organization_id": listing.organization_id,
            "rooftop_id": listing.rooftop_id,
            "vehicle_id": listing.vehicle_id,
        });
        for tool in [Tool::GetVehicle, Tool::VerifyAvailability, Tool::GetDisclosure, Tool::GetUsedVehicleDetails] {
            walk.answers.push(recorded(&running, tool, named.clone()).await);
        }
    }
    walk
}

pub(crate) async fn recorded(running: &Running, tool: Tool, arguments: Value) -> Recorded {
    let got = running.send(Post::call(tool.as_str(), arguments.clone())).await;
    let result = got.json()["result"].take();
    Recorded { tool, arguments, result, body: got.text() }
}

/// Every page of a search, by its cursors.
pub(crate) async fn pages(running: &Running, arguments: Value) -> Vec<Recorded> {
    let mut arguments = arguments;
    arguments["organization_id"] = ORGANIZATION.into();
    let mut pages = Vec::new();
    loop {
        let page = recorded(running, Tool::Search, arguments.clone()).await;
        assert!(!page.is_error(), "{}", page.result);
        let next = page.structured()["page"]["next_cursor"].clone();
        assert_eq!(page.structured()["page"]["has_more"], !next.is_null());
        pages.push(page);
        assert!(pages.len() < 1000, "the walk does not end");
        if next.is_null() {
            return pages;
        }
        arguments["page"]["cursor"] = next;
    }
}
