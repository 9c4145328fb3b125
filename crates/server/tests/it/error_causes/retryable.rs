//! `retryable` follows from the code: no request and no configuration changes
//! it (errors.md section 2).

use std::collections::BTreeSet;

use dealeragent_protocol::error::ErrorCode;
use dealeragent_server::{config::Config, demo, files::Files};
use serde_json::{Value, json};

use crate::support::{NOW, ORGANIZATION, Running, post::Post, time};

/// Numbers that look random and are the same in every run (SplitMix64).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn one_of<T: Clone>(&mut self, choices: &[T]) -> T {
        let at = usize::try_from(self.next() % choices.len() as u64).unwrap();
        choices[at].clone()
    }
}

/// Pointers of every object and array below a value.
fn containers(value: &Value, at: &str, found: &mut Vec<String>) {
    let mut below = |key: &str, value: &Value| containers(value, &format!("{at}/{key}"), found);
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(key, value)| below(&key.replace('~', "~0").replace('/', "~1"), value));
        }
        Value::Array(items) => items.iter().enumerate().for_each(|(index, value)| below(&index.to_string(), value)),
        _ => return,
    }
    found.push(at.to_owned());
}

/// Says somewhere in the message what only the code may say.
fn meddle(message: &mut Value, dice: &mut Dice) {
    let names = ["retryable", "retry_after_ms", "isError", "code", "error", "structuredContent", "details"];
    let values = [json!(true), json!(false), json!(0), json!(1), json!(-1), json!(86_400_001_u64), json!("true")];
    let values = [values.as_slice(), &[json!({ "retryable": true, "retry_after_ms": 5 }), Value::Null]].concat();
    let mut places = Vec::new();
    containers(message, "", &mut places);
    // Beside the arguments too, but not where JSON-RPC itself looks.
    let places: Vec<String> = places.into_iter().filter(|place| place.starts_with("/params")).collect();
    for _ in 0..=dice.next() % 4 {
        let (place, name, value) = (dice.one_of(&places), dice.one_of(&names), dice.one_of(&values));
        match message.pointer_mut(&place) {
            Some(Value::Object(members)) => drop(members.insert(name.to_owned(), value)),
            Some(Value::Array(items)) => items.push(json!({ name: value })),
            _ => {}
        }
    }
}

#[tokio::test]
async fn no_request_changes_it() {
    let running = Running::demo();
    let unit = |id: &str| json!({ "organization_id": ORGANIZATION, "rooftop_id": "ridge-denver", "vehicle_id": id });
    let sold = {
        let snapshot = running.gateway.snapshot();
        let mut all = snapshot.organizations().flat_map(|organization| organization.listings());
        let gone = all.find(|stored| stored.listing().availability.status.is_gone()).unwrap().listing();
        json!({ "organization_id": ORGANIZATION, "rooftop_id": gone.rooftop_id, "vehicle_id": gone.vehicle_id })
    };
    let current = crate::support::named(&running.search(json!({})).await[0]);
    // Everything is stale from here on.
    running.clock.advance(2 * 86_400);
    running.feeds.announce_next_run(time(NOW).plus_seconds(2 * 86_400 + 30));
    let filters = json!({ "year_min": 2025, "year_max": 2020 });
    let asked = [
        ("dealeragent.inventory.verify_availability", sold),
        ("dealeragent.inventory.verify_availability", current),
        ("dealeragent.inventory.get_vehicle", unit("veh_none")),
        ("dealeragent.inventory.search", json!({ "organization_id": ORGANIZATION, "filters": filters })),
        ("dealeragent.inventory.search", json!({ "organization_id": "somebody-else", "rooftop_ids": ["x"] })),
        ("dealeragent.handoff.submit", json!({ "consent": {} })),
    ];
    let (mut dice, mut seen) = (Dice(20_261_201), BTreeSet::new());
    for _ in 0..200 {
        for (tool, arguments) in &asked {
            let post = Post::call(tool, arguments.clone()).change(|message| meddle(message, &mut dice));
            let reply = running.send(post).await.json();
            let payload = &reply["result"]["structuredContent"];
            let Some(code) = ErrorCode::ALL.iter().find(|code| payload["code"] == code.as_str()) else {
                // Meddling with the envelope is an error of the protocol.
                assert!(reply["error"]["code"].is_i64(), "{reply}");
                continue;
            };
            assert_eq!(payload["retryable"], code.retryable(), "{reply}");
            let stale = *code == ErrorCode::VehicleStale;
            assert_eq!(payload["retry_after_ms"].as_u64(), stale.then_some(30_000), "{reply}");
            seen.insert(*code);
        }
    }
    assert!(seen.len() >= 4 && seen.contains(&ErrorCode::VehicleStale), "{seen:?}");
}

