//! Prices and what stands beside them (B01 to B08).

use dealeragent_feeds::{
    Profile, SourceSettings, import,
    report::Notice,
    values::{
        locale::Locale,
        odometer::{self, OdometerProblem, Reading},
        price::{Amounts, Price, PriceProblem, parse},
    },
};
use dealeragent_protocol::values::{Currency, DistanceUnit};
use proptest::prelude::*;

use crate::support::{SMALL, completed, import_text, sample, settings};

fn read(cell: &str, code: &str, amounts: Amounts) -> Result<i64, Option<PriceProblem>> {
    match parse(cell, Currency::parse(code).unwrap(), amounts) {
        Price::Known(amount) => Ok(amount.minor()),
        Price::Unknown => Err(None),
        Price::Refused(problem) => Err(Some(problem)),
    }
}

#[test]
fn b03_each_locale_reads_its_own_form_only() {
    use Locale::{Ch, De, Fr, Us};
    use PriceProblem as P;
    let eur = |cell: &str, locale| read(cell, "EUR", Amounts::Localised(locale));
    let good = [
        (De, "1.234,56"),
        (De, "1234,56"),
        (De, "1.234,56 €"),
        (De, "€ 1.234,56"),
        (Fr, "1 234,56"),
        (Fr, "1\u{a0}234,56 €"),
        (Fr, "1\u{202f}234,56"),
        (Ch, "1'234.56"),
        (Ch, "1’234.56"),
        (Ch, "EUR 1'234.56"),
        (Us, "1,234.56"),
        (Us, "EUR 1234.56"),
    ];
    for (locale, cell) in good {
        assert_eq!(eur(cell, locale), Ok(123_456), "{locale:?} {cell}");
    }
    let thousands =
        [(De, "24.995"), (De, "24.995,-"), (De, "24.995,– €"), (Ch, "24'995.--"), (Fr, "24 995"), (Us, "24,995")];
    for (locale, cell) in thousands {
        assert_eq!(eur(cell, locale), Ok(2_499_500), "{locale:?} {cell}");
    }
    let bad = [
        (De, "1,234.56", P::Malformed),
        (De, "24.99", P::Malformed),
        (Fr, "1.234,56", P::Malformed),
        (Fr, "1 23,56", P::Malformed),
        (Ch, "1,234.56", P::Malformed),
        (Ch, "1'234’567", P::Malformed),
        (Us, "1.234,56", P::Malformed),
        (De, "1234,567", P::TooPrecise),
        (Us, "24.995", P::TooPrecise),
        (De, "-1.234,56", P::Negative),
        (De, "10.000-12.000", P::Range),
        (Us, "$10,000 - $12,000", P::OtherCurrency),
        (De, "$1.234,56", P::OtherCurrency),
        (De, "1.234,56 USD", P::OtherCurrency),
    ];
    for (locale, cell, problem) in bad {
        assert_eq!(eur(cell, locale), Err(Some(problem)), "{locale:?} {cell}");
    }
    assert_eq!(read("10,000 - 12,000", "USD", Amounts::Plain), Err(Some(P::Range)));
    assert_eq!(read("24.995", "USD", Amounts::Plain), Err(Some(P::Ambiguous)), "alone it could be either");
    assert_eq!(read("0,00", "EUR", Amounts::Localised(De)), Err(None));
}

#[test]
fn b03_a_profile_says_how_its_source_writes_numbers() {
    let german = Profile::parse(&SMALL.replace("title =", "locale = \"de\"\ntitle =")).unwrap();
    let text =
        completed("VIN,Price,Odometer\n9ZZDAPT10RA000001,\"24.995,50\",12.345\n9ZZDAPT12RA000002,24.995,\"12,5\"\n");
    let euro = SourceSettings { currency: Currency::parse("EUR").unwrap(), ..settings() };
    let import = import(text.as_bytes(), &german, &euro).unwrap();
    let prices: Vec<i64> = import.listings.iter().map(|unit| unit.price.as_ref().unwrap().amount.minor()).collect();
    assert_eq!(prices, [2_499_550, 2_499_500]);
    let odometers: Vec<Option<u64>> = import.listings.iter().map(|unit| unit.odometer.map(|o| o.value)).collect();
    assert_eq!(odometers, [Some(12_345), None]);
    let steps = format!("{:?}", import.listings[0].provenance.transformations);
    assert!(steps.contains("24.995,50") && steps.contains("-> 2499550 EUR minor units"), "{steps}");
}

