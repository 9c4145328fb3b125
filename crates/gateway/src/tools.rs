//! The tools' code, one file each.

mod dealer_get;
mod get_disclosure;
mod get_manifest;
mod get_used_vehicle_details;
mod get_vehicle;
mod search;
mod unit;
mod verify_availability;
