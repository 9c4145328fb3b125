//! Wire objects with every member there is, as JSON.

use serde_json::{Value, json};

pub(crate) const NOW: &str = "2026-09-01T14:00:00Z";

pub(crate) fn provenance() -> Value {
    json!({
        "sources": [{
            "source_name": "lot export",
            "source_uri": "https://dealer.example/feeds/lot.csv",
            "source_record_id": "row 7",
            "authority": "dealer_asserted",
            "observed_at": "2026-09-01T13:00:00Z",
            "content_digest": format!("sha256:{}", "ab".repeat(32)),
        }],
        "authority_status": "asserted",
        "transformed_at": NOW,
        "transformations": ["body style mapped"],
    })
}

pub(crate) fn freshness() -> Value {
    json!({
        "observed_at": "2026-09-01T13:00:00Z", "valid_until": "2026-09-02T13:00:00Z",
        "state": "current", "max_age_seconds": 86_400,
    })
}

fn money(minor: i64) -> Value {
    json!({ "amount_minor": minor, "currency": "USD" })
}

fn advertised_price() -> Value {
    json!({
        "amount": money(1_899_500), "availability": "generally_available", "includes_required_dealer_charges": false,
        "label": "Internet price", "valid_from": "2026-09-01T00:00:00Z", "valid_until": "2026-10-01T00:00:00Z",
    })
}

fn extensions() -> Value {
    json!({ "example.lot-one": { "row": [1, null, "B"] } })
}

fn tenure() -> Value {
    json!({
        "stocked_at": "2026-08-20T09:00:00Z", "first_public_listing_at": "2026-08-21T09:00:00Z", "age_days": 12,
        "age_as_of": NOW, "age_basis": "stocked_at", "provenance": provenance(), "freshness": freshness(),
    })
}

pub(crate) fn vehicle() -> Value {
    json!({
        "vehicle_id": "veh_1", "organization_id": "org-one", "rooftop_id": "main", "vin": crate::arguments::VIN,
        "stock_number": "A-1", "vehicle_type": "car", "year": 2024, "make": "Honda", "model": "Civic", "trim": "EX",
        "condition": "used", "body_style": "Sedan", "exterior_color": "Red", "interior_color": "Black",
        "odometer": { "value": 12_345, "unit": "mi", "status": "actual" },
        "powertrain": {
            "fuel_type": "plug_in_hybrid", "drivetrain": "fwd", "transmission": "CVT",
            "electric_range": { "value": 42.5, "unit": "km" },
        },
        "features": ["Heated seats"],
        "media": [{ "type": "image", "url": "https://dealer.example/1.jpg", "caption": "Front", "position": 0 }],
        "listing_url": "https://dealer.example/v/1", "window_sticker_url": "https://dealer.example/s/1",
        "advertised_price": advertised_price(),
        "availability": {
            "status": "on_hold", "authority_status": "asserted", "observed_at": "2026-09-01T13:00:00Z",
            "valid_until": "2026-09-02T13:00:00Z", "human_verification_required": true, "reason": "deposit taken",
        },
        "provenance": provenance(), "extensions": extensions(),
        "used_vehicle": {
            "inventory_tenure": tenure(), "history_report_status": "conflicting",
            "certification_type": "dealer_certified",
        },
        "freshness": freshness(),
    })
}

pub(crate) fn pricing_disclosure() -> Value {
    let jurisdiction = json!({ "country": "US", "subdivision": "US-CO", "locality": "Denver", "postal_code": "80202" });
    json!({
        "disclosure_id": "dis_1", "vehicle_id": "veh_1", "organization_id": "org-one", "rooftop_id": "main",
        "advertised_price": advertised_price(),
        "required_dealer_charges": [{
            "charge_id": "doc", "name": "Documentation", "amount": money(59_900), "payee": "dealer_vendor",
            "included_in_advertised_price": false, "taxable_status": "jurisdiction_dependent", "required": true,
            "provenance": provenance(),
        }],
        "conditional_adjustments": [{
            "adjustment_id": "loyalty", "name": "Loyalty", "direction": "discount", "amount_status": "known",
            "amount": money(50_000),
            "criteria": [{
                "criterion": "loyalty", "operator": "in", "value": ["Honda", 2, true],
                "evidence_status": "required", "description": "Owns a Honda",
            }],
            "criteria_mode": "any", "jurisdictions": [jurisdiction],
            "valid_from": "2026-08-01T00:00:00Z", "valid_until": "2026-12-01T00:00:00Z",
            "stacking": { "group": "maker", "combinability": "rule_defined", "combinable_with": ["military"] },
            "provenance": provenance(),
        }],
        "government_charges": {
            "status": "estimated", "jurisdiction": jurisdiction,
            "lines": [{ "name": "Sales tax", "amount": money(90_000), "payee": "government_agent", "basis": "4.7 %" }],
            "total": money(90_000), "assumptions": ["private use"], "provenance": provenance(),
        },
        "disclosure_completeness": {
            "score": 85,
            "components": {
                "advertised_price_present_and_authoritative": true, "required_dealer_charges_itemized": true,
                "conditional_adjustments_have_eligibility_and_stacking": true,
                "government_charges_classified": true, "availability_band": "asserted",
            },
        },
        "disclosure_text": "2024 Honda Civic EX",
        "uncertainty": { "status": "estimated", "reason": "tax is estimated", "assumptions": ["private use"] },
        "provenance": provenance(), "freshness": freshness(), "extensions": extensions(),
    })
}

