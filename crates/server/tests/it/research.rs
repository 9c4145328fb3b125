//! `search` and `fetch` for general research hosts (E18).

use dealeragent_server::demo;
use serde_json::{Value, json};

use crate::support::{
    Running,
    dealership::{Car, Dealership, Lot},
    post::Post,
    signed_in::{HOST, SignInAt, SignedIn},
};

fn running(switch: bool) -> Running {
    let config = demo::CONFIG.replacen("[server]\n", &format!("[server]\nsearch_and_fetch = {switch}\n"), 1);
    assert!(config.contains("search_and_fetch"), "the demo has a [server] section");
    Running::configured(&config, dealeragent_server::files::Files::Demo)
}

async fn names(running: &Running, door: &'static str) -> Vec<String> {
    let reply = running.send(Post::modern("tools/list", json!({})).at(door)).await.json();
    let tools = reply["result"]["tools"].as_array().unwrap().clone();
    tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

async fn call(running: &Running, name: &'static str, arguments: Value) -> Value {
    running.send(Post::call(name, arguments).at("/mcp/compat")).await.json()
}

#[tokio::test]
async fn they_are_at_the_safe_door_where_they_are_wanted_and_nowhere_else() {
    let on = running(true);
    assert_eq!(names(&on, "/mcp/compat").await[7..], ["search", "fetch"]);
    assert_eq!(names(&on, "/mcp").await.len(), 7);
    assert_eq!(names(&running(false), "/mcp/compat").await.len(), 7);
    for (running, door) in [(&on, "/mcp"), (&running(false), "/mcp/compat")] {
        let reply = running.send(Post::call("search", json!({ "query": "x" })).at(door)).await.json();
        assert_eq!(reply["error"]["code"], -32602, "{reply}");
    }
    let manifest = on.ask(dealeragent_protocol::tool::Tool::GetManifest, json!({})).await.to_string();
    assert!(!manifest.contains("\"fetch\"") && !manifest.contains("\"search\""), "not the protocol's");
}

#[tokio::test]
async fn what_search_finds_fetch_reads_each_with_its_band() {
    let running = running(true);
    let found = call(&running, "search", json!({ "query": "toyota" })).await;
    let result = &found["result"];
    let twin: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(twin, result["structuredContent"], "hosts read either");
    let results = result["structuredContent"]["results"].as_array().unwrap();
    assert!(!results.is_empty() && results.len() <= 10);
    for document in results {
        assert_eq!(document["metadata"]["band"], "asserted");
        assert!(document["url"].as_str().unwrap().starts_with("https://"));
        let text = document["text"].as_str().unwrap();
        assert!(text.contains("[asserted]") || text.contains("asserted"), "{text}");
        assert!(!text.to_lowercase().contains("available now"), "{text}");
        let fetched = call(&running, "fetch", json!({ "id": document["id"] })).await;
        let fetched = &fetched["result"]["structuredContent"];
        assert_eq!((&fetched["id"], &fetched["title"]), (&document["id"], &document["title"]));
        assert!(fetched["text"].as_str().unwrap().contains("\"provenance\""), "its facts with their sources");
    }
}

#[tokio::test]
async fn wrong_arguments_are_told_and_absent_ids_are_absent() {
    let running = running(true);
    for (name, arguments, code) in [
        ("search", json!({}), "dealeragent.validation.invalid"),
        ("search", json!({ "query": "" }), "dealeragent.validation.invalid"),
        ("search", json!({ "query": "x".repeat(501) }), "dealeragent.validation.invalid"),
        ("fetch", json!({ "id": 7 }), "dealeragent.validation.invalid"),
        ("fetch", json!({ "id": "dealeragent://manifest" }), "dealeragent.validation.invalid"),
        (
            "fetch",
            json!({ "id": "dealeragent://organization/example-ridge/rooftop/ridge-denver/vehicle/veh_none" }),
            "dealeragent.resource.not_found",
        ),
        (
            "fetch",
            json!({ "id": "dealeragent://organization/other/rooftop/ridge-denver/vehicle/veh_none" }),
            "dealeragent.resource.not_found",
        ),
    ] {
        let reply = call(&running, name, arguments.clone()).await;
        assert_eq!(reply["result"]["isError"], true, "{name} {arguments}");
        assert_eq!(reply["result"]["structuredContent"]["code"], code, "{name} {arguments}");
    }
}

/// A dealer whose rooftops are searched one at a time is left out and named,
/// and does not keep anybody from the others.
#[tokio::test]
async fn who_is_searched_a_rooftop_at_a_time_is_left_out_and_named() {
    let lot = |id: &str, digit: u32, group_search| Lot {
        id: id.to_owned(),
        access: ["public"; 5],
        listed: true,
        group_search,
        make: "Fjord".to_owned(),
        cars: vec![Car {
            vin: format!("9ZZA000000000000{digit}"),
            stock_number: format!("S-{digit}"),
            price: 20_000,
            is_used: true,
        }],
    };
    let dealer = |id: &str, rooftops| Dealership { id: id.to_owned(), rooftops };
    let apart = || dealer("apart", vec![lot("apart-a", 1, false), lot("apart-b", 2, false)]);
    let mixed = dealer("mixed", vec![lot("mixed-a", 3, true), lot("mixed-b", 4, false)]);
    let world = SignedIn::new(SignInAt::OwnIssuer, &[apart(), mixed]);
    let search = || Post::call("search", json!({ "query": "Fjord" })).at("/mcp/compat").header("host", HOST);
    let reply = world.running.send(search()).await.json();
    let found = &reply["result"]["structuredContent"];
    let results = found["results"].as_array().unwrap();
    assert_eq!(results.len(), 1, "{found}");
    assert_eq!(results[0]["metadata"]["rooftop_id"], "mixed-a");
    assert_eq!(
        found["not_searched"],
        json!([
            { "organization_id": "apart", "rooftop_ids": ["apart-a", "apart-b"] },
            { "organization_id": "mixed", "rooftop_ids": ["mixed-b"] },
        ])
    );
    // Where nobody else is there, the refusal tells what to do.
    let alone = SignedIn::new(SignInAt::OwnIssuer, &[apart()]);
    let reply = alone.running.send(search()).await.json();
    assert_eq!(reply["result"]["isError"], true, "{reply}");
    assert_eq!(reply["result"]["structuredContent"]["code"], "dealeragent.scope.insufficient");
}

/// What is wrong with an argument is said of that argument.
#[tokio::test]
async fn an_argument_of_another_kind_is_not_a_missing_one() {
    let running = running(true);
    let errors = async |arguments: Value| {
        let reply = call(&running, "search", arguments).await;
        reply["result"]["structuredContent"]["details"]["field_errors"].clone()
    };
    let said = |errors: &Value| -> Vec<(String, String)> {
        let of = |error: &Value, key: &str| error[key].as_str().unwrap().to_owned();
        let errors = errors.as_array().unwrap().iter();
        errors.map(|error| (of(error, "instance_location"), of(error, "keyword"))).collect()
    };
    let pair = |at: &str, keyword: &str| (at.to_owned(), keyword.to_owned());
    assert_eq!(said(&errors(json!({ "query": 2024 })).await), [pair("/query", "type")]);
    assert_eq!(said(&errors(json!({})).await), [pair("/", "required")]);
    assert_eq!(said(&errors(json!({ "query": "x", "limit": 3 })).await), [pair("/", "additionalProperties")]);
    let both = errors(json!({ "q": "x" })).await;
    assert_eq!(said(&both), [pair("/", "additionalProperties"), pair("/", "required")]);
    assert!(!both.to_string().contains("\"q\""), "no word of the caller's own: {both}");
}
