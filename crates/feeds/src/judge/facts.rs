//! Which facts of a unit changed, in words for a person.
//!
//! Where a fact comes from and when it was seen changes with every file and is
//! no change of the unit.

use std::fmt::Display;

use dealeragent_inventory::{Listing, Tenure, TenureBasis, UsedEvidence};
use dealeragent_protocol::values::{Distance, List, Timestamp};
use serde::{Deserialize, Serialize};

use crate::report::escaped;

/// One fact that changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldChange {
    /// Its name on the wire.
    pub field: String,
    /// What it was; `None` where it was not known.
    pub old: Option<String>,
    /// What it is; `None` where it is not known.
    pub new: Option<String>,
}

/// A fact of a listing, as it is compared, shown and taken over.
pub(super) struct Fact {
    pub(super) name: &'static str,
    pub(super) same: fn(&Listing, &Listing) -> bool,
    pub(super) show: fn(&Listing) -> Option<String>,
    pub(super) take: fn(&mut Listing, &Listing),
}

macro_rules! fact {
    ($field:ident) => {
        fact!($field, |unit| Some(said(&unit.$field)))
    };
    ($field:ident?) => {
        fact!($field, |unit| unit.$field.as_ref().map(said))
    };
    ($field:ident, $show:expr) => {
        fact!($field, |one, other| one.$field == other.$field, $show)
    };
    ($field:ident, $same:expr, $show:expr) => {
        Fact {
            name: stringify!($field),
            same: $same,
            show: $show,
            take: |into, from| into.$field.clone_from(&from.$field),
        }
    };
}

/// Every fact of a listing but its keys and its origin.
pub(super) const FACTS: [Fact; 22] = [
    fact!(price, |unit| unit.price.as_ref().map(|price| match &price.label {
        Some(label) => format!("{} ({})", price.amount, escaped(label.as_str())),
        None => price.amount.to_string(),
    })),
    fact!(
        availability,
        |one, other| {
            let (one, other) = (&one.availability, &other.availability);
            (one.status, one.authority, &one.reason) == (other.status, other.authority, &other.reason)
        },
        |unit| Some(unit.availability.status.to_string())
    ),
    fact!(stock_number?),
    fact!(odometer, |unit| {
        unit.odometer.map(|odometer| Distance { value: odometer.value, unit: odometer.unit }.to_string())
    }),
    fact!(condition),
    fact!(certification_type?),
    fact!(year, |unit| Some(unit.year.get().to_string())),
    fact!(make),
    fact!(model),
    fact!(trim?),
    fact!(vehicle_type?),
    fact!(body_style?),
    fact!(exterior_color?),
    fact!(interior_color?),
    fact!(powertrain, |unit| serde_json::to_string(&unit.powertrain).ok().map(|text| said(&text))),
    fact!(features, |unit| counted(&unit.features, "entry", "entries")),
    fact!(media, |unit| counted(&unit.media, "picture", "pictures")),
    fact!(listing_url),
    fact!(window_sticker_url?),
    fact!(tenure, |one, other| same_tenure(one.tenure, other.tenure), |unit| unit
        .tenure
        .map(|tenure| tenure.stocked_at.to_string())),
    fact!(terms, |unit| unit.terms.as_ref().map(|terms| {
        let count = |list: Option<usize>| list.map_or_else(|| "untold".to_owned(), |count| count.to_string());
        let (charges, adjustments) = (terms.charges.as_ref().map(Vec::len), terms.adjustments.as_ref().map(Vec::len));
        format!("charges: {}, adjustments: {}", count(charges), count(adjustments))
    })),
    fact!(evidence, |one, other| same_evidence(&one.evidence, &other.evidence), |unit| {
        let evidence = &unit.evidence;
        (!evidence.is_empty()).then(|| format!("{} history report(s)", evidence.history_reports.len()))
    }),
];

/// The facts in which two listings of one unit differ.
pub(super) fn changes(old: &Listing, new: &Listing) -> Vec<FieldChange> {
    let changed = FACTS.iter().filter(|fact| !(fact.same)(old, new));
    changed
        .map(|fact| FieldChange { field: fact.name.to_owned(), old: (fact.show)(old), new: (fact.show)(new) })
        .collect()
}

fn said(value: &impl Display) -> String {
    escaped(&value.to_string())
}

fn counted<T, const MAX: usize>(list: &List<T, 0, MAX>, one: &str, many: &str) -> Option<String> {
    match list.len() {
        0 => None,
        1 => Some(format!("1 {one}")),
        count => Some(format!("{count} {many}")),
    }
}

/// A date that was worked out from a number of days moves with the hour of the
/// file.
fn same_tenure(one: Option<Tenure>, other: Option<Tenure>) -> bool {
    let (Some(one), Some(other)) = (one, other) else { return one == other };
    let is_close = |a: Timestamp, b: Timestamp| a.seconds_since(b).abs() < 86_400;
    match (one.basis, other.basis) {
        (TenureBasis::ReportedDays, TenureBasis::ReportedDays) => is_close(one.stocked_at, other.stocked_at),
        _ => one == other,
    }
}

/// What the evidence says, without where and when it says so.
fn same_evidence(one: &UsedEvidence, other: &UsedEvidence) -> bool {
    let reports = |evidence: &UsedEvidence| {
        let of = evidence.history_reports.iter();
        of.map(|report| (report.provider_id.clone(), report.report_id.clone(), report.status, report.summary.clone()))
            .collect::<Vec<_>>()
    };
    let title = |evidence: &UsedEvidence| evidence.title.as_ref().map(|title| (title.status, title.brands.clone()));
    let certified = |evidence: &UsedEvidence| evidence.certification.as_ref().map(|certification| certification.kind);
    let others = |evidence: &UsedEvidence| (evidence.condition_report.is_some(), evidence.reconditioning.is_some());
    reports(one) == reports(other)
        && title(one) == title(other)
        && certified(one) == certified(other)
        && others(one) == others(other)
}
