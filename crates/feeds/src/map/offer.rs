//! What is offered: condition, availability, and the page it is on.

use dealeragent_inventory::Assertion;
use dealeragent_protocol::{
    facts::{AvailabilityAuthority, AvailabilityStatus, CertificationType, Condition},
    values::{Text, Timestamp, Uri, Vin},
};

use super::{Mapper, row::Row};
use crate::{
    profile::{Field, Profile, fold_code},
    report::{Keyword, Notice, Reject},
    values::{certified::CertifiedFlag, listing_url},
};

/// Condition and who certified it (B28, B29). Where the two columns contradict
/// each other, the lesser claim is kept.
pub(super) fn condition(
    row: &mut Row<'_>,
    profile: &Profile,
) -> Result<(Condition, Option<CertificationType>), Reject> {
    let stated = stated_condition(row, profile)?;
    let flag = flag(row, profile);
    let certified = flag.is_some_and(|flag| flag.is_none_or(CertifiedFlag::is_certified));
    // A flag that is not in the table says that somebody knows; nobody knows what.
    let kind = flag.map(|flag| flag.map_or(CertificationType::Unknown, CertifiedFlag::certification_type));
    let known_yes = flag.flatten().is_some_and(CertifiedFlag::is_certified);
    let known_no = flag.flatten() == Some(CertifiedFlag::No);
    Ok(match stated {
        Condition::New if known_yes => {
            row.note_field(Notice::CertifiedConflict, Field::Certified, "");
            (Condition::New, None)
        }
        Condition::New => (Condition::New, None),
        Condition::Used if known_yes => (Condition::Certified, kind),
        Condition::Used | Condition::Demo => (stated, kind),
        Condition::Certified if known_no => {
            row.note_field(Notice::CertifiedConflict, Field::Certified, "");
            (Condition::Used, Some(CertificationType::Unknown))
        }
        Condition::Certified if certified => (Condition::Certified, kind),
        Condition::Certified => (Condition::Certified, Some(CertificationType::Unknown)),
    })
}

/// The condition by its column's code; where the file has no such column, what
/// the profile says of the whole file, or the words of the page address.
fn stated_condition(row: &mut Row<'_>, profile: &Profile) -> Result<Condition, Reject> {
    if let Some(stated) = row.cell(Field::Condition).and_then(|cell| profile.condition.get(cell)) {
        let cell = row.cell(Field::Condition).unwrap_or_default();
        row.looked_up(Field::Condition, cell, stated.as_str());
        return Ok(stated);
    }
    let has_column = row.binding.at(Field::Condition).is_some();
    if let Some(stated) = profile.constant_condition.filter(|_| !has_column) {
        row.steps.push(format!("condition: {stated} by the profile, for the whole file"));
        return Ok(stated);
    }
    if !has_column && !profile.url_condition.is_empty() {
        let Some(stated) = condition_of_url(row.cell(Field::ListingUrl).unwrap_or_default(), profile) else {
            let hint = "the address needs a word of the profile's [url_condition]; where a file is all used or all new, \
                        say `condition` under [constants]";
            let problem = "the page address does not tell new from used";
            return Err(row.reject(Field::ListingUrl, Keyword::Condition, problem, hint));
        };
        row.steps.push(format!("condition: {stated} by a word of the page address"));
        return Ok(stated);
    }
    let hint = "use a code of the profile's [values.condition], or add this one there";
    Err(row.reject(Field::Condition, Keyword::Condition, "the condition is not a known code", hint))
}

/// Whole parts of the path only: a model may be called anything.
fn condition_of_url(url: &str, profile: &Profile) -> Option<Condition> {
    let path = url.split_once("://").map_or(url, |(_, rest)| rest).split(['?', '#']).next()?;
    let mut found = path.split('/').skip(1).filter_map(|part| profile.url_condition.get(&fold_code(part)));
    let first = found.next()?;
    found.all(|other| other == first).then_some(first)
}

/// `None`: the file does not speak of it. `Some(None)`: it does, in a word
/// that the profile does not know.
#[allow(clippy::option_option, reason = "silence and an unknown word mean different things")]
fn flag(row: &mut Row<'_>, profile: &Profile) -> Option<Option<CertifiedFlag>> {
    let cell = row.cell(Field::Certified)?;
    let flag = profile.certified.get(cell);
    match flag {
        Some(flag) => row.looked_up(Field::Certified, cell, flag.certification_type().as_str()),
        None => row.note_field(Notice::CertifiedWord, Field::Certified, cell),
    }
    Some(flag)
}

/// The status as the file states it (B30); a blank or unknown one is unknown.
pub(super) fn availability(row: &mut Row<'_>, profile: &Profile, observed_at: Timestamp) -> Assertion {
    let cell = row.cell(Field::Status);
    let known = cell.and_then(|cell| profile.status.get(cell));
    match (cell, known) {
        (Some(cell), None) => row.note_field(Notice::StatusWord, Field::Status, cell),
        (Some(cell), Some(status)) => row.looked_up(Field::Status, cell, status.as_str()),
        (None, _) => {}
    }
    let status = known.unwrap_or(AvailabilityStatus::Unknown);
    if status == AvailabilityStatus::Sold {
        row.note_field(Notice::SoldListed, Field::Status, cell.unwrap_or_default());
    }
    let authority = match status {
        AvailabilityStatus::Unknown => AvailabilityAuthority::Unknown,
        _ => AvailabilityAuthority::Asserted,
    };
    Assertion { status, authority, observed_at, reason: None }
}

impl Mapper<'_> {
    /// The unit's page: the file's, else the template's, else no listing (B22).
    pub(super) fn listing_url(&self, row: &mut Row<'_>, vin: &Vin, stock: Option<&Text<1, 80>>) -> Result<Uri, Reject> {
        let cell = row.cell(Field::ListingUrl).unwrap_or_default();
        let problem = match listing_url::parse(cell) {
            Ok((url, encoded)) => {
                if encoded {
                    row.step(Field::ListingUrl, "percent-encoded");
                } else {
                    row.taken(Field::ListingUrl);
                }
                return Ok(url);
            }
            Err(problem) => problem,
        };
        let stock = stock.map(Text::as_str);
        let from_template = self.template.as_ref().filter(|template| !template.needs_stock || stock.is_some());
        let Some(url) = from_template.and_then(|template| template.fill(stock.unwrap_or_default(), vin.as_str()))
        else {
            let hint = match &self.template {
                Some(_) => "the template needs a stock number, and this row has none",
                None => "fill in the page's https address, or set `listing_url_template`",
            };
            return Err(row.reject(Field::ListingUrl, Keyword::ListingUrl, &problem.to_string(), hint));
        };
        if problem != listing_url::UrlProblem::Missing {
            row.note_field(Notice::ListingUrlReplaced, Field::ListingUrl, cell);
        }
        row.steps.push("listing_url from the configured template".to_owned());
        Ok(url)
    }
}
