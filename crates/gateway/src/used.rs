//! Builds used-vehicle details (contract.md section 6).

use dealeragent_inventory::StoredListing;
use dealeragent_protocol::{
    error::ErrorCode,
    facts::{
        Certification, Condition, ConditionReport, ConditionReportStatus, Freshness, HistoryReport,
        InspectionAuthority, InventoryTenure, MaxAge, Odometer, OdometerDisclosure, OdometerStatus, Provenance,
        Reconditioning, ReconditioningStatus, TitleDisclosure, TitleStatus, UsedCondition, UsedOdometerStatus,
        UsedVehicleDetails,
    },
    values::{Distance, List, Set, Timestamp},
    wording::en,
};

use crate::{Failure, RequestContext};

/// How long evidence of a side file is called current.
const EVIDENCE_MAX_AGE: MaxAge = MaxAge::LONGEST;

/// Everything known of a used unit's past.
///
/// # Errors
/// `resource.not_found` for a new unit, and where tenure or odometer are
/// unknown: the result cannot be written without them.
pub(crate) fn details(unit: &StoredListing, context: &RequestContext) -> Result<UsedVehicleDetails, Failure> {
    let listing = unit.listing();
    let now = context.now;
    let condition = used_condition(listing.condition).ok_or_else(|| no_details("the unit is new"))?;
    let odometer = listing.odometer.ok_or_else(|| no_details("the odometer is unknown"))?;
    let summary = unit.used_summary(now).ok_or_else(|| no_details("the time in stock is unknown"))?;
    let frame = Frame { provenance: &listing.provenance, freshness: unit.freshness(now), now };
    let evidence = &listing.evidence;
    Ok(UsedVehicleDetails {
        vehicle_id: listing.vehicle_id.clone(),
        organization_id: listing.organization_id.clone(),
        rooftop_id: listing.rooftop_id.clone(),
        vin: listing.vin.clone(),
        condition,
        odometer: frame.odometer(odometer, listing.observed_at),
        inventory_tenure: InventoryTenure { ..summary.inventory_tenure },
        history_reports: bounded(evidence.history_reports.iter().map(|report| restated_report(report, now)).collect())?,
        title: frame.title(evidence.title.as_ref()),
        condition_report: frame.condition_report(evidence.condition_report.as_ref()),
        certification: frame.certification(evidence.certification.as_ref(), unit),
        reconditioning: frame.reconditioning(evidence.reconditioning.as_ref()),
        discrepancies: bounded(evidence.discrepancies.clone())?,
        provenance: listing.provenance.clone(),
        freshness: unit.freshness(now),
        trace_id: context.trace_id.clone(),
        extensions: None,
    })
}

fn no_details(private: &str) -> Failure {
    Failure::new(ErrorCode::ResourceNotFound, private).saying(en::NO_USED_DETAILS)
}

fn used_condition(condition: Condition) -> Option<UsedCondition> {
    match condition {
        Condition::New => None,
        Condition::Used => Some(UsedCondition::Used),
        Condition::Certified => Some(UsedCondition::Certified),
        Condition::Demo => Some(UsedCondition::Demo),
    }
}

/// What stands in where a side file is silent: the listing's own source, and
/// "unknown" for the fact.
struct Frame<'a> {
    provenance: &'a Provenance,
    freshness: Freshness,
    now: Timestamp,
}

impl Frame<'_> {
    fn odometer(&self, odometer: Odometer, observed_at: Timestamp) -> OdometerDisclosure {
        let status = match odometer.status {
            Some(OdometerStatus::Actual) => UsedOdometerStatus::Actual,
            Some(OdometerStatus::NotActual) => UsedOdometerStatus::NotActual,
            Some(OdometerStatus::ExceedsMechanicalLimits) => UsedOdometerStatus::ExceedsMechanicalLimits,
            Some(OdometerStatus::Unknown) | None => UsedOdometerStatus::Unknown,
        };
        OdometerDisclosure {
            reading: Distance { value: odometer.value, unit: odometer.unit },
            status,
            observed_at,
            provenance: self.provenance.clone(),
            freshness: self.freshness.clone(),
        }
    }

    fn title(&self, known: Option<&TitleDisclosure>) -> TitleDisclosure {
        let unknown = || TitleDisclosure {
            status: TitleStatus::Unknown,
            brands: Set::default(),
            jurisdiction: None,
            provenance: self.provenance.clone(),
            freshness: self.freshness.clone(),
        };
        known.map_or_else(unknown, |known| TitleDisclosure {
            freshness: restated(&known.freshness, self.now),
            ..known.clone()
        })
    }

    fn condition_report(&self, known: Option<&ConditionReport>) -> ConditionReport {
        let unknown = || ConditionReport {
            status: ConditionReportStatus::Unknown,
            inspection_authority: InspectionAuthority::Unknown,
            inspector_name: None,
            inspected_at: None,
            report_url: None,
            inspection_point_count: None,
            grade: None,
            components: None,
            disclosed_damage: None,
            provenance: self.provenance.clone(),
            freshness: self.freshness.clone(),
        };
        known.map_or_else(unknown, |known| ConditionReport {
            freshness: restated(&known.freshness, self.now),
            ..known.clone()
        })
    }

    /// A bare flag of the export says that somebody certified the unit, not
    /// who; then the type stays unknown.
    fn certification(&self, known: Option<&Certification>, unit: &StoredListing) -> Certification {
        let bare = || Certification {
            kind: unit.certification_type(),
            program_name: None,
            certified_at: None,
            inspection_point_count: None,
            warranty: None,
            provenance: self.provenance.clone(),
            freshness: self.freshness.clone(),
        };
        known.map_or_else(bare, |known| Certification {
            freshness: restated(&known.freshness, self.now),
            ..known.clone()
        })
    }

    fn reconditioning(&self, known: Option<&Reconditioning>) -> Reconditioning {
        let unknown = || Reconditioning {
            status: ReconditioningStatus::Unknown,
            completed_at: None,
            items: List::default(),
            provenance: self.provenance.clone(),
            freshness: self.freshness.clone(),
        };
        known.map_or_else(unknown, |known| Reconditioning {
            freshness: restated(&known.freshness, self.now),
            ..known.clone()
        })
    }
}

fn restated_report(report: &HistoryReport, now: Timestamp) -> HistoryReport {
    HistoryReport { freshness: restated(&report.freshness, now), ..report.clone() }
}

/// The freshness of stored evidence at the time of the answer.
fn restated(stored: &Freshness, now: Timestamp) -> Freshness {
    Freshness::at(now, stored.observed_at, stored.max_age_seconds.unwrap_or(EVIDENCE_MAX_AGE))
}

fn bounded<T, const MAX: usize>(items: Vec<T>) -> Result<List<T, 0, MAX>, Failure> {
    List::first(items).map_err(|_| Failure::new(ErrorCode::Internal, "a list without a lower bound refused its items"))
}
