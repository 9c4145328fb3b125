//! Any text as a cell, for every parser of cells. Nothing panics, no amount is
//! scaled or rounded, and text that is published is clean.
#![no_main]

use dealeragent_feeds::{
    ImageRules, Profile, fitting, suggest,
    values::{
        claims, date, html, images, json_cell, list, listing_url,
        locale::Locale,
        odometer::{self, Reading},
        price::{self, Amounts, Price},
        text, vin, year,
    },
};
use dealeragent_protocol::values::{Currency, Timestamp};
use libfuzzer_sys::fuzz_target;

/// Digits without the zeros at both ends.
fn digits(text: &str) -> String {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    digits.trim_matches('0').to_owned()
}

fuzz_target!(|cell: &str| {
    let now = Timestamp::parse("2026-11-30T12:00:00Z").unwrap();
    for code in ["USD", "JPY", "KWD"] {
        let currency = Currency::parse(code).unwrap();
        let locales = [Locale::Us, Locale::De, Locale::Fr, Locale::Ch].map(Amounts::Localised);
        for amounts in locales.into_iter().chain([Amounts::Plain, Amounts::Minor]) {
            if let Price::Known(amount) = price::parse(cell, currency, amounts) {
                assert!(amount.minor() > 0);
                assert_eq!(digits(&amount.minor().to_string()), digits(cell), "{cell:?}");
            }
        }
    }
    for locale in [None, Some(Locale::De), Some(Locale::Fr)] {
        if let Reading::Known { named, .. } = odometer::parse(cell, None, locale) {
            assert!(named);
        }
    }
    if let Ok(read) = vin::parse(cell) {
        assert_eq!(read.vin.as_str(), cell.trim().to_ascii_uppercase());
        let _ = (vin::year_fits(&read.vin, 2024), read.vin.has_valid_check_digit());
    }
    let _ = year::parse(cell, now);
    let formats =
        ["%m/%d/%Y", "%m/%d/%Y %I:%M:%S %p", "rfc3339"].map(|format| date::DateFormat::parse(format).unwrap());
    let zone = dealeragent_protocol::values::TimeZoneName::parse("America/Denver").unwrap().rules();
    let context = date::DateContext { formats: &formats, zone: &zone, shift_days: 0, now };
    let _ = date::parse_noting(cell, &context);
    let plain = html::to_text(cell);
    let clean = text::clean(&plain);
    assert!(!clean.chars().any(|char| char.is_control() || text::is_invisible(char)), "{clean:?}");
    let _ = claims::find(cell);
    for url in images::parse(cell, &['|', ',', ';'], &ImageRules::default()).usable {
        assert!(url.is_https());
    }
    if let Ok((url, _)) = listing_url::parse(cell) {
        assert!(url.is_https());
    }
    let _ = list::split(cell, &['|']).count();
    let usd = Currency::parse("USD").ok();
    for charge in json_cell::charges(cell, usd).unwrap_or_default() {
        assert!(charge.amount.minor() >= 0);
    }
    let _ = (json_cell::adjustments(cell, usd), json_cell::reports(cell), json_cell::texts(cell));
    // A proposal is a profile or says what it lacks; it is always TOML.
    let header: Vec<String> = cell.split(',').take(8).map(str::to_owned).collect();
    assert!(fitting(&header).iter().all(|id| Profile::built_in_ids().contains(id)));
    let toml = suggest(&header, std::slice::from_ref(&header)).to_toml("some", "Some");
    if let Err(fault) = Profile::parse(&toml) {
        assert!(!fault.to_string().starts_with("not a valid profile"), "{fault}\n{toml}");
    }
});