#[test]
fn b04_b05_exponents_come_from_iso_4217() {
    use PriceProblem as P;
    let plain = |cell: &str, code: &str| read(cell, code, Amounts::Plain);
    assert_eq!(plain("3200000", "JPY"), Ok(3_200_000));
    assert_eq!(plain("3200000.00", "JPY"), Ok(3_200_000), "zeros lose nothing");
    assert_eq!(plain("3200000.5", "JPY"), Err(Some(P::TooPrecise)));
    for code in ["KWD", "BHD", "JOD"] {
        assert_eq!(plain("12345.678", code), Ok(12_345_678), "{code}");
        assert_eq!(plain("12345.6789", code), Err(Some(P::TooPrecise)), "{code}");
    }
    assert_eq!(plain("18995.005", "USD"), Err(Some(P::TooPrecise)));
    assert_eq!(plain("92233720368547758.08", "USD"), Err(Some(P::TooLarge)));
}

#[test]
fn b08_minor_units_are_whole() {
    use PriceProblem as P;
    let minor = |cell: &str| read(cell, "USD", Amounts::Minor);
    assert_eq!(minor("1899500"), Ok(1_899_500));
    assert_eq!((minor("0"), minor(""), minor("100")), (Err(None), Err(None), Err(None)));
    assert_eq!(minor("-1899500"), Err(Some(P::Negative)));
    for cell in ["18995.00", "1,899,500", "$1899500", "1e6"] {
        assert_eq!(minor(cell), Err(Some(P::NotMinor)), "{cell}");
    }
}

#[test]
fn b02_the_sticker_price_never_stands_in() {
    let text = "VIN,MSRP,Price\n9ZZDAPT10RA000001,31250,0\n9ZZDAPT12RA000002,31250,\n";
    let import = import_text(text).unwrap();
    assert!(import.listings.iter().all(|unit| unit.price.is_none()));
    assert_eq!(import.report.unknown_price, 2);
    let refused = SourceSettings { price_column: "MSRP".to_owned(), ..settings() };
    let fault = dealeragent_feeds::import(completed(text).as_bytes(), &crate::support::small(), &refused).unwrap_err();
    assert!(fault.to_string().contains("no offer to the public"), "{fault}");
}

/// A vAuto file with what a row of it needs.
fn vauto(header: &str, rows: &[&str]) -> dealeragent_feeds::Import {
    let profile = Profile::built_in("vauto").unwrap().unwrap();
    let mut text = format!("VIN,New/Used,Year,Make,Model,Vehicle Detail Link,{header}\n");
    for (row, vin) in
        rows.iter().zip(["9ZZDAPT10RA000001", "9ZZDAPT12RA000002", "9ZZDAPT14RA000003", "9ZZDAPT16RA000004"])
    {
        text.push_str(&format!("{vin},U,2024,Testla,Modelo,https://cars.example.com/v,{row}\n"));
    }
    import(text.as_bytes(), &profile, &settings()).unwrap()
}

fn lines(import: &dealeragent_feeds::Import, kind: Notice) -> Vec<u64> {
    import
        .report
        .warnings
        .iter()
        .filter(|warning| warning.kind == kind)
        .flat_map(|warning| warning.lines.clone())
        .collect()
}

