//! A bound on anonymous availability checks (contract.md section 8: "rate
//! limited where dealer policy opens it"). Limits per subject, rooftop and
//! tool class come with grants.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Mutex, PoisonError},
};

use dealeragent_protocol::{
    error::{ErrorCode, RetryAfter},
    values::Timestamp,
};

use crate::Failure;

/// Checks that an address may make at once.
const BURST: i64 = 30;
/// Milliseconds in which one more becomes possible.
const INTERVAL_MS: i64 = 1000;
/// Addresses remembered; beyond that those at rest are forgotten.
const MOST_ADDRESSES: usize = 50_000;

/// Remembers for each address when it will have used up nothing (GCRA).
#[derive(Debug, Default)]
pub(crate) struct CheckLimit(Mutex<HashMap<IpAddr, i64>>);

impl CheckLimit {
    /// Takes one check from an address's allowance.
    ///
    /// # Errors
    /// `rate_limited`, with the time until the next is possible.
    pub(crate) fn take(&self, address: IpAddr, now: Timestamp) -> Result<(), Failure> {
        let now_ms = now.as_millisecond();
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST_ADDRESSES {
            known.retain(|_, at_rest| *at_rest > now_ms);
        }
        let at_rest = known.get(&prefix(address)).copied().unwrap_or(now_ms).max(now_ms);
        let wait_ms = at_rest - now_ms - (BURST - 1) * INTERVAL_MS;
        if wait_ms > 0 {
            let wait = RetryAfter::from_millis(u64::try_from(wait_ms).unwrap_or(0));
            return Err(
                Failure::new(ErrorCode::RateLimited, "too many anonymous checks from one address").retry_after(wait)
            );
        }
        // Where nothing can be forgotten, a newcomer is let through unremembered.
        if known.len() < MOST_ADDRESSES || known.contains_key(&prefix(address)) {
            known.insert(prefix(address), at_rest + INTERVAL_MS);
        }
        Ok(())
    }
}

/// One customer of an IPv6 network has a whole /64.
fn prefix(address: IpAddr) -> IpAddr {
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
    fn a_burst_then_one_an_interval() {
        let limit = CheckLimit::default();
        let (one, other): (IpAddr, IpAddr) = ("192.0.2.1".parse().unwrap(), "192.0.2.2".parse().unwrap());
        let start = Timestamp::from_second(1_000_000);
        for _ in 0..BURST {
            assert!(limit.take(one, start).is_ok());
        }
        let refused = limit.take(one, start).unwrap_err();
        assert_eq!(refused.code(), ErrorCode::RateLimited);
        assert!(limit.take(other, start).is_ok());
        assert!(limit.take(one, start.plus_seconds(1)).is_ok());
        assert!(limit.take(one, start.plus_seconds(1)).is_err());
        assert!(limit.take(one, start.plus_seconds(60)).is_ok());
    }

    #[test]
    fn neighbours_in_one_ipv6_network_share() {
        let one: IpAddr = "2001:db8:1:2::1".parse().unwrap();
        let neighbour: IpAddr = "2001:db8:1:2:ffff::9".parse().unwrap();
        let stranger: IpAddr = "2001:db8:1:3::1".parse().unwrap();
        assert_eq!(prefix(one), prefix(neighbour));
        assert_ne!(prefix(one), prefix(stranger));
        assert_eq!(prefix("::ffff:192.0.2.1".parse().unwrap()), "192.0.2.1".parse::<IpAddr>().unwrap());
    }
}
