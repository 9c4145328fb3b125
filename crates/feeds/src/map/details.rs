//! What the unit is like. A detail that cannot be used is left out and noted;
//! it never holds the unit back, unless the profile is strict about it.

use std::fmt;

use dealeragent_inventory::{Tenure, TenureBasis};
use dealeragent_protocol::{
    facts::{Condition, MediaAsset, MediaType, Odometer, Powertrain, VehicleType},
    values::{DistanceUnit, List, Text, Timestamp},
};

use super::row::{Row, origin};
use crate::{
    SourceSettings,
    profile::{Field, Profile, Table},
    report::{Keyword, Notice, Reject, escaped},
    shape::Shape,
    values::{
        date::{self, DateContext, DateProblem},
        images, json_cell, list,
        odometer::{self, HIGH, OdometerProblem, Reading},
        text,
    },
};

/// The kind of vehicle: by its own column's word, else from the words of its
/// body.
pub(super) fn vehicle_type(row: &mut Row<'_>, profile: &Profile) -> Option<VehicleType> {
    if let Some(cell) = row.cell(Field::VehicleType) {
        let word = VehicleType::ALL.iter().copied().find(|kind| kind.as_str() == cell);
        return kind(row, Field::VehicleType, cell, word.or_else(|| profile.body.find(cell)));
    }
    let cell = row.cell(Field::Body)?;
    kind(row, Field::Body, cell, profile.body.find(cell))
}

fn kind(row: &mut Row<'_>, field: Field, cell: &str, kind: Option<VehicleType>) -> Option<VehicleType> {
    match kind {
        Some(kind) if kind.as_str() == cell && field == Field::VehicleType => row.taken(field),
        Some(kind) => {
            let from = origin(Field::VehicleType.wire(), row.column(field));
            row.steps.push(format!("{from}: {kind} by its words"));
        }
        None => row.note_field(Notice::WordUnknown, field, cell),
    }
    kind
}

/// Fuel, wheels and gearbox.
pub(super) fn powertrain(row: &mut Row<'_>, profile: &Profile) -> Powertrain {
    Powertrain {
        fuel_type: word(row, Field::Fuel, &profile.fuel),
        drivetrain: word(row, Field::Drivetrain, &profile.drivetrain),
        transmission: row.text(Field::Transmission),
        electric_range: None,
    }
}

fn word<T: Copy + fmt::Display>(row: &mut Row<'_>, field: Field, table: &Table<T>) -> Option<T> {
    let cell = row.cell(field)?;
    let meaning = table.get(cell);
    match &meaning {
        Some(meaning) => row.looked_up(field, cell, &meaning.to_string()),
        None => row.note_field(Notice::WordUnknown, field, cell),
    }
    meaning
}

/// The odometer (B09, B10). Zero on a unit that was driven before is how
/// systems write "not entered". A unit may stand in the cell, in a column of
/// its own, or in the settings.
pub(super) fn odometer(
    row: &mut Row<'_>,
    condition: Condition,
    profile: &Profile,
    usual: Option<DistanceUnit>,
) -> Option<Odometer> {
    let cell = row.cell(Field::Odometer)?;
    let column = row.binding.at(Field::Odometer);
    let beside = row.cell(Field::OdometerUnit).map(odometer::unit_word);
    if beside == Some(None) {
        row.note_problem(Notice::OdometerRefused, column, cell, &OdometerProblem::Unit);
        return None;
    }
    let beside = beside.flatten();
    match odometer::parse(cell, beside.or(usual), profile.locale) {
        // A blank cell does not get here; this one says so in words.
        Reading::None => {
            row.note(Notice::OdometerNotTrue, column, cell);
            None
        }
        Reading::NoUnit => {
            row.note(Notice::OdometerWithoutUnit, column, cell);
            None
        }
        Reading::Refused(problem) => {
            row.note_problem(Notice::OdometerRefused, column, cell, &problem);
            None
        }
        Reading::Known { distance, .. } if distance.value == 0 && condition != Condition::New => {
            row.note(Notice::OdometerZero, column, cell);
            None
        }
        Reading::Known { distance, named } => {
            if distance.value > HIGH {
                row.note(Notice::OdometerHigh, column, cell);
            }
            let unit = match (named, beside) {
                (true, _) => "",
                (false, Some(_)) => ", unit by its column",
                (false, None) => ", unit by configuration",
            };
            let value = distance.value;
            row.step(Field::Odometer, &format!("'{}' -> {value} {}{unit}", escaped(cell), distance.unit));
            Some(Odometer { value, unit: distance.unit, status: None })
        }
    }
}

/// Since when it is in stock.
pub(super) fn tenure(row: &mut Row<'_>, dates: &DateContext<'_>, settings: &SourceSettings) -> Option<Tenure> {
    let stocked_at = day(row, Field::StockedAt, dates, settings);
    let first_public_listing_at = day(row, Field::FirstListedAt, dates, settings);
    Some(Tenure { stocked_at: stocked_at?, first_public_listing_at, basis: TenureBasis::Stated })
}

