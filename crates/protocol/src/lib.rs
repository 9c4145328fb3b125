//! The wire contract of the Dealer Agent Protocol 0.1.
//!
//! Types carry the rules: a value of a newtype in this crate has been checked
//! once and stays right. The crate is synchronous and does no I/O; it knows
//! neither HTTP nor MCP framing.
//!
//! - [`values`]: the small newtypes (identifiers, VIN, money, timestamps, ...).
//! - [`facts`]: the objects that answers are made of (vehicle, price, ...).
//! - [`error`]: the closed error registry and its payload.
//! - [`tool`] and [`tools`]: the tool table, one file per tool.
//! - [`schema`]: JSON Schema 2020-12, generated from these types.
//! - [`intake`]: arguments in, every violation out.
//! - [`wording`]: every sentence that is said about a fact.

pub mod error;
pub mod facts;
pub mod intake;
pub mod schema;
pub mod tool;
pub mod tools;
pub mod values;
pub mod wording;

/// The standard's name as it stands in the manifest.
pub const STANDARD: &str = "dealer-agent-protocol";
/// The version of the standard that this crate implements.
pub const STANDARD_VERSION: &str = "0.1";
/// The MCP revision that the standard is a profile of.
pub const MCP_REVISION: &str = "2026-07-28";
