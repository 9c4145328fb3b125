//! The schema documents that the project publishes under `schemas/`.

use schemars::JsonSchema;
use serde_json::{Map, Value, json};

use crate::{
    error::ErrorPayload,
    facts::{
        AdvertisedPrice, Availability, Capability, Certification, Charge, ConditionComponent, ConditionReport,
        ConditionalAdjustment, Contact, Criterion, DealerOrganization, Discrepancy, Freshness, GovernmentCharges,
        GovernmentLine, HistoryReport, HistorySummary, Hours, InventoryTenure, Manifest, MediaAsset, PricingDisclosure,
        Provenance, Reconditioning, Rooftop, Source, TenantRouting, TitleDisclosure, Uncertainty, UsedVehicleDetails,
        UsedVehicleSummary, Vehicle, WarrantyCoverage, WellKnown,
    },
    tools::{
        dealer_get::DealerRequest,
        get_disclosure::DisclosureRequest,
        get_manifest::ManifestRequest,
        search::{FacetValue, SearchRequest, SearchResponse},
        unit::VehicleRequest,
        verify_availability::{AvailabilityRequest, AvailabilityResult},
    },
    values::{
        Address, Currency, Distance, ExtensionBag, Jurisdiction, Money, NonNegativeMoney, OrganizationId, PageInfo,
        PageRequest, Timestamp, TraceId,
    },
};

/// One published document: definitions by name, and the one that it is about.
#[derive(Debug, Clone)]
pub struct Document {
    /// File name, such as `vehicle.schema.json`.
    pub file: &'static str,
    /// The document.
    pub schema: Value,
}

/// Collects the definitions of one document.
struct Builder {
    file: &'static str,
    title: &'static str,
    definitions: Map<String, Value>,
}

impl Builder {
    fn new(file: &'static str, title: &'static str) -> Self {
        Self { file, title, definitions: Map::new() }
    }

    fn with<T: JsonSchema>(mut self, name: &str) -> Self {
        self.definitions.insert(name.to_owned(), super::of::<T>());
        self
    }

    /// Ends the document; `root` is the definition that it is about.
    fn build(self, root: Option<&str>) -> Document {
        let mut schema = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": self.title,
            "$defs": self.definitions,
        });
        if let (Some(root), Some(object)) = (root, schema.as_object_mut()) {
            object.insert("$ref".into(), format!("#/$defs/{root}").into());
        }
        Document { file: self.file, schema }
    }
}

/// Every document, in a fixed order.
#[must_use]
pub fn documents() -> Vec<Document> {
    vec![common(), dealer(), error(), manifest(), pricing(), used_vehicle(), vehicle(), well_known()]
}

fn common() -> Document {
    Builder::new("common.schema.json", "Common types")
        .with::<OrganizationId>("identifier")
        .with::<Timestamp>("timestamp")
        .with::<Currency>("currency")
        .with::<Money>("money")
        .with::<NonNegativeMoney>("nonNegativeMoney")
        .with::<Jurisdiction>("jurisdiction")
        .with::<Address>("address")
        .with::<Source>("source")
        .with::<Provenance>("provenance")
        .with::<Freshness>("freshness")
        .with::<Uncertainty>("uncertainty")
        .with::<PageRequest>("pageRequest")
        .with::<PageInfo>("pageInfo")
        .with::<TraceId>("traceId")
        .with::<ExtensionBag>("extensionBag")
        .build(None)
}

fn dealer() -> Document {
    Builder::new("dealer.schema.json", "Dealer organization and rooftops")
        .with::<DealerRequest>("dealerRequest")
        .with::<Contact>("contactPoint")
        .with::<Hours>("hoursInterval")
        .with::<Rooftop>("rooftop")
        .with::<DealerOrganization>("dealerOrganization")
        .build(Some("dealerOrganization"))
}

fn error() -> Document {
    Builder::new("error.schema.json", "Error payload").with::<ErrorPayload>("errorPayload").build(Some("errorPayload"))
}

fn manifest() -> Document {
    Builder::new("manifest.schema.json", "Capability manifest")
        .with::<ManifestRequest>("manifestRequest")
        .with::<Capability>("capability")
        .with::<TenantRouting>("tenantRouting")
        .with::<Manifest>("manifest")
        .build(Some("manifest"))
}

fn pricing() -> Document {
    Builder::new("pricing.schema.json", "Price disclosure")
        .with::<AdvertisedPrice>("advertisedPrice")
        .with::<Charge>("dealerCharge")
        .with::<Criterion>("eligibilityCriterion")
        .with::<ConditionalAdjustment>("conditionalAdjustment")
        .with::<GovernmentLine>("governmentChargeLine")
        .with::<GovernmentCharges>("governmentCharges")
        .with::<PricingDisclosure>("pricingDisclosure")
        .with::<DisclosureRequest>("disclosureRequest")
        .build(Some("pricingDisclosure"))
}

fn used_vehicle() -> Document {
    Builder::new("used-vehicle.schema.json", "Used-vehicle evidence")
        .with::<Distance>("distance")
        .with::<InventoryTenure>("inventoryTenure")
        .with::<HistorySummary>("historySummary")
        .with::<HistoryReport>("historyReport")
        .with::<TitleDisclosure>("titleDisclosure")
        .with::<ConditionComponent>("conditionComponent")
        .with::<ConditionReport>("conditionReport")
        .with::<WarrantyCoverage>("warrantyCoverage")
        .with::<Certification>("certification")
        .with::<Reconditioning>("reconditioning")
        .with::<Discrepancy>("discrepancy")
        .with::<UsedVehicleSummary>("usedVehicleSummary")
        .with::<VehicleRequest>("usedVehicleRequest")
        .with::<UsedVehicleDetails>("usedVehicleDetails")
        .build(Some("usedVehicleDetails"))
}

fn vehicle() -> Document {
    Builder::new("vehicle.schema.json", "Vehicle and inventory tools")
        .with::<Availability>("availability")
        .with::<MediaAsset>("mediaAsset")
        .with::<Vehicle>("vehicle")
        .with::<SearchRequest>("searchRequest")
        .with::<FacetValue>("facetValue")
        .with::<SearchResponse>("searchResponse")
        .with::<VehicleRequest>("vehicleRequest")
        .with::<AvailabilityRequest>("availabilityRequest")
        .with::<AvailabilityResult>("availabilityResult")
        .build(Some("vehicle"))
}

fn well_known() -> Document {
    Builder::new("well-known.schema.json", "Static publication").with::<WellKnown>("wellKnown").build(Some("wellKnown"))
}
