//! A handler of the tests' own on the stack of the product.

use std::sync::Arc;

use axum::Router;
use dealeragent_server::{
    http::{AccessPolicy, Entrance, Fairness, Limits, OriginRule, Shutdown, TrustedProxies, around, mcp_route},
    mcp::{CacheHint, CallFacts, Dispatcher, Handler, Implementation, Listed, ProgressEvent, ProtocolError, ToolReply},
};
use serde_json::{Value, json};
use tokio::sync::Semaphore;

const CACHE: CacheHint = CacheHint { ttl_ms: 1000, public: true };
/// What a panic says; it must not leave.
pub(crate) const SECRET: &str = "the secret of the panic";

/// Tools: `echo`, `panic`, `late_panic`, `count` (progress), `wait` (until the
/// test lets it go) and `broken` (a protocol error).
pub(crate) struct Fixture {
    implementation: Implementation,
    /// Each permit lets one `wait` go.
    pub(crate) gate: Semaphore,
    /// Gets a permit whenever a `wait` has begun.
    pub(crate) waiting: Semaphore,
}

impl Fixture {
    pub(crate) fn new() -> Arc<Self> {
        let (name, title, version) = ("fixture".to_owned(), "Fixture".to_owned(), "1".to_owned());
        Arc::new(Self {
            implementation: Implementation { name, title, version },
            gate: Semaphore::new(0),
            waiting: Semaphore::new(0),
        })
    }

    pub(crate) fn dispatcher(self: &Arc<Self>) -> Dispatcher<Self> {
        Dispatcher::new(Arc::clone(self))
    }

    /// The fixture behind every layer of the product.
    pub(crate) fn router(self: &Arc<Self>, limits: Limits, shutdown: Shutdown) -> Router {
        let dispatcher = self.dispatcher();
        let route = mcp_route(
            move |_: &str| Some(Entrance::open(dispatcher.clone(), ())),
            limits,
            Fairness::new(&limits),
            shutdown,
        );
        let access = AccessPolicy {
            public_authorities: Vec::new(),
            listen: None,
            origins: OriginRule::Loopback,
            proxies: TrustedProxies::default(),
        };
        around(Router::new().route("/mcp", route), Arc::new(access), limits)
    }
}

fn reply(text: &str) -> ToolReply {
    let content = json!([{ "type": "text", "text": text }]).to_string().into_bytes();
    ToolReply { content, ..ToolReply::default() }
}

impl Handler for Fixture {
    type Caller = ();

    fn implementation(&self) -> &Implementation {
        &self.implementation
    }

    fn instructions(&self, (): &()) -> Option<String> {
        None
    }

    fn discover_cache(&self, (): &()) -> CacheHint {
        CACHE
    }

    fn list_tools(&self, (): &()) -> Listed {
        Listed::whole(*b"[]", CACHE)
    }

    fn knows_tool(&self, name: &str) -> bool {
        matches!(name, "echo" | "panic" | "late_panic" | "count" | "wait" | "broken")
    }

    async fn call_tool(
        &self,
        (): &(),
        name: &str,
        arguments: Value,
        facts: CallFacts,
    ) -> Result<ToolReply, ProtocolError> {
        match name {
            "panic" => panic!("{SECRET}"),
            "late_panic" => {
                tokio::task::yield_now().await;
                panic!("{SECRET}")
            }
            "count" => {
                for progress in 1..=3 {
                    facts.progress.report(ProgressEvent { progress, total: Some(3) });
                    tokio::task::yield_now().await;
                }
                facts.progress.report(ProgressEvent { progress: 4, total: None });
            }
            "wait" => {
                facts.progress.report(ProgressEvent { progress: 1, total: None });
                self.waiting.add_permits(1);
                self.gate.acquire().await.unwrap().forget();
            }
            "broken" => return Err(ProtocolError::missing_capability(&json!({ "sampling": {} }))),
            _ => {}
        }
        Ok(reply(&arguments.to_string()))
    }

    fn list_resources(&self, (): &(), _: Option<&str>) -> Option<Listed> {
        panic!("{SECRET}")
    }

    fn list_resource_templates(&self, (): &()) -> Listed {
        Listed::whole(*b"[]", CACHE)
    }

    async fn read_resource(&self, (): &(), uri: &str, _: Option<std::net::IpAddr>) -> Result<Listed, ProtocolError> {
        Err(ProtocolError::no_resource(uri))
    }
}
