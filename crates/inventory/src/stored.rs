//! A published unit with its wire form.

mod written;

use std::sync::Arc;

use dealeragent_protocol::{
    facts::{
        AgeBasis, AuthorityStatus, Availability, AvailabilityAuthority, BandLimits, CertificationType, Condition,
        DiscrepancyStatus, Freshness, FreshnessState, FreshnessTargets, InventoryTenure, MaxAge, Provenance,
        ReportStatus, SummaryReportStatus, UsedVehicleSummary, Vehicle,
    },
    values::{List, Timestamp},
};

use self::written::WrittenVehicle;
use crate::{Listing, SnapshotError, Tenure, TenureBasis, discrepancy::reports_differ};

/// Longest age of an authoritative statement that nobody has just verified, in
/// seconds (contract.md section 4, band `recent_authoritative`).
const RECENT_AUTHORITATIVE_SECONDS: u32 = 15 * 60;

/// A listing as it is published. Everything that does not depend on the time
/// of the answer is worked out and written once.
#[derive(Debug)]
pub struct StoredListing {
    listing: Arc<Listing>,
    targets: FreshnessTargets,
    history_report_status: SummaryReportStatus,
    /// `None` without a price: such a vehicle cannot be written.
    written: Option<WrittenVehicle>,
}

impl StoredListing {
    /// Works out and writes what does not depend on time.
    ///
    /// # Errors
    /// [`SnapshotError::Unwritable`].
    pub(crate) fn store(listing: Arc<Listing>, targets: FreshnessTargets) -> Result<Self, SnapshotError> {
        let history_report_status = history_report_status(&listing);
        let mut stored = Self { listing, targets, history_report_status, written: None };
        stored.written = match WrittenVehicle::write(&stored) {
            Ok(written) => written,
            Err(_) => return Err(SnapshotError::Unwritable { vehicle_id: stored.listing.vehicle_id.clone() }),
        };
        Ok(stored)
    }

    /// The listing.
    #[must_use]
    pub fn listing(&self) -> &Listing {
        &self.listing
    }

    /// Appends the vehicle's wire JSON as of `now`: the same value as
    /// [`StoredListing::vehicle`]. False, and nothing appended, when the unit
    /// has no price: a vehicle without a price cannot be written.
    #[must_use]
    pub fn write_vehicle(&self, now: Timestamp, out: &mut Vec<u8>) -> bool {
        let Some(written) = &self.written else { return false };
        written.append(now, out);
        true
    }

    /// The same without its provenance's optional `transformations`, for a page
    /// of many vehicles: whoever wants them reads the one vehicle.
    #[must_use]
    pub fn write_vehicle_for_page(&self, now: Timestamp, out: &mut Vec<u8>) -> bool {
        let Some(written) = &self.written else { return false };
        written.append_short(now, out);
        true
    }

    /// The vehicle as of `now`; `None` without a price.
    #[must_use]
    pub fn vehicle(&self, now: Timestamp) -> Option<Vehicle> {
        let listing = &self.listing;
        Some(Vehicle {
            vehicle_id: listing.vehicle_id.clone(),
            organization_id: listing.organization_id.clone(),
            rooftop_id: listing.rooftop_id.clone(),
            vin: Some(listing.vin.clone()),
            stock_number: listing.stock_number.clone(),
            vehicle_type: listing.vehicle_type,
            year: listing.year.get(),
            make: listing.make.clone(),
            model: listing.model.clone(),
            trim: listing.trim.clone(),
            condition: listing.condition,
            body_style: listing.body_style.clone(),
            exterior_color: listing.exterior_color.clone(),
            interior_color: listing.interior_color.clone(),
            odometer: listing.odometer,
            powertrain: Some(listing.powertrain.clone()).filter(|powertrain| *powertrain != Default::default()),
            features: non_empty(&listing.features),
            media: non_empty(&listing.media),
            listing_url: Some(listing.listing_url.clone()),
            window_sticker_url: listing.window_sticker_url.clone(),
            advertised_price: listing.price.clone()?,
            availability: self.availability(),
            provenance: listing.provenance.clone(),
            extensions: None,
            used_vehicle: self.used_summary(now),
            freshness: self.freshness(now),
        })
    }

    /// How old the facts are at `now`, against the rooftop's inventory target.
    #[must_use]
    pub fn freshness(&self, now: Timestamp) -> Freshness {
        Freshness::at(now, self.listing.observed_at, self.targets.inventory.as_max_age())
    }

    /// The status as the listing's source states it. It may be repeated for as
    /// long as the rooftop's availability target and the band of its authority
    /// allow, whichever is shorter; not at all where nobody stands behind it.
    #[must_use]
    pub fn availability(&self) -> Availability {
        let assertion = &self.listing.availability;
        let valid_until =
            self.availability_max_age().map(|age| assertion.observed_at.plus_seconds(i64::from(age.as_seconds())));
        Availability {
            status: assertion.status,
            authority_status: assertion.authority,
            observed_at: assertion.observed_at,
            valid_until,
            human_verification_required: Some(assertion.authority != AvailabilityAuthority::Authoritative),
            reason: assertion.reason.clone(),
        }
    }

