//! An audit in memory, and a demo that keeps it.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, Ordering},
};

use axum::Router;
use dealeragent_gateway::{
    AuditEntry, AuditLog, AuditUnavailable, Clock, Declaration, Durable, Gateway, ManualClock, Opening,
};
use dealeragent_protocol::{error::ErrorCode, tool::Tool};
use dealeragent_server::{
    assembly::{Services, assemble_with},
    config::Config,
    demo,
    files::Files,
    http::{HttpParts, Limits, Shutdown, SiteDirectory, router},
};

use super::{LISTEN, NOW, time};

/// Keeps every entry, until it is made to fail.
#[derive(Debug, Default)]
pub(crate) struct Audit {
    entries: Mutex<Vec<AuditEntry>>,
    is_failing: AtomicBool,
}

impl Audit {
    /// What was written since the last time.
    pub(crate) fn take(&self) -> Vec<AuditEntry> {
        std::mem::take(&mut *self.entries.lock().unwrap())
    }
}

impl Audit {
    /// From now on it takes no entries, or takes them again.
    pub(crate) fn fail(&self, is_failing: bool) {
        self.is_failing.store(is_failing, Ordering::SeqCst);
    }
}

impl AuditLog for Audit {
    fn append(&self, entry: AuditEntry) -> Result<Durable, AuditUnavailable> {
        if !self.is_available() {
            return Err(AuditUnavailable);
        }
        self.entries.lock().unwrap().push(entry);
        Ok(Box::pin(std::future::ready(Ok(()))))
    }

    fn is_available(&self) -> bool {
        !self.is_failing.load(Ordering::SeqCst)
    }

    fn count_unwritten(&self, _: Option<ErrorCode>) {}
}

/// The demo with another audit store and other openings, where people can sign
/// in.
pub(crate) fn demo_with(audit: Arc<dyn AuditLog>, opening: impl Fn(Tool) -> Opening + Copy) -> (Router, Arc<Gateway>) {
    let clock: Arc<dyn Clock> = Arc::new(ManualClock::at(time(NOW)));
    let mut config = Config::read(demo::CONFIG_NAME, demo::CONFIG, &Files::Demo, clock.now()).unwrap();
    for dealer in &mut config.dealers {
        let dealer = Arc::make_mut(dealer);
        dealer.declaration = Declaration::new(opening, true);
        dealer.rooftops.iter_mut().for_each(|rooftop| rooftop.policy.declaration = None);
    }
    let listen = Some(LISTEN.parse().unwrap());
    let services = Services { audit, issues_tokens: true, ..Services::default() };
    let assembly = assemble_with(config, Files::Demo, clock, listen, services).unwrap();
    assembly.feeds.run(time(NOW));
    let (_, shutdown) = Shutdown::channel();
    let sites = Arc::new(SiteDirectory::new(&assembly.gateway, assembly.sites).unwrap());
    let access = Arc::new(assembly.access);
    (router(&HttpParts { sites, access, limits: Limits::default(), public_keys: None, shutdown }), assembly.gateway)
}
