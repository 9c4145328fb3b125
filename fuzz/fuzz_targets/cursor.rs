//! Any bytes as a cursor. The first byte says how: as text, in the cursor's
//! own encoding, or as changes to a genuine one. Only the genuine cursor is
//! taken; anything else is refused at its place and does not come back.
#![no_main]

use std::sync::LazyLock;

use data_encoding::BASE64URL_NOPAD;
use dealeragent_fuzz::{Called, DEMO, ORGANIZATION};
use dealeragent_protocol::tool::Tool;
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

static GENUINE: LazyLock<String> = LazyLock::new(|| match ask(None) {
    Called::Answer(answer) => answer["page"]["next_cursor"].as_str().unwrap().to_owned(),
    Called::Refusal(told, _) => panic!("{told}"),
});

fn ask(cursor: Option<&str>) -> Called {
    let mut arguments = json!({ "organization_id": ORGANIZATION, "page": { "limit": 3 } });
    if let Some(cursor) = cursor {
        arguments["page"]["cursor"] = cursor.into();
    }
    DEMO.call(Tool::Search, arguments)
}

fuzz_target!(|bytes: &[u8]| {
    let genuine = GENUINE.as_str();
    let Some((kind, rest)) = bytes.split_first() else { return };
    let cursor = match kind % 4 {
        0 => String::from_utf8_lossy(rest).into_owned(),
        1 => BASE64URL_NOPAD.encode(rest),
        // Changed bits, which the seal must notice.
        2 => {
            let mut body = BASE64URL_NOPAD.decode(genuine.as_bytes()).unwrap();
            for (byte, change) in body.iter_mut().zip(rest) {
                *byte ^= change;
            }
            BASE64URL_NOPAD.encode(&body)
        }
        // A genuine beginning and another end.
        _ => {
            let at = rest.first().map_or(0, |at| usize::from(*at)) % (genuine.len() + 1);
            format!("{}{}", &genuine[..at], String::from_utf8_lossy(rest.get(1..).unwrap_or_default()))
        }
    };
    match ask(Some(&cursor)) {
        Called::Answer(_) => assert_eq!(cursor, genuine, "a cursor that is none of ours is taken"),
        Called::Refusal(told, payload) => {
            assert_ne!(cursor, genuine, "a genuine cursor is refused: {told}");
            let errors: &Vec<Value> = payload["details"]["field_errors"].as_array().unwrap();
            assert!(errors.iter().all(|error| error["instance_location"] == "/page/cursor"), "{told}");
            assert!(cursor.len() < 12 || !told.contains(&cursor), "a refused cursor comes back: {told}");
        }
    }
});
