//! One issuer at work: its settings, and what checks its tokens.

use std::sync::Arc;

use dealeragent_egress::Egress;
use dealeragent_protocol::values::Timestamp;
use jsonwebtoken::{DecodingKey, Validation, errors::ErrorKind};
use serde_json::{Map, Value};

use crate::{
    IssuerSettings, KeySet, KeySource, Rejected, SigningAlgorithm, SiteAudiences,
    keys::{Location, RemoteKeys},
    token::{Header, TimeRules},
};

/// How long a checked signature is believed: this long a key that its issuer
/// withdrew goes on.
const SIGNATURE_SECONDS: u32 = 10;

pub(crate) struct IssuerLine {
    pub(crate) settings: IssuerSettings,
    remote: Option<RemoteKeys>,
}

impl IssuerLine {
    pub(crate) fn new(settings: IssuerSettings, egress: &Egress) -> Self {
        let location = match &settings.keys {
            KeySource::JwksUrl(address) => Some(Location::Url(address.clone())),
            KeySource::Discovery => Some(Location::Discovery),
            KeySource::Fixed(_) | KeySource::Own(_) | KeySource::Introspection(_) => None,
        };
        let stale = settings.stale_keys_seconds;
        let remote = location.map(|location| RemoteKeys::new(settings.issuer.clone(), location, stale, egress.clone()));
        Self { settings, remote }
    }

    /// Whether it is the gateway itself, which knows each of its tokens.
    pub(crate) fn is_own(&self) -> bool {
        matches!(self.settings.keys, KeySource::Own(_))
    }

    /// Whether a token for this audience is one for the site.
    pub(crate) fn takes_audience(&self, site: &SiteAudiences, audience: &str) -> bool {
        site.contains(audience) || self.settings.audiences.contains(audience)
    }

    /// Whether a key that checked a token a moment ago may still do so. What
    /// becomes of the gateway's own keys counts at once, of others' when they
    /// are read anew.
    pub(crate) fn still_uses(&self, key: Option<&str>, now: Timestamp) -> bool {
        match (&self.settings.keys, key) {
            (KeySource::Own(own), Some(key)) => own.has(key, now),
            _ => true,
        }
    }

    pub(crate) fn time_rules(&self) -> TimeRules {
        TimeRules {
            skew: self.settings.clock_skew_seconds.into(),
            longest_age: self.settings.longest_age_seconds.map(Into::into),
            // RFC 9068 requires it of a JWT, RFC 7662 of nobody.
            needs_issue_time: self.settings.introspection().is_none(),
        }
    }

    /// How long what was found out about a token is believed, in seconds.
    pub(crate) fn believed_for(&self) -> u32 {
        self.settings.introspection().map_or(SIGNATURE_SECONDS, |introspection| introspection.cache_seconds)
    }

    /// The claims of a token, vouched for by its signature or by its issuer.
    pub(crate) async fn claims(
        &self,
        token: &str,
        header: Option<&Header>,
        egress: &Egress,
        now: Timestamp,
    ) -> Result<Map<String, Value>, Rejected> {
        let claims = match (self.settings.introspection(), header) {
            (Some(introspection), _) => introspection.ask(egress, token).await?,
            (None, Some(header)) => {
                let (id, algorithm) = header.check(&self.settings.algorithms, self.settings.token_types)?;
                let key = self.key(id, algorithm, now).await?;
                checked(token, &key, algorithm)?
            }
            (None, None) => return Err(Rejected::Malformed),
        };
        // An introspection need not repeat it; what it says must be right.
        match claims.get("iss") {
            Some(Value::String(issuer)) if issuer == self.settings.issuer.as_str() => Ok(claims),
            None if self.settings.introspection().is_some() => Ok(claims),
            _ => Err(Rejected::IssuerUnknown),
        }
    }

    async fn key(&self, id: &str, algorithm: SigningAlgorithm, now: Timestamp) -> Result<Arc<DecodingKey>, Rejected> {
        match (&self.settings.keys, &self.remote) {
            (_, Some(remote)) => remote.find(id, algorithm, now).await,
            (KeySource::Fixed(keys), _) => keys.find(id, algorithm),
            (KeySource::Own(own), _) => {
                let document = own.jwks(now).ok_or(Rejected::RecordsUnavailable)?;
                let keys = KeySet::parse(document.as_bytes()).map_err(|_| Rejected::RecordsUnavailable)?;
                keys.find(id, algorithm)
            }
            _ => Err(Rejected::UnknownKey),
        }
    }
}

/// The claims, if the signature fits. Times and audience are checked by us, on
/// the time of the request; the library would read a clock of its own.
fn checked(token: &str, key: &DecodingKey, algorithm: SigningAlgorithm) -> Result<Map<String, Value>, Rejected> {
    let mut validation = Validation::new(algorithm.of_library());
    validation.validate_exp = false;
    validation.validate_aud = false;
    validation.required_spec_claims.clear();
    let decoded = jsonwebtoken::decode::<Map<String, Value>>(token, key, &validation);
    decoded.map(|token| token.claims).map_err(|error| match error.kind() {
        ErrorKind::InvalidSignature | ErrorKind::InvalidKeyFormat => Rejected::SignatureWrong,
        ErrorKind::InvalidAlgorithm => Rejected::AlgorithmRefused,
        _ => Rejected::Malformed,
    })
}
