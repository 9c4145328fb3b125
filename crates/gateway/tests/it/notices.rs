//! What stands beside a result.

use dealeragent_inventory::FilterKind;
use dealeragent_protocol::{tool::Tool, wording::en};
use serde_json::{Value, json};

use crate::world::{World, about};

/// "east" can answer nothing of what a source may be unable to answer.
fn silent_east() -> World {
    World::with(|setup| setup.east_answers = Vec::new())
}

fn stock(vehicles: &Value) -> Vec<&str> {
    let mut numbers: Vec<&str> =
        vehicles.as_array().unwrap().iter().map(|vehicle| vehicle["stock_number"].as_str().unwrap()).collect();
    numbers.sort_unstable();
    numbers
}

#[test]
fn dap_uv_028_a_filter_that_cannot_be_answered_is_named_and_not_applied_there() {
    let filters = json!({ "odometer_max": { "value": 1, "unit": "mi" } });
    let reply = silent_east().search(json!({ "filters": filters })).unwrap();
    let named = json!([{ "filter": "odometer", "rooftop_ids": ["east"] }]);
    assert_eq!(reply.notices["filters_not_evaluated"], named);
    // No unit of "main" has so few miles; those of "east" are not judged.
    assert_eq!(stock(&reply.structured["vehicles"]), ["S-11", "S-12"]);
    assert!(
        reply.summary.contains("Not evaluated: odometer at east, whose data does not have it."),
        "{}",
        reply.summary
    );
}

#[test]
fn a_filter_that_every_rooftop_answers_is_not_named() {
    let filters = json!({ "odometer_max": { "value": 1, "unit": "mi" } });
    let reply = World::new().search(json!({ "filters": filters })).unwrap();
    assert!(reply.notices.get("filters_not_evaluated").is_none());
    assert_eq!(reply.notices["total"], 0);
    assert!(reply.summary.starts_with("No published listing of Dealer org-one matches."), "{}", reply.summary);
    // A rooftop that was not asked is not named either.
    let main_only = silent_east().search(json!({ "filters": filters, "rooftop_ids": ["main"] })).unwrap();
    assert!(main_only.notices.get("filters_not_evaluated").is_none());
}

#[test]
fn every_filter_of_that_kind_is_named() {
    let filters = json!({
        "vehicle_type": ["car"], "odometer_min": { "value": 0, "unit": "km" }, "inventory_age_max_days": 1000,
        "history_report_status": ["unknown"], "certification_type": ["unknown"], "availability": ["available"],
    });
    let reply = silent_east().search(json!({ "filters": filters })).unwrap();
    let named: Vec<&str> = reply.notices["filters_not_evaluated"]
        .as_array()
        .unwrap()
        .iter()
        .map(|notice| notice["filter"].as_str().unwrap())
        .collect();
    let all: Vec<&str> = FilterKind::ALL.iter().map(|kind| kind.as_str()).collect();
    assert_eq!(named, all);
}

#[test]
fn the_total_counts_the_whole_match() {
    let world = World::new();
    let total = |arguments| world.search(arguments).unwrap().notices["total"].clone();
    assert_eq!(total(json!({})), 6);
    assert_eq!(total(json!({ "page": { "limit": 1 } })), 6);
    assert_eq!(total(json!({ "rooftop_ids": ["east"] })), 2);
    assert_eq!(total(json!({ "filters": { "availability": ["on_hold"] } })), 1);
    assert_eq!(total(json!({ "query": "ford" })), 0);
}

fn arguments(tool: Tool) -> Value {
    match tool {
        Tool::GetManifest => json!({}),
        Tool::DealerGet | Tool::Search => json!({ "organization_id": "org-one" }),
        _ => about("org-one", "main", tool, 1),
    }
}

#[test]
fn made_up_data_says_so_in_every_answer() {
    let synthetic = World::with(|setup| setup.one.synthetic = true);
    let real = World::new();
    for tool in Tool::ALL {
        let made_up = synthetic.call(&synthetic.solo, *tool, arguments(*tool)).unwrap();
        assert_eq!(made_up.notices["synthetic"], true, "{tool}");
        assert!(made_up.summary.contains(en::SYNTHETIC), "{tool}");
        let real = real.call(&real.solo, *tool, arguments(*tool)).unwrap();
        assert!(real.notices.get("synthetic").is_none(), "{tool}");
        assert!(!real.summary.contains(en::SYNTHETIC), "{tool}");
    }
}
