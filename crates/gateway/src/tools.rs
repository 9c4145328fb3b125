//! The tools' code, one file each.

mod dealer_get;
mod get_disclosure;
mod get_manifest;
mod get_used_vehicle_details;
mod get_vehicle;
mod search;
mod unit;
mod verify_availability;

pub(crate) use self::{
    search::vehicle_words,
    unit::{Inventory, band_of, name_of},
};
