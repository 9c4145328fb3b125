//! Finds out what a file is, and what it hints at.

use std::{collections::BTreeMap, path::Path};

use anyhow::{Context as _, Result};
use dealeragent_feeds::{
    Field, Import, Limits, Profile, Reading, SourceSettings, Suggestion, Verdict, fitting, import_reader,
    report::Notice, sample, suggest,
};
use dealeragent_protocol::values::{Currency, OrganizationId, RooftopId, Text, TimeZoneName, Timestamp};

use crate::commands::feed::input::Input;

/// An export that was looked at.
pub(super) struct Trial {
    /// What its columns look like; `None` for a document, or without a header.
    columns: Option<Suggestion>,
    /// The built-in profiles that its header fits.
    fits: Vec<&'static str>,
}

impl Trial {
    /// Reads the first rows.
    ///
    /// # Errors
    /// When there is no such file.
    pub(super) fn of(path: &Path) -> Result<Self> {
        let start = sample(input(path)?.reader()?, Reading::default(), Limits::default()).ok();
        let start = start.filter(|start| start.is_headed);
        let fits = start.as_ref().map(|start| fitting(&start.header)).unwrap_or_default();
        let columns = start.map(|start| suggest(&start.header, &start.rows));
        Ok(Self { columns, fits })
    }

    /// Columns that may hold the price, with examples.
    pub(super) fn prices(&self) -> Vec<(String, String)> {
        let columns = self.columns.iter().flat_map(|found| &found.columns);
        let prices = columns.filter(|column| column.verdict == Verdict::Price);
        prices.map(|column| (column.name.clone(), column.examples.join(", "))).collect()
    }

    /// The currency that the file itself names, where it names one alone.
    pub(super) fn currency(&self) -> Option<Currency> {
        let columns = self.columns.iter().flat_map(|found| &found.columns);
        let mut of_currency = columns.filter(|column| column.verdict == Verdict::Matched(Field::Currency));
        let examples = &of_currency.next()?.examples;
        let [only] = examples.as_slice() else { return None };
        Currency::parse(only.trim_matches('"')).ok()
    }

    /// The built-in profiles that may be meant: those that the header fits; where
    /// it fits none or there is none, the one that reads most columns. Rows are
    /// no measure: a wrong profile drops fewer of them.
    ///
    /// # Errors
    /// When the file is gone.
    pub(super) fn profiles(&self, path: &Path, now: Timestamp) -> Result<Vec<&'static str>> {
        if !self.fits.is_empty() {
            return Ok(self.fits.clone());
        }
        let mut best: (usize, Vec<&'static str>) = (0, Vec::new());
        for id in Profile::built_in_ids() {
            let Some(Ok(profile)) = Profile::built_in(id) else { continue };
            let Some(import) = self.import(path, &profile, None, now)? else { continue };
            let columns = import.report.columns.matched.len();
            if import.report.published > 0 && columns >= best.0 {
                if columns > best.0 {
                    best = (columns, Vec::new());
                }
                best.1.push(id);
            }
        }
        Ok(best.1)
    }

    /// What a profile makes of the file, with stand-ins for what nobody said.
    /// `None` where it cannot read it.
    ///
    /// # Errors
    /// When the file is gone.
    pub(super) fn import(
        &self,
        path: &Path,
        profile: &Profile,
        price_column: Option<&str>,
        now: Timestamp,
    ) -> Result<Option<Import>> {
        let usual = profile.defaults();
        let guessed = || self.prices().into_iter().next().map(|(name, _)| name);
        let price_column = price_column.map(ToOwned::to_owned).or_else(|| usual.price_column.clone()).or_else(guessed);
        let settings = SourceSettings {
            source_name: Text::bounded("trial"),
            organization_id: OrganizationId::parse("trial").context("an id")?,
            rooftop_id: RooftopId::parse("trial").context("an id")?,
            time_zone: TimeZoneName::parse("UTC").context("a zone")?,
            currency: usual.currency.or(self.currency()).unwrap_or(Currency::USD),
            odometer_unit: usual.odometer_unit,
            price_column: price_column.unwrap_or_else(|| "Price".to_owned()),
            price_includes_required_charges: false,
            price_label: None,
            listing_url_template: Some("https://trial.example/{vin}".to_owned()),
            observed_at: now,
            now,
            date_shift_days: 0,
            reading: Reading::default(),
        };
        Ok(import_reader(input(path)?.reader()?, profile, &settings, Limits::default()).ok())
    }
}

fn input(path: &Path) -> Result<Input<'_>> {
    Input::open(path, Limits::default())
}

/// Whether odometers are lost for want of a unit.
pub(super) fn lacks_unit(import: &Import) -> bool {
    import.report.warnings.iter().any(|warning| warning.kind == Notice::OdometerWithoutUnit)
}

/// Whether page addresses have to be made, since no column has them.
pub(super) fn lacks_address(import: &Import) -> bool {
    !import.report.columns.matched.iter().any(|column| column.field.split(", ").any(|field| field == "listing_url"))
}

/// The website that most page addresses lie on.
pub(super) fn website(import: &Import) -> Option<String> {
    let mut hosts: BTreeMap<&str, usize> = BTreeMap::new();
    for listing in &import.listings {
        let rest = listing.listing_url.as_str().strip_prefix("https://")?;
        let host = rest.split(['/', '?', '#']).next()?;
        *hosts.entry(host).or_default() += 1;
    }
    let (host, _) = hosts.into_iter().max_by_key(|(_, count)| *count)?;
    (host != "trial.example").then(|| format!("https://{host}/"))
}
