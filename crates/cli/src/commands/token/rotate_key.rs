//! `dealeragent token rotate-key`.

use std::process::ExitCode;

use anyhow::{Context as _, Result};
use dealeragent_gateway::{Clock as _, SystemClock};
use dealeragent_issuer::{Issuer, Rotation};
use dealeragent_protocol::values::Text;

use super::Records;
use crate::printer::Printer;

pub(super) fn run(records: &Records, at_once: bool, printer: &Printer) -> Result<ExitCode> {
    let now = SystemClock.now();
    let rotation = if at_once { Rotation::AtOnce } else { Rotation::Gentle };
    let rotated = Issuer::rotate(&records.folder, rotation, now)?;
    printer.talk(&format!("key {} signs from now on", rotated.signing));
    if at_once {
        let reason = Text::bounded("the signing keys were dropped");
        let ended = records.tokens.revoke_all(Some(&reason), now);
        let ended =
            ended.context("the old keys are dropped and their tokens end, but the records still call them live")?;
        printer.talk(&format!("the old keys are dropped; {} tokens ended with them", ended.len()));
    } else {
        printer.talk(&match rotated.still_verify {
            1 => "the older key verifies until the last token that it signed has ended".to_owned(),
            many => format!("{many} older keys verify until the last tokens that they signed have ended"),
        });
    }
    Ok(ExitCode::SUCCESS)
}
