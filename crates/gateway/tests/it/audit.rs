//! What is written down, and what is refused while nothing can be.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use dealeragent_gateway::{
    AuditEntry, AuditLog, AuditPolicy, AuditUnavailable, Decision, Declaration, Durable, Grant, Opening, Principal,
    Refusals, ResourceNotFound,
};
use dealeragent_protocol::{
    error::ErrorCode,
    tool::{Tool, tool_by_name},
    values::{OrganizationId, RooftopId},
};
use serde_json::json;

use crate::{
    fixture::{grant, id_of},
    world::{World, about},
};

/// A log in memory that can be made to fail, at once or at the commit.
#[derive(Default)]
struct Log {
    entries: Mutex<Vec<AuditEntry>>,
    unwritten: AtomicUsize,
    full: AtomicBool,
    commits_fail: AtomicBool,
}

impl AuditLog for Log {
    fn append(&self, entry: AuditEntry) -> Result<Durable, AuditUnavailable> {
        if self.full.load(Ordering::SeqCst) {
            return Err(AuditUnavailable);
        }
        self.entries.lock().unwrap().push(entry);
        let outcome = if self.commits_fail.load(Ordering::SeqCst) { Err(AuditUnavailable) } else { Ok(()) };
        Ok(Box::pin(std::future::ready(outcome)))
    }

    fn is_available(&self) -> bool {
        !self.full.load(Ordering::SeqCst)
    }

    fn count_unwritten(&self, _: Option<ErrorCode>) {
        self.unwritten.fetch_add(1, Ordering::SeqCst);
    }
}

/// A world in which org-one opens its check to signed-in callers alone.
fn world(wait_for_durable: bool) -> (World, Arc<Log>) {
    let log = Arc::new(Log::default());
    let kept = Arc::clone(&log);
    let world = World::with(|setup| {
        let wish = |tool| {
            if tool == Tool::VerifyAvailability { Opening::Authenticated } else { Opening::Public }
        };
        setup.one.declaration = Declaration::new(wish, true);
        setup.audit = Some((kept, AuditPolicy { version: "strict/3".into(), wait_for_durable, keep_days: None }));
    });
    (world, log)
}