/// Every table of a configuration that uses all of them.
fn tables(value: &toml::Value, at: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
    let below: Vec<(String, &toml::Value)> = match value {
        toml::Value::Table(members) => {
            found.push(at.clone());
            members.iter().map(|(name, value)| (name.clone(), value)).collect()
        }
        toml::Value::Array(items) => items.iter().enumerate().map(|(n, value)| (n.to_string(), value)).collect(),
        _ => return,
    };
    for (step, value) in below {
        at.push(step);
        tables(value, at, found);
        at.pop();
    }
}

fn table_at<'a>(value: &'a mut toml::Value, path: &[String]) -> &'a mut toml::Table {
    let here = path.iter().fold(value, |here, step| match here {
        toml::Value::Array(items) => &mut items[step.parse::<usize>().unwrap()],
        other => other.get_mut(step).unwrap(),
    });
    here.as_table_mut().unwrap()
}

/// Most places refuse the key. Where one is read over, it must mean nothing.
#[tokio::test]
async fn no_key_of_the_configuration_changes_it() {
    let everything = format!(
        "{}\n[audit]\npolicy = \"p\"\n[[sites]]\npublic_url = \"https://ridge.example\"\n\
         organizations = [\"{ORGANIZATION}\"]\n",
        demo::CONFIG
    );
    let read = |text: &str| Config::read("x.toml", text, &Files::Demo, time(NOW));
    let good: toml::Value = toml::from_str(&everything).unwrap();
    let written = |value: &toml::Value| toml::to_string(value).unwrap();
    read(&written(&good)).unwrap_or_else(|errors| panic!("{errors}"));
    let mut places = Vec::new();
    tables(&good, &mut Vec::new(), &mut places);
    assert!(places.len() > 20, "{places:?}");
    let (mut taken, mut refused) = (BTreeSet::new(), BTreeSet::new());
    for place in &places {
        for (name, value) in [("retryable", toml::Value::Boolean(true)), ("retry_after_ms", toml::Value::Integer(1))] {
            let mut changed = good.clone();
            table_at(&mut changed, place).insert(name.to_owned(), value);
            let kind: Vec<&str> = place.iter().map(String::as_str).filter(|step| step.parse::<u8>().is_err()).collect();
            let kind = format!("{}.{name}", kind.join("."));
            if read(&written(&changed)).is_err() {
                refused.insert(kind);
            } else if taken.insert(kind) {
                assert_means_nothing(&written(&changed)).await;
            }
        }
    }
    println!("read over: {taken:?}");
    for section in ["", "server", "audit", "sites", "organizations", "organizations.rooftops", "feeds"] {
        assert!(refused.contains(&format!("{section}.retryable")), "{section} takes an unknown key");
    }
}

async fn assert_means_nothing(config: &str) {
    let running = Running::configured(config, Files::Demo);
    let post = Post::call("dealeragent.inventory.search", json!({ "organization_id": "somebody-else" }));
    let reply = running.send(post.header("host", "ridge.example")).await.json();
    let payload = &reply["result"]["structuredContent"];
    assert_eq!(payload["code"], ErrorCode::ResourceNotFound.as_str(), "{reply}");
    assert_eq!((&payload["retryable"], payload.get("retry_after_ms")), (&json!(false), None), "{reply}");
}
