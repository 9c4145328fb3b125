//! What each kind of caller gets for each thing that can be asked.

use dealeragent_protocol::tool::{Profile, Tool};
use dealeragent_server::http::Door;

use super::place::Place;

pub(super) const OK: &str = "ok";
pub(super) const REQUIRED: &str = "auth.required";
pub(super) const INVALID: &str = "auth.invalid";
pub(super) const SCOPE: &str = "scope.insufficient";
pub(super) const NOT_FOUND: &str = "resource.not_found";
/// A resource that is not there for the caller: a JSON-RPC error.
pub(super) const ABSENT: &str = "-32602";

const INVENTORY: Option<&str> = Some("dealeragent:inventory:read");
const PRICING: Option<&str> = Some("dealeragent:pricing:read");

/// What is asked: a tool of the protocol, one of the two for research hosts, or
/// a resource of one of the reserved forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Asked {
    Tool(Tool),
    Search,
    Fetch,
    Manifest,
    Organization,
    Rooftop,
    Vehicle,
    Policy,
}

impl Asked {
    /// Its name at a door, where it is a tool.
    pub(super) fn tool_name(self, door: Door) -> Option<&'static str> {
        match (self, door) {
            (Self::Tool(tool), Door::Canonical) => Some(tool.as_str()),
            (Self::Tool(tool), Door::Compat) => Some(tool.spec().safe_name),
            (Self::Search, _) => Some("search"),
            (Self::Fetch, _) => Some("fetch"),
            _ => None,
        }
    }

    pub(super) fn is_resource(self) -> bool {
        self.tool_name(Door::Canonical).is_none()
    }
}

/// One thing that is open to signed-in callers alone, or to everybody.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) asked: Asked,
    /// The scope that it takes.
    pub(super) scope: Option<&'static str>,
    /// The profile that it takes.
    pub(super) profile: Profile,
    /// Where it is asked: at a dealer that is listed, at one that is not, or at
    /// both with the same answers.
    at: At,
    /// Without a token.
    pub(super) anonymous: &'static str,
    /// With everything for another dealer of the site.
    pub(super) neighbour: &'static str,
    /// With everything for nobody of the site.
    pub(super) nowhere: &'static str,
    /// With everything for another rooftop of the dealer.
    pub(super) elsewhere: &'static str,
    pub(super) no_scope: &'static str,
    pub(super) no_profile: &'static str,
    /// With a grant for another purpose alone.
    pub(super) no_purpose: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum At {
    Both,
    Listed,
    Unlisted,
}

impl Row {
    pub(super) fn is_asked(&self, place: &Place, door: Door) -> bool {
        let is_offered = door == Door::Compat || !matches!(self.asked, Asked::Search | Asked::Fetch);
        is_offered && (self.at == At::Both || (self.at == At::Listed) == place.is_listed)
    }
}

/// A tool about one unit or a search.
const fn tool(tool: Tool, profile: Profile, scope: Option<&'static str>) -> Row {
    Row {
        asked: Asked::Tool(tool),
        scope,
        profile,
        at: At::Both,
        anonymous: REQUIRED,
        neighbour: NOT_FOUND,
        nowhere: NOT_FOUND,
        elsewhere: NOT_FOUND,
        no_scope: SCOPE,
        no_profile: SCOPE,
        no_purpose: OK,
    }
}

/// What is open to everybody.
const fn open(asked: Asked) -> Row {
    Row {
        asked,
        scope: None,
        profile: Profile::Discovery,
        at: At::Both,
        anonymous: OK,
        neighbour: OK,
        nowhere: OK,
        elsewhere: OK,
        no_scope: OK,
        no_profile: OK,
        no_purpose: OK,
    }
}

/// A resource: every refusal looks like absence.
const fn resource(asked: Asked, profile: Profile, scope: Option<&'static str>) -> Row {
    Row {
        scope,
        profile,
        anonymous: ABSENT,
        neighbour: ABSENT,
        nowhere: ABSENT,
        elsewhere: ABSENT,
        no_scope: ABSENT,
        no_profile: ABSENT,
        ..open(asked)
    }
}

pub(super) const TABLE: [Row; 15] = [
    open(Asked::Tool(Tool::GetManifest)),
    Row { no_scope: OK, ..tool(Tool::DealerGet, Profile::Discovery, None) },
    tool(Tool::Search, Profile::InventoryRead, INVENTORY),
    tool(Tool::GetVehicle, Profile::InventoryRead, INVENTORY),
    Row { no_purpose: SCOPE, ..tool(Tool::VerifyAvailability, Profile::InventoryAvailability, INVENTORY) },
    tool(Tool::GetDisclosure, Profile::PricingDisclosure, PRICING),
    tool(Tool::GetUsedVehicleDetails, Profile::UsedVehicleRead, INVENTORY),
    // Over every dealer that the caller may search.
    Row { asked: Asked::Search, neighbour: OK, elsewhere: OK, ..tool(Tool::Search, Profile::InventoryRead, INVENTORY) },
    Row { asked: Asked::Fetch, ..tool(Tool::GetVehicle, Profile::InventoryRead, INVENTORY) },
    open(Asked::Manifest),
    // About the dealer with the rooftops that the caller may know.
    Row { elsewhere: OK, ..resource(Asked::Organization, Profile::Discovery, None) },
    resource(Asked::Rooftop, Profile::Discovery, None),
    resource(Asked::Vehicle, Profile::InventoryRead, INVENTORY),
    Row { at: At::Listed, ..open(Asked::Policy) },
    Row { at: At::Unlisted, anonymous: ABSENT, neighbour: ABSENT, nowhere: ABSENT, ..open(Asked::Policy) },
];
