//! Names of agents.

use std::{fmt, str::FromStr};

use dealeragent_gateway::Subject;

/// The name under which an agent gets its tokens, and by which the audit knows
/// it: 1 to 200 letters, digits and `.` `_` `-` `:` `/` `@`, a letter or digit
/// first. Plain, since it is printed, listed and typed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AgentName(Subject);

/// Refusal of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidAgentName {
    /// It has another shape.
    #[error("must be 1 to 200 letters, digits or . _ - : / @, with a letter or digit first, such as acme-shopping-bot")]
    Shape,
    /// The audit calls callers without a credential so.
    #[error("must not be `anonymous`: the audit calls callers without a token so")]
    Reserved,
}

impl AgentName {
    /// Reads a name.
    ///
    /// # Errors
    /// [`InvalidAgentName`].
    pub fn parse(text: &str) -> Result<Self, InvalidAgentName> {
        let allowed = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-' | b':' | b'/' | b'@');
        let starts_well = text.as_bytes().first().is_some_and(u8::is_ascii_alphanumeric);
        if !starts_well || !text.bytes().all(allowed) {
            return Err(InvalidAgentName::Shape);
        }
        if text.eq_ignore_ascii_case("anonymous") {
            return Err(InvalidAgentName::Reserved);
        }
        Subject::parse(text).map(Self).map_err(|_| InvalidAgentName::Shape)
    }

    /// The name as the gateway's grants have it.
    #[must_use]
    pub fn subject(&self) -> &Subject {
        &self.0
    }
}

impl FromStr for AgentName {
    type Err = InvalidAgentName;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text)
    }
}

impl fmt::Display for AgentName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain() {
        for good in ["a", "acme-shopping-bot", "spiffe:acme.example/agent_1@prod", "7"] {
            assert_eq!(AgentName::parse(good).unwrap().to_string(), good);
        }
        for bad in ["", "-agent", " agent", "an agent", "agent\n", "ägent", "a\u{1b}[2J", &"a".repeat(201)] {
            assert_eq!(AgentName::parse(bad), Err(InvalidAgentName::Shape), "{bad:?}");
        }
        assert_eq!(AgentName::parse("Anonymous"), Err(InvalidAgentName::Reserved));
    }
}
