//! `verify_availability` with a dealer's own systems behind it.

use std::{
    collections::BTreeMap,
    future::Future,
    pin::Pin,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use dealeragent_gateway::{
    Asking, AvailabilitySource, Desk, Heard, Live, LiveSource, Principal, RankedSource, SourceDown, UnitKey,
};
use dealeragent_protocol::{
    error::RetryAfter,
    facts::{AvailabilityAuthority, AvailabilityStatus},
    tool::Tool,
    values::{Text, Timestamp},
};
use futures_util::future::join_all;
use serde_json::Value;
use tokio::sync::Semaphore;

use crate::{
    fixture::{grant, noon, organization_id, rooftop_id, vin},
    world::{Refusal, Reply, World, about},
};

/// Reports by itself: what it said, by VIN.
#[derive(Default)]
struct Reports(Mutex<BTreeMap<String, Heard>>);

impl Reports {
    fn say(&self, number: u32, status: AvailabilityStatus, at: Timestamp) {
        let heard = Heard { status, observed_at: at, reason: None };
        self.0.lock().unwrap().insert(vin(number).to_string(), heard);
    }
}

/// A newtype of ours, so that the port can be implemented for it here.
struct Shared<T>(Arc<T>);

impl AvailabilitySource for Shared<Reports> {
    fn last(&self, unit: &UnitKey) -> Result<Option<Heard>, SourceDown> {
        Ok(self.0.0.lock().unwrap().get(unit.vin.as_str()).cloned())
    }

    fn ask<'a>(&'a self, _: &'a UnitKey, _: Timestamp) -> Option<Asking<'a>> {
        None
    }
}

/// Can be asked. Answers when it is let, and counts the questions.
struct System {
    answer: Mutex<Result<Option<Heard>, SourceDown>>,
    questions: AtomicUsize,
    gate: Semaphore,
}

impl System {
    fn new() -> Arc<Self> {
        let gate = Semaphore::new(Semaphore::MAX_PERMITS);
        Arc::new(Self { answer: Mutex::new(Ok(None)), questions: AtomicUsize::new(0), gate })
    }

    fn says(&self, status: AvailabilityStatus, at: Timestamp) {
        *self.answer.lock().unwrap() = Ok(Some(Heard { status, observed_at: at, reason: Text::truncated("lane 4") }));
    }

    fn is_down(&self) {
        let retry_after = Some(RetryAfter::from_millis(30_000));
        *self.answer.lock().unwrap() = Err(SourceDown { private: "connection refused".to_owned(), retry_after });
    }

    /// Lets no answer out until a permit is added.
    fn close(&self) {
        self.gate.forget_permits(self.gate.available_permits());
    }

    fn questions(&self) -> usize {
        self.questions.load(Ordering::Relaxed)
    }
}

impl LiveSource for Shared<System> {
    fn ask(
        self: Arc<Self>,
        _: UnitKey,
    ) -> Pin<Box<dyn Future<Output = Result<Option<Heard>, SourceDown>> + Send + 'static>> {
        self.0.questions.fetch_add(1, Ordering::Relaxed);
        Box::pin(async move {
            let _open = self.0.gate.acquire().await.unwrap();
            self.0.answer.lock().unwrap().clone()
        })
    }
}

fn ranked(name: &str, authority: AvailabilityAuthority, source: impl AvailabilitySource) -> RankedSource {
    RankedSource { name: Text::bounded(name), authority, source: Arc::new(source) }
}

/// org-one's rooftop "main" with a system that can be asked.
fn with_system(authority: AvailabilityAuthority) -> (World, Arc<System>) {
    let system = System::new();
    let asked = Arc::clone(&system);
    let world = World::with(|setup| {
        setup.desk = Box::new(move |clock| {
            let live = Live::new(Shared(asked), clock, 10);
            Desk::default().with_rooftop(
                organization_id("org-one"),
                rooftop_id("main"),
                vec![ranked("Lot system", authority, live)],
            )
        });
    });
    (world, system)
}

fn with_reports(authority: AvailabilityAuthority) -> (World, Arc<Reports>) {
    let reports = Arc::new(Reports::default());
    let told = Arc::clone(&reports);
    let world = World::with(|setup| {
        setup.desk = Box::new(move |_| {
            let sources = vec![ranked("Dealer system", authority, Shared(told))];
            Desk::default().with_rooftop(organization_id("org-one"), rooftop_id("main"), sources)
        });
    });
    (world, reports)
}

fn named(rooftop: &str) -> Principal {
    Principal::Named(Arc::new(grant("agent", "org-one", &[rooftop])))
}

fn check(world: &World, principal: Principal, number: u32) -> Result<Reply, Refusal> {
    let tool = Tool::VerifyAvailability;
    world.call_at(principal, &world.solo, tool, about("org-one", "main", tool, number))
}

fn now(world: &World) -> Timestamp {
    use dealeragent_gateway::Clock as _;
    world.clock.now()
}

const AUTHORITATIVE: AvailabilityAuthority = AvailabilityAuthority::Authoritative;

