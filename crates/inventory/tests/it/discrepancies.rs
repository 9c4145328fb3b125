//! Facts on which sources differ: both named, neither picked.

use dealeragent_inventory::{Listing, find_discrepancies};
use dealeragent_protocol::{
    facts::{
        AccidentStatus, DamageStatus, Discrepancy, DiscrepancyStatus, Freshness, HistorySummary, MaxAge,
        OdometerConsistency, OwnerCountStatus, ReportStatus, ReportedStatus, SharedSummary, TitleBrand,
        TitleBrandStatus, TitleDisclosure, TitleStatus,
    },
    values::{Distance, DistanceUnit, Set, Text},
};

use crate::fixture::{noon, provenance, report, silent_summary, unit};

type Change = fn(&mut HistorySummary);

fn with_reports(summaries: &[(&str, HistorySummary)]) -> Listing {
    let mut listing = unit(1);
    listing.evidence.history_reports =
        summaries.iter().map(|(name, summary)| report(name, ReportStatus::Available, Some(summary.clone()))).collect();
    listing
}

fn summary(change: Change) -> HistorySummary {
    let mut summary = silent_summary();
    change(&mut summary);
    summary
}

fn title(status: TitleStatus, brands: &[TitleBrand]) -> TitleDisclosure {
    TitleDisclosure {
        status,
        brands: Set::new(brands.to_vec()).unwrap(),
        jurisdiction: None,
        provenance: provenance("title office", noon()),
        freshness: Freshness::at(noon(), noon(), MaxAge::LONGEST),
    }
}

fn names(discrepancy: &Discrepancy) -> Vec<&str> {
    discrepancy.source_names.iter().map(Text::as_str).collect()
}

/// Field, one side, the other side, and their words.
const FACTS: [(&str, Change, Change, [&str; 2]); 7] = [
    (
        "accident_status",
        |s| s.accident_status = AccidentStatus::EventsReported,
        |s| s.accident_status = AccidentStatus::NoEventsReported,
        ["events_reported", "no_events_reported"],
    ),
    (
        "damage_status",
        |s| s.damage_status = DamageStatus::DamageReported,
        |s| s.damage_status = DamageStatus::NoDamageReported,
        ["damage_reported", "no_damage_reported"],
    ),
    (
        "structural_damage_status",
        |s| s.structural_damage_status = Some(ReportedStatus::Reported),
        |s| s.structural_damage_status = Some(ReportedStatus::NotReported),
        ["reported", "not_reported"],
    ),
    (
        "airbag_deployment_status",
        |s| s.airbag_deployment_status = Some(ReportedStatus::NotReported),
        |s| s.airbag_deployment_status = Some(ReportedStatus::Reported),
        ["not_reported", "reported"],
    ),
    (
        "title_brand_status",
        |s| s.title_brand_status = TitleBrandStatus::BrandsReported,
        |s| s.title_brand_status = TitleBrandStatus::NoBrandsReported,
        ["brands_reported", "no_brands_reported"],
    ),
    (
        "odometer_consistency",
        |s| s.odometer_consistency = OdometerConsistency::Consistent,
        |s| s.odometer_consistency = OdometerConsistency::DiscrepancyReported,
        ["consistent", "discrepancy_reported"],
    ),
    (
        "owner_count",
        |s| (s.owner_count_status, s.owner_count) = (OwnerCountStatus::Known, Some(1)),
        |s| (s.owner_count_status, s.owner_count) = (OwnerCountStatus::Known, Some(2)),
        ["1", "2"],
    ),
];

#[test]
fn each_material_fact_on_which_two_reports_differ() {
    for (field, one, other, words) in FACTS {
        let found = find_discrepancies(&with_reports(&[("One", summary(one)), ("Two", summary(other))]));
        let [discrepancy] = found.as_slice() else { panic!("{field}: {found:?}") };
        assert_eq!((discrepancy.field.as_str(), names(discrepancy)), (field, vec!["One", "Two"]));
        assert_eq!(discrepancy.status, DiscrepancyStatus::Unresolved);
        let [first, second] = words;
        let wanted = format!("Sources differ on {field}: One states {first}; Two states {second}.");
        assert_eq!(discrepancy.description.as_str(), wanted);
    }
}

