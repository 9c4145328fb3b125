//! `dealeragent delegation list` and `show`.

use std::process::ExitCode;

use anyhow::Result;
use dealeragent_gateway::{Clock as _, DelegationId, SystemClock};
use dealeragent_protocol::values::{RooftopId, Scope, Timestamp};
use dealeragent_store::{DelegationRecord, DelegationStore};

use crate::printer::Printer;

pub(super) fn list(store: &DelegationStore, all: bool, json: bool, printer: &Printer) -> Result<ExitCode> {
    let now = SystemClock.now();
    let mut records = store.list()?;
    records.retain(|record| all || record.is_live(now));
    for record in &records {
        printer.data(&if json { serde_json::to_string(record)? } else { line(record, now) });
    }
    if records.is_empty() {
        printer.talk(if all {
            "no delegation is on record"
        } else {
            "no delegation can be used now; --all shows older ones"
        });
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn show(store: &DelegationStore, id: &DelegationId, json: bool, printer: &Printer) -> Result<ExitCode> {
    let Some(record) = store.show(id)? else {
        printer.talk(&unknown(id));
        return Ok(ExitCode::FAILURE);
    };
    printer.data(&if json { serde_json::to_string(&record)? } else { story(&record, SystemClock.now()) });
    Ok(ExitCode::SUCCESS)
}

pub(super) fn unknown(id: &DelegationId) -> String {
    format!("there is no delegation {id}; `dealeragent delegation list --all` shows those on record")
}

/// One line for eyes: id, state, end, grantee, group, rooftops.
fn line(record: &DelegationRecord, now: Timestamp) -> String {
    let (id, until, grantee, organization) = (&record.id, record.expires_at, &record.grantee, &record.organization);
    format!("{id}  {:<7}  {until}  {grantee}  {organization} ({})", state(record, now), rooftops(record))
}

/// A delegation for somebody who wants to know what it allows.
pub(super) fn story(record: &DelegationRecord, now: Timestamp) -> String {
    let mut lines = vec![
        format!("delegation     {} ({})", record.id, state(record, now)),
        format!("delegated by   {}", record.issuer),
        format!("to             {}", record.grantee),
        format!("organization   {}", record.organization),
        format!("rooftops       {}", rooftops(record)),
        format!("scopes         {}", record.scopes.iter().map(Scope::as_str).collect::<Vec<_>>().join(" ")),
        format!("since          {}", record.created_at.to_whole_second()),
        format!("until          {}", record.expires_at),
    ];
    lines.extend(record.revoked_at.map(|at| format!("revoked        {}", at.to_whole_second())));
    lines.join("\n")
}

fn rooftops(record: &DelegationRecord) -> String {
    record.rooftops.iter().map(RooftopId::as_str).collect::<Vec<_>>().join(", ")
}

fn state(record: &DelegationRecord, now: Timestamp) -> &'static str {
    match (record.revoked_at, record.is_live(now)) {
        (Some(_), _) => "revoked",
        (None, true) => "live",
        (None, false) => "ended",
    }
}
