//! Where things are asked: one unit of one rooftop of one dealer.

use dealeragent_protocol::tool::Tool;
use dealeragent_server::http::Door;
use serde_json::{Value, json};

use super::table::Asked;
use crate::support::{
    dealership::{Car, Dealership, Lot},
    post::Post,
    signed_in::{HOST, SignInAt, SignedIn},
};

/// Everything that can be closed to the public, is.
const FOR_TOKENS: [&str; 5] = ["authenticated"; 5];

/// Three dealers on one site: `north` and `east` are listed, `quiet` is not.
pub(super) fn world(sign_in_at: SignInAt) -> SignedIn {
    let dealer = |(id, letter, listed): (&str, char, bool)| {
        let lot = |name: &str, digit: u32| Lot {
            id: format!("{id}-{name}"),
            access: FOR_TOKENS,
            listed,
            group_search: true,
            make: format!("Make {id} {name}"),
            cars: (0..2)
                .map(|n| Car {
                    vin: format!("9ZZ{letter}00000000000{digit}{n}"),
                    stock_number: format!("{letter}{digit}-{n}"),
                    price: 20_000,
                    is_used: true,
                })
                .collect(),
        };
        Dealership { id: id.to_owned(), rooftops: vec![lot("main", 1), lot("annex", 2)] }
    };
    SignedIn::new(sign_in_at, &[("north", 'N', true), ("east", 'E', true), ("quiet", 'T', false)].map(dealer))
}

pub(super) struct Place {
    pub(super) organization: &'static str,
    pub(super) rooftop: &'static str,
    /// Another rooftop of the same dealer.
    pub(super) annex: &'static str,
    pub(super) is_listed: bool,
    pub(super) vehicle_id: String,
    pub(super) vin: String,
}

impl Place {
    pub(super) fn listed(world: &SignedIn) -> Self {
        Self::of(world, ("north", "north-main", "north-annex"), true)
    }

    pub(super) fn unlisted(world: &SignedIn) -> Self {
        Self::of(world, ("quiet", "quiet-main", "quiet-annex"), false)
    }

    fn of(world: &SignedIn, names: (&'static str, &'static str, &'static str), is_listed: bool) -> Self {
        let (organization, rooftop, annex) = names;
        let snapshot = world.running.gateway.snapshot();
        let mut all = snapshot.organizations().flat_map(|organization| organization.listings());
        let found = all.find(|stored| stored.listing().rooftop_id.as_str() == rooftop).unwrap().listing();
        let (vehicle_id, vin) = (found.vehicle_id.to_string(), found.vin.to_string());
        Self { organization, rooftop, annex, is_listed, vehicle_id, vin }
    }

    /// What a table's line asks here.
    pub(super) fn post(&self, asked: Asked, door: Door, era: Era) -> Post {
        let Self { organization, rooftop, vehicle_id, .. } = self;
        let of_dealer = json!({ "organization_id": organization, "rooftop_ids": [rooftop] });
        let uri = format!("dealeragent://organization/{organization}");
        let unit_uri = format!("{uri}/rooftop/{rooftop}/vehicle/{vehicle_id}");
        let arguments = match asked {
            Asked::Tool(Tool::GetManifest) => json!({}),
            Asked::Tool(Tool::DealerGet | Tool::Search) => of_dealer,
            Asked::Tool(_) => self.unit(),
            Asked::Search => json!({ "query": "Make" }),
            Asked::Fetch => json!({ "id": unit_uri }),
            Asked::Manifest => json!({ "uri": "dealeragent://manifest" }),
            Asked::Organization => json!({ "uri": uri }),
            Asked::Rooftop => json!({ "uri": format!("{uri}/rooftop/{rooftop}") }),
            Asked::Vehicle => json!({ "uri": unit_uri }),
            Asked::Policy => json!({ "uri": format!("{uri}/policy/default") }),
        };
        let post = match asked.tool_name(door) {
            Some(name) => era.post("tools/call", json!({ "name": name, "arguments": arguments })),
            None => era.post("resources/read", arguments),
        };
        post.at(door.path()).header("host", HOST)
    }

    pub(super) fn unit(&self) -> Value {
        let Self { organization, rooftop, vehicle_id, .. } = self;
        json!({ "organization_id": organization, "rooftop_id": rooftop, "vehicle_id": vehicle_id })
    }
}

/// The revisions that clients speak.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Era {
    Modern,
    Handshake,
}

impl Era {
    pub(super) fn post(self, method: &str, params: Value) -> Post {
        match self {
            Self::Modern => Post::modern(method, params),
            Self::Handshake => Post::legacy("2025-11-25", method, &params),
        }
    }
}
