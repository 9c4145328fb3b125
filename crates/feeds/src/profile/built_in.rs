//! The profiles that come with the program.

pub(super) const IDS: &[&str] = &["vauto", "homenet"];

/// Columns that no profile may ever read, whatever the export is called.
pub(super) const PRIVATE: &str = include_str!("../../profiles/private-columns.toml");

pub(super) fn source(id: &str) -> Option<&'static str> {
    match id {
        "vauto" => Some(include_str!("../../profiles/vauto.toml")),
        "homenet" => Some(include_str!("../../profiles/homenet.toml")),
        _ => None,
    }
}