fn day(row: &mut Row<'_>, field: Field, dates: &DateContext<'_>, settings: &SourceSettings) -> Option<Timestamp> {
    let cell = row.cell(field)?;
    match date::parse_noting(cell, dates) {
        Ok(read) => {
            let (instant, doubled) = read?;
            if doubled {
                row.note_field(Notice::TimeDoubled, field, cell);
            }
            row.step(field, &format!("read in {}", settings.time_zone));
            if settings.date_shift_days != 0 {
                row.steps.push(format!("dates moved by {} whole days", settings.date_shift_days));
            }
            Some(instant)
        }
        Err(problem) => {
            row.note_problem(Notice::DateRefused, row.binding.at(field), cell, &problem);
            None
        }
    }
}

/// When the source saw the row: its own column's time, else the file's. Never
/// now (B33, B34). A strict profile has to have it, and a time ahead of now
/// holds any row back.
pub(super) fn observed_at(
    row: &mut Row<'_>,
    profile: &Profile,
    dates: &DateContext<'_>,
    settings: &SourceSettings,
) -> Result<Timestamp, Reject> {
    let field = Field::ObservedAt;
    if row.binding.at(field).is_none() {
        return Ok(settings.observed_at);
    }
    let cell = row.cell(field).unwrap_or_default();
    match date::parse_noting(cell, dates) {
        Ok(Some((instant, doubled))) => {
            if doubled {
                row.note_field(Notice::TimeDoubled, field, cell);
            }
            row.taken(field);
            Ok(instant)
        }
        Ok(None) if !profile.strict => Ok(settings.observed_at),
        Err(problem) if !profile.strict && problem != DateProblem::Future => {
            row.note_problem(Notice::DateRefused, row.binding.at(field), cell, &problem);
            Ok(settings.observed_at)
        }
        Ok(None) => Err(row.reject(field, Keyword::ObservedAt, "there is no time of observation", RFC_3339)),
        Err(problem) => Err(row.reject(field, Keyword::ObservedAt, &problem.to_string(), RFC_3339)),
    }
}

const RFC_3339: &str = "write when the source saw the unit, such as 2026-09-01T14:00:00Z";

/// Equipment, as the dealer words it.
pub(super) fn features(row: &mut Row<'_>, profile: &Profile) -> Result<List<Text<1, 200>, 0, 500>, Reject> {
    let Some(cell) = row.cell(Field::Features) else { return Ok(List::default()) };
    let items = items(row, Field::Features, cell, profile, |cell| {
        list::split(cell, &profile.feature_separators).map(str::to_owned).collect()
    })?;
    let mut cut = false;
    let mut features = Vec::new();
    for item in items {
        let plain = row.plain(&item);
        let (feature, shortened) = text::bounded(&plain);
        cut |= shortened;
        features.extend(feature);
    }
    cut |= features.len() > 500;
    if cut {
        row.note_field(Notice::Cut, Field::Features, "");
    }
    if !features.is_empty() {
        row.split(Field::Features);
    }
    Ok(List::first(features).unwrap_or_default())
}

fn items(
    row: &Row<'_>,
    field: Field,
    cell: &str,
    profile: &Profile,
    split: impl Fn(&str) -> Vec<String>,
) -> Result<Vec<String>, Reject> {
    // A list of a JSON or XML document comes as a JSON array.
    let is_array = profile.shape != Shape::Delimited && cell.starts_with('[');
    if !profile.json_lists && !is_array {
        return Ok(split(cell));
    }
    json_cell::texts(cell).map_err(|problem| {
        let hint = "write a JSON array of texts, such as [\"a\",\"b\"]";
        row.reject(field, Keyword::JsonCell, &problem.to_string(), hint)
    })
}

/// Pictures (B23, B24).
pub(super) fn media(row: &mut Row<'_>, profile: &Profile) -> Result<List<MediaAsset, 0, 500>, Reject> {
    let mut addresses = Vec::new();
    for field in [Field::Images, Field::MoreImages] {
        let Some(cell) = row.cell(field) else { continue };
        addresses.extend(items(row, field, cell, profile, |cell| {
            list::split_addresses(cell, &profile.image_separators).into_iter().map(str::to_owned).collect()
        })?);
    }
    let images = images::from_items(addresses.iter().map(String::as_str), &profile.image_rules);
    row.note_count(Notice::ImageNotHttps, Field::Images, images.not_https);
    row.note_count(Notice::ImageUnusable, Field::Images, images.unusable);
    row.note_count(Notice::ImagePlaceholder, Field::Images, images.placeholders);
    if !images.usable.is_empty() {
        row.split(Field::Images);
    }
    if images.upgraded > 0 {
        row.steps.push(format!("media: {} of them read as https", images.upgraded));
    }
    if images.not_https > 0 {
        row.steps.push(format!("{} images without https left out", images.not_https));
    }
    if images.usable.len() > 500 {
        row.note_field(Notice::Cut, Field::Images, "");
    }
    let asset = |(position, url)| MediaAsset { kind: MediaType::Image, url, caption: None, position: Some(position) };
    Ok(List::first((0..).zip(images.usable).map(asset).collect()).unwrap_or_default())
}
