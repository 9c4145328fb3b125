//! Nothing internal gets out (DAP-DISC-001): a canary stands in every text of the
//! configuration that is the operator's own, and none of them sings in any answer,
//! to anybody or to the holder of a token.

mod fields;

use std::{collections::BTreeSet, sync::Arc};

use dealeragent_gateway::{Grant, Principal, Reach, Site, Tenancy};
use dealeragent_protocol::{
    tool::Tool,
    values::{OrganizationId, RooftopId, Text},
};
use dealeragent_server::{
    assembly::Services,
    config::Config,
    demo,
    http::{CredentialRefused, Credentials, CredentialsOfSite, Guards, Limits},
};
use futures_util::future::BoxFuture;
use serde_json::{Value, json};

use self::fields::{INTERNAL, INTERNAL_BY_CHOICE, PUBLIC, texts};
use crate::{
    discovery_table::everything,
    support::{
        NOW, ORGANIZATION, Running,
        audit::Audit,
        folder::{CHICAGO, DENVER, Folder, demo_file},
        named,
        post::Post,
        time,
    },
};

/// A profile of one's own.
const PROFILE: &str = "id = \"own\"\ntitle = \"Own\"\nextends = \"vauto\"\n";

const HOST: &str = "cars.ridge.example";

/// What an operator says of its inside.
const INSIDE: &str = r#"
[server.tls]
certificate = "/etc/canary-certificate.pem"
key = "/etc/canary-key.pem"

[egress]
allow_hosts = ["canary-host.example"]
allow_networks = ["10.77.88.0/24"]
allow_plain_http = ["canary-plain.example"]

[[issuers]]
issuer = "https://login.example"
jwks_url = "https://canary-keys.example/keys"
audiences = ["canary-audience"]

[issuers.claims]
organization = "canary-claim-organization"
rooftops = "canary-claim-rooftops"
profiles = "canary-claim-profiles"
purposes = "canary-claim-purposes"
scopes = "canary-claim-scopes"
delegation = "canary-claim-delegation"
client = "canary-claim-client"

[[issuers.grants]]
client = "canary-grant-client"
subject = "canary-grant-subject"
organization = "example-ridge"
delegation = "canary-grant-delegation"

[[issuers]]
issuer = "https://canary-unlisted.example"
listed = false
introspection = { url = "https://canary-inside.example/ask", client_id = "canary-client-id", client_secret_env = "CANARY_SECRET_VARIABLE", token_prefix = "canary-prefix" }

[[issuers]]
issuer = "https://other.example"
introspection = { url = "https://canary-inside.example/too", client_id = "canary-client-id", client_secret_file = "canary-secret-file" }
"#;

fn config() -> String {
    let server = format!(
        "[server]\npublic_url = \"https://{HOST}\"\ndata_dir = \"/srv/canary-data-dir\"\ntrusted_proxies = [\"10.66.0.0/16\"]\n"
    );
    demo::CONFIG
        .replacen("[server]\n", &server, 1)
        .replace("127.0.0.1:8484", "127.0.0.1:48484")
        .replace("desk-manager@denver.ridge.example", "canary-contact@denver.ridge.example")
        .replace("+1-312-555-0199", "canary-contact")
        .replace("incentives.toml", "canary-incentives.toml")
        .replace("used-evidence.json", "canary-evidence.json")
        .replace(DENVER, "canary-export-denver.csv")
        .replace(CHICAGO, "canary-export-chicago.csv")
        + INSIDE
        + &fetched()
}

