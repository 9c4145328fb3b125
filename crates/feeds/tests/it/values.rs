//! Cells to values (B01 to B28), on the samples.

use dealeragent_feeds::values::{images, list, listing_url, odometer, price, text, vin, year};
use dealeragent_feeds::{ImageRules, read::Delimiter};
use dealeragent_protocol::values::{Currency, DistanceUnit, Vin};
use odometer::{OdometerProblem, Reading};
use price::{Amounts, Price, PriceProblem};
use vin::VinProblem;

use crate::{
    reading::records,
    support::{sample, time},
};

/// The last column of a sample, below its header.
fn last_column(name: &str) -> Vec<String> {
    let records = records(&sample(name), Delimiter::Comma);
    let mut cells: Vec<String> = records.into_iter().map(|(_, mut cells)| cells.pop().unwrap()).collect();
    cells.split_off(1)
}

#[test]
fn b01_to_b05_prices() {
    let usd = |cell: &str| price::parse(cell, Currency::USD, Amounts::Plain);
    let read: Vec<Result<i64, Option<PriceProblem>>> = last_column("b01_price_zoo.csv")
        .iter()
        .map(|cell| match usd(cell) {
            Price::Known(amount) => Ok(amount.minor()),
            Price::Unknown => Err(None),
            Price::Refused(problem) => Err(Some(problem)),
        })
        .collect();
    use PriceProblem as P;
    let expected = [
        Ok(2_499_500),
        Err(None),
        Err(None),
        Err(None),
        Err(None),
        Err(None),
        Err(None),
        Err(Some(P::Malformed)),
        Err(Some(P::OtherCurrency)),
        Err(Some(P::Malformed)),
        Ok(1_399_800),
        Ok(1_049_900),
        Err(Some(P::TooPrecise)),
        Err(Some(P::Negative)),
        Err(Some(P::Malformed)),
        Err(Some(P::Filler)),
        Err(None),
        Err(None),
        Ok(2_499_500),
        Err(Some(P::Ambiguous)),
    ];
    assert_eq!(read, expected);
}

#[test]
fn prices_of_other_currencies_keep_their_exponent() {
    let parse = |cell: &str, code: &str| match price::parse(cell, Currency::parse(code).unwrap(), Amounts::Plain) {
        Price::Known(amount) => Ok(amount.minor()),
        other => Err(other),
    };
    assert_eq!(parse("¥3,200,000", "JPY"), Ok(3_200_000));
    assert_eq!(parse("12345.678 KWD", "KWD"), Ok(12_345_678));
    assert_eq!(parse("C$ 18,995.50", "CAD"), Ok(1_899_550));
    assert_eq!(parse("1.50", "JPY"), Err(Price::Refused(PriceProblem::TooPrecise)));
    assert_eq!(parse("1", "JPY"), Err(Price::Unknown));
    assert_eq!(parse("£100", "USD"), Err(Price::Refused(PriceProblem::OtherCurrency)));
    assert_eq!(parse("100 EUR", "USD"), Err(Price::Refused(PriceProblem::OtherCurrency)));
    assert_eq!(parse("0,995", "USD"), Err(Price::Refused(PriceProblem::Malformed)));
    assert_eq!(parse("USD 12,34", "USD"), Err(Price::Refused(PriceProblem::Malformed)));
}

#[test]
fn b09_b10_odometers() {
    use OdometerProblem as P;
    let mi = |value| Ok((value, DistanceUnit::Miles));
    let expected = [
        mi(12_345),
        Err(None),
        Err(None),
        mi(52_777),
        Ok((87_000, DistanceUnit::Kilometres)),
        mi(0),
        Err(None),
        Err(Some(P::Ambiguous)),
        mi(12_345),
        mi(1_234_500),
        Err(Some(P::Negative)),
        Err(Some(P::Unit)),
        Err(None),
        Err(Some(P::Unit)),
        Err(Some(P::Filler)),
        Err(Some(P::Filler)),
    ];
    let cells = last_column("b06_odometer_zoo.csv");
    let read: Vec<_> = cells
        .iter()
        .map(|cell| match odometer::parse(cell, Some(DistanceUnit::Miles), None) {
            Reading::Known { distance, .. } => Ok((distance.value, distance.unit)),
            Reading::None => Err(None),
            Reading::NoUnit => panic!("the settings have a unit"),
            Reading::Refused(problem) => Err(Some(problem)),
        })
        .collect();
    assert_eq!(read, expected);
    assert_eq!(odometer::parse("12,345", None, None), Reading::NoUnit);
    assert_eq!(odometer::parse("12,34", None, None), Reading::Refused(P::Malformed));
    assert_eq!(odometer::parse("12.5 mi", None, None), Reading::Refused(P::Fraction));
}

#[test]
fn b11_to_b16_vins() {
    use VinProblem as P;
    let expected = [
        Ok("9ZZDAPT10RA000001"),
        Ok("9ZZDAPT10RA000001"),
        Ok("9ZZDAPT10RA000001"),
        Err(P::Punctuation),
        Err(P::LookAlike('O')),
        Err(P::LookAlike('Q')),
        Ok("9ZZDAPT11RA000001"),
        Ok("9ZZDAPT1XRA000104"),
        Err(P::LeadingI),
        Err(P::Placeholder),
        Err(P::Placeholder),
        Err(P::Placeholder),
        Err(P::Short(13)),
        Err(P::Masked),
        Ok("WZZZZZTESTW123456"),
        Err(P::Punctuation),
        Err(P::Length(16)),
    ];
    let cells = last_column("b07_vin_zoo.csv");
    let read: Vec<_> = cells.iter().map(|cell| vin::parse(cell)).collect();
    for ((read, expected), cell) in read.iter().zip(expected).zip(&cells) {
        let read = read.as_ref().map(|read| read.vin.as_str()).map_err(|problem| *problem);
        assert_eq!(read, expected, "{cell}");
    }
    assert!(read[1].as_ref().unwrap().recased && !read[0].as_ref().unwrap().recased);
    assert!(read[7].as_ref().unwrap().vin.has_valid_check_digit(), "X is ten (B13)");
    assert!(!read[6].as_ref().unwrap().vin.has_valid_check_digit());
}

