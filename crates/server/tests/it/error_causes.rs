//! Every code of the closed registry, caused for real through the router, or
//! the reason why nothing can cause it yet.

mod caused;
mod retryable;

use std::collections::BTreeSet;

use dealeragent_protocol::error::ErrorCode;

/// Codes that no request can cause, and why.
const WITHOUT_CAUSE: [(ErrorCode, &str); 3] = [
    (ErrorCode::ScopeInsufficient, "no credential can be had yet, so no caller has a grant that lacks a scope"),
    (ErrorCode::EligibilityUnverified, "no declared tool applies an adjustment"),
    (ErrorCode::StateConflict, "no declared tool changes a state"),
];

/// A test for each code, and the list of those that have one.
macro_rules! causes {
    ($($cause:ident => $code:ident,)+) => {
        $(
            #[tokio::test]
            async fn $cause() {
                caused::$cause().await.check(ErrorCode::$code);
            }
        )+
        const CAUSED: &[ErrorCode] = &[$(ErrorCode::$code),+];
    };
}

causes! {
    validation_invalid => ValidationInvalid,
    unsupported_revision => UnsupportedRevision,
    capability_unsupported => CapabilityUnsupported,
    auth_required => AuthRequired,
    auth_invalid => AuthInvalid,
    tenant_forbidden => TenantForbidden,
    resource_not_found => ResourceNotFound,
    vehicle_unavailable => VehicleUnavailable,
    vehicle_stale => VehicleStale,
    pricing_incomplete => PricingIncomplete,
    rate_limited => RateLimited,
    upstream_unavailable => UpstreamUnavailable,
    internal => Internal,
}

#[test]
fn every_code_has_a_cause_or_a_reason() {
    let caused: BTreeSet<ErrorCode> = CAUSED.iter().copied().collect();
    let without: BTreeSet<ErrorCode> = WITHOUT_CAUSE.iter().map(|(code, _)| *code).collect();
    assert!(caused.is_disjoint(&without));
    let all: BTreeSet<ErrorCode> = ErrorCode::ALL.iter().copied().collect();
    assert_eq!(all.len(), 16);
    assert_eq!(&caused | &without, all);
    assert!(WITHOUT_CAUSE.iter().all(|(_, reason)| !reason.is_empty()));
}

/// The registry says itself which codes no tool causes, and nothing fakes one.
#[test]
fn the_registry_says_what_no_tool_causes() {
    for code in ErrorCode::ALL.iter().copied() {
        let says_so = code.entry().meaning.contains("No tool of this version causes it");
        let expected = matches!(code, ErrorCode::EligibilityUnverified | ErrorCode::StateConflict);
        assert_eq!(says_so, expected, "{code}");
    }
}
