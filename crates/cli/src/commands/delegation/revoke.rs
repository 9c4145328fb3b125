//! `dealeragent delegation revoke`.

use std::process::ExitCode;

use anyhow::Result;
use dealeragent_gateway::{Clock as _, DelegationId, SystemClock};
use dealeragent_protocol::values::Timestamp;
use dealeragent_store::{RecordedReach, Revoked, Store, TokenFilter};

use super::read::unknown;
use crate::printer::Printer;

pub(super) fn run(store: &Store, id: &DelegationId, printer: &Printer) -> Result<ExitCode> {
    let now = SystemClock.now();
    match store.delegation_store().revoke(id, now)? {
        Revoked::Now(record) => {
            let tokens = live_tokens(store, id, now)?;
            printer.talk(&format!(
                "revoked {id} of {}; tokens under it reach nothing any more (live ones: {tokens})",
                record.grantee
            ));
            Ok(ExitCode::SUCCESS)
        }
        Revoked::Before(record) => {
            let at = record.revoked_at.map(|at| format!(" at {at}")).unwrap_or_default();
            printer.talk(&format!("{id} was revoked before{at}"));
            Ok(ExitCode::SUCCESS)
        }
        Revoked::Unknown => {
            printer.talk(&unknown(id));
            Ok(ExitCode::FAILURE)
        }
    }
}

/// How many tokens this concerns.
fn live_tokens(store: &Store, id: &DelegationId, now: Timestamp) -> Result<usize> {
    let live = store.credential_store().list(&TokenFilter { subject: None, live_at: Some(now) })?;
    let uses = |reach: &RecordedReach| matches!(reach, RecordedReach::Delegation(used) if used == id);
    Ok(live.iter().filter(|record| uses(&record.reach)).count())
}
