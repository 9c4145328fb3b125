//! The log as JSON Lines, to be kept and verified elsewhere.

use std::io::{self, BufWriter, Write};

use rusqlite::{Connection, Row};

use super::{Anchor, AuditArchive, AuditRecord, LogId, Tip, anchor, row, tip};
use crate::StoreFault;

/// The name of the form, in the first line.
pub(crate) const FORMAT: &str = "dealeragent.audit.export/1";

/// One line of an export: a header, all anchors, all entries, an end.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Line {
    Header { format: String, log_id: LogId },
    Anchor(Anchor),
    Entry(Box<AuditRecord>),
    End { anchors: u64, entries: u64, tip: Tip },
}

enum Stop {
    Database(rusqlite::Error),
    Output(io::Error),
}

impl From<rusqlite::Error> for Stop {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error)
    }
}

impl AuditArchive {
    /// Writes the whole log as JSON Lines and returns its tip. The first line
    /// names the log, the last one its end; each line between is an anchor or
    /// an entry, by its `kind`. [`verify_export`](super::verify_export) needs
    /// nothing else. It is written as it stands, verified or not.
    ///
    /// # Errors
    /// [`StoreFault`] when the database cannot be read or the output cannot be
    /// written to.
    pub fn export(&self, output: impl Write) -> Result<Tip, StoreFault> {
        let failed = StoreFault::database("export the audit log", self.database());
        let mut connection = self.connect()?;
        let view = connection.transaction().map_err(&failed)?;
        match write_all(&view, &mut BufWriter::new(output)) {
            Ok(tip) => Ok(tip),
            Err(Stop::Database(source)) => Err(failed(source)),
            Err(Stop::Output(source)) => Err(StoreFault::Export { doing: "write", source }),
        }
    }
}

fn write_all(view: &Connection, output: &mut impl Write) -> Result<Tip, Stop> {
    let tip = tip::read(view)?;
    write(output, &Line::Header { format: FORMAT.to_owned(), log_id: tip.log_id })?;
    let sql = format!("SELECT {} FROM audit_anchors ORDER BY number", anchor::COLUMNS);
    let anchors = write_rows(view, &sql, output, |row| Anchor::read(row).map(Line::Anchor))?;
    let sql = format!("SELECT {} FROM audit_entries ORDER BY seq", row::COLUMNS);
    let entries = write_rows(view, &sql, output, |row| row::read(row).map(Box::new).map(Line::Entry))?;
    write(output, &Line::End { anchors, entries, tip: tip.clone() })?;
    output.flush().map_err(Stop::Output)?;
    Ok(tip)
}

fn write_rows(
    view: &Connection,
    sql: &str,
    output: &mut impl Write,
    read: impl Fn(&Row<'_>) -> rusqlite::Result<Line>,
) -> Result<u64, Stop> {
    let mut statement = view.prepare(sql)?;
    let mut rows = statement.query([])?;
    let mut count: u64 = 0;
    while let Some(row) = rows.next()? {
        write(output, &read(row)?)?;
        count = count.saturating_add(1);
    }
    Ok(count)
}

fn write(output: &mut impl Write, line: &Line) -> Result<(), Stop> {
    serde_json::to_writer(&mut *output, line).map_err(|error| Stop::Output(error.into()))?;
    output.write_all(b"\n").map_err(Stop::Output)
}
