//! A configured dealer's static publication: what its policy shows to anybody,
//! and nothing else.

use dealeragent_gateway::{Dealer, DealerRooftop, Opening};
use dealeragent_inventory::{OrganizationInventory, StoredListing};
use dealeragent_protocol::{
    tool::Tool,
    values::{Text, Timestamp},
};
use dealeragent_publication::{Addresses, DealerToPublish, Publication, PublicationFault, RooftopToPublish};

/// Makes a dealer's publication from what was last read. The files hold what an
/// anonymous caller could get by calling tools: rooftops with a public
/// inventory, charges where disclosures are public, history reports where used
/// details are. `longest_gap_seconds` goes before what the dealer's policy says.
///
/// # Errors
/// [`PublicationFault`].
pub fn publish(
    dealer: &Dealer,
    inventory: &OrganizationInventory,
    addresses: &Addresses,
    longest_gap_seconds: Option<u32>,
    now: Timestamp,
) -> Result<Publication, PublicationFault> {
    let to_publish = DealerToPublish {
        organization_id: dealer.organization_id.clone(),
        rooftops: public_rooftops(dealer).filter_map(|rooftop| loaded(dealer, rooftop, inventory)).collect(),
        handoff: dealer.publication.handoff.clone(),
    };
    let gap = longest_gap_seconds.or(dealer.publication.longest_gap_seconds);
    Publication::build(&to_publish, inventory.listings().map(StoredListing::listing), addresses, gap, now)
}

/// Rooftops whose inventory anybody may search. What is not listed is public to
/// nobody.
pub fn public_rooftops(dealer: &Dealer) -> impl Iterator<Item = &DealerRooftop> {
    dealer.rooftops.iter().filter(|rooftop| is_public(dealer, rooftop, Tool::Search))
}

fn is_public(dealer: &Dealer, rooftop: &DealerRooftop, tool: Tool) -> bool {
    dealer.opening(rooftop, tool) == Opening::Public
}

/// `None` before the rooftop's first file.
fn loaded(dealer: &Dealer, rooftop: &DealerRooftop, inventory: &OrganizationInventory) -> Option<RooftopToPublish> {
    let record = &rooftop.record;
    let facts = inventory.rooftop(&record.rooftop_id)?;
    // Where the record is closed, a rooftop goes by its id, as in the manifest.
    let name = if is_public(dealer, rooftop, Tool::DealerGet) {
        record.name.clone()
    } else {
        Text::bounded(record.rooftop_id.as_str())
    };
    // A file has no other place to say it, and everything else says it too.
    let name = if dealer.synthetic { Text::bounded(&format!("{name} (synthetic demonstration data)")) } else { name };
    Some(RooftopToPublish {
        rooftop_id: record.rooftop_id.clone(),
        name,
        charges: rooftop.charges.clone().filter(|_| is_public(dealer, rooftop, Tool::GetDisclosure)),
        history_reports: is_public(dealer, rooftop, Tool::GetUsedVehicleDetails),
        target_seconds: rooftop.targets.inventory.as_seconds(),
        observed_at: facts.observed_at?,
    })
}
