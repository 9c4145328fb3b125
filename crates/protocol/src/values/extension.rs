//! The open part of the closed objects.

use std::{borrow::Cow, collections::BTreeMap};

use serde::{Deserialize, Serialize};

/// Extension members by reverse-domain key. A key that is none is refused.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ExtensionBag(BTreeMap<super::ProviderId, serde_json::Value>);

impl ExtensionBag {
    /// A bag with one member.
    #[must_use]
    pub fn of(key: super::ProviderId, value: serde_json::Value) -> Self {
        Self(BTreeMap::from([(key, value)]))
    }

    /// The member under `key`.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&serde_json::Value> {
        self.0.get(key)
    }
}

impl schemars::JsonSchema for ExtensionBag {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "ExtensionBag".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "object",
            "propertyNames": { "pattern": "^[a-z0-9]+(?:[.-][a-z0-9]+)+$" },
            "additionalProperties": true
        })
    }
}
