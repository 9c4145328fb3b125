//! The static publication's document: strict when written, patient when read
//! (`discovery.md` section 4).

use dealeragent_protocol::{
    facts::{FeedAuthority, FeedSlaSeconds, GovernmentChargeStatus, WellKnown, WellKnownFault, WellKnownReading},
    schema,
};
use proptest::prelude::*;
use serde_json::{Value, json};

fn sample() -> Value {
    json!({
        "dealer_agent_protocol": "0.1",
        "organization_id": "org-one",
        "rooftops": [{ "rooftop_id": "main", "name": "Main Street" }],
        "gateway": "https://dealer.example/mcp",
        "published_feed": {
            "format": "dealer-agent-inventory-csv/0.1", "url": "https://dealer.example/feeds/inventory.csv",
            "freshness_sla_seconds": 86_400, "authority": "asserted",
        },
        "disclosure_defaults": {
            "required_dealer_charges": [{
                "label": "Documentation fee", "amount_minor": 69_900, "currency": "USD",
                "included_in_advertised_price": false,
            }],
            "government_charges": "unknown",
        },
        "handoff": { "adf_endpoint": null, "policy_url": "https://dealer.example/privacy" },
        "upgrade_path": "https://dealer.example/",
    })
}

fn with(at: &str, member: Value) -> Value {
    let mut sample = sample();
    let (parent, name) = at.rsplit_once('/').unwrap();
    sample.pointer_mut(parent).unwrap()[name] = member;
    sample
}

fn without(at: &str) -> Value {
    let mut sample = sample();
    let (parent, name) = at.rsplit_once('/').unwrap();
    sample.pointer_mut(parent).unwrap().as_object_mut().unwrap().remove(name).unwrap();
    sample
}

fn read(document: &Value) -> Result<WellKnownReading, WellKnownFault> {
    WellKnownReading::parse(document.to_string().as_bytes())
}

fn fits(document: &Value) -> bool {
    let schema = schema::of::<WellKnown>();
    jsonschema::options().should_validate_formats(true).build(&schema).unwrap().is_valid(document)
}

#[test]
fn what_is_read_is_written_again() {
    let reading = read(&sample()).unwrap();
    assert!(reading.unknown.is_empty(), "{:?}", reading.unknown);
    assert_eq!(serde_json::to_value(&reading.document).unwrap(), sample());
    assert!(fits(&sample()));
}

/// `null` is said, never left out; an upgrade path is left out, never `null`.
#[test]
fn no_gateway_is_null_and_no_upgrade_path_is_absent() {
    let mut bare = without("/upgrade_path");
    bare["gateway"] = Value::Null;
    let reading = read(&bare).unwrap();
    assert_eq!(serde_json::to_value(&reading.document).unwrap(), bare);
    assert!(fits(&bare));
    for required in ["/gateway", "/handoff/adf_endpoint", "/handoff/policy_url"] {
        let lacking = without(required);
        let name = required.rsplit('/').next().unwrap();
        let fault = read(&lacking).unwrap_err().to_string();
        assert!(fault.contains(&format!("missing field `{name}`")), "{fault}");
        assert!(!fits(&lacking), "{required}");
    }
}

/// DAP-DISC-003: no word but `asserted` is a value, in the type, in the schema
/// and for a reader.
#[test]
fn nothing_can_say_verified() {
    assert_eq!(FeedAuthority::ALL, [FeedAuthority::Asserted]);
    for word in ["verified_current", "verified", "authoritative", "Asserted", ""] {
        let claims = with("/published_feed/authority", word.into());
        assert_eq!(read(&claims).unwrap_err(), WellKnownFault::Authority, "{word}");
        assert!(!fits(&claims), "{word}");
        assert!(serde_json::from_value::<WellKnown>(claims).is_err());
    }
    assert!(!schema::of::<WellKnown>().to_string().contains("verified"));
}

