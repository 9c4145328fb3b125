//! The gateway: sites, the current snapshot, and the door to the tools.

use std::{
    collections::BTreeSet,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicI64, AtomicU64, Ordering},
    },
};

use arc_swap::ArcSwap;
use dealeragent_inventory::Snapshot;
use dealeragent_protocol::{
    error::{ErrorCode, RetryAfter},
    intake::BrokenSchema,
    tool::{NamedTool, Tool},
    values::{OrganizationId, Timestamp},
};
use serde_json::Value;
use tokio::sync::watch;

use crate::{
    Answer, AuditLog, AuditPolicy, Clock, CursorKeys, Desk, Failure, NoAudit, Permit, Principal, Refusals,
    RequestContext, ResourceContents, ResourceList, ResourceNotFound, ResourceTemplate, Site, View,
    audit::Recorder,
    call::{self, Intakes},
    list_changes::ListChanges,
    rate_limit::{Quotas, RateLimits},
    research, resources,
};

/// What a gateway is made of.
pub struct GatewayParts {
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// What seals cursors.
    pub cursor_keys: Arc<CursorKeys>,
    /// Longest answer in bytes before a page is cut; see [`Gateway::answer_budget`].
    pub answer_budget: usize,
    /// Whether refusals tell absent from forbidden.
    pub refusals: Refusals,
    /// Who keeps the audit.
    pub audit: Arc<dyn AuditLog>,
    /// How it is kept.
    pub audit_policy: AuditPolicy,
    /// How often somebody may call.
    pub quotas: Quotas,
    /// Who is asked whether a unit is there.
    pub desk: Desk,
}

impl GatewayParts {
    /// Parts with the default answer budget, collapsed refusals and no audit
    /// store.
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>, cursor_keys: Arc<CursorKeys>) -> Self {
        Self {
            clock,
            cursor_keys,
            answer_budget: DEFAULT_ANSWER_BUDGET,
            refusals: Refusals::default(),
            audit: Arc::new(NoAudit),
            audit_policy: AuditPolicy::default(),
            quotas: Quotas::default(),
            desk: Desk::default(),
        }
    }
}

/// 25,000 tokens at three bytes a token.
pub const DEFAULT_ANSWER_BUDGET: usize = 75_000;

/// A running gateway. Sites are handed in with each call, so that one gateway
/// serves many.
pub struct Gateway {
    clock: Arc<dyn Clock>,
    cursor_keys: Arc<CursorKeys>,
    answer_budget: usize,
    refusals: Refusals,
    recorder: Recorder,
    lookups: AtomicU64,
    rates: RateLimits,
    desk: Desk,
    look_up_heard: OnceLock<Box<dyn Fn() + Send + Sync>>,
    next_feed_run: AtomicI64,
    lists: ListChanges,
    snapshot: ArcSwap<Snapshot>,
    intakes: Intakes,
}

impl Gateway {
    /// A gateway with an empty inventory.
    ///
    /// # Errors
    /// When a tool's schema does not compile: a defect.
    pub fn new(parts: GatewayParts) -> Result<Self, BrokenSchema> {
        let lists = ListChanges::since(parts.clock.now());
        Ok(Self {
            clock: parts.clock,
            cursor_keys: parts.cursor_keys,
            answer_budget: parts.answer_budget,
            refusals: parts.refusals,
            recorder: Recorder::new(parts.audit, parts.audit_policy),
            lookups: AtomicU64::new(0),
            rates: RateLimits::new(parts.quotas),
            desk: parts.desk,
            look_up_heard: OnceLock::new(),
            next_feed_run: AtomicI64::new(0),
            lists,
            snapshot: ArcSwap::from_pointee(Snapshot::empty()),
            intakes: Intakes::new()?,
        })
    }

    /// The context of a call that arrives now.
    #[must_use]
    pub fn context(&self, principal: Principal) -> RequestContext {
        RequestContext::new(&*self.clock, principal)
    }

    /// The clock.
    #[must_use]
    pub fn clock(&self) -> &dyn Clock {
        &*self.clock
    }

    /// Swaps in a new inventory; calls under way finish on the old one.
    pub fn publish(&self, snapshot: Snapshot) {
        let snapshot = Arc::new(snapshot);
        let before = self.snapshot.swap(Arc::clone(&snapshot));
        self.lists.note(&before, &snapshot, self.clock.now());
    }

    /// Says whose files will be looked for: only those dealers' lists are kept for
    /// a short time until the first one comes. Until [`Self::files_were_read`]
    /// nothing that is published counts as a change.
    pub fn await_files_of(&self, organizations: BTreeSet<OrganizationId>) {
        self.lists.await_files_of(organizations);
    }

    /// Says that every file that was there at the start has been read.
    pub fn files_were_read(&self) {
        self.lists.files_were_read();
    }

    /// Changes when a published inventory changes what is declared: a dealer's
    /// first file came, or a dealer's inventory is gone.
    #[must_use]
    pub fn list_changes(&self) -> watch::Receiver<u64> {
        self.lists.subscribe()
    }

