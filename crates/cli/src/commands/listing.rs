//! `dealeragent listing`: single units off the air, and back.

use std::{collections::BTreeMap, process::ExitCode};

use anyhow::{Result, bail};
use dealeragent_feeds::{
    judge::UnitName,
    keep::{FeedStore, Hide, Kept},
};
use dealeragent_gateway::{Clock as _, SystemClock};
use dealeragent_inventory::vehicle_id;
use dealeragent_protocol::values::{VehicleId, Vin};
use serde_json::json;

use super::kept::{NEXT_LOOK, store};
use crate::{
    kept_arguments::{
        ListingArguments, ListingCommand, ListingHideArguments, ListingShowArguments, OffAirArguments, UnitArguments,
    },
    printer::Printer,
    table::Table,
};

pub(crate) fn run(arguments: &ListingArguments, printer: &Printer) -> Result<ExitCode> {
    match &arguments.command {
        ListingCommand::Hide(hide) => self::hide(hide, printer),
        ListingCommand::Show(show) => self::show(show, printer),
        ListingCommand::Hidden(hidden) => list(hidden, printer),
    }
}

fn hide(arguments: &ListingHideArguments, printer: &Printer) -> Result<ExitCode> {
    let unit = &arguments.unit;
    let store = store(&unit.place)?;
    let Some((vehicle_id, name)) = one(unit, on_lot(unit, &store.load()?))? else {
        return Ok(absent(unit, "on the lot", printer));
    };
    let hide = Hide {
        organization_id: unit.organization.clone(),
        vehicle_id,
        name,
        by: arguments.who.by.clone(),
        why: arguments.reason.clone(),
        at: SystemClock.now(),
    };
    let is_new = store.hide(&hide)?;
    if unit.json {
        printer.data(&json!({ "hidden": hide, "changed": is_new }).to_string());
        return Ok(ExitCode::SUCCESS);
    }
    let name = &hide.name;
    printer.talk(&match is_new {
        true => format!("hidden: {name}; {NEXT_LOOK}"),
        false => format!("{name} was hidden before; the first reason stays"),
    });
    Ok(ExitCode::SUCCESS)
}

/// A unit that is hidden may have left the lot meanwhile.
fn show(arguments: &ListingShowArguments, printer: &Printer) -> Result<ExitCode> {
    let unit = &arguments.unit;
    let store = store(&unit.place)?;
    let kept = store.load()?;
    let mut found = on_lot(unit, &kept);
    let by_vin = Vin::parse(&unit.unit).ok().and_then(|vin| vehicle_id(&unit.organization, &unit.rooftop, &vin).ok());
    for hide in kept.controls.hides.iter().filter(|hide| hide.organization_id == unit.organization) {
        if hide.vehicle_id.as_str() == unit.unit || Some(&hide.vehicle_id) == by_vin.as_ref() {
            found.insert(hide.vehicle_id.clone(), hide.name.clone());
        }
    }
    let Some((vehicle_id, name)) = one(unit, found)? else {
        return Ok(absent(unit, "on the lot or hidden", printer));
    };
    let changed = store.show(&unit.organization, &vehicle_id)?;
    if unit.json {
        printer.data(&json!({ "shown": vehicle_id, "name": name, "changed": changed }).to_string());
        return Ok(ExitCode::SUCCESS);
    }
    printer.talk(&match changed {
        true => format!("shown again: {name}; {NEXT_LOOK}"),
        false => format!("{name} was not hidden"),
    });
    Ok(ExitCode::SUCCESS)
}

fn list(arguments: &OffAirArguments, printer: &Printer) -> Result<ExitCode> {
    let hides = store(&arguments.place)?.controls()?.hides;
    if arguments.json {
        printer.data(&json!({ "hidden": hides }).to_string());
        return Ok(ExitCode::SUCCESS);
    }
    if hides.is_empty() {
        printer.talk("no unit is hidden");
        return Ok(ExitCode::SUCCESS);
    }
    let mut table = Table::new(&["organization", "vehicle id", "since", "by", "unit", "reason"]);
    for hide in hides {
        table.push([
            hide.organization_id.to_string(),
            hide.vehicle_id.to_string(),
            hide.at.to_whole_second().to_string(),
            hide.by,
            hide.name,
            hide.why.unwrap_or_default(),
        ]);
    }
    printer.data(table.to_string().trim_end());
    Ok(ExitCode::SUCCESS)
}

/// Units that are called so, whichever feed has them.
fn on_lot(arguments: &UnitArguments, kept: &Kept) -> BTreeMap<VehicleId, String> {
    let UnitArguments { organization, rooftop, unit, .. } = arguments;
    let states = kept.feeds.values().filter_map(|feed| feed.state.as_deref());
    let listings = states
        .filter(|state| state.organization_id == *organization)
        .flat_map(|state| &state.units)
        .map(|unit| &unit.listing)
        .filter(|listing| listing.rooftop_id == *rooftop);
    let vin = Vin::parse(unit).ok();
    let is_it = |listing: &&std::sync::Arc<dealeragent_inventory::Listing>| {
        vin.as_ref() == Some(&listing.vin)
            || listing.vehicle_id.as_str() == unit
            || listing.stock_number.as_ref().is_some_and(|stock| stock.as_str() == unit)
    };
    let found = listings.filter(is_it);
    found.map(|listing| (listing.vehicle_id.clone(), UnitName::of(listing).to_string())).collect()
}

/// The one that is meant. A stock number may stand for several.
fn one(arguments: &UnitArguments, found: BTreeMap<VehicleId, String>) -> Result<Option<(VehicleId, String)>> {
    if found.len() > 1 {
        let names: Vec<String> = found.into_iter().map(|(id, name)| format!("{id} ({name})")).collect();
        bail!("`{}` is the name of several units; say which by its vehicle id: {}", arguments.unit, names.join(", "));
    }
    Ok(found.into_iter().next())
}

fn absent(arguments: &UnitArguments, place: &str, printer: &Printer) -> ExitCode {
    let UnitArguments { organization, rooftop, unit, .. } = arguments;
    printer.talk(&format!("no unit `{unit}` of rooftop {rooftop} of {organization} is {place}; nothing is changed"));
    ExitCode::FAILURE
}