#[test]
fn unknown_silent_and_unshared_conflict_with_nothing() {
    for (field, one, other, _) in FACTS {
        let agreeing = with_reports(&[("One", summary(one)), ("Two", summary(one))]);
        assert!(find_discrepancies(&agreeing).is_empty(), "{field}");
        let silent = with_reports(&[("One", summary(one)), ("Two", silent_summary())]);
        assert!(find_discrepancies(&silent).is_empty(), "{field}");
        let mut unshared = with_reports(&[("One", summary(one)), ("Two", summary(other))]);
        unshared.evidence.history_reports[1].summary = SharedSummary::NotAuthorized;
        assert!(find_discrepancies(&unshared).is_empty(), "{field}");
    }
    let unknown = with_reports(&[
        ("One", summary(|s| s.structural_damage_status = Some(ReportedStatus::Reported))),
        ("Two", summary(|s| s.structural_damage_status = Some(ReportedStatus::Unknown))),
    ]);
    assert!(find_discrepancies(&unknown).is_empty());
    assert!(find_discrepancies(&unit(1)).is_empty());
}

#[test]
fn every_source_is_named_once_even_one_that_speaks_twice() {
    let (_, one, other, _) = FACTS[0];
    let found = find_discrepancies(&with_reports(&[
        ("One", summary(one)),
        ("Two", summary(other)),
        ("One", summary(other)),
        ("Three", silent_summary()),
    ]));
    assert_eq!(names(&found[0]), ["One", "Two", "(2) One"]);
}

#[test]
fn long_names_stay_within_the_contract() {
    let long = "n".repeat(200);
    let reports: Vec<(&str, HistorySummary)> =
        (0..20).map(|at| (long.as_str(), summary(if at == 0 { FACTS[0].1 } else { FACTS[0].2 }))).collect();
    let found = find_discrepancies(&with_reports(&reports));
    assert_eq!(found[0].source_names.len(), 20);
    // Rather no names than one side only.
    let wanted = "Sources differ on accident_status: events_reported; no_events_reported.";
    assert_eq!(found[0].description.as_str(), wanted);
}

#[test]
fn a_title_speaks_of_brands_too() {
    let clean: Change = |s| s.title_brand_status = TitleBrandStatus::NoBrandsReported;
    let branded: Change = |s| s.title_brand_status = TitleBrandStatus::BrandsReported;
    let cases = [
        (title(TitleStatus::Branded, &[]), clean, true),
        (title(TitleStatus::Pending, &[TitleBrand::Flood]), clean, true),
        (title(TitleStatus::Clear, &[]), branded, true),
        (title(TitleStatus::Clear, &[]), clean, false),
        (title(TitleStatus::Branded, &[TitleBrand::Salvage]), branded, false),
        (title(TitleStatus::Unknown, &[]), branded, false),
        (title(TitleStatus::InTransit, &[]), branded, false),
    ];
    for (title, report, differs) in cases {
        let mut listing = with_reports(&[("One", summary(report))]);
        listing.evidence.title = Some(title.clone());
        let found = find_discrepancies(&listing);
        assert_eq!(found.len(), usize::from(differs), "{title:?}");
        if let Some(discrepancy) = found.first() {
            assert_eq!(discrepancy.field.as_str(), "title_brand_status");
            assert_eq!(names(discrepancy), ["One", "title office"]);
        }
    }
}

#[test]
fn a_reading_below_the_last_on_record_is_named_across_units() {
    let recorded = |value, unit| {
        let mut summary = silent_summary();
        summary.last_reported_odometer = Some(Distance { value, unit });
        summary
    };
    // The unit reads 20,000 mi, which is 32,186.88 km.
    let above = [recorded(32_187, DistanceUnit::Kilometres), recorded(20_001, DistanceUnit::Miles)];
    for summary in above {
        let found = find_discrepancies(&with_reports(&[("One", summary), ("Two", silent_summary())]));
        let [discrepancy] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!((discrepancy.field.as_str(), names(discrepancy)), ("odometer", vec!["lot export", "One"]));
    }
    let not_above = [recorded(32_186, DistanceUnit::Kilometres), recorded(20_000, DistanceUnit::Miles)];
    for summary in not_above {
        assert!(find_discrepancies(&with_reports(&[("One", summary)])).is_empty());
    }
    let mut unread = with_reports(&[("One", recorded(1, DistanceUnit::Miles))]);
    unread.odometer = None;
    assert!(find_discrepancies(&unread).is_empty());
}
