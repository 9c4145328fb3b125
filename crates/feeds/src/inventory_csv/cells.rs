//! One listing as the cells of its row.

use std::borrow::Cow;

use dealeragent_inventory::{Listing, PublishedAdjustment, PublishedCharge, PublishedTerms};
use dealeragent_protocol::facts::{AvailabilityStatus, Condition, HistoryReport, MediaType, SharedSummary};
use serde::Serialize;
use serde_json::json;

use super::Unpublishable;

/// Cells of a row, in the order of the columns.
pub(super) struct Cells<'l>(Vec<Cow<'l, str>>);

impl<'l> Cells<'l> {
    pub(super) fn in_order(&self) -> &[Cow<'l, str>] {
        &self.0
    }

    pub(super) fn of(listing: &'l Listing) -> Result<Self, Unpublishable> {
        let stock = listing.stock_number.as_ref().ok_or(Unpublishable::NoStockNumber)?;
        if !listing.listing_url.is_https() {
            return Err(Unpublishable::NoHttpsPage);
        }
        let empty = PublishedTerms::default();
        let terms = listing.terms.as_deref().unwrap_or(&empty);
        let price = listing.price.as_ref().map(|price| price.amount);
        // Amounts of charges need the row's currency, even without a price.
        let charged = terms.charges.iter().flatten().map(|charge| charge.amount);
        let adjusted = terms.adjustments.iter().flatten().filter_map(|adjustment| adjustment.amount);
        let currency = price.into_iter().chain(charged).chain(adjusted).next().map(|amount| amount.currency().code());
        let used = listing.condition != Condition::New;
        let tenure = listing.tenure.filter(|_| used);
        let text = |text: Option<&'l str>| text.map_or(Cow::Borrowed(""), Cow::Borrowed);
        let reports: Vec<_> = listing.evidence.history_reports.iter().map(report).collect();
        let images: Vec<&str> = listing
            .media
            .iter()
            .filter(|asset| asset.kind == MediaType::Image)
            .map(|asset| asset.url.as_str())
            .collect();
        let features: Vec<&str> = listing.features.iter().map(|feature| feature.as_str()).collect();
        Ok(Self(vec![
            listing.organization_id.as_str().into(),
            listing.rooftop_id.as_str().into(),
            listing.vin.as_str().into(),
            stock.as_str().into(),
            listing.year.get().to_string().into(),
            listing.make.as_str().into(),
            listing.model.as_str().into(),
            condition(listing.condition).into(),
            listing.listing_url.as_str().into(),
            listing.observed_at.to_string().into(),
            price.map(|amount| amount.minor().to_string()).unwrap_or_default().into(),
            currency.unwrap_or_default().into(),
            listed(terms.charges.as_ref().map(|charges| charges.iter().map(charge).collect::<Vec<_>>()))?,
            listed(
                terms.adjustments.as_ref().map(|adjustments| adjustments.iter().map(adjustment).collect::<Vec<_>>()),
            )?,
            text(terms.government_charges.map(|status| status.as_str())),
            availability(listing.availability.status).into(),
            text(listing.trim.as_ref().map(|trim| trim.as_str())),
            text(listing.vehicle_type.map(|kind| kind.as_str())),
            text(listing.body_style.as_ref().map(|body| body.as_str())),
            text(listing.exterior_color.as_ref().map(|color| color.as_str())),
            text(listing.interior_color.as_ref().map(|color| color.as_str())),
            listing.odometer.map(|odometer| odometer.value.to_string()).unwrap_or_default().into(),
            text(listing.odometer.map(|odometer| odometer.unit.as_str())),
            listed((!images.is_empty()).then_some(images))?,
            listed((!features.is_empty()).then_some(features))?,
            tenure.map(|tenure| tenure.stocked_at.to_string()).unwrap_or_default().into(),
            tenure
                .and_then(|tenure| tenure.first_public_listing_at)
                .map(|time| time.to_string())
                .unwrap_or_default()
                .into(),
            listed((used && !reports.is_empty()).then_some(reports))?,
            text(listing.certification_type.filter(|_| used).map(|kind| kind.as_str())),
        ]))
    }
}

/// The publication has no word for a demonstrator: it is a used unit there.
fn condition(condition: Condition) -> &'static str {
    match condition {
        Condition::New => "new",
        Condition::Used | Condition::Demo => "used",
        Condition::Certified => "certified",
    }
}

fn availability(status: AvailabilityStatus) -> &'static str {
    match status {
        AvailabilityStatus::Available => "available",
        AvailabilityStatus::InTransit => "in_transit",
        AvailabilityStatus::OnHold | AvailabilityStatus::PendingSale => "reserved",
        AvailabilityStatus::Sold | AvailabilityStatus::Unavailable => "unavailable",
        AvailabilityStatus::Unknown => "unknown",
    }
}

/// Empty means unknown; an empty array means that there are none.
fn listed<T: Serialize>(items: Option<Vec<T>>) -> Result<Cow<'static, str>, Unpublishable> {
    match items {
        None => Ok(Cow::Borrowed("")),
        Some(items) => serde_json::to_string(&items).map(Cow::Owned).map_err(|_| Unpublishable::NotJson),
    }
}

fn without_nulls(value: serde_json::Value) -> serde_json::Value {
    match value {
        serde_json::Value::Object(members) => {
            members.into_iter().filter(|(_, member)| !member.is_null()).collect::<serde_json::Map<_, _>>().into()
        }
        other => other,
    }
}

fn charge(charge: &PublishedCharge) -> serde_json::Value {
    without_nulls(json!({
        "label": charge.label,
        "amount_minor": charge.amount.minor(),
        "payee": charge.payee,
        "included_in_advertised_price": charge.included_in_advertised_price,
    }))
}

fn adjustment(adjustment: &PublishedAdjustment) -> serde_json::Value {
    let eligibility = match adjustment.eligibility.as_slice() {
        [] => serde_json::Value::Null,
        [one] => json!(one),
        several => json!(several),
    };
    without_nulls(json!({
        "name": adjustment.name,
        "direction": adjustment.direction,
        "amount_minor": adjustment.amount.map(|amount| amount.minor()),
        "eligibility": eligibility,
        "stacking": adjustment.stacking,
    }))
}

/// Nothing of a report's content: the publication is for everybody.
fn report(report: &HistoryReport) -> serde_json::Value {
    without_nulls(json!({
        "provider_id": report.provider_id,
        "provider_name": report.provider_name,
        "status": report.status,
        "access": report.access,
        "report_url": report.report_url,
        "summary_sharing_authorized": matches!(report.summary, SharedSummary::Authorized(_)),
    }))
}
