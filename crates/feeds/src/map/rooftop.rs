//! Whose unit it is (C06, B36).

use dealeragent_protocol::values::RooftopId;

use super::{Mapper, row::Row};
use crate::{
    FileFault,
    bind::Binding,
    profile::{Field, Profile, Rooftops},
    report::{Keyword, Reject},
};

/// A rule needs its column: without it no row could be told from another's.
pub(super) fn check(profile: &Profile, binding: &Binding) -> Result<(), FileFault> {
    let field = match &profile.rooftops {
        Some(Rooftops::Cells(_) | Rooftops::Ids) => Field::Rooftop,
        Some(Rooftops::Hosts(_)) => Field::ListingUrl,
        None => return Ok(()),
    };
    if binding.at(field).is_some() {
        return Ok(());
    }
    let accepted = profile.columns.get(&field).map(|names| names.join(", ")).unwrap_or_default();
    Err(FileFault::MissingColumn {
        line: 1,
        field: field.to_string(),
        accepted,
        hint: "; the profile's [rooftops] tells the rooftops apart by it",
        present: binding.present(),
    })
}

impl Mapper<'_> {
    /// The row's rooftop. Nothing that a file says widens what its source may
    /// fill: the settings' rooftop, or those that the profile lists.
    pub(super) fn rooftop(&self, row: &mut Row<'_>) -> Result<RooftopId, Reject> {
        self.check_organization(row)?;
        let refuse = |row: &Row<'_>, field, problem: &str| {
            let hint = "add it to the profile's [rooftops], or take the row out; it is published under no rooftop";
            Err(row.reject(field, Keyword::Rooftop, problem, hint))
        };
        let own = &self.settings.rooftop_id;
        match &self.profile.rooftops {
            None => Ok(own.clone()),
            Some(Rooftops::Ids) => match row.cell(Field::Rooftop) {
                Some(cell) if cell == own.as_str() => {
                    row.taken(Field::Rooftop);
                    Ok(own.clone())
                }
                Some(_) => refuse(row, Field::Rooftop, "is not this source's rooftop"),
                None => refuse(row, Field::Rooftop, "the row names no rooftop"),
            },
            Some(Rooftops::Cells(known)) => {
                let Some(cell) = row.cell(Field::Rooftop) else {
                    return refuse(row, Field::Rooftop, "the row names no rooftop");
                };
                let Some(id) = known.get(cell) else {
                    return refuse(row, Field::Rooftop, "names none of the source's rooftops; case matters");
                };
                if id.as_str() == cell {
                    row.taken(Field::Rooftop);
                } else {
                    row.read_as(Field::Rooftop, cell, id);
                }
                Ok(id.clone())
            }
            Some(Rooftops::Hosts(known)) => {
                let cell = row.cell(Field::ListingUrl).unwrap_or_default();
                match host(cell).and_then(|host| known.get(&host)) {
                    Some(id) => {
                        row.steps.push(format!("rooftop_id: {id} by the host of the page address"));
                        Ok(id.clone())
                    }
                    None => refuse(row, Field::ListingUrl, "the page's host is none of the source's rooftops'"),
                }
            }
        }
    }

    fn check_organization(&self, row: &mut Row<'_>) -> Result<(), Reject> {
        if row.binding.at(Field::Organization).is_none() {
            return Ok(());
        }
        let cell = row.cell(Field::Organization).unwrap_or_default();
        if cell == self.settings.organization_id.as_str() {
            row.taken(Field::Organization);
            return Ok(());
        }
        let hint = "a source fills one organization; take the row out, or give the other dealer a source of its own";
        Err(row.reject(Field::Organization, Keyword::Rooftop, "is not this source's organization", hint))
    }
}

/// The host of an address, in small letters.
fn host(url: &str) -> Option<String> {
    let (_, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let host = authority.rsplit('@').next()?.split(':').next()?;
    (!host.is_empty()).then(|| host.to_ascii_lowercase())
}
