//! The file as it stands, before it is known to have the right shape.

use serde_json::Value;

/// The items of an array, with their positions; none where there is no array.
pub(super) fn items<'v>(value: &'v Value, key: &str) -> impl Iterator<Item = (usize, &'v Value)> {
    value.get(key).and_then(Value::as_array).into_iter().flatten().enumerate()
}

/// A text.
pub(super) fn text<'v>(value: &'v Value, key: &str) -> Option<&'v str> {
    value.get(key).and_then(Value::as_str)
}

/// The texts of an array.
pub(super) fn names<'v>(value: &'v Value, key: &str) -> impl Iterator<Item = &'v str> {
    items(value, key).filter_map(|(_, name)| name.as_str())
}

/// The item of an array that has an id.
pub(super) fn by_id<'v>(value: &'v Value, key: &str, id: &str) -> Option<&'v Value> {
    items(value, key).map(|(_, item)| item).find(|item| text(item, "id") == Some(id))
}

/// The ids of an array's items. `None` where one of them cannot be read: what
/// looks missing may be that one, and that was reported already.
pub(super) fn ids<'v>(value: &'v Value, key: &str) -> Option<Vec<&'v str>> {
    let array = value.get(key)?.as_array()?;
    array.iter().map(|item| text(item, "id")).collect()
}
