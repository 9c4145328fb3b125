//! The closed code registry (`errors.md` section 2), as one table.

use crate::values::words::words;

/// One line of the registry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RegistryEntry {
    /// Whether sending the same again later can help.
    pub retryable: bool,
    /// HTTP status where the edge needs another than 200; what asks callers to
    /// sign in needs it only where there is somewhere to sign in.
    pub http_status: Option<u16>,
    /// The public message where the cause has no better one.
    pub message: &'static str,
    /// What the code means, for the docs.
    pub meaning: &'static str,
    /// What a caller should do, for the docs and for models.
    pub reaction: &'static str,
}

macro_rules! status {
    () => {
        None
    };
    ($status:literal) => {
        Some($status)
    };
}

/// Builds [`ErrorCode`] and its table from one list, so that a code cannot
/// exist without its line.
macro_rules! registry {
    ($($variant:ident = $word:literal {
        retryable: $retryable:literal, $(http_status: $status:literal,)? message: $message:literal, meaning: $meaning:literal, reaction: $reaction:literal $(,)?
    })+) => {
        words! {
            /// A code of the closed registry. `retryable` follows from it and
            /// cannot be set by anybody.
            pub enum ErrorCode { $($variant = $word),+ }
        }

        impl ErrorCode {
            /// The code's line in the registry.
            #[must_use]
            pub const fn entry(self) -> RegistryEntry {
                match self {
                    $(Self::$variant => RegistryEntry {
                        retryable: $retryable, http_status: status!($($status)?), message: $message, meaning: $meaning, reaction: $reaction,
                    }),+
                }
            }
        }
    };
}

registry! {
    ValidationInvalid = "dealeragent.validation.invalid" {
        retryable: false,
        message: "The arguments do not fit this tool.",
        meaning: "The arguments break the tool's schema or a rule between its fields.",
        reaction: "Correct every listed argument and call again.",
    }
    UnsupportedRevision = "dealeragent.protocol.unsupported_revision" {
        retryable: false,
        http_status: 400,
        message: "This MCP revision is not supported.",
        meaning: "The request names an MCP revision that the gateway does not speak.",
        reaction: "Use one of the revisions that the answer names.",
    }
    CapabilityUnsupported = "dealeragent.capability.unsupported" {
        retryable: false,
        message: "This gateway does not declare that profile or tool.",
        meaning: "The tool belongs to the protocol, but the manifest does not declare it.",
        reaction: "Read the manifest and use what it declares.",
    }
    AuthRequired = "dealeragent.auth.required" {
        retryable: false,
        http_status: 401,
        message: "This needs an authenticated caller.",
        meaning: "The operation is not open to anonymous callers.",
        reaction: "Sign in and call again with the token.",
    }
    AuthInvalid = "dealeragent.auth.invalid" {
        retryable: false,
        http_status: 401,
        message: "The credential is not valid.",
        meaning: "The credential is expired, revoked, malformed or meant for somebody else.",
        reaction: "Get a new credential for this gateway.",
    }
    ScopeInsufficient = "dealeragent.scope.insufficient" {
        retryable: false,
        http_status: 403,
        message: "The credential does not allow this operation.",
        meaning: "The grant lacks a scope, or dealer policy does not allow the operation.",
        reaction: "Ask for the scopes that the answer names, or do without.",
    }
    TenantForbidden = "dealeragent.tenant.forbidden" {
        retryable: false,
        message: "That organization or rooftop is outside the grant.",
        meaning: "The organization or rooftop asked for is outside the caller's grant.",
        reaction: "Use the organizations and rooftops that the manifest lists.",
    }
    ResourceNotFound = "dealeragent.resource.not_found" {
        retryable: false,
        message: "There is no such record here.",
        meaning: "The record is absent, or the gateway does not tell absent from forbidden.",
        reaction: "Check the ids against a search; do not guess others.",
    }
    VehicleUnavailable = "dealeragent.vehicle.unavailable" {
        retryable: false,
        message: "This vehicle is no longer available.",
        meaning: "The dealer's source says that the vehicle is sold or withdrawn.",
        reaction: "Tell the shopper, and search for another vehicle.",
    }
    VehicleStale = "dealeragent.vehicle.stale" {
        retryable: true,
        message: "What is known about this vehicle is too old to rely on.",
        meaning: "The last observation is older than its limit, and no fresher one could be had.",
        reaction: "Say that the listing is stale; check again after the time given.",
    }
    PricingIncomplete = "dealeragent.pricing.incomplete" {
        retryable: false,
        message: "The dealer has not published a usable price for this vehicle.",
        meaning: "A price component that the answer needs is unknown.",
        reaction: "Say that the price is not published; never fill it in from elsewhere.",
    }
    EligibilityUnverified = "dealeragent.pricing.eligibility_unverified" {
        retryable: false,
        message: "Eligibility for that adjustment is not verified.",
        meaning: "A claimed adjustment cannot be applied. No tool of this version causes it.",
        reaction: "Show the adjustment with its conditions, and let the dealer decide.",
    }
    StateConflict = "dealeragent.state.conflict" {
        retryable: true,
        message: "The state changed meanwhile.",
        meaning: "The state changed during the operation. No tool of this version causes it.",
        reaction: "Read the current state, then decide again.",
    }
    RateLimited = "dealeragent.rate_limited" {
        retryable: true,
        message: "Too many requests.",
        meaning: "The caller went beyond a safe rate.",
        reaction: "Wait for the time given, then go on more slowly.",
    }
    UpstreamUnavailable = "dealeragent.upstream.unavailable" {
        retryable: true,
        message: "The dealer's system does not answer at the moment.",
        meaning: "The system that would know is down, slow or answers nonsense.",
        reaction: "Say that it could not be checked; try again after the time given.",
    }
    Internal = "dealeragent.internal" {
        retryable: true,
        message: "Something went wrong in the gateway.",
        meaning: "An unexpected failure of the gateway itself.",
        reaction: "Try once more; if it stays, tell the operator the trace id.",
    }
}

impl ErrorCode {
    /// Whether sending the same again later can help. Derived from the code
    /// and from nothing else.
    #[must_use]
    pub const fn retryable(self) -> bool {
        self.entry().retryable
    }
}