#[test]
fn dap_disc_005_an_authoritative_system_that_was_just_asked_is_verified_current() {
    let (world, system) = with_system(AUTHORITATIVE);
    system.says(AvailabilityStatus::Available, now(&world));
    let reply = check(&world, named("main"), 1).unwrap();
    let availability = &reply.structured["availability"];
    assert_eq!(availability["status"], "available");
    assert_eq!(availability["authority_status"], "authoritative");
    assert_eq!(availability["observed_at"], "2026-09-01T12:05:00Z");
    assert_eq!(availability["valid_until"], "2026-09-01T12:07:00Z");
    assert_eq!(availability["human_verification_required"], false);
    assert_eq!(availability["reason"], "lane 4");
    assert_eq!(reply.structured["freshness"]["max_age_seconds"], 120);
    let source = &reply.structured["provenance"]["sources"][0];
    assert_eq!(
        (&source["source_name"], &source["authority"]),
        (&"Lot system".into(), &"authoritative_dealer_system".into())
    );
    assert_eq!(reply.structured["provenance"]["sources"].as_array().unwrap().len(), 1);
    assert!(reply.summary.contains("band verified_current"), "{}", reply.summary);
    assert!(reply.summary.contains("available, verified with the dealer's system at 12:05 UTC"), "{}", reply.summary);
}

#[test]
fn only_a_caller_whose_grant_covers_the_rooftop_has_the_system_asked() {
    let (world, system) = with_system(AUTHORITATIVE);
    system.says(AvailabilityStatus::Available, now(&world));
    for nobody in [Principal::Anonymous, named("east")] {
        let reply = check(&world, nobody, 1).unwrap();
        assert!(reply.summary.contains("band asserted"), "{}", reply.summary);
    }
    let mut narrow = grant("agent", "org-one", &["main"]);
    narrow.scopes.clear();
    let reply = check(&world, Principal::Named(Arc::new(narrow)), 1).unwrap();
    assert!(reply.summary.contains("band asserted"), "{}", reply.summary);
    assert_eq!(system.questions(), 0);

    check(&world, named("main"), 1).unwrap();
    assert_eq!(system.questions(), 1);
    // What it last said is told to anybody, and never as verified.
    let reply = check(&world, Principal::Anonymous, 1).unwrap();
    assert!(reply.summary.contains("band recent_authoritative"), "{}", reply.summary);
    assert_eq!(reply.structured["availability"]["valid_until"], "2026-09-01T12:20:00Z");
    assert_eq!(system.questions(), 1);
}

#[test]
fn a_system_that_policy_calls_asserted_never_verifies() {
    let (world, system) = with_system(AvailabilityAuthority::Asserted);
    system.says(AvailabilityStatus::Available, now(&world));
    let reply = check(&world, named("main"), 1).unwrap();
    assert_eq!(reply.structured["availability"]["authority_status"], "asserted");
    assert_eq!(reply.structured["availability"]["human_verification_required"], true);
    assert!(reply.summary.contains("band asserted"), "{}", reply.summary);
}

#[test]
fn an_old_word_of_the_system_is_not_verified_however_recently_it_was_asked() {
    for (age, band) in [(0, "verified_current"), (119, "verified_current"), (120, "recent_authoritative")] {
        let (world, system) = with_system(AUTHORITATIVE);
        system.says(AvailabilityStatus::Available, now(&world).plus_seconds(-age));
        let reply = check(&world, named("main"), 1).unwrap();
        assert!(reply.summary.contains(&format!("band {band}")), "{age}: {}", reply.summary);
    }
    // A day old: the listing, seen at noon, is the fresher word.
    let (world, system) = with_system(AUTHORITATIVE);
    system.says(AvailabilityStatus::Available, noon().plus_seconds(-86_400));
    assert!(check(&world, named("main"), 1).unwrap().summary.contains("band asserted"));
}

#[test]
fn a_system_that_is_down_is_said_to_be_down_with_the_age_of_its_last_word() {
    let (world, system) = with_system(AUTHORITATIVE);
    system.is_down();
    let refusal = check(&world, named("main"), 1).unwrap_err();
    assert_eq!(refusal.code(), "upstream.unavailable");
    assert_eq!(refusal.payload["retry_after_ms"], 30_000);
    // It never said anything; the listing did.
    assert_eq!(refusal.payload["details"]["current_freshness"]["observed_at"], "2026-09-01T12:00:00Z");
    assert!(!refusal.text.contains("refused"), "{}", refusal.text);

    system.says(AvailabilityStatus::Available, now(&world));
    check(&world, named("main"), 1).unwrap();
    world.clock.advance(3600);
    system.is_down();
    // The grant ends an hour after noon.
    let mut longer = grant("agent", "org-one", &["main"]);
    longer.expires_at = noon().plus_seconds(86_400);
    let refusal = check(&world, Principal::Named(Arc::new(longer)), 1).unwrap_err();
    let freshness = &refusal.payload["details"]["current_freshness"];
    assert_eq!((&freshness["observed_at"], &freshness["state"]), (&"2026-09-01T12:05:00Z".into(), &"stale".into()));
}

