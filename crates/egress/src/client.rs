//! The door out.

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use backon::{ExponentialBuilder, Retryable};
use tokio::time::Instant;

use crate::{
    Breaker, EgressError, EgressPolicy, Fetched, Get, PostForm, Resolver, SystemResolver,
    request::Call,
    resolve::FilteringResolver,
    target::Target,
    transfer::{Hop, Transfer},
};

/// Origins whose failures are remembered. Configured hosts are far fewer; when
/// redirects bring more, the memory starts anew.
const MOST_BREAKERS: usize = 1024;

/// Makes outgoing requests. Cheap to clone; connections are kept and reused.
#[derive(Clone)]
pub struct Egress {
    client: reqwest::Client,
    resolver: Arc<FilteringResolver>,
    policy: Arc<EgressPolicy>,
    breakers: Arc<Mutex<HashMap<String, Arc<Breaker>>>>,
}

/// The HTTP client cannot be set up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "outgoing requests cannot be set up: the system has no usable certificate store, or an added certificate is damaged; \
     install the system's CA certificates and check what was added"
)]
pub struct SetupFailed;

impl fmt::Debug for Egress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Egress").field("policy", &self.policy).finish_non_exhaustive()
    }
}

impl Egress {
    /// A door out with the system's resolver.
    ///
    /// # Errors
    /// [`SetupFailed`]: no certificates to trust.
    pub fn new(policy: EgressPolicy) -> Result<Self, SetupFailed> {
        Self::with_resolver(policy, Arc::new(SystemResolver))
    }

    /// A door out with another resolver. Its answers are checked as any.
    ///
    /// # Errors
    /// [`SetupFailed`]: no certificates to trust.
    pub fn with_resolver(policy: EgressPolicy, resolver: Arc<dyn Resolver>) -> Result<Self, SetupFailed> {
        let policy = Arc::new(policy);
        let resolver = Arc::new(FilteringResolver { inner: resolver, policy: Arc::clone(&policy) });
        let client = reqwest::Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .retry(reqwest::retry::never())
            .referer(false)
            .http1_only()
            .http1_max_headers(policy.max_headers)
            .connect_timeout(policy.connect_timeout)
            .tls_certs_merge(policy.roots().iter().cloned())
            .user_agent(&policy.user_agent)
            .dns_resolver(Arc::clone(&resolver))
            .build()
            .map_err(|_| SetupFailed)?;
        Ok(Self { client, resolver, policy, breakers: Arc::default() })
    }

    /// Prepares a GET.
    pub fn get(&self, url: &str) -> Get<'_> {
        Get::new(self, url)
    }

    /// Prepares a POST of form fields.
    pub fn post_form(&self, url: &str, fields: &[(&str, &str)]) -> PostForm<'_> {
        PostForm::new(self, url, fields)
    }

    /// The rules that it keeps.
    #[must_use]
    pub fn policy(&self) -> &EgressPolicy {
        &self.policy
    }

    pub(crate) fn resolver(&self) -> &FilteringResolver {
        &self.resolver
    }

    pub(crate) async fn perform(&self, call: &Call) -> Result<Fetched, EgressError> {
        let first = Target::parse(&call.url, &self.policy)?;
        let deadline = Instant::now() + call.within;
        let retry = &self.policy.retry;
        let times = if call.is_idempotent { retry.times } else { 0 };
        let waits = ExponentialBuilder::default()
            .with_min_delay(retry.first_wait)
            .with_max_delay(retry.longest_wait)
            .with_max_times(times)
            .with_jitter();
        (|| self.follow(call, first.clone(), deadline))
            .retry(waits)
            .when(|error| error.is_transient() && !matches!(error, EgressError::Resting { .. }))
            // A wait that the server asked for counts, but never one that is
            // longer than we wait or than there is time.
            .adjust(|error, planned| {
                let planned = planned?;
                let wait = error.retry_after().map_or(planned, |asked| asked.max(planned));
                let is_bearable = wait <= retry.longest_wait.max(planned) && Instant::now() + wait < deadline;
                is_bearable.then_some(wait)
            })
            .await
    }

    /// One try: the address and every redirect from it.
    async fn follow(&self, call: &Call, first: Target, deadline: Instant) -> Result<Fetched, EgressError> {
        let transfer = Transfer { client: &self.client, policy: &self.policy, call, deadline };
        let home = first.origin();
        let mut target = first;
        for _ in 0..=self.policy.max_redirects {
            let origin = target.origin();
            let went = if call.is_apart {
                transfer.hop(&target, origin == home).await
            } else {
                self.guarded(&transfer, &target, &origin, origin == home).await
            };
            match went? {
                Hop::Arrived(fetched) => return Ok(fetched),
                Hop::Onwards(location) => target = target.redirected(&location, &self.policy)?,
            }
        }
        Err(EgressError::TooManyRedirects { host: target.host().to_owned(), limit: self.policy.max_redirects })
    }

    /// One request that the origin's breaker lets through and hears of.
    async fn guarded(
        &self,
        transfer: &Transfer<'_>,
        target: &Target,
        origin: &str,
        is_home: bool,
    ) -> Result<Hop, EgressError> {
        let breaker = self.breaker(origin);
        let pass = breaker
            .admit()
            .map_err(|retry_after| EgressError::Resting { host: target.host().to_owned(), retry_after })?;
        let went = transfer.hop(target, is_home).await;
        match &went {
            Err(error) if error.is_transient() => pass.failed(),
            _ => pass.succeeded(),
        }
        went
    }

    fn breaker(&self, origin: &str) -> Arc<Breaker> {
        let mut breakers = self.breakers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = breakers.get(origin) {
            return Arc::clone(found);
        }
        if breakers.len() >= MOST_BREAKERS {
            breakers.clear();
        }
        let made = Arc::new(Breaker::new(self.policy.breaker));
        breakers.insert(origin.to_owned(), Arc::clone(&made));
        made
    }
}
