//! How a door asks its callers to sign in (digest section 8). Which code has
//! which HTTP status stands in the registry; the challenge is made here, the
//! same in both eras.

use std::collections::BTreeSet;

use dealeragent_auth::{insufficient_scope, unauthorized};
use dealeragent_gateway::Site;
use dealeragent_protocol::{
    error::ErrorCode,
    tool::Tool,
    values::{Scope, Uri},
};

use crate::http::{Door, DoorChallenges};

/// The challenges of one site on one door.
#[derive(Debug, Clone, Default)]
pub struct Challenges {
    /// Where the protected-resource metadata is; `None` without an
    /// authorization server, since then there is nowhere to sign in.
    metadata: Option<Uri>,
}

impl Challenges {
    /// Those of a site's door.
    #[must_use]
    pub fn of(site: &Site, door: Door) -> Self {
        let is_needed = !site.sign_in().authorization_servers.is_empty();
        let metadata = site.address().join(&format!("/.well-known/oauth-protected-resource{}", door.path()));
        Self { metadata: metadata.ok().filter(|_| is_needed) }
    }

    /// HTTP status and challenge of a failure, where it is not 200. Without an
    /// authorization server all but a refused credential stays a result that the
    /// model can read.
    #[must_use]
    pub fn of_failure(&self, code: ErrorCode, tool: Option<Tool>) -> Option<(u16, String)> {
        let status = code.entry().http_status?;
        let challenge = match code {
            ErrorCode::AuthInvalid => self.invalid_token(),
            ErrorCode::AuthRequired if self.metadata.is_some() => {
                unauthorized(self.metadata.as_ref(), &Self::scopes(tool), false)
            }
            ErrorCode::ScopeInsufficient if self.metadata.is_some() => {
                insufficient_scope(self.metadata.as_ref(), &Self::scopes(tool))
            }
            // The others with a status are no results of tools.
            _ => return None,
        };
        Some((status, challenge))
    }

    fn invalid_token(&self) -> String {
        unauthorized(self.metadata.as_ref(), &Self::scopes(None), true)
    }

    /// What the door asks before a message is read.
    #[must_use]
    pub fn of_door(&self) -> DoorChallenges {
        DoorChallenges {
            invalid_token: self.invalid_token(),
            sign_in: unauthorized(self.metadata.as_ref(), &Self::scopes(None), false),
        }
    }

    /// Every scope of the operation at once; where the operation is not known
    /// yet, every scope that a tool may need.
    fn scopes(tool: Option<Tool>) -> Vec<Scope> {
        let tools = tool.as_ref().map_or(Tool::ALL, std::slice::from_ref);
        let scopes: BTreeSet<Scope> = tools.iter().filter_map(|tool| tool.scope()).collect();
        scopes.into_iter().collect()
    }
}
