//! Time in stock, to the second.

use dealeragent_inventory::{Tenure, TenureBasis};
use dealeragent_protocol::{
    facts::{AgeBasis, AuthorityStatus, Condition, UsedVehicleSummary},
    tools::unit::UnitSelector,
    values::Timestamp,
};

use crate::fixture::{noon, organization, rooftop, rooftop_id, unit};

fn since(stocked_at: Timestamp) -> Tenure {
    Tenure { stocked_at, first_public_listing_at: None, basis: TenureBasis::Stated }
}

fn summary(change: impl Fn(&mut dealeragent_inventory::Listing), now: Timestamp) -> Option<UsedVehicleSummary> {
    let mut listing = unit(1);
    listing.tenure = Some(since(noon()));
    change(&mut listing);
    let selector = UnitSelector::VehicleId(listing.vehicle_id.clone());
    organization(vec![rooftop("main", vec![listing])]).find(&rooftop_id("main"), &selector).unwrap().used_summary(now)
}

#[test]
fn counts_whole_24_hour_periods() {
    let cases =
        [(-1, None), (0, Some(0)), (86_399, Some(0)), (86_400, Some(1)), (172_799, Some(1)), (172_800, Some(2))];
    for (seconds, days) in cases {
        assert_eq!(since(noon()).age_days(noon().plus_seconds(seconds)), days, "{seconds}");
    }
}

#[test]
fn the_age_holds_for_the_whole_second_that_is_stated() {
    let moment = |text: &str| Timestamp::parse(text).unwrap();
    let tenure = since(moment("2026-09-01T12:00:00.5Z"));
    assert_eq!(tenure.age_days(moment("2026-09-01T12:00:00.9Z")), None);
    assert_eq!(tenure.age_days(moment("2026-09-01T12:00:01Z")), Some(0));
    assert_eq!(tenure.age_days(moment("2026-09-02T12:00:00.9Z")), Some(0));
    assert_eq!(tenure.age_days(moment("2026-09-02T12:00:01Z")), Some(1));
    let now = moment("2026-09-03T12:00:00.75Z");
    let tenure = summary(|_| {}, now).unwrap().inventory_tenure;
    assert_eq!((tenure.age_days, tenure.age_as_of), (2, moment("2026-09-03T12:00:00Z")));
}

#[test]
fn a_summary_needs_a_used_unit_a_tenure_that_has_begun_and_an_odometer() {
    for condition in [Condition::Used, Condition::Certified, Condition::Demo] {
        assert!(summary(|listing| listing.condition = condition, noon()).is_some());
    }
    assert!(summary(|listing| listing.condition = Condition::New, noon()).is_none());
    assert!(summary(|listing| listing.tenure = None, noon()).is_none());
    assert!(summary(|listing| listing.odometer = None, noon()).is_none());
    assert!(summary(|_| {}, noon().plus_seconds(-1)).is_none());
}

#[test]
fn a_date_worked_out_from_days_is_marked_derived() {
    let stated = summary(|_| {}, noon()).unwrap().inventory_tenure;
    assert_eq!(stated.age_basis, AgeBasis::StockedAt);
    assert_eq!(stated.provenance.authority_status, AuthorityStatus::Asserted);
    let reported = |listing: &mut dealeragent_inventory::Listing| {
        listing.tenure = Some(Tenure { basis: TenureBasis::ReportedDays, ..since(noon()) });
    };
    let worked_out = summary(reported, noon()).unwrap().inventory_tenure;
    assert_eq!(worked_out.age_basis, AgeBasis::SourceReported);
    assert_eq!(worked_out.provenance.authority_status, AuthorityStatus::Derived);
    assert_eq!(worked_out.provenance.sources, stated.provenance.sources);
}
