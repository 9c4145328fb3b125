//! From a profile's file to a profile, every mistake named.

use std::collections::{BTreeMap, BTreeSet};

use dealeragent_protocol::facts::{AvailabilityStatus, Condition, Drivetrain, FuelType, VehicleType};

use super::{
    BodyWords, DropRule, Field, Layout, Profile, ProfileFault, Table, built_in,
    document::{Codes, Document, Drop, PrivateColumns},
    fold, fold_code,
};
use crate::values::{certified::CertifiedFlag, date};

/// Marks that may separate a list.
const SEPARATORS: [char; 5] = ['|', ',', ';', '~', '^'];

pub(super) fn checked(document: Document) -> Result<Profile, ProfileFault> {
    check_id(&document.id)?;
    let private = private_names(&document.private)?;
    let layout = Layout::read(document.headerless, &document.positions)?;
    check_columns(&document.columns, &private, &layout)?;
    let values = document.values;
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
        layout,
        date_formats: date::formats(&document.date_formats)?,
        image_separators: separators("images", &document.separators.images)?,
        feature_separators: separators("features", &document.separators.features)?,
        drop_rules: document.drop.into_iter().map(drop_rule).collect::<Result<_, _>>()?,
        not_prices: folded("not_prices", &document.not_prices)?,
        columns: document.columns,
        private,
    })
}

fn check_id(id: &str) -> Result<(), ProfileFault> {
    let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if (1..=64).contains(&id.len()) && id.bytes().all(allowed) { Ok(()) } else { Err(ProfileFault::Id) }
}

fn private_names(own: &[String]) -> Result<BTreeSet<String>, ProfileFault> {
    let common: PrivateColumns =
        toml::from_str(built_in::PRIVATE).map_err(|error| ProfileFault::Syntax { message: error.to_string() })?;
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

fn check_columns(
    columns: &BTreeMap<Field, Vec<String>>,
    private: &BTreeSet<String>,
    layout: &Layout,
) -> Result<(), ProfileFault> {
    for field in Field::REQUIRED {
        if !layout.is_positional() && columns.get(&field).is_none_or(Vec::is_empty) {
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

fn separators(field: &'static str, text: &str) -> Result<Vec<char>, ProfileFault> {
    text.chars()
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
