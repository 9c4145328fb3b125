//! The end of the chain, to be noted down where the file's owner cannot reach.

use std::{fmt, str::FromStr};

use rusqlite::{Connection, OptionalExtension as _};

use super::{ChainHash, LogId, row};

/// Tells one state of a log: whoever keeps it can find out later whether the
/// log still holds everything up to here. As text:
/// `dealeragent-audit/1:<log id>:<seq>:<hash>`.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Tip {
    /// The log.
    pub log_id: LogId,
    /// The last entry's number; 0 where there was none ever.
    pub seq: u64,
    /// The last entry's hash; the log's first hash where there was none.
    pub hash: ChainHash,
}

/// Refusal of a text that is no tip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a noted tip, such as dealeragent-audit/1:<log id>:<number>:<hash>")]
pub struct InvalidTip;

const PREFIX: &str = "dealeragent-audit/1";

impl fmt::Display for Tip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}:{}:{}:{}", self.log_id, self.seq, self.hash)
    }
}

impl FromStr for Tip {
    type Err = InvalidTip;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts: Vec<&str> = text.trim().split(':').collect();
        let [PREFIX, log_id, seq, hash] = parts.as_slice() else { return Err(InvalidTip) };
        match (log_id.parse(), seq.parse(), hash.parse()) {
            (Ok(log_id), Ok(seq), Ok(hash)) => Ok(Self { log_id, seq, hash }),
            _ => Err(InvalidTip),
        }
    }
}

/// The log's id.
pub(crate) fn read_log_id(connection: &Connection) -> rusqlite::Result<LogId> {
    connection.query_row("SELECT log_id FROM audit_log WHERE id = 1", [], |row| row.get(0).map(LogId::new))
}

/// The last entry, else the last one that retention dropped, else the start.
/// Read inside of the transaction that appends, or another process would
/// append to the same tip.
pub(crate) fn read(connection: &Connection) -> rusqlite::Result<Tip> {
    let log_id = read_log_id(connection)?;
    let last = |sql: &str| {
        let read = |row: &rusqlite::Row<'_>| Ok((row::unsigned(row, 0)?, ChainHash::new(row.get(1)?)));
        connection.prepare_cached(sql)?.query_row([], read).optional()
    };
    let last = match last("SELECT seq, hash FROM audit_entries ORDER BY seq DESC LIMIT 1")? {
        Some(entry) => Some(entry),
        None => last("SELECT last_seq, last_hash FROM audit_anchors ORDER BY number DESC LIMIT 1")?,
    };
    let (seq, hash) = last.unwrap_or_else(|| (0, log_id.genesis()));
    Ok(Tip { log_id, seq, hash })
}
