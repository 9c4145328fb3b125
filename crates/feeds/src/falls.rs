//! A lot against the last one: odometers that went back (B09).

use dealeragent_inventory::Listing;
use dealeragent_protocol::values::{Distance, RooftopId, Vin};

use crate::{
    Import,
    report::{Notice, Warning, escaped},
};

/// A reading that is lower than the last file's. The new one is kept: only the
/// dealer can tell which of them is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OdometerFall {
    /// Where the unit stands.
    pub rooftop_id: RooftopId,
    /// The unit.
    pub vin: Vin,
    /// Its reading in the last file.
    pub before: Distance,
    /// Its reading now.
    pub now: Distance,
}

/// Finds the units whose odometer went back and notes them in the report.
/// `previous` looks up a unit's reading of the last file; units compare
/// exactly across miles and kilometres.
pub fn odometer_falls(
    import: &mut Import,
    previous: impl Fn(&RooftopId, &Vin) -> Option<Distance>,
) -> Vec<OdometerFall> {
    let fall = |listing: &Listing| {
        let odometer = listing.odometer?;
        let now = Distance { value: odometer.value, unit: odometer.unit };
        let before = previous(&listing.rooftop_id, &listing.vin)?;
        let fell = now.cmp_exact(before).is_lt();
        let stock = listing.stock_number.as_ref().map_or("-", |stock| stock.as_str());
        fell.then(|| {
            let example = format!("stock {}: {now}, {before} in the last file", escaped(stock));
            (example, OdometerFall { rooftop_id: listing.rooftop_id.clone(), vin: listing.vin.clone(), before, now })
        })
    };
    let found: Vec<(String, OdometerFall)> = import.listings.iter().filter_map(fall).collect();
    if let Some((example, _)) = found.first() {
        import.report.warnings.push(Warning {
            kind: Notice::OdometerFell,
            column: None,
            count: found.len() as u64,
            lines: Vec::new(),
            example: Some(example.clone()),
            meaning: Notice::OdometerFell.meaning(),
        });
    }
    found.into_iter().map(|(_, fall)| fall).collect()
}
