//! What a verification found.

use std::fmt;

use dealeragent_protocol::values::Timestamp;

use super::Tip;

/// The result of a verification. It stops at the first thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Verification {
    /// Entries that verify.
    pub entries: u64,
    /// The first of them.
    pub first: Option<Mark>,
    /// The last of them.
    pub last: Option<Mark>,
    /// Anchors that verify.
    pub anchors: u64,
    /// The chain's end, as far as it verifies: worth noting down.
    pub tip: Tip,
    /// What became of the tip that was noted down before, if one was given.
    pub noted: Option<NotedTip>,
    /// The first thing that is wrong.
    pub broken: Option<Broken>,
}

impl Verification {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_intact(&self) -> bool {
        self.broken.is_none()
    }
}

/// An entry's place and time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Mark {
    /// Its number.
    pub seq: u64,
    /// Its time.
    pub at: Timestamp,
}

/// What became of a noted tip in an intact log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NotedTip {
    /// The entry is there, unchanged, and so is all before it.
    Found,
    /// Retention dropped the entry, so that only the anchors speak for it.
    Dropped,
}

/// The first thing that is wrong with a log.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Broken {
    /// Where.
    pub place: Place,
    /// What.
    pub defect: Defect,
}

/// A place in a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// The log as a whole.
    Log,
    /// The anchor of that number.
    Anchor(u64),
    /// The entry of that number.
    Entry(u64),
}

/// What can be wrong.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Defect {
    /// A number is left out, or comes again.
    #[error("is missing; in its place comes number {found}")]
    OutOfSequence {
        /// What came in its place.
        found: u64,
    },
    /// The hash of the one before is not the one that it follows.
    #[error("does not follow the one before it")]
    Unlinked,
    /// The content does not give the hash.
    #[error("was changed: its content does not give its hash")]
    Changed,
    /// An encoding of another program.
    #[error("has the unknown encoding {found}; verify with the program that wrote it")]
    UnknownEncoding {
        /// The encoding.
        found: u64,
    },
    /// It cannot be read at all.
    #[error("cannot be read: {problem}")]
    Unreadable {
        /// Why.
        problem: String,
    },
    /// An anchor for other entries than the next ones.
    #[error("stands for other entries than those that follow the anchor before it")]
    WrongRange,
    /// The hash is not the one that was noted down.
    #[error("is not the one that was noted down: the log was rewritten")]
    NotAsNoted,
    /// The log ends before what was noted down.
    #[error("is missing: the log was cut off before the noted entry {noted}")]
    CutOff {
        /// The noted entry.
        noted: u64,
    },
    /// The noted tip is of another log.
    #[error("is not the one whose tip was noted down")]
    OtherLog,
    /// An export without its last line.
    #[error("is not complete: the export breaks off")]
    NoEnd,
    /// An export whose last line tells another end.
    #[error("is not complete: the export's last line tells another end")]
    WrongEnd,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Log => f.write_str("the log"),
            Self::Anchor(number) => write!(f, "anchor {number}"),
            Self::Entry(seq) => write!(f, "entry {seq}"),
        }
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.place, self.defect)
    }
}
