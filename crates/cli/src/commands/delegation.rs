//! `dealeragent delegation`: a group's recorded permissions.

mod create;
mod read;
mod revoke;

use std::process::ExitCode;

use anyhow::{Context as _, Result, ensure};
use dealeragent_gateway::DelegationId;
use dealeragent_store::{DATABASE_FILE, Store};

use super::served::data_folder;
use crate::{
    delegation_arguments::{DelegationArguments, DelegationCommand},
    printer::Printer,
    token_arguments::CredentialPlace,
};

pub(crate) fn run(arguments: &DelegationArguments, printer: &Printer) -> Result<ExitCode> {
    let place = &arguments.place;
    match &arguments.command {
        DelegationCommand::Create(create) => create::run(place, create, printer),
        DelegationCommand::List { all, json } => read::list(&store(place)?.delegation_store(), *all, *json, printer),
        DelegationCommand::Show { id, json } => {
            read::show(&store(place)?.delegation_store(), &id_of(id)?, *json, printer)
        }
        DelegationCommand::Revoke { id } => revoke::run(&store(place)?, &id_of(id)?, printer),
    }
}

/// A store that is there already.
fn store(place: &CredentialPlace) -> Result<Store> {
    let folder = data_folder(place)?;
    ensure!(
        folder.join(DATABASE_FILE).is_file(),
        "{} holds no records yet; check the name, or make them with `dealeragent delegation create`",
        folder.display()
    );
    Ok(Store::open(&folder)?)
}

fn id_of(text: &str) -> Result<DelegationId> {
    DelegationId::parse(text).context("the delegation's id")
}
