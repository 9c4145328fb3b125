//! A run of a feed, as it is remembered.

use std::fmt;

use dealeragent_protocol::values::{ContentDigest, Timestamp};
use serde::{Deserialize, Serialize};

use super::{Diff, HoldReason};
use crate::{FaultKind, FileFault};

/// The id of a run: `run_` and a ULID, so that ids sort by time.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RunId(String);

/// Refusal of a text that is no id of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be the id of a run, such as run_01KB3Q0000000000000000000A; `dealeragent feed runs` lists them")]
pub struct NoRunId;

impl RunId {
    /// The id of a run that starts `at`. `random` keeps ids of one moment apart.
    #[must_use]
    pub fn mint(at: Timestamp, random: u128) -> Self {
        let milliseconds = u64::try_from(at.as_millisecond()).unwrap_or_default();
        Self(format!("run_{}", ulid::Ulid::from_parts(milliseconds, random)))
    }

    /// # Errors
    /// [`NoRunId`].
    pub fn parse(text: &str) -> Result<Self, NoRunId> {
        let ulid = text.strip_prefix("run_").and_then(|ulid| ulid::Ulid::from_string(ulid).ok());
        ulid.map(|ulid| Self(format!("run_{ulid}"))).ok_or(NoRunId)
    }

    /// As text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for RunId {
    type Error = NoRunId;
    fn try_from(text: String) -> Result<Self, NoRunId> {
        Self::parse(&text)
    }
}

impl From<RunId> for String {
    fn from(id: RunId) -> Self {
        id.0
    }
}

impl fmt::Display for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What is remembered of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunRecord {
    /// Its id.
    pub id: RunId,
    /// The feed.
    pub feed: String,
    /// When it started.
    pub started_at: Timestamp,
    /// When it was decided; before what it takes to write it down.
    pub ended_at: Timestamp,
    /// The file's own time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_time: Option<Timestamp>,
    /// The file's digest, where it was read to its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<ContentDigest>,
    /// The file's length in bytes, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// What came of its rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<RowCounts>,
    /// What became of it.
    pub outcome: RunOutcome,
    /// What it changed, or would.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diff: Option<Diff>,
}

/// Rows of a file by what became of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowCounts {
    /// Rows below the header.
    pub rows: u64,
    /// Listings made of them.
    pub listed: u64,
    /// Of these, listings without a usable price.
    pub unpriced: u64,
    /// Rows held back.
    pub rejected: u64,
    /// Rows that repeat another.
    pub repeated: u64,
    /// Rows left out by the profile's rules.
    pub left_out: u64,
    /// Warnings of all kinds.
    pub warnings: u64,
}

impl From<&crate::FeedReport> for RowCounts {
    fn from(report: &crate::FeedReport) -> Self {
        Self {
            rows: report.rows,
            listed: report.published,
            unpriced: report.unknown_price,
            rejected: report.rejected,
            repeated: report.collapsed,
            left_out: report.dropped.values().sum(),
            warnings: report.warnings.iter().map(|warning| warning.count).sum(),
        }
    }
}

/// What became of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
#[non_exhaustive]
pub enum RunOutcome {
    /// Its state is the last good one, or was until the next.
    Applied,
    /// It waits for a person.
    Held {
        /// Why.
        reasons: Vec<HoldReason>,
    },
    /// It waited, and a person released it.
    Accepted {
        /// Why it waited.
        reasons: Vec<HoldReason>,
        /// Who released it.
        by: String,
        /// When.
        at: Timestamp,
    },
    /// It waited until a newer file took its place.
    Superseded {
        /// Why it waited.
        reasons: Vec<HoldReason>,
    },
    /// The file could not be used; the last good state stays.
    Refused {
        /// The kind of fault; `None` where the file could not even be had.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<FaultKind>,
        /// What is wrong, and how to mend it.
        fault: String,
    },
}

impl RunOutcome {
    /// Of a file that cannot be used.
    #[must_use]
    pub fn refused(fault: &FileFault) -> Self {
        Self::Refused { kind: Some(fault.kind()), fault: fault.to_string() }
    }

    /// One word, as scripts know it.
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Applied => "applied",
            Self::Held { .. } => "held",
            Self::Accepted { .. } => "accepted",
            Self::Superseded { .. } => "superseded",
            Self::Refused { .. } => "refused",
        }
    }
}
