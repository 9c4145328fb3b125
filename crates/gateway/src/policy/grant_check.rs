//! What a grant covers (contract.md section 9).

use dealeragent_protocol::{
    tool::Tool,
    values::{RooftopId, Timestamp},
};

use super::{Refusals, access::Refusal};
use crate::{Dealer, DealerRooftop, Failure, Grant, Reach};

/// Whether the grant covers a tool anywhere.
///
/// # Errors
/// `auth.invalid` for one that has ended, `scope.insufficient`.
pub(super) fn tool(grant: &Grant, tool: Tool, now: Timestamp) -> Result<(), Failure> {
    match refusal(grant, tool, now) {
        None => Ok(()),
        Some(refusal) => Err(refusal.failure(tool, Refusals::default())),
    }
}

/// Why the grant does not cover a tool, whatever it is about.
pub(super) fn refusal(grant: &Grant, tool: Tool, now: Timestamp) -> Option<Refusal> {
    if grant.has_expired(now) {
        return Some(Refusal::Expired);
    }
    let delegated = match grant.tenancy.as_ref().map(|tenancy| &tenancy.reach) {
        Some(Reach::Delegated(delegation)) if delegation.expires_at <= now => return Some(Refusal::Expired),
        // A delegation never gives more than it was given.
        Some(Reach::Delegated(delegation)) => Some(&delegation.scopes),
        _ => None,
    };
    // What a caller may do is for every caller to read, whatever its profiles.
    if tool == Tool::GetManifest {
        return None;
    }
    if let Some(scope) = tool.scope() {
        let has_scope = grant.scopes.contains(&scope);
        if !has_scope || delegated.is_some_and(|scopes| !scopes.contains(&scope)) {
            return Some(Refusal::Scope);
        }
    }
    let profile = tool.spec().profile;
    grant.profiles.as_ref().is_some_and(|profiles| !profiles.contains(&profile)).then_some(Refusal::Profile)
}

/// Whether a rooftop is within the grant's reach: named by it, one by one.
pub(super) fn covers(grant: &Grant, dealer: &Dealer, rooftop: &DealerRooftop) -> bool {
    let Some(tenancy) = &grant.tenancy else { return false };
    let names = |id: &RooftopId| match &tenancy.reach {
        Reach::Rooftops(rooftops) => rooftops.contains(id),
        Reach::Delegated(delegation) => delegation.grantee == grant.subject && delegation.rooftops.contains(id),
    };
    tenancy.organization == dealer.organization_id && names(&rooftop.record.rooftop_id)
}
