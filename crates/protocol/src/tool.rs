//! The tool table (contract.md section 8): names, profiles, scopes, access.

use crate::{
    values::{ProfileName, Scope, words::words},
    wording,
};

words! {
    /// A tool that this gateway implements, by its canonical name.
    pub enum Tool {
        GetManifest = "dealeragent.discovery.get_manifest",
        DealerGet = "dealeragent.dealer.get",
        Search = "dealeragent.inventory.search",
        GetVehicle = "dealeragent.inventory.get_vehicle",
        VerifyAvailability = "dealeragent.inventory.verify_availability",
        GetDisclosure = "dealeragent.pricing.get_disclosure",
        GetUsedVehicleDetails = "dealeragent.inventory.get_used_vehicle_details",
    }
}

words! {
    /// A profile of the protocol, with its version.
    pub enum Profile {
        Discovery = "dealeragent.discovery/0.1",
        InventoryRead = "dealeragent.inventory.read/0.1",
        InventoryAvailability = "dealeragent.inventory.availability/0.1",
        PricingDisclosure = "dealeragent.pricing.disclosure/0.1",
        UsedVehicleRead = "dealeragent.used-vehicle.read/0.1",
    }
}

/// A tool that the protocol names and this gateway does not implement yet: a
/// call gets `capability.unsupported`, not "unknown tool". Private fields: there
/// are none but those of our table, so that one never holds a caller's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unimplemented {
    name: &'static str,
    profile: &'static str,
}

const HANDOFF: &str = "dealeragent.handoff/0.1";

const NOT_IMPLEMENTED: [Unimplemented; 3] = [
    Unimplemented { name: "dealeragent.handoff.get_policy", profile: HANDOFF },
    Unimplemented { name: "dealeragent.handoff.prepare", profile: HANDOFF },
    Unimplemented { name: "dealeragent.handoff.submit", profile: HANDOFF },
];

/// What a called name means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NamedTool {
    /// One of ours.
    Known(Tool),
    /// The protocol's, but not implemented here.
    NotImplemented(Unimplemented),
}

impl NamedTool {
    /// The canonical name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Known(tool) => tool.as_str(),
            Self::NotImplemented(tool) => tool.name,
        }
    }

    /// The name of the profile that it belongs to.
    #[must_use]
    pub const fn profile(self) -> &'static str {
        match self {
            Self::Known(tool) => tool.spec().profile.as_str(),
            Self::NotImplemented(tool) => tool.profile,
        }
    }
}

impl From<Tool> for NamedTool {
    fn from(tool: Tool) -> Self {
        Self::Known(tool)
    }
}

/// Reads a tool name in its canonical (dotted) or safe (underscored) spelling.
#[must_use]
pub fn tool_by_name(name: &str) -> Option<NamedTool> {
    if let Some(tool) = Tool::ALL.iter().find(|tool| tool.as_str() == name || tool.spec().safe_name == name) {
        return Some(NamedTool::Known(*tool));
    }
    let is_named = |tool: &&Unimplemented| tool.name == name || tool.name.replace('.', "_") == name;
    NOT_IMPLEMENTED.iter().find(is_named).copied().map(NamedTool::NotImplemented)
}

/// Who may call a tool, as far as the protocol goes; dealer policy narrows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Anybody.
    Public,
    /// Anybody where the dealer opens it.
    PublicByPolicy,
    /// Signed-in callers, or rate limited where the dealer opens it.
    AuthenticatedUnlessOpened,
}

/// One line of the tool table.
#[derive(Debug, Clone, Copy)]
pub struct ToolSpec {
    /// The canonical name with `_` for `.`, for hosts that refuse dots.
    pub safe_name: &'static str,
    /// Title for people.
    pub title: &'static str,
    /// What a model reads before it calls, where [`Self::description`] puts in
    /// what depends on the other tools.
    pub(crate) description: &'static str,
    /// The profile that it belongs to.
    pub profile: Profile,
    /// Scope that a token needs.
    pub scope: Option<&'static str>,
    /// Who may call it.
    pub access: Access,
}

/// Stands in a description for what is said of a car's being there.
pub(crate) const STILL_THERE: &str = "{still_there}";

impl ToolSpec {
    /// What a model reads before it calls. It sends nobody to a tool that is not
    /// offered (`DAP-DISC-002`).
    #[must_use]
    pub fn description(&self, offers: impl Fn(Tool) -> bool) -> String {
        self.description.replace(STILL_THERE, wording::en::still_there(offers(Tool::VerifyAvailability)))
    }
}

impl Tool {
    /// The tool's line in the table.
    #[must_use]
    pub const fn spec(self) -> &'static ToolSpec {
        use crate::tools;
        match self {
            Self::GetManifest => &tools::get_manifest::SPEC,
            Self::DealerGet => &tools::dealer_get::SPEC,
            Self::Search => &tools::search::SPEC,
            Self::GetVehicle => &tools::get_vehicle::SPEC,
            Self::VerifyAvailability => &tools::verify_availability::SPEC,
            Self::GetDisclosure => &tools::get_disclosure::SPEC,
            Self::GetUsedVehicleDetails => &tools::get_used_vehicle_details::SPEC,
        }
    }

    /// The scope that a token needs.
    #[must_use]
    pub fn scope(self) -> Option<Scope> {
        self.spec().scope.and_then(|scope| Scope::parse(scope).ok())
    }
}

impl Profile {
    /// The four profiles of the bundle `dealeragent.core-retail-read/0.1`.
    /// Without all four nothing calls itself Core.
    pub const CORE: [Self; 4] =
        [Self::Discovery, Self::InventoryRead, Self::InventoryAvailability, Self::PricingDisclosure];

    /// The profile as the manifest writes it.
    ///
    /// # Errors
    /// Never for the names of this table.
    pub fn name(self) -> Result<ProfileName, crate::values::InvalidText> {
        ProfileName::parse(self.as_str())
    }

    /// The profile's tools, in the order of the table.
    pub fn tools(self) -> impl Iterator<Item = Tool> {
        Tool::ALL.iter().copied().filter(move |tool| tool.spec().profile == self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings_are_understood() {
        for tool in Tool::ALL {
            assert_eq!(tool.spec().safe_name, tool.as_str().replace('.', "_"));
            assert!(tool.as_str().len() <= 64);
            assert_eq!(tool_by_name(tool.as_str()), Some(NamedTool::Known(*tool)));
            assert_eq!(tool_by_name(tool.spec().safe_name), Some(NamedTool::Known(*tool)));
        }
        for name in ["dealeragent.handoff.submit", "dealeragent_handoff_submit"] {
            let tool = tool_by_name(name).filter(|tool| matches!(tool, NamedTool::NotImplemented(_)));
            let said = tool.map(|tool| (tool.as_str(), tool.profile()));
            assert_eq!(said, Some(("dealeragent.handoff.submit", HANDOFF)), "{name}");
        }
        assert_eq!(tool_by_name("dealeragent.inventory_search"), None);
        assert_eq!(tool_by_name("search"), None);
    }
}
