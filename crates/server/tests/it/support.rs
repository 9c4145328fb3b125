//! The demo dealership behind its router, on a clock that stands still.

pub(crate) mod audit;
pub(crate) mod dealership;
pub(crate) mod fixture;
pub(crate) mod folder;
pub(crate) mod pipes;
pub(crate) mod post;
pub(crate) mod schemas;
pub(crate) mod signed_in;
pub(crate) mod socket;
pub(crate) mod table;
pub(crate) mod tokens;
pub(crate) mod walk;

use std::sync::Arc;

use axum::Router;
use dealeragent_gateway::{Clock, Gateway, ManualClock};
use dealeragent_protocol::{tool::Tool, values::Timestamp};
use dealeragent_server::{
    assembly::{Assembly, Services, assemble_with},
    config::Config,
    demo,
    feed_runner::{FeedOutcome, FeedRunner},
    files::Files,
    http::{Guards, HttpParts, Limits, Shutdown, SiteDirectory, router},
};
use serde_json::{Value, json};
use tokio::sync::watch;

use self::post::{Got, Post};

/// The time on every clock here: half a day after the demo's exports.
pub(crate) const NOW: &str = "2026-12-01T14:05:00Z";
pub(crate) const LISTEN: &str = "127.0.0.1:8484";
pub(crate) const ORGANIZATION: &str = "example-ridge";

pub(crate) fn time(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

/// A running gateway without a socket.
pub(crate) struct Running {
    pub(crate) router: Router,
    pub(crate) gateway: Arc<Gateway>,
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) feeds: Arc<FeedRunner>,
    pub(crate) sites: Arc<SiteDirectory>,
    /// What came of the feeds at the start.
    pub(crate) outcomes: Vec<FeedOutcome>,
    /// Begins the shutdown.
    pub(crate) switch: watch::Sender<bool>,
    pub(crate) shutdown: Shutdown,
}

impl Running {
    /// The demo with everything open to everybody, since nobody signs in here.
    pub(crate) fn demo() -> Self {
        let config = demo::CONFIG.replace("access = { availability = \"authenticated\" }\n", "");
        assert_ne!(config, demo::CONFIG, "the demo keeps a check for those with a token");
        Self::configured(&config, Files::Demo)
    }

    pub(crate) fn configured(config: &str, files: Files) -> Self {
        Self::limited(config, files, Limits::default())
    }

    pub(crate) fn limited(config: &str, files: Files, limits: Limits) -> Self {
        Self::guarded(config, files, limits, Services::default(), |_| Guards::default())
    }

    /// One where callers sign in, or not.
    pub(crate) fn guarded(
        config: &str,
        files: Files,
        limits: Limits,
        services: Services,
        guards: impl FnOnce(&Arc<Gateway>) -> Guards,
    ) -> Self {
        let clock = Arc::new(ManualClock::at(time(NOW)));
        Self::at(clock, config, files, limits, (services, guards), None)
    }

    /// One that starts at a time of its own, from a file of another.
    pub(crate) fn started(config: &str, files: Files, at: &str, written: Option<&str>) -> Self {
        let clock = Arc::new(ManualClock::at(time(at)));
        let parts = (Services::default(), |_: &Arc<Gateway>| Guards::default());
        Self::at(clock, config, files, Limits::default(), parts, written.map(time))
    }

    fn at(
        clock: Arc<ManualClock>,
        config: &str,
        files: Files,
        limits: Limits,
        (services, guards): (Services, impl FnOnce(&Arc<Gateway>) -> Guards),
        written: Option<Timestamp>,
    ) -> Self {
        let config =
            Config::read("dealeragent.toml", config, &files, clock.now()).unwrap_or_else(|errors| panic!("{errors}"));
        let config = written.map_or(config.clone(), |written| config.changed_at(written));
        let shared: Arc<dyn Clock> = clock.clone();
        let assembly = assemble_with(config, files, shared, Some(LISTEN.parse().unwrap()), services).unwrap();
        let outcomes = assembly.feeds.run(clock.now());
        let Assembly { gateway, sites, feeds, access } = assembly;
        let (switch, shutdown) = Shutdown::channel();
        let sites = Arc::new(SiteDirectory::guarded(&gateway, sites, &guards(&gateway)).unwrap());
        let parts = HttpParts {
            sites: Arc::clone(&sites),
            access: Arc::new(access),
            limits,
            public_keys: None,
            shutdown: shutdown.clone(),
        };
        Self { router: router(&parts), gateway, clock, feeds, sites, outcomes, switch, shutdown }
    }

    pub(crate) async fn send(&self, post: Post) -> Got {
        post.send(&self.router).await
    }

    /// Calls a tool as a modern client does and gives the MCP result.
    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> Value {
        let got = self.send(Post::call(tool, arguments)).await;
        assert_eq!(got.status, 200, "{tool}: {}", got.text());
        let mut reply = got.json();
        assert!(reply.get("error").is_none(), "{tool}: {reply}");
        reply["result"].take()
    }

    /// The structured result of a call that must succeed.
    pub(crate) async fn ask(&self, tool: Tool, arguments: Value) -> Value {
        let mut result = self.call(tool.as_str(), arguments).await;
        assert_eq!(result["isError"], false, "{tool}: {}", result["structuredContent"]);
        result["structuredContent"].take()
    }

    /// The first listings of a search.
    pub(crate) async fn search(&self, mut arguments: Value) -> Vec<Value> {
        arguments["organization_id"] = ORGANIZATION.into();
        self.ask(Tool::Search, arguments).await["vehicles"].as_array().unwrap().clone()
    }
}

/// The arguments that name a listing.
pub(crate) fn named(vehicle: &Value) -> Value {
    json!({
        "organization_id": vehicle["organization_id"],
        "rooftop_id": vehicle["rooftop_id"],
        "vehicle_id": vehicle["vehicle_id"],
    })
}
