//! The payload of `errors.md` section 1.

use dealeragent_protocol::{
    error::{ErrorCode, ErrorDetails, ErrorPayload, FieldError, Message, Pointer, RetryAfter},
    values::{ErrorId, Timestamp, TraceId},
    wording::en,
};
use proptest::prelude::*;
use serde_json::json;

fn payload(code: ErrorCode, message: &str, wait: Option<RetryAfter>) -> ErrorPayload {
    let now = Timestamp::parse("2026-09-01T14:00:00Z").unwrap();
    let ids = (ErrorId::mint(now, 7), TraceId::mint(now, 7), now);
    ErrorPayload::new(code, Message::bounded(message), wait, ErrorDetails::default(), ids)
}

#[test]
fn retryable_follows_from_the_code_and_guidance_with_it() {
    for code in ErrorCode::ALL {
        let payload = payload(*code, "m", Some(RetryAfter::from_millis(1500)));
        assert_eq!(payload.retryable(), code.retryable(), "{code}");
        assert_eq!(payload.retry_after_ms.is_some(), code.retryable(), "{code}");
        let json = serde_json::to_value(&payload).unwrap();
        assert_eq!(json["retryable"], code.retryable());
        assert_eq!(json.get("retry_after_ms").is_some(), code.retryable());
    }
}

#[test]
fn nothing_that_was_read_changes_what_a_new_payload_says() {
    for code in ErrorCode::ALL {
        let mut json = serde_json::to_value(payload(*code, "m", None)).unwrap();
        json["retryable"] = (!code.retryable()).into();
        json["retry_after_ms"] = 5.into();
        // A reader keeps what a foreign gateway sent, ...
        let read: ErrorPayload = serde_json::from_value(json).unwrap();
        // ... but a payload of ours is made from the code alone.
        let ids = (read.error_id, read.trace_id, read.created_at);
        let details = read.details.unwrap();
        let ours = ErrorPayload::new(read.code, read.message, read.retry_after_ms, details, ids);
        assert_eq!(ours.retryable(), code.retryable());
        assert_eq!(ours.retry_after_ms.is_some(), code.retryable());
    }
}

#[test]
fn retry_guidance_is_bounded_to_a_day_and_rounded_up() {
    assert_eq!(RetryAfter::from_millis(u64::MAX).as_millis(), 86_400_000);
    assert_eq!(RetryAfter::from_millis(1001).as_seconds(), 2);
    assert_eq!(RetryAfter::from_millis(0).as_seconds(), 0);
    assert_eq!(serde_json::from_value::<RetryAfter>(json!(u64::MAX)).unwrap().as_millis(), 86_400_000);
}

#[test]
fn a_long_message_is_cut_at_a_word() {
    let long = "word ".repeat(200);
    let message = payload(ErrorCode::Internal, &long, None).message;
    assert!(message.as_str().chars().count() <= 500);
    assert!(message.as_str().ends_with("word…"), "{message}");
}

#[test]
fn the_text_says_whether_to_retry() {
    let with = |code, wait| en::failure_text(&payload(code, "m", wait));
    let wait = Some(RetryAfter::from_millis(1500));
    assert!(with(ErrorCode::VehicleStale, wait).contains("Retry after 2 s."));
    assert!(with(ErrorCode::VehicleStale, None).contains("Retrying later may help."));
    for code in ErrorCode::ALL.iter().filter(|code| !code.retryable()) {
        let text = with(*code, wait);
        assert!(text.contains("Sending the same again will not help.") && !text.contains("Retry after"), "{text}");
        assert!(text.contains(code.as_str()) && text.contains("trace_id: trc_"));
    }
}

proptest! {
    #[test]
    fn no_field_of_a_violation_outgrows_its_bound(pointer in any::<String>(), keyword in "\\PC{1,200}", words in "\\PC{1,900}") {
        if let Some(error) = FieldError::new(Pointer::new(pointer), &keyword, &words) {
            prop_assert!(error.instance_location.as_str().starts_with('/'));
            prop_assert!((1..=80).contains(&error.keyword.as_str().chars().count()));
            prop_assert!((1..=500).contains(&error.explanation.as_str().chars().count()));
        } else {
            prop_assert!(keyword.trim().is_empty() || words.trim().is_empty());
        }
    }

    #[test]
    fn messages_keep_to_their_bound(text in "\\PC{0,1200}") {
        let message = Message::bounded(&text);
        prop_assert!((1..=500).contains(&message.as_str().chars().count()));
        if (1..=500).contains(&text.trim().chars().count()) {
            prop_assert_eq!(message.as_str(), text.trim());
        }
    }
}
