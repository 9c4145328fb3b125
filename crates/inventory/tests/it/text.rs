//! What people type.

use dealeragent_inventory::{Listing, SearchQuery};
use dealeragent_protocol::{
    facts::{Condition, Drivetrain, FuelType, VehicleType},
    values::List,
};

use crate::fixture::{everything, organization, rooftop, text, unit};

fn finds(unit: &Listing, query: &str) -> bool {
    let inventory = organization(vec![rooftop("main", vec![unit.clone()])]);
    inventory.search(&SearchQuery { query: Some(query), ..everything() }).total == 1
}

fn with(change: impl Fn(&mut Listing)) -> Listing {
    let mut unit = unit(1);
    change(&mut unit);
    unit
}

#[test]
fn hyphens_spaces_case_and_accents_do_not_matter() {
    for model in ["CX-5", "cx5", "CX 5"] {
        let unit = with(|unit| unit.model = text(model));
        for query in ["CX-5", "cx5", "cx 5", "Honda CX5", "5 cx"] {
            assert!(finds(&unit, query) || (model == "cx5" && query != "cx5" && query != "Honda CX5"));
        }
    }
    let unit = with(|unit| {
        unit.make = text("Citroën");
        unit.model = text("Ë-C4 Škoda");
    });
    for query in ["citroen", "CITROËN", "Citroe\u{308}n", "e-c4", "skoda"] {
        assert!(finds(&unit, query), "{query}");
    }
}

#[test]
fn all_words_must_match_each_as_a_prefix() {
    let unit = with(|unit| {
        unit.exterior_color = Some(text("Deep Blue Pearl"));
        unit.interior_color = Some(text("Ivory"));
        unit.features = List::new(vec![text("Heated front seats"), text("Wi-Fi hotspot")]).unwrap();
        unit.powertrain.transmission = Some(text("8-Speed Automatic"));
    });
    for query in ["blue honda civ", "ivory heat", "wifi", "automatic", "2022", "s-1", "s1", "1TEST0000", "", " ?! "] {
        assert!(finds(&unit, query), "{query}");
    }
    for query in ["blue toyota", "lue", "manual", "2023", "honda honda x"] {
        assert!(!finds(&unit, query), "{query}");
    }
}

#[test]
fn everyday_words_stand_for_codes() {
    let fuels: [(FuelType, &[&str]); 6] = [
        (FuelType::BatteryElectric, &["electric", "EV", "bev"]),
        (FuelType::PlugInHybrid, &["phev", "plug-in", "plugin hybrid"]),
        (FuelType::Hybrid, &["hybrid"]),
        (FuelType::Gasoline, &["gas", "gasoline", "petrol"]),
        (FuelType::Diesel, &["diesel"]),
        (FuelType::Hydrogen, &["hydrogen", "fuel cell"]),
    ];
    for (fuel, queries) in fuels {
        let unit = with(|unit| unit.powertrain.fuel_type = Some(fuel));
        assert!(queries.iter().all(|query| finds(&unit, query)), "{fuel}");
    }
    let drives: [(Drivetrain, &[&str]); 4] = [
        (Drivetrain::FourWd, &["4x4", "4wd", "four wheel drive"]),
        (Drivetrain::Awd, &["awd", "all-wheel drive"]),
        (Drivetrain::Fwd, &["fwd"]),
        (Drivetrain::Rwd, &["rwd"]),
    ];
    for (drive, queries) in drives {
        let unit = with(|unit| unit.powertrain.drivetrain = Some(drive));
        assert!(queries.iter().all(|query| finds(&unit, query)), "{drive}");
    }
    for condition in Condition::ALL {
        assert!(finds(&with(|unit| unit.condition = *condition), condition.as_str()), "{condition}");
    }
}

#[test]
fn nothing_is_read_into_a_code() {
    let hybrid = with(|unit| unit.powertrain.fuel_type = Some(FuelType::Hybrid));
    assert!(!finds(&hybrid, "electric") && !finds(&hybrid, "plug-in"));
    let certified = with(|unit| unit.condition = Condition::Certified);
    assert!(!finds(&certified, "new") && !finds(&certified, "demo"));
    let used = with(|unit| unit.condition = Condition::Used);
    assert!(!finds(&used, "certified") && !finds(&used, "cpo"));
    let new = with(|unit| unit.condition = Condition::New);
    assert!(!finds(&new, "used") && !finds(&new, "pre-owned"));
    assert!(!finds(&unit(1), "gas"));
}

#[test]
fn conditions_are_found_by_what_people_call_them() {
    let conditions: [(Condition, &[&str]); 4] = [
        (Condition::New, &["new", "new vehicle", "vehicles"]),
        (
            Condition::Used,
            &["used", "pre-owned", "preowned", "pre owned", "second-hand", "secondhand", "used vehicles"],
        ),
        (
            Condition::Certified,
            &["certified pre-owned", "cpo", "certified", "used", "pre-owned", "preowned", "second hand"],
        ),
        (Condition::Demo, &["demo", "demos", "demonstrator", "ex-demo"]),
    ];
    for (condition, queries) in conditions {
        let unit = with(|unit| unit.condition = condition);
        for query in queries {
            assert!(finds(&unit, query), "{condition} by {query}");
        }
    }
}

#[test]
fn kinds_are_found_in_the_singular_and_the_plural() {
    let kinds: [(VehicleType, &[&str]); 6] = [
        (VehicleType::Car, &["car", "used car", "cars", "used cars"]),
        (VehicleType::Truck, &["truck", "trucks", "pickup", "pickups", "used car"]),
        (VehicleType::Suv, &["suv", "suvs", "used car"]),
        (VehicleType::Van, &["van", "vans", "used car"]),
        (VehicleType::Motorcycle, &["motorcycle", "motorcycles", "motorbike"]),
        (VehicleType::Trailer, &["trailer", "trailers"]),
    ];
    for (kind, queries) in kinds {
        let unit = with(|unit| unit.vehicle_type = Some(kind));
        for query in queries {
            assert!(finds(&unit, query), "{kind} by {query}");
        }
    }
    let motorcycle = with(|unit| unit.vehicle_type = Some(VehicleType::Motorcycle));
    assert!(!finds(&motorcycle, "car") && !finds(&motorcycle, "truck"));
}
