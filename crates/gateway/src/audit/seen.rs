//! What became known of a call on its way.

use dealeragent_protocol::{
    tools::ToolContract,
    values::{OrganizationId, RooftopId},
};
use serde_json::Value;

use crate::{Permit, Site, Target};

/// The most rooftops of a call that are looked at: as many as arguments may
/// name.
const ROOFTOPS: usize = 100;

/// What became known of a call on its way, for its entry.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// The organization, once it is known to be served here.
    pub(crate) organization_id: Option<OrganizationId>,
    /// The rooftops, likewise.
    pub(crate) rooftop_ids: Vec<RooftopId>,
    /// Whether policy allowed the call.
    pub(crate) allowed: bool,
    /// Whether the read is not open to everybody.
    pub(crate) protected: bool,
}

impl Seen {
    /// What raw arguments name, so that a call that is refused before they are
    /// read, or because of them, has its tenant too. They are only compared
    /// with ids of the site: nothing of the caller's own is taken over. A call
    /// that gets as far as its permit has it from its target.
    pub(crate) fn name(&mut self, site: &Site, arguments: &Value) {
        let text = |name: &str| arguments.get(name).and_then(Value::as_str);
        let listed = arguments.get("rooftop_ids").and_then(Value::as_array);
        let listed = listed.into_iter().flatten().filter_map(Value::as_str);
        self.compare(site, text("organization_id"), text("rooftop_id").into_iter().chain(listed));
    }

    /// What a target names, before policy decides.
    pub(crate) fn aim(&mut self, site: &Site, target: Target<'_>) {
        let (organization, rooftops) = target.parts();
        let rooftops = rooftops.iter().map(RooftopId::as_str);
        self.compare(site, organization.map(OrganizationId::as_str), rooftops);
    }

    /// What a permit tells.
    pub(crate) fn note<T: ToolContract>(&mut self, permit: &Permit<T>) {
        self.allowed = true;
        self.protected = permit.is_protected();
        self.rooftop_ids = permit.rooftops().to_vec();
        self.organization_id = permit.dealer().ok().map(|dealer| dealer.organization_id.clone());
    }

    /// Keeps what the site really serves, by its own ids.
    fn compare<'a>(&mut self, site: &Site, organization: Option<&str>, rooftops: impl Iterator<Item = &'a str>) {
        let dealer = match organization {
            Some(id) => site.dealers().iter().find(|dealer| dealer.organization_id.as_str() == id),
            None => site.only_dealer(),
        };
        self.organization_id = dealer.map(|dealer| dealer.organization_id.clone());
        let served = dealer.map(|dealer| dealer.rooftops.as_slice()).unwrap_or_default();
        let served =
            |id: &str| served.iter().map(|served| &served.record.rooftop_id).find(|served| served.as_str() == id);
        self.rooftop_ids = rooftops.take(ROOFTOPS).filter_map(served).cloned().collect();
    }
}
