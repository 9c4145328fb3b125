//! A small gateway: two organizations, a site with one and a site with both.

use std::{
    collections::BTreeMap,
    sync::{Arc, LazyLock},
};

use dealeragent_gateway::{
    AuditEntry, AuditLog, AuditPolicy, AuditUnavailable, CursorKeys, Dealer, Desk, Durable, Gateway, GatewayParts,
    ManualClock, Principal, Refusals, RequestContext, ResourceContents, ResourceNotFound, Site, SiteAddress,
};
use dealeragent_inventory::{FilterKind, Listing, RooftopStock, Snapshot};
use dealeragent_protocol::error::ErrorCode;
use dealeragent_protocol::{
    error::ErrorPayload,
    facts::Operator,
    schema,
    tool::Tool,
    values::{GatewayId, Text, Timestamp},
    wording::en,
};
use serde_json::{Value, json};

use crate::fixture::{dealer, listings, noon};

/// What a world is made from; change it before it is built.
pub(crate) struct Setup {
    pub(crate) one: Dealer,
    pub(crate) two: Dealer,
    pub(crate) listings: Vec<Listing>,
    /// Filters that the sources of rooftop "east" can answer; the others can
    /// answer all.
    pub(crate) east_answers: Vec<FilterKind>,
    pub(crate) answer_budget: usize,
    pub(crate) refusals: Refusals,
    /// Made once there is a clock.
    pub(crate) desk: Box<dyn FnOnce(Arc<ManualClock>) -> Desk>,
    pub(crate) audit: Option<(Arc<dyn AuditLog>, AuditPolicy)>,
    /// When the file of a rooftop was seen, where that is not at noon; `None`
    /// before the first file.
    pub(crate) seen: BTreeMap<&'static str, Option<Timestamp>>,
}

pub(crate) struct World {
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) cursor_keys: Arc<CursorKeys>,
    pub(crate) gateway: Gateway,
    /// Serves org-one alone.
    pub(crate) solo: Site,
    /// Serves org-one and org-two, under the same gateway id.
    pub(crate) group: Site,
}

/// What a tool gave.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) structured: Value,
    pub(crate) summary: String,
    pub(crate) notices: Value,
}

/// What a caller gets to know of a failure.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) payload: Value,
    pub(crate) text: String,
}

impl Refusal {
    pub(crate) fn code(&self) -> &str {
        self.payload["code"].as_str().unwrap().strip_prefix("dealeragent.").unwrap()
    }

    /// Pointers of the violations.
    pub(crate) fn pointers(&self) -> Vec<&str> {
        let errors = self.payload["details"]["field_errors"].as_array();
        errors.into_iter().flatten().map(|error| error["instance_location"].as_str().unwrap()).collect()
    }
}

impl World {
    pub(crate) fn new() -> Self {
        Self::with(|_| {})
    }

    /// A world with changes, five minutes after its listings were seen.
    pub(crate) fn with(change: impl FnOnce(&mut Setup)) -> Self {
        let mut setup = Setup::plain();
        change(&mut setup);
        let clock = Arc::new(ManualClock::at(noon().plus_seconds(300)));
        let cursor_keys = Arc::new(CursorKeys::generate().unwrap());
        let desk = std::mem::replace(&mut setup.desk, Box::new(|_| Desk::default()))(Arc::clone(&clock));
        let mut parts = GatewayParts {
            desk,
            answer_budget: setup.answer_budget,
            refusals: setup.refusals,
            ..GatewayParts::new(Arc::clone(&clock) as _, Arc::clone(&cursor_keys))
        };
        if let Some((log, policy)) = setup.audit.take() {
            (parts.audit, parts.audit_policy) = (log, policy);
        }
        let gateway = Gateway::new(parts).unwrap();
        gateway.publish(snapshot(&setup));
        let (one, two) = (Arc::new(setup.one), Arc::new(setup.two));
        let solo = site("https://one.example", vec![Arc::clone(&one)]);
        let group = site("https://group.example", vec![one, two]);
        Self { clock, cursor_keys, gateway, solo, group }
    }

