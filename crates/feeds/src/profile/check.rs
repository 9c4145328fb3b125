//! From a profile's file to a profile, every mistake named.

use std::collections::{BTreeMap, BTreeSet};

use dealeragent_protocol::{
    facts::{AvailabilityStatus, Condition, Drivetrain, FuelType, VehicleType},
    values::Text,
};

use super::{
    BodyWords, DropRule, Field, Layout, Profile, ProfileFault, Table, built_in,
    document::{Codes, Document, Drop, PrivateColumns, ShapeName},
    fold, fold_code, image_rules, rooftops,
};
use crate::{
    shape::Shape,
    values::{certified::CertifiedFlag, date, price::Amounts},
};

/// Marks that may separate a list.
const SEPARATORS: [char; 5] = ['|', ',', ';', '~', '^'];

pub(super) fn checked(document: Document) -> Result<Profile, ProfileFault> {
    check_id(&document.id)?;
    let private = private_names(&document.private)?;
    let shape = shape(&document)?;
    let values = document.values;
    let url_condition = table("condition", document.url_condition, Condition::ALL, Condition::as_str, fold_code)?;
    // The condition may be told by the page address or the profile itself.
    let condition_elsewhere = !url_condition.is_empty() || document.constants.condition.is_some();
    let is_required = |field: &Field| *field != Field::Condition || !condition_elsewhere;
    let required: Vec<Field> = Field::REQUIRED.into_iter().filter(is_required).collect();
    let mut columns = document.columns;
    let positions = document.positions.unwrap_or_default();
    let layout = Layout::read(document.headerless.unwrap_or(false), &positions, &mut columns, &required)?;
    check_columns(&columns, &private, &required, &layout)?;
    let rooftops = document.rooftops.map(|rule| rooftops::checked(rule, &columns)).transpose()?;
    let amounts = match (document.minor_units.unwrap_or(false), document.locale) {
        (true, _) => Amounts::Minor,
        (false, Some(locale)) => Amounts::Localised(locale),
        (false, None) => Amounts::Plain,
    };
    let body = table("vehicle_type", values.vehicle_type, VehicleType::ALL, VehicleType::as_str, body_key)?;
    Ok(Profile {
        condition: table("condition", values.condition, Condition::ALL, Condition::as_str, fold_code)?,
        status: table("status", values.status, AvailabilityStatus::ALL, AvailabilityStatus::as_str, fold_code)?,
        certified: table("certified", values.certified, CertifiedFlag::ALL, CertifiedFlag::as_str, fold_code)?,
        fuel: table("fuel", values.fuel, FuelType::ALL, FuelType::as_str, fold_code)?,
        drivetrain: table("drivetrain", values.drivetrain, Drivetrain::ALL, Drivetrain::as_str, fold_code)?,
        body: BodyWords::new(body.into_map()),
        id: document.id,
        title: document.title,
        delimiter: document.delimiter,
        shape,
        layout,
        locale: document.locale,
        amounts,
        strict: document.strict.unwrap_or(false),
        json_lists: document.json_lists.unwrap_or(false),
        defaults: document.defaults,
        price_labels: price_labels(document.price_labels)?,
        rooftops,
        url_condition,
        constant_condition: document.constants.condition,
        date_formats: date::formats(&document.date_formats.unwrap_or_default())?,
        image_separators: separators("images", document.separators.images.as_deref())?,
        feature_separators: separators("features", document.separators.features.as_deref())?,
        image_rules: image_rules::checked(document.images)?,
        drop_rules: document.drop.into_iter().map(drop_rule).collect::<Result<_, _>>()?,
        not_prices: folded("not_prices", &document.not_prices)?,
        columns,
        private,
    })
}

fn check_id(id: &str) -> Result<(), ProfileFault> {
    let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if (1..=64).contains(&id.len()) && id.bytes().all(allowed) { Ok(()) } else { Err(ProfileFault::Id) }
}

fn private_names(own: &[String]) -> Result<BTreeSet<String>, ProfileFault> {
    let common: PrivateColumns = toml::from_str(built_in::PRIVATE)
        .map_err(|error| ProfileFault::Syntax { message: error.to_string(), line: None })?;
    let mut names = folded("private", &common.names)?;
    names.extend(folded("private", own)?);
    Ok(names)
}

fn folded(place: &str, names: &[String]) -> Result<BTreeSet<String>, ProfileFault> {
    names.iter().map(|name| nonblank(place, name)).collect()
}

fn nonblank(place: &str, name: &str) -> Result<String, ProfileFault> {
    let folded = fold(name);
    if folded.is_empty() {
        return Err(ProfileFault::BlankName { place: place.to_owned(), name: name.to_owned() });
    }
    Ok(folded)
}

