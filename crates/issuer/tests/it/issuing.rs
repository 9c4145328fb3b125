//! What a token says, and which are refused.

use dealeragent_gateway::Reach;
use dealeragent_issuer::{Issuer, IssuerFault, Lifetime, OrderRefused};
use dealeragent_protocol::{tool::Profile, tools::verify_availability::Purpose, values::Text};
use serde_json::{Value, json};

use crate::support::{SITE, World, delegation, hours, order, rooftops, scopes, start, verify};

#[test]
fn a_token_says_what_was_ordered() {
    let world = World::new();
    let issuer = world.issuer();
    let mut order = order();
    order.profiles = Some([Profile::InventoryRead].into());
    order.purposes = Some([Purpose::Comparison, Purpose::Display].into());
    // Between two seconds: tokens have whole ones.
    let now = dealeragent_protocol::values::Timestamp::parse("2026-09-01T14:00:00.7Z").unwrap();
    let issued = issuer.issue(&order, now).unwrap();
    let claims = verify(issued.token.reveal(), &issuer.public_keys(now).unwrap()).unwrap();
    assert_eq!(
        claims,
        json!({
            "iss": SITE,
            "sub": "acme-bot",
            "aud": SITE,
            "exp": start().as_second() + 3600,
            "iat": start().as_second(),
            "nbf": start().as_second(),
            "jti": issued.jti.as_str(),
            "client_id": "acme-bot",
            "scope": "dealeragent:inventory:read dealeragent:pricing:read",
            "dealeragent_organization": "org-1",
            "dealeragent_rooftops": ["north", "south"],
            "dealeragent_profiles": ["dealeragent.inventory.read/0.1"],
            "dealeragent_purposes": ["display", "comparison"],
        })
    );
    assert_eq!((issued.issued_at, issued.expires_at), (start(), hours(1)));
    assert_eq!(issued.jti.as_str().parse::<ulid::Ulid>().unwrap().timestamp_ms(), 1_788_271_200_700);
}

#[test]
fn the_header_names_the_key_and_the_kind() {
    let world = World::new();
    let issuer = world.issuer();
    let issued = issuer.issue(&order(), start()).unwrap();
    let header = jsonwebtoken::decode_header(issued.token.reveal()).unwrap();
    assert_eq!(header.typ.as_deref(), Some("at+jwt"));
    assert_eq!(header.alg, jsonwebtoken::Algorithm::ES256);
    assert!(issuer.public_keys(start()).unwrap().find(&header.kid.unwrap()).is_some());
    assert!(header.jwk.is_none() && header.jku.is_none() && header.x5u.is_none());
}

#[test]
fn no_two_tokens_have_one_id() {
    let world = World::new();
    let issuer = world.issuer();
    let ids: std::collections::BTreeSet<_> =
        (0..50).map(|_| issuer.issue(&order(), start()).unwrap().jti.to_string()).collect();
    assert_eq!(ids.len(), 50);
}

#[test]
fn a_token_is_not_shown_by_accident() {
    let world = World::new();
    let issued = world.issuer().issue(&order(), start()).unwrap();
    let shown = format!("{issued:?}");
    let signature = issued.token.reveal().rsplit('.').next().unwrap();
    assert!(!shown.contains(signature) && shown.contains("Token(..)"), "{shown}");
}

#[test]
fn a_token_without_scopes_has_an_empty_scope() {
    let world = World::new();
    let issuer = world.issuer();
    let mut order = order();
    order.scopes.clear();
    let issued = issuer.issue(&order, start()).unwrap();
    let claims = verify(issued.token.reveal(), &issuer.public_keys(start()).unwrap()).unwrap();
    assert_eq!(claims["scope"], "");
}

/// The delegation is named; which rooftops it has, its record says.
#[test]
fn a_delegated_token_names_its_delegation_alone() {
    let world = World::new();
    let issuer = world.issuer();
    let mut order = order();
    order.reach = Reach::Delegated(delegation());
    order.scopes = scopes(&["dealeragent:inventory:read"]);
    let issued = issuer.issue(&order, start()).unwrap();
    let claims = verify(issued.token.reveal(), &issuer.public_keys(start()).unwrap()).unwrap();
    assert_eq!((&claims["dealeragent_delegation"], &claims["dealeragent_rooftops"]), (&json!("dlg_1"), &Value::Null));
}

#[test]
fn a_delegated_token_does_not_outlive_its_delegation() {
    let world = World::new();
    let mut order = order();
    order.scopes.clear();
    let mut delegation = delegation();
    delegation.expires_at = start().plus_seconds(600);
    order.reach = Reach::Delegated(delegation);
    let issued = world.issuer().issue(&order, start()).unwrap();
    assert_eq!(issued.expires_at, start().plus_seconds(600));
}

fn refusal(change: impl FnOnce(&mut dealeragent_issuer::Order)) -> OrderRefused {
    let world = World::new();
    let mut order = order();
    order.reach = Reach::Delegated(delegation());
    order.scopes = scopes(&["dealeragent:inventory:read"]);
    change(&mut order);
    match world.issuer().issue(&order, start()) {
        Err(IssuerFault::Order(refused)) => refused,
        other => panic!("{other:?}"),
    }
}

#[test]
fn orders_that_reach_too_far_are_refused() {
    assert_eq!(refusal(|order| order.reach = Reach::Rooftops(rooftops(&[]))), OrderRefused::NoRooftops);
    let delegated = |change: fn(&mut dealeragent_gateway::Delegation)| {
        refusal(|order| {
            let mut delegation = delegation();
            change(&mut delegation);
            order.reach = Reach::Delegated(delegation);
        })
    };
    assert_eq!(delegated(|delegation| delegation.rooftops.clear()), OrderRefused::NoRooftops);
    assert!(matches!(
        delegated(|delegation| delegation.grantee = Text::parse("another").unwrap()),
        OrderRefused::OtherGrantee { grantee, .. } if grantee == "another"
    ));
    for ended in [0, -1] {
        let at = start().plus_seconds(ended);
        let refused = refusal(|order| {
            let mut delegation = delegation();
            delegation.expires_at = at;
            order.reach = Reach::Delegated(delegation);
        });
        assert_eq!(refused, OrderRefused::DelegationEnded { id: delegation().id, at });
    }
    let refused = refusal(|order| order.scopes = scopes(&["dealeragent:pricing:read"]));
    assert!(matches!(&refused, OrderRefused::ScopeNotDelegated { .. }), "{refused}");
    assert!(refused.to_string().contains("dealeragent:pricing:read"), "{refused}");
}

#[test]
fn a_day_is_the_longest() {
    let world = World::new();
    let mut order = order();
    order.lifetime = Lifetime::LONGEST;
    assert_eq!(world.issuer().issue(&order, start()).unwrap().expires_at, hours(24));
}

/// One key, two sites: each in its own name.
#[test]
fn sites_share_the_keys() {
    let world = World::new();
    let other = Issuer::open(world.data_dir(), Text::parse("https://other.example").unwrap(), start()).unwrap();
    let issuer = world.issuer();
    assert_eq!(issuer.public_keys(start()).unwrap(), other.public_keys(start()).unwrap());
    let issued = other.issue(&order(), start()).unwrap();
    assert_eq!(issued.issuer.as_str(), "https://other.example");
    assert!(verify(issued.token.reveal(), &issuer.public_keys(start()).unwrap()).is_none(), "another issuer");
}
