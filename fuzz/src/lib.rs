//! What the targets share: the demo dealership behind its edges, on a clock
//! that stands still.

mod pieces;

use std::sync::{Arc, LazyLock};

pub use pieces::Pieces;

use dealeragent_gateway::{Clock, Gateway, ManualClock, Principal, RequestContext, Site};
use dealeragent_protocol::{
    error::{ErrorCode, ErrorPayload},
    schema,
    tool::Tool,
    values::{Text, Timestamp},
    wording::en,
};
use dealeragent_server::{
    assembly::assemble,
    config::Config,
    demo,
    files::Files,
    http::{Door, SiteDirectory},
};
use serde_json::Value;

/// The demo's organization.
pub const ORGANIZATION: &str = "example-ridge";

/// A gateway that answers, without a socket.
pub struct Demo {
    /// The gateway.
    pub gateway: Arc<Gateway>,
    /// Its one site.
    pub site: Arc<Site>,
    /// Both doors.
    pub sites: SiteDirectory,
    runtime: tokio::runtime::Runtime,
}

/// The demo, made on first use.
pub static DEMO: LazyLock<Demo> = LazyLock::new(|| {
    let clock: Arc<dyn Clock> = Arc::new(ManualClock::at(Timestamp::parse("2026-12-01T14:05:00Z").unwrap()));
    let config = Config::read(demo::CONFIG_NAME, demo::CONFIG, &Files::Demo, clock.now()).unwrap();
    let assembly = assemble(config, Files::Demo, Arc::clone(&clock), None).unwrap();
    assert!(assembly.feeds.run(clock.now()).iter().all(|outcome| outcome.result.is_ok()));
    let sites = SiteDirectory::new(&assembly.gateway, assembly.sites.clone()).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    Demo { gateway: assembly.gateway, site: Arc::clone(&assembly.sites[0]), sites, runtime }
});

static PAYLOAD: LazyLock<jsonschema::Validator> =
    LazyLock::new(|| jsonschema::validator_for(&schema::of::<ErrorPayload>()).unwrap());

/// What came of a call.
pub enum Called {
    /// The structured answer.
    Answer(Value),
    /// Everything that a caller reads of a refusal, and the payload.
    Refusal(String, Value),
}

impl Demo {
    /// Runs what a target waits for.
    pub fn wait<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.block_on(future)
    }

    /// The dispatcher of a door.
    pub fn dispatcher(&self, door: Door) -> dealeragent_server::mcp::Dispatcher<dealeragent_server::dap::DapHandler> {
        self.sites.dispatcher("127.0.0.1", door).unwrap()
    }

    /// Calls a tool. A refusal is held against what holds for every one.
    pub fn call(&self, tool: Tool, arguments: Value) -> Called {
        // A caller of whom every refusal is written down.
        let principal = Principal::Named(Text::parse("fuzzer").unwrap());
        let context = self.gateway.context(principal);
        match self.wait(self.gateway.call(&self.site, &context, tool, arguments)) {
            Ok(answer) => Called::Answer(serde_json::from_slice(&answer.structured).unwrap()),
            Err(failure) => {
                let payload = failure.payload(&context);
                check(&payload, &context);
                let text = format!("{}\n{}", en::failure_text(&payload), failure.private_reason());
                let payload = serde_json::to_value(payload).unwrap();
                Called::Refusal(format!("{text}\n{payload}"), payload)
            }
        }
    }
}

fn check(payload: &ErrorPayload, context: &RequestContext) {
    assert_eq!(payload.retryable(), payload.code.retryable());
    assert_eq!(payload.trace_id, context.trace_id);
    // Nothing that a caller sends is an unexpected failure.
    assert_ne!(payload.code, ErrorCode::Internal);
    let value = serde_json::to_value(payload).unwrap();
    assert!(PAYLOAD.is_valid(&value), "{value}");
}
