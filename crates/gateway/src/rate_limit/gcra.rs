//! The generic cell rate algorithm: for each key the time at which it will have
//! used up nothing.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Mutex, PoisonError},
};

use dealeragent_protocol::error::RetryAfter;

use super::Quota;

/// Keys remembered; beyond that those at rest are forgotten.
const MOST_KEYS: usize = 50_000;

#[derive(Debug)]
pub(super) struct Gcra<K>(Mutex<HashMap<K, i64>>);

impl<K> Default for Gcra<K> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Hash + Eq> Gcra<K> {
    /// Takes one from a key's allowance; how many are left.
    ///
    /// # Errors
    /// The time until the next is possible.
    pub(super) fn take(&self, key: K, quota: Quota, now_ms: i64) -> Result<u32, RetryAfter> {
        // In microseconds: many calls may fit into a millisecond.
        let now = now_ms.saturating_mul(1000);
        let interval = 1_000_000 / i64::from(quota.per_second.max(1));
        let burst = i64::from(quota.burst.max(1));
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST_KEYS && !known.contains_key(&key) {
            known.retain(|_, at_rest| *at_rest > now);
        }
        let at_rest = known.get(&key).copied().unwrap_or(now).max(now);
        let used = at_rest - now;
        let wait = used - (burst - 1) * interval;
        if wait > 0 {
            let millis = u64::try_from(wait).unwrap_or(0).div_ceil(1000);
            return Err(RetryAfter::from_millis(millis));
        }
        // Where nothing can be forgotten, a newcomer is let through unremembered:
        // the bound on all requests at once still holds.
        if known.len() < MOST_KEYS || known.contains_key(&key) {
            known.insert(key, at_rest + interval);
        }
        let left = burst - (used + 2 * interval - 1) / interval;
        Ok(u32::try_from(left).unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const QUOTA: Quota = Quota { burst: 30, per_second: 1 };

    #[test]
    fn a_burst_then_one_an_interval() {
        let limit = Gcra::default();
        let start = 1_000_000_000;
        for left in (0..30).rev() {
            assert_eq!(limit.take("one", QUOTA, start), Ok(left));
        }
        assert_eq!(limit.take("one", QUOTA, start).unwrap_err(), RetryAfter::from_millis(1000));
        assert!(limit.take("other", QUOTA, start).is_ok());
        assert_eq!(limit.take("one", QUOTA, start + 1000), Ok(0));
        assert!(limit.take("one", QUOTA, start + 1000).is_err());
        assert_eq!(limit.take("one", QUOTA, start + 60_000), Ok(29));
    }

    proptest! {
        /// Whatever a caller does, it gets no more than burst and rate allow,
        /// and who waits as told is let through.
        #[test]
        fn never_more_than_the_quota(burst in 1..50_u32, per_second in 1..200_u32, steps in prop::collection::vec(0..500_i64, 1..300)) {
            let quota = Quota { burst, per_second };
            let limit = Gcra::default();
            let (start, mut now, mut taken) = (1_000_000_000_i64, 1_000_000_000_i64, 0_i64);
            for step in steps {
                now += step;
                match limit.take((), quota, now) {
                    Ok(_) => taken += 1,
                    Err(wait) => {
                        let wait = i64::from(wait.as_millis());
                        prop_assert!(wait > 0);
                        now += wait;
                        prop_assert!(limit.take((), quota, now).is_ok());
                        taken += 1;
                    }
                }
            }
            let allowed = i64::from(burst) + (now - start) * i64::from(per_second) / 1000 + 1;
            prop_assert!(taken <= allowed, "{taken} of {allowed}");
        }
    }
}
