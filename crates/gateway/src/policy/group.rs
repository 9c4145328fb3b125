//! Searches over several rooftops (contract.md section 9): public records
//! published for group search, or a grant for the whole set.

use dealeragent_protocol::{error::ErrorCode, tool::Tool, values::RooftopId};

use super::Access;
use crate::{DealerRooftop, Failure};

type Allowed<'d> = (&'d DealerRooftop, Access);

const ONE_AT_A_TIME: &str = "One of these rooftops is not published for searches over several. Search it by itself.";
const NAME_ONE: &str = "These rooftops are not published for searches over several. Name one in `rooftop_ids`.";

fn joins((rooftop, access): &Allowed<'_>) -> bool {
    *access == Access::Granted || rooftop.policy.group_search
}

/// Whether the rooftops that a caller named may be searched together.
///
/// # Errors
/// `scope.insufficient`: dealer policy wants one of them searched by itself.
pub(super) fn of_wanted(tool: Tool, allowed: &[Allowed<'_>]) -> Result<(), Failure> {
    if tool != Tool::Search || allowed.len() < 2 || allowed.iter().all(joins) {
        return Ok(());
    }
    Err(Failure::new(ErrorCode::ScopeInsufficient, "a rooftop is not published for group search").saying(ONE_AT_A_TIME))
}

/// The rooftops that a call without a list covers, and those that must be
/// searched by themselves.
///
/// # Errors
/// `scope.insufficient`: there are several, and none joins the others.
pub(super) fn of_all(tool: Tool, allowed: Vec<Allowed<'_>>) -> Result<(Vec<Allowed<'_>>, Vec<RooftopId>), Failure> {
    if tool != Tool::Search || allowed.len() < 2 {
        return Ok((allowed, Vec::new()));
    }
    let (together, alone): (Vec<_>, Vec<_>) = allowed.into_iter().partition(joins);
    if together.is_empty() {
        let refused = Failure::new(ErrorCode::ScopeInsufficient, "no rooftop is published for group search");
        return Err(refused.saying(NAME_ONE));
    }
    Ok((together, alone.into_iter().map(|(rooftop, _)| rooftop.record.rooftop_id.clone()).collect()))
}