/// A dealer whose exports come from everywhere.
fn fetched() -> String {
    let env = "{ env = \"CANARY_FEED_VARIABLE\" }";
    let file = "{ file = \"canary-feed-secret\" }";
    let host_key = format!("SHA256:canaryhostkey{}", "A".repeat(30));
    let mut places = vec!["folder = { path = \"canary-incoming\", pattern = \"canary-pattern-*.csv\" }".to_owned()];
    for secret in [env, file] {
        let url = "address = \"https://canary-vendor.example/7.csv\"";
        places.push(format!("url = {{ {url}, bearer = {secret} }}"));
        places.push(format!("url = {{ {url}, basic = {{ user = \"canary-user\", password = {secret} }} }}"));
        let server = "host = \"canary-sftp.example\", user = \"canary-user\"";
        places.push(format!(
            "sftp = {{ {server}, password = {secret}, path = \"/canary-outbound\", host_keys = [\"{host_key}\"] }}"
        ));
        places.push(format!(
            "sftp = {{ {server}, private_key = {secret}, passphrase = {secret}, known_hosts = \"canary-known\", \
             folder = \"/canary-outbound\", pattern = \"canary-pattern\" }}"
        ));
        let store =
            "endpoint = \"https://canary-store.example\", region = \"canary-region\", bucket = \"canary-bucket\"";
        let keys = format!("access_key = {secret}, secret_key = {secret}, session_token = {secret}");
        places.push(format!("s3 = {{ {store}, {keys}, key = \"canary-object\" }}"));
        places.push(format!("s3 = {{ {store}, {keys}, prefix = \"canary-object\", pattern = \"canary-pattern\" }}"));
    }
    let mut rooftops = "\n[[organizations]]\nid = \"far-lots\"\nname = \"Far Lots\"\nsynthetic = true\n".to_owned();
    let mut feeds = String::new();
    for (index, place) in places.iter().enumerate() {
        rooftops += &format!(
            "[[organizations.rooftops]]\nid = \"lot-{index}\"\nname = \"Lot {index}\"\ntimezone = \"America/Denver\"\n\
             address = {{ lines = [\"1 Road\"], locality = \"Denver\", country = \"US\" }}\ndepartments = [\"sales\"]\n"
        );
        let whose = match index {
            0 => "rooftops = { column = \"canary-column\", map = { A = \"lot-0\" } }".to_owned(),
            _ => format!("rooftop = \"lot-{index}\""),
        };
        feeds += &format!(
            "[[feeds]]\nid = \"lot-{index}\"\norganization = \"far-lots\"\n{whose}\n\
             profile_file = \"canary-profile.toml\"\ncurrency = \"USD\"\ntime_zone = \"America/Denver\"\nprice_column = \"Price\"\n\
             price_includes_required_charges = false\n{place}\n"
        );
    }
    rooftops + &feeds
}

fn folder() -> Folder {
    let folder = Folder::without_exports();
    folder.write("canary-profile.toml", PROFILE.as_bytes(), "2026-12-01T10:00:00Z");
    for (name, file) in [
        ("canary-incentives.toml", "incentives.toml"),
        ("canary-evidence.json", "used-evidence.json"),
        ("canary-export-denver.csv", DENVER),
        ("canary-export-chicago.csv", CHICAGO),
    ] {
        folder.write(name, &demo_file(file), "2026-12-01T10:00:00Z");
    }
    folder
}

/// Every token is the same good one.
struct AnyToken;

impl Credentials<Principal> for AnyToken {
    fn check<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<Principal, CredentialRefused>> {
        let rooftops = ["ridge-denver", "ridge-chicago"].map(|id| RooftopId::parse(id).unwrap());
        let tenancy = Tenancy {
            organization: OrganizationId::parse(ORGANIZATION).unwrap(),
            reach: Reach::Rooftops(rooftops.into()),
        };
        let grant = Grant {
            subject: Text::bounded("agent-7"),
            client: None,
            issuer: Text::bounded("https://login.example"),
            credential: None,
            audience: format!("https://{HOST}"),
            tenancy: Some(tenancy),
            scopes: Tool::ALL.iter().filter_map(|tool| tool.scope()).collect(),
            profiles: None,
            purposes: None,
            expires_at: time(NOW).plus_seconds(3600),
            actors: Vec::new(),
        };
        Box::pin(std::future::ready(Ok(Principal::Named(Arc::new(grant)))))
    }
}

fn running(folder: &Folder) -> Running {
    let services = Services { audit: Arc::new(Audit::default()), ..Services::default() };
    let running = Running::guarded(&config(), folder.files(), Limits::default(), services, |_| {
        let credentials: Arc<CredentialsOfSite> = Arc::new(|_: &Site| Arc::new(AnyToken) as _);
        Guards { credentials: Some(credentials) }
    });
    assert!(running.outcomes.iter().all(|outcome| outcome.result.is_ok()), "{:?}", running.outcomes);
    running
}

/// A text that is new in the configuration has to be put on one of the lists.
#[test]
fn every_text_of_the_configuration_is_internal_or_public() {
    let known: BTreeSet<&str> =
        INTERNAL.iter().chain(INTERNAL_BY_CHOICE).map(|(field, _)| *field).chain(PUBLIC.iter().copied()).collect();
    let found = texts(&Config::schema());
    let unknown: Vec<&String> = found.iter().filter(|field| !known.contains(field.as_str())).collect();
    assert!(unknown.is_empty(), "internal or public? {unknown:?}");
    for (field, _) in INTERNAL.iter().chain(INTERNAL_BY_CHOICE) {
        assert!(found.iter().any(|found| found == field), "there is no `{field}` any more");
    }
    assert!(PUBLIC.iter().all(|field| !INTERNAL.iter().any(|(internal, _)| internal == field)));
}

