//! Evidence about used units: what history providers, registries, inspectors
//! and workshops say, from a side file. Sources that disagree are all kept.

mod attach;
mod build;
mod display;
mod fault;
mod file;
mod rules;

use dealeragent_protocol::{intake::Intake, values::ContentDigest};
use sha2::{Digest as _, Sha256};

pub use attach::{AttachReport, LeftOut};
pub use fault::EvidenceFault;
use file::EvidenceFile;

/// Bytes of the largest side file.
const MAX_BYTES: usize = 64 << 20;

/// A side file that was read and checked.
#[derive(Debug, Clone)]
pub struct Evidence {
    file: EvidenceFile,
    digest: ContentDigest,
    shift_days: i64,
}

impl Evidence {
    /// Reads a side file. Its shape is the contract's, without provenance and
    /// freshness; instead each block names its source, its authority and when
    /// it was seen.
    ///
    /// # Errors
    /// [`EvidenceFault`]: not JSON, or every violation with its JSON Pointer.
    pub fn read(text: &str) -> Result<Self, EvidenceFault> {
        if text.len() > MAX_BYTES {
            return Err(EvidenceFault::TooLarge { limit: MAX_BYTES });
        }
        let value = serde_json::from_str(text)
            .map_err(|error| EvidenceFault::NotJson { line: error.line(), column: error.column() })?;
        let intake = Intake::<EvidenceFile>::strict().map_err(|_| EvidenceFault::Defect)?;
        let file = intake
            .read(value, rules::between_fields)
            .map_err(|violations| EvidenceFault::Violations(violations.as_slice().to_vec()))?;
        let digest = ContentDigest::from_sha256(Sha256::digest(text.as_bytes()).into());
        Ok(Self { file, digest, shift_days: 0 })
    }

    /// The same evidence with every date moved by whole days: for the
    /// demonstration's dated files only.
    #[must_use]
    pub fn shifted(self, days: i64) -> Self {
        Self { shift_days: self.shift_days.saturating_add(days), ..self }
    }
}