pub(crate) fn history_report() -> Value {
    json!({
        "provider_id": "example.history-one", "provider_name": "History One", "report_id": "R-7",
        "status": "available", "access": "public_link", "report_url": "https://history.example/R-7",
        "report_generated_at": "2026-08-30T00:00:00Z", "observed_at": "2026-09-01T13:00:00Z",
        "summary_sharing_authorized": true,
        "summary": {
            "accident_status": "no_events_reported", "accident_event_count": 0,
            "damage_status": "no_damage_reported", "structural_damage_status": "not_reported",
            "airbag_deployment_status": "not_reported", "title_brand_status": "no_brands_reported",
            "odometer_consistency": "consistent", "owner_count_status": "known", "owner_count": 1,
            "prior_use": ["personal", "lease"], "service_record_count": 4,
            "last_reported_odometer": { "value": 12_000, "unit": "mi" },
        },
        "provenance": provenance(), "freshness": freshness(),
    })
}

pub(crate) fn used_vehicle_details() -> Value {
    json!({
        "vehicle_id": "veh_1", "organization_id": "org-one", "rooftop_id": "main", "vin": crate::arguments::VIN,
        "condition": "certified",
        "odometer": {
            "reading": { "value": 12_345, "unit": "mi" }, "status": "actual", "observed_at": "2026-09-01T13:00:00Z",
            "provenance": provenance(), "freshness": freshness(),
        },
        "inventory_tenure": tenure(),
        "history_reports": [history_report()],
        "title": {
            "status": "branded", "brands": ["hail"], "jurisdiction": "US-CO",
            "provenance": provenance(), "freshness": freshness(),
        },
        "condition_report": {
            "status": "completed", "inspection_authority": "independent_third_party", "inspector_name": "Inspector",
            "inspected_at": NOW, "report_url": "https://inspector.example/1", "inspection_point_count": 150,
            "grade": { "system": "five stars", "value": "4" },
            "components": [{ "component": "brakes", "status": "attention", "note": "3 mm" }],
            "disclosed_damage": ["scratch, left door"], "provenance": provenance(), "freshness": freshness(),
        },
        "certification": {
            "type": "manufacturer_cpo", "program_name": "Maker Certified", "certified_at": NOW,
            "inspection_point_count": 182,
            "warranty": [{
                "coverage_type": "cpo_limited", "status": "included", "term_months": 12,
                "distance_limit": { "value": 12_000, "unit": "mi" }, "expires_at": "2027-09-01T00:00:00Z",
                "transferable": true, "description": "Limited",
            }],
            "provenance": provenance(), "freshness": freshness(),
        },
        "reconditioning": {
            "status": "in_progress", "completed_at": NOW,
            "items": [{ "category": "safety", "description": "Brake pads", "status": "planned" }],
            "provenance": provenance(), "freshness": freshness(),
        },
        "discrepancies": [{
            "field": "accidents", "source_names": ["History One", "History Two"], "description": "one reports an event",
            "status": "unresolved",
        }],
        "provenance": provenance(), "freshness": freshness(), "trace_id": "trc_01J7DEALERAGENT0001",
        "extensions": extensions(),
    })
}

pub(crate) fn manifest() -> Value {
    json!({
        "standard": "dealer-agent-protocol", "standard_version": "0.1", "mcp_revision": "2026-07-28",
        "gateway_id": "gw-1", "operator": { "name": "Operator", "uri": "https://operator.example/" },
        "organization_ids": ["org-one"], "rooftop_ids": ["main"],
        "capabilities": [{
            "profile": "dealeragent.inventory.read/0.1", "status": "supported",
            "tools": ["dealeragent.inventory.search", "dealeragent.inventory.get_vehicle"],
            "scopes": ["dealeragent:inventory:read"],
        }],
        "resources": ["dealeragent://manifest"], "auth_modes": ["public", "oauth_2_1"],
        "tenant_routing": {
            "organization_id_required": true, "rooftop_id_required_for_unit_reads": true,
            "group_delegation_explicit": true,
        },
        "schema_base_uri": "https://dealer.example/schemas/",
        "policy_uri": "dealeragent://organization/org-one/policy/default",
        "authority_policy": {
            "uri": "dealeragent://organization/org-one/policy/default", "inventory_max_age_seconds": 86_400,
            "authoritative_availability_required_for_actions": true,
        },
        "freshness_sla_seconds": { "main": { "inventory": 86_400, "availability": 3600, "pricing": 86_400 } },
        "conformance": {
            "claim_uri": "https://dealer.example/conformance/claim.json",
            "claim_digest": format!("sha256:{}", "0".repeat(64)),
        },
        "jwks_uri": "https://dealer.example/jwks.json",
        "a2a_agent_card_uri": "https://dealer.example/.well-known/agent-card.json",
        "issued_at": NOW, "expires_at": "2026-09-01T15:00:00Z", "extensions": extensions(),
    })
}

pub(crate) fn error_payload() -> Value {
    json!({
        "error_id": "err_01J7DEALERAGENT0001", "code": "dealeragent.vehicle.stale",
        "message": "Availability must be refreshed before this action.", "retryable": true, "retry_after_ms": 1000,
        "trace_id": "trc_01J7DEALERAGENT0001",
        "details": {
            "field_errors": [{ "instance_location": "/vin", "keyword": "pattern", "explanation": "must be a VIN" }],
            "current_freshness": freshness(),
        },
        "created_at": NOW,
    })
}
