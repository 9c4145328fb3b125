//! `dealeragent delegation create`.

use std::process::ExitCode;

use anyhow::{Context as _, Result, bail, ensure};
use dealeragent_gateway::{Clock as _, SystemClock};
use dealeragent_issuer::new_delegation_id;
use dealeragent_protocol::values::Timestamp;
use dealeragent_store::{DelegationRecord, Store};

use super::read;
use crate::{
    commands::served::{Served, data_folder},
    delegation_arguments::DelegationCreateArguments,
    printer::Printer,
    token_arguments::CredentialPlace,
};

/// The longest, so that somebody looks at it once a year.
const MOST_DAYS: i64 = 366;

pub(super) fn run(
    place: &CredentialPlace,
    arguments: &DelegationCreateArguments,
    printer: &Printer,
) -> Result<ExitCode> {
    let now = SystemClock.now();
    let folder = data_folder(place)?;
    Served::load(place.config.as_deref(), now)?.check(&arguments.organization, &arguments.rooftops)?;
    let record = DelegationRecord {
        id: new_delegation_id(now)?,
        issuer: arguments.issuer.clone(),
        grantee: arguments.grantee.subject().clone(),
        organization: arguments.organization.clone(),
        rooftops: arguments.rooftops.iter().cloned().collect(),
        scopes: arguments.scopes.iter().cloned().collect(),
        created_at: now,
        expires_at: end(arguments, now)?,
        revoked_at: None,
    };
    Store::open(&folder)?.delegation_store().create(&record)?;
    printer.data(&if arguments.json { serde_json::to_string(&record)? } else { record.id.to_string() });
    printer.talk(&read::story(&record, now));
    printer.talk(&format!(
        "use it with: dealeragent token issue --agent {} --delegation {} --data-dir {}",
        record.grantee,
        record.id,
        folder.display()
    ));
    Ok(ExitCode::SUCCESS)
}

fn end(arguments: &DelegationCreateArguments, now: Timestamp) -> Result<Timestamp> {
    let end = match (&arguments.until, arguments.for_span) {
        (Some(until), _) => Timestamp::parse(until).context("--until")?,
        (None, Some(span)) => now.to_whole_second().plus_seconds(span.as_seconds()),
        (None, None) => bail!("say when it ends: --until TIME or --for TIME"),
    };
    ensure!(end > now, "a delegation that ended at {end} would be of no use; name a later time");
    ensure!(
        end <= now.plus_seconds(MOST_DAYS * 86_400),
        "a delegation lasts for {MOST_DAYS} days at most; name an earlier end, and record a new one in time"
    );
    Ok(end)
}
