//! Any arguments for any tool. The first byte picks the tool, the second where
//! a marker is planted, the rest is JSON. Nothing panics, every refusal is a
//! payload of the contract, and the marker does not come back in one.
#![no_main]

use dealeragent_fuzz::{Called, DEMO};
use dealeragent_protocol::tool::Tool;
use libfuzzer_sys::{Corpus, fuzz_target};
use serde_json::{Map, Value};

/// No word of ours holds it.
const MARKER: &str = "zqmarkqz";

fuzz_target!(|bytes: &[u8]| -> Corpus {
    let [tool, place, json @ ..] = bytes else { return Corpus::Reject };
    let Ok(mut arguments) = serde_json::from_slice::<Value>(json) else { return Corpus::Reject };
    let tool = Tool::ALL[usize::from(*tool) % Tool::ALL.len()];
    // Zero leaves the arguments as they are, so that good ones stay good.
    let mut countdown = usize::from(*place);
    if countdown > 0 {
        plant(&mut arguments, &mut countdown);
    }
    if let Called::Refusal(told, payload) = DEMO.call(tool, arguments) {
        assert!(!told.to_lowercase().contains(MARKER), "what was sent comes back: {told}");
        let errors = payload["details"]["field_errors"].as_array();
        assert_eq!(
            payload["code"] == "dealeragent.validation.invalid",
            errors.is_some_and(|errors| !errors.is_empty())
        );
    }
    Corpus::Keep
});

/// Adds the marker to the string or property name at which the countdown ends.
fn plant(value: &mut Value, countdown: &mut usize) {
    let mut here = || {
        *countdown = countdown.saturating_sub(1);
        *countdown == 0
    };
    match value {
        Value::String(text) => {
            if here() {
                text.push_str(MARKER);
            }
        }
        Value::Array(items) => {
            for item in items {
                if *countdown > 0 {
                    plant(item, countdown);
                }
            }
        }
        Value::Object(members) => {
            let mut planted = Map::new();
            for (name, mut member) in std::mem::take(members) {
                let mut name = name;
                if *countdown > 0 {
                    *countdown -= 1;
                    if *countdown == 0 {
                        name.push_str(MARKER);
                    } else {
                        plant(&mut member, countdown);
                    }
                }
                planted.insert(name, member);
            }
            *members = planted;
        }
        _ => {}
    }
}
