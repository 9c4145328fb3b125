//! Search within one organization.
//!
//! The rules are the "Search" paragraph of docs/architecture.md. An index is
//! built once per organization; a query narrows a set of rows, walks a prepared
//! order from the page's position, and counts what matched.

mod columns;
mod facets;
mod filter_kind;
mod filtering;
mod fold;
mod index;
mod order;
mod position;
mod row_set;
mod sources;
mod text_index;
mod value_column;
mod vocabulary;

use std::collections::BTreeMap;

use dealeragent_protocol::{
    facts::{MaxAge, Source},
    tools::search::{FacetValue, SearchFilters, Sort},
    values::{RooftopId, Timestamp},
};

pub(crate) use self::index::SearchIndex;
pub use self::{filter_kind::FilterKind, position::Position};
use crate::StoredListing;

/// A row of the index: the place of a unit among the searchable ones, which
/// stand in the order of their ids.
type Row = u32;

/// What is asked of one organization.
#[derive(Debug, Clone, Copy)]
pub struct SearchQuery<'a> {
    /// Only these rooftops; `None` for all. Unknown ids match nothing.
    pub rooftops: Option<&'a [RooftopId]>,
    /// Words, all of which must begin a word of the unit. A text without any
    /// letter or digit asks nothing.
    pub query: Option<&'a str>,
    /// Filters, all of which must match.
    pub filters: Option<&'a SearchFilters>,
    /// The order; newest observation first unless said.
    pub sort: Option<Sort>,
    /// Where the page before ended. A position of another order is past the
    /// end: the page is empty.
    pub after: Option<&'a Position>,
    /// Most hits on the page.
    pub limit: usize,
    /// The time that ages are counted to.
    pub now: Timestamp,
}

/// One unit of a page.
#[derive(Debug, Clone)]
pub struct Hit<'a> {
    /// The unit.
    pub unit: &'a StoredListing,
    /// Where a page goes on that ends with this unit.
    pub position: Position,
}

/// A filter that was left out of the match at some rooftops, because their
/// sources cannot answer it (`DAP-UV-028`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unanswered {
    /// The filter.
    pub filter: FilterKind,
    /// The rooftops, in the order of their ids.
    pub rooftops: Vec<RooftopId>,
}

/// A page, and what is said of the whole match.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SearchOutcome<'a> {
    /// The page.
    pub hits: Vec<Hit<'a>>,
    /// Whether something follows the page.
    pub has_more: bool,
    /// Units that match, on all pages.
    pub total: usize,
    /// Counts over the whole match by name of the facet: most frequent first,
    /// then by value; at most 20 values each; facets without a value left out.
    pub facets: BTreeMap<String, Vec<FacetValue>>,
    /// Filters that were not applied everywhere, in the order of [`FilterKind`].
    pub unanswered: Vec<Unanswered>,
    /// The oldest observation of the whole match; `None` without a match.
    pub oldest_observed_at: Option<Timestamp>,
    /// The strictest inventory target among the rooftops of the match.
    pub tightest_max_age: Option<MaxAge>,
    /// Sources of the whole match, oldest first, at most ten: one for each
    /// name, address and authority, as of its oldest observation, without
    /// record number.
    pub sources: Vec<Source>,
}
