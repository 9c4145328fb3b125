//! `dealeragent feed`: exports, before they are served.

mod check;
mod convert;
pub(super) mod input;
mod profile;
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
    }
}
