//! What is offered: condition, price, availability, and the page it is on.

use dealeragent_inventory::Assertion;
use dealeragent_protocol::{
    facts::{
        AdvertisedPrice, AvailabilityAuthority, AvailabilityStatus, CertificationType, Condition, GenerallyAvailable,
    },
    values::{Text, Uri, Vin},
};

use super::{Mapper, row::Row};
use crate::{
    SourceSettings,
    profile::{Field, Profile},
    report::{Keyword, Notice, Reject},
    values::{certified::CertifiedFlag, listing_url, price},
};

/// Condition and who certified it (B28, B29). Where the two columns contradict
/// each other, the lesser claim is kept.
pub(super) fn condition(
    row: &mut Row<'_>,
    profile: &Profile,
) -> Result<(Condition, Option<CertificationType>), Reject> {
    let stated = row.cell(Field::Condition).and_then(|cell| profile.condition.get(cell));
    let Some(stated) = stated else {
        let hint = "use a code of the profile's [values.condition], or add this one there";
        return Err(row.reject(Field::Condition, Keyword::Condition, "the condition is not a known code", hint));
    };
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

/// `None`: the file does not speak of it. `Some(None)`: it does, in a word
/// that the profile does not know.
#[allow(clippy::option_option, reason = "silence and an unknown word mean different things")]
fn flag(row: &mut Row<'_>, profile: &Profile) -> Option<Option<CertifiedFlag>> {
    let cell = row.cell(Field::Certified)?;
    let flag = profile.certified.get(cell);
    if flag.is_none() {
        row.note_field(Notice::CertifiedWord, Field::Certified, cell);
    }
    Some(flag)
}

/// The advertised price, from its one column (B01, B02).
pub(super) fn price(row: &mut Row<'_>, column: usize, settings: &SourceSettings) -> Option<AdvertisedPrice> {
    let cell = row.at(column);
    match price::parse(cell, settings.currency) {
        price::Price::Known(amount) => {
            row.steps.push(format!("advertised_price from column \"{}\"", row.binding.name(column)));
            Some(AdvertisedPrice {
                amount,
                availability: GenerallyAvailable::Yes,
                includes_required_dealer_charges: settings.price_includes_required_charges,
                label: settings.price_label.clone(),
                valid_from: None,
                valid_until: None,
            })
        }
        price::Price::Unknown => {
            row.note(Notice::PriceUnknown, Some(column), cell);
            None
        }
        price::Price::Refused(problem) => {
            row.note_problem(Notice::PriceRefused, Some(column), cell, &problem);
            None
        }
    }
}

/// The status as the file states it (B30); a blank or unknown one is unknown.
pub(super) fn availability(row: &mut Row<'_>, profile: &Profile, settings: &SourceSettings) -> Assertion {
    let cell = row.cell(Field::Status);
    let known = cell.and_then(|cell| profile.status.get(cell));
    if let Some(cell) = cell.filter(|_| known.is_none()) {
        row.note_field(Notice::StatusWord, Field::Status, cell);
    }
    let status = known.unwrap_or(AvailabilityStatus::Unknown);
    let authority = match status {
        AvailabilityStatus::Unknown => AvailabilityAuthority::Unknown,
        _ => AvailabilityAuthority::Asserted,
    };
    Assertion { status, authority, observed_at: settings.observed_at, reason: None }
}

impl Mapper<'_> {
    /// The unit's page: the file's, else the template's, else no listing (B22).
    pub(super) fn listing_url(&self, row: &mut Row<'_>, vin: &Vin, stock: Option<&Text<1, 80>>) -> Result<Uri, Reject> {
        let cell = row.cell(Field::ListingUrl).unwrap_or_default();
        let problem = match listing_url::parse(cell) {
            Ok((url, encoded)) => {
                if encoded {
                    row.steps.push("listing_url percent-encoded".to_owned());
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
