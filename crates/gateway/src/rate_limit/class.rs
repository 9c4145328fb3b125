//! Classes of tools, by what a call costs and whom.

use dealeragent_protocol::tool::Tool;

/// A class of tools that share a bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ToolClass {
    /// What is answered from the published inventory and records.
    Read,
    /// Availability checks: they may reach the dealer's own system.
    Check,
}

impl ToolClass {
    /// A tool's class.
    #[must_use]
    pub fn of(tool: Tool) -> Self {
        match tool {
            Tool::VerifyAvailability => Self::Check,
            Tool::GetManifest
            | Tool::DealerGet
            | Tool::Search
            | Tool::GetVehicle
            | Tool::GetDisclosure
            | Tool::GetUsedVehicleDetails => Self::Read,
        }
    }

    /// Its name in headers.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Check => "check",
        }
    }
}
