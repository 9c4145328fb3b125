//! `dealeragent rooftop`: whole rooftops off the air, and back.

use std::process::ExitCode;

use anyhow::{Result, bail};
use dealeragent_feeds::keep::{FeedStore, Pause};
use dealeragent_gateway::{Clock as _, SystemClock};
use serde_json::json;

use super::{
    configuration::{Loaded, load},
    kept::{NEXT_LOOK, store},
};
use crate::{
    kept_arguments::{
        OffAirArguments, PlaceArguments, RooftopArguments, RooftopCommand, RooftopPauseArguments,
        RooftopResumeArguments,
    },
    printer::Printer,
    table::Table,
};

pub(crate) fn run(arguments: &RooftopArguments, printer: &Printer) -> Result<ExitCode> {
    match &arguments.command {
        RooftopCommand::Pause(pause) => self::pause(pause, printer),
        RooftopCommand::Resume(resume) => self::resume(resume, printer),
        RooftopCommand::Paused(paused) => list(paused, printer),
    }
}

fn pause(arguments: &RooftopPauseArguments, printer: &Printer) -> Result<ExitCode> {
    let place = &arguments.rooftop;
    let store = store(&place.place)?;
    let PlaceArguments { organization, rooftop, .. } = place;
    if !is_known(place, &store)? {
        printer.talk(&format!("there is no rooftop {rooftop} of {organization}; nothing is changed"));
        return Ok(ExitCode::FAILURE);
    }
    let pause = Pause {
        organization_id: organization.clone(),
        rooftop_id: rooftop.clone(),
        by: arguments.who.by.clone(),
        why: arguments.reason.clone(),
        at: SystemClock.now(),
    };
    let is_new = store.pause(&pause)?;
    if place.json {
        printer.data(&json!({ "paused": pause, "changed": is_new }).to_string());
        return Ok(ExitCode::SUCCESS);
    }
    printer.talk(&match is_new {
        true => format!("paused: rooftop {rooftop} of {organization}; {NEXT_LOOK}"),
        false => format!("rooftop {rooftop} of {organization} was paused before; the first reason stays"),
    });
    Ok(ExitCode::SUCCESS)
}

/// A pause may outlive its rooftop in the configuration, and is lifted all the same.
fn resume(arguments: &RooftopResumeArguments, printer: &Printer) -> Result<ExitCode> {
    let place = &arguments.rooftop;
    let store = store(&place.place)?;
    let PlaceArguments { organization, rooftop, .. } = place;
    let changed = store.resume(organization, rooftop)?;
    if !changed && !is_known(place, &store)? {
        printer.talk(&format!("there is no rooftop {rooftop} of {organization}; nothing is changed"));
        return Ok(ExitCode::FAILURE);
    }
    if place.json {
        let said = json!({ "resumed": { "organization_id": organization, "rooftop_id": rooftop }, "changed": changed });
        printer.data(&said.to_string());
        return Ok(ExitCode::SUCCESS);
    }
    printer.talk(&match changed {
        true => format!("resumed: rooftop {rooftop} of {organization}; {NEXT_LOOK}"),
        false => format!("rooftop {rooftop} of {organization} was not paused"),
    });
    Ok(ExitCode::SUCCESS)
}

fn list(arguments: &OffAirArguments, printer: &Printer) -> Result<ExitCode> {
    let pauses = store(&arguments.place)?.controls()?.pauses;
    if arguments.json {
        printer.data(&json!({ "paused": pauses }).to_string());
        return Ok(ExitCode::SUCCESS);
    }
    if pauses.is_empty() {
        printer.talk("no rooftop is paused");
        return Ok(ExitCode::SUCCESS);
    }
    let mut table = Table::new(&["organization", "rooftop", "since", "by", "reason"]);
    for pause in pauses {
        table.push([
            pause.organization_id.to_string(),
            pause.rooftop_id.to_string(),
            pause.at.to_whole_second().to_string(),
            pause.by,
            pause.why.unwrap_or_default(),
        ]);
    }
    printer.data(table.to_string().trim_end());
    Ok(ExitCode::SUCCESS)
}

/// Whether the configuration has it, or, without one, what is kept: a misspelt
/// name must not look as if something were off the air.
fn is_known(place: &PlaceArguments, store: &impl FeedStore) -> Result<bool> {
    let PlaceArguments { organization, rooftop, .. } = place;
    let Some(path) = place.place.config.as_deref() else {
        let kept = store.load()?;
        let mut states = kept.feeds.values().filter_map(|feed| feed.state.as_deref());
        return Ok(states.any(|state| state.organization_id == *organization && state.rooftops.contains_key(rooftop)));
    };
    match load(Some(path), SystemClock.now())? {
        Ok(Loaded { config, .. }) => {
            let mut dealers = config.dealers.iter().filter(|dealer| dealer.organization_id == *organization);
            Ok(dealers.any(|dealer| dealer.rooftop(rooftop).is_some()))
        }
        Err(errors) => bail!("{}", errors.to_string().trim_end()),
    }
}
