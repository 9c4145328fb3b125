//! `rmcp`'s client signs in with a real authorization server: from the challenge
//! to a token, with more scopes later, and with a token that ended. Run by
//! `scripts/test` once the clients are installed.

use rmcp::{
    ClientLifecycleMode, ClientServiceExt as _, RoleClient, ServiceError,
    model::{CallToolRequestParams, ProtocolVersion},
    service::RunningService,
    transport::{
        AuthClient, StreamableHttpClientTransport,
        auth::{AuthorizationCallback, AuthorizationRequest, OAuthState},
        streamable_http_client::StreamableHttpClientTransportConfig,
    },
};
use serde_json::{Value, json};

use crate::support::{
    ONE_CAR, SMALL, Server,
    authorization_server::{AuthorizationServer, REDIRECT_URI},
    configured,
};

const PRICING: &str = "dealeragent:pricing:read";
const SEARCH: &str = "dealeragent.inventory.search";
const DISCLOSURE: &str = "dealeragent.pricing.get_disclosure";

fn configuration(issuer: &str) -> String {
    let access = "id = \"small\"\naccess = { inventory = \"authenticated\", pricing = \"authenticated\" }\n";
    let dealer = SMALL.replacen("id = \"small\"\n", access, 1);
    assert_ne!(dealer, SMALL);
    format!(
        r#"{dealer}
[server]
data_dir = "data"

[[issuers]]
issuer = "{issuer}"
algorithms = ["ES256"]
clock_skew_seconds = 0

[[issuers.grants]]
organization = "small"
rooftops = ["main"]

[egress]
allow_hosts = ["127.0.0.1"]
allow_plain_http = ["127.0.0.1"]
"#
    )
}

struct World {
    server: AuthorizationServer,
    _gateway: Server,
    _folder: tempfile::TempDir,
    resource: String,
}

impl World {
    fn new() -> Self {
        let mut server = AuthorizationServer::start();
        let (folder, path) = configured(&configuration(&server.issuer));
        std::fs::write(folder.path().join("export.csv"), ONE_CAR).unwrap();
        let gateway = Server::configured(&path);
        let resource = format!("{}/mcp", gateway.url);
        server.know(&resource);
        Self { server, _gateway: gateway, _folder: folder, resource }
    }

    /// What a client without a token is asked for.
    async fn challenge(&self, lifecycle: ClientLifecycleMode) -> String {
        let transport = StreamableHttpClientTransport::from_uri(self.resource.clone());
        let client = ().serve_with_lifecycle(transport, lifecycle).await.unwrap();
        let error = called(&client, SEARCH, json!({ "organization_id": "small" })).await.unwrap_err();
        error.auth_challenge().unwrap().to_owned()
    }

    /// A client that registered itself and has a token for what was asked.
    async fn signed_in(&self, challenge: &str) -> AuthClient<reqwest::Client> {
        let mut state = OAuthState::new(self.resource.as_str(), None).await.unwrap();
        let request = AuthorizationRequest::new(REDIRECT_URI).with_client_name("rmcp").with_challenge(challenge);
        // As the challenge has it, rather than everything that there is.
        let request = request.with_initial_scope_selection();
        state.start_authorization(request).await.unwrap();
        let address = state.get_authorization_url().await.unwrap();
        assert!(address.contains("code_challenge_method=S256"), "{address}");
        state.handle_callback_url(&self.server.sign_in(&address)).await.unwrap();
        AuthClient::new(reqwest::Client::default(), state.into_authorization_manager().unwrap())
    }

    async fn connected(
        &self,
        signed_in: AuthClient<reqwest::Client>,
        lifecycle: ClientLifecycleMode,
    ) -> RunningService<RoleClient, ()> {
        let config = StreamableHttpClientTransportConfig::with_uri(self.resource.clone());
        let transport = StreamableHttpClientTransport::with_client(signed_in, config);
        ().serve_with_lifecycle(transport, lifecycle).await.unwrap()
    }

    /// The person agrees to one more scope.
    async fn agree_to(&self, scope: &str, signed_in: &AuthClient<reqwest::Client>) {
        let manager = signed_in.auth_manager.lock().await;
        let address = manager.request_scope_upgrade(scope).await.unwrap();
        let back = AuthorizationCallback::from_redirect_url(&self.server.sign_in(&address)).unwrap();
        let issuer = back.issuer.as_deref();
        manager.exchange_code_for_token_with_issuer(&back.code, &back.csrf_token, issuer).await.unwrap();
    }
}

async fn called(client: &RunningService<RoleClient, ()>, tool: &str, arguments: Value) -> Result<Value, ServiceError> {
    let arguments = arguments.as_object().unwrap().clone();
    let call = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
    let result = client.peer().call_tool(call).await?;
    assert_ne!(result.is_error, Some(true), "{tool}: {result:?}");
    Ok(result.structured_content.unwrap())
}

/// By `server/discover` and by the handshake.
fn eras() -> [ClientLifecycleMode; 2] {
    let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
    [ClientLifecycleMode::Discover { preferred_versions }, ClientLifecycleMode::Initialize]
}

#[tokio::test]
#[ignore = "needs what interop/install.sh installs; scripts/test runs it"]
async fn rmcp_signs_in_and_asks_for_more_when_a_call_needs_more() {
    let world = World::new();
    for era in eras() {
        let challenge = world.challenge(era.clone()).await;
        assert!(challenge.contains("scope=\"dealeragent:inventory:read\""), "{challenge}");
        let signed_in = world.signed_in(&challenge).await;
        let client = world.connected(signed_in.clone(), era).await;

        let page = called(&client, SEARCH, json!({ "organization_id": "small" })).await.unwrap();
        let vehicle = &page["vehicles"][0];
        let named =
            json!({ "organization_id": "small", "rooftop_id": "main", "vehicle_id": vehicle["vehicle_id"].clone() });

        let refused = called(&client, DISCLOSURE, named.clone()).await.unwrap_err();
        let challenge = refused.auth_challenge().unwrap();
        assert!(challenge.starts_with("Bearer error=\"insufficient_scope\""), "{challenge}");
        assert!(challenge.contains(&format!("scope=\"{PRICING}\"")), "{challenge}");
        world.agree_to(PRICING, &signed_in).await;

        let disclosure = called(&client, DISCLOSURE, named).await.unwrap();
        assert_eq!(disclosure["advertised_price"], vehicle["advertised_price"]);
        // What it could do before, it still can.
        called(&client, SEARCH, json!({ "organization_id": "small" })).await.unwrap();
        client.cancel().await.unwrap();
    }
}

#[tokio::test]
#[ignore = "needs what interop/install.sh installs; scripts/test runs it"]
async fn rmcp_renews_a_token_that_ended() {
    let mut world = World::new();
    for era in eras() {
        let challenge = world.challenge(era.clone()).await;
        world.server.expire_next();
        let signed_in = world.signed_in(&challenge).await;
        let ended = signed_in.get_access_token().await.unwrap();
        let client = world.connected(signed_in.clone(), era).await;
        called(&client, SEARCH, json!({ "organization_id": "small" })).await.unwrap();
        assert_ne!(signed_in.get_access_token().await.unwrap(), ended);
        client.cancel().await.unwrap();
    }
}
