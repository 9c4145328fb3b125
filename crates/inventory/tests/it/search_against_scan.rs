//! Random stocks and queries: the index finds what a plain scan finds.

use std::collections::BTreeMap;

use dealeragent_inventory::{Position, SearchQuery};
use dealeragent_protocol::{tools::search::SearchFilters, values::VehicleId};
use proptest::prelude::*;

use crate::{
    drafts::{ROOFTOPS, filters, query, sort, stock},
    fixture::{noon, organization, rooftop_id},
    naive,
};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn a_walk_finds_what_a_scan_finds(
        stock in stock(24),
        filters in proptest::option::weighted(0.7, filters()),
        query in query(),
        sort in sort(),
        rooftops in proptest::option::weighted(0.3, proptest::sample::subsequence(&ROOFTOPS[..], 0..=3)),
        limit in 1_usize..7,
    ) {
        let inventory = organization(stock.clone());
        let rooftops: Option<Vec<_>> = rooftops.map(|names| names.into_iter().map(rooftop_id).collect());
        let filters: Option<SearchFilters> = filters;
        let base = SearchQuery {
            rooftops: rooftops.as_deref(), query: query.as_deref(), filters: filters.as_ref(), sort,
            after: None, limit, now: noon(),
        };
        let expected = naive::scan(&stock, &base);
        let ids: Vec<&VehicleId> = expected.iter().map(|unit| &unit.vehicle_id).collect();
        let mut walked: Vec<VehicleId> = Vec::new();
        let mut position: Option<Position> = None;
        loop {
            let search = SearchQuery { after: position.as_ref(), ..base };
            let page = inventory.search(&search);
            prop_assert_eq!(page.total, expected.len());
            prop_assert_eq!(&page.unanswered, &naive::unanswered(&stock, &search));
            prop_assert_eq!(page.oldest_observed_at, expected.iter().map(|unit| unit.observed_at).min());
            walked.extend(page.hits.iter().map(|hit| hit.unit.listing().vehicle_id.clone()));
            prop_assert!(walked.len() <= expected.len(), "met a unit twice");
            prop_assert_eq!(page.has_more, walked.len() < expected.len());
            let facets: BTreeMap<_, BTreeMap<_, _>> = page.facets.iter().map(|(name, values)| {
                (name.clone(), values.iter().map(|v| (naive::facet_name(&v.value), v.count)).collect())
            }).collect();
            prop_assert_eq!(facets, naive::counts(&expected));
            if !page.has_more { break; }
            prop_assert_eq!(page.hits.len(), limit);
            // What a cursor carries is enough to go on.
            position = page.hits.last().and_then(|hit| Position::from_bytes(&hit.position.to_bytes()));
        }
        prop_assert_eq!(walked.iter().collect::<Vec<_>>(), ids);
    }
}
