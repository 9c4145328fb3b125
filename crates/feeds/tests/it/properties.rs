//! Properties of every value parser: it never panics, and it never makes up
//! what the cell does not say.

use dealeragent_feeds::values::{date, images, listing_url, odometer, price, text, vin, year};
use dealeragent_protocol::values::Currency;
use odometer::Reading;
use price::{Amounts, Price};
use proptest::prelude::*;

use crate::support::time;

/// Digits of a text, in order.
fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

proptest! {
    #[test]
    fn a_price_has_the_digits_of_its_cell(cell in "[$€0-9,. '-]{0,14}|\\PC{0,12}") {
        if let Price::Known(amount) = price::parse(&cell, Currency::USD, Amounts::Plain) {
            let minor = amount.minor().to_string();
            prop_assert!(amount.minor() > 0);
            // Nothing but zeros is added or left out: the amount is never scaled by a guess.
            let (cell, minor) = (digits(&cell), minor.trim_end_matches('0').to_owned());
            prop_assert_eq!(cell.trim_start_matches('0').trim_end_matches('0'), minor);
        }
    }

    #[test]
    fn plain_prices_are_exact(whole in 2_u32..900_000, cents in proptest::option::of(0_u32..100)) {
        let cell = cents.map_or(whole.to_string(), |cents| format!("{whole}.{cents:02}"));
        let expected = i64::from(whole) * 100 + i64::from(cents.unwrap_or(0));
        match price::parse(&cell, Currency::USD, Amounts::Plain) {
            Price::Known(amount) => prop_assert_eq!(amount.minor(), expected),
            other => prop_assert!(false, "{}: {:?}", cell, other),
        }
    }

    #[test]
    fn an_odometer_has_the_digits_of_its_cell(cell in "[0-9,. kmi-]{0,14}|\\PC{0,12}") {
        match odometer::parse(&cell, None, None) {
            Reading::Known { distance, named } => {
                prop_assert!(named);
                let whole = cell.split('.').next().unwrap_or_default();
                let (cell, value) = (digits(whole), distance.value.to_string());
                prop_assert_eq!(cell.trim_start_matches('0'), value.trim_start_matches('0'));
            }
            Reading::NoUnit | Reading::None | Reading::Refused(_) => {}
        }
    }

    #[test]
    fn a_vin_is_the_cell_in_capitals(cell in "\\PC{0,20}|[A-Z0-9]{15,19}") {
        if let Ok(read) = vin::parse(&cell) {
            prop_assert_eq!(read.vin.as_str(), cell.trim().to_ascii_uppercase());
        }
    }

    #[test]
    fn a_year_is_the_cell(cell in "\\PC{0,6}|[0-9]{3,5}") {
        if let Some(year) = year::parse(&cell, time("2026-11-30T12:00:00Z")) {
            prop_assert!(cell.trim().starts_with(&year.get().to_string()));
        }
    }

    #[test]
    fn addresses_are_public_https_or_nothing(cell in "(https?://)?[a-z@.:/ ü0-9]{0,24}|\\PC{0,20}") {
        if let Ok((url, _)) = listing_url::parse(&cell) {
            prop_assert!(url.is_https() && !url.as_str().contains('@') || cell.contains('/'));
        }
        for url in images::parse(&cell, &['|', ',', ';'], &dealeragent_feeds::ImageRules::default()).usable {
            prop_assert!(url.is_https() && cell.contains(url.as_str()));
        }
    }

    #[test]
    fn clean_text_stays_clean(cell in "\\PC{0,40}|[a\u{200b}\u{202e}\u{0} \n]{0,20}") {
        let once = text::clean(&cell).into_owned();
        prop_assert_eq!(text::clean(&once), once.as_str());
        prop_assert!(!once.chars().any(|char| char.is_control() || text::is_invisible(char)));
    }

    #[test]
    fn templates_make_addresses_of_anything(stock in "\\PC{1,20}") {
        let template = listing_url::Template::parse("https://cars.example.com/v/{stock}").unwrap();
        prop_assert!(template.fill(&stock, "9ZZDAPT10RA000001").is_some());
    }

    #[test]
    fn dates_are_read_or_refused(cell in "\\PC{0,24}|[0-9/: APM-]{6,24}") {
        let formats: Vec<_> = ["%m/%d/%Y", "%m/%d/%Y %I:%M:%S %p", "rfc3339"]
            .into_iter()
            .map(|format| date::DateFormat::parse(format).unwrap())
            .collect();
        let context = date::DateContext {
            formats: &formats,
            zone: &jiff::tz::TimeZone::UTC,
            shift_days: 0,
            now: time("2026-11-30T12:00:00Z"),
        };
        if let Ok(Some(read)) = date::parse(&cell, &context) {
            let day = read.as_jiff().to_zoned_datetime(jiff::tz::TimeZone::UTC).date().day();
            prop_assert!(digits(&cell).contains(&day.to_string()));
        }
    }
}