    /// The current inventory, for the operator's side of the house.
    #[must_use]
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.snapshot.load_full()
    }

    /// Longest structured result in bytes. A search page is cut to it and says
    /// so; 25,000 tokens are about 75,000 bytes.
    #[must_use]
    pub fn answer_budget(&self) -> usize {
        self.answer_budget
    }

    /// How often a tool went to the inventory: a refused call does not.
    #[must_use]
    pub fn inventory_lookups(&self) -> u64 {
        self.lookups.load(Ordering::Relaxed)
    }

    /// The current inventory, for a tool: only a permit opens it.
    pub(crate) fn look_up<T>(&self, _: &Permit<T>) -> Arc<Snapshot> {
        self.lookups.fetch_add(1, Ordering::Relaxed);
        if let Some(hear) = self.look_up_heard.get() {
            hear();
        }
        self.snapshot()
    }

    /// Notes when the feeds are looked at next: until then nothing that is
    /// stale can become fresher.
    pub fn set_next_feed_run(&self, at: Timestamp) {
        self.next_feed_run.store(at.as_second(), Ordering::Relaxed);
    }

    /// How long until something stale may be fresher, where that is known.
    pub(crate) fn until_next_feed_run(&self, now: Timestamp) -> Option<RetryAfter> {
        let seconds = self.next_feed_run.load(Ordering::Relaxed) - now.as_second();
        u64::try_from(seconds).ok().filter(|seconds| *seconds > 0).map(|s| RetryAfter::from_millis(s * 1000))
    }

    /// Who is asked whether a unit is there.
    #[must_use]
    pub fn desk(&self) -> &Desk {
        &self.desk
    }

    pub(crate) fn rates(&self) -> &RateLimits {
        &self.rates
    }

    pub(crate) fn recorder(&self) -> &Recorder {
        &self.recorder
    }

    pub(crate) fn audit_policy(&self) -> &AuditPolicy {
        self.recorder.policy()
    }

    pub(crate) fn refusals(&self) -> Refusals {
        self.refusals
    }

    pub(crate) fn cursor_keys(&self) -> &CursorKeys {
        &self.cursor_keys
    }

    /// Calls a tool with raw arguments.
    ///
    /// # Errors
    /// A [`Failure`] with a code of the closed registry.
    pub async fn call(
        &self,
        site: &Site,
        context: &RequestContext,
        tool: Tool,
        arguments: Value,
    ) -> Result<Answer, Failure> {
        call::dispatch(self, &self.intakes, site, context, tool, arguments).await
    }

    /// `search` of general research hosts: vehicles by words, each as a document
    /// with its band. The switch for it is [`Site::has_research_tools`].
    ///
    /// # Errors
    /// As the protocol's search.
    pub async fn research_search(&self, site: &Site, context: &RequestContext, query: &str) -> Result<Answer, Failure> {
        research::search(self, site, context, query).await
    }

    /// `fetch` of general research hosts: one vehicle by the id that their
    /// `search` gave.
    ///
    /// # Errors
    /// As the protocol's `get_vehicle`.
    pub async fn research_fetch(&self, site: &Site, context: &RequestContext, id: &str) -> Result<Answer, Failure> {
        research::fetch(self, site, context, id).await
    }

    /// Calls what a name of the protocol means, implemented here or not.
    ///
    /// # Errors
    /// As [`Self::call`]; `capability.unsupported` for what is not implemented.
    pub async fn call_named(
        &self,
        site: &Site,
        context: &RequestContext,
        tool: NamedTool,
        arguments: Value,
    ) -> Result<Answer, Failure> {
        match tool {
            NamedTool::Known(tool) => self.call(site, context, tool, arguments).await,
            NamedTool::NotImplemented(tool) => call::unimplemented(self, site, context, tool, &arguments).await,
        }
    }

    /// Counts a credential that was refused before its request was read.
    pub fn count_refused_credential(&self) {
        self.recorder.count(Some(ErrorCode::AuthInvalid));
    }

    /// Whether what must be written down can be: while it cannot, protected
    /// reads are refused.
    #[must_use]
    pub fn takes_audit_entries(&self) -> bool {
        self.recorder.is_available()
    }

    /// Has `hear` told of every look into the inventory, on the thread of the
    /// call: for metrics, and for tests that must know where a call got to.
    /// There is one place for it; a second one is not taken.
    pub fn on_look_up(&self, hear: impl Fn() + Send + Sync + 'static) {
        let _ = self.look_up_heard.set(Box::new(hear));
    }

    /// What a caller sees of a site.
    #[must_use]
    pub fn view<'a>(&self, site: &'a Site, context: &'a RequestContext) -> View<'a> {
        View::of(site, context, &self.snapshot(), &self.lists, *self.rates.quotas())
    }

    /// One page of `resources/list`; `None` for a cursor of another list.
    #[must_use]
    pub fn list_resources(&self, site: &Site, context: &RequestContext, cursor: Option<&str>) -> Option<ResourceList> {
        resources::page(&self.view(site, context), &self.cursor_keys, cursor)
    }

    /// `resources/templates/list`.
    #[must_use]
    pub fn resource_templates(&self, site: &Site, context: &RequestContext) -> Vec<ResourceTemplate> {
        resources::templates(&self.view(site, context))
    }

    /// Reads a resource; each read is authorized on its own.
    ///
    /// # Errors
    /// [`ResourceNotFound`].
    pub async fn read_resource(
        &self,
        site: &Site,
        context: &RequestContext,
        uri: &str,
    ) -> Result<ResourceContents, ResourceNotFound> {
        resources::read(self, site, context, uri).await
    }
}