    /// The inventory of a plain world, of these dealers alone.
    pub(crate) fn stock_of(organizations: &[&str]) -> Snapshot {
        let mut setup = Setup::plain();
        setup.listings.retain(|unit| organizations.contains(&unit.organization_id.as_str()));
        for dealer in [&mut setup.one, &mut setup.two] {
            if !organizations.contains(&dealer.organization_id.as_str()) {
                dealer.rooftops.clear();
            }
        }
        snapshot(&setup)
    }

    pub(crate) fn context(&self) -> RequestContext {
        self.gateway.context(Principal::Anonymous)
    }

    /// Calls a tool, and holds what comes back against its published schema.
    pub(crate) fn call(&self, site: &Site, tool: Tool, arguments: Value) -> Result<Reply, Refusal> {
        self.call_at(Principal::Anonymous, site, tool, arguments)
    }

    /// The same as somebody.
    pub(crate) fn call_at(
        &self,
        principal: Principal,
        site: &Site,
        tool: Tool,
        arguments: Value,
    ) -> Result<Reply, Refusal> {
        let context = self.gateway.context(principal);
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        match runtime.block_on(self.gateway.call(site, &context, tool, arguments)) {
            Ok(answer) => {
                let structured: Value = serde_json::from_slice(&answer.structured).unwrap();
                check_schema(tool, &structured);
                let notices = serde_json::to_value(&answer.notices).unwrap();
                Ok(Reply { structured, summary: answer.summary, notices })
            }
            Err(failure) => {
                let payload = failure.payload(&context);
                let text = en::failure_text(&payload);
                let payload = serde_json::to_value(payload).unwrap();
                check_schema(tool, &payload);
                Err(Refusal { payload, text })
            }
        }
    }

    /// Calls a tool of org-one's site as somebody; how it ended.
    pub(crate) fn call_as(&self, principal: Principal, tool: Tool, arguments: Value) -> Result<(), ErrorCode> {
        let context = self.gateway.context(principal);
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let called = runtime.block_on(self.gateway.call(&self.solo, &context, tool, arguments));
        called.map(|_| ()).map_err(|failure| failure.code())
    }

    /// Searches org-one on its own site.
    pub(crate) fn search(&self, arguments: Value) -> Result<Reply, Refusal> {
        let mut arguments = arguments;
        arguments["organization_id"] = "org-one".into();
        self.call(&self.solo, Tool::Search, arguments)
    }

    /// Calls a unit tool about a unit of org-one's rooftop "main" by its VIN,
    /// or by its id where the tool takes nothing else.
    pub(crate) fn unit(&self, tool: Tool, number: u32) -> Result<Reply, Refusal> {
        self.call(&self.solo, tool, about("org-one", "main", tool, number))
    }

    pub(crate) fn read(&self, site: &Site, uri: &str) -> Result<ResourceContents, ResourceNotFound> {
        self.read_as(Principal::Anonymous, site, uri)
    }

    pub(crate) fn read_as(
        &self,
        principal: Principal,
        site: &Site,
        uri: &str,
    ) -> Result<ResourceContents, ResourceNotFound> {
        let context = self.gateway.context(principal);
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(self.gateway.read_resource(site, &context, uri))
    }

    /// URIs of the whole resource list, page by page.
    pub(crate) fn listed(&self, principal: &Principal, site: &Site) -> Vec<String> {
        let context = self.gateway.context(principal.clone());
        let (mut uris, mut cursor) = (Vec::new(), None);
        loop {
            let page = self.gateway.list_resources(site, &context, cursor.as_deref()).unwrap();
            uris.extend(page.resources.into_iter().map(|resource| resource.uri));
            cursor = page.next_cursor;
            if cursor.is_none() {
                return uris;
            }
        }
    }
}

