//! What a tool gives back.

use dealeragent_protocol::values::VehicleId;
use serde::Serialize;

use crate::RateState;

/// A tool's result, ready to be framed.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The result object as JSON bytes.
    pub structured: Vec<u8>,
    /// A short text that a model may quote.
    pub summary: String,
    /// What has no place in the closed result.
    pub notices: Notices,
    /// Units that the answer shows, for the audit.
    pub resource_ids: Vec<VehicleId>,
    /// What is left of the caller's quota, where one bounds it.
    pub rate: Option<RateState>,
}

impl Answer {
    /// An answer from a typed result.
    ///
    /// # Errors
    /// When the result cannot be written as JSON; no result of ours can fail.
    pub(crate) fn of(result: &impl Serialize, summary: String) -> Result<Self, crate::Failure> {
        let structured = serde_json::to_vec(result).map_err(|error| {
            crate::Failure::new(dealeragent_protocol::error::ErrorCode::Internal, format!("cannot write JSON: {error}"))
        })?;
        Ok(Self { structured, summary, notices: Notices::default(), resource_ids: Vec::new(), rate: None })
    }

    /// The same, about one unit.
    pub(crate) fn about(self, unit: &VehicleId) -> Self {
        Self { resource_ids: vec![unit.clone()], ..self }
    }
}

/// Notices beside a result, for the `_meta` of the MCP result under
/// `io.github.dealeragent/notices`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Notices {
    /// How many listings match a search in all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<usize>,
    /// Filters that some rooftops' sources cannot answer (DAP-UV-028).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub filters_not_evaluated: Vec<FilterNotEvaluated>,
    /// Rooftops that were asked for and not searched, since their inventory is
    /// not loaded.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rooftops_not_loaded: Vec<String>,
    /// Rooftops that can be searched by themselves alone, and were not here.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rooftops_searched_alone: Vec<String>,
    /// A price filter in a currency that no listing of the searched rooftops
    /// is priced in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price_filter_in_other_currency: Option<OtherCurrency>,
    /// Whether the page was cut to keep the answer small.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub page_shortened: bool,
    /// Whether the data is made up.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub synthetic: bool,
}

impl Notices {
    /// Whether there is nothing to note.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// A filter that was not applied to some rooftops.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FilterNotEvaluated {
    /// The filter's name in the request.
    pub filter: &'static str,
    /// The rooftops.
    pub rooftop_ids: Vec<String>,
}

/// A price filter that nothing can match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OtherCurrency {
    /// The filter's currency.
    pub filter_currency: String,
    /// Currencies of the listings' prices.
    pub listing_currencies: Vec<String>,
}

/// Who may keep an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CacheScope {
    /// Anybody.
    Public,
    /// The caller alone.
    Private,
}
