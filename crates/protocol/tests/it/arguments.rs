//! Valid arguments of every tool, as full as they can be.

use dealeragent_protocol::tool::Tool;
use serde_json::{Value, json};

pub(crate) const VIN: &str = "1M8GDM9AXKP042788";

/// Arguments that use every property. For the unit tools one selector only.
pub(crate) fn full(tool: Tool) -> Value {
    match tool {
        Tool::GetManifest => json!({ "organization_id": "org-one" }),
        Tool::DealerGet => json!({ "organization_id": "org-one", "rooftop_ids": ["main", "west"] }),
        Tool::Search => search(),
        Tool::GetVehicle | Tool::GetUsedVehicleDetails => unit(),
        Tool::VerifyAvailability => {
            let mut arguments = unit();
            arguments["purpose"] = "comparison".into();
            arguments
        }
        Tool::GetDisclosure => json!({
            "organization_id": "org-one", "rooftop_id": "main", "vehicle_id": "veh_1", "payment_mode": "lease",
            "jurisdiction": {
                "country": "US", "subdivision": "US-CO", "locality": "Denver", "postal_code": "80202"
            },
        }),
    }
}

/// A unit named by its VIN.
pub(crate) fn unit() -> Value {
    json!({ "organization_id": "org-one", "rooftop_id": "main", "vin": VIN })
}

fn search() -> Value {
    json!({
        "organization_id": "org-one",
        "rooftop_ids": ["main"],
        "query": "red truck",
        "filters": {
            "vehicle_type": ["truck", "suv"],
            "make": ["Ford"],
            "model": ["F-150", "Maverick"],
            "condition": ["used", "certified"],
            "year_min": 2015,
            "year_max": 2024,
            "price_min": { "amount_minor": 100, "currency": "USD" },
            "price_max": { "amount_minor": 5_000_000, "currency": "USD" },
            "odometer_min": { "value": 0, "unit": "mi" },
            "odometer_max": { "value": 100_000, "unit": "km" },
            "inventory_age_min_days": 0,
            "inventory_age_max_days": 90,
            "history_report_status": ["available", "conflicting"],
            "certification_type": ["manufacturer_cpo"],
            "availability": ["available", "on_hold"],
            "vin": VIN,
            "stock_number": "A-1",
        },
        "sort": { "field": "year", "order": "desc" },
        "page": { "cursor": "abc", "limit": 25 },
    })
}
