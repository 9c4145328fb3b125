//! Whatever a publication holds reads back as the same listings.

use std::collections::BTreeMap;

use dealeragent_inventory::Listing;
use dealeragent_protocol::{
    facts::{AvailabilityAuthority, AvailabilityStatus, CertificationType, Condition},
    values::Text,
};
use dealeragent_publication::Publication;
use proptest::prelude::*;

use crate::support::{addresses, at_south, charge, dealer, demo, now, read_back, rooftop};

/// Units of two rooftops, with cells that need quoting.
fn units() -> impl Strategy<Value = Vec<Listing>> {
    let base = demo();
    let some = proptest::sample::subsequence(base.clone(), 1..12);
    let also = proptest::sample::subsequence(base, 1..12);
    let change = (
        "[A-Za-z0-9=+@,\"'<&;äé-]{1,12}",
        proptest::sample::select(AvailabilityStatus::ALL),
        proptest::sample::select(Condition::ALL),
        any::<bool>(),
    );
    (some, also, proptest::collection::vec(change, 24)).prop_map(|(north, south, changes)| {
        let mut units: Vec<Listing> = north.into_iter().chain(south.iter().map(at_south)).collect();
        for (unit, (text, status, condition, priced)) in units.iter_mut().zip(changes) {
            let clean = dealeragent_feeds::values::text::clean(&text).into_owned();
            unit.stock_number = Some(Text::parse(format!("S{clean}z")).unwrap());
            unit.model = Text::parse(format!("M{clean}z")).unwrap();
            unit.availability.status = status;
            unit.availability.authority = match status {
                AvailabilityStatus::Unknown => AvailabilityAuthority::Unknown,
                _ => AvailabilityAuthority::Asserted,
            };
            unit.condition = condition;
            unit.certification_type = (condition == Condition::Certified).then_some(CertificationType::DealerCertified);
            if !priced {
                unit.price = None;
            }
        }
        units
    })
}

/// What a row can tell of a unit: the format's words are fewer.
#[derive(Debug, PartialEq)]
struct Told {
    stock: String,
    model: String,
    price: Option<i64>,
    status: &'static str,
    condition: &'static str,
    url: String,
    observed_at: String,
    odometer: Option<(u64, &'static str)>,
    stocked_at: Option<String>,
    images: usize,
    features: Vec<String>,
    charges: Option<usize>,
}

fn told(unit: &Listing) -> Told {
    let used = unit.condition != Condition::New;
    Told {
        stock: unit.stock_number.as_ref().unwrap().to_string(),
        model: unit.model.to_string(),
        price: unit.price.as_ref().map(|price| price.amount.minor()),
        status: match unit.availability.status {
            AvailabilityStatus::OnHold | AvailabilityStatus::PendingSale => "reserved",
            AvailabilityStatus::Sold | AvailabilityStatus::Unavailable => "unavailable",
            other => other.as_str(),
        },
        condition: if unit.condition == Condition::Demo { "used" } else { unit.condition.as_str() },
        url: unit.listing_url.to_string(),
        observed_at: unit.observed_at.to_string(),
        odometer: unit.odometer.map(|odometer| (odometer.value, odometer.unit.as_str())),
        stocked_at: unit.tenure.filter(|_| used).map(|tenure| tenure.stocked_at.to_string()),
        images: unit.media.len(),
        features: unit.features.iter().map(ToString::to_string).collect(),
        charges: unit.terms.as_ref().and_then(|terms| terms.charges.as_ref()).map(Vec::len),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_published_reads_back(units in units(), charged in any::<bool>()) {
        let charges = charged.then(|| vec![charge("Fee, \"doc\"", 69_900)]);
        let count = charges.as_ref().map(Vec::len);
        let dealer = dealer(vec![rooftop("north", charges.clone()), rooftop("south", charges)]);
        let made = Publication::build(&dealer, &units, &addresses(), Some(3_600), now()).unwrap();
        let back = read_back(&made.feed, &["north", "south"]);
        prop_assert_eq!(back.report.rejected, 0, "{}", back.report);
        let by_id = |units: &[Listing]| -> BTreeMap<String, Told> {
            units.iter().map(|unit| (unit.vehicle_id.to_string(), told(unit))).collect()
        };
        let expected: BTreeMap<String, Told> =
            by_id(&units).into_iter().map(|(id, told)| (id, Told { charges: count, ..told })).collect();
        prop_assert_eq!(by_id(&back.listings), expected);
        // Published again, it is the same feed.
        let again = Publication::build(&dealer, &back.listings, &addresses(), Some(3_600), now()).unwrap();
        prop_assert_eq!(String::from_utf8_lossy(&again.feed), String::from_utf8_lossy(&made.feed));
        // Nothing in either file can be read as verified (DAP-DISC-003).
        for file in [&made.document, &made.feed] {
            prop_assert!(!String::from_utf8_lossy(file).contains("verified"));
        }
    }
}