fn block_on<F: Future>(future: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

fn buyer() -> Principal {
    Principal::Named(Arc::new(grant("agent-7", "org-one", &["main"])))
}

fn check(world: &World, principal: Principal) -> Result<(), ErrorCode> {
    let arguments = about("org-one", "main", Tool::VerifyAvailability, 1);
    world.call_as(principal, Tool::VerifyAvailability, arguments)
}

#[test]
fn a_protected_read_is_written_down_with_what_it_showed() {
    let (world, log) = world(true);
    check(&world, buyer()).unwrap();
    let entries = log.entries.lock().unwrap();
    let [entry] = entries.as_slice() else { panic!("{entries:?}") };
    assert_eq!((entry.actor.as_str(), entry.tool), ("agent-7@https://issuer.example", Tool::VerifyAvailability.into()));
    assert_eq!(entry.profile(), "dealeragent.inventory.availability/0.1");
    assert_eq!((entry.decision, entry.outcome), (Decision::Allowed, None));
    assert_eq!(entry.policy_version, "strict/3");
    assert_eq!(entry.organization_id.as_ref().unwrap().as_str(), "org-one");
    assert_eq!(entry.resource_ids.iter().map(|id| id.as_str()).collect::<Vec<_>>(), [id_of("org-one", "main", 1)]);
}

#[test]
fn public_reads_are_counted_and_not_written() {
    let (world, log) = world(false);
    world.unit(Tool::GetVehicle, 1).unwrap();
    assert!(log.entries.lock().unwrap().is_empty());
    assert_eq!(log.unwritten.load(Ordering::SeqCst), 1);
}

/// A failing store cannot be outrun: protected reads stop, public ones go on.
#[test]
fn protected_reads_are_refused_while_nothing_can_be_written() {
    let (world, log) = world(false);
    log.full.store(true, Ordering::SeqCst);
    let before = world.gateway.inventory_lookups();
    assert_eq!(check(&world, buyer()), Err(ErrorCode::Internal));
    assert_eq!(world.gateway.inventory_lookups(), before, "nothing is read that cannot be written down");
    world.unit(Tool::GetVehicle, 1).unwrap();
}

#[test]
fn an_answer_waits_for_its_entry_only_where_policy_says_so() {
    for (wait, expected) in [(true, Err(ErrorCode::Internal)), (false, Ok(()))] {
        let (world, log) = world(wait);
        log.commits_fail.store(true, Ordering::SeqCst);
        assert_eq!(check(&world, buyer()), expected, "wait: {wait}");
    }
}

/// Every refusal of a known caller is written; of anonymous ones so many a
/// minute that junk traffic cannot fill a disk.
#[test]
fn refusals_of_known_callers_are_written_and_anonymous_ones_sampled() {
    let (world, log) = world(false);
    let foreign = || json!({ "organization_id": "nobody" });
    for _ in 0..100 {
        let refused = world.call_as(buyer(), Tool::Search, foreign());
        assert_eq!(refused, Err(ErrorCode::ResourceNotFound));
    }
    assert_eq!(log.entries.lock().unwrap().len(), 100);
    for _ in 0..100 {
        world.call_as(Principal::Anonymous, Tool::Search, foreign()).unwrap_err();
    }
    assert_eq!(log.entries.lock().unwrap().len(), 160);
    assert_eq!(log.unwritten.load(Ordering::SeqCst), 40);
    world.clock.advance(60);
    world.call_as(Principal::Anonymous, Tool::Search, foreign()).unwrap_err();
    let entries = log.entries.lock().unwrap();
    let last = entries.last().unwrap();
    assert_eq!((entries.len(), last.decision, last.actor.as_str()), (161, Decision::Refused, "anonymous"));
    assert_eq!(last.organization_id, None, "a foreign id is nobody's business");
}

/// Otherwise one greedy caller would fill the log's queue, and the reads of all
/// others would be refused.
#[test]
fn refusals_for_asking_too_often_are_sampled_for_known_callers_too() {
    let (world, log) = world(false);
    let outcomes: Vec<_> = (0..300).map(|_| check(&world, buyer())).collect();
    let good = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
    assert!(outcomes.iter().all(|outcome| matches!(outcome, Ok(()) | Err(ErrorCode::RateLimited))));
    let limited = outcomes.len() - good;
    assert!(good > 0 && limited > 100, "{good}");
    assert_eq!(log.entries.lock().unwrap().len(), good + 60);
    assert_eq!(log.unwritten.load(Ordering::SeqCst), limited - 60);
    world.clock.advance(60);
    assert_eq!(check(&world, buyer()), Ok(()));
}

/// It costs an entry each time, so it has a bound too.
#[test]
fn what_is_not_implemented_is_bounded_like_a_read() {
    let (world, log) = world(false);
    let tool = tool_by_name("dealeragent_handoff_prepare").unwrap();
    let context = world.gateway.context(buyer());
    let codes: Vec<_> = (0..1000)
        .map(|_| block_on(world.gateway.call_named(&world.solo, &context, tool, json!({}))).unwrap_err().code())
        .collect();
    let limited = codes.iter().filter(|code| **code == ErrorCode::RateLimited).count();
    assert_eq!(codes[0], ErrorCode::CapabilityUnsupported);
    assert!(limited > 100, "{limited}");
    assert_eq!(log.entries.lock().unwrap().len(), codes.len() - limited + 60);
}

#[test]
fn a_known_caller_may_use_what_is_for_signed_in_callers() {
    let (world, _) = world(false);
    assert_eq!(check(&world, buyer()), Ok(()));
    assert_eq!(check(&world, Principal::Anonymous), Err(ErrorCode::AuthRequired));
}

/// A failure of a permitted read tells protected facts too: what must be kept
/// of a good answer must be kept of it.
#[test]
fn a_permitted_read_that_fails_is_held_back_too_while_its_entry_is_not_kept() {
    let (world, log) = world(true);
    world.clock.advance(3 * 86_400);
    let buyer = || {
        let expires_at = world.gateway.clock().now().plus_seconds(60);
        Principal::Named(Arc::new(Grant { expires_at, ..grant("agent-7", "org-one", &["main"]) }))
    };
    assert_eq!(check(&world, buyer()), Err(ErrorCode::VehicleStale));
    log.commits_fail.store(true, Ordering::SeqCst);
    assert_eq!(check(&world, buyer()), Err(ErrorCode::Internal));
}

/// Whoever signed in is written down whatever happens, also where anonymous
/// failures of the same minute are sampled.
#[test]
fn every_internal_failure_of_a_known_caller_is_written() {
    let (world, log) = world(false);
    world.gateway.on_look_up(|| panic!("{SECRET}"));
    for _ in 0..100 {
        assert_eq!(check(&world, buyer()), Err(ErrorCode::Internal));
        let arguments = about("org-one", "main", Tool::GetVehicle, 1);
        assert_eq!(world.call_as(Principal::Anonymous, Tool::GetVehicle, arguments), Err(ErrorCode::Internal));
    }
    let entries = log.entries.lock().unwrap();
    let known = entries.iter().filter(|entry| entry.actor != "anonymous").count();
    assert_eq!((known, entries.len() - known), (100, 60));
}

const SECRET: &str = "the secret of the panic";

/// A panic in a tool is a failure like any other: written down with what was
/// known, and without what the panic said.
#[test]
fn a_panic_in_a_tool_is_written_down() {
    let (world, log) = world(false);
    world.gateway.on_look_up(|| panic!("{SECRET}"));
    let context = world.gateway.context(Principal::Anonymous);
    let arguments = about("org-one", "main", Tool::GetVehicle, 1);
    let called = block_on(world.gateway.call(&world.solo, &context, Tool::GetVehicle, arguments));
    assert_eq!(called.unwrap_err().code(), ErrorCode::Internal);
    let entries = log.entries.lock().unwrap();
    let [entry] = entries.as_slice() else { panic!("{entries:?}") };
    assert_eq!((&entry.trace_id, entry.outcome), (&context.trace_id, Some(ErrorCode::Internal)));
    assert_eq!((entry.decision, named(entry)), (Decision::Allowed, (Some("org-one"), vec!["main"])));
    assert_eq!(entry.private_reason.as_deref(), Some("the tool panicked"));
}

/// A resource is read under the permit and the audit of its tool.
#[test]
fn a_panic_in_a_resource_is_written_down() {
    let (world, log) = world(false);
    world.gateway.on_look_up(|| panic!("{SECRET}"));
    let id = id_of("org-one", "main", 1);
    let uri = format!("dealeragent://organization/org-one/rooftop/main/vehicle/{id}");
    assert!(matches!(world.read(&world.solo, &uri), Err(ResourceNotFound::Failed(_))));
    assert_eq!(log.entries.lock().unwrap().len(), 1);
}

/// The protocol's tools that are not implemented are refused like any other.
#[test]
fn a_tool_that_is_not_implemented_is_written_down() {
    let (world, log) = world(false);
    let context = world.gateway.context(buyer());
    let tool = tool_by_name("dealeragent_handoff_prepare").unwrap();
    let arguments = json!({ "organization_id": "org-one", "rooftop_id": "main", "contact": "a@b.example" });
    let called = block_on(world.gateway.call_named(&world.solo, &context, tool, arguments));
    assert_eq!(called.unwrap_err().code(), ErrorCode::CapabilityUnsupported);
    let entries = log.entries.lock().unwrap();
    let [entry] = entries.as_slice() else { panic!("{entries:?}") };
    assert_eq!((&entry.trace_id, entry.decision), (&context.trace_id, Decision::Refused));
    assert_eq!((entry.tool.as_str(), entry.profile()), ("dealeragent.handoff.prepare", "dealeragent.handoff/0.1"));
    assert_eq!(named(entry), (Some("org-one"), vec!["main"]));
}

/// Organization and rooftops of an entry.
fn named(entry: &AuditEntry) -> (Option<&str>, Vec<&str>) {
    let organization = entry.organization_id.as_ref().map(OrganizationId::as_str);
    (organization, entry.rooftop_ids.iter().map(RooftopId::as_str).collect())
}

/// Contract section 9: tenant and rooftop, of refusals too, whatever the reason
/// and however early. Only ids of the site: a caller's own words never.
#[test]
fn a_refusal_has_its_tenant_and_rooftops() {
    let elsewhere = || Principal::Named(Arc::new(grant("agent-8", "org-one", &["east"])));
    let check = |organization, rooftop| about(organization, rooftop, Tool::VerifyAvailability, 1);
    let cases = [
        // Outside the grant.
        (elsewhere(), Tool::VerifyAvailability, check("org-one", "main"), (Some("org-one"), vec!["main"])),
        // Before the arguments are read: nobody is signed in.
        (Principal::Anonymous, Tool::VerifyAvailability, check("org-one", "main"), (Some("org-one"), vec!["main"])),
        // Because of the arguments.
        (buyer(), Tool::GetVehicle, json!({ "organization_id": "org-one", "x": 1 }), (Some("org-one"), vec![])),
        // Some of the rooftops are none of this site.
        (
            buyer(),
            Tool::Search,
            json!({ "organization_id": "org-one", "rooftop_ids": ["east", "x", "north", "main"] }),
            (Some("org-one"), vec!["east", "main"]),
        ),
        // A list that came as a text.
        (
            buyer(),
            Tool::Search,
            json!({ "organization_id": "org-one", "rooftop_ids": "[\"east\",\"x\"]" }),
            (Some("org-one"), vec!["east"]),
        ),
        // Another dealer of the gateway, but not of this site.
        (buyer(), Tool::GetVehicle, check("org-two", "north"), (None, vec![])),
        (buyer(), Tool::GetVehicle, check("nobody", "main"), (None, vec![])),
        (buyer(), Tool::GetVehicle, json!([{ "organization_id": "org-one" }]), (Some("org-one"), vec![])),
    ];
    for (caller, tool, arguments, expected) in cases {
        let (world, log) = world(false);
        world.call_as(caller, tool, arguments.clone()).unwrap_err();
        let entries = log.entries.lock().unwrap();
        let [entry] = entries.as_slice() else { panic!("{entries:?}") };
        assert_eq!(named(entry), expected, "{arguments}: {:?}", entry.private_reason);
    }
}

/// `errors.md` 4: one answer for absent and forbidden, unless the operator
/// wants them apart.
#[test]
fn refusals_are_told_apart_only_where_the_operator_wants_it() {
    for (refusals, expected) in
        [(Refusals::Collapsed, ErrorCode::ResourceNotFound), (Refusals::Distinct, ErrorCode::TenantForbidden)]
    {
        let world = World::with(|setup| setup.refusals = refusals);
        for arguments in
            [json!({ "organization_id": "org-two" }), json!({ "organization_id": "org-one", "rooftop_ids": ["x"] })]
        {
            assert_eq!(world.call_as(Principal::Anonymous, Tool::Search, arguments), Err(expected), "{refusals:?}");
        }
    }
}
