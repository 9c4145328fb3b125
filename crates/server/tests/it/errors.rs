//! Failures of a call: a result that the model can act on.

use dealeragent_protocol::{error::ErrorCode, tool::Tool};
use serde_json::{Value, json};

use crate::support::{ORGANIZATION, Running, post::Post, schemas::SchemaSet};

/// The payload of a refusal, after what holds for every one.
async fn refused(running: &Running, tool: Tool, arguments: Value, code: ErrorCode) -> Value {
    let result = running.call(tool.as_str(), arguments.clone()).await;
    let what = format!("{tool} {arguments}");
    assert_eq!(result["isError"], true, "{what}: {result}");
    let payload = result["structuredContent"].clone();
    assert_eq!(payload["code"], code.as_str(), "{what}: {payload}");
    assert_eq!(payload["retryable"], code.retryable(), "{what}");
    for set in SchemaSet::all() {
        set.check_error(&payload, &what);
    }
    SchemaSet::of_hosts().check_result(tool, &payload, &what);
    let text = result["content"][0]["text"].as_str().unwrap();
    assert!(text.contains(code.as_str()), "{text}");
    assert!(text.contains(code.entry().reaction), "{text}");
    assert!(text.contains(payload["trace_id"].as_str().unwrap()), "{text}");
    let twin: Value = serde_json::from_str(result["content"][1]["text"].as_str().unwrap()).unwrap();
    assert_eq!(twin, payload);
    payload
}

fn locations(payload: &Value) -> Vec<&str> {
    let errors = payload["details"]["field_errors"].as_array().unwrap();
    errors.iter().map(|error| error["instance_location"].as_str().unwrap()).collect()
}

/// Every violation at once, each with its place, and never the value.
#[tokio::test]
async fn bad_arguments_are_a_result_with_every_violation() {
    let running = Running::demo();
    let arguments = json!({
        "organization_id": ORGANIZATION,
        "filters": { "year_min": "nineteen", "make": "Toyota", "colour": "crimson", "price_max": { "currency": "USD" } },
        "sort": { "field": "price", "order": "upwards" },
        "page": { "limit": 1000 },
        "secret": "4111111111111111",
    });
    let payload = refused(&running, Tool::Search, arguments, ErrorCode::ValidationInvalid).await;
    let found = locations(&payload);
    let wanted = ["/filters/year_min", "/filters/make", "/sort/field", "/sort/order", "/page/limit"];
    for place in wanted {
        assert!(found.contains(&place), "{place} is not in {found:?}");
    }
    assert!(found.len() >= 8, "{found:?}");
    for value in ["nineteen", "upwards", "4111111111111111", "crimson"] {
        assert!(!payload.to_string().contains(value), "`{value}` comes back: {payload}");
    }
}

#[tokio::test]
async fn arguments_of_another_shape_are_a_result_too() {
    let running = Running::demo();
    for arguments in [json!([]), json!("x"), json!(1), json!(true)] {
        refused(&running, Tool::Search, arguments, ErrorCode::ValidationInvalid).await;
    }
}

/// Exactly one way to name a unit.
#[tokio::test]
async fn a_unit_is_named_once() {
    let running = Running::demo();
    let unit = |more: Value| {
        let mut arguments = json!({ "organization_id": ORGANIZATION, "rooftop_id": "ridge-denver" });
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        arguments
    };
    for tool in [Tool::GetVehicle, Tool::VerifyAvailability, Tool::GetUsedVehicleDetails] {
        for more in [json!({}), json!({ "vin": "9ZZCVDJW3TJ000563", "stock_number": "00563" })] {
            refused(&running, tool, unit(more), ErrorCode::ValidationInvalid).await;
        }
    }
}

