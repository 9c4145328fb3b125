//! A dealer's policy document (`discovery.md` section 5): what the dealer has
//! decided, as far as it concerns callers. Made field by field from what may be
//! public, never from the configuration as a whole.

use dealeragent_protocol::{tool::Tool, wording::en};
use serde_json::{Map, Value, json};

use crate::{
    DealerRooftop, Opening,
    view::{SeenDealer, SeenRooftop},
};

/// What the document is made of beside the dealer.
pub(super) struct Terms<'a> {
    /// The audit policy under which reads are written down.
    pub(super) retention: &'a str,
}

pub(super) fn of(seen: &SeenDealer<'_>, terms: &Terms<'_>) -> Value {
    let dealer = seen.dealer;
    let rooftops: Map<String, Value> = seen.rooftops.iter().map(|seen| rooftop(dealer, seen)).collect();
    let freshness: Map<String, Value> = seen
        .rooftops
        .iter()
        .map(|seen| (seen.rooftop.record.rooftop_id.to_string(), json!(seen.rooftop.targets)))
        .collect();
    let mut policy = json!({
        "policy_id": "default",
        "policy_version": "1",
        "organization_id": dealer.organization_id,
        "access": access(|tool| dealer.widest_opening(tool)),
        "rooftops": rooftops,
        "freshness_sla_seconds": freshness,
        "data_authority": en::DATA_AUTHORITY,
        "disclosure_defaults": { "government_charges": "unknown" },
        "retention": { "audit_policy": terms.retention },
        "recorded_at": dealer.recorded_at.to_whole_second(),
    });
    if let Some(members) = policy.as_object_mut().filter(|_| dealer.synthetic) {
        members.insert("data_notice".into(), en::SYNTHETIC.into());
    }
    policy
}

fn rooftop(dealer: &crate::Dealer, seen: &SeenRooftop<'_>) -> (String, Value) {
    let rooftop: &DealerRooftop = seen.rooftop;
    let mut line = json!({ "group_search": rooftop.policy.group_search });
    if let Some(members) = line.as_object_mut() {
        if rooftop.policy.declaration.is_some() || !rooftop.policy.listed {
            members.insert("access".into(), access(|tool| dealer.opening(rooftop, tool)));
        }
        if let Some(purposes) = &rooftop.policy.purposes {
            let words: Vec<_> = purposes.iter().map(|purpose| purpose.as_str()).collect();
            members.insert("accepted_purposes".into(), json!(words));
        }
    }
    (rooftop.record.rooftop_id.to_string(), line)
}

fn access(opening: impl Fn(Tool) -> Opening) -> Value {
    let line = |tool: &Tool| {
        let word = match opening(*tool) {
            Opening::Public => "public",
            Opening::Authenticated => "authenticated",
            Opening::Closed => "closed",
        };
        (tool.as_str().to_owned(), Value::from(word))
    };
    Value::Object(Tool::ALL.iter().map(line).collect())
}
