//! The side file of the demo, and side files that are wrong.

use dealeragent_feeds::{Evidence, EvidenceFault};
use dealeragent_inventory::{Listing, search::FilterKind};
use dealeragent_protocol::{
    facts::{AuthorityStatus, CertificationType, Condition, FreshnessState, ReconditioningStatus, SharedSummary},
    values::Timestamp,
};

use crate::{
    demo::{chicago, denver},
    support::{import_text, repository, time},
};

fn demo() -> Evidence {
    Evidence::read(&std::fs::read_to_string(repository("examples/demo/used-evidence.json")).unwrap()).unwrap()
}

fn now() -> Timestamp {
    time("2026-12-01T12:00:00Z")
}

fn conflicting(listings: &[Listing]) -> Vec<&str> {
    let mut vins: Vec<&str> =
        listings.iter().filter(|unit| !unit.evidence.discrepancies.is_empty()).map(|unit| unit.vin.as_str()).collect();
    vins.sort_unstable();
    vins
}

#[test]
fn the_demo_has_eight_units_whose_sources_disagree() {
    let evidence = demo();
    let (mut denver, mut chicago) = (denver(), chicago());
    let in_denver = evidence.attach(&mut denver.listings, now());
    let in_chicago = evidence.attach(&mut chicago.listings, now());
    assert_eq!(in_denver.attached + in_chicago.attached, 80);
    assert_eq!((in_denver.unmatched, in_chicago.unmatched), (0, 0));
    assert_eq!(in_denver.other_rooftops, in_chicago.attached);
    assert!(in_denver.left_out.is_empty() && in_chicago.left_out.is_empty(), "{in_denver:?} {in_chicago:?}");
    assert_eq!(
        conflicting(&denver.listings),
        ["9ZZESEWE1RJ002408", "9ZZMACJZ9RT002514", "9ZZMCPNG8RZ003287", "9ZZTNRZTXSK002911", "9ZZXUYLN3RK003224"]
    );
    assert_eq!(conflicting(&chicago.listings), ["9ZZEMREN2ND103243", "9ZZGYJDJ9MN103908", "9ZZTYPDP7PW103815"]);
    assert_eq!((in_denver.conflicting, in_chicago.conflicting), (5, 3));
    let spoken = in_denver.to_string();
    assert!(spoken.contains("5 of them with sources that disagree") && spoken.contains("other rooftops"), "{spoken}");
    assert_eq!(in_denver.answers, [FilterKind::HistoryReportStatus, FilterKind::CertificationType]);
    for unit in denver.listings.iter().chain(&chicago.listings) {
        assert!(unit.condition != Condition::New || unit.evidence == Default::default());
    }
}

#[test]
fn every_fact_keeps_its_own_source_and_age() {
    let mut denver = denver();
    demo().attach(&mut denver.listings, now());
    let unit = denver.listings.iter().find(|unit| unit.vin.as_str() == "9ZZAUGAE0SS002007").unwrap();
    let report = &unit.evidence.history_reports[0];
    assert_eq!(report.provenance.sources[0].source_name.as_str(), "History One (demonstration)");
    assert_eq!(report.provenance.sources[0].source_record_id.as_ref().unwrap().as_str(), "H82284186");
    assert!(matches!(report.summary, SharedSummary::Authorized(Some(_))));
    assert_eq!(report.freshness.state, FreshnessState::Current);
    let inspection = unit.evidence.condition_report.as_ref().unwrap();
    assert_eq!(inspection.freshness.state, FreshnessState::Stale, "seen half a year ago");
    assert_eq!(inspection.provenance.authority_status, AuthorityStatus::Asserted);
    let certification = unit.evidence.certification.as_ref().unwrap();
    assert_eq!(certification.kind, CertificationType::ManufacturerCpo);
    assert!(certification.warranty.as_ref().unwrap().len() >= 4);
}

#[test]
fn a_shift_moves_every_date() {
    let mut plain = denver();
    let mut shifted = denver();
    demo().attach(&mut plain.listings, now());
    demo().shifted(10).attach(&mut shifted.listings, now().plus_seconds(10 * 86_400));
    let day = 86_400;
    for (one, other) in plain.listings.iter().zip(&shifted.listings) {
        let (one, other) = (&one.evidence, &other.evidence);
        if let Some((one, other)) = one.certification.as_ref().zip(other.certification.as_ref()) {
            assert_eq!(other.freshness.state, one.freshness.state);
            assert_eq!(other.certified_at, one.certified_at.map(|time| time.plus_seconds(10 * day)));
            let ends = |c: &dealeragent_protocol::facts::Certification| c.warranty.as_ref().unwrap()[0].expires_at;
            assert_eq!(ends(other), ends(one).map(|time| time.plus_seconds(10 * day)));
        }
        for (one, other) in one.history_reports.iter().zip(&other.history_reports) {
            assert_eq!(other.observed_at, one.observed_at.plus_seconds(10 * day));
            assert_eq!(other.report_generated_at, one.report_generated_at.map(|time| time.plus_seconds(10 * day)));
        }
    }
    let early = demo().shifted(30).attach(&mut denver().listings, now());
    assert!(early.left_out.iter().any(|left| left.reason.contains("in the future")));
}

