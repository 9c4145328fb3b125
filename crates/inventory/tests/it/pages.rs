//! Walks over pages while the inventory changes under them.

use std::collections::HashMap;

use dealeragent_inventory::{OrganizationInventory, Position, SearchQuery};
use dealeragent_protocol::{
    tools::search::{Sort, SortField, SortOrder},
    values::VehicleId,
};
use proptest::prelude::*;

use crate::{
    drafts::{listing, listings, sort, stock_of},
    fixture::{everything, noon, organization, rooftop, unit},
    naive,
};

/// Walks with `limit`; each page is answered by the next of the inventories,
/// and the last of them answers the rest.
fn walk(inventories: &[&OrganizationInventory], sort: Option<Sort>, limit: usize) -> Vec<VehicleId> {
    let mut found = Vec::new();
    let mut position: Option<Position> = None;
    for page in 0.. {
        assert!(page < 100, "the walk does not end");
        let inventory = inventories[page.min(inventories.len() - 1)];
        // Time passes between pages, which no order may depend on.
        let now = noon().plus_seconds(i64::try_from(page).unwrap() * 50_000);
        let search = SearchQuery { sort, after: position.as_ref(), limit, now, ..everything() };
        let outcome = inventory.search(&search);
        found.extend(outcome.hits.iter().map(|hit| hit.unit.listing().vehicle_id.clone()));
        if !outcome.has_more {
            break;
        }
        position = outcome.hits.last().map(|hit| hit.position.clone());
    }
    found
}

proptest! {
    #[test]
    fn a_unit_that_stays_is_met_exactly_once(
        before in listings(20),
        removed in proptest::collection::vec(any::<bool>(), 20),
        added in (30_u32..38).prop_flat_map(|end| (30..end).map(listing).collect::<Vec<_>>()),
        sort in sort(),
        limit in 1_usize..5,
    ) {
        let mut after = before.clone();
        let mut removed = removed.into_iter();
        after.retain(|_| !removed.next().unwrap_or_default());
        after.extend(added);
        let (old, new) = (organization(stock_of(&before)), organization(stock_of(&after)));
        let walked = walk(&[&old, &new], sort, limit);
        let mut times: HashMap<VehicleId, usize> = HashMap::new();
        for id in walked {
            *times.entry(id).or_default() += 1;
        }
        prop_assert!(times.values().all(|count| *count == 1));
        let stays = before.iter().filter(|unit| after.contains(unit) && unit.is_searchable());
        for unit in stays {
            prop_assert!(times.contains_key(&unit.vehicle_id));
        }
    }

    #[test]
    fn a_changed_sort_value_is_met_at_most_once_more(before in listings(12), limit in 1_usize..4) {
        let mut after = before.clone();
        for unit in &mut after {
            unit.observed_at = unit.observed_at.plus_seconds(-1);
        }
        let (old, new) = (organization(stock_of(&before)), organization(stock_of(&after)));
        let walked = walk(&[&old, &new], None, limit);
        let searchable = naive::scan(&stock_of(&before), &everything()).len();
        prop_assert!(walked.len() >= searchable && walked.len() <= searchable + limit);
    }
}

#[test]
fn a_position_whose_unit_is_gone_still_holds() {
    let all: Vec<_> = (0..5).map(unit).collect();
    let inventory = organization(vec![rooftop("main", all.clone())]);
    let first = inventory.search(&SearchQuery { limit: 2, ..everything() });
    let position = first.hits[1].position.clone();
    let gone = first.hits[1].unit.listing().vehicle_id.clone();
    let rest: Vec<_> = all.into_iter().filter(|unit| unit.vehicle_id != gone).collect();
    let inventory = organization(vec![rooftop("main", rest)]);
    let second = inventory.search(&SearchQuery { after: Some(&position), ..everything() });
    assert_eq!((second.hits.len(), second.total, second.has_more), (3, 4, false));
}

#[test]
fn a_position_of_another_order_is_past_the_end() {
    let inventory = organization(vec![rooftop("main", (0..3).map(unit).collect())]);
    let first = inventory.search(&SearchQuery { limit: 1, ..everything() });
    let sort = Some(Sort { field: SortField::Year, order: SortOrder::Asc });
    let outcome = inventory.search(&SearchQuery { sort, after: Some(&first.hits[0].position), ..everything() });
    assert!(outcome.hits.is_empty() && !outcome.has_more && outcome.total == 3);
}

#[test]
fn missing_values_come_last_in_both_directions() {
    let mut units: Vec<_> = (0..3).map(unit).collect();
    units[1].odometer = None;
    let missing = units[1].vehicle_id.clone();
    let inventory = organization(vec![rooftop("main", units)]);
    for order in SortOrder::ALL {
        let sort = Some(Sort { field: SortField::Odometer, order: *order });
        assert_eq!(walk(&[&inventory], sort, 1).last(), Some(&missing));
    }
}
