//! Every tool against every kind of grant. A tool that is missing from the table
//! fails the test, and so does a check that is taken out of policy.

use std::sync::Arc;

use dealeragent_gateway::{Declaration, Delegation, Grant, Opening, Principal, Reach, Refusals, Tenancy};
use dealeragent_protocol::{
    tool::{Profile, Tool},
    tools::verify_availability::Purpose,
    values::Text,
};
use serde_json::{Value, json};

use crate::{
    fixture::{grant, noon, organization_id, rooftop_id},
    world::{World, about},
};

const OK: &str = "ok";
const OUTSIDE: &str = "outside";
const SCOPE: &str = "scope.insufficient";
const INVALID: &str = "auth.invalid";

/// What becomes of a tool that is open to signed-in callers alone.
struct Expected {
    tool: Tool,
    /// Without the scopes of the protocol.
    no_scope: &'static str,
    /// Without a purpose that is covered.
    no_purpose: &'static str,
}

const TABLE: [Expected; 6] = [
    Expected { tool: Tool::DealerGet, no_scope: OK, no_purpose: OK },
    Expected { tool: Tool::Search, no_scope: SCOPE, no_purpose: OK },
    Expected { tool: Tool::GetVehicle, no_scope: SCOPE, no_purpose: OK },
    Expected { tool: Tool::VerifyAvailability, no_scope: SCOPE, no_purpose: SCOPE },
    Expected { tool: Tool::GetDisclosure, no_scope: SCOPE, no_purpose: OK },
    Expected { tool: Tool::GetUsedVehicleDetails, no_scope: SCOPE, no_purpose: OK },
];

#[test]
fn no_tool_is_missing_from_the_table() {
    let listed = TABLE.iter().map(|line| line.tool);
    // What a site is may be asked by anybody.
    assert_eq!(std::iter::once(Tool::GetManifest).chain(listed).collect::<Vec<_>>(), Tool::ALL);
}

fn world(refusals: Refusals) -> World {
    World::with(|setup| {
        setup.take_audit();
        setup.refusals = refusals;
        setup.one.declaration = Declaration::new(|_| Opening::Authenticated, true);
    })
}

fn arguments(tool: Tool, rooftop: &str) -> Value {
    match tool {
        Tool::DealerGet | Tool::Search => json!({ "organization_id": "org-one", "rooftop_ids": [rooftop] }),
        _ => about("org-one", rooftop, tool, if rooftop == "main" { 1 } else { 11 }),
    }
}

fn delegated(change: impl FnOnce(&mut Delegation)) -> Grant {
    let base = grant("agent-7", "org-one", &[]);
    let mut delegation = Delegation {
        id: Text::bounded("dlg-1"),
        issuer: Text::bounded("group office"),
        grantee: base.subject.clone(),
        rooftops: [rooftop_id("main"), rooftop_id("east")].into(),
        scopes: base.scopes.clone(),
        expires_at: noon().plus_seconds(3600),
    };
    change(&mut delegation);
    let tenancy = Tenancy { organization: organization_id("org-one"), reach: Reach::Delegated(delegation) };
    Grant { tenancy: Some(tenancy), ..base }
}

fn changed(change: impl FnOnce(&mut Grant)) -> Grant {
    let mut base = grant("agent-7", "org-one", &["main"]);
    change(&mut base);
    base
}

/// Each kind of grant with what `tool` makes of it about rooftop "main".
fn cases(line: &Expected) -> Vec<(&'static str, Grant, &'static str)> {
    let profile = line.tool.spec().profile;
    let others = || Profile::ALL.iter().copied().filter(move |other| *other != profile).collect();
    vec![
        ("right", changed(|_| {}), OK),
        ("wrong organization", grant("agent-7", "org-two", &["main"]), OUTSIDE),
        ("wrong rooftop", grant("agent-7", "org-one", &["east"]), OUTSIDE),
        ("no rooftop", grant("agent-7", "org-one", &[]), OUTSIDE),
        ("no tenancy", changed(|grant| grant.tenancy = None), OUTSIDE),
        ("no scope", changed(|grant| grant.scopes.clear()), line.no_scope),
        ("no profile", changed(|grant| grant.profiles = Some(others())), SCOPE),
        ("its profile", changed(|grant| grant.profiles = Some([profile].into())), OK),
        ("no purpose", changed(|grant| grant.purposes = Some([Purpose::Comparison].into())), line.no_purpose),
        ("expired", changed(|grant| grant.expires_at = noon().plus_seconds(300)), INVALID),
        ("a second left", changed(|grant| grant.expires_at = noon().plus_seconds(301)), OK),
        ("delegated", delegated(|_| {}), OK),
        ("delegation of another", delegated(|it| it.grantee = Text::bounded("agent-8")), OUTSIDE),
        ("delegation elsewhere", delegated(|it| it.rooftops = [rooftop_id("east")].into()), OUTSIDE),
        ("delegation expired", delegated(|it| it.expires_at = noon().plus_seconds(300)), INVALID),
        ("delegation without scope", delegated(|it| it.scopes.clear()), line.no_scope),
    ]
}

