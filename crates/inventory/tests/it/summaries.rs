//! What is said of a unit's availability, reports and certificate.

use dealeragent_inventory::{Listing, StoredListing, find_discrepancies};
use dealeragent_protocol::{
    facts::{
        AccidentStatus, AvailabilityAuthority, Band, BandLimits, Certification, CertificationType, Condition,
        Discrepancy, DiscrepancyStatus, Freshness, FreshnessState, HistorySummary, MaxAge, ReportStatus,
        SummaryReportStatus,
    },
    tools::unit::UnitSelector,
    values::Set,
};

use crate::fixture::{
    noon, organization, provenance, report, rooftop, rooftop_id, silent_summary, targets, text, unit,
};

fn stored<T>(listing: Listing, availability_target: u32, read: impl Fn(&StoredListing) -> T) -> T {
    let selector = UnitSelector::VehicleId(listing.vehicle_id.clone());
    let mut stock = rooftop("main", vec![listing]);
    stock.targets = targets(86_400, availability_target);
    read(organization(vec![stock]).find(&rooftop_id("main"), &selector).unwrap())
}

fn certified(kind: CertificationType) -> Certification {
    Certification {
        kind,
        program_name: None,
        certified_at: None,
        inspection_point_count: None,
        warranty: None,
        provenance: provenance("programme", noon()),
        freshness: Freshness::at(noon(), noon(), MaxAge::LONGEST),
    }
}

fn accidents(status: AccidentStatus) -> Option<HistorySummary> {
    Some(HistorySummary { accident_status: status, ..silent_summary() })
}

#[test]
fn a_status_holds_for_the_shorter_of_target_and_band() {
    let cases = [
        (AvailabilityAuthority::Asserted, 3_600, Some(3_600), true),
        (AvailabilityAuthority::Asserted, 200_000, Some(86_400), true),
        (AvailabilityAuthority::Authoritative, 60, Some(60), false),
        (AvailabilityAuthority::Authoritative, 200_000, Some(900), false),
        (AvailabilityAuthority::Unknown, 60, None, true),
    ];
    for (authority, target, seconds, human) in cases {
        let mut listing = unit(1);
        listing.availability.authority = authority;
        let seen = noon().plus_seconds(-30);
        listing.availability.observed_at = seen;
        let (availability, freshness) =
            stored(listing, target, |u| (u.availability(), u.availability_freshness(noon())));
        assert_eq!(availability.valid_until, seconds.map(|seconds| seen.plus_seconds(seconds)));
        assert_eq!(freshness.valid_until, availability.valid_until);
        assert_eq!(freshness.state == FreshnessState::Unknown, seconds.is_none());
        assert_eq!(availability.human_verification_required, Some(human));
        // Never longer than its band.
        if let Some(until) = availability.valid_until {
            let band = BandLimits::default().of_observation(authority, seen, until.plus_seconds(-1));
            assert!(matches!(band, Band::RecentAuthoritative | Band::Asserted), "{authority} {target}");
        }
    }
}

#[test]
fn reports_that_differ_conflict_else_the_best_one_counts() {
    use ReportStatus as Report;
    let cases: [(&[Report], SummaryReportStatus); 5] = [
        (&[], SummaryReportStatus::Unknown),
        (&[Report::Unknown], SummaryReportStatus::Unknown),
        (&[Report::Unknown, Report::NotAvailable], SummaryReportStatus::NotAvailable),
        (&[Report::NotAvailable, Report::Restricted], SummaryReportStatus::Restricted),
        (&[Report::Restricted, Report::Available], SummaryReportStatus::Available),
    ];
    for (statuses, expected) in cases {
        let mut listing = unit(1);
        listing.evidence.history_reports = statuses.iter().map(|status| report("One", *status, None)).collect();
        assert_eq!(stored(listing, 60, StoredListing::history_report_status), expected);
    }
    let mut listing = unit(1);
    listing.evidence.history_reports = vec![
        report("One", Report::Available, accidents(AccidentStatus::EventsReported)),
        report("Two", Report::Available, accidents(AccidentStatus::NoEventsReported)),
    ];
    // Whether or not the difference was noted, it is there.
    assert_eq!(stored(listing.clone(), 60, StoredListing::history_report_status), SummaryReportStatus::Conflicting);
    listing.evidence.discrepancies = find_discrepancies(&listing);
    assert_eq!(stored(listing, 60, StoredListing::history_report_status), SummaryReportStatus::Conflicting);
}

#[test]
fn a_noted_difference_between_reports_conflicts_until_a_provider_corrects_it() {
    let noted = |names: [&str; 2], status: DiscrepancyStatus| {
        let mut listing = unit(1);
        listing.evidence.history_reports =
            vec![report("One", ReportStatus::Available, None), report("Two", ReportStatus::Available, None)];
        listing.evidence.discrepancies = vec![Discrepancy {
            field: text("prior_use"),
            source_names: Set::new(names.map(text).to_vec()).unwrap(),
            description: text("They differ."),
            status,
        }];
        stored(listing, 60, StoredListing::history_report_status)
    };
    assert_eq!(noted(["One", "Two"], DiscrepancyStatus::Unresolved), SummaryReportStatus::Conflicting);
    assert_eq!(noted(["One", "Two"], DiscrepancyStatus::DealerReviewed), SummaryReportStatus::Conflicting);
    assert_eq!(noted(["One", "Two"], DiscrepancyStatus::ProviderCorrected), SummaryReportStatus::Available);
    assert_eq!(noted(["One", "lot export"], DiscrepancyStatus::Unresolved), SummaryReportStatus::Available);
}

#[test]
fn a_certificate_wins_over_the_export_and_a_bare_flag_says_nothing() {
    let mut listing = unit(1);
    listing.condition = Condition::Certified;
    assert_eq!(stored(listing.clone(), 60, StoredListing::certification_type), CertificationType::Unknown);
    listing.certification_type = Some(CertificationType::DealerCertified);
    assert_eq!(stored(listing.clone(), 60, StoredListing::certification_type), CertificationType::DealerCertified);
    listing.evidence.certification = Some(certified(CertificationType::ThirdPartyCertified));
    assert_eq!(stored(listing, 60, StoredListing::certification_type), CertificationType::ThirdPartyCertified);
}
