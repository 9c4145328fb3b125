//! `dealeragent.inventory.verify_availability`, and freshness over time.

use dealeragent_protocol::{facts::AvailabilityAuthority, tool::Tool};
use serde_json::json;

use crate::{
    fixture::{targets, unit},
    world::World,
};

const DAY: i64 = 86_400;

#[test]
fn dap_disc_003_a_check_repeats_the_assertion_and_never_upgrades_it() {
    let reply = World::new().unit(Tool::VerifyAvailability, 1).unwrap();
    let availability = &reply.structured["availability"];
    assert_eq!(availability["status"], "available");
    assert_eq!(availability["authority_status"], "asserted");
    assert_eq!(availability["observed_at"], "2026-09-01T12:00:00Z");
    assert_eq!(availability["valid_until"], "2026-09-02T12:00:00Z");
    assert_eq!(availability["human_verification_required"], true);
    assert_eq!(reply.structured["freshness"]["state"], "current");
    assert!(reply.summary.contains("not verified") && reply.summary.contains("band asserted"), "{}", reply.summary);
    assert!(!reply.summary.contains("verified_current"));
}

#[test]
fn a_sold_unit_is_unavailable_with_the_age_of_that_news() {
    let refusal = World::new().unit(Tool::VerifyAvailability, 3).unwrap_err();
    assert_eq!(refusal.code(), "vehicle.unavailable");
    assert_eq!(refusal.payload["retryable"], false);
    assert_eq!(refusal.payload["details"]["current_freshness"]["observed_at"], "2026-09-01T12:00:00Z");
}

#[test]
fn after_a_day_the_assertion_is_stale() {
    let world = World::new();
    world.clock.advance(DAY - 300 - 1);
    assert!(world.unit(Tool::VerifyAvailability, 1).is_ok());
    world.clock.advance(2);
    let refusal = world.unit(Tool::VerifyAvailability, 1).unwrap_err();
    assert_eq!((refusal.code(), &refusal.payload["retryable"]), ("vehicle.stale", &json!(true)));
    let freshness = &refusal.payload["details"]["current_freshness"];
    assert_eq!(freshness["state"], "stale");
    assert_eq!(freshness["valid_until"], "2026-09-02T12:00:00Z");
}

#[test]
fn a_stricter_rooftop_shortens_the_day() {
    let world = World::with(|setup| {
        for rooftop in &mut setup.one.rooftops {
            rooftop.targets = targets(86_400, 3600);
        }
    });
    assert!(world.unit(Tool::VerifyAvailability, 1).is_ok());
    world.clock.advance(3600);
    assert_eq!(world.unit(Tool::VerifyAvailability, 1).unwrap_err().code(), "vehicle.stale");
}

#[test]
fn an_authoritative_statement_is_recent_for_a_quarter_of_an_hour() {
    let world = World::with(|setup| {
        let mut unit = unit("org-one", "main", 1);
        unit.availability.authority = AvailabilityAuthority::Authoritative;
        setup.listings = vec![unit];
    });
    let reply = world.unit(Tool::VerifyAvailability, 1).unwrap();
    assert!(reply.summary.contains("in the dealer's system as of 12:00 UTC, not a live check"), "{}", reply.summary);
    world.clock.advance(601);
    assert_eq!(world.unit(Tool::VerifyAvailability, 1).unwrap_err().code(), "vehicle.stale");
}

#[test]
fn a_status_that_nobody_stands_behind_is_answered_as_unknown() {
    let world = World::with(|setup| {
        let mut unit = unit("org-one", "main", 1);
        unit.availability.authority = AvailabilityAuthority::Unknown;
        setup.listings = vec![unit];
    });
    let reply = world.unit(Tool::VerifyAvailability, 1).unwrap();
    assert!(reply.summary.contains("availability not known [band unknown; vehicle_id "), "{}", reply.summary);
    assert_eq!(reply.structured["freshness"]["state"], "unknown");
    assert!(reply.structured["availability"].get("valid_until").is_none());
}

#[test]
fn an_answered_check_is_never_already_stale() {
    for (authority, target, limit) in [
        (AvailabilityAuthority::Asserted, 86_400, DAY),
        (AvailabilityAuthority::Asserted, 600, 600),
        (AvailabilityAuthority::Authoritative, 86_400, 900),
        (AvailabilityAuthority::Authoritative, 600, 600),
    ] {
        for seconds in [1, limit - 1, limit, limit + 1] {
            let world = World::with(|setup| {
                let mut unit = unit("org-one", "main", 1);
                unit.availability.authority = authority;
                setup.listings = vec![unit];
                setup.one.rooftops.iter_mut().for_each(|rooftop| rooftop.targets = targets(86_400, target));
            });
            world.clock.advance(seconds - 300);
            match world.unit(Tool::VerifyAvailability, 1) {
                Ok(reply) => {
                    assert_eq!(reply.structured["freshness"]["state"], "current", "{authority:?} {seconds}");
                    assert!(seconds < limit, "{authority:?} {seconds}");
                }
                Err(refusal) => {
                    assert_eq!(refusal.code(), "vehicle.stale", "{authority:?} {seconds}");
                    assert!(seconds >= limit, "{authority:?} {seconds}");
                }
            }
            let line = world.unit(Tool::GetVehicle, 1).unwrap().summary;
            assert_eq!(line.contains("band stale"), seconds >= limit, "{line}");
        }
    }
}

#[test]
fn stale_listings_are_found_and_called_stale() {
    let world = World::new();
    world.clock.advance(2 * DAY);
    let reply = world.search(json!({ "query": "civic" })).unwrap();
    let vehicles = reply.structured["vehicles"].as_array().unwrap();
    assert_eq!(vehicles.len(), 6);
    assert!(vehicles.iter().all(|vehicle| vehicle["freshness"]["state"] == "stale"));
    assert_eq!(reply.structured["freshness"]["state"], "stale");
    assert!(reply.summary.contains("band stale") && !reply.summary.contains("band asserted"), "{}", reply.summary);
    assert!(reply.summary.contains("2026-09-01 12:00 UTC"), "{}", reply.summary);
    let alone = world.unit(Tool::GetVehicle, 1).unwrap();
    assert_eq!(alone.structured["freshness"]["state"], "stale");
    assert!(alone.summary.contains("stale, refresh before acting"), "{}", alone.summary);
}

#[test]
fn fresh_listings_are_called_current() {
    let reply = World::new().search(json!({})).unwrap();
    assert_eq!(reply.structured["freshness"]["state"], "current");
    assert_eq!(reply.structured["freshness"]["observed_at"], "2026-09-01T12:00:00Z");
}