#[test]
fn every_tool_and_every_grant() {
    for (refusals, outside) in [(Refusals::Collapsed, "resource.not_found"), (Refusals::Distinct, "tenant.forbidden")] {
        let world = world(refusals);
        for line in &TABLE {
            for (name, grant, expected) in cases(line) {
                let before = world.gateway.inventory_lookups();
                let principal = Principal::Named(Arc::new(grant));
                let called = world.call_at(principal, &world.solo, line.tool, arguments(line.tool, "main"));
                let outcome = called.map_or_else(|refusal| refusal.code().to_owned(), |_| OK.to_owned());
                let expected = if expected == OUTSIDE { outside } else { expected };
                assert_eq!(outcome, expected, "{} with: {name}", line.tool);
                if expected != OK {
                    assert_eq!(world.gateway.inventory_lookups(), before, "{} with: {name} looked", line.tool);
                }
            }
        }
    }
}

/// What anybody may call stays open to those who hold some other grant.
#[test]
fn a_grant_takes_nothing_away() {
    let world = World::with(|setup| setup.take_audit());
    for line in &TABLE {
        for (name, grant, _) in cases(line) {
            let principal = Principal::Named(Arc::new(grant));
            let called = world.call_at(principal, &world.solo, line.tool, arguments(line.tool, "main"));
            let purpose = line.tool == Tool::VerifyAvailability && name == "no purpose";
            assert_eq!(called.is_ok(), !purpose, "{} with: {name}", line.tool);
        }
    }
}

#[test]
fn a_search_needs_the_whole_requested_set() {
    let world = world(Refusals::Collapsed);
    let search = |rooftops: &[&str], wanted: Value| {
        let mut sent = json!({ "organization_id": "org-one" });
        if !wanted.is_null() {
            sent["rooftop_ids"] = wanted;
        }
        let principal = Principal::Named(Arc::new(grant("agent-7", "org-one", rooftops)));
        world.call_at(principal, &world.solo, Tool::Search, sent)
    };
    let both = json!(["main", "east"]);
    assert!(search(&["main", "east"], both.clone()).is_ok());
    assert_eq!(search(&["main"], both).unwrap_err().code(), "resource.not_found");
    let found = search(&["main"], Value::Null).unwrap().structured;
    assert!(found["vehicles"].as_array().unwrap().iter().all(|vehicle| vehicle["rooftop_id"] == "main"));
    let facets = found["facets"].to_string();
    assert!(!facets.contains("east"), "{facets}");
}

#[test]
fn a_rooftop_that_is_not_for_group_search_is_searched_by_itself() {
    let world = World::with(|setup| {
        setup.take_audit();
        setup.one.rooftops[1].policy.group_search = false;
    });
    let search = |principal, wanted: &[&str]| {
        let sent = json!({ "organization_id": "org-one", "rooftop_ids": wanted });
        world.call_at(principal, &world.solo, Tool::Search, sent)
    };
    let anonymous = || Principal::Anonymous;
    assert!(search(anonymous(), &["main"]).is_ok() && search(anonymous(), &["east"]).is_ok());
    assert_eq!(search(anonymous(), &["main", "east"]).unwrap_err().code(), SCOPE);
    let all = world.search(json!({})).unwrap();
    assert_eq!(all.notices["rooftops_searched_alone"], json!(["main"]));
    assert!(all.summary.contains("main"), "{}", all.summary);
    assert!(all.structured["vehicles"].as_array().unwrap().iter().all(|vehicle| vehicle["rooftop_id"] == "east"));
}

#[test]
fn a_dealer_may_accept_certain_purposes_alone() {
    let world = World::with(|setup| setup.one.rooftops[1].policy.purposes = Some([Purpose::Display].into()));
    let check = |purpose: Option<&str>| {
        let mut sent = about("org-one", "main", Tool::VerifyAvailability, 1);
        if let Some(purpose) = purpose {
            sent["purpose"] = purpose.into();
        }
        world.call(&world.solo, Tool::VerifyAvailability, sent).map_err(|refusal| refusal.code().to_owned())
    };
    assert!(check(Some("display")).is_ok());
    for refused in [None, Some("comparison")] {
        assert_eq!(check(refused).unwrap_err(), SCOPE, "{refused:?}");
    }
}
