//! The demo dealership with its log and its audit in view.

use std::{collections::BTreeSet, sync::Arc};

use axum::Router;
use dealeragent_gateway::{AuditLog, Clock, Gateway, Grant, ManualClock, Principal, Site};
use dealeragent_protocol::{
    tool::Tool,
    values::{Text, Timestamp},
    wording::en,
};
use dealeragent_server::{
    assembly::{Assembly, assemble_with_audit},
    config::Config,
    demo,
    files::Files,
    http::{Door, HttpParts, Limits, Shutdown, SiteDirectory, router},
};
use http::Request;
use http_body_util::BodyExt as _;
use serde_json::Value;
use tower::ServiceExt as _;

use super::{corpus::Hostile, judge::Judge, sinks::Log};
use crate::support::{LISTEN, NOW, audit::Audit, pipes::Pipes, time};

pub(crate) struct World {
    router: Router,
    gateway: Arc<Gateway>,
    site: Arc<Site>,
    sites: Arc<SiteDirectory>,
    clock: Arc<ManualClock>,
    log: Log,
    audit: Arc<Audit>,
    pub(crate) judge: Judge,
}

impl World {
    pub(crate) fn new() -> Self {
        let log = Log::of_this_thread();
        let clock = Arc::new(ManualClock::at(time(NOW)));
        let config = Config::read(demo::CONFIG_NAME, demo::CONFIG, &Files::Demo, clock.now()).unwrap();
        let audit = Arc::new(Audit::default());
        let (shared_clock, shared_audit) = (Arc::clone(&clock) as Arc<dyn Clock>, Arc::clone(&audit));
        let listen = Some(LISTEN.parse().unwrap());
        let shared_audit: Arc<dyn AuditLog> = shared_audit;
        let assembly = assemble_with_audit(config, Files::Demo, shared_clock, listen, shared_audit).unwrap();
        assembly.feeds.run(clock.now());
        let Assembly { gateway, sites, access, .. } = assembly;
        let site = Arc::clone(&sites[0]);
        let sites = Arc::new(SiteDirectory::new(&gateway, sites).unwrap());
        let (_, shutdown) = Shutdown::channel();
        let parts = HttpParts {
            sites: Arc::clone(&sites),
            access: Arc::new(access),
            limits: Limits::default(),
            public_keys: None,
            shutdown,
        };
        let router = router(&parts);
        Self { router, gateway, site, sites, clock, log, audit, judge: Judge::default() }
    }

    /// A stream of its own.
    pub(crate) fn pipes(&self) -> Pipes {
        Pipes::to(self.sites.entrance(LISTEN, Door::Compat).unwrap().dispatcher, Principal::Anonymous)
    }

    /// Sends a request over HTTP and looks for what was sent.
    pub(crate) async fn http(&mut self, request: Request<axum::body::Body>, sent: &[&Hostile]) {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = body.collect().await.unwrap().to_bytes();
        let body = String::from_utf8(body.to_vec()).unwrap();
        self.judge.headers(&parts.headers, sent);
        self.judge.answer("http", parts.status.as_u16(), &body, sent);
        self.look_aside(sent);
    }

    /// Looks at a line that came over a stream.
    pub(crate) fn line(&mut self, line: &Value, sent: &[&Hostile]) {
        self.judge.answer("stdio", 200, &line.to_string(), sent);
        self.look_aside(sent);
    }

    /// Calls a tool as somebody of whom every refusal is written down.
    pub(crate) async fn named_caller(&mut self, tool: Tool, arguments: Value, sent: &[&Hostile]) {
        let context = self.gateway.context(stranger());
        if let Err(failure) = self.gateway.call(&self.site, &context, tool, arguments).await {
            let payload = failure.payload(&context);
            let text = format!("{}\n{}", en::failure_text(&payload), serde_json::to_value(&payload).unwrap());
            self.judge.text("payload", &text, sent);
            self.judge.text("private reason", failure.private_reason(), sent);
        }
        self.look_aside(sent);
    }

    /// Looks at what was written meanwhile. The clock goes on, so that refusals
    /// of anonymous callers are written down as well.
    fn look_aside(&mut self, sent: &[&Hostile]) {
        self.judge.log(&self.log.take(), sent);
        for entry in self.audit.take() {
            self.judge.audit(&format!("{entry:?}"), sent);
        }
        if self.judge.requests.is_multiple_of(50) {
            self.clock.advance(60);
        }
    }
}

/// Somebody whose grant covers nothing here.
fn stranger() -> Principal {
    Principal::Named(Arc::new(Grant {
        subject: Text::bounded("a caller"),
        client: None,
        issuer: Text::bounded("https://issuer.example"),
        credential: None,
        audience: "http://127.0.0.1".to_owned(),
        tenancy: None,
        scopes: BTreeSet::new(),
        profiles: None,
        purposes: None,
        expires_at: Timestamp::parse("2099-01-01T00:00:00Z").unwrap(),
        actors: Vec::new(),
    }))
}
