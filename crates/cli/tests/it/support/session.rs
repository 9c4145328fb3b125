//! What an independent client does with the gateway, over any transport.

use rmcp::{
    ClientLifecycleMode, RoleClient, Service,
    model::{CallToolRequestParams, CallToolResult, ProtocolVersion, ReadResourceRequestParams, ResourceContents},
    service::RunningService,
};
use serde_json::{Value, json};

/// How the client comes in: by `server/discover` or by the handshake.
pub(crate) fn lifecycles() -> [ClientLifecycleMode; 3] {
    let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
    [
        ClientLifecycleMode::Discover { preferred_versions: preferred_versions.clone() },
        ClientLifecycleMode::Initialize,
        ClientLifecycleMode::Auto { preferred_versions, legacy_version: None },
    ]
}

struct Session<'a, S: Service<RoleClient>> {
    client: &'a RunningService<RoleClient, S>,
    separator: &'static str,
}

impl<S: Service<RoleClient>> Session<'_, S> {
    async fn called(&self, tool: &str, arguments: Value) -> CallToolResult {
        let name = format!("dealeragent.{tool}").replace('.', self.separator);
        let arguments = arguments.as_object().unwrap().clone();
        self.client.peer().call_tool(CallToolRequestParams::new(name).with_arguments(arguments)).await.unwrap()
    }

    async fn ask(&self, tool: &str, arguments: Value) -> Value {
        let result = self.called(tool, arguments).await;
        assert_ne!(result.is_error, Some(true), "{tool}: {result:?}");
        let text = result.content[0].as_text().unwrap().text.clone();
        assert!(text.contains("made up for demonstration"), "{tool}: {text}");
        result.structured_content.unwrap()
    }
}

/// Lists, searches, looks at a car, reads the manifest and makes a mistake.
/// `separator` is what the door's names have between their words.
pub(crate) async fn exercise<S: Service<RoleClient>>(client: &RunningService<RoleClient, S>, separator: &'static str) {
    let tools = client.peer().list_all_tools().await.unwrap();
    assert_eq!(tools.len(), 7);
    let prefix = format!("dealeragent{separator}");
    assert!(tools.iter().all(|tool| tool.name.starts_with(&prefix)), "{tools:?}");
    assert!(tools.iter().all(|tool| tool.output_schema.is_some() && tool.annotations.is_some()));

    let session = Session { client, separator };
    let page = session
        .ask(
            "inventory.search",
            json!({ "organization_id": "example-ridge", "query": "hybrid", "page": { "limit": 2 } }),
        )
        .await;
    let vehicle = page["vehicles"][0].clone();
    assert_eq!(page["vehicles"].as_array().unwrap().len(), 2);
    let named = json!({
        "organization_id": vehicle["organization_id"],
        "rooftop_id": vehicle["rooftop_id"],
        "vehicle_id": vehicle["vehicle_id"],
    });
    let one = session.ask("inventory.get_vehicle", named.clone()).await;
    assert_eq!((&one["vin"], &one["advertised_price"]), (&vehicle["vin"], &vehicle["advertised_price"]));
    let disclosure = session.ask("pricing.get_disclosure", named).await;
    assert_eq!(disclosure["advertised_price"], vehicle["advertised_price"]);

    let read = client.peer().read_resource(ReadResourceRequestParams::new("dealeragent://manifest")).await.unwrap();
    let ResourceContents::TextResourceContents { text, .. } = &read.contents[0] else { panic!("{read:?}") };
    let manifest: Value = serde_json::from_str(text).unwrap();
    assert_eq!(manifest, session.ask("discovery.get_manifest", json!({})).await);

    let refused = session.called("inventory.get_vehicle", json!({ "organization_id": 7 })).await;
    assert_eq!(refused.is_error, Some(true));
    assert_eq!(refused.structured_content.unwrap()["code"], "dealeragent.validation.invalid");
}
