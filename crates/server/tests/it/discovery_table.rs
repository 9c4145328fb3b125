//! Every list and every resource as an anonymous caller sees them, with their
//! cache fields; absence in every place at once.

use dealeragent_protocol::tool::{Profile, Tool};
use dealeragent_server::{demo, files::Files};
use serde_json::{Value, json};

use crate::support::{ORGANIZATION, Running, post::Post};

async fn result(running: &Running, method: &str, params: Value) -> Value {
    result_for(running, None, method, params).await
}

/// The same with a token.
async fn result_for(running: &Running, token: Option<&str>, method: &str, params: Value) -> Value {
    let post = Post::modern(method, params);
    let post = token.map_or(post.clone(), |token| post.header("authorization", &format!("Bearer {token}")));
    running.send(post).await.json()["result"].clone()
}

/// Every answer of a list, page by page, and of every resource that they name,
/// with one vehicle for the template.
pub(crate) async fn everything(running: &Running, token: Option<&str>) -> Vec<(String, Value)> {
    let result =
        async |running: &Running, method: &str, params: Value| result_for(running, token, method, params).await;
    let mut answers = Vec::new();
    for method in ["server/discover", "tools/list", "resources/templates/list"] {
        answers.push((method.to_owned(), result(running, method, json!({})).await));
    }
    let mut uris: Vec<String> = Vec::new();
    let mut params = json!({});
    loop {
        let page = result(running, "resources/list", params).await;
        uris.extend(page["resources"].as_array().unwrap().iter().map(|r| r["uri"].as_str().unwrap().to_owned()));
        let next = page["nextCursor"].clone();
        answers.push(("resources/list".to_owned(), page));
        if next.is_null() {
            break;
        }
        params = json!({ "cursor": next });
    }
    let found = json!({ "name": Tool::Search.as_str(), "arguments": { "organization_id": ORGANIZATION } });
    let found = result(running, "tools/call", found).await;
    let vehicle = &found["structuredContent"]["vehicles"][0];
    let (organization, rooftop) = (&vehicle["organization_id"], &vehicle["rooftop_id"]);
    let [organization, rooftop, unit] = [organization, rooftop, &vehicle["vehicle_id"]].map(|id| id.as_str().unwrap());
    uris.push(format!("dealeragent://organization/{organization}/rooftop/{rooftop}/vehicle/{unit}"));
    for uri in uris {
        answers.push((uri.clone(), result(running, "resources/read", json!({ "uri": uri })).await));
    }
    answers
}

#[tokio::test]
async fn anonymous_answers_are_public_for_five_minutes_at_most() {
    let running = Running::demo();
    let answers = everything(&running, None).await;
    assert!(answers.len() >= 10, "{}", answers.len());
    for (name, answer) in answers {
        assert_eq!(answer["cacheScope"], "public", "{name}");
        assert!((1..=300_000).contains(&answer["ttlMs"].as_u64().unwrap()), "{name}: {}", answer["ttlMs"]);
        assert_eq!(answer["resultType"], "complete", "{name}");
    }
}

/// A profile closed in the configuration is nowhere, and its tools answer that
/// they are not declared (`discovery.md` section 2).
#[tokio::test]
async fn dap_disc_002_what_is_closed_is_absent_everywhere() {
    let keys = [
        (Profile::InventoryRead, "inventory"),
        (Profile::InventoryAvailability, "availability"),
        (Profile::PricingDisclosure, "pricing"),
        (Profile::UsedVehicleRead, "used_vehicles"),
    ];
    for (profile, key) in keys {
        let open = format!("{key} = \"public\"");
        let config = demo::CONFIG.replace(&open, &format!("{key} = \"closed\""));
        assert_ne!(config, demo::CONFIG, "the demo opens {key}");
        let running = Running::configured(&config, Files::Demo);
        let tools = result(&running, "tools/list", json!({})).await;
        let safe = running.send(Post::modern("tools/list", json!({})).at("/mcp/compat")).await.text();
        let manifest = running.ask(Tool::GetManifest, json!({})).await;
        let page = running.send(Post::modern_raw("").verb(http::Method::GET).at("/llms.txt")).await.text();
        for tool in profile.tools() {
            let quoted = format!("\"{tool}\"");
            assert!(!tools.to_string().contains(&quoted) && !manifest.to_string().contains(&quoted), "{tool}");
            assert!(!safe.contains(&format!("\"{}\"", tool.spec().safe_name)), "{tool}");
            assert!(!page.contains(tool.spec().safe_name), "{tool} in llms.txt");
            for name in [tool.as_str(), tool.spec().safe_name] {
                let called = running.call(name, json!({})).await;
                assert_eq!(called["structuredContent"]["code"], "dealeragent.capability.unsupported", "{name}");
            }
        }
        let others = Tool::ALL.iter().filter(|tool| tool.spec().profile != profile);
        for tool in others {
            assert!(tools.to_string().contains(&format!("\"{tool}\"")), "{tool} stays");
        }
        let templates = result(&running, "resources/templates/list", json!({})).await.to_string();
        assert_eq!(templates.contains("{vehicle_id}"), profile != Profile::InventoryRead, "{profile}");
    }
}

/// The protocol's tools that are not implemented are as absent as closed ones.
#[tokio::test]
async fn tools_of_other_profiles_are_absent_too() {
    let running = Running::demo();
    let tools = result(&running, "tools/list", json!({})).await.to_string();
    for tool in ["dealeragent.handoff.get_policy", "dealeragent.handoff.prepare", "dealeragent.handoff.submit"] {
        assert!(!tools.contains(tool));
        let called = running.call(tool, json!({})).await;
        assert_eq!(called["structuredContent"]["code"], "dealeragent.capability.unsupported", "{tool}");
    }
}
