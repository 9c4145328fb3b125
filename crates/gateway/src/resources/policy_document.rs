//! A dealer's policy document (`discovery.md` section 5): what the dealer has
//! decided, as far as it concerns callers. Made field by field from what may be
//! public, never from the configuration as a whole.

use data_encoding::HEXLOWER;
use dealeragent_protocol::{facts::Charge, tool::Tool, values::Timestamp, wording::en};
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

use crate::{
    AuditPolicy, DealerRooftop, Opening, Site,
    view::{SeenDealer, SeenRooftop},
};

/// What the document is made of beside the dealer.
pub(super) struct Terms<'a> {
    /// The site, which may ask everybody to sign in.
    pub(super) site: &'a Site,
    /// The policy under which reads are written down.
    pub(super) audit: &'a AuditPolicy,
    /// When the configuration last changed.
    pub(super) recorded_at: Timestamp,
}

/// The document. Its version follows from what it says: the same words have the
/// same version wherever and whenever they are served, and other words another.
pub(super) fn of(seen: &SeenDealer<'_>, terms: &Terms<'_>) -> Value {
    let mut policy = without_version(seen, terms);
    let digest = HEXLOWER.encode(&Sha256::digest(policy.to_string()));
    if let Some(members) = policy.as_object_mut() {
        let version = digest.get(..VERSION_LENGTH).unwrap_or(&digest);
        members.insert("policy_version".into(), version.into());
        members.insert("recorded_at".into(), json!(terms.recorded_at.to_whole_second()));
    }
    policy
}

/// Sixty-four bits of the digest: versions are compared, not defended.
const VERSION_LENGTH: usize = 16;

fn without_version(seen: &SeenDealer<'_>, terms: &Terms<'_>) -> Value {
    let dealer = seen.dealer;
    let rooftops: Map<String, Value> = seen.rooftops.iter().map(|seen| rooftop(dealer, seen, terms.site)).collect();
    let freshness: Map<String, Value> = seen
        .rooftops
        .iter()
        .map(|seen| (seen.rooftop.record.rooftop_id.to_string(), json!(seen.rooftop.targets)))
        .collect();
    let mut policy = json!({
        "policy_id": "default",
        "organization_id": dealer.organization_id,
        "access": access(terms.site, |tool| dealer.widest_opening(tool)),
        "rooftops": rooftops,
        "freshness_sla_seconds": freshness,
        "data_authority": en::DATA_AUTHORITY,
        "disclosure_defaults": disclosure_defaults(seen),
        "retention": retention(terms.audit),
    });
    if let Some(members) = policy.as_object_mut().filter(|_| dealer.synthetic) {
        members.insert("data_notice".into(), en::SYNTHETIC.into());
    }
    policy
}

/// How long it stays known who read what.
fn retention(audit: &AuditPolicy) -> Value {
    match audit.keep_days {
        Some(days) => json!({ "audit_policy": audit.version, "audit_keep_days": days }),
        None => json!({ "audit_policy": audit.version, "audit_keep_days": "unknown" }),
    }
}

/// What a disclosure of any car here starts from, in the shape of the static
/// publication (contract.md section 10). Charges are told to those who can ask for
/// a disclosure, and at the rooftops where they differ.
fn disclosure_defaults(seen: &SeenDealer<'_>) -> Value {
    let mut defaults = json!({ "government_charges": "unknown" });
    let shown: Vec<_> = seen.rooftops.iter().filter(|seen| tells_charges(seen)).map(|seen| seen.rooftop).collect();
    let same =
        |rooftops: &[&DealerRooftop]| rooftops.windows(2).all(|pair| matches!(pair, [a, b] if a.charges == b.charges));
    if let (Some(members), Some(first)) = (defaults.as_object_mut(), shown.first().filter(|_| same(&shown))) {
        members.insert("required_dealer_charges".into(), required_charges(first));
    }
    defaults
}

fn tells_charges(seen: &SeenRooftop<'_>) -> bool {
    seen.tools.contains(Tool::GetDisclosure)
}

/// The charges that every buyer pays, or that the dealer has not said: an empty
/// list is the dealer's word that there are none.
fn required_charges(rooftop: &DealerRooftop) -> Value {
    let line = |charge: &Charge| {
        json!({
            "label": charge.name,
            "amount_minor": charge.amount.minor(),
            "currency": charge.amount.money().currency,
            "included_in_advertised_price": charge.included_in_advertised_price,
        })
    };
    match &rooftop.charges {
        Some(charges) => charges.iter().map(line).collect(),
        None => "unknown".into(),
    }
}

fn rooftop(dealer: &crate::Dealer, seen: &SeenRooftop<'_>, site: &Site) -> (String, Value) {
    let rooftop: &DealerRooftop = seen.rooftop;
    let mut line = json!({ "group_search": rooftop.policy.group_search });
    if let Some(members) = line.as_object_mut() {
        if rooftop.policy.declaration.is_some() || !rooftop.policy.listed {
            members.insert("access".into(), access(site, |tool| dealer.opening(rooftop, tool)));
        }
        if let Some(purposes) = &rooftop.policy.purposes {
            let words: Vec<_> = purposes.iter().map(|purpose| purpose.as_str()).collect();
            members.insert("accepted_purposes".into(), json!(words));
        }
        if tells_charges(seen) {
            let defaults = json!({ "required_dealer_charges": required_charges(rooftop) });
            members.insert("disclosure_defaults".into(), defaults);
        }
    }
    (rooftop.record.rooftop_id.to_string(), line)
}

fn access(site: &Site, opening: impl Fn(Tool) -> Opening) -> Value {
    let line = |tool: &Tool| {
        let word = match site.asked_of(opening(*tool)) {
            Opening::Public => "public",
            Opening::Authenticated => "authenticated",
            Opening::Closed => "closed",
        };
        (tool.as_str().to_owned(), Value::from(word))
    };
    Value::Object(Tool::ALL.iter().map(line).collect())
}
