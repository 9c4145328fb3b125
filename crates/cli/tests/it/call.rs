//! `dealeragent call`: every tool, by its names, with its answers.

use serde_json::{Value, json};

use crate::support::{Server, run_command, run_with_input};

fn vehicle(server: &Server) -> Value {
    let arguments = json!({ "organization_id": "example-ridge", "filters": { "condition": ["used"] } });
    server.call_json(&["search", &arguments.to_string()])["vehicles"][0].clone()
}

fn named(vehicle: &Value) -> String {
    json!({
        "organization_id": vehicle["organization_id"],
        "rooftop_id": vehicle["rooftop_id"],
        "vehicle_id": vehicle["vehicle_id"],
    })
    .to_string()
}

/// Each of the seven by its last word, its full name and its safe name.
#[test]
fn every_tool_is_called_by_each_of_its_names() {
    let server = Server::demo();
    let vehicle = vehicle(&server);
    let unit = named(&vehicle);
    let search = r#"{"organization_id":"example-ridge","query":"hybrid"}"#;
    let calls = [
        ("discovery.get_manifest", "{}", "/standard", json!("dealer-agent-protocol")),
        ("dealer.get", "{}", "/organization_id", json!("example-ridge")),
        ("inventory.search", search, "/page/has_more", json!(true)),
        ("inventory.get_vehicle", &unit, "/vin", vehicle["vin"].clone()),
        ("inventory.verify_availability", &unit, "/vehicle_id", vehicle["vehicle_id"].clone()),
        ("pricing.get_disclosure", &unit, "/vehicle_id", vehicle["vehicle_id"].clone()),
        ("inventory.get_used_vehicle_details", &unit, "/vin", vehicle["vin"].clone()),
    ];
    for (name, arguments, pointer, wanted) in calls {
        let full = format!("dealeragent.{name}");
        let short = name.rsplit('.').next().unwrap();
        for spelling in [short, &full, &full.replace('.', "_")] {
            let answer = server.call_json(&[spelling, arguments]);
            assert_eq!(answer.pointer(pointer), Some(&wanted), "{spelling}");
        }
    }
}

/// The summary for people, then the structure; nothing on standard error.
#[test]
fn an_answer_has_a_summary_and_its_structure() {
    let server = Server::demo();
    let said = server.call(&["get"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let (summary, structure) = said.out.split_once("\n\n").unwrap();
    assert!(summary.starts_with("Example Ridge Auto Group") && summary.contains("made up"), "{summary}");
    let structure: Value = serde_json::from_str(structure).unwrap();
    assert_eq!(structure["rooftops"][0]["rooftop_id"], "ridge-denver");
}

#[test]
fn json_is_json_alone() {
    let server = Server::demo();
    for (arguments, code) in [(&["get_manifest", "--json"][..], 0), (&["get_vehicle", "{}", "--json"], 1)] {
        let said = server.call(arguments);
        assert_eq!((said.code, said.err.as_str()), (code, ""));
        assert!(serde_json::from_str::<Value>(&said.out).unwrap().is_object());
    }
}

/// The tool refused: the reason, what to do, and exit code 1.
#[test]
fn a_refusal_is_exit_code_1() {
    let server = Server::demo();
    let said = server.call(&["get_vehicle", r#"{"organization_id":"example-ridge"}"#]);
    assert_eq!(said.code, 1);
    assert!(said.out.contains("dealeragent.validation.invalid") && said.out.contains("Correct every"), "{}", said.out);
    let unit = r#"{"organization_id":"example-ridge","rooftop_id":"ridge-denver","vehicle_id":"none"}"#;
    let said = server.call(&["get_vehicle", unit]);
    assert_eq!(said.code, 1);
    assert!(said.out.contains("dealeragent.resource.not_found"), "{}", said.out);
}

#[test]
fn arguments_may_come_from_standard_input() {
    let server = Server::demo();
    let input = "\n  {\"organization_id\": \"example-ridge\",\n   \"page\": {\"limit\": 1}}\n";
    let said = run_with_input(&["call", "search", "-", "--json", "--url", &server.url], input);
    assert_eq!(said.code, 0, "{said:?}");
    let page: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(page["vehicles"].as_array().unwrap().len(), 1);
}

/// With or without the path, a slash at the end, the other door, and by the
/// environment.
#[test]
fn the_address_may_be_given_in_several_ways() {
    let server = Server::demo();
    for end in ["", "/", "/mcp", "/mcp/", "/mcp/compat"] {
        let said = run_with_input(&["call", "get", "--url", &format!("{}{end}", server.url)], "");
        assert_eq!(said.code, 0, "{end}: {said:?}");
    }
    let mut command = crate::support::program();
    let said = run_command(command.args(["call", "get"]).env("DEALERAGENT_URL", &server.url), "");
    assert_eq!(said.code, 0, "{said:?}");
}