/// Columns without which there is no listing, and no name for two of them. In
/// a file without a header the positions were checked already.
fn check_columns(
    columns: &BTreeMap<Field, Vec<String>>,
    private: &BTreeSet<String>,
    required: &[Field],
    layout: &Layout,
) -> Result<(), ProfileFault> {
    for field in required {
        if !layout.is_positional() && columns.get(field).is_none_or(Vec::is_empty) {
            return Err(ProfileFault::NoAlias { field: field.as_str() });
        }
    }
    let mut owners: BTreeMap<String, Field> = BTreeMap::new();
    for (field, names) in columns {
        for name in names {
            let folded = nonblank("[columns]", name)?;
            if private.contains(&folded) {
                return Err(ProfileFault::PrivateAlias { field: field.as_str(), name: name.clone() });
            }
            if let Some(first) = owners.insert(folded, *field).filter(|first| first != field) {
                let (first, second) = (first.as_str(), field.as_str());
                return Err(ProfileFault::SharedAlias { name: name.clone(), first, second });
            }
        }
    }
    Ok(())
}

fn table<T: Copy + PartialEq>(
    name: &'static str,
    codes: Codes,
    all: &'static [T],
    word_of: fn(T) -> &'static str,
    key: fn(&str) -> String,
) -> Result<Table<T>, ProfileFault> {
    let mut table = Table::new();
    for (word, codes) in codes {
        let Some(meaning) = all.iter().copied().find(|meaning| word_of(*meaning) == word) else {
            let known = all.iter().map(|meaning| word_of(*meaning)).collect::<Vec<_>>().join(", ");
            return Err(ProfileFault::UnknownWord { table: name, word, known });
        };
        for code in codes {
            let folded = key(&code);
            if folded.is_empty() {
                return Err(ProfileFault::BlankName { place: format!("[values.{name}]"), name: code });
            }
            if let Some(first) = table.insert(folded, meaning).filter(|first| *first != meaning) {
                let (first, second) = (word_of(first), word_of(meaning));
                return Err(ProfileFault::SharedCode { table: name, code, first, second });
            }
        }
    }
    Ok(table)
}

/// Body words keep their spaces: they are compared word by word.
fn body_key(phrase: &str) -> String {
    phrase.to_lowercase()
}

fn shape(document: &Document) -> Result<Shape, ProfileFault> {
    let (records, element) = (&document.json_records, &document.xml_record);
    let is_document = document.shape.is_some_and(|shape| shape != ShapeName::Delimited);
    if is_document && document.headerless == Some(true) {
        return Err(ProfileFault::Shape {
            problem: "a document names its columns; `headerless` is for delimited text",
        });
    }
    match (document.shape.unwrap_or(ShapeName::Delimited), records, element) {
        (ShapeName::Delimited, None, None) => Ok(Shape::Delimited),
        (ShapeName::JsonLd, None, None) => Ok(Shape::JsonLd),
        (ShapeName::Json, records, None) => {
            let records = records.clone().unwrap_or_default();
            if records.is_empty() || records.starts_with('/') {
                Ok(Shape::Json { records })
            } else {
                Err(ProfileFault::Shape {
                    problem: "`json_records` is a JSON Pointer, such as \"/inventory/vehicles\"",
                })
            }
        }
        (ShapeName::Xml, None, Some(record)) if !record.trim().is_empty() => Ok(Shape::Xml { record: record.clone() }),
        (ShapeName::Xml, None, _) => Err(ProfileFault::Shape { problem: "xml needs `xml_record`, a unit's element" }),
        _ => Err(ProfileFault::Shape { problem: "`json_records` goes with json, `xml_record` with xml" }),
    }
}

fn price_labels(labels: BTreeMap<String, String>) -> Result<BTreeMap<String, Text<1, 120>>, ProfileFault> {
    let parse = |(column, label): (String, String)| match Text::parse(label.trim()) {
        Ok(label) => Ok((nonblank("[price_labels]", &column)?, label)),
        Err(_) => Err(ProfileFault::PriceLabel { column }),
    };
    labels.into_iter().map(parse).collect()
}

fn separators(field: &'static str, text: Option<&str>) -> Result<Vec<char>, ProfileFault> {
    text.unwrap_or_default()
        .chars()
        .map(|separator| {
            if SEPARATORS.contains(&separator) {
                Ok(separator)
            } else {
                Err(ProfileFault::Separator { field, separator })
            }
        })
        .collect()
}

fn drop_rule(rule: Drop) -> Result<DropRule, ProfileFault> {
    let values: BTreeSet<String> =
        rule.values.iter().map(|code| fold_code(code)).filter(|code| !code.is_empty()).collect();
    nonblank("[[drop]] column", &rule.column)?;
    if values.is_empty() || rule.reason.trim().is_empty() {
        return Err(ProfileFault::EmptyDrop { column: rule.column });
    }
    Ok(DropRule { column: rule.column, values, reason: rule.reason })
}
