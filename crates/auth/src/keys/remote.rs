//! Keys that are fetched, remembered, and fetched again.

use std::{sync::Arc, time::Duration};

use arc_swap::ArcSwapOption;
use dealeragent_egress::{Egress, EgressError};
use dealeragent_gateway::Issuer;
use dealeragent_protocol::values::Timestamp;
use jsonwebtoken::DecodingKey;
use tokio::sync::{Mutex, MutexGuard};

use super::{KeySet, discovery};
use crate::{Rejected, SigningAlgorithm};

/// Longest time for one fetch.
pub(super) const FETCH_WITHIN: Duration = Duration::from_secs(5);
/// Longer than any key set.
const LONGEST_DOCUMENT: usize = 256 << 10;
/// How long keys are fresh whose server does not say.
const FRESH_SECONDS: i64 = 600;
/// What a server may say at least and at most.
const LEAST_FRESH_SECONDS: i64 = 60;
const MOST_FRESH_SECONDS: i64 = 3600;
/// Between two fetches because of an unknown key.
const UNKNOWN_KEY_PAUSE_SECONDS: i64 = 30;
/// After a fetch that failed.
const FAILED_PAUSE_SECONDS: i64 = 5;

/// Where keys are.
#[derive(Debug, Clone)]
pub(crate) enum Location {
    /// Here.
    Url(String),
    /// Where the issuer's metadata says.
    Discovery,
}

/// The keys of one issuer.
pub(crate) struct RemoteKeys {
    pub(crate) issuer: Issuer,
    pub(crate) location: Location,
    pub(crate) stale_seconds: u32,
    egress: Egress,
    known: ArcSwapOption<Known>,
    /// Held while fetching, so that one fetch serves all who wait for it.
    attempts: Mutex<Attempts>,
}

struct Known {
    keys: KeySet,
    fresh_until: Timestamp,
    usable_until: Timestamp,
}

#[derive(Default)]
struct Attempts {
    last_failure: Option<Timestamp>,
    last_for_unknown: Option<Timestamp>,
}

/// Why there are no new keys.
#[derive(Debug)]
pub(super) enum Unfetched {
    Egress(EgressError),
    Nonsense(&'static str),
}

impl From<EgressError> for Unfetched {
    fn from(error: EgressError) -> Self {
        Self::Egress(error)
    }
}

/// Whether less than `seconds` have passed since `then`. A clock that went back
/// counts as passed, so that it cannot keep keys from being fetched.
fn is_within(then: Option<Timestamp>, seconds: i64, now: Timestamp) -> bool {
    then.is_some_and(|then| (0..seconds).contains(&now.seconds_since(then)))
}

impl RemoteKeys {
    pub(crate) fn new(issuer: Issuer, location: Location, stale_seconds: u32, egress: Egress) -> Self {
        Self { issuer, location, stale_seconds, egress, known: ArcSwapOption::empty(), attempts: Mutex::default() }
    }

    /// The key of that id. An id that is not known has the keys fetched once
    /// more, unless that was done for another unknown id just now.
    pub(crate) async fn find(
        &self,
        id: &str,
        algorithm: SigningAlgorithm,
        now: Timestamp,
    ) -> Result<Arc<DecodingKey>, Rejected> {
        let known = self.current(now).await.ok_or(Rejected::AuthorizationServerDown)?;
        match known.keys.find(id, algorithm) {
            Err(Rejected::UnknownKey) => {}
            found => return found,
        }
        let mut attempts = self.attempts.lock().await;
        if let Some(newer) = self.known.load_full().filter(|newer| !Arc::ptr_eq(newer, &known)) {
            return newer.keys.find(id, algorithm);
        }
        if is_within(attempts.last_failure, FAILED_PAUSE_SECONDS, now) {
            return Err(Rejected::AuthorizationServerDown);
        }
        if is_within(attempts.last_for_unknown, UNKNOWN_KEY_PAUSE_SECONDS, now) {
            return Err(Rejected::UnknownKey);
        }
        attempts.last_for_unknown = Some(now);
        let newer = self.fetch(&mut attempts, now).await.ok_or(Rejected::AuthorizationServerDown)?;
        newer.keys.find(id, algorithm)
    }

    /// Fresh keys, or those that may still be used; `None` when there are none.
    async fn current(&self, now: Timestamp) -> Option<Arc<Known>> {
        let usable = || self.known.load_full().filter(|known| now < known.usable_until);
        match usable() {
            Some(known) if now < known.fresh_until => Some(known),
            Some(known) => match self.attempts.try_lock() {
                Ok(attempts) => self.fetch_unless_failed(attempts, now).await.or(Some(known)),
                // Somebody fetches already; nobody waits for that.
                Err(_) => Some(known),
            },
            None => {
                let attempts = self.attempts.lock().await;
                match usable() {
                    Some(known) => Some(known),
                    None => self.fetch_unless_failed(attempts, now).await,
                }
            }
        }
    }

    async fn fetch_unless_failed(&self, mut attempts: MutexGuard<'_, Attempts>, now: Timestamp) -> Option<Arc<Known>> {
        if is_within(attempts.last_failure, FAILED_PAUSE_SECONDS, now) {
            return None;
        }
        self.fetch(&mut attempts, now).await
    }

    async fn fetch(&self, attempts: &mut Attempts, now: Timestamp) -> Option<Arc<Known>> {
        // Stands until it went well: a caller who goes away meanwhile must not
        // let the next one begin at once.
        attempts.last_failure = Some(now);
        match self.download(now).await {
            Ok(known) => {
                attempts.last_failure = None;
                let known = Arc::new(known);
                self.known.store(Some(Arc::clone(&known)));
                Some(known)
            }
            Err(Unfetched::Egress(error)) => {
                tracing::warn!(issuer = %self.issuer, %error, "keys of an issuer cannot be fetched");
                None
            }
            Err(Unfetched::Nonsense(error)) => {
                tracing::warn!(issuer = %self.issuer, error, "keys of an issuer cannot be fetched");
                None
            }
        }
    }

    async fn download(&self, now: Timestamp) -> Result<Known, Unfetched> {
        let found;
        let address = match &self.location {
            Location::Url(address) => address,
            Location::Discovery => {
                found = discovery::jwks_address(&self.egress, self.issuer.as_str()).await?;
                &found
            }
        };
        let call = self.egress.get(address).accept(&["application/json", "application/jwk-set+json"]);
        let fetched = call.max_bytes(LONGEST_DOCUMENT).within(FETCH_WITHIN).send().await?;
        let document = fetched.document().ok_or(Unfetched::Nonsense("no keys came"))?;
        let keys = KeySet::parse(&document.bytes).map_err(|_| Unfetched::Nonsense("what came is no key set"))?;
        let said = document.fresh_for.map(|time| i64::try_from(time.as_secs()).unwrap_or(i64::MAX));
        let fresh = said.unwrap_or(FRESH_SECONDS).clamp(LEAST_FRESH_SECONDS, MOST_FRESH_SECONDS);
        let fresh_until = now.plus_seconds(fresh);
        Ok(Known { keys, fresh_until, usable_until: fresh_until.plus_seconds(self.stale_seconds.into()) })
    }
}