/// Each canary stands where it is said to stand.
#[test]
fn every_canary_is_in_its_place() {
    let file: Value = toml::from_str(&config()).unwrap();
    for (field, canary) in INTERNAL.iter().chain(INTERNAL_BY_CHOICE) {
        let mut places = vec![&file];
        for step in field.split('.') {
            places = places.into_iter().flat_map(each).filter_map(|place| place.get(step)).collect();
        }
        let said: Vec<&Value> = places.into_iter().flat_map(each).collect();
        assert!(said.iter().any(|value| value.as_str().is_some_and(|text| text.contains(canary))), "{field}: {said:?}");
    }
}

/// The items of a list, or the value itself.
fn each(value: &Value) -> Vec<&Value> {
    value.as_array().map_or_else(|| vec![value], |items| items.iter().collect())
}

/// Every answer that a caller can get, by name.
async fn answers(running: &Running, token: Option<&str>) -> Vec<(String, String)> {
    let with_token = |post: Post| match token {
        Some(token) => post.header("authorization", &format!("Bearer {token}")),
        None => post,
    };
    let mut answers: Vec<(String, String)> =
        everything(running, token).await.into_iter().map(|(name, answer)| (name, answer.to_string())).collect();
    let send = async |post: Post| {
        let got = running.send(with_token(post)).await;
        (format!("{:?} {}", got.headers, got.text()), got)
    };
    let client = json!({ "name": "old-client", "version": "1" });
    let handshake = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client });
    answers.push(("initialize".to_owned(), send(Post::legacy("2025-11-25", "initialize", &handshake)).await.0));
    for method in ["tools/list", "resources/list", "resources/templates/list"] {
        answers.push((
            format!("{method} at the safe door"),
            send(Post::modern(method, json!({})).at("/mcp/compat")).await.0,
        ));
    }
    let search = json!({ "organization_id": ORGANIZATION, "filters": { "condition": ["used"] } });
    let (_, found) = send(Post::call(Tool::Search.as_str(), search.clone())).await;
    let found = found.json();
    let unit = named(&found["result"]["structuredContent"]["vehicles"][0]);
    for tool in Tool::ALL {
        let arguments = match tool {
            Tool::GetManifest => json!({}),
            Tool::DealerGet => json!({ "organization_id": ORGANIZATION }),
            Tool::Search => search.clone(),
            Tool::GetVehicle | Tool::VerifyAvailability | Tool::GetDisclosure | Tool::GetUsedVehicleDetails => {
                unit.clone()
            }
        };
        let (whole, good) = send(Post::call(tool.as_str(), arguments)).await;
        // The used unit may stand where checks are for those with a token.
        let may_refuse = token.is_none() && *tool == Tool::VerifyAvailability;
        assert!(may_refuse || good.json()["result"]["isError"] == false, "{tool}: {whole}");
        answers.push((format!("{tool}"), whole));
        answers.push((format!("{tool} refused"), send(Post::call(tool.as_str(), json!({ "x": 1 }))).await.0));
    }
    for path in [
        "/",
        "/.well-known/oauth-protected-resource",
        "/.well-known/oauth-protected-resource/mcp",
        "/.well-known/oauth-protected-resource/mcp/compat",
        "/.well-known/jwks.json",
        "/manifest.json",
        "/policies/example-ridge.json",
        "/conformance/claim.json",
        "/llms.txt",
        "/server.json",
        "/robots.txt",
        "/schemas/",
        "/healthz",
        "/readyz",
        "/mcp",
        "/nothing",
    ] {
        for accept in ["text/html", "text/plain"] {
            let get = Post::modern_raw("").verb(http::Method::GET).at(path).header("accept", accept);
            answers.push((format!("{path} as {accept}"), send(get).await.0));
        }
    }
    answers
}

#[tokio::test]
async fn dap_disc_001_no_internal_text_of_the_configuration_gets_out() {
    let folder = folder();
    let running = running(&folder);
    let folder_name = folder.path("").to_string_lossy().into_owned();
    for token in [None, Some("any")] {
        let answers = answers(&running, token).await;
        assert!(answers.len() > 50, "{}", answers.len());
        for (name, answer) in &answers {
            let canaries = INTERNAL.iter().chain(INTERNAL_BY_CHOICE).map(|(_, canary)| *canary);
            for canary in canaries.chain([folder_name.as_str(), "canary-"]) {
                assert!(!answer.contains(canary), "{canary} in {name}: {answer}");
            }
        }
    }
}
