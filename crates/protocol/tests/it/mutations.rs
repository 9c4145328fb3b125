//! Random damage to a JSON value.

use proptest::{collection::vec, prelude::*, sample::Index};
use serde_json::{Value, json};

/// One change at one place.
#[derive(Debug, Clone)]
pub(crate) enum Change {
    Replace(Value),
    Drop,
    Rename(String),
    Add(String, Value),
    Repeat,
    Wrap,
    MembersAsArray,
}

/// Up to four changes, each at a random place.
pub(crate) fn changes() -> impl Strategy<Value = Vec<(Index, Change)>> {
    vec((any::<Index>(), change()), 0..=4)
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        6 => leaf().prop_map(Change::Replace),
        1 => Just(Change::Drop),
        1 => key().prop_map(Change::Rename),
        2 => (key(), leaf()).prop_map(|(name, value)| Change::Add(name, value)),
        1 => Just(Change::Repeat),
        1 => Just(Change::Wrap),
        1 => Just(Change::MembersAsArray),
    ]
}

fn key() -> impl Strategy<Value = String> {
    let known = ["query", "vin", "rooftop_id", "year_min", "value", "currency", "make", "limit", "purpose"];
    prop_oneof![
        proptest::sample::select(known.to_vec()).prop_map(str::to_owned),
        Just("Query".to_owned()),
        Just(String::new()),
        "[a-z~/_]{1,12}",
    ]
}

/// Values that meet every kind of limit, and some that meet none.
pub(crate) fn leaf() -> impl Strategy<Value = Value> {
    prop_oneof![2 => number(), 3 => text(), 1 => odd(), 1 => any::<i64>().prop_map(Value::from)]
}

fn number() -> impl Strategy<Value = Value> {
    let exact = [0_i64, -1, 1, 100, 101, 1885, 1886, 2200, 2201, i64::MIN, i64::MAX];
    let wide = [i64::MAX as u64 + 1, u64::MAX];
    let real = [1.0_f64, 2020.0, -0.0, 1.5, -3.0, 1e15, 9e18, 1e19, 1e20, -1e20, 1e300, 0.1];
    prop_oneof![
        proptest::sample::select(exact.to_vec()).prop_map(Value::from),
        proptest::sample::select(wide.to_vec()).prop_map(Value::from),
        proptest::sample::select(real.to_vec()).prop_map(Value::from),
    ]
}

fn text() -> impl Strategy<Value = Value> {
    let words = [
        "",
        " ",
        "a",
        "-a",
        "a b",
        "USD",
        "usd",
        "ZZZ",
        "XAU",
        "KWD",
        "US",
        "us",
        "US-CO",
        "US-CO2X",
        "new",
        "New",
        "mi",
        "asc",
        "1M8GDM9AXKP042788",
        "1M8GDM9AXKP04278O",
        "12",
        "{}",
        "[]",
        "ü",
        "a\n",
        "null",
    ];
    prop_oneof![
        4 => proptest::sample::select(words.to_vec()).prop_map(Value::from),
        2 => (proptest::sample::select(&[1_usize, 32, 33, 80, 81, 128, 129, 500, 501, 2048, 2049][..]), any::<bool>())
            .prop_map(|(length, wide)| if wide { "ü" } else { "a" }.repeat(length).into()),
        1 => any::<String>().prop_map(Value::from),
    ]
}

fn odd() -> impl Strategy<Value = Value> {
    let values = [
        json!(null),
        json!(true),
        json!([]),
        json!({}),
        json!([null]),
        json!(["used", "used"]),
        json!(["main", "west", "main"]),
        json!(["used", "new"]),
        json!([1, "mi"]),
        json!([100, "USD"]),
        json!(["year", "asc"]),
        json!({ "value": 1, "unit": "mi" }),
        json!({ "amount_minor": 1, "currency": "JPY" }),
        json!({ "amount_minor": 1, "currency": "USD", "note": "x" }),
        json!({ "country": "US" }),
        json!({ "limit": null }),
    ];
    proptest::sample::select(values.to_vec())
}

/// Applies the changes one after the other.
pub(crate) fn damaged(mut value: Value, changes: &[(Index, Change)]) -> Value {
    for (place, change) in changes {
        let places = places(&value);
        let pointer = &places[place.index(places.len())];
        apply(&mut value, pointer, change);
    }
    value
}

/// Pointers of every value inside, the root first.
fn places(value: &Value) -> Vec<String> {
    fn walk(value: &Value, at: &str, found: &mut Vec<String>) {
        found.push(at.to_owned());
        match value {
            Value::Object(members) => members.iter().for_each(|(name, member)| {
                let name = name.replace('~', "~0").replace('/', "~1");
                walk(member, &format!("{at}/{name}"), found);
            }),
            Value::Array(items) => {
                items.iter().enumerate().for_each(|(index, item)| walk(item, &format!("{at}/{index}"), found));
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    walk(value, "", &mut found);
    found
}

fn apply(root: &mut Value, pointer: &str, change: &Change) {
    let here = root.pointer_mut(pointer).unwrap();
    match (change, here) {
        (Change::Replace(new), here) => *here = new.clone(),
        (Change::Add(name, new), Value::Object(members)) => drop(members.insert(name.clone(), new.clone())),
        (Change::Add(_, new), Value::Array(items)) => items.push(new.clone()),
        (Change::Repeat, Value::Array(items)) => items.extend(items.first().cloned()),
        (Change::Wrap, here) => *here = json!([here.take()]),
        (Change::MembersAsArray, here @ Value::Object(_)) => {
            let members = here.as_object().unwrap().values().cloned().collect();
            *here = Value::Array(members);
        }
        (Change::Drop, _) => drop(take_out(root, pointer)),
        (Change::Rename(name), _) => {
            if let Some(value) = take_out(root, pointer)
                && let Some(Value::Object(parent)) = root.pointer_mut(pointer.rsplit_once('/').unwrap().0)
            {
                parent.insert(name.clone(), value);
            }
        }
        _ => {}
    }
}

/// Takes a member out of its object.
fn take_out(root: &mut Value, pointer: &str) -> Option<Value> {
    let (parent, name) = pointer.rsplit_once('/')?;
    let name = name.replace("~1", "/").replace("~0", "~");
    root.pointer_mut(parent)?.as_object_mut()?.remove(&name)
}
