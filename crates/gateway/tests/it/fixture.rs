//! Dealers and listings made by hand.

use std::sync::Arc;

use dealeragent_gateway::{
    Dealer, DealerRooftop, Declaration, Grant, Incentive, Opening, Reach, RooftopPolicy, Tenancy,
};
use dealeragent_inventory::{Assertion, Listing, Tenure, TenureBasis, UsedEvidence, vehicle_id};
use dealeragent_protocol::{
    facts::{
        AdvertisedPrice, Authority, AuthorityStatus, AvailabilityAuthority, AvailabilityStatus, Charge, Condition,
        FreshnessTargets, GenerallyAvailable, Odometer, Powertrain, Provenance, SlaSeconds, Source,
    },
    tool::Tool,
    tools::search::ModelYear,
    values::{
        Currency, DistanceUnit, List, Money, NonNegativeMoney, OrganizationId, RooftopId, Text, Timestamp, Uri, Vin,
    },
};
use serde_json::{Value, json};

/// Noon of the day that all tests start from; every listing was seen then.
pub(crate) fn noon() -> Timestamp {
    Timestamp::parse("2026-09-01T12:00:00Z").unwrap()
}

pub(crate) fn organization_id(id: &str) -> OrganizationId {
    OrganizationId::parse(id).unwrap()
}

pub(crate) fn rooftop_id(id: &str) -> RooftopId {
    RooftopId::parse(id).unwrap()
}

pub(crate) fn vin(number: u32) -> Vin {
    Vin::parse(&format!("1TEST{number:012}")).unwrap()
}

/// The id of a unit that [`unit`] makes.
pub(crate) fn id_of(organization: &str, rooftop: &str, number: u32) -> String {
    vehicle_id(&organization_id(organization), &rooftop_id(rooftop), &vin(number)).unwrap().to_string()
}

pub(crate) fn usd(minor: i64) -> NonNegativeMoney {
    NonNegativeMoney::new(Money { amount_minor: minor, currency: Currency::USD }).unwrap()
}

pub(crate) fn price(minor: i64) -> AdvertisedPrice {
    AdvertisedPrice {
        amount: usd(minor),
        availability: GenerallyAvailable::Yes,
        includes_required_dealer_charges: false,
        label: None,
        valid_from: None,
        valid_until: None,
    }
}

pub(crate) fn provenance(name: &str) -> Provenance {
    let source = Source {
        source_name: Text::bounded(name),
        source_uri: None,
        source_record_id: None,
        authority: Authority::DealerAsserted,
        observed_at: noon(),
        content_digest: None,
    };
    Provenance {
        sources: List::new(vec![source]).unwrap(),
        authority_status: AuthorityStatus::Asserted,
        transformed_at: None,
        transformations: None,
    }
}

/// A used unit with a price, a time in stock and an odometer.
pub(crate) fn unit(organization: &str, rooftop: &str, number: u32) -> Listing {
    let (organization_id, rooftop_id) = (organization_id(organization), rooftop_id(rooftop));
    Listing {
        vehicle_id: vehicle_id(&organization_id, &rooftop_id, &vin(number)).unwrap(),
        organization_id,
        rooftop_id,
        vin: vin(number),
        stock_number: Text::truncated(&format!("S-{number}")),
        vehicle_type: None,
        year: ModelYear::new(2022).unwrap(),
        make: Text::bounded("Honda"),
        model: Text::bounded("Civic"),
        trim: Text::truncated("EX"),
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
        price: Some(price(1_899_500)),
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
        provenance: provenance("lot export"),
        observed_at: noon(),
    }
}

/// Units that differ in what matters to the tools.
pub(crate) fn listings() -> Vec<Listing> {
    let main = |number| unit("org-one", "main", number);
    let with_status = |number, status| {
        let mut unit = main(number);
        unit.availability.status = status;
        unit
    };
    vec![
        main(1),
        Listing { price: None, ..main(2) },
        with_status(3, AvailabilityStatus::Sold),
        Listing { condition: Condition::New, tenure: None, odometer: None, ..main(4) },
        Listing { tenure: None, ..main(5) },
        with_status(6, AvailabilityStatus::OnHold),
        unit("org-one", "east", 11),
        unit("org-one", "east", 12),
        unit("org-two", "north", 21),
    ]
}

pub(crate) fn targets(inventory: u32, availability: u32) -> FreshnessTargets {
    let seconds = |seconds| SlaSeconds::new(seconds).unwrap();
    FreshnessTargets { inventory: seconds(inventory), availability: seconds(availability), pricing: seconds(inventory) }
}

pub(crate) fn charge(id: &str, minor: i64, included: bool) -> Charge {
    serde_json::from_value(json!({
        "charge_id": id, "name": "Documentation", "amount": { "amount_minor": minor, "currency": "USD" },
        "payee": "dealer", "included_in_advertised_price": included, "required": true,
    }))
    .unwrap()
}

pub(crate) fn rooftop(id: &str) -> DealerRooftop {
    DealerRooftop {
        record: serde_json::from_value(json!({
            "rooftop_id": id, "name": format!("Dealer {id}"), "timezone": "America/Denver",
            "address": { "lines": ["1 Main St"], "locality": "Denver", "region": "CO", "country": "US" },
            "departments": ["sales"],
        }))
        .unwrap(),
        charges: Some(vec![charge("doc", 59_900, false)]),
        targets: targets(86_400, 86_400),
        policy: RooftopPolicy::default(),
    }
}

/// A grant for rooftops of one organization, with every scope, for an hour
/// after noon.
pub(crate) fn grant(subject: &str, organization: &str, rooftops: &[&str]) -> Grant {
    let rooftops = rooftops.iter().map(|id| rooftop_id(id)).collect();
    Grant {
        subject: Text::bounded(subject),
        client: None,
        issuer: Text::bounded("https://issuer.example"),
        credential: None,
        audience: "https://one.example".to_owned(),
        tenancy: Some(Tenancy { organization: organization_id(organization), reach: Reach::Rooftops(rooftops) }),
        scopes: Tool::ALL.iter().filter_map(|tool| tool.scope()).collect(),
        profiles: None,
        purposes: None,
        expires_at: noon().plus_seconds(3600),
        actors: Vec::new(),
    }
}

pub(crate) fn open_to_all() -> Declaration {
    Declaration::new(|_| Opening::Public, false)
}

pub(crate) fn dealer(id: &str, rooftops: &[&str]) -> Dealer {
    Dealer {
        organization_id: organization_id(id),
        name: Text::bounded(&format!("Dealer {id}")),
        legal_name: None,
        synthetic: false,
        rooftops: rooftops.iter().map(|id| rooftop(id)).collect(),
        incentives: Vec::new(),
        declaration: open_to_all(),
        publication: dealeragent_gateway::PublicationPolicy::default(),
        recorded_at: noon(),
    }
}

/// An offer for everybody's every unit, with `changes` made to it.
pub(crate) fn incentive(id: &str, changes: Value) -> Arc<Incentive> {
    let mut offer = json!({
        "id": id, "name": format!("Offer {id}"), "direction": "discount", "amount": "500", "currency": "USD",
        "source_name": "incentives file", "authority": "dealer_asserted", "observed_at": "2026-09-01T12:00:00Z",
        "stacking": { "group": "maker", "combinability": "stackable" },
        "criteria": [{
            "criterion": "loyalty", "operator": "present", "value": true, "evidence_status": "required",
        }],
    });
    for (name, value) in changes.as_object().unwrap() {
        offer[name] = value.clone();
    }
    Arc::new(serde_json::from_value(offer).unwrap())
}