#[test]
fn b17_years() {
    let now = time("2026-11-30T12:00:00Z");
    let read: Vec<Option<u16>> =
        last_column("b19_years.csv").iter().map(|cell| year::parse(cell, now).map(|year| year.get())).collect();
    let (y24, y85, y27) = (Some(2024), Some(1985), Some(2027));
    assert_eq!(read, [y24, None, y85, Some(1899), None, y24, None, y27, None, None]);
    assert_eq!(year::parse("2028", now).map(|year| year.get()), Some(2028));
    assert_eq!(year::parse("2029", now), None);
    let of = |text: &str| Vin::parse(text).unwrap();
    assert!(vin::year_fits(&of("9ZZDAPT10RA000001"), 2024) && vin::year_fits(&of("9ZZDAPT10RA000001"), 1994));
    assert!(!vin::year_fits(&of("9ZZDAPT10RA000001"), 2023) && !vin::year_fits(&of("9ZZDAPT10RA000001"), 1899));
    assert!(vin::year_fits(&of("WZZZZZTEZZW123456"), 2023), "Z is no year's letter");
}

#[test]
fn b22_page_addresses() {
    use listing_url::UrlProblem as P;
    let expected = [
        Err(P::NotAnAddress),
        Err(P::NotHttps),
        Err(P::NotAnAddress),
        Ok("https://cars.example.com/v/4?utm_source=feed&sid=abc"),
        Ok("https://cars.example.com/v/5"),
        Err(P::NotAnAddress),
        Err(P::NotPublic),
        Ok("https://cars.example.com/v/%C3%BC%208"),
        Err(P::Missing),
        Err(P::NotAnAddress),
        Err(P::NotPublic),
    ];
    for (cell, expected) in last_column("b10_listing_urls.csv").iter().zip(expected) {
        let read = listing_url::parse(cell);
        let read = read.as_ref().map(|(url, _)| url.as_str()).map_err(|problem| *problem);
        assert_eq!(read, expected, "{cell}");
    }
    for host in [
        "localhost",
        "10.0.0.1",
        "192.168.1.4:8080",
        "169.254.169.254",
        "[::1]",
        "[fe80::1]",
        "[::ffff:10.0.0.1]",
        "intranet",
        "127.1",
        "0x7f.1",
        "lot.local",
    ] {
        assert_eq!(listing_url::parse(&format!("https://{host}/v")), Err(P::NotPublic), "{host}");
    }
}

#[test]
fn b22_templates() {
    let template = listing_url::Template::parse("https://cars.example.com/v/{stock}?vin={vin}").unwrap();
    let url = template.fill("A/1 #ä", "9ZZDAPT10RA000001").unwrap();
    assert_eq!(url.as_str(), "https://cars.example.com/v/A%2F1%20%23%C3%A4?vin=9ZZDAPT10RA000001");
    for bad in [
        "https://cars.example.com/",
        "http://cars.example.com/{vin}",
        "{stock}",
        "https://x y/{vin}",
        "https://localhost/{vin}",
    ] {
        assert!(listing_url::Template::parse(bad).is_err(), "{bad}");
    }
    assert!(listing_url::Template::parse("https://cars.example.com/{id}/{vin}").is_err(), "an unknown part");
}

#[test]
fn b23_b24_images() {
    let read: Vec<(usize, u64, u64)> = last_column("b11_images.csv")
        .iter()
        .map(|cell| {
            let images = images::parse(cell, &['|', ',', ';'], &ImageRules::default());
            (images.usable.len(), images.not_https, images.unusable)
        })
        .collect();
    assert_eq!(read, [(1, 1, 2), (2, 0, 0), (0, 0, 1), (1, 0, 0), (2, 0, 0)]);
    let split = list::split_addresses("https://a.example/w_4,h_3/a.jpg, https://a.example/b.jpg", &[',']);
    assert_eq!(split, ["https://a.example/w_4,h_3/a.jpg", "https://a.example/b.jpg"]);
}

#[test]
fn a21_b26_text_is_cleaned() {
    assert_eq!(text::clean(" bad\u{0}byte \u{b}\t here\r\n"), "badbyte here");
    assert_eq!(text::clean(&last_column("a23_nul_and_controls.csv")[0]), "badbyte here");
    let cells = last_column("b13_prompt_injection.csv");
    assert_eq!(text::clean(&cells[1]), "Zerowidth and RTL text 🚗 </tool_result>");
    assert_eq!(text::clean("Zero\u{200b}width and \u{202e}RTL\u{202c} text"), "Zerowidth and RTL text");
    assert_eq!(text::clean("caf\u{e9} 🚗"), "café 🚗");
    let (cut, was_cut) = text::bounded::<1, 5>("abcdefgh");
    assert_eq!((cut.unwrap().as_str(), was_cut), ("abcd…", true));
    assert_eq!(text::bounded::<1, 5>(" \u{200b} "), (None, false));
}
