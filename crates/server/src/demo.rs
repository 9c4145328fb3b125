//! The demo dealership: its files are part of the binary, so that
//! `dealeragent serve` answers without any configuration.

use std::path::Path;

use dealeragent_protocol::values::Timestamp;

/// Name of the demo's configuration in messages.
pub const CONFIG_NAME: &str = "examples/demo/dealeragent.toml";

/// The demo's configuration.
pub const CONFIG: &str = include_str!("../../../examples/demo/dealeragent.toml");

const FILES: [(&str, &[u8]); 4] = [
    ("denver-vauto.csv", include_bytes!("../../../examples/demo/denver-vauto.csv")),
    ("chicago-homenet.csv", include_bytes!("../../../examples/demo/chicago-homenet.csv")),
    ("used-evidence.json", include_bytes!("../../../examples/demo/used-evidence.json")),
    ("incentives.toml", include_bytes!("../../../examples/demo/incentives.toml")),
];

/// When the demo's exports are dated: 2026-11-30.
const EXPORTED_AT: i64 = 1_795_996_800;

/// A file of the demo.
pub(crate) fn file(path: &Path) -> Option<&'static [u8]> {
    FILES.iter().find(|(name, _)| Path::new(name) == path).map(|(_, bytes)| *bytes)
}

/// Whole days from the exports' date to `now`, by which the demo moves every
/// date of its files; otherwise the demo's stock would grow older for ever.
#[must_use]
pub fn date_shift_days(now: Timestamp) -> i64 {
    now.as_second().saturating_sub(EXPORTED_AT).div_euclid(86_400)
}
