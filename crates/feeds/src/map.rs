//! One row to one listing, or the reason why not.

mod details;
mod identity;
mod offer;
mod origin;
mod row;

use dealeragent_inventory::{Listing, UsedEvidence, vehicle_id};
use dealeragent_protocol::values::Vin;
use jiff::tz::TimeZone;

use crate::{
    FileFault, SourceSettings,
    bind::Binding,
    profile::{Field, Profile, fold_code},
    read::Record,
    report::{Keyword, Note, Notice, Reject},
    values::{date::DateContext, listing_url::Template},
};
use row::Row;

/// What became of a row.
#[derive(Debug)]
pub(crate) enum Outcome<'p> {
    /// Left out by a rule of the profile.
    Dropped(&'p str),
    /// Held back. The VIN, where it is good, holds back its other rows too.
    Rejected { reject: Reject, vin: Option<Vin> },
    /// Can be listed.
    Listed { listing: Box<Listing>, notes: Vec<Note> },
}

/// Maps the rows of one file.
pub(crate) struct Mapper<'p> {
    profile: &'p Profile,
    settings: &'p SourceSettings,
    binding: &'p Binding,
    template: Option<Template>,
    zone: TimeZone,
}

impl<'p> Mapper<'p> {
    pub(crate) fn new(
        profile: &'p Profile,
        settings: &'p SourceSettings,
        binding: &'p Binding,
    ) -> Result<Self, FileFault> {
        let template = settings.listing_url_template.as_deref().map(Template::parse).transpose();
        let template = template.map_err(|problem| FileFault::BadTemplate { problem })?;
        let zone = settings.time_zone.rules();
        Ok(Self { profile, settings, binding, template, zone })
    }

    pub(crate) fn row(&self, record: &Record<'_>) -> Outcome<'p> {
        let mut row = Row::new(record, self.binding);
        if let Some(reason) = self.dropped(record) {
            return Outcome::Dropped(reason);
        }
        if record.stray_quote {
            row.note_row(Notice::StrayQuote);
        }
        match identity::vin(&mut row) {
            Err(reject) => Outcome::Rejected { reject, vin: None },
            Ok(vin) => match self.listing(&mut row, vin.clone()) {
                Ok(listing) => Outcome::Listed { listing: Box::new(listing), notes: row.notes },
                Err(reject) => Outcome::Rejected { reject, vin: Some(vin) },
            },
        }
    }

    fn dropped(&self, record: &Record<'_>) -> Option<&'p str> {
        let rules = self.profile.drop_rules.iter().zip(&self.binding.drops);
        rules
            .filter_map(|(rule, at)| Some((rule, record.cell((*at)?)?)))
            .find(|(rule, cell)| rule.values.contains(&fold_code(cell)))
            .map(|(rule, _)| rule.reason.as_str())
    }

    fn dates(&self) -> DateContext<'_> {
        DateContext {
            formats: &self.profile.date_formats,
            zone: &self.zone,
            shift_days: self.settings.date_shift_days,
            now: self.settings.now,
        }
    }

    fn listing(&self, row: &mut Row<'_>, vin: Vin) -> Result<Listing, Reject> {
        let settings = self.settings;
        let stock = identity::stock(row)?;
        let year = identity::year(row, &vin, settings.now)?;
        let make = row.required_text(Field::Make, Keyword::Make)?;
        let model = row.required_text(Field::Model, Keyword::Model)?;
        let (condition, certification_type) = offer::condition(row, self.profile)?;
        let listing_url = self.listing_url(row, &vin, stock.as_ref())?;
        let id = vehicle_id(&settings.organization_id, &settings.rooftop_id, &vin).ok();
        let body_style = row.text(Field::Body);
        let kind = details::vehicle_type(row, self.profile);
        let price = offer::price(row, self.binding.price, settings);
        let odometer = details::odometer(row, condition, settings.odometer_unit);
        let tenure = details::tenure(row, &self.dates(), settings);
        let (features, media) = (details::features(row, self.profile), details::media(row, self.profile));
        // Neither can be missing; a row whose origin could not be told would not be listed.
        let Some((vehicle_id, provenance)) = id.zip(self.provenance(row, stock.as_ref())) else {
            return Err(row.reject(Field::Vin, Keyword::Vin, "no id can be made for it", "check the VIN"));
        };
        Ok(Listing {
            vehicle_id,
            organization_id: settings.organization_id.clone(),
            rooftop_id: settings.rooftop_id.clone(),
            vehicle_type: kind,
            year,
            make,
            model,
            trim: row.text(Field::Trim),
            condition,
            body_style,
            exterior_color: row.text(Field::ExteriorColor),
            interior_color: row.text(Field::InteriorColor),
            odometer,
            powertrain: details::powertrain(row, self.profile),
            features,
            media,
            listing_url,
            window_sticker_url: None,
            price,
            availability: offer::availability(row, self.profile, settings),
            tenure,
            certification_type,
            evidence: UsedEvidence::default(),
            provenance,
            observed_at: settings.observed_at,
            stock_number: stock,
            vin,
        })
    }
}
