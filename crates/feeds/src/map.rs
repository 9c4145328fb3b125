//! One row to one listing, or the reason why not.

mod details;
mod identity;
mod offer;
mod origin;
mod price;
mod reports;
mod rooftop;
mod row;

use dealeragent_inventory::{Listing, vehicle_id};
use dealeragent_protocol::values::{RooftopId, Vin};
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
    /// Held back. The unit, where it is known, holds back its other rows too.
    Rejected { reject: Reject, unit: Option<(RooftopId, Vin)> },
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
    lines: origin::Lines,
}

impl<'p> Mapper<'p> {
    pub(crate) fn new(
        profile: &'p Profile,
        settings: &'p SourceSettings,
        binding: &'p Binding,
    ) -> Result<Self, FileFault> {
        let template = settings.listing_url_template.as_deref().map(Template::parse).transpose();
        let template = template.map_err(|problem| FileFault::BadTemplate { problem })?;
        rooftop::check(profile, binding)?;
        let zone = settings.time_zone.rules();
        let lines = origin::Lines::default();
        Ok(Self { profile, settings, binding, template, zone, lines })
    }

    pub(crate) fn row(&self, record: &Record<'_>) -> Outcome<'p> {
        let mut row = Row::new(record, self.binding, !self.profile.strict);
        if let Some(reason) = self.dropped(record) {
            return Outcome::Dropped(reason);
        }
        if record.stray_quote {
            row.note_row(Notice::StrayQuote);
        }
        let unit = identity::vin(&mut row).and_then(|vin| Ok((self.rooftop(&mut row)?, vin)));
        match unit {
            Err(reject) => Outcome::Rejected { reject, unit: None },
            Ok((rooftop_id, vin)) => match self.listing(&mut row, rooftop_id.clone(), vin.clone()) {
                Ok(listing) => Outcome::Listed { listing: Box::new(listing), notes: row.notes },
                Err(reject) => Outcome::Rejected { reject, unit: Some((rooftop_id, vin)) },
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

    fn listing(&self, row: &mut Row<'_>, rooftop_id: RooftopId, vin: Vin) -> Result<Listing, Reject> {
        let (settings, profile) = (self.settings, self.profile);
        let stock = identity::stock(row, profile)?;
        let year = identity::year(row, &vin, settings.now)?;
        let make = row.required_text(Field::Make, Keyword::Make)?;
        let model = row.required_text(Field::Model, Keyword::Model)?;
        let (condition, certification_type) = offer::condition(row, profile)?;
        let listing_url = self.listing_url(row, &vin, stock.as_ref())?;
        let observed_at = details::observed_at(row, profile, &self.dates(), settings)?;
        let body_style = row.text(Field::Body);
        let vehicle_type = details::vehicle_type(row, profile);
        let price::Asked { price, terms } = self.asked(row)?;
        let odometer = details::odometer(row, condition, profile, settings.odometer_unit);
        let tenure = details::tenure(row, &self.dates(), settings);
        let (features, media) = (details::features(row, profile)?, details::media(row, profile)?);
        let trim = row.text(Field::Trim);
        let (exterior_color, interior_color) = (row.text(Field::ExteriorColor), row.text(Field::InteriorColor));
        let powertrain = details::powertrain(row, profile);
        let availability = offer::availability(row, profile, observed_at);
        let evidence = self.reports(row, condition, observed_at)?;
        let id = vehicle_id(&settings.organization_id, &rooftop_id, &vin).ok();
        // Neither can be missing; a row whose origin could not be told would not be listed.
        let Some((vehicle_id, provenance)) = id.zip(self.provenance(row, stock.as_ref(), observed_at)) else {
            return Err(row.reject(Field::Vin, Keyword::Vin, "no id can be made for it", "check the VIN"));
        };
        Ok(Listing {
            vehicle_id,
            organization_id: settings.organization_id.clone(),
            rooftop_id,
            vehicle_type,
            year,
            make,
            model,
            trim,
            condition,
            body_style,
            exterior_color,
            interior_color,
            odometer,
            powertrain,
            features,
            media,
            listing_url,
            window_sticker_url: None,
            price,
            availability,
            tenure,
            certification_type,
            terms,
            evidence,
            provenance,
            observed_at,
            stock_number: stock,
            vin,
        })
    }
}
