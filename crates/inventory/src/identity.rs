//! Vehicle ids.

use dealeragent_protocol::values::{InvalidIdentifier, OrganizationId, RooftopId, VehicleId, Vin};
use sha2::{Digest, Sha256};

/// The id of a unit: derived from organization, rooftop and VIN, so that every
/// node and every restart agrees on it, and a relisted unit keeps it. It does
/// not show the VIN.
///
/// # Errors
/// Never: the derived text is always an identifier.
pub fn vehicle_id(
    organization: &OrganizationId,
    rooftop: &RooftopId,
    vin: &Vin,
) -> Result<VehicleId, InvalidIdentifier> {
    let mut hash = Sha256::new();
    for part in [organization.as_str(), rooftop.as_str(), vin.as_str()] {
        // No identifier and no VIN holds a NUL, so the parts cannot run together.
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    let digest = hash.finalize();
    let short = digest.get(..16).unwrap_or_default();
    VehicleId::parse(&format!("veh_{}", data_encoding::BASE32_NOPAD.encode(short).to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depends_on_all_three_parts() {
        let id = |org: &str, rooftop: &str, vin: &str| {
            vehicle_id(
                &OrganizationId::parse(org).unwrap(),
                &RooftopId::parse(rooftop).unwrap(),
                &Vin::parse(vin).unwrap(),
            )
            .unwrap()
        };
        let one = id("a", "b", "1M8GDM9AXKP042788");
        assert_eq!(one, id("a", "b", "1M8GDM9AXKP042788"));
        assert_ne!(one, id("ab", "b", "1M8GDM9AXKP042788"));
        assert_ne!(one, id("a", "c", "1M8GDM9AXKP042788"));
        assert_ne!(one, id("a", "b", "1M8GDM9AXKP042789"));
        assert!(one.as_str().starts_with("veh_") && !one.as_str().contains("042788"));
        assert_eq!(one.as_str(), "veh_rmeb5pvqmjbkebyxa3b5exssoe");
    }
}
