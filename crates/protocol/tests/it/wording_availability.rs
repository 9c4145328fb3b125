//! What is said of availability, for every band, status and authority.

use dealeragent_protocol::{
    facts::{Availability, AvailabilityAuthority, AvailabilityStatus, Band, BandLimits},
    values::{RooftopId, Text, Timestamp, VehicleId},
    wording::en,
};

fn at() -> Timestamp {
    Timestamp::parse("2026-09-01T14:05:00Z").unwrap()
}

fn availability(status: AvailabilityStatus, authority: AvailabilityAuthority) -> Availability {
    Availability {
        status,
        authority_status: authority,
        observed_at: at(),
        valid_until: None,
        human_verification_required: Some(authority != AvailabilityAuthority::Authoritative),
        reason: Text::truncated("reserved by phone"),
    }
}

fn check_summary(availability: &Availability, band: Band, now: Timestamp) -> String {
    let (vehicle_id, rooftop_id) = (VehicleId::parse("veh_1").unwrap(), RooftopId::parse("main").unwrap());
    let (vehicle_id, rooftop_id) = (&vehicle_id, &rooftop_id);
    let unit = en::UnitWords { name: "2024 Honda Civic", vehicle_id, rooftop_id, availability, band };
    en::check_summary(&unit, now)
}

/// Every claim with its band and status, as of an hour and as of two days later.
fn claims() -> Vec<(Band, AvailabilityStatus, String)> {
    let mut claims = Vec::new();
    for band in Band::ALL {
        for status in AvailabilityStatus::ALL {
            for authority in AvailabilityAuthority::ALL {
                for later in [3600, 2 * 86_400] {
                    let now = at().plus_seconds(later);
                    let availability = availability(*status, *authority);
                    claims.push((*band, *status, en::availability_claim(&availability, *band, now)));
                    claims.push((*band, *status, check_summary(&availability, *band, now)));
                }
            }
        }
    }
    claims
}

#[test]
fn dap_disc_005_nothing_is_called_available_now() {
    for (band, _, claim) in claims() {
        assert!(!claim.to_lowercase().contains("available now"), "{band}: {claim}");
    }
}

#[test]
fn dap_disc_004_an_asserted_status_is_the_dealers_word_with_its_time() {
    for (band, _, claim) in claims().into_iter().filter(|(band, _, _)| *band == Band::Asserted) {
        assert!(claim.contains("by the dealer") && claim.contains("not verified"), "{band}: {claim}");
        assert!(claim.contains("14:05 UTC"), "{claim}");
    }
}

#[test]
fn dap_disc_003_only_the_first_band_says_verified() {
    for (band, _, claim) in claims() {
        let verified = claim.replace("not verified", "").replace("verified_current", "").contains("verified");
        assert_eq!(verified, band == Band::VerifiedCurrent, "{band}: {claim}");
    }
}

#[test]
fn every_status_that_is_said_has_a_time_and_unknown_says_nothing() {
    for (band, status, claim) in claims() {
        assert_eq!(claim.contains("14:05 UTC"), band != Band::Unknown, "{band} {status}: {claim}");
        if band == Band::Unknown {
            let rest = claim.replace("availability not known", "");
            assert!(!rest.contains("available") && !rest.contains("listed") && !rest.contains("sold"), "{claim}");
        }
        if band == Band::Stale {
            assert!(claim.contains("stale, refresh before acting"), "{claim}");
        }
    }
}

#[test]
fn a_unit_that_is_gone_is_never_said_to_be_there() {
    for (band, status, claim) in claims().into_iter().filter(|(_, status, _)| status.is_gone()) {
        let rest = claim.replace("not available", "").replace("availability not known", "");
        assert!(!rest.contains("available") && !rest.contains("listed"), "{band} {status}: {claim}");
    }
}

#[test]
fn a_check_names_the_unit_and_the_band() {
    let availability = availability(AvailabilityStatus::Available, AvailabilityAuthority::Asserted);
    assert_eq!(
        check_summary(&availability, Band::Asserted, at()),
        "2024 Honda Civic: listed by the dealer, as of 14:05 UTC, not verified [band asserted; vehicle_id veh_1, \
         rooftop_id main]. Before anybody travels or pays, a person at the dealership must confirm it."
    );
}

#[test]
fn a_moment_of_another_day_bears_its_date() {
    let availability = availability(AvailabilityStatus::Available, AvailabilityAuthority::Asserted);
    let two_days_later = at().plus_seconds(2 * 86_400);
    let claim = en::availability_claim(&availability, Band::Stale, two_days_later);
    assert!(claim.contains("2026-09-01 14:05 UTC"), "{claim}");
}

#[test]
fn a_check_says_that_a_person_must_confirm_where_that_is_so() {
    let says = |authority, person: Option<bool>| {
        let status = AvailabilityStatus::Available;
        let availability = Availability { human_verification_required: person, ..availability(status, authority) };
        check_summary(&availability, Band::Asserted, at()).contains("a person at the dealership")
    };
    assert!(says(AvailabilityAuthority::Asserted, Some(true)));
    assert!(!says(AvailabilityAuthority::Authoritative, Some(false)));
    assert!(!says(AvailabilityAuthority::Authoritative, None));
}

#[test]
fn an_observation_alone_is_never_verified_current() {
    for authority in AvailabilityAuthority::ALL {
        for age in [-60, 0, 1, 119, 120, 121, 899, 900, 901, 86_399, 86_400, 86_401, 10_000_000] {
            let band = BandLimits::default().of_observation(*authority, at(), at().plus_seconds(age));
            assert_ne!(band, Band::VerifiedCurrent, "{authority:?} {age}");
            if *authority == AvailabilityAuthority::Asserted {
                assert_eq!(band == Band::Asserted, age < 86_400, "{age}");
            }
        }
    }
}
