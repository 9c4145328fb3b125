//! Failures in words that a model can act on.

use crate::error::ErrorPayload;

/// What was wrong, what to do instead, whether and when to retry.
#[must_use]
pub fn failure_text(payload: &ErrorPayload) -> String {
    let mut text = format!("{} ({})", payload.message, payload.code);
    for error in payload.details.iter().filter_map(|details| details.field_errors.as_ref()).flat_map(|list| list.iter())
    {
        text.push_str(&format!("\n- {}: {}", error.instance_location, error.explanation));
    }
    text.push('\n');
    text.push_str(payload.code.entry().reaction);
    match (payload.retryable(), payload.retry_after_ms) {
        (true, Some(wait)) => text.push_str(&format!(" Retry after {} s.", wait.as_seconds())),
        (true, None) => text.push_str(" Retrying later may help."),
        (false, _) => text.push_str(" Sending the same again will not help."),
    }
    text.push_str(&format!("\ntrace_id: {}", payload.trace_id));
    text
}
