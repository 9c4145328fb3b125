//! Fairness between callers: how much each may have at work, whose turn it is,
//! and how fast the refusals of one who asks on and on come.

mod line;
mod pacing;
mod shares;
mod turns;

use std::{net::IpAddr, sync::Arc, time::Duration};

use axum::{
    extract::{Request, State},
    http::StatusCode,
    middleware::Next,
    response::Response,
};
use dealeragent_gateway::client_network;
use http::header;
use tokio::time::Instant;

use self::{pacing::Pacing, shares::Shares, turns::Turns};
pub(super) use self::{pacing::hold_back, shares::Share};
use super::{Limits, body::json_error, client_address::ClientAddress};
use crate::mcp::CallerName;

/// Who is counted against whom.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Who {
    /// Somebody with a name: a grant's holder with its tenant, or an address.
    Named {
        /// Tenants take turns.
        tenant: Arc<str>,
        /// So do the callers of one tenant.
        caller: Arc<str>,
    },
    /// Callers on this machine without a grant, who are not told apart: the
    /// operator, or everybody behind a proxy that was not named as one.
    Local,
}

impl Who {
    /// The caller as the handler knows it; else by its address.
    pub(super) fn of(name: Option<CallerName>, peer: Option<IpAddr>) -> Self {
        match (name, peer) {
            (Some(CallerName { tenant, caller }), _) => Self::Named { tenant: tenant.into(), caller: caller.into() },
            (None, Some(peer)) if !peer.to_canonical().is_loopback() => {
                let network: Arc<str> = client_network(peer).to_string().into();
                Self::Named { tenant: Arc::clone(&network), caller: network }
            }
            (None, _) => Self::Local,
        }
    }
}

/// What all requests of a server share. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Fairness {
    shares: Shares,
    turns: Turns,
    pacing: Pacing,
}

impl Fairness {
    /// Nobody is at work yet.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        Self {
            shares: Shares::new(limits.per_caller, limits.in_flight),
            turns: Turns::new(limits.at_once, limits.in_flight),
            pacing: Pacing::default(),
        }
    }

    /// Takes a place for a request, before its body is read; `None` where its
    /// caller has all of its own.
    pub(super) fn admit(&self, who: &Who) -> Option<Share> {
        self.shares.take(who)
    }

    /// Does some work in the caller's turns.
    pub(super) async fn run<F: Future>(&self, who: &Who, work: F) -> F::Output {
        self.turns.run(who, work).await
    }

    /// Paces the answer to a call beyond its quota.
    pub(super) fn paced(&self, who: &Who, mut refusal: Response) -> Response {
        let wait = self.pacing.wait(who, Instant::now());
        if wait > Duration::ZERO {
            refusal.extensions_mut().insert(pacing::HeldBack(wait));
        }
        refusal
    }

    /// The answer to a request without a place.
    pub(super) fn too_many(&self, who: &Who) -> Response {
        let mut response = json_error(StatusCode::TOO_MANY_REQUESTS, "too many of your requests are at work at once");
        response.headers_mut().insert(header::RETRY_AFTER, http::HeaderValue::from_static("1"));
        self.paced(who, response)
    }
}

/// Makes a page in its reader's turns.
pub(super) async fn in_turn(State(fairness): State<Fairness>, request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ClientAddress>().map(|ClientAddress(address)| *address);
    fairness.run(&Who::of(None, peer), next.run(request)).await
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    /// How many refusals a caller gets before one is held back. However slow the
    /// machine, a thousand of them take less than the fifty seconds in which
    /// they would all be due.
    fn told_at_once(fairness: &Fairness, who: &Who) -> usize {
        let refusals = (0..1000).map(|_| fairness.paced(who, Response::new(Body::empty())));
        refusals.take_while(|refusal| refusal.extensions().get::<pacing::HeldBack>().is_none()).count()
    }

    #[test]
    fn refusals_of_one_who_asks_on_are_held_back_and_nobody_elses() {
        let fairness = Fairness::new(&Limits { per_caller: 1, ..Limits::default() });
        let who = |address: &str| Who::of(None, Some(address.parse().unwrap()));
        let told = told_at_once(&fairness, &who("192.0.2.1"));
        assert!((20..1000).contains(&told), "{told}");
        assert!(told_at_once(&fairness, &who("192.0.2.2")) >= 20, "a neighbour has its own pace");
        assert_eq!(told_at_once(&fairness, &who("127.0.0.1")), 1000);
        // One without a place is refused at the same pace.
        let held = fairness.admit(&who("192.0.2.1")).unwrap();
        assert!(fairness.admit(&who("192.0.2.1")).is_none());
        let refusal = fairness.too_many(&who("192.0.2.1"));
        assert_eq!(refusal.status(), StatusCode::TOO_MANY_REQUESTS);
        assert!(refusal.extensions().get::<pacing::HeldBack>().is_some());
        drop(held);
        assert!(fairness.admit(&who("192.0.2.1")).is_some());
    }

    #[test]
    fn a_customer_of_a_network_is_one_caller_and_a_tenants_callers_are_its_own() {
        let from = |address: &str| Who::of(None, Some(address.parse().unwrap()));
        assert_eq!(from("2001:db8::1"), from("2001:db8::ffff"));
        assert_ne!(from("2001:db8::1"), from("2001:db8:0:1::1"));
        assert_eq!(from("::1"), Who::Local);
        assert_eq!(from("::ffff:127.0.0.1"), Who::Local);
        let named = |caller: &str| CallerName { tenant: "north".to_owned(), caller: caller.to_owned() };
        let agent = Who::of(Some(named("agent")), Some("192.0.2.1".parse().unwrap()));
        assert_ne!(agent, from("192.0.2.1"));
        assert_ne!(agent, Who::of(Some(named("other")), None));
    }
}
