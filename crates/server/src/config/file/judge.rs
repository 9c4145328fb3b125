//! The keys that say how a feed's files are judged, and which feed has the say.

use std::collections::BTreeMap;

use dealeragent_protocol::values::{Set, Text};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::config::number::Number;

/// `guard = { removed_percent = 30 }`: when a file waits for a person. An empty
/// or an older one always does.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(in crate::config) struct GuardSection {
    pub(in crate::config) removed_percent: Option<Number<0, 100>>,
    pub(in crate::config) prices_percent: Option<Number<0, 100>>,
    pub(in crate::config) price_move_percent: Option<Number<0, 100>>,
    pub(in crate::config) at_least: Option<Number<1, 1_000_000>>,
}

/// `grace = { files = 1, hours = 24 }`: how long an absent unit stays.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(in crate::config) struct GraceSection {
    pub(in crate::config) files: Option<Number<0, 1_000>>,
    pub(in crate::config) hours: Option<Number<0, 8_760>>,
}

/// What a feed is for, as it is written here.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::config) enum RoleWord {
    Lists,
    Adds,
}

/// `[precedence]`: which feed has the say where several fill one rooftop. Feeds
/// that are not named come behind, in the order of the file.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(in crate::config) struct PrecedenceSection {
    pub(in crate::config) feeds: Set<Text<1, 80>>,
    /// By the facts' names on the wire.
    pub(in crate::config) facts: BTreeMap<String, Set<Text<1, 80>, 1>>,
}
