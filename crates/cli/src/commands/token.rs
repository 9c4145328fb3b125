//! `dealeragent token`: tokens for agents.

mod issue;
mod list;
mod record;
mod revoke;
mod rotate_key;

pub(crate) use self::issue::issue_and_record;

use std::{path::PathBuf, process::ExitCode};

use anyhow::{Result, ensure};
use dealeragent_store::{CredentialStore, DATABASE_FILE, Store};

use super::served::data_folder;
use crate::{
    printer::Printer,
    token_arguments::{CredentialPlace, TokenArguments, TokenCommand},
};

pub(crate) fn run(arguments: &TokenArguments, printer: &Printer) -> Result<ExitCode> {
    let place = &arguments.place;
    match &arguments.command {
        TokenCommand::Issue(order) => issue::run(place, order, printer),
        TokenCommand::List { all, json } => list::run(&records(place)?.tokens, *all, *json, printer),
        TokenCommand::Revoke(revoke) => revoke::run(&records(place)?.tokens, revoke, printer),
        TokenCommand::RotateKey { now } => rotate_key::run(&records(place)?, *now, printer),
    }
}

/// Records that are there already. A folder with a misspelt name must not be
/// made, and then found to be empty.
struct Records {
    folder: PathBuf,
    tokens: CredentialStore,
}

fn records(place: &CredentialPlace) -> Result<Records> {
    let folder = data_folder(place)?;
    ensure!(
        folder.join(DATABASE_FILE).is_file(),
        "{} holds no records yet; check the name, or make them with `dealeragent token issue`",
        folder.display()
    );
    let tokens = Store::open(&folder)?.credential_store();
    Ok(Records { folder, tokens })
}
