//! What is issued is what a checker reads.

use std::collections::BTreeSet;

use dealeragent_gateway::Reach;
use dealeragent_issuer::{AgentName, Issuer, Order, Span, new_delegation_id};
use dealeragent_protocol::{
    tool::Profile,
    tools::verify_availability::Purpose,
    values::{OrganizationId, RooftopId, Scope, Text, Timestamp, Uri},
};
use proptest::{prelude::*, sample::subsequence};
use serde::Deserialize;

use crate::support::{SITE, World, delegation, start, verify};

/// The claims as a checker reads them.
#[derive(Debug, Deserialize)]
struct Read {
    sub: String,
    exp: i64,
    iat: i64,
    nbf: i64,
    client_id: String,
    scope: String,
    dealeragent_organization: OrganizationId,
    dealeragent_rooftops: Option<BTreeSet<RooftopId>>,
    dealeragent_profiles: Option<BTreeSet<Profile>>,
    dealeragent_purposes: Option<BTreeSet<Purpose>>,
    dealeragent_delegation: Option<String>,
}

fn scopes() -> impl Strategy<Value = BTreeSet<Scope>> {
    let scope = "dealeragent:[a-z0-9:_-]{1,20}".prop_map(|text| Scope::parse(&text).unwrap());
    prop::collection::btree_set(scope, 0..5)
}

fn reach() -> impl Strategy<Value = Reach> {
    let rooftop = "[A-Za-z0-9][A-Za-z0-9._:-]{0,20}".prop_map(|text| RooftopId::parse(&text).unwrap());
    prop::option::of(prop::collection::btree_set(rooftop, 1..6)).prop_map(|rooftops| match rooftops {
        Some(rooftops) => Reach::Rooftops(rooftops),
        None => Reach::Delegated(delegation()),
    })
}

fn subset<T: Ord + Copy + std::fmt::Debug + 'static>(all: &'static [T]) -> impl Strategy<Value = Option<BTreeSet<T>>> {
    let some = subsequence(all, 0..=all.len());
    prop::option::of(some).prop_map(|some| some.map(|some| some.into_iter().collect()))
}

prop_compose! {
    fn orders()(
        agent in "[A-Za-z0-9][A-Za-z0-9._:/@-]{0,40}",
        organization in "[A-Za-z0-9][A-Za-z0-9._:-]{0,40}",
        reach in reach(),
        scopes in scopes(),
        profiles in subset(Profile::ALL),
        purposes in subset(Purpose::ALL),
        seconds in 1..=86_400_i64,
    ) -> Order {
        let agent = AgentName::parse(&agent).unwrap();
        let reach = match reach {
            // A delegation for this very agent and these scopes.
            Reach::Delegated(mut delegation) => {
                delegation.grantee = agent.subject().clone();
                delegation.scopes = scopes.clone();
                delegation.expires_at = Timestamp::from_second(i64::MAX);
                Reach::Delegated(delegation)
            }
            reach @ Reach::Rooftops(_) => reach,
        };
        Order {
            agent,
            audience: Uri::parse(SITE).unwrap(),
            organization: OrganizationId::parse(&organization).unwrap(),
            reach,
            scopes,
            profiles,
            purposes,
            lifetime: dealeragent_issuer::Lifetime::new(Span::parse(&format!("{seconds}s")).unwrap()).unwrap(),
        }
    }
}

proptest! {
    #[test]
    fn a_checker_reads_what_was_ordered(order in orders(), now in 0..4_000_000_000_i64) {
        let world = World::new();
        let now = Timestamp::from_second(now);
        let issuer = Issuer::open(world.data_dir(), Text::parse(SITE).unwrap(), now).unwrap();
        let issued = issuer.issue(&order, now).unwrap();
        let claims = verify(issued.token.reveal(), &issuer.public_keys(now).unwrap());
        let read: Read = serde_json::from_value(claims.unwrap()).unwrap();

        prop_assert_eq!(&read.sub, order.agent.subject().as_str());
        prop_assert_eq!(&read.client_id, &read.sub);
        prop_assert_eq!((read.iat, read.nbf), (now.as_second(), now.as_second()));
        prop_assert_eq!(read.exp, now.as_second() + order.lifetime.as_seconds());
        prop_assert_eq!(&read.dealeragent_organization, &order.organization);
        let scopes: BTreeSet<_> = read.scope.split(' ').filter(|word| !word.is_empty()).collect();
        prop_assert_eq!(scopes, order.scopes.iter().map(Scope::as_str).collect());
        prop_assert_eq!(&read.dealeragent_profiles, &order.profiles);
        prop_assert_eq!(&read.dealeragent_purposes, &order.purposes);
        let (rooftops, delegation) = match &order.reach {
            Reach::Rooftops(rooftops) => (Some(rooftops.clone()), None),
            Reach::Delegated(delegation) => (None, Some(delegation.id.to_string())),
        };
        prop_assert_eq!((read.dealeragent_rooftops, read.dealeragent_delegation), (rooftops, delegation));
    }
}

#[test]
fn delegations_get_ids_of_their_own() {
    let (first, second) = (new_delegation_id(start()).unwrap(), new_delegation_id(start()).unwrap());
    assert_ne!(first, second);
    assert!(first.as_str().starts_with("dlg_01"), "{first}");
}
