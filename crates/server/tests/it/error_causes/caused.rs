//! What causes each code.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use axum::{Router, extract::ConnectInfo};
use dealeragent_gateway::{AuditEntry, AuditLog, AuditUnavailable, Clock as _, Durable, Opening};
use dealeragent_inventory::Listing;
use dealeragent_protocol::{error::ErrorCode, tool::Tool};
use dealeragent_server::{demo, files::Files};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use crate::support::{
    NOW, ORGANIZATION, Running,
    audit::{Audit, demo_with},
    folder::{CHICAGO, Folder, demo_file},
    post::{Got, Post, VERSION_KEY},
    schemas::SchemaSet,
};

/// Answers that were caused, each with what it must say of waiting.
pub(super) struct Caused(Vec<(Got, Wait)>);

/// Retry guidance.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Wait {
    /// Not known, or of no use.
    None,
    Millis(u64),
}

impl Caused {
    fn one(got: Got) -> Self {
        Self(vec![(got, Wait::None)])
    }

    /// What holds for every answer with the code.
    pub(super) fn check(self, code: ErrorCode) {
        let schemas = SchemaSet::all();
        assert!(!self.0.is_empty());
        for (got, wait) in self.0 {
            let reply = got.json();
            if matches!(code, ErrorCode::UnsupportedRevision | ErrorCode::AuthInvalid) {
                // Before a tool is reached the envelope's errors carry the code.
                assert_eq!(reply["error"]["data"]["code"], code.as_str(), "{reply}");
                continue;
            }
            let payload = &reply["result"]["structuredContent"];
            assert_eq!((got.status, &reply["result"]["isError"]), (200, &json!(true)), "{reply}");
            assert_eq!(payload["code"], code.as_str(), "{reply}");
            assert_eq!(payload["retryable"], code.retryable(), "{reply}");
            let told = payload["retry_after_ms"].as_u64().map_or(Wait::None, Wait::Millis);
            assert_eq!(told, wait, "{reply}");
            schemas.iter().for_each(|set| set.check_error(payload, code.as_str()));
            let text = reply["result"]["content"][0]["text"].as_str().unwrap();
            assert!(text.contains(code.as_str()) && text.contains(code.entry().reaction), "{text}");
        }
    }
}

async fn called(router: &Router, tool: Tool, arguments: Value) -> Got {
    Post::call(tool.as_str(), arguments).send(router).await
}

/// The demo with a change of its text.
fn changed(from: &str, to: &str) -> Running {
    assert!(demo::CONFIG.contains(from));
    Running::configured(&demo::CONFIG.replacen(from, to, 1), Files::Demo)
}

/// A unit of the demo, by its ids.
fn unit(running: &Running, is_wanted: impl Fn(&Listing) -> bool) -> Value {
    let snapshot = running.gateway.snapshot();
    let mut all = snapshot.organizations().flat_map(|organization| organization.listings());
    let listing = all.find(|stored| is_wanted(stored.listing())).unwrap().listing();
    json!({
        "organization_id": listing.organization_id,
        "rooftop_id": listing.rooftop_id,
        "vehicle_id": listing.vehicle_id,
    })
}

/// A violation of the schema, of a rule between fields, and of the either-or.
pub(super) async fn validation_invalid() -> Caused {
    let running = Running::demo();
    let with = |filters: Value| json!({ "organization_id": ORGANIZATION, "filters": filters });
    let two = json!({ "organization_id": ORGANIZATION, "rooftop_id": "ridge-denver", "vehicle_id": "a", "stock_number": "b" });
    let money = |minor: i64| json!({ "amount_minor": minor, "currency": "USD" });
    let mut caused = Vec::new();
    for (tool, arguments) in [
        (Tool::Search, json!({})),
        (Tool::Search, with(json!({ "year_min": 2025, "year_max": 2020 }))),
        (Tool::Search, with(json!({ "price_min": money(-1) }))),
        (Tool::Search, with(json!({ "price_min": money(2), "price_max": money(1) }))),
        (Tool::GetVehicle, two),
    ] {
        caused.push((called(&running.router, tool, arguments).await, Wait::None));
    }
    Caused(caused)
}

pub(super) async fn unsupported_revision() -> Caused {
    let post =
        Post::modern("tools/list", json!({})).change(|body| body["params"]["_meta"][VERSION_KEY] = "2020-01-01".into());
    let got = Running::demo().send(post.header("mcp-protocol-version", "2020-01-01")).await;
    assert_eq!(got.status, 400);
    Caused::one(got)
}

