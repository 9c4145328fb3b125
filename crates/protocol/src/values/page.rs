//! Pages of a result, by cursor.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Text;

/// An opaque position in a result: 1 to 2048 characters. Only the gateway that
/// made it can read it.
pub type Cursor = Text<1, 2048>;

/// How many items a page holds: 1 to 100, 10 unless said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct PageLimit(u8);

impl PageLimit {
    /// Checks the range.
    #[must_use]
    pub fn new(limit: u64) -> Option<Self> {
        u8::try_from(limit).ok().filter(|limit| (1..=100).contains(limit)).map(Self)
    }

    /// The number of items.
    #[must_use]
    pub fn get(self) -> usize {
        usize::from(self.0)
    }
}

impl Default for PageLimit {
    fn default() -> Self {
        Self(10)
    }
}

impl<'de> Deserialize<'de> for PageLimit {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(u64::deserialize(deserializer)?).ok_or_else(|| serde::de::Error::custom("must be 1 to 100"))
    }
}

impl JsonSchema for PageLimit {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "PageLimit".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "integer", "minimum": 1, "maximum": 100 })
    }
}

/// Which page is wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PageRequest {
    /// `next_cursor` of the page before, sent with the same arguments as the
    /// first request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<Cursor>,
    /// Most items on the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<PageLimit>,
}

/// What follows a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct PageInfo {
    /// Position of the next page; absent on the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<Cursor>,
    /// Whether there is a next page.
    pub has_more: bool,
}
