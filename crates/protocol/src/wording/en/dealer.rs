//! Dealers and manifests in words.

use super::{SYNTHETIC, source_name};
use crate::facts::{DealerOrganization, Manifest};

/// The summary of a dealer's record.
#[must_use]
pub fn dealer_summary(dealer: &DealerOrganization, synthetic: bool) -> String {
    let mut text = format!("{} (organization_id {}):", dealer.name, dealer.organization_id);
    for rooftop in dealer.rooftops.iter() {
        let region = rooftop.address.region.as_ref().map(|region| format!(", {region}")).unwrap_or_default();
        text.push_str(&format!(
            "\n- {} (rooftop_id {}): {}{region}, {}; time zone {}",
            rooftop.name, rooftop.rooftop_id, rooftop.address.locality, rooftop.address.country, rooftop.timezone,
        ));
    }
    if synthetic {
        text.push('\n');
        text.push_str(SYNTHETIC);
    }
    text
}

/// The summary of a manifest.
#[must_use]
pub fn manifest_summary(manifest: &Manifest, core: bool, synthetic: bool) -> String {
    let join = |items: &mut dyn Iterator<Item = String>| items.collect::<Vec<_>>().join(", ");
    let what = if core { "Dealer Agent Protocol Core" } else { "Part of the Dealer Agent Protocol" };
    let mut text = format!(
        "{what} {}, run by {}.\norganization_id: {}\nrooftop_id: {}\nTools: {}",
        manifest.standard_version,
        manifest.operator.name,
        join(&mut manifest.organization_ids.iter().map(ToString::to_string)),
        join(&mut manifest.rooftop_ids.iter().map(ToString::to_string)),
        join(&mut manifest.capabilities.iter().flat_map(|c| c.tools.iter()).map(ToString::to_string)),
    );
    if synthetic {
        text.push('\n');
        text.push_str(SYNTHETIC);
    }
    text
}

/// What a dealer's policy document says of its data.
pub const DATA_AUTHORITY: &str = "Listings are the dealer's assertion as of its export. Only a check against an \
    authoritative source may be called verified.";

/// Name of the source of a dealer's record.
#[must_use]
pub fn record_source(synthetic: bool) -> String {
    if synthetic {
        source_name("gateway configuration", true)
    } else {
        "gateway configuration, kept by the dealer".to_owned()
    }
}
