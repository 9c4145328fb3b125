//! Filters that a rooftop's sources cannot answer (DAP-UV-028).

use dealeragent_inventory::{FilterKind, RooftopStock, SearchQuery, Unanswered};
use dealeragent_protocol::{
    facts::{Condition, SummaryReportStatus, VehicleType},
    tools::search::SearchFilters,
    values::Set,
};

use crate::fixture::{everything, organization, rooftop, rooftop_id, unit, unit_at, vins};

fn without(filter: FilterKind, stock: RooftopStock) -> RooftopStock {
    let answers = stock.answers.iter().copied().filter(|answer| *answer != filter).collect();
    RooftopStock { answers, ..stock }
}

#[test]
fn dap_uv_028_is_left_out_of_the_match_and_named() {
    let mut suv = unit_at("west", 2);
    suv.vehicle_type = Some(VehicleType::Suv);
    let mut car = unit_at("west", 3);
    car.vehicle_type = Some(VehicleType::Car);
    let inventory = organization(vec![
        without(FilterKind::VehicleType, rooftop("main", vec![unit(1)])),
        rooftop("west", vec![suv.clone(), car, unit_at("west", 4)]),
        without(FilterKind::VehicleType, rooftop("east", vec![])),
    ]);
    let filters = SearchFilters { vehicle_type: Set::new(vec![VehicleType::Suv]).ok(), ..Default::default() };
    let search = SearchQuery { filters: Some(&filters), ..everything() };
    let outcome = inventory.search(&search);
    let mut found = vins(&outcome);
    found.sort();
    assert_eq!(found, [unit(1).vin, suv.vin.clone()]);
    let rooftops = vec![rooftop_id("east"), rooftop_id("main")];
    assert_eq!(outcome.unanswered, [Unanswered { filter: FilterKind::VehicleType, rooftops }]);
    let west = [rooftop_id("west")];
    let outcome = inventory.search(&SearchQuery { rooftops: Some(&west), ..search });
    assert_eq!((vins(&outcome), outcome.unanswered), (vec![suv.vin], vec![]));
}

#[test]
fn dap_uv_028_unasked_filters_are_not_named() {
    let mut stock = rooftop("main", vec![unit(1)]);
    stock.answers.clear();
    let inventory = organization(vec![stock]);
    assert!(inventory.search(&everything()).unanswered.is_empty());
    let filters = SearchFilters { inventory_age_min_days: Some(999), odometer_min: None, ..Default::default() };
    let outcome = inventory.search(&SearchQuery { filters: Some(&filters), ..everything() });
    assert_eq!((outcome.total, outcome.unanswered.len()), (1, 1));
    assert_eq!(outcome.unanswered[0].filter.as_str(), "inventory_age_days");
}

#[test]
fn a_new_unit_has_no_history_to_match() {
    let mut new = unit(1);
    new.condition = Condition::New;
    let inventory = organization(vec![rooftop("main", vec![new, unit(2)])]);
    let status = Set::new(SummaryReportStatus::ALL.to_vec()).ok();
    let filters = SearchFilters { history_report_status: status, ..Default::default() };
    let outcome = inventory.search(&SearchQuery { filters: Some(&filters), ..everything() });
    assert_eq!(vins(&outcome), [unit(2).vin]);
}