fn entry(blocks: &str) -> String {
    format!(r#"{{"source_name":"Desk","vehicles":[{{"vin":"9ZZDAPT10RA000001",{blocks}}}]}}"#)
}

fn unit(certified: &str) -> Vec<Listing> {
    import_text(&format!("VIN,Certified\n9ZZDAPT10RA000001,{certified}\n")).unwrap().listings
}

const SEEN: &str = r#""observed_at":"2026-11-29T00:00:00Z","source_name":"Portal","authority":"oem""#;

#[test]
fn a_makers_programme_needs_the_exports_flag() {
    let text = entry(&format!(r#""certification":{{"type":"manufacturer_cpo","program_name":"Gold",{SEEN}}}"#));
    let evidence = Evidence::read(&text).unwrap();
    for (flag, attaches) in [("Yes", true), ("No", false), ("", false)] {
        let mut listings = unit(flag);
        let report = evidence.attach(&mut listings, now());
        assert_eq!(listings[0].evidence.certification.is_some(), attaches, "{flag}");
        assert_eq!(report.left_out.len(), usize::from(!attaches));
    }
    let dealer = entry(&format!(r#""certification":{{"type":"dealer_certified",{SEEN}}}"#));
    let mut listings = unit("No");
    let report = Evidence::read(&dealer).unwrap().attach(&mut listings, now());
    assert_eq!(report.left_out[0].reason, "the export says that the unit is not certified");
}

#[test]
fn what_may_not_be_shared_is_not_attached() {
    let summary = r#"{"accident_status":"unknown","damage_status":"unknown","title_brand_status":"unknown",
        "odometer_consistency":"unknown","owner_count_status":"unknown"}"#;
    let text = entry(&format!(
        r#""history_reports":[{{"provider_id":"example.one","provider_name":"One","status":"available",
        "access":"on_request","observed_at":"2026-11-29T00:00:00Z","summary_sharing_authorized":false,
        "summary":{summary}}}]"#
    ));
    let mut listings = unit("");
    let report = Evidence::read(&text).unwrap().attach(&mut listings, now());
    assert_eq!(report.summaries_withheld, 1);
    assert_eq!(listings[0].evidence.history_reports[0].summary, SharedSummary::NotAuthorized);
}

#[test]
fn work_is_not_completed_while_a_safety_item_is_open() {
    let text = entry(&format!(
        r#""reconditioning":{{"status":"completed","completed_at":"2026-11-01T00:00:00Z",
        "items":[{{"category":"safety","description":"Belt","status":"planned"}}],{SEEN}}}"#
    ));
    let mut listings = unit("");
    Evidence::read(&text).unwrap().attach(&mut listings, now());
    let work = listings[0].evidence.reconditioning.as_ref().unwrap();
    assert_eq!((work.status, work.completed_at), (ReconditioningStatus::InProgress, None));
}

#[test]
fn entries_without_a_unit_are_counted() {
    let text = entry(&format!(r#""title":{{"status":"clear","brands":[],{SEEN}}}"#));
    let evidence = Evidence::read(&text).unwrap();
    let mut other = import_text("VIN\n9ZZDAPT12RA000002\n").unwrap().listings;
    assert_eq!(evidence.attach(&mut other, now()).unmatched, 1);
    let mut new = import_text("VIN,Type\n9ZZDAPT10RA000001,New\n").unwrap().listings;
    let report = evidence.attach(&mut new, now());
    assert_eq!((report.attached, report.new_units), (0, 1));
    assert!(report.answers.is_empty());
    let mut twice = unit("");
    evidence.attach(&mut twice, now());
    let elsewhere = Evidence::read(&text.replace("clear", "pending")).unwrap().attach(&mut twice, now());
    assert_eq!(elsewhere.left_out[0].block, "title");
}

#[test]
fn every_violation_comes_with_its_place() {
    let places = |text: &str| match Evidence::read(text).unwrap_err() {
        EvidenceFault::Violations(all) => {
            all.iter().map(|v| format!("{} {}", v.instance_location, v.keyword.as_str())).collect::<Vec<_>>()
        }
        other => panic!("{other}"),
    };
    let text = r#"{"source_name":"Desk","vehicles":[
        {"vin":"9OZDAPT10RA000001","colour":"red"},
        {"vin":"9ZZDAPT10RA000001","title":{"status":"clean","brands":[]}},
        {"vin":"9ZZDAPT10RA000001","certification":{"type":"manufacturer_cpo","observed_at":"2026-11-29T00:00:00Z",
         "source_name":"x","authority":"oem"}}]}"#;
    let found = places(text);
    for wanted in [
        "/vehicles/0/vin pattern",
        "/vehicles/0 additionalProperties",
        "/vehicles/1/title/status enum",
        "/vehicles/1/title required",
        "/vehicles/2 uniqueItems",
        "/vehicles/2/certification required",
    ] {
        assert!(found.iter().any(|place| place == wanted), "{wanted} in {found:#?}");
    }
    assert_eq!(Evidence::read("{\n]").unwrap_err(), EvidenceFault::NotJson { line: 2, column: 1 });
    let message = Evidence::read(text).unwrap_err().to_string();
    assert!(message.contains("/vehicles/0/vin: must be a VIN") && !message.contains("9OZ"), "{message}");
}
