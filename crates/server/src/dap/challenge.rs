//! How a door asks its callers to sign in (digest section 8). Which code has
//! which HTTP status stands in the registry; the challenge is made here, the
//! same in both eras.

use dealeragent_gateway::Site;
use dealeragent_protocol::{error::ErrorCode, tool::Tool};

use crate::http::{Door, DoorChallenges};

/// The challenges of one site on one door.
#[derive(Debug, Clone, Default)]
pub struct Challenges {
    /// Where the protected-resource metadata is; `None` without an
    /// authorization server, since then there is nowhere to sign in.
    metadata: Option<String>,
}

impl Challenges {
    /// Those of a site's door.
    #[must_use]
    pub fn of(site: &Site, door: Door) -> Self {
        let base = site.address().as_str();
        let is_needed = !site.sign_in().authorization_servers.is_empty();
        Self { metadata: is_needed.then(|| format!("{base}/.well-known/oauth-protected-resource{}", door.path())) }
    }

    /// HTTP status and challenge of a failure, where it is not 200. Without an
    /// authorization server all but a refused credential stays a result that the
    /// model can read.
    #[must_use]
    pub fn of_failure(&self, code: ErrorCode, tool: Option<Tool>) -> Option<(u16, String)> {
        let status = code.entry().http_status?;
        let challenge = match code {
            ErrorCode::AuthInvalid => self.invalid_token(),
            ErrorCode::AuthRequired if self.metadata.is_some() => self.challenge(None, tool),
            ErrorCode::ScopeInsufficient if self.metadata.is_some() => self.challenge(Some("insufficient_scope"), tool),
            // The others with a status are no results of tools.
            _ => return None,
        };
        Some((status, challenge))
    }

    fn invalid_token(&self) -> String {
        self.challenge(Some("invalid_token"), None)
    }

    /// What the door asks before a message is read.
    #[must_use]
    pub fn of_door(&self) -> DoorChallenges {
        DoorChallenges { invalid_token: self.invalid_token(), sign_in: self.challenge(None, None) }
    }

    /// Every scope of the operation at once; where the operation is not known
    /// yet, every scope of the protocol that a tool here may need. All words
    /// are ours: nothing needs quoting.
    fn challenge(&self, error: Option<&str>, tool: Option<Tool>) -> String {
        let mut parts = Vec::new();
        parts.extend(error.map(|error| format!("error=\"{error}\"")));
        if let Some(metadata) = &self.metadata {
            let tools = tool.as_ref().map_or(Tool::ALL, std::slice::from_ref);
            let mut scopes: Vec<&str> = tools.iter().filter_map(|tool| tool.spec().scope).collect();
            scopes.sort_unstable();
            scopes.dedup();
            if !scopes.is_empty() {
                parts.push(format!("scope=\"{}\"", scopes.join(" ")));
            }
            parts.push(format!("resource_metadata=\"{metadata}\""));
        }
        if parts.is_empty() { "Bearer".to_owned() } else { format!("Bearer {}", parts.join(", ")) }
    }
}
