//! Why a token was not accepted.

use dealeragent_protocol::error::ErrorCode;

/// Why a token was not accepted. For the audit and the log alone: the caller
/// gets the code and its fixed message. Holds nothing of the token, and has no
/// `Display`, so that it gets into no answer by accident.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rejected {
    /// Longer than any token; it was not read.
    TooLong,
    /// No token's characters, no JWT, no JSON.
    Malformed,
    /// `alg` is not allowed for the issuer: also `none` and every HMAC.
    AlgorithmRefused,
    /// `typ` is not an access token's.
    TypeRefused,
    /// The header asks for an extension to be understood (`crit`).
    CriticalHeader,
    /// No configured issuer made it.
    IssuerUnknown,
    /// There is no `kid`.
    KeyIdMissing,
    /// The issuer has no such key for this algorithm.
    UnknownKey,
    /// The issuer has several such keys.
    AmbiguousKey,
    /// The signature does not fit.
    SignatureWrong,
    /// `exp` is past.
    Expired,
    /// `nbf` is to come.
    NotYetValid,
    /// `iat` is to come.
    IssuedInFuture,
    /// `iat` is longer ago than the issuer's tokens may live.
    TooOld,
    /// It was made for somebody else.
    WrongAudience,
    /// This claim is missing.
    ClaimMissing(&'static str),
    /// This claim has a shape or a value that it cannot have; a wildcard, say.
    ClaimInvalid(&'static str),
    /// It, or all of its subject's, was revoked here.
    Revoked,
    /// Its issuer says that it does not count (any more).
    Inactive,
    /// Its delegation does not exist or was revoked.
    DelegationUnknown,
    /// Its delegation has ended.
    DelegationExpired,
    /// Its delegation is somebody else's.
    DelegationNotTheirs,
    /// Its issuer cannot be asked: down, slow, or answering nonsense.
    AuthorizationServerDown,
    /// The gateway's own records cannot be read.
    RecordsUnavailable,
}

impl Rejected {
    /// The reason in one word, for the audit; `claim_missing` and
    /// `claim_invalid` leave the claim to [`Rejected::claim`].
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::TooLong => "too_long",
            Self::Malformed => "malformed",
            Self::AlgorithmRefused => "algorithm_refused",
            Self::TypeRefused => "type_refused",
            Self::CriticalHeader => "critical_header",
            Self::IssuerUnknown => "issuer_unknown",
            Self::KeyIdMissing => "key_id_missing",
            Self::UnknownKey => "unknown_key",
            Self::AmbiguousKey => "ambiguous_key",
            Self::SignatureWrong => "signature_wrong",
            Self::Expired => "expired",
            Self::NotYetValid => "not_yet_valid",
            Self::IssuedInFuture => "issued_in_future",
            Self::TooOld => "too_old",
            Self::WrongAudience => "wrong_audience",
            Self::ClaimMissing(_) => "claim_missing",
            Self::ClaimInvalid(_) => "claim_invalid",
            Self::Revoked => "revoked",
            Self::Inactive => "inactive",
            Self::DelegationUnknown => "delegation_unknown",
            Self::DelegationExpired => "delegation_expired",
            Self::DelegationNotTheirs => "delegation_not_theirs",
            Self::AuthorizationServerDown => "authorization_server_down",
            Self::RecordsUnavailable => "records_unavailable",
        }
    }

    /// The claim that is missing or invalid, by our name for it.
    #[must_use]
    pub const fn claim(self) -> Option<&'static str> {
        match self {
            Self::ClaimMissing(claim) | Self::ClaimInvalid(claim) => Some(claim),
            _ => None,
        }
    }

    /// The code for the caller.
    ///
    /// Where the token could not be checked, nothing is known against it:
    /// `auth.invalid` would make a client throw a good token away and send its
    /// user to sign in at a server that is down. So that is
    /// `upstream.unavailable`, which can be tried again, and is refused all the
    /// same. [`Rejected::is_the_tokens_fault`] is the same rule for the status.
    #[must_use]
    pub const fn code(self) -> ErrorCode {
        match self {
            Self::AuthorizationServerDown => ErrorCode::UpstreamUnavailable,
            Self::RecordsUnavailable => ErrorCode::Internal,
            _ => ErrorCode::AuthInvalid,
        }
    }

    /// Whether the token was found bad: 401 `invalid_token`. Otherwise it could
    /// not be checked: 503, without a challenge.
    #[must_use]
    pub const fn is_the_tokens_fault(self) -> bool {
        matches!(self.code(), ErrorCode::AuthInvalid)
    }
}
