//! What a fault means for the last good listings.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::FileFault;

/// Kinds of fault. Guards and alerts branch on these words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FaultKind {
    /// The file is whole but has no rows: an empty export, never an empty lot
    /// (A16).
    NoRows,
    /// The file ends too early (A17).
    CutShort,
    /// Something else than delimited text, or than the document that the profile
    /// describes (A18).
    NotData,
    /// The characters cannot be told (A02).
    Encoding,
    /// An archive that cannot be used (A20).
    Archive,
    /// The columns cannot be told apart, or a needed one is not there (A05, A07,
    /// A13, A15).
    Columns,
    /// A row does not fit, where none may (A12).
    Strict,
    /// More than a cap allows (A19).
    TooLarge,
    /// The settings do not fit any file.
    Settings,
    /// The file's time or its bytes cannot be had; a later run may fare better.
    Unreadable,
}

impl FaultKind {
    pub(super) fn of(fault: &FileFault) -> Self {
        match fault {
            FileFault::Empty | FileFault::NoRows { .. } => Self::NoRows,
            FileFault::OpenQuote { .. } | FileFault::CutShort { .. } | FileFault::TrailerMismatch { .. } => {
                Self::CutShort
            }
            FileFault::Document { .. } | FileFault::Shape { .. } => Self::NotData,
            FileFault::Nuls { .. } | FileFault::BrokenUtf16 => Self::Encoding,
            FileFault::Archive { .. } => Self::Archive,
            FileFault::NoDelimiter { .. }
            | FileFault::OtherDelimiter { .. }
            | FileFault::DelimiterTie { .. }
            | FileFault::NoHeader { .. }
            | FileFault::UnexpectedHeader { .. }
            | FileFault::FieldCount { .. }
            | FileFault::DuplicateColumn { .. }
            | FileFault::MissingColumn { .. } => Self::Columns,
            FileFault::NotStrict { .. } => Self::Strict,
            FileFault::TooLarge { .. } => Self::TooLarge,
            FileFault::NotAPriceColumn { .. } | FileFault::BadTemplate { .. } => Self::Settings,
            FileFault::Unreadable { .. } | FileFault::FutureFile { .. } => Self::Unreadable,
        }
    }

    /// The word as it stands in a report.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NoRows => "no_rows",
            Self::CutShort => "cut_short",
            Self::NotData => "not_data",
            Self::Encoding => "encoding",
            Self::Archive => "archive",
            Self::Columns => "columns",
            Self::Strict => "strict",
            Self::TooLarge => "too_large",
            Self::Settings => "settings",
            Self::Unreadable => "unreadable",
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