#[test]
fn b06_conditional_cash_is_suspected_and_never_subtracted() {
    let text = String::from_utf8(sample("b03_rebates_exceed_price.csv")).unwrap();
    let rows: Vec<&str> = text.lines().skip(1).map(|line| line.split_once(',').unwrap().1).collect();
    let header = text.lines().next().unwrap().split_once(',').unwrap().1;
    let import = vauto(header, &rows);
    let prices: Vec<i64> = import.listings.iter().map(|unit| unit.price.as_ref().unwrap().amount.minor()).collect();
    assert_eq!(prices, [2_255_500, 400_000], "as given");
    assert_eq!(lines(&import, Notice::ConditionalCash), [2, 3]);
    assert_eq!(lines(&import, Notice::PriceUnderHalf), [3], "4000 of 9000");
    let shown = import.report.to_string();
    assert!(shown.contains("published as given"), "{shown}");

    let words = vauto(
        "Price,Description",
        &[
            "18995,Great price - MUST  QUALIFY",
            "18995,<b>must</b> qualify for <i>loyalty&nbsp;cash</i>; call 555-0100",
            "18995,One owner",
            "0,must qualify",
        ],
    );
    assert_eq!(lines(&words, Notice::ConditionalCash), [2, 3], "without a price there is nothing to doubt");
    assert!(!format!("{:?}{}", words.listings, words.report).contains("555-0100"), "the text itself goes nowhere");
}

#[test]
fn b07_nobody_guesses_what_the_price_holds() {
    let text = "18995,\"Price plus fees and doc\"";
    let without = vauto("Price,Description", &[text]);
    assert!(lines(&without, Notice::FeesUnknown).is_empty(), "the settings say that they come on top");
    let profile = Profile::built_in("vauto").unwrap().unwrap();
    let holds = SourceSettings { price_includes_required_charges: true, ..settings() };
    let text = format!(
        "VIN,New/Used,Year,Make,Model,Vehicle Detail Link,Price,Description\n9ZZDAPT10RA000001,U,2024,Testla,Modelo,\
         https://cars.example.com/v,{text}\n"
    );
    let with = import(text.as_bytes(), &profile, &holds).unwrap();
    assert_eq!(lines(&with, Notice::FeesUnknown), [2], "the text contradicts the settings");
    assert!(
        with.listings[0].price.as_ref().unwrap().includes_required_dealer_charges,
        "the settings have the last word"
    );
}

#[test]
fn b10_odometers_follow_the_locale_too() {
    let km = |cell: &str, locale| odometer::parse(cell, Some(DistanceUnit::Kilometres), locale);
    let known = |value, named| Reading::Known {
        distance: dealeragent_protocol::values::Distance { value, unit: DistanceUnit::Kilometres },
        named,
    };
    assert_eq!(km("87.000", Some(Locale::De)), known(87_000, false));
    assert_eq!(km("87 000 km", Some(Locale::Fr)), known(87_000, true));
    assert_eq!(km("87'000 Km", Some(Locale::Ch)), known(87_000, true));
    assert_eq!(km("87.000", None), Reading::Refused(OdometerProblem::Ambiguous));
    assert_eq!(km("87,5", Some(Locale::De)), Reading::Refused(OdometerProblem::Fraction));
}

proptest! {
    #[test]
    fn no_locale_adds_loses_or_scales_a_digit(cell in "[€$0-9,.' \u{a0}’-]{0,14}|\\PC{0,10}", code in proptest::sample::select(vec!["USD", "EUR", "JPY", "KWD"])) {
        let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>().trim_matches('0').to_owned();
        let locales = [Locale::Us, Locale::De, Locale::Fr, Locale::Ch].map(Amounts::Localised);
        for amounts in locales.into_iter().chain([Amounts::Plain, Amounts::Minor]) {
            if let Ok(minor) = read(&cell, code, amounts) {
                prop_assert!(minor > 0);
                prop_assert_eq!(digits(&minor.to_string()), digits(&cell), "{:?} {}", amounts, cell);
            }
        }
    }
}
