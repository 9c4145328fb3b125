//! What stands in the place of entries that retention dropped.

use dealeragent_protocol::values::Timestamp;
use rusqlite::{Connection, Row, named_params};

use super::{ChainHash, encoding::Encoder, row};

/// Accounts for a run of dropped entries: the entry after them still has
/// something to follow. Anchors are a chain of their own.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Anchor {
    /// The anchor's number: from 1, without gaps.
    pub number: u64,
    /// Version of the form that is hashed.
    pub encoding: u64,
    /// When the entries were dropped.
    pub at: Timestamp,
    /// The policy that said so.
    pub policy_name: String,
    /// And its version.
    pub policy_version: String,
    /// The first entry that was dropped.
    pub first_seq: u64,
    /// The last entry that was dropped.
    pub last_seq: u64,
    /// The last dropped entry's hash.
    pub last_hash: ChainHash,
    /// The hash of the anchor before.
    pub previous_hash: ChainHash,
    /// The hash of this anchor.
    pub hash: ChainHash,
}

/// The columns, in the order of [`Anchor::read`].
pub(crate) const COLUMNS: &str = "number, encoding, at_us, policy_name, policy_version, first_seq, last_seq, \
     last_hash, previous_hash, hash";

const INSERT: &str = "INSERT INTO audit_anchors (number, encoding, at_us, policy_name, policy_version, first_seq, \
     last_seq, last_hash, previous_hash, hash) VALUES (:number, :encoding, :at, :policy_name, :policy_version, \
     :first_seq, :last_seq, :last_hash, :previous_hash, :hash)";

impl Anchor {
    /// The only encoding there is yet.
    pub(crate) const ENCODING: u64 = 1;

    /// How many entries it stands for.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.last_seq.saturating_sub(self.first_seq).saturating_add(1)
    }

    /// What is hashed, by the rules of
    /// [`AuditRecord::canonical_encoding`](super::AuditRecord::canonical_encoding).
    #[must_use]
    pub fn canonical_encoding(&self) -> Vec<u8> {
        let mut encoder = Encoder::new("dealeragent.audit.anchor");
        encoder.number(self.encoding);
        encoder.number(self.number);
        encoder.time(self.at);
        encoder.text(&self.policy_name);
        encoder.text(&self.policy_version);
        encoder.number(self.first_seq);
        encoder.number(self.last_seq);
        encoder.bytes(self.last_hash.as_bytes());
        encoder.bytes(self.previous_hash.as_bytes());
        encoder.finish()
    }

    /// The hash that the fields give.
    #[must_use]
    pub fn computed_hash(&self) -> ChainHash {
        ChainHash::of(&self.canonical_encoding())
    }

    pub(crate) fn insert(&self, connection: &Connection) -> rusqlite::Result<()> {
        let parameters = named_params! {
            ":number": row::signed(self.number)?,
            ":encoding": row::signed(self.encoding)?,
            ":at": row::microseconds(self.at),
            ":policy_name": self.policy_name,
            ":policy_version": self.policy_version,
            ":first_seq": row::signed(self.first_seq)?,
            ":last_seq": row::signed(self.last_seq)?,
            ":last_hash": self.last_hash.as_bytes(),
            ":previous_hash": self.previous_hash.as_bytes(),
            ":hash": self.hash.as_bytes(),
        };
        connection.execute(INSERT, parameters).map(|_| ())
    }

    pub(crate) fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            number: row::unsigned(row, 0)?,
            encoding: row::unsigned(row, 1)?,
            at: row::time(row, 2)?,
            policy_name: row.get(3)?,
            policy_version: row.get(4)?,
            first_seq: row::unsigned(row, 5)?,
            last_seq: row::unsigned(row, 6)?,
            last_hash: ChainHash::new(row.get(7)?),
            previous_hash: ChainHash::new(row.get(8)?),
            hash: ChainHash::new(row.get(9)?),
        })
    }
}
