//! What an operator says about an issuer.

use std::collections::BTreeSet;

use dealeragent_gateway::Issuer;
use dealeragent_protocol::values::OrganizationId;

use crate::{ClaimMapping, GrantLine, Introspection, KeySource, SigningAlgorithm};

/// The largest clock skew that may be set.
const LARGEST_SKEW_SECONDS: u32 = 300;
/// The longest that keys may be used that cannot be fetched again.
const LONGEST_STALE_SECONDS: u32 = 86_400;

/// Which `typ` a JWT may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TokenTypes {
    /// `at+jwt` and `application/at+jwt` (RFC 9068 section 4).
    #[default]
    AccessToken,
    /// Also `JWT` and none, for servers that are older than RFC 9068. Weaker:
    /// another JWT of the same issuer with the right audience, such as an ID
    /// token or a logout token, cannot be told from an access token.
    AnyJwt,
}

/// One issuer whose tokens are accepted.
#[derive(Debug)]
#[non_exhaustive]
pub struct IssuerSettings {
    /// Its URI, compared letter by letter with `iss`.
    pub issuer: Issuer,
    /// How its tokens are checked.
    pub keys: KeySource,
    /// The algorithms that its tokens may be signed with.
    pub algorithms: BTreeSet<SigningAlgorithm>,
    /// The types that its tokens may have.
    pub token_types: TokenTypes,
    /// How far its clock and ours may differ: 60 s unless set, at most 300.
    pub clock_skew_seconds: u32,
    /// The longest time since `iat`, whatever `exp` says; `None` leaves it to
    /// `exp`.
    pub longest_age_seconds: Option<u32>,
    /// How long its keys are used beyond their time while new ones cannot be
    /// fetched: 3600 s unless set, at most a day. Longer would keep a key alive
    /// that the issuer withdrew; zero lets every hiccup of it refuse everybody.
    pub stale_keys_seconds: u32,
    /// Where its tokens say what.
    pub mapping: ClaimMapping,
    /// Audiences beside the names of a site that its tokens may be made for,
    /// letter by letter: for servers that do not put the resource's address into
    /// `aud`. Such a token is good at every site of the gateway.
    pub audiences: BTreeSet<String>,
    /// The organizations that it may speak for; `None` for every one that the
    /// gateway serves. Where dealers share a gateway, each one's issuer should
    /// be held to that dealer: a token of it that names another covers nothing.
    pub organizations: Option<BTreeSet<OrganizationId>>,
    /// What its tokens stand for where they do not say it.
    pub grants: Vec<GrantLine>,
}

/// What is wrong with the settings of an issuer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("issuer {issuer}: {problem}")]
pub struct IssuerProblem {
    /// The issuer.
    pub issuer: Issuer,
    /// What is wrong and what to write instead.
    pub problem: &'static str,
}

impl IssuerSettings {
    /// An issuer with the defaults.
    #[must_use]
    pub fn new(issuer: Issuer, keys: KeySource) -> Self {
        Self {
            issuer,
            keys,
            algorithms: SigningAlgorithm::ALL.into(),
            token_types: TokenTypes::default(),
            clock_skew_seconds: 60,
            longest_age_seconds: None,
            stale_keys_seconds: 3600,
            mapping: ClaimMapping::default(),
            audiences: BTreeSet::new(),
            organizations: None,
            grants: Vec::new(),
        }
    }

    pub(crate) fn introspection(&self) -> Option<&Introspection> {
        match &self.keys {
            KeySource::Introspection(introspection) => Some(introspection),
            _ => None,
        }
    }

    /// Everything that is wrong with these issuers.
    pub(crate) fn problems(all: &[Self]) -> Vec<IssuerProblem> {
        let mut found = Vec::new();
        for (at, settings) in all.iter().enumerate() {
            let mut wrong = |is_wrong: bool, problem| {
                if is_wrong {
                    found.push(IssuerProblem { issuer: settings.issuer.clone(), problem });
                }
            };
            let before = all.get(..at).unwrap_or_default();
            wrong(before.iter().any(|other| other.issuer == settings.issuer), "is named twice; keep one of them");
            wrong(settings.algorithms.is_empty(), "has no algorithms; name at least one");
            wrong(settings.clock_skew_seconds > LARGEST_SKEW_SECONDS, "clock skew must be at most 300 seconds");
            wrong(settings.stale_keys_seconds > LONGEST_STALE_SECONDS, "stale keys may be used for at most a day");
            wrong(settings.longest_age_seconds == Some(0), "a longest age of zero refuses every token");
            let Some(introspection) = settings.introspection() else { continue };
            wrong(introspection.cache_seconds > 300, "introspection may be remembered for at most 300 seconds");
            let clashes = |other: &Introspection| {
                let (one, two) = (introspection.token_prefix.as_str(), other.token_prefix.as_str());
                one.starts_with(two) || two.starts_with(one)
            };
            wrong(
                before.iter().filter_map(Self::introspection).any(clashes),
                "two issuers with introspection need token prefixes of which none begins with the other: \
                 a token must not be shown to a server that did not make it",
            );
        }
        found
    }
}
