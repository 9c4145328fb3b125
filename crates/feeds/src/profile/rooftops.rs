//! Which rooftop a row belongs to (C06, B36). The lists of a rule are also the
//! list of rooftops that a file may fill: no row gets in by naming another.

use std::collections::BTreeMap;

use dealeragent_protocol::values::RooftopId;

use super::{Field, Layout, Profile, ProfileFault, document::RooftopsDocument, fold};

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

/// A rule that is not the profile's but the source's: only the operator knows
/// what a dealer's rooftops are called in an export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RooftopRule {
    /// Cells of a column, each with its rooftop; case matters (B36).
    Cells {
        /// The column; the profile's own for `rooftop` where it is `None`.
        column: Option<String>,
        /// The cells.
        map: BTreeMap<String, RooftopId>,
    },
    /// Hosts of the page address, each with its rooftop; case does not matter
    /// (C06).
    Hosts(BTreeMap<String, RooftopId>),
}

/// A profile with the source's rule in place of its own.
pub(super) fn replaced(mut profile: Profile, rule: RooftopRule) -> Result<Profile, ProfileFault> {
    let refuse = |problem| Err(ProfileFault::Rooftops { problem });
    profile.rooftops = Some(match rule {
        RooftopRule::Cells { map, .. } if map.is_empty() => return refuse("has a `map` without a rooftop"),
        RooftopRule::Hosts(hosts) if hosts.is_empty() => return refuse("has `hosts` without a rooftop"),
        RooftopRule::Hosts(hosts) => {
            Rooftops::Hosts(hosts.into_iter().map(|(host, id)| (host.trim().to_ascii_lowercase(), id)).collect())
        }
        RooftopRule::Cells { column, map } => {
            if let Some(column) = column {
                name_column(&mut profile, column)?;
            }
            if !profile.reads(Field::Rooftop) {
                return refuse("needs `column`: the profile has no column that tells rooftops apart");
            }
            Rooftops::Cells(map.into_iter().map(|(cell, id)| (cell.trim().to_owned(), id)).collect())
        }
    });
    Ok(profile)
}

/// Reads the rooftop from this column alone.
fn name_column(profile: &mut Profile, column: String) -> Result<(), ProfileFault> {
    let folded = fold(&column);
    if folded.is_empty() {
        return Err(ProfileFault::BlankName { place: "[rooftops] column".to_owned(), name: column });
    }
    if profile.private.contains(&folded) {
        return Err(ProfileFault::PrivateAlias { field: Field::Rooftop.as_str(), name: column });
    }
    let is_named = |names: &Vec<String>| names.iter().any(|name| fold(name) == folded);
    let owner = profile.columns.iter().find(|(field, names)| **field != Field::Rooftop && is_named(names));
    if let Some((first, _)) = owner {
        let (first, second) = (first.as_str(), Field::Rooftop.as_str());
        return Err(ProfileFault::SharedAlias { name: column, first, second });
    }
    if let Layout::Positional { fields, names, .. } = &mut profile.layout {
        let Some(at) = names.iter().position(|name| fold(name) == folded) else {
            return Err(ProfileFault::Rooftops { problem: "names a `column` that is not among the `positions`" });
        };
        for (place, field) in fields.iter_mut().enumerate() {
            if place == at {
                *field = Some(Field::Rooftop);
            } else if *field == Some(Field::Rooftop) {
                *field = None;
            }
        }
    }
    profile.columns.insert(Field::Rooftop, vec![column]);
    Ok(())
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
