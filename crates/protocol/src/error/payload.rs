//! The error payload (`errors.md` section 1).

use std::{borrow::Cow, fmt};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ErrorCode;
use crate::{
    facts::Freshness,
    values::{ErrorId, List, Text, Timestamp, TraceId},
};

/// The public message: 1 to 500 characters. No personal data, token, stack
/// trace, SQL, upstream body or foreign id.
pub type Message = Text<1, 500>;

/// How long to wait before trying again: 0 to 86,400,000 ms (a day).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct RetryAfter(u32);

impl RetryAfter {
    const LONGEST_MS: u32 = 86_400_000;

    /// Bounds `ms` to a day.
    #[must_use]
    pub fn from_millis(ms: u64) -> Self {
        Self(u32::try_from(ms).unwrap_or(Self::LONGEST_MS).min(Self::LONGEST_MS))
    }

    /// Milliseconds.
    #[must_use]
    pub fn as_millis(self) -> u32 {
        self.0
    }

    /// Whole seconds, rounded up, as HTTP's `Retry-After` has them.
    #[must_use]
    pub fn as_seconds(self) -> u32 {
        self.0.div_ceil(1000)
    }
}

impl<'de> Deserialize<'de> for RetryAfter {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::from_millis(u64::deserialize(deserializer)?))
    }
}

impl JsonSchema for RetryAfter {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "RetryAfter".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "integer", "minimum": 0, "maximum": Self::LONGEST_MS })
    }
}

/// A JSON Pointer to an argument; `/` is the whole.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pointer(String);

impl Pointer {
    /// Takes a pointer as RFC 6901 writes it, where the root is empty.
    #[must_use]
    pub fn new(pointer: impl Into<String>) -> Self {
        let pointer = pointer.into();
        if pointer.starts_with('/') { Self(pointer) } else { Self(format!("/{pointer}")) }
    }

    /// The text, which starts with `/`.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl JsonSchema for Pointer {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "Pointer".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^/" })
    }
}

/// One violation (`errors.md` section 3).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct FieldError {
    /// Where.
    pub instance_location: Pointer,
    /// Which keyword of the schema, or which rule between fields.
    pub keyword: Text<1, 80>,
    /// What is allowed. Never repeats the value.
    pub explanation: Text<1, 500>,
}

impl FieldError {
    /// A violation in our own words; what is too long is cut.
    #[must_use]
    pub fn new(location: Pointer, keyword: &str, explanation: &str) -> Option<Self> {
        Some(Self {
            instance_location: location,
            keyword: Text::truncated(keyword)?,
            explanation: Text::truncated(explanation)?,
        })
    }
}

/// Up to 100 violations.
pub type FieldErrors = List<FieldError, 0, 100>;

/// The closed set of details.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ErrorDetails {
    /// Every violation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field_errors: Option<FieldErrors>,
    /// How old the last observation is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current_freshness: Option<Freshness>,
}

/// What a caller gets to know of a failure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ErrorPayload {
    /// This occurrence.
    pub error_id: ErrorId,
    /// The code.
    pub code: ErrorCode,
    /// The public message.
    pub message: Message,
    retryable: bool,
    /// How long to wait, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<RetryAfter>,
    /// Ties the answer to its audit record.
    pub trace_id: TraceId,
    /// Details.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<ErrorDetails>,
    /// When it happened.
    pub created_at: Timestamp,
}

impl ErrorPayload {
    /// A payload; `retryable` follows from the code. Retry guidance is dropped
    /// where the code says that retrying cannot help.
    #[must_use]
    pub fn new(
        code: ErrorCode,
        message: Message,
        retry_after_ms: Option<RetryAfter>,
        details: ErrorDetails,
        (error_id, trace_id, created_at): (ErrorId, TraceId, Timestamp),
    ) -> Self {
        let retryable = code.retryable();
        let retry_after_ms = retry_after_ms.filter(|_| retryable);
        Self { error_id, code, message, retryable, retry_after_ms, trace_id, details: Some(details), created_at }
    }

    /// Whether sending the same again later can help.
    #[must_use]
    pub fn retryable(&self) -> bool {
        self.retryable
    }
}
