//! Identifiers and other strings with a pattern: the type reads what the
//! published pattern matches, and nothing else.

use std::collections::BTreeMap;

use dealeragent_protocol::{
    schema,
    values::{
        ContentDigest, CountryCode, LanguageTag, OrganizationId, ProfileName, ProviderId, RooftopId, Scope,
        Subdivision, TimeOfDay, TitleJurisdiction, TraceId, VehicleId, Vin,
    },
};
use proptest::prelude::*;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

/// Strings near the patterns: whole ones, and whole ones with one change.
fn near_misses() -> impl Strategy<Value = String> {
    let whole = [
        "org-one",
        "A.b_c:d-e",
        "1M8GDM9AXKP042788",
        "US",
        "US-CO",
        "GB-ENG",
        "en",
        "fr-CA",
        "09:00",
        "23:59",
        "example.history-one",
        "dealeragent.inventory.read/0.1",
        "dealeragent:inventory:read",
        "trc_01J7",
        "sha256:0000000000000000000000000000000000000000000000000000000000000000",
    ];
    let changed = (proptest::sample::select(whole.to_vec()), any::<proptest::sample::Index>(), "[ -~ü\n]", 0_u8..4);
    prop_oneof![
        changed.prop_map(|(text, place, with, kind)| {
            let at = place.index(text.len());
            match kind {
                0 => text.to_owned(),
                1 => format!("{}{with}{}", &text[..at], &text[at..]),
                2 => format!("{}{with}{}", &text[..at], &text[at + 1..]),
                _ => format!("{}{}", &text[..at], &text[at + 1..]),
            }
        }),
        "[A-Za-z0-9._:-]{120,135}",
        any::<String>(),
    ]
}

fn agrees<T: DeserializeOwned + JsonSchema>(text: &str) -> bool {
    let schema = jsonschema::validator_for(&schema::of::<T>()).unwrap();
    let value = serde_json::Value::from(text);
    schema.is_valid(&value) == serde_json::from_value::<T>(value).is_ok()
}

proptest! {
    #[test]
    fn type_and_pattern_agree(text in near_misses()) {
        let judged = BTreeMap::from([
            ("identifier", agrees::<OrganizationId>(&text)),
            ("vin", agrees::<Vin>(&text)),
            ("country", agrees::<CountryCode>(&text)),
            ("subdivision", agrees::<Subdivision>(&text)),
            ("title jurisdiction", agrees::<TitleJurisdiction>(&text)),
            ("language", agrees::<LanguageTag>(&text)),
            ("time of day", agrees::<TimeOfDay>(&text)),
            ("provider", agrees::<ProviderId>(&text)),
            ("profile", agrees::<ProfileName>(&text)),
            ("scope", agrees::<Scope>(&text)),
            ("trace", agrees::<TraceId>(&text)),
            ("digest", agrees::<ContentDigest>(&text)),
        ]);
        for (name, agreed) in judged {
            prop_assert!(agreed, "{} on {:?}", name, text);
        }
    }

    #[test]
    fn identifiers_show_exactly_what_was_read(text in "[A-Za-z0-9][A-Za-z0-9._:-]{0,127}") {
        let id = VehicleId::parse(&text).unwrap();
        prop_assert_eq!(id.as_str(), &text);
        prop_assert_eq!(serde_json::to_value(&id).unwrap(), serde_json::Value::from(text));
    }
}

#[test]
fn a_manifest_key_is_a_narrower_id() {
    for (id, is_key) in [("main", true), ("a.b_c-1", true), ("Main", false), ("a:b", false)] {
        assert_eq!(RooftopId::parse(id).unwrap().is_manifest_key(), is_key, "{id}");
    }
}
