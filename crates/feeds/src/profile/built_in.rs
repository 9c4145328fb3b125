//! The profiles that come with the program.

pub(super) const IDS: &[&str] = &[
    "vauto",
    "homenet",
    "inventory-csv",
    "dealer-com",
    "autotrader-us",
    "carsforsale",
    "google-vehicles",
    "meta-automotive",
    "edealer-en",
    "edealer-fr",
    "australia",
    "schema-org",
];

/// Columns that no profile may ever read, whatever the export is called.
pub(super) const PRIVATE: &str = include_str!("../../profiles/private-columns.toml");

pub(super) fn source(id: &str) -> Option<&'static str> {
    Some(match id {
        "inventory-csv" => include_str!("../../profiles/inventory-csv.toml"),
        "vauto" => include_str!("../../profiles/vauto.toml"),
        "homenet" => include_str!("../../profiles/homenet.toml"),
        "dealer-com" => include_str!("../../profiles/dealer-com.toml"),
        "autotrader-us" => include_str!("../../profiles/autotrader-us.toml"),
        "carsforsale" => include_str!("../../profiles/carsforsale.toml"),
        "google-vehicles" => include_str!("../../profiles/google-vehicles.toml"),
        "meta-automotive" => include_str!("../../profiles/meta-automotive.toml"),
        "edealer-en" => include_str!("../../profiles/edealer-en.toml"),
        "edealer-fr" => include_str!("../../profiles/edealer-fr.toml"),
        "australia" => include_str!("../../profiles/australia.toml"),
        "schema-org" => include_str!("../../profiles/schema-org.toml"),
        _ => return None,
    })
}

/// What `extends` may name: a built-in profile, or the words that most of them
/// share.
pub(super) fn base(id: &str) -> Option<&'static str> {
    if id == "english-words" { Some(include_str!("../../profiles/english-words.toml")) } else { source(id) }
}
