//! Listings out, as inventory CSV 0.1 (contract.md section 10). The only place
//! where inside words become the publication's (`on_hold` is `reserved`).

mod cells;
mod left_out;

use dealeragent_inventory::Listing;

use cells::Cells;
pub use left_out::{LeftOutListing, Unpublishable};

/// Every column of inventory CSV 0.1, in the order of the contract.
pub const COLUMNS: [&str; 29] = [
    "organization_id",
    "rooftop_id",
    "vin",
    "stock_number",
    "year",
    "make",
    "model",
    "condition",
    "listing_url",
    "observed_at",
    "advertised_price_minor",
    "currency",
    "required_dealer_charges_json",
    "conditional_adjustments_json",
    "government_charges_status",
    "availability_status",
    "trim",
    "vehicle_type",
    "body_style",
    "exterior_color",
    "interior_color",
    "odometer_value",
    "odometer_unit",
    "image_urls_json",
    "features_json",
    "stocked_at",
    "first_public_listing_at",
    "history_reports_json",
    "certification_type",
];

/// The content type of the publication.
pub const CONTENT_TYPE: &str = "text/csv; charset=utf-8";

/// A publication that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InventoryCsv {
    /// The file: UTF-8, a header, CRLF, quoted as RFC 4180 says.
    pub text: String,
    /// Rows below the header.
    pub rows: u64,
    /// Listings that the contract has no row for, and why.
    pub left_out: Vec<LeftOutListing>,
}

/// Writes listings. A cell that starts with `=`, `+`, `-` or `@` stays as it
/// is: this is a feed for programs, and a changed stock number is a wrong one
/// (A22).
#[must_use]
pub fn write(listings: &[Listing]) -> InventoryCsv {
    let mut csv = InventoryCsv { text: String::new(), rows: 0, left_out: Vec::new() };
    push_row(&mut csv.text, COLUMNS.into_iter());
    for listing in listings {
        match Cells::of(listing) {
            Ok(cells) => {
                push_row(&mut csv.text, cells.in_order().iter().map(AsRef::as_ref));
                csv.rows += 1;
            }
            Err(reason) => csv.left_out.push(LeftOutListing {
                vehicle_id: listing.vehicle_id.clone(),
                rooftop_id: listing.rooftop_id.clone(),
                reason,
            }),
        }
    }
    csv
}

fn push_row<'c>(text: &mut String, cells: impl Iterator<Item = &'c str>) {
    for (at, cell) in cells.enumerate() {
        if at > 0 {
            text.push(',');
        }
        push_cell(text, cell);
    }
    text.push_str("\r\n");
}

/// RFC 4180: quoted where it has to be, quotation marks doubled. Spaces at the
/// ends are kept by quoting too, since readers differ on bare ones.
fn push_cell(text: &mut String, cell: &str) {
    let spaced = cell.starts_with(char::is_whitespace) || cell.ends_with(char::is_whitespace);
    if !spaced && !cell.contains(['"', ',', '\r', '\n']) {
        text.push_str(cell);
        return;
    }
    text.push('"');
    for part in cell.split_inclusive('"') {
        text.push_str(part);
        if part.ends_with('"') {
            text.push('"');
        }
    }
    text.push('"');
}
