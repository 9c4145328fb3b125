//! `subscriptions/listen` (digest section 6).

use serde_json::{Value, json};

use super::{META_SUBSCRIPTION, RequestId, reply::push_json};

/// The acknowledgement. No list change is announced yet, so the honoured
/// subset is empty; the stream stays open all the same, as the client asked.
pub(super) fn acknowledgement(id: &RequestId) -> Vec<u8> {
    let message = json!({
        "jsonrpc": "2.0",
        "method": "notifications/subscriptions/acknowledged",
        "params": { "notifications": {}, "_meta": { META_SUBSCRIPTION: id.to_json() } },
    });
    let mut body = Vec::new();
    push_json(&mut body, &message);
    body
}

/// The `_meta` member of the result that ends a subscription.
pub(super) fn end_members(id: &RequestId) -> Vec<u8> {
    let mut members = Vec::new();
    push_json(&mut members, &Value::from(META_SUBSCRIPTION));
    members.push(b':');
    push_json(&mut members, &id.to_json());
    members
}
