//! A set of tools, small enough to be a key.

use dealeragent_protocol::tool::{Profile, Tool};

/// Which tools a caller may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ToolSet(u32);

impl ToolSet {
    fn bit(tool: Tool) -> u32 {
        let at = Tool::ALL.iter().position(|known| *known == tool).unwrap_or_default();
        1 << at
    }

    /// The set with a tool more.
    #[must_use]
    pub fn with(self, tool: Tool) -> Self {
        Self(self.0 | Self::bit(tool))
    }

    /// What is in either set.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether a tool is in it.
    #[must_use]
    pub fn contains(self, tool: Tool) -> bool {
        self.0 & Self::bit(tool) != 0
    }

    /// The tools in the order of the table.
    pub fn iter(self) -> impl Iterator<Item = Tool> {
        Tool::ALL.iter().copied().filter(move |tool| self.contains(*tool))
    }

    /// Profiles of which every tool is in it.
    pub fn profiles(self) -> impl Iterator<Item = Profile> {
        Profile::ALL.iter().copied().filter(move |profile| profile.tools().all(|tool| self.contains(tool)))
    }

    /// Whether this may be called Dealer Agent Protocol Core.
    #[must_use]
    pub fn is_core(self) -> bool {
        Profile::CORE.iter().all(|core| self.profiles().any(|profile| profile == *core))
    }
}

impl FromIterator<Tool> for ToolSet {
    fn from_iter<I: IntoIterator<Item = Tool>>(tools: I) -> Self {
        tools.into_iter().fold(Self::default(), Self::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn core_needs_all_four_profiles() {
        let all: ToolSet = Tool::ALL.iter().copied().collect();
        assert!(all.is_core());
        assert_eq!(all.iter().collect::<Vec<_>>(), Tool::ALL);
        for tool in Tool::ALL {
            let without: ToolSet = Tool::ALL.iter().copied().filter(|other| other != tool).collect();
            assert!(!without.contains(*tool));
            assert_eq!(without.is_core(), tool.spec().profile == Profile::UsedVehicleRead, "{tool}");
            assert!(without.profiles().all(|profile| profile != tool.spec().profile));
        }
    }
}
