//! Facts on which a unit's sources differ (contract.md section 6). Both sides
//! are named; neither is picked.

mod statement;

use dealeragent_protocol::{
    facts::{
        AccidentStatus, DamageStatus, Discrepancy, HistoryReport, HistorySummary, OdometerConsistency,
        OwnerCountStatus, Provenance, ReportedStatus, SharedSummary, TitleBrandStatus, TitleDisclosure, TitleStatus,
    },
    values::Distance,
};

use self::statement::{Statement, differ, discrepancy};
use crate::Listing;

/// Every fact on which the sources of a listing differ: accidents, damage,
/// damage to the structure, airbags, title brands (reports and title), odometer
/// consistency and number of owners; and an odometer reading below the last one
/// on record. What a source does not know or may not share never conflicts with
/// anything. Does not read `evidence.discrepancies`: the result belongs there.
#[must_use]
pub fn find_discrepancies(listing: &Listing) -> Vec<Discrepancy> {
    let reports = &listing.evidence.history_reports;
    let mut found = Vec::new();
    for (field, mut statements) in report_statements(reports) {
        if field == TITLE_BRANDS {
            statements.extend(listing.evidence.title.as_ref().and_then(title_statement));
        }
        found.extend(differ(field, &statements));
    }
    found.extend(odometer_discrepancy(listing));
    found
}

/// A fact of a listing on which feeds of one rooftop differ: who says what, the
/// one that is published first. `None` where all say the same.
#[must_use]
pub fn feed_conflict(field: &str, says: &[(&str, &str)]) -> Option<Discrepancy> {
    let statements: Vec<Statement> = says.iter().map(|(source, said)| Statement::new(source, said)).collect();
    differ(field, &statements)
}

/// Whether two reports differ on a fact.
pub(crate) fn reports_differ(reports: &[HistoryReport]) -> bool {
    report_statements(reports).iter().any(|(field, statements)| differ(field, statements).is_some())
}

const TITLE_BRANDS: &str = "title_brand_status";

/// A fact by its name on the wire, and its reading in a summary: the wire's
/// word, `None` where it is unknown.
type Fact = (&'static str, fn(&HistorySummary) -> Option<String>);

const FACTS: [Fact; 7] = [
    ("accident_status", |summary| known(summary.accident_status, AccidentStatus::Unknown)),
    ("damage_status", |summary| known(summary.damage_status, DamageStatus::Unknown)),
    ("structural_damage_status", |summary| known(summary.structural_damage_status?, ReportedStatus::Unknown)),
    ("airbag_deployment_status", |summary| known(summary.airbag_deployment_status?, ReportedStatus::Unknown)),
    (TITLE_BRANDS, |summary| known(summary.title_brand_status, TitleBrandStatus::Unknown)),
    ("odometer_consistency", |summary| known(summary.odometer_consistency, OdometerConsistency::Unknown)),
    ("owner_count", |summary| match summary.owner_count_status {
        OwnerCountStatus::Known => summary.owner_count.map(|count| count.to_string()),
        OwnerCountStatus::Unknown => None,
    }),
];

fn known<T: Copy + PartialEq + ToString>(value: T, unknown: T) -> Option<String> {
    (value != unknown).then(|| value.to_string())
}

fn report_statements(reports: &[HistoryReport]) -> Vec<(&'static str, Vec<Statement>)> {
    let states = |read: fn(&HistorySummary) -> Option<String>| {
        let known = summaries(reports).filter_map(move |(name, summary)| Some(Statement::new(name, &read(summary)?)));
        known.collect()
    };
    FACTS.iter().map(|(field, read)| (*field, states(*read))).collect()
}

/// Providers whose summary is there and may be shared.
fn summaries(reports: &[HistoryReport]) -> impl Iterator<Item = (&str, &HistorySummary)> {
    reports.iter().filter_map(|report| match &report.summary {
        SharedSummary::Authorized(Some(summary)) => Some((report.provider_name.as_str(), summary)),
        SharedSummary::Authorized(None) | SharedSummary::NotAuthorized => None,
    })
}

/// What a title says of brands, in the words of reports.
fn title_statement(title: &TitleDisclosure) -> Option<Statement> {
    let status = title_brand_status(title)?;
    Some(Statement::new(source_name(&title.provenance), status.as_str()))
}

/// A pending title says nothing about brands yet; a named brand is a brand
/// whatever the status says.
fn title_brand_status(title: &TitleDisclosure) -> Option<TitleBrandStatus> {
    match title.status {
        TitleStatus::Branded => Some(TitleBrandStatus::BrandsReported),
        _ if !title.brands.is_empty() => Some(TitleBrandStatus::BrandsReported),
        TitleStatus::Clear => Some(TitleBrandStatus::NoBrandsReported),
        TitleStatus::Pending | TitleStatus::InTransit | TitleStatus::Unknown => None,
    }
}

/// A reading below one that is already on record: an odometer only counts up.
fn odometer_discrepancy(listing: &Listing) -> Option<Discrepancy> {
    let odometer = listing.odometer?;
    let offered = Distance { value: odometer.value, unit: odometer.unit };
    let on_record = summaries(&listing.evidence.history_reports)
        .filter_map(|(name, summary)| Some((name, summary.last_reported_odometer?)))
        .filter(|(_, last)| offered.cmp_exact(*last).is_lt())
        .map(|(name, last)| Statement::new(name, &format!("{last} as its last reading")));
    let mut statements = vec![Statement::new(source_name(&listing.provenance), &offered.to_string())];
    statements.extend(on_record);
    if statements.len() < 2 { None } else { discrepancy("odometer", &statements) }
}

fn source_name(provenance: &Provenance) -> &str {
    provenance.sources.first().map_or("listing", |source| source.source_name.as_str())
}