#[test]
fn sold_since_the_export_is_unavailable_to_everybody() {
    let (world, reports) = with_reports(AUTHORITATIVE);
    reports.say(1, AvailabilityStatus::Sold, noon().plus_seconds(60));
    for caller in [Principal::Anonymous, named("main")] {
        let refusal = check(&world, caller, 1).unwrap_err();
        assert_eq!(refusal.code(), "vehicle.unavailable");
        assert_eq!(refusal.payload["details"]["current_freshness"]["observed_at"], "2026-09-01T12:01:00Z");
    }
    // It is not taken back by growing old.
    world.clock.advance(1800);
    assert_eq!(check(&world, Principal::Anonymous, 1).unwrap_err().code(), "vehicle.unavailable");
}

#[test]
fn a_hold_that_nobody_took_back_grows_stale_and_is_not_forgotten() {
    let (world, reports) = with_reports(AUTHORITATIVE);
    reports.say(1, AvailabilityStatus::OnHold, noon());
    let reply = check(&world, named("main"), 1).unwrap();
    assert_eq!(reply.structured["availability"]["status"], "on_hold");
    assert_eq!(reply.structured["availability"]["human_verification_required"], true);
    world.clock.advance(1800);
    let refusal = check(&world, named("main"), 1).unwrap_err();
    assert_eq!(refusal.code(), "vehicle.stale");
    assert_eq!(refusal.payload["details"]["current_freshness"]["observed_at"], "2026-09-01T12:00:00Z");
    reports.say(1, AvailabilityStatus::Available, now(&world));
    assert!(check(&world, named("main"), 1).unwrap().summary.contains("band verified_current"));
}

#[test]
fn what_is_not_published_is_not_found_and_nobody_is_asked() {
    let (world, system) = with_system(AUTHORITATIVE);
    system.says(AvailabilityStatus::Available, now(&world));
    assert_eq!(check(&world, named("main"), 99).unwrap_err().code(), "resource.not_found");
    assert_eq!(system.questions(), 0);
}

#[test]
fn five_hundred_that_ask_at_once_are_one_question() {
    let (world, system) = with_system(AUTHORITATIVE);
    system.says(AvailabilityStatus::Available, now(&world));
    system.close();
    // As many agents, so that none of them is past its own rate.
    let agent = |number| Principal::Named(Arc::new(grant(&format!("agent-{number}"), "org-one", &["main"])));
    let contexts: Vec<_> = (0..500).map(|number| world.gateway.context(agent(number))).collect();
    let arguments = about("org-one", "main", Tool::VerifyAvailability, 1);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let answers = runtime.block_on(async {
        let call = |context| world.gateway.call(&world.solo, context, Tool::VerifyAvailability, arguments.clone());
        let calls = contexts.iter().map(call);
        let opened = async {
            system.gate.add_permits(1);
        };
        // Every call is polled once, and waits, before the gate opens.
        tokio::join!(join_all(calls), opened).0
    });
    assert_eq!(system.questions(), 1);
    for answer in answers {
        let structured: Value = serde_json::from_slice(&answer.unwrap().structured).unwrap();
        assert_eq!(structured["availability"]["authority_status"], "authoritative");
    }
    // A moment later the answer still stands; after ten seconds it is asked again.
    world.clock.advance(9);
    check(&world, named("main"), 1).unwrap();
    assert_eq!(system.questions(), 1);
    world.clock.advance(1);
    check(&world, named("main"), 1).unwrap();
    assert_eq!(system.questions(), 2);
}

#[test]
fn who_asked_first_may_leave_and_the_others_get_their_answer() {
    let (world, system) = with_system(AUTHORITATIVE);
    system.says(AvailabilityStatus::Available, now(&world));
    system.close();
    let context = world.gateway.context(named("main"));
    let arguments = about("org-one", "main", Tool::VerifyAvailability, 1);
    let call = || world.gateway.call(&world.solo, &context, Tool::VerifyAvailability, arguments.clone());
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let (mut first, mut second) = (Box::pin(call()), Box::pin(call()));
        assert!(futures_util::poll!(&mut first).is_pending());
        assert!(futures_util::poll!(&mut second).is_pending());
        drop(first);
        system.gate.add_permits(1);
        assert!(second.await.is_ok());
        assert_eq!(system.questions(), 1);
    });
    // Where all of them leave, the question ends, and the next caller asks anew.
    world.clock.advance(60);
    runtime.block_on(async {
        system.close();
        let later = world.gateway.context(named("main"));
        let mut only = Box::pin(world.gateway.call(&world.solo, &later, Tool::VerifyAvailability, arguments.clone()));
        assert!(futures_util::poll!(&mut only).is_pending());
        drop(only);
        system.gate.add_permits(1);
    });
    check(&world, named("main"), 1).unwrap();
    assert_eq!(system.questions(), 3);
}
