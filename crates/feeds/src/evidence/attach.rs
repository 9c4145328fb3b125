//! Puts evidence to the units that it speaks of.

use std::collections::{BTreeSet, HashMap};

use dealeragent_inventory::{Listing, find_discrepancies, search::FilterKind};
use dealeragent_protocol::{
    facts::{Certification, CertificationType, Condition},
    values::{RooftopId, Timestamp, Vin},
};
use serde::Serialize;

use super::{
    Evidence,
    build::{Builder, FromTheFuture},
    file::Entry,
};

/// Reports that a unit may have (contract.md section 6).
const MAX_REPORTS: usize = 20;

/// What became of a side file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct AttachReport {
    /// Units that got evidence.
    pub attached: u64,
    /// Entries for rooftops that have no listing here.
    pub other_rooftops: u64,
    /// Entries whose unit is not listed.
    pub unmatched: u64,
    /// Units that disclose nothing of the kind, being new.
    pub new_units: u64,
    /// History summaries kept back, since their provider does not allow sharing.
    pub summaries_withheld: u64,
    /// Units whose sources disagree.
    pub conflicting: u64,
    /// Blocks that were not used, and why.
    pub left_out: Vec<LeftOut>,
    /// Filters that this evidence lets a rooftop answer.
    #[serde(skip)]
    pub answers: Vec<FilterKind>,
}

/// A block that was not used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// The unit.
    pub vin: Vin,
    /// Where it stands.
    pub rooftop_id: RooftopId,
    /// The block, by its name in the file.
    pub block: &'static str,
    /// Why.
    pub reason: &'static str,
}

impl Evidence {
    /// Gives each used, certified and demo unit what the file says of it, and
    /// notes where sources disagree. What is left out is in the report.
    pub fn attach(&self, listings: &mut [Listing], now: Timestamp) -> AttachReport {
        let mut report = AttachReport::default();
        let builder =
            Builder { now, shift_days: self.shift_days, digest: &self.digest, sender: &self.file.source_name };
        let rooftops: BTreeSet<RooftopId> = listings.iter().map(|listing| listing.rooftop_id.clone()).collect();
        let mut by_vin: HashMap<Vin, Vec<usize>> = HashMap::new();
        for (at, listing) in listings.iter().enumerate() {
            by_vin.entry(listing.vin.clone()).or_default().push(at);
        }
        for entry in self.file.vehicles.iter() {
            if entry.rooftop_id.as_ref().is_some_and(|rooftop| !rooftops.contains(rooftop)) {
                report.other_rooftops += 1;
                continue;
            }
            let mut found = false;
            for at in by_vin.get(&entry.vin).into_iter().flatten() {
                let Some(listing) = listings.get_mut(*at) else { continue };
                if entry.rooftop_id.as_ref().is_none_or(|rooftop| *rooftop == listing.rooftop_id) {
                    found = true;
                    attach_entry(&builder, entry, listing, &mut report);
                }
            }
            report.unmatched += u64::from(!found);
        }
        report.answers = answers(listings);
        report
    }
}

/// A filter can be answered once some unit has what it asks for: a rooftop
/// without a single report says nothing about any unit's history.
fn answers(listings: &[Listing]) -> Vec<FilterKind> {
    let has_reports = listings.iter().any(|unit| !unit.evidence.history_reports.is_empty());
    let has_certification = listings.iter().any(|unit| unit.evidence.certification.is_some());
    let kinds = [(FilterKind::HistoryReportStatus, has_reports), (FilterKind::CertificationType, has_certification)];
    kinds.into_iter().filter_map(|(kind, answered)| answered.then_some(kind)).collect()
}

fn attach_entry(builder: &Builder<'_>, entry: &Entry, listing: &mut Listing, report: &mut AttachReport) {
    if listing.condition == Condition::New {
        report.new_units += 1;
        return;
    }
    let mut left_out = Vec::new();
    attach_reports(builder, entry, listing, report, &mut left_out);
    let slots = &mut listing.evidence;
    let title = entry.title.as_ref().map(|block| builder.title(block));
    place("title", title, &mut slots.title, &mut left_out);
    let condition = entry.condition_report.as_ref().map(|block| builder.condition(block));
    place("condition_report", condition, &mut slots.condition_report, &mut left_out);
    let work = entry.reconditioning.as_ref().map(|block| builder.reconditioning(block));
    place("reconditioning", work, &mut slots.reconditioning, &mut left_out);
    attach_certification(builder, entry, listing, &mut left_out);
    listing.evidence.discrepancies = find_discrepancies(listing);
    report.attached += 1;
    report.conflicting += u64::from(!listing.evidence.discrepancies.is_empty());
    let named =
        |(block, reason)| LeftOut { vin: listing.vin.clone(), rooftop_id: listing.rooftop_id.clone(), block, reason };
    report.left_out.extend(left_out.into_iter().map(named));
}

type Reasons = Vec<(&'static str, &'static str)>;

const FUTURE: &str = "it was seen in the future; check the date";
const TAKEN: &str = "another side file has given one already; give each fact in one file";

fn attach_reports(
    builder: &Builder<'_>,
    entry: &Entry,
    listing: &mut Listing,
    report: &mut AttachReport,
    left_out: &mut Reasons,
) {
    let reports = &mut listing.evidence.history_reports;
    for block in entry.history_reports.iter() {
        report.summaries_withheld += u64::from(block.summary.is_some() && !block.summary_sharing_authorized);
        match builder.history(block) {
            Err(FromTheFuture) => left_out.push(("history_reports", FUTURE)),
            Ok(history) if reports.contains(&history) => {}
            Ok(_) if reports.len() >= MAX_REPORTS => {
                left_out.push(("history_reports", "the unit has 20 reports already"));
            }
            Ok(history) => reports.push(history),
        }
    }
}

fn place<T: PartialEq>(
    name: &'static str,
    built: Option<Result<T, FromTheFuture>>,
    slot: &mut Option<T>,
    left_out: &mut Reasons,
) {
    match built {
        None => {}
        Some(Err(FromTheFuture)) => left_out.push((name, FUTURE)),
        Some(Ok(fact)) => match slot {
            None => *slot = Some(fact),
            Some(taken) if *taken == fact => {}
            Some(_) => left_out.push((name, TAKEN)),
        },
    }
}

/// A certification needs the export's flag beside it: a side file alone does
/// not make a unit certified.
fn attach_certification(builder: &Builder<'_>, entry: &Entry, listing: &mut Listing, left_out: &mut Reasons) {
    let built = entry.certification.as_ref().map(|block| builder.certification(block));
    if let Some(Ok(certification)) = &built
        && let Some(reason) = unflagged(certification, listing)
    {
        left_out.push(("certification", reason));
        return;
    }
    place("certification", built, &mut listing.evidence.certification, left_out);
}

fn unflagged(certification: &Certification, listing: &Listing) -> Option<&'static str> {
    let flagged = listing.condition == Condition::Certified;
    match certification.kind {
        CertificationType::NotCertified | CertificationType::Unknown => None,
        CertificationType::ManufacturerCpo if !flagged => {
            Some("the export does not flag the unit as certified, so no maker's programme is shown")
        }
        _ if listing.certification_type == Some(CertificationType::NotCertified) => {
            Some("the export says that the unit is not certified")
        }
        _ => None,
    }
}
