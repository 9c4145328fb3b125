//! The closed registry of `errors.md` section 2.

use dealeragent_protocol::error::{ErrorCode, Message};

/// The table of `errors.md`, in its order.
const REGISTRY: [(&str, bool); 16] = [
    ("dealeragent.validation.invalid", false),
    ("dealeragent.protocol.unsupported_revision", false),
    ("dealeragent.capability.unsupported", false),
    ("dealeragent.auth.required", false),
    ("dealeragent.auth.invalid", false),
    ("dealeragent.scope.insufficient", false),
    ("dealeragent.tenant.forbidden", false),
    ("dealeragent.resource.not_found", false),
    ("dealeragent.vehicle.unavailable", false),
    ("dealeragent.vehicle.stale", true),
    ("dealeragent.pricing.incomplete", false),
    ("dealeragent.pricing.eligibility_unverified", false),
    ("dealeragent.state.conflict", true),
    ("dealeragent.rate_limited", true),
    ("dealeragent.upstream.unavailable", true),
    ("dealeragent.internal", true),
];

#[test]
fn the_sixteen_codes_are_those_of_the_contract() {
    let ours: Vec<(&str, bool)> = ErrorCode::ALL.iter().map(|code| (code.as_str(), code.retryable())).collect();
    assert_eq!(ours, REGISTRY);
}

#[test]
fn no_other_code_is_read() {
    for (code, _) in REGISTRY {
        assert_eq!(serde_json::from_value::<ErrorCode>(code.into()).unwrap().as_str(), code);
    }
    for other in ["dealeragent.internal ", "dealeragent.Internal", "internal", "dealeragent.vehicle.gone", ""] {
        assert!(serde_json::from_value::<ErrorCode>(other.into()).is_err(), "{other:?}");
    }
}

#[test]
fn default_words_are_bounded_and_claim_nothing() {
    let forbidden =
        ["available now", "accident-free", "certified pre-owned", "out-the-door", "guarantee", "sql", "panic"];
    for code in ErrorCode::ALL {
        let entry = code.entry();
        for words in [entry.message, entry.meaning, entry.reaction] {
            assert!(Message::parse(words).is_ok(), "{code}: {words}");
            assert!(words.ends_with('.'), "{code}: {words}");
            let lower = words.to_lowercase();
            assert!(!forbidden.iter().any(|claim| lower.contains(claim)), "{code}: {words}");
        }
        // Bounding a default message changes nothing.
        assert_eq!(Message::bounded(entry.message).as_str(), entry.message);
    }
}
