//! What stands beside a page, and the page in words.

use std::collections::HashSet;

use dealeragent_inventory::{Hit, SearchOutcome};
use dealeragent_protocol::{
    facts::Availability,
    tools::search::SearchFilters,
    values::{Currency, RooftopId, Timestamp},
    wording::en,
};

use super::{Reach, vehicle_words};
use crate::{
    Dealer, Notices,
    answer::{FilterNotEvaluated, OtherCurrency},
};

/// What is to be noted of a match.
pub(super) fn of(
    outcome: &SearchOutcome<'_>,
    reach: &Reach<'_>,
    left_out: &[RooftopId],
    filters: Option<&SearchFilters>,
) -> Notices {
    let not_evaluated = outcome.unanswered.iter().map(|unanswered| FilterNotEvaluated {
        filter: unanswered.filter.as_str(),
        rooftop_ids: unanswered.rooftops.iter().map(ToString::to_string).collect(),
    });
    Notices {
        total: Some(outcome.total),
        filters_not_evaluated: not_evaluated.collect(),
        rooftops_searched_alone: left_out.iter().map(ToString::to_string).collect(),
        rooftops_not_loaded: reach.not_loaded().iter().map(ToString::to_string).collect(),
        // Whatever matched has a price in the filter's currency.
        price_filter_in_other_currency: filters
            .filter(|_| outcome.total == 0)
            .and_then(|filters| other_currency(filters, reach)),
        ..Notices::default()
    }
}

/// A price filter in a currency that nothing which was searched is priced in.
fn other_currency(filters: &SearchFilters, reach: &Reach<'_>) -> Option<OtherCurrency> {
    let asked = filters.price_min.or(filters.price_max)?.currency();
    let mut found: Vec<Currency> = Vec::new();
    let units = reach.inventory().listings().map(dealeragent_inventory::StoredListing::listing);
    let searched: HashSet<&RooftopId> = reach.rooftops().iter().collect();
    for unit in units.filter(|unit| unit.is_searchable() && searched.contains(&unit.rooftop_id)) {
        let currency = unit.price.as_ref()?.amount.currency();
        if currency == asked {
            return None;
        }
        if !found.contains(&currency) {
            found.push(currency);
        }
    }
    let mut listing_currencies: Vec<String> = found.iter().map(|currency| currency.code().to_owned()).collect();
    listing_currencies.sort_unstable();
    let filter_currency = asked.code().to_owned();
    (!listing_currencies.is_empty()).then_some(OtherCurrency { filter_currency, listing_currencies })
}

/// The page in words. `oldest` is its oldest observation, `has_more` whether
/// another page follows.
pub(super) fn summary(
    dealer: &Dealer,
    shown: &[&Hit<'_>],
    notices: &Notices,
    (oldest, has_more): (Timestamp, bool),
    now: Timestamp,
) -> String {
    let availabilities: Vec<Availability> = shown.iter().map(|hit| hit.unit.availability()).collect();
    let vehicles: Vec<en::VehicleWords<'_>> = shown
        .iter()
        .zip(&availabilities)
        .filter_map(|(hit, availability)| {
            let rooftop = dealer.rooftop(&hit.unit.listing().rooftop_id)?;
            vehicle_words(hit.unit, rooftop, availability, now)
        })
        .collect();
    let not_evaluated: Vec<en::NotEvaluated<'_>> = notices
        .filters_not_evaluated
        .iter()
        .map(|filter| en::NotEvaluated { filter: filter.filter, rooftop_ids: &filter.rooftop_ids })
        .collect();
    let words = en::SearchWords {
        dealer: dealer.name.as_str(),
        total: notices.total.unwrap_or_default(),
        oldest,
        has_more,
        page_shortened: notices.page_shortened,
        not_evaluated: &not_evaluated,
        not_loaded: &notices.rooftops_not_loaded,
        searched_alone: &notices.rooftops_searched_alone,
        other_currency: notices
            .price_filter_in_other_currency
            .as_ref()
            .map(|other| en::OtherCurrency { filter: &other.filter_currency, listings: &other.listing_currencies }),
        synthetic: dealer.synthetic,
    };
    en::search_summary(&words, &vehicles, now)
}
