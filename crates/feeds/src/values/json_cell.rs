//! JSON cells of inventory CSV 0.1 (contract.md section 10): arrays of closed
//! objects in short shapes. A broken one holds its row back (B08).

use dealeragent_inventory::{PublishedAdjustment, PublishedCharge};
use dealeragent_protocol::{
    facts::{ChargePayee, Direction, ReportAccess, ReportStatus},
    values::{Currency, Money, NonNegativeMoney, ProviderId, Text, Uri},
};
use serde::{Deserialize, de::DeserializeOwned};

/// Objects that one cell may hold.
const MAX_ITEMS: usize = 500;

/// Why a JSON cell is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum JsonCellProblem {
    /// Not JSON: single quotes, a missing bracket.
    #[error("is not JSON")]
    NotJson,
    /// An object or a word where an array belongs.
    #[error("is not a JSON array")]
    NotAnArray,
    /// An item in another shape.
    #[error("has an item that is not in the shape of the column")]
    Shape,
    /// An amount below zero.
    #[error("has a negative amount")]
    Negative,
    /// An amount, and nobody says of what.
    #[error("has an amount, and the row names no currency")]
    NoCurrency,
    /// More items than anybody has.
    #[error("has more than 500 items")]
    TooMany,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChargeItem {
    label: Text<1, 160>,
    amount_minor: i64,
    #[serde(default)]
    currency: Option<Currency>,
    #[serde(default)]
    payee: Option<ChargePayee>,
    #[serde(default)]
    included_in_advertised_price: Option<bool>,
}

/// Charges. `currency` is the row's.
///
/// # Errors
/// [`JsonCellProblem`].
pub fn charges(cell: &str, currency: Option<Currency>) -> Result<Vec<PublishedCharge>, JsonCellProblem> {
    let items: Vec<ChargeItem> = items(cell)?;
    items
        .into_iter()
        .map(|item| {
            Ok(PublishedCharge {
                amount: amount(item.amount_minor, item.currency, currency)?,
                label: item.label,
                payee: item.payee,
                included_in_advertised_price: item.included_in_advertised_price,
            })
        })
        .collect()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AdjustmentItem {
    name: Text<1, 160>,
    direction: Direction,
    #[serde(default)]
    amount_minor: Option<i64>,
    #[serde(default)]
    currency: Option<Currency>,
    #[serde(default)]
    eligibility: Words,
    #[serde(default)]
    stacking: Option<Text<1, 500>>,
}

/// One sentence or several.
#[derive(Deserialize)]
#[serde(untagged)]
enum Words {
    One(Text<1, 500>),
    Several(Vec<Text<1, 500>>),
}

impl Default for Words {
    fn default() -> Self {
        Self::Several(Vec::new())
    }
}

/// Adjustments that only some shoppers get. `currency` is the row's.
///
/// # Errors
/// [`JsonCellProblem`].
pub fn adjustments(cell: &str, currency: Option<Currency>) -> Result<Vec<PublishedAdjustment>, JsonCellProblem> {
    let items: Vec<AdjustmentItem> = items(cell)?;
    items
        .into_iter()
        .map(|item| {
            Ok(PublishedAdjustment {
                name: item.name,
                direction: item.direction,
                amount: item.amount_minor.map(|minor| amount(minor, item.currency, currency)).transpose()?,
                eligibility: match item.eligibility {
                    Words::One(text) => vec![text],
                    Words::Several(texts) => texts,
                },
                stacking: item.stacking,
            })
        })
        .collect()
}

/// A history report in its short shape. Nothing of a report's content stands in
/// the cell.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReportItem {
    /// The provider.
    pub provider_id: ProviderId,
    /// Its name.
    pub provider_name: Text<1, 200>,
    /// Whether the report can be had.
    pub status: ReportStatus,
    /// How a shopper gets to it.
    pub access: ReportAccess,
    /// Where it is.
    #[serde(default)]
    pub report_url: Option<Uri>,
    /// Whether the provider's terms allow a summary. The cell has none.
    pub summary_sharing_authorized: bool,
}

/// History reports.
///
/// # Errors
/// [`JsonCellProblem`].
pub fn reports(cell: &str) -> Result<Vec<ReportItem>, JsonCellProblem> {
    items(cell)
}

/// A list of texts: addresses of images, equipment.
///
/// # Errors
/// [`JsonCellProblem`].
pub fn texts(cell: &str) -> Result<Vec<String>, JsonCellProblem> {
    items(cell)
}

fn items<T: DeserializeOwned>(cell: &str) -> Result<Vec<T>, JsonCellProblem> {
    let value: serde_json::Value = serde_json::from_str(cell).map_err(|_| JsonCellProblem::NotJson)?;
    let serde_json::Value::Array(values) = value else { return Err(JsonCellProblem::NotAnArray) };
    if values.len() > MAX_ITEMS {
        return Err(JsonCellProblem::TooMany);
    }
    values.into_iter().map(|value| serde_json::from_value(value).map_err(|_| JsonCellProblem::Shape)).collect()
}

/// An amount in the row's currency; one that an item names itself has to be
/// the same.
fn amount(minor: i64, own: Option<Currency>, row: Option<Currency>) -> Result<NonNegativeMoney, JsonCellProblem> {
    let currency = row.ok_or(JsonCellProblem::NoCurrency)?;
    if own.is_some_and(|own| own != currency) {
        return Err(JsonCellProblem::Shape);
    }
    NonNegativeMoney::new(Money { amount_minor: minor, currency }).map_err(|_| JsonCellProblem::Negative)
}
