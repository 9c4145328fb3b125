//! `dealeragent token issue`.

use std::{collections::BTreeSet, path::Path, process::ExitCode};

use anyhow::{Context as _, Result, bail, ensure};
use dealeragent_gateway::{Clock as _, DelegationId, Reach, SystemClock};
use dealeragent_issuer::{IssuedToken, Issuer, Order};
use dealeragent_protocol::values::{OrganizationId, Scope, Timestamp};
use dealeragent_store::{CredentialStore, DelegationRecord, DelegationStore, Store, TokenRecord};
use serde::Serialize;

use super::record;
use crate::{
    commands::served::{Served, data_folder},
    credential_values::READING,
    printer::Printer,
    token_arguments::{CredentialPlace, TokenIssueArguments},
};

pub(super) fn run(place: &CredentialPlace, arguments: &TokenIssueArguments, printer: &Printer) -> Result<ExitCode> {
    let now = SystemClock.now();
    let folder = data_folder(place)?;
    let served = Served::load(place.config.as_deref(), now)?;
    // Checked before anything is made: a refused order leaves no folder behind.
    match (&arguments.delegation, &arguments.organization) {
        (None, Some(organization)) => {
            served.check(organization, &arguments.rooftops)?;
            served.names(organization, arguments.audience.as_deref())?;
        }
        _ => drop(super::records(place)?),
    }
    let is_new = !folder.exists();
    let store = Store::open(&folder)?;
    let (organization, reach) = reach(arguments, &store.delegation_store())?;
    let rooftops = match &reach {
        Reach::Rooftops(rooftops) => rooftops,
        Reach::Delegated(delegation) => &delegation.rooftops,
    };
    served.check(&organization, rooftops)?;
    let names = served.names(&organization, arguments.audience.as_deref())?;
    let order = Order {
        agent: arguments.agent.clone(),
        audience: names.audience,
        organization,
        scopes: scopes(arguments, &reach)?,
        reach,
        profiles: some(&arguments.profiles),
        purposes: some(&arguments.purposes),
        lifetime: arguments.ttl,
    };
    let issuer = Issuer::open(&folder, names.issuer, now)?;
    let tokens = store.credential_store();
    let (issued, record) = issue_and_record(&issuer, &tokens, &order, now)?;
    let issuer = issuer.name().as_str();
    if arguments.json {
        printer.data(&serde_json::to_string(&Json { token: issued.token.reveal(), issuer, record: &record })?);
    } else {
        printer.data(issued.token.reveal());
    }
    printer.talk(&said(&record, &folder, is_new));
    // The token is out: that older records stay is no failure of it.
    if let Err(fault) = tokens.prune_expired(served.keep_days, now) {
        printer.talk(&format!("old records were not dropped: {fault}"));
    }
    Ok(ExitCode::SUCCESS)
}

/// Signs a token and keeps its record. Nobody gets a token that is not on
/// record: it could not be revoked.
pub(crate) fn issue_and_record(
    issuer: &Issuer,
    tokens: &CredentialStore,
    order: &Order,
    now: Timestamp,
) -> Result<(IssuedToken, TokenRecord)> {
    let issued = issuer.issue(order, now)?;
    let record = record::record_of(&issued);
    tokens.record(&record)?;
    Ok((issued, record))
}

#[derive(Serialize)]
struct Json<'i> {
    token: &'i str,
    issuer: &'i str,
    #[serde(flatten)]
    record: &'i TokenRecord,
}

/// The dealer and the rooftops: as named, or as delegated.
fn reach(arguments: &TokenIssueArguments, delegations: &DelegationStore) -> Result<(OrganizationId, Reach)> {
    let Some(id) = &arguments.delegation else {
        let organization = arguments.organization.clone().context("--organization is missing")?;
        return Ok((organization, Reach::Rooftops(arguments.rooftops.iter().cloned().collect())));
    };
    let record = delegated(id, delegations)?;
    if let Some(organization) = &arguments.organization {
        ensure!(
            *organization == record.organization,
            "delegation {id} is of `{}`, not of `{organization}`; leave --organization out",
            record.organization
        );
    }
    let delegation = record.to_delegation();
    let delegation = delegation.with_context(|| format!("delegation {id} was revoked; record a new one"))?;
    Ok((record.organization, Reach::Delegated(delegation)))
}

fn delegated(id: &str, delegations: &DelegationStore) -> Result<DelegationRecord> {
    let parsed = DelegationId::parse(id).context("--delegation")?;
    let record = delegations.show(&parsed)?;
    record.with_context(|| format!("there is no delegation `{id}`; `dealeragent delegation list` shows them"))
}

/// As named; else those for reading, as far as they are delegated.
fn scopes(arguments: &TokenIssueArguments, reach: &Reach) -> Result<BTreeSet<Scope>> {
    if arguments.no_scope || !arguments.scopes.is_empty() {
        return Ok(arguments.scopes.iter().cloned().collect());
    }
    let reading: BTreeSet<Scope> = READING.iter().filter_map(|scope| Scope::parse(scope).ok()).collect();
    let Reach::Delegated(delegation) = reach else { return Ok(reading) };
    let both: BTreeSet<Scope> = reading.intersection(&delegation.scopes).cloned().collect();
    if both.is_empty() {
        bail!("delegation {} holds no scope for reading; say which it is for with --scope", delegation.id);
    }
    Ok(both)
}

/// Nothing said is not the same as nothing allowed.
fn some<T: Ord + Copy>(named: &[T]) -> Option<BTreeSet<T>> {
    (!named.is_empty()).then(|| named.iter().copied().collect())
}

fn said(record: &TokenRecord, folder: &Path, is_new: bool) -> String {
    let mut lines = vec![
        format!("token      {} for {}", record.jti, record.subject),
        format!("may read   {} ({})", record.organization, record::reach(record)),
        format!("scopes     {}", record::scopes(record)),
        format!("at         {}", record.audience),
        format!("until      {}", record.expires_at),
        format!("revoke     dealeragent token revoke {} --data-dir {}", record.jti, folder.display()),
        "It is a secret, and it is not kept here: hand it to the agent's operator, and to nobody else.".to_owned(),
    ];
    if is_new {
        lines.push(format!(
            "The data folder {} is new: run the gateway with it, or it will not know the token.",
            folder.display()
        ));
    }
    lines.join("\n")
}
