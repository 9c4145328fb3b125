//! Tokens in, grants out.

use std::sync::Arc;

use dealeragent_egress::Egress;
use dealeragent_gateway::{Delegations, Grant, Revocations};
use dealeragent_protocol::values::Timestamp;

use crate::{
    IssuerProblem, IssuerSettings, Rejected, SiteAudiences,
    cache::{Cache, TokenDigest},
    granting::{Granted, Granting, standing_delegation},
    issuer_line::IssuerLine,
    token::{Jwt, Registered, is_bearer_token},
};

/// The longest token that is read, in bytes.
pub const LONGEST_TOKEN: usize = 8 << 10;
/// Tokens whose grants are remembered; twice as many for moments.
const MOST_REMEMBERED: usize = 4096;
/// How long a token is remembered that its issuer called inactive. It cannot
/// become active again; this bounds how often its issuer is asked.
const INACTIVE_SECONDS: i64 = 10;

/// What the gateway itself knows about credentials.
#[derive(Clone)]
pub struct Records {
    /// Revocations of other issuers' tokens.
    pub revocations: Arc<dyn Revocations>,
    /// Revocations of the gateway's own tokens, which may also refuse those that
    /// it has no record of.
    pub own_revocations: Arc<dyn Revocations>,
    /// Delegations.
    pub delegations: Arc<dyn Delegations>,
}

/// Checks tokens.
pub struct Verifier {
    issuers: Vec<IssuerLine>,
    egress: Egress,
    records: Records,
    known: Cache<Arc<Known>>,
    inactive: Cache<Timestamp>,
}

/// A grant that was found a moment ago.
struct Known {
    /// The place of its issuer among the issuers.
    issuer: usize,
    /// The id of the key that it was checked with.
    key: Option<Box<str>>,
    granted: Granted,
    from: Timestamp,
    until: Timestamp,
}

impl std::fmt::Debug for Verifier {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.issuers.iter().map(|line| &line.settings.issuer)).finish()
    }
}

impl Verifier {
    /// A verifier for these issuers. Nothing is fetched before a token comes.
    ///
    /// # Errors
    /// Everything that is wrong with the settings.
    pub fn new(issuers: Vec<IssuerSettings>, egress: Egress, records: Records) -> Result<Self, Vec<IssuerProblem>> {
        let problems = IssuerSettings::problems(&issuers);
        if !problems.is_empty() {
            return Err(problems);
        }
        // The first call in the process decides; one provider is linked anyway.
        let _ = jsonwebtoken::crypto::aws_lc::DEFAULT_PROVIDER.install_default();
        let issuers = issuers.into_iter().map(|settings| IssuerLine::new(settings, &egress)).collect();
        let (known, inactive) = (Cache::new(MOST_REMEMBERED), Cache::new(MOST_REMEMBERED));
        Ok(Self { issuers, egress, records, known, inactive })
    }

    /// The grant of the bearer token of one request at `site`.
    ///
    /// # Errors
    /// [`Rejected`]: the request is refused. It never goes on as anonymous.
    pub async fn verify(&self, bearer: &str, site: &SiteAudiences, now: Timestamp) -> Result<Arc<Grant>, Rejected> {
        if bearer.len() > LONGEST_TOKEN {
            return Err(Rejected::TooLong);
        }
        if !is_bearer_token(bearer) {
            return Err(Rejected::Malformed);
        }
        let token = TokenDigest::of(bearer);
        if let Some(known) = self.known.get(token) {
            match self.renewed(&known, site, now) {
                Ok(Some(grant)) => return Ok(grant),
                // Another site, or later, or a key or delegation that changed.
                Ok(None) => {}
                Err(rejected) => {
                    self.known.remove(token);
                    return Err(rejected);
                }
            }
        }
        let known = self.checked(bearer, token, site, now).await?;
        let grant = Arc::clone(&known.granted.grant);
        self.known.put(token, Arc::new(known));
        Ok(grant)
    }

    /// The grant of a moment ago, if everything that can have changed has not.
    fn renewed(&self, known: &Known, site: &SiteAudiences, now: Timestamp) -> Result<Option<Arc<Grant>>, Rejected> {
        let Granted { grant, delegation, .. } = &known.granted;
        let is_recent = known.from <= now && now < known.until && !grant.has_expired(now);
        let stands = |line: &IssuerLine| {
            line.takes_audience(site, &grant.audience) && line.still_uses(known.key.as_deref(), now)
        };
        if !is_recent || !self.issuers.get(known.issuer).is_some_and(stands) {
            return Ok(None);
        }
        self.check_revocation(known.issuer, &known.granted)?;
        if let Some(recorded) = delegation {
            let found = standing_delegation(&*self.records.delegations, &recorded.id, &grant.subject, now)?;
            if found != *recorded {
                return Ok(None);
            }
        }
        Ok(Some(Arc::clone(grant)))
    }

    async fn checked(
        &self,
        bearer: &str,
        token: TokenDigest,
        site: &SiteAudiences,
        now: Timestamp,
    ) -> Result<Known, Rejected> {
        let jwt = Jwt::read(bearer);
        let (issuer, line) = self.issuer(bearer, jwt.as_ref())?;
        if self.inactive.get(token).is_some_and(|since| (0..INACTIVE_SECONDS).contains(&now.seconds_since(since))) {
            return Err(Rejected::Inactive);
        }
        let claims = line.claims(bearer, jwt.as_ref().map(|jwt| &jwt.header), &self.egress, now).await;
        if matches!(claims, Err(Rejected::Inactive)) {
            self.inactive.put(token, now);
        }
        let claims = claims?;
        let registered = Registered::check(&claims, line.time_rules(), |name| line.takes_audience(site, name), now)?;
        let delegations = &*self.records.delegations;
        let granting = Granting { settings: &line.settings, claims: &claims, token, delegations, now };
        let granted = granting.grant(registered)?;
        self.check_revocation(issuer, &granted)?;
        let key = jwt.as_ref().and_then(|jwt| jwt.header.key_id()).map(Box::from);
        Ok(Known { issuer, key, granted, from: now, until: now.plus_seconds(line.believed_for().into()) })
    }

    /// Who may have made it: the one whom a JWT names, or whoever vouches for
    /// tokens that begin so.
    fn issuer(&self, bearer: &str, jwt: Option<&Jwt>) -> Result<(usize, &IssuerLine), Rejected> {
        let mut lines = self.issuers.iter().enumerate();
        match jwt {
            Some(jwt) => {
                lines.find(|(_, line)| line.settings.issuer.as_str() == jwt.issuer).ok_or(Rejected::IssuerUnknown)
            }
            None => lines
                .find(|(_, line)| {
                    line.settings.introspection().is_some_and(|asked| bearer.starts_with(&asked.token_prefix))
                })
                .ok_or(Rejected::Malformed),
        }
    }

    fn check_revocation(&self, issuer: usize, granted: &Granted) -> Result<(), Rejected> {
        let is_own = self.issuers.get(issuer).is_some_and(IssuerLine::is_own);
        let records = if is_own { &self.records.own_revocations } else { &self.records.revocations };
        match records.is_revoked(&granted.credential, &granted.grant.subject) {
            Ok(false) => Ok(()),
            Ok(true) => Err(Rejected::Revoked),
            Err(_) => Err(Rejected::RecordsUnavailable),
        }
    }
}
