//! Which rooftop a row belongs to (C06, B36). The lists of a rule are also the
//! list of rooftops that a file may fill: no row gets in by naming another.

use std::collections::BTreeMap;

use dealeragent_protocol::values::RooftopId;

use super::{Field, ProfileFault, document::RooftopsDocument};

/// A rule.
#[derive(Debug, Clone)]
pub(crate) enum Rooftops {
    /// Cells of the `rooftop` column; case matters.
    Cells(BTreeMap<String, RooftopId>),
    /// Hosts of the page address, in small letters.
    Hosts(BTreeMap<String, RooftopId>),
    /// The cells are ids; only the settings' rooftop is taken.
    Ids,
}

pub(super) fn checked(
    document: RooftopsDocument,
    columns: &BTreeMap<Field, Vec<String>>,
) -> Result<Rooftops, ProfileFault> {
    let RooftopsDocument { map, hosts, ids } = document;
    let has_column = columns.get(&Field::Rooftop).is_some_and(|names| !names.is_empty());
    let rule = match (map.is_empty(), hosts.is_empty(), ids) {
        // A list of its own makes the ids of the column known ones.
        (false, true, _) => Rooftops::Cells(parsed(map, str::to_owned)?),
        (true, false, false) => Rooftops::Hosts(parsed(hosts, str::to_ascii_lowercase)?),
        (true, true, true) => Rooftops::Ids,
        _ => return Err(ProfileFault::Rooftops { problem: "takes one of `map`, `hosts` and `ids`" }),
    };
    if !has_column && !matches!(rule, Rooftops::Hosts(_)) {
        return Err(ProfileFault::Rooftops { problem: "needs the column under [columns] `rooftop`" });
    }
    Ok(rule)
}

fn parsed(
    names: BTreeMap<String, String>,
    key: fn(&str) -> String,
) -> Result<BTreeMap<String, RooftopId>, ProfileFault> {
    let parse = |(name, id): (String, String)| match RooftopId::parse(&id) {
        Ok(id) => Ok((key(name.trim()), id)),
        Err(_) => Err(ProfileFault::RooftopId { id }),
    };
    names.into_iter().map(parse).collect()
}