/// Arguments that name one unit.
pub(crate) fn about(organization: &str, rooftop: &str, tool: Tool, number: u32) -> Value {
    let mut arguments = json!({ "organization_id": organization, "rooftop_id": rooftop });
    if tool == Tool::GetDisclosure {
        arguments["vehicle_id"] = crate::fixture::id_of(organization, rooftop, number).into();
    } else {
        arguments["vin"] = crate::fixture::vin(number).to_string().into();
    }
    arguments
}

fn snapshot(setup: &Setup) -> Snapshot {
    let dealers = [&setup.one, &setup.two];
    let rooftops = dealers.iter().flat_map(|dealer| dealer.rooftops.iter().map(move |rooftop| (dealer, rooftop)));
    let stock = rooftops.filter_map(|(dealer, rooftop)| {
        let rooftop_id = rooftop.record.rooftop_id.clone();
        let observed_at = setup.seen.get(rooftop_id.as_str()).copied().unwrap_or(Some(noon()))?;
        let is_here = |unit: &&Listing| unit.rooftop_id == rooftop_id && unit.organization_id == dealer.organization_id;
        Some(RooftopStock {
            organization_id: dealer.organization_id.clone(),
            listings: setup.listings.iter().filter(is_here).cloned().map(Arc::new).collect(),
            answers: if rooftop_id.as_str() == "east" { setup.east_answers.clone() } else { FilterKind::ALL.to_vec() },
            targets: rooftop.targets,
            observed_at: Some(observed_at),
            rooftop_id,
        })
    });
    Snapshot::build(stock.collect()).unwrap()
}

fn site(address: &str, dealers: Vec<Arc<Dealer>>) -> Site {
    let operator = Operator { name: Text::bounded("Operator"), uri: None };
    let gateway_id = GatewayId::parse("gw-1").unwrap();
    Site::new(gateway_id, operator, SiteAddress::parse(address).unwrap(), dealers, noon()).unwrap()
}

/// What a host checks, results and errors against the tool's `outputSchema`;
/// and the complete schemas, which that one is a lean form of.
fn check_schema(tool: Tool, structured: &Value) {
    type Validators = BTreeMap<Tool, [jsonschema::Validator; 2]>;
    static VALIDATORS: LazyLock<Validators> = LazyLock::new(|| {
        let complete = |tool: Tool| json!({ "anyOf": [schema::full_output(tool), schema::of::<ErrorPayload>()] });
        let validators = |tool: &Tool| {
            let schemas = [schema::tool_output(*tool), complete(*tool)];
            (*tool, schemas.map(|schema| jsonschema::validator_for(&schema).unwrap()))
        };
        Tool::ALL.iter().map(validators).collect()
    });
    assert!(VALIDATORS[&tool].iter().all(|validator| validator.is_valid(structured)), "{tool}: {structured:#}");
}

/// Takes every entry, and keeps none.
pub(crate) struct TakesAll;

impl AuditLog for TakesAll {
    fn append(&self, _: AuditEntry) -> Result<Durable, AuditUnavailable> {
        Ok(Box::pin(std::future::ready(Ok(()))))
    }

    fn is_available(&self) -> bool {
        true
    }

    fn count_unwritten(&self, _: Option<ErrorCode>) {}
}

impl Setup {
    fn plain() -> Self {
        Self {
            one: dealer("org-one", &["east", "main"]),
            two: dealer("org-two", &["north"]),
            listings: listings(),
            east_answers: FilterKind::ALL.to_vec(),
            answer_budget: 75_000,
            refusals: Refusals::default(),
            desk: Box::new(|_| Desk::default()),
            audit: None,
            seen: BTreeMap::new(),
        }
    }

    /// Protected reads need a log that takes them.
    pub(crate) fn take_audit(&mut self) {
        self.audit = Some((Arc::new(TakesAll), AuditPolicy::default()));
    }
}