#[test]
fn what_a_later_version_adds_is_kept() {
    let mut later = with("/published_feed/signature", json!({ "kid": 1 }));
    later["rooftops"][0]["geo"] = json!([1, 2]);
    later["a/b~c"] = true.into();
    later["disclosure_defaults"]["government_charges"] = "itemized".into();
    let reading = read(&later).unwrap();
    let kept: Vec<(&str, &Value)> = reading.unknown.iter().map(|(at, value)| (at.as_str(), value)).collect();
    assert_eq!(
        kept,
        [
            ("/a~1b~0c", &json!(true)),
            ("/disclosure_defaults/government_charges", &json!("itemized")),
            ("/published_feed/signature", &json!({ "kid": 1 })),
            ("/rooftops/0/geo", &json!([1, 2])),
        ]
    );
    assert_eq!(reading.document.disclosure_defaults.government_charges, GovernmentChargeStatus::Unknown);
    assert!(!fits(&later), "the schema is what publishers keep to");
}

#[test]
fn faults_say_where_and_never_what() {
    for (document, at) in [
        (with("/published_feed/freshness_sla_seconds", 59.into()), "/published_feed/freshness_sla_seconds"),
        (with("/published_feed/freshness_sla_seconds", 86_401.into()), "/published_feed/freshness_sla_seconds"),
        (with("/published_feed/url", "hello there".into()), "/published_feed/url"),
        (with("/gateway", "hello there".into()), "/gateway"),
        (with("/organization_id", "hello there".into()), "/organization_id"),
        (with("/rooftops", json!([])), "/rooftops"),
        (with("/rooftops", json!([{ "rooftop_id": "hello there", "name": "x" }])), "/rooftops/0/rooftop_id"),
    ] {
        let fault = read(&document).unwrap_err();
        assert!(matches!(&fault, WellKnownFault::Member { at: found, .. } if found == at), "{at}: {fault:?}");
        assert!(!fault.to_string().contains("hello"), "{fault}");
    }
    assert_eq!(read(&with("/dealer_agent_protocol", "0.2".into())), Err(WellKnownFault::Version));
    assert_eq!(read(&with("/published_feed/format", "x/0.1".into())), Err(WellKnownFault::Format));
    for page in ["<!doctype html><title>Cars</title>", "", "[]", "\u{feff}"] {
        assert_eq!(WellKnownReading::parse(page.as_bytes()), Err(WellKnownFault::NotJson), "{page}");
    }
    let marked = format!("\u{feff}{}", sample());
    assert!(WellKnownReading::parse(marked.as_bytes()).is_ok());
}

#[test]
fn a_target_is_a_minute_to_a_day() {
    assert_eq!(FeedSlaSeconds::new(59), None);
    assert_eq!(FeedSlaSeconds::new(60), Some(FeedSlaSeconds::SHORTEST));
    assert_eq!(FeedSlaSeconds::new(86_400), Some(FeedSlaSeconds::LONGEST));
    assert_eq!(FeedSlaSeconds::new(86_401), None);
    assert_eq!(FeedSlaSeconds::nearest(2_592_000), FeedSlaSeconds::LONGEST);
}

proptest! {
    /// Whatever a site sends is read or refused, never a panic.
    #[test]
    fn any_bytes_are_taken(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = WellKnownReading::parse(&bytes);
    }

    /// A member of any kind in any place: what is accepted has nothing lost.
    #[test]
    fn any_member_is_read_kept_or_refused(
        at in proptest::sample::select(vec![
            "/organization_id", "/rooftops", "/gateway", "/published_feed/url", "/published_feed/more",
            "/disclosure_defaults/required_dealer_charges", "/handoff/adf_endpoint", "/upgrade_path", "/later",
        ]),
        member in proptest::sample::select(vec![
            json!(null), json!(true), json!(-1), json!("x"), json!("https://a.example/"), json!([]), json!({}),
            json!([{ "rooftop_id": "a", "name": "A", "more": {} }]),
        ]),
    ) {
        let document = with(at, member);
        if let Ok(reading) = read(&document) {
            let mut written = serde_json::to_value(&reading.document).unwrap();
            for (pointer, value) in &reading.unknown {
                let (parent, name) = pointer.rsplit_once('/').unwrap();
                written.pointer_mut(parent).unwrap()[name] = value.clone();
            }
            if document["upgrade_path"].is_null() {
                written["upgrade_path"] = Value::Null;
            }
            prop_assert_eq!(written, document);
        } else {
            prop_assert!(!fits(&document));
        }
    }
}
