//! Bounds on how often somebody may call (contract.md section 9): by caller, by
//! rooftop and by class of tool.
//!
//! A caller is a grant's holder, or an address without one; a neighbour's use
//! takes nothing from it. Callers on this machine without a grant are the
//! operator, or a proxy that was not named as one, and are not limited.

mod class;
mod gcra;
mod quota;

use std::net::IpAddr;

use dealeragent_protocol::{
    error::ErrorCode,
    values::{OrganizationId, RooftopId, Timestamp},
};

pub use class::ToolClass;
pub use quota::{Quota, Quotas, RateState};

use self::gcra::Gcra;
use crate::{Failure, Principal, RequestContext};

/// Whom a bound is for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Key {
    Holder(String),
    Address(IpAddr),
    Rooftop(OrganizationId, RooftopId),
}

/// What is counted against all bounds.
#[derive(Debug)]
pub(crate) struct RateLimits {
    quotas: Quotas,
    used: Gcra<(Key, ToolClass)>,
}

impl RateLimits {
    pub(crate) fn new(quotas: Quotas) -> Self {
        Self { quotas, used: Gcra::default() }
    }

    /// The quotas that are in force.
    pub(crate) fn quotas(&self) -> &Quotas {
        &self.quotas
    }

    /// Takes one call from its caller's allowance, before anything else of it is
    /// looked at. `None` where nothing bounds it.
    ///
    /// # Errors
    /// `rate_limited`, with the time until the next call is possible.
    pub(crate) fn take(&self, context: &RequestContext, class: ToolClass) -> Result<Option<RateState>, Failure> {
        let (key, quota) = match (&context.principal, context.peer) {
            (Principal::Named(grant), _) => (Key::Holder(grant.holder()), self.quotas.holder(class)),
            (Principal::Anonymous, Some(peer)) if !peer.is_loopback() => {
                (Key::Address(client_network(peer)), self.quotas.address(class))
            }
            (Principal::Anonymous, _) => return Ok(None),
        };
        self.count((key, class), quota, context.now, "the caller").map(Some)
    }

    /// Takes one check of a rooftop's system from the rooftop's allowance, that
    /// all callers share.
    ///
    /// # Errors
    /// As [`Self::take`].
    pub(crate) fn take_rooftop(
        &self,
        organization: &OrganizationId,
        rooftop: &RooftopId,
        now: Timestamp,
    ) -> Result<(), Failure> {
        let key = (Key::Rooftop(organization.clone(), rooftop.clone()), ToolClass::Check);
        self.count(key, self.quotas.rooftop_checks, now, "the rooftop").map(|_| ())
    }

    fn count(
        &self,
        key: (Key, ToolClass),
        quota: Quota,
        now: Timestamp,
        whose: &'static str,
    ) -> Result<RateState, Failure> {
        let class = key.1;
        match self.used.take(key, quota, now.as_millisecond()) {
            Ok(remaining) => Ok(RateState { class, quota, remaining }),
            Err(wait) => {
                let private = format!("{whose} went beyond its rate for {}", class.as_str());
                Err(Failure::new(ErrorCode::RateLimited, private).retry_after(wait))
            }
        }
    }
}

/// The part of an address that stands for one customer of a network: the whole
/// address, or the first 64 bits of one of IPv6, of which a customer has all.
#[must_use]
pub fn client_network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => match v6.to_ipv4_mapped() {
            Some(v4) => IpAddr::V4(v4),
            None => IpAddr::V6((u128::from(v6) & !u128::from(u64::MAX)).into()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_in_one_ipv6_network_share() {
        let one: IpAddr = "2001:db8:1:2::1".parse().unwrap();
        let neighbour: IpAddr = "2001:db8:1:2:ffff::9".parse().unwrap();
        let stranger: IpAddr = "2001:db8:1:3::1".parse().unwrap();
        assert_eq!(client_network(one), client_network(neighbour));
        assert_ne!(client_network(one), client_network(stranger));
        assert_eq!(client_network("::ffff:192.0.2.1".parse().unwrap()), "192.0.2.1".parse::<IpAddr>().unwrap());
    }
}
