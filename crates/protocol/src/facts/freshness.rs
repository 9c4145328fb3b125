//! How old a fact is and how long it holds.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::values::{Timestamp, words::words};

words! {
    /// Whether a fact still holds at the time of the answer.
    pub enum FreshnessState { Current = "current", Stale = "stale", Unknown = "unknown", Withdrawn = "withdrawn" }
}

/// A longest age in seconds, 0 to 2,592,000 (30 days).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct MaxAge(u32);

impl MaxAge {
    /// The longest that the contract knows.
    pub const LONGEST: Self = Self(2_592_000);

    /// `None` beyond 30 days.
    #[must_use]
    pub fn from_seconds(seconds: u32) -> Option<Self> {
        (seconds <= Self::LONGEST.0).then_some(Self(seconds))
    }

    /// Seconds.
    #[must_use]
    pub fn as_seconds(self) -> u32 {
        self.0
    }
}

impl<'de> Deserialize<'de> for MaxAge {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_seconds(u32::deserialize(deserializer)?)
            .ok_or_else(|| serde::de::Error::custom("must be 0 to 2592000 seconds"))
    }
}

impl JsonSchema for MaxAge {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "MaxAge".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "integer", "minimum": 0, "maximum": 2_592_000 })
    }
}

/// When a fact was seen and until when it may be relied on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Freshness {
    /// When the source saw it.
    pub observed_at: Timestamp,
    /// When it goes stale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid_until: Option<Timestamp>,
    /// Its state when the answer was made.
    pub state: FreshnessState,
    /// The limit behind `valid_until`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_age_seconds: Option<MaxAge>,
}

impl Freshness {
    /// The freshness at `now` of a fact that may be `max_age` old.
    #[must_use]
    pub fn at(now: Timestamp, observed_at: Timestamp, max_age: MaxAge) -> Self {
        let valid_until = observed_at.plus_seconds(i64::from(max_age.as_seconds()));
        let state = if now < valid_until { FreshnessState::Current } else { FreshnessState::Stale };
        Self { observed_at, valid_until: Some(valid_until), state, max_age_seconds: Some(max_age) }
    }
}
