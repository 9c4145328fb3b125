//! What is declared: the one source of the tool list, the manifest and policy.

use dealeragent_protocol::tool::{Access, Tool};

use crate::ToolSet;

/// Who a dealer opens a tool to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Opening {
    /// Not offered at all.
    Closed,
    /// Offered to signed-in callers.
    Authenticated,
    /// Offered to anybody.
    Public,
}

/// Which tools are declared, and to whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declaration {
    openings: Vec<(Tool, Opening)>,
}

impl Declaration {
    /// A declaration from a dealer's wishes. Where nobody can sign in, a tool
    /// for signed-in callers has no callers and is not declared
    /// (`DAP-DISC-002`: absence is authoritative).
    #[must_use]
    pub fn new(wish: impl Fn(Tool) -> Opening, sign_in_is_possible: bool) -> Self {
        let opening = |tool: Tool| match (tool.spec().access, wish(tool)) {
            // The manifest is what tells a caller everything else.
            (Access::Public, _) => Opening::Public,
            (_, Opening::Authenticated) if !sign_in_is_possible => Opening::Closed,
            (_, wish) => wish,
        };
        Self { openings: Tool::ALL.iter().map(|tool| (*tool, opening(*tool))).collect() }
    }

    /// The widest opening of each tool, for a site that serves several dealers.
    #[must_use]
    pub(crate) fn widest(opening: impl Fn(Tool) -> Opening) -> Self {
        Self { openings: Tool::ALL.iter().map(|tool| (*tool, opening(*tool))).collect() }
    }

    /// The same where nobody can sign in: what is for signed-in callers has no
    /// callers, and is not declared.
    #[must_use]
    pub fn without_sign_in(&self) -> Self {
        let close = |opening| if opening == Opening::Authenticated { Opening::Closed } else { opening };
        Self { openings: self.openings.iter().map(|(tool, opening)| (*tool, close(*opening))).collect() }
    }

    /// Who a tool is opened to.
    #[must_use]
    pub fn opening(&self, tool: Tool) -> Opening {
        self.openings.iter().find(|(known, _)| *known == tool).map_or(Opening::Closed, |(_, opening)| *opening)
    }

    /// Declared tools in the order of the table.
    pub fn tools(&self) -> impl Iterator<Item = Tool> {
        self.openings.iter().filter(|(_, opening)| *opening > Opening::Closed).map(|(tool, _)| *tool)
    }

    /// The same as a set.
    #[must_use]
    pub fn tool_set(&self) -> ToolSet {
        self.tools().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn core_needs_all_four_profiles() {
        let all = Declaration::new(|_| Opening::Public, false);
        assert!(all.tool_set().is_core());
        assert_eq!(all.tools().count(), Tool::ALL.len());
        let without_check = |tool| {
            if tool == Tool::VerifyAvailability { Opening::Authenticated } else { Opening::Public }
        };
        assert!(!Declaration::new(without_check, false).tool_set().is_core());
        assert!(Declaration::new(without_check, true).tool_set().is_core());
    }

    #[test]
    fn manifest_is_always_declared_and_half_a_profile_is_not() {
        let closed = Declaration::new(|_| Opening::Closed, true);
        assert_eq!(closed.tools().collect::<Vec<_>>(), [Tool::GetManifest]);
        assert_eq!(closed.tool_set().profiles().count(), 0);
    }
}
