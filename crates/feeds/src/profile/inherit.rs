//! A profile that changes a built-in one.

use std::collections::BTreeMap;

use super::{
    ProfileFault, built_in,
    document::{Constants, Defaults, Document, ImagesDocument, Separators, Values},
};

/// Profiles between a profile and the first of its line.
const MAX_DEPTH: usize = 4;

/// Puts a profile over the one that it extends, and so on. What the profile
/// says wins, word by word: the names of one field, the codes of one word, one
/// default. Lists of private columns, drop rules and image rules are added to.
pub(super) fn resolved(document: Document) -> Result<Document, ProfileFault> {
    let mut document = document;
    for _ in 0..MAX_DEPTH {
        let Some(name) = document.extends.take() else { return Ok(document) };
        let base = built_in::base(&name)
            .ok_or_else(|| ProfileFault::UnknownBase { name: name.clone(), known: built_in::IDS.join(", ") })?;
        let base: Document =
            toml::from_str(base).map_err(|error| ProfileFault::Syntax { message: error.to_string(), line: None })?;
        document = over(document, base);
    }
    Err(ProfileFault::UnknownBase { name: "a profile of its own line".to_owned(), known: built_in::IDS.join(", ") })
}

fn over(own: Document, base: Document) -> Document {
    Document {
        id: own.id,
        title: own.title,
        extends: base.extends,
        shape: own.shape.or(base.shape),
        json_records: own.json_records.or(base.json_records),
        xml_record: own.xml_record.or(base.xml_record),
        headerless: own.headerless.or(base.headerless),
        positions: own.positions.or(base.positions),
        delimiter: own.delimiter.or(base.delimiter),
        date_formats: own.date_formats.or(base.date_formats),
        locale: own.locale.or(base.locale),
        minor_units: own.minor_units.or(base.minor_units),
        json_lists: own.json_lists.or(base.json_lists),
        strict: own.strict.or(base.strict),
        private: joined(base.private, own.private),
        not_prices: joined(base.not_prices, own.not_prices),
        columns: merged(base.columns, own.columns),
        defaults: Defaults {
            currency: own.defaults.currency.or(base.defaults.currency),
            odometer_unit: own.defaults.odometer_unit.or(base.defaults.odometer_unit),
            time_zone: own.defaults.time_zone.or(base.defaults.time_zone),
            price_column: own.defaults.price_column.or(base.defaults.price_column),
        },
        constants: Constants { condition: own.constants.condition.or(base.constants.condition) },
        price_labels: merged(base.price_labels, own.price_labels),
        rooftops: own.rooftops.or(base.rooftops),
        separators: Separators {
            images: own.separators.images.or(base.separators.images),
            features: own.separators.features.or(base.separators.features),
        },
        images: ImagesDocument {
            upgrade_hosts: joined(base.images.upgrade_hosts, own.images.upgrade_hosts),
            placeholders: joined(base.images.placeholders, own.images.placeholders),
            replace: merged(base.images.replace, own.images.replace),
        },
        values: values(base.values, own.values),
        url_condition: merged(base.url_condition, own.url_condition),
        drop: base.drop.into_iter().chain(own.drop).collect(),
    }
}

fn values(base: Values, own: Values) -> Values {
    Values {
        condition: merged(base.condition, own.condition),
        status: merged(base.status, own.status),
        certified: merged(base.certified, own.certified),
        fuel: merged(base.fuel, own.fuel),
        drivetrain: merged(base.drivetrain, own.drivetrain),
        vehicle_type: merged(base.vehicle_type, own.vehicle_type),
    }
}

fn merged<K: Ord, V>(mut base: BTreeMap<K, V>, own: BTreeMap<K, V>) -> BTreeMap<K, V> {
    base.extend(own);
    base
}

fn joined(mut base: Vec<String>, own: Vec<String>) -> Vec<String> {
    base.extend(own);
    base
}