/// Absent and foreign are told in the same words: but for its ids, the answer
/// has the same bytes (errors.md section 4).
#[tokio::test]
async fn what_is_not_here_is_not_told_apart() {
    let running = Running::demo();
    let unit = |organization: &str, rooftop: &str, id: &str| json!({ "organization_id": organization, "rooftop_id": rooftop, "vehicle_id": id });
    let asked = [
        unit(ORGANIZATION, "ridge-denver", "veh_none"),
        unit(ORGANIZATION, "ridge-boston", "veh_none"),
        unit("other-group", "ridge-denver", "veh_none"),
    ];
    for tool in [Tool::GetVehicle, Tool::VerifyAvailability, Tool::GetDisclosure, Tool::GetUsedVehicleDetails] {
        let mut payloads = Vec::new();
        for arguments in &asked {
            let mut payload = refused(&running, tool, arguments.clone(), ErrorCode::ResourceNotFound).await;
            payload["error_id"] = json!(null);
            payload["trace_id"] = json!(null);
            payloads.push(payload);
        }
        assert!(payloads.iter().all(|payload| *payload == payloads[0]), "{payloads:?}");
    }
}

/// A unit of one rooftop is not found at another.
#[tokio::test]
async fn a_rooftop_does_not_answer_for_its_neighbour() {
    let running = Running::demo();
    let vehicle = running.search(json!({ "rooftop_ids": ["ridge-denver"] })).await.remove(0);
    let mut arguments = crate::support::named(&vehicle);
    arguments["rooftop_id"] = "ridge-chicago".into();
    refused(&running, Tool::GetVehicle, arguments, ErrorCode::ResourceNotFound).await;
}

#[tokio::test]
async fn cursors_are_sealed_and_run_out() {
    let running = Running::demo();
    let first = json!({ "organization_id": ORGANIZATION, "query": "suv" });
    let page = running.ask(Tool::Search, first.clone()).await;
    let cursor = page["page"]["next_cursor"].as_str().unwrap().to_owned();
    let with = |arguments: &Value, cursor: &str| {
        let mut arguments = arguments.clone();
        arguments["page"] = json!({ "cursor": cursor });
        arguments
    };
    running.ask(Tool::Search, with(&first, &cursor)).await;
    let changed = |at: usize| {
        let mut bytes = cursor.clone().into_bytes();
        bytes[at] = if bytes[at] == b'A' { b'B' } else { b'A' };
        String::from_utf8(bytes).unwrap()
    };
    let other_query = json!({ "organization_id": ORGANIZATION, "query": "truck" });
    let fewer_rooftops = json!({ "organization_id": ORGANIZATION, "query": "suv", "rooftop_ids": ["ridge-denver"] });
    let mut bad = vec![
        with(&other_query, &cursor),
        with(&fewer_rooftops, &cursor),
        with(&first, "bm90IG91cnM"),
        with(&first, &format!("{cursor}=")),
        with(&first, &cursor[1..]),
    ];
    bad.extend([1, cursor.len() / 2, cursor.len() - 2].map(|at| with(&first, &changed(at))));
    for arguments in bad {
        let payload = refused(&running, Tool::Search, arguments, ErrorCode::ValidationInvalid).await;
        assert_eq!(locations(&payload), ["/page/cursor"]);
    }
    running.clock.advance(3600);
    let payload = refused(&running, Tool::Search, with(&first, &cursor), ErrorCode::ValidationInvalid).await;
    assert_eq!(locations(&payload), ["/page/cursor"]);
}

/// What models send instead of numbers and objects is understood (E20).
#[tokio::test]
async fn numbers_and_objects_in_strings_are_understood() {
    let running = Running::demo();
    let plain = json!({ "organization_id": ORGANIZATION, "filters": { "year_min": 2024 }, "page": { "limit": 3 } });
    let quoted = json!({
        "organization_id": ORGANIZATION, "filters": "{\"year_min\": \"2024\"}", "page": { "limit": "3" },
    });
    let (plain, quoted) = (running.ask(Tool::Search, plain).await, running.ask(Tool::Search, quoted).await);
    assert_eq!(plain["vehicles"], quoted["vehicles"]);
    assert_eq!(plain["vehicles"].as_array().unwrap().len(), 3);
}

/// The status of a failed call is 200: no SDK hands another body to a model.
#[tokio::test]
async fn failures_of_a_call_come_at_200_in_both_spellings() {
    let running = Running::demo();
    for name in ["dealeragent.inventory.get_vehicle", "dealeragent_inventory_get_vehicle"] {
        let got = running.send(Post::call(name, json!({}))).await;
        assert_eq!(got.status, 200);
        assert!(got.headers.get("www-authenticate").is_none());
        assert_eq!(got.json()["result"]["isError"], true);
    }
}