    /// How old the status is at `now`, by the limit of
    /// [`StoredListing::availability`]; unknown where nobody stands behind it.
    #[must_use]
    pub fn availability_freshness(&self, now: Timestamp) -> Freshness {
        let observed_at = self.listing.availability.observed_at;
        match self.availability_max_age() {
            Some(max_age) => Freshness::at(now, observed_at, max_age),
            None => Freshness { observed_at, valid_until: None, state: FreshnessState::Unknown, max_age_seconds: None },
        }
    }

    fn availability_max_age(&self) -> Option<MaxAge> {
        let band = match self.listing.availability.authority {
            AvailabilityAuthority::Authoritative => RECENT_AUTHORITATIVE_SECONDS,
            AvailabilityAuthority::Asserted => BandLimits::default().asserted_seconds(),
            AvailabilityAuthority::Unknown => return None,
        };
        MaxAge::from_seconds(band.min(self.targets.availability.as_seconds()))
    }

    /// What is known of a used unit's past, as of `now`. `None` for a new unit,
    /// where the time in stock or the odometer is unknown, and where the unit
    /// would come into stock only after `now`.
    #[must_use]
    pub fn used_summary(&self, now: Timestamp) -> Option<UsedVehicleSummary> {
        let tenure = self.summarised_tenure()?;
        Some(UsedVehicleSummary {
            inventory_tenure: InventoryTenure {
                stocked_at: tenure.stocked_at,
                first_public_listing_at: tenure.first_public_listing_at,
                age_days: tenure.age_days(now)?,
                age_as_of: now.to_whole_second(),
                age_basis: age_basis(tenure.basis),
                provenance: self.tenure_provenance(tenure.basis),
                freshness: self.freshness(now),
            },
            history_report_status: self.history_report_status,
            certification_type: self.certification_type(),
        })
    }

    /// The tenure that a summary states, whatever the time.
    fn summarised_tenure(&self) -> Option<Tenure> {
        let has_summary = self.listing.condition != Condition::New && self.listing.odometer.is_some();
        self.listing.tenure.filter(|_| has_summary)
    }

    fn tenure_provenance(&self, basis: TenureBasis) -> Provenance {
        // How each value came about stands once, with the vehicle.
        let stated = Provenance { transformations: None, ..self.listing.provenance.clone() };
        match basis {
            TenureBasis::Stated => stated,
            TenureBasis::ReportedDays => Provenance { authority_status: AuthorityStatus::Derived, ..stated },
        }
    }

    /// Whether history reports exist: conflicting where two of them differ,
    /// else the best that any of them says; unknown without one.
    #[must_use]
    pub fn history_report_status(&self) -> SummaryReportStatus {
        self.history_report_status
    }

    /// Who certified the unit: a certificate wins over the export's own word.
    /// Unknown where neither says it, as for a bare "certified" flag.
    #[must_use]
    pub fn certification_type(&self) -> CertificationType {
        let certificate = self.listing.evidence.certification.as_ref().map(|certification| certification.kind);
        certificate.or(self.listing.certification_type).unwrap_or(CertificationType::Unknown)
    }
}

/// An absent list is unknown; the contract has no word for "none".
fn non_empty<T: Clone, const MAX: usize>(list: &List<T, 0, MAX>) -> Option<List<T, 0, MAX>> {
    (!list.is_empty()).then(|| list.clone())
}

fn age_basis(basis: TenureBasis) -> AgeBasis {
    match basis {
        TenureBasis::Stated => AgeBasis::StockedAt,
        TenureBasis::ReportedDays => AgeBasis::SourceReported,
    }
}

fn history_report_status(listing: &Listing) -> SummaryReportStatus {
    let reports = &listing.evidence.history_reports;
    let recorded = listing.evidence.discrepancies.iter().any(|discrepancy| {
        let is_report = |name: &str| reports.iter().any(|report| report.provider_name.as_str() == name);
        discrepancy.status != DiscrepancyStatus::ProviderCorrected
            && discrepancy.source_names.iter().filter(|name| is_report(name.as_str())).count() > 1
    });
    if recorded || reports_differ(reports) {
        return SummaryReportStatus::Conflicting;
    }
    let any = |status: ReportStatus| reports.iter().any(|report| report.status == status);
    if any(ReportStatus::Available) {
        SummaryReportStatus::Available
    } else if any(ReportStatus::Restricted) {
        SummaryReportStatus::Restricted
    } else if any(ReportStatus::NotAvailable) {
        SummaryReportStatus::NotAvailable
    } else {
        SummaryReportStatus::Unknown
    }
}
