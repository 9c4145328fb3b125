//! The rules of text, on the letters that the pools use.

use dealeragent_inventory::Listing;
use dealeragent_protocol::facts::{Condition, Drivetrain, FuelType, VehicleType};

/// Lower case without the accents that the pools use.
fn folded(text: &str) -> String {
    let plain = |letter: char| match letter {
        'ë' | 'é' | 'É' => 'e',
        'Š' => 's',
        other => other,
    };
    text.chars().map(plain).collect::<String>().to_lowercase()
}

pub(super) fn letters(text: &str) -> String {
    let all: String = folded(text).chars().filter(|letter| letter.is_alphanumeric()).collect();
    if all.is_empty() { text.trim().to_owned() } else { all }
}

fn split(text: &str) -> Vec<String> {
    let parts = folded(text);
    parts.split(|letter: char| !letter.is_alphanumeric()).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

pub(super) fn text_matches(unit: &Listing, query: &str) -> bool {
    let mut words = vec![unit.year.get().to_string(), folded(unit.vin.as_str())];
    let mut short = vec![unit.make.as_str().to_owned(), unit.model.as_str().to_owned()];
    short.extend(unit.trim.as_ref().map(ToString::to_string));
    short.extend(unit.body_style.as_ref().map(ToString::to_string));
    short.extend(unit.exterior_color.as_ref().map(ToString::to_string));
    short.extend(unit.interior_color.as_ref().map(ToString::to_string));
    short.extend(unit.powertrain.transmission.as_ref().map(ToString::to_string));
    short.extend(unit.stock_number.as_ref().map(ToString::to_string));
    words.extend(short.iter().map(|value| split(value).concat()));
    let long = unit.features.iter().map(ToString::to_string).chain(everyday_words(unit));
    for value in short.into_iter().chain(long) {
        for word in value.split_whitespace() {
            words.push(split(word).concat());
            words.extend(split(word));
        }
    }
    split(query).iter().all(|token| words.iter().any(|word| word.starts_with(token.as_str())))
}

fn everyday_words(unit: &Listing) -> Vec<String> {
    let fuel = match unit.powertrain.fuel_type {
        Some(FuelType::Gasoline) => "gasoline gas petrol",
        Some(FuelType::Diesel) => "diesel",
        Some(FuelType::Hybrid) => "hybrid hev",
        Some(FuelType::PlugInHybrid) => "plug-in hybrid phev",
        Some(FuelType::BatteryElectric) => "battery electric ev bev",
        Some(FuelType::Hydrogen) => "hydrogen fuel cell fcev",
        _ => "",
    };
    let drive = match unit.powertrain.drivetrain {
        Some(Drivetrain::Fwd) => "fwd front-wheel drive",
        Some(Drivetrain::Rwd) => "rwd rear-wheel drive",
        Some(Drivetrain::Awd) => "awd all-wheel drive",
        Some(Drivetrain::FourWd) => "4wd 4x4 four-wheel drive",
        _ => "",
    };
    let condition = match unit.condition {
        Condition::New => "new vehicles",
        Condition::Used => "used pre-owned second-hand vehicles",
        Condition::Certified => "certified cpo used pre-owned second-hand vehicles",
        Condition::Demo => "demos demonstrators ex-demo vehicles",
    };
    let kind = match unit.vehicle_type {
        Some(VehicleType::Car) => "cars",
        Some(VehicleType::Truck) => "trucks pickups cars",
        Some(VehicleType::Suv) => "suvs cars",
        Some(VehicleType::Van) => "vans cars",
        Some(VehicleType::Motorcycle) => "motorcycles motorbikes",
        Some(VehicleType::Rv) => "rvs",
        Some(VehicleType::Trailer) => "trailers",
        Some(VehicleType::Other) | None => "",
    };
    [fuel, drive, condition, kind].map(str::to_owned).to_vec()
}