/// A tool that the dealer closed, and one that is not implemented.
pub(super) async fn capability_unsupported() -> Caused {
    let running = changed("used_vehicles = \"public\"", "used_vehicles = \"closed\"");
    let closed = called(&running.router, Tool::GetUsedVehicleDetails, json!({})).await;
    let unknown = running.send(Post::call("dealeragent.handoff.prepare", json!({}))).await;
    Caused(vec![(closed, Wait::None), (unknown, Wait::None)])
}

/// A tool for signed-in callers, once somebody can sign in. The configuration
/// has no way to say so yet, so the declaration is made here.
pub(super) async fn auth_required() -> Caused {
    let (router, _) = demo_with(Arc::new(Audit::default()), |tool| {
        if tool == Tool::VerifyAvailability { Opening::Authenticated } else { Opening::Public }
    });
    let arguments =
        json!({ "organization_id": ORGANIZATION, "rooftop_id": "ridge-denver", "vin": "1HGCM82633A004352" });
    Caused::one(called(&router, Tool::VerifyAvailability, arguments).await)
}

/// No issuer is configured, so every credential is one of somebody else.
pub(super) async fn auth_invalid() -> Caused {
    let running = Running::demo();
    let mut caused = Vec::new();
    for credential in ["Bearer abc", "bearer eyJhbGciOiJub25lIn0.e30.", "Bearer ", "", "nonsense"] {
        let got = running.send(Post::modern("tools/list", json!({})).header("authorization", credential)).await;
        assert_eq!(got.status, 401, "{credential}");
        assert!(got.header("www-authenticate").unwrap().starts_with("Bearer"), "{credential}");
        caused.push((got, Wait::None));
    }
    Caused(caused)
}

/// Only where the operator wants refusals to tell why.
pub(super) async fn tenant_forbidden() -> Caused {
    let running = changed("[server]", "[server]\ncollapse_refusals = false");
    let mut caused = Vec::new();
    for arguments in [
        json!({ "organization_id": "somebody-else" }),
        json!({ "organization_id": ORGANIZATION, "rooftop_ids": ["elsewhere"] }),
    ] {
        caused.push((called(&running.router, Tool::Search, arguments).await, Wait::None));
    }
    Caused(caused)
}

pub(super) async fn resource_not_found() -> Caused {
    let running = Running::demo();
    let absent = json!({ "organization_id": ORGANIZATION, "rooftop_id": "ridge-denver", "vehicle_id": "veh_none" });
    let foreign = json!({ "organization_id": "somebody-else", "rooftop_id": "x", "vehicle_id": "y" });
    let mut caused = Vec::new();
    for arguments in [absent, foreign] {
        caused.push((called(&running.router, Tool::GetVehicle, arguments).await, Wait::None));
    }
    Caused(caused)
}

pub(super) async fn vehicle_unavailable() -> Caused {
    let running = Running::demo();
    let sold = unit(&running, |listing| listing.availability.status.is_gone());
    let got = called(&running.router, Tool::VerifyAvailability, sold).await;
    assert!(got.json()["result"]["structuredContent"]["details"]["current_freshness"].is_object());
    Caused::one(got)
}

/// Two days later nothing is current; the next look at the feeds is known.
pub(super) async fn vehicle_stale() -> Caused {
    let running = Running::demo();
    let arguments = unit(&running, |listing| !listing.availability.status.is_gone());
    running.clock.advance(2 * 86_400);
    let unknown = called(&running.router, Tool::VerifyAvailability, arguments.clone()).await;
    running.feeds.announce_next_run(running.clock.now().plus_seconds(45));
    let known = called(&running.router, Tool::VerifyAvailability, arguments.clone()).await;
    // Guidance is bounded to a day, and what is past is no guidance.
    running.feeds.announce_next_run(running.clock.now().plus_seconds(7 * 86_400));
    let far = called(&running.router, Tool::VerifyAvailability, arguments.clone()).await;
    running.feeds.announce_next_run(running.clock.now().plus_seconds(-1));
    let past = called(&running.router, Tool::VerifyAvailability, arguments).await;
    let payload = &known.json()["result"]["structuredContent"];
    assert!(payload["details"]["current_freshness"].is_object(), "{payload}");
    Caused(vec![
        (unknown, Wait::None),
        (known, Wait::Millis(45_000)),
        (far, Wait::Millis(86_400_000)),
        (past, Wait::None),
    ])
}

pub(super) async fn pricing_incomplete() -> Caused {
    let running = Running::demo();
    let unpriced = unit(&running, |listing| listing.price.is_none());
    let mut caused = Vec::new();
    for tool in [Tool::GetVehicle, Tool::GetDisclosure] {
        caused.push((called(&running.router, tool, unpriced.clone()).await, Wait::None));
    }
    Caused(caused)
}

