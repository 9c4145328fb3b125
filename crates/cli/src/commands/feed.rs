//! `dealeragent feed`: exports before they are served, and what became of them.

mod check;
mod convert;
mod desk;
mod diff;
mod import;
pub(super) mod input;
mod profile;
mod runs;
mod severity;
mod shown;
mod source;

use std::process::ExitCode;

use anyhow::Result;

use crate::{
    feed_arguments::{FeedArguments, FeedCommand},
    printer::Printer,
};

pub(super) use profile::id_of;
pub(super) use source::own_profile;

pub(crate) fn run(arguments: &FeedArguments, printer: &Printer) -> Result<ExitCode> {
    match &arguments.command {
        FeedCommand::Check(check) => check::run(check, printer),
        FeedCommand::Convert(convert) => convert::run(convert, printer),
        FeedCommand::Profile(profile) => profile::run(profile, printer),
        FeedCommand::Import(import) => import::run(import, printer),
        FeedCommand::Diff(diff) => diff::run(diff, printer),
        FeedCommand::Runs(runs) => runs::list(runs, printer),
        FeedCommand::Rejects(rejects) => runs::rejects(rejects, printer),
        FeedCommand::Accept(accept) => runs::accept(accept, printer),
    }
}
