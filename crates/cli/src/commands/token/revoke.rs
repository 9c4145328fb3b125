//! `dealeragent token revoke`.

use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use dealeragent_gateway::{Clock as _, CredentialId, SystemClock};
use dealeragent_issuer::AgentName;
use dealeragent_protocol::values::{Text, Timestamp};
use dealeragent_store::{CredentialStore, Revoked};

use crate::{printer::Printer, token_arguments::TokenRevokeArguments};

pub(super) fn run(tokens: &CredentialStore, arguments: &TokenRevokeArguments, printer: &Printer) -> Result<ExitCode> {
    let (reason, now) = (arguments.reason.as_ref(), SystemClock.now());
    match (&arguments.agent, &arguments.token_id) {
        (Some(agent), _) => of_agent(tokens, agent, reason, now, printer),
        (None, Some(id)) => by_id(tokens, id, reason, now, printer),
        (None, None) => bail!("say which: a token's id, or --agent NAME"),
    }
}

fn by_id(
    tokens: &CredentialStore,
    id: &str,
    reason: Option<&Text<1, 200>>,
    now: Timestamp,
    printer: &Printer,
) -> Result<ExitCode> {
    // A token has two dots, an id none. It is not repeated: it is a secret.
    if id.contains('.') {
        bail!("that looks like a token, not like a token's id; `dealeragent token list` shows the ids");
    }
    let id = CredentialId::parse(id).context("the token's id")?;
    match tokens.revoke(&id, reason, now)? {
        Revoked::Now(record) => {
            printer.talk(&format!("revoked {} of {}", record.jti, record.subject));
            if record.expires_at <= now {
                printer.talk("it had ended before");
            }
            Ok(ExitCode::SUCCESS)
        }
        Revoked::Before(record) => {
            let at = record.revoked.map(|revoked| format!(" at {}", revoked.at)).unwrap_or_default();
            printer.talk(&format!("{} of {} was revoked before{at}", record.jti, record.subject));
            Ok(ExitCode::SUCCESS)
        }
        Revoked::Unknown => {
            printer.talk(&format!("no token has the id {id}; `dealeragent token list --all` shows those on record"));
            Ok(ExitCode::FAILURE)
        }
    }
}

fn of_agent(
    tokens: &CredentialStore,
    agent: &AgentName,
    reason: Option<&Text<1, 200>>,
    now: Timestamp,
    printer: &Printer,
) -> Result<ExitCode> {
    let revoked = tokens.revoke_subject(agent.subject(), reason, now)?;
    if revoked.is_empty() {
        printer
            .talk(&format!("{agent} has no token that can be used; `dealeragent token list --all` shows older ones"));
        return Ok(ExitCode::FAILURE);
    }
    for id in &revoked {
        printer.talk(&format!("revoked {id} of {agent}"));
    }
    Ok(ExitCode::SUCCESS)
}
