//! Small builders: a plain unit to change, a rooftop to put it in.

use std::sync::Arc;

use dealeragent_inventory::{
    Assertion, FilterKind, Listing, OrganizationInventory, RooftopStock, SearchOutcome, SearchQuery, Tenure,
    TenureBasis, UsedEvidence, vehicle_id,
};
use dealeragent_protocol::{
    facts::{
        AccidentStatus, AdvertisedPrice, Authority, AuthorityStatus, AvailabilityAuthority, AvailabilityStatus,
        Condition, DamageStatus, Freshness, FreshnessTargets, GenerallyAvailable, HistoryReport, HistorySummary,
        MaxAge, Odometer, OdometerConsistency, OwnerCountStatus, Powertrain, Provenance, ReportAccess, ReportStatus,
        SharedSummary, SlaSeconds, Source, TitleBrandStatus,
    },
    tools::search::ModelYear,
    values::{
        Currency, DistanceUnit, List, Money, NonNegativeMoney, OrganizationId, ProviderId, RooftopId, Text, Timestamp,
        Uri, Vin,
    },
};

/// Noon of a day that all tests start from.
pub(crate) fn noon() -> Timestamp {
    Timestamp::parse("2026-09-01T12:00:00Z").unwrap()
}

pub(crate) fn text<const MIN: usize, const MAX: usize>(text: &str) -> Text<MIN, MAX> {
    Text::parse(text).unwrap()
}

pub(crate) fn organization_id() -> OrganizationId {
    OrganizationId::parse("org-one").unwrap()
}

pub(crate) fn rooftop_id(name: &str) -> RooftopId {
    RooftopId::parse(name).unwrap()
}

pub(crate) fn vin(number: u32) -> Vin {
    Vin::parse(&format!("1TEST{number:012}")).unwrap()
}

pub(crate) fn price(minor: i64, currency: &str) -> AdvertisedPrice {
    AdvertisedPrice {
        amount: money(minor, currency),
        availability: GenerallyAvailable::Yes,
        includes_required_dealer_charges: false,
        label: None,
        valid_from: None,
        valid_until: None,
    }
}

pub(crate) fn money(minor: i64, currency: &str) -> NonNegativeMoney {
    NonNegativeMoney::new(Money { amount_minor: minor, currency: Currency::parse(currency).unwrap() }).unwrap()
}

pub(crate) fn source(name: &str, observed_at: Timestamp) -> Source {
    Source {
        source_name: Text::bounded(name),
        source_uri: None,
        source_record_id: None,
        authority: Authority::DealerAsserted,
        observed_at,
        content_digest: None,
    }
}

pub(crate) fn provenance(name: &str, observed_at: Timestamp) -> Provenance {
    Provenance {
        sources: List::new(vec![source(name, observed_at)]).unwrap(),
        authority_status: AuthorityStatus::Asserted,
        transformed_at: None,
        transformations: List::new(vec![text("advertised_price: column 'Price'")]).ok(),
    }
}

/// A used unit of rooftop "main" with a price, a tenure and an odometer.
pub(crate) fn unit(number: u32) -> Listing {
    unit_at("main", number)
}

pub(crate) fn unit_at(rooftop: &str, number: u32) -> Listing {
    let rooftop_id = rooftop_id(rooftop);
    Listing {
        vehicle_id: vehicle_id(&organization_id(), &rooftop_id, &vin(number)).unwrap(),
        organization_id: organization_id(),
        rooftop_id,
        vin: vin(number),
        stock_number: Some(text(&format!("S-{number}"))),
        vehicle_type: None,
        year: ModelYear::new(2022).unwrap(),
        make: text("Honda"),
        model: text("Civic"),
        trim: None,
        condition: Condition::Used,
        body_style: None,
        exterior_color: None,
        interior_color: None,
        odometer: Some(Odometer { value: 20_000, unit: DistanceUnit::Miles, status: None }),
        powertrain: Powertrain::default(),
        features: List::default(),
        media: List::default(),
        listing_url: Uri::parse("https://cars.example/v/1").unwrap(),
        window_sticker_url: None,
        price: Some(price(1_899_500, "USD")),
        availability: Assertion {
            status: AvailabilityStatus::Available,
            authority: AvailabilityAuthority::Asserted,
            observed_at: noon(),
            reason: None,
        },
        tenure: Some(Tenure {
            stocked_at: noon().plus_seconds(-10 * 86_400),
            first_public_listing_at: None,
            basis: TenureBasis::Stated,
        }),
        certification_type: None,
        terms: None,
        evidence: UsedEvidence::default(),
        provenance: provenance("lot export", noon()),
        observed_at: noon(),
    }
}

pub(crate) fn targets(inventory: u32, availability: u32) -> FreshnessTargets {
    let seconds = |seconds| SlaSeconds::new(seconds).unwrap();
    FreshnessTargets { inventory: seconds(inventory), availability: seconds(availability), pricing: seconds(inventory) }
}

/// A rooftop whose sources can answer every filter.
pub(crate) fn rooftop(name: &str, listings: Vec<Listing>) -> RooftopStock {
    RooftopStock {
        organization_id: organization_id(),
        rooftop_id: rooftop_id(name),
        listings: listings.into_iter().map(Arc::new).collect(),
        answers: FilterKind::ALL.to_vec(),
        targets: targets(86_400, 3_600),
        observed_at: Some(noon()),
    }
}

pub(crate) fn organization(stock: Vec<RooftopStock>) -> OrganizationInventory {
    OrganizationInventory::build(organization_id(), stock).unwrap()
}

/// Asks for everything on one page.
pub(crate) fn everything<'a>() -> SearchQuery<'a> {
    SearchQuery { rooftops: None, query: None, filters: None, sort: None, after: None, limit: 1000, now: noon() }
}

/// VINs of a page, in order.
pub(crate) fn vins(outcome: &SearchOutcome<'_>) -> Vec<Vin> {
    outcome.hits.iter().map(|hit| hit.unit.listing().vin.clone()).collect()
}

/// A summary that knows nothing.
pub(crate) fn silent_summary() -> HistorySummary {
    HistorySummary {
        accident_status: AccidentStatus::Unknown,
        accident_event_count: None,
        damage_status: DamageStatus::Unknown,
        structural_damage_status: None,
        airbag_deployment_status: None,
        title_brand_status: TitleBrandStatus::Unknown,
        odometer_consistency: OdometerConsistency::Unknown,
        owner_count_status: OwnerCountStatus::Unknown,
        owner_count: None,
        prior_use: None,
        service_record_count: None,
        last_reported_odometer: None,
    }
}

pub(crate) fn report(provider: &str, status: ReportStatus, summary: Option<HistorySummary>) -> HistoryReport {
    HistoryReport {
        provider_id: ProviderId::parse("example.history").unwrap(),
        provider_name: text(provider),
        report_id: None,
        status,
        access: ReportAccess::OnRequest,
        report_url: None,
        report_generated_at: None,
        observed_at: noon(),
        summary: SharedSummary::Authorized(summary),
        provenance: provenance(provider, noon()),
        freshness: Freshness::at(noon(), noon(), MaxAge::LONGEST),
    }
}
