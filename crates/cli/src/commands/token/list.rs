//! `dealeragent token list`.

use std::process::ExitCode;

use anyhow::Result;
use dealeragent_gateway::{Clock as _, SystemClock};
use dealeragent_protocol::values::Timestamp;
use dealeragent_store::{CredentialStore, TokenFilter, TokenRecord};

use super::record;
use crate::printer::Printer;

pub(super) fn run(tokens: &CredentialStore, all: bool, json: bool, printer: &Printer) -> Result<ExitCode> {
    let now = SystemClock.now();
    let records = tokens.list(&TokenFilter { subject: None, live_at: (!all).then_some(now) })?;
    for record in &records {
        printer.data(&if json { serde_json::to_string(record)? } else { line(record, now) });
    }
    if records.is_empty() {
        printer.talk(if all { "no token is on record" } else { "no token can be used now; --all shows older ones" });
    }
    Ok(ExitCode::SUCCESS)
}

/// One line for eyes: id, state, end, agent, rooftops, scopes.
fn line(record: &TokenRecord, now: Timestamp) -> String {
    let (jti, until, agent, organization) = (&record.jti, record.expires_at, &record.subject, &record.organization);
    let (state, reach, scopes) = (record::state(record, now), record::reach(record), record::scopes(record));
    format!("{jti}  {state:<7}  {until}  {agent}  {organization} ({reach})  {scopes}")
}
