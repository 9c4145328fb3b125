//! What the unit is like. A detail that cannot be used is left out and noted;
//! it never holds the unit back.

use dealeragent_inventory::{Tenure, TenureBasis};
use dealeragent_protocol::{
    facts::{Condition, MediaAsset, MediaType, Odometer, Powertrain, VehicleType},
    values::{DistanceUnit, List, Text},
};

use super::row::Row;
use crate::{
    SourceSettings,
    profile::{Field, Profile, Table},
    report::Notice,
    values::{
        date::{self, DateContext},
        images, list,
        odometer::{self, HIGH, Reading},
        text,
    },
};

/// The kind of vehicle, from the words of its body.
pub(super) fn vehicle_type(row: &mut Row<'_>, profile: &Profile) -> Option<VehicleType> {
    let cell = row.cell(Field::Body)?;
    let kind = profile.body.find(cell);
    if kind.is_none() {
        row.note_field(Notice::WordUnknown, Field::Body, cell);
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

fn word<T: Copy>(row: &mut Row<'_>, field: Field, table: &Table<T>) -> Option<T> {
    let cell = row.cell(field)?;
    let meaning = table.get(cell);
    if meaning.is_none() {
        row.note_field(Notice::WordUnknown, field, cell);
    }
    meaning
}

/// The odometer (B09, B10). Zero on a unit that was driven before is how
/// systems write "not entered".
pub(super) fn odometer(row: &mut Row<'_>, condition: Condition, unit: Option<DistanceUnit>) -> Option<Odometer> {
    let cell = row.cell(Field::Odometer)?;
    let column = row.binding.at(Field::Odometer);
    match odometer::parse(cell, unit) {
        Reading::None => None,
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
            if !named {
                row.steps.push(format!("odometer unit {} from configuration", distance.unit));
            }
            Some(Odometer { value: distance.value, unit: distance.unit, status: None })
        }
    }
}

/// Since when it is in stock.
pub(super) fn tenure(row: &mut Row<'_>, dates: &DateContext<'_>, settings: &SourceSettings) -> Option<Tenure> {
    let cell = row.cell(Field::StockedAt)?;
    match date::parse(cell, dates) {
        Ok(stocked_at) => {
            let stocked_at = stocked_at?;
            let column = row.column(Field::StockedAt);
            row.steps.push(format!("stocked_at from column \"{column}\", read in {}", settings.time_zone));
            if settings.date_shift_days != 0 {
                row.steps.push(format!("dates moved by {} whole days", settings.date_shift_days));
            }
            Some(Tenure { stocked_at, first_public_listing_at: None, basis: TenureBasis::Stated })
        }
        Err(problem) => {
            row.note_problem(Notice::DateRefused, row.binding.at(Field::StockedAt), cell, &problem);
            None
        }
    }
}

/// Equipment, as the dealer words it.
pub(super) fn features(row: &mut Row<'_>, profile: &Profile) -> List<Text<1, 200>, 0, 500> {
    let cell = row.cell(Field::Features).unwrap_or_default();
    let mut cut = false;
    let mut features = Vec::new();
    for item in list::split(cell, &profile.feature_separators) {
        let (feature, shortened) = text::bounded(item);
        cut |= shortened;
        features.extend(feature);
    }
    cut |= features.len() > 500;
    if cut {
        row.note_field(Notice::Cut, Field::Features, "");
    }
    List::first(features).unwrap_or_default()
}

/// Pictures (B23, B24).
pub(super) fn media(row: &mut Row<'_>, profile: &Profile) -> List<MediaAsset, 0, 500> {
    let images = images::parse(row.cell(Field::Images).unwrap_or_default(), &profile.image_separators);
    row.note_count(Notice::ImageNotHttps, Field::Images, images.not_https);
    row.note_count(Notice::ImageUnusable, Field::Images, images.unusable);
    if images.not_https > 0 {
        row.steps.push(format!("{} images without https left out", images.not_https));
    }
    if images.usable.len() > 500 {
        row.note_field(Notice::Cut, Field::Images, "");
    }
    let asset = |(position, url)| MediaAsset { kind: MediaType::Image, url, caption: None, position: Some(position) };
    List::first((0..).zip(images.usable).map(asset).collect()).unwrap_or_default()
}