/// A burst of checks from one address that is not this machine's.
pub(super) async fn rate_limited() -> Caused {
    let running = Running::demo();
    let arguments = unit(&running, |listing| !listing.availability.status.is_gone());
    let mut last = None;
    for _ in 0..31 {
        let mut request = Post::call(Tool::VerifyAvailability.as_str(), arguments.clone()).into_request();
        request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([198, 51, 100, 7], 4))));
        let (parts, body) = running.router.clone().oneshot(request).await.unwrap().into_parts();
        let body = body.collect().await.unwrap().to_bytes();
        last = Some(Got { status: parts.status.as_u16(), headers: parts.headers, body });
    }
    let last = last.unwrap();
    assert_eq!(last.header("retry-after"), Some("1"));
    Caused(vec![(last, Wait::Millis(1000))])
}

/// The rooftop has not had its first file.
pub(super) async fn upstream_unavailable() -> Caused {
    let folder = Folder::without_exports();
    folder.write(CHICAGO, &demo_file(CHICAGO), NOW);
    let running = Running::configured(demo::CONFIG, folder.files());
    let arguments = json!({ "organization_id": ORGANIZATION, "rooftop_ids": ["ridge-denver"] });
    let unknown = called(&running.router, Tool::Search, arguments.clone()).await;
    running.feeds.announce_next_run(running.clock.now().plus_seconds(60));
    let known = called(&running.router, Tool::Search, arguments).await;
    Caused(vec![(unknown, Wait::None), (known, Wait::Millis(60_000))])
}

/// A panic in the middle of a tool: its text stays inside, the next call is
/// answered, and the trace id that the caller has leads to an entry.
pub(super) async fn internal() -> Caused {
    let audit = Arc::new(Audit::default());
    let (router, gateway) = demo_with(audit.clone(), |_| Opening::Public);
    let armed = AtomicBool::new(true);
    gateway.on_look_up(move || assert!(!armed.swap(false, Ordering::SeqCst), "{SECRET}"));
    let arguments = json!({ "organization_id": ORGANIZATION });
    let got = called(&router, Tool::Search, arguments.clone()).await;
    assert!(!got.text().contains(SECRET), "{}", got.text());
    let entries = audit.take();
    let [entry] = entries.as_slice() else { panic!("{entries:?}") };
    assert_eq!(got.json()["result"]["structuredContent"]["trace_id"], entry.trace_id.as_str());
    assert_eq!((entry.tool, entry.outcome), (Tool::Search.into(), Some(ErrorCode::Internal)));
    assert!(!format!("{entry:?}").contains(SECRET), "{entry:?}");
    let next = called(&router, Tool::Search, arguments).await.json();
    assert_eq!(next["result"]["isError"], false, "{next}");
    Caused::one(got)
}

/// A panic in the audit itself is an answer all the same.
#[tokio::test]
async fn a_panic_in_the_audit_is_an_answer() {
    struct Panics;
    impl AuditLog for Panics {
        fn append(&self, _: AuditEntry) -> Result<Durable, AuditUnavailable> {
            panic!("{SECRET}")
        }

        fn is_available(&self) -> bool {
            true
        }

        fn count_unwritten(&self, _: Option<ErrorCode>) {}
    }
    let (router, _) = demo_with(Arc::new(Panics), |_| Opening::Public);
    let got = called(&router, Tool::Search, json!({ "organization_id": "somebody-else" })).await;
    assert!(!got.text().contains(SECRET), "{}", got.text());
    Caused::one(got).check(ErrorCode::Internal);
}

/// A tool of the protocol that is not implemented leaves its entry too, found
/// by the trace id that the caller has.
#[tokio::test]
async fn a_tool_that_is_not_implemented_is_written_down() {
    let audit = Arc::new(Audit::default());
    let (router, _) = demo_with(audit.clone(), |_| Opening::Public);
    let got = Post::call("dealeragent.handoff.prepare", json!({ "organization_id": ORGANIZATION })).send(&router).await;
    let entries = audit.take();
    let [entry] = entries.as_slice() else { panic!("{entries:?}") };
    assert_eq!(got.json()["result"]["structuredContent"]["trace_id"], entry.trace_id.as_str());
    assert_eq!((entry.tool.as_str(), entry.profile()), ("dealeragent.handoff.prepare", "dealeragent.handoff/0.1"));
    assert_eq!(entry.organization_id.as_ref().unwrap().as_str(), ORGANIZATION);
}

const SECRET: &str = "the secret of the panic";
