//! What is kept of feeds. One suite for every store.

mod damage;
mod processes;
mod stored_format;
mod suite;

use std::sync::Arc;

use dealeragent_feeds::{
    Evidence, Import, Profile, Reading, SourceSettings, import,
    judge::{
        Candidate, Diff, FeedState, FileFacts, HoldReason, JudgeRules, Judgement, RunId, RunOutcome, RunRecord,
        TimeBasis, judge,
    },
    keep::{Change, Commit, FeedStore, KeepFault},
    report::{Keyword, Reject},
};
use dealeragent_protocol::values::{Currency, OrganizationId, RooftopId, Text, TimeZoneName, Timestamp};

pub(crate) fn at(hour: i64) -> Timestamp {
    Timestamp::parse("2026-11-01T00:00:00Z").unwrap().plus_seconds(hour * 3600)
}

pub(crate) fn settings(rooftop: &str) -> SourceSettings {
    SourceSettings {
        source_name: Text::parse("Nightly export").unwrap(),
        organization_id: OrganizationId::parse("org1").unwrap(),
        rooftop_id: RooftopId::parse(rooftop).unwrap(),
        time_zone: TimeZoneName::parse("America/Denver").unwrap(),
        currency: Currency::USD,
        odometer_unit: None,
        price_column: "advertised_price_minor".to_owned(),
        price_includes_required_charges: false,
        price_label: None,
        listing_url_template: None,
        observed_at: Timestamp::parse("2026-12-01T06:00:00Z").unwrap(),
        now: Timestamp::parse("2026-12-01T12:00:00Z").unwrap(),
        date_shift_days: 0,
        reading: Reading::default(),
    }
}

pub(crate) fn lot(units: u32) -> Import {
    let mut text = "organization_id,rooftop_id,vin,stock_number,year,make,model,condition,listing_url,observed_at,\
                    advertised_price_minor,currency,required_dealer_charges_json\n"
        .to_owned();
    for number in 0..units {
        let charges = r#""[{""label"":""Fee"",""amount_minor"":69900,""included_in_advertised_price"":false}]""#;
        text.push_str(&format!(
            "org1,north,9ZZDAPT10RA{number:06},S{number},2024,Testla,Modelo,used,\
             https://cars.example.com/v/{number},2026-09-01T14:00:00Z,1899500,USD,{charges}\n"
        ));
    }
    let profile = Profile::built_in("inventory-csv").unwrap().unwrap();
    import(text.as_bytes(), &profile, &settings("north")).unwrap()
}

/// The demo's first lot, with everything that its side file tells.
pub(crate) fn demo_lot() -> Import {
    let file =
        |name: &str| std::fs::read(format!("{}/../../examples/demo/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let settings = SourceSettings { price_column: "Price".to_owned(), ..settings("ridge-denver") };
    let profile = Profile::built_in("vauto").unwrap().unwrap();
    let mut import = import(&file("denver-vauto.csv"), &profile, &settings).unwrap();
    let evidence = Evidence::read(&String::from_utf8(file("used-evidence.json")).unwrap()).unwrap();
    assert!(evidence.attach(&mut import.listings, settings.now).attached > 0);
    import
}

pub(crate) fn state_of(import: Import, hour: i64) -> Arc<FeedState> {
    let candidate = Candidate {
        organization_id: OrganizationId::parse("org1").unwrap(),
        source: "nightly".to_owned(),
        file: FileFacts { digest: None, reading: "r1".to_owned(), source_time: at(hour), basis: TimeBasis::Stated },
    };
    match judge(None, candidate, Ok(import), &JudgeRules::default()) {
        Judgement::Applied(proposal) => Arc::new(proposal.next),
        other => panic!("{other:?}"),
    }
}

pub(crate) fn state(units: u32, hour: i64) -> Arc<FeedState> {
    state_of(lot(units), hour)
}

pub(crate) fn run_id(number: u128) -> RunId {
    RunId::mint(at(i64::try_from(number).unwrap()), number)
}

pub(crate) fn record(feed: &str, number: u128, outcome: RunOutcome) -> RunRecord {
    let hour = i64::try_from(number).unwrap();
    RunRecord {
        id: run_id(number),
        feed: feed.to_owned(),
        started_at: at(hour),
        ended_at: at(hour).plus_seconds(2),
        source_time: Some(at(hour)),
        digest: None,
        bytes: Some(1_234),
        rows: None,
        outcome,
        diff: Some(Diff::default()),
    }
}

pub(crate) fn held() -> RunOutcome {
    RunOutcome::Held { reasons: vec![HoldReason::EmptyFile { units: 3 }] }
}

pub(crate) fn reject(line: u64) -> Reject {
    Reject {
        line,
        column: Some("vin".to_owned()),
        keyword: Keyword::Vin,
        reason: "“x”: the VIN is masked".to_owned(),
        hint: "export the whole VIN".to_owned(),
        stock: None,
    }
}

pub(crate) fn apply(
    store: &dyn FeedStore,
    feed: &str,
    number: u128,
    state: &Arc<FeedState>,
    based_on: u64,
) -> Result<u64, KeepFault> {
    let record = record(feed, number, RunOutcome::Applied);
    store.commit(&Commit { record: &record, rejects: &[], change: Change::Apply(state), based_on })
}

pub(crate) fn hold(store: &dyn FeedStore, feed: &str, number: u128, state: &Arc<FeedState>, based_on: u64) {
    let record = record(feed, number, held());
    store.commit(&Commit { record: &record, rejects: &[reject(7)], change: Change::Hold(state), based_on }).unwrap();
}
