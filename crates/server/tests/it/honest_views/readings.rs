//! A reading that is refused says why, where that tells nothing of what is there.

use serde_json::{Value, json};

use super::{OPEN, config, from, running};
use crate::support::{Running, post::Post};

fn read(uri: &str) -> Post {
    Post::modern("resources/read", json!({ "uri": uri }))
}

#[tokio::test]
async fn a_reading_that_came_too_fast_is_told_so() {
    let running = running(&(config("", "", OPEN) + "\n[limits]\naddress_reads = { burst = 1, per_second = 1 }\n"));
    let uris = ["dealeragent://manifest", "dealeragent://organization/none", "dealeragent://organization/north"];
    for (number, uri) in uris.into_iter().enumerate() {
        let peer = format!("192.0.2.{number}:9");
        from(&running, &peer, read(uri)).await;
        let got = from(&running, &peer, read(uri)).await;
        assert_eq!((got.status, got.header("retry-after")), (200, Some("1")), "{uri}");
        let error = &got.json()["error"];
        let data = &error["data"];
        assert_eq!(error["code"], -32603, "{error}");
        assert_eq!(data["code"], "dealeragent.rate_limited", "{error}");
        assert_eq!((&data["retryable"], &data["retry_after_ms"]), (&json!(true), &json!(1000)), "{error}");
        assert!(data["trace_id"].as_str().unwrap().starts_with("trc_"), "{error}");
    }
}

/// A unit without a price is there, whoever may read it; what is absent or
/// somebody else's is neither.
#[tokio::test]
async fn absent_and_forbidden_share_an_answer_and_nothing_else_does() {
    let running = running(&config("", "", OPEN));
    for uri in ["dealeragent://organization/none", "dealeragent://organization/north/rooftop/none"] {
        let error = running.send(read(uri)).await.json()["error"].clone();
        assert_eq!((&error["code"], &error["data"]), (&json!(-32602), &json!({ "uri": uri })));
    }
}

/// What holds shortest decides how long a vehicle may be kept.
#[tokio::test]
async fn a_vehicle_is_kept_no_longer_than_its_availability_holds() {
    let ttl = async |running: &Running| -> (u64, Value) {
        let found = running.ask(dealeragent_protocol::tool::Tool::Search, json!({ "organization_id": "north" })).await;
        let vehicle = &found["vehicles"][0];
        let id = vehicle["vehicle_id"].as_str().unwrap();
        let uri = format!("dealeragent://organization/north/rooftop/north-main/vehicle/{id}");
        let read = running.send(read(&uri)).await.json();
        let text = read["result"]["contents"][0]["text"].as_str().unwrap().to_owned();
        (read["result"]["ttlMs"].as_u64().unwrap(), serde_json::from_str(&text).unwrap())
    };
    // The export was written at ten, and now it is five past two.
    let age = 4 * 3600 + 300;
    let targets = |seconds: u32| {
        format!(
            "freshness = {{ inventory_seconds = 86400, availability_seconds = {seconds}, pricing_seconds = 86400 }}"
        )
    };
    let (kept, vehicle) = ttl(&running(&config("", &targets(age + 100), OPEN))).await;
    assert_eq!(kept, 100_000, "{}", vehicle["availability"]);
    assert_eq!(vehicle["freshness"]["state"], "current");
    let (kept, vehicle) = ttl(&running(&config("", &targets(600), OPEN))).await;
    assert_eq!(kept, 0, "{}", vehicle["availability"]);
    let (kept, _) = ttl(&running(&config("", &targets(86_400), OPEN))).await;
    assert_eq!(kept, 300_000);
}

/// The policy's version follows from what it says.
#[tokio::test]
async fn a_policy_says_what_is_kept_and_charged_and_its_version_follows() {
    let charge = "[[organizations.rooftops.charges]]\nid = \"doc\"\nname = \"Documents\"\namount = \"699.00\"\n\
        currency = \"USD\"\npayee = \"dealer\"\nincluded_in_advertised_price = false\n";
    let policy = async |config: &str| super::page(&running(config), "/policies/north.json").await.json();
    let plain = policy(&config("", "", OPEN)).await;
    let charged = policy(&config("", charge, OPEN)).await;
    let closed = policy(&config("", charge, "availability = \"public\", pricing = \"closed\"")).await;
    let kept = policy(&(config("", "", OPEN) + "\n[audit]\nkeep_days = 30\n")).await;
    assert_eq!(plain["disclosure_defaults"]["required_dealer_charges"], "unknown");
    assert_eq!(
        charged["disclosure_defaults"],
        json!({ "government_charges": "unknown", "required_dealer_charges": [{
            "label": "Documents", "amount_minor": 69_900, "currency": "USD", "included_in_advertised_price": false,
        }] })
    );
    assert!(!closed.to_string().contains("Documents"), "{closed}");
    assert_eq!(plain["retention"]["audit_keep_days"], 400);
    assert_eq!(kept["retention"]["audit_keep_days"], 30);
    let versions: std::collections::BTreeSet<&str> =
        [&plain, &charged, &closed, &kept].map(|policy| policy["policy_version"].as_str().unwrap()).into();
    assert_eq!(versions.len(), 4, "{versions:?}");
    assert_eq!(policy(&config("", "", OPEN)).await, plain, "the same words have the same version");
}

/// The operator finds a defect by the id that the caller has.
#[tokio::test]
async fn a_defect_in_a_reading_has_a_trace_id() {
    let running = running(&config("", "", OPEN));
    let found = running.ask(dealeragent_protocol::tool::Tool::Search, json!({ "organization_id": "north" })).await;
    let id = found["vehicles"][0]["vehicle_id"].as_str().unwrap().to_owned();
    running.gateway.on_look_up(|| panic!("the secret of the panic"));
    let got = running.send(read(&format!("dealeragent://organization/north/rooftop/north-main/vehicle/{id}"))).await;
    let error = &got.json()["error"];
    assert_eq!((got.status, &error["code"]), (500, &json!(-32603)), "{error}");
    assert_eq!(error["data"]["code"], "dealeragent.internal");
    assert!(error["data"]["trace_id"].as_str().unwrap().starts_with("trc_"), "{error}");
}
