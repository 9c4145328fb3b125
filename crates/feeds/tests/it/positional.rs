//! The two built-in profiles without a header, on samples without one.

use dealeragent_feeds::{Import, Profile, SourceSettings, import, report::Notice};
use dealeragent_protocol::facts::{Condition, FuelType};

use crate::support::{sample, settings};

fn read(file: &str, profile: &Profile) -> Import {
    let settings = SourceSettings {
        listing_url_template: Some("https://cars.example.com/v/{stock}".to_owned()),
        odometer_unit: profile.defaults().odometer_unit,
        price_column: profile.defaults().price_column.clone().unwrap(),
        ..settings()
    };
    import(&sample(file), profile, &settings).unwrap()
}

#[test]
fn carsforsale() {
    let profile = Profile::built_in("carsforsale").unwrap().unwrap();
    let import = read("carsforsale.txt", &profile);
    assert_eq!(import.listings.len(), 2);
    let [used, new] = &import.listings[..] else { panic!() };
    assert_eq!((used.condition, used.media.len(), used.features.len()), (Condition::Used, 2, 2));
    assert_eq!(used.stock_number.as_ref().unwrap().as_str(), "0042A");
    assert_eq!(used.price.as_ref().unwrap().amount.minor(), 1_899_500);
    assert_eq!((new.condition, new.price.is_none()), (Condition::New, true), "Call");
    assert_eq!(new.powertrain.fuel_type, Some(FuelType::BatteryElectric));
}

#[test]
fn autotrader_us_needs_to_be_told_what_its_file_holds() {
    let file = "autotrader_us.txt";
    let bare = read(file, &Profile::built_in("autotrader-us").unwrap().unwrap());
    assert_eq!(bare.listings.len(), 0, "neither a column nor an address tells new from used");
    assert!(bare.report.rejects.iter().any(|reject| reject.hint.contains("`condition` under [constants]")));
    let used = "id = \"used-cars\"\ntitle = \"Used\"\nextends = \"autotrader-us\"\n[constants]\ncondition = \"used\"\n";
    let import = read(file, &Profile::parse(used).unwrap());
    assert_eq!(import.listings.len(), 2, "{}", import.report);
    assert!(import.listings.iter().all(|unit| unit.condition == Condition::Used));
    assert_eq!((import.listings[0].odometer.unwrap().value, import.listings[0].features.len()), (12_345, 2));
    assert!(import.listings[1].price.is_none());
    assert!(import.report.warnings.iter().any(|warning| warning.kind == Notice::ConditionalCash));
    let steps = format!("{:?}", import.listings[0].provenance.transformations);
    assert!(steps.contains("condition: used by the profile, for the whole file"), "{steps}");
}
