//! Why a side file was refused.

use std::fmt;

use dealeragent_protocol::error::FieldError;

/// Violations that a message lists before it only counts.
const LISTED: usize = 10;

/// A side file that cannot be used. Nothing of it is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum EvidenceFault {
    /// Larger than the cap.
    TooLarge {
        /// Bytes.
        limit: usize,
    },
    /// No JSON text.
    NotJson {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
    },
    /// JSON of another shape: every violation, with its place.
    Violations(Vec<FieldError>),
    /// The shape itself could not be compiled. A defect of this crate.
    Defect,
}

impl fmt::Display for EvidenceFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { limit } => write!(f, "the side file is larger than {limit} bytes; split it"),
            Self::NotJson { line, column } => {
                write!(
                    f,
                    "line {line}, column {column}: the side file is not valid JSON from here on; mend or export it again"
                )
            }
            Self::Violations(violations) => {
                write!(f, "{} things in the side file are not as they should be", violations.len())?;
                for violation in violations.iter().take(LISTED) {
                    write!(f, "; {}: {}", violation.instance_location, violation.explanation)?;
                }
                let more = violations.len().saturating_sub(LISTED);
                if more > 0 { write!(f, "; and {more} more") } else { Ok(()) }
            }
            Self::Defect => {
                f.write_str("the shape of side files could not be compiled; this is a defect of the program")
            }
        }
    }
}

impl std::error::Error for EvidenceFault {}
