//! `subscriptions/listen` (digest section 6).

use serde_json::{Map, Value, json};
use tokio::sync::watch;

use super::{META_SUBSCRIPTION, RequestId, Subscription, reply::push_json};

/// What can be announced: the word in the request, and the notification.
const ANNOUNCED: [(&str, &str); 2] = [
    ("toolsListChanged", "notifications/tools/list_changed"),
    ("resourcesListChanged", "notifications/resources/list_changed"),
];

/// The subscription that a request asks for. What is not announced here is not
/// acknowledged; the stream stays open all the same, as the client asked.
pub(super) fn subscription(
    id: &RequestId,
    params: &Map<String, Value>,
    changes: Option<watch::Receiver<u64>>,
    end: Vec<u8>,
) -> Subscription {
    let wanted = params.get("notifications").and_then(Value::as_object);
    let is_wanted = |word: &str| changes.is_some() && wanted.and_then(|wanted| wanted.get(word)) == Some(&true.into());
    let honoured: Vec<_> = ANNOUNCED.into_iter().filter(|(word, _)| is_wanted(word)).collect();
    let words: Map<String, Value> = honoured.iter().map(|(word, _)| ((*word).to_owned(), true.into())).collect();
    let acknowledgement = notification(id, "notifications/subscriptions/acknowledged", Some(words));
    let announcements: Vec<_> = honoured.iter().map(|(_, method)| notification(id, method, None)).collect();
    let changes = changes.filter(|_| !announcements.is_empty());
    Subscription { id: id.clone(), acknowledgement, announcements, changes, end }
}

fn notification(id: &RequestId, method: &str, notifications: Option<Map<String, Value>>) -> Vec<u8> {
    let mut params = json!({ "_meta": { META_SUBSCRIPTION: id.to_json() } });
    if let (Some(notifications), Some(members)) = (notifications, params.as_object_mut()) {
        members.insert("notifications".into(), Value::Object(notifications));
    }
    let mut body = Vec::new();
    push_json(&mut body, &json!({ "jsonrpc": "2.0", "method": method, "params": params }));
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
